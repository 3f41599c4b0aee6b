//! Functions that have another result in each call, and the decryption of what is random.

use hcl::EvalContext;
use hcl::function::stdlib;

fn context() -> EvalContext {
    let functions = [
        ("uuidv4", stdlib::uuidv4()),
        ("bcrypt", stdlib::bcrypt()),
        ("legacy_isotime", stdlib::legacy_isotime()),
        ("legacy_strftime", stdlib::legacy_strftime()),
        ("timestamp", stdlib::timestamp()),
    ];
    EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_functions(functions)
        .with_variable("pkcs1", include_str!("keys/pkcs1.pem"))
        .with_variable("pkcs8", include_str!("keys/pkcs8.pem"))
        .with_variable("other", include_str!("keys/other.pem"))
        .with_variable("ciphertext", include_str!("keys/ciphertext.txt"))
}

/// Returns the displayed value, or the message of the error.
fn evaluate(text: &str) -> String {
    let value = hcl::parse_expression(text).unwrap().evaluate(&context());
    value.map_or_else(|error| error.to_string(), |value| value.to_string())
}

#[test]
fn uuids_are_of_version_4_and_all_different() {
    let pattern = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
    let all = format!("[for x in range(1000) : regex(\"{pattern}\", uuidv4())]");
    assert_eq!(evaluate(&format!("length(toset({all}))")), "1000");
}

/// The text was encrypted by another implementation.
#[test]
fn text_is_decrypted_by_rsa() {
    assert_eq!(
        evaluate("rsadecrypt(ciphertext, pkcs1)"),
        r#""hello, wörld""#
    );
    assert_eq!(
        evaluate("rsadecrypt(ciphertext, pkcs8)"),
        r#""hello, wörld""#
    );
    for text in [
        "rsadecrypt(ciphertext, other)",
        r#"rsadecrypt("aGVsbG8=", pkcs1)"#,
    ] {
        let message = evaluate(text);
        assert!(message.contains("cannot be decrypted"), "{text}: {message}");
    }
}

#[test]
fn passwords_are_hashed_with_a_salt() {
    assert_eq!(
        evaluate(r#"substr(bcrypt("hello", 5), 0, 7)"#),
        r#""$2a$05$""#
    );
    assert_eq!(evaluate(r#"length(regexall(".", bcrypt("", 4)))"#), "60");
    assert_eq!(evaluate(r#"bcrypt("a", 4) == bcrypt("a", 4)"#), "false");
    for (text, expected) in [
        (r#"bcrypt("a", 3)"#, "must be from 4 to 31"),
        (r#"bcrypt("a", 1e30)"#, "is not a whole number"),
        (
            r#"bcrypt(join("", [for x in range(73) : "a"]), 4)"#,
            "more than 72 bytes",
        ),
    ] {
        let message = evaluate(text);
        assert!(message.contains(expected), "{text}: {message}");
    }
    let hash = hcl::parse_expression(r#"bcrypt("a", 31)"#).unwrap();
    let error = hash
        .evaluate(&context().with_max_steps(1_000_000))
        .unwrap_err();
    assert_eq!(error.classify(), hcl::Category::Limit);
}

/// Here, the functions use the current time. Their formats are tested with a fixed time elsewhere.
#[test]
fn legacy_times_are_those_of_the_call() {
    for text in [
        "timecmp(timestamp(), legacy_isotime()) <= 0",
        "timecmp(timestamp(), legacy_strftime()) <= 0",
        r#"timecmp(timestamp(), legacy_isotime("2006-01-02T15:04:05Z07:00")) <= 0"#,
        r#"timecmp(timestamp(), legacy_strftime("%Y-%m-%dT%H:%M:%SZ")) <= 0"#,
    ] {
        assert_eq!(evaluate(text), "true", "{text}");
    }
    let message = evaluate(r#"legacy_isotime("a", "b")"#);
    assert!(message.contains("takes only 1 argument"), "{message}");
}
