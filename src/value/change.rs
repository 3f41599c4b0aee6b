//! Changes values in place. The content of a value is shared: a change copies the containers around it.

use super::{Path, PathStep, Text, TypeKind, Value, ValueError};

impl Value {
    /// Sets the attribute of an object or the element of a map, and returns the previous one. This takes time in
    /// proportion to the number of entries; a large object is better made with [`Value::object`].
    ///
    /// # Errors
    ///
    /// If the value is neither an object nor a map, or if the new element does not have the element type of the map.
    ///
    /// ```
    /// let mut server = hcl::value!({ name = "web" })?;
    /// assert_eq!(server.insert("port", 80)?, None);
    /// assert_eq!(server.insert("name", "api")?, Some("web".into()));
    /// assert_eq!(server.to_string(), r#"{ name = "api", port = 80 }"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn insert(
        &mut self,
        name: &str,
        value: impl Into<Value>,
    ) -> Result<Option<Value>, ValueError> {
        let old = self.get(name).cloned();
        *self = self.with_entry(name, Some(value.into()))?;
        Ok(old)
    }

    /// Removes the attribute of an object or the element of a map and returns it; `None` if there is none.
    ///
    /// ```
    /// let mut server = hcl::value!({ name = "web", port = 80 })?;
    /// assert_eq!(server.remove("port"), Some(80.into()));
    /// assert_eq!(server.remove("port"), None);
    /// assert_eq!(server.to_string(), r#"{ name = "web" }"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let old = self.get(name).cloned()?;
        *self = self.with_entry(name, None).ok()?;
        Some(old)
    }

    /// Replaces the part of the value at a path and returns the previous one. The last step can be a new name in an
    /// object or a map; then there is no previous part.
    ///
    /// # Errors
    ///
    /// If the path leads nowhere, or if the new part does not have the element type of the list or the map that
    /// contains it.
    ///
    /// ```
    /// let mut config = hcl::value!({ servers = [{ port = 80 }] })?;
    /// let path = hcl::Path::name("servers").with(0).with("port");
    /// assert_eq!(config.replace_at(&path, 8080)?, Some(80.into()));
    /// assert_eq!(config.to_string(), "{ servers = [{ port = 8080 }] }");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn replace_at(
        &mut self,
        path: &Path,
        value: impl Into<Value>,
    ) -> Result<Option<Value>, ValueError> {
        let old = self.at(path).cloned();
        let Some((last, around)) = path.steps().split_last() else {
            return Ok(Some(std::mem::replace(self, value.into())));
        };
        let mut new = value.into();
        for count in (0..=around.len()).rev() {
            let outer: Path = around[..count].iter().cloned().collect();
            let step = around.get(count).unwrap_or(last);
            let changed = match self.at(&outer) {
                Some(outer) => outer.with_step(step, new),
                None => Err(no_such_element()),
            };
            new = changed.map_err(|error| {
                let steps = path.steps()[..count].iter().rev().cloned();
                steps.fold(error, ValueError::within)
            })?;
        }
        *self = new;
        Ok(old)
    }

    /// The value with the part at a step replaced by `value`.
    fn with_step(&self, step: &PathStep, value: Value) -> Result<Value, ValueError> {
        if let Some(name) = step.name() {
            return self.with_entry(name, Some(value));
        }
        match step {
            PathStep::Index(index) if self.get_index(*index).is_some() => {
                let mut elements = self.as_slice().unwrap_or_default().to_vec();
                elements[*index] = value;
                match self.ty().kind() {
                    TypeKind::List(element) => Value::list(element, elements),
                    _ => Value::tuple(elements),
                }
            }
            _ => Err(no_such_element()),
        }
    }

    /// The object or map in which the entry with this name is set to `new`, or removed if `new` is `None`. A map keeps
    /// its element type.
    fn with_entry(&self, name: &str, new: Option<Value>) -> Result<Value, ValueError> {
        let entries = self.as_entries();
        let entries = entries.ok_or_else(|| ValueError::new("an object or a map is required"))?;
        // Names are kept in NFC, in which they are compared.
        let name = Text::from(name);
        let others = entries.iter().filter(|(other, _)| *other != name).cloned();
        let entries = others.chain(new.map(|value| (name.clone(), value)));
        match self.ty().kind() {
            TypeKind::Map(element) => Value::map(element, entries),
            _ => Value::object(entries),
        }
    }
}

fn no_such_element() -> ValueError {
    ValueError::new("there is no such element")
}
