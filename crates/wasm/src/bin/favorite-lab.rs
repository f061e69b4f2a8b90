//! The lab for browsers that studies My Favorite Rules.

sandtable_wasm::lab!(sandtable_wasm::register::FAVORITE);
