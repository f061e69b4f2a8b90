//! Explored odds against brute force and against known figures.

use sandtable_battle::{Ask, Clause, Dice, Key, Row, Side, Surplus};
use sandtable_odds::{Chain, Chance, Explorer, Law, Weight};

const WHY: Clause = Clause::new(100);

fn row(throws: u8, each: u8, grades: u16) -> Ask {
    Ask::Row {
        throws,
        each,
        sides: 6,
        grades,
    }
}

fn pair(left: u8, right: u8, surplus: Surplus) -> Ask {
    Ask::Match {
        left,
        right,
        sides: 6,
        surplus,
    }
}

#[test]
fn every_ask_weighs_what_brute_force_counts() {
    let asks = [
        Ask::Die { sides: 6 },
        Ask::Sum { dice: 3, sides: 6 },
        Ask::Hits {
            dice: 4,
            sides: 6,
            least: 5,
        },
        Ask::Read {
            table: [0, 0, 1, 1, 1, 2],
        },
        Ask::Draw { of: 5 },
        Ask::Low {
            dice: 4,
            sides: 10,
            most: 7,
        },
        row(5, 1, 0b1111_1110),
        row(5, 1, 0b0010_1000),
        row(5, 1, 0),
        row(3, 2, 0b0001_0010_0100_0000),
        row(3, 2, u16::MAX),
        pair(3, 3, Surplus::BeatLowest),
        pair(2, 4, Surplus::BeatLowest),
        pair(5, 2, Surplus::BeatLowest),
        pair(4, 3, Surplus::Always),
        pair(1, 4, Surplus::Never),
        pair(0, 3, Surplus::BeatLowest),
        pair(3, 0, Surplus::Never),
    ];
    for ask in asks {
        let (count, sides) = ask.dice();
        let all = u64::from(sides).pow(u32::from(count));
        let mut brute: Law<u16> = Law::new();
        for mut code in 0..all {
            let faces: Vec<u8> = (0..count)
                .map(|_| {
                    let face = (code % u64::from(sides)) as u8 + 1;
                    code /= u64::from(sides);
                    face
                })
                .collect();
            brute.add(ask.outcome(&faces), Chance::part(1, all));
        }
        let explored = Explorer::new().law(|dice| dice.ask(ask, Side::A, WHY));
        assert_eq!(explored, brute, "{ask:?}");
    }
}

#[test]
fn a_row_is_read_back_from_its_code() {
    for (each, grades) in [
        (1, 0b0010_1000),
        (1, 0b0111_1110),
        (2, 0b0001_0010_0100_0000),
        (2, 0x1fff),
    ] {
        let row = Row::new(4, each, 6, grades);
        assert!(row.fits());
        let ask = Ask::Row {
            throws: 4,
            each,
            sides: 6,
            grades,
        };
        for (code, _) in ask.weights() {
            let throws = row.throws(code);
            assert_eq!(throws.len(), 4, "{code}");
            assert!(throws.windows(2).all(|w| w[0] >= w[1]), "{throws:?}");
            // The throws themselves, as faces, give the same code.
            let mut faces = Vec::new();
            for &throw in &throws {
                let first = if each == 2 { throw.min(7) - 1 } else { throw };
                faces.push(u8::try_from(first).unwrap());
                if each == 2 {
                    faces.push(u8::try_from(throw - first).unwrap());
                }
            }
            assert_eq!(ask.outcome(&faces), code, "{throws:?}");
        }
    }
}

#[test]
fn a_stage_gives_the_same_law_as_its_body() {
    let body = |dice: &mut dyn Dice| {
        let a = dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
        let b = dice.ask(Ask::Die { sides: 6 }, Side::B, WHY);
        u16::from(a > b) + u16::from(a == b) * 2
    };
    let plain: Law<(u16, u16)> = Explorer::new().law(|dice| (body(dice), body(dice)));
    let mut explorer = Explorer::new();
    let staged = explorer.law(|dice| {
        let key = Key::of(WHY, &());
        (
            dice.stage(key, &mut |d| body(d)),
            dice.stage(key, &mut |d| body(d)),
        )
    });
    assert_eq!(plain, staged);
    assert_eq!(plain.mass(), Chance::ONE);
    assert!(explorer.runs() < 36 + 10);
}

#[test]
fn dice_without_end_are_cut_and_the_cut_is_declared() {
    let law: Law<u16> = Explorer::new().cutting_at(1e-4).law(|dice| {
        loop {
            let face = dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
            if face != 6 {
                return face;
            }
        }
    });
    assert!(law.lost().number() > 0.0 && law.lost().number() < 1e-3);
    assert_eq!(law.mass(), Chance::ONE);
}

#[test]
fn a_chain_has_its_exact_mean() {
    // Three hits at a chance of two in three per turn: 9/2 turns.
    let step = |hits: &u8| {
        Explorer::new().law(|dice| {
            hits + dice.ask(
                Ask::Read {
                    table: [0, 0, 1, 1, 1, 1],
                },
                Side::A,
                WHY,
            ) as u8
        })
    };
    let chain = Chain::new(0_u8, |hits| *hits >= 3, step);
    assert_eq!(chain.mean().map(|m| (*m.numer(), *m.denom())), Some((9, 2)));
    assert_eq!(chain.ended_by(5).to_string(), "64/81");
}

#[test]
fn what_a_stage_loses_is_declared_by_the_whole() {
    let endless = |dice: &mut dyn Dice| loop {
        let face = dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
        if face != 6 {
            return face;
        }
    };
    let law: Law<u16> = Explorer::new().cutting_at(1e-4).law(|dice| {
        let first = dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
        first + dice.stage(Key::of(WHY, &()), &mut |d| endless(d))
    });
    assert!(law.lost().number() > 0.0);
    assert_eq!(law.mass(), Chance::ONE);
}

#[test]
fn a_branch_drawn_for_many_keeps_the_mass_and_about_the_mean() {
    let sum = |dice: &mut dyn Dice| -> u16 {
        let mut die = || dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
        (0..8).map(|_| die()).sum()
    };
    let mut explorer: Explorer<Chance> = Explorer::new().drawing_under(1.0 / 256.0);
    let law = explorer.law(sum);
    assert_eq!(law.mass(), Chance::ONE);
    assert!(explorer.runs() < 600, "{}", explorer.runs());
    assert!((law.mean(|k| f64::from(*k)) - 28.0).abs() < 0.5);
    // Asked again, the answer is the same.
    assert_eq!(explorer.law(sum), law);
    // If no branch is light, nothing is sampled.
    let two = |dice: &mut dyn Dice| {
        let mut die = || dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
        die() + die()
    };
    assert_eq!(explorer.law(two), Explorer::new().law(two));
}
