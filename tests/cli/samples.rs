//! Real files, if there are some: `POSTERN_SAMPLES` names a folder with samples and an `EXPECTED.json`, which lists
//! by folder the posts that should come out. Keys that it leaves out are not compared.

use super::server::Server;
use super::shell::Shell;
use postern::posts::post::tags::hashtags;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn samples() -> Option<PathBuf> {
    let folder = std::env::var_os("POSTERN_SAMPLES").map(PathBuf::from);
    if folder.is_none() {
        println!("POSTERN_SAMPLES is not set: nothing to compare with");
    }
    folder
}

#[test]
fn samples_give_what_is_expected() {
    let Some(folder) = samples() else { return };
    let expected: Value =
        serde_json::from_slice(&std::fs::read(folder.join("EXPECTED.json")).unwrap()).unwrap();
    for (name, expected) in expected.as_object().unwrap() {
        let expected = expected.as_array().unwrap();
        // A file that is recognised and has no post is worth a warning.
        let code = i32::from(expected.is_empty());
        compare(name, &imported(&folder.join(name), code), expected);
    }
}

/// What is sent for a file or folder: the last line of each post. Somebody is the author where it names none.
fn imported(folder: &Path, code: i32) -> Vec<Value> {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let import = ["import", folder.to_str().unwrap(), "--author", "somebody"];
    let run = shell.run_in(&shell.folder, &import, "");
    assert_eq!(run.code, code, "{run:?}");
    let mut posts: Vec<Value> = Vec::new();
    for line in server.lines() {
        posts.retain(|post| post["platform_post_id"] != line["platform_post_id"]);
        posts.push(line);
    }
    let again = shell.run_in(&shell.folder, &import, "");
    assert_eq!((again.count("new"), again.count("updated")), (0, 0), "{again:?}");
    posts
}

fn compare(name: &str, posts: &[Value], expected: &[Value]) {
    assert_eq!(posts.len(), expected.len(), "{name}");
    for expected in expected {
        let id = &expected["platform_post_id"];
        let post = posts
            .iter()
            .find(|post| post["platform_post_id"] == *id)
            .unwrap_or_else(|| panic!("{name}: {id}"));
        for (key, value) in expected.as_object().unwrap() {
            let came = &post[key];
            let same = match key.as_str() {
                // Where the source has no list of them, they are those in the text.
                "hashtags" if came.is_null() => {
                    json!(hashtags(post["content"].as_str().unwrap_or_default())) == *value
                }
                "content" => without_links(came) == without_links(value),
                "author" => includes(came, value),
                "media" => {
                    let (came, value) = (came.as_array().unwrap(), value.as_array().unwrap());
                    came.len() == value.len()
                        && came.iter().zip(value).all(|(came, value)| includes(came, value))
                }
                _ => came == value,
            };
            assert!(same, "{name}: {id}: {key}: expected {value}, got {came}");
        }
    }
}

/// Whether what is expected came. The author that the operator names is in no list, and neither is the name that is
/// shown of one where it comes from another file of the export.
fn includes(came: &Value, expected: &Value) -> bool {
    let left_out = |key: &str| came[key] == "somebody" || key == "display_name";
    let same = |key: &String, value: &Value| came[key] == *value || value.is_null() && left_out(key);
    expected.as_object().unwrap().iter().all(|(key, value)| same(key, value))
}

/// Text without links: the lists have short ones, where the importer writes them out and drops those to own media.
fn without_links(text: &Value) -> String {
    let words = text.as_str().unwrap_or_default().split([' ', '\n']);
    words
        .filter(|word| !word.starts_with("https://") && !word.starts_with("http://"))
        .collect::<Vec<_>>()
        .join(" ")
}
