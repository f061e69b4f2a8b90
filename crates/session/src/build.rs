//! Calls for building battles: what there is to build with, checking drafts as files are checked,
//! reading armies, generating tables. None of them touches the battle that is played.

use crate::measure::long;
use crate::view::{
    ArmyInfo, ArmyUnit, ArmyView, DraftArmy, DraftView, FlawView, Generated, Kit, KitGoal,
    KitGround, KitKind, KitMark, KitMost, KitRating,
};
use crate::{EngineError, Look, Session, flawed, ledger};
use sandtable_battle::{Battle, Card, Goal, Ground, Rules, Side, Switches};
use sandtable_builder::{Generator, Stock, Wishes};
use sandtable_files::{Army, Flaw, Flaws, Points, Recruit, whole_points};
use sandtable_geometry::{Length, Line};
use sandtable_situation::{Choices, KindChoice, choices};
use sandtable_tell::words;
use sandtable_tongue::say;
use std::sync::Arc;

fn flaw(flaw: &Flaw) -> FlawView {
    FlawView {
        line: flaw.line,
        column: flaw.column,
        message: flaw.message.clone(),
        hint: flaw.hint.clone(),
    }
}

impl Session {
    fn standard(&self, rules: &str) -> Result<Arc<dyn Rules>, EngineError> {
        let opened = self.shelf().open(rules, &Switches::default());
        opened.map_err(EngineError::new)
    }

    fn points_of(&self, card: &Card) -> Option<Points> {
        let text = self.shelf().points(&card.id)?;
        sandtable_files::read_points(text, card).ok()
    }

