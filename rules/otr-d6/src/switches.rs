//! House-rule switches (section 16), read once into types.

use sandtable_battle::{Chooser, Switch, Switches, choice};

choice! {
    /// UNIT-03, ruling A06: Which combat value has dismounted cavalry?
    DismountedCv {
        /// `cavalry`
        Cavalry = "cavalry",
        /// `infantry`
        Infantry = "infantry",
    }
}

choice! {
    /// SHOOT-09, ruling A10: How many dice does a battery roll?
    ArtilleryDice {
        /// `per_unit`
        PerUnit = "per_unit",
        /// `per_stand`
        PerStand = "per_stand",
    }
}

choice! {
    /// ACT-06, ruling A11: When are melees fought?
    MeleeTiming {
        /// `immediate`
        Immediate = "immediate",
        /// `end_of_division`
        EndOfDivision = "end_of_division",
    }
}

choice! {
    /// ACT-04, ruling A14: Does a defensive volley use up the Shoot action?
    DefensiveShotCounts {
        /// `no`
        No = "no",
        /// `yes`
        Yes = "yes",
    }
}

choice! {
    /// MOVE-07, ruling A16: May a line move backwards?
    BackStep {
        /// `none`
        None = "none",
        /// `half_rate`
        HalfRate = "half_rate",
    }
}

choice! {
    /// MOVE-14, ruling A17: May a Move pass through friends?
    VoluntaryPassThrough {
        /// `forbidden`
        Forbidden = "forbidden",
        /// `marker`
        Marker = "marker",
        /// `free`
        Free = "free",
    }
}

choice! {
    /// MOVE-15, ruling A18: Does rough ground slow units?
    RoughTerrain {
        /// `free`
        Free = "free",
        /// `half_rate`
        HalfRate = "half_rate",
    }
}

choice! {
    /// DISM-03, ruling A21: When are horse holders counted?
    Holders {
        /// `recomputed`
        Recomputed = "recomputed",
        /// `fixed`
        Fixed = "fixed",
    }
}

choice! {
    /// MEL-21, ruling A23: Does a wave count in defence?
    WaveDefends {
        /// `yes`
        Yes = "yes",
        /// `no`
        No = "no",
    }
}

choice! {
    /// MEL-09, ruling A24: Which stands of a column fight?
    ColumnFights {
        /// `all`
        All = "all",
        /// `front_stand`
        FrontStand = "front_stand",
    }
}

choice! {
    /// FORM-16, ruling A25: Does only the front rank of a reinforced line shoot?
    ReinforcedShootsFrontOnly {
        /// `yes`
        Yes = "yes",
        /// `no`
        No = "no",
    }
}

choice! {
    /// SHOOT-06, ruling A30: Does a rolled 1 always hit?
    NaturalOneHits {
        /// `no`
        No = "no",
        /// `yes`
        Yes = "yes",
    }
}

choice! {
    /// GEO-05, ruling A31: Where do the 45 degree lines start?
    ArcOrigin {
        /// `corners`
        Corners = "corners",
        /// `centre`
        Centre = "centre",
    }
}

choice! {
    /// GEO-09, ruling A32: Can sight be blocked?
    Los {
        /// `standard`
        Standard = "standard",
        /// `none`
        None = "none",
    }
}

choice! {
    /// GEO-11, ruling A33: What is enfilade?
    Enfilade {
        /// `outside_front`
        OutsideFront = "outside_front",
        /// `flank_only`
        FlankOnly = "flank_only",
    }
}

choice! {
    /// SHOOT-08, ruling A34: How are missing stands counted in musketry?
    SmallGroup {
        /// `per_die`
        PerDie = "per_die",
        /// `per_unit`
        PerUnit = "per_unit",
    }
}

choice! {
    /// GEO-16, ruling A35: What if a retreat is blocked by the enemy?
    BlockedRetreat {
        /// `stop`
        Stop = "stop",
        /// `lose_stand`
        LoseStand = "lose_stand",
    }
}

