//! The printed odds, as exact fractions from the functions that play.

use sandtable_battle::{Await, Battle, Judging, Scene, Side, Switches, c as table};
use sandtable_odds::{Chance, Explorer, Law, Others, Weight, follow_through};
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

/// Returns the law of one round between two units: which of them lost more.
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

/// O7: the effect of one volley of pila, and a warband's charge with and without it.
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

/// O5: returns the law of one retreat of a beaten unit, through the orders that play it: its
/// result (0 holds, 1 faces the enemy, 2 faces away, 3 routs) and how far it went,
/// in inches. A veteran uses its experience if `minus`.
fn retreat(kind: &str, word: &str, switch: (&str, &str), minus: bool) -> Law<(u8, u32)> {
    let mut t = crate::common::plan()
        .switch(switch.0, switch.1)
        .phase("melee")
        .units(&[
            "Blue heavy_infantry B 24 16.5 0",
            &format!("Red {kind} R 24 18 180{word}"),
            "Red pikes P 4 33 180",
        ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    let (id, test) = (t.id("R"), t.read("test R"));
    let decide = sandtable_battle::Order::Decide {
        choice: u8::from(minus),
    };
    Explorer::new().law(|dice| {
        let (mut after, _) = t.rules.play(&t.battle, &test, dice).expect("legal");
        let waits =
            |b: &sandtable_battle::Battle| b.cursor.waits.is_some_and(|w| w.why == c::RES_03);
        if waits(&after) {
            after = t.rules.play(&after, &decide, dice).expect("legal").0;
        }
        let unit = after.unit(id);
        let gone = sandtable_geometry::to_inches(unit.pose.y) - 18.0;
        let how = match unit.status {
            sandtable_battle::Status::Fled => 3,
            _ if gone < 0.01 => 0,
            _ if unit.pose.facing.degrees() < 1.0 => 2,
            _ => 1,
        };
        (how, gone.round() as u32)
    })
}

#[test]
fn retreats_end_as_often_as_printed() {
    let plain = ("general", "off");
    let rows = [
        (" raw", false, ["0", "1/3", "1/2", "1/6"], 4.0),
        ("", false, ["0", "1/2", "1/2", "0"], 3.5),
        (" veteran", true, ["1/6", "1/2", "1/3", "0"], 2.5),
        (" veteran", false, ["0", "1/2", "1/2", "0"], 3.5),
    ];
    for (word, minus, printed, mean) in rows {
        let law = retreat("heavy_infantry", word, plain, minus);
        let chance = |how: u8| text(law.where_(|&(h, _)| h == how));
        assert_eq!([0, 1, 2, 3].map(chance), printed, "{word}");
        // Means of the units that stay; cavalry goes two inches more.
        for (kind, more) in [("heavy_infantry", 0.0), ("heavy_cavalry", 2.0)] {
            let law = retreat(kind, word, plain, minus);
            let stays = law.where_(|&(h, _)| h != 3).percent() / 100.0;
            let sum = law.mean(|&(h, by)| if h == 3 { 0.0 } else { f64::from(by) });
            assert!((sum / stays - mean - more).abs() < 1e-9, "{kind}{word}");
        }
    }
    // By switch, the recoil of cavalry counts for its rout.
    let counts = ("cavalry_recoil_counts", "yes");
    for (word, minus, routs) in [
        (" raw", false, "1/2"),
        ("", false, "1/3"),
        (" veteran", true, "1/6"),
    ] {
        let law = retreat("heavy_cavalry", word, counts, minus);
        assert_eq!(text(law.where_(|&(h, _)| h == 3)), routs, "{word}");
    }
}

/// O9: volleys or rounds until a unit is gone, and until a melee is decided.
#[test]
fn units_last_as_long_as_printed() {
    let rules = rules();
    let lasts = |dice: i8, losses: u8| {
        let step = |&left: &u8| volley(&rules, dice).map(|&hits| left.saturating_sub(hits));
        let chain = sandtable_odds::Chain::new(losses, |&left| left == 0, step);
        chain.mean().expect("it ends").to_string()
    };
    for (dice, printed) in [
        (1, ["18", "12", "6"]),
        (2, ["12312/1331", "756/121", "36/11"]),
        (3, ["4772736/753571", "35856/8281", "216/91"]),
    ] {
        assert_eq!(
            [3, 2, 1].map(|losses| lasts(dice, losses)),
            printed,
            "{dice} dice"
        );
    }
    assert_eq!(lasts(4, 2), "1517616/450241");
    assert_eq!([lasts(4, 1), lasts(5, 1)], ["1296/671", "7776/4651"]);
    for ((a, b), printed) in [
        ((1, 1), "18/5"),
        ((2, 1), "8/3"),
        ((2, 2), "216/95"),
        ((3, 2), "3888/1943"),
        ((4, 2), "15552/8627"),
        ((3, 3), "11664/6295"),
        ((4, 4), "839808/508045"),
    ] {
        let attack = |by, target, dice, side| Attack {
            by,
            target,
            dice,
            rank: ALL_AT_ONCE,
            side,
        };
        let attacks = [attack(0, 1, a, Side::A), attack(1, 0, b, Side::B)];
        let step = |_: &bool| {
            Explorer::new().law(|dice| {
                let struck = rules.strike(&attacks, &[9, 9], dice);
                struck[0].1 != struck[1].1
            })
        };
        let chain = sandtable_odds::Chain::new(false, |&over| over, step);
        assert_eq!(
            chain.mean().expect("it ends").to_string(),
            printed,
            "{a} : {b}"
        );
    }
}

/// Returns how often something is true of the battles that an order leads to, if a policy
/// makes the choices.
fn chance_of(
    t: &crate::common::Table,
    line: &str,
    others: Others,
    look: impl Fn(&Battle) -> bool,
) -> Chance {
    let legal = t.allow(line);
    let mut explorer = Explorer::<Chance>::new();
    let (mut sum, mut all) = (Chance::NONE, Chance::NONE);
    let lost = follow_through(
        &mut explorer,
        &*t.rules,
        &t.battle,
        &legal,
        others,
        (),
        |(): &mut (), _: &Scene| (),
        |(): &mut (), _: &Await, _: u8| (),
        |after, (), weight| {
            all = all.plus(weight);
            if look(after) {
                sum = sum.plus(weight);
            }
        },
    );
    assert_eq!((all, lost), (Chance::ONE, Chance::NONE), "{line}");
    sum
}

/// Archers shoot at a charger if all players do what they may, and only then.
#[test]
fn archers_shoot_at_a_charger_by_policy() {
    let t = crate::common::units(&["Blue warband B 24 12 0", "Red archers R 24 17 180"]);
    let shot = |others| chance_of(&t, "charge B R", others, |b| b.units[1].marks[1] == 1);
    assert_eq!(shot(Others::Always), Chance::ONE);
    assert_eq!(shot(Others::Never), Chance::NONE);
    assert_eq!(shot(Others::Stop), Chance::NONE);
    assert_eq!(shot(Others::Best), Chance::ONE);
    // The melee follows either way: no shot of two dice destroys a warband.
    let fights = |others| {
        chance_of(&t, "charge B R", others, |b| {
            b.units.iter().all(|u| u.marks[8] == 1)
        })
    };
    assert_eq!(fights(Others::Always), Chance::ONE);
    assert_eq!(fights(Others::Never), Chance::ONE);
}

/// Pila fly before a foreseen melee as its policy says, and the retreat follows.
#[test]
fn pila_fly_by_policy_and_the_beaten_go_back() {
    let t = crate::common::units(&["Blue warband B 24 12 0", "Red legion R 24 17 180"]);
    let thrown = |others| chance_of(&t, "charge B R", others, |b| b.units[1].marks[5] == 1);
    assert_eq!(thrown(Others::Always), Chance::ONE);
    assert_eq!(thrown(Others::Never), Chance::NONE);
    // O7: the warband wins 9253/23328 without pila, 304405/839808 with them; the units
    // it does not destroy go back.
    let beaten = |others| {
        chance_of(&t, "charge B R", others, |b| {
            let legion = &b.units[1];
            !legion.on_table() || legion.pose.y > t.battle.units[1].pose.y
        })
    };
    let won = |wins: u64, of: u64| Chance::part(wins, of);
    assert_eq!(beaten(Others::Never), won(9253, 23328));
    assert_eq!(beaten(Others::Always), won(304_405, 839_808));
}

/// The odds of a fight end with the fight, and those of a retreat with the retreat.
#[test]
fn odds_of_a_fight_throw_no_dice_for_the_next_turn() {
    let t = crate::common::melee(&["Blue warband B 24 15.5 0", "Red warband R 24 17 180"]);
    for others in Others::ALL {
        let same_turn = chance_of(&t, "fight B R", others, |b| b.cursor.turn == 2);
        assert_eq!(same_turn, Chance::ONE);
    }
}
