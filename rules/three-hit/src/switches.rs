//! The house-rule switches, as types. Their texts are in `switches.toml`.

use crate::{ID, c};
use sandtable_battle::{Chooser, Clause, Switch, Switches, choice};
use sandtable_geometry::{INCH, Length};

choice!(
    /// Which table of types (UNIT-04).
    Period {
        /// Horse and musket.
        HorseMusket = "horse_musket",
        /// Ancient.
        Ancient = "ancient",
    }
);
choice!(
    /// Which cavalry may shoot (UNIT-08, A03).
    CavalryFire {
        /// That with firearms.
        Flag = "flag",
        /// None.
        None = "none",
        /// All.
        All = "all",
    }
);
choice!(
    /// Who strikes in melee (TURN-08, A10).
    MeleeSides {
        /// Only the active side.
        ActiveOnly = "active_only",
        /// Both at once.
        Both = "both",
    }
);
choice!(
    /// How large the road bonus is (MOVE-11, A12).
    RoadBonus {
        /// Half the allowance.
        Half = "half",
        /// Three inches.
        ThreeInches = "three_inches",
    }
);
choice!(
    /// How far a charge reaches (CHG-03, A16).
    ChargeReach {
        /// The whole move.
        Full = "full",
        /// Half of it.
        Half = "half",
    }
);
choice!(
    /// How many may attack one unit (CHG-07, A17).
    AttackersPerTarget {
        /// One a face.
        PerFace = "per_face",
        /// One in all.
        One = "one",
    }
);
choice!(
    /// When eliminated units leave (SHOOT-12, A19).
    EliminationTiming {
        /// At once.
        AtOnce = "at_once",
        /// When the player turn ends.
        EndOfTurn = "end_of_turn",
    }
);
choice!(
    /// What cover does to a doubled attack (CBT-06, A21).
    CoverAndDouble {
        /// Two rolls on the second number.
        Both = "both",
        /// One roll on the first.
        Cancel = "cancel",
    }
);
choice!(
    /// What brings on a test (MOR-01, A26).
    MoraleTrigger {
        /// Any damage.
        AnyDamage = "any_damage",
        /// Damage in melee.
        MeleeOnly = "melee_only",
    }
);
choice!(
    /// How many morale dice (MOR-02, A27).
    MoralePer {
        /// One a player turn.
        Turn = "turn",
        /// One a hit.
        Hit = "hit",
    }
);
choice!(
    /// Which way a retreat ends (MOR-08, A31).
    RetreatFacing {
        /// Towards the enemy.
        Toward = "toward",
        /// As before.
        Keep = "keep",
    }
);
choice!(
    /// What the table's edge does to a retreat (MOR-12, A32).
    RetreatEdge {
        /// Stops it.
        Halt = "halt",
        /// Loses the unit.
        Removed = "removed",
    }
);
choice!(
    /// What a retreat without room costs (MOR-11, A33).
    RetreatTrapped {
        /// Nothing.
        None = "none",
        /// A hit.
        ExtraHit = "extra_hit",
    }
);
choice!(
    /// When cavalry falls back (FALL-01, A37).
    FallbackTiming {
        /// After morale.
        AfterMorale = "after_morale",
        /// Before it.
        BeforeMorale = "before_morale",
    }
);
choice!(
    /// From whom cavalry falls back (UNIT-09, A38).
    FallbackFrom {
        /// All foot.
        Foot = "foot",
        /// Infantry alone.
        InfantryOnly = "infantry_only",
    }
);

