use super::*;
use crate::posts::{changes, counts};
use ValidationErrorCode::*;

fn search(pairs: &[(&str, &str)]) -> Result<PostQuery, Vec<ValidationError>> {
    PostQuery::from_pairs(Listing::Search, &[], pairs.iter().copied())
}

fn faults(pairs: &[(&str, &str)]) -> Vec<(String, ValidationErrorCode)> {
    search(pairs).unwrap_err().into_iter().map(|fault| (fault.parameter, fault.code)).collect()
}

#[test]
fn one_answer_names_every_fault_once() {
    let pairs = [
        ("limit", "0"),
        ("min_like", "5"),
        ("min_like", "6"),
        ("platform", "myspace"),
        ("from_date", "2026-03-02"),
        ("to_date", "2026-03-01"),
        ("keyword", ""),
        ("sort_by", "likes_count"),
        ("sort_by", "likes_count"),
        ("sort_by", "likes_count"),
        ("cursor", "nonsense!"),
    ];
    let expected = [
        ("limit", OutOfRange),
        ("min_like", UnknownParameter),
        ("platform", UnsupportedPlatform),
        ("keyword", EmptyValue),
        ("sort_by", DuplicateParameter),
        ("cursor", InvalidCursor),
        ("from_date", InvalidRange),
    ];
    assert_eq!(faults(&pairs), expected.map(|(name, code)| (name.to_owned(), code)));
}

#[test]
fn an_unknown_parameter_says_what_was_meant() {
    let fault = search(&[("min_like", "5")]).unwrap_err().remove(0);
    assert_eq!((fault.code, fault.did_you_mean), (UnknownParameter, Some("min_likes")));
    let path = [("platform", "x"), ("username", "a")];
    let query = PostQuery::from_pairs(Listing::ByUser, &path, [("keyword", "b")]);
    assert_eq!(query.unwrap_err()[0].code, UnknownParameter);
}

#[test]
fn names_in_the_path_can_not_be_repeated_in_the_query() {
    let path = [("platform", "x"), ("username", "a")];
    let query = PostQuery::from_pairs(Listing::ByUser, &path, [("username", "b")]);
    assert_eq!(query.unwrap_err()[0].code, UnknownParameter);
}

#[test]
fn a_token_in_the_query_is_never_repeated() {
    for (name, value) in [
        ("token", "abc"),
        ("Api_Key", "abc"),
        ("keyword", "postern_live_abc"),
        ("postern_live_abc", ""),
        ("authorization", "Bearer abc"),
    ] {
        let fault = search(&[(name, value)]).unwrap_err().remove(0);
        assert_eq!(fault.code, TokenInQuery, "{name}");
        assert!(!format!("{fault:?}").contains("abc"), "{fault:?}");
    }
}

#[test]
fn a_cursor_belongs_to_one_query_under_both_names_of_the_network() {
    let x = search(&[("platform", "x"), ("keyword", "coral")]).unwrap();
    let cursor = x.cursor(Position::Time { post_id: 77 }).encode();
    let next = search(&[("platform", "twitter"), ("keyword", "coral"), ("limit", "7"), ("cursor", &cursor)]);
    assert_eq!(next.unwrap().position, Some(Position::Time { post_id: 77 }));
    for other in [("keyword", "Coral"), ("keyword", "reef"), ("hashtag", "coral")] {
        assert_eq!(
            faults(&[("platform", "x"), other, ("cursor", &cursor)]),
            [("cursor".into(), InvalidCursor)]
        );
    }
    assert_eq!(faults(&[("keyword", "coral"), ("cursor", &cursor)]), [("cursor".into(), InvalidCursor)]);
}

