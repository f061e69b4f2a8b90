//! The house-rule switches, as types. Their texts are in `switches.toml`.

use crate::c;
use sandtable_battle::{Clause, switches};
use sandtable_geometry::Length;

switches! {
    /// The chosen value of every switch.
    Choices of crate::ID => {
        /// Which table of types (UNIT-04).
        period: enum Period { HorseMusket = "horse_musket", Ancient = "ancient" },
        /// Which cavalry may shoot (UNIT-08, A03).
        cavalry_fire: enum CavalryFire { Flag = "flag", None = "none", All = "all" },
        /// MOVE-01: the skirmishers' move.
        skirmisher_move: Length = (|of| of.inches("skirmisher_move")?),
        /// Which side strikes in melee (TURN-08, A10).
        melee_sides: enum MeleeSides { ActiveOnly = "active_only", Both = "both" },
        /// MOVE-05.
        pivot_is_move: bool,
        /// How large the road bonus is (MOVE-11, A12).
        road_bonus: enum RoadBonus { Half = "half", ThreeInches = "three_inches" },
        /// TERR-08.
        hill_covers_shooting: bool,
        /// How far a charge reaches (CHG-03, A16).
        charge_reach: enum ChargeReach { Full = "full", Half = "half" },
        /// How many units may attack one unit (CHG-07, A17).
        attackers_per_target: enum AttackersPerTarget { PerFace = "per_face", One = "one" },
        /// CHG-10.
        charge_through_skirmishers: bool,
        /// When eliminated units leave (SHOOT-12, A19).
        elimination_timing: enum EliminationTiming {
            AtOnce = "at_once",
            EndOfTurn = "end_of_turn",
        },
        /// What cover does to a doubled attack (CBT-06, A21).
        cover_and_double: enum CoverAndDouble { Both = "both", Cancel = "cancel" },
        /// MEL-08.
        cavalry_resists_cavalry: bool,
        /// What causes a test (MOR-01, A26).
        morale_trigger: enum MoraleTrigger { AnyDamage = "any_damage", MeleeOnly = "melee_only" },
        /// How many morale dice (MOR-02, A27).
        morale_per: enum MoralePer { Turn = "turn", Hit = "hit" },
        /// MOR-05.
        retreat_blocks_shooting: bool,
        /// Which way a retreat ends (MOR-08, A31).
        retreat_facing: enum RetreatFacing { Toward = "toward", Keep = "keep" },
        /// What the table's edge does to a retreat (MOR-12, A32).
        retreat_edge: enum RetreatEdge { Halt = "halt", Removed = "removed" },
        /// What a retreat without room costs (MOR-11, A33).
        retreat_trapped: enum RetreatTrapped { None = "none", ExtraHit = "extra_hit" },
        /// FALL-02: the length of a fall-back.
        fallback_distance: Length = (|of| of.inches("fallback_distance")?),
        /// When cavalry falls back (FALL-01, A37).
        fallback_timing: enum FallbackTiming {
            AfterMorale = "after_morale",
            BeforeMorale = "before_morale",
        },
        /// Which units cavalry falls back from (UNIT-09, A38).
        fallback_from: enum FallbackFrom { Foot = "foot", InfantryOnly = "infantry_only" },
        /// FALL-05.
        fallback_is_move: bool,
        /// OPT-01.
        army_break: bool = (is "half_plus_one"),
        /// OPT-02.
        general: bool,
        /// OPT-03.
        square: bool,
        /// VIC-02.
        turn_limit: u16 = (number),
    }
}

impl Period {
    /// Returns its id in `numbers.toml`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::HorseMusket => "horse_musket",
            Self::Ancient => "ancient",
        }
    }
}

impl Choices {
    /// Whether both sides strike in melee, the optional rule of OPT-04.
    #[must_use]
    pub fn both_strike(&self) -> bool {
        self.melee_sides == MeleeSides::Both
    }

    /// Returns the clause by which blows are struck: OPT-04 if both sides strike.
    #[must_use]
    pub fn blow(&self) -> Clause {
        if self.both_strike() {
            c::OPT_04
        } else {
            c::TURN_08
        }
    }
}
