//! Items, items of objects and elements of tuples, changed by path.

use std::collections::BTreeMap;

use hcl::{Body, Edit, Path, PathStep, Value};

use super::change::changed;
use super::random::Random;

#[track_caller]
fn check(text: &str, change: impl FnOnce(&Body, &mut Edit), expected: &str) {
    assert_eq!(changed(text, change), expected);
}

/// After the end marker of a heredoc, only a newline separates the items of an object.
#[test]
fn items_after_heredocs() {
    let remove = |text: &str, expected: &str| {
        check(text, |body, edit| edit.remove_path(body, "a.x"), expected);
    };
    remove(
        "a = {\n  b = <<EOT\n1\nEOT\n  x = 2,\n}\n",
        "a = {\n  b = <<EOT\n1\nEOT\n}\n",
    );
    remove(
        "a = { b = <<EOT\n1\nEOT\n x = 2 }\n",
        "a = { b = <<EOT\n1\nEOT\n}\n",
    );
    remove(
        "a = { b = <<EOT\n1\nEOT\n x = 2, c = 3 }\n",
        "a = { b = <<EOT\n1\nEOT\n c = 3 }\n",
    );
    let set = |text: &str, expected: &str| {
        check(text, |body, edit| edit.set_path(body, "a.x", 1), expected);
    };
    set(
        "a = { b = <<EOT\n1\nEOT\n}\n",
        "a = { b = <<EOT\n1\nEOT\n  x = 1\n}\n",
    );
    set(
        "a = {\r\n  b = <<EOT\r\n1\r\nEOT\r\n}\r\n",
        "a = {\r\n  b = <<EOT\r\n1\r\nEOT\r\n  x = 1\r\n}\r\n",
    );
}

#[test]
fn layout_follows_the_existing_elements() {
    let append = |text: &str, expected: &str| {
        check(
            text,
            |body, edit| {
                edit.insert_path(body, Path::name("a").with(text.matches('1').count()), "x");
            },
            expected,
        );
    };
    append("a = []\n", "a = [\"x\"]\n");
    append("a = [ ]\n", "a = [\"x\"]\n");
    append("a = [1]\n", "a = [1, \"x\"]\n");
    append("a = [ 1 ]\n", "a = [ 1, \"x\" ]\n");
    append("a = [1,]\n", "a = [1, \"x\",]\n");
    append("a = [\n]\n", "a = [\n  \"x\"\n]\n");
    append("a = [\n  1\n]\n", "a = [\n  1,\n  \"x\"\n]\n");
    append("a = [\n  1, # one\n]\n", "a = [\n  1, # one\n  \"x\",\n]\n");
    append("a = [\n  1 # one\n]\n", "a = [\n  1, # one\n  \"x\"\n]\n");
    append("a = [1, # one\n]\n", "a = [1, # one\n  \"x\",\n]\n");
    append(
        "a = [\n    1,\n  # last\n]\n",
        "a = [\n    1,\n    \"x\",\n  # last\n]\n",
    );
    append(
        "a = [<<EOT\n1\nEOT\n]\n",
        "a = [<<EOT\n1\nEOT\n  , \"x\"\n]\n",
    );
    append("a = [ /* none */ ]\n", "a = [\"x\" /* none */ ]\n");
    append("a = [# none\n]\n", "a = [\n  \"x\" # none\n]\n");

    let set = |text: &str, expected: &str| {
        check(text, |body, edit| edit.set_path(body, "a.x", 1), expected);
    };
    set("a = {}\n", "a = { x = 1 }\n");
    set("a = {\n}\n", "a = {\n  x = 1\n}\n");
    set("a = { b = 2 }\n", "a = { b = 2, x = 1 }\n");
    set("a = {\n  bcd = 2\n}\n", "a = {\n  bcd = 2\n  x   = 1\n}\n");
    set(
        "c=0\na = {\n  bcd  = 2\n}\n",
        "c=0\na = {\n  bcd  = 2\n  x    = 1\n}\n",
    );
    set("a = {\n  b = 2,\n}\n", "a = {\n  b = 2,\n  x = 1,\n}\n");
    set(
        "a = {\n  b = 2, c = 3 # d\n}\n",
        "a = {\n  b = 2, c = 3 # d\n  x = 1\n}\n",
    );
    set("a = ({ x = 2 })\n", "a = ({ x = 1 })\n");
    set("a = { \"x\" : 2 }\n", "a = { \"x\" : 1 }\n");
    set("a {\n  b = 1\n}\n", "a {\n  b = 1\n  x = 1\n}\n");
    set("a { b = 1 }\n", "a {\n  b = 1\n  x = 1\n}\n");
}

