//! Random calls under keys, between imports, grants and pauses, against a model of what each costs.

use crate::api::{account, line, load, operator, request, run};
use crate::browser_tokens::hour;
use crate::sqlite::{NOW, Server};
use postern::accounts::IDEMPOTENCY_LIFETIME;
use postern::accounts::token::{ApiToken, BrowserToken};
use postern::http::call::Call;
use postern::http::reply::ReplyOf;
use postern::posts::scope::claims::Claims;
use postern::store::Database::Accounts;
use postern::time::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Two queries with a post each at the start, and one that finds nothing.
const QUERIES: [&str; 3] =
    ["/api/v1/posts/search", "/api/v1/posts/by-user/x/reef", "/api/v1/posts/by-user/x/nobody"];
const KEYS: [Option<&str>; 3] = [None, Some("a"), Some("b")];

#[derive(Debug, Clone)]
enum Step {
    /// A call: the query, the key, whether with a browser token, whether with the entity tag of the page as it last was.
    Call {
        query: usize,
        key: usize,
        is_browser: bool,
        is_conditional: bool,
    },
    Import,
    Grant(i64),
    /// Milliseconds.
    Pause(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let call = (0..QUERIES.len(), 0..KEYS.len(), any::<bool>(), prop::bool::weighted(0.2));
    prop_oneof![
        8 => call.prop_map(|(query, key, is_browser, is_conditional)| Step::Call { query, key, is_browser, is_conditional }),
        1 => Just(Step::Import),
        1 => (1..4_i64).prop_map(Step::Grant),
        1 => prop_oneof![Just(1), Just(IDEMPOTENCY_LIFETIME / 2), Just(IDEMPOTENCY_LIFETIME)].prop_map(Step::Pause),
    ]
}

/// What should be true.
struct Model {
    balance: i64,
    price: i64,
    /// What browser tokens may still spend.
    allowance: i64,
    now: i64,
    /// How often posts were imported: another number is another page.
    version: usize,
    /// When a page was last charged under a key: by key, query and version.
    paid: BTreeMap<(usize, usize, usize), i64>,
    calls: i64,
}

impl Model {
    /// The status and what is charged.
    fn call(&mut self, query: usize, key: usize, is_browser: bool, is_known: bool) -> (u16, i64) {
        let can_pay = self.balance >= self.price && (!is_browser || self.allowance >= self.price);
        let is_empty = query == 2;
        let page = (key, query, self.version);
        let is_paid = key != 0 && self.paid.get(&page).is_some_and(|at| self.now - at < IDEMPOTENCY_LIFETIME);
        let (status, charge) = match () {
            () if is_known && can_pay => (304, 0),
            () if is_empty && can_pay => (200, 0),
            () if is_paid && !is_known => (200, 0),
            () if can_pay => (200, self.price),
            () => (402, 0),
        };
        self.calls += i64::from(status != 402);
        self.balance -= charge;
        self.allowance -= if is_browser { charge } else { 0 };
        if charge > 0 && key != 0 {
            self.paid.insert(page, self.now);
        }
        (status, charge)
    }
}

fn answered(reply: &ReplyOf<Server>) -> (u16, i64) {
    (reply.status, reply.header("X-Credits-Charged").unwrap().parse().unwrap())
}

fn check(steps: Vec<Step>, credits: u32, price: i64, cap: i64) {
    let mut server = Server::default();
    server.settings.accounts.credits_per_page = price;
    let token = account(&server, credits);
    let parsed = ApiToken::parse(&token).unwrap();
    run(&server, Accounts, &format!("UPDATE accounts SET browser_cap = {cap}"));
    load(&server, &line("0", "reef", "coral"));
    let mut model = Model {
        balance: credits.into(),
        price,
        allowance: cap,
        now: 0,
        version: 0,
        paid: BTreeMap::new(),
        calls: 0,
    };
    let mut tags: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    for (number, step) in steps.into_iter().enumerate() {
        match step {
            Step::Import => {
                model.version += 1;
                load(&server, &line(&model.version.to_string(), "reef", "coral"));
            }
            Step::Grant(credits) => {
                let body = format!(r#"{{"credits": {credits}, "reference": "{number}"}}"#);
                let url = "/operator/v1/accounts/reef@example.com/credits";
                assert_eq!(operator(&server, "POST", url, body.as_bytes()).status, 200);
                model.balance += credits;
            }
            Step::Pause(time) => {
                model.now += time;
                server.now.set(Timestamp(NOW.0 + model.now));
            }
            Step::Call { query, key, is_browser, is_conditional } => {
                let browser = BrowserToken::create(
                    &parsed,
                    &Claims { nonce: *b"model---", ..hour() },
                    server.now.get(),
                );
                let bearer = if is_browser { browser.unwrap().text().to_owned() } else { token.clone() };
                let tag = tags.get(&query).filter(|_| is_conditional);
                let is_known = tag.is_some_and(|(version, _)| *version == model.version || query == 2);
                let call = Call {
                    idempotency_key: KEYS[key].map(str::to_owned),
                    if_none_match: tag.map(|(_, tag)| tag.clone()),
                    ..request("GET", &bearer, QUERIES[query])
                };
                let reply = server.call(&call, b"");
                let expected = model.call(query, key, is_browser, is_known);
                assert_eq!(answered(&reply), expected, "step {number}: {}", reply.body_text());
                if let Some(tag) = reply.header("ETag") {
                    tags.insert(query, (model.version, tag.to_owned()));
                }
            }
        }
        let of = |sql| server.count(Accounts, sql);
        assert_eq!(of("SELECT balance FROM accounts"), model.balance);
        assert_eq!(of("SELECT coalesce(sum(credits), 0) FROM ledger"), model.balance);
        assert_eq!(of("SELECT total_used FROM accounts"), of("SELECT coalesce(sum(credits), 0) FROM usage"));
        assert_eq!(of("SELECT coalesce(sum(calls), 0) FROM usage"), model.calls);
        assert_eq!(of("SELECT coalesce(sum(browser_credits), 0) FROM usage"), cap - model.allowance);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_page_under_a_key_costs_its_price_once(
        steps in vec(step(), 1..40), credits in 0..6_u32, price in 1..3_i64, cap in 0..5_i64,
    ) {
        check(steps, credits, price, cap);
    }
}
