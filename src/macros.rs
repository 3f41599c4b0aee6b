//! Macros for values and bodies in native syntax.

/// Creates a [`Value`](crate::Value) from native syntax.
///
/// * `null`, literals, lists in brackets and objects in braces have the same meaning as in HCL. The elements of a list
///   are separated by commas; commas between the items of an object are optional.
/// * A name is a Rust variable, and parentheses contain any Rust expression: data that serde can serialize, as for
///   [`to_value`](crate::to_value).
/// * The key of an item is a name, a string literal, or a Rust string in parentheses. A name that is not an identifier
///   does not compile.
///
/// The result is a [`Result`](crate::Result): a float can be NaN, two keys can be equal, and serialization can fail.
/// Inside brackets or braces, put negative numbers in parentheses.
///
/// ```
/// let port = 8080;
/// let zones = ["a", "b"];
/// let value = hcl::value!({
///     name  = "web"
///     ports = [port, (port + 1), (-1)]
///     zones = zones
///     limit = { cpu = 0.5, "memory-mb" = 512, (zones[0]) = null }
/// })?;
/// assert_eq!(value["ports"][1], 8081);
/// assert_eq!(
///     value.to_string(),
///     concat!(
///         "{ limit = { a = null, cpu = 0.5, memory-mb = 512 }, name = \"web\", ",
///         "ports = [8080, 8081, -1], zones = [\"a\", \"b\"] }",
///     )
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
///
/// ```compile_fail
/// let value = hcl::value!({ r#type = "t" });
/// ```
#[macro_export]
macro_rules! value {
    (null) => {
        $crate::Result::<$crate::Value>::Ok($crate::Value::NULL)
    };
    ([ $($element:tt),* $(,)? ]) => {
        $crate::__private::tuple(::std::vec![$($crate::value!($element)),*])
    };
    ({ $( $($name:ident)? $($text:literal)? $(($key:expr))? = $value:tt $(,)? )* }) => {
        $crate::__private::object(::std::vec![$((
            ::std::string::String::from(
                $($crate::__name!($name))? $($text)? $(::std::convert::AsRef::<str>::as_ref(&$key))?
            ),
            $crate::value!($value),
        )),*])
    };
    ($value:expr) => {
        $crate::to_value(&$value)
    };
}

