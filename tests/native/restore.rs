//! Restoring: databases that came back older are closed until all that was erased is erased again.

use crate::api::{account, body, get, line, load, operator, outcome, run};
use crate::loading::became;
use crate::sqlite::{Fault, NOW, Server};
use pollster::block_on;
use postern::accounts::restore::{finish, is_empty};
use postern::ingest::restore::{behind, bury, close, open, tombstones};
use postern::ingest::statements::restore::Tombstone;
use postern::router::memory::Memory;
use postern::store::Database::{Accounts, Posts};
use serde_json::json;

const SEARCH: &str = "/api/v1/posts/search";

/// A server of two shards with posts on both, the first of which came back as it was a version ago; and a token.
fn one_behind() -> (Server, String) {
    let mut server = Server::with_shards(2);
    let token = account(&server, 99);
    for number in 0..20 {
        load(&server, &line(&number.to_string(), &format!("kelp{number}"), "coral"));
    }
    run(&server, Posts(0), "DELETE FROM versions WHERE version = (SELECT max(version) FROM versions)");
    server.memory = Memory::default();
    (server, token)
}

fn version(server: &Server, shard: u8) -> i64 {
    server.count(Accounts, &format!("SELECT version FROM shards WHERE shard = {shard}"))
}

#[test]
fn what_is_behind_is_closed_until_it_is_opened() {
    let (server, token) = one_behind();
    let before = [version(&server, 0), version(&server, 1)];
    let shards = block_on(behind(&server)).unwrap();
    assert_eq!(shards.iter().map(|behind| behind.shard).collect::<Vec<_>>(), [0]);

    block_on(close(&server, &shards)).unwrap();
    let closed = version(&server, 0);
    assert_eq!(outcome(&get(&server, &token, SEARCH)), (503, "STORAGE_UNAVAILABLE".into()));
    // What an import acknowledges meanwhile does not open it.
    load(&server, &(0..20).map(|number| line("new", &format!("kelp{number}"), "reef")).collect::<String>());
    assert_eq!(outcome(&get(&server, &token, SEARCH)), (503, "STORAGE_UNAVAILABLE".into()));
    let again = block_on(behind(&server)).unwrap();
    block_on(close(&server, &again)).unwrap();
    assert_eq!(version(&server, 0), closed, "a second time changes nothing");

    let totals = || server.count(Posts(0), "SELECT x FROM versions ORDER BY version DESC LIMIT 1");
    let before_opening = totals();
    block_on(open(&server, &again, "backup", NOW)).unwrap();
    assert_eq!(totals(), before_opening, "no post came or went");
    assert_eq!(get(&server, &token, SEARCH).status, 200);
    assert!(version(&server, 0) > closed && before[0] < closed);
    assert_eq!(block_on(behind(&server)).unwrap(), []);
    let changes = body(&operator(&server, "GET", "/operator/v1/changes", b""));
    let last = &changes["data"]["changes"][0];
    assert_eq!((&last["action"], &last["subject"]), (&json!("restore posts"), &json!("backup")));
}

#[test]
fn a_restore_that_breaks_off_is_made_good_by_the_next() {
    for (database, fault) in
        [Accounts, Posts(0)].into_iter().flat_map(|it| [(it, Fault::Refused), (it, Fault::AnswerLost)])
    {
        for place in 0..5 {
            let (server, token) = one_behind();
            let restore = || {
                block_on(async {
                    let shards = behind(&server).await?;
                    close(&server, &shards).await?;
                    if shards.is_empty() { Ok(()) } else { open(&server, &shards, "backup", NOW).await }
                })
            };
            let pause = (0..place).map(|_| (database, Fault::None));
            *server.faults.borrow_mut() = pause.chain([(database, fault)]).collect();
            let _ = restore();
            server.faults.borrow_mut().clear();
            restore().unwrap();
            assert_eq!(get(&server, &token, SEARCH).status, 200, "{database:?} {fault:?} {place}");
        }
    }
}

#[test]
fn what_was_erased_is_set_again_and_told_once() {
    let (server, _) = one_behind();
    let shards = block_on(behind(&server)).unwrap();
    run(&server, Posts(0), "INSERT INTO tombstones (key, erased_at) VALUES ('post x:it''s', 1)");
    run(
        &server,
        Posts(1),
        "INSERT INTO tombstones (key, erased_at) VALUES ('author 3:gone', 2), ('post x:it''s', 1)",
    );
    let tombstone = |key: &str, erased_at| Tombstone { key: key.to_owned(), erased_at };
    let many = (0..250).map(|number| tombstone(&format!("post x:{number:03}"), 3));
    let many: Vec<_> = [tombstone("post x:it's", 9)].into_iter().chain(many).collect();
    block_on(bury(&server, &shards, &many)).unwrap();
    let all = block_on(tombstones(&server)).unwrap();
    assert_eq!(
        (all.len(), &all[0], all.last().unwrap()),
        (252, &tombstone("author 3:gone", 2), &tombstone("post x:it's", 1))
    );
    assert_eq!(became(&load(&server, &line("007", "kelp1", "coral"))), [0, 0, 0, 1, 0]);
}

#[test]
fn accounts_are_restored_with_nobody_signed_in_and_every_ledger_added_up() {
    let server = Server::default();
    assert!(!block_on(is_empty(&server)).unwrap());
    account(&server, 7);
    run(&server, Accounts, "INSERT INTO sessions VALUES ('key', 1, 1, 1)");
    let check = block_on(finish(&server, NOW)).unwrap();
    assert_eq!((check.accounts, check.mismatched), (1, 0));
    assert_eq!(server.count(Accounts, "SELECT count(*) FROM sessions"), 0);
    run(&server, Accounts, "UPDATE accounts SET balance = balance + 1");
    assert_eq!(block_on(finish(&server, NOW)).unwrap().mismatched, 1);
    run(&server, Accounts, "ALTER TABLE accounts RENAME TO others");
    assert!(block_on(is_empty(&server)).unwrap());
}
