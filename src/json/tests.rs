use super::*;
use proptest::prelude::*;

fn error_of(text: &str) -> (JsonErrorKind, usize) {
    let error = parse(text).unwrap_err();
    (error.kind, error.column)
}

#[test]
fn duplicate_keys_are_kept_in_order() {
    let members = vec![
        ("a".into(), Value::Whole(1)),
        ("b".into(), Value::Null),
        ("a".into(), Value::List(vec![Value::Bool(true)])),
    ];
    assert_eq!(parse(r#"{"a":1,"b":null,"a":[true]}"#), Ok(Value::Object(members)));
}

#[test]
fn numbers_are_kept_as_they_are_written() {
    for (text, number) in [("0", 0), ("7", 7), ("18446744073709551615", u64::MAX)] {
        assert_eq!(parse(text), Ok(Value::Whole(number)));
    }
    for text in
        ["-1", "-0", "18446744073709551616", "-9223372036854775808", "1.0", "1e3", "-1.50E-07", "0e+9999"]
    {
        assert_eq!(parse(text), Ok(Value::Number(text.into())));
    }
}

#[test]
fn anything_but_a_number_is_refused() {
    for (text, column) in
        [("-", 2), ("01", 2), (".5", 1), ("+1", 1), ("1.", 3), ("1.e3", 3), ("1e", 3), ("1e-x", 4)]
    {
        assert_eq!(error_of(&format!("[{text}]")), (JsonErrorKind::Syntax, column + 1), "{text}");
    }
}

#[test]
fn unescaped_text_is_borrowed() {
    assert!(matches!(parse(r#""reef""#), Ok(Value::Text(Cow::Borrowed("reef")))));
    assert!(matches!(parse(r#""re\u0065f""#), Ok(Value::Text(Cow::Owned(text))) if text == "reef"));
}

#[test]
fn lone_surrogates_have_their_own_error() {
    assert_eq!(error_of(r#"{"a":"\ud83d"}"#), (JsonErrorKind::LoneSurrogate, 7));
    assert_eq!(error_of(r#"{"a":"\ud83d\ud83d\ude00"}"#), (JsonErrorKind::LoneSurrogate, 7));
    assert_eq!(error_of(r#"{"a":"é\uDE00x"}"#), (JsonErrorKind::LoneSurrogate, 8));
    assert_eq!(error_of(r#"{"\ud83dx":1}"#), (JsonErrorKind::LoneSurrogate, 3));
    assert_eq!(parse(r#""\ud83d\ude00""#), Ok(Value::Text("😀".into())));
    assert_eq!(parse(r#""\\ud83d""#), Ok(Value::Text(r"\ud83d".into())));
    assert_eq!(error_of(r#"{"a":tru,"b":"\ud83d"}"#).0, JsonErrorKind::Syntax);
}

#[test]
fn columns_count_characters_from_one() {
    assert_eq!(error_of("{]"), (JsonErrorKind::Syntax, 2));
    assert_eq!(error_of(r#"{"é":]"#), (JsonErrorKind::Syntax, 6));
    assert_eq!(error_of(""), (JsonErrorKind::Syntax, 1));
    assert_eq!(error_of("[\"é"), (JsonErrorKind::Syntax, 4));
    assert_eq!(error_of("{}\n{}"), (JsonErrorKind::Syntax, 4));
    assert_eq!(parse("[1,]").unwrap_err().to_string(), r#"trailing comma, got "]" at column 4"#);
}

#[test]
fn a_nul_is_found_raw_and_escaped() {
    assert_eq!(error_of("{\"a\":\"\0\"}"), (JsonErrorKind::Nul, 7));
    assert_eq!(error_of("\0{}"), (JsonErrorKind::Nul, 1));
    assert!(parse(r#"[{"a":"\u0000"}]"#).unwrap().has_nul());
    assert!(parse(r#"{"\u0000":1}"#).unwrap().has_nul());
    assert!(!parse(r#"["\\u0000"]"#).unwrap().has_nul());
}

#[test]
fn nesting_that_is_too_deep_is_refused() {
    assert_eq!(error_of(&"[".repeat(100_000)).0, JsonErrorKind::Syntax);
    assert!(parse(&format!("{}{}", "[".repeat(127), "]".repeat(127))).is_ok());
}

#[test]
fn excerpts_are_cut_to_sixty_characters() {
    let long = Value::Text("é".repeat(61).into());
    assert_eq!(long.excerpt(), format!("\"{}…\"", "é".repeat(60)));
    assert_eq!(Value::Text("a\"\u{7}".into()).excerpt(), r#""a\"\u{7}""#);
    assert_eq!(Value::Whole(1).excerpt(), "1");
    assert_eq!(Value::Number("-1".into()).excerpt(), "-1");
    assert_eq!(Value::Number("7".repeat(61).into()).excerpt(), format!("{}…", "7".repeat(60)));
}

#[test]
fn only_the_escapes_of_the_standard_are_allowed() {
    let all = r#""\"\\\/\b\f\n\r\t\u0041\u00E9\u20ac\ud83d\uDE00""#;
    assert_eq!(parse(all), Ok(Value::Text("\"\\/\u{8}\u{c}\n\r\tAé€😀".into())));
    for (text, column) in
        [(r#""\x""#, 3), (r#""\u12""#, 7), (r#""\u+123""#, 7), ("\"\t\"", 2), ("\"\u{1f}\"", 2)]
    {
        assert_eq!(error_of(text), (JsonErrorKind::Syntax, column), "{text}");
    }
    assert_eq!(parse("\"\u{7f}\""), Ok(Value::Text("\u{7f}".into())));
}

#[test]
fn strings_of_any_length_are_parsed() {
    for length in 0..40 {
        for filling in ["a", "\u{80}", "ÿ", "!", " ", "#", "[", "]"] {
            let plain = filling.repeat(length);
            assert_eq!(parse(&format!("\"{plain}\"")), Ok(Value::Text(plain.as_str().into())));
            assert_eq!(
                parse(&format!("\"{plain}\\n{plain}\"")),
                Ok(Value::Text(format!("{plain}\n{plain}").into()))
            );
            assert_eq!(error_of(&format!("\"{plain}\u{1f}\"")), (JsonErrorKind::Syntax, length + 2));
        }
    }
}

#[test]
fn whole_numbers_and_good_strings_take_one_pass() {
    let line = r#"{"a":["\n",-1,{"b":18446744073709551615}],"a":null}"#;
    assert!(one_pass::parse(line).is_some());
    for text in ["1.0", "-0", "18446744073709551616", r#""\ud83d""#, "1 1"] {
        assert_eq!(one_pass::parse(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn one_pass_parses_what_the_parser_parses(text in r#"([\[\]{}:,"\\ 0-9.-]|"a":|\\u[dD][89a-fA-F][0-9a-f]{2}|é|true|null){0,30}"#) {
        if let Some(value) = one_pass::parse(&text) {
            prop_assert_eq!(parser::parse_text(&text).unwrap(), value);
        }
    }

    #[test]
    fn strings_of_serde_json_survive_a_round_trip(text in any::<String>()) {
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(parse(&json), Ok(Value::Text(text.into())));
    }

    #[test]
    fn no_text_makes_it_panic(text in r#"([\[\]{}:,"\\ \x000-9eE.+-]|\\u[dD][89a-fA-F][0-9a-f]{2}|é|😀|true|null){0,40}"#) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        // serde_json refuses numbers beyond the largest float; here a number keeps its text.
        let is_json = theirs.is_ok() || theirs.is_err_and(|error| error.to_string().contains("out of range"));
        prop_assert_eq!(parse(&text).is_ok(), is_json);
    }
}
