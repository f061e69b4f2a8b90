//! Plays random battles and compares both umpires at every order.

use crate::facts::SHORT;
use crate::{Beyond, Faces, Lot, Play, Ruling, Umpire, orders};
use sandtable_battle::{Battle, Order, Refusals, Rolled, Rules, Scene, Switches};
use sandtable_files::{peek_rules, read_battle, write_battle};
use std::collections::BTreeMap;

/// The tolerances to ask with, in hundredths of a millimetre; the table's is 2.
pub(crate) const SLACKS: [f64; 3] = [0.8, 2.0, 3.2];
/// Number of differences after which a walk stops.
const KEPT: usize = 400;

/// A rule set and its second umpire.
pub struct Pair {
    /// The rule set that plays.
    pub rules: Box<dyn Rules>,
    /// The second umpire, which checks it.
    pub umpire: Box<dyn Umpire>,
}

/// Battles for a walk.
pub struct Course<'a> {
    /// Creates both umpires for the switches of a battle.
    pub pair: &'a dyn Fn(&Switches) -> Pair,
    /// Built-in battle files.
    pub scenarios: Vec<String>,
    /// Draws a random battle file.
    pub draw: &'a dyn Fn(&mut Lot) -> String,
    /// Percentage of battles that are random.
    pub drawn: u32,
}

/// One difference between the umpires.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The order.
    pub order: String,
    /// What each umpire says.
    pub says: String,
    /// The battle as it stood before the order, as a file.
    pub file: String,
}

/// Results of a walk.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of orders that both found legal and whose results were compared.
    pub played: u32,
    /// Number of orders that both refused for a common reason.
    pub refused: u32,
    /// Number of orders that were too close to call.
    pub close: u32,
    /// Number of orders, refusals and events of each kind.
    pub kinds: BTreeMap<String, u32>,
    /// What the second umpire does not rule on, and how often.
    pub beyond: BTreeMap<String, u32>,
    /// The differences found.
    pub differences: Vec<Difference>,
    /// Number of battles played.
    pub battles: u32,
}

impl Report {
    fn add(&mut self, kind: &str) {
        *self.kinds.entry(kind.to_owned()).or_default() += 1;
    }

    /// Returns the whole report as lines of text.
    #[must_use]
    pub fn told(&self) -> String {
        let list = |of: &BTreeMap<String, u32>| {
            let each: Vec<String> = of.iter().map(|(what, n)| format!("{n} {what}")).collect();
            each.join(", ")
        };
        format!(
            "{} battles: {} orders played alike, {} refused alike, {} too close to call; {}; not ruled on: {}",
            self.battles,
            self.played,
            self.refused,
            self.close,
            list(&self.kinds),
            list(&self.beyond)
        )
    }

    /// Returns the differences, the first few with their battle files.
    #[must_use]
    pub fn quarrels(&self) -> String {
        let one = |(n, it): (usize, &Difference)| {
            let file = if n < 24 { it.file.as_str() } else { "" };
            format!("{}: {}\n{file}", it.order, it.says)
        };
        let all: Vec<String> = self
            .differences
            .iter()
            .take(24)
            .enumerate()
            .map(one)
            .collect();
        format!(
            "{} differences:\n{}",
            self.differences.len(),
            all.join("\n")
        )
    }
}

