//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::switches;

switches! {
    /// What was chosen for every switch.
    Choices of "otr-d6" => {
        /// UNIT-03, ruling A06: Which combat value has dismounted cavalry?
        dismounted_cv: enum DismountedCv { Cavalry = "cavalry", Infantry = "infantry" },
        /// SHOOT-09, ruling A10: How many dice does a battery roll?
        artillery_dice: enum ArtilleryDice { PerUnit = "per_unit", PerStand = "per_stand" },
        /// ACT-06, ruling A11: When are melees fought?
        melee_timing: enum MeleeTiming {
            Immediate = "immediate",
            EndOfDivision = "end_of_division",
        },
        /// ACT-04, ruling A14: Does a defensive volley use up the Shoot action?
        defensive_shot_counts: enum DefensiveShotCounts { No = "no", Yes = "yes" },
        /// MOVE-07, ruling A16: May a line move backwards?
        back_step: enum BackStep { None = "none", HalfRate = "half_rate" },
        /// MOVE-14, ruling A17: May a Move pass through friends?
        voluntary_pass_through: enum VoluntaryPassThrough {
            Forbidden = "forbidden",
            Marker = "marker",
            Free = "free",
        },
        /// MOVE-15, ruling A18: Does rough ground slow units?
        rough_terrain: enum RoughTerrain { Free = "free", HalfRate = "half_rate" },
        /// DISM-03, ruling A21: When are horse holders counted?
        holders: enum Holders { Recomputed = "recomputed", Fixed = "fixed" },
        /// MEL-21, ruling A23: Does a wave count in defence?
        wave_defends: enum WaveDefends { Yes = "yes", No = "no" },
        /// MEL-09, ruling A24: Which stands of a column fight?
        column_fights: enum ColumnFights { All = "all", FrontStand = "front_stand" },
        /// FORM-16, ruling A25: Does only the front rank of a reinforced line shoot?
        reinforced_shoots_front_only: enum ReinforcedShootsFrontOnly { Yes = "yes", No = "no" },
        /// SHOOT-06, ruling A30: Does a rolled 1 always hit?
        natural_one_hits: enum NaturalOneHits { No = "no", Yes = "yes" },
        /// GEO-05, ruling A31: Where do the 45 degree lines start?
        arc_origin: enum ArcOrigin { Corners = "corners", Centre = "centre" },
        /// GEO-09, ruling A32: Can sight be blocked?
        los: enum Los { Standard = "standard", None = "none" },
        /// GEO-11, ruling A33: What is enfilade?
        enfilade: enum Enfilade { OutsideFront = "outside_front", FlankOnly = "flank_only" },
        /// SHOOT-08, ruling A34: How are missing stands counted in musketry?
        small_group: enum SmallGroup { PerDie = "per_die", PerUnit = "per_unit" },
        /// GEO-16, ruling A35: What if a retreat is blocked by the enemy?
        blocked_retreat: enum BlockedRetreat { Stop = "stop", LoseStand = "lose_stand" },
        /// SHOOT-04, ruling A36: Which earlier marker makes a new one drive back?
        drive_back_counts: enum DriveBackCounts {
            AnyMarker = "any_marker",
            ShootingOnlyThisTurn = "shooting_only_this_turn",
        },
        /// SHOOT-23, ruling A39: What is movement for extra volleys?
        halt_means: enum HaltMeans {
            NoOtherAction = "no_other_action",
            NoDisplacement = "no_displacement",
        },
        /// SHOOT-01, ruling A41: How are the rifled gun lines read?
        rifled_rows: enum RifledRows { Printed = "printed", SwappedDisrupt = "swapped_disrupt" },
        /// CHG-02, ruling A42: May another action come before a charge?
        charge_after_action: enum ChargeAfterAction {
            No = "no",
            FacingOrFormation = "facing_or_formation",
        },
        /// CHG-04, ruling A43: What does a general add to the charge test?
        leader_charge_bonus: enum LeaderChargeBonus {
            Near1Attached2 = "near1_attached2",
            Near1Attached1 = "near1_attached1",
            Cumulative = "cumulative",
        },
        /// CHG-10, ruling A46: When is the defensive volley fired?
        defensive_shot_when: enum DefensiveShotWhen {
            Contact = "contact",
            Declaration = "declaration",
        },
        /// CHG-13, ruling A46: Can defensive fire stop a charge?
        defensive_fire_repulses: enum DefensiveFireRepulses { Yes = "yes", No = "no" },
        /// MEL-11, ruling A47: How are the melee totals compared?
        melee_compare: enum MeleeCompare { Ratio = "ratio", Difference = "difference" },
        /// MEL-13, ruling A48: Who wins an equal melee?
        melee_tie: enum MeleeTie {
            Defender = "defender",
            Reroll = "reroll",
            HigherCv = "higher_cv",
        },
        /// MEL-18, ruling A50: Does the winner of a melee advance?
        winner_advance: enum WinnerAdvance { None = "none", Occupy = "occupy" },
        /// MEL-01, ruling A53: May two units share one melee?
        combined_charge: enum CombinedCharge { No = "no", Yes = "yes" },
        /// MOR-01, ruling A56: When must a marked unit test morale?
        marker_test: enum MarkerTest { ToMove = "to_move", Always = "always" },
        /// MOR-04, ruling A57: Which lost stands count in morale?
        stands_lost: enum StandsLost { Total = "total", SinceLastTest = "since_last_test" },
        /// MOR-15, ruling A58: Which retreats mark the friends they pass?
        pass_through_marker: enum PassThroughMarker { All = "all", MoraleOnly = "morale_only" },
        /// MOR-05, ruling A58: Does a rout disturb friends?
        rout_disturbs: enum RoutDisturbs { No = "no", Yes = "yes" },
        /// MOR-13, ruling A60: What do units in hard cover ignore?
        cover_ignores: enum CoverIgnores {
            Revenge = "revenge",
            RetreatsAndRevenge = "retreats_and_revenge",
        },
        /// MOR-07, ruling A61: At what may a standing unit shoot?
        stand_fire: enum StandFire { Any = "any", Closest = "closest" },
        /// CMD-06, ruling A65: Who sets a general's morale modifier?
        general_morale: enum GeneralMorale { Rated = "rated", Chosen = "chosen" },
        /// CMD-12, ruling A67: Whom may a general help?
        general_scope: enum GeneralScope { Army = "army", Division = "division" },
        /// CMD-07, ruling A69: Which generals are at risk?
        general_risk: enum GeneralRisk {
            Influencing = "influencing",
            AttachedOnly = "attached_only",
        },
        /// AM1, ruling A75: When is height compared?
        height_judged: enum HeightJudged { Declaration = "declaration", Contact = "contact" },
        /// AM2, ruling A76: Which wounded generals are captured?
        captured: enum Captured { Attached = "attached", Influencing = "influencing" },
        /// VIC-01, ruling A71: How many turns are played?
        turn_limit: u16 = (number),
        /// VIC-02, ruling A72: At what loss of stands does an army break?
        army_break: u16 = (number),
    }
}
