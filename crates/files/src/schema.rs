//! The JSON Schema of a battle file, for editors. It describes what any rule set may have, and the
//! marks and ratings of each given rule set; names of kinds and switches are checked when the file
//! is read.

use super::events::{MOST as MOST_EVENTS, MOST_CARDS};
use super::{BATTLE_FORMAT, MOST_GROUPS, MOST_PIECES, MOST_STANDS, MOST_TURNS, MOST_UNITS, WIDEST};
use sandtable_battle::{
    Card, Case, Feature, Goal, Ground, MarkSpec, Material, Part, Pending, Shape, Sort, Status,
};
use schemars::Schema;
use serde_json::{Map, Value, json};

/// Returns the schema of a battle file, read as TOML, with the marks and ratings of these rule
/// sets.
#[must_use]
pub fn schema(cards: &[Card]) -> Schema {
    let laid = told(
        "Where it was laid: east, north, degrees.",
        list(&number(), 3, 3),
    );
    let shapes = json!({
        "point": list(&number(), 2, 2),
        "points": list(&json!({ "$ref": "#/$defs/point" }), 2, 200),
        "clause": { "type": ["string", "integer"] },
        "terrain": object(&["ground"], feature()),
        "piece": object(&["ground"], with(feature(), [("laid", laid)])),
        "unit": unit(),
    });
    let keys = [head(), ground(), battle()].concat();
    let mut whole = object(&["format", "rules"], keys);
    if let Some(map) = whole.as_object_mut() {
        map.insert(
            "$schema".to_owned(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        map.insert("$defs".to_owned(), shapes);
        if !cards.is_empty() {
            map.insert("allOf".to_owned(), cards.iter().map(named).collect());
        }
    }
    Schema::try_from(whole).unwrap_or_default()
}

type Keys = Vec<(&'static str, Value)>;

fn object(needed: &[&str], keys: Keys) -> Value {
    let keys: Map<String, Value> = keys.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
    json!({
        "type": "object",
        "required": needed,
        "properties": keys,
        "additionalProperties": false,
    })
}

fn with<const N: usize>(mut keys: Keys, more: [(&'static str, Value); N]) -> Keys {
    keys.extend(more);
    keys
}

fn text(says: &str) -> Value {
    json!({ "type": "string", "description": says })
}

/// Adds what a value means.
fn told(says: &str, mut value: Value) -> Value {
    value["description"] = json!(says);
    value
}

fn number() -> Value {
    json!({ "type": "number" })
}

fn whole_number(least: i64, most: i64) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

fn list(of: &Value, least: usize, most: usize) -> Value {
    json!({ "type": "array", "items": of, "minItems": least, "maxItems": most })
}

fn tables(says: &str, of: &Value, most: usize) -> Value {
    json!({ "type": "array", "description": says, "items": of, "maxItems": most })
}

fn pair(says: &str, least: f64, most: f64) -> Value {
    let one = json!({ "type": "number", "minimum": least, "maximum": most });
    told(says, list(&one, 2, 2))
}

fn defined(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn area() -> Keys {
    vec![
        ("at", defined("point")),
        (
            "size",
            pair("Width and height of a rectangle.", 0.0, WIDEST),
        ),
        ("oval", pair("Width and height of an oval.", 0.0, WIDEST)),
        (
            "turned",
            told("Degrees clockwise by which it is turned.", number()),
        ),
        ("shape", defined("points")),
    ]
}

fn feature() -> Keys {
    let grounds = Ground::ALL.map(Ground::name);
    let materials = Material::ALL.map(Material::name);
    with(
        area(),
        [
            (
                "ground",
                told("The kind of ground.", json!({ "enum": grounds })),
            ),
            ("name", text("Its name.")),
            (
                "level",
                told(
                    "How many levels it rises.",
                    whole_number(0, i64::from(Feature::HIGHEST)),
                ),
            ),
            (
                "material",
                told("What it is built of.", json!({ "enum": materials })),
            ),
            ("line", defined("points")),
            ("width", told("The width of a line.", number())),
        ],
    )
}

fn side() -> Keys {
    let colour = told(
        "Its colour.",
        json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" }),
    );
    vec![
        ("name", text("Its name.")),
        ("colour", colour),
        ("army", text("A file of an army beside it.")),
    ]
}

/// Describes what a battle is: its rules, its house rules, its story.
fn head() -> Keys {
    vec![
        (
            "format",
            told("The format of the file.", whole_number(1, BATTLE_FORMAT)),
        ),
        ("rules", text("The rule set's id.")),
        (
            "switches",
            json!({
                "type": "object",
                "description": "House rules: switches, by name.",
                "additionalProperties": { "type": ["string", "integer"] },
            }),
        ),
        ("house", text("A file of house rules beside it.")),
        (
            "numbers",
            json!({ "type": "object", "description": "Changed numbers, by path." }),
        ),
        ("title", text("Its title.")),
        ("story", text("What has led to it.")),
        ("turns", told("The last turn.", whole_number(1, MOST_TURNS))),
        ("attacker", text("A side, by its name.")),
        ("table", pair("Width and height.", 1.0, WIDEST)),
        (
            "positions",
            json!({
                "enum": ["map", "table"],
                "description": "Whether positions are kept on the map or left to a real table.",
            }),
        ),
    ]
}

/// Describes the sides and what lies on the table.
fn ground() -> Keys {
    vec![
        (
            "side",
            tables("The two sides.", &object(&["name"], side()), 2),
        ),
        (
            "group",
            tables(
                "The groups of either side.",
                &object(&["name", "side"], group()),
                MOST_GROUPS,
            ),
        ),
        (
            "terrain",
            tables(
                "The terrain on the table.",
                &defined("terrain"),
                MOST_PIECES,
            ),
        ),
        (
            "piece",
            tables(
                "Terrain that a player may lay.",
                &defined("piece"),
                MOST_PIECES,
            ),
        ),
        (
            "zone",
            tables(
                "Deployment zones and objectives.",
                &object(&["name"], zone()),
                MOST_PIECES,
            ),
        ),
    ]
}

/// Describes the units, what comes later, how the battle is won and where it stands.
fn battle() -> Keys {
    vec![
        (
            "unit",
            tables("The units of both sides.", &defined("unit"), MOST_UNITS),
        ),
        (
            "arrival",
            tables(
                "When and where reinforcements come on.",
                &object(&["unit", "turn", "at"], arrival()),
                MOST_UNITS,
            ),
        ),
        (
            "stand_sizes",
            json!({
                "type": "object",
                "description": "Frontage and depth of a stand, by kind.",
                "additionalProperties": pair("Frontage and depth.", 0.1, 24.0),
            }),
        ),
        ("events", text("A file of events beside it.")),
        (
            "event",
            tables(
                "The cards of special events.",
                &object(
                    &["does"],
                    vec![
                        (
                            "does",
                            text("What its cards bring, as the rule set names it."),
                        ),
                        (
                            "cards",
                            told("How many cards bring it.", whole_number(1, MOST_CARDS)),
                        ),
                    ],
                ),
                MOST_EVENTS,
            ),
        ),
        (
            "victory",
            told("How the battle is won.", object(&[], victory())),
        ),
        (
            "state",
            told("Where a battle in progress stands.", object(&[], state())),
        ),
    ]
}

fn group() -> Keys {
    vec![("name", text("Its name.")), ("side", text("A side."))]
}

fn zone() -> Keys {
    with(
        area(),
        [
            ("name", text("Its name.")),
            ("side", text("Whose it is; an objective is nobody's.")),
        ],
    )
}

/// Describes a unit: marks and ratings stand beside the keys that every unit has.
fn unit() -> Value {
    let status = Status::ALL.map(Status::name);
    let mut unit = object(
        &["name", "side", "kind"],
        vec![
            ("name", text("Its name; no two units share one.")),
            ("side", text("A side.")),
            ("kind", text("A kind of the rule set.")),
            ("group", text("A group of its side.")),
            ("at", defined("point")),
            (
                "facing",
                told("Where it faces, in degrees clockwise from north.", number()),
            ),
            (
                "stands",
                told("The stands it has left.", whole_number(0, MOST_STANDS)),
            ),
            (
                "started",
                told("The stands it began with.", whole_number(1, MOST_STANDS)),
            ),
            ("formation", text("A formation of its kind.")),
            (
                "status",
                told(
                    "Whether it is on the table, or why not.",
                    json!({ "enum": status }),
                ),
            ),
            ("with", text("The unit it is with.")),
            (
                "arrives",
                told(
                    "The turn in which it comes on.",
                    whole_number(1, MOST_TURNS),
                ),
            ),
        ],
    );
    unit["additionalProperties"] = json!({
        "description": "A mark or a rating of the rule set.",
        "type": ["integer", "number", "string", "boolean", "array"],
    });
    unit
}

/// Describes what a battle file of one rule set has beyond what all have.
fn named(card: &Card) -> Value {
    let mut when = Map::from_iter([("rules".to_owned(), json!({ "const": card.id }))]);
    if card.state.before.is_some() {
        // Format 1 stored them differently.
        when.insert("format".to_owned(), json!({ "const": BATTLE_FORMAT }));
    }
    let of = |specs: &[MarkSpec]| -> Map<String, Value> {
        let each = specs.iter().map(|spec| (spec.id.clone(), mark(spec, card)));
        each.collect()
    };
    let mut unit = of(&card.marks);
    unit.extend(card.ratings.iter().map(|rating| {
        let says = json!({ "description": rating.title, "enum": rating.values });
        (rating.id.clone(), says)
    }));
    let side = json!({ "properties": of(&card.state.side), "additionalProperties": false });
    let mut state = json!({
        "battle": { "properties": of(&card.state.battle), "additionalProperties": false },
        "sides": { "additionalProperties": side },
    });
    if let Some(pending) = &card.state.pending {
        state["pending"] = of_pending(pending, card);
    }
    json!({
        "if": { "properties": when, "required": when.keys().collect::<Vec<_>>() },
        "then": {
            "properties": {
                "unit": { "items": { "properties": unit } },
                "state": { "properties": state },
            },
        },
    })
}

/// Describes a mark: a sentence about it, and its possible values.
fn mark(spec: &MarkSpec, card: &Card) -> Value {
    let title = card.clause(spec.clause).map(|text| text.title.as_str());
    let says = [spec.says.as_str(), &spec.title, title.unwrap_or_default()];
    let says = says.into_iter().find(|says| !says.is_empty());
    let cited = format!("{} ({})", says.unwrap_or_default(), card.cite(spec.clause));
    let value = match &spec.sort {
        Sort::Count => whole_number(spec.range.0.into(), spec.range.1.into()),
        Sort::Flag => json!({ "enum": [true, false, 0, 1] }),
        Sort::Unit | Sort::Side => json!({ "type": "string" }),
        Sort::Length | Sort::Angle => number(),
        Sort::Choice(names) => {
            let places = (0..names.len()).map(|place| json!(place));
            let all = names.iter().map(|name| json!(name)).chain(places);
            json!({ "enum": all.collect::<Vec<Value>>() })
        }
        Sort::Set(names) => json!({ "type": "array", "items": { "enum": names } }),
    };
    told(&cited, value)
}

/// Describes what a resolution still has to do, part by part.
fn of_pending(pending: &Pending, card: &Card) -> Value {
    let says = format!("{} ({})", pending.says, card.cite(pending.clause));
    told(&says, of_shape(&pending.shape))
}

fn of_shape(shape: &Shape) -> Value {
    match shape {
        Shape::Number(least, most) => whole_number((*least).into(), (*most).into()),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Unit => text("A unit, by its name."),
        Shape::Side => text("A side, by its name."),
        Shape::Length => json!({ "type": "number", "description": "A length." }),
        Shape::Angle => {
            json!({ "type": "number", "description": "Degrees clockwise from north." })
        }
        Shape::Point => defined("point"),
        Shape::Pose => list(&number(), 3, 3),
        Shape::Choice(names) => json!({ "enum": names }),
        Shape::Maybe(of) => list(&of_shape(of), 0, 1),
        Shape::List(of, most) => list(&of_shape(of), 0, *most),
        Shape::Parts(parts) => of_parts(parts),
        Shape::OneOf(cases) => json!({ "oneOf": cases.iter().map(of_case).collect::<Vec<_>>() }),
    }
}

/// Describes parts by their names; an optional part is left out if it is absent.
fn of_parts(parts: &[Part]) -> Value {
    let needed = parts
        .iter()
        .filter(|part| !matches!(part.shape, Shape::Maybe(_)))
        .map(|part| part.name)
        .collect::<Vec<_>>();
    let each = parts.iter().map(|part| {
        let value = match &part.shape {
            Shape::Maybe(of) => of_shape(of),
            shape => of_shape(shape),
        };
        match part.says.is_empty() {
            true => (part.name, value),
            false => (part.name, told(part.says, value)),
        }
    });
    object(&needed, each.collect())
}

/// Describes a case: without parts it is just a name, with parts a table of one entry.
fn of_case(case: &Case) -> Value {
    let name = case.name.as_str();
    let told = |value: Value| match case.says.is_empty() {
        true => value,
        false => told(case.says, value),
    };
    if matches!(&case.shape, Shape::Parts(parts) if parts.is_empty()) {
        return told(json!({ "const": name }));
    }
    json!({
        "type": "object",
        "required": [name],
        "properties": { name: told(of_shape(&case.shape)) },
        "additionalProperties": false,
    })
}

/// Describes marks of the rule set, by name.
fn marks(says: &str) -> Value {
    json!({
        "type": "object",
        "description": says,
        "additionalProperties": { "type": ["integer", "number", "string", "boolean", "array"] },
    })
}

fn arrival() -> Keys {
    vec![
        ("unit", text("A unit.")),
        (
            "turn",
            told(
                "The turn in which it comes on.",
                whole_number(0, MOST_TURNS),
            ),
        ),
        ("at", defined("point")),
        (
            "facing",
            told(
                "Where it faces then, in degrees clockwise from north.",
                number(),
            ),
        ),
    ]
}

fn victory() -> Keys {
    let goals = Goal::ALL.map(Goal::name);
    let score = object(
        &["for"],
        vec![
            (
                "for",
                told("What the points are for.", json!({ "enum": goals })),
            ),
            ("side", text("A side; without it, either.")),
            ("zone", text("A zone.")),
            (
                "points",
                told("How many points it brings.", whole_number(1, 100)),
            ),
        ],
    );
    vec![
        (
            "objectives",
            told(
                "Whether holding objectives decides.",
                json!({ "type": "boolean" }),
            ),
        ),
        ("default", text("The side that wins when nobody does.")),
        ("words", text("How the battle is won, in words.")),
        ("score", tables("What brings points.", &score, MOST_PIECES)),
        (
            "target",
            told("The points that win at once.", whole_number(1, 9999)),
        ),
    ]
}

fn choice() -> Value {
    object(
        &["side", "clause", "choices"],
        vec![
            ("side", text("Who must choose.")),
            ("clause", defined("clause")),
            (
                "choices",
                told("How many answers there are.", whole_number(1, 255)),
            ),
            ("unit", text("The unit it is about.")),
            ("other", text("The other unit in it.")),
        ],
    )
}

/// Describes a part of a fence or a wall that was taken down.
fn gap() -> Value {
    object(
        &["feature", "at", "reach"],
        vec![
            (
                "feature",
                told(
                    "The piece of terrain, counted from 1.",
                    whole_number(1, 200),
                ),
            ),
            ("at", defined("point")),
            (
                "reach",
                told("How far it reaches to either side.", number()),
            ),
        ],
    )
}

/// Describes where a battle in progress stands.
fn state() -> Keys {
    vec![
        (
            "turn",
            told("The turn; 0 before the first.", whole_number(0, MOST_TURNS)),
        ),
        ("phase", text("A phase of the rule set.")),
        ("active", text("The side whose turn it is.")),
        ("group", text("The group that acts.")),
        ("unit", text("The unit that acts.")),
        (
            "deck",
            json!({
                "type": "array",
                "description": "Groups whose cards are still to be drawn this turn.",
                "items": { "type": "string" },
            }),
        ),
        (
            "choice",
            told("The decision that a player has to make.", choice()),
        ),
        ("ended", text("The side that has won, or `draw`.")),
        (
            "gaps",
            tables(
                "Parts of fences and walls that were taken down.",
                &gap(),
                1000,
            ),
        ),
        (
            "pending",
            json!({ "description": "What a resolution that waits for a choice has still to do." }),
        ),
        (
            "notes",
            json!({
                "type": "array",
                "description": "The same as the numbers it is kept as: how it was written before.",
                "items": { "type": "integer" },
            }),
        ),
        (
            "score",
            told(
                "The points of both sides for zones they held.",
                list(&json!({ "type": "integer" }), 2, 2),
            ),
        ),
        ("battle", marks("What is remembered of the battle.")),
        (
            "sides",
            json!({
                "type": "object",
                "description": "What is remembered of the sides, by their names.",
                "additionalProperties": marks("Marks of a side."),
            }),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::shape::AREA_KEYS;
    use super::super::{read, setting, state, units};
    use super::schema;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn its_keys_are_those_that_are_read() {
        let schema = serde_json::to_value(schema(&[])).expect("JSON");
        let same = |at: &str, read: &[&[&str]]| {
            let keys = schema.pointer(&format!("{at}/properties"));
            let keys = keys.and_then(Value::as_object).expect("a table").keys();
            let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
            let read: BTreeSet<&str> = read.concat().into_iter().collect();
            assert_eq!(keys, read, "{at}");
        };
        let table = |key: &str| format!("/properties/{key}/items");
        same("", &[&read::KEYS]);
        same(&table("side"), &[&setting::SIDE_KEYS]);
        same(&table("group"), &[&setting::GROUP_KEYS]);
        same(&table("zone"), &[&setting::ZONE_KEYS, &AREA_KEYS]);
        same(&table("arrival"), &[&units::ARRIVAL_KEYS]);
        same("/$defs/terrain", &[&setting::FEATURE_KEYS, &AREA_KEYS]);
        let piece = [&setting::FEATURE_KEYS[..], &AREA_KEYS, &["laid"]];
        same("/$defs/piece", &piece);
        same("/$defs/unit", &[&units::KEYS]);
        same("/properties/victory", &[&setting::VICTORY_KEYS]);
        same(
            "/properties/victory/properties/score/items",
            &[&setting::SCORE_KEYS],
        );
        same("/properties/state", &[&state::KEYS]);
        same(
            "/properties/state/properties/choice",
            &[&state::CHOICE_KEYS],
        );
        same(
            "/properties/state/properties/gaps/items",
            &[&state::GAP_KEYS],
        );
    }
}
