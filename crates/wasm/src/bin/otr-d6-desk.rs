//! The desk for browsers, where battles are built and looked back on, of OTR D6.

sandtable_wasm::desk!(sandtable_wasm::register::OTR_D6);
