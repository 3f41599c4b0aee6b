//! Conversions between the syntaxes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::convert(data));
