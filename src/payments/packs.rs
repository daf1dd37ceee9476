//! Credit packs: what is for sale, as `CREDIT_PACKS` says.

use crate::json::{self, Object, Value};
use crate::numbers::MAX_COUNT;
use serde::Serialize;

/// The largest product of credits and price: what a refund takes back is worked out from it in 64 bits.
const MAX_PRODUCT: i128 = 1 << 62;

/// A pack of credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pack {
    /// What people call it.
    pub name: String,
    /// What it brings.
    pub credits: i64,
    /// What it costs, in the currency's smallest unit.
    pub price: i64,
    /// The currency's three letters, in lower case.
    pub currency: String,
}

/// What `CREDIT_PACKS` should be.
pub const EXPECTED: &str = "a JSON list of packs such as {\"name\":\"Small\",\"credits\":1000,\"price\":900,\"currency\":\"usd\"}, \
     each with a name and a price of its own";

/// Reads the packs; none where the text is anything but a list of good ones.
pub fn read(text: &str) -> Option<Vec<Pack>> {
    let Ok(Value::List(values)) = json::parse(text) else { return None };
    let mut packs: Vec<Pack> = Vec::new();
    for value in values {
        let pack = pack(value)?;
        // A price of its own, too: where Stripe says only what was paid, that has to say which pack it was.
        let clashes =
            |one: &Pack| one.name == pack.name || one.price == pack.price && one.currency == pack.currency;
        if packs.iter().any(clashes) {
            return None;
        }
        packs.push(pack);
    }
    Some(packs)
}

fn pack(value: Value<'_>) -> Option<Pack> {
    let Value::Object(members) = value else { return None };
    if members.len() != 4 {
        return None;
    }
    let mut members = Object::from(members);
    let (Value::Text(name), Value::Number(credits), Value::Number(price), Value::Text(currency)) =
        (members.take("name"), members.take("credits"), members.take("price"), members.take("currency"))
    else {
        return None;
    };
    let whole =
        |number: &str| number.parse().ok().filter(|number| (1..=MAX_COUNT.cast_signed()).contains(number));
    let (credits, price) = (whole(&credits)?, whole(&price)?);
    let is_good = (1..=100).contains(&name.chars().count())
        && !name.contains(char::is_control)
        && currency.len() == 3
        && currency.bytes().all(|byte| byte.is_ascii_alphabetic())
        && i128::from(credits) * i128::from(price) < MAX_PRODUCT;
    is_good.then(|| Pack { name: name.into_owned(), credits, price, currency: currency.to_ascii_lowercase() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_read_with_their_currency_in_lower_case() {
        let read = read(
            r#"[{"name":"Small","credits":1000,"price":900,"currency":"USD"}, {"currency":"eur","price":900,"credits":1,"name":"S"}]"#,
        );
        let packs = read.unwrap();
        assert_eq!(
            packs[0],
            Pack { name: "Small".into(), credits: 1000, price: 900, currency: "usd".into() }
        );
        assert_eq!(packs[1].currency, "eur");
        assert_eq!(super::read("[]"), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_pack_is_refused() {
        let with = |name: &str, credits: &str, price: &str, currency: &str| {
            read(&format!(r#"[{{"name":{name},"credits":{credits},"price":{price},"currency":{currency}}}]"#))
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
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn credits_times_price_stay_below_what_64_bits_hold() {
        let of = |credits: i64, price: i64| {
            read(&format!(r#"[{{"name":"a","credits":{credits},"price":{price},"currency":"usd"}}]"#))
                .is_some()
        };
        assert!(of((1 << 31) - 1, 1 << 31));
        assert!(!of(1 << 31, 1 << 31));
    }

    #[test]
    fn neither_a_name_nor_a_price_stands_for_two_packs() {
        let two = |name: &str, price: i64, currency: &str| {
            read(&format!(
                r#"[{{"name":"a","credits":1,"price":900,"currency":"usd"}},{{"name":"{name}","credits":2,"price":{price},"currency":"{currency}"}}]"#
            ))
        };
        assert!(two("b", 900, "eur").is_some() && two("b", 901, "usd").is_some());
        assert!(two("a", 901, "usd").is_none() && two("b", 900, "USD").is_none());
    }
}
