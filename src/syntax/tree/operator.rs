//! The operators of "Operations", and how they are written.

use std::fmt;

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum UnaryOperator {
    /// `-a`
    Negate,
    /// `!a`
    Not,
}

impl UnaryOperator {
    pub(crate) const ALL: [UnaryOperator; 2] = [UnaryOperator::Negate, UnaryOperator::Not];

    /// The operator that starts at a byte of the source.
    pub(crate) fn at(text: &str, at: u32) -> Self {
        let rest = &text[at as usize..];
        let mut operators = UnaryOperator::ALL.into_iter();
        let found = operators.find(|it| rest.starts_with(it.as_str()));
        found.expect("a unary operator stands there")
    }

    /// The operator as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            UnaryOperator::Negate => "-",
            UnaryOperator::Not => "!",
        }
    }
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum BinaryOperator {
    /// `a || b`
    Or,
    /// `a && b`
    And,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Remainder,
}

impl BinaryOperator {
    pub(crate) const ALL: [BinaryOperator; 13] = [
        BinaryOperator::Or,
        BinaryOperator::And,
        BinaryOperator::Equal,
        BinaryOperator::NotEqual,
        BinaryOperator::Less,
        BinaryOperator::LessEqual,
        BinaryOperator::Greater,
        BinaryOperator::GreaterEqual,
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
    ];

    /// The operator that starts at a byte of the source.
    pub(crate) fn at(text: &str, at: u32) -> Self {
        // A table, because branches would be unpredictable for the processor.
        let bytes = text.as_bytes();
        let at = at as usize;
        let equal = bytes.get(at + 1) == Some(&b'=');
        Self::BY_BYTE[usize::from(equal)][usize::from(bytes[at] & 0x7f)]
    }

    /// The operators by their first byte; the second table is for those followed by `=`.
    const BY_BYTE: [[BinaryOperator; 128]; 2] = {
        let mut table = [[BinaryOperator::Remainder; 128]; 2];
        let mut index = 0;
        while index < Self::ALL.len() {
            let operator = Self::ALL[index];
            let bytes = operator.as_str().as_bytes();
            let with_equal = bytes.len() == 2 && bytes[1] == b'=';
            if !with_equal {
                table[0][bytes[0] as usize] = operator;
            }
            // An operator that has no form with `=` can still precede one, as in `a -=`. That error is reported
            // elsewhere.
            if with_equal || !matches!(bytes[0], b'<' | b'>') {
                table[1][bytes[0] as usize] = operator;
            }
            index += 1;
        }
        table
    };

    /// The level of precedence, 1 to 6; higher levels bind tighter.
    pub const fn precedence(self) -> u8 {
        match self {
            BinaryOperator::Or => 1,
            BinaryOperator::And => 2,
            BinaryOperator::Equal | BinaryOperator::NotEqual => 3,
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => 4,
            BinaryOperator::Add | BinaryOperator::Subtract => 5,
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => 6,
        }
    }

    /// The operator as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            BinaryOperator::Or => "||",
            BinaryOperator::And => "&&",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Remainder => "%",
        }
    }
}

impl fmt::Display for BinaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
