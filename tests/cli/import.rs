//! Batches, refusals, retries and exit codes of `postern import`, on canonical posts.

use super::server::{Server, data, error};
use super::shell::Shell;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

/// A canonical line of an author's post.
fn line(id: u64, author: &str) -> String {
    json!({"platform": "instagram", "platform_post_id": format!("C{id}"), "author": {"username": author},
        "published_at": "2026-03-01T18:04:05Z", "content": format!("post {id}")})
    .to_string()
}

fn lines(ids: impl IntoIterator<Item = u64>) -> String {
    ids.into_iter().map(|id| line(id, "reef") + "\n").collect()
}

#[test]
fn posts_go_out_in_batches_and_a_second_time_changes_nothing() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines(0..2500));
    let first = shell.run("import posts.ndjson");
    assert_eq!((first.code, first.count("new"), first.count("refused")), (0, 2500, 0), "{first:?}");
    assert_eq!(first.count("read from 1 file"), 2500);
    let sizes: Vec<usize> = server.requests().iter().map(|request| request.body.lines().count()).collect();
    assert_eq!(sizes, [1000, 1000, 500]);
    assert_eq!(server.lines()[2499]["platform_post_id"], "C2499");
    let second = shell.run("import posts.ndjson");
    assert_eq!((second.code, second.count("new"), second.count("unchanged")), (0, 0, 2500), "{second:?}");
}

#[test]
fn no_batch_is_larger_than_the_service_takes() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let long = |id: u64| line(id, "reef").replace("post ", &"é".repeat(30_000)) + "\n";
    shell.file("posts.ndjson", (0..40).map(long).collect::<String>());
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new")), (0, 40), "{run:?}");
    let requests = server.requests();
    assert!(requests.len() >= 3 && requests.iter().all(|request| request.body.len() <= 1 << 20));
}

#[test]
fn refusals_of_the_service_are_mapped_to_file_and_line() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("a.ndjson", lines(0..3));
    shell
        .file("b.ndjson", format!("{}\n\n{}\n{}\n", line(10, "reef"), line(11, "refused"), line(12, "reef")));
    let run = shell.run("import a.ndjson b.ndjson");
    assert_eq!((run.code, run.count("new"), run.count("refused")), (1, 5, 1), "{run:?}");
    assert!(run.err.contains("b.ndjson:3: TOO_LONG no room\n"), "{}", run.err);
}

#[test]
fn bad_lines_are_refused_and_good_ones_sent() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let bad = r#"{"platform":"x","platform_post_id":"1","autor":{"username":"a"}}"#;
    let mut file = format!("{}\noops\n{bad}\n", line(1, "reef")).into_bytes();
    file.extend(b"{\"platform\":\"x\",\"platform_post_id\":\"\xff\"}\n");
    file.extend(line(2, "reef").bytes());
    file.extend(b"\n{\"platform\":\"x\",\"platform_post");
    shell.file("posts.ndjson", file);
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new"), run.count("refused")), (1, 2, 4), "{run:?}");
    let places: Vec<&str> = run.err.lines().filter_map(|line| line.split(' ').take(2).last()).collect();
    assert_eq!(
        places,
        ["canonical", "INVALID_JSON", "UNKNOWN_KEY", "INVALID_UTF8", "INVALID_JSON"],
        "{}",
        run.err
    );
    assert!(
        run.err.contains("posts.ndjson:3: UNKNOWN_KEY expected a key of a post, got \"autor\""),
        "{}",
        run.err
    );
    assert!(run.err.contains("posts.ndjson:6: INVALID_JSON"), "{}", run.err);
}

#[test]
fn many_refusals_are_counted_and_all_go_to_a_file() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let bad: String = (0..25).map(|_| "{\"platform\":1}\n").collect();
    shell.file("posts.ndjson", line(1, "reef") + "\n" + &bad);
    let run = shell.run("import posts.ndjson --rejects refused.txt");
    assert_eq!((run.code, run.count("refused")), (1, 25));
    assert_eq!(run.err.matches("WRONG_TYPE").count(), 20);
    assert!(run.err.contains("... and 5 more refusals; all are in refused.txt"), "{}", run.err);
    let all = std::fs::read_to_string(shell.folder.join("refused.txt")).unwrap();
    assert_eq!(all.lines().count(), 25);
    assert!(all.lines().last().unwrap().starts_with("posts.ndjson:26: WRONG_TYPE"), "{all}");
}