#[test]
fn a_position_in_another_order_is_no_position_of_a_query_though_its_cursor_names_the_query() {
    let (time, count) = (Position::Time { post_id: 7 }, Position::Count { count: Some(3), post_id: 7 });
    for (sort, position, fits) in [
        ("published_at", time, true),
        ("published_at", count, false),
        ("likes_count", time, false),
        ("likes_count", count, true),
    ] {
        let forged = search(&[("sort_by", sort)]).unwrap().cursor(position).encode();
        let read = search(&[("sort_by", sort), ("cursor", &forged)]);
        assert_eq!(read.is_ok(), fits, "{sort} {position:?}");
        assert!(fits || read.unwrap_err()[0].code == InvalidCursor);
    }
}

#[test]
fn an_empty_value_is_said_to_be_none_within_what_was_expected() {
    let fault = search(&[("limit", "")]).unwrap_err().remove(0);
    assert_eq!(fault.message, "expected a value, and none came");
    assert_eq!((fault.code, fault.minimum, fault.maximum), (EmptyValue, Some(1), Some(100)));
}

#[test]
fn a_token_in_place_of_a_name_is_refused_and_an_author_may_be_called_alike() {
    let by_user = |name| PostQuery::from_pairs(Listing::ByUser, &[("platform", "x"), ("username", name)], []);
    for token in ["postern_live_abc", "postern_browser_abc"] {
        let fault = by_user(token).unwrap_err().remove(0);
        assert_eq!((fault.parameter.as_str(), fault.code), ("username", TokenInQuery));
        assert!(!format!("{fault:?}").contains("abc"));
    }
    assert!(by_user("postern_fans").is_ok() && by_user("live_abc").is_ok());
}

#[test]
fn pages_are_the_newest_fifty_and_exports_the_oldest_thousand() {
    for (listing, order, usual, largest) in [
        (Listing::Search, Order::Desc, 50, 100),
        (Listing::ByUser, Order::Desc, 50, 100),
        (Listing::ByHashtag, Order::Desc, 50, 100),
        (Listing::Export, Order::Asc, 1000, 1000),
    ] {
        let query = PostQuery::new(listing);
        assert_eq!((query.order, query.limit, listing.max_limit()), (order, Limit(usual), Limit(largest)));
    }
}

#[test]
fn the_echo_says_what_was_understood() {
    let query = search(&[
        ("platform", "Twitter"),
        ("username", "@Reef.Watch"),
        ("hashtag", "＃Reef"),
        ("keyword", "Coral*"),
        ("media_type", "reel"),
        ("min_likes", "10"),
        ("min_comments", "3"),
        ("from_date", "2026-03-01"),
        ("to_date", "2026-03-01"),
        ("sort_by", "views_count"),
        ("sort_order", "asc"),
    ]);
    assert_eq!(
        crate::store::json(&query.unwrap().echo()),
        r#"{"platform":"twitter","username":"reef.watch","hashtag":"reef","keyword":"Coral*","media_type":"reel","kind":null,"language":null,"mentions":null,"refers_to":null,"min_likes":10,"min_comments":3,"min_views":null,"min_shares":null,"exclude_username":null,"exclude_hashtag":null,"exclude_mentions":null,"from":"2026-03-01T00:00:00.000Z","to_exclusive":"2026-03-02T00:00:00.000Z","sort_by":"views_count","sort_order":"asc"}"#
    );
}

#[test]
fn a_range_of_one_instant_is_none_too_short() {
    for instant in ["2026-03-01T00:00:00Z", "2026-03-01T00:00:00.0001Z", "2026-03-01T00:00:00.123Z"] {
        assert!(search(&[("from_date", instant), ("to_date", instant)]).is_ok(), "{instant}");
    }
    let swapped = [("from_date", "2026-03-01T00:00:00.001Z"), ("to_date", "2026-03-01T00:00:00Z")];
    assert_eq!(faults(&swapped), [("from_date".into(), InvalidRange)]);
}

