//! Edits of one object, tuple or body, and look-ups of many names.

use std::fmt::Write;
use std::hint::black_box;

use hcl::convert::unify_values;
use hcl::function::stdlib;
use hcl::{Body, BodySchema, EvalContext, Path, Spec, Type, Validation, Value};

use super::Run;

fn parsed(text: &str) -> Body {
    hcl::parse(text).expect("the text is a body")
}

/// Changes, adds and removes items of one object, with this separator between the items.
pub(super) fn edited_object(separator: &str, size: usize) -> Run {
    let items = (0..size).map(|index| format!("key_{index} = {index}"));
    let items: Vec<String> = items.collect();
    let (first, last) = if separator == "," {
        ("", "")
    } else {
        ("\n", "\n")
    };
    let body = parsed(&format!("o = {{{first}{}{last}}}\n", items.join(separator)));
    Box::new(move || {
        let mut edit = body.edit();
        for index in (0..size - 1).step_by(2) {
            edit.set_path(&body, ["o", format!("key_{index}").as_str()], "new");
            edit.set_path(&body, ["o", format!("new_{index}").as_str()], index);
            edit.remove_path(&body, ["o", format!("key_{}", index + 1).as_str()]);
        }
        let changed = edit.finish().expect("it can be changed");
        assert!(black_box(changed).source().text().len() > size);
    })
}

/// Adds an element to each of many tuples and an attribute to each of many blocks.
pub(super) fn appended(_item: &str, size: usize) -> Run {
    let items = (0..size).map(|index| format!("list_{index} = []\nblock \"{index}\" {{\n}}\n"));
    let body = parsed(&items.collect::<String>());
    Box::new(move || {
        let mut edit = body.edit();
        for index in 0..size {
            edit.append_path(&body, [format!("list_{index}").as_str()], index);
            edit.append_path_expression(&body, ["block", index.to_string().as_str()], "a = 1");
        }
        let changed = edit.finish().expect("it can be changed");
        assert_eq!(black_box(changed).items().len(), 2 * size);
    })
}

/// Sets attributes of new blocks, or items of new objects.
pub(super) fn with_parents(kind: &str, size: usize) -> Run {
    let root = if kind == "item" { "o = {}\n" } else { "" };
    let body = parsed(root);
    Box::new(move || {
        let mut edit = body.edit();
        for index in 0..size {
            let name = format!("n{index}");
            for last in ["a", "b"] {
                if root.is_empty() {
                    edit.set_path_with_parents(&body, [name.as_str(), last], index);
                } else {
                    edit.set_path_with_parents(&body, ["o", name.as_str(), last], index);
                }
            }
        }
        let changed = edit.finish().expect("it can be changed");
        assert!(black_box(changed).source().text().len() > size);
    })
}

/// Changes, adds and removes elements of one tuple, and items of the objects in it.
pub(super) fn edited_tuple(separator: &str, size: usize) -> Run {
    let elements = (0..size).map(|index| format!("{{ a = {index} }}"));
    let elements: Vec<String> = elements.collect();
    let (first, last) = if separator == "," {
        ("", "")
    } else {
        ("\n", "\n")
    };
    let body = parsed(&format!(
        "t = [{first}{}{last}]\n",
        elements.join(separator)
    ));
    Box::new(move || {
        let mut edit = body.edit();
        for index in (0..size - 3).step_by(4) {
            let element = |index: usize| Path::name("t").with(index);
            edit.set_path(&body, element(index).with("a"), "new");
            edit.insert_path(&body, element(index + 1), 0);
            edit.remove_path(&body, element(index + 2));
        }
        let changed = edit.finish().expect("it can be changed");
        assert!(black_box(changed).source().text().len() > size);
    })
}

/// A body with `size` attributes and blocks in total.
fn items(size: usize) -> Body {
    let mut text = String::new();
    for index in 0..size / 2 {
        writeln!(text, "# comment\na{index} = 1\n\nb \"x\" {{\n}}\n")
            .expect("a String takes every write");
    }
    parsed(&text)
}

