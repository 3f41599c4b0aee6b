//! The functions of the `hcldec` specification and of the reference's library.

#[cfg(feature = "stdlib-time")]
use super::super::time;
use super::super::{collection, conversion, encoding, json, number, set, string};
#[cfg(feature = "stdlib-regex")]
use super::entry::REGEX;
#[cfg(feature = "stdlib-time")]
use super::entry::TIME;
use super::entry::{COLLECTION, CONVERSION, ENCODING, Entry, NUMBER, SET, STRING, TEST, entry};

/// The functions of the `hcldec` specification.
pub(in crate::function::stdlib) const SPECIFIED: &[Entry] = &[
    entry(STRING, "lower", string::lower, r#"lower("HÉLLO")"#),
    entry(STRING, "reverse", string::reverse, r#"reverse("Héllo")"#),
    entry(STRING, "strlen", string::strlen, r#"strlen("héllo")"#),
    entry(STRING, "substr", string::substr, r#"substr("héllo", 1, 2)"#),
    entry(STRING, "upper", string::upper, r#"upper("héllo")"#),
    entry(NUMBER, "abs", number::abs, "abs(-7)"),
    entry(NUMBER, "int", number::int, "int(-1.9)"),
    entry(NUMBER, "max", number::max, "max(3, 12, 7)"),
    entry(NUMBER, "min", number::min, "min(3, 12, 7)"),
    entry(
        COLLECTION,
        "coalesce",
        collection::coalesce,
        r#"coalesce(null, "a", "b")"#,
    ),
    entry(
        COLLECTION,
        "concat",
        collection::concat,
        "concat([1, 2], [3])",
    ),
    entry(
        COLLECTION,
        "hasindex",
        collection::hasindex,
        r#"hasindex(["a", "b"], 2)"#,
    ),
    entry(
        COLLECTION,
        "length",
        collection::length,
        r#"length(["a", "b"])"#,
    ),
    entry(
        ENCODING,
        "jsondecode",
        json::jsondecode,
        r#"jsondecode("{\"a\": [1, true]}")"#,
    ),
    entry(
        ENCODING,
        "jsonencode",
        json::jsonencode,
        "jsonencode({ a = [1, true] })",
    ),
];

/// The other functions of the reference's library.
pub(in crate::function::stdlib) const REFERENCE: &[Entry] = &[
    entry(STRING, "chomp", string::chomp, r#"chomp("hello\n")"#),
    entry(
        STRING,
        "format",
        string::format,
        r#"format("%s has %03d%%", "web", 7)"#,
    ),
    entry(
        STRING,
        "formatlist",
        string::formatlist,
        r#"formatlist("%s.%s", ["a", "b"], "example.com")"#,
    ),
    entry(STRING, "indent", string::indent, r#"indent(2, "a:\nb")"#),
    entry(
        STRING,
        "join",
        string::join,
        r#"join(", ", ["a", "b"], ["c"])"#,
    ),
    entry(
        STRING,
        "replace",
        string::replace,
        r#"replace("1 + 2", "+", "-")"#,
    ),
    entry(STRING, "sort", string::sort, r#"sort(["b", "a", "C"])"#),
    entry(STRING, "split", string::split, r#"split(",", "a,b,,c")"#),
    entry(STRING, "title", string::title, r#"title("hello world")"#),
    entry(STRING, "trim", string::trim, r#"trim("?!hello?!", "!?")"#),
    entry(
        STRING,
        "trimprefix",
        string::trimprefix,
        r#"trimprefix("helloworld", "hello")"#,
    ),
    entry(
        STRING,
        "trimspace",
        string::trimspace,
        r#"trimspace("  hello\n")"#,
    ),
    entry(
        STRING,
        "trimsuffix",
        string::trimsuffix,
        r#"trimsuffix("helloworld", "world")"#,
    ),
    #[cfg(feature = "stdlib-regex")]
    entry(
        REGEX,
        "regex",
        string::regex,
        r#"regex("(\\d+)-(\\d+)", "2026-11")"#,
    ),
    #[cfg(feature = "stdlib-regex")]
    entry(
        REGEX,
        "regexall",
        string::regexall,
        r#"regexall("[a-z]+", "1234abcd5678efgh9")"#,
    ),
    #[cfg(feature = "stdlib-regex")]
    entry(
        REGEX,
        "regexreplace",
        string::regexreplace,
        r#"regexreplace("a1b22", "[0-9]+", "<$0>")"#,
    ),
    entry(NUMBER, "ceil", number::ceil, "ceil(5.1)"),
    entry(NUMBER, "floor", number::floor, "floor(4.9)"),
    entry(NUMBER, "log", number::log, "log(16, 2)"),
    entry(
        NUMBER,
        "parseint",
        number::parseint,
        r#"parseint("FF", 16)"#,
    ),
    entry(NUMBER, "pow", number::pow, "pow(3, 2)"),
    entry(NUMBER, "signum", number::signum, "signum(-13)"),
    entry(
        COLLECTION,
        "chunklist",
        collection::chunklist,
        r#"chunklist(["a", "b", "c"], 2)"#,
    ),
    entry(
        COLLECTION,
        "coalescelist",
        collection::coalescelist,
        r#"coalescelist([], ["c", "d"])"#,
    ),
    entry(
        COLLECTION,
        "compact",
        collection::compact,
        r#"compact(["a", "", "b", null])"#,
    ),
    entry(
        COLLECTION,
        "contains",
        collection::contains,
        r#"contains(["a", "b"], "a")"#,
    ),
    entry(
        COLLECTION,
        "distinct",
        collection::distinct,
        r#"distinct(["a", "b", "a"])"#,
    ),
    entry(
        COLLECTION,
        "element",
        collection::element,
        r#"element(["a", "b", "c"], 3)"#,
    ),
    entry(
        COLLECTION,
        "flatten",
        collection::flatten,
        r#"flatten([["a", ["b"]], [], "c"])"#,
    ),
    entry(
        COLLECTION,
        "index",
        collection::index,
        r#"index(["a", "b"], 1)"#,
    ),
    entry(
        COLLECTION,
        "keys",
        collection::keys,
        "keys({ b = 1, a = 2 })",
    ),
    entry(
        COLLECTION,
        "lookup",
        collection::lookup,
        r#"lookup({ a = "x" }, "b", "y")"#,
    ),
    entry(
        COLLECTION,
        "merge",
        collection::merge,
        "merge({ a = 1, b = 2 }, { b = 3 })",
    ),
    entry(COLLECTION, "range", collection::range, "range(1, 8, 2)"),
    entry(
        COLLECTION,
        "reverselist",
        collection::reverselist,
        r#"reverselist(["a", "b"])"#,
    ),
    entry(
        COLLECTION,
        "slice",
        collection::slice,
        r#"slice(["a", "b", "c"], 1, 3)"#,
    ),
    entry(
        COLLECTION,
        "values",
        collection::values,
        "values({ b = 1, a = 2 })",
    ),
    entry(
        COLLECTION,
        "zipmap",
        collection::zipmap,
        r#"zipmap(["a", "b"], [1, 2])"#,
    ),
    entry(
        SET,
        "sethaselement",
        set::sethaselement,
        r#"sethaselement(["a", "b"], "a")"#,
    ),
    entry(
        SET,
        "setintersection",
        set::setintersection,
        r#"setintersection(["a", "b"], ["b", "c"])"#,
    ),
    entry(
        SET,
        "setproduct",
        set::setproduct,
        r#"setproduct(["a", "b"], [1, 2])"#,
    ),
    entry(
        SET,
        "setsubtract",
        set::setsubtract,
        r#"setsubtract(["a", "b"], ["b"])"#,
    ),
    entry(
        SET,
        "setsymmetricdifference",
        set::setsymmetricdifference,
        r#"setsymmetricdifference(["a", "b"], ["b", "c"])"#,
    ),
    entry(
        SET,
        "setunion",
        set::setunion,
        r#"setunion(["a", "b"], ["b", "c"])"#,
    ),
    entry(
        CONVERSION,
        "convert",
        conversion::convert,
        r#"convert(["1", 2], list(number))"#,
    ),
    entry(TEST, "can", conversion::can, "can(nobody.name)"),
    entry(
        TEST,
        "try",
        conversion::r#try,
        r#"try(nobody.name, "fallback")"#,
    ),
    entry(
        ENCODING,
        "csvdecode",
        encoding::csvdecode,
        r#"csvdecode("a,b\n1,2\n3,4")"#,
    ),
    #[cfg(feature = "stdlib-time")]
    entry(
        TIME,
        "formatdate",
        time::formatdate,
        r#"formatdate("DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z")"#,
    ),
    #[cfg(feature = "stdlib-time")]
    entry(
        TIME,
        "timeadd",
        time::timeadd,
        r#"timeadd("2017-11-22T00:00:00Z", "10m")"#,
    ),
];
