//! The log: what was ordered, thrown and done, in plain language, and what
//! moved, for animation.

use crate::Look;
use crate::measure::stance;
use crate::view::{LogEntry, LogLine, Motion, RollView};
use sandtable_battle::{Ask, Cursor, Event, Gait, Order, Roll, UnitId, tell};

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
            let told = order.is_none_or(|order| {
                !only_acts(order, event) && !self.only_rolled(order, rolls, event)
            });
            if let Some(text) = tell::event(&now, card, event).filter(|_| told) {
                lines.push(LogLine {
                    text,
                    clause: self.cite(event.why()),
                    unit: event.unit().map(|u| u.0),
                });
            }
            now.apply(event);
        }
        // A move that went as it was ordered is told once.
        if order.is_some_and(|order| rolls.is_empty() && self.only_told_again(order, events)) {
            lines.clear();
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
            drawn: matches!(roll.ask, Ask::Draw { .. }),
        }
    }

    /// Whether an event says no more than the one roll of the order does: what it
    /// came to for the unit that was ordered or for its target.
    fn only_rolled(&self, order: &Order, rolls: &[Roll], event: &Event) -> bool {
        let (
            Event::Told {
                why, outcome, unit, ..
            },
            [roll],
        ) = (*event, rolls)
        else {
            return false;
        };
        let told = self.reading(why, outcome);
        let about = [order.unit(), order.target()].contains(&Some(unit));
        about && told.is_some() && told == self.reading(roll.why, roll.outcome())
    }

    /// Whether an order to move or to turn brought nothing but that: its line in
    /// the log says it all.
    fn only_told_again(&self, order: &Order, events: &[Event]) -> bool {
        let own = |unit: UnitId| order.unit() == Some(unit);
        let form = matches!(order, Order::Form { .. });
        let place = matches!(order, Order::Place { .. });
        let moves = form || place || matches!(order, Order::Move { .. } | Order::Face { .. });
        let marks = &self.card().marks;
        let silent = |mark: u8| {
            let spec = marks.get(usize::from(mark));
            spec.is_none_or(|spec| spec.title.is_empty())
        };
        let repeats = |event: &Event| match *event {
            Event::Moved { unit, gait, .. } => {
                let plain = [Gait::Moved, Gait::Turned, Gait::Wheeled, Gait::Placed];
                plain.contains(&gait) && own(unit)
            }
            Event::Formed { unit, .. } => form && own(unit),
            Event::Became { unit, .. } => place && own(unit),
            Event::Marked { mark, .. } => silent(mark),
            Event::Noted { .. } => true,
            _ => only_acts(order, event),
        };
        moves && events.iter().all(repeats)
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

/// Whether an event only says that the unit which was ordered acts.
fn only_acts(order: &Order, event: &Event) -> bool {
    matches!(*event, Event::Turned { from, to, .. }
        if to.unit == order.unit() && from == Cursor { unit: from.unit, ..to })
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
