//! Any text is read as a study of shipped scenarios: it is refused with flaws, or
//! read. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_study::{Shipped, read_study};

fuzz_target!(|text: &str| {
    let _ = read_study(text, "any.study.toml", &Shipped(sandtable_register::ALL));
});
