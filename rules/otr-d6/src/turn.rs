//! The turn (section 5): the deck, activations, what an activation still
//! allows, the start and the end of turns.

use crate::marks::{self, Deed, Limit};
use crate::switches::{ChargeAfterAction, DefensiveShotCounts, HaltMeans, MarkerTest};
use crate::units::{self, Body};
use crate::{OtrD6, c, charge, command, setup, shooting, victory};
use sandtable_battle::by;
use sandtable_battle::{
    Arrival, Ask, Battle, Clause, Cursor, Dice, Group, Key, Legal, Offer, Order, Refusals, Ruling,
    Scene, Scope, Set, Side, Status, Unit, UnitId, Verb, Witness, c as table,
};
use sandtable_drill as drill;
use std::cmp::Ordering;

/// Phase: divisions are placed by turns (SET-02).
pub const DEPLOYING: u8 = 0;
/// Phase: the division on the card acts (TURN-02, TURN-03).
pub const ACTING: u8 = 1;

/// What an order asks of an activation (ACT-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A Move.
    Move,
    /// A change of facing or formation.
    Turn,
    /// A charge.
    Charge,
    /// A volley.
    Shoot,
    /// A morale test.
    Test,
}

/// The brigades that an order to a unit moves: its wave when the front brigade
/// moves or charges (FORM-15), else itself.
pub(crate) fn together(b: &Battle, unit: UnitId, act: Act) -> Body {
    by!(c::FORM_15);
    if matches!(act, Act::Move | Act::Charge) && b.unit(unit).with.is_none() {
        return units::body(b, unit);
    }
    let mut alone = Body::new();
    alone.push(unit);
    alone
}

/// Whether a unit's division acts now and the unit is there to act at all
/// (ORG-06, TURN-03).
pub(crate) fn on_call(b: &Battle, unit: UnitId, ruling: &mut Ruling) -> bool {
    let u = b.unit(unit);
    ruling.require(b.cursor.phase == ACTING, table::NOT_NOW, || Witness::Plain);
    ruling.require(u.on_table(), table::GONE, || {
        Witness::Absent(unit, u.status)
    });
    ruling.require(
        b.cursor.phase != ACTING || b.cursor.group == Some(u.group),
        c::ORG_06,
        || Witness::Unit(unit),
    );
    ruling.clean()
}

/// Whether a unit's activation allows an act; every reason against it goes to
/// the ruling.
pub(crate) fn may_act(
    rules: &OtrD6,
    b: &Battle,
    unit: UnitId,
    act: Act,
    ruling: &mut Ruling,
) -> bool {
    by!(c::ACT_02);
    if !on_call(b, unit, ruling) {
        return false;
    }
    ruling.require(!has_fallen_in(b, unit), c::ACT_06, || Witness::Unit(unit));
    for member in together(b, unit, act) {
        may_member(rules, b, member, act, ruling);
    }
    ruling.clean()
}

fn may_member(rules: &OtrD6, b: &Battle, unit: UnitId, act: Act, ruling: &mut Ruling) {
    let u = b.unit(unit);
    let witness = || Witness::Unit(unit);
    if marks::DONE.of(u) {
        return ruling.refuse(c::ACT_07, witness());
    }
    let before = limits(u, act, ruling, witness());
    if !before {
        return;
    }
    match act {
        Act::Shoot => may_shoot(rules, u, ruling, witness()),
        Act::Test => may_test(u, ruling, witness()),
        Act::Charge => may_charge(rules, u, ruling, witness()),
        Act::Move | Act::Turn => {
            let clause = if marks::LIMIT.of(u) == Limit::OneAction {
                c::MOR_09
            } else {
                c::ACT_01
            };
            ruling.require(actions(rules, u) > 0, clause, witness);
        }
    }
    if act != Act::Shoot && act != Act::Test {
        // A marker must be tested for before the unit does anything but shoot.
        ruling.require(!must_test(u), c::MOR_01, witness);
        let goes = act != Act::Turn || rules.chosen.halt_means == HaltMeans::NoOtherAction;
        let moving = rules.numbers.volleys[units::arms(u) as usize].moving;
        ruling.require(!goes || marks::SHOTS.of(u) <= moving, c::SHOOT_23, witness);
    }
}

/// Whether a unit has the choice of MOR-01 before it: a marker, and no test yet.
pub(crate) fn must_test(u: &Unit) -> bool {
    by!(c::ACT_08, c::MOR_01);
    units::marked(u) && !marks::ACTED.of(u).has(Deed::Tested)
}

