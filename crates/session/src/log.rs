//! The log: what was ordered, thrown and done, in plain language, and what
//! moved, for animation.

use crate::Look;
use crate::measure::stance;
use crate::view::{LogEntry, LogLine, Motion, RollView};
use sandtable_battle::{Event, Gait, Order, Roll, tell};

impl Look<'_> {
    /// The log entry of an order given to this battle; the opening has none.
    #[must_use]
    pub fn entry(
        &self,
        number: usize,
        order: Option<&Order>,
        rolls: &[Roll],
        events: &[Event],
    ) -> LogEntry {
        let (battle, card) = (self.battle, self.card());
        let mut now = battle.clone();
        let mut lines = Vec::new();
        for event in events {
            if let Some(text) = tell::event(&now, card, event) {
                lines.push(LogLine {
                    text,
                    clause: self.cite(event.why()),
                    unit: event.unit().map(|u| u.0),
                });
            }
            now.apply(event);
        }
        let phase = usize::from(if order.is_some() {
            battle.cursor.phase
        } else {
            now.cursor.phase
        });
        LogEntry {
            number,
            side: battle.to_move().into(),
            order: order.map_or_else(
                || "The battle begins".to_owned(),
                |order| tell::order(battle, card, order),
            ),
            rolls: rolls.iter().map(|roll| self.roll(roll)).collect(),
            lines,
            turn: battle.cursor.turn.max(u16::from(order.is_none())),
            phase: card
                .phases
                .get(phase)
                .map_or_else(String::new, |p| p.title.clone()),
        }
    }

    fn roll(&self, roll: &Roll) -> RollView {
        let (_, sides) = roll.ask.dice();
        RollView {
            by: roll.by.into(),
            faces: roll.faces.to_vec(),
            sides,
            clause: self.cite(roll.why),
            title: self.title(roll.why).to_owned(),
            says: tell::roll(self.card(), roll),
        }
    }

    /// What moved, in order, by the centres of rectangles.
    #[must_use]
    pub fn motions(&self, events: &[Event]) -> Vec<Motion> {
        let mut now = self.battle.clone();
        let mut out = Vec::new();
        for event in events {
            let moved = match *event {
                Event::Moved { unit, gait, .. } if now.get(unit).is_some() => Some((
                    unit,
                    gait,
                    stance(self.ruler(), &self.rules.footprint(&now, unit)),
                )),
                _ => None,
            };
            now.apply(event);
            if let Some((unit, gait, from)) = moved {
                out.push(Motion {
                    unit: unit.0,
                    gait: gait_name(gait).to_owned(),
                    from,
                    to: stance(self.ruler(), &self.rules.footprint(&now, unit)),
                });
            }
        }
        out
    }
}

/// A gait's name on the wire: as in journals.
const fn gait_name(gait: Gait) -> &'static str {
    match gait {
        Gait::Placed => "placed",
        Gait::Moved => "moved",
        Gait::Turned => "turned",
        Gait::Wheeled => "wheeled",
        Gait::Charged => "charged",
        Gait::Aligned => "aligned",
        Gait::Retreated => "retreated",
        Gait::Driven => "driven",
        Gait::Withdrew => "withdrew",
        Gait::Carried => "carried",
    }
}
