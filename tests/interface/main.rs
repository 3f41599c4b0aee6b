//! The public interface: comparing, printing, parsing and locating what it returns.

mod decode;
mod equality;
mod errors;
mod files;
mod handles;
mod spanned;
mod text;
mod validate;
mod walk;
