//! The mapping between the types of serde and HCL: each rule, with an example.
//!
//! These modules are pages of documentation: they hold no items.
//!
//! * [`decoding`]: what a type gets from attributes and from blocks.
//! * [`encoding`]: how data is written as attributes and as blocks.
//! * [`companions`]: recipes for the crates that services use beside this one.

pub mod companions;
pub mod decoding;
pub mod encoding;
