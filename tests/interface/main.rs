//! The public interface as its users meet it: what can be compared, printed and parsed, and what knows its place.

mod decode;
mod equality;
mod errors;
mod files;
mod handles;
mod spanned;
mod text;
mod validate;
mod walk;
