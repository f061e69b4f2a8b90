//! The engine for Python.
//!
//! What Python sees is written in Python, with its types, in `sandtable/`; this is what it
//! stands on. Views travel as JSON in the words of the contract, arrays as buffers. Whatever
//! may take long runs on a thread of its own without the lock, and Ctrl-C ends the wait at once.

mod failure;
mod game;
mod inquiry;
mod seats;
mod study;
mod work;

use pyo3::prelude::*;

/// What is compiled.
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
