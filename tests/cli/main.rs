//! The commands `hcl` and `hcldec`.
//!
//! | what | where |
//! |---|---|
//! | `hcldec`, by the sessions in `tests/cases/cli` | `hcldec` |
//! | `hcl`, by the transcripts in `tests/cases/cli/hcl` | `transcripts` |

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/files.rs"]
mod files;
mod hcldec;
mod transcripts;
mod words;
