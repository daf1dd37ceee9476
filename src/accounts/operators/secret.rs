//! The operator's secret, compared in constant time.

use crate::accounts::credential::bearer;
use sha2::{Digest, Sha256};

/// Whether an `Authorization` is the bearer of one of the secrets. All are compared, by their hashes, so that the time
/// it takes says nothing about any of them.
pub(crate) fn opens(authorization: Option<&str>, secrets: &[String]) -> bool {
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
    fn either_secret_opens_and_nothing_else_does() {
        let secrets = ["a".repeat(32), "b".repeat(32)];
        for secret in &secrets {
            assert!(opens(Some(&format!("bearer {secret}")), &secrets));
            assert!(!opens(Some(&format!("Bearer {secret}x")), &secrets));
            assert!(!opens(Some(secret), &secrets));
        }
        assert!(!opens(Some("Bearer"), &secrets));
        assert!(!opens(None, &secrets));
        assert!(!opens(Some("Bearer "), &[]));
    }
}
