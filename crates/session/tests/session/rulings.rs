//! What an umpire corrects: in every rule set, every value that a position file can hold, by its
//! name there; the journal verifies, and the battle goes on.

use sandtable_battle::real_table::Amendment;
use sandtable_battle::{Amend, Group, Side, Stated, Status, UnitId};
use sandtable_files::Journal;
use sandtable_opponents::Lot;
use sandtable_session::{
    Amended, Amends, Changed, Put, RangeView, Setup, Shelf, Source, Throw, Umpire, ValueView,
    Written,
};
use std::collections::BTreeSet;

const BATTLES: [&str; 7] = [
    "three-hit/two-hills",
    "otr-d6/the-stone-wall",
    "regimental/two-brigades",
    "six-plus/the-mill-weir",
    "favorite/the-farm-at-lund",
    "throw-me-a-6/kings-and-consuls",
    "pike-and-shot/the-hop-garden",
];

fn begin(scenario: &str) -> Umpire {
    let setup = Setup {
        from: Source::Scenario(scenario),
        house: None,
        armies: [None, None],
    };
    Umpire::begin(&Shelf::shipped(), setup, 11).expect("a scenario")
}

/// Plays some random orders, and then on until no choice must be made or the battle is over.
fn play(umpire: &mut Umpire, orders: u32) {
    for n in 0..orders + 40 {
        let waits = umpire.journal().now().cursor.waits.is_some();
        if umpire.ended().is_some() || n >= orders && !waits {
            return;
        }
        let order = umpire.thought("random", u64::from(n)).order();
        let number = umpire.number();
        let throw = Throw::Seed(u64::from(n) + 1);
        let judged = umpire.judge(&order.expect("an order"), number, throw);
        let line = judged.unwrap_or_else(|why| panic!("{why:?}")).line;
        umpire.accept(&line).expect("it follows");
    }
}

fn of_unit(unit: u8, values: Vec<Changed>) -> Amends {
    let amended = Amended {
        unit,
        at: None,
        became: None,
        values,
    };
    reason(Amends {
        units: vec![amended],
        ..none()
    })
}

fn none() -> Amends {
    Amends {
        units: Vec::new(),
        sides: [Vec::new(), Vec::new()],
        battle: Vec::new(),
        ended: None,
        reason: String::new(),
    }
}

fn reason(amends: Amends) -> Amends {
    Amends {
        reason: "It was noted wrongly".to_owned(),
        ..amends
    }
}

/// Returns values other than the present one, the most harmless first.
fn others(one: &ValueView) -> Vec<Option<Written>> {
    let name = |name: &String| Some(Written::Name(name.clone()));
    let mut all = match &one.range {
        RangeView::Whole([least, most]) => {
            let now = match one.now {
                Some(Written::Number(now)) => now,
                _ => 0.0,
            };
            [now - 1.0, now + 1.0, *least, *most]
                .into_iter()
                .filter(|n| (least..=most).contains(&n))
                .map(|n| Some(Written::Number(n)))
                .collect()
        }
        RangeView::Length(_) | RangeView::Angle => {
            [1.0, 2.5].map(|n| Some(Written::Number(n))).into()
        }
        RangeView::Flag => [true, false].map(|flag| Some(Written::Flag(flag))).into(),
        RangeView::One(names) => names.iter().map(name).collect::<Vec<_>>(),
        RangeView::Maybe(names) => std::iter::once(None)
            .chain(names.iter().map(name))
            .collect(),
        RangeView::Any(names) => {
            let none = Some(Written::Names(Vec::new()));
            let each = names
                .iter()
                .map(|name| Some(Written::Names(vec![name.clone()])));
            std::iter::once(none).chain(each).collect()
        }
    };
    all.retain(|value| *value != one.now);
    all
}

/// The owner of the values that are tried.
#[derive(Clone, Copy)]
enum At {
    Unit(u8),
    Side(usize),
    Battle,
}

fn change(at: At, key: &str, to: Option<Written>) -> Amends {
    let changed = vec![Changed {
        key: key.to_owned(),
        to,
    }];
    match at {
        At::Unit(unit) => of_unit(unit, changed),
        At::Side(0) => reason(Amends {
            sides: [changed, Vec::new()],
            ..none()
        }),
        At::Side(_) => reason(Amends {
            sides: [Vec::new(), changed],
            ..none()
        }),
        At::Battle => reason(Amends {
            battle: changed,
            ..none()
        }),
    }
}

