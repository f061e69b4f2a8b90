//! Setting up, SET-05: the defender lays the terrain, then the attacker chooses an edge. A scenario
//! without pieces on offer comes with both done.

use crate::turn::TERRAIN;
use crate::{Favorite, c, marks};
use sandtable_battle::{
    Await, Battle, Dice, Legal, Offer, Order, Refusals, Ruling, Scene, Scope, Side, Verb, Witness,
    Zone,
};
use sandtable_drill::{self as drill, Laying};

impl Favorite {
    /// Returns the limits on laying: how many areas there may be, and that they must not overlap.
    /// Rivers and roads do not count.
    const fn laying(&self) -> Laying {
        Laying {
            most: self.numbers.table.pieces,
            apart: Some(0),
            why: c::SET_05,
        }
    }

    /// Whether a piece may still be laid.
    pub(crate) fn has_pieces(&self, b: &Battle) -> bool {
        self.laying().offered(b).next().is_some()
    }

    /// Offers the pieces that may still be laid.
    pub(crate) fn offer_laying(&self, b: &Battle, out: &mut Vec<Offer>) {
        let offer = |piece| Offer::plain(Verb::Lay, Scope::Piece(piece), c::SET_05);
        out.extend(self.laying().offered(b).map(offer));
    }

    /// Judges the laying of a piece: areas must lie on the table and clear of each other, lines
    /// must cross a part of the table.
    pub(crate) fn judge_laying(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut r = Ruling::new();
        if let Order::Lay { piece, at } = *order {
            r.require(b.cursor.phase == TERRAIN, c::SET_05, || Witness::Plain);
            if let Some(spec) = self.laying().piece(b, piece, at, &mut r) {
                let lies = spec.feature.laid(at);
                if drill::is_area(&lies) {
                    self.laying().judge_area(b, &lies, at, &mut r);
                } else {
                    r.require(drill::meets_table(b, &lies), c::SET_05, || {
                        Witness::Spot(at.point())
                    });
                }
            }
        }
        r.seal(order)
    }

    /// Lays a piece. After the last one the attacker chooses an edge.
    pub(crate) fn lay(&self, legal: &Legal, scene: &mut Scene) {
        if let Order::Lay { piece, at } = *legal.order() {
            scene.lay(piece, at, c::SET_05);
            if !self.has_pieces(scene) {
                self.end_laying(scene);
            }
        }
    }

    /// Asks the attacker to choose an edge.
    pub(crate) fn end_laying(&self, scene: &mut Scene) {
        let attacker = self.attacker(scene);
        scene.hand_to(attacker, c::SET_05);
        scene.await_(Await::of(attacker, c::SET_05, 2));
    }

    /// Takes the attacker's answer: 0 keeps the edges as drawn.
    pub(crate) fn choose_edge(&self, scene: &mut Scene, choice: u8, dice: &mut dyn Dice) {
        scene.set_battle(marks::SWAPPED, choice == 1, c::SET_05);
        self.begin_deployment(scene, dice);
    }

    /// Whether a deployment zone belongs to a side, once edges are chosen.
    pub(crate) fn owns_zone(b: &Battle, zone: &Zone, side: Side) -> bool {
        let swapped = marks::SWAPPED.of(b);
        zone.side == Some(if swapped { side.other() } else { side })
    }
}
