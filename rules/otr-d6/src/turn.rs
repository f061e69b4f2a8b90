//! The turn (section 5): the deck, who acts, how turns start and end. What an
//! activation still allows is in [`crate::activation`].

use crate::card::{ACTING, DEPLOYING};
use crate::{OtrD6, activation, c, marks, setup, units};
use sandtable_battle::by;
use sandtable_battle::{
    Arrival, Ask, Battle, Clause, Cursor, Dice, Group, Legal, Naming, Offer, Order, Refusals,
    Ruling, Scene, Scope, Side, Status, Unit, UnitId, Verb, Witness, c as table,
};
use sandtable_drill as drill;

impl OtrD6 {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, b: &Battle, out: &mut Vec<UnitId>) {
        if b.ended.is_some() || b.cursor.waits.is_some() {
            return;
        }
        if b.cursor.phase == DEPLOYING {
            return setup::ready(b, out);
        }
        let there = b.present().map(|(id, _)| id);
        out.extend(there.filter(|&id| self.is_ready(b, id)));
    }

    /// Lists the offers to a unit, or to the table.
    pub(crate) fn list_offers(
        &self,
        b: &Battle,
        who: Option<UnitId>,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if drill::nothing_but_a_choice(b, who, out) {
            return;
        }
        match who {
            Some(unit) => self.offers_to(b, unit, named, out),
            None if b.cursor.phase == DEPLOYING => setup::table_offers(b, out),
            None => {
                out.push(Offer::plain(Verb::End, Scope::Plain, c::TURN_03));
                out.push(Offer::plain(Verb::RollOff, Scope::Plain, c::META_03));
            }
        }
    }

    /// Lists the offers to a unit; the last one is to do nothing more (ACT-03).
    fn offers_to(&self, b: &Battle, unit: UnitId, named: Naming, out: &mut Vec<Offer>) {
        if b.cursor.phase == DEPLOYING {
            return self.offer_places(b, unit, out);
        }
        if !self.is_ready(b, unit) {
            return;
        }
        if !units::fights(b.unit(unit)) {
            return self.offer_commander(b, unit, out);
        }
        self.offer_test(b, unit, out);
        self.offer_shots(b, unit, out);
        self.offer_charges(b, unit, named, out);
        self.offer_moves(b, unit, out);
        self.offer_formations(b, unit, named, out);
        out.push(Offer::of(Verb::Pass, unit, Scope::Plain, c::ACT_03));
    }

    /// Whether a unit of the division on the card can still take orders: a fighting
    /// unit until its activation is over, a general until the general's move is.
    pub(crate) fn is_ready(&self, b: &Battle, unit: UnitId) -> bool {
        let u = b.unit(unit);
        if b.cursor.phase != ACTING || !u.on_table() || b.cursor.group != Some(u.group) {
            false
        } else if units::fights(u) {
            self.may_go_on(b, unit)
        } else {
            self.general_is_ready(b, unit)
        }
    }

    /// Judges passing, ending and the roll-off.
    pub(crate) fn judge_end(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut ruling = Ruling::new();
        match *order {
            Order::Pass { unit } => {
                if activation::on_call(b, unit, &mut ruling) {
                    let general = !units::fights(b.unit(unit));
                    let clause = if general { c::CMD_10 } else { c::ACT_07 };
                    ruling.require(!general && self.is_ready(b, unit), clause, || {
                        Witness::Unit(unit)
                    });
                }
            }
            _ => {
                ruling.require(b.cursor.phase == ACTING, table::NOT_NOW, || Witness::Plain);
            }
        }
        ruling.seal(order)
    }

    /// Resolves passing, ending and the roll-off.
    pub(crate) fn end(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Pass { unit } => {
                activation::open(scene, unit);
                activation::finish(scene, unit);
                scene.turn(
                    Cursor {
                        unit: None,
                        ..scene.cursor
                    },
                    c::ACT_03,
                );
            }
            Order::RollOff => {
                let winner = self.roll_off(dice, c::META_03);
                let about = scene.side(winner).next().map_or(UnitId(0), |(id, _)| id);
                scene.told(c::META_03, u16::from(winner == Side::B), about, None);
            }
            _ => {
                self.end_of_division(scene, dice);
                self.judge_victory(scene);
                self.next_card(scene, dice);
            }
        }
    }

    /// Rolls a die for each side until one is higher: that side wins
    /// (META-01, META-03). One throw of both dice is a stage of three outcomes, so
    /// exploring it stays small however often it is repeated.
    pub(crate) fn roll_off(&self, dice: &mut dyn Dice, why: Clause) -> Side {
        by!(c::META_01, c::META_03);
        sandtable_drill::roll_off(dice, self.numbers.dice.sides, why)
    }

    /// Draws cards until a division can act; when no cards are left, the next turn starts
    /// (TURN-02 to TURN-05).
    pub(crate) fn next_card(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        while scene.ended.is_none() {
            let deck = scene.cursor.deck;
            if deck == 0 {
                if !self.start_turn(scene) {
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
            // A division destroyed since the shuffle still has a card, but no units.
            if scene.present().any(|(_, u)| u.group == group) {
                return;
            }
        }
    }
}

/// Draws one card of the deck, all alike (TURN-01). The last card is not random.
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

impl OtrD6 {
    /// Returns the agreed number of turns (VIC-01).
    pub(crate) fn turn_limit(&self, b: &Battle) -> u16 {
        b.setting.last_turn(Some(self.chosen.turn_limit))
    }

    /// Starts the next turn: all units may act again, reinforcements and generals
    /// come on, the cards are shuffled (TURN-01, TURN-04). Returns false if the battle
    /// is over instead.
    fn start_turn(&self, scene: &mut Scene) -> bool {
        by!(c::TURN_05);
        if scene.cursor.turn > 0 {
            for side in Side::BOTH {
                sandtable_drill::march_off(self, scene, side, |_, _| true);
            }
            sandtable_drill::hold(self, scene);
            if sandtable_drill::enough(self, scene) {
                return false;
            }
        }
        if scene.cursor.turn >= self.turn_limit(scene) {
            self.at_the_limit(scene);
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
        self.refresh(scene);
        self.arrivals(scene);
        self.return_generals(scene);
        // If all units are still to come, the turn passes by itself.
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

    /// Clears what units remember of the previous turn.
    fn refresh(&self, scene: &mut Scene) {
        let actions = self.numbers.organisation.actions;
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

    /// Brings on reinforcements where the scenario says, or as near to that place as there
    /// is room. A unit without room waits.
    fn arrivals(&self, scene: &mut Scene) {
        let room = |b: &Battle, arrival: &Arrival| self.room_for(b, arrival.unit, arrival.at);
        let here = |u: &Unit| marks::OUT.of(u) == 0;
        drill::arrive(scene, c::SET_01, here, room);
    }
}

/// Returns the cards of divisions with units on the table. Generals of other divisions join
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

/// Returns the generals whose division has no card and no units still to come.
fn generals_without(b: &Battle, deck: u32) -> Vec<UnitId> {
    let coming = b
        .all()
        .filter(|(_, u)| units::fights(u) && u.status == Status::Expected)
        .fold(0, |all, (_, u)| all | u.group.bit());
    let lone =
        |u: &Unit| !units::fights(u) && !u.status.is_gone() && (deck | coming) & u.group.bit() == 0;
    b.all().filter(|(_, u)| lone(u)).map(|(id, _)| id).collect()
}
