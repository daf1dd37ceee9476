//! What browser tokens may spend: what the account has, and no more in a day than its owner allows.

use crate::api::{body, get, line, load, outcome, request, run};
use crate::browser_tokens::{charged, hour, made, shop, spent};
use crate::sqlite::{Fault, NOW, Server};
use postern::accounts::token::BrowserToken;
use postern::http::call::Call;
use postern::posts::scope::claims::Claims;
use postern::store::Database::Accounts;
use postern::time::Timestamp;

const SEARCH: &str = "/api/v1/posts/search";
const NOBODY: &str = "/api/v1/posts/by-user/x/nobody";

fn cap(server: &Server, credits: i64) {
    run(server, Accounts, &format!("UPDATE accounts SET browser_cap = {credits}"));
}

#[test]
fn an_empty_account_is_not_told_in_numbers() {
    let (server, token) = shop(1);
    let browser = made(&token, &hour());
    assert_eq!(get(&server, &browser, SEARCH).status, 200);
    for (url, warm) in [(SEARCH, true), (NOBODY, true), (SEARCH, false), (NOBODY, false)] {
        if !warm {
            server.now.set(Timestamp(NOW.0 + 6 * 60_000));
        }
        let refused = get(&server, &browser, url);
        assert_eq!(outcome(&refused), (402, "INSUFFICIENT_CREDITS".into()));
        assert_eq!(charged(&refused), (402, Some("0"), None));
        let message = body(&refused)["error"]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("at least 1") && !message.contains('0') && message.contains("/dashboard"),
            "{message}"
        );
    }
}

#[test]
fn the_owners_cap_of_a_day_is_kept_to_the_credit() {
    for price in [1, 3] {
        let (mut server, token) = shop(1000);
        server.settings.accounts.credits_per_page = price;
        cap(&server, 40);
        let browsers = [*b"nonce--1", *b"nonce--2"].map(|nonce| made(&token, &Claims { nonce, ..hour() }));
        let replies: Vec<_> = (0..100).map(|n| get(&server, &browsers[n % 2], SEARCH)).collect();
        let pages = 40 / price;
        assert_eq!(
            replies.iter().filter(|reply| reply.status == 200).count(),
            usize::try_from(pages).unwrap()
        );
        assert_eq!(spent(&server), (pages, pages * price, pages * price));
        let last = replies.last().unwrap();
        assert_eq!(
            (outcome(last), charged(last)),
            ((402, "INSUFFICIENT_CREDITS".into()), (402, Some("0"), None))
        );
        let message = body(last)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("browser tokens may spend in a day"), "{message}");
        // The account's own token goes on, and the next day is another one.
        assert_eq!(get(&server, token.text(), SEARCH).status, 200);
        server.now.set(Timestamp(NOW.0 + 86_400_000));
        let tomorrow = BrowserToken::create(&token, &hour(), server.now.get()).unwrap();
        assert_eq!(get(&server, tomorrow.text(), SEARCH).status, 200);
    }
}

#[test]
fn a_cap_of_zero_stops_them_and_none_does_not() {
    let (server, token) = shop(9);
    let browser = made(&token, &hour());
    for warm in [false, true] {
        cap(&server, 0);
        for url in [SEARCH, NOBODY] {
            assert_eq!(
                outcome(&get(&server, &browser, url)),
                (402, "INSUFFICIENT_CREDITS".into()),
                "{url} {warm}"
            );
        }
        assert_eq!(server.call(&request("HEAD", &browser, SEARCH), b"").status, 402);
        run(&server, Accounts, "UPDATE accounts SET browser_cap = NULL");
        assert_eq!(get(&server, &browser, SEARCH).status, 200);
    }
    assert_eq!(spent(&server), (2, 2, 2));
}

#[test]
fn a_cap_is_kept_where_answers_are_lost_and_calls_repeated() {
    let (server, token) = shop(9);
    cap(&server, 2);
    let browser = made(&token, &hour());
    let keyed = |key: &str| {
        let call = Call { idempotency_key: Some(key.into()), ..request("GET", &browser, SEARCH) };
        server.call(&call, b"")
    };
    server.faults.borrow_mut().extend([(Accounts, Fault::None), (Accounts, Fault::AnswerLost)]);
    assert_eq!(charged(&keyed("a")), (200, Some("1"), None));
    assert_eq!(charged(&keyed("a")), (200, Some("0"), None));
    server.faults.borrow_mut().extend([(Accounts, Fault::AnswerLost), (Accounts, Fault::AnswerLost)]);
    assert_eq!(charged(&keyed("b")), (200, Some("1"), None));
    assert_eq!(charged(&keyed("c")), (402, Some("0"), None));
    assert_eq!(spent(&server), (3, 2, 2));
    // The cap is reached, and what was paid for is answered all the same; another page is not.
    for key in ["a", "b"] {
        assert_eq!(charged(&keyed(key)), (200, Some("0"), None), "{key}");
    }
    server.reads.borrow_mut().clear();
    assert_eq!(charged(&keyed("c")), (402, Some("0"), None));
    assert_eq!(*server.reads.borrow(), []);
    load(&server, &line("4", "reef", "coral"));
    assert_eq!(charged(&keyed("a")), (402, Some("0"), None));
    assert_eq!(spent(&server), (5, 2, 2));
    // The account's own token has no cap.
    assert_eq!(charged(&get(&server, token.text(), SEARCH)).0, 200);
}