#[test]
fn elements_are_removed_with_their_comments() {
    let remove = |text: &str, path: &str, expected: &str| {
        check(text, |body, edit| edit.remove_path(body, path), expected);
    };
    remove("a = [1]\n", "a[0]", "a = []\n");
    remove("a = [1, 2]\n", "a[0]", "a = [2]\n");
    remove("a = [1, 2]\n", "a[1]", "a = [1]\n");
    remove("a = [1, 2,]\n", "a[1]", "a = [1,]\n");
    remove("a = [1, # one\n  2]\n", "a[1]", "a = [1 # one\n]\n");
    remove(
        "a = [\n  1,\n  # two\n  2, # 2\n  3\n]\n",
        "a[1]",
        "a = [\n  1,\n  3\n]\n",
    );
    remove("a = { b = 1, c = 2 }\n", "a.b", "a = { c = 2 }\n");
    remove("a = { b = 1, c = 2 }\n", "a.c", "a = { b = 1 }\n");
    remove(
        "a = {\n  b = 1\n  c = 2\n}\n",
        "a[\"c\"]",
        "a = {\n  b = 1\n}\n",
    );
    remove("a = {\n  b = 1\n}\n", "a.b", "a = {}\n");
    remove("a = 1\nb = 2\n", "a", "b = 2\n");
    remove(
        "a {}\n\nb \"x\" {}\n\nb \"y\" {}\n",
        "b[1]",
        "a {}\n\nb \"x\" {}\n",
    );
}

#[test]
fn several_changes_of_one_object_come_together() {
    check(
        "a = {\n  list = [1, 2, 3]\n  gone = 1\n  kept = { x = [{ y = 1 }] } # c\n}\n",
        |body, edit| {
            edit.remove_path(body, "a.gone");
            edit.set_path(body, "a.new", ["text"]);
            edit.set_path(body, "a.new", "last one wins");
            edit.remove_path(body, "a.list[0]");
            edit.set_path_expression(body, "a.list[2]", "x +\ny");
            edit.insert_path(body, "a.list[1]", "before 2");
            edit.set_path(body, "a.kept.x[0].y", BTreeMap::from([("z", 1)]));
            edit.set_path(body, "a.kept.x[0].\u{e9}", "\n");
        },
        "a = {\n  list = [\"before 2\", 2, (\n    x +\n    y\n  )]\n  kept = { x = [{ y = {\n    z = 1\n  }, \u{e9} = \"\\n\" }] } # c\n  new = \"last one wins\"\n}\n",
    );
}

/// Keys are compared after their evaluation. If a key is repeated, its last item is the one that a path names.
#[test]
fn keys_are_compared_as_values() {
    for (text, path, expected) in [
        (
            "a = { e\u{301} = 1 }\n",
            "a[\"é\"]",
            "a = { e\u{301} = 2 }\n",
        ),
        ("a = { é = 1 }\n", "a.e\u{301}", "a = { é = 2 }\n"),
        (
            "a = { \"e\u{301}\" = 1 }\n",
            "a.é",
            "a = { \"e\u{301}\" = 2 }\n",
        ),
        (
            "a = { \"\\u0062\" = 1 }\n",
            "a.b",
            "a = { \"\\u0062\" = 2 }\n",
        ),
        ("a = { 1.0 = 1 }\n", "a[\"1\"]", "a = { 1.0 = 2 }\n"),
        ("a = { b = 1, b = 3 }\n", "a.b", "a = { b = 1, b = 2 }\n"),
        ("a = {}\n", "a.e\u{301}", "a = { é = 2 }\n"),
        (
            "a = { (\"b\") = 1, ((1)) = 3 }\n",
            "a.b",
            "a = { (\"b\") = 2, ((1)) = 3 }\n",
        ),
        ("a = { ((1)) = 1 }\n", "a[\"1\"]", "a = { ((1)) = 2 }\n"),
        ("a = { -1 = 1 }\n", "a[\"-1\"]", "a = { -1 = 2 }\n"),
        (
            "a = { (-(1.50)) = 1, -b = 3 }\n",
            "a[\"-1.5\"]",
            "a = { (-(1.50)) = 2, -b = 3 }\n",
        ),
        // The value of a variable is not known.
        ("a = { (b) = 1 }\n", "a.b", "a = { (b) = 1, b = 2 }\n"),
        (
            "a = { (null) = 1 }\n",
            "a.null",
            "a = { (null) = 1, null = 2 }\n",
        ),
    ] {
        check(text, |body, edit| edit.set_path(body, path, 2), expected);
    }
    for text in [
        "a = { e\u{301} = 1 }\n",
        "a = { é = 1, e\u{301} = 2 }\n",
        "a = { \"é\" = 1, e\u{301} = 2, é = 3 }\n",
    ] {
        check(text, |body, edit| edit.remove_path(body, "a.é"), "a = {}\n");
    }
    check(
        "a = { b = 1, c = 2, b = 3 }\n",
        |body, edit| {
            edit.remove_path(body, "a.b");
            edit.set_path(body, "a.b", 4);
        },
        "a = { c = 2, b = 4 }\n",
    );
}

