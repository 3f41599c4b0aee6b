//! The blocks that specs ask for.

use super::NativeBlocks;
use crate::spec::Spec;

/// The blocks that the spec asks for, in each body those of that body.
impl From<&Spec> for NativeBlocks {
    fn from(spec: &Spec) -> Self {
        of_specs(&[spec])
    }
}

/// What specs of one body ask for.
fn of_specs(specs: &[&Spec]) -> NativeBlocks {
    let types = Spec::block_types(specs).into_iter();
    types.fold(NativeBlocks::new(), |rule, it| {
        rule.with_nested_blocks(it.name, it.labels, of_specs(&it.nested))
    })
}
