//! `postern export`.

use super::server::{Reply, Request, Server, error};
use super::shell::Shell;
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn line(number: usize) -> String {
    let post = json!({"platform": "x", "id": format!("x:{number}"), "platform_post_id": number.to_string(),
        "author": {"username": "a"}, "content": "kelp\u{2028}\u{1b}", "published_at": "2026-03-01T00:00:00.000Z"});
    format!("{post}\n")
}

fn lines(numbers: core::ops::Range<usize>) -> String {
    numbers.map(line).collect()
}

/// A page of two of five posts, after the one that the cursor says.
fn page(request: &Request) -> Reply {
    assert_eq!(
        (request.method.as_str(), request.headers["accept"].as_str()),
        ("GET", "application/x-ndjson")
    );
    let start = request.path.split("cursor=after-").nth(1).map_or(0, |cursor| cursor.parse().unwrap());
    let end = (start + 2).min(5);
    let mut headers = vec![("Content-Type", "application/x-ndjson".to_owned())];
    headers.extend((end < 5).then(|| ("X-Next-Cursor", format!("after-{end}"))));
    (200, headers, Value::String(lines(start..end)))
}

/// A server that answers so many pages and then, once, a fault of its own.
fn breaking_after(pages: usize) -> Server {
    let calls = Arc::new(AtomicUsize::new(0));
    Server::answering(move |request| match calls.fetch_add(1, Ordering::Relaxed) {
        call if call == pages => error(500, "INTERNAL_ERROR", "something is wrong"),
        _ => page(request),
    })
}

fn paths(server: &Server) -> Vec<String> {
    server.requests().into_iter().map(|request| request.path).collect()
}

