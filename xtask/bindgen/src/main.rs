//! Writes the JavaScript side of the engine: `xtask-bindgen ENGINE.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("usage: xtask-bindgen ENGINE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(engine).typescript(true);
    // The page compiles the module once, for every worker, so the script need not know where it is.
    bindgen.omit_default_module_path(true);
    // Function names are half of the file, and the page does not need them.
    bindgen.remove_name_section(true);
    bindgen.remove_producers_section(true);
    let written = bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write the bindings of {engine}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
