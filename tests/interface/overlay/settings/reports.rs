//! What is said of settings that are wrong.

use expect_test::{Expect, expect};
use hcl::Overlay;

use super::super::layer;
use super::Config;

#[track_caller]
fn refused(native: &str, settings: &[&str], expected: Expect) {
    let body = layer("app.hcl", native);
    let body = Overlay::of::<Config>().overlay_settings(body, "--set", settings);
    let error = match body {
        Ok(body) => hcl::from_body::<Config>(&body).expect_err("it is wrong"),
        Err(error) => error,
    };
    expected.assert_eq(&format!("{error:#}"));
}

#[test]
fn values_that_are_wrong_are_shown_as_they_are_set() {
    refused(
        "",
        &["upstream.shop.weight=heavy"],
        expect![[r#"
        error: Variables not allowed
         --> --set upstream.shop.weight:1:22
          |
        1 | upstream.shop.weight=heavy
          |                      ^^^^^
          |
          = note: The variable "heavy" is not defined: there are no variables here. If a string is meant, write it in quotes: "heavy".
          = path: upstream["shop"].weight"#]],
    );
    refused(
        "",
        &["workers=-1", "level=loud", "upstream.a.weight=[1,"],
        expect![[r#"
            error: Missing expression
             --> --set upstream.a.weight:1:22
              |
            1 | upstream.a.weight=[1,
              |                   -  ^
              |
              = note: An expression is expected here, but found the end of the text. The list that is opened on line 1 of the text is not closed: add its closing bracket ("]")."#]],
    );
    refused(
        "workers = 1\n",
        &["workers=1 +"],
        expect![[r#"
        error: Missing expression
         --> --set workers:1:12
          |
        1 | workers=1 +
          |            ^
          |
          = note: An expression is expected here, but found the end of the text."#]],
    );
    refused(
        "",
        &["workers=", "log={ level = x }"],
        expect![[r#"
        error: Invalid setting
         --> --set workers:1:1
          |
        1 | workers=
          | ^^^^^^^
          |
          = note: A value is missing: only a string may be empty."#]],
    );
    refused(
        "log {\n  size = 1\n}\n",
        &["log.size=\"x\""],
        expect![[r#"
        error: Unsuitable value type
         --> --set log.size:1:10
          |
        1 | log.size="x"
          |          ^^^
          |
          = note: Expected a whole number from 0 to 4294967295, but found the string "x".
          = path: log.size"#]],
    );
}

#[test]
fn paths_that_are_wrong() {
    refused(
        "",
        &[
            "workers",
            "=1",
            "a..b=1",
            "upstream[\"a=1",
            "workers = 1",
            "upstream[\"a\"] =null",
            "workers.x=1",
        ],
        expect![[r#"
            error: Invalid setting
             --> --set workers:1:8
              |
            1 | workers
              |        ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set =1:1:1
              |
            1 | =1
              | ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set a..b=1:1:3
              |
            1 | a..b=1
              |   ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set upstream["a=1:1:9
              |
            1 | upstream["a=1
              |         ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set workers = 1:1:8
              |
            1 | workers = 1
              |        ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set upstream["a"] =null:1:14
              |
            1 | upstream["a"] =null
              |              ^
              |
              = note: A setting is written `path=value`, without spaces around the equals sign. The path consists of names and labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in `upstream["a.b"].port=80`.

            error: Invalid setting
             --> --set workers.x:1:9
              |
            1 | workers.x=1
              |         ^
              |
              = note: "workers" is a single value; nothing inside it can be set by path."#]],
    );
}

#[test]
fn names_that_are_not_known() {
    refused(
        "",
        &[
            "wokers=1",
            "log.lvl=debug",
            "log.file.paht=1",
            "store.dsk.path=a",
            "upstream.a={ wieght = 1 }",
            "upstream[a].wieght=1",
        ],
        expect![[r#"
            error: Unknown setting
             --> --set wokers:1:1
              |
            1 | wokers=1
              | ^^^^^^
              |
              = note: There is no setting "wokers". Did you mean "workers"?

            error: Unknown setting
             --> --set log.lvl:1:5
              |
            1 | log.lvl=debug
              |     ^^^
              |
              = note: There is no setting "lvl" in "log". Expected one of "file", "level", "size".

            error: Unknown setting
             --> --set log.file.paht:1:10
              |
            1 | log.file.paht=1
              |          ^^^^
              |
              = note: There is no setting "paht" in "log.file". Did you mean "path"?

            error: Unknown setting
             --> --set store.dsk.path:1:7
              |
            1 | store.dsk.path=a
              |       ^^^
              |
              = note: There is no setting "dsk" in "store". Did you mean "disk"?

            error: Unknown setting
             --> --set upstream.a:1:14
              |
            1 | upstream.a={ wieght = 1 }
              |              ^^^^^^
              |
              = note: There is no setting "wieght" in "upstream.a". Did you mean "weight"?

            error: Unknown setting
             --> --set upstream[a].wieght:1:13
              |
            1 | upstream[a].wieght=1
              |             ^^^^^^
              |
              = note: There is no setting "wieght" in "upstream[a]". Did you mean "weight"?"#]],
    );
}

#[test]
fn not_more_known_names_than_a_reader_wants() {
    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the names matter")]
    #[rustfmt::skip]
    struct Wide {
        f1: u8, f2: u8, f3: u8, f4: u8, f5: u8, f6: u8, f7: u8,
        f8: u8, f9: u8, g1: u8, g2: u8, g3: u8, g4: u8, g5: u8,
    }

    let body = layer("app.hcl", "");
    let error = Overlay::of::<Wide>()
        .overlay_settings(body, "--set", ["other=1"])
        .expect_err("there is no such name");
    expect![[r#"Unknown setting: There is no setting "other". Expected one of "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "g1", "g2", "g3" and 2 more."#]]
        .assert_eq(&error.message());
}

#[test]
fn paths_that_end_or_go_on_where_they_cannot() {
    refused(
        "",
        &[
            "upstream.shop=1",
            "upstream.shop.server.port=1",
            "listener.0.port=1",
            "route.a=b",
            "env[\"a b\"]=1",
        ],
        expect![[r#"
            error: Invalid setting
             --> --set upstream.shop:1:1
              |
            1 | upstream.shop=1
              | ^^^^^^^^^^^^^
              |
              = note: "upstream.shop" is a block. Set something in it by name, as in upstream.shop.name=…, or the whole block in braces: upstream.shop={ name = … }.

            error: Invalid setting
             --> --set upstream.shop.server.port:1:22
              |
            1 | upstream.shop.server.port=1
              |                      ^^^^
              |
              = note: "upstream.shop.server" is a list, so a path cannot say which element is meant. Set the whole list: upstream.shop.server=[{ … }].

            error: Invalid setting
             --> --set listener.0.port:1:10
              |
            1 | listener.0.port=1
              |          ^
              |
              = note: "listener" is a list, so a path cannot say which element is meant. Set the whole list: listener=[{ … }].

            error: Invalid setting
             --> --set route.a:1:1
              |
            1 | route.a=b
              | ^^^^^^^
              |
              = note: The "route.a" blocks have one more label. Write it after the path: route.a.label.name=….

            error: Invalid setting
             --> --set env["a b"]:1:5
              |
            1 | env["a b"]=1
              |     ^^^^^
              |
              = note: "a b" is not an identifier. Set the whole map to set such a key."#]],
    );
    refused(
        "log = x\n",
        &["log.size=1"],
        expect![[r#"
            error: Invalid setting
             --> --set log.size:1:1
              |
            1 | log.size=1
              | ^^^^^^^^^^
              |
              = note: "log" is set as a whole at app.hcl:1:1, and not by an object of names and values, so its parts cannot be set separately. Set all of it: log={ … }."#]],
    );
}
