//! The odds of an order, told in words: one exploration of the very resolution
//! that plays it, its outcomes grouped by what a player would see.

use crate::Look;
use crate::view::{MeanRow, OddsPart, OddsRow, OddsView};
use crate::words;
use sandtable_battle::{
    Battle, Clause, Event, Gait, Legal, Outcome, Scene, Side, Status, UnitId,
    tell::{self, Person},
};
use sandtable_odds::{Answer, Chance, Law, Weight, answer};
use std::collections::{BTreeMap, BTreeSet};

/// Rows that are shown one by one; the rest are summed up.
const MOST_ROWS: usize = 10;
/// More than so many outcomes are also told a unit at a time.
const AT_ONE_LOOK: usize = 4;

/// How much exploring an answer may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Runs of the resolution for exact odds, at most. When they do not do, about
    /// as many again are spent on draws.
    pub runs: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { runs: 20_000 }
    }
}

/// One thing a player would see of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    /// The battle ended: 0 and 1 for a winner, 2 for nobody.
    Ended(u8),
    /// A unit left the table or came onto it.
    Became(Status),
    /// A unit lost stands, or got some back.
    Stands(i16),
    /// A mark that a table would show went up or down: by how much, to what.
    Mark(u8, i16, i8),
    /// It was driven somewhere.
    Went(Went),
    /// It stands in another formation.
    Formed(u8),
    /// What dice last said of it.
    Told(Clause, u16),
    /// A player must choose.
    Asks(Clause),
    /// Where the order of play went.
    Turned(String),
}

/// What happened on the way to an outcome that a player would want to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Told {
    /// What dice last said of each unit.
    last: BTreeMap<UnitId, (Clause, u16)>,
    /// How units were made to go.
    went: BTreeSet<(UnitId, Went)>,
}

/// How a unit was made to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Went {
    Charged,
    Withdrew,
    Driven,
    Retreated,
}

/// What a player would see of an outcome: effects by the unit they befell.
type Outcomes = Vec<(Option<UnitId>, Vec<Effect>)>;

