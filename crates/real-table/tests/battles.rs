//! Whole battles of every rule set whose positions are left to the table: random orders with random
//! statements, to the end. Their journals verify like any other, and read back as written.

use sandtable_battle::{
    Beside, Face, Ground, Near, Order, Outcome, Rolled, Rules, Scope, Soil, Stated, Statement,
    Status, UnitId, Verb,
};
use sandtable_files::Journal;
use sandtable_opponents::{Player, level};
use sandtable_real_table::{acts, arrange, keep, leave, ready, sets_up, ways};
use std::sync::Arc;

/// A random generator that gives the same numbers on every machine.
struct Lot(u64);

impl Lot {
    fn of(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count.max(1)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.of(many) == 0
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.of(all.len()))
    }
}

struct Walk {
    rules: Arc<dyn Rules>,
    journal: Journal,
    lot: Lot,
    /// Number of orders at another unit.
    at: usize,
}

impl Walk {
    fn open(text: &str, seed: u64) -> Self {
        let (id, switches) = sandtable_files::peek_rules(text).expect("a battle file");
        let rules = sandtable_register::open(&id, &switches).expect("a rule set");
        let battle = sandtable_files::read_battle(text, &*rules).expect("a battle");
        let journal = Journal::open(battle, &*rules, seed);
        let mut walk = Self {
            rules,
            journal,
            lot: Lot(seed),
            at: 0,
        };
        walk.set_up(seed);
        let left = leave(&*walk.rules, walk.journal.now());
        left.check(walk.journal.now()).expect("a sound statement");
        walk.journal
            .append_stated(Some(left), None, Vec::new(), Vec::new());
        walk
    }

    /// Skips set-up in the same way as the page.
    fn set_up(&mut self, seed: u64) {
        let mut player: Box<dyn Player> = level("greedy", seed).expect("a level");
        for _ in 0..400 {
            let now = self.journal.now();
            if !sets_up(&*self.rules, now) {
                return;
            }
            let order = if self.rules.judge(now, &Order::End).is_ok() {
                Order::End
            } else {
                player.choose(&*self.rules, now).expect("an order")
            };
            self.journal.play(&*self.rules, &order).expect("legal");
        }
        panic!("set-up has no end");
    }

    fn play(&mut self, says: Option<&Statement>, order: &Order) -> bool {
        let rules = &*self.rules;
        let mut there = self.journal.now().clone();
        let stated: Option<Stated> = match says {
            None => None,
            Some(says) => {
                let Ok(stated) = arrange(rules, &there, says, &keep(&self.journal)) else {
                    return false;
                };
                stated.check(&there).expect("a sound statement");
                there.stand_as(&stated);
                Some(stated)
            }
        };
        let mut dice = Rolled::new(self.journal.header.seed, self.journal.next());
        let Ok((_, events)) = rules.play(&there, order, &mut dice) else {
            return false;
        };
        self.journal
            .append_stated(stated, Some(order.clone()), dice.into_rolls(), events);
        true
    }

    fn soil(&mut self) -> Option<Soil> {
        let ground = *self.lot.pick(&Ground::ALL)?;
        (ground != Ground::Impassable && ground != Ground::Lake && self.lot.one_in(3)).then_some(
            Soil {
                ground,
                level: None,
            },
        )
    }

    fn statement(&mut self, unit: UnitId, target: Option<UnitId>) -> Statement {
        let inch = self.rules.card().ruler.unit();
        let half = i32::try_from(self.lot.of(24)).expect("small");
        let side = self.journal.now().unit(unit).side;
        let friends: Vec<UnitId> = self.journal.now().side(side).map(|(id, _)| id).collect();
        let mut near = Vec::new();
        if self.lot.one_in(4)
            && let Some(&by) = self.lot.pick(&friends)
            && by != unit
            && Some(by) != target
        {
            near.push(Near {
                unit: by,
                target: false,
                place: *self.lot.pick(&Beside::ALL).expect("four"),
                gap: inch * i32::try_from(self.lot.of(4)).expect("small"),
            });
        }
        Statement {
            target,
            range: target.map_or(0, |_| half * inch / 2),
            met: *self.lot.pick(&Face::ALL).expect("four"),
            through: if self.lot.one_in(8) {
                *self.lot.pick(&Face::ALL).expect("four")
            } else {
                Face::Front
            },
            under: self.soil(),
            beneath: target.and_then(|_| self.soil()),
            between: self.soil(),
            near,
            ..Statement::of(unit)
        }
    }

