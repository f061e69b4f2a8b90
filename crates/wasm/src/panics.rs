//! A panic in wasm shows only as "unreachable"; this module prints its text first.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Sends the text of every panic to the browser's console.
pub fn report() {
    if cfg!(target_arch = "wasm32") {
        std::panic::set_hook(Box::new(|panic| {
            error(&format!("the engine stopped: {panic}"))
        }));
    }
}
