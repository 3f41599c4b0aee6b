//! The types of a whole configuration, and the entry points.

use std::collections::HashMap;
use std::io;

use expect_test::expect;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::{X, fails, gives};

#[test]
fn bodies() {
    gives("x = 1\n", X { x: 1 });
    gives("x = 1\n", Some(X { x: 1 }));
    gives("x = 1\n", HashMap::from([("x", 1)]));
    gives("x = 1\n", json!({ "x": 1 }));
    gives("", HashMap::<&str, u8>::new());
    gives("# nothing\n", ());
    gives("x = y\n", IgnoredAny);
    fails::<()>(
        "x = 1\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 1
          |
        1 | x = 1
          | ^
          |
          = note: Expected no content, but found a body that is not empty.
    "#]],
    );
}

#[test]
fn other_roots() {
    fails::<u16>(
        "port = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | port = 1
              | ^
              |
              = note: Expected a whole number from 0 to 65535, but found a body, which consists of attributes and blocks.
        "#]],
    );
    fails::<Vec<u16>>(
        "# the port\nport = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 1
              |
            2 | port = 1
              | ^
              |
              = note: Expected a whole number from 0 to 65535, but found a body, which consists of attributes and blocks.
              = path: port
        "#]],
    );
    fails::<String>(
        "",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 |
              | ^
              |
              = note: Expected a string, but found a body, which consists of attributes and blocks.
        "#]],
    );
}

#[test]
fn slices_and_readers() {
    let decoded: X<&str> = hcl::from_slice(b"x = \"a\"").unwrap();
    assert_eq!(decoded.x, "a");
    let decoded: X<String> = hcl::from_reader(&b"x = \"a\""[..]).unwrap();
    assert_eq!(decoded.x, "a");
    let error = hcl::from_slice::<X<&str>>(b"y = 1\nx = \"a\xff\"\n").unwrap_err();
    expect![[r#"
        error: Invalid character encoding
         --> line 2, column 7
          |
        2 | x = "a�"
          |       ^
          |
          = note: A configuration must be UTF-8 text, but byte 12 (counted from 0) is not valid UTF-8. Save the file as UTF-8.
    "#]]
    .assert_eq(&format!("{error}\n"));
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let error = hcl::from_reader::<_, X<u8>>(Broken).unwrap_err();
    assert_eq!(error.classify(), hcl::Category::Io);
}

#[test]
fn one_deserializer_for_several_types() {
    let deserializer = hcl::Deserializer::parse("x = 1\n").unwrap();
    assert_eq!(X::<u8>::deserialize(&deserializer).unwrap(), X { x: 1 });
    assert_eq!(X::<&str>::deserialize(&deserializer).unwrap(), X { x: "1" });
    let error = X::<bool>::deserialize(&deserializer).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(1), Some(5)));
}

#[test]
fn a_number_is_neither_a_root_nor_a_body() {
    fails::<hcl::Number>(
        "x = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x = 1
              | ^
              |
              = note: Expected a number, but found a body, which consists of attributes and blocks.
        "#]],
    );
}
