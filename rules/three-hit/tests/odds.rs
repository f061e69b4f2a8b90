//! Sections 21 and 25: every printed odd, as an equal fraction, by exploring
//! the real attack: orders played by the engine, never a second computation.

mod common;

use common::*;
use num_rational::Ratio;
use sandtable_battle::{Dice, Order, Rules, Side, Status, UnitId};
use sandtable_odds::{Chain, Chance, Explorer, Law, Weight, of_order};
use sandtable_three_hit::combat::Clash;
use sandtable_three_hit::turn::{MELEE, SHOOT};
use sandtable_three_hit::{ThreeHit, marks};

fn of(top: u128, bottom: u128) -> Chance {
    Chance::of(top, bottom)
}

fn rules() -> ThreeHit {
    ThreeHit::new(&Default::default()).unwrap()
}

/// The law of the hits of an attack.
fn attack(column: i8, covered: bool, rolls: u8) -> Law<u16> {
    let rules = rules();
    let clash = Clash {
        column,
        covered,
        rolls,
    };
    Explorer::new().law(|dice: &mut dyn Dice| rules.strike(clash, Side::A, dice))
}

/// A unit's hits under repeated attacks, 3 being its end.
fn worn(laws: &[Law<u16>]) -> Chain<u16> {
    let each = laws.to_vec();
    Chain::new(
        0,
        |&hits| hits >= 3,
        move |&hits| {
            let start: Law<u16> =
                [(hits, Chance::ONE)]
                    .into_iter()
                    .fold(Law::new(), |mut law, (k, w)| {
                        law.add(k, w);
                        law
                    });
            each.iter().fold(start, |before, law| {
                let mut after = Law::new();
                for (&had, chance) in before.iter() {
                    for (&more, part) in law.iter() {
                        after.add((had + more).min(3), chance.times(part));
                    }
                }
                after
            })
        },
    )
}

const COLUMNS: [(i8, bool); 6] = [
    (-2, false),
    (-2, true),
    (0, false),
    (0, true),
    (2, false),
    (2, true),
];

/// O1, C01, C02, C07: hits from one roll.
#[test]
fn hits_from_one_roll() {
    let printed = [
        ([(2, 3), (1, 3), (0, 1)], (1, 3)),
        ([(5, 6), (1, 6), (0, 1)], (1, 6)),
        ([(1, 3), (2, 3), (0, 1)], (2, 3)),
        ([(2, 3), (1, 3), (0, 1)], (1, 3)),
        ([(1, 6), (2, 3), (1, 6)], (1, 1)),
        ([(1, 2), (1, 2), (0, 1)], (1, 2)),
    ];
    for ((column, covered), (chances, mean)) in COLUMNS.into_iter().zip(printed) {
        let law = attack(column, covered, 1);
        for (hits, (top, bottom)) in (0..).zip(chances) {
            assert_eq!(
                law.chance(&hits),
                of(top, bottom),
                "{column} {covered} {hits}"
            );
        }
        assert_eq!(law.exact_mean(|&h| u32::from(h)), of(mean.0, mean.1));
        assert_eq!(law.mass(), Chance::ONE);
    }
}

/// O3: doubled attacks; mean attacks to eliminate; fresh unit dead in one.
#[test]
fn hits_from_two_rolls() {
    let printed = [
        (
            [(4, 9), (4, 9), (1, 9), (0, 1), (0, 1)],
            (2, 3),
            (594, 125),
            (0, 1),
        ),
        (
            [(25, 36), (5, 18), (1, 36), (0, 1), (0, 1)],
            (1, 3),
            (12312, 1331),
            (0, 1),
        ),
        (
            [(1, 9), (4, 9), (4, 9), (0, 1), (0, 1)],
            (4, 3),
            (81, 32),
            (0, 1),
        ),
        (
            [(4, 9), (4, 9), (1, 9), (0, 1), (0, 1)],
            (2, 3),
            (594, 125),
            (0, 1),
        ),
        (
            [(1, 36), (2, 9), (1, 2), (2, 9), (1, 36)],
            (2, 1),
            (79164, 42875),
            (1, 4),
        ),
        (
            [(1, 4), (1, 2), (1, 4), (0, 1), (0, 1)],
            (1, 1),
            (88, 27),
            (0, 1),
        ),
    ];
    for ((column, covered), (chances, mean, attacks, dies)) in COLUMNS.into_iter().zip(printed) {
        let law = attack(column, covered, 2);
        for (hits, (top, bottom)) in (0..).zip(chances) {
            assert_eq!(
                law.chance(&hits),
                of(top, bottom),
                "{column} {covered} {hits}"
            );
        }
        assert_eq!(law.exact_mean(|&h| u32::from(h)), of(mean.0, mean.1));
        assert_eq!(law.where_(|&h| h >= 3), of(dies.0, dies.1));
        let chain = worn(&[law]);
        assert_eq!(
            chain.mean(),
            Some(Ratio::new(attacks.0, attacks.1)),
            "{column} {covered}"
        );
    }
}

