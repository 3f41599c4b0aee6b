//! Attributes with many operators: one attribute per line, its value a mix of logic, comparison and arithmetic with
//! parentheses and unary operators on literals and traversals. This input shows the cost of operator precedence.

use std::fmt::{Result, Write};

use super::random::Random;
use super::text_with_room;

const NAMES: [&str; 10] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "total",
    "count_max",
    "threshold",
    "is_primary",
];
const ATTRIBUTES: [&str; 6] = [
    "size",
    "limits.memory",
    "enabled",
    "weight",
    "replicas",
    "usage.average",
];
const STRINGS: [&str; 5] = ["x", "primary", "eu-central-1", "staging", "t3.micro"];
const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
const COMPARISON: [&str; 4] = [">=", "<=", "<", ">"];
const LOGIC: [&str; 2] = ["&&", "||"];

pub(super) fn generate(bytes: usize) -> String {
    let mut soup = Soup {
        text: text_with_room(bytes),
        random: Random::new(0x0B5),
    };
    let mut index = 0;
    while soup.text.len() < bytes {
        soup.write_attribute(index)
            .expect("a String takes every write");
        index += 1;
    }
    soup.text
}

struct Soup {
    text: String,
    random: Random,
}

impl Soup {
    fn write_attribute(&mut self, index: u32) -> Result {
        write!(self.text, "{}_{index} = ", self.random.pick(&NAMES))?;
        if self.random.one_in(4) {
            self.write_sum()?;
        } else {
            self.write_condition()?;
        }
        self.text.write_char('\n')
    }

    /// Two to four comparisons joined by logical operators.
    fn write_condition(&mut self) -> Result {
        self.write_comparison()?;
        for _ in 0..=self.random.below(3) {
            write!(self.text, " {} ", self.random.pick(&LOGIC))?;
            self.write_comparison()?;
        }
        Ok(())
    }

    fn write_comparison(&mut self) -> Result {
        match self.random.below(8) {
            0 => {
                self.text.write_char('!')?;
                self.write_traversal()
            }
            1 | 2 => {
                self.write_traversal()?;
                let operator = if self.random.one_in(3) { "!=" } else { "==" };
                write!(self.text, " {operator} \"{}\"", self.random.pick(&STRINGS))
            }
            3 => {
                self.text.write_str("!(")?;
                self.write_sum()?;
                write!(self.text, " == {})", self.random.below(10))
            }
            _ => {
                self.write_sum()?;
                write!(self.text, " {} ", self.random.pick(&COMPARISON))?;
                self.write_operand()
            }
        }
    }

    /// Two to four operands joined by arithmetic operators, sometimes with a sum in parentheses among them.
    fn write_sum(&mut self) -> Result {
        self.write_operand()?;
        for _ in 0..=self.random.below(3) {
            write!(self.text, " {} ", self.random.pick(&ARITHMETIC))?;
            if self.random.one_in(5) {
                self.text.write_char('(')?;
                self.write_operand()?;
                write!(self.text, " {} ", self.random.pick(&ARITHMETIC))?;
                self.write_operand()?;
                self.text.write_char(')')?;
            } else {
                self.write_operand()?;
            }
        }
        Ok(())
    }

    fn write_operand(&mut self) -> Result {
        match self.random.below(10) {
            0..=2 => write!(self.text, "{}", self.random.below(1000)),
            3 => write!(
                self.text,
                "{}.{}",
                self.random.below(100),
                self.random.below(10)
            ),
            4 => {
                self.text.write_char('-')?;
                self.write_traversal()
            }
            _ => self.write_traversal(),
        }
    }

    fn write_traversal(&mut self) -> Result {
        self.text.write_str(self.random.pick(&NAMES))?;
        match self.random.below(4) {
            0 => write!(self.text, "_{}", self.random.below(100)),
            1 => write!(self.text, ".{}", self.random.pick(&ATTRIBUTES)),
            2 => write!(
                self.text,
                "[{}].{}",
                self.random.below(10),
                self.random.pick(&ATTRIBUTES)
            ),
            _ => Ok(()),
        }
    }
}
