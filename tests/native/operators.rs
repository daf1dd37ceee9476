//! Managing accounts: what operators can do, and what each bad call is answered with.

use crate::api::{account, body, get, operator, outcome};
use crate::sqlite::{SECRET, SHARD, Server};
use postern::http::call::Call;
use postern::store::Database::Accounts;
use serde_json::{Value, json};

const REEF: &str = "/operator/v1/accounts/reef@example.com";
const MOST: i64 = (1 << 53) - 1;

fn post(server: &Server, path: &str, json: &Value) -> (u16, Value) {
    let reply = operator(server, "POST", path, json.to_string().as_bytes());
    (reply.status, body(&reply))
}

fn create(server: &Server, email: &str) -> (u16, Value) {
    post(server, "/operator/v1/accounts", &json!({"email": email}))
}

fn grant(server: &Server, credits: i64, reference: &str) -> (u16, Value) {
    let (status, body) =
        post(server, &format!("{REEF}/credits"), &json!({"credits": credits, "reference": reference}));
    let told = if status == 200 { &body["data"]["balance"]["current"] } else { &body["error"]["code"] };
    (status, told.clone())
}

#[test]
fn a_new_account_is_active_and_its_token_is_shown_once() {
    let server = Server::default();
    let (status, created) = post(
        &server,
        "/operator/v1/accounts",
        &json!({"email": "Reef@Example.com", "name": "Reef Watch", "company": "Tide", "credits": 7}),
    );
    let data = &created["data"];
    assert_eq!(status, 201);
    assert_eq!(
        data["account"],
        json!({"name": "Reef Watch", "email": "Reef@Example.com", "company": "Tide", "status": "active"})
    );
    assert_eq!(data["balance"], json!({"current": 7, "total_used": 0}));
    let token = data["token"].as_str().unwrap();
    assert_eq!(body(&get(&server, token, "/api/v1/account"))["data"]["account"], data["account"]);
    let list = operator(&server, "GET", "/operator/v1/accounts", b"").body_text();
    assert!(
        !list.contains("postern_live_") && list.contains(&format!("\"last_four\":\"{}\"", &token[58..])),
        "{list}"
    );
}

#[test]
fn what_is_not_given_is_empty_and_nothing_is_granted() {
    let server = Server::default();
    let (status, created) = post(
        &server,
        "/operator/v1/accounts",
        &json!({"email": "a@b.example", "name": null, "credits": null}),
    );
    assert_eq!(
        (status, &created["data"]["account"]["name"], &created["data"]["balance"]["current"]),
        (201, &json!(""), &json!(0))
    );
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger"), 0);
}

#[test]
fn e_mail_addresses_are_compared_without_case() {
    let server = Server::default();
    assert_eq!(create(&server, "Reef@Éxample.com").0, 201);
    for email in ["reef@éxample.com", "REEF@ÉXAMPLE.COM", "reef@xn--xample-9ua.com"] {
        let (status, refused) = create(&server, email);
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("ACCOUNT_EXISTS")));
    }
    let (status, _) = post(
        &server,
        "/operator/v1/accounts/REEF%40%C3%89xample.COM/status",
        &json!({"status": "suspended"}),
    );
    assert_eq!(status, 200);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM accounts"), 1);
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM tokens"), 1);
}

#[test]
fn a_grant_is_made_once_for_each_reference() {
    let server = Server::default();
    account(&server, 5);
    assert_eq!(grant(&server, 10, "invoice 1"), (200, json!(15)));
    assert_eq!(grant(&server, 10, "invoice 1"), (200, json!(15)));
    assert_eq!(grant(&server, 11, "invoice 1"), (409, json!("REFERENCE_REUSED")));
    assert_eq!(grant(&server, -10, "invoice 1"), (409, json!("REFERENCE_REUSED")));
    assert_eq!(grant(&server, 10, "opening"), (200, json!(25)));
    assert_eq!(create(&server, "other@example.com").0, 201);
    let other = post(
        &server,
        "/operator/v1/accounts/other@example.com/credits",
        &json!({"credits": 3, "reference": "invoice 1", "reason": "paid"}),
    );
    assert_eq!((other.0, &other.1["data"]["balance"]["current"]), (200, &json!(3)));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM ledger WHERE kind = 'grant'"), 3);
    assert_eq!(server.count(Accounts, "SELECT sum(credits) FROM ledger"), 28);
}

#[test]
fn a_balance_below_zero_buys_nothing_until_it_is_positive() {
    let server = Server::default();
    let token = account(&server, 5);
    assert_eq!(grant(&server, -8, "refund"), (200, json!(-3)));
    let refused = get(&server, &token, "/api/v1/posts/search");
    assert_eq!((refused.status, refused.header("X-Credits-Remaining")), (402, Some("-3")));
    assert_eq!(grant(&server, 3, "a"), (200, json!(0)));
    assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 402);
    assert_eq!(grant(&server, 1, "b"), (200, json!(1)));
    assert_eq!(get(&server, &token, "/api/v1/posts/search").status, 200);
}

#[test]
fn a_balance_stays_within_what_javascript_holds() {
    let server = Server::default();
    account(&server, 1);
    assert_eq!(grant(&server, MOST, "a"), (400, json!("INVALID_PARAMETER")));
    assert_eq!(grant(&server, MOST - 1, "b"), (200, json!(MOST)));
    assert_eq!(grant(&server, 1, "c"), (400, json!("INVALID_PARAMETER")));
    assert_eq!(grant(&server, MOST - 1, "b"), (200, json!(MOST)));
    assert_eq!(grant(&server, -MOST, "d"), (200, json!(0)));
    assert_eq!(grant(&server, -MOST, "e"), (200, json!(-MOST)));
    assert_eq!(grant(&server, -1, "f"), (400, json!("INVALID_PARAMETER")));
    assert_eq!(server.count(Accounts, "SELECT sum(credits) FROM ledger"), -MOST);
}

