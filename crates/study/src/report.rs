//! What a study tells, as plain data: the same for the terminal, the page, JSON.

use crate::answer::Answer;
use crate::file::{Claim, Study};
use crate::open::Arm;
use crate::stats::{Estimate, Pairs, Sums, float, wilson};
use crate::tally::{Fate, Tally};
use crate::words;
use sandtable_battle::{Clause, Side};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything a study tells. Shares and differences of shares are in per cent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// What it is called.
    pub title: String,
    /// A few lines about it.
    pub says: String,
    /// The rule set.
    pub rules: String,
    /// Title of the rule set.
    pub rules_title: String,
    /// Battles of each variant in each scenario.
    pub battles: u32,
    /// The seed of it all.
    pub seed: u64,
    /// Whether the players change sides on every other battle.
    pub swap: bool,
    /// How near a difference is wanted, in points.
    pub half_width: u32,
    /// Battles are stopped after so many turns and so many orders.
    pub limits: (u16, u32),
    /// The variants, with what each changes.
    pub variants: Vec<(String, Vec<String>)>,
    /// By scenario.
    pub scenarios: Vec<ScenarioReport>,
    /// Differences over all scenarios together, when there are several.
    pub together: Vec<Difference>,
    /// The sweep.
    pub sweep: Vec<SweepReport>,
    /// What became of the claims.
    pub claims: Vec<Verdict>,
    /// What it comes to, in plain language: a paragraph each.
    pub conclusion: Vec<String>,
    /// The study file.
    pub study: String,
}

/// What it tells of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioReport {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The side whose fortune is told.
    pub side: String,
    /// The sides.
    pub sides: [String; 2],
    /// The side the scenario calls the attacker.
    pub attacker: Option<String>,
    /// By variant.
    pub arms: Vec<ArmReport>,
    /// Each further variant against the first.
    pub differences: Vec<Difference>,
}

/// What it tells of a variant in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmReport {
    /// The variant.
    pub variant: String,
    /// The players.
    pub players: [String; 2],
    /// How the battles ended.
    pub ends: Ends,
    /// Battles each side won, per cent.
    pub wins: [Estimate; 2],
    /// Battles each player won, per cent of those won; nothing when both are of
    /// the same level.
    pub seats: Vec<Seat>,
    /// Battles won by the side that ordered first, per cent of those won.
    pub first: Estimate,
    /// Battles in which the first side ordered first, per cent.
    pub first_side: f64,
    /// Length in game turns.
    pub turns: Spread,
    /// Length in orders.
    pub orders: Spread,
    /// Strength each side lost, per cent.
    pub losses: [Estimate; 2],
    /// By which clauses battles ended, and how many of them.
    pub endings: Vec<(String, String, u64)>,
    /// By turn: how safe a lead is.
    pub leads: Vec<Lead>,
    /// Losses by unit.
    pub units: Vec<UnitReport>,
    /// Clauses, the most frequent first.
    pub clauses: Vec<ClauseReport>,
}

/// How battles ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ends {
    /// All of them.
    pub battles: u64,
    /// Won, by side.
    pub wins: [u64; 2],
    /// Ended with no winner.
    pub draws: u64,
    /// Stopped after the most turns.
    pub turn_caps: u64,
    /// Stopped after the most orders.
    pub order_caps: u64,
    /// Stopped since there was no order to give.
    pub no_orders: u64,
}

/// How a player did, on whichever side he sat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat {
    /// His level.
    pub player: String,
    /// Battles he won, per cent of those somebody won.
    pub wins: Estimate,
}

/// How a number is spread over the battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The mean with its interval.
    pub mean: Estimate,
    /// Least, lower quarter, middle, upper quarter, most.
    pub quarters: [u32; 5],
    /// Battles by value.
    pub counts: Vec<(u32, u64)>,
}

/// How safe a lead is at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lead {
    /// The turn.
    pub turn: u32,
    /// Battles that the leader of then won, per cent of those in which a side
    /// led and one won.
    pub held: Estimate,
    /// Battles that were over by then, per cent of those won.
    pub over: f64,
}

/// What befell a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Its troop type.
    pub kind: String,
    /// Battles in which it was lost, per cent.
    pub lost: Estimate,
    /// Strength it began with, in stands or what the rules count.
    pub began: u8,
    /// Strength left, on average, nought when it is lost.
    pub left: f64,
    /// Battles its side won when it was lost, per cent, and when it was not.
    pub won: [Estimate; 2],
}

