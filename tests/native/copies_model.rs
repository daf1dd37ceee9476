//! Copies that are kept up to date by changes end equal to the service: whatever is imported, renamed, erased and moved, in whatever
//! order, while batches fail and replicas lag, and at whatever moment the copies are brought up to date.

use crate::api::{account, body, get, operator};
use crate::mcp;
use crate::sampled::Dice;
use crate::sqlite::{Fault, Server};
use postern::store::Database::{Accounts, Posts};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What copies are of.
const FILTERS: [&str; 6] = [
    "",
    "username=kelp1",
    "hashtag=reef",
    "platform=x&username=kelp2,kelp3",
    "platform=tiktok,x&hashtag=sea,sand",
    "username=kelp4&hashtag=reef",
];

/// Whom a copy asks what changed.
enum Source {
    Api,
    /// The tool for agents, for answers of a size.
    Tool {
        max_chars: usize,
    },
}

/// A copy of what a filter finds.
pub(crate) struct Copy {
    filter: &'static str,
    limit: usize,
    source: Source,
    since: String,
    pub(crate) posts: BTreeMap<String, Value>,
}

impl Copy {
    pub(crate) fn new(filter: &'static str, limit: usize) -> Self {
        Self { filter, limit, source: Source::Api, since: "0".to_owned(), posts: BTreeMap::new() }
    }

    /// A copy that is kept by an agent.
    fn of_agent(filter: &'static str, max_chars: usize) -> Self {
        Self { source: Source::Tool { max_chars }, ..Self::new(filter, 100) }
    }

    /// Asks what changed: the data of the answer, or the status of the failure.
    fn ask(&self, server: &Server, token: &str) -> Result<Value, u16> {
        let Source::Tool { max_chars } = self.source else {
            let url =
                format!("/api/v1/posts/changes?since={}&limit={}&{}", self.since, self.limit, self.filter);
            let reply = get(server, token, url.trim_end_matches('&'));
            return if reply.status == 200 { Ok(body(&reply)["data"].take()) } else { Err(reply.status) };
        };
        let mut arguments = json!({"since": self.since, "limit": self.limit, "max_chars": max_chars});
        for (name, list) in self.filter.split('&').filter_map(|pair| pair.split_once('=')) {
            arguments[name] = list.split(',').collect();
        }
        let reply = mcp::call_tool(server, token, "list_changes", &arguments);
        if body(&reply)["result"]["isError"] == true {
            return Err(match mcp::failure(&reply)["code"].as_str().unwrap() {
                "SINCE_GONE" => 410,
                "STORAGE_UNAVAILABLE" => 503,
                _ => 500,
            });
        }
        let data = mcp::structured(&reply, max_chars);
        assert_eq!(data["truncated"], Value::Null, "{data}");
        Ok(data)
    }

    /// Brings the copy up to date by one answer. Returns whether there is no more to come.
    pub(crate) fn step(&mut self, server: &Server, token: &str) -> bool {
        let data = match self.ask(server, token) {
            Ok(data) => data,
            Err(503) => return false,
            Err(410) => {
                self.posts.clear();
                "0".clone_into(&mut self.since);
                return false;
            }
            Err(status) => panic!("{status} for {} after {}", self.filter, self.since),
        };
        let changes = data["changes"].as_array().unwrap();
        assert!(changes.len() <= self.limit && data["page"]["returned"] == changes.len(), "{data}");
        for change in changes {
            let post = &change["post"];
            let id = post["id"].as_str().or_else(|| change["id"].as_str()).unwrap().to_owned();
            if change["type"] == "post" {
                self.posts.insert(id, post.clone());
            } else {
                self.posts.remove(&id);
            }
        }
        data["page"]["next_since"].as_str().unwrap().clone_into(&mut self.since);
        data["page"]["has_more"] == false
    }

    /// Brings the copy up to date, and holds it against what the service finds.
    pub(crate) fn check(&mut self, server: &Server, token: &str, what: &str) {
        let mut steps = 0;
        while !self.step(server, token) {
            steps += 1;
            assert!(steps < 1_000, "{what}: it does not end");
        }
        let expected = stored(server, token, self.filter);
        let ids = |posts: &BTreeMap<String, Value>| posts.keys().cloned().collect::<Vec<_>>();
        assert_eq!(ids(&self.posts), ids(&expected), "{what}: posts of {}", self.filter);
        assert!(self.posts == expected, "{what}: an old state of a post of {}", self.filter);
    }
}

/// What a search finds.
fn stored(server: &Server, token: &str, filter: &str) -> BTreeMap<String, Value> {
    let (mut posts, mut cursor) = (BTreeMap::new(), String::new());
    loop {
        let url = format!("/api/v1/posts/search?limit=100&{filter}{cursor}");
        let reply = get(server, token, url.trim_end_matches('&'));
        assert_eq!(reply.status, 200, "{url}: {}", reply.body_text());
        let data = body(&reply)["data"].take();
        for post in data["posts"].as_array().unwrap() {
            posts.insert(post["id"].as_str().unwrap().to_owned(), post.clone());
        }
        let Some(next) = data["page"]["next_cursor"].as_str() else { return posts };
        cursor = format!("{}cursor={next}", if filter.is_empty() { "" } else { "&" });
    }
}

