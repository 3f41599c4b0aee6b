//! The operators of "Operations".

use std::fmt;

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOperator {
    /// `-a`
    Negate,
    /// `!a`
    Not,
}

impl UnaryOperator {
    /// The operator that stands at a byte of the source.
    pub(crate) fn at(text: &str, at: u32) -> Self {
        match text.as_bytes()[at as usize] {
            b'!' => UnaryOperator::Not,
            _ => UnaryOperator::Negate,
        }
    }

    pub(crate) fn from_flags(flags: u8) -> Self {
        match flags {
            1 => UnaryOperator::Not,
            _ => UnaryOperator::Negate,
        }
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
    const ALL: [BinaryOperator; 13] = [
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

    /// The operator that stands at a byte of the source.
    pub(crate) fn at(text: &str, at: u32) -> Self {
        let bytes = &text.as_bytes()[at as usize..];
        let equal = bytes.get(1) == Some(&b'=');
        match bytes[0] {
            b'|' => BinaryOperator::Or,
            b'&' => BinaryOperator::And,
            b'=' => BinaryOperator::Equal,
            b'!' => BinaryOperator::NotEqual,
            b'<' if equal => BinaryOperator::LessEqual,
            b'<' => BinaryOperator::Less,
            b'>' if equal => BinaryOperator::GreaterEqual,
            b'>' => BinaryOperator::Greater,
            b'+' => BinaryOperator::Add,
            b'-' => BinaryOperator::Subtract,
            b'*' => BinaryOperator::Multiply,
            b'/' => BinaryOperator::Divide,
            _ => BinaryOperator::Remainder,
        }
    }

    pub(crate) fn from_flags(flags: u8) -> Self {
        Self::ALL[usize::from(flags) % Self::ALL.len()]
    }

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