/// Valid and invalid parameters, which parsing and checking are compared with.
const VALUES: &[(&str, &[&str])] = &[
    ("platform", &["x", "TikTok", "myspace", ""]),
    ("username", &["@reef", "a b", "é", "/", ""]),
    ("hashtag", &["#Reef", "#", "a b"]),
    ("keyword", &["reef", "-only", "ab*", "a OR", "\"open", "☕", "…", ""]),
    ("media_type", &["reel", "gif", ""]),
    ("min_likes", &["0", "05", "-1", "9007199254740992"]),
    ("min_comments", &["3", "", "x"]),
    ("from_date", &["2026-03-01", "2026-02-30", "2026-03-02T00:00:00+01:00", ""]),
    ("to_date", &["2026-03-01", "2026-02-28", "1969-01-01"]),
    ("sort_by", &["likes_count", "likes"]),
    ("sort_order", &["asc", "up", ""]),
    ("limit", &["1", "100", "0", "101", "x"]),
    ("cursor", &["nonsense", ""]),
    ("fields", &["id,content", "like,x", "id,id", ""]),
    ("group_by", &["hashtag", "day", "hour", ""]),
    ("top", &["5", "0", "101"]),
    ("since", &["0", "nonsense", ""]),
    ("min_like", &["5"]),
    ("token", &["postern_live_x"]),
];

/// Names and codes: the lists of names in messages may differ by the formats that the service has.
fn codes(errors: &[ValidationError]) -> Vec<(&str, ValidationErrorCode)> {
    errors.iter().map(|error| (error.parameter.as_str(), error.code)).collect()
}

proptest::proptest! {
    #[test]
    fn a_check_finds_what_reading_finds(choices in proptest::collection::vec((0..VALUES.len(), 0..9_usize), 0..8)) {
        let pairs: Vec<_> = choices.iter().map(|&(name, value)| {
            let (name, values) = VALUES[name];
            (name, values[value % values.len()])
        }).collect();
        let values = || pairs.iter().copied();
        let shape = || ShapeParser::new(Formats::JSON, None);
        let (_, more, mut errors) = PostQuery::parse_with(PostQuery::new(Listing::Search), shape(), &[], values());
        errors.extend(more.finish().1);
        proptest::prop_assert_eq!(PostQuery::check(Listing::Search, &[], values()).err().unwrap_or_default(), errors);

        let more = counts::MoreParameters::default();
        let (posts, more, mut errors) = PostQuery::parse_with(PostQuery::new(Listing::Counts), more, &[], values());
        more.finish(posts, &mut errors);
        proptest::prop_assert_eq!(counts::check_counts(values()).err().unwrap_or_default(), errors);

        let more = changes::MoreParameters::new(shape());
        let (posts, more, mut errors) = PostQuery::parse_with(PostQuery::new(Listing::Changes), more, &[], values());
        more.finish(posts, &mut errors);
        let checked = changes::check_changes(values()).err().unwrap_or_default();
        proptest::prop_assert_eq!(codes(&checked), codes(&errors));
    }
}

#[test]
fn a_check_leaves_to_the_service_whose_cursor_it_is() {
    let other = PostQuery::new(Listing::Search).cursor(Position::Time { post_id: 7 }).encode();
    let pairs = [("limit", "5"), ("keyword", "reef"), ("cursor", other.as_str())];
    assert_eq!(faults(&pairs), [("cursor".to_owned(), InvalidCursor)]);
    assert_eq!(PostQuery::check(Listing::Search, &[], pairs), Ok(()));
}

#[test]
fn a_list_is_what_is_compared_in_order() {
    let query = search(&[
        ("platform", "twitter,TIKTOK"),
        ("username", "b,@A"),
        ("media_type", "video,none"),
        ("kind", "reply,original"),
        ("language", "pt-BR,en"),
        ("refers_to", "Twitter:5"),
        ("exclude_hashtag", "#b,a"),
    ]);
    let echo = serde_json::to_value(query.unwrap().echo()).unwrap();
    for (name, value) in [
        ("platform", "tiktok,twitter"),
        ("username", "a,b"),
        ("media_type", "none,video"),
        ("kind", "original,reply"),
        ("language", "en,pt"),
        ("refers_to", "x:5"),
        ("exclude_hashtag", "a,b"),
    ] {
        assert_eq!(echo[name], value, "{name}");
    }
    assert_eq!(echo["mentions"], serde_json::Value::Null);
}