    /// Returns everything that a battle of a rule set may be built with, under the switches that
    /// the text of a battle asks for, if one is given.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn kit(&self, rules: &str, text: Option<&str>) -> Result<Kit, EngineError> {
        let standard = self.standard(rules)?;
        let asked = text.and_then(|text| self.rules_asked(text).ok());
        let asked = asked.filter(|asked| asked.card().id == standard.card().id);
        let rules = asked.unwrap_or(standard);
        let card = rules.card();
        let points = self.points_of(card);
        let may = choices(&*rules);
        let ruler = card.ruler;
        Ok(Kit {
            rules: card.id.clone(),
            title: card.credit.title.clone(),
            ruler,
            table: [long(ruler, card.table.0), long(ruler, card.table.1)],
            widest: sandtable_files::WIDEST,
            group: card.group.clone(),
            strength: card.strength.many.clone(),
            kinds: may
                .kinds
                .iter()
                .chain(&may.leaders)
                .filter_map(|kind| kit_kind(kind, card, points.as_ref()))
                .collect(),
            marks: may
                .marks
                .iter()
                .map(|mark| KitMark {
                    id: mark.id.clone(),
                    title: mark.title.clone(),
                    range: mark.range,
                })
                .collect(),
            grounds: self.kit_grounds(card, &may),
            goals: Goal::ALL
                .map(|goal| KitGoal {
                    id: goal.name().to_owned(),
                    zone: goal.needs_zone(),
                })
                .to_vec(),
            armies: self.kit_armies(card, points.as_ref()),
            tables: kit_tables(&*rules),
            elements: card
                .armies
                .elements
                .iter()
                .map(|e| e.code.clone())
                .collect(),
            most: KitMost {
                units: sandtable_files::MOST_UNITS,
                groups: sandtable_files::MOST_GROUPS,
                pieces: sandtable_files::MOST_PIECES,
                turns: sandtable_files::MOST_TURNS,
            },
        })
    }

    /// Returns the kinds of ground with the sizes that they have in the rule set's battles; those
    /// that occur there come first.
    fn kit_grounds(&self, card: &Card, may: &Choices) -> Vec<KitGround> {
        let all = self.shelf().scenarios().iter();
        let own: Vec<Battle> = all
            .filter(|s| s.id.starts_with(&format!("{}/", card.id)))
            .filter_map(|s| {
                let rules = self.rules_asked(&s.text).ok()?;
                sandtable_files::read_begun(&s.text, rules.card()).ok()
            })
            .collect();
        let kinds = Ground::ALL.map(|ground| {
            let seen: Vec<(Length, Length)> = own
                .iter()
                .flat_map(|battle| {
                    let pieces = battle.setting.pieces.iter().map(|piece| &piece.feature);
                    battle.setting.fixed().iter().chain(pieces)
                })
                .filter(|feature| feature.ground == ground)
                .map(size)
                .collect();
            let usual = (6 * ruler_unit(card), ruler_unit(card) * 2);
            let middle = |part: fn(&(Length, Length)) -> Length, usual| {
                let mut all: Vec<Length> = seen.iter().map(part).collect();
                all.sort_unstable();
                all.get(all.len() / 2).copied().unwrap_or(usual)
            };
            let square = if ground.is_linear() {
                usual.1 / 2
            } else {
                usual.0
            };
            KitGround {
                id: ground.name().to_owned(),
                title: words::capital(say(ground.name())),
                line: ground.is_linear(),
                size: [
                    long(card.ruler, middle(|s| s.0, usual.0)),
                    long(card.ruler, middle(|s| s.1, square)),
                ],
                levels: ground == Ground::Hill,
                stood: may.grounds.iter().any(|g| g.id == ground.name()),
                used: !seen.is_empty(),
            }
        });
        let (used, other): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|g| g.used);
        used.into_iter().chain(other).collect()
    }

    fn kit_armies(&self, card: &Card, points: Option<&Points>) -> Vec<ArmyInfo> {
        let all = self.shelf().armies().iter();
        all.filter_map(|army| {
            let found = sandtable_files::read_army(&army.text, card).ok()?;
            Some(ArmyInfo {
                id: army.id.clone(),
                units: counted(&found, card),
                points: points.map(|p| whole_points(p.army(&found).0)),
                name: found.name,
                says: found.says,
            })
        })
        .collect()
    }

    /// Checks a battle file that is being written: returns every flaw, and its units where they
    /// stand as far as it can be read.
    ///
    /// # Errors
    /// If it is too long for any battle.
    pub fn draft(&self, text: &str) -> Result<DraftView, EngineError> {
        ledger::measure(text)?;
        let flawed = |flaws: Flaws| DraftView {
            flaws: flaws.flaws.iter().map(flaw).collect(),
            warnings: Vec::new(),
            units: None,
            armies: None,
        };
        let rules = match self.rules_asked(text) {
            Ok(found) => found,
            Err(flaws) => return Ok(flawed(flaws)),
        };
        let (flaws, warnings) = match sandtable_files::read_warned(text, &*rules) {
            Ok((_, warnings)) => (Vec::new(), warnings),
            Err(flaws) => (flaws.flaws, Vec::new()),
        };
        let battle = sandtable_files::read_begun(text, rules.card()).ok();
        let points = self.points_of(rules.card());
        Ok(DraftView {
            flaws: flaws.iter().map(flaw).collect(),
            warnings: warnings.iter().map(flaw).collect(),
            units: battle
                .as_ref()
                .map(|battle| Look::new(&*rules, battle).bodies()),
            armies: battle.as_ref().map(|battle| {
                Side::BOTH.map(|side| army_of(battle, side, &*rules, points.as_ref()))
            }),
        })
    }

    /// Returns the rules that a battle file asks for.
    fn rules_asked(&self, text: &str) -> Result<Arc<dyn Rules>, Flaws> {
        let (id, _) = sandtable_files::peek_rules(text)?;
        let Some(card) = self.shelf().card(&id) else {
            return Err(sandtable_files::unknown_rules(text, &self.shelf().names()));
        };
        let switches = sandtable_files::read_switches(text, card)?;
        let opened = self.shelf().open(&id, &switches);
        opened.map_err(|why| Flaws::one(text, 0..0, why, None))
    }

    /// Generates a fair table with two armies from a seed, as a battle file.
    ///
    /// # Errors
    /// If there is no such rule set, or nothing to generate from.
    pub fn generate(&self, rules: &str, seed: u64, same: bool) -> Result<Generated, EngineError> {
        let open = |switches: &Switches| self.shelf().open(rules, switches);
        let folder = format!("{rules}/");
        let scenarios: Vec<&str> = self
            .shelf()
            .scenarios()
            .iter()
            .filter(|s| s.id.starts_with(&folder))
            .map(|s| s.text.as_str())
            .collect();
        let armies: Vec<&str> = self
            .shelf()
            .armies()
            .iter()
            .map(|a| a.text.as_str())
            .collect();
        let stock = Stock {
            open: &open,
            scenarios: &scenarios,
            armies: &armies,
            points: self.shelf().points(rules),
        };
        let wishes = Wishes { fair: None, same };
        let made = Generator::new(&stock).and_then(|from| from.generate(seed, wishes));
        let made = made.map_err(EngineError::new)?;
        Ok(Generated {
            text: made.text,
            points: made.points.map(|points| points.map(whole_points)),
        })
    }

    /// Reads an army: the text of a `*.army.toml`, an element list, or the id of a built-in one.
    ///
    /// # Errors
    /// If there is no such rule set; otherwise the first flaw of the text.
    pub fn army_read(&self, rules: &str, text: &str) -> Result<ArmyView, EngineError> {
        ledger::measure(text)?;
        let standard = self.standard(rules)?;
        let shipped = self.shelf().armies().iter().find(|army| army.id == text);
        let text = shipped.map_or(text, |army| army.text.as_str());
        let (army, rules, mut warnings) = if sandtable_files::is_army(text) || text.contains("[[") {
            let switches = sandtable_files::read_army(text, standard.card())
                .map_err(|flaws| flawed(&flaws))?
                .switches;
            let rules = self.shelf().open(rules, &switches);
            let rules = rules.map_err(EngineError::new)?;
            let army =
                sandtable_files::read_army(text, rules.card()).map_err(|flaws| flawed(&flaws))?;
            (army, rules, Vec::new())
        } else {
            let read = sandtable_builder::import(text, say("An army"), &*standard);
            let hint =
                say("an army file begins with format = 1; element lists read like 6x4Bd 2xPs");
            let (army, unsure) = read.map_err(|why| EngineError::new(why).hint(hint))?;
            (army, standard, unsure)
        };
        warnings.extend(sandtable_files::army_warnings(&army, &*rules));
        let points = self.points_of(rules.card());
        Ok(army_view(&army, rules.card(), warnings, points.as_ref()))
    }
}

