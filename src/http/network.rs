//! The network that a call comes from, for limits on callers who are not signed in.

use core::net::{IpAddr, Ipv6Addr};

/// The network of a client's address: an IPv4 address, or the first 64 bits of an IPv6 address. Whoever has one address of
/// such an IPv6 network has all of them
/// ([RFC 6177](https://www.rfc-editor.org/rfc/rfc6177)).
pub(crate) fn network(client: &str) -> String {
    match client.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let prefix = u128::from(address) & (u128::MAX << 64);
            format!("{}/64", Ipv6Addr::from(prefix))
        }
        Ok(address) => address.to_string(),
        Err(_) => client.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_one_subscriber_are_one_network() {
        for (client, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
            ("2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("::1", "::/64"),
            ("", ""),
            ("unknown", "unknown"),
        ] {
            assert_eq!(network(client), expected, "{client}");
        }
    }
}