#[test]
fn every_wrong_item_of_a_list_is_named_with_what_was_probably_meant() {
    for (name, value, expected) in [
        (
            "kind",
            "original,quot,re",
            &[(InvalidValue, "\"quot\"", Some("quote")), (InvalidValue, "\"re\"", None)][..],
        ),
        (
            "platform",
            "facebook,myspace",
            &[(UnsupportedPlatform, "\"facebook\"", None), (UnsupportedPlatform, "\"myspace\"", None)],
        ),
        (
            "platform",
            "instagran,,x",
            &[
                (UnsupportedPlatform, "\"instagran\"", Some("instagram")),
                (InvalidValue, "an empty one", None),
            ],
        ),
        (
            "media_type",
            "foo,reels",
            &[(InvalidValue, "\"foo\"", None), (InvalidValue, "\"reels\"", Some("reel"))],
        ),
        ("username", "a b,c,c d", &[(InvalidValue, "\"a b\"", None), (InvalidValue, "\"c d\"", None)]),
        ("sort_by", "likes", &[(InvalidValue, "\"likes\"", Some("likes_count"))]),
        ("sort_order", "decs", &[(InvalidValue, "\"decs\"", None)]),
        ("sort_order", "des", &[(InvalidValue, "\"des\"", Some("desc"))]),
        ("limit", "101", &[(OutOfRange, "and 101 came", None)]),
        ("platform", "", &[(EmptyValue, "none came", None)]),
        ("kind", "", &[(EmptyValue, "none came", None)]),
    ] {
        let errors = search(&[(name, value)]).unwrap_err();
        assert_eq!(errors.len(), expected.len(), "{name}={value}");
        for (error, (code, part, meant)) in errors.iter().zip(expected) {
            assert_eq!((&*error.parameter, error.code, error.did_you_mean), (name, *code, *meant), "{value}");
            assert!(error.message.contains(part), "{}", error.message);
        }
        assert_eq!(PostQuery::check(Listing::Search, &[], [(name, value)]), Err(errors), "before it is sent");
    }
    let excluded = search(&[("username", "a,b,c"), ("exclude_username", "b,d,A")]).unwrap_err();
    let messages: Vec<_> = excluded.iter().map(|error| (&*error.parameter, &*error.message)).collect();
    let message = |name: &str| format!("expected values that are not asked for, and \"{name}\" is");
    assert_eq!(messages, [("exclude_username", &*message("A")), ("exclude_username", &*message("b"))]);
    let path = [("platform", "x,tiktok"), ("username", "a")];
    let error = PostQuery::from_pairs(Listing::ByUser, &path, []).unwrap_err().remove(0);
    assert_eq!(
        (error.code, error.did_you_mean),
        (UnsupportedPlatform, None),
        "two networks are none of them"
    );
}

#[test]
fn an_id_that_is_too_long_is_out_of_range_wherever_it_stands() {
    let id = format!("x:{}", "1".repeat(257));
    assert_eq!(faults(&[("refers_to", &id)]), [("refers_to".to_owned(), OutOfRange)]);
}

