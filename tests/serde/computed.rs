//! One value gives one result, wherever it comes from.
//!
//! Every expression of the [zoo](super::zoo) is decoded into every type of it, each in several ways.

use hcl::DecodeOptions;

use super::zoo::{EXPRESSIONS, KINDS};

#[test]
fn a_text_decodes_alike_by_every_entry_point() {
    let options = DecodeOptions::new();
    for expression in EXPRESSIONS {
        let text = format!("x = {expression}\n");
        let body = hcl::parse(&text).unwrap();
        for kind in KINDS {
            let outcome = (kind.from_str)(&options, &text);
            let others = [
                (kind.from_slice)(&options, text.as_bytes()),
                (kind.from_reader)(&options, text.as_bytes()),
                (kind.from_body)(&options, &body),
            ];
            for other in others {
                assert_eq!(outcome, other, "{} from {text}", kind.name);
            }
        }
    }
}
