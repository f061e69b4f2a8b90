//! Converts JSON schemas to TypeScript types.

use sandtable_session::call::{Described, SchemaGenerator};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A type that the page returns unchanged; only the engine looks inside.
const OPAQUE: &str = "Order";

/// Prefix of references to named types.
const DEFINITIONS: &str = "#/$defs/";

/// The types that calls use, collected along the way.
pub struct Types {
    generator: SchemaGenerator,
    /// Types used directly by a call, whose definitions must be written.
    wanted: Vec<String>,
}

impl Types {
    pub fn new() -> Self {
        Self {
            generator: SchemaSettings::draft2020_12()
                .for_serialize()
                .into_generator(),
            wanted: Vec::new(),
        }
    }

    /// Returns calls with their shapes, and collects the types they use.
    pub fn described(
        &mut self,
        calls: fn(&mut SchemaGenerator) -> Vec<Described>,
    ) -> Vec<Described> {
        let all = calls(&mut self.generator);
        let shapes = all
            .iter()
            .flat_map(|call| call.takes.iter().chain([&call.answers]));
        self.wanted
            .extend(shapes.flat_map(|shape| names(shape.as_value())));
        all
    }

    /// Collects another type.
    pub fn also<T: JsonSchema>(&mut self) {
        let shape = self.generator.subschema_for::<T>();
        self.wanted.extend(names(shape.as_value()));
    }

    /// Writes a call as a method.
    pub fn call(&self, call: &Described) -> String {
        let needed = call.call.needs.len();
        let names = call.call.needs.iter().chain(call.call.may);
        let takes: Vec<String> = names
            .zip(&call.takes)
            .enumerate()
            .map(|(place, (name, shape))| argument(name, shape, place < needed))
            .collect();
        let says: Vec<&str> = call.says.iter().map(|line| line.trim()).collect();
        let answers = told(call.answers.as_value());
        let name = call.call.name;
        let takes = takes.join(", ");
        format!(
            "{}  {name}({takes}): Promise<{answers}>;\n",
            comment(&says.join("\n"), "  ")
        )
    }

    /// Writes all collected types, by name.
    pub fn written(&self) -> String {
        let all = self.generator.definitions();
        let mut open = self.wanted.clone();
        let mut known = BTreeSet::new();
        while let Some(name) = open.pop() {
            if known.insert(name.clone()) && name != OPAQUE {
                open.extend(all.get(&name).map(names).unwrap_or_default());
            }
        }
        let mut out = String::new();
        for name in known {
            if name == OPAQUE {
                let says = "Opaque: it is given back as it came.";
                let _ = write!(out, "\n/** {says} */\nexport type {name} = unknown;\n");
            } else if let Some(shape) = all.get(&name) {
                out += &named(&name, shape);
            }
        }
        out
    }
}

/// Writes an argument. An optional one may also be null.
fn argument(name: &str, shape: &Schema, needed: bool) -> String {
    let is = told(shape.as_value());
    match (needed, is.ends_with("| null")) {
        (true, _) => format!("{name}: {is}"),
        (false, true) => format!("{name}?: {is}"),
        (false, false) => format!("{name}?: {is} | null"),
    }
}

/// Writes the declaration of a named type.
fn named(name: &str, shape: &Value) -> String {
    let says = shape["description"].as_str().unwrap_or_default();
    let says = comment(says, "");
    match shape.get("properties") {
        Some(Value::Object(properties)) => {
            format!(
                "\n{says}export interface {name} {}\n",
                body(shape, properties, "")
            )
        }
        _ => format!("\n{says}export type {name} = {};\n", told(shape)),
    }
}

/// Writes the fields of an object.
fn body(shape: &Value, properties: &Map<String, Value>, indent: &str) -> String {
    let required = |name: &str| {
        let all = shape["required"].as_array();
        all.is_some_and(|all| all.iter().any(|one| one == name))
    };
    let mut out = "{\n".to_owned();
    for (name, field) in properties {
        let says = field["description"].as_str().unwrap_or_default();
        out += &comment(says, &format!("{indent}  "));
        let mark = if required(name) { "" } else { "?" };
        let _ = writeln!(out, "{indent}  {name}{mark}: {};", told(field));
    }
    format!("{out}{indent}}}")
}

/// Writes a text as a comment above its subject.
fn comment(says: &str, indent: &str) -> String {
    let says = says.trim().replace("*/", "* /");
    match says.split_once('\n') {
        _ if says.is_empty() => String::new(),
        None => format!("{indent}/** {says} */\n"),
        Some(_) => {
            let lines: String = says
                .lines()
                .map(|line| format!("{indent} * {}", line.trim()).trim_end().to_owned() + "\n")
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

/// Writes a shape as a type.
fn told(shape: &Value) -> String {
    if let Some(name) = shape["$ref"]
        .as_str()
        .and_then(|at| at.strip_prefix(DEFINITIONS))
    {
        return name.to_owned();
    }
    if let Some(one) = shape.get("const") {
        return literal(one);
    }
    if let Some(all) = shape["enum"].as_array() {
        return united(all.iter().map(literal));
    }
    for several in ["oneOf", "anyOf"] {
        if let Some(all) = shape[several].as_array() {
            return united(all.iter().map(told));
        }
    }
    if let Some([one]) = shape["allOf"].as_array().map(Vec::as_slice) {
        return told(one);
    }
    match &shape["type"] {
        Value::String(kind) => of_kind(kind, shape),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            united(kinds.map(|kind| of_kind(kind, shape)))
        }
        _ => "unknown".to_owned(),
    }
}

fn of_kind(kind: &str, shape: &Value) -> String {
    match kind {
        "string" => "string".to_owned(),
        "number" | "integer" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => list(shape),
        "object" => match shape["properties"].as_object() {
            Some(properties) => {
                let fields: Vec<String> = properties
                    .iter()
                    .map(|(name, field)| format!("{name}: {}", told(field)))
                    .collect();
                format!("{{ {} }}", fields.join("; "))
            }
            None => format!("Record<string, {}>", told(&shape["additionalProperties"])),
        },
        _ => "unknown".to_owned(),
    }
}

/// Writes a list; one of fixed length as a tuple.
fn list(shape: &Value) -> String {
    if let Some(items) = shape["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(told).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = told(&shape["items"]);
    let (least, most) = (shape["minItems"].as_u64(), shape["maxItems"].as_u64());
    match (least, most) {
        (Some(least @ 1..=4), Some(most)) if least == most => {
            let items = vec![item; usize::try_from(least).unwrap_or_default()];
            format!("[{}]", items.join(", "))
        }
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn united(all: impl Iterator<Item = String>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in all {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    // `null` comes last, as people write it.
    parts.sort_by_key(|part| part == "null");
    parts.join(" | ")
}

fn literal(one: &Value) -> String {
    match one {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

/// Returns the named types that a shape refers to.
fn names(shape: &Value) -> Vec<String> {
    match shape {
        Value::Object(all) => {
            let own = all.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|at| at.strip_prefix(DEFINITIONS));
            let mut found: Vec<String> = own.map(ToOwned::to_owned).into_iter().collect();
            found.extend(all.values().flat_map(names));
            found
        }
        Value::Array(all) => all.iter().flat_map(names).collect(),
        _ => Vec::new(),
    }
}
