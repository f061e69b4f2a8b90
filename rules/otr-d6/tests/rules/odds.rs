//! The printed odds (section 20), as exact fractions: explored with the real
//! resolution, and also run over every fall of the dice.

use sandtable_battle::{
    Battle, Cursor, Dice, Event, Feature, Gait, Ground, Group, GroupSpec, Judging, Order, Recorded,
    Rules, Scene, Setting, Side, Switches, Unit, UnitId,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Point, Pose};
use sandtable_odds::{Chance, Explorer, Law, Weight, of_order};
use sandtable_otr_d6::clash::{Clash, Tie, Verdict};
use sandtable_otr_d6::reach::Pace;
use sandtable_otr_d6::volley::{Effect, Volley, groups};
use sandtable_otr_d6::{OtrD6, c, marks, nerve};
use toml::{Table, Value};

fn lines(table: &str) -> Vec<Table> {
    let file: Table = include_str!("../figures/odds.toml")
        .parse()
        .expect("odds.toml");
    file[table]
        .as_array()
        .expect("lines")
        .iter()
        .map(|v| v.as_table().expect("a line").clone())
        .collect()
}

fn whole(line: &Table, key: &str) -> i64 {
    line[key].as_integer().expect("a whole number")
}

fn small<T: TryFrom<i64>>(line: &Table, key: &str) -> T {
    T::try_from(whole(line, key)).ok().expect("a small number")
}

fn fraction(line: &Table, key: &str) -> Chance {
    let pair: Vec<u128> = line[key]
        .as_array()
        .expect("a fraction")
        .iter()
        .map(|v| u128::try_from(v.as_integer().expect("whole")).expect("positive"))
        .collect();
    Chance::of(pair[0], pair[1])
}

fn counted(line: &Table, key: &str) -> Chance {
    Chance::of(small(line, key), small(line, "of"))
}

fn check(line: &Table, key: &str, got: Chance) {
    let want = if line[key].is_array() {
        fraction(line, key)
    } else {
        counted(line, key)
    };
    assert_eq!(got, want, "{}: {key} is {got}, printed {want}", line["id"]);
}

fn rules() -> OtrD6 {
    OtrD6::new(&Switches::default()).expect("the default switches")
}

fn brigade(side: Side, stands: u8, formation: u8, pose: Pose) -> Unit {
    let group = Group(u8::from(side == Side::B));
    let mut unit = Unit {
        side,
        group,
        stands,
        started: stands,
        formation,
        pose,
        ..Unit::default()
    };
    unit.ratings[0] = 1;
    marks::ACTIONS.write(&mut unit, 2);
    unit
}

/// Sets side A's brigade to face north towards side B's, this many inches away.
fn facing_each_other(inches: Length, ours: (u8, u8), theirs: (u8, u8)) -> Battle {
    let mut setting = Setting::bare("otr-d6", 72 * INCH, 48 * INCH);
    for (name, side) in [("A1", Side::A), ("B1", Side::B)] {
        setting.groups.push(GroupSpec {
            name: name.to_owned(),
            side,
        });
    }
    let x = 36 * INCH;
    let us = brigade(
        Side::A,
        ours.0,
        ours.1,
        Pose::new(x, 20 * INCH, Facing::NORTH),
    );
    let foe = brigade(
        Side::B,
        theirs.0,
        theirs.1,
        Pose::new(x, (20 + inches) * INCH, Facing::SOUTH),
    );
    let cursor = Cursor {
        turn: 1,
        phase: 1,
        side: Side::A,
        group: Some(Group(0)),
        ..Cursor::default()
    };
    Battle::new(setting, vec![us, foe], cursor)
}

fn lay(battle: &mut Battle, ground: Ground) {
    let (low, high) = (
        Point::new(28 * INCH, 24 * INCH),
        Point::new(44 * INCH, 25 * INCH),
    );
    let outline = vec![
        low,
        Point::new(high.x, low.y),
        high,
        Point::new(low.x, high.y),
    ];
    let area = Area::new(outline).expect("an area");
    let feature = Feature {
        ground,
        name: String::new(),
        areas: vec![area],
        line: None,
        width: 0,
        level: 0,
    };
    std::sync::Arc::make_mut(&mut battle.setting)
        .terrain
        .push(feature);
}

