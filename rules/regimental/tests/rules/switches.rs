//! Every house-rule switch: it is read, and it changes what it says.

use crate::support::{field, id, legal, mark, play, refused, rules, unit};
use sandtable_battle::{Judging, Rules, Side, Switches};
use sandtable_odds::{Explorer, Law};
use sandtable_regimental::{Regimental, c};

#[test]
fn every_value_of_every_switch_is_read_and_others_are_not() {
    let card = rules(&[]).card().clone();
    for switch in &card.switches {
        for value in &switch.values {
            let chosen = Switches::default().with(&switch.name, value);
            assert!(
                Regimental::new(&chosen).is_ok(),
                "{} = {value}",
                switch.name
            );
        }
        let wrong = Switches::default().with(&switch.name, "nonsense");
        assert!(Regimental::new(&wrong).is_err(), "{}", switch.name);
    }
    assert!(Regimental::new(&Switches::default().with("no_such", "yes")).is_err());
}

/// CONV-04.
#[test]
fn half_round_conv_04() {
    let law = |value: &str| -> Vec<(i16, String)> {
        let rules = rules(&[("half_round", value)]);
        let law: Law<i16> = Explorer::new().law(|d| rules.half(d, Side::A, c::CONV_04));
        law.iter().map(|(v, p)| (*v, p.to_string())).collect()
    };
    let third = |v: i16| (v, "1/3".to_owned());
    assert_eq!(law("up"), [third(1), third(2), third(3)]);
    assert_eq!(law("down").first(), Some(&(0, "1/6".to_owned())));
    assert_eq!(law("nearest_even")[2], (2, "1/2".to_owned()));
}

/// OFF-03.
#[test]
fn command_roll_off_03() {
    let even: Law<bool> = Explorer::new().law(|d| rules(&[]).command(d, Side::A, c::OFF_03));
    assert_eq!(even.where_(|s| *s).to_string(), "1/2");
    let opposed = rules(&[("command_roll", "opposed")]);
    let law: Law<bool> = Explorer::new().law(|d| opposed.command(d, Side::A, c::OFF_03));
    assert_eq!(law.where_(|s| *s).to_string(), "11/20");
}

/// CHARGE-10.
#[test]
fn dismounted_may_charge_charge_10() {
    let body = unit("A", "Blue", "dismounted", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 18.0), 180.0, "");
    for (value, may) in [("no", false), ("yes", true)] {
        let rules = rules(&[("dismounted_may_charge", value)]);
        let battle = field(&rules, "charge", "Blue", &body);
        if may {
            assert!(legal(&rules, &battle, "charge A D"));
        } else {
            assert!(refused(&rules, &battle, "charge A D").cite(c::CHARGE_10));
        }
    }
}

/// Plays a charge over a gap of 6 at a defender that has reacted, with the dice of the round.
fn clash(switches: &[(&str, &str)], round: &[u8]) -> (Regimental, sandtable_battle::Battle) {
    let rules = rules(switches);
    let body = unit("A", "Blue", "infantry", (36.0, 20.0), 0.0, "")
        + &unit("D", "Red", "infantry", (38.0, 27.0), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "face A 0", &[]).0;
    let now = play(&rules, &now, "charge A D", &[]).0;
    let dice = [&[1; 8][..], &[7], round].concat();
    let after = play(&rules, &now, "fight A D", &dice).0;
    (rules, after)
}

/// H2HL-01, H2HL-02.
#[test]
fn who_throws_dice_h2hl_01_h2hl_02() {
    // RE27: six strikers against six opposed stands and one beyond the eastern end.
    let (rules, after) = clash(&[], &[6; 13]);
    assert_eq!(mark(&after, &rules, "A", "red"), 1);
    clash(&[("attacker_dice", "all")], &[6; 15]);
    clash(&[("defender_dice", "opposed")], &[6; 12]);
    clash(&[("defender_dice", "all")], &[6; 14]);
}

