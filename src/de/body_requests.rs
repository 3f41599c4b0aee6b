//! What the deserializers of bodies and of blocks answer, each in its own way.

use serde::de::{Deserializer, Expected, Visitor};

use super::spanned::{SpannedAccess, ValuePlace};
use crate::error::{Error, Result};
use crate::protocol;

/// What a deserializer of bodies answers in its own way. `forward::body_requests` makes its other methods of these.
pub(super) trait BodyRequests<'de>: Deserializer<'de, Error = Error> + Copy {
    /// Where the bodies stand in the source.
    fn place(self) -> ValuePlace;

    /// Answers a unit.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Answers a [`Body`](crate::Body).
    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Answers a [`Value`](crate::Value).
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// The error of a request that bodies cannot answer.
    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T>;

    /// Answers a newtype that is no `Value`. Kept out of line: a level of nesting of a value takes less of the stack then.
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
