//! Translates regular expressions from the syntax of the reference implementation (RE2) to the syntax of the crate
//! `regex`.
//!
//! The two are nearly the same. In RE2, `\d`, `\s`, `\w` and `\b` apply to ASCII only; brackets and operators in a
//! class are plain characters, and so is a brace that does not begin a repetition; `\Q…\E` quotes; every punctuation
//! character may be escaped.

use std::iter::Peekable;
use std::str::Chars;

/// The pattern in the syntax of the crate `regex`. Errors in the pattern are left in place.
pub(super) fn translated(pattern: &str) -> String {
    let mut translation = Translation {
        rest: pattern.chars().peekable(),
        result: String::with_capacity(pattern.len() + 8),
    };
    translation.expression();
    translation.result
}

struct Translation<'p> {
    rest: Peekable<Chars<'p>>,
    result: String,
}

impl Translation<'_> {
    fn expression(&mut self) {
        while let Some(character) = self.rest.next() {
            match character {
                '\\' => self.escape(),
                '[' => self.class(),
                '{' if !self.begins_repetition() => self.result.push_str("\\{"),
                _ => self.result.push(character),
            }
        }
    }

    /// Whether a number of repetitions follows a brace: `{2}`, `{2,}`, `{2,5}`.
    fn begins_repetition(&self) -> bool {
        let mut rest = self.rest.clone();
        let mut skip_digits = || {
            let mut count = 0;
            while rest.next_if(char::is_ascii_digit).is_some() {
                count += 1;
            }
            (count, rest.peek().copied())
        };
        match skip_digits() {
            (0, _) => false,
            (_, Some('}')) => true,
            (_, Some(',')) => {
                rest.next();
                while rest.next_if(char::is_ascii_digit).is_some() {}
                rest.peek() == Some(&'}')
            }
            _ => false,
        }
    }

    fn escape(&mut self) {
        let Some(escaped) = self.rest.next() else {
            self.result.push('\\');
            return;
        };
        match escaped {
            'd' => self.result.push_str("[0-9]"),
            'D' => self.result.push_str("[^0-9]"),
            's' => self.result.push_str("[\\t\\n\\f\\r ]"),
            'S' => self.result.push_str("[^\\t\\n\\f\\r ]"),
            'w' => self.result.push_str("[0-9A-Za-z_]"),
            'W' => self.result.push_str("[^0-9A-Za-z_]"),
            'b' => self.result.push_str("(?-u:\\b)"),
            'Q' => self.quoted(),
            _ => self.plain_escape(escaped),
        }
    }

    /// An escape that means the same inside and outside of a class.
    fn plain_escape(&mut self, escaped: char) {
        if escaped.is_ascii_punctuation() {
            self.literal(escaped);
        } else {
            self.result.push('\\');
            self.result.push(escaped);
        }
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
    fn class(&mut self) {
        self.result.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.result.push('^');
        }
        if self.rest.next_if_eq(&']').is_some() {
            self.result.push_str("\\]");
        }
        while let Some(character) = self.rest.next() {
            match character {
                ']' => {
                    self.result.push(']');
                    return;
                }
                '[' if self.rest.peek() == Some(&':') => self.named_class(),
                '[' | '&' | '~' => {
                    self.result.push('\\');
                    self.result.push(character);
                }
                '-' if self.result.ends_with('-') => self.result.push_str("\\-"),
                '\\' => self.class_escape(),
                _ => self.result.push(character),
            }
        }
    }

    /// A class with a name in a class: `[:alpha:]`.
    fn named_class(&mut self) {
        self.result.push('[');
        for character in self.rest.by_ref() {
            self.result.push(character);
            if character == ']' {
                return;
            }
        }
    }

    fn class_escape(&mut self) {
        let Some(escaped) = self.rest.next() else {
            self.result.push('\\');
            return;
        };
        match escaped {
            'd' => self.result.push_str("0-9"),
            'D' => self.result.push_str("[^0-9]"),
            's' => self.result.push_str("\\t\\n\\f\\r "),
            'S' => self.result.push_str("[^\\t\\n\\f\\r ]"),
            'w' => self.result.push_str("0-9A-Za-z_"),
            'W' => self.result.push_str("[^0-9A-Za-z_]"),
            _ => self.plain_escape(escaped),
        }
    }
}
