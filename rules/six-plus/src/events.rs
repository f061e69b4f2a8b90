//! Optional rule: special events, from the cards that the battle contains.

use crate::{SixPlus, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Ask, Battle, Dice, Scene, UnitId};

/// Events that a card can bring, in the order of the readings of EVENT-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Nothing happens.
    Quiet,
    /// Every unit of the side is loaded.
    Powder,
    /// All units of the side are in mud (EVENT-03).
    Mud,
    /// All units of the side are in rain (EVENT-04).
    Rain,
    /// Stragglers return to the side's unit with the most hits.
    Stragglers,
}

impl Event {
    /// Names in files, in the same order.
    pub(crate) const NAMES: [&str; 5] = ["quiet", "powder", "mud", "rain", "stragglers"];

    const ALL: [Self; 5] = [
        Self::Quiet,
        Self::Powder,
        Self::Mud,
        Self::Rain,
        Self::Stragglers,
    ];
}

/// Returns the event of a card, given its position in the deck as the battle lists it.
fn event(battle: &Battle, card: u16) -> Option<Event> {
    let mut before = 0;
    let found = battle.setting.events.iter().find(|event| {
        before += u16::from(event.cards);
        card < before
    })?;
    Event::ALL.get(usize::from(found.does)).copied()
}

impl SixPlus {
    /// Draws a card at the start of a player turn, if the battle has any (EVENT-01, EVENT-02).
    pub(crate) fn draw_event(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let cards = scene.setting.events.iter();
        let of: u16 = cards.map(|event| u16::from(event.cards)).sum();
        let Some(of) = u8::try_from(of).ok().filter(|&of| of > 0) else {
            return;
        };
        if !self.choices.events {
            return;
        }
        by!(c::EVENT_01);
        let side = scene.cursor.side;
        let own: Vec<UnitId> = scene.side(side).map(|(id, _)| id).collect();
        let Some(&bearer) = own.first() else { return };
        // A single card needs no draw.
        let card = if of > 1 {
            dice.ask(Ask::Draw { of }, side, c::EVENT_02)
        } else {
            0
        };
        let Some(event) = event(scene, card) else {
            return;
        };
        scene.told(c::EVENT_02, event as u16, bearer, None);
        match event {
            Event::Quiet => {}
            Event::Powder => own
                .iter()
                .for_each(|&id| scene.set(id, marks::UNLOADED, false, c::EVENT_02)),
            Event::Mud => own
                .iter()
                .for_each(|&id| scene.set(id, marks::MUD, true, c::EVENT_03)),
            Event::Rain => own
                .iter()
                .for_each(|&id| scene.set(id, marks::RAIN, true, c::EVENT_04)),
            Event::Stragglers => self.stragglers(&own, scene),
        }
    }

    /// Removes two hits from the unit with the most hits; in a tie, from the first.
    fn stragglers(&self, own: &[UnitId], scene: &mut Scene) {
        let hits = |id: UnitId| marks::HITS.of(scene.unit(id));
        let most = own.iter().copied().rev().max_by_key(|&id| hits(id));
        if let Some(id) = most {
            let left = hits(id) - self.numbers.events.stragglers;
            scene.set(id, marks::HITS, left.max(0), c::EVENT_02);
        }
    }
}
