//! Formats: recognised, explained, named, chosen from, and what a dry run and Ctrl-C leave.

use super::files::POST;
use super::server::Server;
use super::shell::{Shell, fixture, import};
use serde_json::Value;
use std::io::Write;

#[test]
fn what_zeeschuimer_collected_is_imported() {
    let (run, post) = import("seen.ndjson", &[]);
    assert_eq!((run.code, run.count("new"), run.count("duplicates merged")), (1, 2, 1), "{run:?}");
    assert_eq!((run.count("skipped: advertisement"), run.count("refused")), (1, 2));
    assert!(run.err.contains("seen.ndjson:6: UNSUPPORTED_PLATFORM"), "{}", run.err);
    assert!(run.err.contains("seen.ndjson:7: INVALID_JSON"), "{}", run.err);
    let video = post("7300000000000000011");
    assert_eq!(
        (&video["likes_count"], &video["collected_at"]),
        (&12345.into(), &"2023-11-14T22:14:20.000Z".into())
    );
    assert_eq!(video.get("approximate"), None);
    assert!(!video.to_string().contains("private"));
    let tweet = post("1800000000000000021");
    assert_eq!((&tweet["content"], &tweet["views_count"]), (&"Springs > neaps".into(), &640.into()));
    assert_eq!(tweet["author"]["username"], "tidepool_diary");
}

#[test]
fn a_dry_run_shows_what_would_be_loaded_and_examples_of_what_would_not() {
    let shell = Shell::new();
    shell.file("posts.ndjson", POST.to_owned() + &"oops\n".repeat(5) + "{\"platform\":\"x\"}\n");
    let run =
        shell.run_in(&shell.folder, &["import", "--dry-run", "posts.ndjson", &fixture("seen.ndjson")], "");
    assert_eq!(run.code, 1, "{run:?}");
    for expected in [
        "FORMAT       PLATFORM  POSTS\ncanonical    x             1\nzeeschuimer  tiktok        1\nzeeschuimer  x             1\n",
        "refused of canonical: INVALID_JSON, 5 times, such as\n  posts.ndjson:2: INVALID_JSON",
        "refused of canonical: MISSING_ID",
        "refused of zeeschuimer: UNSUPPORTED_PLATFORM, 1 times, such as",
    ] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    assert_eq!(run.out.matches("posts.ndjson:").count(), 4, "{}", run.out);
}

#[test]
fn what_a_file_is_seen_as_is_explained() {
    let shell = Shell::new();
    shell.file("near.json", "{\"source_platform\":\"x.com\",\"date\":{}}");
    shell.file("posts.ndjson", POST);
    let run = shell.run_in(
        &shell.folder,
        &["import", "--explain", "near.json", "posts.ndjson", &fixture("x_archive/data/account.js")],
        "",
    );
    assert_eq!(run.code, 1, "{run:?}");
    for expected in [
        "near.json: not recognised: it is JSON of another kind, with the keys date, source_platform\n  close to zeeschuimer: has source_platform; lacks data (an object)\n",
        "posts.ndjson: canonical, canonical posts",
        "  stored as: lines\n  posts: imported; recognised by the keys platform, platform_post_id",
        "  the owner: used for the posts of the same export; recognised by a script for account",
    ] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    assert_eq!(shell.run("import --explain posts.ndjson").code, 0);
    let json: Value = serde_json::from_str(&shell.run("import --explain near.json --json").out).unwrap();
    assert_eq!(
        (&json["files"][0]["format"], &json["files"][0]["near"][0]["lacks"][0]),
        (&Value::Null, &"data{}".into())
    );
}

#[test]
fn only_the_posts_that_are_meant_are_imported() {
    let all = import("x_archive", &[]).0.count("new");
    let (since, _) = import("x_archive", &["--since", "2025-02-20", "--until", "2025-02-24"]);
    let skipped = since.count("skipped: before --since") + since.count("skipped: after --until");
    // The edited post has two versions, and both are old.
    assert_eq!((since.code, since.count("new") + skipped), (0, all + 1), "{since:?}");
    assert!(since.count("new") > 0 && skipped > 0, "{since:?}");
    let (kinds, _) = import("x_archive", &["--exclude", "reposts,replies"]);
    assert_eq!(
        (kinds.count("skipped: repost (--exclude)"), kinds.count("skipped: reply (--exclude)")),
        (1, 1),
        "{kinds:?}"
    );
    let wrong = Shell::new().run("import --since yesterday x");
    assert!(wrong.code == 2 && wrong.err.contains("expected a day (2026-01-31) or an instant"), "{wrong:?}");
}

#[test]
fn ctrl_c_ends_an_import_between_batches_and_says_so() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let mut child = shell.command(&shell.folder).args(["import", "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for number in 0..1500 {
        writeln!(stdin, "{}", POST.trim_end().replace("\"1\"", &format!("\"{number}\""))).unwrap();
    }
    stdin.flush().unwrap();
    // The head of standard input is waited for; the signal comes while more of it is awaited.
    writeln!(stdin, "{}", " ".repeat(300 * 1024)).unwrap();
    while server.requests().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    std::thread::sleep(std::time::Duration::from_millis(100));
    let _ = writeln!(stdin, "{}", POST.trim_end()).and_then(|()| stdin.flush());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(
        err.contains("warning: stopping") && err.contains("everything acknowledged so far is stored"),
        "{err}"
    );
    assert_eq!(server.lines().len(), 1000);
}

#[test]
fn the_format_can_be_named() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", "oops\n{\"platform\":\"x\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\"},\"published_at\":\"2026-01-01T00:00:00Z\"}\n");
    assert!(shell.run("import posts.ndjson").err.contains("not recognised"));
    let run = shell.run("import posts.ndjson --format canonical");
    assert_eq!((run.code, run.count("new"), run.count("refused")), (1, 1, 1), "{run:?}");
    let wrong = shell.run("import posts.ndjson --format docx");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("x-archive, ") && wrong.err.contains("canonical"), "{}", wrong.err);
}

#[test]
fn formats_are_listed_one_a_line() {
    let run = Shell::new().run("formats");
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("canonical") && run.out.lines().all(|line| line.len() < 200), "{}", run.out);
    let json: Value = serde_json::from_str(&Shell::new().run("formats --json").out).unwrap();
    assert_eq!(json["formats"].as_array().unwrap().len(), run.out.lines().count());
}
