//! The engine for browsers that plays Throw me a 6.

sandtable_wasm::engine!(sandtable_wasm::register::THROW_ME_A_6);