const US: UnitId = UnitId(0);
const FOE: UnitId = UnitId(1);

fn law_of<K: Ord>(
    rules: &OtrD6,
    battle: &Battle,
    order: &Order,
    look: impl Fn(&Scene) -> K,
) -> Law<K> {
    let legal = rules.judge(battle, order).expect("legal");
    let law = of_order(&mut Explorer::new(), rules, battle, &legal, look);
    assert_eq!(law.mass(), Chance::ONE);
    law
}

/// Runs a body over every fall of this many dice, all equally likely.
fn brute<K: Ord>(count: u32, mut body: impl FnMut(&mut dyn Dice) -> K) -> Law<K> {
    let all = 6_u32.pow(count);
    let mut law = Law::new();
    for fall in 0..all {
        let faces: Vec<u8> = (0..count)
            .map(|i| u8::try_from(fall / 6_u32.pow(i) % 6 + 1).expect("a face"))
            .collect();
        let mut dice = Recorded::new(&faces);
        let result = body(&mut dice);
        assert!(dice.wanted().is_none(), "more than {count} dice");
        law.add(result, Chance::of(1, u128::from(all)));
    }
    law
}

/// Counts how many moves a unit was driven back.
fn driven(scene: &Scene, unit: UnitId) -> i32 {
    let back = |e: &Event| match *e {
        Event::Moved {
            unit: who,
            from,
            to,
            gait: Gait::Driven,
            ..
        } if who == unit => from.point().distance(to.point()),
        _ => 0,
    };
    scene.events().iter().map(back).sum::<Length>() / (2 * INCH)
}

#[test]
fn one_musketry_die() {
    let musketry = rules().numbers().fire[0].clone();
    for line in lines("musketry_die") {
        let modifier = small(&line, "modifier");
        let volley = Volley {
            hit: musketry.hit,
            disrupt: musketry.disrupt,
            modifier,
            full: 1,
            part: None,
            ones_hit: false,
        };
        let law: Law<Effect> = Explorer::new().law(|dice| volley.roll(Side::A, dice));
        assert_eq!(law, brute(1, |dice| volley.roll(Side::A, dice)));
        check(&line, "hit", law.where_(|e| e.hits == 1));
        check(
            &line,
            "disrupt",
            law.where_(|e| e.hits == 0 && e.markers == 1),
        );
        check(&line, "nothing", law.where_(|e| e.markers == 0));
        check(&line, "any_marker", law.where_(|e| e.markers == 1));
    }
}

#[test]
fn one_musketry_volley() {
    let rules = rules();
    for line in lines("volley") {
        let (stands, cover): (u8, i64) = (small(&line, "stands"), whole(&line, "cover"));
        let mut battle = facing_each_other(4, (stands, 0), (12, 0));
        match cover {
            1 => lay(&mut battle, Ground::Woods),
            2 => lay(&mut battle, Ground::Works),
            _ => {}
        }
        let (full, part) = groups(stands, 6, 2, false);
        let dice: Vec<i64> = (0..full).map(|_| 0).chain(part.map(i64::from)).collect();
        let printed: Vec<i64> = line["dice"]
            .as_array()
            .expect("dice")
            .iter()
            .filter_map(Value::as_integer)
            .collect();
        assert_eq!(dice, printed, "{}", line["id"]);
        let look = |scene: &Scene| {
            let foe = scene.unit(FOE);
            (12 - foe.stands, marks::MARKER.of(foe), driven(scene, FOE))
        };
        let order = Order::Shoot {
            unit: US,
            target: FOE,
        };
        let law = law_of(&rules, &battle, &order, look);
        check(
            &line,
            "mean_stands_lost",
            law.exact_mean(|k| u32::from(k.0)),
        );
        check(&line, "nothing", law.where_(|k| !k.1));
        check(&line, "marker_only", law.where_(|k| k.0 == 0 && k.1));
        check(&line, "one_stand_or_more", law.where_(|k| k.0 > 0));
        check(&line, "two_markers_or_more", law.where_(|k| k.2 > 0));
        assert_eq!(law, forced(&rules, &battle, &order, 2, look));
    }
}

