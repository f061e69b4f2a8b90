//! Handles: how rule sets read and set marks.

use super::{MarkSpec, Marked};
use crate::{Battle, Clause, Event, Scene, Side, Unit, UnitId};
use std::marker::PhantomData;

/// A mark of units, by its index in [`crate::Card::marks`] and its type.
#[derive(Debug)]
pub struct Mark<T>(u8, PhantomData<fn() -> T>);

/// A mark of sides, by its index in [`crate::StateSpec::side`] and its type.
#[derive(Debug)]
pub struct SideMark<T>(u8, PhantomData<fn() -> T>);

/// A mark of the battle, by its index in [`crate::StateSpec::battle`] and its type.
#[derive(Debug)]
pub struct BattleMark<T>(u8, PhantomData<fn() -> T>);

/// What all handles have in common.
macro_rules! handle {
    ($name:ident) => {
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<T> $name<T> {
            /// Returns the mark at an index of the card.
            #[must_use]
            pub const fn at(place: u8) -> Self {
                Self(place, PhantomData)
            }

            /// Returns the mark's index in the card.
            #[must_use]
            pub const fn place(self) -> u8 {
                self.0
            }
        }

        impl<T: Marked> $name<T> {
            /// Returns the mark's declaration. It counts as bookkeeping until it is
            /// [`MarkSpec::titled`].
            #[must_use]
            pub fn spec(self, id: &str, clause: Clause, says: &str) -> MarkSpec {
                MarkSpec {
                    id: id.to_owned(),
                    title: String::new(),
                    sort: T::sort(),
                    range: T::range(),
                    clause,
                    says: says.to_owned(),
                    told: Default::default(),
                    gone: Default::default(),
                }
            }
        }
    };
}

handle!(Mark);
handle!(SideMark);
handle!(BattleMark);

impl<T: Marked> Mark<T> {
    /// Returns the mark's value for a unit.
    #[must_use]
    pub fn of(self, unit: &Unit) -> T {
        T::read(unit.marks[usize::from(self.0)])
    }

    /// Writes the mark on a unit that is not in play yet: battles change through [`Scene::set`].
    pub fn write(self, unit: &mut Unit, value: T) {
        unit.marks[usize::from(self.0)] = value.number();
    }
}

impl<T: Marked> SideMark<T> {
    /// Writes the mark in a battle that is not in play yet.
    pub fn write(self, battle: &mut Battle, side: Side, value: T) {
        battle.memory.sides[side.index()][usize::from(self.0)] = value.number();
    }

    /// Returns the mark's value for a side.
    #[must_use]
    pub fn of(self, battle: &Battle, side: Side) -> T {
        T::read(battle.memory.sides[side.index()][usize::from(self.0)])
    }
}

impl<T: Marked> BattleMark<T> {
    /// Writes the mark in a battle that is not in play yet.
    pub fn write(self, battle: &mut Battle, value: T) {
        battle.memory.battle[usize::from(self.0)] = value.number();
    }

    /// Returns the mark's value for a battle.
    #[must_use]
    pub fn of(self, battle: &Battle) -> T {
        T::read(battle.memory.battle[usize::from(self.0)])
    }
}

impl Scene {
    /// Sets a mark of a unit.
    pub fn set<T: Marked>(&mut self, unit: UnitId, mark: Mark<T>, to: T, why: Clause) {
        self.set_number(unit, mark.0, to.number(), why);
    }

    /// Resets a mark of a unit to its default.
    pub fn clear(&mut self, unit: UnitId, place: u8, why: Clause) {
        self.set_number(unit, place, 0, why);
    }

    /// Sets a mark of a unit by its index in the card and the number that stores its value.
    pub(crate) fn set_number(&mut self, unit: UnitId, mark: u8, to: i32, why: Clause) {
        let from = self.unit(unit).marks[usize::from(mark)];
        if from != to {
            self.tell(Event::Marked {
                unit,
                mark,
                from,
                to,
                why,
            });
        }
    }

    /// Sets a mark of a side.
    pub fn set_side<T: Marked>(&mut self, side: Side, mark: SideMark<T>, to: T, why: Clause) {
        let from = self.memory.sides[side.index()][usize::from(mark.0)];
        let (mark, to) = (mark.0, to.number());
        if from != to {
            self.tell(Event::SideMarked {
                side,
                mark,
                from,
                to,
                why,
            });
        }
    }

    /// Sets a mark of the battle.
    pub fn set_battle<T: Marked>(&mut self, mark: BattleMark<T>, to: T, why: Clause) {
        let from = self.memory.battle[usize::from(mark.0)];
        let (mark, to) = (mark.0, to.number());
        if from != to {
            self.tell(Event::BattleMarked {
                mark,
                from,
                to,
                why,
            });
        }
    }
}
