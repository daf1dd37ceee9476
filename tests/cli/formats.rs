//! Recognising and converting files of other tools, from invented ones.

use super::server::Server;
use super::shell::{Run, Shell};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;

/// A canonical line.
const POST: &str = "{\"platform\":\"x\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\"},\"published_at\":\"2026-01-01T00:00:00Z\"}\n";

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
        (
            "a.json",
            &b"{\"some\":1,\"thing\":{}}"[..],
            "not recognised: it is JSON of another kind, with the keys some, thing",
        ),
        ("b.zip", b"PK\x03\x04abc", "can't be read on: "),
        ("c.ndjson", b"", "not recognised: it is empty"),
        (
            "d.csv",
            b"id,text\n1,x\n",
            "not recognised: it is a table of another kind, with the columns id, text",
        ),
        (
            "e.csv",
            b"\xfe\xff\0i\0d\0,\0t",
            "not recognised: it is a table of another kind, with the columns id, t",
        ),
        ("f.tar.bz2", b"BZh91AY&SY", "not recognised: it is packed (bzip2): unpack it"),
        ("g.gz", b"\x1f\x8b\x08\0\0", "can't be read on: "),
    ] {
        shell.file(name, content);
        let run = shell.run(&format!("import {name}"));
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.contains(&format!("{name}: {expected}")), "{}", run.err);
    }
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn a_file_that_is_broken_does_not_stop_the_others() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("a.gz", b"\x1f\x8b\x08\0\0");
    shell.file("b.ndjson", POST);
    let run = shell.run("import a.gz b.ndjson");
    assert_eq!(
        (run.code, run.count("new"), run.count("file that can't be read to the end")),
        (1, 1, 1),
        "{run:?}"
    );
}

#[test]
fn what_comes_before_the_damage_of_a_packed_file_is_imported() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let lines: String =
        (0..400).map(|id| POST.replace("\"1\"", &format!("\"{}\"", id * 7919 % 10_007))).collect();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(lines.as_bytes()).unwrap();
    let whole = packer.finish().unwrap();
    shell.file("cut.gz", &whole[..whole.len() - whole.len() / 4]);
    let run = shell.run("import cut.gz");
    assert_eq!((run.code, run.count("file that can't be read to the end")), (1, 1), "{run:?}");
    assert!(run.count("new") > 100 && run.count("refused") == 0, "{run:?}");
}

#[test]
fn what_is_packed_or_in_utf_16_is_read_as_it_is() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(POST.as_bytes()).unwrap();
    shell.file("a", packer.finish().unwrap());
    let marked = format!("\u{feff}{}", POST.replace("\"1\"", "\"2\""));
    shell.file("b.txt", marked.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    let run = shell.run("import a b.txt");
    assert_eq!((run.code, run.count("new")), (0, 2), "{run:?}");
}

