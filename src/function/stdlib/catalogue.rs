//! The table of all functions: for each its set, its family, its name, and an example for the documentation.

use std::path::{Path, PathBuf};

use super::Function;

/// The sets of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FunctionSet {
    /// [`functions`](super::functions)
    Specified,
    /// [`reference`](super::reference())
    Reference,
    /// [`terraform`](super::terraform())
    Terraform,
    /// The functions whose results depend on more than their arguments: those of [`files`](super::files), and those
    /// that read the environment or the clock, or that use random numbers, such as [`env`](super::env()), `timestamp`
    /// and `uuidv4`. No other set has any of them.
    External,
}

/// A function of one of the sets; see [`entries`].
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The smallest set that contains the function.
    set: FunctionSet,
    family: Family,
    name: &'static str,
    constructor: Constructor,
    example: &'static str,
}

/// The families, in the order of the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    Strings,
    Numbers,
    Collections,
    Sets,
    Conversion,
    Expressions,
    Encoding,
    Hashes,
    Network,
    Time,
    Paths,
    RegularExpressions,
    Files,
    Environment,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::Strings => "strings",
            Family::Numbers => "numbers",
            Family::Collections => "collections",
            Family::Sets => "sets",
            Family::Conversion => "conversion",
            Family::Expressions => "expressions",
            Family::Encoding => "encoding",
            Family::Hashes => "hashes",
            Family::Network => "network",
            Family::Time => "time",
            Family::Paths => "paths",
            Family::RegularExpressions => "regular expressions",
            Family::Files => "files",
            Family::Environment => "environment",
        }
    }
}

/// How a function is created.
#[derive(Clone, Copy, Debug)]
enum Constructor {
    Plain(fn() -> Function),
    /// For a function that reads files below a root directory.
    BelowRoot(fn(PathBuf) -> Function),
}

impl Entry {
    /// The name under which the set has the function.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The family that the function belongs to: "strings", "numbers", "collections" and so on.
    pub fn family(&self) -> &'static str {
        self.family.name()
    }

    /// The function, with its parameters and description. A function that reads files gets an empty root and finds no
    /// file; [`files`](super::files) creates the functions with a root.
    pub fn function(&self) -> Function {
        match self.constructor {
            Constructor::Plain(constructor) => constructor(),
            // No directory has an empty path.
            Constructor::BelowRoot(constructor) => constructor(PathBuf::new()),
        }
    }

    /// An expression that calls the function.
    pub fn example(&self) -> &'static str {
        self.example
    }

    fn is_of(&self, set: FunctionSet) -> bool {
        self.set == set || (self.set < set && set != FunctionSet::External)
    }
}

/// The functions of a set, each with its name, family and example, in the order of the families.
///
/// ```
/// use hcl::function::stdlib::{self, FunctionSet};
///
/// let entries = stdlib::entries(FunctionSet::Reference);
/// let substr = entries.into_iter().find(|it| it.name() == "substr");
/// let substr = substr.expect("the reference has it");
/// assert_eq!(substr.family(), "strings");
/// assert_eq!(substr.function().parameters()[1].name(), "offset");
/// ```
pub fn entries(set: FunctionSet) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for entry in all().filter(|it| it.is_of(set)) {
        // A larger set may have another function with the same name.
        match entries.iter_mut().find(|it| it.name == entry.name) {
            Some(other) if other.set < entry.set => *other = *entry,
            Some(_) => {}
            None => entries.push(*entry),
        }
    }
    entries.sort_by_key(|it| it.family);
    entries
}

/// All functions of the features that are enabled.
fn all() -> impl Iterator<Item = &'static Entry> {
    TABLES.iter().copied().flatten()
}

/// The functions of a set, in the order of their names.
pub(super) fn functions(set: FunctionSet) -> impl Iterator<Item = (&'static str, Function)> {
    let mut entries = entries(set);
    entries.sort_by_key(|it| it.name);
    entries.into_iter().map(|it| (it.name, it.function()))
}

/// The functions that read files below a root.
pub(super) fn files(root: &Path) -> Vec<(&'static str, Function)> {
    let function = |entry: &Entry| match entry.constructor {
        Constructor::Plain(_) => None,
        Constructor::BelowRoot(constructor) => Some((entry.name, constructor(root.to_owned()))),
    };
    all().filter_map(function).collect()
}

/// The functions of one feature, by family: set, name, constructor, example.
macro_rules! table {
    ($($family:ident {
        $($set:ident $name:literal $kind:ident($function:ident) $example:literal;)*
    })*) => {
        &[$($(Entry {
            set: FunctionSet::$set,
            family: Family::$family,
            name: $name,
            constructor: Constructor::$kind(super::$function),
            example: $example,
        },)*)*]
    };
}

