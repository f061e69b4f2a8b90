//! The worked examples (`examples/*.examples.toml`), played.

use sandtable_@SNAKE@::@TYPE@;
use std::sync::Arc;

#[test]
fn worked_examples_come_out_as_they_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    sandtable_examples::folder(folder, &|switches| Ok(Arc::new(@TYPE@::new(switches)?)));
}
