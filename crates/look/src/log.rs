//! The log: what was ordered, thrown and done, in plain language, and what
//! moved, for animation.

use crate::Look;
use crate::measure::stance;
use crate::view::{LogEntry, LogLine, Motion, RollView, Telling, Tiding};
use sandtable_battle::{
    Ask, Battle, Cursor, Event, Gait, Order, Roll, Rules, Stated, Status, UnitId,
};
use sandtable_files::Journal;
use sandtable_files::journal::Line;
use sandtable_geometry::{Facing, Point, Rect};
use sandtable_tongue::{fill, say};

/// A journal as its log: every order, and after it what was entered there and
/// struck out again.
#[must_use]
pub fn told(rules: &dyn Rules, journal: &Journal) -> Vec<LogEntry> {
    let mut now = journal.start().clone();
    let entry = |battle: &Battle, line: &Line| {
        let look = Look::new(rules, battle);
        let (order, stated) = (line.order.as_ref(), line.stated.as_deref());
        look.entry_stated(line.n as usize, stated, order, &line.rolls, &line.events)
    };
    let mut entries = Vec::with_capacity(journal.lines().len());
    for line in journal.lines() {
        line.arrange(&mut now);
        let mut told = entry(&now, line);
        line.events.iter().for_each(|event| now.apply(event));
        told.struck = Journal::struck(line, &now)
            .iter()
            .map(|(before, one)| {
                let mut before = before.clone();
                one.arrange(&mut before);
                entry(&before, one)
            })
            .collect();
        entries.push(told);
    }
    entries
}

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
        self.entry_stated(number, None, order, rolls, events)
    }

    /// The same of an order that something was stated with: this battle is arranged
    /// so already.
    #[must_use]
    pub fn entry_stated(
        &self,
        number: usize,
        stated: Option<&Stated>,
        order: Option<&Order>,
        rolls: &[Roll],
        events: &[Event],
    ) -> LogEntry {
        let (battle, card) = (self.battle, self.card());
        let mut now = battle.clone();
        let mut lines = Vec::new();
        for (at, event) in events.iter().enumerate() {
            let told = order.is_none_or(|order| {
                !only_acts(order, event) && !self.only_rolled(order, rolls, event)
            }) && !self.goes_back(event, &events[at + 1..])
                && !takes_post(event, events);
            let text = sandtable_tell::event(&now, card, event).filter(|_| told);
            if let Some(text) = text.map(|text| self.placed_in_words(&now, event, text)) {
                lines.push(LogLine {
                    text,
                    clause: self.cite(event.why()),
                    unit: event.unit().map(|u| u.0),
                    who: event.unit().map(|unit| self.name(unit).to_owned()),
                    tiding: tiding(event),
                });
            }
            now.apply(event);
        }
        // A move that went as it was ordered is told once.
        if order.is_some_and(|order| rolls.is_empty() && self.only_told_again(order, events)) {
            lines.clear();
        }
        let phase = usize::from(if order.is_some() || stated.is_some() {
            battle.cursor.phase
        } else {
            now.cursor.phase
        });
        LogEntry {
            number,
            side: battle.to_move().into(),
            order: match (order, stated) {
                (Some(order), _) => self.ordered(order),
                (None, Some(stated)) => self.told_of(stated).unwrap_or_default(),
                (None, None) => say!("The battle begins"),
            },
            who: order
                .and_then(Order::unit)
                .map(|unit| self.name(unit).to_owned()),
            short: order.and_then(|order| sandtable_tell::short(battle, card, order)),
            telling: order.map_or(Telling::Quiet, telling),
            stated: stated
                .filter(|_| order.is_some())
                .and_then(|s| self.told_of(s)),
            ruling: stated
                .and_then(|s| s.ruling.as_ref())
                .map(|r| r.reason.clone()),
            rolls: rolls.iter().map(|roll| self.roll(roll)).collect(),
            lines,
            turn: battle.cursor.turn.max(u16::from(number == 0)),
            phase: card
                .phases
                .get(phase)
                .map_or_else(String::new, |p| p.title.clone()),
            clauses: self.used(order, rolls, events),
            struck: Vec::new(),
        }
    }

    /// An order in words; where positions are left to the table no place of a map is
    /// named.
    fn ordered(&self, order: &Order) -> String {
        let told = sandtable_tell::order(self.battle, self.card(), order);
        let (true, Some(unit)) = (self.battle.setting.stated, order.unit()) else {
            return told;
        };
        let name = self.name(unit);
        let legal = self.rules.judge(self.battle, order).ok();
        let far = legal.map_or(0, |legal| {
            let from = self.battle.unit(unit).pose.point();
            legal
                .path()
                .last()
                .map_or(0, |to| to.point().distance(from))
        });
        match order {
            Order::Move { .. } => say!("{unit}: moves {far}", unit = name, far = self.far(far)),
            Order::Face { to, .. } => {
                let turned = self.battle.unit(unit).pose.facing.turn_to(*to);
                say!(
                    "{unit}: turns {turned}",
                    unit = name,
                    turned = turned_by(turned)
                )
            }
            _ => told,
        }
    }

    /// Where a miniature goes, for those who move it on a real table: no compass and
    /// no place of a map, but how far and how it is turned.
    fn placed_in_words(&self, now: &Battle, event: &Event, text: String) -> String {
        let Event::Moved {
            unit,
            from,
            to,
            gait,
            ..
        } = *event
        else {
            return text;
        };
        if !now.setting.stated {
            return text;
        }
        let name = self.name(unit);
        let by = from.facing.turn_to(to.facing);
        match gait {
            Gait::Placed => say!("{unit} is put on the table", unit = name),
            Gait::Turned => say!("{unit} turns {turned}", unit = name, turned = turned_by(by)),
            _ => {
                // The same without a facing is told without one.
                let mut still = *event;
                if let Event::Moved { from, to, .. } = &mut still {
                    to.facing = from.facing;
                }
                let plain = sandtable_tell::event(now, self.card(), &still).unwrap_or(text);
                let rect = self.rules.footprint(now, unit);
                let moved = self.aslant(plain, &rect, from.point(), to.point());
                if by == 0 {
                    moved
                } else {
                    say!(
                        "{moved}, turned {turned}",
                        moved = moved,
                        turned = turned_by(by)
                    )
                }
            }
        }
    }

    /// A move, and which way it went for one who stands on the base.
    fn aslant(&self, moved: String, rect: &Rect, from: Point, to: Point) -> String {
        if from == to {
            return moved;
        }
        let way = Facing::towards(from, to);
        let english = match rect.facing().turn_to(way).abs() {
            0..0x1000 => "{moved} ahead",
            0x7000.. => "{moved} straight back",
            0x5000.. => "{moved} diagonally back",
            0x3000.. => "{moved} to the side",
            _ => "{moved} diagonally ahead",
        };
        fill(english, &[("moved", &moved)])
    }

    /// Every clause that was used in an order: those of its factors, of its dice and
    /// of what happened, each once, in that order.
    fn used(&self, order: Option<&Order>, rolls: &[Roll], events: &[Event]) -> Vec<String> {
        let legal = order.and_then(|order| self.rules.judge(self.battle, order).ok());
        let factors = legal.map_or_else(Vec::new, |l| self.rules.advice().factors(self.battle, &l));
        let weighed = factors.iter().map(|factor| factor.clause);
        let all = weighed.chain(rolls.iter().map(|roll| roll.why));
        let mut out: Vec<String> = Vec::new();
        for clause in all.chain(events.iter().map(Event::why)) {
            let id = self.cite(clause);
            if !out.contains(&id) {
                out.push(id);
            }
        }
        out
    }

    fn roll(&self, roll: &Roll) -> RollView {
        let (_, sides) = roll.ask.dice();
        RollView {
            by: roll.by.into(),
            faces: roll.faces.to_vec(),
            sides,
            clause: self.cite(roll.why),
            title: self.title(roll.why).to_owned(),
            says: sandtable_tell::roll(self.card(), roll),
            came: sandtable_tell::came(self.card(), roll),
            drawn: matches!(roll.ask, Ask::Draw { .. }),
            thrown: roll.thrown,
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

    /// Whether what came of a unit's own test is seen by its going back: that is told.
    fn goes_back(&self, event: &Event, after: &[Event]) -> bool {
        let Event::Told { why, unit, .. } = *event else {
            return false;
        };
        let alone = self.card().clause(why).is_some_and(|text| text.alone);
        let next = after.iter().find_map(|event| match *event {
            Event::Moved { unit: of, gait, .. } if of == unit => Some(gait == Gait::Retreated),
            Event::Told { unit: of, .. } if of == unit => Some(false),
            _ => None,
        });
        alone && next == Some(true)
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
            Event::Noted { .. } | Event::SideMarked { .. } | Event::BattleMarked { .. } => true,
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

/// Whether an event says of a unit in reserve only that it is on the table now, and another says
/// where it was put.
fn takes_post(event: &Event, events: &[Event]) -> bool {
    let Event::Became {
        unit: of,
        from: Status::Reserve,
        to: Status::Table,
        ..
    } = *event
    else {
        return false;
    };
    let placed = |event: &Event| matches!(*event, Event::Moved { unit, gait: Gait::Placed, .. } if unit == of);
    events.iter().any(placed)
}

/// How far something turned, in words.
fn turned_by(steps: i32) -> String {
    match (steps.abs(), steps < 0) {
        (0x7800.., _) => say!("about"),
        (by, left) => {
            let degrees = (f64::from(by) * 360.0 / 65536.0).round();
            if left {
                say!("{degrees}° to the left", degrees = degrees)
            } else {
                say!("{degrees}° to the right", degrees = degrees)
            }
        }
    }
}

/// What a story makes of an order.
const fn telling(order: &Order) -> Telling {
    match order {
        Order::Move { .. } => Telling::Move,
        Order::Face { .. } | Order::Pass { .. } | Order::Draw | Order::End => Telling::Quiet,
        _ => Telling::Act,
    }
}

/// What a story makes of an event. A cursor that waits for somebody is no clock: what he must
/// decide is told.
const fn tiding(event: &Event) -> Tiding {
    match event {
        Event::Turned { to, .. } if to.waits.is_none() => Tiding::Clock,
        Event::Became {
            from: Status::Expected,
            to: Status::Table,
            ..
        } => Tiding::Arrival,
        Event::Moved {
            gait: Gait::Placed | Gait::Turned,
            ..
        } => Tiding::Place,
        _ => Tiding::Act,
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
