//! Untrusted input and limits: configurations that strangers write.
//!
//! # What always holds
//!
//! * No input makes this crate panic. What your own functions do is yours to bound: a panic in a closure is not caught,
//!   so check arithmetic and limit counts in them. Within the limits below, none overflows the stack. There is no
//!   `unsafe` code.
//! * Parsing takes time and memory in proportion to the length of the source.
//! * Nothing is in scope that the application does not [put there](super::functions_and_scopes): no files, no
//!   environment, no clock. Functions that read files get a directory that they cannot leave.
//! * Numbers are exact, and one that does not fit its field is an error.
//!
//! # The limits
//!
//! | limit | default | set with |
//! |---|---|---|
//! | how deep blocks, brackets, templates and operators nest | 256 | [`DecodeOptions::with_max_depth`](crate::DecodeOptions::with_max_depth), [`ParseOptions::with_max_depth`](crate::ParseOptions::with_max_depth) |
//! | links of one chain of operators or accesses | 100,000 | [`with_max_links`](crate::DecodeOptions::with_max_links) |
//! | diagnostics of parsing and of decoding | 20 each | [`with_max_diagnostics`](crate::DecodeOptions::with_max_diagnostics) |
//! | the length of a source | less than 4 GiB | read less of it, see below |
//! | steps of evaluation | none | [`EvalContext::with_max_steps`](crate::EvalContext::with_max_steps) |
//! | bytes of text that evaluation makes | none | [`EvalContext::with_max_bytes`](crate::EvalContext::with_max_bytes) |
//!
//! The last two have no default: a `for` in a `for` is a legitimate program, and only the application knows what is too
//! much. **Set both if you evaluate expressions of strangers.** They hold for one call with the context: for all of the
//! expressions that one `from_str_with` evaluates together.
//!
//! ```
//! use std::collections::BTreeMap;
//! use hcl::{Category, DecodeOptions, EvalContext};
//!
//! let ctx = EvalContext::new()
//!     .with_variable("x", vec![0; 1000])
//!     .with_max_steps(100_000)
//!     .with_max_bytes(1 << 20);
//! let options = DecodeOptions::new().with_context(ctx).exhaustive(true);
//!
//! let hostile = "a = [for i in x : [for j in x : [for k in x : k]]]\n";
//! let error = options.from_str::<BTreeMap<String, hcl::Value>>(hostile).unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//!
//! let deep = format!("a = {}1{}\n", "[".repeat(1000), "]".repeat(1000));
//! let error = options.from_str::<BTreeMap<String, hcl::Value>>(&deep).unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//! assert_eq!(error.line(), Some(1));
//! ```
//!
//! A raised depth needs a raised stack: the 2 MiB of a thread are enough for the default.
//!
//! # The length of a source
//!
//! Limit what you read:
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::io::Read as _;
//!
//! fn load(reader: impl std::io::Read) -> hcl::Result<BTreeMap<String, u16>> {
//!     const MAX_BYTES: u64 = 1 << 20;
//!     let mut text = Vec::new();
//!     reader.take(MAX_BYTES + 1).read_to_end(&mut text)?;
//!     if text.len() as u64 > MAX_BYTES {
//!         let detail = "A configuration has at most 1 MiB.";
//!         hcl::Error::check([hcl::Diagnostic::error("File too large", detail)])?;
//!     }
//!     hcl::from_slice(&text)
//! }
//!
//! assert_eq!(load(&b"port = 80\n"[..])?["port"], 80);
//! assert!(load(std::io::repeat(b'\n')).is_err());
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Without evaluation
//!
//! If a configuration needs no variables and no functions, give no context. If it needs no expressions at all,
//! [`DecodeOptions::without_evaluation`](crate::DecodeOptions::without_evaluation) leaves them as text in untyped data.
//!
//! # What reports show
//!
//! A report shows an excerpt of the source and may show the value that is wrong. Say which variables are secret:
//! [`EvalContext::with_secret`](crate::EvalContext::with_secret).
//!
//! # Next
//!
//! [`functions_and_scopes`](super::functions_and_scopes) · [`errors_and_validation`](super::errors_and_validation)
