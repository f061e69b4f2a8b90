//! The lab for browsers that studies Chaos, Confusion and Casualties.

sandtable_wasm::lab!(sandtable_wasm::register::REGIMENTAL);