fn values(umpire: &Umpire, at: At) -> Vec<ValueView> {
    let unit = match at {
        At::Unit(unit) => Some(unit),
        _ => None,
    };
    let there = umpire.amendables(unit);
    match at {
        At::Unit(_) => there.unit,
        At::Side(side) => there.sides[side].clone(),
        At::Battle => there.battle,
    }
}

/// Sets every value of something to another and back; notes the keys of those that took it.
fn put_all(umpire: &mut Umpire, at: At, done: &mut BTreeSet<String>) {
    for one in values(umpire, at) {
        for to in others(&one).into_iter().take(6) {
            let before = umpire.journal().now().clone();
            let ruled = umpire.rule(&change(at, &one.key, to.clone()), umpire.number(), "Uma");
            let line = match ruled {
                Ok(judged) => judged.line,
                Err(why) => {
                    assert!(format!("{why:?}").len() > 20, "{why:?}");
                    continue;
                }
            };
            umpire.accept(&line).expect("it follows");
            let now = values(umpire, at)
                .into_iter()
                .find(|now| now.key == one.key);
            assert_eq!(now.expect("it is still there").now, to, "{}", one.key);
            let back = change(at, &one.key, one.now.clone());
            let line = umpire
                .rule(&back, umpire.number(), "Uma")
                .expect("as it was")
                .line;
            umpire.accept(&line).expect("it follows");
            assert_eq!(*umpire.journal().now(), before, "{} and back", one.key);
            done.insert(one.key.clone());
            break;
        }
    }
}

/// Returns the names of all values of a battle's rules: of units, sides and the battle.
fn all_keys(umpire: &Umpire) -> BTreeSet<String> {
    let card = umpire.rules().card();
    let specs = card
        .marks
        .iter()
        .chain(&card.state.side)
        .chain(&card.state.battle);
    let own = ["stands", "with"].map(str::to_owned);
    specs.map(|spec| spec.id.clone()).chain(own).collect()
}

#[test]
fn every_value_of_every_rule_set_can_be_put_right_and_the_journal_verifies() {
    for scenario in BATTLES {
        let mut umpire = begin(scenario);
        let mut done = BTreeSet::new();
        for orders in [6, 12] {
            play(&mut umpire, orders);
            let units = umpire.journal().now().units.len();
            let some = [0, units / 2].map(|n| u8::try_from(n).expect("a unit"));
            for at in some
                .map(At::Unit)
                .into_iter()
                .chain([At::Side(0), At::Side(1), At::Battle])
            {
                put_all(&mut umpire, at, &mut done);
            }
        }
        let all = all_keys(&umpire);
        let left: Vec<&String> = all.difference(&done).collect();
        // A value that is tied to another, such as a blow to the unit that struck it, is corrected
        // together with it.
        assert!(left.len() <= 1, "{scenario}: not {left:?}");
        let proof = umpire.journal().proof(umpire.rules().as_ref());
        assert!(proof.expect("it verifies").ruled > 0, "{scenario}");
        play(&mut umpire, 10);
    }
}

/// Changes up to two values at random; half of the time none.
fn changed(lot: &mut Lot, all: &[ValueView]) -> Vec<Changed> {
    (0..lot.below(4).saturating_sub(1))
        .filter_map(|_| {
            let one = lot.pick(all)?;
            let to = lot.pick(&others(one))?.clone();
            let key = one.key.clone();
            Some(Changed { key, to })
        })
        .collect()
}

/// Draws a ruling that changes several things at once.
fn drawn(lot: &mut Lot, umpire: &Umpire) -> Amends {
    let now = umpire.journal().now();
    let count = now.units.len();
    let mut units: Vec<u8> = (0..lot.below(4))
        .filter_map(|_| u8::try_from(lot.below(count)).ok())
        .collect();
    units.sort_unstable();
    units.dedup();
    let whole = |length: i32| umpire.rules().card().ruler.measure(length) as usize;
    let (wide, deep) = (whole(now.setting.width), whole(now.setting.height));
    let amended = |lot: &mut Lot, unit: u8| Amended {
        unit,
        at: (lot.below(3) == 0).then(|| Put {
            centre: [lot.below(wide + 1) as f64, lot.below(deep + 1) as f64],
            facing: lot.below(360) as f64,
        }),
        became: (lot.below(4) == 0).then(|| BECAME[lot.below(BECAME.len())]),
        values: changed(lot, &values(umpire, At::Unit(unit))),
    };
    let units = units.into_iter().map(|unit| amended(lot, unit)).collect();
    reason(Amends {
        units,
        sides: [0, 1].map(|side| changed(lot, &values(umpire, At::Side(side)))),
        battle: changed(lot, &values(umpire, At::Battle)),
        ..none()
    })
}

