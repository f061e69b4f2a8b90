//! A position as a row of numbers, as seen from one side.

use crate::Arena;
use sandtable_battle::{Battle, MarkSpec, Side, Sort, Status, UnitId};
use sandtable_geometry::{Facing, Point, Pose};

/// Length of the vector that gives a facing as sine and cosine, in 1/100 mm.
const LONG: i32 = 1_000_000;
/// Number of turns of a battle without a limit, for the share of time that has passed.
const LONG_BATTLE: u16 = 30;

/// Numbers that describe the battle as a whole, before the phases.
const OF_BATTLE: [&str; 7] = [
    "turn: share of the turns of the battle (of 30 where it has no limit)",
    "first: 1 for the first side, 0 for the second",
    "to move: 1 when you are to order",
    "choice: 1 when a choice must be made first",
    "own strength: share of the strength at the start",
    "enemy strength: share of the strength at the start",
    "lead: points scored for zones, yours less theirs",
];

/// Numbers that describe a unit, before its marks.
const OF_UNIT: [&str; 10] = [
    "on the table: 1 or 0",
    "still to come: 1 or 0",
    "x: table widths from your left",
    "y: table depths from your edge",
    "facing right: sine of the facing, clockwise from straight away from you",
    "facing ahead: its cosine",
    "stands: share of those it began with",
    "worth: 1 is a fresh average unit",
    "ready: 1 when it may be ordered now",
    "chosen: 1 for the unit that you are ordering",
];

impl Arena {
    fn marks(&self) -> impl Iterator<Item = (usize, &MarkSpec)> {
        let marks = self.rules.card().marks.iter().enumerate();
        marks.filter(|(_, mark)| !mark.title.is_empty())
    }

    /// Returns how many numbers describe the battle as a whole; they come first in a row.
    #[must_use]
    pub fn globals(&self) -> usize {
        OF_BATTLE.len() + self.rules.card().phases.len()
    }

    /// Returns how many numbers describe a unit. Own units come first, then the enemy's, each side
    /// in the order of the battle file, with zeros where a side has fewer.
    #[must_use]
    pub fn of_unit(&self) -> usize {
        let card = self.rules.card();
        OF_UNIT.len() + self.marks().count() + card.kinds.len() + card.formations.len()
    }

