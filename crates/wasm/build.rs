//! Limits the memory of the engine in a browser. An engine that would take more stops, and the page
//! starts another; without the limit the browser would close the whole page.

/// Limit in bytes: several times what the longest journal needs.
const MOST: u32 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-bins=--max-memory={MOST}");
    }
}
