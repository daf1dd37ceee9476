//! Files in memory, as a web page reads them, give the posts that the command line stores of the same files on a disk.

use super::exports::{archive, zipped};
use super::files::POST;
use super::server::Server;
use super::shell::{Shell, fixture};
use postern::formats::files::Filter;
use postern::formats::files::memory::{Files, ImportResult};
use postern::formats::mapped;
use postern::formats::mapped::Mapping;
use postern::formats::value::zone::Zone;
use postern::formats::{Format, Include, Settings};
use postern::posts::post::line;
use postern::posts::post::merge::{Change, merge};
use postern::posts::post::{Post, post_id};
use postern::time::Timestamp;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The files of a folder and of those in it.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| files(&path)).collect()
}

fn modified(path: &Path) -> Timestamp {
    let since = std::fs::metadata(path).unwrap().modified().unwrap().duration_since(UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap())
}

/// Gives a file, and of its bytes what is asked for.
fn load(files: &mut Files, name: &str, path: &Path) {
    let bytes = std::fs::read(path).unwrap();
    let number = files.add(name, bytes.len() as u64, Some(modified(path)));
    loop {
        let ranges = files.missing_ranges(number);
        if ranges.is_empty() {
            return files.recognise(number);
        }
        for (from, to) in ranges {
            let range = usize::try_from(from).unwrap()..usize::try_from(to).unwrap();
            files.supply(number, from, bytes[range].to_vec());
        }
    }
}

/// What is read in memory of some names in a shell's folder, with the options of a command line.
fn read(shell: &Shell, names: &[&str], options: &[&str], now: Timestamp) -> ImportResult {
    let mut settings = Settings::at(now);
    let (mut filter, mut format) = (Filter::default(), None);
    for pair in options.chunks(2) {
        match pair {
            ["--author", name] => settings.author = Some((*name).to_owned()),
            ["--format", name] => format = Format::from_name(name),
            ["--tz", name] => settings.zone = Zone::named(name),
            ["--include", "deleted"] => settings.include = Include { deleted: true, ..settings.include },
            ["--include", "memories"] => settings.include = Include { memories: true, ..settings.include },
            ["--exclude", "reposts"] => filter.exclude.reposts = true,
            ["--since", time] => filter.since = Timestamp::parse(time).ok(),
            ["--map", map] => {
                (settings.mapping, format) = (map.parse::<Mapping>().unwrap(), Some(&mapped::FORMAT));
            }
            other => panic!("{other:?}"),
        }
    }
    let mut memory = Files::new(settings, filter, format);
    for path in names.iter().flat_map(|name| files(&shell.folder.join(name))) {
        let name = path.strip_prefix(&shell.folder).unwrap().to_str().unwrap();
        load(&mut memory, name, &path);
    }
    memory.start();
    while memory.next().is_some() {
        memory.import_next();
    }
    memory.finish()
}

/// The posts that a service has after some lines.
fn stored(lines: Vec<Value>, now: Timestamp) -> BTreeMap<String, Post> {
    let mut posts: BTreeMap<String, Post> = BTreeMap::new();
    for line in lines {
        let line = line::parse(line.to_string().as_bytes()).unwrap();
        let id = post_id(line.platform.network, &line.platform_post_id);
        if let Change::Inserted(post) | Change::Updated(post) = merge(posts.get(&id), line, now) {
            posts.insert(id, post);
        }
    }
    posts
}