/// Returns the law of an order, run over every fall of its dice.
fn forced<K: Ord>(
    rules: &OtrD6,
    battle: &Battle,
    order: &Order,
    count: u32,
    look: impl Fn(&Scene) -> K,
) -> Law<K> {
    let legal = rules.judge(battle, order).expect("legal");
    brute(count, |dice| {
        let mut scene = Scene::new(battle.clone());
        rules.resolve(&legal, &mut scene, dice);
        look(&scene)
    })
}

#[test]
fn melee_by_bases() {
    for line in lines("melee") {
        let fight = |tie| {
            let clash = Clash {
                attacker: small(&line, "attacker"),
                defender: small(&line, "defender"),
                difference: false,
                tie,
            };
            let law: Law<Verdict> = Explorer::new().law(|dice| clash.roll(Side::A, dice));
            assert_eq!(law, brute(2, |dice| clash.roll(Side::A, dice)));
            law
        };
        let (held, lost) = (fight(Tie::Defender), fight(Tie::Attacker));
        for ratio in 2..=4 {
            check(
                &line,
                &format!("attacker_{ratio}"),
                held.chance(&Verdict::of(true, ratio)),
            );
            check(
                &line,
                &format!("defender_{ratio}"),
                held.chance(&Verdict::of(false, ratio)),
            );
        }
        check(&line, "attacker_1", held.chance(&Verdict::of(true, 1)));
        check(&line, "defender_1", lost.chance(&Verdict::of(false, 1)));
        let tie = lost
            .chance(&Verdict::of(false, 1))
            .plus(counted(&line, "tie"));
        assert_eq!(
            held.chance(&Verdict::of(false, 1)),
            tie,
            "{}: tie",
            line["id"]
        );
        check(&line, "attacker_wins", held.where_(|v| v.attacker_wins()));
    }
}

/// The lines of the morale table under the names that the printed odds use.
const TEMPERS: [&str; 8] = [
    "rout",
    "retreat_two",
    "retreat_one",
    "stand",
    "redeploy",
    "one_action",
    "two_actions",
    "elated",
];

#[test]
fn morale_by_grade_and_losses() {
    let rules = rules();
    for line in lines("morale") {
        let grades = ["green", "seasoned", "veteran", "crack"];
        let grade = grades
            .iter()
            .position(|g| Some(*g) == line["grade"].as_str())
            .expect("a grade");
        let lost: u8 = small(&line, "lost");
        let mut battle = facing_each_other(24, (8 - lost, 0), (6, 0));
        battle.units[0].started = 8;
        battle.units[0].ratings[0] = u8::try_from(grade).expect("a grade");
        marks::MARKER.write(&mut battle.units[0], true);
        let look = |scene: &Scene| {
            let told = |e: &Event| match *e {
                Event::Told {
                    why: c::MOR_04,
                    outcome,
                    ..
                } => Some(outcome),
                _ => None,
            };
            scene.events().iter().find_map(told).expect("a test")
        };
        let law = law_of(&rules, &battle, &Order::Test { unit: US }, look);
        for (place, name) in (0..).zip(TEMPERS) {
            check(&line, name, law.chance(&place));
        }
        let modifier = rules.numbers().grade[grade].morale - i16::from(lost);
        assert_eq!(
            law,
            brute(1, |dice| nerve::roll(modifier, Side::A, dice) as u16)
        );
    }
}

