//! `sandtable schema`: the JSON Schemas of this program's files and JSON output. They come from the
//! types that write the JSON; the files in `docs/schemas` hold what this command prints.

use clap::Args;
use sandtable_battle::{ClauseText, RulingText, Switch};
use sandtable_files::journal;
use sandtable_session::view::{LogEntry, OddsView};
use sandtable_tongue::say;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::{battle, check, orders, position, rulesets, situation, try_order, verify, words};
use crate::failure::Failure;
use crate::show;

/// Print the JSON Schema of a file or of a command's `--json`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable schema
  sandtable schema battle-file
  sandtable schema odds > odds.schema.json

Exit codes: 0 printed, 3 there is no such schema")]
pub(crate) struct SchemaCommand {
    /// Its name; without one, all names are listed.
    name: Option<String>,
}

/// A schema: its name, what it describes, and how it is made.
struct Entry {
    name: &'static str,
    of: &'static str,
    write: fn() -> Schema,
}

const fn entry(name: &'static str, of: &'static str, write: fn() -> Schema) -> Entry {
    Entry { name, of, write }
}

const ALL: [Entry; 27] = [
    entry("battle-file", "a *.battle.toml, read as TOML", || {
        sandtable_files::schema(&sandtable_register::cards())
    }),
    entry("examples-file", "a *.examples.toml, read as TOML", || {
        sandtable_examples::schema(&sandtable_register::cards())
    }),
    entry(
        "journal-header",
        "the first line of a *.journal.jsonl",
        line_of::<journal::Header>,
    ),
    entry(
        "journal-line",
        "each further line of a *.journal.jsonl",
        line_of::<journal::Line>,
    ),
    entry("journal-end", "the last line of a *.journal.jsonl", || {
        let whole = schemars::json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "end": {"description": "How many lines there are.", "type": "integer", "minimum": 0},
                "all": {
                    "description": "The checksum of all checksums before it.",
                    "type": "string",
                    "pattern": "^[0-9a-f]{16}$"
                }
            },
            "required": ["end", "all"],
            "additionalProperties": false
        });
        checked(whole)
    }),
    entry("battle", "sandtable battle --json", of::<battle::End>),
    entry("check", "sandtable check --json", of::<Vec<check::Verdict>>),
    entry("odds", "sandtable odds --json", of::<OddsView>),
    entry(
        "situation-odds",
        "sandtable odds SITUATION --json",
        of::<situation::OrderOdds>,
    ),
    entry(
        "situation-until",
        "sandtable odds SITUATION --until --json",
        of::<situation::OverTime>,
    ),
    entry(
        "grid",
        "sandtable grid --json",
        of::<sandtable_situation::GridView>,
    ),
    entry("orders", "sandtable orders --json", of::<orders::Listed>),
    entry("words", "sandtable words --json", of::<words::Told>),
    entry(
        "position",
        "sandtable position --json",
        of::<position::Written>,
    ),
    entry("replay", "sandtable replay --json", of::<Vec<LogEntry>>),
    entry("rules", "sandtable rules --json", of::<Vec<ClauseText>>),
    entry(
        "clause",
        "sandtable rules --clause ID --json",
        of::<ClauseText>,
    ),
    entry(
        "rulings",
        "sandtable rules --rulings --json",
        of::<Vec<RulingText>>,
    ),
    entry(
        "switches",
        "sandtable rules --switches --json",
        of::<Vec<Switch>>,
    ),
    entry(
        "rulesets",
        "sandtable rulesets --json",
        of::<Vec<rulesets::Row>>,
    ),
    entry(
        "study",
        "sandtable study --json, sandtable compare --json",
        of::<sandtable_report::Report>,
    ),
    entry("study-file", "a *.study.toml, read as TOML", || {
        sandtable_study::schema()
    }),
    entry(
        "study-result",
        "each further line of a *.results.jsonl",
        line_of::<sandtable_study::Record>,
    ),
    entry(
        "try",
        "sandtable try --json",
        of::<try_order::Tried<'static>>,
    ),
    entry(
        "try-ask",
        "sandtable try --ask --json",
        of::<try_order::Asked>,
    ),
    entry(
        "refused",
        "sandtable try --json, sandtable odds --json, when an order is refused",
        of::<show::RefusedOrder>,
    ),
    entry(
        "verify",
        "sandtable verify --json",
        of::<Vec<verify::Verdict>>,
    ),
];

/// Returns the schema of a type as it is written.
fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::default().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}

/// Returns the schema of a line of a file. Its checksum comes last; older files have none.
fn line_of<T: JsonSchema>() -> Schema {
    checked(of::<T>())
}

fn checked(mut schema: Schema) -> Schema {
    let check = serde_json::json!({
        "description": "FNV-1a, 64 bits, of the line without this key.",
        "type": "string",
        "pattern": "^[0-9a-f]{16}$"
    });
    if let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) {
        properties.insert("check".to_owned(), check);
    }
    schema
}

impl SchemaCommand {
    /// Prints the schema.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(name) = &self.name else {
            for entry in &ALL {
                show::say(&format!("{:<16} {}", entry.name, entry.of))?;
            }
            return Ok(());
        };
        let found = ALL.iter().find(|entry| entry.name == name);
        let found = found.ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|entry| entry.name).collect();
            Failure::File(say!(
                "there is no schema `{name}`; there are: {names}",
                name = name,
                names = names.join(", ")
            ))
        })?;
        let mut schema = (found.write)();
        schema.insert("title".to_owned(), found.of.into());
        show::json(&schema)
    }
}
