//! The mode `format`: sources in their canonical form.

use std::error::Error;
use std::path::Path;

use serde_json::Value;

use super::json::{object, string};
use super::syntax::{name, source};

/// Formats the source of a case.
pub(crate) fn answer(case: &Value, root: &Path) -> Result<String, Box<dyn Error>> {
    let (key, name) = name(case)?;
    let formatted = hcl::format(&source(case, root)?);
    Ok(object([
        (key, string(name)),
        ("formatted", string(&formatted)),
    ]))
}