/// Creates a [`Body`](crate::Body) from native syntax.
///
/// * `name = value` is an attribute. The value is one that [`value!`](crate::value!) accepts: `null`, a literal, a
///   list, an object, a Rust variable, or a Rust expression in parentheses. Directly after `=`, a negative number needs
///   no parentheses.
/// * `name = expression("base + 1")` is an attribute with this text as its expression, which is not evaluated.
/// * `name label "label" (label) { … }` is a block. Labels are names, string literals, or Rust strings in parentheses.
/// * A semicolon can end an attribute or a block, because Rust ignores newlines.
///
/// Values are written as [`BodyBuilder::attribute`](crate::BodyBuilder::attribute) writes them: `1.0` stays `1.0`, and
/// the keys of an object keep their order.
///
/// Names are identifiers, which the compiler checks. Write a name that is not a Rust identifier, such as `"memory-mb"`,
/// as a string literal. The result is a [`Result`](crate::Result), like that of
/// [`BodyBuilder::finish`](crate::BodyBuilder::finish). A body of more than about a hundred items needs a higher
/// `recursion_limit`.
///
/// ```
/// let service = "web";
/// let ports = vec![80, 443];
/// let body = hcl::body! {
///     name  = "shop"
///     "memory-mb" = 512
///     zone  = expression("var.zone")
///
///     service (service) "front" {
///         ports  = ports
///         limits = { cpu = 0.5 }
///     }
/// }?;
/// assert_eq!(
///     body.to_string(),
///     r#"name      = "shop"
/// memory-mb = 512
/// zone      = var.zone
///
/// service "web" "front" {
///   ports = [80, 443]
///   limits = {
///     cpu = 0.5
///   }
/// }
/// "#
/// );
///
/// let error = hcl::body! { limit { cpu = (f64::NAN) } }.unwrap_err();
/// assert_eq!(error.path(), "limit.cpu");
/// # Ok::<(), hcl::Error>(())
/// ```
///
/// ```compile_fail
/// let body = hcl::body! { "two words" = 1 };
/// ```
#[cfg(feature = "edit")]
#[macro_export]
macro_rules! body {
    (@add $body:ident) => {};
    (@add $body:ident ; $($rest:tt)*) => {
        $crate::body!(@add $body $($rest)*)
    };
    (@add $body:ident $name:ident = $($rest:tt)*) => {
        $crate::body!(@attribute $body ($crate::__name!($name)) $($rest)*)
    };
    (@add $body:ident $name:literal = $($rest:tt)*) => {
        $crate::body!(@attribute $body ($crate::__name!($name)) $($rest)*)
    };
    (@add $body:ident $name:ident $($rest:tt)+) => {
        let block = $crate::Block::builder($crate::__name!($name));
        $crate::body!(@block $body block $($rest)+)
    };
    (@add $body:ident $name:literal $($rest:tt)+) => {
        let block = $crate::Block::builder($crate::__name!($name));
        $crate::body!(@block $body block $($rest)+)
    };
    (@attribute $body:ident $name:tt expression($text:expr) $($rest:tt)*) => {
        let $body = $body.expression($name, ::std::convert::AsRef::<str>::as_ref(&$text));
        $crate::body!(@add $body $($rest)*)
    };
    (@attribute $body:ident $name:tt - $value:literal $($rest:tt)*) => {
        let $body = $body.attribute($name, -$value);
        $crate::body!(@add $body $($rest)*)
    };
    (@attribute $body:ident $name:tt $value:tt $($rest:tt)*) => {
        let $body = $body.attribute($name, $crate::__data!($value));
        $crate::body!(@add $body $($rest)*)
    };
    (@block $body:ident $block:ident { $($items:tt)* } $($rest:tt)*) => {
        let $body = $body.block($block.body({
            let inner = $crate::Body::builder();
            $crate::body!(@add inner $($items)*);
            inner
        }));
        $crate::body!(@add $body $($rest)*)
    };
    (@block $body:ident $block:ident $label:ident $($rest:tt)*) => {
        let $block = $block.label($crate::__name!($label));
        $crate::body!(@block $body $block $($rest)*)
    };
    (@block $body:ident $block:ident $label:literal $($rest:tt)*) => {
        let $block = $block.label($label);
        $crate::body!(@block $body $block $($rest)*)
    };
    (@block $body:ident $block:ident ($label:expr) $($rest:tt)*) => {
        let $block = $block.label($label);
        $crate::body!(@block $body $block $($rest)*)
    };
    ($($items:tt)*) => {{
        let body = $crate::Body::builder();
        $crate::body!(@add body $($items)*);
        body.finish()
    }};
}

/// Data in native syntax that serializes as it is written: the keys keep their order.
#[cfg(feature = "edit")]
#[doc(hidden)]
#[macro_export]
macro_rules! __data {
    (null) => {
        ()
    };
    ([ $($element:tt),* $(,)? ]) => {
        $crate::__private::Tuple($crate::__pairs!($(($crate::__data!($element)))*))
    };
    ({ $( $($name:ident)? $($text:literal)? $(($key:expr))? = $value:tt $(,)? )* }) => {
        $crate::__private::Object($crate::__pairs!($((
            (
                ::std::string::String::from(
                    $($crate::__name!($name))? $($text)?
                    $(::std::convert::AsRef::<str>::as_ref(&$key))?
                ),
                $crate::__data!($value),
            )
        ))*))
    };
    ($value:expr) => {
        &$value
    };
}

/// A list of values of different types, as nested pairs: the first value, and the list of the others.
#[doc(hidden)]
#[macro_export]
macro_rules! __pairs {
    () => {
        ()
    };
    (($first:expr) $($rest:tt)*) => {
        ($first, $crate::__pairs!($($rest)*))
    };
}

/// A name in native syntax, checked at compile time.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($name:ident) => {
        $crate::__name!(@checked ::std::stringify!($name))
    };
    ($name:literal) => {
        $crate::__name!(@checked $name)
    };
    (@checked $name:expr) => {
        const {
            ::std::assert!($crate::__private::is_name($name), "a name must be an identifier");
            $name
        }
    };
}

/// Functions for the macros; not part of the public interface.
pub mod private {
    use std::collections::HashSet;

    use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

