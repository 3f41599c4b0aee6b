//! Functions that read files below a root.

use std::fs;
use std::path::PathBuf;

use hcl::function::stdlib::{self, FunctionSet};
use hcl::{Category, Diagnostic, EvalContext, Value};

/// Creates a directory with files, and a file beside it that must not be read.
fn root(name: &str) -> PathBuf {
    let top = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&top);
    let root = top.join("root");
    fs::create_dir_all(root.join("conf.d/sites/deep")).unwrap();
    for (path, text) in [
        ("../secret", "secret"),
        ("motd", "hello\n"),
        ("empty", ""),
        ("conf.d/.hidden.conf", ""),
        ("conf.d/a.conf", "a"),
        ("conf.d/b.conf", "b"),
        ("conf.d/b.bak", "b"),
        ("conf.d/sites/c.conf", "c"),
        ("conf.d/sites/deep/d.conf", "d"),
        ("greeting.tftpl", "Hello ${upper(name)}!"),
        ("again.tftpl", "${templatefile(\"again.tftpl\", {})}"),
        ("string.tftpl", "${templatestring(\"$${a}\", { a = 1 })}"),
        ("wrong.tftpl", "one\n${name}${nobody}\n"),
        ("unfinished.tftpl", "one\n${name"),
        ("included.tftpl", "[${chomp(file(\"motd\"))}]"),
    ] {
        fs::write(root.join(path), text).unwrap();
    }
    fs::write(root.join("binary"), [b'a', 0xff, 0]).unwrap();
    root
}

fn context(root: &PathBuf) -> EvalContext {
    EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_functions(stdlib::files(root))
        .with_variable("outer", "not seen by templates")
        .with_variable("unknown", Value::unknown(&hcl::Type::STRING))
}

fn evaluate(text: &str, ctx: &EvalContext) -> Result<Value, hcl::Error> {
    hcl::parse_expression(text).unwrap().evaluate(ctx)
}

fn check(ctx: &EvalContext, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        match (evaluate(text, ctx), expected.strip_prefix("error:")) {
            (Ok(value), None) => assert_eq!(value.to_string(), *expected, "{text}"),
            (Err(error), Some(part)) => {
                assert!(error.to_string().contains(part), "{text}: {error}");
            }
            (result, _) => panic!("{text}: {result:?}"),
        }
    }
}

