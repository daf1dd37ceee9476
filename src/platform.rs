//! The networks that posts come from, and their names.

use core::fmt;
use core::str::FromStr;

/// A network. `twitter` and `x` are two names of the same network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Network {
    /// TikTok.
    Tiktok = 1,
    /// Instagram.
    Instagram = 2,
    /// X, formerly Twitter.
    X = 3,
    /// Snapchat.
    Snapchat = 4,
    /// LinkedIn.
    Linkedin = 5,
}

impl Network {
    /// All networks, by number.
    pub const ALL: [Self; 5] = [Self::Tiktok, Self::Instagram, Self::X, Self::Snapchat, Self::Linkedin];

    /// The network's number in storage.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The network that a post's id names.
    pub fn of_id(id: &str) -> Option<Self> {
        let (name, _) = id.split_once(':')?;
        Self::ALL.into_iter().find(|network| network.name() == name)
    }

    /// The network with this number in storage.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|network| i64::from(network.number()) == number)
    }

    /// The name in posts' ids, and in answers to queries without a platform.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiktok => "tiktok",
            Self::Instagram => "instagram",
            Self::X => "x",
            Self::Snapchat => "snapchat",
            Self::Linkedin => "linkedin",
        }
    }
}

/// A platform as a caller names it: a network, and the name that was used for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Platform {
    /// The network that is meant.
    pub network: Network,
    name: &'static str,
}

impl Platform {
    /// Every known name.
    pub const NAMES: [&'static str; 6] = ["tiktok", "instagram", "twitter", "x", "snapchat", "linkedin"];

    /// The name that was used, in lower case.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl From<Network> for Platform {
    fn from(network: Network) -> Self {
        Self { network, name: network.name() }
    }
}

impl FromStr for Platform {
    type Err = UnknownPlatform;

    fn from_str(text: &str) -> Result<Self, UnknownPlatform> {
        let name =
            Self::NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(text)).ok_or(UnknownPlatform)?;
        let network = Network::ALL.into_iter().find(|network| network.name() == name).unwrap_or(Network::X);
        Ok(Self { network, name })
    }
}

/// A name that is none of [`Platform::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownPlatform;

impl fmt::Display for UnknownPlatform {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expected one of {}", Platform::NAMES.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twitter_and_x_are_one_network_under_two_names() {
        let (twitter, x): (Platform, Platform) = ("Twitter".parse().unwrap(), "x".parse().unwrap());
        assert_eq!((twitter.network, twitter.name()), (Network::X, "twitter"));
        assert_eq!((x.network, x.name()), (Network::X, "x"));
    }

    #[test]
    fn every_network_survives_its_number_and_its_name() {
        for network in Network::ALL {
            assert_eq!(Network::from_number(network.number().into()), Some(network));
            assert_eq!(network.name().parse(), Ok(Platform::from(network)));
        }
        assert_eq!(Network::from_number(0), None);
        assert_eq!("myspace".parse::<Platform>(), Err(UnknownPlatform));
    }
}
