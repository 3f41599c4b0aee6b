//! Translates regular expressions from the syntax of the reference implementation (RE2) to the syntax of the crate
//! `regex`.
//!
//! The two are nearly the same. In RE2, `\d`, `\s`, `\w`, `\b` and `\B` apply to ASCII only; brackets and operators in
//! a class are plain characters, and so is a brace that does not begin a repetition; `\Q…\E` quotes; every punctuation
//! character may be escaped; digits after a backslash are octal; the name of a group may begin with a digit.
//!
//! What only the crate `regex` accepts is an error, because it would have another meaning in other dialects: `a*+`,
//! `\u0041`, `(?x)`, `[[:foo:]]`.

use std::iter::Peekable;
use std::str::Chars;

use crate::quote::shortened;

/// The names of the classes `[:alpha:]`.
const NAMED_CLASSES: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// A pattern in the syntax of the crate `regex`.
pub(super) struct Translated {
    /// The pattern, in which no group has a name.
    pub(super) pattern: String,
    /// The names of the groups. The first group is the whole match.
    pub(super) names: Vec<Option<String>>,
}

/// Translates a pattern.
///
/// # Errors
///
/// What is wrong with the pattern. Errors that the crate `regex` finds too may be left in place.
pub(super) fn translated(pattern: &str) -> Result<Translated, String> {
    let mut translation = Translation {
        rest: pattern.chars().peekable(),
        result: String::with_capacity(pattern.len() + 8),
        names: vec![None],
    };
    translation.expression()?;
    let mut names: Vec<_> = translation.names.iter().flatten().collect();
    names.sort_unstable();
    let mut pairs = names.iter().zip(names.iter().skip(1));
    if let Some((name, _)) = pairs.find(|(name, next)| name == next) {
        let name = shortened(name);
        return Err(format!("the group name \"{name}\" is repeated"));
    }
    Ok(Translated {
        pattern: translation.result,
        names: translation.names,
    })
}

struct Translation<'p> {
    rest: Peekable<Chars<'p>>,
    result: String,
    names: Vec<Option<String>>,
}

