//! Reads a plain value into a type.
//!
//! `serde_json` does the same, but can also read every struct from a list of its fields, which none
//! of our files have. The code for that in each type was one fiftieth of the largest engine in a
//! browser.

use sandtable_tongue::say;
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Error, Map, Value};

/// Reads a plain value into a type.
///
/// # Errors
/// If the value does not fit the type.
pub fn read_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Plain(value)).map_err(|error| Error::custom(plainly(&error.to_string())))
}

/// The whole numbers of Rust's types, with their bounds.
const WHOLE: [(&str, i64, i64); 6] = [
    ("i8", -128, 127),
    ("u8", 0, 255),
    ("i16", -32_768, 32_767),
    ("u16", 0, 65_535),
    ("i32", -2_147_483_648, 2_147_483_647),
    ("u32", 0, 4_294_967_295),
];

/// Says what is wrong with a value, without the names of Rust's types.
#[must_use]
pub fn plainly(text: &str) -> String {
    // JavaScript has texts that are cut in the middle of a letter.
    if [
        "unexpected end of hex escape",
        "lone leading surrogate in hex escape",
    ]
    .contains(&text)
    {
        return say!("a text must have whole letters, and this one has half of a pair");
    }
    let named = text
        .rsplit_once(", expected ")
        .and_then(|(found, name)| not_a_number(&as_written(found), name));
    named.unwrap_or_else(|| text.to_owned())
}

/// Returns the value of a message by `serde`: as it is written, or else its kind.
fn as_written(found: &str) -> String {
    let value = found.find(['`', '"']).map(|at| found.split_at(at).1);
    value.map_or_else(
        || {
            let kind = found.rsplit(": ").next().unwrap_or(found);
            match kind {
                "sequence" => say!("a list"),
                "map" => say!("a table of values"),
                "null" | "unit value" => "`null`".to_owned(),
                _ => kind.to_owned(),
            }
        },
        str::to_owned,
    )
}

/// Says that a value is not a number of the type with this name; `None` for other types.
fn not_a_number(found: &str, name: &str) -> Option<String> {
    if let Some((_, least, most)) = WHOLE.iter().find(|(whole, ..)| *whole == name) {
        return Some(say!(
            "{found} is not a whole number from {least} to {most}",
            found = found,
            least = least,
            most = most
        ));
    }
    Some(match name {
        "i64" => say!("{found} is not a whole number", found = found),
        "u64" | "usize" => say!("{found} is not a whole number, not below 0", found = found),
        "f64" => say!("{found} is not a number", found = found),
        _ => return None,
    })
}

struct Plain(Value);

impl IntoDeserializer<'_, Error> for Plain {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Returns the kind of a value, for messages.
fn found(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(flag) => Unexpected::Bool(*flag),
        Value::Number(n) => n.as_f64().map_or(Unexpected::Other("number"), |float| {
            n.as_i64()
                .map_or(Unexpected::Float(float), Unexpected::Signed)
        }),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

fn list<'d, V: Visitor<'d>>(items: Vec<Value>, visitor: V) -> Result<V::Value, Error> {
    let mut items = SeqDeserializer::new(items.into_iter().map(Plain));
    let read = visitor.visit_seq(&mut items)?;
    items.end().map(|()| read)
}

/// A function rather than a closure: a closure would be compiled again for every type that is read.
fn field((key, value): (String, Value)) -> (String, Plain) {
    (key, Plain(value))
}

fn fields<'d, V: Visitor<'d>>(map: Map<String, Value>, visitor: V) -> Result<V::Value, Error> {
    let mut map = MapDeserializer::new(map.into_iter().map(field));
    let read = visitor.visit_map(&mut map)?;
    map.end().map(|()| read)
}

impl<'d> Deserializer<'d> for Plain {
    type Error = Error;

    fn deserialize_any<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(n) => n.deserialize_any(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => list(items, visitor),
            Value::Object(map) => fields(map, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'d>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'d>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) => fields(map, visitor),
            other => Err(Error::invalid_type(found(&other), &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => list(items, visitor),
            other => Err(Error::invalid_type(found(&other), &visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'d>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'d>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_str<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            other => Err(Error::invalid_type(found(&other), &visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    /// A variant is its name, or a map with its name as the only key and its contents as the value.
    fn deserialize_enum<V: Visitor<'d>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (name, held) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(map) if map.len() == 1 => match map.into_iter().next() {
                Some((name, held)) => (name, Some(held)),
                None => return Err(Error::invalid_value(Unexpected::Map, &"one key")),
            },
            other => {
                let wanted = "a name, or a map with a single key";
                return Err(Error::invalid_type(found(&other), &wanted));
            }
        };
        visitor.visit_enum(Variant { name, held })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'d>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit
        unit_struct ignored_any
    }
}

/// One variant of an enum.
struct Variant {
    name: String,
    held: Option<Value>,
}

impl<'d> EnumAccess<'d> for Variant {
    type Error = Error;
    type Variant = Held;

    fn variant_seed<S: DeserializeSeed<'d>>(self, seed: S) -> Result<(S::Value, Held), Error> {
        let name: StrDeserializer<'_, Error> = self.name.as_str().into_deserializer();
        seed.deserialize(name).map(|known| (known, Held(self.held)))
    }
}

/// The contents of a variant.
struct Held(Option<Value>);

impl Held {
    fn value(self, wanted: &'static str) -> Result<Plain, Error> {
        let missing = || Error::invalid_type(Unexpected::UnitVariant, &wanted);
        self.0.map(Plain).ok_or_else(missing)
    }
}

impl<'d> VariantAccess<'d> for Held {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(other) => Err(Error::invalid_type(found(&other), &"nothing but a name")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'d>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.value("a variant that holds something")?)
    }

    fn tuple_variant<V: Visitor<'d>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.value("a variant with a list")?
            .deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'d>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value("a variant with fields")?
            .deserialize_map(visitor)
    }
}