/// H2HL-05.
#[test]
fn surplus_dice_h2hl_05() {
    let round = [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5];
    let hits = |value: &str, more: &[u8]| {
        let dice = [&round[..], more].concat();
        let (rules, after) = clash(&[("surplus_dice", value)], &dice);
        mark(&after, &rules, "A", "hits")
    };
    assert_eq!(hits("beat_lowest", &[]), 0);
    assert_eq!(hits("always_hit", &[]), 1);
    assert_eq!(hits("never_hit", &[]), 0);
}

/// H2HL-13.
#[test]
fn draws_h2hl_13() {
    let (rules, after) = clash(&[("h2h_draw", "both_stand")], &[5; 13]);
    assert_eq!(mark(&after, &rules, "A", "red"), 0);
    let again = [&[5; 13][..], &[1; 6], &[6, 1, 1, 1, 1, 1, 1]].concat();
    let (rules, after) = clash(&[("h2h_draw", "fight_again")], &again);
    assert_eq!(mark(&after, &rules, "A", "hits"), 1);
}

/// LOSS-03.
#[test]
fn column_double_loss_03() {
    for (value, wanted) in [("all", 2), ("fire_only", 1)] {
        let rules = rules(&[("column_double", value)]);
        let body = unit(
            "A",
            "Blue",
            "infantry",
            (36.0, 10.0),
            0.0,
            "formation = \"column\"",
        ) + &unit("D", "Red", "infantry", (36.5, 24.5), 180.0, "reacted = 1");
        let battle = field(&rules, "charge", "Blue", &body);
        let now = play(&rules, &battle, "charge A D", &[]).0;
        let (after, _) = play(&rules, &now, "fight A D", &[8, 7, 5, 5, 5, 5, 6, 5, 5]);
        assert_eq!(mark(&after, &rules, "A", "hits"), wanted, "{value}");
    }
}

/// H2HC-10.
#[test]
fn hole_pass_through_h2hc_10() {
    let rules = rules(&[("hole", "pass_through")]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (36.0, 10.0),
        0.0,
        "formation = \"column\"",
    ) + &unit("D", "Red", "infantry", (36.5, 24.5), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let (after, _) = play(&rules, &now, "fight A D", &[8, 7, 6, 4, 3, 1, 5, 5, 2]);
    assert_eq!(
        after.unit(id(&after, "D")).pose,
        battle.unit(id(&battle, "D")).pose
    );
    assert!(rules.may_overlap(&after, id(&after, "A"), id(&after, "D")));
}

/// TERR-12.
#[test]
fn worm_fence_finishes_next_turn_terr_12() {
    let body = "[[terrain]]\nground = \"worm\"\nline = [[20, 12.5], [60, 12.5]]\n".to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 44.0), 180.0, "");
    for (value, gaps) in [("no", 0), ("yes", 1)] {
        let rules = rules(&[("worm_fence_finishes_next_turn", value)]);
        let battle = field(&rules, "movement", "Blue", &body);
        let (after, _) = play(&rules, &battle, "move A advance 6", &[6]);
        assert_eq!(after.gaps.len(), gaps, "{value}");
    }
}

/// FIRE-07, FIRE-09, LOSS-01.
#[test]
fn smoke_hits_and_canister_fire_07_fire_09_loss_01() {
    let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 19.0), 180.0, "");
    let off = rules(&[
        ("smoke", "off"),
        ("canister_dice", "1"),
        ("hits_per_stand", "2"),
    ]);
    let battle = field(&off, "firing", "Blue", &body);
    let (after, _) = play(&off, &battle, "shoot G D", &[1, 1, 9, 1, 1, 1, 6, 6]);
    assert_eq!(mark(&after, &off, "G", "smoke"), 0);
    assert_eq!(after.unit(id(&after, "D")).stands, 7);
}

/// ORD-10.
#[test]
fn react_without_hits_ord_10() {
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 19.0), 180.0, "");
    let rules = rules(&[("react_without_hits", "no")]);
    let battle = field(&rules, "firing", "Blue", &body);
    let (after, _) = play(&rules, &battle, "shoot A D", &[10; 8]);
    assert_eq!(mark(&after, &rules, "D", "reacted"), 0);
}

