//! The formatter changes white space only, keeps the tree, and is done after one pass.

use super::promises::broken;
use super::source;

pub fn format(data: &[u8]) {
    let text = source::body_of(data);
    if let Some(broken) = broken(&text, &hcl::format(&text)) {
        panic!("{broken}: {text:?}");
    }
}
