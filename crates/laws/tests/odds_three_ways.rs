//! Odds in three ways: the explorer's odds of a charge or a fight, the odds from counting every
//! face of every die one by one, and the frequencies of rolled dice. The second and third know
//! nothing of the explorer: no stages, no stops, no merging of states.
//!
//! `QUESTIONS=100 ROLLS=20000 WAYS=150000 RULES=favorite cargo nextest run -p sandtable-laws --test
//! odds_three_ways --no-capture` asks that many questions of one rule set.

use sandtable_battle::{
    Ask, Battle, Clause, Dice, Faces, Key, Legal, Offer, Order, Rolled, Rules, Scene, Scope, Side,
    UnitId, Verb,
};
use sandtable_laws as laws;
use sandtable_odds::{Others, Weight, answer};
use sandtable_opponents::{Lot, Player, Random};
use std::collections::BTreeMap;

/// Most ways the dice can fall for a question to be counted out, unless `WAYS` says otherwise.
const WAYS: usize = 20_000;
/// Most runs of the explorer.
const RUNS: usize = 100_000;
/// Most phases between a charge and its melee.
const PHASES: usize = 8;

/// Dice that fall in every possible way, one after the other.
#[derive(Default)]
struct Counted {
    /// Face and number of sides of each die in the current way.
    way: Vec<(u8, u8)>,
    next: usize,
}

impl Counted {
    /// Returns the probability of the current way.
    fn share(&self) -> f64 {
        self.way
            .iter()
            .map(|&(_, sides)| 1.0 / f64::from(sides))
            .product()
    }

    /// Goes on to the next way. Returns false if there is none.
    fn turn(&mut self) -> bool {
        self.next = 0;
        while let Some((face, sides)) = self.way.pop() {
            if face < sides {
                self.way.push((face + 1, sides));
                return true;
            }
        }
        false
    }
}

impl Dice for Counted {
    fn ask(&mut self, ask: Ask, _: Side, _: Clause) -> u16 {
        let (count, sides) = ask.dice();
        let faces: Faces = (0..count)
            .map(|_| {
                if self.next == self.way.len() {
                    self.way.push((1, sides));
                }
                self.next += 1;
                self.way[self.next - 1].0
            })
            .collect();
        ask.outcome(&faces)
    }

    fn stage(&mut self, _: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        body(self)
    }

    fn follows_choices(&self) -> bool {
        true
    }
}

/// Rolled dice for a player who answers choices.
struct Thrown(Rolled);

impl Dice for Thrown {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        self.0.ask(ask, by, why)
    }

    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        self.0.stage(key, body)
    }

    fn follows_choices(&self) -> bool {
        true
    }
}

/// What to compare of both units: gone or not, stands, position and visible marks.
type Seen = Vec<i32>;

fn look(rules: &dyn Rules, battle: &Battle, units: [UnitId; 2]) -> Seen {
    let marks = &rules.card().marks;
    let each = units.into_iter().flat_map(|id| {
        let unit = battle.unit(id);
        let gone = unit.status.is_gone();
        let shown = (0..marks.len()).filter(|&i| !gone && !marks[i].title.is_empty());
        let beside = shown.map(|i| unit.marks[i]);
        let place = if gone {
            [0; 2]
        } else {
            [unit.pose.x, unit.pose.y]
        };
        let first = [i32::from(gone), i32::from(unit.stands)];
        first
            .into_iter()
            .chain(place)
            .chain(beside)
            .collect::<Vec<_>>()
    });
    each.collect()
}

/// A charge or a fight in a battle.
struct Question {
    battle: Battle,
    legal: Legal,
    units: [UnitId; 2],
    place: String,
}

/// Returns the order that brings a charge to its melee, if one is ahead.
fn onwards(rules: &dyn Rules, battle: &Battle, of: &Question) -> Option<(Legal, bool)> {
    let [unit, target] = of.units;
    let fight = |battle: &Battle| {
        let here = |id: UnitId| battle.unit(id).on_table();
        let now = battle.cursor.turn == of.battle.cursor.turn && battle.ended.is_none();
        let order = Order::Fight { unit, target };
        (now && here(unit) && here(target))
            .then(|| rules.judge(battle, &order).ok())
            .flatten()
    };
    if let Some(legal) = fight(battle) {
        return Some((legal, true));
    }
    let first = rules.judge(battle, &Order::End).ok()?;
    let mut ahead = battle.clone();
    for _ in 0..PHASES {
        ahead = rules
            .play(&ahead, &Order::End, &mut Rolled::new(1, 1))
            .ok()?
            .0;
        if fight(&ahead).is_some() {
            return Some((first, false));
        }
    }
    None
}

/// Plays out a charge or a fight once, declining all choices.
fn once(rules: &dyn Rules, of: &Question, dice: &mut dyn Dice) -> Seen {
    let later = rules.card().orders.charges_fought_later;
    let mut over = !(later && matches!(of.legal.order(), Order::Charge { .. }));
    let (mut battle, mut legal) = (of.battle.clone(), of.legal.clone());
    for _ in 0..24 {
        let mut scene = Scene::new(battle);
        rules.advice().foresee(&legal, &mut scene, dice);
        (battle, _) = scene.finish();
        if battle.ended.is_some() {
            break;
        }
        if battle.cursor.waits.is_some() {
            match Others::Never.choose(rules, &battle) {
                Some((_, next)) => legal = next,
                None => break,
            }
        } else if over {
            break;
        } else {
            match onwards(rules, &battle, of) {
                Some((next, fights)) => (legal, over) = (next, fights),
                None => break,
            }
        }
    }
    look(rules, &battle, of.units)
}

