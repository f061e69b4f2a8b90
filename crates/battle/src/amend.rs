//! What an umpire corrects besides positions: marks, losses, formations, attachments, points. Like
//! corrected positions, these do not follow from earlier events, so a journal stores the result of
//! each ([`crate::Stated`]).

use crate::{Battle, Card, Group, MarkSpec, Side, Sort, UnitId};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};

/// Most corrections in one ruling.
pub const MOST_AMENDS: usize = 4000;

/// One correction by an umpire: the new value of one thing in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Amend {
    /// A mark of a unit.
    Mark {
        /// The unit that has the mark.
        unit: UnitId,
        /// The mark's index in the card.
        mark: u8,
        /// The number that stores its new value.
        to: i32,
    },
    /// A mark of a side.
    SideMark {
        /// The side that has the mark.
        side: Side,
        /// The mark's index in the card.
        mark: u8,
        /// The number that stores its new value.
        to: i32,
    },
    /// A mark of the battle.
    BattleMark {
        /// The mark's index in the card.
        mark: u8,
        /// The number that stores its new value.
        to: i32,
    },
    /// Number of stands a unit has.
    Stands {
        /// The unit.
        unit: UnitId,
        /// Number of stands.
        to: u8,
    },
    /// Number of stands a unit began the battle with.
    Started {
        /// The unit.
        unit: UnitId,
        /// Number of stands.
        to: u8,
    },
    /// A unit's formation.
    Formation {
        /// The unit.
        unit: UnitId,
        /// The formation's index in the card.
        to: u8,
    },
    /// The unit that a unit is with.
    With {
        /// The unit.
        unit: UnitId,
        /// The other unit; `None` for nobody.
        to: Option<UnitId>,
    },
    /// The group a unit acts with.
    Group {
        /// The unit.
        unit: UnitId,
        /// The group.
        to: Group,
    },
    /// A side's points for zones held.
    Score {
        /// The side.
        side: Side,
        /// Number of points.
        to: i16,
    },
}

impl Amend {
    /// Returns the unit that the correction is about.
    #[must_use]
    pub const fn unit(&self) -> Option<UnitId> {
        match *self {
            Self::Mark { unit, .. }
            | Self::Stands { unit, .. }
            | Self::Started { unit, .. }
            | Self::Formation { unit, .. }
            | Self::With { unit, .. }
            | Self::Group { unit, .. } => Some(unit),
            Self::SideMark { .. } | Self::BattleMark { .. } | Self::Score { .. } => None,
        }
    }

    /// Returns the declaration of the mark that the correction is about. `None` if the rules do not
    /// have the mark, and for corrections of anything else.
    #[must_use]
    pub fn spec<'c>(&self, card: &'c Card) -> Option<&'c MarkSpec> {
        let (all, mark) = match *self {
            Self::Mark { mark, .. } => (&card.marks, mark),
            Self::SideMark { mark, .. } => (&card.state.side, mark),
            Self::BattleMark { mark, .. } => (&card.state.battle, mark),
            _ => return None,
        };
        all.get(usize::from(mark))
    }

    /// Returns whether everything that the correction names exists in a battle under these rules.
    /// Counts are not bounded here, so that journals still open if the rules have become stricter.
    #[must_use]
    pub fn is_known(&self, battle: &Battle, card: &Card) -> bool {
        let known = |id: UnitId| battle.get(id).is_some();
        self.unit().is_none_or(known)
            && match *self {
                Self::Mark { to, .. } | Self::SideMark { to, .. } | Self::BattleMark { to, .. } => {
                    let units = battle.units.len();
                    let holds = |s: &MarkSpec| s.sort == Sort::Count || s.holds(to, units);
                    self.spec(card).is_some_and(holds)
                }
                Self::With { to, .. } => to.is_none_or(known),
                Self::Group { to, .. } => to.index() < battle.setting.groups.len(),
                Self::Formation { to, .. } => usize::from(to) < card.formations.len(),
                Self::Stands { .. } | Self::Started { .. } | Self::Score { .. } => true,
            }
    }

    /// Checks that the correction, taken alone, is possible in a battle.
    ///
    /// # Errors
    /// If there is no such mark, number, unit or group: one sentence.
    pub fn check(&self, battle: &Battle, card: &Card) -> Result<(), String> {
        let within = match *self {
            Self::Mark { to, .. } | Self::SideMark { to, .. } | Self::BattleMark { to, .. } => {
                let spec = self.spec(card);
                spec.is_some_and(|spec| spec.holds(to, battle.units.len()))
            }
            _ => true,
        };
        match within && self.is_known(battle, card) {
            true => Ok(()),
            false => Err(say!("a ruling says what these rules cannot keep")),
        }
    }
}

