//! Situations as a short text that fits a link, and as JSON: the same file in other forms.
//!
//! A share text begins with its format, `1`. Then come names and values in turn, all separated by
//! `~`, in the order of the names. A name is the path of a value with points between its keys; `-2`
//! among them is a place in a list. A value is a plain number, `t` or `f`, or a text after a point.
//! Anything but letters, digits, points and hyphens is written as `_` and two digits for each byte.

use sandtable_files::{Flaws, slip};
use sandtable_tongue::say;
use toml::{Table, Value};

/// The longest share text.
const LONGEST: usize = 4000;
/// Most values in a share text.
const MOST: usize = 200;
/// The deepest path.
const DEEPEST: usize = 8;

/// Writes a situation as a text for links.
///
/// # Errors
/// If it cannot be read, or is too long for a link.
pub fn share(text: &str) -> Result<String, String> {
    let table: Table = toml::from_str(text).map_err(|e| slip(text, &e))?;
    let mut pairs = Vec::new();
    flatten(&Value::Table(table), "", &mut pairs)?;
    pairs.sort();
    let mut out = String::from("1");
    for (path, value) in pairs.iter().filter(|(path, _)| path != "format") {
        out.push('~');
        out.push_str(path);
        out.push('~');
        out.push_str(value);
    }
    if out.len() > LONGEST {
        return Err(say!(
            "this situation is too long for a link: {n} signs, at most {longest}",
            n = out.len(),
            longest = LONGEST
        ));
    }
    Ok(out)
}

/// Reads the situation from a link's text.
///
/// # Errors
/// If something in it is not as [`share`] writes it.
pub fn from_share(text: &str) -> Result<String, String> {
    if text.len() > LONGEST {
        return Err(say!(
            "the text of a link has at most {longest} signs, not {n}",
            longest = LONGEST,
            n = text.len()
        ));
    }
    let mut parts = text.split('~');
    if parts.next() != Some("1") {
        return Err(say!("the text of a link begins with its format: 1"));
    }
    let mut root = Table::new();
    root.insert("format".to_owned(), Value::Integer(1));
    let mut count = 0;
    while let Some(path) = parts.next() {
        let value = parts
            .next()
            .ok_or_else(|| say!("`{path}` has no value", path = path))?;
        count += 1;
        if count > MOST {
            return Err(say!("a link holds at most {most} values", most = MOST));
        }
        let keys: Vec<String> = path.split('.').map(unescape).collect::<Result<_, _>>()?;
        if keys.len() > DEEPEST {
            return Err(say!("`{path}` is too deep", path = path));
        }
        let value = value_of(value)?;
        let Some((first, rest)) = keys.split_first() else {
            continue;
        };
        let slot = root.entry(first.clone()).or_insert(Value::Boolean(false));
        put(slot, rest, value, path)?;
    }
    toml::to_string(&root).map_err(|e| e.to_string())
}

/// Reads a situation from JSON: the same tables, lists and values.
///
/// # Errors
/// If it is not JSON, or holds what a TOML file cannot.
pub fn from_json(json: &str) -> Result<String, String> {
    if json.len() > 1 << 20 {
        return Err(say!("a situation has at most 1 MiB"));
    }
    let table: Table = serde_json::from_str(json)
        .map_err(|e| say!("this is not a situation in JSON: {e}", e = e))?;
    toml::to_string(&table).map_err(|e| e.to_string())
}

/// Joins flaws to one sentence, for callers that have no file to show.
#[must_use]
pub fn sentence(flaws: &Flaws) -> String {
    let all: Vec<&str> = flaws.flaws.iter().map(|f| f.message.as_str()).collect();
    all.join("; ")
}

fn flatten(value: &Value, path: &str, out: &mut Vec<(String, String)>) -> Result<(), String> {
    let under = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                flatten(value, &under(&escape(key, false)), out)?;
            }
        }
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                flatten(value, &under(&format!("-{at}")), out)?;
            }
        }
        Value::String(text) => out.push((path.to_owned(), format!(".{}", escape(text, true)))),
        Value::Integer(n) => out.push((path.to_owned(), n.to_string())),
        Value::Float(n) if n.is_finite() => {
            let text = n.to_string();
            let text = if text.contains('.') {
                text
            } else {
                format!("{text}.0")
            };
            out.push((path.to_owned(), text));
        }
        Value::Float(_) => return Err(say!("`{path}` is not a finite number", path = path)),
        Value::Boolean(flag) => {
            out.push((path.to_owned(), if *flag { "t" } else { "f" }.to_owned()));
        }
        Value::Datetime(_) => return Err(say!("`{path}` is a date", path = path)),
    }
    Ok(())
}

/// Escapes what a link cannot carry. Points stay as they are only in values, and hyphens only after
/// the beginning of a key.
fn escape(text: &str, points: bool) -> String {
    let mut out = String::new();
    for (at, byte) in text.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric()
            || (byte == b'-' && (points || at > 0))
            || (byte == b'.' && points);
        if plain {
            out.push(char::from(byte));
        } else {
            let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
            out.extend(['_', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    out
}

fn unescape(text: &str) -> Result<String, String> {
    let wrong = || say!("`{text}` is not written as links are", text = text);
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'_' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || {
            let digit = char::from(rest.next()?).to_digit(16)?;
            u8::try_from(digit).ok()
        };
        let (high, low) = (digit().ok_or_else(wrong)?, digit().ok_or_else(wrong)?);
        bytes.push(high << 4 | low);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

fn value_of(text: &str) -> Result<Value, String> {
    let wrong = || say!("`{text}` is not a value", text = text);
    match text {
        "t" => return Ok(Value::Boolean(true)),
        "f" => return Ok(Value::Boolean(false)),
        _ => {}
    }
    if let Some(text) = text.strip_prefix('.') {
        return unescape(text).map(Value::String);
    }
    if text.contains('.') {
        let number: f64 = text.parse().map_err(|_| wrong())?;
        return number
            .is_finite()
            .then_some(Value::Float(number))
            .ok_or_else(wrong);
    }
    text.parse().map(Value::Integer).map_err(|_| wrong())
}

/// Puts a value at a path.
fn put(slot: &mut Value, path: &[String], value: Value, whole: &str) -> Result<(), String> {
    let twice = || say!("`{whole}` goes through a value", whole = whole);
    let Some((key, rest)) = path.split_first() else {
        *slot = value;
        return Ok(());
    };
    let fresh = matches!(slot, Value::Boolean(false));
    if let Some(at) = key
        .strip_prefix('-')
        .and_then(|at| at.parse::<usize>().ok())
    {
        if fresh {
            *slot = Value::Array(Vec::new());
        }
        let Value::Array(items) = slot else {
            return Err(twice());
        };
        if at >= MOST {
            return Err(say!(
                "a list in a link has at most {most} places",
                most = MOST
            ));
        }
        // Places come in the order of their names: 10 before 2.
        while items.len() <= at {
            items.push(Value::Boolean(false));
        }
        return put(&mut items[at], rest, value, whole);
    }
    if fresh {
        *slot = Value::Table(Table::new());
    }
    let Value::Table(table) = slot else {
        return Err(twice());
    };
    let slot = table.entry(key.clone()).or_insert(Value::Boolean(false));
    put(slot, rest, value, whole)
}
