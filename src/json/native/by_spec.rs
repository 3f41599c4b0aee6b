//! The blocks that specs expect.

use super::NativeBlocks;
use crate::spec::Spec;

/// The blocks that the spec expects, for each body separately.
impl From<&Spec> for NativeBlocks {
    fn from(spec: &Spec) -> Self {
        of_specs(&[spec])
    }
}

/// The blocks that the specs of one body expect.
fn of_specs(specs: &[&Spec]) -> NativeBlocks {
    let types = Spec::block_types(specs).into_iter();
    types.fold(NativeBlocks::new(), |rule, it| {
        rule.with_nested_blocks(it.name, it.labels, of_specs(&it.nested))
    })
}
