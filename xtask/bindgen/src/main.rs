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
    // The page compiles it once, for every worker: the script need not know where it lies.
    bindgen.omit_default_module_path(true);
    // Names of functions are half of the file and of no use to the page.
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
