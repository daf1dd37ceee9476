//! Every plan gives what a filter and a sort over all posts give, and the one that is chosen costs little more than the
//! cheapest. Counted, not timed: the rows that storage would count are those that a plan looks at.

use crate::api::loaded;
use crate::sampled::{Dice, Place, compare};
use crate::sqlite::{Columns, Server};
use crate::ways;
use pollster::block_on;
use postern::posts::plan::{AccessPath, Choice, Plan, choose, run};
use postern::posts::query::PostQuery;
use postern::store::{Row, Rows};

const POSTS: u64 = 5_000;
const QUERIES: usize = 120;
/// Steps of the machine for a row of a set that is measured: five networks' ranges are merged.
const STEPS_A_ROW: i64 = 50;

/// The counts and keys of a page, in order, and how many steps were taken for it.
fn page(server: &Server, query: &PostQuery, choice: Choice) -> (Vec<Place>, i64, String) {
    let before = server.taken.get();
    let (rows, name) = block_on(run(server, query, choice)).unwrap();
    (keys(&rows, query), server.taken.get() - before, name)
}

fn keys(rows: &Rows<Columns>, query: &PostQuery) -> Vec<Place> {
    let key = |row: &Columns| {
        let count = row.integer("value").unwrap().map(i64::unsigned_abs);
        (count, row.text("post_id").unwrap().unwrap().parse().unwrap())
    };
    let mut keys: Vec<_> = rows.rows.iter().map(key).collect();
    keys.sort_by(|one, other| compare(query.order, one, other));
    keys.truncate(usize::from(query.limit.0) + 1);
    keys
}

/// Every plan that there is for a query, alone, and each walk cut short with another plan to follow.
fn every_choice(query: &PostQuery, dice: &mut Dice) -> Vec<Choice> {
    let ways = AccessPath::all(query);
    let mut choices: Vec<Choice> = ways.iter().map(|way| Plan::from(*way).into()).collect();
    for way in ways.iter().filter(|way| !matches!(way, AccessPath::SortedScan(_))) {
        let most = Some([1, 7, 150][dice.below(3)]);
        let then = Some(ways[dice.below(ways.len())].into());
        choices.push(Choice { first: Plan { way: *way, most }, then });
    }
    choices
}

/// The rows of a choice: a plan that is cut short is followed by the other one. Of the posts that are collected, those that
/// pass are not counted a second time for being sorted.
fn cost(choice: Choice, ways: &[(AccessPath, u64)], sorted: u64) -> u64 {
    let of = |way| {
        let rows = ways.iter().find(|(known, _)| *known == way).map(|(_, rows)| *rows).unwrap();
        if matches!(way, AccessPath::SortedScan(_)) { rows - sorted } else { rows }
    };
    let is_joined = matches!(choice.first.way, AccessPath::Walk(set) if !set.is_on_posts());
    let most = choice.first.most.map_or(u64::MAX, |most| most * if is_joined { 2 } else { 1 });
    let first = of(choice.first.way);
    if first <= most { first } else { most + of(choice.then.unwrap().way) }
}

/// The most rows that asking for the sizes of sets may take.
fn sample(query: &PostQuery) -> i64 {
    210 + 2 * (i64::from(query.limit.0) + 1)
}

#[test]
fn every_plan_gives_the_same_page_and_the_chosen_one_costs_little_more_than_the_cheapest() {
    let server = Server::default();
    let posts = loaded(&server, POSTS);
    let mut dice = Dice(3);
    let mut dear = Vec::new();
    for _ in 0..QUERIES {
        let (query, wanted) = posts.ask(&mut dice);
        for choice in every_choice(&query, &mut dice) {
            let (found, _, name) = page(&server, &query, choice);
            assert_eq!(found, wanted, "{name} {choice:?}\n{query:?}");
        }
        let before = server.taken.get();
        let choice = block_on(choose(&server, &query)).unwrap();
        assert!(server.taken.get() - before <= STEPS_A_ROW * sample(&query), "{query:?}");
        let (found, steps, name) = page(&server, &query, choice);
        assert_eq!(found, wanted, "{name} {choice:?}\n{query:?}");
        let ways = ways::rows(&query, &posts);
        let (cheapest, need) =
            (ways.iter().map(|(_, rows)| *rows).min().unwrap(), u64::from(query.limit.0) + 1);
        let most = 2 * cheapest + 4 * need + 300;
        if choice.first.way == AccessPath::Read {
            assert!(
                steps <= STEPS_A_ROW * most.cast_signed(),
                "{name}: {steps} steps, {most} rows\n{query:?}"
            );
            continue;
        }
        let asked = Plan::certain(&query).map_or(150 + 2 * need, |_| 0);
        let all = posts.expected(&query);
        let sorted = wanted.first().map_or(0, |first| all.iter().skip_while(|place| *place != first).count());
        let rows = asked + cost(choice, &ways, sorted as u64);
        if rows > most {
            dear.push(format!("{name}: {rows} of {most}, {ways:?} {choice:?}\n{:?}", query.echo()));
        }
    }
    // A range of counts that is just larger than what is counted of it is guessed, by up to half.
    assert!(dear.len() <= 1, "{} of {QUERIES}:\n{}", dear.len(), dear.join("\n"));
}