/// What morale results and charges leave of an activation.
fn limits(u: &Unit, act: Act, ruling: &mut Ruling, witness: Witness) -> bool {
    let turned = marks::ACTED.of(u).has(Deed::Turned);
    let clause = match (marks::LIMIT.of(u), act) {
        (Limit::Retreated, _) => c::MOR_14,
        (Limit::Spent, Act::Shoot) => c::CHG_14,
        (Limit::Spent, _) => c::ACT_05,
        (Limit::Free | Limit::OneAction, _)
        | (Limit::Redeploy | Limit::Stand | Limit::Balked | Limit::ShakenFire, Act::Shoot) => {
            return true;
        }
        (Limit::Redeploy, Act::Turn) if !turned => return true,
        (_, Act::Test) => c::MOR_03,
        (Limit::Redeploy, _) => c::MOR_08,
        (Limit::Stand, _) => c::MOR_07,
        (Limit::Balked, _) => c::CHG_05,
        _ => c::MOR_01,
    };
    ruling.refuse(clause, witness);
    false
}

fn may_test(u: &Unit, ruling: &mut Ruling, witness: Witness) {
    ruling.require(units::marked(u), c::MOR_01, || witness);
    // The test comes before any action of the activation.
    let fresh = marks::ACTED.of(u).is_empty() && marks::SHOTS.of(u) == 0;
    ruling.require(fresh, c::MOR_03, || witness);
}

fn may_charge(rules: &OtrD6, u: &Unit, ruling: &mut Ruling, witness: Witness) {
    let done = marks::ACTED.of(u).without(Deed::Tested);
    let done = match rules.chosen.charge_after_action {
        ChargeAfterAction::No => done,
        ChargeAfterAction::FacingOrFormation => done.without(Deed::Turned),
    };
    let first = done.is_empty() && marks::SHOTS.of(u) == 0 && actions(rules, u) > 0;
    ruling.require(first, c::CHG_02, || witness);
}

fn may_shoot(rules: &OtrD6, u: &Unit, ruling: &mut Ruling, witness: Witness) {
    let (shots, acted) = (marks::SHOTS.of(u), marks::ACTED.of(u));
    if shots == 0 {
        let clause = if marks::LIMIT.of(u) == Limit::OneAction {
            c::MOR_09
        } else {
            c::ACT_01
        };
        ruling.require(actions(rules, u) > 0, clause, || witness);
    } else {
        // Further volleys belong to the one Shoot action of the turn.
        let all = shooting::volleys(rules, u);
        let clause = if all > 1 { c::SHOOT_23 } else { c::ACT_04 };
        ruling.require(shots < all && !acted.has(Deed::Ceased), clause, || witness);
    }
    ruling.require(!acted.has(Deed::Far), c::MOVE_11, || witness);
    let defended =
        marks::DEFENDED.of(u) && rules.chosen.defensive_shot_counts == DefensiveShotCounts::Yes;
    ruling.require(!defended, c::ACT_04, || witness);
    let test_first =
        must_test(u) && rules.chosen.marker_test == MarkerTest::Always && marks::SHOTS.of(u) == 0;
    ruling.require(!test_first, c::MOR_01, || witness);
}

/// Opens a unit's activation: the one before it is finished (ACT-06).
pub(crate) fn open(scene: &mut Scene, unit: UnitId) {
    let now = scene.cursor.unit;
    if now == Some(unit) {
        return;
    }
    if let Some(previous) = now.filter(|&p| !units::body(scene, p).contains(&unit)) {
        finish(scene, previous);
    }
    scene.turn(
        Cursor {
            unit: Some(unit),
            ..scene.cursor
        },
        c::ACT_06,
    );
}

/// Finishes a unit's activation for this turn, and that of its wave (ACT-07).
/// Brigades that fell in behind one that has yet to act go on to act with it.
fn finish(scene: &mut Scene, unit: UnitId) {
    let body = units::body(scene, unit);
    let head = scene.unit(body[0]);
    let waits = body.len() > 1
        && marks::ACTED.of(scene.unit(unit)).has(Deed::FellIn)
        && marks::ACTED.of(head).is_empty()
        && marks::SHOTS.of(head) == 0;
    if !waits {
        for member in body {
            scene.set(member, marks::DONE, true, c::ACT_07);
        }
    }
}