/// A zip of files.
fn zipped(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn archive(names: &[&str], top: &str) -> Vec<u8> {
    let file = |name: &&str| {
        (format!("{top}data/{name}"), std::fs::read(fixture("x_archive/data") + "/" + name).unwrap())
    };
    let files: Vec<_> = names.iter().map(file).collect();
    let mut files: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(name, content)| (name.as_str(), content.clone())).collect();
    files.push(("__MACOSX/data/._tweets.js", b"window.YTD.tweets.part0 = [".to_vec()));
    files.push(("assets/picture.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec()));
    files.push(("data/direct.json", b"{\"messages\":[]}".to_vec()));
    zipped(&files)
}

#[test]
fn an_export_is_read_out_of_its_zip() {
    let whole = [
        "account.js",
        "community-tweet.js",
        "deleted-tweets.js",
        "manifest.js",
        "note-tweet.js",
        "tweets-part1.js",
        "tweets.js",
    ];
    for top in ["", "twitter-2025-03-01/"] {
        let server = Server::keeping_posts();
        let shell = Shell::of(&server);
        shell.file("archive.bin", archive(&whole, top));
        let run = shell.run("import archive.bin");
        assert_eq!((run.code, run.count("new"), run.count("duplicates merged")), (0, 6, 1), "{run:?}");
        assert_eq!(run.count("skipped: deleted by its author"), 1, "{run:?}");
        assert!(!run.err.contains("warning"), "{}", run.err);
        assert!(server.lines().iter().all(|post| post["author"]["username"] == "tidepool_diary"));
        let deleted = shell.run("import archive.bin --include deleted");
        assert_eq!((deleted.count("new"), deleted.count("unchanged")), (1, 6), "{deleted:?}");
    }
}

#[test]
fn the_parts_of_an_export_in_several_zips_belong_together() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    shell.file("in/x-1.zip", archive(&["account.js", "note-tweet.js", "tweets.js"], ""));
    shell.file("in/x-2.zip", archive(&["tweets-part1.js"], ""));
    let run = shell.run("import in/x-1.zip in/x-2.zip");
    assert_eq!((run.code, run.count("refused")), (0, 0), "{run:?}");
    assert!(server.lines().iter().all(|post| post["author"]["username"] == "tidepool_diary"));
    assert_eq!(shell.run("import in").count("new"), 0);
}

#[test]
fn exports_of_several_people_are_not_mixed_up() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let text = |name: &str| std::fs::read_to_string(fixture("x_archive/data") + "/" + name).unwrap();
    shell.file("all/a/data/account.js", text("account.js"));
    shell.file("all/a/data/tweets.js", text("tweets.js"));
    shell.file("all/b/data/account.js", text("account.js").replace("tidepool_diary", "somebody"));
    shell.file("all/b/data/community-tweet.js", text("community-tweet.js"));
    shell.file("all/c/data/tweets.js", text("tweets-part1.js"));
    let run = shell.run("import all");
    assert_eq!(run.code, 1, "{run:?}");
    let authors: std::collections::BTreeSet<String> =
        server.lines().iter().map(|post| post["author"]["username"].as_str().unwrap().to_owned()).collect();
    assert_eq!(authors.into_iter().collect::<Vec<_>>(), ["somebody", "tidepool_diary"]);
    assert!(run.err.contains("all/c/data/tweets.js:2: MISSING_AUTHOR"), "{}", run.err);
    let somebodys: Vec<Value> =
        server.lines().into_iter().filter(|post| post["author"]["username"] == "somebody").collect();
    assert_eq!(somebodys.len(), 1);
    // Two owners in the folder of zips whose posts could be either's.
    shell.file("zips/1.zip", archive(&["account.js"], ""));
    shell.file(
        "zips/2.zip",
        zipped(&[("data/account.js", text("account.js").replace("tidepool_diary", "somebody").into_bytes())]),
    );
    shell.file("zips/3.zip", archive(&["tweets.js"], ""));
    let unsure = shell.run("import zips");
    assert!(
        unsure.err.contains(
            "whose posts these are can't be told, tidepool_diary (zips/1.zip/data/account.js) or somebody"
        ),
        "{}",
        unsure.err
    );
    assert_eq!(unsure.count("new"), 0);
    // A zip with an owner of its own is that owner's.
    shell.file("own/1.zip", archive(&["account.js", "tweets.js"], ""));
    let other = text("account.js").replace("tidepool_diary", "somebody");
    let posts = text("community-tweet.js").into_bytes();
    shell.file(
        "own/2.zip",
        zipped(&[("data/account.js", other.into_bytes()), ("data/community-tweet.js", posts)]),
    );
    let own = shell.run("import own");
    assert_eq!((own.code, own.count("refused"), own.count("new")), (0, 0, 0), "{own:?}");
}

#[test]
fn exports_of_several_people_in_zips_side_by_side_are_not_mixed_up() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let text = |name: &str| std::fs::read_to_string(fixture("x_archive/data") + "/" + name).unwrap();

    let somebody = text("account.js").replace("tidepool_diary", "somebody").into_bytes();
    let community = text("community-tweet.js").into_bytes();
    shell.file("zips/a.zip", archive(&["account.js", "tweets.js", "note-tweet.js"], ""));
    shell
        .file("zips/b.zip", zipped(&[("data/account.js", somebody), ("data/community-tweet.js", community)]));
    let run = shell.run("import zips");
    assert_eq!((run.code, run.count("refused")), (0, 0), "{run:?}");
    let by = |name: &str| server.lines().iter().filter(|post| post["author"]["username"] == name).count();
    assert_eq!((by("somebody"), by("tidepool_diary") > 1), (1, true));
}

