//! The public interface: comparing, printing, parsing and locating what it returns.

mod bake;
mod decode;
mod diagnostics;
#[path = "../support/documented.rs"]
mod documented;
mod equality;
mod errors;
mod files;
mod handles;
mod inspect;
mod job;
mod layers;
mod limits;
mod migrate;
mod overlay;
mod packer;
mod plan;
mod proxy;
#[path = "../support/random.rs"]
mod random;
mod readme;
mod server;
mod spanned;
mod text;
mod validate;
mod validation;
mod walk;
