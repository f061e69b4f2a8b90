//! The printed odds, as equal fractions from the functions that play.

use sandtable_battle::{Side, Switches, c as table};
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_throw_me_a_6::dice::{ALL_AT_ONCE, Attack};
use sandtable_throw_me_a_6::{ThrowMeA6, c};

fn rules() -> ThrowMeA6 {
    ThrowMeA6::new(&Switches::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn volley(rules: &ThrowMeA6, dice: i8) -> Law<u8> {
    Explorer::new().law(|source| rules.volley(dice, Side::A, c::SHOOT_04, source))
}

fn text(chance: Chance) -> String {
    chance.to_string()
}

/// O1: sixes on n dice.
#[test]
fn sixes_fall_as_often_as_printed() {
    let rules = rules();
    let printed = [
        (1, ["5/6", "1/6", "0", "0"]),
        (2, ["25/36", "5/18", "1/36", "0"]),
        (3, ["125/216", "25/72", "5/72", "1/216"]),
        (4, ["625/1296", "125/324", "25/216", "7/432"]),
        (5, ["3125/7776", "3125/7776", "625/3888", "23/648"]),
        (6, ["15625/46656", "3125/7776", "3125/15552", "1453/23328"]),
        (
            7,
            ["78125/279936", "109375/279936", "21875/93312", "331/3456"],
        ),
    ];
    for (dice, row) in printed {
        let law = volley(&rules, dice);
        assert_eq!(law.mass(), Chance::ONE);
        for hits in 0..3_u8 {
            assert_eq!(
                text(law.chance(&hits)),
                row[usize::from(hits)],
                "{dice} dice"
            );
        }
        assert_eq!(
            text(law.where_(|&h| h >= 3)),
            row[3],
            "{dice} dice, three or more"
        );
    }
    assert_eq!(text(volley(&rules, 0).chance(&0)), "1");
    let _ = table::MEASURE;
}

/// One round between two units: who lost more.
fn round(a: i8, b: i8) -> [String; 3] {
    let rules = rules();
    let attack = |by, target, dice, side| Attack {
        by,
        target,
        dice,
        rank: ALL_AT_ONCE,
        side,
    };
    let attacks = [attack(0, 1, a, Side::A), attack(1, 0, b, Side::B)];
    let law: Law<i8> = Explorer::new().law(|dice| {
        let struck = rules.strike(&attacks, &[9, 9], dice);
        struck[0].1.cmp(&struck[1].1) as i8
    });
    [1, 0, -1].map(|who| text(law.chance(&who)))
}

/// O3: a simultaneous round.
#[test]
fn rounds_are_won_as_often_as_printed() {
    let printed = [
        ((1, 1), ["5/36", "13/18", "5/36"]),
        ((2, 1), ["7/27", "5/8", "25/216"]),
        ((2, 2), ["95/432", "121/216", "95/432"]),
        ((3, 1), ["157/432", "175/324", "125/1296"]),
        ((3, 2), ["203/648", "1945/3888", "725/3888"]),
        ((4, 1), ["1763/3888", "3625/7776", "625/7776"]),
        ((4, 2), ["9253/23328", "6925/15552", "7375/46656"]),
        ((4, 3), ["12127/34992", "117895/279936", "7225/31104"]),
        ((3, 3), ["6295/23328", "5369/11664", "6295/23328"]),
        ((5, 2), ["43937/93312", "36875/93312", "3125/23328"]),
        (
            (4, 4),
            ["508045/1679616", "331763/839808", "508045/1679616"],
        ),
    ];
    for ((a, b), row) in printed {
        assert_eq!(round(a, b), row, "{a} dice against {b}");
    }
}

/// O7: what one volley of pila does, and a warband's charge with and without.
#[test]
fn pila_do_as_much_as_printed() {
    let rules = rules();
    let law = Explorer::new().law(|dice| rules.volley(2, Side::B, c::PIL_02, dice));
    let law: &Law<u8> = &law;
    assert_eq!(text(law.chance(&0)), "25/36");
    assert_eq!(text(law.chance(&1)), "5/18");
    assert_eq!(text(law.where_(|&n| n >= 2)), "1/36");
    let both: Law<i8> = Explorer::new().law(|dice| {
        let pila = rules.volley(2, Side::B, c::PIL_02, dice);
        let warband = match pila {
            0 => 4,
            1 => 3,
            _ => 0,
        };
        let attack = |by, target, dice, side| Attack {
            by,
            target,
            dice,
            rank: ALL_AT_ONCE,
            side,
        };
        let attacks = [attack(0, 1, warband, Side::A), attack(1, 0, 2, Side::B)];
        let struck = rules.strike(&attacks, &[9, 9], dice);
        struck[0].1.cmp(&struck[1].1) as i8
    });
    assert_eq!(text(both.chance(&1)), "304405/839808");
    assert_eq!(text(both.chance(&0)), "261725/559872");
    assert_eq!(text(both.chance(&-1)), "285631/1679616");
}

/// O11: army break points.
#[test]
fn armies_break_at_the_printed_losses() {
    let rules = rules();
    let printed = [3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12];
    for (units, lost) in (4..=16).zip(printed) {
        assert_eq!(rules.break_point(units), lost, "{units} units");
    }
}
