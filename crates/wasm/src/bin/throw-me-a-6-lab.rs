//! The lab for browsers that studies Throw me a 6.

sandtable_wasm::lab!(sandtable_wasm::register::THROW_ME_A_6);