#[test]
fn refusals_never_go_into_a_file_that_is_to_be_imported() {
    let shell = Shell::new();
    shell.file("in/posts.ndjson", lines(0..2));
    for run in ["in --rejects in/posts.ndjson", "in/posts.ndjson --rejects in/../in/posts.ndjson"] {
        let run = shell.run(&format!("import --dry-run {run}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("is one of the files to import: choose another file"), "{}", run.err);
    }
    for _ in 0..2 {
        let run = shell.run("import --dry-run in --rejects in/refused.txt");
        assert_eq!((run.code, run.count("ready to import (nothing was sent)")), (0, 2), "{run:?}");
    }
}

#[test]
fn a_range_in_which_no_time_is_does_not_do() {
    let shell = Shell::new();
    shell.file("posts.ndjson", lines(0..2));
    let run = shell.run("import --dry-run posts.ndjson --since 2026-02-02 --until 2026-02-01");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("expected --since before --until"), "{}", run.err);
    let day = shell.run("import --dry-run posts.ndjson --since 2026-03-01 --until 2026-03-01");
    assert_eq!((day.code, day.count("ready to import (nothing was sent)")), (0, 2), "{day:?}");
}

#[test]
fn only_the_first_of_very_many_files_are_named() {
    let shell = Shell::new();
    for id in 0..150 {
        shell.file(&format!("in/{id}.ndjson"), lines([id]));
    }
    let run = shell.run("import --dry-run in");
    assert_eq!(
        (run.code, run.count("read from 150 files"), run.err.lines().count()),
        (0, 150, 101),
        "{run:?}"
    );
}

#[test]
fn posts_that_come_again_are_merged() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("a.ndjson", lines([1, 2, 1]));
    shell.file("b.ndjson", lines([2, 3]));
    let run = shell.run("import a.ndjson b.ndjson");
    assert_eq!((run.code, run.count("new"), run.count("duplicates merged")), (0, 3, 2), "{run:?}");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn broken_characters_are_repaired_and_counted() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let broken = line(1, "reef").replace("post 1", "a\\ud83d b\\u0000c \\ud83d\\ude00");
    shell.file("posts.ndjson", broken);
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new")), (0, 1), "{run:?}");
    assert_eq!((run.count("NUL characters dropped"), run.count("lone surrogates replaced")), (1, 1));
    assert_eq!(server.lines()[0]["content"], "a\u{fffd} bc 😀");
}

#[test]
fn what_may_pass_is_tried_again() {
    let calls = AtomicU32::new(0);
    let server = Server::answering(move |_| match calls.fetch_add(1, Ordering::Relaxed) {
        0 => {
            let (status, _, body) = error(503, "STORAGE_UNAVAILABLE", "storage did not answer");
            (status, vec![("Retry-After", "1".to_owned())], body)
        }
        1 => error(429, "RATE_LIMITED", "too many calls"),
        _ => data(
            json!({"received": 1, "inserted": 1, "updated": 0, "unchanged": 0, "erased": 0, "rejected": []}),
        ),
    });
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines([1]));
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new")), (0, 1), "{run:?}");
    let bodies: Vec<String> = server.requests().into_iter().map(|request| request.body).collect();
    assert!(bodies.len() == 3 && bodies.iter().all(|body| *body == bodies[0]));
    assert!(
        run.err.contains(
            "STORAGE_UNAVAILABLE: storage did not answer (request r1); trying again in 1 s (try 2 of 9)"
        ),
        "{}",
        run.err
    );
}

#[test]
fn an_import_that_breaks_off_says_what_is_stored() {
    let calls = AtomicU32::new(0);
    let server = Server::answering(move |_| match calls.fetch_add(1, Ordering::Relaxed) {
        0 => data(
            json!({"received": 1000, "inserted": 1000, "updated": 0, "unchanged": 0, "erased": 0, "rejected": []}),
        ),
        _ => error(401, "INVALID_OPERATOR_SECRET", "the secret was replaced"),
    });
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines(0..1500));
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new")), (2, 1000), "{run:?}");
    assert!(run.err.contains("run the same command again"), "{}", run.err);
    assert!(run.err.contains("INVALID_OPERATOR_SECRET: the secret was replaced"), "{}", run.err);
}

/// A service that takes all posts, and whose index has so many databases to merge.
fn merging(calls: u32) -> Server {
    let mut left = calls;
    Server::answering(move |request| {
        if request.path == "/operator/v1/index" {
            assert_eq!((request.method.as_str(), request.body.as_str()), ("POST", "{}"));
            left = left.saturating_sub(1);
            return data(json!({ "shards_left": left }));
        }
        let lines = request.body.lines().count();
        data(
            json!({"received": lines, "inserted": lines, "updated": 0, "unchanged": 0, "erased": 0, "rejected": []}),
        )
    })
}

