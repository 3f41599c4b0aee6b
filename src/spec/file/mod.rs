//! Specs read from the spec language ("hcldec spec format", "HCL Config Spec Language").
//!
//! | file | holds |
//! |---|---|
//! | `mod` | the parts of a spec file: a spec, predefined variables, custom functions |
//! | `block_type` | the types of spec blocks, with their names and schemas |
//! | `blocks` | the spec blocks, each with its arguments |
//! | `arguments` | the values of arguments |

mod arguments;
mod block_type;
mod blocks;

use std::str::FromStr;

use self::block_type::{SpecBlockType, with_spec_blocks};
use super::Spec;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::error::{Category, Diagnosed, Error, Result};
use crate::eval::{EvalContext, UserFunctionPurpose, definitions_of, functions_of};
use crate::function::{Function, stdlib};
use crate::schema::BodySchema;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::{Block, Body};
use crate::value::Value;

/// The content of a spec file: a spec, predefined variables and functions.
///
/// ```
/// use hcl::SpecFile;
///
/// let file: SpecFile = r#"
///     object {
///       attr "name" {
///         type     = string
///         required = true
///       }
///       default "greeting" {
///         attr {
///           name = "greeting"
///           type = string
///         }
///         literal {
///           value = "hello"
///         }
///       }
///     }
///
///     variables {
///       team = "core"
///     }
///
///     function "shout" {
///       params = [text]
///       result = "${upper(text)}!"
///     }
/// "#.parse()?;
///
/// let body = hcl::parse("name = shout(team)\n")?;
/// let value = file.spec().decode(&body, &file.eval_context()).into_result()?;
/// assert_eq!(value.to_string(), r#"{ greeting = "hello", name = "CORE!" }"#);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpecFile {
    spec: Spec,
    /// Sorted by name, like the functions.
    variables: Vec<(String, Value)>,
    functions: Vec<(String, Function)>,
}

impl SpecFile {
    /// Reads a spec file from a parsed body, so that the file has a name in diagnostics. An invalid spec becomes a
    /// literal `null`.
    ///
    /// There is a diagnostic for each error in the spec language, and one if there is not exactly one spec block at the
    /// root; at most twenty in total.
    ///
    /// ```
    /// use hcl::SpecFile;
    ///
    /// let body = hcl::parse("attr {\n  name = \"port\"\n  typ = number\n}\n")?;
    /// let error = SpecFile::from_body(&body)
    ///     .into_result()
    ///     .expect_err("an argument is misspelt");
    /// assert_eq!(error.line(), Some(3));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn from_body(body: &Body) -> Diagnosed<SpecFile> {
        let mut reader = SpecFileReader {
            constants: EvalContext::literal_only(),
            ctx: EvalContext::new().with_functions(stdlib::functions()),
            diagnostics: Diagnostics::default(),
        };
        let file = reader.file(body);
        Diagnosed::new(Category::Data, file, reader.diagnostics.into_reported())
    }

    /// The spec.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The predefined variables, by name.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The custom functions, by name.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = (&str, &Function)> {
        self.functions
            .iter()
            .map(|(name, function)| (name.as_str(), function))
    }

    /// A context with the predefined variables and the functions of the file. Variables that the application adds
    /// replace those of the same name. Without any variables and functions, this is the
    /// [literal-only](EvalContext::literal_only) mode.
    pub fn eval_context(&self) -> EvalContext {
        let functions = self.functions();
        let ctx = EvalContext::literal_only()
            .with_functions(functions.map(|(name, function)| (name, function.clone())));
        self.variables().fold(ctx, |ctx, (name, value)| {
            ctx.with_variable(name, value.clone())
        })
    }
}

/// Parses and reads a spec file.
impl FromStr for SpecFile {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        SpecFile::from_body(&parse(text)?).into_result()
    }
}

struct SpecFileReader {
    /// The context for arguments, which must be constant.
    constants: EvalContext,
    /// The context for expressions that may call the spec definition functions: the value of a literal, and the results
    /// of transforms and of custom functions.
    ctx: EvalContext,
    diagnostics: Diagnostics,
}

