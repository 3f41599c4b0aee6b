//! `distinct_item` gives the keys that `next_item` gives.

use crate::de::Deserializer;
use crate::de::body::*;
use crate::syntax::tree::ExprId;

/// Returns the kind of the current item, and its expression if it is an attribute.
fn described(access: &BodyAccess<'_, '_>) -> (&'static str, Option<ExprId>) {
    match access.current {
        CurrentItem::Nothing => ("nothing", None),
        CurrentItem::NeverNull(id) => ("attribute", Some(id)),
        CurrentItem::Attribute => {
            let expression = access.content.expression(access.current_index());
            ("attribute", expression.map(|it| it.id))
        }
        CurrentItem::Property => ("property", None),
        CurrentItem::Block => ("block", None),
        CurrentItem::Evaluated(_) | CurrentItem::Label(_) | CurrentItem::Rest(_) => ("other", None),
    }
}

#[test]
fn fast_paths_agree_with_the_long_way() {
    // A body, the requested fields, and for each key whether `distinct_item` returns it.
    let cases: [(&str, Option<Fields>, &[bool]); 9] = [
        ("", None, &[]),
        ("a = 1\nb {\n}\nc = \"x\"\n", None, &[true, true, true]),
        (
            "a = [1]\nb = {}\nc = (1)\nd = -1\n",
            None,
            &[true, true, false, false],
        ),
        ("a = 1\n", Some(&["a", "b"]), &[true]),
        // The fast path ends at the first name that is repeated later.
        (
            "a = 1\nb {\n}\nb {\n}\nc = 1\n",
            None,
            &[true, false, false],
        ),
        // The fast path returns only values that are never null.
        (
            "a = null\nb = 1\nc = f(1)\nd = 1\n",
            None,
            &[false, true, false, true],
        ),
        ("a = null\nb = 1\n", Some(&["a", "b"]), &[false]),
        ("a = unknown\nb = 1\n", Some(&["a", "b"]), &[false, true]),
        // The rest of the body is a key of its own.
        ("a = 1\nb = 2\n", Some(&["a", "$body"]), &[false, false]),
    ];
    for (text, fields, expected) in cases {
        let body = Deserializer::parse(text).expect("it is a body");
        let looked = body.decode(|body| {
            let access = || -> Result<BodyAccess<'_, '_>> {
                let fields = fields.map(StructFields::of);
                let names = SpecialItems::read(body.0, fields)?;
                Ok(BodyAccess::new(body.0, fields, names))
            };
            let (mut quick, mut slow) = (access()?, access()?);
            let mut is_quick = Vec::new();
            while let Some(key) = slow.next_item() {
                let distinct_item = quick.distinct_item();
                is_quick.push(distinct_item.is_some());
                let found = match distinct_item {
                    Some((name, span)) => {
                        TextDeserializer::at(name, span, body.0.own_input().origin)
                    }
                    None => quick.next_item().expect("there is a key"),
                };
                assert_eq!(
                    (&found.text, found.span()),
                    (&key.text, key.span()),
                    "{text}"
                );
                assert_eq!(described(&quick), described(&slow), "{text}");
                assert_eq!(quick.next, slow.next, "{text}");
            }
            assert!(
                quick.distinct_item().is_none() && quick.next_item().is_none(),
                "{text}"
            );
            assert_eq!(is_quick, expected, "{text}");
            Ok(())
        });
        looked.expect("looking does not fail");
    }
}
