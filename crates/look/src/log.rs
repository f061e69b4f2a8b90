//! The log: what was ordered, thrown and done, in plain language, and what
//! moved, for animation.

use crate::Look;
use crate::measure::stance;
use crate::view::{LogEntry, LogLine, Motion, RollView, Telling, Tiding};
use sandtable_battle::{
    Ask, Battle, Cursor, Event, Gait, Order, Roll, Rules, Stated, Status, UnitId,
};
use sandtable_files::Journal;
use sandtable_files::journal::{Line, Struck};
use sandtable_geometry::{Facing, Point, Rect};
use sandtable_tongue::{fill, say};

/// Returns the log of a journal: every order, each with the entries after it that were taken back.
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
        if !line.struck.is_empty() {
            told.struck = struck(line, &now, &entry);
        }
        entries.push(told);
    }
    entries
}

/// Returns the entries of the lines struck out after a line, without those that follow no other.
fn struck(
    line: &Line,
    after: &Battle,
    entry: &dyn Fn(&Battle, &Line) -> LogEntry,
) -> Vec<LogEntry> {
    let mut walk = Struck::after(line, after.clone());
    let mut entries: Vec<Option<LogEntry>> = line.struck.iter().map(|_| None).collect();
    while let Some((place, before)) = walk.step() {
        if let Some(mut battle) = before {
            let one = &line.struck[place];
            one.arrange(&mut battle);
            entries[place] = Some(entry(&battle, one));
            one.events.iter().for_each(|event| battle.apply(event));
            walk.leave(battle);
        }
    }
    entries.into_iter().flatten().collect()
}

impl Look<'_> {
    /// Returns the log entry of an order given to this battle; `order` is none for the opening.
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

    /// Returns the log entry of an order that came with statements about the real table. This
    /// battle must already be arranged by them.
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
        // A move that went as ordered needs no second line.
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

    /// Words an order. Where positions are left to the table, the words name no place on a map.
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

    /// Says where a miniature goes, for players at a real table: how far and how it turns, without
    /// compass directions or places on a map.
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
                // Without a turn in the event, the words name no facing.
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

    /// Adds to a move which way it went, as seen from the base.
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

    /// Lists every clause that an order used: those of its factors, then of its dice, then of what
    /// happened, each once.
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

    /// Tells whether an event only repeats the order's one roll: the result for the unit that was
    /// ordered or for its target.
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

    /// Tells whether the unit's retreat already shows the result of its own test. The log then says
    /// only that it goes back.
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

    /// Tells whether an order to move or to turn did just that: its line in the log is then enough.
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

    /// Lists what moved, in order, by the centres of rectangles.
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

/// Tells whether an event only says that a unit from reserve is now on the table, while another
/// event says where it was put.
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

/// Says how far something turned.
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

/// Returns how the story of a battle treats an order.
const fn telling(order: &Order) -> Telling {
    match order {
        Order::Move { .. } => Telling::Move,
        Order::Face { .. } | Order::Pass { .. } | Order::Draw | Order::End => Telling::Quiet,
        _ => Telling::Act,
    }
}

/// Returns how the story of a battle treats an event. A cursor that waits for a player's decision
/// is no mere clock: the story names the decision.
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

/// Tells whether an event only says that the ordered unit acts.
fn only_acts(order: &Order, event: &Event) -> bool {
    matches!(*event, Event::Turned { from, to, .. }
        if to.unit == order.unit() && from == Cursor { unit: from.unit, ..to })
}

/// Returns a gait's name in data, the same as in journals.
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