/// Returns what happens to a general whose unit certainly loses a stand: none if unharmed,
/// or the line of the table of hits.
fn one_risk() -> Law<Option<u16>> {
    let rules = rules();
    // A marked column of cavalry, shot at from its flank: every face hits.
    let mut battle = facing_each_other(4, (6, 0), (6, 1));
    battle.units[1].kind = 1;
    battle.units[1].pose = Pose::new(38 * INCH, 22 * INCH, Facing::EAST);
    let general = Unit {
        side: Side::B,
        group: Group(1),
        kind: 3,
        with: Some(FOE),
        ..battle.units[1]
    };
    battle.units.push(Unit {
        ratings: [0, 0, 2, 0],
        marks: sandtable_battle::Marks::default(),
        ..general
    });
    let look = |scene: &Scene| {
        assert_eq!(scene.unit(FOE).stands, 5);
        let told = |e: &Event| match *e {
            Event::Told {
                why: c::CMD_08,
                outcome,
                ..
            } => Some(outcome),
            _ => None,
        };
        scene.events().iter().find_map(told)
    };
    law_of(
        &rules,
        &battle,
        &Order::Shoot {
            unit: US,
            target: FOE,
        },
        look,
    )
}

#[test]
fn a_generals_risk() {
    let law = one_risk();
    let (safe, hit) = (law.chance(&None), law.where_(|k| k.is_some()));
    for line in lines("general_risk") {
        let (mut never, mut once) = (Chance::ONE, Chance::NONE);
        for _ in 0..whole(&line, "events") {
            once = once.plus(never.times(hit));
            never = never.times(safe);
        }
        check(&line, "never_hit", never);
        check(&line, "hit", once);
        // Whichever event hits the general first, the second die decides.
        let share = |place: u16| once.times(law.chance(&Some(place))).times(Chance::of(6, 1));
        check(&line, "first_hit_horse", share(0));
        check(&line, "first_hit_wounds", share(1));
        check(&line, "first_hit_kills", share(2));
    }
    for line in lines("absence") {
        check(&line, "killed_per_event", law.chance(&Some(2)));
        check(&line, "wounded_per_event", law.chance(&Some(1)));
        check(&line, "horse_per_event", law.chance(&Some(0)));
    }
}

/// What matters after a charge: whether the test was passed, who won each
/// melee, whether fire drove the charger back, stands lost by both.
type Charge = (bool, Vec<bool>, bool, u8, u8);

fn charged(scene: &Scene) -> Charge {
    let told = |clause| {
        scene.events().iter().filter_map(move |e| match *e {
            Event::Told { why, outcome, .. } if why == clause => Some(outcome),
            _ => None,
        })
    };
    let passed = told(c::CHG_03).next() == Some(1);
    let won = told(c::MEL_12).map(|outcome| outcome < 4).collect();
    let lost = |unit| scene.unit(unit).started - scene.unit(unit).stands;
    (passed, won, driven(scene, US) > 0, lost(US), lost(FOE))
}

#[test]
fn attack_on_a_reinforced_line_and_on_a_plain_one() {
    let rules = rules();
    // Seasoned infantry passes its charge test on 1 or 2.
    let given_passed = |chance: Chance| chance.times(Chance::of(3, 1));
    let order = Order::Charge {
        unit: US,
        target: FOE,
        reach: true,
        heading: None,
    };
    for line in lines("attack") {
        let reinforced = line["target"].as_str() == Some("reinforced");
        let battle = facing_each_other(4, (8, 0), (8, if reinforced { 2 } else { 0 }));
        let law = law_of(&rules, &battle, &order, charged);
        assert_eq!(
            law,
            forced(
                &rules,
                &battle,
                &order,
                if reinforced { 6 } else { 5 },
                charged
            ),
            "{}",
            line["id"]
        );
        let part = |holds: &dyn Fn(&Charge) -> bool| given_passed(law.where_(|k| k.0 && holds(k)));
        if reinforced {
            check(&line, "stopped_at_first_rank", part(&|k| k.1 == [false]));
            check(&line, "breaks_both_ranks", part(&|k| k.1 == [true, true]));
            check(
                &line,
                "stopped_at_second_rank",
                part(&|k| k.1 == [true, false]),
            );
        } else {
            check(&line, "attacker_wins", part(&|k| k.1 == [true]));
            check(&line, "driven_back_by_fire", part(&|k| k.2));
        }
        check(
            &line,
            "mean_attacker_lost",
            given_passed(law.exact_mean(|k| u32::from(k.3))),
        );
        check(
            &line,
            "mean_defender_lost",
            given_passed(law.exact_mean(|k| u32::from(k.4))),
        );
    }
}

