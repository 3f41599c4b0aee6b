//! What the benchmark `parse` and the program `memory` share: the inputs, generated in code so that every machine measures
//! the same bytes, and the parsers that read them. Both programs stand beside this folder, in `parse.rs` and `memory.rs`.

mod inputs;
mod parser;

pub use inputs::{Document, Input, Size};
pub use parser::Parser;
