//! Checks of every call to an address: length, method and `Accept`, in the order of the contract.

use super::call::Call;
use super::error::ApiError;
use super::parameters::MAX_URI;

/// Checks a call to an address that has these `methods`, listed as in `Allow`. `accept` is what came of checking `Accept`.
///
/// # Errors
/// With the first check that fails.
pub fn check(call: &Call<'_>, methods: &'static str, accept: Result<(), ApiError>) -> Result<(), ApiError> {
    let query = if call.query.is_empty() { 0 } else { call.query.len() + 1 };
    if call.path.len() + query > MAX_URI {
        return Err(ApiError::UriTooLong);
    }
    if !methods.split(", ").any(|method| method == call.method) {
        return Err(ApiError::MethodNotAllowed { allow: methods });
    }
    accept
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOT_ACCEPTABLE: ApiError = ApiError::NotAcceptable { offered: &["text/csv", "text/plain"] };

    #[test]
    fn length_is_checked_before_the_method_and_the_method_before_accept() {
        let outcome =
            |call: &Call<'_>, accept| check(call, "GET, HEAD", accept).err().map(|error| error.status());
        let path = "/".repeat(MAX_URI - 2);
        let call = |method, query| Call { method, path: &path, query, ..Call::default() };
        assert_eq!(outcome(&call("GET", "a"), Ok(())), None, "the longest address, with its ?");
        assert_eq!(outcome(&call("PUT", "ab"), Err(NOT_ACCEPTABLE)), Some(414));
        assert_eq!(outcome(&call("PUT", "a"), Err(NOT_ACCEPTABLE)), Some(405));
        assert_eq!(outcome(&call("HEAD", "a"), Err(NOT_ACCEPTABLE)), Some(406));
        assert!(NOT_ACCEPTABLE.message().contains("takes text/csv or text/plain"));
    }
}