#[test]
fn repeated_volleys() {
    let rules = rules();
    for line in lines("repeated_volleys") {
        // Near enough that it stays in range after it is driven back.
        let mut battle = facing_each_other(1, (6, 0), (6, 0));
        battle.units[0].ratings[1] = 2;
        let volleys = whole(&line, "volleys");
        let mut body = |dice: &mut dyn Dice| {
            let (mut now, mut moves) = (battle.clone(), 0);
            for _ in 0..volleys {
                let legal = rules
                    .judge(
                        &now,
                        &Order::Shoot {
                            unit: US,
                            target: FOE,
                        },
                    )
                    .expect("legal");
                let mut scene = Scene::new(now.clone());
                rules.resolve(&legal, &mut scene, dice);
                moves += driven(&scene, FOE);
                now = scene.finish().0;
            }
            (
                6 - now.unit(FOE).stands,
                marks::MARKER.of(now.unit(FOE)),
                moves,
            )
        };
        let law: Law<(u8, bool, i32)> = Explorer::new().law(&mut body);
        assert_eq!(law, brute(u32::try_from(volleys).expect("few"), &mut body));
        check(
            &line,
            "mean_stands_lost",
            law.exact_mean(|k| u32::from(k.0)),
        );
        check(&line, "no_marker", law.where_(|k| !k.1));
        check(&line, "one_marker", law.where_(|k| k.1 && k.2 == 0));
        check(&line, "back_one_move", law.where_(|k| k.2 == 1));
        check(&line, "back_two_moves", law.where_(|k| k.2 == 2));
    }
}

#[test]
fn reach_of_cavalry() {
    let horse = Pace {
        free: 6 * INCH,
        dice: 2,
    };
    for (needed, ways) in [(6, 36), (13, 21), (18, 1)] {
        let reach = |dice: &mut dyn Dice| horse.roll(needed * INCH, Side::A, dice) >= needed * INCH;
        let law: Law<bool> = Explorer::new().law(reach);
        assert_eq!(law.chance(&true), Chance::of(ways, 36));
        assert_eq!(law, brute(2, reach));
    }
}

/// Checks that exploring a whole charge, with everything in it, stays small: a stage is one die.
#[test]
fn a_whole_charge_takes_few_paths() {
    let rules = rules();
    let mut battle = facing_each_other(9, (12, 0), (12, 2));
    let general = Unit {
        kind: 3,
        with: Some(US),
        ratings: [0, 0, 0, 0],
        marks: sandtable_battle::Marks::default(),
        ..battle.units[0]
    };
    battle.units.push(general);
    let foe = Unit {
        side: Side::B,
        group: Group(1),
        with: Some(FOE),
        ..general
    };
    let pose = battle.units[1].pose;
    battle.units.push(Unit { pose, ..foe });
    let legal = rules
        .judge(
            &battle,
            &Order::Charge {
                unit: US,
                target: FOE,
                reach: true,
                heading: None,
            },
        )
        .expect("legal");
    let mut explorer: Explorer<Chance> = Explorer::new();
    let start = std::time::Instant::now();
    let law = of_order(&mut explorer, &rules, &battle, &legal, charged);
    assert_eq!(law.mass(), Chance::ONE);
    println!("{} runs in {:?}", explorer.runs(), start.elapsed());
    assert!(explorer.runs() < 10_000, "{} runs", explorer.runs());
}