impl Look<'_> {
    /// The odds of a legal order: exact, or drawn and saying how far off.
    #[must_use]
    pub fn odds(&self, legal: &Legal, budget: Budget) -> OddsView {
        // Where the order of play went is the outcome of an order to the table;
        // after others it is a matter of course. It is told from nowhere, so
        // that the same card drawn again is told too.
        let table = legal.order().unit().is_none().then(|| {
            let mut nowhere = self.battle.clone();
            (nowhere.cursor.group, nowhere.cursor.unit) = (None, None);
            nowhere
        });
        let hear = |told: &mut Told, scene: &Scene| self.hear(told, scene);
        let look = |after: &Battle, told: &Told| self.outcomes(after, told, table.as_ref());
        let Answer { law, within } =
            answer(self.rules, self.battle, legal, budget.runs, hear, look);
        let law = terse(&law);
        let factors = self.factors(&self.rules.factors(self.battle, legal));
        OddsView {
            rows: self.rows(&doubtful(&law), legal),
            // Of one unit what is certain is told too: "nothing happens" is true.
            parts: self.parts(&law, legal),
            means: self.means(&law),
            factors,
            lost: law.lost().to_string(),
            within: within.map(in_percent),
        }
    }

    /// What a player would see of one outcome; where the order of play went as
    /// well, if a battle is given from which to tell it.
    fn outcomes(&self, after: &Battle, told: &Told, table: Option<&Battle>) -> Outcomes {
        let mut by_unit: BTreeMap<Option<UnitId>, Vec<Effect>> = BTreeMap::new();
        for (id, now) in after.all() {
            let Some(was) = self.battle.get(id) else {
                continue;
            };
            let mut effects = Vec::new();
            if now.status != was.status {
                effects.push(Effect::Became(now.status));
            }
            // What is gone is gone: how many stands it last had tells nothing.
            if !now.status.is_gone() {
                if now.stands != was.stands {
                    effects.push(Effect::Stands(
                        i16::from(now.stands) - i16::from(was.stands),
                    ));
                }
                for (at, spec) in self.card().marks.iter().enumerate() {
                    let change = i16::from(now.marks[at]) - i16::from(was.marks[at]);
                    // How long it is out for is a matter for the log.
                    let aside = now.status != was.status && words::is_phrase(&spec.title);
                    if change != 0 && !spec.title.is_empty() && !aside {
                        let at = u8::try_from(at).unwrap_or(0);
                        effects.push(Effect::Mark(at, change, now.mark(at)));
                    }
                }
                if now.formation != was.formation {
                    effects.push(Effect::Formed(now.formation));
                }
            }
            if !effects.is_empty() {
                by_unit.entry(Some(id)).or_default().extend(effects);
            }
        }
        // Of what is gone nothing more is said.
        let here = |unit: UnitId| after.get(unit).is_some_and(|u| !u.status.is_gone());
        for &(unit, went) in told.went.iter().filter(|(unit, _)| here(*unit)) {
            let effects = by_unit.entry(Some(unit)).or_default();
            effects.push(Effect::Went(went));
        }
        for (&unit, &(why, outcome)) in told.last.iter().filter(|(unit, _)| here(**unit)) {
            let effects = by_unit.entry(Some(unit)).or_default();
            effects.push(Effect::Told(why, outcome));
        }
        if let Some(outcome) = after.ended {
            let end = match outcome {
                Outcome::Won(side) => u8::from(side == Side::B),
                Outcome::Draw => 2,
            };
            by_unit.entry(None).or_default().push(Effect::Ended(end));
        } else if table.is_none()
            && let Some(waits) = after.cursor.waits
            && self.battle.cursor.waits != Some(waits)
        {
            by_unit
                .entry(waits.unit)
                .or_default()
                .push(Effect::Asks(waits.why));
        }
        let went = table.and_then(|from| tell::cursor(from, self.card(), &after.cursor));
        if let Some(text) = went {
            by_unit.entry(None).or_default().push(Effect::Turned(text));
        }
        by_unit
            .into_iter()
            .map(|(unit, mut effects)| {
                effects.sort();
                effects.dedup();
                (unit, effects)
            })
            .collect()
    }

    /// Takes in what happened in a scene; of what dice said of a unit the last
    /// word counts.
    fn hear(&self, told: &mut Told, scene: &Scene) {
        for event in scene.events() {
            match *event {
                Event::Moved { unit, gait, .. } => {
                    told.went.extend(went(gait).map(|went| (unit, went)));
                }
                Event::Told {
                    why, outcome, unit, ..
                } if self.reading(why, outcome).is_some() && !self.counts(why) => {
                    told.last.insert(unit, (why, outcome));
                }
                _ => {}
            }
        }
    }

    /// Whole outcomes by falling chance.
    fn rows(&self, law: &Law<Outcomes>, legal: &Legal) -> Vec<OddsRow> {
        by_chance(law, |outcomes| self.sentence_of(outcomes, legal))
    }

    /// The law of each unit by itself, its target's and its own first: of a fight
    /// of many with twenty outcomes a player asks what becomes of whom.
    fn parts(&self, law: &Law<Outcomes>, legal: &Legal) -> Vec<OddsPart> {
        if law.iter().count() <= AT_ONE_LOOK {
            return Vec::new();
        }
        let order = legal.order();
        let mut units: Vec<Option<UnitId>> = law
            .iter()
            .flat_map(|(outcomes, _)| outcomes.iter().map(|(unit, _)| *unit))
            .collect();
        units.sort_by_key(|&unit| {
            let place = match unit {
                None => 3,
                _ if unit == order.target() => 0,
                _ if unit == order.unit() => 1,
                _ => 2,
            };
            (place, unit)
        });
        units.dedup();
        let part = |unit: Option<UnitId>| {
            let own = law.map(|outcomes| {
                let found = outcomes.iter().find(|(of, _)| *of == unit);
                found.map_or_else(Vec::new, |(_, effects)| effects.clone())
            });
            OddsPart {
                unit: unit.map(|unit| unit.0),
                name: unit.map_or_else(String::new, |unit| self.name(unit).to_owned()),
                rows: by_chance(&own, |effects| self.predicate(unit, effects)),
            }
        };
        units.into_iter().map(part).collect()
    }

    /// What befalls one unit, to follow its name.
    fn predicate(&self, unit: Option<UnitId>, effects: &[Effect]) -> String {
        let one = unit.map_or(Person::It, |unit| {
            Person::of(self.battle, self.card(), unit)
        });
        match effects {
            [] => "nothing happens".to_owned(),
            _ => {
                let all: Vec<String> = effects.iter().map(|e| self.effect(e, one)).collect();
                list(&all)
            }
        }
    }

    /// An outcome in words.
    fn sentence_of(&self, outcomes: &Outcomes, legal: &Legal) -> String {
        let parts: Vec<String> = outcomes
            .iter()
            .map(|(unit, effects)| {
                let one = unit.map_or(Person::It, |unit| {
                    Person::of(self.battle, self.card(), unit)
                });
                let say = |told: bool| {
                    let some = effects.iter().filter(|e| e.is_told() == told);
                    let some: Vec<String> = some.map(|e| self.effect(e, one)).collect();
                    list(&some)
                };
                let nobody = match effects.as_slice() {
                    [Effect::Asks(_)] => "a player",
                    _ => "",
                };
                let name = unit.map_or(nobody, |unit| self.name(unit));
                match (say(true), say(false)) {
                    (said, done) if done.is_empty() => format!("{name}: {said}"),
                    (said, done) if said.is_empty() => format!("{name} {done}"),
                    (said, done) => format!("{name} ({said}) {done}"),
                }
                .trim_start()
                .to_owned()
            })
            .collect();
        if parts.is_empty() {
            let quiet = self.does(legal.order(), legal.cost(), legal.allowed(), legal.tape());
            return if legal.order().target().is_some() {
                "no effect".to_owned()
            } else {
                quiet
            };
        }
        parts.join("; ")
    }

    /// What befell a unit, to follow its name.
    fn effect(&self, effect: &Effect, who: Person) -> String {
        let does = |many: &str, single: &str| who.verb(many, single).to_owned();
        match effect {
            Effect::Ended(end) => {
                let sides = &self.battle.setting.sides;
                sides.get(usize::from(*end)).map_or_else(
                    || "nobody wins".to_owned(),
                    |side| format!("{} the battle", words::wins(&side.name)),
                )
            }
            Effect::Became(status) => match status {
                Status::Table => does("come onto the table", "comes onto the table"),
                Status::Reserve => does("go into reserve", "goes into reserve"),
                Status::Expected => does("are out for now", "is out for now"),
                Status::Destroyed if who == Person::He => "is lost".to_owned(),
                Status::Destroyed => does("are destroyed", "is destroyed"),
                Status::Fled => does("flee the field", "flees the field"),
                Status::Captured => does("are captured", "is captured"),
                Status::Exited => does("march off the table", "marches off the table"),
            },
            Effect::Stands(change) => {
                let count = u8::try_from(change.abs()).unwrap_or(u8::MAX);
                let stands = self.card().strength.count(count);
                let verb = if *change < 0 {
                    does("lose", "loses")
                } else {
                    does("regain", "regains")
                };
                format!("{verb} {stands}")
            }
            // A title that is a phrase is no thing to be counted.
            Effect::Mark(at, _, to) if words::is_phrase(self.mark_title(*at)) => {
                let title = words::lower(self.mark_title(*at));
                format!("{} to {title}: {to}", does("come", "comes"))
            }
            Effect::Mark(at, change, _) if self.is_state(*at) => {
                let state = words::lower(self.mark_title(*at));
                if *change > 0 {
                    format!("{} marked “{state}”", does("are", "is"))
                } else {
                    format!("{} no longer marked “{state}”", does("are", "is"))
                }
            }
            Effect::Mark(at, change, _) => {
                let verb = if *change > 0 {
                    does("take", "takes")
                } else {
                    does("shed", "sheds")
                };
                format!("{verb} {}", self.marks_of(*at, change.abs()))
            }
            Effect::Went(went) => match went {
                Went::Charged => does("charge", "charges"),
                Went::Withdrew => does("withdraw", "withdraws"),
                Went::Driven => does("are driven back", "is driven back"),
                Went::Retreated => does("retreat", "retreats"),
            },
            Effect::Formed(formation) => {
                let name = self.card().formations.get(usize::from(*formation));
                let name = name.map_or_else(String::new, |n| words::plain(n));
                format!("{} {name}", does("form", "forms"))
            }
            Effect::Turned(text) => text.clone(),
            Effect::Told(clause, outcome) => self.meaning(*clause, *outcome),
            Effect::Asks(clause) => {
                let what = words::lower(self.title(*clause));
                format!("must choose ({what})")
            }
        }
    }

    /// Some of a mark: a number of it, or the one there can be.
    fn marks_of(&self, at: u8, some: i16) -> String {
        let Some(spec) = self.card().marks.get(usize::from(at)) else {
            return String::new();
        };
        if spec.range == (0, 1) {
            words::one(&spec.title)
        } else {
            words::count(i32::from(some), &spec.title)
        }
    }

    /// Whether a mark is there or not and its title is no thing: prone, smoke.
    fn is_state(&self, at: u8) -> bool {
        let spec = self.card().marks.get(usize::from(at));
        spec.is_some_and(|spec| {
            spec.range == (0, 1) && !spec.title.to_lowercase().ends_with("marker")
        })
    }

    fn mark_title(&self, at: u8) -> &str {
        self.card()
            .marks
            .get(usize::from(at))
            .map_or("", |spec| spec.title.as_str())
    }

    /// Expected numbers: stands and marks by unit, and the chance to lose it.
    fn means(&self, law: &Law<Outcomes>) -> Vec<MeanRow> {
        let mut sums: BTreeMap<(UnitId, Mean), Chance> = BTreeMap::new();
        let mut add = |key, chance: Chance| {
            sums.entry(key)
                .and_modify(|sum: &mut Chance| *sum = sum.plus(chance))
                .or_insert(chance);
        };
        for (outcomes, chance) in law.iter() {
            for (unit, effects) in outcomes {
                let Some(unit) = *unit else { continue };
                for effect in effects {
                    match *effect {
                        Effect::Became(status) if status.is_gone() => {
                            add((unit, Mean::Gone), chance);
                            let stands = self.battle.get(unit).map_or(0, |u| u.stands);
                            if self.counts_stands(unit) {
                                add((unit, Mean::StandsLost), chance.scaled(u32::from(stands)));
                            }
                        }
                        Effect::Stands(change) => {
                            let by = u32::from(change.unsigned_abs());
                            let mean = if change < 0 {
                                Mean::StandsLost
                            } else {
                                Mean::StandsBack
                            };
                            add((unit, mean), chance.scaled(by));
                        }
                        Effect::Mark(at, change, _) => {
                            let by = u32::from(change.unsigned_abs());
                            let mean = if change > 0 {
                                Mean::Takes(at)
                            } else {
                                Mean::Sheds(at)
                            };
                            add((unit, mean), chance.scaled(by));
                        }
                        Effect::Went(Went::Driven | Went::Retreated) => {
                            add((unit, Mean::Back), chance);
                        }
                        _ => {}
                    }
                }
            }
        }
        // Of what was drawn, that which would round to nought.
        let nothing = |chance: &Chance| chance.fraction().is_none() && chance.number() < 0.005;
        sums.into_iter()
            .filter(|(_, chance)| !nothing(chance))
            .map(|((unit, mean), chance)| {
                let name = self.name(unit);
                let many = &self.card().strength.many;
                let label = match mean {
                    Mean::StandsLost => format!("{name}: {many} lost, on average"),
                    Mean::StandsBack => format!("{name}: {many} got back, on average"),
                    Mean::Takes(at) | Mean::Sheds(at) if words::is_phrase(self.mark_title(at)) => {
                        format!("{name}: {}, on average", words::lower(self.mark_title(at)))
                    }
                    Mean::Takes(at) if self.is_state(at) => {
                        format!("{name}: chance of “{}”", words::lower(self.mark_title(at)))
                    }
                    Mean::Sheds(at) if self.is_state(at) => {
                        let state = words::lower(self.mark_title(at));
                        format!("{name}: chance to be rid of “{state}”")
                    }
                    Mean::Takes(at) => {
                        format!(
                            "{name}: {} taken, on average",
                            words::many(self.mark_title(at))
                        )
                    }
                    Mean::Sheds(at) => {
                        format!(
                            "{name}: {} shed, on average",
                            words::many(self.mark_title(at))
                        )
                    }
                    Mean::Back => format!("{name}: chance to go back"),
                    Mean::Gone => format!("{name}: chance to be lost"),
                };
                MeanRow {
                    label,
                    value: match chance.fraction() {
                        Some(_) => chance.to_string(),
                        None => format!("{:.2}", chance.number()),
                    },
                    number: (chance.number() * 10_000.0).round() / 10_000.0,
                }
            })
            .collect()
    }

    /// Whether stands are what a unit's strength is counted in.
    fn counts_stands(&self, unit: UnitId) -> bool {
        self.battle.get(unit).is_some_and(|u| u.started > 1)
    }
}

