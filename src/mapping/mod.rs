//! The mapping between serde's types and HCL: every rule, with an example.
//!
//! The modules are pages of documentation and contain no items.
//!
//! * [`decoding`]: what a type gets from attributes and from blocks.
//! * [`encoding`]: how data is written as attributes and as blocks.
//! * [`companions`]: recipes for crates that are often used together with this one.

pub mod companions;
pub mod decoding;
pub mod encoding;
