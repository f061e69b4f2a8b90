//! Measures tempers: how strong a bold and a cautious player are against a steady one of the same
//! level, and how differently they fight. Prints a table in Markdown.
//!
//! `cargo run --release -p sandtable-register --example tempers -- [LEVEL [BATTLES [RULES]]]`
//!
//! BATTLES is the number for each temper in each scenario, half of them on either side.

use rayon::prelude::*;
use sandtable_battle::{Battle, Order, Outcome, Rules, Side};
use sandtable_opponents::{Player, battle, level};
use std::ops::AddAssign;

/// How the battles of a temper went and how it fought in them.
#[derive(Clone, Copy, Default)]
struct Fought {
    battles: f64,
    won: f64,
    charges: f64,
    /// Units at the ends of their own turns.
    units: f64,
    /// How far the nearest enemy is from each of these units, in the rule set's unit of length.
    distance: f64,
    /// How many of these units can reach nobody with their next order.
    reserve: f64,
}

impl AddAssign for Fought {
    fn add_assign(&mut self, other: Self) {
        self.battles += other.battles;
        self.won += other.won;
        self.charges += other.charges;
        self.units += other.units;
        self.distance += other.distance;
        self.reserve += other.reserve;
    }
}

impl Fought {
    /// Looks at a side at the end of its turn.
    fn look(&mut self, rules: &dyn Rules, now: &Battle, side: Side) {
        for (id, unit) in now.side(side).filter(|(_, unit)| unit.on_table()) {
            let own = rules.footprint(now, id);
            let enemies = now.side(side.other()).filter(|(_, foe)| foe.on_table());
            let gaps = enemies.map(|(foe, _)| own.distance(&rules.footprint(now, foe)).length);
            let Some(gap) = gaps.min() else { continue };
            let profile = rules.advice().profile(now, id);
            let leads = rules.card().kinds[usize::from(unit.kind)].leader;
            let reach = (profile.range + profile.pace).max(profile.charge);
            self.units += 1.0;
            self.distance += f64::from(gap) / f64::from(rules.card().ruler.unit());
            self.reserve += f64::from(u8::from(gap > reach && !leads));
        }
    }
}

/// Plays a battle; the measured player commands one of the sides.
fn play(rules: &dyn Rules, start: &Battle, names: [&str; 2], of: Side, seed: u64) -> Fought {
    let mut out = Fought {
        battles: 1.0,
        ..Fought::default()
    };
    let [own, other] = names;
    let player = |name, salt| -> Box<dyn Player> { level(name, seed + salt).expect("a level") };
    let mut players = [player(own, 0), player(other, 1000)];
    if of == Side::B {
        players.swap(0, 1);
    }
    let mut last = None;
    let report = battle(
        rules,
        start,
        &mut players,
        seed,
        5000,
        |now, order, _, _| {
            let mover = now.to_move();
            let charges = matches!(order, Some(Order::Charge { .. })) && mover == of;
            out.charges += f64::from(u8::from(charges));
            let moment = (now.cursor.turn, now.cursor.side);
            if now.cursor.turn > 0
                && last
                    .replace(moment)
                    .is_some_and(|l| l != moment && l.1 == of)
            {
                out.look(rules, now, of);
            }
        },
    );
    out.won = match report.outcome {
        Some(Outcome::Won(side)) if side == of => 1.0,
        Some(Outcome::Won(_)) => 0.0,
        _ => 0.5,
    };
    out
}

/// Lets a temper fight a steady player of its level in all scenarios of a rule set.
fn measure(set: &str, (level, temper): (&str, &str), battles: u64) -> Fought {
    let mut all = Fought::default();
    let own = format!("{level}:{temper}");
    let other = format!("{level}:steady");
    for scenario in sandtable_register::scenarios() {
        if scenario.id.split('/').next() != Some(set) {
            continue;
        }
        let (id, switches) = sandtable_files::peek_rules(&scenario.text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let start = sandtable_files::read_battle(&scenario.text, &*rules).expect("shipped");
        let fought: Vec<Fought> = (0..battles)
            .into_par_iter()
            .map(|number| {
                let of = if number % 2 == 0 { Side::A } else { Side::B };
                play(&*rules, &start, [&own, &other], of, number / 2 + 1)
            })
            .collect();
        for one in fought {
            all += one;
        }
    }
    all
}

/// Returns the difference in strength by Elo's measure, and how far it may be off, 19 times out of
/// 20.
fn elo(fought: &Fought) -> (f64, f64) {
    let share = (fought.won / fought.battles).clamp(0.01, 0.99);
    let error = 1.96 * libm::sqrt(share * (1.0 - share) / fought.battles);
    let slope = 400.0 / (std::f64::consts::LN_10 * share * (1.0 - share));
    (400.0 * libm::log10(share / (1.0 - share)), slope * error)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let level = args.next().unwrap_or_else(|| "sergeant".to_owned());
    let battles: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let only = args.next().unwrap_or_default();
    println!(
        "| rule set | {level} | won against a steady one | Elo | charges a battle | distance | units in reserve |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut sums = [Fought::default(); 2];
    for entry in sandtable_register::ALL {
        if !entry.id.contains(&only) {
            continue;
        }
        for (at, temper) in ["bold", "steady", "cautious"].into_iter().enumerate() {
            let fought = measure(entry.id, (&level, temper), battles);
            if at != 1 {
                sums[at / 2] += fought;
            }
            row(entry.id, temper, &fought);
        }
    }
    for (temper, fought) in ["bold", "cautious"].into_iter().zip(&sums) {
        row("all", temper, fought);
    }
}

fn row(set: &str, temper: &str, fought: &Fought) {
    let (points, error) = elo(fought);
    println!(
        "| {set} | {temper} | {} of {} | {points:.0} ± {error:.0} | {:.1} | {:.1} | {:.0} % |",
        fought.won,
        fought.battles,
        fought.charges / fought.battles,
        fought.distance / fought.units.max(1.0),
        100.0 * fought.reserve / fought.units.max(1.0),
    );
}