/// Moves items to the beginning, to the end and next to each other, and one of them repeatedly.
pub(super) fn moved(_item: &str, size: usize) -> Run {
    let body = items(size);
    Box::new(move || {
        let items: Vec<_> = body.items().collect();
        let mut edit = body.edit();
        for (index, item) in items.iter().enumerate() {
            match index % 4 {
                0 => edit.before(&items[1]).move_item(item),
                1 => edit.at_end(&body).move_item(item),
                2 => edit.after(&items[size - 1 - index]).move_item(item),
                _ => edit.before(&items[index - 1]).move_item(item),
            }
            edit.at_end(&body).move_item(&items[3]);
        }
        let changed = edit.finish().expect("it can be changed");
        assert_eq!(black_box(changed).items().len(), items.len());
    })
}

/// Copies all blocks of a source to another one.
pub(super) fn copied(_item: &str, size: usize) -> Run {
    let (from, to) = (items(size), items(size));
    Box::new(move || {
        let mut edit = to.edit();
        for (item, place) in from.blocks().zip(to.blocks()) {
            edit.before(&place).copy_item(&item);
        }
        let changed = edit.finish().expect("it can be changed");
        assert_eq!(black_box(changed).blocks().count(), size / 2 * 2);
    })
}

/// Looks up items of one object and elements of one tuple by their paths.
pub(super) fn paths(syntax: &str, size: usize) -> Run {
    let body = if syntax == "json" {
        let items = (0..size).map(|index| format!("\"k{index}\": {{\"a\": {index}}}"));
        let items = items.collect::<Vec<_>>().join(",");
        let elements = (0..size).map(|index| format!("{{\"a\": {index}}}"));
        let elements = elements.collect::<Vec<_>>().join(",");
        hcl::json::parse(&format!("{{\"o\": {{{items}}}, \"t\": [{elements}]}}"))
            .expect("the text is JSON")
    } else {
        let items = (0..size).map(|index| format!("k{index} = {{ a = {index} }}\n"));
        let elements = (0..size).map(|index| format!("{{ a = {index} }},\n"));
        let (items, elements) = (items.collect::<String>(), elements.collect::<String>());
        parsed(&format!("o = {{\n{items}}}\nt = [\n{elements}]\n"))
    };
    Box::new(move || {
        let validation = Validation::new(&body);
        let mut found = 0;
        for index in 0..size {
            let key = format!("k{index}");
            found += usize::from(validation.is_set(["o", key.as_str(), "a"]));
            let element = Path::name("t").with(index);
            found += usize::from(validation.is_set(element.clone().with("a")));
            found += usize::from(validation.is_set(element.with("b")));
        }
        assert_eq!(black_box(found), 2 * size);
    })
}

/// Looks up all attributes by name.
pub(super) fn named_attributes(name: &str, size: usize) -> Run {
    let text = (0..size).map(|index| format!("{name}_{index} = {index}\n"));
    let body = parsed(&text.collect::<String>());
    let names: Vec<String> = (0..size).map(|index| format!("{name}_{index}")).collect();
    Box::new(move || {
        let found = names.iter().filter(|name| body.attribute(name).is_some());
        assert_eq!(found.count(), size);
    })
}

/// Looks up the blocks of each type.
pub(super) fn named_blocks(name: &str, size: usize) -> Run {
    let text = (0..size).map(|index| format!("{name}_{index} {{}}\n"));
    let body = parsed(&text.collect::<String>());
    let names: Vec<String> = (0..size).map(|index| format!("{name}_{index}")).collect();
    Box::new(move || {
        let found = names.iter().map(|name| body.blocks_of_type(name).count());
        assert_eq!(found.sum::<usize>(), size);
    })
}

/// Requests many variables from a resolver.
pub(super) fn resolved(name: &str, size: usize) -> Run {
    let names = (0..size).map(|index| format!("{name}_{index},"));
    let text = format!("[{}]", names.collect::<String>());
    let expression = hcl::parse_expression(&text).expect("the text is an expression");
    Box::new(move || {
        let ctx = EvalContext::new().with_resolver(|name, _| Ok(Some(Value::from(name))));
        let value = black_box(&expression).evaluate(&ctx);
        drop(black_box(value.expect("the expression has a value")));
    })
}

