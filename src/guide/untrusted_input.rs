//! Untrusted input and limits: how to load configurations that you do not control.
//!
//! # Guarantees
//!
//! * No input makes this crate panic. Within the limits below, no input overflows a stack of [the size that the depth
//!   needs](#load-an-untrusted-configuration). There is no `unsafe` code.
//! * Your own functions are your responsibility: a panic in a closure is not caught. Check arithmetic and limit counts
//!   in them.
//! * Parsing takes time and memory in proportion to the length of the source.
//! * Only what the application [adds](super::functions_and_scopes) is in scope: no files, no environment, no clock.
//!   Functions that read files are given a directory that they cannot leave.
//! * Numbers are exact. A number that does not fit its field is an error.
//!
//! # The limits
//!
//! | limit | default | untrusted | set with |
//! |---|---|---|---|
//! | bytes of a source | 4,294,967,295 | 1,048,576 | [`with_max_length`](crate::DecodeOptions::with_max_length) |
//! | nesting of blocks, brackets, templates and operators | 256 | 64 | [`with_max_depth`](crate::DecodeOptions::with_max_depth) |
//! | links in a chain of operators, accesses or conditionals, such as the two `+` in `a + b + c` | 100,000 | 10,000 | [`with_max_links`](crate::DecodeOptions::with_max_links) |
//! | diagnostics from parsing and from decoding, each | 20 | 20 | [`with_max_diagnostics`](crate::DecodeOptions::with_max_diagnostics) |
//! | steps of evaluation | none | 100,000 | [`with_max_steps`](crate::EvalContext::with_max_steps) |
//! | bytes of text that evaluation produces | none | 1,048,576 | [`with_max_bytes`](crate::EvalContext::with_max_bytes) |
//!
//! The first four are methods of [`DecodeOptions`](crate::DecodeOptions) and [`ParseOptions`](crate::ParseOptions), the
//! last two of [`EvalContext`](crate::EvalContext). The column "untrusted" shows the limits of
//! [`DecodeOptions::untrusted`](crate::DecodeOptions::untrusted),
//! [`ParseOptions::untrusted`](crate::ParseOptions::untrusted) and
//! [`EvalContext::untrusted`](crate::EvalContext::untrusted).
//!
//! Exceeding a limit is an error of [`Category::Limit`](crate::Category::Limit). The limit on diagnostics is an
//! exception: the report only says that there are more.
//!
//! The last two have no default: nested `for` expressions are legitimate, and only the application knows how much is
//! too much. **Set both if you evaluate untrusted expressions**, even without variables and functions: operators,
//! templates and `for` need no context. The limits apply to each call, such as one `from_str_with`: all expressions
//! that the call evaluates share them. A function of your own whose result can be much larger than its arguments must
//! charge the result to the budget before creating it: see
//! [`Function::within_budget`](crate::function::Function::within_budget).
//!
//! # Load an untrusted configuration
//!
//! `DecodeOptions::untrusted()` sets all of these limits to values suitable for a web service, and rejects unknown
//! names. If you add variables or functions, add them to `EvalContext::untrusted()`: a context brings its own limits.
//!
//! ```
//! use hcl::{Category, DecodeOptions, EvalContext};
//! use std::collections::BTreeMap;
//!
//! let ctx = EvalContext::untrusted().with_variable("x", vec![0; 1000]);
//! let options = DecodeOptions::untrusted()
//!     .with_filename("upload.hcl")
//!     .with_context(ctx);
//!
//! let hostile = "a = [for i in x : [for j in x : [for k in x : k]]]\n";
//! let error = options
//!     .from_str::<BTreeMap<String, hcl::Value>>(hostile)
//!     .unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//!
//! let deep = format!("a = {}1{}\n", "[".repeat(1000), "]".repeat(1000));
//! let error = options
//!     .from_str::<BTreeMap<String, hcl::Value>>(&deep)
//!     .unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//! assert_eq!(error.line(), Some(1));
//!
//! let endless = std::io::repeat(b'\n');
//! let error = options
//!     .from_reader::<_, BTreeMap<String, hcl::Value>>(endless)
//!     .unwrap_err();
//! assert_eq!(error.classify(), Category::Limit);
//! ```
//!
//! `{error:#}` displays the reports of all errors. To [check the data yourself](super::errors_and_validation) as well,
//! load the body under the limits first:
//!
//! ```
//! use hcl::{Body, DecodeOptions, Validation};
//!
//! #[derive(serde::Deserialize)]
//! struct Pool {
//!     min: u32,
//!     max: u32,
//! }
//!
//! let options = DecodeOptions::untrusted().with_filename("upload.hcl");
//! let body: Body = options.from_slice(b"min = 20\nmax = 10\n")?;
//! let pool: Pool = options.from_body(&body)?;
//! let validation = Validation::new(&body);
//! if pool.min > pool.max {
//!     validation.error("min", "Empty range", "\"min\" is greater than \"max\".");
//! }
//! let report = format!("{:#}", validation.finish().unwrap_err());
//! assert!(report.contains("upload.hcl:1:7"), "{report}");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! A `Validation` reports everything that you add to it: stop adding problems after a certain number.
//!
//! If you raise the depth, raise the stack size as well. For the default depth, the 2 MiB stack of a thread is enough;
//! in a build without optimization, a type with several wrappers for each level needs [up to 8
//! MiB](crate::DecodeOptions::with_max_depth).
//!
//! The example `server` in the repository is a small server that checks untrusted configurations under these limits.
//!
//! # Limits without a setting
//!
//! These are large enough for every configuration that we know of. Exceeding one is an error.
//!
//! | limit | value |
//! |---|---|
//! | levels of a [`Value`](crate::Value) or a [`Type`](crate::Type) | 513 |
//! | significant digits of a number | 20,000 |
//! | decimal exponent of a number, positive or negative | 10,000 |
//! | nested calls of functions that a configuration defines | 64 |
//! | nesting of a template that `templatestring` or `templatefile` evaluates | 64 |
//! | numbers that `range` returns | 1,024 |
//! | elements that `setproduct` returns | 10,000,000 |
//! | width and precision in `format`, spaces in `indent` | 1,000,000 |
//! | values that `yamldecode` returns, with each alias counted | 1,000,000 |
//! | bytes that `base64gunzip` returns | 67,108,864 |
//! | bytes of a pattern for `fileset` | 4,096 |
//! | symbolic links on the way to a file | 40 |
//!
//! The number of files that are [loaded](super::layers_and_files), merged or overlaid is not limited, and neither is
//! the number of edits: both are up to the application.
//!
//! # Memory
//!
//! | work | bytes at most |
//! |---|---|
//! | parsing, for each byte of the source | 80 |
//! | evaluation, within 1,048,576 bytes and 50,000 steps | 8,388,608 |
//!
//! Parsing takes the most for sources full of errors or of very short attributes; a typical configuration takes 3 to 4
//! bytes for each byte, including its text. If several threads load configurations, each of them needs this much.
//!
//! # Without evaluation
//!
//! If a configuration needs no expressions,
//! [`DecodeOptions::without_evaluation`](crate::DecodeOptions::without_evaluation) leaves them as text in untyped data.
//!
//! # Secrets in reports
//!
//! A report shows an excerpt of the source, and may show the value that is wrong. Mark secret variables with
//! [`EvalContext::with_secret`](crate::EvalContext::with_secret).
//!
//! # Next
//!
//! [`coming_from`](super::coming_from) · [`functions_and_scopes`](super::functions_and_scopes) ·
//! [`errors_and_validation`](super::errors_and_validation)