/// REACT-11.
#[test]
fn counter_gives_choice_react_11() {
    let rules = rules(&[("counter_gives_choice", "yes")]);
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 40.0), 180.0, "");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let now = play(&rules, &now, "fight A D", &[1, 1, 1, 1, 1, 1, 1, 1, 7, 1]).0;
    let now = play(&rules, &now, "decide 1", &[2]).0;
    assert_eq!(
        now.cursor.waits.map(|w| (w.why, w.choices)),
        Some((c::REACT_05, 4))
    );
    let after = play(&rules, &now, "decide 2", &[]).0;
    assert_eq!(after.unit(id(&after, "D")).pose.y, 43 * 2540);
}

/// REACT-12: where reaction fire hits a charge: at its start, half-way, or at contact.
#[test]
fn reaction_fire_at_react_12() {
    // The scores, less a die of 2, halved to 1: 7 at 9 inches, 8 at 4.5 inches, 9 at contact.
    for (at, hits) in [("start", 6), ("halfway", 7), ("contact", 8)] {
        let rules = rules(&[("reaction_fire_at", at)]);
        let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
            + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "");
        let battle = field(&rules, "charge", "Blue", &body);
        let now = play(&rules, &battle, "charge A D", &[]).0;
        let now = play(&rules, &now, "fight A D", &[6, 6, 6, 6, 6, 6, 6, 6, 7, 2]).0;
        // With eight dice from 2 to 9, the hits are one fewer than the score.
        let order = crate::support::parse(&rules, &now, "decide 0");
        let mut dice = sandtable_battle::Rolled::new(1, 1);
        let (_, _) = rules.play(&now, &order, &mut dice).expect("legal");
        let fire = dice.rolls().iter().find(|roll| roll.why == c::FIRE_05);
        let score = match fire.map(|roll| roll.ask) {
            Some(sandtable_battle::Ask::Low { most, .. }) => most,
            other => panic!("{other:?}"),
        };
        let hasty = dice.rolls().iter().find(|roll| roll.why == c::REACT_10);
        let half = hasty.map_or(0, |roll| roll.faces[0].div_ceil(2));
        assert_eq!(score + half, hits + 1, "{at}");
    }
}

/// ROUT-08, COLL-03: forced moves may pay for ground.
#[test]
fn forced_move_deductions_rout_08() {
    for (pays, wanted) in [("no", 23.0), ("yes", 22.0)] {
        let rules = rules(&[("forced_move_deductions", pays)]);
        let body = "[[terrain]]\nground = \"woods\"\nat = [36, 24]\nsize = [20, 4]\n".to_owned()
            + &unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
            + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "");
        let battle = field(&rules, "firing", "Blue", &body);
        let dice = [&[10; 12][..], &[1]].concat();
        let after = play(&rules, &battle, "shoot G D", &dice).0;
        let y = f64::from(after.unit(id(&after, "D")).pose.y) / 2540.0;
        assert!((y - wanted).abs() < 0.01, "{pays}: {y}");
    }
}

/// ORD-03: how far units react to skirmish fire.
#[test]
fn skirmish_reaction_radius_ord_03() {
    for (radius, turns) in [("12", true), ("3", false)] {
        let rules = rules(&[("skirmish_reaction_radius", radius)]);
        let body = unit("S", "Blue", "skirmishers", (30.0, 20.0), 0.0, "")
            + &unit("D", "Red", "infantry", (20.0, 30.0), 180.0, "")
            + &unit("E", "Red", "infantry", (42.0, 26.0), 180.0, "");
        let battle = field(&rules, "firing", "Blue", &body);
        let after = play(&rules, &battle, "shoot S D", &[10; 3]).0;
        let asked = after.cursor.waits.is_some_and(|w| w.why == c::ORD_04);
        assert!(asked, "the target itself is always near: {radius}");
        let next = play(&rules, &after, "decide 0", &[]).0;
        assert_eq!(next.cursor.waits.is_some(), turns, "E, within {radius}");
    }
}

