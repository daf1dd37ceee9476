//! What an account is called where others keep its name: at Stripe.

/// The reference of an account, which a checkout session of Stripe says as its `client_reference_id`.
pub fn reference(account: i64) -> String {
    format!("{REFERENCE}{account}")
}

const REFERENCE: &str = "account_";

/// The account that a `client_reference_id` names.
pub fn account_of(reference: &str) -> Option<i64> {
    let number = reference.strip_prefix(REFERENCE)?;
    let account = number.parse().ok()?;
    // One way of writing it only: no sign, no zeros in front.
    (self::reference(account) == reference && account > 0).then_some(account)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_named_in_one_way_only() {
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
