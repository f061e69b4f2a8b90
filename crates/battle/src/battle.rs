//! A battle: everything a ruling needs, as plain data.

use crate::{Card, Clause, Event, Group, Memory, Pack, Setting, Side, Status, Unit, UnitId, Units};
use sandtable_geometry::{Edge, Length, Line, Point};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A choice that a player owes before the battle goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Await {
    /// Who must choose.
    pub side: Side,
    /// By which clause; its readings name the choices 0, 1, 2, ..
    pub why: Clause,
    /// How many choices there are.
    pub choices: u8,
    /// The unit it is about.
    pub unit: Option<UnitId>,
    /// The other unit in it.
    pub other: Option<UnitId>,
}

impl Await {
    /// A choice between some readings of a clause that a side owes.
    #[must_use]
    pub const fn of(side: Side, why: Clause, choices: u8) -> Self {
        Self {
            side,
            why,
            choices,
            unit: None,
            other: None,
        }
    }

    /// The same about a unit, and another if there is one in it.
    #[must_use]
    pub const fn about(self, unit: UnitId, other: Option<UnitId>) -> Self {
        Self {
            unit: Some(unit),
            other,
            ..self
        }
    }
}

/// Where the battle stands in its order of play. The kernel gives the fields no
/// meaning beyond their names; the rule set moves the cursor by events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cursor {
    /// Game turn, from 1.
    pub turn: u16,
    /// Phase: the place in [`crate::Card::phases`].
    pub phase: u8,
    /// Whose (player) turn or activation it is.
    pub side: Side,
    /// The group whose card was drawn.
    pub group: Option<Group>,
    /// The unit that is being activated.
    pub unit: Option<UnitId>,
    /// Cards still to be drawn this turn, as bits by group.
    pub deck: u32,
    /// The choice that is owed, if one is.
    pub waits: Option<Await>,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// One side has won.
    Won(Side),
    /// Nobody has.
    Draw,
}

/// A gap in a linear feature: what of its line lies within `reach` of `at` was
/// taken down in the course of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The place of the feature in [`Setting::terrain`].
    pub feature: u8,
    /// The middle of the gap.
    pub at: Point,
    /// How far it goes to either side, 1/100 mm.
    pub reach: Length,
}

/// The number after those of a packed value among the notes.
pub(crate) const KEPT: i32 = -1;

/// Most notes an interrupted resolution may leave.
pub const NOTES: usize = 200;

/// A battle in progress: cheap to copy, equal when everything on the table is.
#[derive(Debug, PartialEq, Eq)]
pub struct Battle {
    /// What does not change, once the terrain is laid.
    pub setting: Arc<Setting>,
    /// Every unit that is or was part of it.
    pub units: Units,
    /// Where it stands in its order of play.
    pub cursor: Cursor,
    /// How it ended, once it has.
    pub ended: Option<Outcome>,
    /// What was taken down of linear features, in the order it happened.
    pub gaps: Vec<Gap>,
    /// What a resolution that was interrupted by a choice needs when it goes
    /// on: dice that still lie on the table, moves begun. Only the rule set
    /// gives the numbers a meaning; between orders without a choice there are
    /// none. The last is never nought.
    pub notes: Vec<i32>,
    /// Points scored for zones held when game turns ended, by side. Points for
    /// what the units themselves show are not counted in it.
    pub score: [i16; 2],
    /// What is remembered of the sides and of the battle, named by
    /// [`Card::state`].
    pub memory: Memory,
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        Self {
            setting: Arc::clone(&self.setting),
            units: self.units.clone(),
            cursor: self.cursor,
            ended: self.ended,
            gaps: self.gaps.clone(),
            notes: self.notes.clone(),
            score: self.score,
            memory: self.memory,
        }
    }

    /// The same into memory that is there already: order after order asks for none.
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.setting, &other.setting) {
            self.setting = Arc::clone(&other.setting);
        }
        self.units.copy_from(&other.units);
        self.cursor = other.cursor;
        self.ended = other.ended;
        self.gaps.clone_from(&other.gaps);
        self.notes.clone_from(&other.notes);
        self.score = other.score;
        self.memory = other.memory;
    }
}