/// A value set with its parents does not hide an object whose key is a string in parentheses.
#[test]
fn parents_with_keys_in_parentheses() {
    check(
        "a = { (\"b\") = { c = 1 } }\n",
        |body, edit| edit.set_path_with_parents(body, "a.b.d.e", 2),
        "a = { (\"b\") = { c = 1, d = { e = 2 } } }\n",
    );
}

#[test]
fn paths_that_name_nothing_are_errors() {
    let text = "a = { list = [1], other = f(x) }\nb \"x\" {}\nb \"y\" {}\n";
    let body = hcl::parse(text).expect("it parses");
    let errors = [
        ("a.lisst[0]", "Did you mean \"list\"?"),
        ("a.list[1]", "out of range: the list has 1 element."),
        ("a.list.x", "elements are named by their index"),
        ("a[0]", "items are named by their key"),
        ("a.other.x", "neither an object nor a list"),
        ("b.c", "There are 2 such blocks"),
        ("b.y", "The path names a block"),
        (
            "b[\"z\"].c",
            "There is no \"b\" block with the label \"z\".",
        ),
        ("b.c", "none of them with the label \"c\""),
        ("b[7].c", "There is no such block."),
        ("b[\"x\"]", "The path names a block"),
        ("bb.c", "no attribute or block named \"bb\""),
        ("[0]", "A path begins with"),
        ("a b", "\"a b\" is not a path"),
        ("b[x].c", "Did you mean `b[\"x\"].c`?"),
        (
            "b[\"x\"].two words",
            "Did you mean `b[\"x\"][\"two words\"]`?",
        ),
        ("b[\"${x}\"].c", "Did you mean `b[\"$${x}\"].c`?"),
        ("b['x'].c[-1]", "Did you mean `b[\"x\"].c[\"-1\"]`?"),
        ("b..c", "as in `name.name[0][\"key\"]`."),
        ("b[].c", "as in `name.name[0][\"key\"]`."),
    ];
    for (path, detail) in errors {
        let mut edit = body.edit();
        edit.set_path(&body, path, 1);
        let error = edit.finish().expect_err(path).to_string();
        assert!(error.contains(detail), "{path}: {error}");
    }
    let mut edit = body.edit();
    edit.set_path(&body, "a.list[0]", [f64::NAN]);
    let error = edit.finish().expect_err("it is not a number");
    assert_eq!(error.path(), "a.list[0][0]");
}

/// A step of a path may be the name of a label, which can have any characters. This is an error if the name could also
/// be the name of an item.
#[test]
fn labels_are_named_by_steps() {
    let text = "m \"${x}.y\" \"eu\" {\n  v = 1\n}\nm \"v\" \"eu\" {\n  v = 1\n}\n";
    let label = String::from("${x}.y");
    let expected = "m \"$${x}.y\" \"eu\" {\n  v = 2\n}\nm \"v\" \"eu\" {\n  v = 1\n}\n";
    let text = text.replace("${", "$${");
    let key = || PathStep::Key(label.as_str().into());
    let parsed = |text: String| -> Path { text.parse().expect("it is a path") };
    let paths = [
        Path::from(["m", &label, "eu", "v"]),
        Path::name("m").with(key()).with("eu").with("v"),
        Path::name("m").with(key()).with("v"),
        Path::name("m").with(0).with("v"),
        parsed(Path::name("m").with(key()).with("eu").with("v").to_string()),
        parsed(Path::from(["m", &label, "eu", "v"]).to_string()),
    ];
    for path in paths {
        check(&text, |body, edit| edit.set_path(body, &path, 2), expected);
        let body = hcl::parse(&text).expect("it parses");
        assert_eq!(body.item(&path).expect("it is there").span().start(), 21);
    }
    // Here "v" is the label of the only block and also the name of an item in it.
    let text = "m \"v\" {\n  v = { v = 1 }\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let error = body.item(["m", "v"]).expect_err("it is ambiguous");
    let detail = "\"v\" is a label of the block and the name of an item in it.";
    assert!(error.to_string().contains(detail), "{error}");
    assert!(body.item("m[\"v\"]").expect("a block").as_block().is_some());
    assert!(
        body.item("m[0].v")
            .expect("an attribute")
            .as_attribute()
            .is_some()
    );
    for path in ["m[\"v\"].v.v", "m[0].v.v"] {
        check(
            text,
            |body, edit| edit.set_path(body, path, 2),
            "m \"v\" {\n  v = { v = 2 }\n}\n",
        );
    }
}

