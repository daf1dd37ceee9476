//! The document of a post, whole or with some of its keys.

use crate::posts::shape::Fields;

/// An SQL expression, `json`: the document of the row `d`. With fields, it is an object of these keys in their order, which are
/// copied as they were written. `platform` is not stored.
pub(super) fn document(fields: Option<Fields>) -> String {
    fields.map_or("d.json".to_owned(), |fields| format!("{} AS json", object(fields)))
}

fn object(fields: Fields) -> String {
    let names: Vec<_> = fields.names().filter(|name| *name != "platform").collect();
    let is_part = |name: &&str| name.starts_with("author.");
    let start = names.iter().position(is_part).unwrap_or(names.len());
    let (before, rest) = names.split_at_checked(start).unwrap_or_default();
    let end = rest.iter().position(|name| !is_part(name)).unwrap_or(rest.len());
    let (parts, after) = rest.split_at_checked(end).unwrap_or_default();
    let author: Vec<_> = parts.iter().map(|name| member(name.trim_start_matches("author."), name)).collect();
    let author = (!author.is_empty()).then(|| format!("'author', json_object({})", author.join(", ")));
    let keys = |names: &[&str]| names.iter().map(|name| member(name, name)).collect::<Vec<_>>();
    let members = [keys(before), author.into_iter().collect(), keys(after)].concat();
    format!("json_object({})", members.join(", "))
}

fn member(key: &str, path: &str) -> String {
    format!("'{key}', d.json -> '$.{path}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_the_order_of_documents() {
        let sql = |list: &str| document(Some(Fields::parse(list).unwrap()));
        assert_eq!(document(None), "d.json");
        assert_eq!(sql("platform"), "json_object('id', d.json -> '$.id') AS json");
        assert_eq!(
            sql("content,author.url,author.username,url"),
            "json_object('id', d.json -> '$.id', 'url', d.json -> '$.url', \
             'author', json_object('username', d.json -> '$.author.username', 'url', d.json -> '$.author.url'), \
             'content', d.json -> '$.content') AS json"
        );
        assert_eq!(
            sql("author"),
            "json_object('id', d.json -> '$.id', 'author', d.json -> '$.author') AS json"
        );
    }
}
