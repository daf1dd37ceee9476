//! Whether an answer has the parts around posts, numbers and changes.

use crate::browser::method::Method;
use crate::browser::value::Value;

/// Whether the data of an answer has all its parts.
pub(super) fn is_whole(method: Method, data: &Value) -> bool {
    let has_array = |name| data.part(name).is_array();
    let has_object = |name| data.part(name).is_object();
    let page = data.part("page");
    match method {
        Method::Page(_) => {
            has_array("posts")
                && has_object("query")
                && page.part("limit").number().is_some()
                && leads_on(&page)
        }
        Method::Post => has_object("post"),
        Method::Posts => has_array("posts") && has_array("missing") && has_object("query"),
        Method::Counts => {
            has_object("total") && has_array("groups") && has_object("query") && leads_on(&page)
        }
        Method::Changes => {
            let has_flag = page.part("has_more").flag().is_some();
            has_array("changes")
                && has_object("query")
                && has_flag
                && page.part("next_since").text().is_some()
        }
        Method::Account => ["account", "balance", "usage"].into_iter().all(has_object),
        Method::Health => false,
    }
}

/// Whether there is a next cursor exactly if there is more.
fn leads_on(page: &Value) -> bool {
    let next = page.part("next_cursor");
    let has_next = next.text().is_some();
    (has_next || next.is_null()) && page.part("has_more").flag() == Some(has_next)
}
