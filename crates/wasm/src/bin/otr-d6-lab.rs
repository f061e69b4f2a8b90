//! The lab for browsers that studies OTR D6.

sandtable_wasm::lab!(sandtable_wasm::register::OTR_D6);
