//! From any type that serde can take apart to HCL.
//!
//! Knows nothing of files and terminals.

mod depth;
mod error;
mod key;
mod value;

pub use self::value::to_value;