/// What rulings make of units.
const BECAME: [Status; 5] = [
    Status::Table,
    Status::Destroyed,
    Status::Fled,
    Status::Captured,
    Status::Exited,
];

/// Battles to play with rulings at random, for each rule set; `SANDTABLE_RULED` gives another number.
fn battles() -> u64 {
    let given = std::env::var("SANDTABLE_RULED").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(2)
}

#[test]
fn whatever_an_umpire_rules_the_battle_goes_on_and_can_be_stored() {
    for scenario in BATTLES {
        let mut ruled = 0;
        for seed in 0..battles() {
            let mut lot = Lot::new(seed);
            let mut umpire = begin(scenario);
            for _ in 0..12 {
                play(&mut umpire, u32::try_from(lot.below(12)).expect("few"));
                if umpire.ended().is_some() {
                    break;
                }
                let amends = drawn(&mut lot, &umpire);
                let judged = umpire.rule(&amends, umpire.number(), "Uma");
                let Ok(judged) = judged else { continue };
                umpire.accept(&judged.line).expect("it follows");
                ruled += 1;
                let rules = umpire.rules().as_ref();
                let now = umpire.journal().now();
                let text = sandtable_files::write_battle(now, rules.card());
                let read = sandtable_files::read_battle(&text, rules);
                let read =
                    read.unwrap_or_else(|flaws| panic!("{scenario} {seed}: {flaws}\n{amends:?}"));
                assert_eq!(read, *now, "{scenario} {seed}: {amends:?}");
            }
            play(&mut umpire, 60);
            let proof = umpire.journal().proof(umpire.rules().as_ref());
            proof.unwrap_or_else(|why| panic!("{scenario} {seed}: {why}"));
            let text = umpire.journal().to_jsonl();
            let again = Umpire::bring(&Shelf::shipped(), &text).expect("it is stored");
            assert_eq!(
                again.journal().now(),
                umpire.journal().now(),
                "{scenario} {seed}"
            );
        }
        assert!(ruled > 0, "{scenario}: no ruling was taken");
    }
}

/// Returns a journal with a ruling that nobody could give.
fn forged(umpire: &Umpire, amends: Vec<Amend>, reason: &str) -> Journal {
    let mut journal = umpire.journal().clone();
    let ruling = Amendment {
        by: "Uma".to_owned(),
        reason: reason.to_owned(),
    };
    let stated = Stated {
        amends,
        ruling: Some(ruling),
        ..Stated::default()
    };
    journal.append_stated(Some(stated), None, Vec::new(), Vec::new());
    journal
}

#[test]
fn a_journal_whose_rulings_a_position_file_could_not_say_does_not_verify() {
    let umpire = begin(BATTLES[0]);
    let rules = umpire.rules().as_ref();
    let unit = UnitId(0);
    let hits = |to| vec![Amend::Mark { unit, mark: 0, to }];
    let good = forged(&umpire, hits(1), "Miscounted");
    assert_eq!(good.proof(rules).expect("it verifies").ruled, 1);
    for (amends, reason) in [
        (hits(120), "Miscounted"),
        (hits(-1), "Miscounted"),
        (hits(1), " "),
        (
            vec![Amend::Mark {
                unit,
                mark: 15,
                to: 1,
            }],
            "No such mark",
        ),
        (
            vec![Amend::SideMark {
                side: Side::A,
                mark: 7,
                to: 1,
            }],
            "No such mark",
        ),
        (vec![Amend::BattleMark { mark: 0, to: 3 }], "No such side"),
        (vec![Amend::Stands { unit, to: 0 }], "It stands there"),
        (vec![Amend::Formation { unit, to: 31 }], "No such formation"),
        (
            vec![Amend::With {
                unit,
                to: Some(unit),
            }],
            "With itself",
        ),
        (
            vec![Amend::Group {
                unit,
                to: Group(30),
            }],
            "No such group",
        ),
    ] {
        let journal = forged(&umpire, amends.clone(), reason);
        assert!(journal.verify(rules).is_err(), "{amends:?}");
    }
    // A ruling that names something that does not exist cannot even be opened.
    let foreign = forged(
        &umpire,
        vec![Amend::Stands {
            unit: UnitId(250),
            to: 1,
        }],
        "Nobody",
    );
    assert!(Journal::read(&foreign.to_jsonl(), rules).is_err());
    assert!(Journal::read(&good.to_jsonl(), rules).is_ok());
}
