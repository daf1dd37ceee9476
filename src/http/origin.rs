//! Only our own pages may change anything. A browser sends the session's cookie whichever page makes the call.

use super::call::Call;
use super::error::ApiError;
use super::settings::Settings;

/// Checks that a call that changes something comes from one of our own pages. Browsers say so in `Sec-Fetch-Site`, older ones
/// only in `Origin`. A client that sends neither is no browser, and is refused.
pub(crate) fn check(call: &Call<'_>, settings: &Settings) -> Result<(), ApiError> {
    let headers = &call.private;
    let is_ours = match (headers.fetch_site.as_deref(), headers.origin.as_deref()) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => settings.public_origin.as_deref() == Some(origin),
        (None, None) => false,
    };
    if is_ours { Ok(()) } else { Err(ApiError::WrongOrigin) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::call::PrivateHeaders;

    #[test]
    fn a_page_of_ours_passes_and_nothing_else_does() {
        let public_origin = Some("https://api.example.com".into());
        let settings = Settings { development: false, public_origin, token_key: None };
        let ours = Some("https://api.example.com");
        for (site, origin, passes) in [
            (Some("same-origin"), ours, true),
            (Some("same-origin"), None, true),
            (None, ours, true),
            (None, None, false),
            (None, Some("null"), false),
            (None, Some("https://api.example.com.evil.example"), false),
            (None, Some("http://api.example.com"), false),
            (Some("same-site"), ours, false),
            (Some("cross-site"), ours, false),
            (Some("none"), None, false),
        ] {
            let (fetch_site, origin) = (site.map(str::to_owned), origin.map(str::to_owned));
            let private = PrivateHeaders { origin, fetch_site, ..PrivateHeaders::default() };
            let call = Call { private, ..Call::default() };
            assert_eq!(check(&call, &settings).is_ok(), passes, "{call:?}");
        }
    }
}