    /// Returns the length of a row.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.globals() + 2 * self.slots() * self.of_unit()
    }

    /// Returns the meaning and unit of every number: those of the battle, and those of a unit.
    #[must_use]
    pub fn features(&self) -> (Vec<String>, Vec<String>) {
        let card = self.rules.card();
        let phases = card.phases.iter();
        let phases = phases.map(|phase| format!("phase {}: 1 or 0", phase.id));
        let battle = OF_BATTLE.map(str::to_owned).into_iter().chain(phases);
        let marks = self
            .marks()
            .map(|(_, mark)| format!("{}: {}", mark.id, unit_of(mark)));
        let kinds = card
            .kinds
            .iter()
            .map(|kind| format!("kind {}: 1 or 0", kind.id));
        let forms = card.formations.iter();
        let forms = forms.map(|name| format!("formation {name}: 1 or 0"));
        let unit = OF_UNIT.map(str::to_owned).into_iter().chain(marks);
        (battle.collect(), unit.chain(kinds).chain(forms).collect())
    }

    /// Writes the row of a position as a side sees it, with the unit that it has chosen. The table
    /// is turned so that the side's own edge is in front.
    ///
    /// # Panics
    /// If `out` is not [`Arena::numbers`] long.
    pub fn observe(&self, battle: &Battle, side: Side, chosen: Option<UnitId>, out: &mut [f32]) {
        assert_eq!(out.len(), self.numbers(), "a row is so long");
        out.fill(0.0);
        let card = self.rules.card();
        let mut ready = Vec::new();
        if battle.ended.is_none() {
            self.rules.ready(battle, &mut ready);
        }
        let (head, rows) = out.split_at_mut(self.globals());
        let turns = battle.setting.turns.unwrap_or(LONG_BATTLE);
        let strength = |side| self.share(battle, side);
        let lead = battle.score[side.index()] - battle.score[side.other().index()];
        let known = [
            f32::from(battle.cursor.turn) / f32::from(turns.max(1)),
            flag(side == Side::A),
            flag(battle.to_move() == side),
            flag(battle.cursor.waits.is_some()),
            strength(side),
            strength(side.other()),
            f32::from(lead),
        ];
        head[..known.len()].copy_from_slice(&known);
        if let Some(phase) = head.get_mut(known.len() + usize::from(battle.cursor.phase)) {
            *phase = 1.0;
        }
        debug_assert_eq!(head.len(), OF_BATTLE.len() + card.phases.len());
        let wide = self.of_unit();
        for (half, whose) in [side, side.other()].into_iter().enumerate() {
            let units = self.sides[whose.index()].iter().enumerate();
            for (place, &id) in units {
                let at = (half * self.slots() + place) * wide;
                let row = &mut rows[at..at + wide];
                self.unit_row(battle, side, id, row);
                row[8] = flag(ready.contains(&id));
                row[9] = flag(chosen == Some(id));
            }
        }
    }

    fn unit_row(&self, battle: &Battle, side: Side, id: UnitId, row: &mut [f32]) {
        let (unit, setting) = (battle.unit(id), &battle.setting);
        let there = unit.status == Status::Table;
        row[0] = flag(there);
        row[1] = flag(!there && !unit.status.is_gone());
        if there {
            let pose = match side {
                Side::A => unit.pose,
                Side::B => Pose::new(
                    setting.width - unit.pose.x,
                    setting.height - unit.pose.y,
                    unit.pose.facing.reversed(),
                ),
            };
            row[2] = ratio(pose.x, setting.width);
            row[3] = ratio(pose.y, setting.height);
            (row[4], row[5]) = direction(pose.facing);
        }
        if unit.status.is_gone() {
            return;
        }
        row[6] = f32::from(unit.stands) / f32::from(unit.started.max(1));
        row[7] = ratio(self.rules.advice().profile(battle, id).worth, 1000);
        let mut at = OF_UNIT.len();
        for (place, mark) in self.marks() {
            row[at] = share_of(mark, unit.marks[place]);
            at += 1;
        }
        let card = self.rules.card();
        if let Some(kind) = row.get_mut(at + usize::from(unit.kind)) {
            *kind = 1.0;
        }
        at += card.kinds.len();
        if let Some(form) = row.get_mut(at + usize::from(unit.formation)) {
            *form = 1.0;
        }
    }

    /// Returns the share of its strength that a side has left, including units still to arrive.
    #[must_use]
    pub fn share(&self, battle: &Battle, side: Side) -> f32 {
        let units = self.sides[side.index()].iter();
        let left = units.filter(|id| !battle.unit(**id).status.is_lost());
        let worth: i32 = left
            .map(|&id| self.rules.advice().profile(battle, id).worth)
            .sum();
        ratio(worth, self.worth[side.index()])
    }
}

const fn flag(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// Divides two numbers; learners need no more than seven digits.
#[expect(clippy::cast_possible_truncation, reason = "seven digits will do")]
fn ratio(a: i32, b: i32) -> f32 {
    (f64::from(a) / f64::from(b.max(1))) as f32
}

fn direction(facing: Facing) -> (f32, f32) {
    let to = Point::new(0, 0).moved(facing, LONG);
    (ratio(to.x, LONG), ratio(to.y, LONG))
}

/// Returns a mark as a number: flags as 1 or 0, references as 1 if there is one, counts and lengths
/// as a share of their maximum.
fn share_of(mark: &MarkSpec, value: i32) -> f32 {
    match mark.sort {
        Sort::Flag | Sort::Unit | Sort::Side | Sort::Angle => flag(value != 0),
        Sort::Count | Sort::Length | Sort::Choice(_) | Sort::Set(_) => {
            ratio(value, mark.range.1.max(1))
        }
    }
}

const fn unit_of(mark: &MarkSpec) -> &'static str {
    match mark.sort {
        Sort::Flag => "1 or 0",
        Sort::Unit | Sort::Side | Sort::Angle => "1 when there is one",
        Sort::Count | Sort::Length => "share of the most it can be",
        Sort::Choice(_) | Sort::Set(_) => "the number of its value, as a share of the greatest",
    }
}
