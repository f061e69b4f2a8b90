//! From tallies to the report of a study.

mod answered;
mod claims;
mod conclusion;
mod difference;
mod importance;
pub(crate) mod luck;
mod points;
mod report;
pub(crate) mod spoken;
pub(crate) mod sweep;
mod terminal;
pub(crate) mod words;

pub use points::points_file;
pub use report::*;
pub use terminal::text;

use difference::{difference, together};
use sandtable_battle::{Clause, Side};
use sandtable_study::Arm;
use sandtable_study::Study;
use sandtable_study::stats::{Sums, apart, float, wilson};
use sandtable_study::tally::{Tally, sums};
use std::collections::BTreeMap;
use sweep::sweeps;

/// Works out the report of a study from its tallies.
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
    let points = points::points(study, tallies);
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
        dominance: points::dominance(study, tallies, &points),
        points,
        importance: Vec::new(),
        left_out: study.left_out.clone(),
        claims: study
            .claims
            .iter()
            .map(|claim| claims::verdict(study, tallies, claim))
            .collect(),
        scenarios,
        conclusion: Vec::new(),
        study: study.text.clone(),
    };
    let told = match report.together.as_slice() {
        [] => report.scenarios.first().map_or(&[][..], |s| &s.differences),
        all => all,
    };
    report.importance = importance::importance(study, tallies, told);
    report.conclusion = conclusion::conclusion(&spoken::spoken(&report));
    report
}

fn scenario(study: &Study, at: usize, arms: &[(&Arm, &Tally)]) -> ScenarioReport {
    let (id, title) = study.scenarios[at].clone();
    let setting = arms.first().map(|(arm, _)| &arm.start.setting);
    let name = |side: Side| setting.map_or_else(String::new, |s| s.side_called(side).to_owned());
    let told = arms.first().map_or(Side::A, |(arm, _)| arm.told);
    let first = arms.first();
    let others = arms.iter().skip(1).filter(|_| study.sweep.is_none());
    ScenarioReport {
        id,
        title,
        side: name(told),
        sides: Side::BOTH.map(name),
        attacker: setting.and_then(|s| s.attacker).map(name),
        arms: arms
            .iter()
            .filter(|(_, tally)| {
                tally.battles() > 0 || study.sweep.as_ref().is_none_or(|s| s.budget.is_none())
            })
            .map(|(a, t)| arm(study, a, t))
            .collect(),
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
            // Battles in which it did not fire count as zero.
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
        opening: opening(tally),
        settled: spread(&tally.settled, sums(&tally.settled)),
        luck: luck::luck(arm, tally, study.seed),
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

/// Returns what ordering first is worth: how much more often the first side wins when it orders
/// first than when the other does. One side wins what the other loses, so the number is the same
/// for both.
fn opening(tally: &Tally) -> Option<sandtable_study::stats::Estimate> {
    let [(n, of), (m, other)] = tally.opened;
    // If one side nearly always orders first, the effect of the order cannot be separated from the
    // side's.
    (n.min(m) >= 10).then(|| apart((of, n), (other, m)).times(100.0))
}

fn units(arm: &Arm, tally: &Tally) -> Vec<UnitReport> {
    let (card, n) = (arm.rules.card(), tally.battles());
    let each = arm.start.all().zip(&tally.units);
    each.map(|((id, unit), fate)| UnitReport {
        name: arm.start.setting.called(id).to_owned(),
        side: arm.start.setting.side_called(unit.side).to_owned(),
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
