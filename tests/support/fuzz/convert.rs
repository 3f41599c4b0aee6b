//! Conversion to the other syntax keeps the values, and so does conversion from native syntax to JSON and back.

use hcl::json::{self, BlockForm, NativeBlocks};
use hcl::{Block, Body, Category, DecodeOptions, ParseOptions, Syntax, Value};

use super::choices::Choices;
use super::json::text_of;
use super::{scope, source};

/// Converts a body in native syntax to JSON and back, and a body in JSON syntax to native syntax.
pub fn convert(data: &[u8]) {
    let text = source::body_of(data);
    if let Ok(body) = hcl::parse(&text) {
        for form in [BlockForm::Shortest, BlockForm::Lists] {
            to_json_and_back(&text, &body, form);
        }
    }
    let text = text_of(data);
    let options = ParseOptions::new().with_syntax(Syntax::Json);
    if let Ok(body) = options.parse(&text).into_result() {
        attributes_to_native(&text, &body);
        by_rule(&text, &body, data);
    }
}

fn to_json_and_back(text: &str, body: &Body, form: BlockForm) {
    let written = match json::from_native(body, form) {
        Ok(written) => written,
        // Some bodies cannot be written in JSON: names may be repeated, and blocks of one type may have different
        // numbers of labels. The label `"//"` would be a comment.
        Err(error) => {
            let reasons = ["repeated-name", "inconsistent-number-of-labels"];
            let code = code(&error);
            let is_known = is_limit(&error)
                || reasons.contains(&&*code)
                || code == "reserved-name" && has_label_of_comment(body);
            return assert!(is_known, "{text:?}: {error}");
        }
    };
    let in_json = json::parse(&written)
        .unwrap_or_else(|error| panic!("{text:?} is written as {written}: {error}"));
    let back = match json::to_native(&in_json, &NativeBlocks::by_shape()) {
        Ok(back) => back,
        Err(error) => {
            return assert!(
                is_limit(&error),
                "{text:?} is written as {written}: {error}"
            );
        }
    };
    let (expected, found) = (values(body), values(&back));
    assert!(
        is_same(&expected, &found),
        "{text:?} is written as {written} and comes back as {:?}:\n{expected:#?}\n{found:#?}",
        back.to_string()
    );
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    comment_lines(body, &mut expected);
    comment_lines(&back, &mut found);
    let lost = expected.iter().find(|line| !found.contains(line));
    assert_eq!(
        lost,
        None,
        "{text:?} is written as {written} and comes back as {:?}",
        back.to_string()
    );
}

/// Whether a block has the label `"//"`.
fn has_label_of_comment(body: &Body) -> bool {
    body.blocks().any(|block| {
        let mut labels = block.labels();
        labels.any(|it| it.text() == "//") || has_label_of_comment(&block.body())
    })
}

/// Adds the lines of the comments in a body and in its blocks, without their marks.
fn comment_lines(body: &Body, lines: &mut Vec<Value>) {
    let blocks: Vec<Block> = body.blocks().collect();
    for comment in body.comments() {
        let start = comment.span().range().start;
        let is_inside = |it: &Block| it.body().span().range().contains(&start);
        if blocks.iter().any(is_inside) {
            continue;
        }
        let text = match comment.text().strip_prefix("/*") {
            Some(inner) => inner.trim_end_matches("*/"),
            None => comment.text().trim_start_matches(['#', '/']),
        };
        // An empty line of a longer comment comes back as a comment without text.
        for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
            let line = line.replace(char::is_control, " ");
            // A value is in normal form C, as texts in JSON are.
            lines.push(Value::from(line.trim()));
        }
    }
    for block in blocks {
        comment_lines(&block.body(), lines);
    }
}

/// Checks that conversion keeps the values of a body in which all properties are attributes.
fn attributes_to_native(text: &str, body: &Body) {
    let Ok(attributes) = body.just_attributes().into_result() else {
        return;
    };
    let ctx = scope::limited(scope::STEPS, scope::BYTES);
    let native = match json::to_native(body, &NativeBlocks::new()) {
        Ok(native) => native,
        Err(error) => {
            // A body that cannot be written contains a name that is invalid in native syntax, or an expression
            // without a value.
            let mut values = attributes.iter().map(|it| it.expression().evaluate(&ctx));
            let is_known = is_limit(&error) || code(&error) == "invalid-name";
            return assert!(is_known || values.any(|it| it.is_err()), "{text}: {error}");
        }
    };
    let found = native.just_attributes().into_result();
    let found = found.unwrap_or_else(|error| panic!("{text} becomes {native}: {error}"));
    assert_eq!(attributes.len(), found.len(), "{text} becomes {native}");
    for (attribute, other) in attributes.iter().zip(found.iter()) {
        let expected = attribute.expression().evaluate(&ctx);
        let value = other.expression().evaluate(&ctx);
        assert!(
            is_same(&expected, &value),
            "{text} becomes {native}:\n{expected:#?}\n{value:#?}"
        );
    }
}

/// Checks that the result is in the canonical form of native syntax, whichever properties are converted to blocks.
fn by_rule(text: &str, body: &Body, data: &[u8]) {
    let mut choices = Choices::new(data);
    let rule = ["a", "b", "c", "d"]
        .iter()
        .fold(NativeBlocks::new(), |rule, name| match choices.below(4) {
            3 => rule,
            labels => rule.with_block(*name, labels),
        });
    if let Ok(native) = json::to_native(body, &rule) {
        let native = native.to_string();
        assert_eq!(hcl::format(&native), native, "of {text}");
    }
}

fn values(body: &Body) -> hcl::Result<Value> {
    let ctx = scope::limited(scope::STEPS, scope::BYTES);
    DecodeOptions::new().with_context(ctx).from_body(body)
}

fn is_same(one: &hcl::Result<Value>, other: &hcl::Result<Value>) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => one == other,
        (Err(one), Err(other)) => code(one) == code(other) || is_limit(one) || is_limit(other),
        // The converted form may need a few steps more.
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => is_limit(error),
    }
}

fn is_limit(error: &hcl::Error) -> bool {
    error.classify() == Category::Limit
}

fn code(error: &hcl::Error) -> String {
    error.diagnostics()[0].code().to_string()
}