#[test]
fn a_large_import_merges_the_index_at_its_end_and_a_small_one_does_not() {
    for (posts, calls) in [(10_000, 3), (9_999, 0)] {
        let server = merging(3);
        let shell = Shell::of(&server);
        shell.file("posts.ndjson", lines(0..posts));
        let run = shell.run("import posts.ndjson");
        assert_eq!((run.code, run.count("new")), (0, posts), "{run:?}");
        let paths: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
        assert_eq!(paths[..10], ["/operator/v1/posts"; 10]);
        assert_eq!(paths[10..], vec!["/operator/v1/index"; calls]);
    }
}

#[test]
fn an_index_that_is_not_merged_is_no_failure_of_the_import() {
    let server = Server::answering(|request| match request.body.lines().count() {
        1 => error(404, "NOT_FOUND", "no such address"),
        lines => data(
            json!({"received": lines, "inserted": lines, "updated": 0, "unchanged": 0, "erased": 0, "rejected": []}),
        ),
    });
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines(0..10_000));
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new")), (0, 10_000), "{run:?}");
    assert!(run.err.contains("the full-text index is not merged"), "{}", run.err);
}

#[test]
fn a_batch_that_is_refused_ends_the_import_before_the_next_is_sent() {
    let calls = AtomicU32::new(0);
    let server = Server::answering(move |_| match calls.fetch_add(1, Ordering::Relaxed) {
        0 => error(401, "INVALID_OPERATOR_SECRET", "the secret was replaced"),
        _ => panic!("a batch was sent after one that was refused"),
    });
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines(0..3000));
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new"), server.requests().len()), (2, 0, 1), "{run:?}");
}

#[test]
fn lines_that_got_lost_on_the_way_are_an_error() {
    let server = Server::answering(|_| data(json!({"received": 1, "inserted": 1, "rejected": []})));
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines([1, 2]));
    let run = shell.run("import posts.ndjson");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("1 of 2 lines"), "{}", run.err);
}

#[test]
fn erased_posts_are_counted_apart() {
    let server = Server::answering(|_| {
        data(json!({"received": 2, "inserted": 1, "updated": 0, "unchanged": 0, "erased": 1, "rejected": []}))
    });
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines([1, 2]));
    let run = shell.run("import posts.ndjson");
    assert_eq!((run.code, run.count("new"), run.count("erased earlier, not imported")), (0, 1, 1), "{run:?}");
}

#[test]
fn a_dry_run_needs_no_service() {
    let shell = Shell::new();
    shell.file("posts.ndjson", lines([1, 2, 1]) + "oops\n");
    let run = shell.run("import posts.ndjson --dry-run");
    assert_eq!((run.code, run.count("ready to import (nothing was sent)")), (1, 2), "{run:?}");
    assert_eq!((run.count("duplicates merged"), run.count("refused")), (1, 1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_pipe_that_is_named_is_read_once() {
    let shell = Shell::new();
    let run = shell.run_in(&shell.folder, &["import", "--dry-run", "/dev/stdin"], &lines(0..3));
    assert_eq!((run.code, run.count("ready to import (nothing was sent)")), (0, 3), "{run:?}");
}

#[test]
fn standard_input_is_a_file_too() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let run = shell.run_in(&shell.folder, &["import", "-"], &(lines(0..1200) + "oops"));
    assert_eq!((run.code, run.count("new")), (1, 1200), "{run:?}");
    assert!(run.err.contains("-:1201: INVALID_JSON"), "{}", run.err);
}

#[test]
fn counts_come_as_json_for_scripts() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", lines([1, 2, 1]) + "oops\n");
    let run = shell.run("import posts.ndjson --json");
    let counts: Value = serde_json::from_str(&run.out).unwrap();
    for (key, value) in [("read", 4), ("new", 2), ("duplicates", 1), ("refused", 1), ("unchanged", 0)] {
        assert_eq!(counts[key], value, "{key}: {counts}");
    }
}

#[test]
fn arrays_and_indented_posts_are_read_too() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let indented = |id| format!("{:#}", serde_json::from_str::<Value>(&line(id, "reef")).unwrap());
    shell.file("array.json", format!("[{},\n{}]", indented(1), line(2, "reef")));
    shell.file("indented.json", format!("{}\n{}", indented(3), indented(4)));
    let run = shell.run("import array.json indented.json");
    assert_eq!((run.code, run.count("new")), (0, 4), "{run:?}");
}
