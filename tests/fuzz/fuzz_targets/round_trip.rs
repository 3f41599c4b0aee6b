//! Generated data of generated types, written and read back.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::round_trip(data));