/// A shooter or charger of a column before a fresh target, with cover or not.
fn stand(column: i8, covered: bool) -> (Table, Order, UnitId) {
    let mut t = Table::new(&[]);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.red("infantry", 32.0, 32.0, 180.0);
    t.battle.units[r.index()].ratings[0] = u8::from(covered);
    let order = match column {
        2 => {
            let b = t.blue("cavalry", 18.0, 16.0, 0.0);
            t.phase(MELEE);
            fight(b, r)
        }
        _ => {
            let kind = if column == 0 {
                "infantry"
            } else {
                "skirmishers"
            };
            let b = t.blue(kind, 18.0, 8.0, 0.0);
            t.phase(SHOOT);
            shoot(b, r)
        }
    };
    (t, order, r)
}

/// O5: retreats, stands damaged, untouched: the whole chain of the order.
#[test]
fn one_attack_and_its_morale() {
    let printed = [
        [(1, 9), (2, 9), (2, 3)],
        [(1, 18), (1, 9), (5, 6)],
        [(2, 9), (4, 9), (1, 3)],
        [(1, 9), (2, 9), (2, 3)],
        [(5, 18), (5, 9), (1, 6)],
        [(1, 6), (1, 3), (1, 2)],
    ];
    for ((column, covered), chances) in COLUMNS.into_iter().zip(printed) {
        let (t, order, r) = stand(column, covered);
        let start = t.battle.unit(r).pose;
        let law: Law<_> = Explorer::new().law(|dice| {
            let (struck, _) = t.rules.play(&t.battle, &order, dice).unwrap();
            let (after, _) = t.rules.play(&struck, &Order::End, dice).unwrap();
            let unit = after.unit(r);
            match (unit.pose == start, unit.mark(marks::HITS)) {
                (false, _) => 0,
                (true, 1..) => 1,
                (true, _) => 2,
            }
        });
        for (at, (top, bottom)) in (0..).zip(chances) {
            assert_eq!(law.chance(&at), of(top, bottom), "{column} {covered} {at}");
        }
        assert_eq!(law.mass(), Chance::ONE);
    }
}

/// O7: a flank charge destroys a unit with 0, 1 or 2 hits.
#[test]
fn flank_charges_destroy() {
    let printed = [
        (false, [(1, 4), (3, 4), (35, 36)]),
        (true, [(0, 1), (1, 4), (3, 4)]),
    ];
    for (covered, chances) in printed {
        for (hits, (top, bottom)) in (0..).zip(chances) {
            let mut t = Table::new(&[]);
            let b = t.blue("cavalry", 21.0, 18.0, 270.0);
            let r = t.red("infantry", 18.0, 18.0, 180.0);
            t.red("infantry", 32.0, 32.0, 180.0);
            t.battle.units[r.index()].ratings[0] = u8::from(covered);
            t.mark(r, marks::HITS, hits);
            t.phase(MELEE);
            let legal = t.allows(&fight(b, r));
            let law: Law<_> = of_order(
                &mut Explorer::new(),
                &*t.rules,
                &t.battle,
                &legal,
                |scene| scene.unit(r).status == Status::Destroyed,
            );
            assert_eq!(law.chance(&true), of(top, bottom), "{covered} {hits}");
        }
    }
}

