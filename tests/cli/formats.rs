//! Recognising and converting files of other tools, from invented ones.

use super::server::Server;
use super::shell::{Run, Shell};
use serde_json::Value;
use std::path::PathBuf;

fn fixture(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name).to_str().unwrap().to_owned()
}

/// Imports a fixture. Answers the run and the last line sent of each post, by id.
fn import(name: &str, more: &[&str]) -> (Run, impl Fn(&str) -> Value + use<>) {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let path = fixture(name);
    let arguments: Vec<&str> = ["import", &path].into_iter().chain(more.iter().copied()).collect();
    let run = shell.run_in(&shell.folder, &arguments, "");
    let lines = server.lines();
    let find = move |id: &str| {
        lines
            .iter()
            .rfind(|line| line["platform_post_id"] == id)
            .cloned()
            .unwrap_or_else(|| panic!("no {id}"))
    };
    (run, find)
}

#[test]
fn an_x_archive_is_imported_from_its_folder() {
    for folder in ["x_archive", "x_archive/data"] {
        let (run, post) = import(folder, &[]);
        assert_eq!((run.code, run.count("new"), run.count("duplicates merged")), (0, 6, 1), "{run:?}");
        assert_eq!(run.count("skipped: deleted by its author"), 1);
        assert_eq!((run.count("NUL characters dropped"), run.count("lone surrogates replaced")), (1, 1));
        assert!(!run.err.contains("warning"), "{}", run.err);
        let crabs = post("1894000000000000001");
        assert_eq!(crabs["content"], "Crabs & limpets at low water #Tidepool https://tides.example/table");
        assert_eq!((&crabs["likes_count"], &crabs["shares_count"]), (&21.into(), &4.into()));
        assert_eq!(crabs["media_type"], "carousel");
        assert_eq!(crabs["media"][1]["url"], "https://video.example/vid/1280x720/crab.mp4");
        assert_eq!(crabs["author"]["display_name"], "Tidepool Diary 🦀");
        assert_eq!(crabs["collected_at"], "2025-03-01T09:00:00.000Z");
        assert_eq!(post("1893000000000000002")["kind"], "repost");
        assert_eq!(post("1893000000000000002").get("likes_count"), None);
        let reply = post("1892000000000000003");
        assert_eq!((&reply["kind"], &reply["refers_to"]), (&"reply".into(), &"x:1891999999999999990".into()));
        assert_eq!(reply["content"], "@limpet_fan Broken \u{fffd} and cut short");
        let long = post("1891000000000000004");
        assert!(
            long["content"].as_str().unwrap().ends_with(
                "tide & in every weather: the pool is never the same, and neither am I. #Patience"
            )
        );
        assert_eq!(long["hashtags"], serde_json::json!(["Patience"]));
        let edited = post("1880000200000000006");
        assert_eq!(
            (&edited["content"], &edited["edited_at"]),
            (&"Anemones".into(), &"2025-01-16T21:12:31.051Z".into())
        );
        assert_eq!(post("1870000000000000007")["content"], "Hello, pool people");
    }
}

#[test]
fn one_file_of_an_archive_uses_those_beside_it() {
    let (run, post) = import("x_archive/data/tweets.js", &[]);
    assert_eq!((run.code, run.count("new")), (0, 4), "{run:?}");
    assert!(!run.err.contains("warning"), "{}", run.err);
    assert_eq!(post("1894000000000000001")["author"]["username"], "tidepool_diary");
}

#[test]
fn a_file_without_its_archive_needs_an_author() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let script = std::fs::read_to_string(fixture("x_archive/data/community-tweet.js")).unwrap();
    shell.file("renamed.txt", &script);
    let without = shell.run("import renamed.txt");
    assert_eq!((without.code, without.count("refused")), (1, 1), "{without:?}");
    assert!(without.err.contains("renamed.txt:2: MISSING_AUTHOR"), "{}", without.err);
    assert!(without.err.contains("--author NAME"), "{}", without.err);
    let with = shell.run("import renamed.txt --author @someone");
    assert_eq!((with.code, with.count("new")), (0, 1), "{with:?}");
    assert_eq!(server.lines()[0]["author"]["username"], "someone");
}