/// COLL-05: who rolls when a unit is run into.
#[test]
fn collision_roller_coll_05() {
    // D withdraws into E.
    let run = |roller: &str, dice: &[u8]| {
        let rules = rules(&[("collision_roller", roller)]);
        let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
            + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "")
            + &unit("E", "Red", "infantry", (36.0, 22.0), 180.0, "");
        let battle = field(&rules, "firing", "Blue", &body);
        let dice = [&[10; 12][..], &[1], dice].concat();
        play(&rules, &battle, "shoot G D", &dice).0
    };
    let y = |battle: &sandtable_battle::Battle, name: &str| {
        f64::from(battle.unit(id(battle, name)).pose.y) / 2540.0
    };
    let struck = run("struck", &[10]);
    assert_eq!((y(&struck, "D"), y(&struck, "E")), (21.0, 22.0));
    // The mover's own three sends it back the way it came.
    let mover = run("mover", &[3]);
    assert_eq!((y(&mover, "D"), y(&mover, "E")), (18.0, 22.0));
    let both = run("both", &[10, 10]);
    assert_eq!((y(&both, "D"), y(&both, "E")), (21.0, 22.0));
}

/// SETUP-06, FIRE-11, REACT-03: in fog the score of fire is one lower, and no charge is seen.
#[test]
fn weather_setup_06_fire_11() {
    for (weather, seen, score) in [("clear", true, 7), ("fog", false, 6)] {
        let rules = rules(&[("weather", weather)]);
        let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
            + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "");
        let battle = field(&rules, "firing", "Blue", &body);
        let order = crate::support::parse(&rules, &battle, "shoot A D");
        let legal = rules.judge(&battle, &order).expect("legal");
        assert_eq!(legal.factors().iter().map(|f| f.value).sum::<i16>(), score);
        let battle = field(&rules, "charge", "Blue", &body);
        let now = play(&rules, &battle, "charge A D", &[]).0;
        let order = crate::support::parse(&rules, &now, "fight A D");
        let mut dice = sandtable_battle::Recorded::new(&[1, 1, 1, 1, 1, 1, 1, 1, 7, 10, 1]);
        rules.play(&now, &order, &mut dice).expect("legal");
        let reacts = dice.rolls().iter().any(|roll| roll.why == c::REACT_05);
        assert_eq!(reacts, seen, "{weather}");
    }
}

/// CONV-04: halves rounded to the nearest even number: a one counts zero, a three counts two.
#[test]
fn halves_to_the_nearest_even_conv_04() {
    let rules = rules(&[("half_round", "nearest_even")]);
    let body = "[[terrain]]\nground = \"hill\"\nat = [36, 22]\nsize = [20, 20]\n".to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 44.0), 180.0, "");
    let battle = field(&rules, "movement", "Blue", &body);
    for (die, wanted) in [
        (1, 16.0),
        (2, 15.0),
        (3, 14.0),
        (4, 14.0),
        (5, 14.0),
        (6, 13.0),
    ] {
        let after = play(&rules, &battle, "move A advance 6", &[die]).0;
        let y = f64::from(after.unit(id(&after, "A")).pose.y) / 2540.0;
        assert!((y - wanted).abs() < 0.01, "{die}: {y}");
    }
}

#[test]
fn pierced_in_the_way_h2hc_16() {
    let rules = rules(&[("pierced_in_the_way", "struck_again")]);
    let column = "formation = \"column\"";
    let broken = "reacted = 1\nhits = 1\ndown = 3";
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, column)
        + &unit("D", "Red", "infantry", (36.0, 24.5), 160.0, broken);
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D heading 0", &[]).0;
    // The unit steps back, turned by twenty degrees, and comes in front of the column again. The
    // column strikes it a second time: three dice against two, a draw, and the column is thrown
    // back.
    let dice = [8, 7, 6, 4, 3, 1, 5, 5, 2, 1, 1, 1, 1, 1, 1, 1];
    let (after, _) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(after.unit(id(&after, "A")).pose.y, 50_745);
    // By the usual rules the column stops there.
    let dice = &dice[..11];
    let usual = crate::support::rules(&[]);
    let now = play(&usual, &battle, "charge A D heading 0", &[]).0;
    let (after, _) = play(&usual, &now, "fight A D", dice);
    assert!(after.unit(id(&after, "A")).pose.y > 58_300);
}
