//! Finding the service and its secret.

use super::server::{SECRET, Server, data};
use super::shell::Shell;
use serde_json::json;

fn counting() -> Server {
    Server::answering(|request| {
        assert_eq!(request.headers["authorization"], format!("Bearer {SECRET}"));
        data(json!({"posts": {"total": 5, "platforms": []}}))
    })
}

fn dev_json(server: &Server) -> String {
    json!({"url": server.url, "operator_secret": SECRET, "api_token": "t", "account_email": "a@example.com"})
        .to_string()
}

#[test]
fn dev_json_is_found_in_this_folder_or_one_above_it() {
    let server = counting();
    let shell = Shell::new();
    shell.file(".postern/dev.json", dev_json(&server));
    let deep = shell.file("a/b/c.txt", "").parent().unwrap().to_owned();
    for folder in [shell.folder.clone(), deep] {
        let run = shell.run_in(&folder, &["stats"], "");
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn the_state_folder_can_be_named() {
    let server = counting();
    let shell = Shell::new();
    let state = shell.file("elsewhere/dev.json", dev_json(&server)).parent().unwrap().to_owned();
    let shell = shell.with("POSTERN_STATE", state.to_str().unwrap());
    assert_eq!(shell.run("stats").code, 0);
}

#[test]
fn the_secret_may_be_in_a_file_and_arguments_go_first() {
    let server = counting();
    let shell = Shell::new()
        .with("POSTERN_URL", "http://127.0.0.1:1")
        .with("POSTERN_OPERATOR_SECRET", "not-this-one");
    shell.file("secret", format!("{SECRET}\n"));
    let run = shell.run(&format!("stats --url {}/ --secret-file secret", server.url));
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(server.requests()[0].path, "/operator/v1/stats");
    shell.file("secret", "two words");
    assert_eq!(shell.run(&format!("stats --url {} --secret-file secret", server.url)).code, 2);
}

#[test]
fn a_local_secret_is_not_sent_to_another_service() {
    let (local, other) = (counting(), counting());
    let shell = Shell::new();
    shell.file(".postern/dev.json", dev_json(&local));
    let run = shell.run(&format!("stats --url {}", other.url));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("no operator secret"), "{}", run.err);
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn without_a_service_the_advice_is_how_to_name_one() {
    let shell = Shell::new();
    shell.file("posts.ndjson", "");
    for command in ["stats", "import posts.ndjson", "account list"] {
        let run = shell.run(command);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("--url") && run.err.contains("npm start"), "{}", run.err);
    }
}

#[test]
fn a_secret_does_not_go_out_in_the_clear() {
    let shell = Shell::new().with("POSTERN_OPERATOR_SECRET", SECRET);
    let run = shell.run("stats --url http://posts.example.com");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("expected https://"), "{}", run.err);
}

#[test]
fn a_wrong_address_is_named_before_a_missing_secret() {
    let shell = Shell::new();
    for (url, came) in [("nonsense", "got nonsense"), ("", "got an empty one")] {
        let run = shell.run_in(&shell.folder, &["stats", "--url", url], "");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("https://") && run.err.contains(came), "{}", run.err);
        assert!(!run.err.contains("secret"), "{}", run.err);
    }
}

#[test]
fn empty_variables_count_as_unset() {
    let server = counting();
    let mut shell = Shell::new();
    shell.file(".postern/dev.json", dev_json(&server));
    for name in ["POSTERN_STATE", "POSTERN_URL", "POSTERN_OPERATOR_SECRET"] {
        shell = shell.with(name, "");
    }
    let run = shell.run("stats");
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn helps_tell_a_commands_own_options_from_general_ones() {
    let help = Shell::new().run("account create --help").out;
    let (own, general) = help.split_once("General options:").unwrap();
    let general = general.split("Example:").next().unwrap();
    for name in ["--name", "--email", "--company", "--credits"] {
        assert!(own.contains(name) && !general.contains(name), "{name}: {help}");
    }
    for name in ["--url", "--secret-file", "--json"] {
        assert!(!own.contains(name) && general.contains(name), "{name}: {help}");
    }
}

#[test]
fn no_answer_is_an_error_after_a_few_tries() {
    let shell =
        Shell::new().with("POSTERN_URL", "http://127.0.0.1:9").with("POSTERN_OPERATOR_SECRET", SECRET);
    shell.file("posts.ndjson", "{\"platform\":\"x\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\"},\"published_at\":\"2026-01-01T00:00:00Z\"}\n");
    let run = shell.run("import posts.ndjson");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("http://127.0.0.1:9/operator/v1/posts did not answer"), "{}", run.err);
    for wait in ["trying again in 1 s (try 2 of 3)", "trying again in 2 s (try 3 of 3)"] {
        assert_eq!(run.err.matches(wait).count(), 1, "{}", run.err);
    }
}

#[test]
fn an_answer_of_something_else_is_said_to_be_one() {
    let server = Server::answering(|_| (200, vec![], json!({"hello": "world"})));
    let run = Shell::of(&server).run("stats");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("is the address right?"), "{}", run.err);
}

#[test]
fn wrong_usage_is_code_2_and_help_is_code_0() {
    let shell = Shell::new();
    for (command, code) in
        [("import", 2), ("import nowhere.ndjson", 2), ("fly", 2), ("--help", 0), ("import --help", 0)]
    {
        let run = shell.run(command);
        assert_eq!(run.code, code, "{command}: {run:?}");
    }
    assert!(shell.run("import nowhere.ndjson").err.contains("nowhere.ndjson"));
    assert!(shell.run("import --help").out.contains("Examples:"));
}

#[test]
fn errors_are_in_colour_only_where_that_is_wanted() {
    let mark = |shell: Shell| shell.run("stats").err.split_once(" no service").unwrap().0.to_owned();
    let (plain, coloured) = ("error:", "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m");
    assert_eq!(mark(Shell::new()), plain, "standard error is a pipe");
    assert_eq!(mark(Shell::new().with("CLICOLOR_FORCE", "1")), coloured);
    assert_eq!(mark(Shell::new().with("CLICOLOR_FORCE", "1").with("NO_COLOR", "1")), plain);
}
