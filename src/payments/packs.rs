//! Credit packs: what is for sale, as set by `CREDIT_PACKS`.

use crate::numbers::MAX_COUNT;
use serde::{Deserialize, Serialize};

/// The bound for the product of credits and price: what a refund takes back is computed from it in 64 bits.
const MAX_PRODUCT: i128 = 1 << 62;

/// A pack of credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// Its name, as shown.
    pub name: String,
    /// The credits that it adds.
    pub credits: i64,
    /// The price, in the currency's smallest unit.
    pub price: i64,
    /// The currency's three letters, in lower case.
    pub currency: String,
}

/// What `CREDIT_PACKS` should be, for the error.
pub const EXPECTED: &str = "a JSON list of packs such as {\"name\":\"Small\",\"credits\":1000,\"price\":900,\"currency\":\"usd\"}, \
     each with a name and a price of its own";

/// Parses the packs; none if the text is not a list of valid ones.
pub fn parse(text: &str) -> Option<Vec<Pack>> {
    let mut packs: Vec<Pack> = serde_json::from_str(text).ok()?;
    for pack in &mut packs {
        pack.currency.make_ascii_lowercase();
    }
    // Prices are unique, too: if Stripe only says what was paid, that decides which pack it was.
    let clash = |one: &Pack, other: &Pack| {
        one.name == other.name || one.price == other.price && one.currency == other.currency
    };
    let clashes = |(index, pack)| packs.iter().take(index).any(|earlier| clash(earlier, pack));
    let is_good = packs.iter().all(is_good) && !packs.iter().enumerate().any(clashes);
    is_good.then_some(packs)
}

fn is_good(pack: &Pack) -> bool {
    let is_count = |number: i64| (1..=MAX_COUNT.cast_signed()).contains(&number);
    (1..=100).contains(&pack.name.chars().count())
        && !pack.name.contains(char::is_control)
        && pack.currency.len() == 3
        && pack.currency.bytes().all(|byte| byte.is_ascii_alphabetic())
        && is_count(pack.credits)
        && is_count(pack.price)
        && i128::from(pack.credits) * i128::from(pack.price) < MAX_PRODUCT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_read_with_their_currency_in_lower_case() {
        let packs = parse(
            r#"[{"name":"Small","credits":1000,"price":900,"currency":"USD"}, {"currency":"eur","price":900,"credits":1,"name":"S"}]"#,
        );
        let packs = packs.unwrap();
        assert_eq!(
            packs[0],
            Pack { name: "Small".into(), credits: 1000, price: 900, currency: "usd".into() }
        );
        assert_eq!(packs[1].currency, "eur");
        assert_eq!(super::parse("[]"), Some(Vec::new()));
    }

    #[test]
    fn invalid_packs_are_refused() {
        let with = |name: &str, credits: &str, price: &str, currency: &str| {
            parse(&format!(
                r#"[{{"name":{name},"credits":{credits},"price":{price},"currency":{currency}}}]"#
            ))
        };
        let (name, currency) = (r#""Small""#, r#""usd""#);
        assert!(with(name, "1", "1", currency).is_some());
        let long = format!("\"{}\"", "é".repeat(101));
        for name in ["\"\"", "1", "null", r#""a\nb""#, &long] {
            assert_eq!(with(name, "1", "1", currency), None, "{name}");
        }
        for number in ["0", "-1", "1.5", "1e3", "\"1\"", "9007199254740992", "99999999999999999999"] {
            assert_eq!(with(name, number, "1", currency), None, "{number}");
            assert_eq!(with(name, "1", number, currency), None, "{number}");
        }
        for currency in ["\"us\"", "\"usdx\"", "\"u$d\"", "\"€\"", "null"] {
            assert_eq!(with(name, "1", "1", currency), None, "{currency}");
        }
        for text in
            ["", "{}", "[1]", "[{}]", r#"[{"name":"a","credits":1,"price":1,"currency":"usd","extra":1}]"#]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn credits_times_price_fit_into_64_bits() {
        let is_taken = |credits: i64, price: i64| {
            parse(&format!(r#"[{{"name":"a","credits":{credits},"price":{price},"currency":"usd"}}]"#))
                .is_some()
        };
        assert!(is_taken((1 << 31) - 1, 1 << 31));
        assert!(!is_taken(1 << 31, 1 << 31));
    }

    #[test]
    fn names_and_prices_of_packs_are_unique() {
        let two = |name: &str, price: i64, currency: &str| {
            parse(&format!(
                r#"[{{"name":"a","credits":1,"price":900,"currency":"usd"}},{{"name":"{name}","credits":2,"price":{price},"currency":"{currency}"}}]"#
            ))
        };
        assert!(two("b", 900, "eur").is_some() && two("b", 901, "usd").is_some());
        assert!(two("a", 901, "usd").is_none() && two("b", 900, "USD").is_none());
    }
}