impl Battle {
    /// A unit.
    ///
    /// # Panics
    /// When there is no such unit; ids come from this battle, and orders are
    /// screened by [`crate::Judging::judge`] before a rule sees them.
    #[must_use]
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// A unit, if there is one of that id.
    #[must_use]
    #[inline]
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// All ids with their units.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units
            .iter()
            .enumerate()
            .map(|(i, u)| (UnitId::at(i), u))
    }

    /// All ids, without holding on to the battle.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        let count = u8::try_from(self.units.len()).unwrap_or(u8::MAX);
        (0..count).map(UnitId)
    }

    /// Whether it has not been opened: nothing has happened, not even what comes before the
    /// first order. Turn 0 alone does not say so: terrain is laid and units deployed in it.
    #[must_use]
    pub fn is_unopened(&self) -> bool {
        self.cursor == Cursor::default()
    }

    /// Units on the table.
    #[inline]
    pub fn present(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all().filter(|(_, u)| u.status == Status::Table)
    }

    /// Units on the table whose place is no farther than `reach` from a point, to the east or
    /// west and to the north or south, by id: those that lie too far away to matter are left
    /// out before anything of them is measured, most of them before they are looked at.
    #[inline]
    pub fn about(&self, at: Point, reach: Length) -> impl Iterator<Item = (UnitId, &Unit)> {
        let within = reach.max(0).unsigned_abs();
        let near = self.units.about(at, reach.max(0));
        near.map(|place| (UnitId::at(place), &self.units[place]))
            .filter(move |(_, unit)| {
                unit.pose.x.abs_diff(at.x) <= within
                    && unit.pose.y.abs_diff(at.y) <= within
                    && unit.status == Status::Table
            })
    }

    /// Units on the table whose place is no farther than `reach` from the box round a line.
    #[inline]
    pub fn along(&self, line: &Edge, reach: Length) -> impl Iterator<Item = (UnitId, &Unit)> {
        let (low, high) = line.bounds();
        let half = (high.x - low.x).max(high.y - low.y) / 2 + 1;
        let middle = Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
        self.about(middle, half.saturating_add(reach))
    }

    /// Whether all that a table shows of the units is as in another moment: where and
    /// how they stand, what is left of them, the marks beside them.
    #[must_use]
    pub fn shows_as(&self, other: &Self, card: &Card) -> bool {
        let same = |(a, b): (&Unit, &Unit)| {
            let marks = card.marks.iter().zip(a.marks.iter().zip(&*b.marks));
            let mut shown = marks.filter(|(spec, _)| !spec.title.is_empty());
            (a.status, a.pose, a.stands, a.formation, a.with)
                == (b.status, b.pose, b.stands, b.formation, b.with)
                && shown.all(|(_, (a, b))| a == b)
        };
        self.units.iter().zip(&other.units).all(same)
    }

    /// Units of a side on the table.
    #[inline]
    pub fn side(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.present().filter(move |(_, u)| u.side == side)
    }

    /// Who must speak next.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.cursor.waits.map_or(self.cursor.side, |w| w.side)
    }

    /// Changes the battle by one event: the only thing that does. It is total:
    /// events made for this battle never fail, foreign ones change nothing that
    /// is not there.
    pub fn apply(&mut self, event: &Event) {
        if let Some(place) = event.unit().map(UnitId::index) {
            match *event {
                Event::Moved { to, .. } => self.units.shift(place, to),
                Event::Became { to, .. } => self.units.become_(place, to),
                Event::StandsLost { to, .. } => self.units.stands(place, to),
                _ => {
                    if let Some(unit) = self.units.kept(place) {
                        apply_to(unit, event);
                    }
                }
            }
        }
        match *event {
            Event::Turned { to, .. } => self.cursor = to,
            Event::Laid { piece, at, .. } => Arc::make_mut(&mut self.setting).lay(piece, at),
            Event::Ended { outcome, .. } => self.ended = Some(outcome),
            Event::Opened {
                feature, at, reach, ..
            } => self.gaps.push(Gap { feature, at, reach }),
            Event::Scored { side, to, .. } => self.score[side.index()] = to,
            Event::Noted { place, to, .. } => self.note(usize::from(place), to),
            Event::SideMarked { side, mark, to, .. } => {
                set(&mut self.memory.sides[side.index()], mark, to);
            }
            Event::BattleMarked { mark, to, .. } => set(&mut self.memory.battle, mark, to),
            _ => {}
        }
    }

    /// What a resolution that was interrupted by a choice keeps on the table
    /// ([`crate::Scene::keep`]); nothing when there is none, or none of this type with
    /// units that exist.
    #[must_use]
    pub fn kept<T: Pack>(&self) -> Option<T> {
        let (&last, numbers) = self.notes.split_last()?;
        (last == KEPT).then(|| T::from_packed(numbers, self.units.len()))?
    }

    /// Keeps a value so in a battle that is not in play yet.
    pub fn write_kept<T: Pack>(&mut self, value: Option<&T>) {
        self.notes = value.map(Pack::packed).unwrap_or_default();
        self.notes.extend(value.map(|_| KEPT));
    }

    /// Sets a note; noughts at the end are dropped.
    fn note(&mut self, place: usize, to: i32) {
        if place >= NOTES {
            return;
        }
        if self.notes.len() <= place {
            self.notes.resize(place + 1, 0);
        }
        self.notes[place] = to;
        while self.notes.last() == Some(&0) {
            self.notes.pop();
        }
    }

    /// What still stands of a linear feature: its whole course, or the pieces
    /// between the gaps in it.
    #[must_use]
    pub fn course(&self, feature: u8) -> Vec<Line> {
        let Some(line) = self
            .setting
            .terrain
            .get(usize::from(feature))
            .and_then(|f| f.line.as_ref())
        else {
            return Vec::new();
        };
        let mut pieces = vec![line.clone()];
        for gap in self.gaps.iter().filter(|g| g.feature == feature) {
            pieces = pieces
                .iter()
                .flat_map(|piece| piece.without(gap.at, gap.reach))
                .collect();
        }
        pieces
    }

    /// A fingerprint of everything that changes, the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        self.units.hash(&mut hasher);
        self.cursor.hash(&mut hasher);
        self.ended.hash(&mut hasher);
        for (place, piece) in self.setting.pieces.iter().enumerate() {
            if let Some(at) = piece.laid {
                (place, at).hash(&mut hasher);
            }
        }
        // Battles in which nothing was opened or interrupted keep the
        // fingerprints they had before there were gaps and notes.
        if !self.gaps.is_empty() || !self.notes.is_empty() {
            self.gaps.hash(&mut hasher);
            self.notes.hash(&mut hasher);
        }
        if self.score != [0; 2] {
            self.score.hash(&mut hasher);
        }
        if self.memory != Memory::default() {
            self.memory.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Changes a unit by an event that leaves it where it is.
fn apply_to(unit: &mut Unit, event: &Event) {
    match *event {
        Event::Marked { mark, to, .. } => set(&mut *unit.marks, mark, to),
        Event::Formed { to, .. } => unit.formation = to,
        Event::Joined { to, .. } => unit.with = to,
        Event::Regrouped { to, .. } => unit.group = to,
        // The units themselves see to where and how many they stand; the rest is about none.
        Event::Moved { .. }
        | Event::StandsLost { .. }
        | Event::Became { .. }
        | Event::Turned { .. }
        | Event::Laid { .. }
        | Event::Told { .. }
        | Event::Opened { .. }
        | Event::Noted { .. }
        | Event::SideMarked { .. }
        | Event::BattleMarked { .. }
        | Event::Scored { .. }
        | Event::Ended { .. } => {}
    }
}

/// Sets a mark, if there is one of that place.
fn set(marks: &mut [i32], place: u8, to: i32) {
    if let Some(slot) = marks.get_mut(usize::from(place)) {
        *slot = to;
    }
}

/// FNV-1a over a fixed byte order: `std`'s own hashers may change and differ
/// between machines of other word sizes.
pub(crate) struct Fnv(pub u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_le_bytes());
    }

    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_le_bytes());
    }

    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_le_bytes());
    }

    // Word-sized writes (lengths, enum tags) are widened: wasm words are 32 bits.
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    #[expect(clippy::cast_sign_loss, reason = "bits only")]
    fn write_isize(&mut self, i: isize) {
        self.write_u64(i as i64 as u64);
    }
}
