//! Rewrites journals of format 1 in today's form.
//!
//! Every line is applied to a battle in the old form; what a mark or a note came to is read from
//! the same battle in today's form. A line whose fingerprint was wrong then gets a wrong one now,
//! so that it still does not verify.

use super::{Line, Struck};
use crate::Renewal;
use sandtable_battle::{Battle, Clause, Event, NOTES, Side, UnitId};

/// A battle in the old form, and the same battle in today's form.
#[derive(Clone)]
struct Both<'c> {
    then: Battle,
    now: Battle,
    renewal: Renewal<'c>,
}

/// Rewrites the lines of a journal that begins with a battle in the old form.
pub(super) fn lines(start: &Battle, lines: Vec<Line>, renewal: Renewal<'_>) -> Vec<Line> {
    let mut both = Both {
        then: start.clone(),
        now: renewed(start, renewal),
        renewal,
    };
    lines
        .into_iter()
        .map(|mut line| {
            let struck = std::mem::take(&mut line.struck);
            let mut line = both.line(line);
            line.struck = both.clone().struck(line.n, struck);
            line
        })
        .collect()
}

fn renewed(then: &Battle, renewal: Renewal<'_>) -> Battle {
    let mut now = then.clone();
    renewal.renew(&mut now);
    now
}

impl Both<'_> {
    /// Returns a line as it would be written today.
    fn line(&mut self, line: Line) -> Line {
        line.arrange(&mut self.then);
        line.arrange(&mut self.now);
        let mut events = Vec::with_capacity(line.events.len());
        let mut behind = None;
        for event in &line.events {
            if event.is_remembered() {
                // Marks and notes catch up once, before the next other event.
                self.then.apply(event);
                behind = Some(event.why());
                continue;
            }
            if let Some(why) = behind.take() {
                self.catch_up(why, &mut events);
            }
            self.then.apply(event);
            self.now.apply(event);
            events.push(*event);
        }
        if let Some(last) = line.events.last() {
            self.catch_up(last.why(), &mut events);
        }
        let off = line.after ^ self.then.fingerprint();
        Line {
            events,
            after: self.now.fingerprint() ^ off,
            ..line
        }
    }

    /// Rewrites lines that were struck out after a line, each following from the one before it.
    fn struck(self, n: u32, mut lines: Vec<Line>) -> Vec<Line> {
        let mut walk = Struck::of(n, &lines, self);
        while let Some((place, before)) = walk.step() {
            // A line that follows no other stays as it is: it has no effect.
            if let Some(mut both) = before {
                lines[place] = both.line(lines[place].clone());
                walk.leave(both);
            }
        }
        lines
    }

    /// Adds the events that bring today's battle up to the old one.
    fn catch_up(&mut self, why: Clause, out: &mut Vec<Event>) {
        let goal = renewed(&self.then, self.renewal);
        let from = out.len();
        for (id, unit) in goal.all() {
            let was = self.now.unit(id);
            let marks = was.marks.iter().zip(unit.marks.iter());
            out.extend(
                (0_u8..)
                    .zip(marks)
                    .filter_map(|(mark, (&from, &to))| marked(id, mark, from, to, why)),
            );
        }
        for side in Side::BOTH {
            let of = |battle: &Battle| battle.memory.sides[side.index()];
            let marks = of(&self.now).into_iter().zip(of(&goal));
            let told = (0_u8..).zip(marks).filter(|(_, (from, to))| from != to);
            out.extend(told.map(|(mark, (from, to))| Event::SideMarked {
                side,
                mark,
                from,
                to,
                why,
            }));
        }
        let marks = self.now.memory.battle.into_iter().zip(goal.memory.battle);
        let told = (0_u8..).zip(marks).filter(|(_, (from, to))| from != to);
        out.extend(told.map(|(mark, (from, to))| Event::BattleMarked {
            mark,
            from,
            to,
            why,
        }));
        noted(&self.now.notes, &goal.notes, why, out);
        out[from..].iter().for_each(|event| self.now.apply(event));
    }
}

fn marked(unit: UnitId, mark: u8, from: i32, to: i32, why: Clause) -> Option<Event> {
    (from != to).then_some(Event::Marked {
        unit,
        mark,
        from,
        to,
        why,
    })
}

/// Adds the notes that changed, from the end, so that the list never grows by a zero.
fn noted(was: &[i32], is: &[i32], why: Clause, out: &mut Vec<Event>) {
    let most = was.len().max(is.len()).min(NOTES);
    for place in (0..most).rev() {
        let of = |notes: &[i32]| notes.get(place).copied().unwrap_or(0);
        let (from, to) = (of(was), of(is));
        if let (true, Ok(place)) = (from != to, u8::try_from(place)) {
            out.push(Event::Noted {
                place,
                from,
                to,
                why,
            });
        }
    }
}

/// Returns the first event of a line that this file would not have written: between two other
/// events each mark and note changes once, and from what it was. Otherwise changes that cancel out
/// could be slipped in.
pub(super) fn misstep<'e>(before: &Battle, events: &'e [Event]) -> Option<&'e Event> {
    let mut battle = before.clone();
    let mut changed = Vec::new();
    events.iter().find(|event| {
        let found = step(&battle, event);
        battle.apply(event);
        let Some((what, was, from, to)) = found else {
            changed.clear();
            return false;
        };
        let again = changed.contains(&what);
        changed.push(what);
        again || from != was || from == to
    })
}

/// A mark or note: of a unit, a side, the battle, or the list of notes.
type What = (u8, usize, u8);

/// Returns which mark or note an event changes, what it was, and the change that the event tells;
/// `None` for other events.
fn step(battle: &Battle, event: &Event) -> Option<(What, i32, i32, i32)> {
    let memory = &battle.memory;
    let at = |marks: &[i32], place: u8| marks.get(usize::from(place)).copied().unwrap_or(0);
    Some(match *event {
        Event::Marked {
            unit,
            mark,
            from,
            to,
            ..
        } => {
            let was = at(&*battle.unit(unit).marks, mark);
            ((0, unit.index(), mark), was, from, to)
        }
        Event::SideMarked {
            side,
            mark,
            from,
            to,
            ..
        } => {
            let was = at(&memory.sides[side.index()], mark);
            ((1, side.index(), mark), was, from, to)
        }
        Event::BattleMarked { mark, from, to, .. } => {
            ((2, 0, mark), at(&memory.battle, mark), from, to)
        }
        Event::Noted {
            place, from, to, ..
        } => ((3, 0, place), at(&battle.notes, place), from, to),
        _ => return None,
    })
}
