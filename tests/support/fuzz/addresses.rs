//! Addresses lead to their parts. Setting a part to its own text, or renaming it and then renaming it back, changes
//! nothing.

use super::of_source::{Share, check_addresses, check_renames};
use super::source;

/// Checks the addresses of the parts of a body.
pub fn addresses(data: &[u8]) {
    let (text, _) = source::split(data);
    let text = source::body_of(text);
    let Ok(body) = hcl::parse(&text) else {
        return;
    };
    let share = Share {
        found: 40,
        set: 8,
        renamed: 2,
    };
    let result =
        check_addresses(&body, &text, share).and_then(|()| check_renames(&body, &text, share));
    if let Err(failure) = result {
        panic!("{failure}\nof {text:?}");
    }
}
