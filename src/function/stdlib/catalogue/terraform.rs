//! The functions that only Terraform and Packer have, or have with another meaning.

#[cfg(feature = "stdlib-hash")]
use super::super::hash;
#[cfg(feature = "stdlib-time")]
use super::super::time;
use super::super::{collection, conversion, encoding, network, path, string};
#[cfg(feature = "stdlib-hash")]
use super::entry::HASH;
#[cfg(feature = "stdlib-regex")]
use super::entry::REGEX;
#[cfg(feature = "stdlib-time")]
use super::entry::TIME;
use super::entry::{COLLECTION, CONVERSION, ENCODING, Entry, NETWORK, PATH, STRING, entry};

/// The functions of Terraform and Packer that are not those of the reference's library.
pub(in crate::function::stdlib) const TERRAFORM: &[Entry] = &[
    entry(
        STRING,
        "endswith",
        string::endswith,
        r#"endswith("hello world", "world")"#,
    ),
    #[cfg(feature = "stdlib-regex")]
    entry(
        STRING,
        "replace",
        string::replace_pattern,
        r#"replace("hello world", "/w.*d/", "everybody")"#,
    ),
    entry(
        STRING,
        "startswith",
        string::startswith,
        r#"startswith("hello world", "hello")"#,
    ),
    entry(
        STRING,
        "strcontains",
        string::strcontains,
        r#"strcontains("hello world", "wor")"#,
    ),
    entry(STRING, "strrev", string::reverse, r#"strrev("hello")"#),
    entry(
        STRING,
        "templatestring",
        conversion::templatestring,
        r#"templatestring("Hello, $${name}!", { name = "Ada" })"#,
    ),
    #[cfg(feature = "stdlib-regex")]
    entry(
        REGEX,
        "regex_replace",
        string::regexreplace,
        r#"regex_replace("a1b22", "[0-9]+", "<$0>")"#,
    ),
    entry(
        COLLECTION,
        "alltrue",
        collection::alltrue,
        r#"alltrue(["true", true])"#,
    ),
    entry(
        COLLECTION,
        "anytrue",
        collection::anytrue,
        "anytrue([true, false])",
    ),
    entry(
        COLLECTION,
        "coalesce",
        collection::coalesce_text,
        r#"coalesce("", null, "b")"#,
    ),
    entry(
        COLLECTION,
        "index",
        collection::index_of,
        r#"index(["a", "b", "c"], "b")"#,
    ),
    entry(
        COLLECTION,
        "lookup",
        collection::lookup_optional,
        r#"lookup({ a = "x" }, "a")"#,
    ),
    entry(
        COLLECTION,
        "matchkeys",
        collection::matchkeys,
        r#"matchkeys(["i-1", "i-2"], ["west", "east"], ["east"])"#,
    ),
    entry(COLLECTION, "one", collection::one, r#"one(["a"])"#),
    entry(
        COLLECTION,
        "reverse",
        collection::reverselist,
        r#"reverse(["a", "b"])"#,
    ),
    entry(COLLECTION, "sum", collection::sum, "sum([10, 13, 6.5])"),
    entry(
        COLLECTION,
        "transpose",
        collection::transpose,
        r#"transpose({ a = ["1", "2"], b = ["2"] })"#,
    ),
    entry(
        CONVERSION,
        "tobool",
        conversion::tobool,
        r#"tobool("true")"#,
    ),
    entry(
        CONVERSION,
        "tolist",
        conversion::tolist,
        r#"tolist(["a", 1])"#,
    ),
    entry(
        CONVERSION,
        "tomap",
        conversion::tomap,
        r#"tomap({ a = "x", b = 1 })"#,
    ),
    entry(
        CONVERSION,
        "tonumber",
        conversion::tonumber,
        r#"tonumber("1.5")"#,
    ),
    entry(
        CONVERSION,
        "toset",
        conversion::toset,
        r#"toset(["b", "a", "b"])"#,
    ),
    entry(
        CONVERSION,
        "tostring",
        conversion::tostring,
        "tostring(true)",
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "base64decode",
        encoding::base64decode,
        r#"base64decode("SGVsbG8=")"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "base64encode",
        encoding::base64encode,
        r#"base64encode("Hello")"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "base64gunzip",
        encoding::base64gunzip,
        r#"base64gunzip(base64gzip("Hello"))"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "base64gzip",
        encoding::base64gzip,
        r#"base64gunzip(base64gzip("Hello"))"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "textdecodebase64",
        encoding::textdecodebase64,
        r#"textdecodebase64("SABpAA==", "UTF-16LE")"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    entry(
        ENCODING,
        "textencodebase64",
        encoding::textencodebase64,
        r#"textencodebase64("Hi", "UTF-16LE")"#,
    ),
    entry(
        ENCODING,
        "urldecode",
        encoding::urldecode,
        r#"urldecode("a%3Ab%26c+d")"#,
    ),
    entry(
        ENCODING,
        "urlencode",
        encoding::urlencode,
        r#"urlencode("a:b&c d")"#,
    ),
    #[cfg(feature = "stdlib-yaml")]
    entry(
        ENCODING,
        "yamldecode",
        encoding::yamldecode,
        r#"yamldecode("a: [1, true]")"#,
    ),
    #[cfg(feature = "stdlib-yaml")]
    entry(
        ENCODING,
        "yamlencode",
        encoding::yamlencode,
        "yamlencode({ a = [1, true] })",
    ),
    #[cfg(feature = "stdlib-hash")]
    entry(
        HASH,
        "base64sha256",
        hash::base64sha256,
        r#"base64sha256("hello")"#,
    ),
    #[cfg(feature = "stdlib-hash")]
    entry(
        HASH,
        "base64sha512",
        hash::base64sha512,
        r#"substr(base64sha512("hello"), 0, 16)"#,
    ),
    #[cfg(feature = "stdlib-hash")]
    entry(HASH, "md5", hash::md5, r#"md5("hello")"#),
    #[cfg(feature = "stdlib-hash")]
    entry(HASH, "sha1", hash::sha1, r#"sha1("hello")"#),
    #[cfg(feature = "stdlib-hash")]
    entry(HASH, "sha256", hash::sha256, r#"sha256("hello")"#),
    #[cfg(feature = "stdlib-hash")]
    entry(
        HASH,
        "sha512",
        hash::sha512,
        r#"substr(sha512("hello"), 0, 16)"#,
    ),
    #[cfg(feature = "stdlib-hash")]
    entry(
        HASH,
        "uuidv5",
        hash::uuidv5,
        r#"uuidv5("dns", "example.com")"#,
    ),
    entry(
        NETWORK,
        "cidrcontains",
        network::cidrcontains,
        r#"cidrcontains("192.168.2.0/20", "192.168.2.1")"#,
    ),
    entry(
        NETWORK,
        "cidrhost",
        network::cidrhost,
        r#"cidrhost("10.12.112.0/20", 16)"#,
    ),
    entry(
        NETWORK,
        "cidrnetmask",
        network::cidrnetmask,
        r#"cidrnetmask("172.16.0.0/12")"#,
    ),
    entry(
        NETWORK,
        "cidrsubnet",
        network::cidrsubnet,
        r#"cidrsubnet("172.16.0.0/12", 4, 2)"#,
    ),
    entry(
        NETWORK,
        "cidrsubnets",
        network::cidrsubnets,
        r#"cidrsubnets("10.1.0.0/16", 4, 4, 8)"#,
    ),
    #[cfg(feature = "stdlib-time")]
    entry(
        TIME,
        "timecmp",
        time::timecmp,
        r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")"#,
    ),
    entry(
        PATH,
        "basename",
        path::basename,
        r#"basename("foo/bar/baz.txt")"#,
    ),
    entry(
        PATH,
        "dirname",
        path::dirname,
        r#"dirname("foo/bar/baz.txt")"#,
    ),
];