/// The law without what dice said of a unit wherever what befell it tells the
/// same: "no effect" says something, "hit" beside a lost stand does not.
fn terse(law: &Law<Outcomes>) -> Law<Outcomes> {
    let mut sayings: BTreeMap<(Option<UnitId>, Vec<Effect>), BTreeSet<Effect>> = BTreeMap::new();
    for (outcomes, _) in law.iter() {
        for (unit, effects) in outcomes {
            let (told, rest): (Vec<Effect>, Vec<Effect>) =
                effects.iter().cloned().partition(Effect::is_told);
            sayings.entry((*unit, rest)).or_default().extend(told);
        }
    }
    let plain = |unit: Option<UnitId>, rest: &Vec<Effect>| {
        let said = sayings.get(&(unit, rest.clone()));
        !rest.is_empty() && said.is_none_or(|said| said.len() < 2)
    };
    law.map(|outcomes| {
        outcomes
            .iter()
            .map(|(unit, effects)| {
                let rest: Vec<Effect> = effects.iter().filter(|e| !e.is_told()).cloned().collect();
                let kept = if plain(*unit, &rest) {
                    rest
                } else {
                    effects.clone()
                };
                (*unit, kept)
            })
            .collect()
    })
}

/// The law without the marks and choices that every outcome brings: a row
/// tells what is in doubt. Marks that are certain stand with the expected
/// numbers.
fn doubtful(law: &Law<Outcomes>) -> Law<Outcomes> {
    let marks = |outcomes: &Outcomes| -> BTreeSet<(Option<UnitId>, Effect)> {
        outcomes
            .iter()
            .flat_map(|(unit, effects)| effects.iter().map(|e| (*unit, e.clone())))
            .filter(|(_, effect)| matches!(effect, Effect::Mark(..) | Effect::Asks(_)))
            .collect()
    };
    let mut all = law.iter().map(|(outcomes, _)| marks(outcomes));
    let Some(first) = all.next() else {
        return law.map(Clone::clone);
    };
    let mut others = 0;
    let certain = all.fold(first, |certain, one| {
        others += 1;
        certain.intersection(&one).cloned().collect()
    });
    // One outcome alone tells all there is.
    if others == 0 {
        return law.map(Clone::clone);
    }
    law.map(|outcomes| {
        outcomes
            .iter()
            .map(|(unit, effects)| {
                let kept = effects
                    .iter()
                    .filter(|e| !certain.contains(&(*unit, (*e).clone())));
                (*unit, kept.cloned().collect::<Vec<Effect>>())
            })
            .filter(|(_, effects)| !effects.is_empty())
            .collect()
    })
}

