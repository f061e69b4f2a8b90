//! What an umpire puts right beside places: marks, losses, formations, bonds, points. Like
//! places it follows from nothing, so a journal keeps what became of each ([`crate::Stated`]).

use crate::{Battle, Card, Group, MarkSpec, Side, Sort, UnitId};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};

/// Most things that one ruling puts right.
pub const MOST_AMENDS: usize = 4000;

/// One thing of a battle, as an umpire has it from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Amend {
    /// A mark of a unit.
    Mark {
        /// Whose.
        unit: UnitId,
        /// Which mark, by its place in the card.
        mark: u8,
        /// The number it is kept as.
        to: i32,
    },
    /// A mark of a side.
    SideMark {
        /// Whose.
        side: Side,
        /// Which mark.
        mark: u8,
        /// The number it is kept as.
        to: i32,
    },
    /// A mark of the battle.
    BattleMark {
        /// Which mark.
        mark: u8,
        /// The number it is kept as.
        to: i32,
    },
    /// How many stands a unit has.
    Stands {
        /// Whose.
        unit: UnitId,
        /// How many.
        to: u8,
    },
    /// How many stands a unit began the battle with.
    Started {
        /// Whose.
        unit: UnitId,
        /// How many.
        to: u8,
    },
    /// A formation.
    Formation {
        /// Whose.
        unit: UnitId,
        /// Its place in the card.
        to: u8,
    },
    /// Whom a unit is with.
    With {
        /// Which.
        unit: UnitId,
        /// The other; nobody.
        to: Option<UnitId>,
    },
    /// The group a unit acts with.
    Group {
        /// Which.
        unit: UnitId,
        /// The group.
        to: Group,
    },
    /// Points scored for zones held.
    Score {
        /// Whose.
        side: Side,
        /// How many.
        to: i16,
    },
}

impl Amend {
    /// The unit it is about.
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

    /// The declaration of the mark it is about; none for a mark that the rules do not have,
    /// and for what is no mark.
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

    /// Whether a battle of these rules has what it speaks of. Counts are not bounded here:
    /// journals open even where the rules have grown stricter.
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

    /// Why it cannot be so in a battle, by itself: one sentence.
    ///
    /// # Errors
    /// That there is no such mark, number, unit or group.
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
    /// Has a thing so. Like [`Battle::apply`] it is total: what is not there is passed over.
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

    /// What would have to be put right in this battle so that it is as another of the same
    /// setting, but for places and for who has left the table.
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

/// The marks that are otherwise, with what they become.
fn changed<'m>(
    marks: impl Iterator<Item = (u8, (&'m i32, &'m i32))>,
) -> impl Iterator<Item = (u8, i32)> {
    marks.filter_map(|(mark, (was, is))| (was != is).then_some((mark, *is)))
}

/// Sets a mark, if there is one of that place.
fn put(marks: &mut [i32], place: u8, to: i32) {
    if let Some(slot) = marks.get_mut(usize::from(place)) {
        *slot = to;
    }
}
