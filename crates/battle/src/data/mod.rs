//! Reads TOML and JSON into any type.
//!
//! Both formats become a plain value first, which one deserializer then reads into every type. The
//! parsers' own deserializers are compiled again for each type; together they made up a third of
//! the engine's size in a browser.

mod plain;
mod single;

pub use plain::{plainly, read_value};

use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};
use single::Single;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text into a type.
///
/// # Errors
/// If the text is not TOML or does not fit the type.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let root = DeTable::parse(text).map_err(|e| e.to_string())?;
    read_value(table(root.get_ref())?).map_err(|e| e.to_string())
}

/// Reads a JSON text into a type.
///
/// # Errors
/// If the text is not JSON or does not fit the type.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str::<Single>(text).and_then(|Single(value)| read_value(value))
}

pub(crate) fn table(table: &DeTable<'_>) -> Result<Value, String> {
    let mut out = Map::new();
    for (key, entry) in table {
        out.insert(key.get_ref().to_string(), value(entry.get_ref())?);
    }
    Ok(Value::Object(out))
}

fn value(found: &DeValue<'_>) -> Result<Value, String> {
    let wrong = || "a number is too great".to_owned();
    Ok(match found {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
            .map(Value::from)
            .map_err(|_| wrong())?,
        DeValue::Float(n) => {
            let number = n.as_str().parse::<f64>().ok();
            let number = number.and_then(Number::from_f64).ok_or_else(wrong)?;
            Value::Number(number)
        }
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(items) => {
            let items: Result<Vec<Value>, String> =
                items.iter().map(|item| value(item.get_ref())).collect();
            Value::Array(items?)
        }
        DeValue::Table(inner) => table(inner)?,
    })
}