/// All switches, chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// UNIT-04.
    pub period: Period,
    /// UNIT-08.
    pub cavalry_fire: CavalryFire,
    /// MOVE-01: the skirmishers' move.
    pub skirmisher_move: Length,
    /// TURN-08.
    pub melee_sides: MeleeSides,
    /// MOVE-05.
    pub pivot_is_move: bool,
    /// MOVE-11.
    pub road_bonus: RoadBonus,
    /// TERR-08.
    pub hill_covers_shooting: bool,
    /// CHG-03.
    pub charge_reach: ChargeReach,
    /// CHG-07.
    pub attackers_per_target: AttackersPerTarget,
    /// CHG-10.
    pub charge_through_skirmishers: bool,
    /// SHOOT-12.
    pub elimination_timing: EliminationTiming,
    /// CBT-06.
    pub cover_and_double: CoverAndDouble,
    /// MEL-08.
    pub cavalry_resists_cavalry: bool,
    /// MOR-01.
    pub morale_trigger: MoraleTrigger,
    /// MOR-02.
    pub morale_per: MoralePer,
    /// MOR-05.
    pub retreat_blocks_shooting: bool,
    /// MOR-08.
    pub retreat_facing: RetreatFacing,
    /// MOR-12.
    pub retreat_edge: RetreatEdge,
    /// MOR-11.
    pub retreat_trapped: RetreatTrapped,
    /// FALL-02: the length of a fall-back.
    pub fallback_distance: Length,
    /// FALL-01.
    pub fallback_timing: FallbackTiming,
    /// UNIT-09.
    pub fallback_from: FallbackFrom,
    /// FALL-05.
    pub fallback_is_move: bool,
    /// OPT-01.
    pub army_break: bool,
    /// OPT-02.
    pub general: bool,
    /// OPT-03.
    pub square: bool,
    /// VIC-02.
    pub turn_limit: u16,
}

impl Period {
    /// Its id in `numbers.toml`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::HorseMusket => "horse_musket",
            Self::Ancient => "ancient",
        }
    }
}

impl Choices {
    /// Reads the chosen switches against those there are.
    ///
    /// # Errors
    /// One sentence: a switch that does not exist, or a value it does not take.
    pub fn read(specs: &[Switch], chosen: &Switches) -> Result<Self, String> {
        let of = Chooser::new(ID, specs, chosen)?;
        Ok(Self {
            period: of.choice("period")?,
            cavalry_fire: of.choice("cavalry_fire")?,
            skirmisher_move: inches(&of, "skirmisher_move")?,
            melee_sides: of.choice("melee_sides")?,
            pivot_is_move: of.choice("pivot_is_move")?,
            road_bonus: of.choice("road_bonus")?,
            hill_covers_shooting: of.choice("hill_covers_shooting")?,
            charge_reach: of.choice("charge_reach")?,
            attackers_per_target: of.choice("attackers_per_target")?,
            charge_through_skirmishers: of.choice("charge_through_skirmishers")?,
            elimination_timing: of.choice("elimination_timing")?,
            cover_and_double: of.choice("cover_and_double")?,
            cavalry_resists_cavalry: of.choice("cavalry_resists_cavalry")?,
            morale_trigger: of.choice("morale_trigger")?,
            morale_per: of.choice("morale_per")?,
            retreat_blocks_shooting: of.choice("retreat_blocks_shooting")?,
            retreat_facing: of.choice("retreat_facing")?,
            retreat_edge: of.choice("retreat_edge")?,
            retreat_trapped: of.choice("retreat_trapped")?,
            fallback_distance: inches(&of, "fallback_distance")?,
            fallback_timing: of.choice("fallback_timing")?,
            fallback_from: of.choice("fallback_from")?,
            fallback_is_move: of.choice("fallback_is_move")?,
            army_break: of.is("army_break", "half_plus_one")?,
            general: of.choice("general")?,
            square: of.choice("square")?,
            turn_limit: of.number("turn_limit")?,
        })
    }

    /// Whether both sides strike in melee, the optional rule of OPT-04.
    #[must_use]
    pub fn both_strike(&self) -> bool {
        self.melee_sides == MeleeSides::Both
    }

    /// The clause by which blows are struck: OPT-04 when both sides strike.
    #[must_use]
    pub fn blow(&self) -> Clause {
        if self.both_strike() {
            c::OPT_04
        } else {
            c::TURN_08
        }
    }
}

/// The value of a switch in inches.
fn inches(of: &Chooser<'_>, name: &str) -> Result<Length, String> {
    let inches: Option<Length> = of.word(name)?.parse().ok();
    let inches = inches.ok_or_else(|| format!("switches.toml: {name} is no number of inches"))?;
    Ok(inches * INCH)
}
