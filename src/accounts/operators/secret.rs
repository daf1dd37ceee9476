//! The operator's secret, compared in constant time.

use crate::accounts::credential::bearer;
use sha2::{Digest, Sha256};

/// Whether an `Authorization` header carries one of the secrets. All of them are compared, by their hashes, so that the
/// time this takes says nothing about any of them.
pub(crate) fn is_operator_secret(authorization: Option<&str>, secrets: &[String]) -> bool {
    let Some(given) = authorization.and_then(bearer) else { return false };
    let given = Sha256::digest(given);
    secrets.iter().fold(false, |opened, secret| opened | equal(&given, &Sha256::digest(secret)))
}

fn equal(one: &[u8], other: &[u8]) -> bool {
    one.iter().zip(other).fold(0, |difference, (one, other)| difference | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_secret_is_accepted_and_nothing_else() {
        let secrets = ["a".repeat(32), "b".repeat(32)];
        for secret in &secrets {
            assert!(is_operator_secret(Some(&format!("bearer {secret}")), &secrets));
            assert!(!is_operator_secret(Some(&format!("Bearer {secret}x")), &secrets));
            assert!(!is_operator_secret(Some(secret), &secrets));
        }
        assert!(!is_operator_secret(Some("Bearer"), &secrets));
        assert!(!is_operator_secret(None, &secrets));
        assert!(!is_operator_secret(Some("Bearer "), &[]));
    }
}