/// Something that an operator does.
#[derive(Debug, Clone)]
enum Act {
    Import(String),
    Erase(String),
    Spread(u8),
}

impl Act {
    fn random(dice: &mut Dice) -> Self {
        match dice.below(12) {
            0 => Self::Erase(format!("posts/{}:{}", ["x", "tiktok"][dice.below(2)], dice.below(30))),
            1 if dice.below(3) == 0 => {
                Self::Erase(format!("authors/{}/kelp{}", ["x", "tiktok"][dice.below(2)], dice.below(9)))
            }
            1..=4 => Self::Spread(1 + u8::try_from(dice.below(3)).unwrap()),
            _ => Self::Import((0..=dice.below(8)).map(|_| random_line(dice)).collect()),
        }
    }

    /// Does it, or a step of it. Returns whether that is done: if not, the operator does it again some time.
    fn run(&self, server: &Server) -> bool {
        let reply = match self {
            Self::Import(lines) => operator(server, "POST", "/operator/v1/posts", lines.as_bytes()),
            Self::Erase(path) => operator(server, "DELETE", &format!("/operator/v1/{path}"), b""),
            Self::Spread(shards) => {
                let spread = json!({"shards": shards}).to_string();
                operator(server, "POST", "/operator/v1/shards", spread.as_bytes())
            }
        };
        assert!(matches!(reply.status, 200 | 404 | 503), "{self:?}: {}", reply.body_text());
        reply.status != 503
    }
}

fn random_line(dice: &mut Dice) -> String {
    let tags = ["", "#reef", "#sea #reef", "#sand", "#Reef #other"][dice.below(5)];
    let platform = ["x", "tiktok"][dice.below(2)];
    let line = json!({
        "platform": platform,
        "platform_post_id": dice.below(30).to_string(),
        "author": {"username": format!("kelp{}", dice.below(9))},
        "content": format!("word{} {tags}", dice.below(3)),
        "likes_count": dice.below(5),
        "published_at": format!("2026-03-0{}T18:04:05Z", 1 + dice.below(2)),
        "collected_at": format!("2026-04-01T00:{:02}:{:02}Z", dice.below(60), dice.below(60)),
    });
    line.to_string() + "\n"
}

/// Does random acts, while copies are brought up to date between their batches.
fn history(seed: u64, acts: usize) {
    let server = Server::with_databases(3);
    server.has_blank_bookmarks.set(seed.is_multiple_of(2));
    let token = account(&server, 4_000_000);
    let mut dice = Dice(seed);
    let mut copies = Vec::from(FILTERS.map(|filter| Copy::new(filter, 1 + dice.below(7))));
    copies.extend([0, 2, 4].map(|filter| Copy::of_agent(FILTERS[filter], 2_000 + dice.below(3_000))));
    let copies = Rc::new(RefCell::new(copies));
    let (readers, chance, key) = (Rc::clone(&copies), RefCell::new(Dice(seed + 1)), token.clone());
    server.between.replace(Some(Box::new(move |server| {
        let mut dice = chance.borrow_mut();
        if dice.below(3) == 0 {
            let faults = server.faults.take();
            let mut copies = readers.borrow_mut();
            let copy = dice.below(copies.len());
            copies[copy].step(server, &key);
            server.faults.replace(faults);
        }
    })));
    let mut unfinished = Vec::new();
    for _ in 0..acts {
        if dice.below(4) == 0 {
            let database = [Accounts, Posts(0), Posts(1), Posts(2)][dice.below(4)];
            let fault = [Fault::Refused, Fault::AnswerLost, Fault::Overloaded][dice.below(3)];
            let pause = (0..dice.below(5)).map(|_| (database, Fault::None));
            server.faults.replace(pause.chain([(database, fault)]).collect());
        }
        if dice.below(9) == 0 {
            let shard = u8::try_from(dice.below(3)).unwrap();
            server.replicate(shard);
        }
        let act = Act::random(&mut dice);
        if !act.run(&server) {
            unfinished.push(act);
        }
        server.faults.borrow_mut().clear();
        if !unfinished.is_empty() && dice.below(3) == 0 {
            let again = unfinished.remove(dice.below(unfinished.len()));
            if !again.run(&server) {
                unfinished.push(again);
            }
        }
    }
    // Imports and erasures wait for the slot that is being moved. Whoever was not answered tries again.
    while server.count(Accounts, "SELECT count(*) FROM moves") > 0 {
        assert!(Act::Spread(2).run(&server), "seed {seed}: a slot does not arrive");
    }
    for act in &unfinished {
        assert!((0..9).any(|_| act.run(&server)), "seed {seed}: {act:?} is never done");
    }
    server.between.take();
    for copy in copies.borrow_mut().iter_mut() {
        copy.check(&server, &token, &format!("seed {seed}"));
    }
    for filter in FILTERS {
        Copy::new(filter, 100).check(&server, &token, &format!("seed {seed}, from the beginning"));
    }
}

#[test]
fn every_copy_ends_equal_to_the_service() {
    for seed in 0..8 {
        history(seed, 120);
    }
}