#[test]
fn a_manifest_that_lists_more_posts_is_a_warning() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    for name in ["manifest.js", "account.js", "tweets.js"] {
        let text = std::fs::read_to_string(fixture("x_archive/data").clone() + "/" + name).unwrap();
        shell.file(&format!("data/{name}"), text.replace("\"count\" : \"4\"", "\"count\" : \"4000\""));
    }
    let run = shell.run("import data");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("data/tweets.js: the archive's manifest lists 4000 posts, 4 were read"),
        "{}",
        run.err
    );
    let missing = "data/tweets-part1.js: the archive's manifest lists 2 posts, but the file is not there";
    assert!(run.err.contains(missing), "{}", run.err);
}

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
fn files_that_are_not_recognised_are_named_with_what_they_are() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    for (name, content, expected) in [
        ("a.json", &b"{\"some\":1,\"thing\":{}}"[..], "JSON of another kind, with the keys some, thing"),
        ("b.zip", b"PK\x03\x04abc", "packed (zip): unpack it"),
        ("c.ndjson", b"", "it is empty"),
        ("d.csv", b"id,text\n1,x\n", "text of another kind"),
        ("e.json", b"\xff\xfe{\0\"\0a\0", "it is text in UTF-16: save it as UTF-8"),
        ("f.json", b"{\0\"\0a\0\"\0:\0[\0", "it is text in UTF-16: save it as UTF-8"),
        ("g.csv", b"\xfe\xff\0i\0d", "it is text in UTF-16: save it as UTF-8"),
    ] {
        shell.file(name, content);
        let run = shell.run(&format!("import {name}"));
        assert_eq!(run.code, 1, "{run:?}");
        assert!(
            run.err.contains(&format!("{name}: not recognised: ")) && run.err.contains(expected),
            "{}",
            run.err
        );
    }
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn folders_pass_over_what_can_hold_no_posts() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("in/picture.png", b"\x89PNG\r\n\x1a\n\0\0");
    shell.file("in/readme.txt", "hello");
    shell.file("in/__MACOSX/x.json", "{}");
    let post = "{\"platform\":\"x\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\"},\"published_at\":\"2026-01-01T00:00:00Z\"}\n";
    shell.file("in/posts.ndjson", post);
    let run = shell.run("import in");
    assert_eq!((run.code, run.count("other files passed over")), (0, 2), "{run:?}");
    shell.file("in/deep/other.json", "{\"a\":1}");
    let run = shell.run("import in");
    assert_eq!((run.code, run.count("files not recognised")), (1, 1), "{run:?}");
}

#[test]
fn a_folder_names_files_in_utf_16_that_may_hold_posts() {
    let shell = Shell::new();
    shell.file("in/seen.json", b"\xff\xfe[\0{\0\"\0");
    shell.file("in/desktop.ini", b"\xff\xfe[\0.\0".map(|byte| if byte == b'[' { b';' } else { byte }));
    let run = shell.run("import in --dry-run");
    assert_eq!((run.code, run.count("files not recognised")), (1, 1), "{run:?}");
    assert!(run.err.contains("in/seen.json: not recognised: it is text in UTF-16"), "{}", run.err);
}

#[test]
fn a_folder_with_nothing_to_import_is_no_success() {
    let shell = Shell::new();
    shell.file("good/posts.ndjson", "{\"platform\":\"x\",\"platform_post_id\":\"1\"}\n");
    shell.file("pictures/deep/a.png", b"\x89PNG\r\n\x1a\n\0\0");
    std::fs::create_dir(shell.folder.join("empty")).unwrap();
    let run = shell.run("import --dry-run good pictures empty");
    assert_eq!((run.code, run.count("folders with nothing to import")), (1, 2), "{run:?}");
    for (folder, named) in [("good", false), ("pictures", true), ("empty", true)] {
        let message = format!("{folder}: nothing that can be imported was found");
        assert_eq!(run.err.contains(&message), named, "{folder}: {}", run.err);
    }
    let scripts = shell.run("import --dry-run empty --json");
    let counts: Value = serde_json::from_str(&scripts.out).unwrap();
    assert_eq!((scripts.code, &counts["folders"]["barren"]), (1, &1.into()), "{scripts:?}");
}

#[test]
fn what_files_are_called_does_nothing_to_a_terminal() {
    let shell = Shell::new();
    shell.file("a\u{1b}[2J\nb.json", "{\"k\u{1b}\u{202e}\":1}");
    shell.file("c\u{9b}2J.ndjson", "{\"platform\":\"\u{9b}2J\u{2066}\"}\n");
    let run = shell.run_in(&shell.folder, &["import", "--dry-run", "."], "");
    let missing = shell.run_in(&shell.folder, &["import", "\u{1b}[2J"], "");
    assert_eq!((run.code, missing.code), (1, 2), "{run:?}");
    for text in [&run.err, &missing.err] {
        let active = |character: char| {
            character.is_control() && character != '\n' || ('\u{2028}'..'\u{2070}').contains(&character)
        };
        assert!(!text.contains(active), "{text:?}");
    }
    assert!(run.err.contains(r"a\u{1b}[2J\u{a}b.json: not recognised"), "{}", run.err);
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
    assert!(wrong.err.contains("canonical, x-archive, zeeschuimer"), "{}", wrong.err);
}

#[test]
fn formats_are_listed_one_a_line() {
    let run = Shell::new().run("formats");
    assert_eq!((run.code, run.out.lines().count()), (0, 3));
    assert!(run.out.starts_with("canonical"));
}
