//! The mode `format`: sources in their canonical form.

use std::error::Error;
use std::path::Path;

use serde_json::Value;

use super::json::{object, string};
use super::promises::broken;
use super::syntax::{name, source};

/// Formats the source of a case. Whatever the source, the promises of the formatter must hold.
pub(crate) fn answer(case: &Value, root: &Path) -> Result<String, Box<dyn Error>> {
    let (key, name) = name(case)?;
    let source = source(case, root)?;
    let formatted = hcl::format(&source);
    if let Some(broken) = broken(&source, &formatted) {
        return Err(format!("{name}: {broken}").into());
    }
    Ok(object([
        (key, string(name)),
        ("formatted", string(&formatted)),
    ]))
}
