//! What is checked of every call to an address: length, method and `Accept`, in the order of the contract.

use super::call::Call;
use super::error::ApiError;
use super::parameters::MAX_URI;

/// Checks a call to an address that has these `methods`, a list as `Allow` names them. `is_acceptable` says whether the caller
/// takes what is answered there.
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
    fn length_comes_before_the_method_and_that_before_what_is_taken() {
        let path = "/".repeat(MAX_URI - 2);
        let call = |method, query| Call { method, path: &path, query, ..Call::default() };
        assert_eq!(outcome(&call("GET", "a"), "GET, HEAD", true), None, "with its ? as long as may be");
        assert_eq!(outcome(&call("PUT", "ab"), "GET, HEAD", false), Some(414));
        assert_eq!(outcome(&call("PUT", "a"), "GET, HEAD", false), Some(405));
        assert_eq!(outcome(&call("HEAD", "a"), "GET, HEAD", false), Some(406));
    }
}