/// Edits, look-ups and an application's own checks interpret paths in the same way.
#[test]
fn paths_are_interpreted_in_one_way() {
    let text = "s \"web\" {\n  web = 1\n}\ns \"api\" \"eu\" {\n  p = { 1 = [2], true = 3 }\n}\nm {\n  a = 1\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let validation = hcl::Validation::new(&body);
    for (path, start) in [
        // After an index, a step is not a label.
        ("s[0][\"web\"]", text.find("web = 1")),
        ("s[0].web", text.find("web = 1")),
        ("s[1][\"api\"]", None),
        ("s[0][0]", None),
        ("s.web.web", text.find("web = 1")),
        ("s[\"api\"]", text.find("s \"api\"")),
        ("s.api[0].p", text.find("p = ")),
        ("s.api.eu.p", text.find("p = ")),
        ("s.api.us.p", None),
        // A key is a label as long as the block has more labels.
        ("s[\"api\"][\"p\"]", None),
        ("s[\"api\"][\"eu\"][\"p\"]", text.find("p = ")),
        ("m[\"a\"]", text.find("a = 1")),
        ("m.b", None),
    ] {
        let item = body.item(path).ok();
        let found = item.as_ref().map(|it| it.span().range().start);
        assert_eq!(found, start, "{path}");
        assert_eq!(validation.is_set(path), start.is_some(), "{path}");
        let mut edit = body.edit();
        edit.remove_path(&body, path);
        let changed = edit.finish_text().ok();
        let expected = item.map(|item| {
            let mut edit = body.edit();
            edit.remove(&item);
            edit.finish_text().expect("it is removed")
        });
        assert_eq!(changed, expected, "{path}");
    }
    let error = body.item("s[\"wbe\"]").expect_err("there is none");
    assert!(
        error
            .to_string()
            .contains("There is no \"s\" block with the label \"wbe\". Did you mean \"web\"?")
    );
    // The keys of an object are compared after their evaluation.
    assert!(validation.is_set("s.api.p[\"1\"][0]") && validation.is_set("s.api.p.true"));
}

/// Returns the text of a random value in a random layout.
fn value(random: &mut Random, depth: usize) -> String {
    let gap =
        |random: &mut Random| random.pick(&["", " ", "\n  ", "\n    ", " # c\n", " /* c */ "]);
    match random.below(if depth == 0 { 2 } else { 4 }) {
        0 => random.below(100).to_string(),
        1 => "\"text\"".to_owned(),
        2 => {
            let mut text = "[".to_owned();
            for _ in 0..random.below(4) {
                text += gap(random);
                text += &value(random, depth - 1);
                text += random.pick(&["", " /* c */", "\n"]);
                text += ",";
            }
            if text.ends_with(',') && random.below(2) == 0 {
                text.pop();
            }
            text += gap(random);
            text + "]"
        }
        _ => {
            let mut text = "{".to_owned();
            let count = random.below(4);
            for index in 0..count {
                text += gap(random);
                text += &["k", &index.to_string()].concat();
                text += random.pick(&[" = ", ": ", "="]);
                text += &value(random, depth - 1);
                let separator = random.pick(&[", ", "\n", " # c\n", ", # c\n"]);
                text += if index + 1 == count && random.below(2) == 0 {
                    ""
                } else {
                    separator
                };
            }
            text += random.pick(&["", " ", "\n"]);
            text + "}"
        }
    }
}

