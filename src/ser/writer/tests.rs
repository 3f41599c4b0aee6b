//! The writer by itself.

use super::{ExpressionPosition, Layout, Writer};
use crate::syntax::tree::handle::BodyItemKind;

fn writes(expected: &str, write: impl FnOnce(&mut Writer)) {
    writes_as(Layout::default(), expected, write);
}

fn writes_as(layout: Layout, expected: &str, write: impl FnOnce(&mut Writer)) {
    let mut writer = Writer::new(layout);
    write(&mut writer);
    let (text, _) = writer.finish();
    assert_eq!(text, expected);
}

fn attribute(writer: &mut Writer, name: &str, value: &str) {
    writer.begin_attribute(name);
    writer.string(value, ExpressionPosition::Assignment);
    writer.end_assignment();
}

/// Writes an attribute whose value is a tuple of strings.
fn tuple(writer: &mut Writer, name: &str, elements: &[&str]) {
    writer.begin_attribute(name);
    let mut tuple = writer.begin_tuple();
    for element in elements {
        writer.begin_element(&mut tuple);
        writer.string(element, ExpressionPosition::Element);
        writer.end_element(&mut tuple);
    }
    writer.end_tuple(&tuple);
    writer.end_assignment();
}

/// Writes an attribute whose value is an object of strings.
fn object(writer: &mut Writer, name: &str, items: &[(&str, &str)]) {
    writer.begin_attribute(name);
    let mut object = writer.begin_object();
    for (key, value) in items {
        writer.begin_object_item(&mut object, key);
        writer.string(value, ExpressionPosition::Assignment);
        writer.end_assignment();
    }
    writer.end_object(&object);
    writer.end_assignment();
}

#[test]
fn consecutive_lines_are_aligned() {
    writes("a   = \"1\"\nbbb = \"2\"\n", |writer| {
        attribute(writer, "a", "1");
        attribute(writer, "bbb", "2");
    });
    let layout = Layout {
        is_aligned: false,
        ..Layout::default()
    };
    writes_as(layout, "a = \"1\"\nbbb = \"2\"\n", |writer| {
        attribute(writer, "a", "1");
        attribute(writer, "bbb", "2");
    });
}

#[test]
fn blocks_have_blank_lines_around_them() {
    writes(
        "a = \"\"\n\nb \"l\" {\n  c {}\n\n  d = \"\"\n}\n\ne = \"\"\n",
        |writer| {
            attribute(writer, "a", "");
            writer.begin_block("b");
            writer.label("l");
            writer.open_block();
            writer.begin_block("c");
            writer.open_block();
            writer.close_block();
            attribute(writer, "d", "");
            writer.close_block();
            attribute(writer, "e", "");
        },
    );
}

#[test]
fn labels_are_replaced_before_a_body() {
    writes(
        "b \"x\" \"y\" {\n  a   = \"\"\n  bcd = \"\"\n}\n",
        |writer| {
            writer.begin_block("b");
            let start = writer.header_end();
            writer.label("old");
            let end = writer.header_end();
            writer.open_block();
            attribute(writer, "a", "");
            attribute(writer, "bcd", "");
            writer.replace_labels(start..end, &["x", "y"]);
            writer.close_block();
        },
    );
}

#[test]
fn tuples_are_broken_where_the_line_ends() {
    let (long, longer) = ("x".repeat(68), "x".repeat(69));
    let fits = format!("a   = [\"{long}\", \"\"]\nbbb = \"\"\n");
    writes(&fits, |writer| {
        tuple(writer, "a", &[&long, ""]);
        attribute(writer, "bbb", "");
    });
    let broken = format!("a = [\n  \"{longer}\",\n  \"\",\n]\nbbb = \"\"\n");
    writes(&broken, |writer| {
        tuple(writer, "a", &[&longer, ""]);
        attribute(writer, "bbb", "");
    });
    writes("a = []\n", |writer| tuple(writer, "a", &[]));
}

#[test]
fn objects_have_lines_of_their_own() {
    writes(
        "first = \"\"\na = {\n  \"for\" = \"\"\n  \"b c\" = \"\"\n}\n",
        |writer| {
            attribute(writer, "first", "");
            object(writer, "a", &[("for", ""), ("b c", "")]);
        },
    );
    writes("a = {}\n", |writer| object(writer, "a", &[]));
}

#[test]
fn heredocs_are_aligned_with_other_lines() {
    writes("a   = <<-EOT\n  x\n  y\nEOT\nbbb = \"\"\n", |writer| {
        attribute(writer, "a", "x\ny\n");
        attribute(writer, "bbb", "");
    });
}

#[test]
fn items_as_they_are_given() {
    writes("a = \"\"\nb  =  1\n\nc {\n}\n\nd = \"\"\n", |writer| {
        attribute(writer, "a", "");
        writer.verbatim_items(
            "b  =  1\n",
            BodyItemKind::Attribute,
            BodyItemKind::Attribute,
        );
        writer.verbatim_items("c {\n}\n", BodyItemKind::Block, BodyItemKind::Block);
        attribute(writer, "d", "");
    });
}
