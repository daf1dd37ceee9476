//! What holds for every format.

mod arbitrary_values;
mod awkward;
mod damage;
mod similar_formats;

use super::unpacked::UnpackedFile;
use super::*;
use crate::time::Timestamp;
use serde_json::json;
use std::sync::Arc;

pub(crate) const NOW: Timestamp = Timestamp(1_795_000_000_000);

pub(crate) fn settings() -> Settings {
    Settings::at(NOW)
}

/// An object with the keys of another put over its own.
pub(crate) fn over(mut object: Value, other: Value) -> Value {
    let (Value::Object(keys), Value::Object(other)) = (&mut object, other) else { panic!("no object") };
    keys.extend(other);
    object
}

/// The post that an item has to be.
pub(crate) fn post(item: Outcome) -> PostLine {
    match item {
        Ok(Item::Post(found)) => found.post,
        other => panic!("expected a post, got {other:?}"),
    }
}

/// The code of the error that an item has to be.
pub(crate) fn code(item: Outcome) -> &'static str {
    item.expect_err("an error").code
}

/// What a file gives: its format's name, and what each element became. Other files of its export come first.
pub(crate) fn read(files: &[&[u8]], settings: &Settings) -> (&'static str, Vec<Outcome>) {
    keep_as_seeds(files);
    let last =
        UnpackedFile::new(files.last().expect("a file"), FORMATS).unwrap_or_else(|error| panic!("{error}"));
    (last.recognised().format.name, unpacked::convert_files(files, FORMATS, settings).unwrap())
}

/// Keeps the files of tests as seeds for fuzzing, by format, where `POSTERN_SEEDS` names a folder for them.
fn keep_as_seeds(files: &[&[u8]]) {
    let Some(folder) = std::env::var_os("POSTERN_SEEDS").map(std::path::PathBuf::from) else { return };
    for file in files.iter().filter(|file| file.len() < 8192) {
        let Ok(whole) = UnpackedFile::new(file, FORMATS) else { continue };
        let folder = folder.join(whole.recognised().format.name);
        std::fs::create_dir_all(&folder).unwrap();
        let name = base16ct::lower::encode_string(&<sha2::Sha256 as sha2::Digest>::digest(file)[..6]);
        std::fs::write(folder.join(name), file).unwrap();
    }
}

/// The posts among what a file gives; it must refuse nothing.
pub(crate) fn posts(files: &[&[u8]], settings: &Settings) -> (&'static str, Vec<PostLine>) {
    let (format, outcomes) = read(files, settings);
    let posts = outcomes.into_iter().filter_map(|outcome| match outcome {
        Ok(Item::Post(found)) => Some(found.post),
        Ok(_) => None,
        Err(error) => panic!("{error}"),
    });
    (format, posts.collect())
}

fn part(format: &Format) -> &'static Part {
    let posts = Format::from_name(format.name).unwrap().parts.iter().find(|part| part.has_posts());
    posts.unwrap()
}

fn convert(format: &Format, text: &str) -> Outcome {
    source::convert(&source::Content::Json(text.into()), part(format), &settings()).0
}

#[test]
fn formats_are_known_by_name_in_any_case() {
    for format in FORMATS {
        assert_eq!(Format::from_name(&format.name.to_uppercase()), Some(*format));
    }
    assert_eq!(Format::from_name("docx"), None);
}

#[test]
fn formats_have_names_of_their_own_and_a_line_that_says_what_they_are() {
    let mut names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FORMATS.len());
    for format in FORMATS {
        assert!(!format.description.contains('\n') && format.description.len() <= 110, "{format}");
        assert!(!format.networks.is_empty() && format.parts.iter().any(Part::has_posts), "{format}");
        assert!(
            format.parts.iter().all(
                |part| !part.at.is_empty() && (!part.signatures.is_empty() || *format == &mapped::FORMAT)
            ),
            "{format}"
        );
    }
}

