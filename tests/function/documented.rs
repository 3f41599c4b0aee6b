//! Calls with their results for functions of which the samples in `tests/conformance` have few, as the documentation of
//! Terraform shows them or other implementations compute them; and the check that each function has cases.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use hcl::function::stdlib::{self, FunctionSet};

use super::table::{CALLS, check};

/// Expressions with their displayed values, or with a part of the error message after `error:`.
const DOCUMENTED: &[(&str, &str)] = &[
    // Strings
    (r#"strrev("a ☃")"#, r#""☃ a""#),
    (r#"strrev("")"#, r#""""#),
    ("strrev(12)", r#""21""#),
    (r#"endswith("hello world", "world")"#, "true"),
    (r#"endswith("hello world", "hello")"#, "false"),
    (r#"startswith("hello world", "hello")"#, "true"),
    (r#"startswith("hello world", "world")"#, "false"),
    (r#"strcontains("hello world", "wor")"#, "true"),
    (r#"strcontains("hello world", "wod")"#, "false"),
    (r#"strcontains("", "")"#, "true"),
    (
        r#"regex_replace("hello world", "/world/", "x")"#,
        r#""hello world""#,
    ),
    (
        r#"regex_replace("hello world", "wor", "w")"#,
        r#""hello wld""#,
    ),
    (
        r#"templatestring("Hello, $${name}!", { name = "Jodie" })"#,
        r#""Hello, Jodie!""#,
    ),
    // Collections
    (r#"alltrue(["true", true])"#, "true"),
    ("alltrue([true, false])", "false"),
    ("alltrue([null])", "false"),
    (r#"anytrue(["true"])"#, "true"),
    ("anytrue([true])", "true"),
    ("anytrue([true, false])", "true"),
    (r#"hasindex({ a = 1 }, "b")"#, "false"),
    ("hasindex([1], 0)", "true"),
    (
        r#"matchkeys(["i-123", "i-abc", "i-def"], ["us-west", "us-east", "us-east"], ["us-east"])"#,
        r#"["i-abc", "i-def"]"#,
    ),
    (r#"matchkeys(["a", "b"], [1, 2], ["2"])"#, r#"["b"]"#),
    (
        r#"matchkeys(["a"], ["x", "y"], ["x"])"#,
        "error:must have 1 elements",
    ),
    (
        r#"transpose({ "a" = ["1", "2"], "b" = ["2", "3"] })"#,
        r#"{ "1" = ["a"], "2" = ["a", "b"], "3" = ["b"] }"#,
    ),
    ("transpose({})", "{}"),
    ("transpose({ a = [] })", "{}"),
    // Conversion
    ("tobool(true)", "true"),
    (r#"tobool("true")"#, "true"),
    ("tobool(null)", "null"),
    (
        r#"tobool("no")"#,
        r#"error:expected a bool, but found the string "no""#,
    ),
    ("tonumber(1)", "1"),
    (r#"tonumber("1")"#, "1"),
    ("tonumber(null)", "null"),
    (
        r#"tonumber("no")"#,
        r#"error:expected a number, but found the string "no""#,
    ),
    (r#"tostring("hello")"#, r#""hello""#),
    ("tostring(1)", r#""1""#),
    ("tostring(true)", r#""true""#),
    ("tostring(null)", "null"),
    ("tostring([])", "error:expected a string, but found a list"),
    (r#"tolist(["a", "b", 3])"#, r#"["a", "b", "3"]"#),
    (r#"tolist(toset(["b", "a"]))"#, r#"["a", "b"]"#),
    ("tolist({})", "error:expected a list, but found an object"),
    ("toset([])", "[]"),
    ("tomap([1])", "error:expected an object, but found a list"),
    (r#"toset(["c", "b", "b"])"#, r#"["b", "c"]"#),
    (r#"toset(["a", "b", 3])"#, r#"["3", "a", "b"]"#),
    (r#"tomap({ "a" = 1, "b" = 2 })"#, "{ a = 1, b = 2 }"),
    (
        r#"tomap({ "a" = "foo", "b" = true })"#,
        r#"{ a = "foo", b = "true" }"#,
    ),
    // Encoding
    (r#"base64encode("Hello World")"#, r#""SGVsbG8gV29ybGQ=""#),
    (r#"base64decode("SGVsbG8gV29ybGQ=")"#, r#""Hello World""#),
    (r#"base64encode("")"#, r#""""#),
    (r#"base64decode("")"#, r#""""#),
    (r#"base64encode("ü")"#, r#""w7w=""#),
    (r#"base64decode("w7w=")"#, r#""ü""#),
    (r#"base64decode("_w==")"#, "error:base64"),
    (r#"base64decode("/w==")"#, "error:UTF-8"),
    (
        r#"base64gunzip("H4sIAAAAAAACA8tIzcnJV8gAkQBApi0BCwAAAA==")"#,
        r#""hello hello""#,
    ),
    (r#"base64gunzip("aGVsbG8=")"#, "error:gzip"),
    (r#"base64gunzip(base64gzip(""))"#, r#""""#),
    (r#"substr(base64gzip("hello"), 0, 4)"#, r#""H4sI""#),
    (r#"base64gzip(1) == base64gzip("1")"#, "true"),
    (r#"base64gzip("a") == base64gzip("b")"#, "false"),
    ("base64gzip(null)", "error:must not be null"),
    (
        r#"textencodebase64("Hello World", "UTF-16LE")"#,
        r#""SABlAGwAbABvACAAVwBvAHIAbABkAA==""#,
    ),
    (
        r#"textdecodebase64("SABlAGwAbABvACAAVwBvAHIAbABkAA==", "UTF-16LE")"#,
        r#""Hello World""#,
    ),
    (r#"textencodebase64("é", "ISO-8859-1")"#, r#""6Q==""#),
    (r#"textencodebase64("é", "no-such")"#, "error:no-such"),
    (r#"textdecodebase64("6Q==", "iso-8859-1")"#, r#""é""#),
    (r#"urlencode("Hello World!")"#, r#""Hello+World%21""#),
    (r#"urldecode("Hello+World%21")"#, r#""Hello World!""#),
    (r#"urlencode("☃")"#, r#""%E2%98%83""#),
    (r#"urldecode("%E2%98%83")"#, r#""☃""#),
    (r#"urlencode("a-b_c.d~")"#, r#""a-b_c.d~""#),
    (r#"urldecode("a-b_c.d~")"#, r#""a-b_c.d~""#),
    // Hashes
    (
        r#"md5("hello world")"#,
        r#""5eb63bbbe01eeed093cb22bb8f5acdc3""#,
    ),
    (
        r#"sha1("hello world")"#,
        r#""2aae6c35c94fcfb415dbe95f408b9ce91ee846ed""#,
    ),
    (
        r#"sha256("hello world")"#,
        r#""b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9""#,
    ),
    (
        r#"sha512("hello world")"#,
        r#""309ecc489c12d6eb4cc40f50c902f2b4d0ed77ee511a7c7a9bcd3ca86d4cd86f989dd35bc5ff499670da34255b45b0cfd830e81f605dcf7dc5542e93ae9cd76f""#,
    ),
    (
        r#"base64sha256("hello world")"#,
        r#""uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=""#,
    ),
    (
        r#"base64sha512("hello world")"#,
        r#""MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXbw==""#,
    ),
    (r#"md5("")"#, r#""d41d8cd98f00b204e9800998ecf8427e""#),
    (
        r#"sha1("")"#,
        r#""da39a3ee5e6b4b0d3255bfef95601890afd80709""#,
    ),
    (
        r#"sha256("")"#,
        r#""e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855""#,
    ),
    (
        r#"sha512("")"#,
        r#""cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e""#,
    ),
    (
        r#"base64sha256("")"#,
        r#""47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=""#,
    ),
    (
        r#"base64sha512("")"#,
        r#""z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==""#,
    ),
    (r#"md5("ü")"#, r#""c03410a5204b21cd8229ff754688d743""#),
    (
        r#"sha1("ü")"#,
        r#""94a759fd37735430753c7b6b80684306d80ea16e""#,
    ),
    (
        r#"sha256("ü")"#,
        r#""607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f""#,
    ),
    (
        r#"sha512("ü")"#,
        r#""230a068990071d4a606ff63325712a2f12bb1f1f0be551f418127a94e9c26bb2c788711dd5a7d3efb69c5a7441a530c4c212fa90ca907c2e052bca893f1d9185""#,
    ),
    (
        r#"base64sha256("ü")"#,
        r#""YHR0ykdalyTXNgq6caVtXfd+YTUOP3JM+h9G6Ffi2F8=""#,
    ),
    (
        r#"base64sha512("ü")"#,
        r#""IwoGiZAHHUpgb/YzJXEqLxK7Hx8L5VH0GBJ6lOnCa7LHiHEd1afT77acWnRBpTDEwhL6kMqQfC4FK8qJPx2RhQ==""#,
    ),
    (
        r#"uuidv5("dns", "www.terraform.io")"#,
        r#""a5008fae-b28c-5ba5-96cd-82b4c53552d6""#,
    ),
    (
        r#"uuidv5("url", "https://www.terraform.io/")"#,
        r#""9db6f67c-dd95-5ea0-aa5b-e70e5c5f7cf5""#,
    ),
    (
        r#"uuidv5("oid", "1.3.6.1.4")"#,
        r#""af9d40a5-7a36-5c07-b23a-851cd99fbfa5""#,
    ),
    (
        r#"uuidv5("x500", "CN=Example,C=GB")"#,
        r#""84e09961-4aa4-57f8-95b7-03edb1073253""#,
    ),
    (
        r#"uuidv5("743ac3c0-3bf7-4a5b-9e6c-59360447c757", "LIBS:diskfont.library")"#,
        r#""ede1a974-df7e-5f17-84b9-76208818b2c8""#,
    ),
    // Network
    (r#"cidrcontains("192.168.2.0/20", "192.168.2.1")"#, "true"),
    (
        r#"cidrcontains("192.168.2.0/20", "192.168.2.0/22")"#,
        "true",
    ),
    (r#"cidrcontains("192.168.2.0/20", "192.126.2.1")"#, "false"),
    (r#"cidrcontains("fe80::/48", "fe80::1")"#, "true"),
    (r#"cidrcontains("fe80::/48", "10.0.0.1")"#, "error:"),
    (
        r#"rsadecrypt("aGVsbG8=", "no key")"#,
        "error:is not a private RSA key in PEM form",
    ),
    (r#"rsadecrypt("*", "no key")"#, "error:is not base64"),
    (r#"rsadecrypt(null, "")"#, "error:must not be null"),
    // Times
    (
        r#"rfc3339_parse("2023-07-25T23:43:16Z")"#,
        r#"{ day = 25, hour = 23, iso_week = 30, iso_year = 2023, minute = 43, month = 7, month_name = "July", second = 16, unix = 1690328596, weekday = 2, weekday_name = "Tuesday", year = 2023, year_day = 206 }"#,
    ),
    // The parts are in the time zone of the text; `unix` counts seconds since 1970 in UTC.
    (
        r#"rfc3339_parse("1996-12-19T16:39:57-08:00")"#,
        r#"{ day = 19, hour = 16, iso_week = 51, iso_year = 1996, minute = 39, month = 12, month_name = "December", second = 57, unix = 851042397, weekday = 4, weekday_name = "Thursday", year = 1996, year_day = 354 }"#,
    ),
    (
        r#"rfc3339_parse("1996-12-19 16:39:57.25-08:00").unix"#,
        "851042397",
    ),
    (r#"rfc3339_parse("2021-01-03T00:00:00Z").iso_year"#, "2020"),
    (r#"rfc3339_parse("2021-01-03T00:00:00Z").weekday"#, "0"),
    (
        r#"rfc3339_parse("2023-07-25  23:43:16Z")"#,
        "error:is not a time of RFC 3339",
    ),
    (
        "unix_timestamp_parse(1690328596)",
        r#"{ day = 25, hour = 23, iso_week = 30, iso_year = 2023, minute = 43, month = 7, month_name = "July", rfc3339 = "2023-07-25T23:43:16Z", second = 16, weekday = 2, weekday_name = "Tuesday", year = 2023, year_day = 206 }"#,
    ),
    (
        "unix_timestamp_parse(-1).rfc3339",
        r#""1969-12-31T23:59:59Z""#,
    ),
    (r#"unix_timestamp_parse("0").weekday_name"#, r#""Thursday""#),
    ("unix_timestamp_parse(0.5)", "error:is not a whole number"),
    (
        "unix_timestamp_parse(1e15)",
        "error:is beyond the range of times",
    ),
    (
        r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T00:00:00Z")"#,
        "0",
    ),
    (
        r#"timecmp("2017-11-22T01:00:00Z", "2017-11-22T00:00:00Z")"#,
        "1",
    ),
    (
        r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")"#,
        "-1",
    ),
    (
        r#"timecmp("2017-11-22T01:00:00Z", "2017-11-22T00:00:00-01:00")"#,
        "0",
    ),
    // Paths
    (r#"basename("foo/bar/baz.txt")"#, r#""baz.txt""#),
    (r#"dirname("foo/bar/baz.txt")"#, r#""foo/bar""#),
    (r#"dirname("a")"#, r#"".""#),
    (r#"dirname("")"#, r#"".""#),
];

/// The smallest number of cases for each function.
const FEWEST: usize = 3;

#[test]
fn calls_agree_with_other_implementations() {
    check(DOCUMENTED);
}

/// Returns the name of the function at the start of an expression.
fn called(expression: &str) -> &str {
    expression.split_once('(').map_or("", |(name, _)| name)
}

/// Returns the sources of a sample of conformance cases.
fn sources(sample: &str) -> Vec<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conformance/{sample}.jsonl.gz"));
    let mut text = String::new();
    GzDecoder::new(File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let cases = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    cases
        .map(|case| case["src"].as_str().unwrap().to_owned())
        .collect()
}

/// Each function has cases: in one of the two tables, in the samples, or, if it reads files, in `files.rs`.
#[test]
fn every_function_has_cases() {
    let samples = [sources("functions"), sources("terraform")].concat();
    let tables = DOCUMENTED.iter().chain(CALLS).map(|(text, _)| *text);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in tables.chain(samples.iter().map(String::as_str)) {
        *counts.entry(called(text)).or_default() += 1;
    }
    let sets = [FunctionSet::Reference, FunctionSet::Terraform].into_iter();
    let names = sets.flat_map(stdlib::entries).map(|entry| entry.name());
    let few: Vec<_> = names
        .filter(|name| counts.get(name).is_none_or(|count| *count < FEWEST))
        .collect();
    assert!(few.is_empty(), "fewer than {FEWEST} cases: {few:?}");
    let files = include_str!("files.rs");
    for entry in stdlib::entries(FunctionSet::External) {
        let is_tested = files.contains(&format!("{}(", entry.name()));
        assert!(
            is_tested || super::page::UNLIKE.contains(&entry.name()),
            "{}",
            entry.name()
        );
    }
}
