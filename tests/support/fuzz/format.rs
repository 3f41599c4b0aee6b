//! The formatter changes only white space, keeps the tree, and changes nothing in a second pass.

use super::promises::broken;
use super::source;

pub fn format(data: &[u8]) {
    let text = source::body_of(data);
    if let Some(broken) = broken(&text, &hcl::format(&text)) {
        panic!("{broken}: {text:?}");
    }
}
