//! The canonical form of native syntax text ("Comments and Whitespace").
//!
//! Knows nothing of trees and what they mean.

mod alignment;
mod layout;
mod piece;
mod spacing;

use layout::Layout;

/// Brings native syntax text into the canonical form, in which only its white space differs.
///
/// ```
/// assert_eq!(hcl::format("a=1\nlong =[ 2,3 ]\n"), "a    = 1\nlong = [2, 3]\n");
/// ```
pub fn format(text: &str) -> String {
    let mut layout = Layout::new(text);
    piece::read(text, |piece| layout.push(piece));
    layout.finish()
}