/// Reports `size` unexpected names, with as many expected names.
pub(super) fn unknown_names(name: &str, size: usize) -> Run {
    let text = (0..size).map(|index| format!("{name}_{index} = {index}\n"));
    let body = parsed(&text.collect::<String>());
    let names = (0..size).map(|index| format!("known_{index}"));
    let schema = names.fold(BodySchema::new(), BodySchema::with_attribute);
    Box::new(move || {
        let diagnostics = black_box(&body).content(&schema).diagnostics;
        assert!(diagnostics.len() <= 20 && diagnostics.len() <= size);
        let length = diagnostics.iter().map(|it| it.detail().len());
        black_box(length.sum::<usize>());
    })
}

/// Decodes `size` blocks, each of its own type.
pub(super) fn block_types(name: &str, size: usize) -> Run {
    let text = (0..size).map(|index| format!("{name}_{index} {{\n  a = 1\n}}\n"));
    let body = parsed(&text.collect::<String>());
    let specs = (0..size).map(|index| {
        let block_type = format!("{name}_{index}");
        let spec = Spec::block_list(&block_type, .., Spec::attr("a", Type::NUMBER));
        (block_type, spec)
    });
    let spec = Spec::object(specs);
    Box::new(move || {
        let value = spec.decode(black_box(&body), &EvalContext::new());
        drop(black_box(value.into_result().expect("it can be decoded")));
    })
}

/// Reads `size` blocks that do not define a function.
pub(super) fn definitions(block_type: &str, size: usize) -> Run {
    let text = format!("{block_type} \"f\" {{\n  x = 1\n}}\n").repeat(size);
    let body = parsed(&text);
    let block_type = block_type.to_owned();
    Box::new(move || {
        let error = hcl::user_functions(black_box(&body), &block_type, &EvalContext::new());
        assert!(error.expect_err("all blocks are wrong").diagnostics().len() <= 20);
    })
}

/// Calls a function that calls another one twice, and so on for `size` levels. The last level fails.
pub(super) fn failing_calls(block_type: &str, size: usize) -> Run {
    let mut text = format!("{block_type} \"f0\" {{\n  params = [x]\n  result = x.nothing\n}}\n");
    for level in 1..=size {
        let call = format!("f{}(x)", level - 1);
        writeln!(
            text,
            "{block_type} \"f{level}\" {{\n  params = [x]\n  result = [{call}, {call}]\n}}"
        )
        .expect("a String takes every write");
    }
    let outer = EvalContext::new().with_functions(stdlib::functions());
    let (functions, _) =
        hcl::user_functions(&parsed(&text), block_type, &outer).expect("they are right");
    let ctx = outer.with_functions(functions);
    let call = hcl::parse_expression(&format!("f{size}(1)")).expect("it is an expression");
    Box::new(move || {
        black_box(call.evaluate(&ctx).expect_err("the last one fails"));
    })
}

/// Calls a function with another large argument for each of `size` numbers. The calls are within one of another
/// function, so that their results are kept.
pub(super) fn large_arguments(block_type: &str, size: usize) -> Run {
    let text = format!(
        "{block_type} \"first\" {{\n  params = [list]\n  result = list[0]\n}}\n\
         {block_type} \"all\" {{\n  params = [large, numbers]\n  \
         result = [for x in numbers : first([x, large])]\n}}\n"
    );
    let outer = EvalContext::new()
        .with_variable("large", vec![1; 40])
        .with_variable("numbers", (0..size).collect::<Vec<_>>());
    let (functions, _) =
        hcl::user_functions(&parsed(&text), block_type, &outer).expect("they are right");
    let ctx = outer.with_functions(functions);
    let call = hcl::parse_expression("all(large, numbers)").expect("it is an expression");
    Box::new(move || {
        black_box(call.evaluate(&ctx).expect("each list has an element"));
    })
}

/// Unifies `size` tuples, each of another type, which convert to each other, with a string, to which they do not.
pub(super) fn types_of_two_kinds(_item: &str, size: usize) -> Run {
    const LENGTH: usize = 17;
    let tuple = |number: usize| {
        let elements = (0..LENGTH).map(|bit| match number >> bit & 1 {
            0 => Value::from(""),
            _ => Value::from(true),
        });
        Value::tuple(elements).expect("it is not deep")
    };
    let mut values: Vec<Value> = (0..size).map(tuple).collect();
    values.push("".into());
    Box::new(move || {
        unify_values(black_box(&values)).expect_err("there is no common type");
    })
}
