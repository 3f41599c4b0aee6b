//! A literal and the same value computed.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::differential(data));
