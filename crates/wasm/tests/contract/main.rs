//! The contract between the engine and its callers, as TypeScript. It is generated from the calls
//! and the views, never written by hand: `cargo xtask contract` writes it, and this test checks
//! that it is current.

mod typescript;

use sandtable_lab::LabCall;
use sandtable_rooms::tournament::wire::{
    League, MadeTournament, MakeTournament, TournamentOf, TournamentView, Tournaments,
};
use sandtable_rooms::wire::{
    Account, AccountOf, Hear, LobbyRoom, Made, MailOf, MailView, Make, Mine, MyRoom, PROTOCOL,
    PushOf, PushView, Rated, Say,
};
use sandtable_session::EngineError;
use sandtable_session::call::{Call, Described, DeskCall, SchemaGenerator};
use sandtable_wasm::PaperCall;
use std::path::Path;
use typescript::Types;

const FILE: &str = "web/src/contract/contract.ts";

/// Head of the file.
const HEAD: &str = "\
// What the page and the engine say to each other. Written by `cargo xtask contract` from the
// calls (`calls!`) and the views of the engine: change it there.
//
// Every call is answered by JSON, {\"ok\": value} or {\"err\": EngineError}. Lengths are in the unit
// of the battle's ruler, angles degrees clockwise from north, x east, y north, origin south-west.

/** A point, or a size. */
export type Xy = [number, number];
";

/// Describes the calls of a group.
type Describe = fn(&mut SchemaGenerator) -> Vec<Described>;

/// Groups of calls, as the page uses them.
const INTERFACES: [(&str, &str, Describe); 4] = [
    ("Engine", "Calls to play a battle.", Call::described),
    (
        "DeskCalls",
        "Calls to build a battle or to look back on one.",
        DeskCall::described,
    ),
    ("PaperCalls", "The call that prints.", PaperCall::described),
    ("LabCalls", "Calls of the rules lab.", LabCall::described),
];

fn contract() -> String {
    let mut types = Types::new();
    let mut interfaces = String::new();
    let mut methods = Vec::new();
    let mut changes = Vec::new();
    for (name, says, described) in INTERFACES {
        let calls = types.described(described);
        interfaces +=
            &format!("\n/** {says} Each throws an EngineError. */\nexport interface {name} {{\n");
        for call in &calls {
            interfaces += &types.call(call);
            methods.push(call.call.name);
            if call.call.changes {
                changes.push(call.call.name);
            }
        }
        interfaces += "}\n";
    }
    types.also::<EngineError>();
    // What pages and servers send each other about rooms.
    types.also::<Make>();
    types.also::<Made>();
    types.also::<LobbyRoom>();
    types.also::<Account>();
    types.also::<AccountOf>();
    types.also::<MailOf>();
    types.also::<MailView>();
    types.also::<PushOf>();
    types.also::<PushView>();
    types.also::<Mine>();
    types.also::<MyRoom>();
    types.also::<Rated>();
    types.also::<MakeTournament>();
    types.also::<MadeTournament>();
    types.also::<Tournaments>();
    types.also::<TournamentOf>();
    types.also::<TournamentView>();
    types.also::<League>();
    types.also::<Say>();
    types.also::<Hear>();
    let protocol = format!(
        "\n/** The version of what is said in rooms. */\nexport const PROTOCOL = {PROTOCOL};\n"
    );
    let list = |name: &str, says: &str, all: &[&str]| {
        let lines: String = all.iter().map(|name| format!("  '{name}',\n")).collect();
        format!("\n/** {says} */\nexport const {name} = [\n{lines}] as const;\n")
    };
    let lists = list("METHODS", "The names of all calls.", &methods)
        + &list(
            "CHANGES",
            "Calls after which the battle may stand otherwise.",
            &changes,
        );
    let words: String = sandtable_wasm::words_of()
        .iter()
        .map(|(rules, of)| format!("  '{rules}': ['{}'],\n", of.join("', '")))
        .collect();
    let words = format!(
        "\n/** Whose words a battle of each rule set needs. */\nexport const WORDS_OF: Record<string, readonly string[]> = {{\n{words}}};\n"
    );
    format!(
        "{HEAD}{}{interfaces}{lists}{words}{protocol}",
        types.written()
    )
}

#[test]
fn the_contract_of_the_page_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(FILE);
    let contract = contract();
    if std::env::var_os("SANDTABLE_WRITE").is_some() {
        std::fs::write(&file, &contract).expect("the contract is written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = kept.lines().zip(contract.lines()).find(|(a, b)| a != b);
    assert!(
        kept == contract,
        "{FILE} is not what the calls and views say; `cargo xtask contract` writes it: {differs:?}"
    );
}

#[test]
fn nothing_of_it_is_unknown_but_orders() {
    let contract = contract();
    let unknown: Vec<&str> = contract
        .lines()
        .filter(|line| !line.trim_start().starts_with("/**") && line.contains("unknown"))
        .collect();
    assert_eq!(unknown, ["export type Order = unknown;"]);
}