fn files(shell: &Shell) -> Vec<String> {
    let names = fs::read_dir(&shell.folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_page_is_written_to_standard_output_as_it_is() {
    let server = Server::answering(page);
    let run = Shell::of(&server).run("export");
    assert_eq!((run.code, run.out), (0, lines(0..5)), "{}", run.err);
    let next = |end: usize| format!("/operator/v1/posts?limit=1000&cursor=after-{end}");
    assert_eq!(paths(&server), ["/operator/v1/posts?limit=1000".to_owned(), next(2), next(4)]);
}

#[test]
fn filters_are_those_of_a_search() {
    let server = Server::answering(page);
    let shell = Shell::of(&server);
    let arguments = [
        "export",
        "--platform",
        "x",
        "--username",
        "@reef",
        "--hashtag",
        "#é",
        "--keyword",
        "-a b",
        "--from-date",
        "2026-01-01T00:00:00+01:00",
        "--to-date",
        "2026-02-01",
        "--media-type",
        "image",
        "--min-likes",
        "1",
        "--min-comments",
        "2",
    ];
    assert_eq!(shell.run_in(&shell.folder, &arguments, "").code, 0);
    assert_eq!(
        paths(&server)[0],
        "/operator/v1/posts?limit=1000&platform=x&username=@reef&hashtag=%23%C3%A9&keyword=-a%20b\
         &media_type=image&min_likes=1&min_comments=2&from_date=2026-01-01T00%3A00%3A00%2B01%3A00&to_date=2026-02-01"
    );
}

#[test]
fn a_file_is_there_once_it_is_whole() {
    let server = Server::answering(page);
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", "an older export");
    let run = shell.run("export --output posts.ndjson");
    assert_eq!((run.code, run.out.as_str()), (0, "Wrote 5 posts to posts.ndjson.\n"), "{}", run.err);
    assert_eq!(fs::read_to_string(shell.folder.join("posts.ndjson")).unwrap(), lines(0..5));
    let run = shell.run("export -o posts.ndjson --json");
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap(), json!({"posts": 5, "file": "posts.ndjson"}));
    assert_eq!(files(&shell), ["posts.ndjson"]);
}

#[test]
fn a_file_that_broke_off_is_gone_on_with() {
    let server = breaking_after(2);
    let shell = Shell::of(&server);
    shell.file("posts.ndjson", "an older export");
    assert_eq!(shell.run("export --output posts.ndjson").code, 2);
    assert_eq!(fs::read_to_string(shell.folder.join("posts.ndjson")).unwrap(), "an older export");
    // As if the process had been killed after writing, before it knew.
    let part = shell.folder.join("posts.ndjson.part");
    fs::write(&part, fs::read_to_string(&part).unwrap() + "{\"half").unwrap();
    let run = shell.run("export --output posts.ndjson");
    assert_eq!((run.code, run.out.as_str()), (0, "Wrote 5 posts to posts.ndjson.\n"), "{}", run.err);
    assert!(run.err.contains("continuing after 4 posts"), "{}", run.err);
    assert_eq!(fs::read_to_string(shell.folder.join("posts.ndjson")).unwrap(), lines(0..5));
    assert_eq!(paths(&server).len(), 4);
    assert_eq!(files(&shell), ["posts.ndjson"]);
}

#[test]
fn two_exports_to_one_file_are_refused_and_the_first_one_goes_on() {
    let server = Server::answering(page);
    let shell = Shell::of(&server);
    // As an export that runs holds it.
    let part = fs::File::create(shell.folder.join("posts.ndjson.part")).unwrap();
    part.lock().unwrap();
    let run = shell.run("export --output posts.ndjson");
    let said = "another export to posts.ndjson is running: wait for it, or choose another file";
    assert_eq!((run.code, run.err.contains(said)), (1, true), "{}", run.err);
    assert!(paths(&server).is_empty());
    drop(part);
    assert_eq!(shell.run("export --output posts.ndjson").code, 0);
    assert_eq!(fs::read_to_string(shell.folder.join("posts.ndjson")).unwrap(), lines(0..5));
}

#[test]
fn another_export_or_a_lost_part_does_not_go_on_with_it() {
    for change in ["query", "lost", "short"] {
        let server = breaking_after(1);
        let shell = Shell::of(&server);
        assert_eq!(shell.run("export --output posts.ndjson").code, 2);
        match change {
            "lost" => fs::remove_file(shell.folder.join("posts.ndjson.part")).unwrap(),
            "short" => fs::write(shell.folder.join("posts.ndjson.part"), "{").unwrap(),
            _ => {}
        }
        let filter = if change == "query" { "--platform x" } else { "" };
        let run = shell.run(&format!("export --output posts.ndjson {filter}"));
        assert_eq!((run.code, run.err.contains("continuing")), (0, false), "{}", run.err);
        assert_eq!(fs::read_to_string(shell.folder.join("posts.ndjson")).unwrap(), lines(0..5), "{change}");
        assert_eq!(files(&shell), ["posts.ndjson"]);
    }
}

#[test]
fn an_export_to_standard_output_says_how_to_go_on() {
    let server = breaking_after(1);
    let shell = Shell::of(&server);
    let run = shell.run("export");
    assert_eq!((run.code, run.out), (2, lines(0..2)));
    assert!(
        run.err.contains("2 posts were written: use --cursor after-2 to continue after them"),
        "{}",
        run.err
    );
    let rest = shell.run_in(&shell.folder, &["export", "--cursor", "after-2"], "");
    assert_eq!((rest.code, rest.out), (0, lines(2..5)));
    assert_eq!(shell.run("export --cursor a --output b").code, 2);
}

#[test]
fn a_refused_filter_is_named_and_leaves_no_file() {
    let server = Server::answering(|_| error(400, "INVALID_PARAMETER", "min_likes: expected a number"));
    let shell = Shell::of(&server);
    let run = shell.run("export --min-likes many --output posts.ndjson");
    assert_eq!((run.code, files(&shell).len()), (1, 0), "{run:?}");
    assert!(run.err.contains("min_likes: expected a number"), "{}", run.err);
}

#[test]
fn a_page_that_was_cut_or_is_not_the_services_is_not_written() {
    for (content_type, body) in
        [("application/x-ndjson", "{\"id\":\"x:1\"}\n{\"id\""), ("text/html", "<p>hello</p>\n")]
    {
        let server = Server::answering(move |_| {
            (200, vec![("Content-Type", content_type.to_owned())], Value::String(body.to_owned()))
        });
        let run = Shell::of(&server).run("export");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains("not as this service does"), "{}", run.err);
    }
}

#[test]
fn an_empty_service_gives_an_empty_file() {
    let server = Server::answering(|_| {
        (200, vec![("Content-Type", "application/x-ndjson".to_owned())], Value::String(String::new()))
    });
    let shell = Shell::of(&server);
    assert_eq!(shell.run("export -o none.ndjson").out, "Wrote 0 posts to none.ndjson.\n");
    assert_eq!(fs::read_to_string(shell.folder.join("none.ndjson")).unwrap(), "");
    let run = shell.run("export --output -");
    assert_eq!((run.code, run.out.as_str(), files(&shell).len()), (0, "", 1));
}
