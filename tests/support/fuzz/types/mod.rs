//! Types that are put together at run time, out of code that serde derives.
//!
//! A [`Shape`] is a type: containers within containers, structs, enums of all four representations,
//! flattened fields. [`Data`] is a value of one. Each container is an ordinary derived type whose
//! parts are [`At<N>`], "whatever the shape says of part N": while data of a shape is decoded, a
//! stack that the thread keeps says where in the shape it is.

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