/// Returns one unit of the ruler.
const fn ruler_unit(card: &Card) -> Length {
    card.ruler.unit()
}

/// Returns the width and height of a piece; for a line, its length and its width.
fn size(feature: &sandtable_battle::Feature) -> (Length, Length) {
    if let Some(points) = feature.line.as_ref().map(Line::points) {
        let long = points.windows(2).map(|p| p[0].distance(p[1])).sum();
        return (long, feature.width);
    }
    let outline = feature.areas.first().map_or(&[][..], |area| area.outline());
    let span = |part: fn(&sandtable_geometry::Point) -> Length| {
        let all = || outline.iter().map(part);
        all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    (span(|p| p.x), span(|p| p.y))
}

fn kit_kind(kind: &KindChoice, card: &Card, points: Option<&Points>) -> Option<KitKind> {
    let place = card.kinds.iter().position(|spec| spec.id == kind.id)?;
    let spec = &card.kinds[place];
    let fresh = Recruit::fresh("", u8::try_from(place).ok()?, card);
    let worth = points.and_then(|points| points.of(&fresh));
    Some(KitKind {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: spec.figure.clone(),
        leader: spec.leader,
        stand: [
            long(card.ruler, spec.stand.0),
            long(card.ruler, spec.stand.1),
        ],
        stands: kind.stands,
        stands_range: kind.stands_range,
        formations: kind.formations.clone(),
        ratings: kind
            .ratings
            .iter()
            .map(|rating| KitRating {
                id: rating.id.clone(),
                title: rating.title.clone(),
                values: rating.values.clone(),
                usual: rating.usual.clone(),
            })
            .collect(),
        points: worth.map(|worth| whole_points(worth.points)),
    })
}

/// Returns the rows of the army table in words.
fn kit_tables(rules: &dyn Rules) -> Vec<String> {
    let card = rules.card();
    let told = |row: &Vec<(u8, u8)>| {
        let parts = row
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| {
                let title = card.kinds.get(usize::from(*kind)).map_or("?", |k| &k.title);
                format!("{count} {}", words::lower(title))
            });
        parts.collect::<Vec<_>>().join(", ")
    };
    let musters = card.armies.musters.iter();
    musters.flat_map(|m| &m.rows).map(told).collect()
}

/// Returns how many units of each kind an army has: `4 infantry, 1 cavalry`.
pub(crate) fn counted(army: &Army, card: &Card) -> String {
    let counted = card.kinds.iter().enumerate().filter_map(|(at, kind)| {
        let count = army
            .units
            .iter()
            .filter(|u| usize::from(u.kind) == at)
            .count();
        (count > 0).then(|| format!("{count} {}", words::lower(&kind.title)))
    });
    counted.collect::<Vec<_>>().join(", ")
}

fn army_of(battle: &Battle, side: Side, rules: &dyn Rules, points: Option<&Points>) -> DraftArmy {
    let worth = points.map(|points| sandtable_builder::worth(battle, side, points));
    let army = sandtable_builder::army_of(battle, side, rules.card());
    DraftArmy {
        points: worth.map(|(points, _)| whole_points(points)),
        without: worth.map_or(0, |(_, without)| without),
        warnings: if army.units.is_empty() {
            Vec::new()
        } else {
            sandtable_files::army_warnings(&army, rules)
        },
    }
}

fn army_view(army: &Army, card: &Card, warnings: Vec<String>, points: Option<&Points>) -> ArmyView {
    let unit = |unit: &Recruit| {
        let spec = card.kinds.get(usize::from(unit.kind));
        let fresh = Recruit::fresh("", unit.kind, card);
        let rated = card.ratings.iter().zip(&unit.ratings);
        ArmyUnit {
            name: unit.name.clone(),
            group: unit.group.and_then(|at| army.groups.get(at)).cloned(),
            kind: spec.map_or_else(String::new, |spec| spec.id.clone()),
            stands: unit.stands,
            formation: (unit.formation != fresh.formation)
                .then(|| card.formations.get(usize::from(unit.formation)).cloned())
                .flatten(),
            ratings: rated
                .filter(|(spec, value)| spec.default != **value)
                .filter_map(|(spec, &value)| {
                    Some((
                        spec.id.clone(),
                        spec.values.get(usize::from(value))?.clone(),
                    ))
                })
                .collect(),
        }
    };
    ArmyView {
        name: army.name.clone(),
        says: army.says.clone(),
        switches: army
            .switches
            .choices()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        groups: army.groups.clone(),
        units: army.units.iter().map(unit).collect(),
        warnings,
        points: points.map(|points| whole_points(points.army(army).0)),
        text: sandtable_files::write_army(army, card),
    }
}
