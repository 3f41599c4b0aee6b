//! Texts that repeat one construct, valid or invalid, any number of times, as an untrusted source can.

use hcl::Syntax;

/// A text of any size: a part that is repeated, between a beginning and an end.
pub struct Construct {
    /// The name that tables use.
    pub name: &'static str,
    /// The syntax that it is written in.
    pub syntax: Syntax,
    head: &'static str,
    /// `@` stands for the number of the part.
    part: &'static str,
    tail: &'static str,
}

const fn native(name: &'static str, [head, part, tail]: [&'static str; 3]) -> Construct {
    Construct {
        name,
        syntax: Syntax::Native,
        head,
        part,
        tail,
    }
}

const fn json(name: &'static str, texts: [&'static str; 3]) -> Construct {
    Construct {
        syntax: Syntax::Json,
        ..native(name, texts)
    }
}

/// All constructs.
pub const CONSTRUCTS: &[Construct] = &[
    native("attributes", ["", "a@ = @\n", ""]),
    native("blocks", ["", "b \"l@\" {\n  a = @\n}\n", ""]),
    native("blocks/same labels", ["", "b \"l\" {\n  a = @\n}\n", ""]),
    native("blocks/other types", ["", "b@ {\n}\n", ""]),
    native("labels", ["b ", "\"l@\" ", "{\n}\n"]),
    native("list", ["a = [", "@, ", "]\n"]),
    native("list/lines", ["a = [\n", "  \"x@\",\n", "]\n"]),
    native("list/objects", ["a = [\n", "  { b = @ },\n", "]\n"]),
    native("object", ["a = {\n", "  b@ = @\n", "}\n"]),
    native(
        "object/computed keys",
        ["a = {\n", "  (\"b${@}\") = @\n", "}\n"],
    ),
    native("type", ["a = object({\n", "  b@ = string\n", "})\n"]),
    native("operators", ["a = 1", " + 1", "\n"]),
    native("operators/logical", ["a = true", " && true", "\n"]),
    native("operators/text", ["a = \"x\"", " == \"x\"", "\n"]),
    native("conditionals", ["a = ", "false ? 1 : ", "1\n"]),
    native("traversal", ["a = b", ".c", "\n"]),
    native("traversal/indices", ["a = b", "[0]", "\n"]),
    native("traversal/splats", ["a = b", "[*]", "\n"]),
    native("arguments", ["a = max(", "@, ", "1)\n"]),
    native("interpolations", ["a = \"", "x${@}", "\"\n"]),
    native("directives", ["a = \"", "%{ if true }x%{ endif }", "\"\n"]),
    native("string", ["a = \"", "word ", "\"\n"]),
    native("string/escapes", ["a = \"", "\\n\\u00e9", "\"\n"]),
    native(
        "string/combining marks",
        ["a = \"x", "\u{301}\u{316}", "\"\n"],
    ),
    native("string/wide characters", ["a = \"", "👩‍👩‍👧", "\"\n"]),
    native("heredoc", ["a = <<-A\n", "  line ${@}\n", "  A\n"]),
    native("digits", ["a = ", "7", "\n"]),
    native("name", ["n", "ame", " = 1\n"]),
    native("name/combining marks", ["n", "\u{301}\u{316}", " = 1\n"]),
    native("comments", ["", "# comment @\n", ""]),
    native("comment of many lines", ["/*", " line\n", "*/\n"]),
    native("blank lines", ["", "\n", ""]),
    native("white space", ["a =", " \t", "1\n"]),
    native(
        "dynamic blocks",
        [
            "",
            "dynamic \"b\" {\n  for_each = [1]\n  content {\n    a = b.value\n  }\n}\n",
            "",
        ],
    ),
    native(
        "for expressions",
        ["a = [\n", "  [for x in [1] : x],\n", "]\n"],
    ),
    native(
        "user functions",
        [
            "",
            "function \"f@\" {\n  params = [x]\n  result = x\n}\n",
            "",
        ],
    ),
    native(
        "spec/attributes",
        [
            "object {\n",
            "  attr \"a@\" {\n    type = string\n  }\n",
            "}\n",
        ],
    ),
    native(
        "variables",
        ["", "variable \"v@\" {\n  default = 1\n}\na@ = var.v@\n", ""],
    ),
    native(
        "resources",
        ["", "resource \"t\" \"n@\" {\n  a = t.n1.a\n}\n", ""],
    ),
    native("broken/no values", ["", "a@ =\n", ""]),
    native("broken/operands", ["", "a@ = 1 +\n", ""]),
    native("broken/quotes", ["", "a@ = \"x\n", ""]),
    native("broken/same attributes", ["", "a = 1\n", ""]),
    native("broken/same keys", ["a = {\n", "  b = 1\n", "}\n"]),
    native("broken/closing braces", ["", "}\n", ""]),
    native("broken/blocks", ["", "b {\n", ""]),
    native("broken/blocks on a line", ["", "b { ", ""]),
    native("broken/brackets", ["a = ", "[", ""]),
    native("broken/parentheses", ["a = ", "(", ""]),
    native("broken/objects", ["a = ", "{ b = ", ""]),
    native("broken/interpolations", ["a = \"", "${\"", ""]),
    native("broken/directives", ["a = \"", "%{ if true }", "\"\n"]),
    native("broken/heredocs", ["", "a@ = <<A\n", ""]),
    native("broken/comments", ["", "/* ", ""]),
    native("broken/negations", ["a = ", "!", "true\n"]),
    native("broken/labels", ["", "b ", ""]),
    native("broken/commas", ["a = [", ",", "]\n"]),
    native("broken/operators", ["a = 1", " + + 1", "\n"]),
    native("broken/failing operands", ["a = {}", " + {}", "\n"]),
    native("broken/variables", ["", "a@ = no.such_@\n", ""]),
    native("broken/functions", ["", "a@ = no_such(@)\n", ""]),
    native("broken/types", ["", "resource = @\nvariable@ = []\n", ""]),
    native("broken/controls", ["", "\u{1}", ""]),
    native("broken/byte order marks", ["", "\u{feff}", ""]),
    native("broken/escapes", ["a = \"", "\\q", "\"\n"]),
    native("broken/cycle", ["", "a@ = a1 + a@\n", ""]),
    native(
        "broken/spec",
        [
            "object {\n",
            "  attr \"a\" {\n    typ = string\n  }\n",
            "}\n",
        ],
    ),
    native(
        "references/unknown",
        ["locals {\n", "  a@ = local.b@\n", "}\n"],
    ),
    native("references/whole", ["locals {\n", "  a@ = local\n", "}\n"]),
    json("JSON/properties", ["{", "\"a@\": @, ", "\"z\": 1}"]),
    json("JSON/strings", ["{\"a\": [", "\"x${@}\", ", "1]}"]),
    json(
        "JSON/blocks",
        [
            "{\"resource\": [",
            "{\"t\": {\"n@\": {\"a\": 1}}}, ",
            "{}]}",
        ],
    ),
    json("JSON/lists", ["{\"a\": [", "[@], ", "[]]}"]),
    json("JSON/text", ["{\"a\": \"", "word \\n", "\"}"]),
    json("JSON/same names", ["{", "\"a\": 1, ", "\"a\": 1}"]),
    json("JSON/same names/blocks", ["{", "\"b\": {}, ", "\"z\": 1}"]),
    json(
        "JSON/dynamic blocks",
        [
            "{\"dynamic\": [",
            "{\"b\": {\"for_each\": [1], \"content\": {\"a\": 1}}}, ",
            "{}]}",
        ],
    ),
    json("JSON/broken/no commas", ["{", "\"a@\": @ ", "}"]),
    json("JSON/broken/brackets", ["{\"a\": ", "[", ""]),
    json("JSON/broken/objects", ["", "{\"a\": ", ""]),
    json(
        "JSON/broken/templates",
        ["{", "\"a@\": \"${\", ", "\"z\": 1}"],
    ),
];

impl Construct {
    /// Returns the text with `count` parts.
    pub fn text(&self, count: usize) -> String {
        let mut text = String::from(self.head);
        for number in 0..count {
            text.push_str(&self.part.replace('@', &number.to_string()));
        }
        text + self.tail
    }

    /// Returns the text as an expression, if it is the value of a single attribute.
    pub fn expression(&self, count: usize) -> Option<String> {
        let text = self.text(count);
        Some(text.strip_prefix("a = ")?.trim_end().to_owned())
    }
}
