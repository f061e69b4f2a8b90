//! A battle: everything that judging an order needs, as plain data.

use crate::{Card, Clause, Event, Group, Memory, Pack, Setting, Side, Status, Unit, UnitId, Units};
use sandtable_geometry::{Edge, Length, Line, Point};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A choice that a player must make before the battle goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Await {
    /// Who must choose.
    pub side: Side,
    /// The clause that asks for the choice; its readings name the choices 0, 1, 2, ..
    pub why: Clause,
    /// How many choices there are.
    pub choices: u8,
    /// The unit that the choice is about.
    pub unit: Option<UnitId>,
    /// The other unit involved.
    pub other: Option<UnitId>,
}

impl Await {
    /// Makes a choice between some readings of a clause, which a side must decide.
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

    /// Returns the same choice, about a unit and perhaps another.
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
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// Game turn, from 1.
    pub turn: u16,
    /// Phase: its index in [`crate::Card::phases`].
    pub phase: u8,
    /// Whose (player) turn or activation it is.
    pub side: Side,
    /// The group whose card was drawn.
    pub group: Option<Group>,
    /// The unit that is being activated.
    pub unit: Option<UnitId>,
    /// Cards still to be drawn this turn, as bits by group.
    pub deck: u32,
    /// The outstanding choice, if there is one.
    pub waits: Option<Await>,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Outcome {
    /// One side has won.
    Won(Side),
    /// Neither side has won.
    Draw,
}

/// A gap in a linear feature: the part of its line within `reach` of `at` was taken down during the
/// battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The index of the feature in [`Setting::terrain`].
    pub feature: u8,
    /// The middle of the gap.
    pub at: Point,
    /// How far the gap extends to either side, 1/100 mm.
    pub reach: Length,
}

/// The last note of a packed value: it follows the value's own numbers.
pub(crate) const KEPT: i32 = -1;

/// Most notes that an interrupted resolution may leave.
pub const NOTES: usize = 200;

/// A battle in progress: cheap to copy, equal when everything on the table is.
#[derive(Debug, PartialEq, Eq)]
pub struct Battle {
    /// The part that does not change once the terrain is laid.
    pub setting: Arc<Setting>,
    /// Every unit that is or was part of the battle.
    pub units: Units,
    /// Where the battle stands in its order of play.
    pub cursor: Cursor,
    /// How the battle ended, once it has.
    pub ended: Option<Outcome>,
    /// The parts of linear features that were taken down, in the order in which it happened.
    pub gaps: Vec<Gap>,
    /// What a resolution that a choice interrupted needs to continue: dice that still lie on the
    /// table, moves begun. Only the rule set gives the numbers a meaning; between orders without a
    /// choice there are none. The last number is never zero.
    pub notes: Vec<i32>,
    /// Points scored for zones held when game turns ended, by side. Points for what the units
    /// themselves show are not included.
    pub score: [i16; 2],
    /// What is remembered about the sides and the battle, named by [`Card::state`].
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

    /// Copies into existing memory, so that order after order allocates nothing.
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
    /// Makes a battle in which nothing has happened yet.
    #[must_use]
    pub fn new(setting: Setting, units: impl Into<Units>, cursor: Cursor) -> Self {
        Self {
            setting: Arc::new(setting),
            units: units.into(),
            cursor,
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
            memory: Memory::default(),
        }
    }

    /// Returns the unit of an id.
    ///
    /// # Panics
    /// If there is no such unit. Ids come from this battle, and [`crate::Judging::judge`] screens
    /// orders before a rule sees them.
    #[must_use]
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// Returns the unit of an id, if there is one.
    #[must_use]
    #[inline]
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// Returns all units with their ids.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units
            .iter()
            .enumerate()
            .map(|(i, u)| (UnitId::at(i), u))
    }

    /// Returns all ids, without borrowing the battle.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        let count = u8::try_from(self.units.len()).unwrap_or(u8::MAX);
        (0..count).map(UnitId)
    }

    /// Returns whether the battle is unopened: nothing has happened, not even what comes before the
    /// first order. Turn 0 alone does not say so, because terrain is laid and units are deployed in
    /// it.
    #[must_use]
    pub fn is_unopened(&self) -> bool {
        self.cursor == Cursor::default()
    }

    /// Returns units on the table.
    #[inline]
    pub fn present(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all().filter(|(_, u)| u.status == Status::Table)
    }

    /// Returns units on the table whose position is no farther than `reach` from a point along
    /// either axis (east or west, north or south), by id. Units too far away to matter are left out
    /// before anything about them is measured, most of them before they are looked at.
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

    /// Returns units on the table whose position is no farther than `reach` from the bounding box
    /// of a line.
    #[inline]
    pub fn along(&self, line: &Edge, reach: Length) -> impl Iterator<Item = (UnitId, &Unit)> {
        let (low, high) = line.bounds();
        let half = (high.x - low.x).max(high.y - low.y) / 2 + 1;
        let middle = Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
        self.about(middle, half.saturating_add(reach))
    }

    /// Returns whether everything that a table shows of the units is the same as in another battle:
    /// position and heading, remaining strength, the marks beside them.
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

    /// Returns units of a side on the table.
    #[inline]
    pub fn side(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.present().filter(move |(_, u)| u.side == side)
    }

    /// Returns the side that must act next.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.cursor.waits.map_or(self.cursor.side, |w| w.side)
    }

    /// Changes the battle by one event; nothing else changes a battle. This is total: events made
    /// for this battle never fail, and events of another battle change nothing that is not there.
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
            // Nothing is copied for a piece that is not there.
            Event::Laid { piece, at, .. } if self.setting.is_to_lay(piece) => {
                Arc::make_mut(&mut self.setting).lay(piece, at);
            }
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

    /// Returns the value that an interrupted resolution keeps on the table
    /// ([`crate::Scene::keep`]). `None` if there is none, or none of this type whose units exist.
    #[must_use]
    pub fn kept<T: Pack>(&self) -> Option<T> {
        let (&last, numbers) = self.notes.split_last()?;
        (last == KEPT).then(|| T::from_packed(numbers, self.units.len()))?
    }

    /// Writes such a value into a battle that is not in play yet.
    pub fn write_kept<T: Pack>(&mut self, value: Option<&T>) {
        self.notes = value.map(Pack::packed).unwrap_or_default();
        self.notes.extend(value.map(|_| KEPT));
    }

    /// Sets a note; zeros at the end are dropped.
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

    /// Returns what still stands of a linear feature: its whole course, or the pieces between its
    /// gaps.
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

    /// Returns a fingerprint of everything that changes, the same on every machine.
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
        // Battles without gaps and notes keep the fingerprints they had before gaps and notes
        // existed.
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

/// Applies an event that leaves a unit where it is.
fn apply_to(unit: &mut Unit, event: &Event) {
    match *event {
        Event::Marked { mark, to, .. } => set(&mut *unit.marks, mark, to),
        Event::Formed { to, .. } => unit.formation = to,
        Event::Joined { to, .. } => unit.with = to,
        Event::Regrouped { to, .. } => unit.group = to,
        // `Units` itself handles positions and numbers of stands; the other events concern no unit.
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

/// Sets the mark at a place, if there is one.
fn set(marks: &mut [i32], place: u8, to: i32) {
    if let Some(slot) = marks.get_mut(usize::from(place)) {
        *slot = to;
    }
}

/// FNV-1a over a fixed byte order: the hashers of `std` may change and may differ between machines
/// with other word sizes.
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
