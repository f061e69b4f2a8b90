//! How likely a side is to win from a position: named weights for features that can be counted,
//! learned from battles between computer players.

use crate::post::{muster, parts};
use crate::standing::standing;
use sandtable_battle::{Battle, Outcome, Rules, Side};
use sandtable_drill::points;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The features counted, each as one side's share minus the other's.
const COUNTED: [&str; 15] = [
    "strength", "ratio", "shaken", "units", "score", "goals", "fire", "blade", "worst", "rest",
    "far", "turned", "edge", "leads", "ahead",
];

/// Number of features of a position: everything counted, then the same times how late it is, then
/// the same times how near the last turn is.
pub(crate) const FEATURES: usize = 3 * COUNTED.len();

/// Counts the features of one side.
fn side(rules: &dyn Rules, battle: &Battle, of: Side) -> [f64; COUNTED.len()] {
    let mut out = [0.0; COUNTED.len()];
    let foes = muster(rules, battle, of);
    for (id, _) in battle.side(of) {
        let profile = rules.advice().profile(battle, id);
        let post = parts(rules, battle, id, &foes, false);
        let counted = [
            f64::from(profile.worth),
            0.0,
            f64::from(profile.shaken),
            1000.0,
            0.0,
            post.goals,
            post.fire,
            post.blade,
            post.worst,
            post.harm - post.worst,
            post.far,
            post.turned,
            post.edge,
            post.leads,
            0.0,
        ];
        for (sum, one) in out.iter_mut().zip(counted) {
            *sum += one / 1000.0;
        }
    }
    out
}

/// Returns how far the battle has come and how near its last turn is, both from 0 to 1.
fn late(battle: &Battle) -> (f64, f64) {
    let limit = f64::from(battle.setting.turns.unwrap_or(15)).max(1.0);
    let turn = f64::from(battle.cursor.turn).min(limit);
    (turn / limit, 1.0 / (1.0 + limit - turn))
}

/// Returns the features of a position, as one side sees it.
pub(crate) fn features(rules: &dyn Rules, battle: &Battle, of: Side) -> [f64; FEATURES] {
    let (mine, theirs) = (side(rules, battle, of), side(rules, battle, of.other()));
    let (worth, all) = (mine[0], (mine[0] + theirs[0]).max(0.1));
    let scale = all.max(2.0) / 10.0;
    let (late, last) = late(battle);
    let mut out = [0.0; FEATURES];
    for (at, (one, other)) in mine.into_iter().zip(theirs).enumerate() {
        let counted = match at {
            0 => (one - other) / all,
            1 => libm::log((worth + 0.3) / (theirs[0] + 0.3)) / 2.0,
            4 => {
                let [a, b] = points(rules, battle).unwrap_or([0, 0]).map(f64::from);
                let lead = if of == Side::A { a - b } else { b - a };
                lead / (a.abs() + b.abs() + 4.0)
            }
            14 => standing(rules, battle, of),
            _ => (one - other) / (scale * 10.0),
        };
        out[at] = counted;
        out[COUNTED.len() + at] = counted * late;
        out[2 * COUNTED.len() + at] = counted * last;
    }
    out
}

/// The weights of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The rule set they were learned for.
    pub rules: String,
    /// Version of the list of features that they belong to.
    pub version: u32,
    /// How they were learned.
    pub learned: String,
    /// Number of playouts of the rule set that take about as long as [`USUAL_PACE`] usual ones. A
    /// turn with more units or more fighting takes longer.
    #[serde(default = "usual_pace")]
    pub pace: u32,
    /// A weight for each feature.
    pub always: BTreeMap<String, f64>,
    /// A weight for each feature that grows from zero to its full value at the last turn.
    pub late: BTreeMap<String, f64>,
    /// A weight for each feature that matters in the last turns only.
    pub last: BTreeMap<String, f64>,
}

/// Version of the list of features. Weights of another version are refused.
pub const VERSION: u32 = 1;

/// Pace of a rule set that names none, and the pace that numbers of playouts refer to.
pub const USUAL_PACE: u32 = 16;

const fn usual_pace() -> u32 {
    USUAL_PACE
}

