//! Code shared by the benchmarks and the program `memory`: the inputs, generated in code so that every machine measures
//! the same bytes, the peers that read them, and the timing. The programs themselves are in the parent folder.

pub mod anything;
pub mod configuration;
pub mod constructs;
pub mod entries;
pub mod evaluation;
pub mod growth;
mod inputs;
mod parser;
pub mod plot;
pub mod timing;

pub use inputs::{Document, Input, Size};
pub use parser::Parser;
