//! Awkward files, if there are some: `POSTERN_AWKWARD` names a folder with files and a `CASES.json`, which says of each what
//! should come out of it.

use super::*;
use crate::formats::files::Filter;
use crate::formats::files::memory::{Files, ImportResult};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[test]
fn awkward_files_give_what_is_expected() {
    let Some(folder) = std::env::var_os("POSTERN_AWKWARD").map(PathBuf::from) else {
        println!("POSTERN_AWKWARD is not set: nothing to compare with");
        return;
    };
    let cases: Value = serde_json::from_slice(&std::fs::read(folder.join("CASES.json")).unwrap()).unwrap();
    let only = std::env::var_os("POSTERN_CASES").unwrap_or_default().into_string().unwrap();
    let mut faults = Vec::new();
    for case in cases.as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        if only.is_empty() || only.split(',').any(|start| name.starts_with(start)) {
            compare(&folder, name, case, &mut faults);
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn walk(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| walk(&path)).collect()
}

fn read_all(folder: &Path, name: &str, case: &Value) -> ImportResult {
    let author = case["options"]["author"].as_str().map(str::to_owned);
    let now = Timestamp::parse("2026-11-29T12:00:00Z").unwrap();
    let mut files = Files::new(Settings { author, ..Settings::at(now) }, Filter::default(), None);
    for path in walk(&folder.join(name)) {
        let bytes = std::fs::read(&path).unwrap();
        let shown = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        let number = files.add(&shown, bytes.len() as u64, None);
        loop {
            let ranges = files.missing_ranges(number);
            if ranges.is_empty() {
                break;
            }
            for (from, to) in ranges {
                let part = bytes[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()].to_vec();
                files.supply(number, from, part);
            }
        }
        files.recognise(number);
    }
    for _ in 0..files.start() {
        files.import_next();
    }
    files.finish()
}

fn compare(folder: &Path, name: &str, case: &Value, faults: &mut Vec<String>) {
    let gave = read_all(folder, name, case);
    let mut check = |good: bool, what: String| {
        if !good {
            faults.push(format!("{name}: {what}"));
        }
    };
    let posts: HashMap<String, Value> = gave
        .posts
        .iter()
        .map(|post| serde_json::to_value(post).unwrap())
        .map(|post| (post["platform_post_id"].as_str().unwrap().to_owned(), post))
        .collect();
    if let Some(count) = case["count"].as_u64() {
        check(
            posts.len() as u64 == count,
            format!("{} posts and not {count}: {:?}", posts.len(), gave.files),
        );
    }
    let refused: u64 = gave.files.iter().map(|file| file.refusals + u64::from(file.error.is_some())).sum();
    check(refused >= case["refused"].as_u64().unwrap_or_default(), format!("{refused} refused"));
    let skipped: u64 = gave.files.iter().flat_map(|file| file.skipped.values()).sum();
    check(skipped >= case["skipped"].as_u64().unwrap_or_default(), format!("{skipped} skipped"));
    for id in case["not"].as_array().into_iter().flatten() {
        check(!posts.contains_key(id.as_str().unwrap()), format!("{id} is a post"));
    }
    for (id, wanted) in case["posts"].as_object().into_iter().flatten() {
        let Some(post) = posts.get(id) else {
            check(false, format!("no {id} among {:?}: {:?}", posts.keys(), gave.files));
            continue;
        };
        for (key, value) in wanted.as_object().unwrap() {
            let text = |key: &str| post[key].as_str().unwrap_or_default().to_owned();
            let good = match key.as_str() {
                "username" => post["author"]["username"] == *value,
                "media" => {
                    post["media"].as_array().map(Vec::len) == value.as_u64().and_then(|n| n.try_into().ok())
                }
                "text" => text("content").contains(value.as_str().unwrap()),
                "published_at" => text("published_at").starts_with(value.as_str().unwrap()),
                "approx" => value
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|name| post["approximate"].as_array().unwrap().contains(name)),
                _ => post[key] == *value,
            };
            check(good, format!("{id}: {key} is not {value}: {post}"));
        }
    }
}
