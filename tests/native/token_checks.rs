//! What is done to check a credential does not depend on how much of it is right. Counted, not timed: the same questions
//! to storage, the same steps there, whichever token nobody has.

use crate::api::{account, get, outcome, request};
use crate::browser_tokens::{hour, made, shop};
use crate::sqlite::{SECRET, Server};
use postern::accounts::token::ApiToken;
use postern::encoding::{base64url, from_base64url};
use postern::http::call::Call;
use postern::store::Database;

const PLACES: [&str; 3] = ["/api/v1/account", "/api/v1/posts/search", "/api/v1/posts/search?limit=0"];

/// The last characters of a token of these first 56 that make its checksum right.
fn with_checksum(body: &str) -> String {
    const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut sum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(body.as_bytes());
    let mut digits = [0; 6];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(sum % 62) as usize];
        sum /= 62;
    }
    format!("{body}{}", str::from_utf8(&digits).unwrap())
}

/// Tokens of the right form that nobody has: of no likeness to a good one, and of all its first characters but a few.
fn near(token: &str) -> Vec<String> {
    let start = "postern_live_".len();
    let changed = |kept: usize| {
        let rest: String =
            token[start + kept..start + 43].chars().map(|it| if it == 'x' { 'y' } else { 'x' }).collect();
        with_checksum(&format!("{}{rest}", &token[..start + kept]))
    };
    let mut all: Vec<_> = [0, 1, 10, 20, 30, 40, 41, 42].map(changed).to_vec();
    all.push(ApiToken::from_secret([9; 32]).text().to_owned());
    all
}

/// What storage did for a call: the databases that were asked, in their order, and the steps that it took there.
fn work(server: &Server, call: &Call<'_>) -> (Vec<Database>, i64) {
    server.batches.borrow_mut().clear();
    server.taken.set(0);
    let reply = server.call(call, b"");
    assert_eq!(reply.status, 401, "{}", reply.body_text());
    (server.batches.borrow().clone(), server.taken.get())
}

#[test]
fn a_token_that_nobody_has_costs_the_same_however_near_it_is_to_a_good_one() {
    let server = Server::default();
    let token = account(&server, 9);
    assert_eq!(with_checksum(&token[..56]), token);
    for url in PLACES {
        let mut costs: Vec<_> =
            near(&token).iter().map(|near| work(&server, &request("GET", near, url))).collect();
        costs.dedup();
        assert_eq!(costs.len(), 1, "{url}: {costs:?}");
        assert_eq!(costs[0].0, [Database::Accounts], "{url}");
    }
}

#[test]
fn the_same_where_the_good_one_succeeded_a_moment_ago() {
    let server = Server::default();
    let token = account(&server, 9);
    assert_eq!(get(&server, &token, PLACES[0]).status, 200);
    let mut costs: Vec<_> =
        near(&token).iter().map(|near| work(&server, &request("GET", near, PLACES[1]))).collect();
    costs.dedup();
    assert_eq!(costs.len(), 1, "{costs:?}");
}

#[test]
fn a_malformed_token_asks_storage_nothing_wherever_its_fault_is() {
    let server = Server::default();
    let token = account(&server, 9);
    let spoiled = |at: usize| {
        let other = if &token[at..=at] == "x" { "y" } else { "x" };
        format!("{}{other}{}", &token[..at], &token[at + 1..])
    };
    for at in 0..token.len() {
        let call = request("GET", &spoiled(at), PLACES[1]).clone();
        assert_eq!(work(&server, &call), (Vec::new(), 0), "character {at}");
    }
    for length in [0, 1, 13, 14, 56, 61] {
        assert_eq!(work(&server, &request("GET", &token[..length], PLACES[1])), (Vec::new(), 0), "{length}");
    }
}

#[test]
fn storage_is_asked_for_a_hash_which_says_nothing_of_the_token() {
    let token = ApiToken::from_secret([1; 32]);
    let keys: Vec<_> =
        near(token.text()).iter().map(|near| ApiToken::parse(near).unwrap().hash().key()).collect();
    let own = token.hash().key();
    let alike = |key: &str| key.bytes().zip(own.bytes()).take_while(|(one, other)| one == other).count();
    assert!(keys.iter().all(|key| key.len() == 64 && alike(key) < 8), "{keys:?}");
}

#[test]
fn a_browser_token_with_a_wrong_signature_costs_the_same_however_much_of_it_is_right() {
    for warm in [false, true] {
        let (server, token) = shop(9);
        let browser = made(&token, &hour());
        if warm {
            assert_eq!(get(&server, &browser, PLACES[1]).status, 200);
        }
        let bytes = from_base64url(&browser["postern_browser_".len()..]).unwrap();
        let spoiled = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            format!("postern_browser_{}", base64url(&bytes))
        };
        let tag = bytes.len() - 32..bytes.len();
        let mut costs: Vec<_> =
            tag.map(|at| work(&server, &request("GET", &spoiled(at), PLACES[1]))).collect();
        costs.dedup();
        assert_eq!(costs.len(), 1, "{warm}: {costs:?}");
    }
}

#[test]
fn the_operator_secret_is_compared_as_a_whole_without_storage() {
    let server = Server::default();
    let near = |length: usize| format!("{}{}", &SECRET[..length], "x".repeat(SECRET.len() - length));
    for length in 0..SECRET.len() {
        let authorization = Some(format!("Bearer {}", near(length)));
        let call = Call { authorization, ..request("GET", "", "/operator/v1/stats") };
        assert_eq!(work(&server, &call), (Vec::new(), 0), "{length} characters right");
    }
}

#[test]
fn a_session_that_nobody_has_costs_the_same_whatever_it_is() {
    let server = Server::default();
    let sessions = ["a".repeat(43), "b".repeat(43), "-_".repeat(21) + "9"];
    let ask = |session: &String| {
        let mut call = Call { method: "GET", path: "/dashboard/api/account", ..Call::default() };
        call.private.cookie = Some(format!("__Host-session={session}"));
        work(&server, &call)
    };
    let mut costs: Vec<_> = sessions.iter().map(ask).collect();
    costs.dedup();
    assert_eq!(costs.len(), 1, "{costs:?}");
    assert_eq!(outcome(&get(&server, "x", PLACES[0])), (401, "INVALID_API_TOKEN".into()));
}
