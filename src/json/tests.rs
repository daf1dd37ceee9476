use super::*;
use proptest::prelude::*;

fn fault(text: &str) -> (JsonFault, usize) {
    let error = parse(text).unwrap_err();
    (error.fault, error.column)
}

#[test]
fn duplicate_keys_are_kept_in_order() {
    let members = vec![
        ("a".into(), Value::Integer(1)),
        ("b".into(), Value::Null),
        ("a".into(), Value::List(vec![Value::Bool(true)])),
    ];
    assert_eq!(parse(r#"{"a":1,"b":null,"a":[true]}"#), Ok(Value::Object(members)));
}

#[test]
fn integers_are_exact_and_everything_else_is_a_float() {
    assert_eq!(parse("18446744073709551615"), Ok(Value::Integer(u64::MAX.into())));
    assert_eq!(parse("-9223372036854775808"), Ok(Value::Integer(i64::MIN.into())));
    assert_eq!(parse("1.0"), Ok(Value::Float(1.0)));
    assert_eq!(parse("1e3"), Ok(Value::Float(1000.0)));
    assert_eq!(parse("18446744073709551616"), Ok(Value::Float(18_446_744_073_709_551_616.0)));
}

#[test]
fn unescaped_text_is_borrowed() {
    assert!(matches!(parse(r#""reef""#), Ok(Value::Text(Cow::Borrowed("reef")))));
    assert!(matches!(parse(r#""re\u0065f""#), Ok(Value::Text(Cow::Owned(text))) if text == "reef"));
}

#[test]
fn lone_surrogates_are_told_from_broken_grammar() {
    assert_eq!(fault(r#"{"a":"\ud83d"}"#), (JsonFault::LoneSurrogate, 7));
    assert_eq!(fault(r#"{"a":"\ud83d\ud83d\ude00"}"#), (JsonFault::LoneSurrogate, 7));
    assert_eq!(fault(r#"{"a":"é\uDE00x"}"#), (JsonFault::LoneSurrogate, 8));
    assert_eq!(fault(r#"{"\ud83dx":1}"#), (JsonFault::LoneSurrogate, 3));
    assert_eq!(parse(r#""\ud83d\ude00""#), Ok(Value::Text("😀".into())));
    assert_eq!(parse(r#""\\ud83d""#), Ok(Value::Text(r"\ud83d".into())));
    assert_eq!(fault(r#"{"a":tru,"b":"\ud83d"}"#).0, JsonFault::Syntax);
}

#[test]
fn columns_count_characters_from_one() {
    assert_eq!(fault("{]"), (JsonFault::Syntax, 2));
    assert_eq!(fault(r#"{"é":]"#), (JsonFault::Syntax, 6));
    assert_eq!(fault(""), (JsonFault::Syntax, 1));
    assert_eq!(fault("{}\n{}"), (JsonFault::Syntax, 4));
    assert_eq!(parse("[1,]").unwrap_err().to_string(), "trailing comma at column 4");
}

#[test]
fn a_nul_is_found_raw_and_escaped() {
    assert_eq!(fault("{\"a\":\"\0\"}"), (JsonFault::Nul, 7));
    assert_eq!(fault("\0{}"), (JsonFault::Nul, 1));
    assert!(parse(r#"[{"a":"\u0000"}]"#).unwrap().has_nul());
    assert!(parse(r#"{"\u0000":1}"#).unwrap().has_nul());
    assert!(!parse(r#"["\\u0000"]"#).unwrap().has_nul());
}

#[test]
fn nesting_without_end_is_refused() {
    assert_eq!(fault(&"[".repeat(100_000)).0, JsonFault::Syntax);
    assert!(parse(&format!("{}{}", "[".repeat(127), "]".repeat(127))).is_ok());
}

#[test]
fn excerpts_are_cut_to_sixty_characters() {
    let long = Value::Text("é".repeat(61).into());
    assert_eq!(long.excerpt(), format!("\"{}…\"", "é".repeat(60)));
    assert_eq!(Value::Text("a\"\u{7}".into()).excerpt(), r#""a\"\u{7}""#);
    assert_eq!(Value::Integer(-1).excerpt(), "-1");
    assert_eq!(Value::Float(1.5).excerpt(), "1.5");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in r#"([\[\]{}:,"\\ \x000-9eE.+-]|\\u[dD][89a-fA-F][0-9a-f]{2}|é|😀|true|null){0,40}"#) {
        let ours = parse(&text);
        prop_assert_eq!(ours.is_ok(), serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
}
