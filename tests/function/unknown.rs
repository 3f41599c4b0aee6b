//! Results for unknown arguments, which must admit the result for every value that the arguments may turn out to have.

use hcl::function::stdlib;
use hcl::{Type, Value};

/// The types of the elements are not known yet: they may turn out to be that of the value.
#[test]
fn a_set_of_elements_of_any_type_may_have_the_value() {
    let open = || Value::tuple([Value::dynamic(), Value::dynamic()]).unwrap();
    let has = |set: Value, value: Value| stdlib::sethaselement().call(&[set, value]);
    assert!(!has(open(), "a".into()).unwrap().is_known());
    let list = || Value::tuple([Value::dynamic()]).unwrap();
    let names = Value::list(&Type::tuple([Type::STRING]), []).unwrap();
    assert_eq!(has(names, list()).unwrap(), false);
    let names = Value::tuple([Value::tuple(["a".into()]).unwrap()]).unwrap();
    assert!(!has(names, list()).unwrap().is_known());
}

/// The elements of the result have one type, which depends on the unknown element.
#[test]
fn a_product_with_elements_of_any_type_is_unknown() {
    let names = Value::tuple([Value::dynamic(), Value::tuple(["a".into()]).unwrap()]).unwrap();
    let product = stdlib::setproduct().call(&[names, Value::from(vec![1, 2])]);
    let ty = Type::list(Type::tuple([Type::DYNAMIC, Type::NUMBER]));
    let unknown = Value::unknown(&ty).refine().not_null().finish();
    assert_eq!(product.unwrap(), unknown);
}

/// Numbers and bools convert to strings, if the element of unknown type turns out to be a string.
#[test]
fn a_union_with_elements_of_any_type_is_unknown() {
    let sets = [Value::dynamic(), 1.into(), true.into()].map(|it| Value::tuple([it]).unwrap());
    let unknown = Value::unknown(&Type::set(Type::DYNAMIC));
    let unknown = unknown.refine().not_null().finish();
    assert_eq!(stdlib::setunion().call(&sets).unwrap(), unknown);
    // A single element of any type fits.
    let one = Value::tuple([Value::dynamic()]).unwrap();
    let product = stdlib::setproduct().call(&[one.clone(), Value::from(vec!["a", "b"])]);
    assert_eq!(product.unwrap().as_slice().map(<[_]>::len), Some(2));
    let none = Value::tuple([]).unwrap();
    let union = stdlib::setunion().call(&[one, none]).unwrap();
    assert_eq!(union.as_slice().map(<[_]>::len), Some(1));
}

#[test]
fn a_key_of_any_type_leaves_the_type_of_the_elements() {
    let index = |collection: Value| stdlib::index().call(&[collection, Value::dynamic()]);
    let names = Value::list(&Type::STRING, ["a".into()]).unwrap();
    assert_eq!(index(names).unwrap(), Value::unknown(&Type::STRING));
    let ports = Value::map(&Type::NUMBER, [("a", 1.into())]).unwrap();
    assert_eq!(index(ports).unwrap(), Value::unknown(&Type::NUMBER));
    let pair = Value::tuple(["a".into(), 1.into()]).unwrap();
    assert_eq!(index(pair).unwrap(), Value::dynamic());
    assert!(index("text".into()).is_err());
}
