//! The desk for browsers, where battles are built and looked back on, of My Favorite Rules.

sandtable_wasm::desk!(sandtable_wasm::register::FAVORITE);
