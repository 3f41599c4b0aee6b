//! Files that are templates.

use std::path::PathBuf;

use super::super::conversion::rendered;
use super::root::Root;
use crate::function::Function;
use crate::function::stdlib::support::{any, string, text};
use crate::value::Type;

/// `templatefile(path, vars)`: the text of a file below the root that the application gives, evaluated as a template
/// with the elements of `vars` as its variables.
///
/// The template has no other variables; it can call the functions that the call itself could. It cannot evaluate
/// another template by `templatefile` or `templatestring`. An error in it is reported with its place in the file and
/// the place of the call.
///
/// Example: `templatefile("hosts.tftpl", { name = "me", ips = ["::1"] })` → `"::1 me\n"`.
///
/// ```
/// use hcl::{EvalContext, function::stdlib};
///
/// let root = std::env::temp_dir().join("hcl-stdlib-templatefile");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(
///     root.join("hosts.tftpl"),
///     "%{ for ip in ips ~}\n${ip} ${name}\n%{ endfor ~}\n",
/// )?;
/// let ctx =
///     EvalContext::new().with_function("templatefile", stdlib::templatefile(&root));
/// let call =
///     r#"templatefile("hosts.tftpl", { ips = ["::1", "127.0.0.1"], name = "me" })"#;
/// let text = hcl::parse_expression(call)?.evaluate(&ctx)?;
/// assert_eq!(text, "::1 me\n127.0.0.1 me\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn templatefile(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::lazy(Type::DYNAMIC, move |call| {
        let (path, variables) = (call.evaluate(0)?, call.evaluate(1)?);
        let path = text(&path);
        let template = root.text(path, call.budget())?;
        rendered(call, Some(&root.shown(path)), &template, &variables)
    })
    .with_parameter(string("path"))
    .with_parameter(any("vars"))
    .impure()
    .with_description("Evaluates the file as a template with the given variables.")
}