choice! {
    /// SHOOT-04, ruling A36: Which earlier marker makes a new one drive back?
    DriveBackCounts {
        /// `any_marker`
        AnyMarker = "any_marker",
        /// `shooting_only_this_turn`
        ShootingOnlyThisTurn = "shooting_only_this_turn",
    }
}

choice! {
    /// SHOOT-23, ruling A39: What is movement for extra volleys?
    HaltMeans {
        /// `no_other_action`
        NoOtherAction = "no_other_action",
        /// `no_displacement`
        NoDisplacement = "no_displacement",
    }
}

choice! {
    /// SHOOT-01, ruling A41: How are the rifled gun lines read?
    RifledRows {
        /// `printed`
        Printed = "printed",
        /// `swapped_disrupt`
        SwappedDisrupt = "swapped_disrupt",
    }
}

choice! {
    /// CHG-02, ruling A42: May another action come before a charge?
    ChargeAfterAction {
        /// `no`
        No = "no",
        /// `facing_or_formation`
        FacingOrFormation = "facing_or_formation",
    }
}

choice! {
    /// CHG-04, ruling A43: What does a general add to the charge test?
    LeaderChargeBonus {
        /// `near1_attached2`
        Near1Attached2 = "near1_attached2",
        /// `near1_attached1`
        Near1Attached1 = "near1_attached1",
        /// `cumulative`
        Cumulative = "cumulative",
    }
}

choice! {
    /// CHG-10, ruling A46: When is the defensive volley fired?
    DefensiveShotWhen {
        /// `contact`
        Contact = "contact",
        /// `declaration`
        Declaration = "declaration",
    }
}

choice! {
    /// CHG-13, ruling A46: Can defensive fire stop a charge?
    DefensiveFireRepulses {
        /// `yes`
        Yes = "yes",
        /// `no`
        No = "no",
    }
}

choice! {
    /// AM1, ruling A75: When is height compared?
    HeightJudged {
        /// `declaration`
        Declaration = "declaration",
        /// `contact`
        Contact = "contact",
    }
}

choice! {
    /// AM2, ruling A76: Which wounded generals are captured?
    Captured {
        /// `attached`
        Attached = "attached",
        /// `influencing`
        Influencing = "influencing",
    }
}

choice! {
    /// MEL-11, ruling A47: How are the melee totals compared?
    MeleeCompare {
        /// `ratio`
        Ratio = "ratio",
        /// `difference`
        Difference = "difference",
    }
}

choice! {
    /// MEL-13, ruling A48: Who wins an equal melee?
    MeleeTie {
        /// `defender`
        Defender = "defender",
        /// `reroll`
        Reroll = "reroll",
        /// `higher_cv`
        HigherCv = "higher_cv",
    }
}

choice! {
    /// MEL-18, ruling A50: Does the winner of a melee advance?
    WinnerAdvance {
        /// `none`
        None = "none",
        /// `occupy`
        Occupy = "occupy",
    }
}

choice! {
    /// MEL-01, ruling A53: May two units share one melee?
    CombinedCharge {
        /// `no`
        No = "no",
        /// `yes`
        Yes = "yes",
    }
}

choice! {
    /// MOR-01, ruling A56: When must a marked unit test morale?
    MarkerTest {
        /// `to_move`
        ToMove = "to_move",
        /// `always`
        Always = "always",
    }
}

choice! {
    /// MOR-04, ruling A57: Which lost stands count in morale?
    StandsLost {
        /// `total`
        Total = "total",
        /// `since_last_test`
        SinceLastTest = "since_last_test",
    }
}

choice! {
    /// MOR-15, ruling A58: Which retreats mark the friends they pass?
    PassThroughMarker {
        /// `all`
        All = "all",
        /// `morale_only`
        MoraleOnly = "morale_only",
    }
}

choice! {
    /// MOR-05, ruling A58: Does a rout disturb friends?
    RoutDisturbs {
        /// `no`
        No = "no",
        /// `yes`
        Yes = "yes",
    }
}

choice! {
    /// MOR-13, ruling A60: What do units in hard cover ignore?
    CoverIgnores {
        /// `revenge`
        Revenge = "revenge",
        /// `retreats_and_revenge`
        RetreatsAndRevenge = "retreats_and_revenge",
    }
}

