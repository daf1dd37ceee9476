//! Checks of every call to an address: length, method and `Accept`, in the order of the contract.

use super::call::Call;
use super::error::ApiError;
use super::parameters::MAX_URI;

/// Checks a call to an address that has these `methods`, listed as in `Allow`. `is_acceptable` says whether the caller's
/// `Accept` allows the answer.
///
/// # Errors
/// With the first check that fails.
pub fn check(call: &Call<'_>, methods: &'static str, is_acceptable: bool) -> Result<(), ApiError> {
    let query = if call.query.is_empty() { 0 } else { call.query.len() + 1 };
    if call.path.len() + query > MAX_URI {
        return Err(ApiError::UriTooLong);
    }
    if !methods.split(", ").any(|method| method == call.method) {
        return Err(ApiError::MethodNotAllowed { allow: methods });
    }
    if is_acceptable { Ok(()) } else { Err(ApiError::NotAcceptable) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(call: &Call<'_>, methods: &'static str, is_acceptable: bool) -> Option<u16> {
        check(call, methods, is_acceptable).err().map(|error| error.status())
    }

    #[test]
    fn length_is_checked_before_the_method_and_the_method_before_accept() {
        let path = "/".repeat(MAX_URI - 2);
        let call = |method, query| Call { method, path: &path, query, ..Call::default() };
        assert_eq!(outcome(&call("GET", "a"), "GET, HEAD", true), None, "the longest address, with its ?");
        assert_eq!(outcome(&call("PUT", "ab"), "GET, HEAD", false), Some(414));
        assert_eq!(outcome(&call("PUT", "a"), "GET, HEAD", false), Some(405));
        assert_eq!(outcome(&call("HEAD", "a"), "GET, HEAD", false), Some(406));
    }
}
