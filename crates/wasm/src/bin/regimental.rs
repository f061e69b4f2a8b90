//! The engine for browsers that plays Chaos, Confusion and Casualties.

sandtable_wasm::engine!(sandtable_wasm::register::REGIMENTAL);
