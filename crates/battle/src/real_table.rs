//! What a real table shows, for battles that leave positions to it.
//!
//! The rules judge poses. If nobody enters poses, a player states what an order needs to know about
//! them, and the units are arranged so that the rules find just that: [`Statement`] is what the
//! player said, [`Stated`] how it was arranged. A journal keeps both with the order, as it keeps
//! the faces of its dice. Like dice, what was seen is evidence, which the rules judge but do not
//! create.

use crate::{Amend, Battle, Feature, Goal, Ground, MOST_AMENDS, Outcome, Status, UnitId};
use sandtable_geometry::{Area, Length, Line, Point, Pose};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most patches of ground in one arrangement.
pub const PATCHES: usize = 200;

/// A side of a unit, as another unit sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The front: the unit looks towards the other.
    #[default]
    Front,
    /// The unit's left.
    Left,
    /// The unit's right.
    Right,
    /// The rear: the unit looks away.
    Rear,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// Returns whether this is the default, which need not be written.
    #[must_use]
    pub fn is_front(&self) -> bool {
        *self == Self::Front
    }

    /// Returns the angle from the front, in steps of 1/65536 turn.
    #[must_use]
    pub const fn turn(self) -> i32 {
        match self {
            Self::Front => 0,
            Self::Left => -0x4000,
            Self::Right => 0x4000,
            Self::Rear => 0x8000,
        }
    }
}

/// Ground that a unit stands on, or that lies in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Soil {
    /// The kind of ground.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ground: Ground,
    /// Number of levels that the ground rises, if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// Where another unit stands relative to one that a statement is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Beside {
    /// In the middle of the unit: a leader with it.
    Within,
    /// Behind the unit.
    #[default]
    Behind,
    /// On the unit's left.
    Left,
    /// On the unit's right.
    Right,
}

impl Beside {
    /// All positions.
    pub const ALL: [Self; 4] = [Self::Behind, Self::Left, Self::Right, Self::Within];
}

/// Another unit that matters to an order because of where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// The other unit.
    pub unit: UnitId,
    /// Whether it stands near the target rather than near the ordered unit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub target: bool,
    /// Where it stands.
    #[serde(default)]
    pub place: Beside,
    /// Distance to the unit, 1/100 mm; zero means contact.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub gap: Length,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_nought(length: &Length) -> bool {
    *length == 0
}

/// What the table shows about an order, as a player stated it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The unit that receives the order.
    pub unit: UnitId,
    /// The target of the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The distance between the nearest edges, 1/100 mm; zero means contact.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub range: Length,
    /// The side of the target that the unit sees.
    #[serde(default, skip_serializing_if = "Face::is_front")]
    pub met: Face,
    /// The side of the unit that the target lies in front of.
    #[serde(default, skip_serializing_if = "Face::is_front")]
    pub through: Face,
    /// Ground under the unit, if it is not open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Soil>,
    /// Ground under the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beneath: Option<Soil>,
    /// Ground between the two, or in front of a unit that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<Soil>,
    /// Other units that matter because of where they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<Near>,
}

impl Statement {
    /// Makes a statement that a unit stands alone in the open.
    #[must_use]
    pub const fn of(unit: UnitId) -> Self {
        Self {
            unit,
            target: None,
            range: 0,
            met: Face::Front,
            through: Face::Front,
            under: None,
            beneath: None,
            between: None,
            near: Vec::new(),
        }
    }

    /// Returns the units that the statement mentions.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let two = std::iter::once(self.unit).chain(self.target);
        two.chain(self.near.iter().map(|near| near.unit))
    }
}

/// A unit's pose in an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The unit.
    pub unit: UnitId,
    /// The pose.
    pub at: Pose,
}

/// A patch of ground in an arrangement: an area, or a line with a width.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// The kind of ground.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ground: Ground,
    /// Number of levels that the ground rises.
    #[serde(default, skip_serializing_if = "none_at_all")]
    pub level: u8,
    /// The outline, or the course if there is a width.
    pub points: Vec<Point>,
    /// The width of a line, 1/100 mm; `None` for an area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<Length>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn none_at_all(level: &u8) -> bool {
    *level == 0
}

