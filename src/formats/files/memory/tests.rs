use super::*;
use std::io::{Cursor, Write};

const NOW: Timestamp = Timestamp(1_795_000_000_000);

fn line(id: u32) -> String {
    format!(
        "{{\"platform\":\"x\",\"platform_post_id\":\"{id}\",\"author\":{{\"username\":\"a\"}},\"likes_count\":{id},\"published_at\":\"2026-01-01T00:00:00Z\"}}\n"
    )
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, ::zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Adds a file. Returns how many bytes of it were requested.
fn load(files: &mut Files, name: &str, bytes: &[u8]) -> u64 {
    let (number, mut loaded) = (files.add(name, bytes.len() as u64, None), 0);
    loop {
        let ranges = files.missing_ranges(number);
        if ranges.is_empty() {
            files.recognise(number);
            return loaded;
        }
        for (from, to) in ranges {
            assert!(from < to && to <= bytes.len() as u64, "{from} to {to} of {}", bytes.len());
            loaded += to - from;
            let range = usize::try_from(from).unwrap()..usize::try_from(to).unwrap();
            files.supply(number, from, bytes[range].to_vec());
        }
    }
}

fn files() -> Files {
    Files::new(Settings::at(NOW), Filter::default(), None)
}

fn read(mut files: Files) -> ImportResult {
    files.start();
    while files.next().is_some() {
        files.import_next();
    }
    files.finish()
}

/// Bytes that can't be compressed.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn of_a_zip_only_files_that_may_have_posts_are_loaded() {
    let video = noise(1 << 20);
    let posts = line(1) + &line(2);
    let bytes = zipped(&[
        ("a/1.mp4", &video),
        ("a/posts.ndjson", posts.as_bytes()),
        ("b/2.JPEG", &video),
        ("c/more.ndjson", line(3).as_bytes()),
        ("d/3.heic", &video),
    ]);
    let mut files = files();
    let loaded = load(&mut files, "export.zip", &bytes);
    assert!(loaded < 256 << 10, "{loaded} of {}", bytes.len());
    let gave = read(files);
    assert_eq!(gave.posts.len(), 3);
    let names: Vec<&str> = gave.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["export.zip", "export.zip/a/posts.ndjson", "export.zip/c/more.ndjson"]);
    assert_eq!(gave.files[0].passed_over, 3);
}

#[test]
fn a_long_list_of_files_in_a_zip_takes_few_requests() {
    let names: Vec<String> =
        (0..9000).map(|number| format!("media/a-name-of-some-length-{number:06}.jpg")).collect();
    let mut entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let post = line(1);
    entries.push(("posts.ndjson", post.as_bytes()));
    let bytes = zipped(&entries);
    let mut files = files();
    load(&mut files, "export.zip", &bytes);
    let gave = read(files);
    assert_eq!((gave.posts.len(), gave.files[0].passed_over), (1, 9000));
}

#[test]
fn of_a_picture_only_the_first_bytes_are_loaded_and_of_a_text_all() {
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0".to_vec();
    picture.extend(noise(100_000));
    let mut files = files();
    assert_eq!(load(&mut files, "a.json", &picture), 4096);
    let text: String = (0..200).map(line).collect();
    assert!(load(&mut files, "b.jpg", text.as_bytes()) >= text.len() as u64);
    assert_eq!(load(&mut files, "in/.DS_Store", &picture), 0);
    assert_eq!(load(&mut files, "empty", b""), 0);
    let gave = read(files);
    assert_eq!(gave.posts.len(), 200);
    let errors: Vec<_> = gave.files.iter().map(|file| file.error.as_deref()).collect();
    assert_eq!(
        errors,
        [
            Some("not recognised: it is neither JSON nor other text"),
            None,
            None,
            Some("not recognised: it is empty")
        ]
    );
}

#[test]
fn a_file_that_is_too_large_is_refused_and_the_rest_is_read() {
    let mut files = files();
    let large = files.add("large.json", 2 << 30, None);
    assert_eq!(files.missing_ranges(large), [(0, 4096)]);
    files.supply(large, 0, vec![b'['; 4096]);
    assert_eq!(files.missing_ranges(large), []);
    load(&mut files, "b.ndjson", line(1).as_bytes());
    let gave = read(files);
    assert_eq!(gave.posts.len(), 1);
    assert_eq!(
        gave.files[0].error.as_deref(),
        Some(
            "expected files of at most 1024 MiB in all, without pictures and videos, got more: read fewer at once"
        )
    );
}

