//! Guards of a fair comparison: every parser accepts every input, sizes are what they say, and the JSON text holds
//! exactly the data of the object.

use super::{Document, Input, Size, object};
use crate::parser::Parser;

const TESTED: [Size; 2] = [Size::Small, Size::Medium];

#[test]
fn every_parser_accepts_every_input() {
    for input in Input::ALL {
        for size in TESTED {
            let document = Document::generate(input, size);
            for parser in Parser::ALL {
                if let Some(text) = parser.text(&document) {
                    parser.parse_and_drop(text);
                }
            }
        }
    }
}

#[test]
fn sizes_are_reached_and_hardly_exceeded() {
    for input in Input::ALL {
        for size in TESTED {
            let length = Document::generate(input, size).hcl.len();
            assert!(
                (size.bytes()..size.bytes() + 2048).contains(&length),
                "{input:?} {size:?}: {length}"
            );
        }
    }
}

#[test]
fn generated_inputs_are_always_the_same() {
    for input in Input::ALL {
        assert_eq!(
            Document::generate(input, Size::Small),
            Document::generate(input, Size::Small)
        );
    }
}

#[test]
fn json_holds_the_data_of_the_object() {
    let document = Document::generate(Input::Object, Size::Medium);
    let native: serde_json::Value =
        hcl_rs::from_str(&document.hcl).expect("hcl-rs reads the object");
    let json: serde_json::Value =
        serde_json::from_str(&document.json.expect("the object has a JSON text"))
            .expect("the JSON text is valid");
    assert_eq!(native[object::ATTRIBUTE], json);
}
