//! Events in any order, any number of times, with storage that fails and answers that are lost: in the end, accounts are
//! what a plain sum over what happened says.

use crate::payments_story::{BEGAN, Story, story};
use crate::sqlite::{Fault, Server};
use crate::stripe::{ledger, made, send, shop, state};
use postern::store::Database::Accounts;
use proptest::prelude::*;
use serde_json::Value;

/// Rows of the ledger, which may only be added to.
fn rows(server: &Server) -> Vec<String> {
    let connection = server.connection(Accounts);
    let sql = "SELECT account_id || ' ' || at || ' ' || reference || ' ' || credits FROM ledger ORDER BY 1";
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn check(server: &Server, stories: &[Story]) {
    for account in 1..4 {
        let own: Vec<_> =
            stories.iter().filter(|story| story.account == account && story.is_paid()).collect();
        let balance = own.iter().map(|story| story.left()).sum::<i64>();
        let is_disputed = own.iter().any(|story| story.is_disputed());
        let status = match account {
            _ if is_disputed => "suspended",
            1 if own.is_empty() => "pending",
            3 => "suspended",
            _ => "active",
        };
        assert_eq!(state(server, account), (balance, status.to_owned()), "{}", ledger(server, account));
        let tokens = server.count(
            Accounts,
            &format!("SELECT count(*) FROM tokens WHERE account_id = {account} AND waiting <> ''"),
        );
        assert_eq!(tokens, i64::from(account == 1 && !own.is_empty()));
        let told = format!(
            "SELECT count(*) FROM mails WHERE account_id = {account} AND subject = 'Your payment arrived'"
        );
        assert_eq!(server.count(Accounts, &told), i64::try_from(own.len()).unwrap());
    }
}

/// The deliveries of all events: each at least once, in any order, with what storage does then.
fn deliveries() -> impl Strategy<Value = (Vec<Story>, Vec<(Value, Fault)>)> {
    prop::collection::vec(story(), 1..5).prop_flat_map(|stories| {
        let events: Vec<Value> = stories
            .iter()
            .enumerate()
            .flat_map(|(number, story)| story.events(&format!("cs_{number}")))
            .collect();
        let count = events.len();
        let times = prop::collection::vec(1..4_usize, count);
        let fault = prop::sample::select(vec![Fault::None, Fault::None, Fault::Refused, Fault::AnswerLost]);
        let all = times.prop_flat_map(move |times| {
            let all = events.iter().zip(&times).flat_map(|(event, times)| vec![event.clone(); *times]);
            Just(all.collect::<Vec<_>>()).prop_shuffle()
        });
        (Just(stories), (all, prop::collection::vec(fault, 3 * count)))
            .prop_map(|(stories, (all, faults))| (stories, all.into_iter().zip(faults).collect()))
    })
}

/// A shop in which the sessions are as they were when refunds began to be known by name.
fn shop_of(stories: &[Story]) -> Server {
    let server = shop();
    let began = format!("UPDATE progress SET value = {BEGAN} * 1000 WHERE name = 'refunds by name'");
    crate::api::run(&server, Accounts, &began);
    for (number, story) in stories.iter().enumerate() {
        let name = format!("cs_{number}");
        if story.ours {
            made(&server, &name, story.account, story.credits, story.amount);
        }
        if let Some(sum) = story.sum_of_before() {
            let sql = format!("INSERT INTO refunds (intent, amount) VALUES ('pi_{name}', {sum})");
            crate::api::run(&server, Accounts, &sql);
        }
    }
    server
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn accounts_are_what_happened_whatever_came_how_often_and_when((stories, deliveries) in deliveries()) {
        let server = shop_of(&stories);
        let mut again = Vec::new();
        let mut known = Vec::new();
        for (event, fault) in deliveries {
            server.faults.borrow_mut().clear();
            server.faults.borrow_mut().push((Accounts, fault));
            // What Stripe gets no answer to, or a bad one, it sends again later.
            match send(&server, &event) {
                200 => {}
                503 => again.push(event),
                status => panic!("{status}: {event}"),
            }
            let now = rows(&server);
            prop_assert!(known.iter().all(|row| now.contains(row)), "{known:?} {now:?}");
            known = now;
            (1..4).for_each(|account| _ = state(&server, account));
        }
        server.faults.borrow_mut().clear();
        for event in again {
            prop_assert_eq!(send(&server, &event), 200);
        }
        check(&server, &stories);
    }
}