choice! {
    /// MOR-07, ruling A61: At what may a standing unit shoot?
    StandFire {
        /// `any`
        Any = "any",
        /// `closest`
        Closest = "closest",
    }
}

choice! {
    /// CMD-06, ruling A65: Who sets a general's morale modifier?
    GeneralMorale {
        /// `rated`
        Rated = "rated",
        /// `chosen`
        Chosen = "chosen",
    }
}

choice! {
    /// CMD-12, ruling A67: Whom may a general help?
    GeneralScope {
        /// `army`
        Army = "army",
        /// `division`
        Division = "division",
    }
}

choice! {
    /// CMD-07, ruling A69: Which generals are at risk?
    GeneralRisk {
        /// `influencing`
        Influencing = "influencing",
        /// `attached_only`
        AttachedOnly = "attached_only",
    }
}

/// What was chosen for every switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// UNIT-03, ruling A06: Which combat value has dismounted cavalry?
    pub dismounted_cv: DismountedCv,
    /// SHOOT-09, ruling A10: How many dice does a battery roll?
    pub artillery_dice: ArtilleryDice,
    /// ACT-06, ruling A11: When are melees fought?
    pub melee_timing: MeleeTiming,
    /// ACT-04, ruling A14: Does a defensive volley use up the Shoot action?
    pub defensive_shot_counts: DefensiveShotCounts,
    /// MOVE-07, ruling A16: May a line move backwards?
    pub back_step: BackStep,
    /// MOVE-14, ruling A17: May a Move pass through friends?
    pub voluntary_pass_through: VoluntaryPassThrough,
    /// MOVE-15, ruling A18: Does rough ground slow units?
    pub rough_terrain: RoughTerrain,
    /// DISM-03, ruling A21: When are horse holders counted?
    pub holders: Holders,
    /// MEL-21, ruling A23: Does a wave count in defence?
    pub wave_defends: WaveDefends,
    /// MEL-09, ruling A24: Which stands of a column fight?
    pub column_fights: ColumnFights,
    /// FORM-16, ruling A25: Does only the front rank of a reinforced line shoot?
    pub reinforced_shoots_front_only: ReinforcedShootsFrontOnly,
    /// SHOOT-06, ruling A30: Does a rolled 1 always hit?
    pub natural_one_hits: NaturalOneHits,
    /// GEO-05, ruling A31: Where do the 45 degree lines start?
    pub arc_origin: ArcOrigin,
    /// GEO-09, ruling A32: Can sight be blocked?
    pub los: Los,
    /// GEO-11, ruling A33: What is enfilade?
    pub enfilade: Enfilade,
    /// SHOOT-08, ruling A34: How are missing stands counted in musketry?
    pub small_group: SmallGroup,
    /// GEO-16, ruling A35: What if a retreat is blocked by the enemy?
    pub blocked_retreat: BlockedRetreat,
    /// SHOOT-04, ruling A36: Which earlier marker makes a new one drive back?
    pub drive_back_counts: DriveBackCounts,
    /// SHOOT-23, ruling A39: What is movement for extra volleys?
    pub halt_means: HaltMeans,
    /// SHOOT-01, ruling A41: How are the rifled gun lines read?
    pub rifled_rows: RifledRows,
    /// CHG-02, ruling A42: May another action come before a charge?
    pub charge_after_action: ChargeAfterAction,
    /// CHG-04, ruling A43: What does a general add to the charge test?
    pub leader_charge_bonus: LeaderChargeBonus,
    /// CHG-10, ruling A46: When is the defensive volley fired?
    pub defensive_shot_when: DefensiveShotWhen,
    /// CHG-13, ruling A46: Can defensive fire stop a charge?
    pub defensive_fire_repulses: DefensiveFireRepulses,
    /// MEL-11, ruling A47: How are the melee totals compared?
    pub melee_compare: MeleeCompare,
    /// MEL-13, ruling A48: Who wins an equal melee?
    pub melee_tie: MeleeTie,
    /// MEL-18, ruling A50: Does the winner of a melee advance?
    pub winner_advance: WinnerAdvance,
    /// MEL-01, ruling A53: May two units share one melee?
    pub combined_charge: CombinedCharge,
    /// MOR-01, ruling A56: When must a marked unit test morale?
    pub marker_test: MarkerTest,
    /// MOR-04, ruling A57: Which lost stands count in morale?
    pub stands_lost: StandsLost,
    /// MOR-15, ruling A58: Which retreats mark the friends they pass?
    pub pass_through_marker: PassThroughMarker,
    /// MOR-05, ruling A58: Does a rout disturb friends?
    pub rout_disturbs: RoutDisturbs,
    /// MOR-13, ruling A60: What do units in hard cover ignore?
    pub cover_ignores: CoverIgnores,
    /// MOR-07, ruling A61: At what may a standing unit shoot?
    pub stand_fire: StandFire,
    /// CMD-06, ruling A65: Who sets a general's morale modifier?
    pub general_morale: GeneralMorale,
    /// CMD-12, ruling A67: Whom may a general help?
    pub general_scope: GeneralScope,
    /// CMD-07, ruling A69: Which generals are at risk?
    pub general_risk: GeneralRisk,
    /// AM1, ruling A75: When is height compared?
    pub height_judged: HeightJudged,
    /// AM2, ruling A76: Which wounded generals are captured?
    pub captured: Captured,
    /// VIC-01, ruling A71: How many turns are played?
    pub turn_limit: u16,
    /// VIC-02, ruling A72: At what loss of stands does an army break?
    pub army_break: u16,
}