/// O9: concentrated fire, mean turns to eliminate a fresh open unit.
#[test]
fn concentrated_fire() {
    let (poor, average) = (attack(-2, false, 1), attack(0, false, 1));
    let mean = |laws: &[Law<u16>]| worn(laws).mean();
    assert_eq!(
        mean(&[average.clone(), average.clone()]),
        Some(Ratio::new(81, 32))
    );
    let three = [average.clone(), average.clone(), average.clone()];
    assert_eq!(mean(&three), Some(Ratio::new(7965, 4394)));
    assert_eq!(worn(&three).ended_by(1), of(8, 27));
    assert_eq!(mean(&[average, poor]), Some(Ratio::new(1107, 343)));
}

/// C03 to C06: turns to eliminate with one attack a turn.
#[test]
fn one_attack_a_turn() {
    let chain = |column| worn(&[attack(column, false, 1)]);
    let (poor, average, superior) = (chain(-2), chain(0), chain(2));
    assert_eq!(average.mean(), Some(Ratio::new(9, 2)));
    assert_eq!(average.ended_by(5), of(64, 81));
    assert!(average.ended_by(3).number() < 0.5 && average.ended_by(4).number() >= 0.5);
    assert_eq!(poor.mean(), Some(Ratio::from_integer(9)));
    assert!(poor.ended_by(7).number() < 0.5 && poor.ended_by(8).number() >= 0.5);
    assert_eq!(superior.mean(), Some(Ratio::new(396, 125)));
    assert_eq!(superior.ended_by(3), of(19, 27));
    assert_eq!(superior.ended_by(2), of(1, 4));
}

/// C09: covered columns and the parent game: the three-hit side of the ratios.
#[test]
fn covered_units_last_longer() {
    let mean = |column, covered| worn(&[attack(column, covered, 1)]).mean().unwrap();
    assert_eq!(mean(-2, true), Ratio::from_integer(18));
    assert_eq!(mean(0, true), Ratio::from_integer(9));
    assert_eq!(mean(2, true), Ratio::from_integer(6));
}

/// The parent game's 15 hits, for the comparisons of C03 to C06 and C09: a D6
/// with a modifier, halves rounded up.
#[test]
fn the_parent_game_compared() {
    use sandtable_battle::{Ask, Clause};
    let parent = |modifier: i16, halved: bool| {
        let law: Law<u16> = Explorer::new().law(|dice: &mut dyn Dice| {
            let die = dice.ask(Ask::Die { sides: 6 }, Side::A, Clause::new(1001));
            let hits = die.saturating_add_signed(modifier);
            if halved { hits.div_ceil(2) } else { hits }
        });
        Chain::new(
            0_u16,
            |&hits| hits >= 15,
            move |&had| law.map(|&more| (had + more).min(15)),
        )
    };
    assert_eq!(parent(0, false).ended_by(5), of(1009, 1296));
    assert_eq!(parent(2, false).mean(), Some(Ratio::new(51, 16)));
    assert_eq!(parent(2, false).ended_by(3), of(20, 27));
    assert_eq!(parent(2, false).ended_by(2), of(1, 12));
    let about = |chain: Chain<u16>| {
        let mean = chain.mean().unwrap();
        *mean.numer() as f64 / *mean.denom() as f64
    };
    let ours = |column, covered| about(worn(&[attack(column, covered, 1)]));
    for (column, covered, ratio) in [
        (-2, false, 0.9375),
        (0, false, 0.945),
        (2, false, 0.994),
        (-2, true, 1.174),
        (0, true, 1.149),
        (2, true, 1.117),
    ] {
        let got = ours(column, covered) / about(parent(column.into(), covered));
        assert!((got - ratio).abs() < 0.0006, "{column} {covered}: {got}");
    }
    assert!((about(parent(0, false)) - 4.760).abs() < 0.0006);
    assert!((about(parent(-2, false)) - 9.600).abs() < 0.0006);
}

/// The rules' factors for a charge speak of the melee it brings.
#[test]
fn a_charge_shows_its_melee() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 24.0, 13.1, 315.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    let legal = t.allows(&charge(b, r));
    let factors = t.rules.factors(&t.battle, &legal);
    assert_eq!(factors.iter().map(|f| f.value).collect::<Vec<_>>(), [2, 1]);
}
