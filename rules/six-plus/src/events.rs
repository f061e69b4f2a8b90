//! Optional rule: special events, from our own small deck.

use crate::{SixPlus, c, marks};
use sandtable_battle::{Ask, Dice, Scene, UnitId};

/// EVENT-02: fresh powder.
const POWDER: u16 = 4;
/// EVENT-02: mud.
const MUD: u16 = 5;
/// EVENT-02: rain.
const RAIN: u16 = 6;
/// EVENT-02: stragglers return.
const STRAGGLERS: u16 = 7;

impl SixPlus {
    /// Draws a card at the start of a player turn (EVENT-01, EVENT-02).
    pub(crate) fn draw_event(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        if !self.choices.events {
            return;
        }
        let side = scene.cursor.side;
        let own: Vec<UnitId> = scene.side(side).map(|(id, _)| id).collect();
        let Some(&bearer) = own.first() else { return };
        let of = self.numbers.events.cards;
        let card = dice.ask(Ask::Draw { of }, side, c::EVENT_02);
        scene.told(c::EVENT_02, card, bearer, None);
        match card {
            POWDER => own
                .iter()
                .for_each(|&id| scene.set(id, marks::UNLOADED, false, c::EVENT_01)),
            MUD => own
                .iter()
                .for_each(|&id| scene.set(id, marks::MUD, true, c::EVENT_03)),
            RAIN => own
                .iter()
                .for_each(|&id| scene.set(id, marks::RAIN, true, c::EVENT_04)),
            STRAGGLERS => self.stragglers(&own, scene),
            _ => {}
        }
    }

    /// The unit with the most hits loses two; of several the first.
    fn stragglers(&self, own: &[UnitId], scene: &mut Scene) {
        let hits = |id: UnitId| marks::HITS.of(scene.unit(id));
        let most = own.iter().copied().rev().max_by_key(|&id| hits(id));
        if let Some(id) = most {
            let left = hits(id) - self.numbers.events.stragglers;
            scene.set(id, marks::HITS, left.max(0), c::EVENT_01);
        }
    }
}