impl Battle {
    /// Makes a correction. Like [`Battle::apply`], it is total: it passes over what is not there.
    pub fn amend(&mut self, amend: &Amend) {
        if let Amend::Stands { unit, to } = *amend {
            self.units.stands(unit.index(), to);
        } else if let Some(unit) = amend.unit().and_then(|id| self.units.kept(id.index())) {
            match *amend {
                Amend::Mark { mark, to, .. } => put(&mut *unit.marks, mark, to),
                Amend::Started { to, .. } => unit.started = to,
                Amend::Formation { to, .. } => unit.formation = to,
                Amend::With { to, .. } => unit.with = to,
                Amend::Group { to, .. } => unit.group = to,
                Amend::Stands { .. }
                | Amend::SideMark { .. }
                | Amend::BattleMark { .. }
                | Amend::Score { .. } => {}
            }
        }
        match *amend {
            Amend::SideMark { side, mark, to } => {
                put(&mut self.memory.sides[side.index()], mark, to);
            }
            Amend::BattleMark { mark, to } => put(&mut self.memory.battle, mark, to),
            Amend::Score { side, to } => self.score[side.index()] = to,
            _ => {}
        }
    }

    /// Returns the corrections that turn this battle into another of the same setting, except for
    /// positions and for which units have left the table.
    #[must_use]
    pub fn amends_to(&self, other: &Self) -> Vec<Amend> {
        let mut all = Vec::new();
        for ((unit, was), is) in self.all().zip(&other.units) {
            let marks = (0..).zip(was.marks.iter().zip(&*is.marks));
            all.extend(changed(marks).map(|(mark, to)| Amend::Mark { unit, mark, to }));
            let mut one = |differs: bool, amend: Amend| all.extend(differs.then_some(amend));
            let (started, stands) = (is.started, is.stands);
            one(was.started != started, Amend::Started { unit, to: started });
            one(was.stands != stands, Amend::Stands { unit, to: stands });
            let to = is.formation;
            one(was.formation != to, Amend::Formation { unit, to });
            one(was.with != is.with, Amend::With { unit, to: is.with });
            one(was.group != is.group, Amend::Group { unit, to: is.group });
        }
        for side in Side::BOTH {
            let place = side.index();
            let (was, is) = (&self.memory.sides[place], &other.memory.sides[place]);
            let marks = changed((0..).zip(was.iter().zip(is)));
            all.extend(marks.map(|(mark, to)| Amend::SideMark { side, mark, to }));
            let to = other.score[place];
            all.extend((self.score[place] != to).then_some(Amend::Score { side, to }));
        }
        let (was, is) = (&self.memory.battle, &other.memory.battle);
        let marks = changed((0..).zip(was.iter().zip(is)));
        all.extend(marks.map(|(mark, to)| Amend::BattleMark { mark, to }));
        all
    }
}

/// Returns the marks that differ, with their new values.
fn changed<'m>(
    marks: impl Iterator<Item = (u8, (&'m i32, &'m i32))>,
) -> impl Iterator<Item = (u8, i32)> {
    marks.filter_map(|(mark, (was, is))| (was != is).then_some((mark, *is)))
}

/// Sets the mark at a place, if there is one.
fn put(marks: &mut [i32], place: u8, to: i32) {
    if let Some(slot) = marks.get_mut(usize::from(place)) {
        *slot = to;
    }
}