/// How often a clause fired.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClauseReport {
    /// The clause.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Battles in which it fired, per cent.
    pub battles: Estimate,
    /// How often in a battle, on average.
    pub times: Estimate,
}

/// A variant against the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The variant.
    pub variant: String,
    /// The first.
    pub against: String,
    /// The side whose wins are told; in words where scenarios name it otherwise.
    pub side: String,
    /// How many points more often it wins.
    pub wins: Estimate,
    /// Battles that went otherwise for it: won only here, won only there.
    pub swung: (u64, u64),
    /// Pairs of battles.
    pub battles: u64,
    /// Battles it takes in all for the half width that is wanted.
    pub needed: u64,
    /// How many turns longer battles are.
    pub turns: Estimate,
    /// How many orders longer battles are.
    pub orders: Estimate,
    /// Clauses that fire otherwise, the greatest change first.
    pub clauses: Vec<Change>,
}

/// How much more often a clause fires than with the first variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The clause.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Times a battle with the first variant.
    pub before: f64,
    /// Times a battle with this one.
    pub after: f64,
}

/// A sweep in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepReport {
    /// The scenario.
    pub scenario: String,
    /// The number that is swept.
    pub number: String,
    /// What is plotted, for people.
    pub answer: String,
    /// Its points.
    pub points: Vec<SweepPoint>,
    /// Where both sides win as often, with its interval, if that is in range.
    pub even: Option<Estimate>,
    /// About that, in plain language.
    pub says: String,
}

/// A point of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPoint {
    /// The value as it is written.
    pub value: String,
    /// The same as a number; its place when it is none.
    pub x: f64,
    /// The answer.
    pub answer: Estimate,
    /// Points of the told side, per cent: a win counts one, no winner a half.
    pub score: Estimate,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// What is claimed.
    pub says: String,
    /// What was asked of which battles.
    pub asked: String,
    /// The answer.
    pub answer: Estimate,
    /// It should be at least this.
    pub least: Option<f64>,
    /// It should be at most this.
    pub most: Option<f64>,
    /// `holds`, `fails`, or `open` when more battles are needed.
    pub verdict: String,
}

/// What a study tells by its tallies.
#[must_use]
pub fn report(study: &Study, tallies: &[Tally]) -> Report {
    let card = study.rules.card();
    let each = || study.arms.iter().zip(tallies);
    let scenarios: Vec<ScenarioReport> = (0..study.scenarios.len())
        .map(|at| {
            let arms: Vec<(&Arm, &Tally)> = each().filter(|(a, _)| a.scenario == at).collect();
            scenario(study, at, &arms)
        })
        .collect();
    let mut report = Report {
        title: study.title.clone(),
        says: study.says.clone(),
        rules: card.id.clone(),
        rules_title: card.credit.title.clone(),
        battles: study.battles,
        seed: study.seed,
        swap: study.swap,
        half_width: study.half_width,
        limits: (study.limits.turns, study.limits.orders),
        variants: study
            .variants
            .iter()
            .map(|v| (v.name.clone(), v.changes.clone()))
            .collect(),
        together: together(study, tallies),
        sweep: sweeps(study, tallies),
        claims: study
            .claims
            .iter()
            .flat_map(|claim| verdicts(study, tallies, claim))
            .collect(),
        scenarios,
        conclusion: Vec::new(),
        study: study.text.clone(),
    };
    report.conclusion = words::conclusion(&report);
    report
}

fn scenario(study: &Study, at: usize, arms: &[(&Arm, &Tally)]) -> ScenarioReport {
    let (id, title) = study.scenarios[at].clone();
    let setting = arms.first().map(|(arm, _)| &arm.start.setting);
    let name =
        |side: Side| setting.map_or_else(String::new, |s| s.sides[side.index()].name.clone());
    let told = arms.first().map_or(Side::A, |(arm, _)| arm.told);
    let first = arms.first();
    let others = arms.iter().skip(1).filter(|_| study.sweep.is_none());
    ScenarioReport {
        id,
        title,
        side: name(told),
        sides: Side::BOTH.map(name),
        attacker: setting.and_then(|s| s.attacker).map(name),
        arms: arms.iter().map(|(a, t)| arm(study, a, t)).collect(),
        differences: others
            .filter_map(|other| Some(difference(study, &[(*first?, *other)])))
            .collect(),
    }
}

fn percent(of: u64, n: u64) -> f64 {
    if n == 0 {
        0.0
    } else {
        float(of) * 100.0 / float(n)
    }
}

