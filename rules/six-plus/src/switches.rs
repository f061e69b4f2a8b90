//! The house-rule switches, as types. `switches.toml` contains their texts.

use sandtable_battle::switches;
use sandtable_geometry::Facing;

switches! {
    /// The choice of every switch.
    Choices of crate::ID => {
        /// LOAD-02.
        reload_required: bool,
        /// LOAD-03.
        shoot_after_loading: bool,
        /// MOVE-04.
        pivot_is_move: bool,
        /// MOVE-07.
        formation_change_blocks_shooting: bool,
        /// MOVE-03.
        straight_move: bool,
        /// Which units skirmishers may pass through (MOVE-08, A10).
        pass_through: enum PassThrough { Friends = "friends", All = "all" },
        /// SHOOT-03: angle to either side, in 1/65536 turn.
        arc_half_angle: i32 = (|of| if of.is("arc_half_angle", "22.5")? {
            Facing::EIGHTH / 2
        } else {
            Facing::EIGHTH
        }),
        /// What determines front, flank and rear (ZONE-01, A19).
        flank_by: enum FlankBy { StartZone = "start_zone", ContactEdge = "contact_edge" },
        /// CHARGE-11.
        charge_into_town: bool,
        /// How halves are rounded (H2H-06, A27).
        h2h_rounding: enum Rounding { Once = "once", Stepwise = "stepwise" },
        /// What happens to cavalry that cannot retreat (H2H-10, A30).
        blocked_retreat: enum BlockedRetreat { Stay = "stay", Eliminated = "eliminated" },
        /// H2H-04.
        general_is_cavalry_target: bool,
        /// GEN-08.
        general_may_charge: bool,
        /// How often Generals rally (GEN-04, A35).
        rally_limit: enum RallyLimit {
            OncePerUnit = "once_per_unit",
            OncePerGame = "once_per_game",
        },
        /// How half of an odd number is rounded (ROUT-02, A38).
        rout_threshold: enum RoutThreshold {
            Floor = "floor_half_plus_one",
            Ceil = "ceil_half_plus_one",
        },
        /// Which army is checked for rout (ROUT-03, A39).
        rout_check: enum RoutCheck { Active = "active", Both = "both" },
        /// TIDE-02.
        tide_needs_13: bool,
        /// SQ-01.
        square: bool,
        /// GEN-01.
        general: bool,
        /// ROUT-01.
        rout: bool,
        /// TIDE-01.
        tide: bool,
        /// EVENT-01.
        events: bool,
    }
}
