//! The slots, and so the databases, that a query has to read.

use super::query::PostQuery;
use super::statements::names::{compared, on_each_network};
use crate::key::{author_key, author_slot};

/// The slots that may have posts of a query, one bit each: those of its authors, or all.
pub fn query_slots(query: &PostQuery) -> u64 {
    let filters = &query.filters;
    if filters.usernames().is_none() {
        return u64::MAX;
    }
    let keys = on_each_network(filters, &compared(filters.usernames()), author_key);
    keys.iter().fold(0, |slots, key| slots | 1 << author_slot(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Network;
    use crate::posts::address::parse_query_into;
    use crate::posts::query::Listing;
    use crate::shards::ShardMap;

    const TWO: &str = "0 00000000ffffffff 7 00000007-0a\n1 ffffffff00000000 12 ";

    #[test]
    fn an_author_is_asked_for_in_one_shard_and_everything_else_in_all() {
        let query = |text| parse_query_into(PostQuery::new(Listing::Search), ["", ""], text).0;
        let layout = ShardMap::parse(TWO).unwrap();
        let asked = |text| {
            layout.with_slots(query_slots(&query(text))).iter().map(|shard| shard.number).collect::<Vec<_>>()
        };
        assert_eq!(asked(""), [0, 1]);
        assert_eq!(asked("hashtag=reef&platform=x"), [0, 1]);
        let own = layout.shard_of_author(&author_key(Network::X, "reef")).unwrap().number;
        assert_eq!(asked("username=Reef&platform=x&keyword=coral"), [own]);
        // Five networks are five authors.
        assert_eq!(asked("username=reef"), [0, 1]);
        assert_eq!(
            ShardMap::parse("0 ffffffffffffffff 0 \n1 0 0 ")
                .unwrap()
                .with_slots(query_slots(&query("")))
                .len(),
            1
        );
    }
}