impl Translation<'_> {
    fn expression(&mut self) -> Result<(), String> {
        while let Some(character) = self.rest.next() {
            match character {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.group()?,
                '*' | '+' | '?' => self.repetition(character)?,
                '{' if begins_count(self.rest.clone()) => self.repetition(character)?,
                '{' => self.result.push_str("\\{"),
                _ => self.result.push(character),
            }
        }
        Ok(())
    }

    /// A repetition, whose first character has been read. It cannot be repeated itself.
    fn repetition(&mut self, operator: char) -> Result<(), String> {
        self.result.push(operator);
        if operator == '{' {
            self.copy_to('}');
        }
        if self.rest.next_if_eq(&'?').is_some() {
            self.result.push('?');
        }
        let mut rest = self.rest.clone();
        let is_repeated = match rest.next() {
            Some('*' | '+' | '?') => true,
            Some('{') => begins_count(rest),
            _ => false,
        };
        if is_repeated {
            return Err(String::from("a repetition cannot be repeated"));
        }
        Ok(())
    }

    /// Copies the text up to a character, and the character.
    fn copy_to(&mut self, last: char) {
        for character in self.rest.by_ref() {
            self.result.push(character);
            if character == last {
                return;
            }
        }
    }

    /// A group, or flags, whose opening parenthesis has been read.
    fn group(&mut self) -> Result<(), String> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.names.push(None);
            self.result.push('(');
            return Ok(());
        }
        if self.rest.next_if_eq(&'P').is_some() && self.rest.peek() != Some(&'<') {
            return Err(String::from("unknown kind of group"));
        }
        if self.rest.next_if_eq(&'<').is_some() {
            return self.named_group();
        }
        let mut flags = String::new();
        while let Some(flag) = self.rest.next_if(|it| "imsU-".contains(*it)) {
            flags.push(flag);
        }
        match self.rest.next() {
            // Without flags, this is nothing.
            Some(')') if flags.is_empty() => {}
            Some(end @ (':' | ')')) => {
                self.result.push_str("(?");
                self.result.push_str(&flags);
                self.result.push(end);
            }
            _ => return Err(String::from("unknown kind of group or unknown flag")),
        }
        Ok(())
    }

    /// A group with a name, whose opening angle bracket has been read.
    fn named_group(&mut self) -> Result<(), String> {
        let mut name = String::new();
        while let Some(character) = self.rest.next_if(|it| *it != '>') {
            name.push(character);
        }
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        if self.rest.next().is_none() || name.is_empty() || !name.chars().all(is_word) {
            return Err(String::from(
                "the name of a group consists of letters, digits and underscores",
            ));
        }
        self.names.push(Some(name));
        self.result.push('(');
        Ok(())
    }

    /// An escape, whose backslash has been read.
    fn escape(&mut self) -> Result<(), String> {
        match self.rest.peek() {
            Some('b') => self.result.push_str("(?-u:\\b)"),
            Some('B') => self.result.push_str("(?-u:\\B)"),
            Some('A') => self.result.push_str("\\A"),
            Some('z') => self.result.push_str("\\z"),
            Some('Q') => {
                self.rest.next();
                self.quoted();
                return Ok(());
            }
            _ => {
                if !self.class_escape(Surroundings::Expression) {
                    let character = self.character_escape()?;
                    self.literal(character);
                }
                return Ok(());
            }
        }
        self.rest.next();
        Ok(())
    }

    /// Translates an escape that stands for a class of characters, if it is one.
    fn class_escape(&mut self, surroundings: Surroundings) -> bool {
        let (content, is_negated) = match self.rest.peek() {
            Some('d') => ("0-9", false),
            Some('D') => ("0-9", true),
            Some('s') => ("\\t\\n\\f\\r ", false),
            Some('S') => ("\\t\\n\\f\\r ", true),
            Some('w') => ("0-9A-Za-z_", false),
            Some('W') => ("0-9A-Za-z_", true),
            Some('p' | 'P') => {
                self.unicode_class();
                return true;
            }
            _ => return false,
        };
        self.rest.next();
        match surroundings {
            Surroundings::Class if !is_negated => self.result.push_str(content),
            _ => {
                self.result.push_str(if is_negated { "[^" } else { "[" });
                self.result.push_str(content);
                self.result.push(']');
            }
        }
        true
    }

    /// A class of Unicode, at its letter: `pL`, `p{Greek}`, `p{^Greek}`.
    fn unicode_class(&mut self) {
        let mut is_negated = self.rest.next() == Some('P');
        let is_in_braces = self.rest.next_if_eq(&'{').is_some();
        if is_in_braces && self.rest.next_if_eq(&'^').is_some() {
            is_negated = !is_negated;
        }
        self.result.push_str(if is_negated { "\\P" } else { "\\p" });
        if is_in_braces {
            self.result.push('{');
            self.copy_to('}');
        } else {
            self.result.extend(self.rest.next());
        }
    }

    /// The character that an escape stands for.
    fn character_escape(&mut self) -> Result<char, String> {
        let Some(escaped) = self.rest.next() else {
            return Err(String::from("the pattern ends with a backslash"));
        };
        let unknown = || format!("unknown escape sequence \"\\{escaped}\"");
        Ok(match escaped {
            'a' => '\x07',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            'x' => self.hexadecimal().ok_or_else(unknown)?,
            '0'..='7' => self.octal(escaped).ok_or_else(unknown)?,
            _ if escaped.is_ascii() && !escaped.is_ascii_alphanumeric() => escaped,
            _ => return Err(unknown()),
        })
    }

    /// A character by its number in two hexadecimal digits, or in any number of them in braces.
    fn hexadecimal(&mut self) -> Option<char> {
        let mut digits = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            while let Some(digit) = self.rest.next_if(char::is_ascii_hexdigit) {
                digits.push(digit);
            }
            self.rest.next_if_eq(&'}')?;
        } else {
            for _ in 0..2 {
                digits.push(self.rest.next_if(char::is_ascii_hexdigit)?);
            }
        }
        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
    }

    /// A character by its number in up to three octal digits. A single digit other than 0 would be a reference to a
    /// group, which is not supported.
    fn octal(&mut self, first: char) -> Option<char> {
        let mut digits = String::from(first);
        while digits.len() < 3
            && let Some(digit) = self.rest.next_if(|it| ('0'..='7').contains(it))
        {
            digits.push(digit);
        }
        if digits.len() == 1 && first != '0' {
            return None;
        }
        char::from_u32(u32::from_str_radix(&digits, 8).ok()?)
    }

    fn literal(&mut self, character: char) {
        if character.is_ascii_punctuation() && !"_<>\"'`,:;=!/@%".contains(character) {
            self.result.push('\\');
        }
        self.result.push(character);
    }

    /// Text up to `\E`, all of it plain.
    fn quoted(&mut self) {
        while let Some(character) = self.rest.next() {
            if character == '\\' && self.rest.next_if_eq(&'E').is_some() {
                return;
            }
            self.literal(character);
        }
    }

    /// A class of characters, whose opening bracket has been read.
    fn class(&mut self) -> Result<(), String> {
        self.result.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.result.push('^');
        }
        let mut is_first = true;
        while is_first || self.rest.next_if_eq(&']').is_none() {
            is_first = false;
            self.class_item()?;
        }
        self.result.push(']');
        Ok(())
    }

    /// A character, a range or a class within a class.
    fn class_item(&mut self) -> Result<(), String> {
        if let Some(name) = self.class_name() {
            if !NAMED_CLASSES.contains(&name.strip_prefix('^').unwrap_or(&name)) {
                let name = shortened(&name);
                return Err(format!("there is no class \"[:{name}:]\""));
            }
            self.copy_to(']');
            return Ok(());
        }
        let mut rest = self.rest.clone();
        if rest.next() == Some('\\') {
            let whole = std::mem::replace(&mut self.rest, rest);
            if self.class_escape(Surroundings::Class) {
                return Ok(());
            }
            self.rest = whole;
        }
        let first = self.class_character()?;
        self.literal(first);
        let mut rest = self.rest.clone();
        if rest.next() == Some('-') && rest.peek().is_some_and(|it| *it != ']') {
            self.rest = rest;
            let last = self.class_character()?;
            if last < first {
                return Err(format!("the range {first}-{last} is empty"));
            }
            self.result.push('-');
            self.literal(last);
        }
        Ok(())
    }

    fn class_character(&mut self) -> Result<char, String> {
        match self.rest.next() {
            Some('\\') => self.character_escape(),
            Some(character) => Ok(character),
            None => Err(String::from("a class is not closed")),
        }
    }

    /// The name if a class with a name begins here: `[:alpha:]`.
    fn class_name(&self) -> Option<String> {
        let mut rest = self.rest.clone();
        rest.next_if_eq(&'[')?;
        rest.next_if_eq(&':')?;
        let mut name = String::new();
        while let Some(character) = rest.next_if(|it| it.is_ascii_alphabetic() || *it == '^') {
            name.push(character);
        }
        rest.next_if_eq(&':')?;
        rest.next_if_eq(&']').map(|_| name)
    }
}

/// Whether a number of repetitions follows a brace: `{2}`, `{2,}`, `{2,5}`. Numbers have no leading zeros.
fn begins_count(mut rest: Peekable<Chars<'_>>) -> bool {
    let mut number = || {
        let mut digits = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let has_zeros = digits.len() > 1 && digits.starts_with('0');
        (digits, rest.next().filter(|_| !has_zeros))
    };
    let (least, end) = number();
    match end {
        _ if least.is_empty() => false,
        Some('}') => true,
        Some(',') => number().1 == Some('}'),
        _ => false,
    }
}

/// Where a class of characters stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Expression,
    Class,
}
