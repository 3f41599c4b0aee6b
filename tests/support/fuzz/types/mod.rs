//! Types that are assembled at run time from code that serde derives.
//!
//! A [`Shape`] describes a type: nested containers, structs, enums in all four representations, flattened fields.
//! [`Data`] is a value of such a type. Each container is an ordinary derived type. Its parts are [`At<N>`], which is
//! the type of part `N` in the current shape. A thread-local stack holds the current shape while data is decoded.

mod data;
mod leaves;
mod shape;

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use data::Data;
pub use shape::{Kind, Shape};

thread_local! {
    static SHAPES: RefCell<Vec<Rc<Shape>>> = const { RefCell::new(Vec::new()) };
}

/// Sets the shape that is being decoded, until it is dropped.
struct Scope;

impl Scope {
    fn enter(shape: Rc<Shape>) -> Self {
        SHAPES.with_borrow_mut(|shapes| shapes.push(shape));
        Scope
    }

    fn current() -> Rc<Shape> {
        SHAPES.with_borrow(|shapes| shapes.last().expect("something is decoded").clone())
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        SHAPES.with_borrow_mut(Vec::pop);
    }
}

/// Part `N` of data, with the shape of that part of the surrounding shape.
#[derive(Clone, Debug, PartialEq)]
pub struct At<const N: usize>(pub Data);

impl<'de, const N: usize> Deserialize<'de> for At<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let _scope = Scope::enter(Scope::current().parts[N].clone());
        Data::deserialize(deserializer).map(At)
    }
}

impl<const N: usize> Serialize for At<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Shape {
    /// Runs a function that decodes data of this shape.
    pub fn within<T>(self: &Rc<Self>, decode: impl FnOnce() -> T) -> T {
        let _scope = Scope::enter(self.clone());
        decode()
    }
}