/// Actions a unit has left. One that nothing has happened to yet has all of them,
/// whether or not a file that was written by hand counts them (ACT-01).
pub(crate) fn actions(rules: &OtrD6, u: &Unit) -> i8 {
    by!(c::ACT_01);
    let fresh = marks::ACTIONS.of(u) == 0
        && marks::ACTED.of(u).is_empty()
        && marks::SHOTS.of(u) == 0
        && marks::LIMIT.of(u) == Limit::Free
        && !marks::DONE.of(u);
    if units::fights(u) && fresh {
        rules.numbers.organisation.actions
    } else {
        marks::ACTIONS.of(u)
    }
}

/// Uses up actions of a unit and notes what it did with them
/// ([`marks::ACTED`]).
pub(crate) fn spend(
    rules: &OtrD6,
    scene: &mut Scene,
    unit: UnitId,
    used: i8,
    deeds: Set<Deed>,
    why: Clause,
) {
    let u = scene.unit(unit);
    let (left, mut acted) = (actions(rules, u), marks::ACTED.of(u).and(deeds));
    if marks::SHOTS.of(u) > 0 {
        acted = acted.with(Deed::Ceased);
    }
    scene.set(unit, marks::ACTIONS, (left - used).max(0), c::ACT_01);
    scene.set(unit, marks::ACTED, acted, why);
}

/// Notes a volley of the unit's own Shoot action; the first uses an action
/// (ACT-04), and with a marker it is all the unit does (MOR-01).
pub(crate) fn spend_volley(rules: &OtrD6, scene: &mut Scene, unit: UnitId) {
    let u = *scene.unit(unit);
    let shots = marks::SHOTS.of(&u);
    if shots == 0 {
        scene.set(
            unit,
            marks::ACTIONS,
            (actions(rules, &u) - 1).max(0),
            c::ACT_04,
        );
        if must_test(&u) && marks::LIMIT.of(&u) == Limit::Free {
            scene.set(unit, marks::LIMIT, Limit::ShakenFire, c::MOR_01);
        }
    }
    scene.set(unit, marks::SHOTS, shots + 1, c::SHOOT_23);
}

/// Limits what is left of a unit's activation: to what ([`marks::LIMIT`]) and
/// to how many actions.
pub(crate) fn limit(scene: &mut Scene, unit: UnitId, to: Limit, actions: i8, why: Clause) {
    scene.set(unit, marks::LIMIT, to, why);
    scene.set(unit, marks::ACTIONS, actions, why);
}

/// Whether a unit can still do anything in this activation.
fn has_more(rules: &OtrD6, u: &Unit) -> bool {
    match marks::LIMIT.of(u) {
        Limit::Retreated | Limit::Spent => false,
        _ => {
            let shots = marks::SHOTS.of(u);
            actions(rules, u) > 0
                || (shots > 0
                    && shots < shooting::volleys(rules, u)
                    && !marks::ACTED.of(u).has(Deed::Ceased))
        }
    }
}

/// Units that may be ordered now.
pub(crate) fn ready(rules: &OtrD6, b: &Battle, out: &mut Vec<UnitId>) {
    if b.ended.is_some() || b.cursor.waits.is_some() {
        return;
    }
    if b.cursor.phase == DEPLOYING {
        return setup::ready(b, out);
    }
    out.extend(
        b.present()
            .map(|(id, _)| id)
            .filter(|&id| is_ready(rules, b, id)),
    );
}

/// Whether a unit of the division on the card can still be ordered: a fighting
/// unit until its activation is over, a general until his move is.
pub(crate) fn is_ready(rules: &OtrD6, b: &Battle, unit: UnitId) -> bool {
    let u = b.unit(unit);
    if b.cursor.phase != ACTING || !u.on_table() || b.cursor.group != Some(u.group) {
        false
    } else if units::fights(u) {
        !marks::DONE.of(u) && has_more(rules, u) && !has_fallen_in(b, unit)
    } else {
        command::is_ready(rules, b, unit)
    }
}

/// Whether a brigade finished its own activation by falling in and now acts
/// with its wave only (FORM-14, ACT-06).
fn has_fallen_in(b: &Battle, unit: UnitId) -> bool {
    let u = b.unit(unit);
    u.with.is_some() && marks::ACTED.of(u).has(Deed::FellIn) && b.cursor.unit != Some(unit)
}

