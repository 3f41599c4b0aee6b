//! Generates the parser from `grammar/hcl.lalrpop`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=grammar/hcl.lalrpop");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_comments(false)
        .emit_rerun_directives(false)
        .process_dir("grammar")
}
