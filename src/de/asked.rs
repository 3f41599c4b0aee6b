//! What a body is asked for as.
//!
//! Knows nothing of bodies.

use std::fmt::{self, Write as _};

use serde::de::Expected;

/// What a body is asked for as.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Map,
    /// A struct of these fields.
    Struct(&'static [&'static str]),
    /// A struct that `flatten` or `tag` hides: nobody says what its fields are.
    Hidden,
}

impl Asked {
    /// What a visitor of a map asks for. Only what it says of itself tells a struct from a map.
    pub(super) fn by(visitor: &dyn Expected) -> Self {
        let mut opening = Opening::default();
        // It breaks off where enough is known.
        let _ = write!(opening, "{visitor}");
        let is_struct = STRUCTS.iter().any(|kind| opening.0.starts_with(kind));
        if is_struct { Asked::Hidden } else { Asked::Map }
    }

    pub(super) fn fields(self) -> Option<&'static [&'static str]> {
        match self {
            Asked::Struct(fields) => Some(fields),
            Asked::Map | Asked::Hidden => None,
        }
    }

    /// The fields that may ask for something else than an item: those from the first on that begins with `$`.
    #[inline]
    pub(super) fn private_fields(self) -> &'static [&'static str] {
        let fields = self.fields().unwrap_or_default();
        let first = fields
            .iter()
            .position(|field| field.as_bytes().first() == Some(&b'$'));
        first.map_or(&[], |first| &fields[first..])
    }
}

/// What the visitors of structs say of themselves first.
const STRUCTS: [&[u8]; 2] = [b"struct ", b"internally tagged enum "];

/// As much of what a visitor says of itself.
#[derive(Default)]
struct Opening([u8; 23], usize);

impl fmt::Write for Opening {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.0[self.1..];
        let count = text.len().min(room.len());
        room[..count].copy_from_slice(&text.as_bytes()[..count]);
        self.1 += count;
        if count == text.len() {
            Ok(())
        } else {
            Err(fmt::Error)
        }
    }
}