/// The unit in the middle of its activation, if it can still do something.
pub(crate) fn unfinished(rules: &OtrD6, b: &Battle) -> Option<UnitId> {
    let unit = b.cursor.unit?;
    let u = b.unit(unit);
    let begun = !marks::ACTED.of(u).is_empty() || marks::SHOTS.of(u) > 0;
    (u.on_table() && begun && !marks::DONE.of(u) && has_more(rules, u)).then_some(unit)
}

/// Offers to the table: end, and the optional roll-off.
pub(crate) fn table_offers(_rules: &OtrD6, b: &Battle, out: &mut Vec<Offer>) {
    if b.cursor.phase == DEPLOYING {
        return setup::table_offers(b, out);
    }
    out.push(Offer::plain(Verb::End, Scope::Plain, c::TURN_03));
    out.push(Offer::plain(Verb::RollOff, Scope::Plain, c::META_03));
}

/// Offers to a unit: to do nothing more (ACT-03).
pub(crate) fn offers(_rules: &OtrD6, _b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
    out.push(Offer::of(Verb::Pass, unit, Scope::Plain, c::ACT_03));
}

/// Judges passing, ending and the roll-off.
pub(crate) fn check(rules: &OtrD6, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
    let mut ruling = Ruling::new();
    match *order {
        Order::Pass { unit } => {
            if on_call(b, unit, &mut ruling) {
                let general = !units::fights(b.unit(unit));
                let clause = if general { c::CMD_10 } else { c::ACT_07 };
                ruling.require(!general && is_ready(rules, b, unit), clause, || {
                    Witness::Unit(unit)
                });
            }
        }
        Order::End if b.cursor.phase == DEPLOYING => setup::check_end(b, &mut ruling),
        _ => {
            ruling.require(b.cursor.phase == ACTING, table::NOT_NOW, || Witness::Plain);
        }
    }
    ruling.seal(order)
}

/// Resolves passing, ending and the roll-off.
pub(crate) fn resolve(rules: &OtrD6, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
    match *legal.order() {
        Order::Pass { unit } => {
            open(scene, unit);
            finish(scene, unit);
            scene.turn(
                Cursor {
                    unit: None,
                    ..scene.cursor
                },
                c::ACT_03,
            );
        }
        Order::RollOff => {
            let winner = roll_off(rules, dice, c::META_03);
            let about = scene.side(winner).next().map_or(UnitId(0), |(id, _)| id);
            scene.told(c::META_03, u16::from(winner == Side::B), about, None);
        }
        _ if scene.cursor.phase == DEPLOYING => setup::end_division(rules, scene, dice),
        _ => {
            charge::end_of_division(rules, scene, dice);
            victory::judge(rules, scene);
            next_card(rules, scene, dice);
        }
    }
}

/// Each side rolls a die and the higher wins; equal dice are rolled again
/// (META-01, META-03). One throw of both dice is a stage of three outcomes, so
/// that exploring it stays small however often it is repeated.
pub(crate) fn roll_off(rules: &OtrD6, dice: &mut dyn Dice, why: Clause) -> Side {
    by!(c::META_01, c::META_03);
    const TIE: u16 = 2;
    let die = Ask::Die {
        sides: rules.numbers.dice.sides,
    };
    loop {
        let thrown = dice.stage(Key::of(why, &()), &mut |dice| match dice
            .ask(die, Side::A, why)
            .cmp(&dice.ask(die, Side::B, why))
        {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => TIE,
        });
        if thrown != TIE {
            return Side::BOTH[usize::from(thrown)];
        }
    }
}

/// Draws cards until a division can act; with none left the next turn starts
/// (TURN-02 to TURN-05).
pub(crate) fn next_card(rules: &OtrD6, scene: &mut Scene, dice: &mut dyn Dice) {
    while scene.ended.is_none() {
        let deck = scene.cursor.deck;
        if deck == 0 {
            if !start_turn(rules, scene) {
                return;
            }
            continue;
        }
        let group = draw(deck, scene.cursor.side, dice);
        let side = scene
            .setting
            .groups
            .get(group.index())
            .map_or(Side::A, |g| g.side);
        let to = Cursor {
            side,
            group: Some(group),
            unit: None,
            deck: deck & !group.bit(),
            ..scene.cursor
        };
        scene.turn(to, c::TURN_02);
        // A division that was destroyed since the shuffle has a card and nobody.
        if scene.present().any(|(_, u)| u.group == group) {
            return;
        }
    }
}