    /// Tries to give one order to one unit.
    fn act(&mut self, unit: UnitId) -> bool {
        let all = acts(&*self.rules, self.journal.now(), unit, &keep(&self.journal));
        let Some(act) = self.lot.pick(&all).cloned() else {
            return false;
        };
        if let Some(&target) = self.lot.pick(&act.targets) {
            for _ in 0..4 {
                let says = self.statement(unit, Some(target));
                let orders = act.verb.at(unit, target);
                let order = self.lot.pick(&orders).expect("an order").clone();
                if self.play(Some(&says), &order) {
                    self.at += 1;
                    return true;
                }
            }
            // As it stands: units in contact fight.
            return act.verb.at(unit, target).iter().any(|o| self.play(None, o));
        }
        let says = self.statement(unit, None);
        match act.verb {
            Verb::Move | Verb::Face => self.go(&says),
            Verb::Test => self.play(Some(&says), &Order::Test { unit }),
            Verb::Load => self.play(Some(&says), &Order::Load { unit }),
            Verb::Leave => self.play(None, &Order::Leave { unit }),
            Verb::Pass => self.play(None, &Order::Pass { unit }),
            Verb::Form => {
                let mut offers = Vec::new();
                self.rules
                    .offers(self.journal.now(), Some(unit), &mut offers);
                offers.iter().any(|offer| {
                    let Scope::Formations(bits) = offer.scope else {
                        return false;
                    };
                    (0..32)
                        .filter(|f| bits >> f & 1 == 1)
                        .any(|formation| self.play(Some(&says), &Order::Form { unit, formation }))
                })
            }
            _ => false,
        }
    }

    fn go(&mut self, says: &Statement) -> bool {
        let Ok(stated) = arrange(&*self.rules, self.journal.now(), says, &keep(&self.journal))
        else {
            return false;
        };
        let mut there = self.journal.now().clone();
        there.stand_as(&stated);
        let all = ways(&*self.rules, &there, says.unit);
        let Some(way) = self.lot.pick(&all) else {
            return false;
        };
        let order = way.order(&there, says.unit, way.most);
        self.play(Some(says), &order)
    }

    fn step(&mut self) -> bool {
        let now = self.journal.now();
        if let Some(waits) = now.cursor.waits {
            let first = self.lot.of(usize::from(waits.choices));
            let first = u8::try_from(first).expect("few");
            return (0..waits.choices)
                .map(|n| (first + n) % waits.choices)
                .any(|choice| self.play(None, &Order::Decide { choice }));
        }
        let ready = ready(&*self.rules, now, &keep(&self.journal));
        if !ready.is_empty() && !self.lot.one_in(6) {
            let unit = ready[self.lot.of(ready.len())];
            if self.act(unit) {
                return true;
            }
        }
        if self.play(None, &Order::End) || self.play(None, &Order::Draw) {
            return true;
        }
        // An order is compulsory: any unit that can give one does.
        (0..40).any(|n| {
            let unit = ready.get(n % ready.len().max(1)).copied();
            unit.is_some_and(|unit| self.act(unit))
        })
    }

    fn finish(&mut self, most: usize) {
        for _ in 0..most {
            if self.journal.now().ended.is_some() {
                return;
            }
            assert!(
                self.step(),
                "nothing can be done: {:?}\n{}",
                self.journal.now().cursor,
                sandtable_files::write_battle(self.journal.now(), self.rules.card())
            );
        }
        // The umpire declares a draw.
        let ended = Stated {
            ended: Some(Outcome::Draw),
            ..Stated::default()
        };
        ended.check(self.journal.now()).expect("may be declared");
        self.journal
            .append_stated(Some(ended), None, Vec::new(), Vec::new());
    }

    fn laws(&self) {
        let rules = &*self.rules;
        self.journal
            .verify(rules)
            .unwrap_or_else(|m| panic!("{}: {m}", rules.card().id));
        assert_eq!(&self.journal.fold(), self.journal.now());
        let again = Journal::read(&self.journal.to_jsonl(), rules).expect("reads back");
        assert_eq!(again, self.journal);
        let now = self.journal.now();
        let text = sandtable_files::write_battle(now, rules.card());
        let read = sandtable_files::read_begun(&text, rules.card());
        let read = read.unwrap_or_else(|f| panic!("{}: {f}\n{text}", rules.card().id));
        assert_eq!(&read, now, "{}", rules.card().id);
        assert!(now.setting.stated);
        let present = now.units.iter().filter(|u| u.status == Status::Table);
        assert!(present.count() > 0 || now.ended.is_some());
    }
}

/// Plays every `every`th scenario of a rule set.
fn battles(id: &str, every: usize) {
    let entry = sandtable_register::ALL.iter().find(|e| e.id == id);
    let entry = entry.expect("a rule set");
    let mut at = 0;
    let mut ended = 0;
    for (n, scenario) in entry.scenarios().enumerate().step_by(every) {
        let mut walk = Walk::open(&scenario.text, 100 * n as u64);
        walk.finish(900);
        walk.laws();
        at += walk.at;
        let last = walk.journal.lines().last();
        ended += usize::from(last.is_some_and(|line| line.order.is_some()));
    }
    println!("{id}: {at} orders at another unit, {ended} battles to their end");
    assert!(at > 20, "{id}: {at} orders at another unit");
    assert!(ended > 0, "{id}: no battle came to its end by itself");
}

#[test]
fn three_hit() {
    battles("three-hit", 3);
}

#[test]
fn otr_d6() {
    battles("otr-d6", 3);
}

#[test]
fn six_plus() {
    battles("six-plus", 3);
}

#[test]
fn favorite() {
    battles("favorite", 3);
}

#[test]
fn throw_me_a_6() {
    battles("throw-me-a-6", 3);
}

#[test]
fn regimental() {
    battles("regimental", 3);
}

#[test]
#[ignore = "three minutes: after a change of how statements are laid out"]
fn every_scenario() {
    for entry in sandtable_register::ALL {
        battles(entry.id, 1);
    }
}