impl Effect {
    const fn is_told(&self) -> bool {
        matches!(self, Self::Told(..))
    }
}

/// Rows by falling chance, what reads alike together, the long tail summed up.
fn by_chance<K: Ord>(law: &Law<K>, label: impl Fn(&K) -> String) -> Vec<OddsRow> {
    let mut rows: Vec<(String, Chance)> = Vec::new();
    for (outcome, chance) in law.iter() {
        let label = label(outcome);
        match rows.iter_mut().find(|(l, _)| *l == label) {
            Some((_, sum)) => *sum = sum.plus(chance),
            None => rows.push((label, chance)),
        }
    }
    rows.sort_by(|a, b| b.1.number().total_cmp(&a.1.number()).then(a.0.cmp(&b.0)));
    if rows.len() > MOST_ROWS {
        let tail = rows.split_off(MOST_ROWS - 1);
        let sum = tail.iter().fold(Chance::NONE, |sum, (_, c)| sum.plus(*c));
        rows.push((format!("other ({} outcomes)", tail.len()), sum));
    }
    rows.into_iter()
        .map(|(label, chance)| OddsRow {
            label,
            p: if chance.fraction().is_some() {
                chance.to_string()
            } else {
                String::new()
            },
            percent: in_percent(chance.number()),
        })
        .collect()
}

/// A number from 0 to 1 in per cent, to the hundredth.
fn in_percent(number: f64) -> f64 {
    (number * 10_000.0).round() / 100.0
}

/// What an expected number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mean {
    StandsLost,
    StandsBack,
    Takes(u8),
    Sheds(u8),
    Back,
    Gone,
}

/// The gaits that tell how a fight went.
const fn went(gait: Gait) -> Option<Went> {
    match gait {
        Gait::Charged => Some(Went::Charged),
        Gait::Withdrew => Some(Went::Withdrew),
        Gait::Driven => Some(Went::Driven),
        Gait::Retreated => Some(Went::Retreated),
        _ => None,
    }
}

/// "a", "a and b", "a, b and c".
fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
