//! The turn: dice, cards, actions, the end.

use super::common::{advance, another_group, cites, two};
use sandtable_battle::{
    Event, Group, Offer, Order, Outcome, Recorded, Rules, Scene, Scope, Side, Status, Verb,
};
use sandtable_geometry::{Facing, INCH, Pose};
use sandtable_otr_d6::{c, marks, units};
use std::sync::Arc;

#[test]
fn every_die_has_six_sides_and_disputes_are_rolled_off() {
    let (mut t, a, b) = two(&[]);
    let legal = t.judge(&Order::RollOff).expect("legal");
    let mut scene = Scene::new(t.battle.clone());
    let mut dice = Recorded::new(&[4, 4, 2, 5]);
    t.rules.resolve(&legal, &mut scene, &mut dice);
    assert!(
        dice.rolls().iter().all(|roll| roll.ask.dice() == (1, 6)),
        "{:?}",
        c::META_01
    );
    assert_eq!((dice.left_over(), dice.wanted()), (0, None));
    let told = Event::Told {
        why: c::META_03,
        outcome: 1,
        unit: b,
        other: None,
    };
    assert_eq!(scene.events(), &[told]);
    t.play(&Order::RollOff, &[6, 1]);
    assert_eq!(
        t.battle.unit(a).pose,
        Pose::new(36 * INCH, 20 * INCH, Facing::NORTH)
    );
}

#[test]
fn cards_are_drawn_until_the_deck_is_empty_then_the_next_turn_starts() {
    let (mut t, a, b) = two(&[]);
    let more = another_group(&mut t, Side::A);
    let c = t.add(Side::A, 6, (5000, 2000), 0.0);
    t.unit(c).group = more;
    t.battle.cursor.deck = Group(1).bit() | more.bit();
    // Only the division on the card acts (TURN-03).
    cites(&t, &advance(c, 100), c::ORG_06);
    t.play(&advance(a, 100), &[]);
    // One card a division (ORG-05): two are left, and the second is drawn.
    t.play(&Order::End, &[2]);
    assert_eq!(
        (t.battle.cursor.group, t.battle.cursor.deck),
        (Some(more), Group(1).bit()),
        "{:?}",
        c::TURN_03
    );
    t.play(&Order::End, &[]);
    assert_eq!((t.battle.cursor.side, t.battle.cursor.deck), (Side::B, 0));
    assert!(t.judge(&advance(b, 100)).is_ok());
    // The last card is played: three cards are shuffled for turn 2, and the battle
    // goes on (TURN-05).
    t.play(&Order::End, &[1]);
    assert_eq!(
        (t.battle.cursor.turn, t.battle.cursor.group),
        (2, Some(Group(0))),
        "{:?}",
        c::TURN_05
    );
    assert!(!marks::DONE.of(t.battle.unit(a)));
    assert_eq!(t.battle.cursor.deck.count_ones(), 2, "{:?}", c::ORG_05);
}

#[test]
fn the_battle_ends_after_the_agreed_turns() {
    let (mut t, _, b) = two(&[("turn_limit", "3")]);
    t.unit(b).stands = 5;
    t.battle.cursor.turn = 3;
    t.play(&Order::End, &[]);
    // 0 lost against 17 in a hundred (VIC-01, VIC-03).
    assert_eq!(
        t.battle.ended,
        Some(Outcome::Won(Side::A)),
        "{:?}",
        c::VIC_01
    );
}

#[test]
fn a_scenario_may_set_the_turns() {
    let (mut t, _, _) = two(&[]);
    Arc::make_mut(&mut t.battle.setting).turns = Some(1);
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.ended, Some(Outcome::Draw));
}

#[test]
fn an_army_may_break() {
    let (mut t, a, b) = two(&[("army_break", "50")]);
    t.unit(b).stands = 4;
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    t.play(&Order::Shoot { unit: a, target: b }, &[1]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
}

#[test]
fn a_division_without_units_has_no_card_and_its_general_another_division() {
    let (mut t, _, _) = two(&[]);
    let dead = another_group(&mut t, Side::A);
    let gone = t.add(Side::A, 6, (5000, 2000), 0.0);
    t.unit(gone).group = dead;
    t.unit(gone).status = Status::Destroyed;
    let g = t.general(Side::A, (5000, 1000), None);
    t.unit(g).group = dead;
    t.play(&Order::End, &[1]);
    assert_eq!(t.battle.unit(g).group, Group(0), "{:?}", c::ACT_09);
    assert_eq!(t.battle.cursor.deck, Group(1).bit());
}

#[test]
fn units_of_the_three_arms_choose_among_five_actions() {
    let (mut t, a, _) = two(&[]);
    let near = t.add(Side::B, 6, (3600, 2400), 180.0);
    let verbs: Vec<Verb> = t.offers(a).iter().map(|o| o.verb).collect();
    // ACT-02, FORM-01.
    for verb in [
        Verb::Shoot,
        Verb::Charge,
        Verb::Move,
        Verb::Face,
        Verb::Form,
    ] {
        assert!(verbs.contains(&verb), "{verb:?} {:?}", c::ACT_02);
    }
    let forms = t
        .offers(a)
        .into_iter()
        .find(|o| o.verb == Verb::Form)
        .map(|o| (o.scope, o.clause));
    let open = Scope::Formations(1 << units::COLUMN | 1 << units::REINFORCED);
    assert_eq!(forms, Some((open, c::FORM_01)));
    let kinds: Vec<&str> = t
        .rules
        .card()
        .kinds
        .iter()
        .filter(|k| !k.leader)
        .map(|k| k.id.as_str())
        .collect();
    assert_eq!(
        kinds,
        ["infantry", "cavalry", "artillery"],
        "{:?}",
        c::UNIT_01
    );
    t.unit(near).kind = units::GENERAL;
    // Generals do not fight (CMD-01): they are not targets and cannot shoot.
    let order = Order::Shoot {
        unit: a,
        target: near,
    };
    assert!(t.judge(&order).is_err(), "{:?}", c::CMD_01);
    let at_him = |o: &Offer| matches!(&o.scope, Scope::Targets(all) if all.contains(&near));
    assert!(!t.offers(a).iter().any(at_him));
}
