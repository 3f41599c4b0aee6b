//! Evaluation with and without budgets.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hcl_fuzz::evaluate(data));
