//! How much memory the engine may take in a browser: one that would take more stops, and the
//! page starts another, rather than that the browser ends the whole page.

/// Bytes: enough for the longest battle that a journal may hold, several times over.
const MOST: u32 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-bins=--max-memory={MOST}");
    }
}
