//! Makes the program be built again when the page was.

fn main() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Cargo watches only what exists: a missing folder would mean a build every time.
    let _ = std::fs::create_dir_all(&page);
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
}