impl SpecFileReader {
    fn file(&mut self, body: &Body) -> SpecFile {
        let schema = with_spec_blocks(BodySchema::new(), &[])
            .with_block("variables", [])
            .with_block("function", ["name"]);
        let content = body.content(&schema);
        let is_whole = content.diagnostics.is_empty();
        self.report_content(content.diagnostics);
        let content = content.value;
        let variables = content.blocks_of_type("variables").map(Block::body);
        SpecFile {
            variables: self.variables(&Body::merge(variables)),
            functions: self.functions(content.blocks_of_type("function")),
            spec: {
                let specs: Vec<&Block> = content
                    .blocks()
                    .iter()
                    .filter(|it| SpecBlockType::of(it).is_some())
                    .collect();
                if specs.is_empty() && !is_whole {
                    // The invalid content has been reported.
                    Spec::literal(Value::NULL)
                } else {
                    self.root(&specs, body)
                }
            },
        }
    }

    /// The custom functions ("Custom Functions"), sorted by name.
    fn functions<'b>(
        &mut self,
        mut blocks: impl Iterator<Item = &'b Block>,
    ) -> Vec<(String, Function)> {
        let definitions = definitions_of(&mut blocks, &mut self.diagnostics);
        functions_of(definitions, UserFunctionPurpose::SpecFile, &self.ctx, None)
    }

    fn root(&mut self, specs: &[&Block], body: &Body) -> Spec {
        let detail = "A spec file must have exactly one spec block at its root, which describes the value made from \
                      the configuration.";
        let Some(first) = specs.first() else {
            let diagnostic = Diagnostic::of(Code::MissingSpecBlock, detail);
            self.missing(diagnostic, body);
            return Spec::literal(Value::NULL);
        };
        let before = self.diagnostics.count();
        let spec = self.spec(first, None);
        // An invalid spec may lack names, which would cause further errors in the schema.
        let is_right = self.diagnostics.count() == before;
        if let Some(second) = specs.get(1) {
            let diagnostic = Diagnostic::of(Code::ExtraneousSpecBlock, detail);
            self.report_block(diagnostic, second);
        }
        if is_right && let Some(problem) = spec.implied_schema().diagnostics().next() {
            self.report_block(problem, first);
        }
        spec
    }

    fn variables(&mut self, body: &Body) -> Vec<(String, Value)> {
        let attributes = body.just_attributes();
        let attributes = attributes.reported_to(&mut self.diagnostics);
        let mut variables = Vec::new();
        for attribute in attributes {
            let value = attribute.expression().evaluate_diagnosed(&self.constants);
            let value = value.reported_to(&mut self.diagnostics);
            variables.push((attribute.name().to_owned(), value));
        }
        variables.sort_by(|(one, _), (other, _)| one.cmp(other));
        variables
    }

    /// Reports the diagnostics of spec blocks in a body. An unexpected label may be meant as the `name`
    /// argument, as in an object.
    fn report_content(&mut self, diagnostics: Vec<Diagnostic>) {
        for mut diagnostic in diagnostics {
            if diagnostic.code() == Code::ExtraneousLabel
                && diagnostic.summary() == "Extraneous label for attr"
                && diagnostic.detail().starts_with("No labels")
            {
                let detail = format!(
                    "{} In an \"object\", the label of a block names the attribute; elsewhere, name = \"…\" says which \
                     argument is read.",
                    diagnostic.detail()
                );
                diagnostic.set_detail(detail);
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error of a block as a whole.
    fn report_block(&mut self, diagnostic: Diagnostic, block: &Block) {
        self.diagnostics
            .push(diagnostic.at((block.header_span(), block.source())));
    }

    /// Reports that something is missing from a body.
    fn missing(&mut self, diagnostic: Diagnostic, body: &Body) {
        self.diagnostics
            .push(diagnostic.at((body.missing_item_span(), body.source())));
    }
}
