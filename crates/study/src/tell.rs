//! From tallies to what a study tells.

use crate::difference::{difference, together};
use crate::file::Study;
use crate::open::Arm;
use crate::report::{
    ArmReport, ClauseReport, Ends, Lead, Report, ScenarioReport, Seat, Spread, UnitReport,
};
use crate::stats::{Sums, float, wilson};
use crate::sweep::{sweeps, verdicts};
use crate::tally::Tally;
use crate::words;
use sandtable_battle::{Clause, Side};
use std::collections::BTreeMap;

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
        left_out: study.left_out.clone(),
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
