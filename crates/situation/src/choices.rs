//! What can be chosen for a rule set, for a form that builds a situation.

use crate::draft::{FARTHEST, Met, is_thin};
use crate::orders::{VERBS, spoken};
use sandtable_battle::{Battle, Card, Ground, KindSpec, Rules, Side, UnitId};
use sandtable_files::MOST_STANDS;
use sandtable_odds::Others;
use sandtable_tell::words::plain;
use sandtable_tongue::{is_foreign, say};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that a situation of a rule set may contain.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choices {
    /// Name of the rule set.
    pub rules: String,
    /// Title of the rule set.
    pub title: String,
    /// The unit of ranges: `inches`, `centimetres`.
    pub lengths: String,
    /// The greatest range.
    pub farthest: f64,
    /// The unit of strength: `stand`, `figure`.
    pub strength: String,
    /// The plural of `strength`.
    pub strengths: String,
    /// Troop types that may be the unit or the target.
    pub kinds: Vec<KindChoice>,
    /// Troop types that may lead one; empty where the rule set has no leaders.
    pub leaders: Vec<KindChoice>,
    /// Counters that units bear.
    pub marks: Vec<MarkChoice>,
    /// Ground that units may stand on.
    pub grounds: Vec<GroundChoice>,
    /// Ground that may lie between the two.
    pub between: Vec<GroundChoice>,
    /// The sides from which the target may be met.
    pub sides: Vec<String>,
    /// The orders to ask about.
    pub orders: Vec<String>,
    /// Ways to make choices during an order.
    pub others: Vec<OthersChoice>,
    /// The names in files that can be chosen here (ground, formations, values of ratings, sides,
    /// orders), with the words that people use.
    pub words: Vec<WordChoice>,
}

/// A troop type.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindChoice {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Usual strength.
    pub stands: u8,
    /// The least and the greatest strength.
    pub stands_range: [u8; 2],
    /// The formations it may take, the usual one first.
    pub formations: Vec<String>,
    /// What the troops may be rated at.
    pub ratings: Vec<RatingChoice>,
}

/// Something a unit is rated at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChoice {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The values to choose from.
    pub values: Vec<String>,
    /// The usual value.
    pub usual: String,
}

/// A counter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkChoice {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The least and the greatest value.
    pub range: [i32; 2],
}

/// Ground.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroundChoice {
    /// Its name in files.
    pub id: String,
    /// Whether it is a line behind which units stand.
    pub line: bool,
}

/// A way to make choices.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OthersChoice {
    /// Its name in files.
    pub id: String,
    /// What it means.
    pub says: String,
}

/// A name that files use.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordChoice {
    /// The name.
    pub id: String,
    /// The words that people use for it.
    pub says: String,
}

/// Returns what can be chosen for a rule set. It asks the rule set, and leaves out what that would
/// reject.
#[must_use]
pub fn choices(rules: &dyn Rules) -> Choices {
    let card = rules.card();
    let (leaders, kinds): (Vec<usize>, Vec<usize>) =
        (0..card.kinds.len()).partition(|&at| card.kinds[at].leader);
    let probe = Probe::new(rules);
    let all = |places: &[usize]| places.iter().map(|&at| probe.kind(at)).collect();
    let ground = |ground: Ground| GroundChoice {
        id: ground.name().to_owned(),
        line: is_thin(ground),
    };
    Choices {
        rules: card.id.clone(),
        title: card.credit.title.clone(),
        lengths: card.ruler.name().to_owned(),
        farthest: FARTHEST,
        strength: card.strength.one.clone(),
        strengths: card.strength.many.clone(),
        kinds: all(&kinds),
        leaders: all(&leaders),
        marks: probe.marks(),
        grounds: probe.grounds().into_iter().map(ground).collect(),
        between: Ground::ALL.map(ground).to_vec(),
        sides: Met::ALL.map(|m| m.name().to_owned()).to_vec(),
        orders: VERBS.map(|v| v.0.to_owned()).to_vec(),
        others: Others::ALL
            .map(|o| OthersChoice {
                id: o.name().to_owned(),
                says: o.says().to_owned(),
            })
            .to_vec(),
        words: words(card),
    }
}

/// Returns names in files with the words that people use.
fn words(card: &Card) -> Vec<WordChoice> {
    let values = card.ratings.iter().flat_map(|r| &r.values);
    let own = card.formations.iter().chain(values).map(String::as_str);
    let sides = Met::ALL.map(Met::name);
    let names = own.chain(Ground::ALL.map(Ground::name)).chain(sides);
    let mut all: BTreeMap<String, String> = names
        .map(|name| {
            let bare = name.replace(['_', '-'], " ");
            // A value may have capitals, which English keeps.
            let said = match say(name) {
                said if said != name => said.to_owned(),
                _ if is_foreign() => plain(name),
                _ => bare,
            };
            (name.to_owned(), said)
        })
        .collect();
    let orders = VERBS.map(|verb| verb.0);
    all.extend(orders.map(|name| (name.to_owned(), spoken(name).to_owned())));
    let word = |(id, says)| WordChoice { id, says };
    all.into_iter().map(word).collect()
}

/// Battles of two units of each side, to ask the rule set what it allows.
struct Probe<'a> {
    rules: &'a dyn Rules,
    card: &'a Card,
}

