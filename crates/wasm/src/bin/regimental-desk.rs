//! The desk for browsers, where battles are built and looked back on, of Chaos, Confusion and Casualties.

sandtable_wasm::desk!(sandtable_wasm::register::REGIMENTAL);
