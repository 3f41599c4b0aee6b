//! The requests that the deserializers of bodies and of blocks answer differently.

use serde::de::{Deserializer, Expected, Visitor};

use super::spanned::{SpannedAccess, ValuePlace};
use crate::error::{Error, Result};
use crate::protocol;

/// The requests that each deserializer of bodies answers in its own way. `forward::body_requests` implements the other
/// methods with these.
pub(super) trait BodyRequests<'de>: Deserializer<'de, Error = Error> + Copy {
    /// Returns the place of the bodies in the source.
    fn place(self) -> ValuePlace;

    /// Answers a request for a unit.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Answers a request for a [`Body`](crate::Body).
    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Answers a request for a [`Value`](crate::Value).
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// The error of a request that bodies cannot answer.
    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T>;

    /// Answers a request for a newtype other than `Value`. Kept out of line: a level of nesting then takes less stack.
    #[inline(never)]
    fn visit_newtype<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            protocol::BODY => self.visit_body(visitor),
            protocol::SPANNED => SpannedAccess::visit(self.place(), self, visitor),
            protocol::ONE_OR_MANY => self.deserialize_seq(visitor),
            protocol::NUMBER | protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                self.unsuitable(&visitor)
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }
}
