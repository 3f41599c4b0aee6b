//! Expressions and templates that a program makes of parts.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use hcl::{EvalContext, Expression, Template, TemplatePart, parse_expression};
use proptest::prelude::*;

/// A part of a template with a known result.
#[derive(Clone, Debug)]
enum Part {
    Literal(String),
    Name,
    If(bool, Vec<Part>, Option<Vec<Part>>),
    For(usize, Vec<Part>),
}

impl Part {
    fn any() -> impl Strategy<Value = Part> {
        let text = prop_oneof![
            "[$%{}\"\\\\~a\n]{0,6}",
            "\u{feff}?[ -~]{0,8}",
            any::<String>()
        ];
        let leaf = prop_oneof![3 => text.prop_map(Part::Literal), 1 => Just(Part::Name)];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let parts = proptest::collection::vec(inner, 0..4);
            let branch = proptest::option::of(parts.clone());
            prop_oneof![
                (any::<bool>(), parts.clone(), branch)
                    .prop_map(|(is_true, yes, no)| Part::If(is_true, yes, no)),
                (0..3_usize, parts).prop_map(|(count, body)| Part::For(count, body)),
            ]
        })
    }

    fn made(&self) -> TemplatePart {
        let expression = |text: &str| parse_expression(text).unwrap();
        match self {
            Part::Literal(text) => TemplatePart::literal(text.as_str()),
            Part::Name => TemplatePart::Interpolation(expression("name")),
            Part::If(is_true, yes, no) => {
                let no = no.as_deref().map(template);
                TemplatePart::if_directive(
                    Expression::from_data(is_true).unwrap(),
                    template(yes),
                    no,
                )
            }
            Part::For(count, body) => {
                let collection = Expression::from_data(&vec![0; *count]).unwrap();
                TemplatePart::for_directive(Some("key"), "value", collection, template(body))
            }
        }
    }

    fn text(&self) -> String {
        let all = |parts: &[Part]| parts.iter().map(Part::text).collect::<String>();
        match self {
            Part::Literal(text) => text.clone(),
            Part::Name => "N".to_owned(),
            Part::If(true, yes, _) => all(yes),
            Part::If(false, _, no) => no.as_deref().map_or_else(String::new, all),
            Part::For(count, body) => all(body).repeat(*count),
        }
    }
}

fn template(parts: &[Part]) -> Template {
    Template::from_parts(parts.iter().map(Part::made)).unwrap()
}

proptest! {
    /// A template that is built from parts has the value of these parts, whatever text they contain.
    #[test]
    fn templates_have_the_value_of_their_parts(parts in proptest::collection::vec(Part::any(), 0..6)) {
        let ctx = EvalContext::new().with_variable("name", "N");
        let text: String = parts.iter().map(Part::text).collect();
        let expected = hcl::to_value(&text).unwrap();
        let quoted = Expression::template(parts.iter().map(Part::made)).unwrap();
        prop_assert_eq!(&quoted.evaluate(&ctx).unwrap(), &expected, "{}", quoted);
        let bare = template(&parts);
        prop_assert_eq!(&bare.evaluate(&ctx).unwrap(), &expected, "{}", bare);
        // The template can be written and parsed, and it can be built again from its own parts.
        let again = parse_expression(&quoted.to_string()).unwrap();
        prop_assert_eq!(&again.evaluate(&ctx).unwrap(), &expected, "{}", again);
        let again = Template::from_parts(bare.parts()).unwrap();
        prop_assert_eq!(&again.evaluate(&ctx).unwrap(), &expected, "{}", again);
    }
}

#[test]
fn names_of_variables_are_identifiers() {
    let part = |key, value| {
        let collection = Expression::traversal_of("all").unwrap();
        TemplatePart::for_directive(key, value, collection, template(&[]))
    };
    for part in [part(None, "a b"), part(Some("}"), "a"), part(None, "")] {
        let error = Expression::template([part.clone()]).unwrap_err();
        assert!(error.message().starts_with("Invalid name"), "{error}");
        assert!(Template::from_parts([part]).is_err());
    }
}

/// Operands that would otherwise be read differently are put in parentheses.
#[test]
fn operands_of_conditionals_keep_their_meaning() {
    let expression = |text: &str| hcl::parse_expression(text).expect(text);
    for (parts, expected) in [
        (["a", "b", "c"], "a ? b : c"),
        (["a ? b : c", "d", "e"], "(a ? b : c) ? d : e"),
        (["a", "b ? c : d", "e"], "a ? (b ? c : d) : e"),
        (["a", "b", "c ? d : e"], "a ? b : (c ? d : e)"),
        (["a", "[\n  b,\n]", "c"], "a ? (\n[\n  b,\n]\n) : c"),
        (["a || b", "-c", "d + e"], "a || b ? -c : d + e"),
    ] {
        let [predicate, yes, no] = parts.map(expression);
        let made = hcl::Expression::conditional(&predicate, &yes, &no).expect("it is valid");
        assert_eq!(made.to_string(), expected);
        let hcl::ExpressionKind::Conditional {
            predicate: found, ..
        } = made.kind()
        else {
            panic!("{made}");
        };
        let inner = match found.kind() {
            hcl::ExpressionKind::Parentheses(inner) => inner,
            _ => found,
        };
        assert_eq!(inner, predicate, "{made}");
    }
}
