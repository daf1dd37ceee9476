//! The name of an account at Stripe.

/// The reference of an account: the `client_reference_id` of its checkout sessions.
pub fn reference(account: i64) -> String {
    format!("{REFERENCE}{account}")
}

const REFERENCE: &str = "account_";

/// The account that a `client_reference_id` names; none if the text is not a reference.
pub fn account_of(reference: &str) -> Option<i64> {
    let number = reference.strip_prefix(REFERENCE)?;
    let account = number.parse().ok()?;
    // Each account has one reference only: no sign, no leading zeros.
    (self::reference(account) == reference && account > 0).then_some(account)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_account_has_exactly_one_reference() {
        assert_eq!(account_of(&reference(17)), Some(17));
        for text in [
            "account_",
            "account_0",
            "account_017",
            "account_+17",
            "account_-1",
            "17",
            "Account_17",
            "account_17 ",
        ] {
            assert_eq!(account_of(text), None, "{text}");
        }
    }
}
