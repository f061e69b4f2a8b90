//! The dice of one volley: pure numbers in, hits and markers out.
//!
//! A [`Volley`] holds everything that its result depends on, so dice that explore
//! all results work out each volley only once.

use crate::c;
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Ask, Dice, Key, Side, pack};

/// The most dice that one volley can throw: two of musketry, one per gun stand.
pub const DICE: usize = 12;

/// The numbers of one volley (SHOOT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    /// Scores up to this one hit (SHOOT-02, SHOOT-06).
    pub hit: i16,
    /// Scores up to this one disrupt (SHOOT-03, SHOOT-06).
    pub disrupt: i16,
    /// Added to every die (SHOOT-10 to SHOOT-15).
    pub modifier: i16,
    /// Dice that add nothing more (SHOOT-07, SHOOT-09).
    pub full: u8,
    /// What a further die, thrown for a part group, adds (SHOOT-08).
    pub part: Option<i16>,
    /// Whether a rolled 1 always hits (SHOOT-06, by switch).
    pub ones_hit: bool,
}
pack! { Volley { hit, disrupt, modifier, full, part, ones_hit } }

/// The effect of a volley.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effect {
    /// Dice that hit: a stand each (SHOOT-02).
    pub hits: u8,
    /// Dice that hit or disrupted: a marker each (SHOOT-02, SHOOT-03).
    pub markers: u8,
}

/// Result of one die: no effect.
pub const NOTHING: u8 = 0;
/// Result of one die: a marker (SHOOT-03).
pub const DISRUPT: u8 = 1;
/// Result of one die: a stand and a marker (SHOOT-02).
pub const HIT: u8 = 2;

impl Volley {
    /// Returns what each die adds to its score, in the order they are thrown.
    #[must_use]
    pub fn modifiers(&self) -> ArrayVec<i16, DICE> {
        let full = usize::from(self.full).min(DICE - 1);
        (0..full)
            .map(|_| self.modifier)
            .chain(self.part.map(|part| self.modifier + part))
            .collect()
    }

    /// Returns the result of a face with a modifier (SHOOT-01, SHOOT-06, META-05).
    #[must_use]
    pub fn score(&self, face: i16, modifier: i16) -> u8 {
        by!(c::SHOOT_06, c::META_05);
        let score = face + modifier;
        if score <= self.hit || (self.ones_hit && face == 1) {
            HIT
        } else if score <= self.disrupt {
            DISRUPT
        } else {
            NOTHING
        }
    }

    /// Returns one die of the volley, as a table of its results.
    #[must_use]
    pub fn die(&self, modifier: i16) -> Ask {
        Ask::Read {
            table: [1, 2, 3, 4, 5, 6].map(|face| self.score(face, modifier)),
        }
    }

    /// Fires the volley (SHOOT-01). All its dice together are one outcome (SHOOT-20).
    pub fn roll(&self, by: Side, dice: &mut dyn Dice) -> Effect {
        let packed = dice.stage(Key::of(c::SHOOT_01, self), &mut |dice| {
            let mut effect = Effect::default();
            for modifier in self.modifiers() {
                let result = dice.ask(self.die(modifier), by, c::SHOOT_01);
                effect.hits += u8::from(result == u16::from(HIT));
                effect.markers += u8::from(result != u16::from(NOTHING));
            }
            effect.pack()
        });
        Effect::unpack(packed)
    }
}

impl Effect {
    /// Packs the effect into one number, for a stage.
    #[must_use]
    pub const fn pack(self) -> u16 {
        self.hits as u16 * 16 + self.markers as u16
    }

    /// Unpacks that number.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "below 256: packed from two numbers below 16"
    )]
    pub const fn unpack(packed: u16) -> Self {
        Self {
            hits: (packed / 16) as u8,
            markers: (packed % 16) as u8,
        }
    }
}

/// Divides firing stands into groups: returns the full dice, and what the die of a
/// part group adds.
///
/// Musketry rolls a die for each `size` stands or part of it (SHOOT-07); the
/// die of a part adds a point for each `step` stands missing, rounded up
/// (SHOOT-08). Counted for the unit as a whole (by switch), stands are missing
/// only in a unit of less than one group.
#[must_use]
pub fn groups(stands: u8, size: u8, step: u8, per_unit: bool) -> (u8, Option<i16>) {
    let (size, step) = (size.max(1), step.max(1));
    let (full, rest) = (stands / size, stands % size);
    if rest == 0 {
        (full, None)
    } else if per_unit && full > 0 {
        (full + 1, None)
    } else {
        (full, Some(i16::from((size - rest).div_ceil(step))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::{Pack, Recorded};

    const MUSKETS: Volley = Volley {
        hit: 3,
        disrupt: 5,
        modifier: 0,
        full: 1,
        part: None,
        ones_hit: false,
    };

    #[test]
    fn a_part_group_adds_a_point_for_every_two_stands_missing() {
        let parts = [1, 2, 3, 4, 5, 6, 7, 8, 12].map(|n| groups(n, 6, 2, false));
        let expected = [
            (0, Some(3)),
            (0, Some(2)),
            (0, Some(2)),
            (0, Some(1)),
            (0, Some(1)),
            (1, None),
            (1, Some(3)),
            (1, Some(2)),
            (2, None),
        ];
        assert_eq!(parts, expected);
        assert_eq!(groups(7, 6, 2, true), (2, None));
        assert_eq!(groups(5, 6, 2, true), (0, Some(1)));
    }

    #[test]
    fn scores_are_never_capped() {
        let read = |modifier| [1, 2, 3, 4, 5, 6].map(|face| MUSKETS.score(face, modifier));
        assert_eq!(read(0), [2, 2, 2, 1, 1, 0]);
        assert_eq!(read(-2), [2, 2, 2, 2, 2, 1]);
        assert_eq!(read(7), [0; 6]);
        assert_eq!(
            Volley {
                ones_hit: true,
                ..MUSKETS
            }
            .score(1, 7),
            HIT
        );
    }

    #[test]
    fn dice_are_thrown_in_order_and_added_up() {
        let volley = Volley {
            part: Some(2),
            ..MUSKETS
        };
        let mut dice = Recorded::new(&[2, 3]);
        assert_eq!(volley.modifiers().as_slice(), [0, 2]);
        assert_eq!(
            volley.roll(Side::A, &mut dice),
            Effect {
                hits: 1,
                markers: 2
            }
        );
        assert_eq!(dice.left_over(), 0);
    }

    #[test]
    fn a_volley_is_packed_and_comes_back() {
        for volley in [
            MUSKETS,
            Volley {
                part: Some(2),
                ones_hit: true,
                modifier: -3,
                ..MUSKETS
            },
        ] {
            assert_eq!(Volley::from_packed(&volley.packed(), 0), Some(volley));
        }
    }

    #[test]
    fn effects_pack_and_unpack() {
        for (hits, markers) in [(0, 0), (1, 2), (12, 12)] {
            let effect = Effect { hits, markers };
            assert_eq!(Effect::unpack(effect.pack()), effect);
        }
    }
}
