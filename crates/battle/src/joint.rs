//! Dice that a host and two players roll together: nobody alone chooses or foresees a roll.
//!
//! Each party draws a random root and hashes it [`THROWS`] times with SHA-256. The last value is
//! its *pledge*, published before the first throw. For throw 1 the party opens the value before the
//! pledge, for throw 2 the one before that, and so on. Anyone who has the pledge can check that a
//! value was fixed from the start, and nobody can work out the next one. The dice of a throw follow
//! from the values of all parties ([`Joint::seed`]).
//!
//! (Hash chains after L. Lamport, "Password authentication with insecure communication",
//! Communications of the ACM 24 (1981).)

use crate::Rolled;
use sandtable_tongue::say;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use sha2::{Digest, Sha256};
use std::fmt;

/// Number of throws that one pledge covers.
pub const THROWS: u32 = 4096;
/// Text before the values when the seed is computed, so that the same values never serve another
/// purpose.
const PURPOSE: &str = "sandtable joint dice 1";

/// One value of a chain: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Value([u8; 32]);

impl Value {
    /// Makes a value from 32 bytes; the root of a chain is random.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads a value from its 64 hexadecimal digits.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let mut bytes = [0; 32];
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// Returns the value that comes `steps` later in its chain.
    #[must_use]
    pub fn hashed(self, steps: u32) -> Self {
        (0..steps).fold(self, |value, _| Self(Sha256::digest(value.0).into()))
    }

    /// Returns the pledge of the chain that has this value as its root.
    #[must_use]
    pub fn pledge(self) -> Self {
        self.hashed(THROWS)
    }

    /// Returns the value that this root's chain opens for a throw, counted from its pledge: 1 up to
    /// [`THROWS`]. Number 0 is the pledge itself.
    #[must_use]
    pub fn opens(self, number: u32) -> Option<Self> {
        Some(self.hashed(THROWS.checked_sub(number)?))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({self})")
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'d> Deserialize<'d> for Value {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'d, str>::deserialize(from)?;
        Self::read(&text).ok_or_else(|| {
            D::Error::custom("a value of joint dice has 64 lower-case hexadecimal digits")
        })
    }
}

/// A party to joint dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// The host of the battle: the server of a room.
    Host,
    /// The player of the first side.
    A,
    /// The player of the second side.
    B,
}

impl Party {
    /// All parties.
    pub const ALL: [Self; 3] = [Self::Host, Self::A, Self::B];
}

/// What a party pledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pledge {
    /// The party.
    pub by: Party,
    /// The last throw before the pledge: the next throw is the first that the pledge opens.
    pub from: u32,
    /// The last value of the chain.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub top: Value,
}

impl Pledge {
    /// Returns whether a value is the one that the party must open for a throw.
    #[must_use]
    pub fn gives(&self, throw: u32, value: Value) -> bool {
        let steps = throw.checked_sub(self.from);
        steps.is_some_and(|n| (1..=THROWS).contains(&n) && value.hashed(n) == self.top)
    }
}

/// One throw of joint dice, as its journal line proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// The number of the throw, counted from 1. Numbers rise; some may be missing where players
    /// took orders back.
    pub throw: u32,
    /// Pledges that no earlier line contains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pledges: Vec<Pledge>,
    /// The value that the host opened.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub host: Value,
    /// The value that the first player opened; `None` if a computer plays that side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub a: Option<Value>,
    /// The value that the second player opened; `None` if a computer plays that side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub b: Option<Value>,
}

impl Joint {
    /// Returns the value that a party opened.
    #[must_use]
    pub const fn of(&self, party: Party) -> Option<Value> {
        match party {
            Party::Host => Some(self.host),
            Party::A => self.a,
            Party::B => self.b,
        }
    }

    /// Returns the seed of the dice: the first eight bytes, most significant first, of the SHA-256
    /// of five lines: a fixed text, the number of the throw, the three values (`-` for none).
    #[must_use]
    pub fn seed(&self) -> u64 {
        let value = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
        let text = format!(
            "{PURPOSE}\n{}\n{}\n{}\n{}\n",
            self.throw,
            self.host,
            value(self.a),
            value(self.b)
        );
        let print = Sha256::digest(text);
        u64::from_be_bytes(print.first_chunk().copied().unwrap_or_default())
    }

    /// Returns the dice of the line that this throw is for.
    #[must_use]
    pub fn dice(&self, line: u32) -> Rolled {
        Rolled::new(self.seed(), line).sealed()
    }
}

/// The pledges of a battle and the values opened so far, throw by throw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    known: [Option<Pledge>; 3],
    throw: u32,
}

impl Chains {
    /// Returns the number of the last throw.
    #[must_use]
    pub const fn throw(&self) -> u32 {
        self.throw
    }

