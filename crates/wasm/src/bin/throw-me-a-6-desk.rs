//! The desk for browsers, where battles are built and looked back on, of Throw me a 6.

sandtable_wasm::desk!(sandtable_wasm::register::THROW_ME_A_6);