/// Counts every way that the dice can fall, or returns `None` if there are too many.
fn counted(rules: &dyn Rules, of: &Question) -> Option<BTreeMap<Seen, f64>> {
    let mut law = BTreeMap::new();
    let mut dice = Counted::default();
    for _ in 0..number("WAYS", WAYS) {
        let seen = once(rules, of, &mut dice);
        *law.entry(seen).or_insert(0.0) += dice.share();
        if !dice.turn() {
            return Some(law);
        }
    }
    None
}

/// Lists the charges and fights that a battle offers.
fn asked(rules: &dyn Rules, battle: &Battle, place: &str) -> Vec<Question> {
    let (mut units, mut offers): (Vec<UnitId>, Vec<Offer>) = Default::default();
    rules.ready(battle, &mut units);
    for &unit in &units {
        rules.offers(battle, Some(unit), &mut offers);
    }
    let mut out = Vec::new();
    for offer in offers {
        let (Some(unit), Scope::Targets(targets)) = (offer.unit, &offer.scope) else {
            continue;
        };
        for &target in targets {
            let order = match offer.verb {
                Verb::Charge => Order::Charge {
                    unit,
                    target,
                    reach: true,
                    heading: None,
                },
                Verb::Fight => Order::Fight { unit, target },
                _ => continue,
            };
            out.extend(rules.judge(battle, &order).ok().map(|legal| Question {
                battle: battle.clone(),
                legal,
                units: [unit, target],
                place: format!("{place} {order:?}"),
            }));
        }
    }
    out
}

/// Returns `count` charges and fights from battles of a rule set.
fn questions(set: &str, count: usize) -> Vec<(std::sync::Arc<dyn Rules>, Question)> {
    let mut out = Vec::new();
    for seed in 1..400 {
        for scenario in laws::scenarios(set) {
            let (rules, start) = laws::open(&scenario.text);
            let mut player = Random::new(seed);
            let mut lot = Lot::new(seed);
            let mut now = laws::begun(&*rules, &start, seed).0;
            let mut here = 0;
            for number in 1..400 {
                if now.ended.is_some() || here >= 4 {
                    break;
                }
                let place = format!("{} seed {seed} order {number}", scenario.id);
                let mut all = asked(&*rules, &now, &place);
                let mut order = player.choose(&*rules, &now);
                if !all.is_empty() && lot.below(3) > 0 {
                    let one = all.swap_remove(lot.below(all.len()));
                    order = Some(one.legal.order().clone());
                    out.push((rules.clone(), one));
                    here += 1;
                    if out.len() == count {
                        return out;
                    }
                }
                let Some(order) = order else { break };
                let mut dice = Rolled::new(seed, number);
                now = rules.play(&now, &order, &mut dice).expect("legal").0;
            }
        }
    }
    out
}

fn number(name: &str, usual: usize) -> usize {
    let asked = std::env::var(name).ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn explored_counted_and_rolled_are_the_same() {
    let (count, rolls) = (number("QUESTIONS", 4), number("ROLLS", 400));
    let mut wrong = Vec::new();
    for set in laws::sets() {
        let all = questions(set.id, count);
        assert_eq!(all.len(), count, "{}: too few charges and fights", set.id);
        let (mut drawn, mut by_hand, mut fights) = (Vec::new(), 0, 0);
        for (at, (rules, one)) in all.iter().enumerate() {
            let rules = &**rules;
            fights += usize::from(matches!(one.legal.order(), Order::Fight { .. }));
            let told = answer(
                rules,
                &one.battle,
                &one.legal,
                RUNS,
                Others::Never,
                |(): &mut (), _| (),
                |(): &mut (), _, _| (),
                |after, ()| look(rules, after, one.units),
            );
            let law: BTreeMap<Seen, f64> = told
                .law
                .iter()
                .map(|(k, w)| (k.clone(), w.number()))
                .collect();
            let spare = told.within.unwrap_or(0.0);
            if told.within.is_some() {
                drawn.push(format!("{} (within {spare:.4})", one.place));
            }
            let of = |law: &BTreeMap<Seen, f64>, key: &Seen| law.get(key).copied().unwrap_or(0.0);
            if let Some(brute) = counted(rules, one) {
                by_hand += 1;
                for key in law.keys().chain(brute.keys()) {
                    let (a, b) = (of(&law, key), of(&brute, key));
                    if (a - b).abs() > 1e-6 + 2.0 * spare {
                        wrong.push(format!("{}: explored {a}, counted {b}: {key:?}", one.place));
                    }
                }
            }
            let mut fell: BTreeMap<Seen, f64> = BTreeMap::new();
            #[expect(clippy::cast_precision_loss, reason = "some thousands")]
            let n = rolls as f64;
            for roll in 0..rolls {
                let seed = u64::try_from(at * 1_000_000 + roll).expect("small");
                let seen = once(rules, one, &mut Thrown(Rolled::new(seed, 1)));
                *fell.entry(seen).or_insert(0.0) += 1.0 / n;
            }
            for key in law.keys().chain(fell.keys()) {
                let (p, f) = (of(&law, key), of(&fell, key));
                let error = (p * (1.0 - p) / n).sqrt();
                // An outcome that occurs only once or twice is not yet evidence.
                if (p - f).abs() > 4.0 * error + 3.0 / n + 2.0 * spare {
                    wrong.push(format!("{}: explored {p}, rolled {f}: {key:?}", one.place));
                }
            }
        }
        println!(
            "{}: {count} questions, {fights} fights, {by_hand} counted out, {} drawn",
            set.id,
            drawn.len()
        );
        for one in drawn {
            println!("  drawn: {one}");
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