#[test]
fn an_export_as_web_pages_is_told_to_be_asked_for_as_json() {
    let shell = Shell::new();
    let page = "<html><body>posts</body></html>";
    shell.file("folder/content/posts_1.html", page);
    shell.file("export.zip", zipped(&[("content/posts_1.html", page.into())]));
    let run = shell.run("import --dry-run folder export.zip");
    assert_eq!((run.code, run.count("folders with nothing to import")), (1, 2), "{run:?}");
    for root in ["folder", "export.zip"] {
        let message = format!("warning: {root}: it holds web pages, and nothing that can be imported");
        assert!(run.err.contains(&message), "{}", run.err);
    }
}

#[test]
fn zips_that_can_not_be_read_say_what_to_do() {
    let shell = Shell::new();
    let whole = zipped(&[("a.ndjson", POST.into())]);
    shell.file("cut.zip", &whole[..whole.len() - 30]);
    let mut locked = whole.clone();
    locked[6] |= 1;
    let list = locked.windows(4).position(|at| at == b"PK\x01\x02").unwrap();
    locked[list + 8] |= 1;
    shell.file("locked.zip", locked);
    let run = shell.run("import --dry-run cut.zip locked.zip");
    assert_eq!((run.code, run.count("files that can't be read to the end")), (1, 2), "{run:?}");
    assert!(
        run.err.contains("cut.zip: can't be read on: the zip is damaged, or was not downloaded"),
        "{run:?}"
    );
    assert!(run.err.contains("it is encrypted: unpack the zip with its password"), "{run:?}");
}

#[test]
fn a_file_that_only_says_something_of_others_is_told_so() {
    let shell = Shell::new();
    let run =
        shell.run_in(&shell.folder, &["import", "--dry-run", &fixture("x_archive/data/account.js")], "");
    assert!(
        run.err.contains("account.js: x-archive, but without posts: import the folder or zip"),
        "{run:?}"
    );
}

#[test]
fn posts_that_one_object_holds_are_counted_each() {
    let shell = Shell::new();
    let entry = r#"{"Date":"2024-06-19 10:00:00 UTC","Media Type":"IMAGE"}"#;
    shell.file("s/account.json", r#"{"Basic Information":{"Username":"reef"}}"#);
    shell.file("s/snap_pro.json", format!(r#"{{"Spotlights":[{entry}],"Saved Stories":[{entry},{entry}]}}"#));
    shell.file("s/memories_history.json", format!(r#"{{"Saved Media":[{entry},{entry}]}}"#));
    let run = shell.run("import --dry-run s");
    assert_eq!(
        (run.code, run.count("read from 2 files"), run.count("skipped: memories")),
        (0, 5, 2),
        "{run:?}"
    );
    assert_eq!(run.count("ready to import (nothing was sent)"), 3);
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
        "near.json: not recognised: it is JSON of another kind, with the keys date, source_platform\n  near to zeeschuimer: has source_platform; lacks data (an object)\n",
        "posts.ndjson: canonical, canonical posts",
        "  held as: lines\n  posts: imported; told by the keys platform, platform_post_id",
        "  the owner: used for the posts of the same export; told by a script for account",
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
    assert!(err.contains("warning: stopping") && err.contains("what was acknowledged is stored"), "{err}");
    assert_eq!(server.lines().len(), 1000);
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
    assert_eq!((run.code, run.count("file not recognised")), (1, 1), "{run:?}");
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
        let message = format!("{folder}: nothing that can be imported was found in it");
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

#[test]
fn a_part_of_an_instagram_export_finds_whose_it_is() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let owner = "{\"profile_user\": [{\"string_map_data\": {\"Username\": {\"value\": \"reef.watch\"}}}]}";
    let posts = "[{\"media\": [{\"uri\": \"media/posts/202405/1_17900000000000001.jpg\", \"creation_timestamp\": 1715566876, \"title\": \"Low tide\"}]}]";
    shell.file("ig/personal_information/personal_information/personal_information.json", owner);
    shell.file("ig/your_instagram_activity/media/posts_1.json", posts);
    for (folder, named) in [
        (".", "ig"),
        (".", "ig/your_instagram_activity"),
        (".", "ig/your_instagram_activity/media"),
        ("ig/your_instagram_activity/media", "posts_1.json"),
        ("ig/your_instagram_activity/media", "."),
    ] {
        let run = shell.run_in(&shell.folder.join(folder), &["import", named], "");
        assert_eq!((run.code, run.count("refused")), (0, 0), "{folder} {named}: {run:?}");
    }
    assert!(server.lines().iter().all(|post| post["author"]["username"] == "reef.watch"));
}