/// Reads the same by the command line and in memory. Answers how many posts there were.
fn same(shell: &Shell, names: &[&str], options: &[&str]) -> usize {
    let server = Server::keeping_posts();
    let shell_of = Shell::of(&server);
    let now = Timestamp(modified(&shell.file("now", "")).0 + 1);
    let arguments = [&["--json", "import"], names, options].concat();
    let run = shell_of.run_in(&shell.folder, &arguments, "");
    let gave = read(shell, names, options, now);
    let what = format!("{names:?} {options:?}: {run:?}\n{:#?}", gave.files);
    let told: Value = serde_json::from_str(&run.out).unwrap();
    let posts: BTreeMap<String, Post> =
        gave.posts.iter().map(|post| (post.id.clone(), post.clone())).collect();
    assert_eq!(posts.len(), gave.posts.len(), "{what}");
    assert_eq!(posts, stored(server.lines(), now), "{what}");
    let sum =
        |of: fn(&postern::formats::files::memory::Report) -> u64| gave.files.iter().map(of).sum::<u64>();
    assert_eq!(sum(|file| file.refusals), told["refused"].as_u64().unwrap(), "{what}");
    assert_eq!(sum(|file| file.posts), server.lines().len() as u64, "{what}");
    let broken = ["broken", "unrecognised"].map(|key| told["files"][key].as_u64().unwrap());
    let barren = told["folders"]["barren"].as_u64().unwrap();
    let errors = sum(|file| file.error.is_some().into());
    let folders = gave.warnings.iter().filter(|text| text.contains("nothing that can be imported")).count();
    assert_eq!(errors + folders as u64, broken.iter().sum::<u64>() + barren, "{what}");
    assert_eq!(sum(|file| file.passed_over), told["files"]["ignored"].as_u64().unwrap(), "{what}");
    let of_exports = |text: &&str| text.contains("manifest lists") || text.contains("different owners");
    let warned: BTreeSet<String> = run
        .err
        .lines()
        .filter_map(|line| line.strip_prefix("warning: "))
        .filter(of_exports)
        .map(|text| text.replace("--author", "the option author"))
        .collect();
    let warnings = gave.warnings.iter().map(String::as_str).filter(of_exports).map(str::to_owned);
    assert_eq!(warnings.collect::<BTreeSet<_>>(), warned, "{what}");
    let mut skipped: BTreeMap<&str, u64> = BTreeMap::new();
    for (reason, count) in gave.files.iter().flat_map(|file| &file.skipped) {
        let reason = match *reason {
            "repost (exclude)" => "repost (--exclude)",
            "before fromDate" => "before --since",
            other => other,
        };
        *skipped.entry(reason).or_default() += count;
    }
    assert_eq!(serde_json::json!(skipped), told["skipped"]["reasons"], "{what}");
    posts.len()
}

fn copy(shell: &Shell, from: &Path, to: &str) {
    for path in files(from) {
        let name = path.strip_prefix(from).unwrap().to_str().unwrap();
        shell.file(&format!("{to}/{name}"), std::fs::read(&path).unwrap());
    }
}

#[test]
fn every_seed_of_every_format_gives_the_same_posts() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let shell = Shell::new();
    copy(&shell, &seeds, "seeds");
    let mut posts = 0;
    for entry in std::fs::read_dir(&seeds).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let folder = format!("seeds/{name}");
        posts += same(&shell, &[&folder], &["--author", "somebody"]);
        if Format::from_name(&name).is_some_and(|format| format != &mapped::FORMAT) {
            same(&shell, &[&folder], &["--author", "somebody", "--format", &name, "--tz", "Europe/Vienna"]);
        }
    }
    assert!(posts > 70, "{posts}");
    // All at once: posts of several formats become one.
    let all = same(&shell, &["seeds"], &["--author", "somebody"]);
    assert!((10..posts).contains(&all), "{all}");
}

#[test]
fn exports_in_folders_and_zips_give_the_same_posts() {
    let shell = Shell::new();
    let text = |name: &str| std::fs::read_to_string(fixture("x_archive/data") + "/" + name).unwrap();
    let somebody = text("account.js").replace("tidepool_diary", "somebody");
    copy(&shell, Path::new(&fixture("x_archive")), "x");
    assert_eq!(same(&shell, &["x"], &[]), 6);
    assert_eq!(same(&shell, &["x"], &["--include", "deleted", "--exclude", "reposts"]), 6);
    assert_eq!(same(&shell, &["x"], &["--since", "2025-02-20T00:00:00Z"]), 2);
    let whole = ["account.js", "manifest.js", "note-tweet.js", "tweets-part1.js", "tweets.js"];
    shell.file("whole.zip", archive(&whole, ""));
    shell.file("below.zip", archive(&whole, "twitter-2025-03-01/"));
    shell.file("part1.zip", archive(&["account.js", "note-tweet.js", "tweets.js"], ""));
    shell.file("part2.zip", archive(&["tweets-part1.js"], ""));
    assert_eq!(same(&shell, &["whole.zip"], &[]), 5);
    assert_eq!(same(&shell, &["below.zip"], &[]), 5);
    assert_eq!(same(&shell, &["part1.zip", "part2.zip"], &[]), 5);
    shell.file("all/a/data/account.js", text("account.js"));
    shell.file("all/a/data/tweets.js", text("tweets.js"));
    shell.file("all/b/data/account.js", &somebody);
    shell.file("all/b/data/community-tweet.js", text("community-tweet.js"));
    shell.file("all/c/data/tweets.js", text("tweets-part1.js"));
    assert_eq!(same(&shell, &["all"], &[]), 5);
    shell.file("zips/1.zip", archive(&["account.js"], ""));
    shell.file("zips/2.zip", zipped(&[("data/account.js", somebody.clone().into_bytes())]));
    shell.file("zips/3.zip", archive(&["tweets.js"], ""));
    assert_eq!(same(&shell, &["zips"], &[]), 0);
    assert_eq!(same(&shell, &["zips"], &["--author", "who"]), 4);
    assert_eq!(same(&shell, &["zips", "x", "all", "whole.zip"], &[]), 6);
}

