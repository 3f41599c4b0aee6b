//! The public interface of hcl is that of the committed listing, `hcl.txt`.
//!
//! A change of the interface shows in a change of the listing. `UPDATE_EXPECT=1 cargo test --manifest-path
//! tests/api/Cargo.toml` writes it anew. What rustdoc writes in JSON, which the listing is made of, has another format
//! in other toolchains: with those, the comparison is skipped.

use std::path::Path;
use std::process::Command;

use expect_test::expect_file;
use public_api::Builder;
use rustdoc_types::FORMAT_VERSION;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const LISTING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/hcl.txt");

#[test]
fn the_public_interface_is_the_listed_one() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let status = Command::new(env!("CARGO"))
        .current_dir(ROOT)
        .args([
            "rustdoc",
            "--quiet",
            "--lib",
            "--features=full",
            "--target-dir",
        ])
        .arg(target)
        .args([
            "--",
            "-Zunstable-options",
            "--output-format=json",
            "--cap-lints=allow",
        ])
        // The option is not stable yet; this lets a stable toolchain take it.
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "rustdoc has failed");
    let json = target.join("doc/hcl.json");
    let text = std::fs::read_to_string(&json).expect("rustdoc has written the file");
    if !text.contains(&format!("\"format_version\":{FORMAT_VERSION}}}")) {
        println!("skipped: rustdoc of this toolchain does not write format {FORMAT_VERSION}");
        return;
    }
    let listing = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .expect("the format is known");
    expect_file![LISTING].assert_eq(&listing.to_string());
}
