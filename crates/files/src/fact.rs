//! Values as files and JSON name them: one tree that can be written as either.

use super::text::{degree_text, key, length_text, quoted};
use sandtable_geometry::{Facing, Length, Point, Ruler};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use std::fmt;

/// A value of a battle in progress. Displayed, it is a value of a TOML file; serialized, it is the
/// same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A whole number.
    Whole(i64),
    /// A number with as many decimals as it takes to be exact.
    Exact(String),
    /// True or false.
    Flag(bool),
    /// A name.
    Name(String),
    /// Several values.
    List(Vec<Self>),
    /// Values with names, in their order.
    Table(Vec<(String, Self)>),
}

impl Fact {
    /// Returns a name as a fact.
    pub(super) fn name(name: &str) -> Self {
        Self::Name(name.to_owned())
    }

    /// Returns a length in units of a ruler.
    pub(super) fn length(ruler: Ruler, length: Length) -> Self {
        Self::Exact(length_text(ruler, length))
    }

    /// Returns a direction in degrees.
    pub(super) fn angle(facing: Facing) -> Self {
        Self::Exact(degree_text(facing))
    }

    /// Returns a point as two lengths.
    pub(super) fn point(ruler: Ruler, at: Point) -> Self {
        Self::List([at.x, at.y].map(|part| Self::length(ruler, part)).into())
    }

    /// Returns whether it is an empty table or list.
    pub(super) const fn is_empty(&self) -> bool {
        match self {
            Self::List(all) => all.is_empty(),
            Self::Table(all) => all.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Exact(number) => f.write_str(number),
            Self::Flag(flag) => flag.fmt(f),
            Self::Name(name) => f.write_str(&quoted(name)),
            Self::List(all) => {
                f.write_str("[")?;
                for (place, one) in all.iter().enumerate() {
                    write!(f, "{}{one}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Table(all) if all.is_empty() => f.write_str("{}"),
            Self::Table(all) => {
                f.write_str("{ ")?;
                for (place, (name, one)) in all.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    write!(f, "{comma}{} = {one}", key(name))?;
                }
                f.write_str(" }")
            }
        }
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => to.serialize_i64(*number),
            Self::Exact(number) => match number.parse::<serde_json::Number>() {
                Ok(number) => number.serialize(to),
                Err(_) => to.serialize_str(number),
            },
            Self::Flag(flag) => to.serialize_bool(*flag),
            Self::Name(name) => to.serialize_str(name),
            Self::List(all) => {
                let mut list = to.serialize_seq(Some(all.len()))?;
                all.iter().try_for_each(|one| list.serialize_element(one))?;
                list.end()
            }
            Self::Table(all) => {
                let mut table = to.serialize_map(Some(all.len()))?;
                all.iter()
                    .try_for_each(|(name, one)| table.serialize_entry(name, one))?;
                table.end()
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Fact {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fact".into()
    }

    /// The content depends on the rule set, and the schema of its battle files describes it.
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Facts by their names in battle files (`[state]`)."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Fact;

    #[test]
    fn a_fact_is_the_same_in_a_file_and_in_json() {
        let fact = Fact::Table(vec![
            ("far".to_owned(), Fact::Exact("2.25".to_owned())),
            (
                "who's there".to_owned(),
                Fact::List(vec![Fact::name("a \"b\""), Fact::Flag(true)]),
            ),
            ("none".to_owned(), Fact::Table(Vec::new())),
        ]);
        let json = serde_json::to_value(&fact).expect("JSON");
        let file: toml::Value = toml::from_str(&format!("x = {fact}")).expect("TOML");
        assert_eq!(serde_json::to_value(&file["x"]).expect("JSON"), json);
        assert_eq!(json["far"], 2.25);
    }
}
