//! Decoding from text, bytes, a reader and a body.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::decode(data));
