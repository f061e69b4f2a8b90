//! With `SANDTABLE_TELL=1` it prints the orders of an input as the JSON lines kept in
//! `crates/laws/tests/crashes`: the scenario, then one `[order, faces]` per line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TELLS: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SANDTABLE_TELL").is_some());

fn tell(value: &impl serde::Serialize) {
    println!("{}", serde_json::to_string(value).expect("JSON"));
}

fuzz_target!(|data: &[u8]| {
    if *TELLS {
        let scenario = |place: usize| tell(&sandtable_register::scenarios()[place].id);
        sandtable_fuzz_targets::tell_orders(data, &mut { scenario }, &mut |order, faces| tell(&(order, faces)));
    } else {
        sandtable_fuzz_targets::run("check", data);
    }
});