#[test]
fn too_many_posts_end_the_import_with_a_warning() {
    let mut files = files();
    let text: String = (0..50).map(line).collect();
    load(&mut files, "a.ndjson", text.as_bytes());
    load(&mut files, "b.ndjson", line(60).as_bytes());
    files.start();
    files.run.as_mut().unwrap().collector.room = 1000;
    while files.next().is_some() {
        files.import_next();
    }
    let gave = files.finish();
    let full = "expected at most 512 MiB of posts in all, got more: read fewer files at once";
    assert!((1..50).contains(&gave.posts.len()), "{}", gave.posts.len());
    assert_eq!(gave.files[0].error.as_deref(), Some(full));
    assert_eq!(gave.warnings, [format!("b.ndjson: {full}")]);
}

#[test]
fn repeated_posts_are_merged_by_the_services_rules() {
    let mut files = files();
    let later = "{\"platform\":\"twitter\",\"platform_post_id\":\"1\",\"author\":{\"username\":\"a\",\"verified\":true},\"published_at\":\"2026-01-01T00:00:00Z\"}\n";
    load(&mut files, "a.ndjson", (line(1) + later).as_bytes());
    load(&mut files, "b.ndjson", line(1).replace("likes_count\":1", "likes_count\":9").as_bytes());
    let gave = read(files);
    let [post] = gave.posts.as_slice() else { panic!("{:?}", gave.posts) };
    assert_eq!((post.likes_count, post.author.verified), (Some(9), Some(true)));
    assert_eq!(gave.files.iter().map(|file| file.posts).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn files_of_a_folder_are_read_together_in_the_order_of_their_paths() {
    let mut files = files();
    for name in ["b/2.ndjson", "z.ndjson", "a/x.ndjson", "b/1/9.ndjson", "./b\\1\\8.ndjson"] {
        load(&mut files, name, line(1).as_bytes());
    }
    let names: Vec<String> = read(files).files.into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["b/1/8.ndjson", "b/1/9.ndjson", "b/2.ndjson", "z.ndjson", "a/x.ndjson"]);
}

#[test]
fn a_file_that_can_not_be_loaded_is_reported() {
    let mut files = files();
    let gone = files.add("gone.json", 10, None);
    files.fail(gone, "it was removed");
    assert_eq!(files.missing_ranges(gone), []);
    assert_eq!(read(files).files[0].error.as_deref(), Some("can't be read: it was removed"));
}

#[test]
fn missing_bytes_are_an_error_of_the_file() {
    let mut files = files();
    let text = files.add("a.ndjson", 100, None);
    files.recognise(text);
    let zip = zipped(&[("a.ndjson", line(1).as_bytes())]);
    let number = files.add("b.zip", zip.len() as u64, None);
    files.supply(number, 0, zip[..50].to_vec());
    files.recognise(number);
    let gave = read(files);
    assert_eq!(gave.posts.len(), 0);
    assert!(
        gave.files.iter().all(|file| file.error.as_deref().unwrap().starts_with("can't be read further: "))
    );
}

#[test]
fn errors_of_zips_say_what_to_do() {
    let whole = zipped(&[("a.ndjson", line(1).as_bytes())]);
    let error = |bytes: &[u8]| {
        let mut files = files();
        load(&mut files, "a.zip", bytes);
        read(files).files.into_iter().find_map(|file| file.error).unwrap()
    };
    let damaged =
        "can't be read further: the zip is damaged, or was not downloaded completely: download it again";
    assert_eq!(error(&whole[..whole.len() - 30]), damaged);
    let mut other = whole.clone();
    // The compression methods in the file's header and in the list.
    other[8] = 12;
    let list = other.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    other[list + 10] = 12;
    let expected = "can't be read further: it is packed in a way that is not supported: unpack the zip, and import the files in it";
    assert_eq!(error(&other), expected);
}

#[test]
fn an_archive_that_is_added_twice_is_compared_with_its_manifest_once() {
    let archive = zipped(&[
        ("data/account.js", br#"window.YTD.account.part0 = [{"account":{"username":"kelp","accountId":"1"}}]"#),
        (
            "data/manifest.js",
            br#"window.__THAR_CONFIG = {"dataTypes":{"tweets":{"files":[{"fileName":"data/tweets.js","globalName":"YTD.tweets.part0","count":"2"}]}}}"#,
        ),
        (
            "data/tweets.js",
            br#"window.YTD.tweets.part0 = [{"tweet":{"id_str":"1894000000000000101","created_at":"Mon Feb 24 10:00:00 +0000 2025","full_text":"a"}}]"#,
        ),
    ]);
    let mut files = files();
    for _ in 0..2 {
        load(&mut files, "x.zip", &archive);
    }
    let gave = read(files);
    assert_eq!(gave.posts.len(), 1);
    assert_eq!(gave.warnings, ["data/tweets.js: the archive's manifest lists 2 posts, 1 were read"]);
}