    /// Returns whether a pledge was published in the throws so far, or follows from one that was.
    #[must_use]
    pub fn knows(&self, pledge: &Pledge) -> bool {
        self.told(pledge.by).is_some_and(|told| {
            let steps = told.from.checked_sub(pledge.from);
            steps.is_some_and(|n| n <= THROWS && told.top.hashed(n) == pledge.top)
        })
    }

    fn told(&self, party: Party) -> Option<&Pledge> {
        self.known[party as usize].as_ref()
    }

    /// Checks the next throw and advances past it.
    ///
    /// # Errors
    /// If the values are not what was pledged: a sentence that says why.
    pub fn take(&mut self, joint: &Joint) -> Result<(), String> {
        if joint.throw <= self.throw {
            return Err(say!(
                "throw {n} comes after throw {last}",
                n = joint.throw,
                last = self.throw
            ));
        }
        for (place, pledge) in joint.pledges.iter().enumerate() {
            // Only the last one would count, and `verify` tells them all.
            if joint.pledges[..place].iter().any(|one| one.by == pledge.by) {
                return Err(say!("a party pledges once for a throw"));
            }
            if pledge.from >= joint.throw {
                return Err(say!("a pledge comes before the throw it is for"));
            }
            self.known[pledge.by as usize] = Some(*pledge);
        }
        for party in Party::ALL {
            self.open(party, joint)?;
        }
        self.throw = joint.throw;
        Ok(())
    }

    /// Opens the value of one party. It then replaces the pledge, so that a long battle is checked
    /// in one walk along each chain.
    fn open(&mut self, party: Party, joint: &Joint) -> Result<(), String> {
        let who = match party {
            Party::Host => say!("the host"),
            Party::A => say!("the first player"),
            Party::B => say!("the second player"),
        };
        match (self.told(party), joint.of(party)) {
            (None, None) if party != Party::Host => Ok(()),
            (Some(told), Some(value)) if told.gives(joint.throw, value) => {
                self.known[party as usize] = Some(Pledge {
                    by: party,
                    from: joint.throw,
                    top: value,
                });
                Ok(())
            }
            (Some(_), Some(_)) => Err(say!("{who} opened a value that was not pledged", who = who)),
            (None, _) => Err(say!("{who} opened a value without a pledge", who = who)),
            (Some(_), None) => Err(say!("{who} pledged and opened nothing", who = who)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(byte: u8) -> Value {
        Value::new([byte; 32])
    }

    fn joint(throw: u32, pledges: Vec<Pledge>) -> Joint {
        let opens = |byte: u8| root(byte).opens(throw).unwrap();
        Joint {
            throw,
            pledges,
            host: opens(1),
            a: Some(opens(2)),
            b: None,
        }
    }

    fn pledges() -> Vec<Pledge> {
        [(Party::Host, 1), (Party::A, 2)]
            .map(|(by, byte)| Pledge {
                by,
                from: 0,
                top: root(byte).pledge(),
            })
            .to_vec()
    }

    #[test]
    fn what_was_pledged_is_taken_throw_by_throw_with_gaps() {
        let mut chains = Chains::default();
        for (throw, pledges) in [(1, pledges()), (2, vec![]), (7, vec![]), (4096, vec![])] {
            chains.take(&joint(throw, pledges)).unwrap();
        }
        assert_eq!(chains.throw(), 4096);
        assert_eq!(root(1).opens(4097), None, "the chain is used up");
        assert!(pledges().iter().all(|pledge| chains.knows(pledge)));
    }

    #[test]
    fn another_value_another_order_or_no_value_is_found() {
        let mut chains = Chains::default();
        assert!(chains.take(&joint(1, vec![])).is_err(), "no pledge");
        chains.take(&joint(3, pledges())).unwrap();
        let known = chains.clone();
        let mut wrong = joint(4, vec![]);
        wrong.a = root(2).opens(5);
        assert!(chains.take(&wrong).is_err(), "the value of another throw");
        wrong.a = None;
        assert!(known.clone().take(&wrong).is_err(), "pledged, not opened");
        assert!(known.clone().take(&joint(3, vec![])).is_err(), "again");
        let mut late = pledges();
        late[0].from = 4;
        assert!(
            known.clone().take(&joint(4, late)).is_err(),
            "told too late"
        );
        let twice = [pledges(), pledges()].concat();
        assert!(Chains::default().take(&joint(1, twice)).is_err(), "twice");
        assert!(known.clone().take(&joint(4, vec![])).is_ok());
    }

    #[test]
    fn every_value_changes_the_dice() {
        let one = joint(1, vec![]);
        let b = Joint {
            b: Some(root(9)),
            ..one.clone()
        };
        let seeds = [one.seed(), b.seed(), joint(2, vec![]).seed()];
        assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2] && seeds[1] != seeds[2]);
    }
}