    use crate::diagnostic::{Code, Diagnostic};
    use crate::error::{Category, Error, Result};
    use crate::identifier::{is_ascii_continue, is_ascii_start};
    use crate::nfc::normalize;
    use crate::path::PathStep;
    use crate::ser::repeated_key;
    use crate::value::{Value, ValueError};

    /// A tuple of elements that may be errors.
    ///
    /// # Errors
    ///
    /// If an element is an error, or if the tuple nests too deep.
    pub fn tuple(elements: Vec<Result<Value>>) -> Result<Value> {
        let mut known = Vec::with_capacity(elements.len());
        for (index, element) in elements.into_iter().enumerate() {
            known.push(element.map_err(|error| error.prepend_step(PathStep::Index(index)))?);
        }
        Value::tuple(known).map_err(too_deep)
    }

    /// An object of attributes that may be errors.
    ///
    /// # Errors
    ///
    /// If an attribute is an error, if a name is repeated, or if the object nests too deep.
    pub fn object(attributes: Vec<(String, Result<Value>)>) -> Result<Value> {
        let mut names = HashSet::new();
        let mut known = Vec::with_capacity(attributes.len());
        for (name, value) in attributes {
            let value = value.map_err(|error| error.prepend_step(PathStep::from(&name)))?;
            let name = normalize(name).into_owned();
            if !names.insert(name.clone()) {
                return Err(repeated_key(&name));
            }
            known.push((name, value));
        }
        Value::object(known).map_err(too_deep)
    }

    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
    fn too_deep(error: ValueError) -> Error {
        let diagnostic = Diagnostic::of(Code::NestingTooDeep, error.sentence());
        Error::new(Category::Limit, diagnostic)
    }

    /// A tuple, as nested pairs: the first element, and the others.
    #[derive(Debug)]
    pub struct Tuple<E>(pub E);

    /// An object, as nested pairs: the first entry, and the others.
    #[derive(Debug)]
    pub struct Object<E>(pub E);

    /// The elements of a tuple.
    pub trait Elements {
        /// Number of elements.
        const COUNT: usize;

        /// Serializes the elements in order.
        ///
        /// # Errors
        ///
        /// If an element cannot be serialized.
        fn serialize_into<S: SerializeSeq>(&self, sequence: &mut S) -> Result<(), S::Error>;
    }

    impl Elements for () {
        const COUNT: usize = 0;

        fn serialize_into<S: SerializeSeq>(&self, _: &mut S) -> Result<(), S::Error> {
            Ok(())
        }
    }

    impl<T: Serialize, E: Elements> Elements for (T, E) {
        const COUNT: usize = 1 + E::COUNT;

        fn serialize_into<S: SerializeSeq>(&self, sequence: &mut S) -> Result<(), S::Error> {
            sequence.serialize_element(&self.0)?;
            self.1.serialize_into(sequence)
        }
    }

    impl<E: Elements> Serialize for Tuple<E> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut sequence = serializer.serialize_seq(Some(E::COUNT))?;
            self.0.serialize_into(&mut sequence)?;
            sequence.end()
        }
    }

    /// The entries of an object.
    pub trait Entries {
        /// Number of entries.
        const COUNT: usize;

        /// Serializes the entries in order.
        ///
        /// # Errors
        ///
        /// If an entry cannot be serialized.
        fn serialize_into<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error>;
    }

    impl Entries for () {
        const COUNT: usize = 0;

        fn serialize_into<S: SerializeMap>(&self, _: &mut S) -> Result<(), S::Error> {
            Ok(())
        }
    }

    impl<T: Serialize, E: Entries> Entries for ((String, T), E) {
        const COUNT: usize = 1 + E::COUNT;

        fn serialize_into<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error> {
            let ((name, value), others) = self;
            map.serialize_entry(name, value)?;
            others.serialize_into(map)
        }
    }

    impl<E: Entries> Serialize for Object<E> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(E::COUNT))?;
            self.0.serialize_into(&mut map)?;
            map.end()
        }
    }

    /// Whether a name may be an identifier. Characters beyond ASCII are accepted here and checked later.
    pub const fn is_name(name: &str) -> bool {
        let bytes = name.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            let fits = if at == 0 {
                is_ascii_start(byte)
            } else {
                is_ascii_continue(byte)
            };
            if !fits && byte < 0x80 {
                return false;
            }
            at += 1;
        }
        !bytes.is_empty()
    }
}
