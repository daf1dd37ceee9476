use super::*;
use crate::http::error::ValidationErrorCode;
use crate::posts::url::posts_url;
use ValidationErrorCode::{InvalidValue, OutOfRange, TokenInQuery, UnknownParameter};

#[test]
fn addresses_without_parameters_have_their_routes() {
    for (path, route) in [
        ("/api/v1/health", Route::Health),
        ("/api/v1/openapi.json", Route::OpenApi),
        ("/api/v1/account", Route::Account),
    ] {
        assert_eq!(Route::parse(path, ""), Ok(route));
    }
}

#[test]
fn every_query_survives_a_round_trip() {
    for url in [
        "/api/v1/posts/by-user/twitter/Reef.Watch",
        "/api/v1/posts/by-user/tiktok/a%2Bb?min_likes=0&min_comments=9007199254740991",
        "/api/v1/posts/by-hashtag/x/%F0%9F%90%9A%2F?media_type=reel&limit=1",
        "/api/v1/posts/search",
        "/api/v1/posts/search?hashtag=a%26b&limit=7",
        "/api/v1/posts/search?platform=x&username=a%20b&keyword=%22coral%20reef%22%20-bleach%2A"
            .replace("a%20b", "ab")
            .as_str(),
        "/api/v1/posts/search?from_date=2026-03-01&to_date=2026-03-01&sort_by=views_count&sort_order=asc",
        "/api/v1/posts/search?from_date=2026-03-01T00%3A00%3A00.001Z&to_date=2026-03-01T10%3A00%3A00.000Z",
    ] {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let Ok(Route::Posts(query)) = Route::parse(path, query) else { panic!("no posts: {url}") };
        assert_eq!(posts_url(&query), url);
    }
}

#[test]
fn a_cursor_survives_in_the_address_of_the_next_page() {
    let Ok(Route::Posts(mut query)) = Route::parse("/api/v1/posts/by-user/x/reef", "sort_by=likes_count")
    else {
        panic!("no posts");
    };
    query.position = Some(crate::http::cursor::Position::Count { count: None, post_id: 99 });
    let url = posts_url(&query);
    let (path, text) = url.split_once('?').unwrap();
    assert_eq!(Route::parse(path, text), Ok(Route::Posts(query)));
}

#[test]
fn unknown_addresses_are_not_found() {
    for path in [
        "/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/health",
        "/api/v1/health/",
        "/api/v1/posts/",
        "/api/v1/posts/by-user",
        "/api/v1/posts/by-hashtag",
        "/api/v1/posts/x:1/",
        "/api/v1/posts/search/",
        "/api/v1/posts/by-user/x",
        "/api/v1/posts/by-user/x/",
        "/api/v1/posts/by-user//reef",
        "/api/v1/posts/by-user/x/reef/",
        "/api/v1/posts/by-user/x/reef/more",
        "/api/v1/accounts",
    ] {
        assert_eq!(Route::parse(path, ""), Err(ApiError::NotFound), "{path}");
    }
}

#[test]
fn bad_escapes_are_errors_of_their_parameters() {
    let errors = |path: &str, query: &str| match Route::parse(path, query) {
        Err(ApiError::InvalidParameter(errors)) => {
            errors.into_iter().map(|error| (error.parameter, error.code)).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(
        errors("/api/v1/posts/by-user/x/%ff", "keyword=%zz&limit=0"),
        [("keyword".into(), InvalidValue), ("username".into(), InvalidValue), ("limit".into(), OutOfRange)]
    );
    assert_eq!(
        errors("/api/v1/account", "limit=5&token=%zz"),
        [("token".into(), TokenInQuery), ("limit".into(), UnknownParameter)]
    );
    assert_eq!(errors("/api/v1/posts/by-user/x/a%2Fb", ""), [("username".into(), InvalidValue)]);
}
