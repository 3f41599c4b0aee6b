//! Results for unknown arguments, which must admit the result for every value that the arguments may turn out to have.

use hcl::function::stdlib;
use hcl::{Type, Value};

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
