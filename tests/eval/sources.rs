//! Random sources of expressions. Most are well typed, and each family of the language occurs.

use super::random::Random;

/// The kind of value that a random expression should have.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    Text,
    Bool,
    /// A list, set or tuple.
    Sequence,
    /// A map or object.
    Mapping,
}

const KINDS: [Kind; 5] = [
    Kind::Number,
    Kind::Text,
    Kind::Bool,
    Kind::Sequence,
    Kind::Mapping,
];

impl Random {
    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Returns the source of a random expression that nests at most `depth` levels deep.
    pub(crate) fn source(&mut self, depth: usize) -> String {
        let kind = self.pick(&KINDS);
        self.expression(kind, depth)
    }

    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        // In a few cases, the kind is wrong on purpose.
        let kind = if self.below(25) == 0 {
            self.pick(&KINDS)
        } else {
            kind
        };
        if depth == 0 {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        match self.below(12) {
            0 => {
                let predicate = self.expression(Kind::Bool, depth);
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                format!("({predicate} ? {left} : {right})")
            }
            1 => format!("\"${{{}}}\"", self.expression(kind, depth)),
            2 => {
                let elements = [self.expression(kind, depth), self.expression(kind, depth)];
                format!(
                    "[{}][{}]",
                    elements.join(", "),
                    self.pick(&["0", "1", "b ? 0 : 1", "n"])
                )
            }
            3 => format!("{{k = {}, l = 1}}.k", self.expression(kind, depth)),
            4 => {
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                format!("coalesce({left}, {right})")
            }
            _ => match kind {
                Kind::Number => self.number(depth),
                Kind::Text => self.text(depth),
                Kind::Bool => self.boolean(depth),
                Kind::Sequence => self.sequence(depth),
                Kind::Mapping => self.mapping(depth),
            },
        }
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let choices: &[&str] = match kind {
            Kind::Number => &[
                "n", "n", "nn", "t[0]", "o.a", "ln[0]", "mn.x", "2", "-1", "0.5", "lo[0].a",
                "\"7\"",
            ],
            Kind::Text => &[
                "s", "s", "ns", "t[1]", "o.b", "ls[1]", "\"a\"", "\"\"", "lo[1].b", "t.1", "null",
            ],
            Kind::Bool => &["b", "b", "nb", "true", "false", "lb[0]", "\"true\""],
            Kind::Sequence => &[
                "ln", "ls", "lb", "ss", "sn", "t", "lo", "lo[*].a", "lo.*.b", "[]", "nl", "mn[*]",
                "ss[*]",
            ],
            Kind::Mapping => &["mn", "o", "lo[0]", "{}", "{a = 1, b = \"x\"}", "mn"],
        };
        self.pick(choices).to_owned()
    }

    fn number(&mut self, depth: usize) -> String {
        let (left, right) = (
            self.expression(Kind::Number, depth),
            self.expression(Kind::Number, depth),
        );
        match self.below(9) {
            0 => format!("length({})", self.expression(Kind::Sequence, depth)),
            1 => format!("length({})", self.expression(Kind::Mapping, depth)),
            2 => format!(
                "{}({})",
                self.pick(&["strlen", "length"]),
                self.expression(Kind::Text, depth)
            ),
            3 => format!("{}({left})", self.pick(&["abs", "int", "-"])),
            4 => format!("{}({left}, {right})", self.pick(&["max", "min"])),
            5 => format!("max({}...)", self.expression(Kind::Sequence, depth)),
            _ => format!("({left} {} {right})", self.pick(&["+", "-", "*", "/", "%"])),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let (left, right) = (
            self.expression(Kind::Text, depth),
            self.expression(Kind::Text, depth),
        );
        match self.below(9) {
            0 => format!("{}({left})", self.pick(&["upper", "lower", "reverse"])),
            1 => format!(
                "substr({left}, {}, 2)",
                self.expression(Kind::Number, depth)
            ),
            2 => format!("jsonencode({})", self.source(depth)),
            3 => format!(
                "\"%{{ if {} ~}} ${{{left}}} %{{~ else }}${{{right}}}%{{ endif }}\"",
                self.expression(Kind::Bool, depth)
            ),
            4 => format!(
                "\"<%{{ for v in {} }} ${{v}},%{{ endfor ~}} >\"",
                self.expression(Kind::Sequence, depth)
            ),
            5 => format!(
                "\"%{{ for k, v in {} ~}} ${{k}}=${{v}} %{{~ endfor }}\"",
                self.expression(Kind::Mapping, depth)
            ),
            6 => format!("\"p${{{}}}\"", self.expression(Kind::Number, depth)),
            _ => format!("\"${{{left} ~}} - ${{~ {right}}}\""),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.below(8) {
            0 => format!("!{}", self.leaf(Kind::Bool)),
            1 | 2 => {
                let (left, right) = (
                    self.expression(Kind::Bool, depth),
                    self.expression(Kind::Bool, depth),
                );
                format!("({left} {} {right})", self.pick(&["&&", "||"]))
            }
            3 => {
                let (left, right) = (
                    self.expression(Kind::Number, depth),
                    self.expression(Kind::Number, depth),
                );
                format!("({left} {} {right})", self.pick(&["<", "<=", ">", ">="]))
            }
            4 => format!(
                "hasindex({}, {})",
                self.expression(Kind::Sequence, depth),
                self.leaf(Kind::Number)
            ),
            5 => format!(
                "(({}) {} null)",
                self.source(depth),
                self.pick(&["==", "!="])
            ),
            _ => {
                let kind = self.pick(&KINDS);
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                format!("({left} {} {right})", self.pick(&["==", "!="]))
            }
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        let inner = self.expression(Kind::Sequence, depth);
        match self.below(10) {
            0 => format!("[{}, {}]", self.source(depth), self.source(depth)),
            1 => format!(
                "[for v in {inner} : {}]",
                self.pick(&["v", "v == s", "\"${v}\"", "[v, n]", "{a = v}"])
            ),
            2 => format!(
                "[for k, v in {} : v if {}]",
                self.expression(Kind::Mapping, depth),
                self.pick(&["k != \"a\"", "b", "v != null"])
            ),
            3 => format!("({inner}){}", self.pick(&["[*]", ".*"])),
            4 => format!(
                "concat({inner}, {})",
                self.expression(Kind::Sequence, depth)
            ),
            5 => format!("reverse({inner})"),
            6 => format!("[for x in [{inner}] : x[0]]"),
            7 | 8 => {
                let predicate = self.leaf(Kind::Bool);
                let kind = self.pick(&KINDS);
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                match self.below(3) {
                    0 => format!("coalesce([{left}], [{right}])"),
                    1 => format!("({predicate} ? [{left}] : [{right}, 1])"),
                    _ => format!("({predicate} ? [{left}] : [{right}])"),
                }
            }
            _ => format!("({})[*]", self.source(depth)),
        }
    }

    fn mapping(&mut self, depth: usize) -> String {
        match self.below(5) {
            0 => format!("{{a = {}, b = {}}}", self.source(depth), self.source(depth)),
            1 => format!("{{(s) = {}, b = 1}}", self.source(depth)),
            2 => format!(
                "{{for k, v in {} : k => v}}",
                self.expression(Kind::Mapping, depth)
            ),
            3 => format!(
                "{{for v in {} : \"k${{v}}\" => v...}}",
                self.expression(Kind::Sequence, depth)
            ),
            _ => format!(
                "jsondecode(jsonencode({}))",
                self.expression(Kind::Mapping, depth)
            ),
        }
    }
}
