//! Settings of the command line and of the environment.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::settings(data));
