//! The public interface as its users meet it: what can be compared, printed and parsed, and what knows its place.

mod errors;
mod handles;