/// Returns a path to a random part of a value, the kind of the change, and the value after that change.
fn change(random: &mut Random, value: &Value, number: usize) -> (String, Change, Value) {
    let new = Value::from(number);
    if let Some(elements) = value.elements() {
        let elements: Vec<Value> = elements.map(|(_, it)| it.clone()).collect();
        let is_object = value.ty().to_string().starts_with("object");
        if is_object {
            return change_object(random, value, new, number);
        }
        let mut elements = elements;
        let way = random.below(4);
        if elements.is_empty() || way == 0 {
            let index = random.below(elements.len() + 1);
            elements.insert(index, new);
            return (
                format!("[{index}]"),
                Change::Insert,
                Value::tuple(elements).expect("a tuple"),
            );
        }
        let index = random.below(elements.len());
        if way == 1 {
            elements.remove(index);
            return (
                format!("[{index}]"),
                Change::Remove,
                Value::tuple(elements).expect("a tuple"),
            );
        }
        let (path, change, inner) = change(random, &elements[index], number);
        elements[index] = inner;
        return (
            format!("[{index}]{path}"),
            change,
            Value::tuple(elements).expect("a tuple"),
        );
    }
    (String::new(), Change::Set, new)
}

fn change_object(
    random: &mut Random,
    value: &Value,
    new: Value,
    number: usize,
) -> (String, Change, Value) {
    let items = value.elements().expect("an object");
    let mut items: BTreeMap<String, Value> = items
        .map(|(key, it)| (key.as_str().expect("a key").to_owned(), it.clone()))
        .collect();
    let object = |items: BTreeMap<String, Value>| Value::object(items).expect("an object");
    let way = random.below(4);
    if items.is_empty() || way == 0 {
        let key = format!("new{number}");
        items.insert(key.clone(), new);
        return (format!(".{key}"), Change::Set, object(items));
    }
    let key = items
        .keys()
        .nth(random.below(items.len()))
        .cloned()
        .expect("a key");
    if way == 1 {
        items.remove(&key);
        return (format!(".{key}"), Change::Remove, object(items));
    }
    let (path, change, inner) = change(random, &items[&key], number);
    items.insert(key.clone(), inner);
    (format!(".{key}{path}"), change, object(items))
}

enum Change {
    Set,
    Insert,
    Remove,
}

#[test]
fn random_changes_give_the_changed_value() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for round in 0..3_000 {
        let text = format!(
            "{}a = {}\n",
            random.pick(&["", "b=1\n"]),
            value(&mut random, 3)
        );
        let Ok(body) = hcl::parse(&text) else {
            continue;
        };
        let of = |body: &Body| {
            let attribute = body.attribute("a").expect("it is set");
            attribute
                .expression()
                .evaluate_literal()
                .expect("it is literal")
        };
        let (path, kind, expected) = change(&mut random, &of(&body), round);
        let path = format!("a{path}");
        let mut edit = body.edit();
        match kind {
            Change::Set => edit.set_path(&body, &path, round),
            Change::Insert => edit.insert_path(&body, &path, round),
            Change::Remove => edit.remove_path(&body, &path),
        }
        let changed = edit
            .finish()
            .unwrap_or_else(|error| panic!("{text}\n{path}\n{error}"));
        let new = changed.source().text();
        assert_eq!(of(&changed), expected, "{text}\n{path}\n{new}");
    }
}

/// Labels and keys are compared in normal form (NFC), as in decoded data. Names of attributes and blocks are not.
#[test]
fn labels_are_compared_in_normal_form() {
    let text = "b \"e\u{301}\" {\n  p = 1\n}\nc e\u{301} {\n  p = { e\u{301} = 1 }\n}\n";
    for label in ["é", "e\u{301}"] {
        let key = || PathStep::Key(label.into());
        let paths = [
            Path::from(["b", label, "p"]),
            Path::name("b").with(key()).with("p"),
        ];
        for path in paths {
            let expected = text.replace("p = 1", "p = 2");
            check(text, |body, edit| edit.set_path(body, &path, 2), &expected);
            let path = path.to_string();
            check(text, |body, edit| edit.set_path(body, &path, 2), &expected);
        }
        let expected = text.replace("= 1 }", "= 2 }");
        for path in [
            Path::from(["c", label, "p", label]),
            Path::name("c").with(0).with("p").with(key()),
        ] {
            check(text, |body, edit| edit.set_path(body, &path, 2), &expected);
        }
    }
    let body = hcl::parse("e\u{301} = 1\n").expect("it parses");
    assert!(body.item("e\u{301}").is_ok() && body.item("é").is_err());
}