fn arm(study: &Study, arm: &Arm, tally: &Tally) -> ArmReport {
    let n = tally.battles();
    let won = tally.wins[0] + tally.wins[1];
    let share = |of: u64, n: u64| wilson(of, n).times(100.0);
    let seats = (arm.players[0] != arm.players[1]).then(|| {
        let seat = |p: usize| Seat {
            player: arm.players[p].clone(),
            wins: share(tally.players[p], won),
        };
        vec![seat(0), seat(1)]
    });
    let card = arm.rules.card();
    let named = |n: u16| {
        let clause = Clause::new(n);
        let title = card.clause(clause).map(|text| text.title.clone());
        (card.cite(clause), title.unwrap_or_default())
    };
    let mut endings: Vec<(String, String, u64)> = tally
        .endings
        .iter()
        .map(|(&n, &times)| {
            let (id, title) = named(n);
            (id, title, times)
        })
        .collect();
    endings.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(&b.0)));
    let mut clauses: Vec<ClauseReport> = tally
        .clauses
        .iter()
        .map(|(&number, fired)| {
            let (id, title) = named(number);
            // Battles in which it did not fire count as noughts.
            let times = Sums { n, ..fired.times };
            ClauseReport {
                id,
                title,
                battles: share(fired.battles, n),
                times: times.mean(),
            }
        })
        .collect();
    clauses.sort_by(|a, b| {
        let order = b.times.value.total_cmp(&a.times.value);
        order.then(a.id.cmp(&b.id))
    });
    ArmReport {
        variant: study.variants[arm.variant].name.clone(),
        players: arm.players.clone(),
        ends: Ends {
            battles: n,
            wins: tally.wins,
            draws: tally.draws,
            turn_caps: tally.turn_caps,
            order_caps: tally.order_caps,
            no_orders: tally.no_orders,
        },
        wins: tally.wins.map(|wins| share(wins, n)),
        seats: seats.unwrap_or_default(),
        first: share(tally.first_won, tally.first_known),
        first_side: percent(tally.first_a, n),
        turns: spread(&tally.turns, tally.turns_sums()),
        orders: spread(&tally.orders, tally.orders_sums()),
        losses: [0, 1].map(|side| tally.losses[side].mean().times(0.1)),
        endings,
        leads: (1..)
            .zip(&tally.leads)
            .map(|(turn, lead)| Lead {
                turn,
                held: share(lead.held, lead.led),
                over: percent(lead.over, won),
            })
            .collect(),
        units: units(arm, tally),
        clauses,
    }
}

fn units(arm: &Arm, tally: &Tally) -> Vec<UnitReport> {
    let (card, n) = (arm.rules.card(), tally.battles());
    let each = arm.start.all().zip(&tally.units);
    each.map(|((id, unit), fate)| UnitReport {
        name: arm.start.setting.name(id).to_owned(),
        side: arm.start.setting.sides[unit.side.index()].name.clone(),
        kind: card
            .kinds
            .get(usize::from(unit.kind))
            .map(|kind| kind.title.clone())
            .unwrap_or_default(),
        lost: wilson(fate.lost, n).times(100.0),
        began: unit.started,
        left: if n == 0 {
            0.0
        } else {
            float(fate.left) / float(n)
        },
        won: [
            wilson(fate.lost_won, fate.lost).times(100.0),
            wilson(fate.won - fate.lost_won, n - fate.lost).times(100.0),
        ],
    })
    .collect()
}

fn spread(counts: &BTreeMap<u32, u64>, sums: Sums) -> Spread {
    let n = sums.n;
    let quantile = |of: u64| {
        let wanted = (n * of).div_ceil(4).max(1);
        let mut seen = 0;
        let found = counts.iter().find(|(_, times)| {
            seen += **times;
            seen >= wanted
        });
        found.map_or(0, |(value, _)| *value)
    };
    Spread {
        mean: sums.mean(),
        quarters: [0, 1, 2, 3, 4].map(quantile),
        counts: counts
            .iter()
            .map(|(&value, &times)| (value, times))
            .collect(),
    }
}

type Pair<'a> = ((&'a Arm, &'a Tally), (&'a Arm, &'a Tally));