/// All functions, grouped by feature.
const TABLES: &[&[Entry]] = &[
    table! {
        Strings {
            Specified "lower" Plain(lower) r#"lower("HÉLLO")"#;
            Specified "reverse" Plain(reverse) r#"reverse("Héllo")"#;
            Specified "strlen" Plain(strlen) r#"strlen("héllo")"#;
            Specified "substr" Plain(substr) r#"substr("héllo", 1, 2)"#;
            Specified "upper" Plain(upper) r#"upper("héllo")"#;
        }
        Numbers {
            Specified "abs" Plain(abs) "abs(-7)";
            Specified "int" Plain(int) "int(-1.9)";
            Specified "max" Plain(max) "max(3, 12, 7)";
            Specified "min" Plain(min) "min(3, 12, 7)";
        }
        Collections {
            Specified "coalesce" Plain(coalesce) r#"coalesce(null, "a", "b")"#;
            Specified "concat" Plain(concat) "concat([1, 2], [3])";
            Specified "hasindex" Plain(hasindex) r#"hasindex(["a", "b"], 2)"#;
            Specified "length" Plain(length) r#"length(["a", "b"])"#;
        }
        Encoding {
            Specified "jsondecode" Plain(jsondecode) r#"jsondecode("{\"a\": [1, true]}")"#;
            Specified "jsonencode" Plain(jsonencode) "jsonencode({ a = [1, true] })";
        }
    },
    #[cfg(feature = "stdlib-core")]
    table! {
        Strings {
            Reference "chomp" Plain(chomp) r#"chomp("hello\n")"#;
            Reference "format" Plain(format) r#"format("%s has %03d%%", "web", 7)"#;
            Reference "formatlist" Plain(formatlist) r#"formatlist("%s.%s", ["a", "b"], "example.com")"#;
            Reference "indent" Plain(indent) r#"indent(2, "a:\nb")"#;
            Reference "join" Plain(join) r#"join(", ", ["a", "b"], ["c"])"#;
            Reference "replace" Plain(replace) r#"replace("1 + 2", "+", "-")"#;
            Reference "sort" Plain(sort) r#"sort(["b", "a", "C"])"#;
            Reference "split" Plain(split) r#"split(",", "a,b,,c")"#;
            Reference "title" Plain(title) r#"title("hello world")"#;
            Reference "trim" Plain(trim) r#"trim("?!hello?!", "!?")"#;
            Reference "trimprefix" Plain(trimprefix) r#"trimprefix("helloworld", "hello")"#;
            Reference "trimspace" Plain(trimspace) r#"trimspace("  hello\n")"#;
            Reference "trimsuffix" Plain(trimsuffix) r#"trimsuffix("helloworld", "world")"#;
            Terraform "endswith" Plain(endswith) r#"endswith("hello world", "world")"#;
            Terraform "startswith" Plain(startswith) r#"startswith("hello world", "hello")"#;
            Terraform "strcontains" Plain(strcontains) r#"strcontains("hello world", "wor")"#;
            Terraform "strrev" Plain(reverse) r#"strrev("hello")"#;
            Terraform "templatestring" Plain(templatestring) r#"templatestring("Hello, $${name}!", { name = "Ada" })"#;
        }
        Numbers {
            Reference "ceil" Plain(ceil) "ceil(5.1)";
            Reference "floor" Plain(floor) "floor(4.9)";
            Reference "log" Plain(log) "log(16, 2)";
            Reference "parseint" Plain(parseint) r#"parseint("FF", 16)"#;
            Reference "pow" Plain(pow) "pow(3, 2)";
            Reference "signum" Plain(signum) "signum(-13)";
        }
        Collections {
            Reference "chunklist" Plain(chunklist) r#"chunklist(["a", "b", "c"], 2)"#;
            Reference "coalescelist" Plain(coalescelist) r#"coalescelist([], ["c", "d"])"#;
            Reference "compact" Plain(compact) r#"compact(["a", "", "b", null])"#;
            Reference "contains" Plain(contains) r#"contains(["a", "b"], "a")"#;
            Reference "distinct" Plain(distinct) r#"distinct(["a", "b", "a"])"#;
            Reference "element" Plain(element) r#"element(["a", "b", "c"], 3)"#;
            Reference "flatten" Plain(flatten) r#"flatten([["a", ["b"]], [], "c"])"#;
            Reference "index" Plain(index) r#"index(["a", "b"], 1)"#;
            Reference "keys" Plain(keys) "keys({ b = 1, a = 2 })";
            Reference "lookup" Plain(lookup) r#"lookup({ a = "x" }, "b", "y")"#;
            Reference "merge" Plain(merge) "merge({ a = 1, b = 2 }, { b = 3 })";
            Reference "range" Plain(range) "range(1, 8, 2)";
            Reference "reverselist" Plain(reverselist) r#"reverselist(["a", "b"])"#;
            Reference "slice" Plain(slice) r#"slice(["a", "b", "c"], 1, 3)"#;
            Reference "values" Plain(values) "values({ b = 1, a = 2 })";
            Reference "zipmap" Plain(zipmap) r#"zipmap(["a", "b"], [1, 2])"#;
            Terraform "alltrue" Plain(alltrue) r#"alltrue(["true", true])"#;
            Terraform "anytrue" Plain(anytrue) "anytrue([true, false])";
            Terraform "coalesce" Plain(coalesce_text) r#"coalesce("", null, "b")"#;
            Terraform "index" Plain(index_of) r#"index(["a", "b", "c"], "b")"#;
            Terraform "lookup" Plain(lookup_optional) r#"lookup({ a = "x" }, "a")"#;
            Terraform "matchkeys" Plain(matchkeys) r#"matchkeys(["i-1", "i-2"], ["west", "east"], ["east"])"#;
            Terraform "one" Plain(one) r#"one(["a"])"#;
            Terraform "reverse" Plain(reverselist) r#"reverse(["a", "b"])"#;
            Terraform "sum" Plain(sum) "sum([10, 13, 6.5])";
            Terraform "transpose" Plain(transpose) r#"transpose({ a = ["1", "2"], b = ["2"] })"#;
        }
        Sets {
            Reference "sethaselement" Plain(sethaselement) r#"sethaselement(["a", "b"], "a")"#;
            Reference "setintersection" Plain(setintersection) r#"setintersection(["a", "b"], ["b", "c"])"#;
            Reference "setproduct" Plain(setproduct) r#"setproduct(["a", "b"], [1, 2])"#;
            Reference "setsubtract" Plain(setsubtract) r#"setsubtract(["a", "b"], ["b"])"#;
            Reference "setsymmetricdifference" Plain(setsymmetricdifference) r#"setsymmetricdifference(["a", "b"], ["b", "c"])"#;
            Reference "setunion" Plain(setunion) r#"setunion(["a", "b"], ["b", "c"])"#;
        }
        Conversion {
            Reference "convert" Plain(convert) r#"convert(["1", 2], list(number))"#;
            Terraform "tobool" Plain(tobool) r#"tobool("true")"#;
            Terraform "tolist" Plain(tolist) r#"tolist(["a", 1])"#;
            Terraform "tomap" Plain(tomap) r#"tomap({ a = "x", b = 1 })"#;
            Terraform "tonumber" Plain(tonumber) r#"tonumber("1.5")"#;
            Terraform "toset" Plain(toset) r#"toset(["b", "a", "b"])"#;
            Terraform "tostring" Plain(tostring) "tostring(true)";
        }
        Expressions {
            Reference "can" Plain(can) "can(nobody.name)";
            Reference "try" Plain(r#try) r#"try(nobody.name, "fallback")"#;
        }
        Encoding {
            Reference "csvdecode" Plain(csvdecode) r#"csvdecode("a,b\n1,2\n3,4")"#;
            Terraform "urldecode" Plain(urldecode) r#"urldecode("a%3Ab%26c+d")"#;
            Terraform "urlencode" Plain(urlencode) r#"urlencode("a:b&c d")"#;
        }
        Network {
            Terraform "cidrcontains" Plain(cidrcontains) r#"cidrcontains("192.168.2.0/20", "192.168.2.1")"#;
            Terraform "cidrhost" Plain(cidrhost) r#"cidrhost("10.12.112.0/20", 16)"#;
            Terraform "cidrnetmask" Plain(cidrnetmask) r#"cidrnetmask("172.16.0.0/12")"#;
            Terraform "cidrsubnet" Plain(cidrsubnet) r#"cidrsubnet("172.16.0.0/12", 4, 2)"#;
            Terraform "cidrsubnets" Plain(cidrsubnets) r#"cidrsubnets("10.1.0.0/16", 4, 4, 8)"#;
        }
        Paths {
            Terraform "basename" Plain(basename) r#"basename("foo/bar/baz.txt")"#;
            Terraform "dirname" Plain(dirname) r#"dirname("foo/bar/baz.txt")"#;
        }
        Files {
            External "file" BelowRoot(file) r#"file("motd.txt")"#;
            External "fileexists" BelowRoot(fileexists) r#"fileexists("motd.txt")"#;
            External "templatefile" BelowRoot(templatefile) r#"templatefile("hosts.tftpl", { name = "me", ips = ["::1"] })"#;
        }
        Environment {
            External "env" Plain(env) r#"env("PATH")"#;
        }
    },
    #[cfg(feature = "stdlib-regex")]
    table! {
        Strings {
            Terraform "replace" Plain(replace_pattern) r#"replace("hello world", "/w.*d/", "everybody")"#;
        }
        RegularExpressions {
            Reference "regex" Plain(regex) r#"regex("(\\d+)-(\\d+)", "2026-11")"#;
            Reference "regexall" Plain(regexall) r#"regexall("[a-z]+", "1234abcd5678efgh9")"#;
            Reference "regexreplace" Plain(regexreplace) r#"regexreplace("a1b22", "[0-9]+", "<$0>")"#;
            Terraform "regex_replace" Plain(regexreplace) r#"regex_replace("a1b22", "[0-9]+", "<$0>")"#;
        }
    },
    #[cfg(feature = "stdlib-encoding")]
    table! {
        Encoding {
            Terraform "base64decode" Plain(base64decode) r#"base64decode("SGVsbG8=")"#;
            Terraform "base64encode" Plain(base64encode) r#"base64encode("Hello")"#;
            Terraform "base64gunzip" Plain(base64gunzip) r#"base64gunzip(base64gzip("Hello"))"#;
            Terraform "base64gzip" Plain(base64gzip) r#"base64gunzip(base64gzip("Hello"))"#;
            Terraform "textdecodebase64" Plain(textdecodebase64) r#"textdecodebase64("SABpAA==", "UTF-16LE")"#;
            Terraform "textencodebase64" Plain(textencodebase64) r#"textencodebase64("Hi", "UTF-16LE")"#;
        }
        Files {
            External "filebase64" BelowRoot(filebase64) r#"filebase64("motd.txt")"#;
        }
    },
    #[cfg(feature = "stdlib-yaml")]
    table! {
        Encoding {
            Terraform "yamldecode" Plain(yamldecode) r#"yamldecode("a: [1, true]")"#;
            Terraform "yamlencode" Plain(yamlencode) "yamlencode({ a = [1, true] })";
        }
    },
    #[cfg(feature = "stdlib-hash")]
    table! {
        Hashes {
            Terraform "base64sha256" Plain(base64sha256) r#"base64sha256("hello")"#;
            Terraform "base64sha512" Plain(base64sha512) r#"substr(base64sha512("hello"), 0, 16)"#;
            Terraform "md5" Plain(md5) r#"md5("hello")"#;
            Terraform "sha1" Plain(sha1) r#"sha1("hello")"#;
            Terraform "sha256" Plain(sha256) r#"sha256("hello")"#;
            Terraform "sha512" Plain(sha512) r#"substr(sha512("hello"), 0, 16)"#;
            Terraform "uuidv5" Plain(uuidv5) r#"uuidv5("dns", "example.com")"#;
            External "uuidv4" Plain(uuidv4) "uuidv4()";
        }
        Files {
            External "filemd5" BelowRoot(filemd5) r#"filemd5("motd.txt")"#;
            External "filesha1" BelowRoot(filesha1) r#"filesha1("motd.txt")"#;
            External "filesha256" BelowRoot(filesha256) r#"filesha256("motd.txt")"#;
            External "filesha512" BelowRoot(filesha512) r#"filesha512("motd.txt")"#;
            External "filebase64sha256" BelowRoot(filebase64sha256) r#"filebase64sha256("motd.txt")"#;
            External "filebase64sha512" BelowRoot(filebase64sha512) r#"filebase64sha512("motd.txt")"#;
        }
    },
    #[cfg(feature = "stdlib-crypto")]
    table! {
        Hashes {
            Terraform "rsadecrypt" Plain(rsadecrypt) r#"can(rsadecrypt("", "not a key"))"#;
            External "bcrypt" Plain(bcrypt) r#"bcrypt("hello")"#;
        }
    },
    #[cfg(feature = "stdlib-time")]
    table! {
        Time {
            Reference "formatdate" Plain(formatdate) r#"formatdate("DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z")"#;
            Reference "timeadd" Plain(timeadd) r#"timeadd("2017-11-22T00:00:00Z", "10m")"#;
            Terraform "timecmp" Plain(timecmp) r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")"#;
            Terraform "rfc3339_parse" Plain(rfc3339_parse) r#"rfc3339_parse("2023-07-25T23:43:16Z").unix"#;
            Terraform "unix_timestamp_parse" Plain(unix_timestamp_parse) "unix_timestamp_parse(1690328596).rfc3339";
            External "legacy_isotime" Plain(legacy_isotime) r#"legacy_isotime("2006-01-02")"#;
            External "legacy_strftime" Plain(legacy_strftime) r#"legacy_strftime("%Y-%m")"#;
            External "timestamp" Plain(timestamp) "timestamp()";
        }
    },
    #[cfg(feature = "stdlib-files")]
    table! {
        Files {
            External "fileset" BelowRoot(fileset) r#"fileset("conf.d", "**/*.conf")"#;
        }
    },
];
