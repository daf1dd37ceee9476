//! What pages hold is what a filter and a sort over all posts give, page by page, to the end.

use crate::api::{account, body, get, load};
use crate::invented::{Asked, Invented, asked, post};
use crate::meaning::{Loaded, answer};
use crate::sqlite::{SHARD, Server};
use postern::router::route::Route;
use postern::store::Database;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const PLENTY: u32 = 1_000_000;

/// Loads posts, each under its number.
fn loaded(server: &Server, posts: Vec<Invented>) -> Vec<Loaded> {
    let lines: String =
        posts.iter().enumerate().map(|(number, post)| post.line(&number.to_string())).collect();
    assert_eq!(load(server, &lines)["inserted"], posts.len());
    let keys = keys(server);
    let post = |(number, post): (usize, Invented)| {
        let id = post.id(&number.to_string());
        Loaded { key: keys[&id], id, post }
    };
    posts.into_iter().enumerate().map(post).collect()
}

fn keys(server: &Server) -> BTreeMap<String, i64> {
    let connection = server.connection(SHARD);
    let mut statement = connection.prepare("SELECT id, post_id FROM documents").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn parsed(url: &str) -> Route {
    let (path, query) = url.split_once('?').unwrap();
    Route::parse(path, query).unwrap()
}

/// Walks through all pages of a query, with these limits in turn. Gives how many pages had posts.
fn walk(server: &Server, token: &str, asked: &Asked, limits: &[u16], expected: &[&Loaded]) -> i64 {
    let (mut rest, mut cursor, mut paid) = (expected, None::<String>, 0);
    for &limit in limits.iter().cycle() {
        let url = asked.url(limit, cursor.as_deref());
        let reply = get(server, token, &url);
        assert_eq!(reply.status, 200, "{url}: {}", reply.body_text());
        let data = body(&reply)["data"].clone();
        let (page, later) = rest.split_at(rest.len().min(limit.into()));
        let shown: Vec<_> =
            data["posts"].as_array().unwrap().iter().map(|post| (&post["id"], &post["platform"])).collect();
        let ids: Vec<_> = page.iter().map(|post| (json!(post.id), json!(post.platform(asked)))).collect();
        assert_eq!(shown, ids.iter().map(|(id, platform)| (id, platform)).collect::<Vec<_>>(), "{url}");
        let next = data["page"]["next_cursor"].as_str().map(str::to_owned);
        let about = json!({"limit": limit, "returned": page.len(), "has_more": !later.is_empty(), "next_cursor": next});
        assert_eq!(data["page"], about, "{url}");
        assert_eq!(next.is_none(), later.is_empty(), "{url}");
        assert_eq!(data["query"], asked.echo(), "{url}");
        let link = next.as_deref().map(|next| parsed(&asked.url(limit, Some(next))));
        assert_eq!(reply.header("Link").map(linked), link, "{url}");
        paid += i64::from(!page.is_empty());
        if later.is_empty() {
            break;
        }
        (rest, cursor) = (later, next);
    }
    paid
}

fn linked(header: &str) -> Route {
    let url = header.strip_prefix("<https://api.example.com").unwrap();
    parsed(url.strip_suffix(">; rel=\"next\"").unwrap())
}

fn limits() -> impl Strategy<Value = Vec<u16>> {
    vec(prop_oneof![3 => 1..=6_u16, 2 => 7..=100_u16], 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_hold_what_a_filter_and_a_sort_give(
        posts in vec(post(), 40..160),
        queries in vec((asked(), limits()), 100),
    ) {
        let server = Server::default();
        let token = account(&server, PLENTY);
        let posts = loaded(&server, posts);
        let mut paid = 0;
        for (asked, limits) in &queries {
            match answer(asked, &posts) {
                Ok(expected) => paid += walk(&server, &token, asked, limits, &expected),
                Err((parameter, code)) => {
                    let reply = get(&server, &token, &asked.url(limits[0], None));
                    let fault = &body(&reply)["error"]["details"][0];
                    assert_eq!((reply.status, &fault["parameter"], &fault["code"]), (400, &json!(parameter), &json!(code)));
                }
            }
        }
        assert_eq!(server.count(Database::Accounts, "SELECT balance FROM accounts"), i64::from(PLENTY) - paid);
    }
}

fn line(id: &str, at: &str) -> String {
    format!(
        "{{\"platform\":\"instagram\",\"platform_post_id\":\"{id}\",\"author\":{{\"username\":\"reef{}\"}},\
         \"content\":\"coral #reef\",\"likes_count\":7,\"published_at\":\"{at}\"}}\n",
        id.len()
    )
}

/// The ids of all pages in order, with something done between them.
fn ids(server: &Server, token: &str, url: &str, mut between: impl FnMut()) -> Vec<String> {
    let (mut ids, mut cursor) = (Vec::new(), String::new());
    loop {
        let reply = get(server, token, &format!("{url}&limit=7{cursor}"));
        assert_eq!(reply.status, 200, "{}", reply.body_text());
        let data = body(&reply)["data"].clone();
        ids.extend(
            data["posts"].as_array().unwrap().iter().map(|post| post["id"].as_str().unwrap().to_owned()),
        );
        assert!(ids.len() < 1_000, "the walk does not end");
        match data["page"]["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return ids,
        }
        between();
    }
}

const WALKS: [&str; 5] =
    ["keyword=coral", "hashtag=reef", "platform=instagram", "min_likes=7", "keyword=cor*&username=reef3"];

/// A post with several of the hashtags that are asked for is in several ranges of the index, and once in the pages.
#[test]
fn a_post_with_all_of_a_list_comes_once() {
    let server = Server::default();
    let token = account(&server, PLENTY);
    let lines: String = (0..40)
        .map(|id| {
            line(&id.to_string(), &format!("2026-03-01T18:04:{id:02}Z"))
                .replace("coral #reef", "coral #reef #tide #kelp @gull @tern")
        })
        .collect();
    assert_eq!(load(&server, &lines)["inserted"], 40);
    for filter in [
        "hashtag=reef,tide",
        "hashtag=kelp,reef,tide",
        "mentions=gull,tern&platform=instagram",
        "hashtag=reef,tide&mentions=tern,gull",
    ] {
        for sort in ["published_at", "likes_count"] {
            let url = format!("/api/v1/posts/search?{filter}&sort_by={sort}");
            let all = ids(&server, &token, &url, || ());
            assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (40, 40), "{url}");
        }
    }
}

#[test]
fn three_hundred_posts_in_one_millisecond_are_walked_in_pages_of_seven() {
    let server = Server::default();
    let token = account(&server, PLENTY);
    let lines: String = (100..400).map(|id| line(&id.to_string(), "2026-03-01T18:04:05.678Z")).collect();
    assert_eq!(load(&server, &lines)["inserted"], 300);
    for filter in WALKS {
        for sort in ["published_at", "likes_count", "views_count"] {
            let url = |order| format!("/api/v1/posts/search?{filter}&sort_by={sort}&sort_order={order}");
            let (falling, mut rising) =
                (ids(&server, &token, &url("desc"), || ()), ids(&server, &token, &url("asc"), || ()));
            rising.reverse();
            assert_eq!(falling, rising, "{filter} {sort}");
            assert_eq!(falling.iter().collect::<BTreeSet<_>>().len(), 300, "{filter} {sort}");
        }
    }
}

#[test]
fn posts_that_are_loaded_between_pages_never_make_a_walk_by_time_repeat_or_lose_one() {
    for order in ["desc", "asc"] {
        for filter in WALKS {
            let server = Server::default();
            let token = account(&server, PLENTY);
            let second = |number: usize| format!("2026-03-01T18:04:{:02}.000Z", number / 20);
            let lines: String = (100..180).map(|id| line(&id.to_string(), &second(id - 100))).collect();
            load(&server, &lines);
            let mut number = 180;
            let url = format!("/api/v1/posts/search?{filter}&sort_order={order}");
            let walked = ids(&server, &token, &url, || {
                let more: String =
                    (0..4).map(|step| line(&(number + step).to_string(), &second(20 * step + 1))).collect();
                load(&server, &(more + &line("100", &second(0)).replace(":7", ":8")));
                number += 4;
            });
            for id in 100..180 {
                let times = walked.iter().filter(|walked| **walked == format!("instagram:{id}")).count();
                assert_eq!(times, 1, "{filter} {order} {id}");
            }
            assert_eq!(walked.iter().collect::<BTreeSet<_>>().len(), walked.len(), "{filter} {order}");
        }
    }
}

#[test]
fn a_cursor_goes_between_the_names_of_x_and_to_no_other_query() {
    let server = Server::default();
    let token = account(&server, PLENTY);
    let lines: String = (100..110).map(|id| line(&id.to_string(), "2026-03-01T18:04:05Z")).collect();
    load(&server, &lines.replace("instagram", "twitter"));
    let first = get(&server, &token, "/api/v1/posts/by-user/x/reef3?limit=4&min_likes=0");
    let next = body(&first)["data"]["page"]["next_cursor"].as_str().unwrap().to_owned();
    for (url, status) in [
        ("by-user/twitter/@REEF3?min_likes=0&limit=9", 200),
        ("search?platform=Twitter&username=reef3&min_likes=0", 200),
        ("by-user/x/reef3?min_likes=1", 400),
        ("by-user/x/reef3?limit=4", 400),
        ("by-user/x/reef4?min_likes=0", 400),
        ("by-user/tiktok/reef3?min_likes=0", 400),
        ("by-user/x/reef3?min_likes=0&sort_order=asc", 400),
        ("by-user/x/reef3?min_likes=0&sort_by=likes_count", 400),
        ("by-user/x/reef3?min_likes=0&from_date=2026-01-01", 400),
    ] {
        let reply = get(&server, &token, &format!("/api/v1/posts/{url}&cursor={next}"));
        assert_eq!(reply.status, status, "{url}");
        let answer = body(&reply);
        match status {
            200 => assert_eq!(answer["data"]["page"]["returned"], 6, "{url}"),
            _ => assert_eq!(answer["error"]["details"][0]["code"], "INVALID_CURSOR", "{url}"),
        }
    }
}

#[test]
fn the_longest_keywords_are_answered() {
    let server = Server::default();
    let token = account(&server, PLENTY);
    load(&server, &line("100", "2026-03-01T18:04:05Z").replace("coral #reef", &"京都".repeat(200)));
    let any_of = (0..16).map(|number| format!("a{number:02}*")).collect::<Vec<_>>().join(" OR ");
    for (keyword, count) in [
        ("京都".repeat(128), 1),
        (format!("{}東", "京都".repeat(127)), 0),
        (format!("{any_of} OR 京都"), 1),
        (format!("京都 {}", "-b ".repeat(31)), 1),
        ("京都 ".repeat(32), 1),
        ("京 ".repeat(16), 1),
    ] {
        for sort in ["published_at", "views_count"] {
            let keyword = postern::percent::encode(&keyword);
            for more in ["", "&username=reef3&platform=instagram&media_type=image", "&username=reef3"] {
                let url = format!("/api/v1/posts/search?keyword={keyword}&sort_by={sort}{more}");
                let reply = get(&server, &token, &url);
                assert_eq!(reply.status, 200, "{}", reply.body_text());
                let count = if more.contains("image") { 0 } else { count };
                assert_eq!(body(&reply)["data"]["page"]["returned"], count, "{keyword} {more}");
            }
        }
    }
}