/// One card of the deck, all alike (TURN-01). The last one needs no drawing.
fn draw(deck: u32, by: Side, dice: &mut dyn Dice) -> Group {
    by!(c::TURN_01, c::ORG_05);
    let cards = deck.count_ones();
    #[expect(clippy::cast_possible_truncation, reason = "at most 32 groups")]
    let nth = if cards > 1 {
        dice.ask(Ask::Draw { of: cards as u8 }, by, c::TURN_01)
    } else {
        0
    };
    let mut left = deck;
    for _ in 0..nth {
        left &= left - 1;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 32")]
    Group(left.trailing_zeros() as u8)
}

/// The number of turns that was agreed (VIC-01).
pub(crate) fn turn_limit(rules: &OtrD6, b: &Battle) -> u16 {
    b.setting.turns.unwrap_or(rules.chosen.turn_limit)
}

/// Starts the next turn: everybody may act again, reinforcements and generals
/// come on, the cards are shuffled (TURN-01, TURN-04). Says no when the battle
/// is over instead.
fn start_turn(rules: &OtrD6, scene: &mut Scene) -> bool {
    by!(c::TURN_05);
    if scene.cursor.turn > 0 {
        for side in Side::BOTH {
            sandtable_drill::march_off(rules, scene, side, |_, _| true);
        }
        sandtable_drill::hold(rules, scene);
        if sandtable_drill::enough(rules, scene) {
            return false;
        }
    }
    if scene.cursor.turn >= turn_limit(rules, scene) {
        victory::at_the_limit(rules, scene);
        return false;
    }
    let turn = scene.cursor.turn + 1;
    let to = Cursor {
        turn,
        phase: ACTING,
        group: None,
        unit: None,
        deck: 0,
        ..scene.cursor
    };
    scene.turn(to, c::TURN_04);
    refresh(rules, scene);
    arrivals(rules, scene);
    command::returns(rules, scene);
    // With everybody still to come the turn passes by itself.
    let deck = shuffle(scene);
    scene.turn(
        Cursor {
            deck,
            ..scene.cursor
        },
        c::TURN_01,
    );
    true
}

/// Takes back what units remember of the turn before.
fn refresh(rules: &OtrD6, scene: &mut Scene) {
    let actions = rules.numbers.organisation.actions;
    for i in 0..scene.units.len() {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "files hold at most 200 units"
        )]
        let id = UnitId(i as u8);
        if scene.unit(id).status.is_gone() {
            continue;
        }
        marks::begin_turn(scene, id);
        if units::fights(scene.unit(id)) {
            scene.set(id, marks::ACTIONS, actions, c::ACT_01);
        }
    }
}

/// Reinforcements come on where the scenario says, or as near to it as there
/// is room, further back on their way.
fn arrivals(rules: &OtrD6, scene: &mut Scene) {
    let room = |b: &Battle, arrival: &Arrival| setup::room_for(rules, b, arrival.unit, arrival.at);
    let here = |u: &Unit| marks::OUT.of(u) == 0;
    drill::arrive(scene, c::SET_01, here, room);
}

/// The cards of divisions with units on the table. Generals of the others join
/// the division of the nearest friend (ACT-09).
fn shuffle(scene: &mut Scene) -> u32 {
    let deck = scene
        .present()
        .filter(|(_, u)| units::fights(u))
        .fold(0, |deck, (_, u)| deck | u.group.bit());
    for id in generals_without(scene, deck) {
        let from = scene.unit(id).pose.point();
        let side = scene.unit(id).side;
        let nearest = scene
            .side(side)
            .filter(|(_, u)| units::fights(u))
            .min_by_key(|(other, u)| (u.pose.point().distance(from), *other))
            .map(|(_, u)| u.group);
        if let Some(group) = nearest {
            scene.regroup(id, group, c::ACT_09);
        }
    }
    deck
}

/// Generals whose division has no card and awaits nobody.
fn generals_without(b: &Battle, deck: u32) -> Vec<UnitId> {
    let coming = b
        .all()
        .filter(|(_, u)| units::fights(u) && u.status == Status::Expected)
        .fold(0, |all, (_, u)| all | u.group.bit());
    let lone =
        |u: &Unit| !units::fights(u) && !u.status.is_gone() && (deck | coming) & u.group.bit() == 0;
    b.all().filter(|(_, u)| lone(u)).map(|(id, _)| id).collect()
}