impl Weights {
    /// Returns the text of the file that holds the weights.
    #[must_use]
    pub fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Reads a file of weights that were learned for a rule set.
    ///
    /// # Errors
    /// If the file is for another rule set or another version, or a name or a number is wrong.
    pub fn read(text: &str, rules: &str) -> Result<Self, String> {
        let weights = Self::of_any(text)?;
        if weights.rules != rules {
            return Err(format!(
                "these weights are for the rule set `{}`, not for `{rules}`",
                weights.rules
            ));
        }
        Ok(weights)
    }

    /// Reads weights of any rule set, since a difference may bring the weights of its base.
    fn of_any(text: &str) -> Result<Self, String> {
        let weights: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        if weights.version != VERSION {
            return Err(format!(
                "these weights are of version {}, and version {VERSION} is needed: learn them anew with `sandtable train`",
                weights.version
            ));
        }
        Value::new(&weights).map(|_| weights)
    }
}

/// What a rule set gives to computer players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learned {
    /// Value of positions.
    pub value: Value,
    /// The pace, as in [`Weights::pace`].
    pub pace: u32,
}

impl Learned {
    /// Returns what a rule set brings ([`Card::weights`](sandtable_battle::Card::weights)). If
    /// it brings nothing, only strength and posts count.
    #[must_use]
    pub fn of(rules: &dyn Rules) -> Self {
        let weights = Weights::of_any(rules.card().weights).ok();
        let value = weights.as_ref().and_then(|it| Value::new(it).ok());
        Self {
            value: value.unwrap_or_else(Value::plain),
            pace: weights.map_or(USUAL_PACE, |it| it.pace),
        }
    }
}

/// Weights in the form in which they are used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value([f64; FEATURES]);

impl Value {
    /// Creates a value from weights by name.
    ///
    /// # Errors
    /// If a name is unknown or missing.
    pub fn new(weights: &Weights) -> Result<Self, String> {
        let mut all = [0.0; FEATURES];
        let parts = [&weights.always, &weights.late, &weights.last];
        for (from, part) in parts.into_iter().enumerate() {
            let from = from * COUNTED.len();
            if let Some(strange) = part.keys().find(|key| !COUNTED.contains(&key.as_str())) {
                return Err(format!(
                    "nothing called `{strange}` is counted; it is one of {}",
                    COUNTED.join(", ")
                ));
            }
            for (at, name) in COUNTED.iter().enumerate() {
                let weight = part.get(*name).copied();
                let weight = weight.filter(|weight| weight.is_finite());
                all[from + at] =
                    weight.ok_or_else(|| format!("the weight of `{name}` is missing"))?;
            }
        }
        Ok(Self(all))
    }

    pub(crate) const fn of(numbers: [f64; FEATURES]) -> Self {
        Self(numbers)
    }

    /// Returns the weights by name.
    #[must_use]
    pub fn named(&self, rules: &str, pace: u32, learned: String) -> Weights {
        let part = |from: usize| {
            let names = COUNTED.iter().enumerate();
            let rounded = |weight: f64| libm::round(weight * 1e4) / 1e4;
            names
                .map(|(at, name)| ((*name).to_owned(), rounded(self.0[from + at])))
                .collect()
        };
        Weights {
            rules: rules.to_owned(),
            version: VERSION,
            learned,
            pace,
            always: part(0),
            late: part(COUNTED.len()),
            last: part(2 * COUNTED.len()),
        }
    }

    /// Returns the chance that a side wins, from 0 to 1.
    #[must_use]
    pub fn chance(&self, rules: &dyn Rules, battle: &Battle, of: Side) -> f64 {
        match battle.ended {
            Some(Outcome::Won(winner)) => return if winner == of { 1.0 } else { 0.0 },
            Some(Outcome::Draw) => return 0.5,
            None => {}
        }
        let counted = features(rules, battle, of);
        let sum: f64 = counted
            .iter()
            .zip(&self.0)
            .map(|(one, weight)| one * weight)
            .sum();
        1.0 / (1.0 + libm::exp(-sum))
    }

    /// Returns the value that counts only strength and posts.
    fn plain() -> Self {
        let mut all = [0.0; FEATURES];
        all[..COUNTED.len()].copy_from_slice(&[
            8.0, 0.0, 0.0, 0.0, 2.0, 4.0, 4.0, 4.0, -4.0, -1.4, -4.0, -4.0, -4.0, 4.0, 0.0,
        ]);
        all[3 * COUNTED.len() - 1] = 3.0;
        Self(all)
    }
}
