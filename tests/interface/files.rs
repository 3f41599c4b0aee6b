//! Files are named in every error.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use hcl::{Category, DecodeOptions, Error, EvalContext, ParseOptions};

type Ports = BTreeMap<String, u16>;

/// Creates a file with this content in the folder for temporary files.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interface");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the folder is there");
    path
}

#[test]
fn files_are_decoded_and_parsed() {
    let path = file("ports.hcl", b"http = base + 80\n");
    let ctx = EvalContext::new().with_variable("base", 8000);
    assert_eq!(
        hcl::DecodeOptions::new()
            .with_context(&ctx)
            .from_path::<Ports>(&path)
            .unwrap()["http"],
        8080
    );
    let options = DecodeOptions::new().with_context(ctx);
    assert_eq!(options.from_path::<Ports>(&path).unwrap()["http"], 8080);
    let body = hcl::parse_file(&path).unwrap();
    assert_eq!(
        body.attribute("http").unwrap().expression().text(),
        "base + 80"
    );
}

#[test]
fn every_error_names_the_file() {
    let no_file = PathBuf::from("no/such/file.hcl");
    let a_folder = file("x.hcl", b"").parent().unwrap().to_owned();
    let cases = [
        (no_file, Category::Io, Some(ErrorKind::NotFound)),
        (a_folder, Category::Io, Some(ErrorKind::IsADirectory)),
        (file("syntax.hcl", b"a = = 1\n"), Category::Syntax, None),
        (
            file("utf8.hcl", b"a = 1\nb = \"\xff\"\n"),
            Category::Syntax,
            None,
        ),
        (
            file("evaluation.hcl", b"a = b\n"),
            Category::Evaluation,
            None,
        ),
        (file("data.hcl", b"a = -1\n"), Category::Data, None),
    ];
    for (path, category, kind) in cases {
        let name = path.display().to_string();
        let check = |error: &Error, name: &str| {
            assert_eq!(error.classify(), category, "{error}");
            assert_eq!(error.io_error().map(std::io::Error::kind), kind, "{error}");
            assert!(error.to_string().contains(name), "{error}");
        };
        let named = DecodeOptions::new().with_filename("app.hcl");
        check(&hcl::from_path::<Ports>(&path).unwrap_err(), &name);
        check(
            &hcl::DecodeOptions::new()
                .with_context(EvalContext::new())
                .from_path::<Ports>(&path)
                .unwrap_err(),
            &name,
        );
        check(&named.from_path::<Ports>(&path).unwrap_err(), "app.hcl");
        if matches!(category, Category::Io | Category::Syntax) {
            check(&hcl::parse_file(&path).unwrap_err(), &name);
            let named = ParseOptions::new().with_filename("app.hcl");
            check(&named.parse_file(&path).unwrap_err(), "app.hcl");
        }
    }
}
