//! The bodies that decode into a type: their schema, and how overlaying combines them.
//!
//! A type passes the names of its fields to the deserializer, but reveals the type of a field only to the deserializer
//! of the field's value. The type is therefore deserialized several times without data: its requests are recorded, and
//! no value is made.

mod fill;
mod forms;
mod probe;

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use crate::de::forward::answer_requests;
use crate::error::Error;
use crate::protocol::field::{Fields, LABELS, count_labels};
use crate::schema::BodySchema;
use fill::{Fill, end_probe};
use probe::{RequestKind, request};

impl BodySchema {
    /// The schema of the bodies that decode into a struct, as far as serde reveals its fields.
    ///
    /// A field that is a struct, or a list or map of structs, is a block type; any other field is an attribute. The
    /// number of labels follows from the maps around the struct and from its fields `$label`, `$label.1` and so on. A
    /// struct with a field `$labels` is left out, because the number of its labels is not known. An attribute is
    /// required if the struct cannot be decoded without it.
    ///
    /// Serde hides the fields of a struct with `#[serde(flatten)]`: its schema is empty.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use hcl::BodySchema;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     name: String,
    ///     port: Option<u16>,
    ///     listener: BTreeMap<String, Listener>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Listener {
    ///     address: String,
    /// }
    ///
    /// let schema = BodySchema::of::<Config>();
    /// let body = hcl::parse("port = 80\nlistener \"http\" {}\nextra = 1\n")?;
    /// let content = body.content(&schema);
    /// assert_eq!(content.value.blocks().len(), 1);
    /// let summaries: Vec<_> = content.diagnostics.iter().map(|it| it.summary()).collect();
    /// assert_eq!(summaries, ["Missing required argument", "Unsupported argument"]);
    /// # let _ = |config: Config, listener: Listener| (config.name, config.port, config.listener, listener.address);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn of<'de, T: Deserialize<'de>>() -> BodySchema {
        let root = request::<T>(&[]);
        let names = match root.kind {
            RequestKind::Struct(key) if root.maps == 0 && root.list.is_none() => key.names,
            _ => &[],
        };
        // Names with a `$` are not items of the body, but its labels or its rest.
        let names = names.iter().filter(|name| !name.starts_with('$'));
        names.fold(BodySchema::new(), |schema, name| {
            let request = request::<T>(&[name]);
            let own_labels = match request.kind {
                RequestKind::Body => 0,
                RequestKind::Struct(key) if key.names.contains(&LABELS) => return schema,
                RequestKind::Struct(key) => count_labels(key.names),
                _ if is_required::<T>(name) => return schema.with_required_attribute(*name),
                _ => return schema.with_attribute(*name),
            };
            let labels = own_labels.saturating_add(request.maps);
            schema.with_block(*name, std::iter::repeat_n("label", labels))
        })
    }
}

/// Whether a field is missing if all others are present.
fn is_required<'de, T: Deserialize<'de>>(name: &'static str) -> bool {
    let mut left_out = vec![name];
    loop {
        let mut refused = None;
        let result = T::deserialize(BodyProbe {
            left_out: &left_out,
            refused: &mut refused,
        });
        match refused {
            // It is an alias of a field that is already present.
            Some(alias) => left_out.push(alias),
            None => return result.is_err_and(|error| error.facts().missing_field() == Some(name)),
        }
    }
}

/// A body without the fields with some names. Records which other name the type refuses.
struct BodyProbe<'p> {
    left_out: &'p [&'static str],
    refused: &'p mut Option<&'static str>,
}

impl<'de> Deserializer<'de> for BodyProbe<'_> {
    type Error = Error;

    answer_requests! { (self, _)
        Anything | Ignored | Bool | Number | Char | Text | Identifier | Bytes | Unit => end_probe(),
        Sequence | Tuple(_) | Map | Enum(_) => end_probe(),
    }
    answer_requests! { (self, visitor)
        Option => visitor.visit_some(self),
        Newtype(_) => visitor.visit_newtype_struct(self),
        Struct(fields) => visitor.visit_map(AllFieldsBut {
            fields,
            left_out: self.left_out,
            given: self.refused,
        }),
    }
}

/// The fields of a body, except for those left out.
struct AllFieldsBut<'p> {
    fields: Fields,
    left_out: &'p [&'static str],
    /// The last name, until its value is requested.
    given: &'p mut Option<&'static str>,
}

impl<'de> MapAccess<'de> for AllFieldsBut<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let is_there = |name: &&str| !self.left_out.contains(name);
        let Some(at) = self.fields.iter().position(is_there) else {
            return Ok(None);
        };
        let name = self.fields[at];
        *self.given = Some(name);
        self.fields = &self.fields[at + 1..];
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        *self.given = None;
        seed.deserialize(Fill::new()).or_else(|_| end_probe())
    }
}
