//! Random data without parts, and random values of types that can hold any data.

use super::super::choices::Choices;

const TEXTS: [&str; 32] = [
    "",
    "a",
    "b",
    "x",
    "80",
    "1.0",
    "true",
    "null",
    "two words",
    "${a}",
    "%{ if }",
    "a\n",
    "a\nb\n",
    "\"",
    "\\",
    "é",
    "$label",
    "for",
    "a.b",
    "\r\n",
    "  x\n",
    "~",
    "//",
    "$",
    "$${a}",
    "$%%{",
    "$$%%{x}",
    "%$${a}",
    "%%%{ if }$${",
    "\u{feff}",
    "\u{feff}${a}",
    "{\"a\": 1}",
];

const NUMBERS: [i128; 16] = [
    0,
    1,
    2,
    80,
    -1,
    255,
    256,
    65_535,
    -32_768,
    9_007_199_254_740_993,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
    u64::MAX as i128 + 1,
    i128::MAX,
    i128::MIN,
];

pub const FLOATS: [f64; 12] = [
    0.0,
    1.0,
    -1.5,
    0.1,
    1e20,
    1e-7,
    80.25,
    9_007_199_254_740_992.0,
    f64::MAX,
    f64::MIN_POSITIVE,
    -0.5,
    1e300,
];

pub fn text(choices: &mut Choices) -> String {
    choices.pick(&TEXTS).to_owned()
}

/// Returns a key, which is an identifier in most cases, because a map may be written as a body.
pub fn key(choices: &mut Choices) -> String {
    if choices.once_in(6) {
        return text(choices);
    }
    choices.pick(&["k", "l", "m", "é", "a-b", "for"]).to_owned()
}

/// Returns a number from the table if it fits in the type, otherwise 7.
pub fn number<T: TryFrom<i128> + From<u8>>(choices: &mut Choices) -> T {
    T::try_from(choices.pick(&NUMBERS)).unwrap_or(T::from(7))
}

pub fn value(choices: &mut Choices, depth: usize) -> hcl::Value {
    match choices.below(if depth == 0 { 5 } else { 7 }) {
        0 => hcl::Value::from(text(choices)),
        // Serde's buffer holds integers of at most 64 bits.
        1 => hcl::Value::from(choices.pick(&NUMBERS[..13])),
        2 => hcl::Value::try_from(choices.pick(&FLOATS[..4])).expect("it is finite"),
        3 => hcl::Value::from(choices.once_in(2)),
        4 => hcl::Value::NULL,
        5 => {
            let count = choices.below(3);
            let elements: Vec<_> = (0..count).map(|_| value(choices, depth - 1)).collect();
            hcl::Value::tuple(elements).expect("it is shallow")
        }
        _ => {
            let count = choices.below(3);
            let items: Vec<_> = (0..count)
                .map(|_| (key(choices), value(choices, depth - 1)))
                .collect();
            hcl::Value::object(items).expect("it is shallow")
        }
    }
}

pub fn json(choices: &mut Choices, depth: usize) -> serde_json::Value {
    match choices.below(if depth == 0 { 5 } else { 7 }) {
        0 => serde_json::Value::from(text(choices)),
        1 => serde_json::Value::from(number::<i64>(choices)),
        2 => serde_json::Value::from(choices.pick(&FLOATS)),
        3 => serde_json::Value::from(choices.once_in(2)),
        4 => serde_json::Value::Null,
        5 => (0..choices.below(3))
            .map(|_| json(choices, depth - 1))
            .collect(),
        _ => (0..choices.below(3))
            .map(|_| (key(choices), json(choices, depth - 1)))
            .collect(),
    }
}