#[test]
fn canonical_lines_are_read_as_the_service_reads_them() {
    let line = r#"{"id":"ignored","platform":"twitter","platform_post_id":"7","author":{"username":"a"},"published_at":"1999-01-01T00:00:00Z"}"#;
    let read = post(convert(&canonical::FORMAT, line));
    assert_eq!((read.platform.name(), read.platform_post_id.as_str()), ("twitter", "7"));
    for (line, expected) in [
        ("oops", "INVALID_JSON"),
        ("[]", "NOT_AN_OBJECT"),
        (r#"{"platform":"x","platfrom_post_id":"7"}"#, "UNKNOWN_KEY"),
        (
            r#"{"platform":"x","platform_post_id":"7","published_at":"2026-01-01T00:00:00Z"}"#,
            "MISSING_AUTHOR",
        ),
    ] {
        assert_eq!(code(convert(&canonical::FORMAT, line)), expected, "{line}");
    }
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    for (text, expected) in [
        ("oops", "expected JSON, got a syntax error at column 1 (expected value)"),
        ("{\"a\":\n 1 2}", "expected JSON, got a syntax error at line 2 column 4 (expected `,` or `}`)"),
        ("{\"a", "expected JSON, got a syntax error at column 3 (it ends in the middle)"),
        ("{\"a\":nope}", "expected JSON, got a syntax error at column 7 (expected true, false or null)"),
    ] {
        for format in [&canonical::FORMAT, &zeeschuimer::FORMAT] {
            let error = convert(format, text).unwrap_err();
            assert_eq!((error.code, error.reason.as_str()), ("INVALID_JSON", expected));
        }
    }
}

#[test]
fn what_is_no_object_is_refused_by_every_format() {
    for format in FORMATS {
        assert_eq!(code(convert(format, "{\"a\":")), "INVALID_JSON", "{format}");
        assert_eq!(code(convert(format, "null")), "NOT_AN_OBJECT", "{format}");
    }
}

#[test]
fn a_file_is_read_from_its_bytes_however_it_is_packed() {
    let line = r#"{"platform":"x","platform_post_id":"7","author":{"username":"a"},"published_at":"2026-01-01T00:00:00Z"}"#;
    let text = format!("{line}\n{line}{line}\n{{\"platf");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packer, text.as_bytes()).unwrap();
    for file in [
        text.clone().into_bytes(),
        packer.finish().unwrap(),
        text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ] {
        let (format, outcomes) = read(&[&file], &settings());
        assert_eq!((format, outcomes.len()), ("canonical", 4));
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 3);
        assert_eq!(code(outcomes.into_iter().next_back().unwrap()), "INVALID_JSON");
    }
    let (_, two) = posts(&[format!("[{line},{line}]").as_bytes()], &settings());
    assert_eq!(two.len(), 2);
}

#[test]
fn slips_in_an_element_are_repaired_and_counted() {
    let text = r#"{"source_platform": "gab.com", "data": {"a": NaN,},}"#;
    let (outcome, repairs) =
        source::convert(&source::Content::Json(text.into()), part(&zeeschuimer::FORMAT), &settings());
    assert_eq!((code(outcome), repairs.slips), ("UNSUPPORTED_PLATFORM", 3));
}

#[test]
fn zeeschuimer_items_are_read_by_their_network() {
    let line = |platform: &str, data: Value| {
        json!({"nav_index": "1:2:0", "item_id": "1", "timestamp_collected": 1_697_110_676_723_i64,
            "source_platform": platform, "source_url": "https://secret.example", "data": data})
    };
    let video = json!({"id": "7300000000000000001", "desc": "hi", "createTime": "1699663698",
        "author": {"uniqueId": "reef"}, "stats": {}});
    let read = post(zeeschuimer::convert(&line("tiktok.com", video), &settings()));
    assert_eq!(read.collected_at.map(|time| time.to_string()), Some("2023-10-12T11:37:56.723Z".into()));
    assert!(!format!("{read:?}").contains("secret"));
    let other = zeeschuimer::convert(&line("gab.com", json!({})), &settings());
    assert_eq!(code(other), "UNSUPPORTED_PLATFORM");
    let comment = zeeschuimer::convert(&line("tiktok-comments", json!({})), &settings());
    assert_eq!(comment, Ok(Item::Skipped("comment")));
}
