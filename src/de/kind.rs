//! The kinds of data.

/// The kind of an expression or a value that is decoded. It is one byte; the content is fetched by separate methods of
/// [`Data`](super::data::Data), so that nothing large is returned for each value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DataKind {
    Null,
    Bool(bool),
    Number,
    String,
    Sequence,
    Object,
    /// An expression that has to be evaluated first.
    Unevaluated,
    /// Evaluation has failed, or serde cannot represent the value.
    Failed,
}

/// Whether functions may be called to find out whether an expression is null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Functions {
    Called,
    NotCalled,
}
