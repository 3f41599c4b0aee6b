//! Bodies that a program builds, changes and prints.

mod build;
mod cases;
mod change;
mod macros;
mod print;
