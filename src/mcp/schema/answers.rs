//! The schemas of the data of answers.

use super::post::post;
use super::{FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, list, object, object_with, one_of, text_of};
use crate::posts::counts::SUMMED;
use crate::posts::filters::FILTERS;
use crate::posts::param::{Order, Sort};
use crate::posts::query::Listing;
use crate::posts::shape::fields::NAMES;

/// What an answer says about a post that was cut: that it was, and which of its keys are not whole.
fn truncated() -> [(&'static str, String); 2] {
    let keys: Vec<_> = NAMES.iter().copied().filter(|name| !matches!(*name, "id" | "author")).collect();
    [("truncated", FLAG.to_owned()), ("truncated_keys", list(&text_of(None, Some(&keys))))]
}

/// A page of posts.
pub(in crate::mcp) fn page_of_posts() -> String {
    let page = object(&[
        ("limit", NUMBER.to_owned()),
        ("returned", NUMBER.to_owned()),
        ("has_more", FLAG.to_owned()),
        ("next_cursor", TEXT_OR_NULL.to_owned()),
    ]);
    let order = [("sort_by", Sort::NAMES), ("sort_order", Order::NAMES)];
    let order = order.map(|(name, values)| (name, text_of(None, Some(values))));
    let query = object(&filters().into_iter().chain(order).collect::<Vec<_>>());
    let [flag, keys] = truncated();
    let properties = [("posts", list(&post())), flag, keys, ("page", page), ("query", query)];
    object_with(&properties, &["posts", "page", "query"])
}

/// Posts by their ids.
pub(in crate::mcp) fn posts_by_id() -> String {
    let query = object(&[("ids", list(TEXT))]);
    let [flag, keys] = truncated();
    let properties = [
        ("posts", list(&post())),
        flag,
        keys,
        ("missing", list(TEXT)),
        ("remaining", list(TEXT)),
        ("query", query),
    ];
    object_with(&properties, &["posts", "missing", "remaining", "query"])
}

/// What changed.
pub(in crate::mcp) fn changes() -> String {
    let of_type = |name, more: &[(&'static str, String)]| {
        object(&[&[("type", text_of(None, Some(&[name])))], more].concat())
    };
    let text = |name| (name, TEXT.to_owned());
    let change = one_of(&[
        of_type("post", &[("post", post())]),
        of_type("left", &[text("id")]),
        of_type("erased", &[text("id"), text("at")]),
    ]);
    let page = object(&[
        ("limit", NUMBER.to_owned()),
        ("returned", NUMBER.to_owned()),
        ("has_more", FLAG.to_owned()),
        ("next_since", TEXT.to_owned()),
    ]);
    let [flag, keys] = truncated();
    let query = Listing::CHANGES_FILTERS.iter().map(|name| (*name, TEXT_OR_NULL.to_owned()));
    let properties = [
        ("changes", list(&change)),
        flag,
        keys,
        ("page", page),
        ("query", object(&query.collect::<Vec<_>>())),
    ];
    object_with(&properties, &["changes", "page", "query"])
}

/// Numbers of posts.
pub(in crate::mcp) fn counts() -> String {
    let page = object(&[
        ("from", TEXT_OR_NULL.to_owned()),
        ("to_exclusive", TEXT_OR_NULL.to_owned()),
        ("has_more", FLAG.to_owned()),
        ("next_cursor", TEXT_OR_NULL.to_owned()),
    ]);
    let groups = [("group_by", TEXT_OR_NULL.to_owned()), ("top", NUMBER_OR_NULL.to_owned())];
    let query = object(&filters().into_iter().chain(groups).collect::<Vec<_>>());
    let group: Vec<_> = [("key", TEXT_OR_NULL.to_owned())].into_iter().chain(tally()).collect();
    let others = format!(r#"{{"anyOf":[{},{{"type":"null"}}]}}"#, object(&tally()));
    object(&[
        ("total", object(&tally())),
        ("groups", list(&object(&group))),
        ("others", others),
        ("page", page),
        ("query", query),
    ])
}

/// An account.
pub(in crate::mcp) fn account() -> String {
    let statuses = ["pending", "active", "suspended"];
    let text = |name| (name, TEXT.to_owned());
    let number = |name| (name, NUMBER.to_owned());
    object(&[
        (
            "account",
            object(&[
                text("name"),
                text("email"),
                text("company"),
                ("status", text_of(None, Some(&statuses))),
            ]),
        ),
        ("balance", object(&[number("current"), number("total_used")])),
        ("usage", object(&[number("api_calls_30_days")])),
    ])
}

/// How filters and the range of time are echoed.
fn filters() -> Vec<(&'static str, String)> {
    let of_filter = |is_number| if is_number { NUMBER_OR_NULL } else { TEXT_OR_NULL }.to_owned();
    let range = ["from", "to_exclusive"].map(|name| (name, TEXT_OR_NULL.to_owned()));
    FILTERS.iter().map(|filter| (filter.name, of_filter(filter.kind.is_number()))).chain(range).collect()
}

fn tally() -> Vec<(&'static str, String)> {
    let sum = || object(&[("sum", NUMBER_OR_NULL.to_owned()), ("known", NUMBER.to_owned())]);
    let sums = SUMMED.iter().map(|(_, name)| (*name, sum()));
    [("posts", NUMBER.to_owned())].into_iter().chain(sums).collect()
}
