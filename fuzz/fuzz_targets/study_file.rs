#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sandtable_fuzz_targets::run("study_file", data));
