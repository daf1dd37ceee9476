//! Cloudflare Access, where it lets operators in.

use crate::settings::{SettingError, origin};

/// An application of Cloudflare Access that stands before the operators' addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The team's origin, such as `https://team.cloudflareaccess.com`.
    pub team: String,
    /// The application's audience tag.
    pub audience: String,
}

/// One of the two without the other would be a door that somebody believes to be there.
pub(super) fn read(
    team: Option<String>,
    audience: Option<String>,
    development: bool,
) -> Result<Option<Access>, SettingError> {
    let Some(team) = team else {
        let lone =
            SettingError { name: "ACCESS_TEAM", expected: "the origin of the team that ACCESS_AUD is of" };
        return audience.map_or(Ok(None), |_| Err(lone));
    };
    let team = origin(&team, "ACCESS_TEAM")?;
    if !development && !team.starts_with("https://") {
        return Err(SettingError { name: "ACCESS_TEAM", expected: "an https origin outside development" });
    }
    let lone =
        SettingError { name: "ACCESS_AUD", expected: "the audience tag of an application of ACCESS_TEAM" };
    audience.map(|audience| Some(Access { team, audience })).ok_or(lone)
}