impl<'a> Probe<'a> {
    fn new(rules: &'a dyn Rules) -> Self {
        Self {
            rules,
            card: rules.card(),
        }
    }

    /// Makes a battle with a unit of a kind, on some ground.
    fn battle(&self, kind: usize, ground: Option<Ground>) -> Option<Battle> {
        let card = self.card;
        let (wide, tall) = card.table;
        let middle = [card.ruler.measure(wide / 2), card.ruler.measure(tall / 2)];
        let mut text = format!("format = 2\nrules = \"{}\"\n", card.id);
        if let Some(ground) = ground {
            let box_of =
                |text: &str| format!("[[terrain]]\nground = \"{}\"\n{text}\n", ground.name());
            let y = middle[1];
            text += &if ground.is_linear() {
                box_of(&format!(
                    "line = [[0, {y}], [{}, {y}]]\nwidth = 1",
                    middle[0] * 2.0
                ))
            } else {
                box_of(&format!("at = {middle:?}\nsize = [12, 12]"))
            };
        }
        let usual = card.kinds.iter().position(|k| !k.leader)?;
        for (at, (side, kind)) in [
            ("Blue", kind),
            ("Blue", usual),
            ("Red", usual),
            ("Red", usual),
        ]
        .into_iter()
        .enumerate()
        {
            let kind = &card.kinds.get(kind)?.id;
            text += &format!(
                "[[unit]]\nname = \"{at}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = {middle:?}\n"
            );
        }
        let mut battle = sandtable_files::read_begun(&text, card).ok()?;
        // The other units stand far away, since only the first is asked about.
        for (unit, x) in battle.units.iter_mut().skip(1).zip([8, 2, 3]) {
            unit.pose.x = wide / 10 * x;
            unit.pose.y = if unit.side == Side::A {
                tall / 10
            } else {
                tall / 10 * 9
            };
        }
        Some(battle)
    }

    /// Tells whether the rule set finds nothing wrong with the first unit.
    fn sound(&self, battle: &Battle) -> bool {
        let flaws = self.rules.flaws(battle);
        !flaws.iter().any(|(unit, _)| *unit == Some(UnitId(0)))
    }

    fn kind(&self, at: usize) -> KindChoice {
        let spec: &KindSpec = &self.card.kinds[at];
        let place = u8::try_from(at).unwrap_or(0);
        let formations = self.card.formations.iter().enumerate();
        let ratings = self.card.ratings.iter();
        let said = |kinds: u32| kinds.checked_shr(u32::from(place)).unwrap_or(0) & 1 == 1;
        KindChoice {
            id: spec.id.clone(),
            title: spec.title.clone(),
            stands: spec.stands,
            stands_range: self.stands(at, spec.stands),
            formations: formations
                .filter(|(at, _)| *at < 32 && spec.formations >> at & 1 == 1)
                .map(|(_, name)| name.clone())
                .collect(),
            ratings: ratings
                .filter(|r| said(r.kinds))
                .map(|r| RatingChoice {
                    id: r.id.clone(),
                    title: r.title.clone(),
                    values: r.values.clone(),
                    usual: r
                        .values
                        .get(usize::from(r.default))
                        .cloned()
                        .unwrap_or_default(),
                })
                .collect(),
        }
    }

    /// Returns the least and the greatest number of stands that the rule set accepts.
    fn stands(&self, kind: usize, usual: u8) -> [u8; 2] {
        let Some(mut battle) = self.battle(kind, None) else {
            return [usual; 2];
        };
        let most = u8::try_from(MOST_STANDS).unwrap_or(u8::MAX);
        let mut fits = |n: u8| {
            (battle.units[0].stands, battle.units[0].started) = (n, n.max(usual));
            let lost = self.sound(&battle);
            battle.units[0].started = n;
            lost || self.sound(&battle)
        };
        let least = (1..=usual).find(|&n| fits(n)).unwrap_or(usual);
        let most = (usual..=most)
            .take_while(|&n| fits(n))
            .last()
            .unwrap_or(usual);
        [least, most]
    }

    /// Returns the marks that a table would show.
    fn marks(&self) -> Vec<MarkChoice> {
        let usual = self.card.kinds.iter().position(|k| !k.leader);
        let battle = usual.and_then(|kind| self.battle(kind, None));
        let specs = self.card.marks.iter().enumerate();
        let shown = specs.filter(|(_, spec)| !spec.title.is_empty());
        shown
            .map(|(at, spec)| {
                let fits = |value: i32| {
                    battle.as_ref().is_none_or(|battle| {
                        let mut battle = battle.clone();
                        battle.units[0].marks[at] = value;
                        self.sound(&battle)
                    })
                };
                let (least, most) = spec.range;
                let most = (least..=most).rev().find(|&v| fits(v)).unwrap_or(most);
                MarkChoice {
                    id: spec.id.clone(),
                    title: spec.title.clone(),
                    range: [least, most],
                }
            })
            .collect()
    }

    /// Returns the ground on which the usual troops may stand.
    fn grounds(&self) -> Vec<Ground> {
        let usual = self.card.kinds.iter().position(|k| !k.leader).unwrap_or(0);
        let fits = |ground: &Ground| {
            let battle = self.battle(usual, Some(*ground));
            battle.is_some_and(|battle| self.sound(&battle))
        };
        Ground::ALL.into_iter().filter(fits).collect()
    }
}
