//! Random edits of random sources: every layout, with comments wherever they can stand.

use super::random::{Random, check};

const ROUNDS: usize = 1500;

const COMMENTS: [&str; 8] = [
    "",
    "# c {",
    "// é",
    "/* e */",
    "/* f\n g */",
    "   ",
    "#",
    "# }",
];
const BEFORE: [&str; 5] = ["", "", "/* h */ ", "/* i\n j */", "  "];
const AFTER: [&str; 8] = [
    "",
    " # k {",
    " /* l */",
    "  // m",
    " /* n\n o */",
    "\t# p",
    "# q",
    "  ",
];
const NAMES: [&str; 3] = ["a", "long_name", "é"];
const EQUALS: [&str; 5] = [" = ", "=", "   = ", " =  ", "\t= "];
const EXPRESSIONS: [&str; 9] = [
    "1",
    "\"é {\"",
    "[1, 2]",
    "[\n 1, # é\n 2\n]",
    "{\n  a   = 1 # x\n  bcd = 2 // y\n}",
    "<<E\n é {\n\n}\nE",
    "<<-E\n    é\n  ${x}\n  E",
    "(1 /* c */ + 2)",
    "\"${x}\"",
];
const LABELS: [&str; 4] = ["", " \"é\"", " é", " \"a\" /* x */ \"b\""];
const ONE_LINE: [&str; 7] = [
    "",
    " ",
    " /* c */ ",
    " x = 1 ",
    "x=\"é\"",
    " x = 1 /* d */ ",
    "\t",
];

/// A random source under construction.
struct RandomSource<'r> {
    random: &'r mut Random,
    text: String,
    /// Number of items so far, which makes their names unique.
    items: usize,
}

impl RandomSource<'_> {
    fn pick(&mut self, choices: &[&'static str]) {
        self.text += self.random.pick(choices);
    }

    fn line(&mut self, indent: &str, choices: &[&'static str]) {
        self.text += indent;
        self.pick(&["", "  ", "\t"]);
        self.pick(choices);
        self.text += "\n";
    }

    fn body(&mut self, depth: usize, indent: &str) {
        for _ in 0..self.random.below(4) {
            for _ in 0..self.random.below(3) {
                self.line(indent, &COMMENTS);
            }
            self.text += indent;
            self.pick(&BEFORE);
            self.items += 1;
            if depth == 0 || self.random.below(3) > 0 {
                self.attribute();
            } else {
                self.block(depth, indent);
            }
            self.text += "\n";
        }
        if self.random.below(2) == 0 {
            self.line(indent, &COMMENTS);
        }
    }

    fn attribute(&mut self) {
        self.pick(&NAMES);
        self.text += &self.items.to_string();
        self.pick(&EQUALS);
        let expression = self.random.pick(&EXPRESSIONS);
        self.text += expression;
        if !expression.starts_with("<<") {
            self.pick(&AFTER);
        }
    }

    fn block(&mut self, depth: usize, indent: &str) {
        self.text += "b";
        self.text += &self.items.to_string();
        self.pick(&LABELS);
        self.text += " {";
        if self.random.below(3) == 0 {
            self.pick(&ONE_LINE);
        } else {
            self.pick(&["", " # {", " ", " /* z */"]);
            self.text += "\n";
            let inner = self.random.pick(&["  ", "", "\t", "    "]);
            self.body(depth - 1, &[indent, inner].concat());
            self.text += indent;
        }
        self.text += "}";
        self.pick(&["", "", " # k", " /* l */", "  "]);
    }
}

#[test]
fn random_sources() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut count = 0;
    for _ in 0..ROUNDS {
        let mut source = RandomSource {
            random: &mut random,
            text: String::new(),
            items: 0,
        };
        source.body(3, "");
        let mut text = source.text;
        if random.below(4) == 0 {
            text.truncate(text.trim_end().len());
        }
        // Text that is commented out beside a comment of several lines may get a position that is not canonical.
        if random.below(3) == 0 && !text.contains("\n j */") {
            text = hcl::format(&text);
        }
        if random.below(4) == 0 {
            text = text.replace('\n', "\r\n");
        }
        // Some sources are invalid, because their heredoc has no newline at its end.
        if hcl::parse(&text).is_ok() {
            check(&text, &mut random);
            count += 1;
        }
    }
    assert!(count > ROUNDS * 3 / 4, "{count}");
}
