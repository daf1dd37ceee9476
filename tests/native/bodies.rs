//! Bodies of posts: bad lines among good ones, and how large they may be.

use crate::api::{line, load, operator, outcome};
use crate::loading::{became, rows, stored, with};
use crate::sqlite::Server;
use serde_json::json;

#[test]
fn good_lines_are_stored_and_the_others_named_by_their_number() {
    let server = Server::default();
    let lines = [
        "",
        &line("1", "reef", "a"),
        "{",
        &with(&json!({"likes_cuont": 1})),
        "\r",
        &line("2", "reef", "b").replace('\n', "\r"),
        "[]",
    ];
    let loaded = load(&server, &lines.map(|line| line.trim_end_matches('\n').to_owned()).join("\n"));
    assert_eq!(became(&loaded), [2, 0, 0, 0, 3]);
    let named: Vec<_> =
        loaded["rejected"].as_array().unwrap().iter().map(|line| (&line["line"], &line["code"])).collect();
    let expected = [
        (json!(3), json!("INVALID_JSON")),
        (json!(4), json!("UNKNOWN_KEY")),
        (json!(7), json!("NOT_AN_OBJECT")),
    ];
    assert_eq!(named, expected.iter().map(|(line, code)| (line, code)).collect::<Vec<_>>());
    assert_eq!(rows(&server)[0], 2);
}

fn refused(server: &Server, body: &[u8]) -> (u16, String) {
    let refused = outcome(&operator(server, "POST", "/operator/v1/posts", body));
    assert_eq!(rows(server), [0; 5]);
    refused
}

#[test]
fn a_body_over_a_limit_is_refused_and_nothing_of_it_stored() {
    let server = Server::default();
    let too_large = (413, "PAYLOAD_TOO_LARGE".to_owned());
    let many: String = (0..1_001).map(|id| line(&id.to_string(), "reef", "")).collect();
    assert_eq!(refused(&server, many.as_bytes()), too_large);
    let long = with(&json!({})) + &" ".repeat(1 << 20);
    assert_eq!(refused(&server, &long.as_bytes()[..=1 << 20]), too_large);
    assert_eq!(became(&load(&server, &long[..1 << 20])), [1, 0, 0, 0, 0]);
    let most: String = (0..1_000).map(|id| line(&id.to_string(), "reef", "")).collect();
    assert_eq!(became(&load(&server, &most)), [999, 0, 1, 0, 0]);
}

#[test]
fn a_mebibyte_of_quotes_and_newlines_is_loaded() {
    let server = Server::default();
    let content = "\"\\\n".repeat(21_845);
    let lines: String = (0..7).map(|id| line(&id.to_string(), "reef", &content)).collect();
    assert!((900_000..1 << 20).contains(&lines.len()), "{}", lines.len());
    assert_eq!(became(&load(&server, &lines)), [7, 0, 0, 0, 0]);
    assert_eq!(stored(&server, "x:3")["content"], content);
}

#[test]
fn the_largest_line_there_can_be_is_loaded() {
    let server = Server::default();
    let quotes = "\"".repeat(2_048);
    let file = json!({"type": "image", "url": quotes, "preview_url": quotes, "alt_text": quotes});
    let line = with(&json!({"content": "\"".repeat(65_536), "media": vec![file; 74]}));
    assert!((1_030_000..1 << 20).contains(&line.len()), "{}", line.len());
    assert_eq!(became(&load(&server, &line)), [1, 0, 0, 0, 0]);
    assert_eq!(stored(&server, "x:1")["media"][73]["alt_text"], quotes);
}
