//! Events in any order, any number of times, with storage that fails and answers that are lost: in the end, accounts are
//! what a plain sum over what happened says.

use crate::sqlite::{Fault, Server};
use crate::stripe::{completed, disputed, event, ledger, made, refunded, send, session, shop, state};
use postern::store::Database::Accounts;
use proptest::prelude::*;
use serde_json::Value;

/// What happens to a payment.
#[derive(Debug, Clone)]
struct Story {
    account: i64,
    credits: i64,
    amount: i64,
    /// Whether the session was made by us. If not, a Payment Link names the account.
    ours: bool,
    /// How it is paid: at once, later, or never.
    paid: u8,
    refunds: Vec<i64>,
    /// Amounts of disputes, and how they end.
    disputes: Vec<(i64, &'static str)>,
}

fn story() -> impl Strategy<Value = Story> {
    let refunds = prop::collection::vec(0..1000_i64, 0..3);
    let ends = prop::sample::select(vec!["needs_response", "won", "lost"]);
    let disputes = prop::collection::vec((1..1000_i64, ends), 0..3);
    let pack = prop::sample::select(vec![(1000, 900), (7, 300)]);
    (1..4_i64, pack, any::<bool>(), 0..4_u8, refunds, disputes).prop_map(
        |(account, (credits, amount), ours, paid, refunds, disputes)| Story {
            account,
            credits,
            amount,
            ours,
            paid,
            refunds,
            disputes,
        },
    )
}

impl Story {
    fn is_paid(&self) -> bool {
        self.paid < 3
    }

    fn events(&self, name: &str) -> Vec<Value> {
        let reference = format!("account_{}", self.account);
        let paid = session(name, Some(&reference), self.amount, "paid");
        let unpaid = session(name, Some(&reference), self.amount, "unpaid");
        let mut events = match self.paid {
            0 => vec![completed(name, Some(&reference), self.amount)],
            1 => vec![
                event("checkout.session.completed", &unpaid),
                event("checkout.session.async_payment_succeeded", &paid),
            ],
            2 => vec![
                event("checkout.session.completed", &paid),
                event("checkout.session.async_payment_succeeded", &paid),
                event("checkout.session.expired", &unpaid),
            ],
            _ => vec![
                event("checkout.session.completed", &unpaid),
                event("checkout.session.async_payment_failed", &unpaid),
            ],
        };
        events.extend(self.refunds.iter().map(|amount| refunded(name, *amount)));
        for (number, (amount, end)) in self.disputes.iter().enumerate() {
            let status = ["warning_needs_response", "needs_response", "under_review", end];
            events.extend(status.map(|status| disputed(name, number, *amount, status)));
        }
        events
    }

    /// The credits that are left of it.
    fn left(&self) -> i64 {
        let refunded = self.refunds.iter().max().copied().unwrap_or_default();
        let disputed: i64 =
            self.disputes.iter().filter(|(_, end)| *end != "won").map(|(amount, _)| amount).sum();
        let gone = i128::from((refunded + disputed).min(self.amount));
        let exact = i128::from(self.credits) * gone;
        let amount = i128::from(self.amount);
        let back = exact / amount + i128::from(exact % amount != 0);
        self.credits - i64::try_from(back).unwrap()
    }
}

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
        let is_disputed = own.iter().any(|story| story.disputes.iter().any(|(_, end)| *end != "won"));
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn accounts_are_what_happened_whatever_came_how_often_and_when((stories, deliveries) in deliveries()) {
        let server = shop();
        for (number, story) in stories.iter().enumerate().filter(|(_, story)| story.ours) {
            made(&server, &format!("cs_{number}"), story.account, story.credits, story.amount);
        }
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