/// The index that finds blocks by their labels grows linearly with the number of labels.
#[test]
fn a_block_may_have_many_labels() {
    let text = format!("b{} {{\n  p = 1\n}}\n", " \"x\"".repeat(30_000));
    let expected = text.replace("p = 1", "p = 2");
    check(
        &text,
        |body, edit| edit.set_path(body, "b.x.p", 2),
        &expected,
    );
}

#[test]
fn values_set_with_parents_replace_earlier_values() {
    let in_object = |paths: &[(&str, &str)], expected: &str| {
        check(
            "a = {}\n",
            |body, edit| {
                for (path, text) in paths {
                    edit.set_path_expression_with_parents(body, *path, text);
                }
            },
            expected,
        );
    };
    in_object(
        &[("a.b.c", "1"), ("a.b.c.d", "2"), ("a.b.e", "3")],
        "a = { b = { c = { d = 2 }, e = 3 } }\n",
    );
    in_object(
        &[("a.b.c.d", "1"), ("a.b.c", "2")],
        "a = { b = { c = 2 } }\n",
    );
    in_object(&[("a.b.c", "1"), ("a.b.c", "2")], "a = { b = { c = 2 } }\n");
    check(
        "",
        |body, edit| {
            edit.set_path_with_parents(body, "x[\"one\"].a", 1);
            edit.set_path_with_parents(body, "y.b", 2);
            edit.set_path_with_parents(body, "x[\"one\"].z.c", 3);
            edit.set_path_with_parents(body, "x[\"one\"].a", 4);
        },
        "x \"one\" {\n  a = 4\n\n  z {\n    c = 3\n  }\n}\n\ny {\n  b = 2\n}\n",
    );
}

/// A heredoc that is followed by a bracket used to extend over the rest of the file.
#[test]
fn heredocs_set_with_parents_are_in_parentheses() {
    check(
        "a = {}\nb = <<EOT\n1\nEOT\n",
        |body, edit| {
            edit.set_path_expression_with_parents(body, "a.x.y", "<<EOT\n2\nEOT\n");
            edit.set_path_expression_with_parents(body, "a.x.z", "3");
        },
        "a = { x = { y = (<<EOT\n2\nEOT\n), z = 3 } }\nb = <<EOT\n1\nEOT\n",
    );
}

#[test]
fn parents_nest_no_deeper_than_a_source() {
    for text in ["", "a = {}\n"] {
        let body = hcl::parse(text).unwrap();
        for depth in [200, 300, 100_000] {
            let path: Path = vec!["a"; depth].join(".").parse().unwrap();
            let mut edit = body.edit();
            edit.set_path_with_parents(&body, path, 1);
            assert_eq!(edit.finish().is_ok(), depth < 256, "{depth} in {text:?}");
        }
    }
}

/// The error of a look-up names the file, the label that was not found, and a similar label.
#[test]
fn look_ups_name_the_file_and_the_label() {
    let text = "service \"web\" {\n  port = 80\n}\nservice \"api\" {\n  port = 81\n}\n\
                store \"disk\" \"fast\" {\n  path = \"/\"\n}\n";
    let options = hcl::ParseOptions::new().with_filename("app.hcl");
    let body = options.parse(text).into_result().expect("it parses");
    for (path, message) in [
        (
            "service.wbe.port",
            "There is no \"service\" block with the label \"wbe\". Did you mean \"web\"?",
        ),
        (
            "service[\"nope\"].port",
            "There is no \"service\" block with the label \"nope\".",
        ),
        (
            "service.nope.port",
            "There are 2 such blocks, none of them with the label \"nope\".",
        ),
        ("service.port", "There are 2 such blocks. Say which one"),
        (
            "store.dsk.fast",
            "There is no \"store\" block with the label \"dsk\", and the only one has no item of this name. Did you \
             mean \"disk\"?",
        ),
        (
            "store.disk[\"fsat\"]",
            "There is no \"store\" block with the label \"fsat\". Did you mean \"fast\"?",
        ),
        ("store.disk.fast.pth", "Did you mean \"path\"?"),
        ("servic.web", "Did you mean \"service\"?"),
    ] {
        let error = body.item(path).expect_err("it names nothing").to_string();
        assert!(error.contains("app.hcl"), "{error}");
        assert!(error.contains(message), "{error}");
    }
}
