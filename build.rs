//! Checks that the committed parser is generated from the current grammar, or generates it.
//!
//! LALRPOP generates `grammar/hcl.rs` from `grammar/hcl.lalrpop`. The generated file is committed, because LALRPOP and
//! its dependencies take half the time of a cold build and are needed only to change the grammar. With the feature
//! `grammar`, this script generates the file. Without it, the script compares the fingerprint of the grammar with the
//! one in the file.

use std::error::Error;
use std::fs;

const GRAMMAR: &str = "grammar/hcl.lalrpop";
const PARSER: &str = "grammar/hcl.rs";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    println!("cargo::rerun-if-changed={PARSER}");
    let head = head(&fs::read_to_string(GRAMMAR)?);
    #[cfg(feature = "grammar")]
    generate(&head)?;
    if !fs::read_to_string(PARSER)?
        .replace('\r', "")
        .starts_with(&head)
    {
        println!(
            "cargo::error={PARSER} is not what LALRPOP generates from {GRAMMAR}. \
             Generate it with: cargo build --features grammar"
        );
    }
    Ok(())
}

/// The first lines of the generated file, with the fingerprint of the grammar.
fn head(grammar: &str) -> String {
    // FNV-1a over the lines, without their line endings: it only has to detect a file that was not regenerated, and
    // needs no crate.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in grammar.lines().flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!(
        "// Generated from hcl.lalrpop with `cargo build --features grammar`; do not edit.\n\
         // Fingerprint of the grammar: {hash:016x}\n"
    )
}

/// Generates the parser. The file is not written if it is up to date, because the sources may be read-only.
#[cfg(feature = "grammar")]
fn generate(head: &str) -> Result<(), Box<dyn Error>> {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_comments(false)
        .emit_rerun_directives(false)
        .process_dir("grammar")?;
    let generated = format!("{}/hcl.rs", std::env::var("OUT_DIR")?);
    // LALRPOP's own first lines contain its version and features, which would change the file.
    let generated = fs::read_to_string(generated)?;
    let lines = generated.split_inclusive('\n');
    let code: String = lines.skip_while(|line| line.starts_with("//")).collect();
    // A constant may be copied into each part of the crate that reads it, and this one has 20 KB.
    let code = code.replace("    const __ACTION:", "    static __ACTION:");
    let parser = format!("{head}{code}");
    if fs::read_to_string(PARSER).ok().as_ref() != Some(&parser) {
        fs::write(PARSER, parser)?;
    }
    Ok(())
}
