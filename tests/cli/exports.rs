//! What networks give the owners of accounts: whole, in parts, in zips, of several people.

use super::files::POST;
use super::server::Server;
use super::shell::{Shell, fixture, import};
use serde_json::{Value, json};
use std::io::Write;

/// A zip of files.
pub(crate) fn zipped(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(crate) fn archive(names: &[&str], top: &str) -> Vec<u8> {
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
            "the files name different owners, tidepool_diary (zips/1.zip/data/account.js) and somebody"
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
        let message = format!("warning: {root}: it contains web pages and nothing that can be imported");
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
        run.err.contains("cut.zip: can't be read further: the zip is damaged, or was not downloaded"),
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

#[test]
fn a_post_on_linkedin_that_an_earlier_run_stored_under_another_id_is_updated() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let id = |seconds: i64| ((1_740_455_000_000 + seconds * 1000) << 22) + 1_234_567 + seconds;
    let row = |share: i64| {
        format!(
            "2025-02-25 03:43:20,https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A{share},Low tide,,,MEMBER_NETWORK\n"
        )
    };
    let rows: String = (0..5).map(|place| row(id(place * 60))).collect();
    shell.file("Shares.csv", format!("Date,ShareLink,ShareCommentary,SharedUrl,MediaUrl,Visibility\n{rows}"));
    let run = shell.run("import Shares.csv --author ada-keel");
    assert_eq!((run.code, run.count("new")), (0, 5), "{run:?}");

    // The same posts as a scraper sees them, a fifth of a second later, and one more.
    let item = |activity: i64| {
        json!({"urn": {"activity_urn": activity.to_string(), "share_urn": null, "ugcPost_urn": null},
            "posted_at": {"timestamp": 1_740_455_000_000_i64}, "text": "Low tide", "post_type": "regular",
            "author": {"username": "ada-keel", "first_name": "Ada"}, "stats": {"total_reactions": 41, "comments_count": 2}})
    };
    let items: Vec<Value> = (0..6).map(|place| item(id(place * 60) + (200 << 22))).collect();
    shell.file("scraped.json", json!(items).to_string());
    let dry = shell.run("import scraped.json --dry-run");
    assert_eq!(dry.code, 0, "{dry:?}");
    let run = shell.run("import scraped.json");
    assert_eq!((run.code, run.count("new"), run.count("updated")), (0, 1, 5), "{run:?}");
    let asked = server.requests().into_iter().filter(|request| request.method == "GET").count();
    assert_eq!(asked, 1 + 3, "the author is asked for once in each run, page by page");
}