#[test]
fn files_are_read() {
    let root = root("files_are_read");
    check(
        &context(&root),
        &[
            (r#"file("motd")"#, r#""hello\n""#),
            (r#"file("./conf.d//a.conf")"#, r#""a""#),
            (r#"file("empty")"#, r#""""#),
            (r#"file("none")"#, "error:there is no such file"),
            (r#"file("motd/x")"#, "error:there is no such file"),
            (r#"file("conf.d")"#, "error:is a directory or a device"),
            (r#"file("")"#, "error:is a directory or a device"),
            (r#"file("binary")"#, "error:byte 1 is not valid UTF-8"),
            ("file(unknown)", "(unknown string)"),
            (r#"filebase64("binary")"#, r#""Yf8A""#),
            (r#"fileexists("motd")"#, "true"),
            (r#"fileexists("none")"#, "false"),
            (r#"fileexists("none/a")"#, "false"),
            (
                r#"fileexists("conf.d")"#,
                "error:is a directory or a device",
            ),
            (r#"filemd5("motd") == md5("hello\n")"#, "true"),
            (r#"filesha1("motd") == sha1("hello\n")"#, "true"),
            (r#"filesha256("motd") == sha256("hello\n")"#, "true"),
            (r#"filesha512("motd") == sha512("hello\n")"#, "true"),
            (
                r#"filebase64sha256("motd") == base64sha256("hello\n")"#,
                "true",
            ),
            (
                r#"filebase64sha512("motd") == base64sha512("hello\n")"#,
                "true",
            ),
            (
                r#"filesha1("binary")"#,
                r#""f7fd2698aa623cdf18611e8aa4e161a6a87daeb0""#,
            ),
        ],
    );
}

#[test]
fn files_are_listed() {
    let root = root("files_are_listed");
    check(
        &context(&root),
        &[
            (
                r#"fileset("conf.d", "*.conf")"#,
                r#"[".hidden.conf", "a.conf", "b.conf"]"#,
            ),
            (
                r#"fileset("conf.d", "**/[a-d].conf")"#,
                r#"["a.conf", "b.conf", "sites/c.conf", "sites/deep/d.conf"]"#,
            ),
            (
                r#"fileset(".", "conf.d/{sites/*,b}.{conf,bak}")"#,
                r#"["conf.d/b.bak", "conf.d/b.conf", "conf.d/sites/c.conf"]"#,
            ),
            (
                r#"fileset("conf.d/", "./sites/?.conf")"#,
                r#"["sites/c.conf"]"#,
            ),
            (r#"fileset("none", "**")"#, "[]"),
            (r#"fileset("conf.d", "sites")"#, "[]"),
            (r#"fileset("conf.d", "../*")"#, "error:without \"..\""),
            (r#"fileset("..", "*")"#, "error:without \"..\""),
            (r#"fileset("conf.d", "[")"#, "error:character class"),
            (
                r#"fileset("conf.d", join("", [for x in range(1000) : "{a,b}*"]))"#,
                "error:more than 4096 bytes",
            ),
            (
                r#"fileset("conf.d", join("", concat([for x in range(90) : "{"], ["a.conf"], [for x in range(90) : "}"])))"#,
                r#"["a.conf"]"#,
            ),
            (
                r#"fileset("conf.d", join("", concat([for x in range(125) : "{"], [for x in range(125) : "}"])))"#,
                "error:nested",
            ),
            (
                r#"fileset("conf.d", join("", [for x in range(1000) : "{{{{"]))"#,
                "error:nested",
            ),
        ],
    );
}

#[test]
fn templates_are_rendered() {
    let root = root("templates_are_rendered");
    let ctx = context(&root);
    check(
        &ctx,
        &[
            (
                r#"templatefile("greeting.tftpl", { name = "ann" })"#,
                r#""Hello ANN!""#,
            ),
            (
                r#"templatefile("greeting.tftpl", { name = unknown })"#,
                "(unknown string)",
            ),
            (r#"templatefile("included.tftpl", {})"#, r#""[hello]""#),
            (
                r#"templatefile("greeting.tftpl", { outer = 1 })"#,
                "error:named \"name\"",
            ),
            (
                r#"templatefile("greeting.tftpl", "ann")"#,
                "error:expected an object, but found a string",
            ),
            (
                r#"templatefile("greeting.tftpl", { "a b" = 1 })"#,
                "error:is not the name of a variable",
            ),
            (
                r#"templatefile("none.tftpl", {})"#,
                "error:there is no such file",
            ),
            (
                r#"templatefile("again.tftpl", {})"#,
                "error:cannot evaluate another one",
            ),
            (
                r#"templatefile("string.tftpl", {})"#,
                "error:cannot evaluate another one",
            ),
            (
                r#"templatestring("$${templatefile(\"motd\", {})}", {})"#,
                "error:cannot evaluate another one",
            ),
        ],
    );
}

/// An error in a template has two places: in the template, and where the template is used.
#[test]
fn errors_in_templates_have_both_places() {
    let root = root("errors_in_templates_have_both_places");
    let ctx = context(&root);
    for (file, summary, place) in [
        ("wrong.tftpl", "Unknown variable", (2, 10)),
        (
            "unfinished.tftpl",
            "Unclosed template interpolation sequence",
            (2, 1),
        ),
    ] {
        let text = format!("[templatefile(\"{file}\", {{ name = 1 }})]");
        let error = evaluate(&text, &ctx).unwrap_err();
        let places: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|it| {
                let (position, source) = (it.position().unwrap(), it.source().unwrap());
                let name = source.name().unwrap_or("");
                (
                    Diagnostic::summary(it),
                    name.ends_with(file),
                    (position.line(), position.column()),
                )
            })
            .collect();
        assert_eq!(
            places,
            [
                (summary, true, place),
                ("Error in function call", false, (1, 2))
            ]
        );
    }
}

/// Absolute paths must be below the root, as the root is given or after symbolic links in it are resolved.
#[test]
fn absolute_paths_begin_with_the_root() {
    let root = root("absolute_paths_begin_with_the_root");
    let canonical = root.canonicalize().unwrap();
    for below in [&root, &canonical] {
        let ctx = context(&root).with_variable("root", below.to_str().unwrap());
        check(
            &ctx,
            &[
                (r#"file("${root}/motd")"#, r#""hello\n""#),
                (r#"fileexists("${root}/none")"#, "false"),
                (r#"fileset("${root}/conf.d", "*.bak")"#, r#"["b.bak"]"#),
                (r#"fileset(root, "motd")"#, r#"["motd"]"#),
                (
                    r#"templatefile("${root}/greeting.tftpl", { name = "ann" })"#,
                    r#""Hello ANN!""#,
                ),
                (r#"file("${root}/../secret")"#, "error:below the root"),
                (r#"file("${root}x/motd")"#, "error:below the root"),
                (r#"fileset(".", "${root}/motd")"#, "error:below the root"),
            ],
        );
    }
}

/// No path leads out of the root, and no error reveals whether a file exists outside.
#[test]
fn paths_do_not_leave_the_root() {
    let root = root("paths_do_not_leave_the_root");
    let ctx = context(&root);
    let absolute = root.parent().unwrap().join("secret");
    let absolute = absolute.to_str().unwrap().replace('\\', "\\\\");
    for path in [
        "../secret",
        "conf.d/../../secret",
        "conf.d/../motd",
        "..",
        "/",
        &absolute,
    ] {
        for call in [
            format!("file(\"{path}\")"),
            format!("fileexists(\"{path}\")"),
            format!("filesha1(\"{path}\")"),
            format!("filebase64(\"{path}\")"),
            format!("fileset(\"{path}\", \"*\")"),
            format!("templatefile(\"{path}\", {{}})"),
        ] {
            let error = evaluate(&call, &ctx).unwrap_err();
            assert!(
                error.to_string().contains("below the root"),
                "{call}: {error}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn links_do_not_leave_the_root() {
    use std::os::unix::fs::symlink;

    let root = root("links_do_not_leave_the_root");
    let canonical = root.canonicalize().unwrap();
    for (target, link) in [
        ("motd", "inside"),
        ("../motd", "conf.d/up"),
        ("inside", "twice"),
        ("conf.d", "directory"),
        ("../secret", "out"),
        ("../nothing", "out_to_nothing"),
        ("conf.d/../../secret", "out_by_a_detour"),
        ("/etc/passwd", "absolute"),
        ("loop", "loop"),
        ("none", "dangling"),
        ("..", "conf.d/parent"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    symlink(canonical.join("motd"), root.join("absolute_inside")).unwrap();
    let ctx = context(&root);
    check(
        &ctx,
        &[
            (r#"file("inside")"#, r#""hello\n""#),
            (r#"file("conf.d/up")"#, r#""hello\n""#),
            (r#"file("twice")"#, r#""hello\n""#),
            (r#"file("absolute_inside")"#, r#""hello\n""#),
            (r#"file("directory/a.conf")"#, r#""a""#),
            (r#"file("conf.d/parent/motd")"#, r#""hello\n""#),
            (r#"fileexists("dangling")"#, "false"),
            (r#"file("loop")"#, "error:too many links"),
            (
                r#"fileset(".", "**/{motd,inside,up,out,absolute,a.conf,loop,dangling}")"#,
                r#"["conf.d/a.conf", "conf.d/up", "inside", "motd"]"#,
            ),
            (r#"fileset("directory", "a.*")"#, r#"["a.conf"]"#),
        ],
    );
    for path in ["out", "out_to_nothing", "out_by_a_detour", "absolute"] {
        for function in ["file", "fileexists", "filemd5"] {
            let error = evaluate(&format!("{function}(\"{path}\")"), &ctx).unwrap_err();
            assert!(
                error.to_string().contains("leads out of the root"),
                "{path}: {error}"
            );
        }
    }
}

/// Only regular files are opened: opening a device could block, or have an effect.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_not_read() {
    let root = PathBuf::from("/dev");
    let ctx = context(&root);
    check(
        &ctx,
        &[
            (r#"file("zero")"#, "error:is a directory or a device"),
            (r#"filemd5("zero")"#, "error:is a directory or a device"),
            (r#"fileexists("zero")"#, "error:is a directory or a device"),
            (r#"fileset(".", "zero")"#, "[]"),
        ],
    );
}

/// The budget is charged for the length of a file before the file is read.
#[test]
fn files_are_charged_before_they_are_read() {
    let root = root("files_are_charged_before_they_are_read");
    let large = fs::File::create(root.join("large")).unwrap();
    // The file uses no space on the disk. Reading it takes long, but its length is known at once.
    large.set_len(1 << 40).unwrap();
    let ctx = context(&root)
        .with_max_bytes(1 << 20)
        .with_max_steps(1 << 20);
    for call in [
        r#"file("large")"#,
        r#"filebase64("large")"#,
        r#"templatefile("large", {})"#,
        r#"filesha512("large")"#,
    ] {
        let error = evaluate(call, &ctx).unwrap_err();
        assert_eq!(error.classify(), Category::Limit, "{call}: {error}");
    }
    let few = context(&root).with_max_steps(10);
    let error = evaluate(r#"fileset(".", "**")"#, &few).unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
}

/// Functions that access files or the environment are available only if the application adds them.
#[test]
fn files_and_the_environment_are_added_by_the_application() {
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    for entry in stdlib::entries(FunctionSet::External) {
        let error = evaluate(&format!("{}()", entry.name()), &ctx).unwrap_err();
        assert_eq!(error.diagnostics()[0].summary(), "Call to unknown function");
    }
    let ctx = ctx.with_function("env", stdlib::env());
    check(
        &ctx,
        &[
            (r#"env("CARGO_PKG_NAME")"#, r#""serde_hcl""#),
            (r#"env("CARGO_PKG_NAME", "x")"#, r#""serde_hcl""#),
            (r#"env("HCL_NO_SUCH_VARIABLE")"#, "error:not found"),
            (r#"env("HCL_NO_SUCH_VARIABLE", "8080")"#, r#""8080""#),
            (r#"env("A=B", "8080")"#, "error:is not the name"),
            (r#"env("A=B")"#, "error:is not the name"),
            (r#"env("")"#, "error:is not the name"),
        ],
    );
}
