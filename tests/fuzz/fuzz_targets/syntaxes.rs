//! Both syntaxes of the same data.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::syntaxes(data));