#[test]
fn accounts_are_listed_in_pages_to_the_end() {
    let server = Server::default();
    let emails: Vec<_> = (0..7).map(|number| format!("reef{number}@example.com")).collect();
    for email in &emails {
        assert_eq!(create(&server, email).0, 201);
    }
    let list = |query: &str| {
        let call = Call {
            method: "GET",
            path: "/operator/v1/accounts",
            query,
            authorization: Some(format!("Bearer {SECRET}")),
            ..Call::default()
        };
        let reply = server.call(&call, b"");
        (reply.status, body(&reply))
    };
    let (mut listed, mut cursor) = (Vec::new(), String::new());
    for (limit, returned, more) in [(3, 3, true), (2, 2, true), (2, 2, false)] {
        let data = list(&format!("limit={limit}{cursor}")).1["data"].clone();
        let page = &data["page"];
        assert_eq!(
            (&page["limit"], &page["returned"], &page["has_more"]),
            (&json!(limit), &json!(returned), &json!(more))
        );
        listed.extend(data["accounts"].as_array().unwrap().iter().map(|account| account["email"].clone()));
        cursor = page["next_cursor"].as_str().map_or(String::new(), |next| format!("&cursor={next}"));
    }
    assert_eq!((listed, cursor.as_str()), (emails.iter().map(|email| json!(email)).collect(), ""));
    for (query, parameter, code) in [
        ("limit=0", "limit", "OUT_OF_RANGE"),
        ("limit=05", "limit", "INVALID_VALUE"),
        ("cursor=x", "cursor", "INVALID_CURSOR"),
        ("cursor=", "cursor", "EMPTY_VALUE"),
        ("limit=1&limit=1", "limit", "DUPLICATE_PARAMETER"),
        ("offset=1", "offset", "UNKNOWN_PARAMETER"),
        ("token=1", "token", "TOKEN_IN_QUERY"),
    ] {
        let (status, refused) = list(query);
        let fault = &refused["error"]["details"][0];
        assert_eq!(
            (status, &fault["parameter"], &fault["code"]),
            (400, &json!(parameter), &json!(code)),
            "{query}"
        );
    }
}

#[test]
fn an_account_that_is_not_there_is_not_found() {
    let server = Server::default();
    for (place, json) in [
        ("credits", json!({"credits": 1, "reference": "a"})),
        ("status", json!({"status": "active"})),
        ("token", json!({"action": "revoke"})),
        ("token", json!({"action": "regenerate"})),
    ] {
        let (status, refused) = post(&server, &format!("{REEF}/{place}"), &json);
        assert_eq!((status, &refused["error"]["code"]), (404, &json!("ACCOUNT_NOT_FOUND")), "{place}");
    }
    for table in ["tokens", "ledger", "changes", "accounts"] {
        assert_eq!(server.count(Accounts, &format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
}

#[test]
fn every_change_leaves_a_row_that_says_what_on_what_when() {
    let server = Server::default();
    account(&server, 5);
    grant(&server, 10, "a");
    grant(&server, 10, "a");
    grant(&server, 11, "a");
    post(&server, &format!("{REEF}/status"), &json!({"status": "suspended"}));
    post(&server, &format!("{REEF}/token"), &json!({"action": "regenerate"}));
    post(&server, &format!("{REEF}/token"), &json!({"action": "revoke"}));
    create(&server, "reef@example.com");
    let connection = server.connection(Accounts);
    let mut statement = connection
        .prepare("SELECT at || ' ' || action || ' ' || subject FROM changes ORDER BY change_id")
        .unwrap();
    let changes: Vec<String> =
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let at = crate::sqlite::NOW.0;
    let expected = [
        "create account account 1",
        "grant credits account 1: 10 for grant:a",
        "set status account 1: suspended",
        "regenerate token account 1",
        "revoke token account 1",
    ]
    .map(|change| format!("{at} {change}"));
    assert_eq!(changes, expected);
}

#[test]
fn the_stats_count_posts_by_network_and_find_a_ledger_that_is_wrong() {
    let server = Server::default();
    account(&server, 5);
    crate::api::load(&server, &["1", "2"].map(|id| crate::api::line(id, "reef", "")).concat());
    crate::api::run(&server, Accounts, "UPDATE accounts SET balance = 6");
    let stats = body(&operator(&server, "GET", "/operator/v1/stats", b""))["data"].clone();
    assert_eq!(
        (&stats["posts"]["total"], &stats["ledger"]),
        (&json!(2), &json!({"accounts": 1, "mismatched": 1}))
    );
    let names: Vec<_> = stats["posts"]["platforms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["platform"], &one["posts"]))
        .collect();
    let expected = [("tiktok", 0), ("instagram", 0), ("x", 2), ("snapchat", 0), ("linkedin", 0)]
        .map(|(name, posts)| (json!(name), json!(posts)));
    assert_eq!(names, expected.iter().map(|(name, posts)| (name, posts)).collect::<Vec<_>>());
    assert_eq!(server.count(SHARD, "SELECT max(x) FROM versions"), 2);
    assert_eq!(outcome(&operator(&server, "HEAD", "/operator/v1/stats", b"")), (200, String::new()));
}
