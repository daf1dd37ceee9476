//! The names that a query asks for, and their keys.

use crate::platform::Network;
use crate::posts::filters::{Filters, Item, List};

/// The values of a list, as they are compared.
pub(in crate::posts) fn compared<T: Item>(list: Option<&List<T>>) -> Vec<String> {
    list.into_iter().flatten().map(|item| item.compared().into_owned()).collect()
}

/// The keys of names on all networks of the filters.
pub(in crate::posts) fn on_each_network(
    filters: &Filters,
    names: &[String],
    key: fn(Network, &str) -> String,
) -> Vec<String> {
    let networks = filters.networks();
    networks.iter().flat_map(|network| names.iter().map(|name| key(*network, name))).collect()
}