#[test]
fn what_is_wrong_with_a_list_is_said() {
    let many = |count: usize| (0..count).map(|number| format!("u{number}")).collect::<Vec<_>>().join(",");
    for (name, value, code) in [
        ("platform", "x,twitter", InvalidValue),
        ("platform", "x,myspace", UnsupportedPlatform),
        ("platform", ",", InvalidValue),
        ("username", "a,,b", InvalidValue),
        ("username", "a,", InvalidValue),
        ("username", "Reef,@reef", InvalidValue),
        ("username", many(21).as_str(), OutOfRange),
        ("hashtag", "a,b c", InvalidValue),
        ("media_type", "video,gif", InvalidValue),
        ("kind", "reply,reply", InvalidValue),
        ("language", "pt,pt-BR", InvalidValue),
        ("language", "portuguese language", InvalidValue),
        ("refers_to", "nonsense", InvalidValue),
        ("refers_to", "myspace:1", InvalidValue),
        ("min_views", "-1", OutOfRange),
        ("min_shares", "many", InvalidValue),
        ("exclude_mentions", "", EmptyValue),
    ] {
        assert_eq!(faults(&[(name, value)]), [(name.to_owned(), code)], "{name}={value}");
        let check = PostQuery::check(Listing::Search, &[], [(name, value)]);
        let is_found_by_folding = value == "Reef,@reef";
        assert_eq!(check.is_err(), !is_found_by_folding, "{name}={value} before it is sent");
    }
    assert!(search(&[("username", &many(20))]).is_ok());
    let allowed = search(&[("media_type", "gif")]).unwrap_err().remove(0).allowed;
    assert_eq!(allowed, Some(&["image", "video", "carousel", "reel", "none"][..]));
}

#[test]
fn what_is_asked_for_can_not_be_excluded() {
    for (asked, excluded) in [
        (("username", "a,b"), ("exclude_username", "c,@B")),
        (("hashtag", "A"), ("exclude_hashtag", "a")),
        (("mentions", "a"), ("exclude_mentions", "b,a")),
    ] {
        assert_eq!(faults(&[asked, excluded]), [(excluded.0.to_owned(), InvalidValue)]);
    }
    let path = [("platform", "x"), ("username", "A")];
    let query = PostQuery::from_pairs(Listing::ByUser, &path, [("exclude_username", "a")]);
    assert_eq!(query.unwrap_err()[0].parameter, "exclude_username");
    assert!(search(&[("username", "a"), ("exclude_mentions", "a")]).is_ok());
}

#[test]
fn a_name_with_a_comma_is_one_in_a_path_and_two_in_a_search() {
    let path = [("platform", "x"), ("username", "a,b")];
    let one = PostQuery::from_pairs(Listing::ByUser, &path, []).unwrap();
    assert_eq!(one.filters.usernames().unwrap().iter().count(), 1);
    let two = search(&[("platform", "x"), ("username", "a,b")]).unwrap();
    assert_eq!(two.filters.usernames().unwrap().iter().count(), 2);
    assert_ne!(one.fingerprint(), two.fingerprint());
}

/// Queries without filters of 1.1 have the fingerprint that they had in 1.0: a hash of the echo of then.
#[test]
fn cursors_of_version_1_0_live_on() {
    let of_1_0 = |text: &str| *Sha256::digest(text).first_chunk().unwrap();
    let plain = r#"{"platform":null,"username":null,"hashtag":null,"keyword":null,"media_type":null,"min_likes":null,"min_comments":null,"from":null,"to_exclusive":null,"sort_by":"published_at","sort_order":"desc"}"#;
    assert_eq!(search(&[]).unwrap().fingerprint(), of_1_0(plain));
    let full = r#"{"platform":"x","username":"a,b","hashtag":null,"keyword":null,"media_type":"reel","min_likes":5,"min_comments":0,"from":"2026-03-01T00:00:00.000Z","to_exclusive":null,"sort_by":"likes_count","sort_order":"asc"}"#;
    let path = [("platform", "Twitter"), ("username", "@A,b")];
    let pairs = [
        ("media_type", "reel"),
        ("min_likes", "5"),
        ("min_comments", "0"),
        ("from_date", "2026-03-01"),
        ("sort_by", "likes_count"),
        ("sort_order", "asc"),
    ];
    let query = PostQuery::from_pairs(Listing::ByUser, &path, pairs).unwrap();
    assert_eq!(query.fingerprint(), of_1_0(full));
}

#[test]
fn lists_in_any_order_share_their_cursors() {
    let fingerprint = |value| search(&[("platform", value)]).unwrap().fingerprint();
    assert_eq!(fingerprint("twitter,tiktok"), fingerprint("tiktok,x"));
    assert_ne!(fingerprint("twitter,tiktok"), fingerprint("tiktok"));
}
