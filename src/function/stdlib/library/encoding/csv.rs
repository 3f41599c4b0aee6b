//! Comma-separated values (RFC 4180).
//!
//! Crates that read CSV are lenient. The reference implementation refuses a misplaced quote and a quoted field that
//! does not end, and so does this reader.

use foldhash::{HashSet, HashSetExt as _};

use crate::function::stdlib::support::{string, text, within_budget};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Text, Type, Value};

/// `csvdecode(str)`: a list of objects, one for each line after the first, which has the names of the attributes.
///
/// Example: `csvdecode("a,b\n1,2\n3,4")` → `[{ a = "1", b = "2" }, { a = "3", b = "4" }]`.
pub fn csvdecode() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        let mut reader = CsvReader {
            rest: text(&args[0]),
            line: 1,
            budget,
        };
        let Some(names) = reader.record()? else {
            return Err(FunctionError::argument(0, "the line of names is missing"));
        };
        let mut seen = HashSet::new();
        if let Some(name) = names.iter().find(|name| !seen.insert(*name)) {
            let message = format!("the name {} is repeated", Value::from(name.as_str()));
            return Err(FunctionError::argument(0, message));
        }
        // The names are shared by all objects, because they may be long.
        let names: Vec<Text> = names.iter().map(|name| Text::from(name.as_str())).collect();
        let element = Type::object(names.iter().map(|name| (&**name, Type::STRING)));
        let mut objects = Vec::new();
        loop {
            let line = reader.line;
            let Some(fields) = reader.record()? else {
                break;
            };
            if fields.len() != names.len() {
                let (found, wanted) = (fields.len(), names.len());
                let message =
                    format!("line {line} has {found} fields, but there are {wanted} names");
                return Err(FunctionError::argument(0, message));
            }
            budget.spend_steps(1 + fields.len())?;
            let fields = fields.into_iter().map(Value::from);
            let attributes = names.iter().cloned().zip(fields);
            objects.push(Value::object_of(attributes.collect()));
        }
        Ok(Value::list(&element, objects)?)
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Reads lines of comma-separated values; the first line has the names.")
}

struct CsvReader<'t, 'b> {
    rest: &'t str,
    /// The number of the line at the beginning of `rest`.
    line: usize,
    budget: &'b Budget,
}

impl<'t> CsvReader<'t, '_> {
    /// The fields of the next line that is not empty.
    fn record(&mut self) -> Result<Option<Vec<String>>, FunctionError> {
        while self.skip_line_end() {}
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut fields = Vec::new();
        loop {
            fields.push(self.field()?);
            if self.skip_line_end() || self.rest.is_empty() {
                return Ok(Some(fields));
            }
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None => return Err(self.error("there is a quote in the middle of a field")),
            }
        }
    }

    fn field(&mut self) -> Result<String, FunctionError> {
        let Some(quoted) = self.rest.strip_prefix('"') else {
            let end = self.rest.find([',', '\n']).unwrap_or(self.rest.len());
            let (field, rest) = self.rest.split_at(end);
            let field = match field.strip_suffix('\r') {
                Some(field) if !rest.starts_with(',') => field,
                _ => field,
            };
            if field.contains('"') {
                return Err(self.error("there is a quote in the middle of a field"));
            }
            self.rest = rest;
            self.budget.spend_bytes(field.len())?;
            return Ok(field.to_owned());
        };
        self.quoted(quoted)
    }

    /// A field in quotes, in which two quotes stand for one.
    fn quoted(&mut self, mut rest: &'t str) -> Result<String, FunctionError> {
        let mut field = String::new();
        loop {
            let Some((part, after)) = rest.split_once('"') else {
                return Err(self.error("a quoted field does not end"));
            };
            self.budget.spend_bytes(part.len() + 1)?;
            self.line += part.matches('\n').count();
            field.push_str(&part.replace("\r\n", "\n"));
            let Some(after_both) = after.strip_prefix('"') else {
                self.rest = after;
                return Ok(field);
            };
            field.push('"');
            rest = after_both;
        }
    }

    fn skip_line_end(&mut self) -> bool {
        let rest = self.rest.strip_prefix("\r\n");
        let rest = rest.or_else(|| self.rest.strip_prefix('\n'));
        let rest = rest.or_else(|| (self.rest == "\r").then_some(""));
        let Some(rest) = rest else {
            return false;
        };
        self.rest = rest;
        self.line += 1;
        true
    }

    fn error(&self, message: &str) -> FunctionError {
        FunctionError::argument(0, format_args!("line {}: {message}", self.line))
    }
}
