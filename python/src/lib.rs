//! The engine for Python.
//!
//! What Python sees is written in Python, with its types, in `sandtable/`; this module is its
//! foundation. Views are passed as JSON in the terms of the contract, arrays as buffers. Anything
//! that may take long runs on a thread of its own without the lock, and Ctrl-C ends the wait at
//! once.

mod failure;
mod game;
mod inquiry;
mod seats;
mod study;
mod work;

use pyo3::prelude::*;

/// The compiled module.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<inquiry::Situation>()?;
    module.add_class::<study::Study>()?;
    module.add_class::<seats::Seats>()?;
    module.add_function(wrap_pyfunction!(inquiry::rule_sets, module)?)?;
    module.add_function(wrap_pyfunction!(inquiry::scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(inquiry::scenario_text, module)?)?;
    module.add_function(wrap_pyfunction!(inquiry::players, module)?)?;
    module.add_function(wrap_pyfunction!(inquiry::card, module)?)?;
    Ok(())
}
