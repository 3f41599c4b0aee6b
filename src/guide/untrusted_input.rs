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
//! | limit | default | `untrusted()` | set with |
//! |---|---|---|---|
//! | bytes of a source | 4,294,967,295 | 1,048,576 | [`DecodeOptions::with_max_length`](crate::DecodeOptions::with_max_length), [`ParseOptions::with_max_length`](crate::ParseOptions::with_max_length) |
//! | nesting of blocks, brackets, templates and operators | 256 | 64 | [`DecodeOptions::with_max_depth`](crate::DecodeOptions::with_max_depth), [`ParseOptions::with_max_depth`](crate::ParseOptions::with_max_depth) |
//! | links of one chain of operators or accesses | 100,000 | 10,000 | [`DecodeOptions::with_max_links`](crate::DecodeOptions::with_max_links), [`ParseOptions::with_max_links`](crate::ParseOptions::with_max_links) |
//! | diagnostics of parsing and of decoding, each | 20 | 20 | [`DecodeOptions::with_max_diagnostics`](crate::DecodeOptions::with_max_diagnostics), [`ParseOptions::with_max_diagnostics`](crate::ParseOptions::with_max_diagnostics) |
//! | steps of evaluation | none | 100,000 | [`EvalContext::with_max_steps`](crate::EvalContext::with_max_steps) |
//! | bytes of text that evaluation makes | none | 1,048,576 | [`EvalContext::with_max_bytes`](crate::EvalContext::with_max_bytes) |
//!
//! What goes beyond a limit is an error of [`Category::Limit`](crate::Category::Limit), but for diagnostics: the report
//! says that there are more.
//!
//! The last two have no default: a `for` in a `for` is a legitimate program, and only the application knows what is too
//! much. **Set both if you evaluate expressions of strangers.** They hold for one call with the context: for all of the
//! expressions that one `from_str_with` evaluates together.
//!
//! [`DecodeOptions::untrusted`](crate::DecodeOptions::untrusted) and
//! [`EvalContext::untrusted`](crate::EvalContext::untrusted) set all of them to what a web service would choose:
//!
//! ```
//! use std::collections::BTreeMap;
//! use hcl::{Category, DecodeOptions, EvalContext};
//!
//! let ctx = EvalContext::untrusted().with_variable("x", vec![0; 1000]);
//! let options = DecodeOptions::untrusted().with_context(ctx);
//!
//! let hostile = "a = [for i in x : [for j in x : [for k in x : k]]]\n";
//! let error = options.from_str::<BTreeMap<String, hcl::Value>>(hostile).unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//!
//! let deep = format!("a = {}1{}\n", "[".repeat(1000), "]".repeat(1000));
//! let error = options.from_str::<BTreeMap<String, hcl::Value>>(&deep).unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//! assert_eq!(error.line(), Some(1));
//!
//! let endless = std::io::repeat(b'\n');
//! let error = options.from_reader::<_, BTreeMap<String, hcl::Value>>(endless).unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//! ```
//!
//! A raised depth needs a raised stack: the 2 MiB of a thread are enough for the default.
//!
//! `examples/server.rs` is a small server that checks configurations of strangers under these limits.
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