impl Chosen {
    /// Reads chosen switches.
    ///
    /// # Errors
    /// Names a switch or value that does not exist.
    pub fn new(chosen: &Switches, known: &[Switch]) -> Result<Self, String> {
        let of = Chooser::new("otr-d6", known, chosen)?;
        Ok(Self {
            dismounted_cv: of.choice("dismounted_cv")?,
            artillery_dice: of.choice("artillery_dice")?,
            melee_timing: of.choice("melee_timing")?,
            defensive_shot_counts: of.choice("defensive_shot_counts")?,
            back_step: of.choice("back_step")?,
            voluntary_pass_through: of.choice("voluntary_pass_through")?,
            rough_terrain: of.choice("rough_terrain")?,
            holders: of.choice("holders")?,
            wave_defends: of.choice("wave_defends")?,
            column_fights: of.choice("column_fights")?,
            reinforced_shoots_front_only: of.choice("reinforced_shoots_front_only")?,
            natural_one_hits: of.choice("natural_one_hits")?,
            arc_origin: of.choice("arc_origin")?,
            los: of.choice("los")?,
            enfilade: of.choice("enfilade")?,
            small_group: of.choice("small_group")?,
            blocked_retreat: of.choice("blocked_retreat")?,
            drive_back_counts: of.choice("drive_back_counts")?,
            halt_means: of.choice("halt_means")?,
            rifled_rows: of.choice("rifled_rows")?,
            charge_after_action: of.choice("charge_after_action")?,
            leader_charge_bonus: of.choice("leader_charge_bonus")?,
            defensive_shot_when: of.choice("defensive_shot_when")?,
            defensive_fire_repulses: of.choice("defensive_fire_repulses")?,
            melee_compare: of.choice("melee_compare")?,
            melee_tie: of.choice("melee_tie")?,
            winner_advance: of.choice("winner_advance")?,
            combined_charge: of.choice("combined_charge")?,
            marker_test: of.choice("marker_test")?,
            stands_lost: of.choice("stands_lost")?,
            pass_through_marker: of.choice("pass_through_marker")?,
            rout_disturbs: of.choice("rout_disturbs")?,
            cover_ignores: of.choice("cover_ignores")?,
            stand_fire: of.choice("stand_fire")?,
            general_morale: of.choice("general_morale")?,
            general_scope: of.choice("general_scope")?,
            general_risk: of.choice("general_risk")?,
            height_judged: of.choice("height_judged")?,
            captured: of.choice("captured")?,
            turn_limit: of.number("turn_limit")?,
            army_break: of.number("army_break")?,
        })
    }
}