impl Patch {
    /// Returns the patch as terrain; `None` if its points form neither an outline nor a course.
    #[must_use]
    pub fn feature(&self) -> Option<Feature> {
        let near =
            |p: &Point| p.x.unsigned_abs().max(p.y.unsigned_abs()) <= 2 * MOST.unsigned_abs();
        if !self.points.iter().all(near) || self.level > Feature::HIGHEST {
            return None;
        }
        let feature = if let Some(width) = self.width {
            let sound = (2..=8).contains(&self.points.len()) && (0..=MOST).contains(&width);
            let line = Line::new(self.points.clone()).filter(|_| sound)?;
            Feature::along(self.ground, line, width)?
        } else {
            Feature {
                ground: self.ground,
                name: String::new(),
                areas: vec![Area::new(self.points.clone())?],
                line: None,
                width: 0,
                level: 0,
            }
        };
        Some(Feature {
            level: self.level,
            ..feature
        })
    }
}

/// A unit that has left the real table or come back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// The unit.
    pub unit: UnitId,
    /// The unit's new status.
    pub to: Status,
}

/// Most characters in the reason of a ruling, and in the umpire's name.
pub const MOST_REASON: usize = 400;

/// Who corrected the map as umpire for both sides, and why. Nobody can work that out from the
/// rules, so a journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// The umpire's name.
    pub by: String,
    /// The reason.
    pub reason: String,
}

impl Amendment {
    fn is_said(&self) -> bool {
        let short = |text: &str| text.chars().count() <= MOST_REASON;
        let seen = |text: &str| text.chars().all(|letter| !letter.is_control());
        let texts = [&self.by, &self.reason];
        !self.reason.trim().is_empty() && texts.iter().all(|text| short(text) && seen(text))
    }
}

/// What a player stated about the real table with a line of a journal, and how the units were
/// arranged to show it; or what an umpire corrected on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// From this line on, positions are left to the real table: the size of the bare table on which
    /// statements are laid out, 1/100 mm. The battle's own terrain, zones and victory points for
    /// ground are no longer judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bare: Option<[Length; 2]>,
    /// The statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<Statement>,
    /// Where units were put to show the statement; the others stay where they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<Stand>,
    /// All the ground that was laid to show the statement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<Patch>,
    /// Units that have left the real table or come back to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// The outcome, if the umpire declares the battle ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Outcome>,
    /// Other corrections of a ruling: marks, losses, attachments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amends: Vec<Amend>,
    /// Who ruled and why, if this is a ruling that corrects the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Amendment>,
}

impl Stated {
    /// Returns the units that it mentions.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let said = self.says.iter().flat_map(Statement::units);
        let stand = self.poses.iter().map(|stand| stand.unit);
        let amended = self.amends.iter().filter_map(Amend::unit);
        said.chain(stand)
            .chain(self.left.iter().map(|l| l.unit))
            .chain(amended)
    }

    /// Checks that a battle can be arranged in this way. Files and calls may come from anywhere.
    ///
    /// # Errors
    /// If something is wrong: one sentence about the first problem.
    pub fn check(&self, battle: &Battle) -> Result<(), String> {
        let unknown = self.units().find(|&id| battle.get(id).is_none());
        if let Some(id) = unknown {
            return Err(say!(
                "there is no unit {number} in this battle",
                number = id.0
            ));
        }
        if self.ruling.is_some() {
            return self.check_ruling(battle);
        }
        if !self.amends.is_empty() {
            return Err(say!("only a ruling puts marks and losses right"));
        }
        if self.bare.is_none() && !battle.setting.stated {
            return Err(say!("positions are kept on the map in this battle"));
        }
        if self.bare.is_some() && battle.setting.stated {
            return Err(say!("positions are left to the table already"));
        }
        let size = self
            .bare
            .unwrap_or([battle.setting.width, battle.setting.height]);
        if !size.iter().all(|&side| (1..=MOST).contains(&side)) {
            return Err(say!("the bare table has no size that a table can have"));
        }
        let on = |at: Pose| (0..=size[0]).contains(&at.x) && (0..=size[1]).contains(&at.y);
        if let Some(off) = self.poses.iter().find(|stand| !on(stand.at)) {
            let name = battle.setting.called(off.unit);
            return Err(say!("{unit} would stand off the table", unit = name));
        }
        let lies = |patch: &Patch| patch.feature().is_some();
        if self.ground.len() > PATCHES || !self.ground.iter().all(lies) {
            return Err(say!("the piece of terrain that was laid does not exist"));
        }
        for left in &self.left {
            let unit = battle.unit(left.unit);
            if !left.to.is_gone() || !unit.on_table() {
                let name = battle.setting.called(left.unit);
                return Err(say!("{unit} cannot leave the table like this", unit = name));
            }
        }
        Ok(())
    }
}

