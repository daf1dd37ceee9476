//! The API document names what the code has: no more and no less.

use postern::http::error::{ApiError, ValidationErrorCode};
use postern::platform::Platform;
use postern::posts::filters::FILTERS;
use postern::posts::param::{Count, Order, Sort};
use postern::posts::post::line::LineErrorCode;
use postern::posts::post::{FileType, Kind, MediaType, Post};
use postern::posts::query::Listing;
use postern::posts::shape;
use postern::store::{StorageError, json};
use serde_json::Value;
use std::collections::BTreeSet;

pub(crate) fn document() -> Value {
    serde_json::from_str(include_str!("../../www/openapi.json")).unwrap()
}

/// The strings of a list.
fn names(list: &Value) -> BTreeSet<String> {
    let texts = list.as_array().unwrap().iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

fn schema(name: &str) -> Value {
    document()["components"]["schemas"][name].clone()
}

fn set<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// The codes in the first column of a table of the introduction, with what stands in the second.
fn table(header: &str) -> Vec<(String, String)> {
    let document = document();
    let text = document["info"]["description"].as_str().unwrap().to_owned();
    let rows = text.split(header).nth(1).unwrap().trim_start().lines().skip(1);
    let cells = |row: &str| {
        row.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`']).to_owned()).collect::<Vec<_>>()
    };
    rows.take_while(|row| row.starts_with("| "))
        .map(cells)
        .map(|cells| (cells[0].clone(), cells[1].clone()))
        .collect()
}

/// Every error. A new one does not compile until it stands here.
fn errors() -> Vec<ApiError> {
    use ApiError::*;
    let all = vec![
        MissingApiToken,
        InvalidApiToken,
        AccountInactive,
        NotSignedIn,
        InvalidLink,
        OtherBrowser,
        WrongOrigin,
        AccountOwes,
        NothingToShow,
        PaymentsUnavailable(String::new()),
        InvalidOperatorSecret,
        HttpsRequired,
        MisdirectedRequest,
        InsufficientCredits { price: 1, balance: None },
        BrowserCapReached,
        InsufficientScope(String::new()),
        InvalidParameter(Vec::new()),
        NotFound,
        PostNotFound,
        PostNotStored,
        SinceGone,
        AuthorNotFound,
        AccountNotFound,
        AccountExists,
        ReferenceReused,
        MethodNotAllowed { allow: "GET" },
        NotAcceptable { offered: &[] },
        UriTooLong,
        PayloadTooLarge(String::new()),
        UnsupportedMediaType { expected: "" },
        RateLimited { retry_after: 60 },
        Internal(String::new()),
        StorageUnavailable(StorageError::new("")),
        PostsAreMoving,
        PostsAreBeingFilled,
        PaymentNotFound,
        PaymentAssigned,
        ErasureGoesOn { erased: 0 },
    ];
    for error in &all {
        match error {
            MissingApiToken
            | InvalidApiToken
            | AccountInactive
            | NotSignedIn
            | InvalidLink
            | OtherBrowser
            | WrongOrigin
            | AccountOwes
            | NothingToShow
            | PaymentsUnavailable(_)
            | InvalidOperatorSecret
            | HttpsRequired
            | MisdirectedRequest
            | InsufficientCredits { .. }
            | BrowserCapReached
            | InsufficientScope(_)
            | InvalidParameter(_)
            | NotFound
            | PostNotFound
            | PostNotStored
            | SinceGone
            | AuthorNotFound
            | AccountNotFound
            | AccountExists
            | ReferenceReused
            | MethodNotAllowed { .. }
            | NotAcceptable { .. }
            | UriTooLong
            | PayloadTooLarge(_)
            | UnsupportedMediaType { .. }
            | RateLimited { .. }
            | Internal(_)
            | StorageUnavailable(_)
            | PostsAreMoving
            | PostsAreBeingFilled
            | PaymentNotFound
            | PaymentAssigned
            | ErasureGoesOn { .. } => {}
        }
    }
    all
}

/// Every code of a validation error, likewise.
fn validation_codes() -> Vec<ValidationErrorCode> {
    use ValidationErrorCode::*;
    let all = vec![
        InvalidValue,
        OutOfRange,
        UnknownParameter,
        DuplicateParameter,
        EmptyValue,
        InvalidRange,
        InvalidCursor,
        UnsupportedPlatform,
        TokenInQuery,
    ];
    for code in &all {
        match code {
            InvalidValue | OutOfRange | UnknownParameter | DuplicateParameter | EmptyValue | InvalidRange
            | InvalidCursor | UnsupportedPlatform | TokenInQuery => {}
        }
    }
    all
}

/// Of the dashboard, which is no part of the API.
const OF_THE_DASHBOARD: [&str; 6] = [
    "NOT_SIGNED_IN",
    "INVALID_LINK",
    "OTHER_BROWSER",
    "WRONG_ORIGIN",
    "NOTHING_TO_SHOW",
    "PAYMENTS_UNAVAILABLE",
];

#[test]
fn the_codes_of_errors_are_those_of_the_code() {
    let (own, codes): (Vec<_>, Vec<_>) =
        errors().iter().map(ApiError::status_and_code).partition(|(_, code)| OF_THE_DASHBOARD.contains(code));
    assert_eq!(own.len(), OF_THE_DASHBOARD.len());
    assert_eq!(names(&schema("ErrorCode")["enum"]), set(codes.iter().map(|(_, code)| *code)));
    let listed = table("| code | status | when |\n")
        .into_iter()
        .map(|(code, status)| (status.parse().unwrap(), code))
        .collect::<BTreeSet<_>>();
    assert_eq!(listed, codes.iter().map(|(status, code)| (*status, (*code).to_owned())).collect());
}

#[test]
fn the_codes_of_validation_errors_are_those_of_the_code() {
    let codes: BTreeSet<_> =
        validation_codes().iter().map(|code| json(code).trim_matches('"').to_owned()).collect();
    assert_eq!(names(&schema("Fault")["properties"]["code"]["enum"]), codes);
    assert_eq!(table("| code | when |\n").into_iter().map(|(code, _)| code).collect::<BTreeSet<_>>(), codes);
}

#[test]
fn the_codes_of_refused_lines_are_those_of_the_code() {
    let rejected = &schema("ImportResult")["properties"]["data"]["properties"]["rejected"]["items"]["properties"]
        ["code"]["enum"];
    let codes = set(LineErrorCode::NAMES.iter().copied());
    assert_eq!(names(rejected), codes);
    assert_eq!(
        table("| code | the line |\n").into_iter().map(|(code, _)| code).collect::<BTreeSet<_>>(),
        codes
    );
}

#[test]
fn the_values_of_fields_and_parameters_are_those_of_the_code() {
    let sorts = [
        Sort::PublishedAt,
        Sort::Count(Count::Likes),
        Sort::Count(Count::Comments),
        Sort::Count(Count::Views),
    ];
    let orders = [Order::Asc, Order::Desc];
    for (name, values) in [
        ("MediaType", set(MediaType::NAMES.iter().copied())),
        ("FileType", set(FileType::NAMES.iter().copied())),
        ("Kind", set(Kind::NAMES.iter().copied())),
        ("Platform", set(Platform::NAMES)),
        ("SortBy", set(sorts.map(Sort::name))),
        ("SortOrder", set(orders.map(Order::name))),
    ] {
        assert_eq!(names(&schema(name)["enum"]), values, "{name}");
    }
    assert!(schema("MediaType")["enum"].as_array().unwrap().contains(&Value::Null));
    assert_eq!(schema("SortBy")["default"], Sort::default().name());
    assert_eq!(schema("SortOrder")["default"], Order::default().name());
}

#[test]
fn the_parameters_of_each_listing_are_those_of_the_code() {
    let document = document();
    for (path, listing) in [
        ("/api/v1/posts/by-user/{platform}/{username}", Listing::ByUser),
        ("/api/v1/posts/by-hashtag/{platform}/{hashtag}", Listing::ByHashtag),
        ("/api/v1/posts/search", Listing::Search),
        ("/operator/v1/posts", Listing::Export),
    ] {
        let is_export = listing == Listing::Export;
        let methods: &[_] = if is_export { &["get"] } else { &["get", "head"] };
        let shape = if is_export { &[] } else { shape::Formats::ALL.parameters };
        for method in methods {
            let known = set(listing.parameters(FILTERS).chain(shape.iter().copied()));
            assert_eq!(query_parameters(&document, path, method), known, "{method} {path}");
        }
    }
}

/// The names of the parameters that an operation has in its query string.
fn query_parameters(document: &Value, path: &str, method: &str) -> BTreeSet<String> {
    let (shared, own) =
        (&document["paths"][path]["parameters"], &document["paths"][path][method]["parameters"]);
    let all = [shared, own].into_iter().filter_map(Value::as_array).flatten();
    let resolved = all.map(|one| one["$ref"].as_str().map_or(one, |at| document.pointer(&at[1..]).unwrap()));
    set(resolved.filter(|one| one["in"] == "query").map(|one| one["name"].as_str().unwrap()))
}

#[test]
fn the_parameters_of_posts_by_their_ids_and_of_shapes_are_those_of_the_code() {
    let document = document();
    for method in ["get", "head"] {
        let many = set(["ids"].iter().chain(shape::Formats::ALL.parameters).copied());
        assert_eq!(query_parameters(&document, "/api/v1/posts", method), many);
        let one = set(shape::Formats::JSON.parameters.iter().copied());
        assert_eq!(query_parameters(&document, "/api/v1/posts/{id}", method), one);
    }
    let parameter = |name: &str| document["components"]["parameters"][name]["schema"].clone();
    assert_eq!(names(&parameter("Format")["enum"]), set(shape::Formats::ALL.names.iter().copied()));
    let any = shape::fields::NAMES.join("|").replace('.', "\\.");
    assert_eq!(parameter("Fields")["pattern"], format!("^({any})(,({any}))*$"));
    let posts = ["Post", "SomeOfPost"].map(|name| schema(name)["properties"].clone());
    let keys = posts.map(|properties| set(properties.as_object().unwrap().keys().map(String::as_str)));
    assert_eq!(keys[0], keys[1]);
    let authors = [schema("Author"), schema("SomeOfPost")["properties"]["author"].clone()];
    let parts =
        authors.map(|author| set(author["properties"].as_object().unwrap().keys().map(String::as_str)));
    assert_eq!(parts[0], parts[1]);
}

#[test]
fn the_parameters_of_changes_are_those_of_the_code() {
    let document = document();
    let shape = shape::Formats::LINES;
    let own = Listing::Changes.parameters(FILTERS);
    let known = set(own.chain(["since"]).chain(shape.parameters.iter().copied()));
    for method in ["get", "head"] {
        assert_eq!(query_parameters(&document, "/api/v1/posts/changes", method), known, "{method}");
    }
    let format = &document["components"]["parameters"]["LineFormat"]["schema"]["enum"];
    assert_eq!(names(format), set(shape.names.iter().copied()));
}

#[test]
fn the_keys_of_a_post_are_those_of_the_code() {
    let text = r#"{"id":"x:1","platform_post_id":"1","url":null,"author":{"id":null,"username":"a","display_name":null,
        "url":null,"avatar_url":null,"verified":null,"followers_count":null},"content":null,"language":null,"media_type":null,
        "media":[{"type":"image","url":"u","preview_url":null,"width":null,"height":null,"duration_ms":null,"alt_text":null}],
        "hashtags":[],"mentions":[],"likes_count":null,"comments_count":null,"views_count":null,"shares_count":null,
        "saves_count":null,"kind":"original","refers_to":null,"approximate":[],"published_at":"2026-03-01T00:00:00.000Z",
        "edited_at":null,"collected_at":"2026-03-01T00:00:00.000Z"}"#;
    let post: Value = serde_json::from_str(&Post::parse_document(text).unwrap().document()).unwrap();
    let keys = |value: &Value| set(value.as_object().unwrap().keys().map(String::as_str));
    let with_platform = |mut keys: BTreeSet<String>| {
        keys.insert("platform".to_owned());
        keys
    };
    for (name, keys_of_ours) in [
        ("Post", with_platform(keys(&post))),
        ("PostLine", with_platform(keys(&post))),
        ("Author", keys(&post["author"])),
        ("Media", keys(&post["media"][0])),
    ] {
        assert_eq!(keys(&schema(name)["properties"]), keys_of_ours, "{name}");
    }
    assert_eq!(names(&schema("Post")["required"]), keys(&schema("Post")["properties"]));
}