#[test]
fn what_is_damaged_or_no_export_is_said_of_as_many_files() {
    let shell = Shell::new();
    let whole = zipped(&[("a.ndjson", POST.into())]);
    let mut locked = whole.clone();
    locked[6] |= 1;
    let list = locked.windows(4).position(|at| at == b"PK\x01\x02").unwrap();
    locked[list + 8] |= 1;
    for (name, bytes) in [
        ("cut.zip", &whole[..whole.len() - 30]),
        ("locked.zip", &locked),
        ("nested.zip", &zipped(&[("in.zip", whole.clone()), ("b.ndjson", POST.into())])),
        ("pages.zip", &zipped(&[("content/posts_1.html", b"<html></html>".to_vec())])),
        ("empty.ndjson", b""),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("a.gz", b"\x1f\x8b\x08\0\0"),
        ("other.json", b"{\"some\":1,\"thing\":{}}"),
        ("mapped.csv", b"Key,Who,When\n1,reef,2024-05-01T10:00:00Z\n1,reef,2024-05-01T10:00:00Z\n"),
        ("in/picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("in/pictures.zip", &zipped(&[("a.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec())])),
        ("in/__MACOSX/x.json", b"{}"),
        ("in/notes.txt", b"hello"),
    ] {
        shell.file(name, bytes);
    }
    for name in [
        "cut.zip",
        "locked.zip",
        "nested.zip",
        "pages.zip",
        "empty.ndjson",
        "picture.png",
        "a.gz",
        "other.json",
        "mapped.csv",
    ] {
        let posts = same(&shell, &[name], &[]);
        assert_eq!(posts, usize::from(name == "nested.zip"), "{name}");
    }
    assert_eq!(same(&shell, &["mapped.csv"], &["--map", "platform=:tiktok,id=Key,author=Who,time=When"]), 1);
}

/// Where a file of an export may lie, with the zip that it may be in.
const PLACES: [(&str, &str); 9] = [
    ("in/", ""),
    ("in/a/", ""),
    ("in/a/data/", ""),
    ("in/b/data/", ""),
    ("in/a/x.zip", "data/"),
    ("in/x.zip", "data/"),
    ("in/y.zip", "a/data/"),
    ("z.zip", "data/"),
    ("z.zip", "b/"),
];

/// What may lie there: parts of archives of two people, and what is no part of any.
fn pieces() -> Vec<(&'static str, Vec<u8>)> {
    let text = |name: &str| std::fs::read_to_string(fixture("x_archive/data") + "/" + name).unwrap();
    let names =
        ["account.js", "manifest.js", "tweets.js", "tweets-part1.js", "note-tweet.js", "community-tweet.js"];
    let mut pieces: Vec<_> = names.map(|name| (name, text(name).into_bytes())).into();
    let somebody = text("account.js").replace("tidepool_diary", "somebody");
    pieces.push(("account-2.js", somebody.into_bytes()));
    pieces.push(("more.js", text("tweets.js").replace("189400000", "189500000").into_bytes()));
    pieces.push(("picture.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec()));
    pieces.push(("post.ndjson", POST.into()));
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_arrangement_of_the_files_of_exports_gives_the_same_posts(
        laid in proptest::collection::vec((0..10_usize, 0..PLACES.len()), 1..12)
    ) {
        let (shell, pieces) = (Shell::new(), pieces());
        let mut zips: BTreeMap<&str, BTreeMap<String, Vec<u8>>> = BTreeMap::new();
        shell.file("in/notes.txt", "hello");
        for (piece, place) in laid {
            let ((name, bytes), (path, within)) = (&pieces[piece], PLACES[place]);
            if path.ends_with('/') {
                shell.file(&format!("{path}{name}"), bytes);
            } else {
                zips.entry(path).or_default().insert(format!("{within}{name}"), bytes.clone());
            }
        }
        for (path, files) in &zips {
            let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
            shell.file(path, zipped(&files));
        }
        let names: &[&str] = if zips.contains_key("z.zip") { &["in", "z.zip"] } else { &["in"] };
        same(&shell, names, &[]);
    }
}
