//! Conditions that a column has any of several values.
//!
//! There is no `IN` in them: D1 counts the values of its list as rows that are read, some of them for each post.

use super::names::{compared, on_each_network};
use crate::key::author_key;
use crate::posts::filters::{Filters, List};
use crate::posts::param::Username;
use crate::store::builder::Builder;

/// The condition that a column has any of these numbers.
pub(super) fn any_number(column: &str, numbers: impl IntoIterator<Item = u8>) -> String {
    let cases: Vec<_> = numbers.into_iter().map(|number| format!("WHEN {number} THEN 1")).collect();
    format!("CASE {column} {} ELSE 0 END", cases.join(" "))
}

/// The condition that a column has any of these texts, none of which has a line break. Several are bound as one text, each between two
/// line breaks.
pub(super) fn any_text(column: &str, texts: &[String], bind: &mut Builder) -> String {
    match texts {
        [text] => format!("{column} = {}", bind.text(text.as_str())),
        texts => {
            let lines = bind.text(format!("\n{}\n", texts.join("\n")));
            format!("instr({lines}, char(10) || {column} || char(10)) > 0")
        }
    }
}

/// The condition that a column has the key of any of these authors, on a network of the filters.
pub(super) fn any_author(
    column: &str,
    filters: &Filters,
    list: Option<&List<Username>>,
    bind: &mut Builder,
) -> String {
    any_text(column, &on_each_network(filters, &compared(list), author_key), bind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Value;
    use rusqlite::Connection;

    /// Which of some values meet a condition on the column `v`.
    fn met(condition: &str, bind: Builder, values: &[&str]) -> Vec<String> {
        let connection = Connection::open_in_memory().unwrap();
        let bound = bind.finish(String::new()).values.into_iter().map(|value| match value {
            Value::Text(text) => text,
            Value::Null => unreachable!("only texts are bound"),
        });
        let bound: Vec<_> = bound.collect();
        let meets = |value: &&&str| {
            let sql = format!("SELECT ({condition}) IS TRUE FROM (SELECT {value} AS v)");
            connection
                .query_row(&sql, rusqlite::params_from_iter(&bound), |row| row.get::<_, bool>(0))
                .unwrap()
        };
        values.iter().filter(meets).map(|value| (*value).to_owned()).collect()
    }

    #[test]
    fn a_number_is_one_of_the_list_and_null_is_none() {
        assert_eq!(
            met(&any_number("v", [0, 2]), Builder::default(), &["0", "1", "2", "20", "NULL"]),
            ["0", "2"]
        );
    }

    #[test]
    fn a_text_is_one_of_the_list_whole_and_null_is_none() {
        let values = ["'1:reef'", "'1:ree'", "'1:reefs'", "':reef'", "''", "'1:kelp'", "'1:Kelp'", "NULL"];
        for (list, expected) in
            [(&["1:reef", "1:kelp"][..], &["'1:reef'", "'1:kelp'"][..]), (&["1:ree"], &["'1:ree'"])]
        {
            let mut bind = Builder::default();
            let list: Vec<_> = list.iter().map(|text| (*text).to_owned()).collect();
            let condition = any_text("v", &list, &mut bind);
            assert_eq!(met(&condition, bind, &values), expected);
        }
    }
}