impl Stated {
    /// Checks that this ruling is possible in a battle; the error is one sentence.
    fn check_ruling(&self, battle: &Battle) -> Result<(), String> {
        if !self.ruling.as_ref().is_some_and(Amendment::is_said) {
            return Err(say!("a ruling needs a reason, in a line that can be read"));
        }
        if battle.setting.stated || self.bare.is_some() || self.says.is_some() {
            return Err(say!("positions are left to the table already"));
        }
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return Err(say!(
                "an umpire rules between two orders: make the open choice first"
            ));
        }
        let moved = !self.poses.is_empty() || !self.left.is_empty();
        if !moved && self.amends.is_empty() && self.ended.is_none() {
            return Err(say!("nothing was ruled"));
        }
        if !self.ground.is_empty() {
            return Err(say!("the piece of terrain that was laid does not exist"));
        }
        if self.amends.len() > MOST_AMENDS {
            return Err(say!("too much is put right at once"));
        }
        let size = [battle.setting.width, battle.setting.height];
        let on = |at: Pose| (0..=size[0]).contains(&at.x) && (0..=size[1]).contains(&at.y);
        let back = |id: UnitId| {
            let to = |left: &Left| left.unit == id && left.to == Status::Table;
            self.left.iter().any(to)
        };
        for (place, stand) in self.poses.iter().enumerate() {
            let name = battle.setting.called(stand.unit);
            let again = self.poses[..place].iter().any(|s| s.unit == stand.unit);
            if again || !(battle.unit(stand.unit).on_table() || back(stand.unit)) {
                return Err(say!("{unit} cannot be put there", unit = name));
            }
            if !on(stand.at) {
                return Err(say!("{unit} would stand off the table", unit = name));
            }
        }
        for (place, left) in self.left.iter().enumerate() {
            let unit = battle.unit(left.unit);
            let again = self.left[..place].iter().any(|l| l.unit == left.unit);
            let put = self.poses.iter().any(|stand| stand.unit == left.unit);
            let goes = left.to.is_gone() && unit.on_table() && !put;
            let comes = left.to == Status::Table && unit.status.is_gone() && put;
            if again || !(goes || comes) {
                let name = battle.setting.called(left.unit);
                return Err(say!("{unit} cannot leave the table like this", unit = name));
            }
        }
        Ok(())
    }
}

/// Longest side of a table, 1/100 mm: a little over four hundred inches.
const MOST: Length = 1_100_000;

impl Battle {
    /// Arranges the battle as stated. Like [`Battle::apply`], it is total: it passes over what is
    /// not there.
    pub fn stand_as(&mut self, stated: &Stated) {
        if stated.bare.is_some() || stated.says.is_some() {
            let setting = Arc::make_mut(&mut self.setting);
            if let Some([width, height]) = stated.bare
                && [width, height].iter().all(|side| (1..=MOST).contains(side))
            {
                setting.leave_to_the_table(width, height, &stated.poses);
            }
            let ground = stated.ground.iter().take(PATCHES);
            setting.terrain = ground.filter_map(Patch::feature).collect();
            self.gaps.clear();
        }
        for stand in &stated.poses {
            self.units.shift(stand.unit.index(), stand.at);
        }
        for left in &stated.left {
            self.units.become_(left.unit.index(), left.to);
        }
        for amend in &stated.amends {
            self.amend(amend);
        }
        if let Some(outcome) = stated.ended {
            self.ended = Some(outcome);
        }
    }
}

impl crate::Setting {
    /// Removes what only a map can judge: terrain, zones, objectives, points for ground.
    /// Reinforcements appear where their miniatures are assumed to stand.
    fn leave_to_the_table(&mut self, width: Length, height: Length, poses: &[Stand]) {
        self.stated = true;
        (self.width, self.height) = (width, height);
        self.pieces.clear();
        self.zones.clear();
        self.victory.objectives = false;
        self.victory.scores.retain(|score| score.goal == Goal::Kill);
        for arrival in &mut self.arrivals {
            if let Some(stand) = poses.iter().find(|stand| stand.unit == arrival.unit) {
                arrival.at = stand.at;
            }
        }
    }
}
