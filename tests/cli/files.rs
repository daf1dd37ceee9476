//! Files as they come: packed, broken, unknown, in folders.

use super::server::Server;
use super::shell::Shell;
use serde_json::Value;
use std::io::Write;

/// A canonical line.
pub(crate) const POST: &str = "{\"platform\":\"x\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\"},\"published_at\":\"2026-01-01T00:00:00Z\"}\n";

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
        ("b.zip", b"PK\x03\x04abc", "can't be read further: "),
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
        ("g.gz", b"\x1f\x8b\x08\0\0", "can't be read further: "),
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
