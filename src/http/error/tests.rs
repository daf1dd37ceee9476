use super::*;

#[test]
fn one_answer_names_every_fault() {
    let error = ApiError::from(vec![
        ValidationError::new(ValidationErrorCode::OutOfRange, "expected 1 to 100, and 0 came")
            .within(1, 100)
            .for_parameter("limit"),
        ValidationError {
            did_you_mean: Some("min_likes"),
            ..ValidationError::new(ValidationErrorCode::UnknownParameter, "m").for_parameter("min_like")
        },
    ]);
    assert_eq!(
        error.body("r1"),
        r#"{"success":false,"error":{"code":"INVALID_PARAMETER","message":"2 faults in the parameters: see details","request_id":"r1","details":[{"parameter":"limit","code":"OUT_OF_RANGE","message":"expected 1 to 100, and 0 came","minimum":1,"maximum":100},{"parameter":"min_like","code":"UNKNOWN_PARAMETER","message":"m","did_you_mean":"min_likes"}]}}"#
    );
}

#[test]
fn what_storage_said_is_for_the_log_only() {
    let error = ApiError::from(StorageError::new("disk on fire"));
    assert_eq!(error.status(), 503);
    assert_eq!(error.cause(), Some("disk on fire"));
    assert!(!error.body("r").contains("fire"));
}

#[test]
fn long_values_are_cut_in_messages() {
    assert_eq!(quoted("a\"b"), r#""a\"b""#);
    assert_eq!(quoted(&"é".repeat(61)), format!("\"{}\"…", "é".repeat(60)));
}

#[test]
fn what_others_said_is_logged_without_addresses() {
    let said = without_addresses("to <Reef@example.com>: refused,\n\"reef@example.com\" is unknown");
    assert_eq!(said, "to is unknown ");
    assert_eq!(without_addresses("no route").trim_end(), "no route");
}
