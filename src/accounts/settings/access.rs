//! Settings of Cloudflare Access, if operators sign in through it.

use crate::settings::{SettingError, origin};

/// The Cloudflare Access application that protects the operators' addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The team's origin, such as `https://team.cloudflareaccess.com`.
    pub team: String,
    /// The application's audience tag.
    pub audience: String,
}

/// Reads both settings, or none. One without the other is an error: somebody would believe that Access protects the
/// service.
pub(super) fn parse_access(
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
