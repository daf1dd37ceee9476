//! `postern erase`.

use super::server::{Reply, Request, Server, data, error};
use super::shell::{Run, Shell};
use serde_json::{Value, json};

/// Knows the posts `x:1`, `x:2` and `x:a/b`, and the author `reef`.
fn answer(request: &Request) -> Reply {
    assert_eq!(request.method, "DELETE");
    match request.path.strip_prefix("/operator/v1").unwrap() {
        "/posts/x%3A1" | "/posts/x%3A2" | "/posts/x%3Aa%2Fb" => data(json!({"erased": 1})),
        "/authors/tiktok/@reef.watch" | "/authors/x/@.." => data(json!({"erased": 12})),
        "/posts/1" => error(400, "INVALID_PARAMETER", "id: expected a platform\u{1b}[2J"),
        "/posts/x%3A401" => error(401, "INVALID_OPERATOR_SECRET", "the operator secret is not right"),
        _ => error(404, "NOT_FOUND", "there is none of this id"),
    }
}

fn paths(server: &Server) -> Vec<String> {
    server.requests().into_iter().map(|request| request.path.replace("/operator/v1", "")).collect()
}

fn with_input(shell: &Shell, arguments: &[&str], input: &str) -> Run {
    shell.run_in(&shell.folder, arguments, input)
}

#[test]
fn posts_are_erased_one_by_one() {
    let server = Server::answering(answer);
    let run = Shell::of(&server).run("erase post x:1 x:a/b x:2 --yes");
    assert_eq!((run.code, run.out.as_str()), (0, "Erased 3 posts.\n"), "{run:?}");
    assert_eq!(paths(&server), ["/posts/x%3A1", "/posts/x%3Aa%2Fb", "/posts/x%3A2"]);
}

#[test]
fn an_author_is_named_so_that_no_name_is_a_step_in_the_path() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    for command in [
        "erase author tiktok reef.watch --yes",
        "erase --yes author tiktok @reef.watch",
        "erase author x .. --yes",
    ] {
        let run = shell.run(command);
        assert_eq!((run.code, run.out.as_str()), (0, "Erased 12 posts.\n"), "{run:?}");
    }
    assert_eq!(paths(&server).last().unwrap(), "/authors/x/@..");
}

#[test]
fn what_is_refused_is_named_and_the_others_are_erased() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = shell.run("erase post x:1 x:9 1 x:2 --yes");
    assert_eq!((run.code, run.out.as_str()), (1, "Erased 2 posts.\n"), "{run:?}");
    assert!(run.err.contains("x:9: NOT_FOUND: there is none of this id"), "{}", run.err);
    assert!(run.err.contains(r"1: INVALID_PARAMETER: id: expected a platform\u{1b}[2J"), "{}", run.err);
    let run = shell.run("erase post x:9 x:2 --yes --json");
    let told: Value = serde_json::from_str(&run.out).unwrap();
    let refused = json!([{"what": "x:9", "code": "NOT_FOUND", "message": "there is none of this id"}]);
    assert_eq!((run.code, told), (1, json!({"erased": 1, "refused": refused})));
}

#[test]
fn ids_are_read_from_standard_input() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    let run = with_input(&shell, &["erase", "post", "--yes", "x:1", "-"], "\u{feff}x:2\r\n\n  x:a/b \n");
    assert_eq!((run.code, run.out.as_str()), (0, "Erased 3 posts.\n"), "{run:?}");
    let none = with_input(&shell, &["erase", "post", "--yes", "-"], "\n");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("expected ids on standard input"), "{}", none.err);
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn without_a_terminal_it_has_to_be_said_that_it_is_meant() {
    let server = Server::answering(answer);
    let shell = Shell::of(&server);
    for (command, subject) in [
        ("erase post x:1", "x:1"),
        ("erase post x:1 x:2", "2 posts"),
        ("erase author x reef", "x reef with all posts"),
    ] {
        let run = with_input(&shell, &command.split(' ').collect::<Vec<_>>(), "y\n");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(subject) && run.err.contains("--yes"), "{}", run.err);
    }
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn a_wrong_secret_ends_it_and_what_was_done_is_said() {
    let server = Server::answering(answer);
    let run = Shell::of(&server).run("erase post x:1 x:401 x:2 --yes");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
    assert!(run.err.contains("Erased 1 post before it was interrupted"), "{}", run.err);
    assert!(run.err.contains("INVALID_OPERATOR_SECRET"), "{}", run.err);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_service_that_asks_to_wait_is_asked_again() {
    let mut calls = 0;
    let server = Server::answering(move |request| {
        calls += 1;
        if calls > 1 {
            return answer(request);
        }
        let (status, _, body) = error(503, "STORAGE_UNAVAILABLE", "25000 are erased, send this again");
        (status, vec![("Retry-After", "1".to_owned())], body)
    });
    let run = Shell::of(&server).run("erase author tiktok reef.watch --yes");
    assert_eq!((run.code, run.out.as_str()), (0, "Erased 12 posts.\n"), "{run:?}");
    assert!(run.err.contains("trying again in 1 s"), "{}", run.err);
}
