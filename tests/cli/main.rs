//! The commands `hcl` and `hcldec`.
//!
//! | what | where |
//! |---|---|
//! | `hcldec`, by the sessions in `tests/cases/cli` | `hcldec` |
//! | `hcl`, by the transcripts in `tests/cases/cli/hcl` | `transcripts` |

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../support/files.rs"]
mod files;
mod hcldec;
mod transcripts;
mod words;