/// Returns the number of orders to compare: `ORDERS` from the environment, or else the usual
/// number.
#[must_use]
pub fn asked(usual: u32) -> u32 {
    let asked = std::env::var("ORDERS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Returns the seed of a walk: `SEED` from the environment, or else the usual seed.
#[must_use]
pub fn seeded(usual: u64) -> u64 {
    let seed = std::env::var("SEED").ok();
    seed.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Walks until this many orders have been compared.
#[must_use]
pub fn walk(course: &Course<'_>, orders: u32, seed: u64) -> Report {
    let mut lot = Lot::new(seed);
    let mut report = Report::default();
    while report.played < orders && report.differences.len() < KEPT {
        let drawn = course.scenarios.is_empty() || lot.percent(course.drawn);
        let text = if drawn {
            (course.draw)(&mut lot)
        } else {
            lot.pick(&course.scenarios).cloned().unwrap_or_default()
        };
        let Ok((_, switches)) = peek_rules(&text) else {
            continue;
        };
        let pair = (course.pair)(&switches);
        let Ok(battle) = read_battle(&text, &*pair.rules) else {
            report.add("tables that are none");
            continue;
        };
        report.battles += 1;
        let most = if drawn { 80 } else { 200 };
        one_battle(&pair, battle, most, &mut lot, &mut report);
    }
    report
}

fn one_battle(pair: &Pair, battle: Battle, most: u32, lot: &mut Lot, report: &mut Report) {
    let seed = u64::from(lot.below(u32::MAX));
    let mut battle = battle;
    if battle.is_unopened() {
        let mut scene = Scene::new(battle);
        pair.rules.open(&mut scene, &mut Rolled::new(seed, 0));
        battle = scene.finish().0;
    }
    for number in 1..=most {
        if battle.ended.is_some() {
            return;
        }
        let Some(order) = orders::any(&*pair.rules, &battle, lot) else {
            return;
        };
        let mut dice = Rolled::new(seed, number);
        let played = pair.rules.play(&battle, &order, &mut dice);
        let faces: Vec<u8> = dice.rolls().iter().flat_map(|r| r.faces.to_vec()).collect();
        match played {
            Err(refusals) => refused(pair, &battle, &order, &refusals, report),
            Ok((after, _)) => {
                granted(pair, (&battle, &order, &after), &faces, report);
                battle = after;
            }
        }
    }
}

/// Returns the ruling if the three tolerances agree.
fn ruled(pair: &Pair, battle: &Battle, order: &Order) -> Option<Ruling> {
    let all = SLACKS.map(|slack| pair.umpire.judge(battle, order, slack));
    let legal = |ruling: &Ruling| matches!(ruling, Ruling::Legal);
    if all.iter().any(|r| matches!(r, Ruling::Unruled(_))) {
        return all.into_iter().find(|r| matches!(r, Ruling::Unruled(_)));
    }
    let [low, middle, high] = all;
    match (low, middle, high) {
        (Ruling::Refused(a), Ruling::Refused(mut b), Ruling::Refused(c)) => {
            b.retain(|why| a.contains(why) && c.contains(why));
            Some(Ruling::Refused(b))
        }
        (low, middle, high) if [&low, &middle, &high].into_iter().all(legal) => Some(middle),
        _ => None,
    }
}

fn kind(order: &Order) -> String {
    let text = format!("{order:?}");
    text.split([' ', '{']).next().unwrap_or("").to_lowercase()
}

fn quarrel(pair: &Pair, battle: &Battle, order: &Order, says: String, report: &mut Report) {
    report.differences.push(Difference {
        order: format!("{order:?}"),
        says,
        file: write_battle(battle, pair.rules.card()),
    });
}

fn refused(pair: &Pair, battle: &Battle, order: &Order, why: &Refusals, report: &mut Report) {
    let card = pair.rules.card();
    let cited = why.reasons().iter().map(|reason| {
        let clause = card.clauses.iter().find(|c| c.n == reason.clause.number());
        clause.map_or_else(|| "TABLE".to_owned(), |c| c.id.clone())
    });
    let cited: Vec<String> = cited.collect();
    match ruled(pair, battle, order) {
        None => report.close += 1,
        Some(Ruling::Unruled(what)) => *report.beyond.entry(what.to_owned()).or_default() += 1,
        Some(Ruling::Legal) => {
            let says = format!("refused by {cited:?} {:?}, which is legal", why.reasons());
            quarrel(pair, battle, order, says, report);
        }
        Some(Ruling::Refused(reasons)) => {
            let cites = |all: &[&str]| cited.iter().any(|c| all.iter().any(|r| c.starts_with(r)));
            let common = reasons.is_empty() || cites(&reasons);
            // All three refuse, but only some of them for this reason.
            let hardly = || {
                let said = SLACKS.map(|slack| pair.umpire.judge(battle, order, slack));
                let by = |r: &Ruling| matches!(r, Ruling::Refused(all) if cites(all));
                said.iter().any(by)
            };
            if !common && hardly() {
                report.close += 1;
            } else if common {
                report.refused += 1;
                report.add(&format!("{} refused", kind(order)));
            } else {
                let says = format!("refused by {cited:?}, ruled {reasons:?}");
                quarrel(pair, battle, order, says, report);
            }
        }
    }
}

fn granted(
    pair: &Pair,
    (battle, order, after): (&Battle, &Order, &Battle),
    faces: &[u8],
    report: &mut Report,
) {
    match ruled(pair, battle, order) {
        None => {
            report.close += 1;
            return;
        }
        Some(Ruling::Unruled(what)) => {
            *report.beyond.entry(what.to_owned()).or_default() += 1;
            return;
        }
        Some(Ruling::Refused(reasons)) => {
            let says = format!("granted, which {reasons:?} forbids");
            return quarrel(pair, battle, order, says, report);
        }
        Some(Ruling::Legal) => {}
    }
    match outcomes(pair, (battle, after), order, faces) {
        Err(Beyond("")) => report.close += 1,
        Err(Beyond(what)) if what == SHORT || what.starts_with("WRONG") => {
            let says = format!("{what}, dice {faces:?}");
            quarrel(pair, battle, order, says, report);
        }
        Err(Beyond(what)) => *report.beyond.entry(what.to_owned()).or_default() += 1,
        Ok((play, left)) => {
            let differ = play.facts.differences(&pair.umpire.read(after));
            if left > 0 {
                let says = format!("{left} of the dice {faces:?} too many");
                quarrel(pair, battle, order, says, report);
            } else if !differ.is_empty() {
                let says = format!("ruled, found {differ:?}, dice {faces:?}");
                quarrel(pair, battle, order, says, report);
            } else {
                report.played += 1;
                report.add(&kind(order));
                for what in play.told {
                    report.add(what);
                }
            }
        }
    }
}

/// Returns the result and the number of dice left, if the three tolerances agree.
fn outcomes(
    pair: &Pair,
    both: (&Battle, &Battle),
    order: &Order,
    faces: &[u8],
) -> Result<(Play, usize), Beyond> {
    let one = |slack| {
        let mut dice = Faces::new(faces);
        let play = pair.umpire.play(both, order, &mut dice, slack);
        play.map(|play| (play, dice.left()))
    };
    let [low, middle, high] = SLACKS.map(one);
    if let (Err(a), Err(b), Err(c)) = (&low, &middle, &high)
        && a == b
        && b == c
    {
        return Err(*b);
    }
    let (Ok(low), Ok(middle), Ok(high)) = (low, middle, high) else {
        return Err(Beyond(""));
    };
    if (low.1, high.1) == (middle.1, middle.1)
        && low.0.facts.is_like(&middle.0.facts)
        && high.0.facts.is_like(&middle.0.facts)
    {
        Ok(middle)
    } else {
        Err(Beyond(""))
    }
}
