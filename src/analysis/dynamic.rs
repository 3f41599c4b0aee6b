//! What a `dynamic` block says without being expanded: the name of its iterator.

use crate::syntax::tree::handle::{Block, Expression, ExpressionKind, TemplatePart};

/// The type of blocks that generate other blocks.
pub(crate) const DYNAMIC: &str = "dynamic";

/// The name of the iterator of a `dynamic` block: the argument `iterator`, or else the type of the generated blocks.
pub(crate) fn iterator_of(block: &Block) -> Option<String> {
    match block.body().attribute("iterator") {
        Some(attribute) => iterator_name(&attribute.expression()),
        None => block.labels().next().map(|label| label.text().into_owned()),
    }
}

/// The name in the argument `iterator`. In a JSON string it may be inside an interpolation, as in converted native
/// syntax.
pub(crate) fn iterator_name(expression: &Expression) -> Option<String> {
    if let Some(name) = expression.static_name() {
        return Some(name);
    }
    let ExpressionKind::Template(template) = expression.embedded()?.kind() else {
        return None;
    };
    match template.parts().as_slice() {
        [TemplatePart::Interpolation(name)] => name.keyword().map(str::to_owned),
        _ => None,
    }
}