/// The difference of two variants over some scenarios.
fn difference(study: &Study, of: &[Pair<'_>]) -> Difference {
    let (mut pairs, mut turns, mut orders) = (Pairs::default(), Sums::default(), Sums::default());
    for ((arm, before), (other, after)) in of {
        let wins = |fate: Fate, side: Side| {
            matches!((fate, side), (Fate::A, Side::A) | (Fate::B, Side::B))
        };
        let fates = before.fates.iter().zip(&after.fates);
        let lengths = before.lengths.iter().zip(&after.lengths);
        for ((one, two), (short, long)) in fates.zip(lengths) {
            if *one == Fate::Unplayed || *two == Fate::Unplayed {
                continue;
            }
            match (wins(*one, arm.told), wins(*two, other.told)) {
                (true, true) => pairs.both += 1,
                (true, false) => pairs.first += 1,
                (false, true) => pairs.second += 1,
                (false, false) => pairs.neither += 1,
            }
            turns.add(i64::from(long.0) - i64::from(short.0));
            orders.add(i64::from(long.1) - i64::from(short.1));
        }
    }
    let ((first, _), (other, _)) = of[0];
    let one = of.len() == 1;
    Difference {
        variant: study.variants[other.variant].name.clone(),
        against: study.variants[first.variant].name.clone(),
        side: told_side(of),
        wins: pairs.difference().times(100.0),
        swung: (pairs.second, pairs.first),
        battles: pairs.n(),
        needed: pairs.needed(f64::from(study.half_width) / 100.0),
        turns: turns.mean(),
        orders: orders.mean(),
        clauses: if one { changes(of[0]) } else { Vec::new() },
    }
}

/// Whose wins a difference tells: a side's by its name, where it has the same in
/// every scenario.
fn told_side(of: &[Pair<'_>]) -> String {
    let name = |pair: &Pair<'_>| {
        let arm = pair.0.0;
        arm.start.setting.sides[arm.told.index()].name.clone()
    };
    let first = name(&of[0]);
    let attacks = |pair: &Pair<'_>| pair.0.0.start.setting.attacker == Some(pair.0.0.told);
    if of.iter().all(|pair| name(pair) == first) {
        first
    } else if of.iter().all(attacks) {
        "the attacker".to_owned()
    } else {
        "the side told of".to_owned()
    }
}

/// The clauses that fire most otherwise, measured against the error of both.
fn changes(((arm, before), (_, after)): Pair<'_>) -> Vec<Change> {
    let card = arm.rules.card();
    let mut numbers: Vec<u16> = before
        .clauses
        .keys()
        .chain(after.clauses.keys())
        .copied()
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let times = |tally: &Tally, number: u16| {
        let fired = tally.clauses.get(&number).copied().unwrap_or_default();
        let sums = Sums {
            n: tally.battles(),
            ..fired.times
        };
        sums.mean()
    };
    let mut all: Vec<(f64, Change)> = numbers
        .into_iter()
        .filter_map(|number| {
            let (one, two) = (times(before, number), times(after, number));
            let error = (one.high - one.value) + (two.high - two.value);
            let change = (two.value - one.value).abs();
            let clause = Clause::new(number);
            let told = Change {
                id: card.cite(clause),
                title: card
                    .clause(clause)
                    .map(|c| c.title.clone())
                    .unwrap_or_default(),
                before: one.value,
                after: two.value,
            };
            (change > error).then_some((change / (one.value + two.value), told))
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    all.into_iter().map(|(_, change)| change).take(12).collect()
}

/// Each further variant against the first over all scenarios together.
fn together(study: &Study, tallies: &[Tally]) -> Vec<Difference> {
    if study.scenarios.len() < 2 || study.sweep.is_some() {
        return Vec::new();
    }
    let of = |variant: usize| {
        let each = study.arms.iter().zip(tallies);
        each.filter(move |(arm, _)| arm.variant == variant)
    };
    (1..study.variants.len())
        .map(|variant| difference(study, &of(0).zip(of(variant)).collect::<Vec<_>>()))
        .collect()
}

fn sweeps(study: &Study, tallies: &[Tally]) -> Vec<SweepReport> {
    let Some(sweep) = &study.sweep else {
        return Vec::new();
    };
    let one = |(at, (id, _)): (usize, &(String, String))| {
        let arms: Vec<(&Arm, &Tally)> = study
            .arms
            .iter()
            .zip(tallies)
            .filter(|(arm, _)| arm.scenario == at)
            .collect();
        let side = arms.first().map_or("", |(arm, _)| {
            arm.start.setting.sides[arm.told.index()].name.as_str()
        });
        let points: Vec<SweepPoint> = arms
            .iter()
            .zip(sweep.values.iter().zip(1_u64..))
            .map(|((arm, tally), (value, place))| SweepPoint {
                x: value.parse().unwrap_or(float(place)),
                value: value.clone(),
                answer: sweep.answer.of(tally, arm.told),
                score: score(arm, tally),
            })
            .collect();
        let even = even(&points);
        SweepReport {
            scenario: id.clone(),
            number: sweep.number.clone(),
            answer: sweep.answer.title(side),
            says: words::even(&sweep.number, side, &points, even),
            points,
            even,
        }
    };
    study.scenarios.iter().enumerate().map(one).collect()
}

/// Points of the told side in per cent: a win counts one, no winner a half.
fn score(arm: &Arm, tally: &Tally) -> Estimate {
    let mut sums = Sums::default();
    let halves = [
        (tally.wins[arm.told.index()], 2),
        (tally.draws + tally.stopped(), 1),
        (tally.wins[arm.told.other().index()], 0),
    ];
    for (times, value) in halves {
        sums.n += times;
        sums.sum += i64::try_from(times * value).unwrap_or(i64::MAX);
        sums.squares += times * value * value;
    }
    let mut mean = sums.mean().times(50.0);
    // Where all battles went one way the spread is nought: then the score
    // interval of the share speaks.
    if mean.low >= mean.high || tally.draws + tally.stopped() == 0 {
        let n = tally.battles();
        let share = wilson(tally.wins[arm.told.index()], n).times(100.0);
        mean = Estimate {
            value: mean.value,
            ..share
        };
    }
    mean
}

/// Where the points cross a half, between the first two values that lie on
/// either side of it; the ends where the bounds of the band do.
fn even(points: &[SweepPoint]) -> Option<Estimate> {
    let crossing = |of: &dyn Fn(&SweepPoint) -> f64| {
        points.windows(2).find_map(|pair| {
            let (a, b) = (of(&pair[0]) - 50.0, of(&pair[1]) - 50.0);
            let between = (a <= 0.0 && b >= 0.0) || (a >= 0.0 && b <= 0.0);
            let share = if a == b { 0.5 } else { a / (a - b) };
            between.then(|| pair[0].x + share * (pair[1].x - pair[0].x))
        })
    };
    let value = crossing(&|p| p.score.value)?;
    let (first, last) = (points.first()?.x, points.last()?.x);
    let (one, two) = (crossing(&|p| p.score.low), crossing(&|p| p.score.high));
    // A bound that never crosses leaves the interval open to the end of the range
    // on its side.
    let rises = points.last()?.score.value >= points.first()?.score.value;
    let (low, high) = if rises { (two, one) } else { (one, two) };
    let (low, high) = (
        low.unwrap_or(first.min(last)),
        high.unwrap_or(first.max(last)),
    );
    Some(Estimate {
        value,
        low: low.min(high).min(value),
        high: high.max(low).max(value),
    })
}

/// What became of a claim, in each scenario it speaks of.
fn verdicts(study: &Study, tallies: &[Tally], claim: &Claim) -> Vec<Verdict> {
    let arms = study.arms.iter().zip(tallies).filter(|(arm, _)| {
        arm.variant == claim.variant && claim.scenario.is_none_or(|at| at == arm.scenario)
    });
    let verdict = |(arm, tally): (&Arm, &Tally)| {
        let sides = &arm.start.setting.sides;
        let named = claim
            .side
            .as_ref()
            .and_then(|name| sides.iter().position(|side| side.name == *name));
        if claim.side.is_some() && named.is_none() {
            return None;
        }
        let side = named.map_or(arm.told, |at| Side::BOTH[at]);
        let answer = claim.answer.of(tally, side);
        let (least, most) = (
            claim.least.unwrap_or(f64::NEG_INFINITY),
            claim.most.unwrap_or(f64::INFINITY),
        );
        let verdict = if answer.low >= least && answer.high <= most {
            "holds"
        } else if answer.high < least || answer.low > most {
            "fails"
        } else {
            "open"
        };
        let scenario = &study.scenarios[arm.scenario].0;
        let title = claim.answer.title(&sides[side.index()].name);
        Some(Verdict {
            says: claim.says.clone(),
            asked: format!("{title}; {scenario}, {}", study.variants[arm.variant].name),
            answer,
            least: claim.least,
            most: claim.most,
            verdict: verdict.to_owned(),
        })
    };
    arms.filter_map(verdict).collect()
}

impl Answer {
    /// Whether it is told in per cent.
    #[must_use]
    pub const fn is_percent(self) -> bool {
        !matches!(self, Self::Turns | Self::Orders)
    }
}
