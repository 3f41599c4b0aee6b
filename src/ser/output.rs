//! The output of a serializer: the text, and the names whose equality is checked.

use super::names::Names;
use super::writer::{Layout, Writer};

/// The text that has been written, and the names of the bodies and objects that are not ended yet.
pub(super) struct Output {
    pub(super) writer: Writer,
    pub(super) names: Names,
}

impl Output {
    pub(super) fn new(layout: Layout) -> Self {
        Output {
            writer: Writer::new(layout),
            names: Names::new(),
        }
    }
}
