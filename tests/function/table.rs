//! Calls with their results: what the documentation of Terraform and Packer shows, and what lies at the edges.
//!
//! The functions of which the samples in `tests/conformance` have calls stand here only for what those lack.

use hcl::EvalContext;
use hcl::function::stdlib;

/// Expressions with their displayed values, or with a part of the error message after `error:`.
pub(crate) const CALLS: &[(&str, &str)] = &[
    // Strings
    (r#"strrev("hello")"#, r#""olleh""#),
    (r#"strrev("e\u0301a")"#, "\"aé\""),
    (r#"startswith("hello", "he")"#, "true"),
    (r#"endswith("", "")"#, "true"),
    (
        r#"format("%5.1f|%-6s|%+d|%x|%#X|%08b|%e", 3.14159, "ab", 5, 255, 255, 5, 12345.678)"#,
        r#""  3.1|ab    |+5|ff|0XFF|00000101|1.234568e+04""#,
    ),
    (r#"format("%[2]s %[1]s", "a", "b")"#, r#""b a""#),
    (
        r#"format("%v %v %v %v", 1000000, 0.00001, [1, "a"], null)"#,
        r#""1e+06 1e-05 [1,\"a\"] null""#,
    ),
    (
        r#"format("%g %g %.3g %G", 100000, 1000000, 1234.5, 1e-7)"#,
        r#""100000 1e+06 1.23e+03 1E-07""#,
    ),
    (
        r#"format("%.0f %.0f %.2f", 0.5, 1.5, 9.999)"#,
        r#""0 2 10.00""#,
    ),
    (
        r#"format("%6.2q|%5t", "hello", true)"#,
        r#""  \"he\"| true""#,
    ),
    (
        r#"format("%999999999s", "a")"#,
        "error:greater than 1000000",
    ),
    (r#"format("%")"#, "error:ends within a verb"),
    (r#"format("%s")"#, "error:needs 1 arguments"),
    (r#"indent(2, "a\nb\n")"#, r#""a\n  b\n  ""#),
    (r#"indent(-1, "a")"#, "error:must not be negative"),
    (r#"title("one_two 3a ǆ")"#, r#""One_two 3a ǅ""#),
    (r#"split("", "añb")"#, r#"["a", "ñ", "b"]"#),
    (r#"join("", [])"#, r#""""#),
    (
        r#"templatestring("%%{ for x in l }<$${x}>%%{ endfor }", { l = [1, 2] })"#,
        r#""<1><2>""#,
    ),
    (r#"templatestring("$${upper(a)}", { a = "x" })"#, r#""X""#),
    (
        r#"templatestring("$${b}", { a = "x" })"#,
        "error:There is no variable named \"b\"",
    ),
    (
        r#"templatestring("$${templatestring(\"a\", {})}", {})"#,
        "error:cannot evaluate another one",
    ),
    // Regular expressions
    (
        r#"regex_replace("a1b22", "[0-9]+", "<$0>")"#,
        r#""a<1>b<22>""#,
    ),
    (
        r#"regex_replace("ab", "(?P<x>.)(?P<y>.)", "${"$"}{y}$x$$")"#,
        r#""ba$""#,
    ),
    (
        r#"regex("(?P<year>\\d+)-(?P<month>\\d+)", "2026-11")"#,
        r#"{ month = "11", year = "2026" }"#,
    ),
    (r#"regexall("\\d", "१2")"#, r#"["2"]"#),
    (r#"regexall("\\w+|\\s", "é a")"#, r#"[" ", "a"]"#),
    (r#"regexall("[\\d\\s]", "1 a")"#, r#"["1", " "]"#),
    (r#"regexall("[[a&&b~]+", "[a&b~")"#, r#"["[a&b~"]"#),
    (r#"regex("\\Qa.b\\E{", "a.b{")"#, r#""a.b{""#),
    (r#"regex("a{,2}", "a{,2}")"#, r#""a{,2}""#),
    (r#"regex("\\<\\_\\/", "<_/")"#, r#""<_/""#),
    (r#"regexall("", "ab")"#, r#"["", "", ""]"#),
    (
        r#"regexall("\\p{Greek}\\P{Greek}\\p{^Greek}\\pL[\\p{^L}]", "αabc-")"#,
        r#"["αabc-"]"#,
    ),
    (
        r#"length(regex("\\x{4A}\\112\\0[\\07-\\x{8}]", "JJ\u0000\u0007"))"#,
        "4",
    ),
    (
        r#"regex("\\7", "")"#,
        "error:unknown escape sequence \"\\7\"",
    ),
    (
        r#"regex("\\u0041", "A")"#,
        "error:unknown escape sequence \"\\u\"",
    ),
    (r#"regex("(?x)a b", "ab")"#, "error:unknown flag"),
    (
        r#"regex("a*+", "a")"#,
        "error:a repetition cannot be repeated",
    ),
    (
        r#"regex("a{2}{3}", "a")"#,
        "error:a repetition cannot be repeated",
    ),
    (r#"regex("x{01}", "x{01}")"#, r#""x{01}""#),
    (r#"regexreplace("aé b", "\\B", "|")"#, "\"aé| b\""),
    (
        r#"regexall("[\\--/]|[+--]", "+,-./0")"#,
        r#"["+", ",", "-", ".", "/"]"#,
    ),
    (r#"regexall("[\\w-.]+", "a-b.c")"#, r#"["a-b.c"]"#),
    (
        r#"regexall("[[:^alpha:]][[:alpha]]", "1[]1a]")"#,
        r#"["1[]", "1a]"]"#,
    ),
    (
        r#"regex("[[:foo:]]", "f")"#,
        "error:there is no class \"[:foo:]\"",
    ),
    (r#"regex("[b-a]", "a")"#, "error:the range b-a is empty"),
    (r#"regex("[]a", "a")"#, "error:a class is not closed"),
    (r#"regex("(?P<1>.)", "a")"#, r#"{ "1" = "a" }"#),
    (
        r#"regex("(?P<é>.)", "a")"#,
        "error:the name of a group consists of",
    ),
    (
        r#"regex("(?P<x>.)(?P<x>.)", "ab")"#,
        "error:the group name \"x\" is repeated",
    ),
    (
        r#"regexreplace("ab", "(a)(?P<b>b)", "$1$é|$1é|$01|$b|$3|$${b}$${a b}$")"#,
        "\"a|||b||b$${a b}$\"",
    ),
    (
        r#"regex("(a{1000}){1000}", "a")"#,
        "error:invalid regular expression",
    ),
    (r#"replace("a.b", "/./", "x")"#, r#""xxx""#),
    (r#"replace("a.b", ".", "x")"#, r#""axb""#),
    // Numbers
    ("log(8, 2)", "3"),
    ("log(-1, 2)", "error:not a number"),
    ("pow(0, -1)", "1/0"),
    ("pow(-8, 3)", "-512"),
    ("pow(-8, 0.5)", "error:not a number"),
    (r#"parseint("Zz", 62)"#, "3817"),
    (r#"parseint("", 10)"#, "error:is not an integer"),
    (r#"parseint("-", 10)"#, "error:is not an integer"),
    (r#"parseint("+5", 10)"#, "5"),
    (r#"parseint("+", 10)"#, "error:is not an integer"),
    (r#"parseint("2", 2)"#, "error:is not an integer"),
    (r#"parseint("a", 10)"#, "error:is not an integer"),
    (r#"parseint("-1010", 2)"#, "-10"),
    ("sum([0.1, 0.2])", "0.3"),
    // Collections
    ("range(1025)", "error:more than 1024"),
    ("range(0, 1, 0)", "error:must not be 0"),
    (
        r#"lookup({ a = 1 }, "b")"#,
        "error:there is no element \"b\"",
    ),
    (r#"lookup(tomap({ a = "1" }), "b", 2)"#, r#""2""#),
    (r#"setproduct(["a"], [], [1])"#, "[]"),
    (
        "setproduct([null, { a = 1 }], [2])",
        "[[null, 2], [{ a = 1 }, 2]]",
    ),
    ("setproduct([null], [2])", "[[null, 2]]"),
    ("one([])", "null"),
    (
        r#"lookup(tomap({ a = 1 }), "a", "x")"#,
        "error:must be of the type of the elements",
    ),
    ("alltrue([])", "true"),
    ("anytrue([])", "false"),
    // Encoding
    (
        r#"base64gunzip(base64gzip("hello hello hello"))"#,
        r#""hello hello hello""#,
    ),
    (
        r#"textdecodebase64(textencodebase64("čau", "windows-1250"), "windows-1250")"#,
        "\"čau\"",
    ),
    (
        r#"textencodebase64("日", "ISO-8859-1")"#,
        "error:does not have",
    ),
    (r#"urldecode("%zz")"#, "error:two hexadecimal digits"),
    (
        r#"csvdecode("a,b\n\"x\"\"y\",\"1\n2\"\n\n,\n")"#,
        r#"[{ a = "x\"y", b = "1\n2" }, { a = "", b = "" }]"#,
    ),
    (r#"csvdecode("a\n1,2\n")"#, "error:line 2 has 2 fields"),
    (
        r#"csvdecode("a\nx\"y\n")"#,
        "error:line 2: there is a quote",
    ),
    (
        r#"yamldecode("a: &x [1, two, ~]\nb: *x")"#,
        r#"{ a = [1, "two", null], b = [1, "two", null] }"#,
    ),
    (
        r#"yamldecode("- 2001-12-14t21:59:43.10-05:00\n- 2001-1-32\n- 1_000\n- 0b11\n- 1e3\n- .5")"#,
        r#"["2001-12-14T21:59:43-05:00", "2001-1-32", 1000, 3, 1000, 0.5]"#,
    ),
    (r#"yamldecode("? [a]\n: b")"#, "error:must be a scalar"),
    (
        r#"yamldecode("1: a\ntrue: b")"#,
        r#"{ "1" = "a", true = "b" }"#,
    ),
    (r#"yamldecode("a: [")"#, "error:line"),
    (r#"yamldecode("a\n---\nb")"#, "error:second document"),
    (r#"yamldecode("|\n  a\n  b\n")"#, r#""a\nb\n""#),
    (
        r#"yamlencode({ b = { c = [1, [2, 3], { d = null }] }, a = "x\ny\n", e = [], f = {}, "g h" = "q\"\\" })"#,
        r#""\"a\": |\n  x\n  y\n\"b\":\n  \"c\":\n  - 1\n  - - 2\n    - 3\n  - \"d\": null\n\"e\": []\n\"f\": {}\n\"g h\": \"q\\\"\\\\\"\n""#,
    ),
    (
        r#"yamlencode([[], {}, "a \nb", " a\nb"])"#,
        r#""- []\n- {}\n- \"a \\nb\"\n- |2-\n   a\n  b\n""#,
    ),
    (
        r#"yamldecode(yamlencode(["\n", "\n\n", "\na", "a\n\n", { a = "\n" }]))"#,
        r#"["\n", "\n\n", "\na", "a\n\n", { a = "\n" }]"#,
    ),
    // Hashes
    (
        r#"sha1("hello")"#,
        r#""aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d""#,
    ),
    (
        r#"base64sha512("hello")"#,
        r#""m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==""#,
    ),
    (r#"uuidv5("x", "y")"#, "error:is not a UUID"),
    // Network
    (r#"cidrhost("10.0.0.0/8", 16777216)"#, "error:no such host"),
    (
        r#"cidrhost("::/0", -1)"#,
        r#""ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff""#,
    ),
    (r#"cidrhost("1.2.3.4/32", 0)"#, r#""1.2.3.4""#),
    (
        r#"cidrsubnet("0.0.0.0/0", 32, 4294967295)"#,
        r#""255.255.255.255/32""#,
    ),
    (r#"cidrsubnet("::/0", 128, 1)"#, r#""::1/128""#),
    (
        r#"cidrsubnet("10.0.0.0/8", 1, 2)"#,
        "error:that 1 bits can hold",
    ),
    (
        r#"cidrsubnets("255.255.255.0/24", 1, 1)"#,
        r#"["255.255.255.0/25", "255.255.255.128/25"]"#,
    ),
    (r#"cidrsubnets("ffff::/16", 1, 2, 2, 2)"#, "error:no room"),
    (r#"cidrcontains("0.0.0.0/0", "1.2.3.4")"#, "true"),
    (r#"cidrnetmask("0.0.0.0/0")"#, r#""0.0.0.0""#),
    (r#"cidrnetmask("1.2.3.4/+8")"#, "error:is not an IP prefix"),
    // Times
    (
        r#"formatdate("EEEE, 'the' D'.' MMMM h:mm aa", "2018-01-02T23:12:01Z")"#,
        r#""Tuesday, the 2. January 23:12 pm""#,
    ),
    (
        r#"formatdate("YYYY YY MMM M EEE D H HH h AA aa m s", "0901-02-03T00:05:06Z")"#,
        r#""0901 01 Feb 2 Thu 3 12 12 0 AM am 5 6""#,
    ),
    (
        r#"formatdate("H HH AA", "2018-01-02T12:30:00Z")"#,
        r#""12 12 PM""#,
    ),
    (
        r#"formatdate("H HH aa", "2018-01-02T23:30:00Z")"#,
        r#""11 11 pm""#,
    ),
    (
        r#"formatdate("ZZZ ZZZZ ZZZZZ Z", "2018-01-02T23:12:01-08:30")"#,
        r#""-0830 -0830 -08:30 -08:30""#,
    ),
    (
        r#"formatdate("h''m 'x''y' ''''", "2018-01-02T12:30:00Z")"#,
        r#""12'30 x'y ''""#,
    ),
    (
        r#"formatdate("YY", "2018-02-29T00:00:00Z")"#,
        "error:no such day",
    ),
    (
        r#"timeadd("2018-12-31T23:59:59.5Z", "0.5s")"#,
        r#""2019-01-01T00:00:00Z""#,
    ),
    (
        r#"timeadd("2018-12-31T00:00:00Z", "300000000h")"#,
        "error:is not a duration",
    ),
    (
        r#"timeadd("9999-12-31T23:59:59Z", "1s")"#,
        "error:beyond the range",
    ),
    (
        r#"timeadd("0000-01-01T00:00:00Z", "-1s")"#,
        "error:beyond the range",
    ),
    (
        "unix_timestamp_parse(-62167219201)",
        "error:beyond the range",
    ),
    (
        r#"timecmp("2018-01-01T00:00:00.1Z", "2018-01-01T00:00:00Z")"#,
        "1",
    ),
    // Paths
    (r#"dirname("/a/../b//c")"#, r#""/b""#),
    (r#"dirname("../a")"#, r#""..""#),
    (r#"basename("/")"#, r#""/""#),
    (r#"basename("")"#, r#"".""#),
    (r#"basename("a/b/")"#, r#""b""#),
    // Expressions
    (r#"try(nobody, [][0], "c")"#, r#""c""#),
    (
        "try(nobody)",
        "error:None of the expressions has a value: Variables not allowed",
    ),
    ("can(1 + true)", "false"),
    (
        r"convert({ a = 1 }, object({ a = string, b = optional(number, 5) }))",
        r#"{ a = "1", b = 5 }"#,
    ),
    ("convert(1, nope)", "error:There is no type named \"nope\""),
    ("tobool(1)", "error:expected a bool, but found a number"),
];

#[test]
fn calls_give_the_documented_results() {
    check(CALLS);
}

/// Evaluates each expression with Terraform's functions and compares the results.
pub(crate) fn check(calls: &[(&str, &str)]) {
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let mut failures = Vec::new();
    for (text, expected) in calls {
        let expression =
            hcl::parse_expression(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = match expression.evaluate(&ctx) {
            Ok(value) => value.to_string(),
            Err(error) => format!("error:{}", error.message()),
        };
        let is_expected = match expected.strip_prefix("error:") {
            Some(part) => found.starts_with("error:") && found.contains(part),
            None => found == *expected,
        };
        if !is_expected {
            failures.push(format!(
                "{text}\n    expected {expected}\n    found    {found}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
