//! The engine for browsers that plays My Favorite Rules.

sandtable_wasm::engine!(sandtable_wasm::register::FAVORITE);
