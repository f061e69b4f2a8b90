//! The house-rule switches, as types. Their texts are in `switches.toml`.

use crate::ID;
use sandtable_battle::{Chooser, Switch, Switches, choice};
use sandtable_geometry::Facing;

choice!(
    /// Through whom skirmishers pass (MOVE-08, A10).
    PassThrough {
        /// Friends.
        Friends = "friends",
        /// Everybody.
        All = "all",
    }
);
choice!(
    /// What decides on front, flank and rear (ZONE-01, A19).
    FlankBy {
        /// Where the charger started.
        StartZone = "start_zone",
        /// The edge it touches.
        ContactEdge = "contact_edge",
    }
);
choice!(
    /// How halves are rounded (H2H-06, A27).
    Rounding {
        /// Once, at the end.
        Once = "once",
        /// After every step.
        Stepwise = "stepwise",
    }
);
choice!(
    /// What happens to cavalry without a way back (H2H-10, A30).
    BlockedRetreat {
        /// It goes as far as it can, or stays.
        Stay = "stay",
        /// It is eliminated.
        Eliminated = "eliminated",
    }
);
choice!(
    /// How often Generals rally (GEN-04, A35).
    RallyLimit {
        /// Each unit once.
        OncePerUnit = "once_per_unit",
        /// One unit in the battle.
        OncePerGame = "once_per_game",
    }
);
choice!(
    /// How half of an odd number is taken (ROUT-02, A38).
    RoutThreshold {
        /// Rounded down, plus one.
        Floor = "floor_half_plus_one",
        /// Rounded up, plus one.
        Ceil = "ceil_half_plus_one",
    }
);
choice!(
    /// Whose army is checked (ROUT-03, A39).
    RoutCheck {
        /// That of the player whose turn ends.
        Active = "active",
        /// Both.
        Both = "both",
    }
);

/// All switches, chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "switches are yes or no")]
pub struct Choices {
    /// LOAD-02.
    pub reload_required: bool,
    /// LOAD-03.
    pub shoot_after_loading: bool,
    /// MOVE-04.
    pub pivot_is_move: bool,
    /// MOVE-07.
    pub formation_change_blocks_shooting: bool,
    /// MOVE-03.
    pub straight_move: bool,
    /// MOVE-08.
    pub pass_through: PassThrough,
    /// SHOOT-03: to either side, in 1/65536 turn.
    pub arc_half_angle: i32,
    /// ZONE-01.
    pub flank_by: FlankBy,
    /// CHARGE-11.
    pub charge_into_town: bool,
    /// H2H-06.
    pub h2h_rounding: Rounding,
    /// H2H-10.
    pub blocked_retreat: BlockedRetreat,
    /// H2H-04.
    pub general_is_cavalry_target: bool,
    /// GEN-08.
    pub general_may_charge: bool,
    /// GEN-04.
    pub rally_limit: RallyLimit,
    /// ROUT-02.
    pub rout_threshold: RoutThreshold,
    /// ROUT-03.
    pub rout_check: RoutCheck,
    /// TIDE-02.
    pub tide_needs_13: bool,
    /// SQ-01.
    pub square: bool,
    /// GEN-01.
    pub general: bool,
    /// ROUT-01.
    pub rout: bool,
    /// TIDE-01.
    pub tide: bool,
    /// EVENT-01.
    pub events: bool,
}

impl Choices {
    /// Reads the chosen switches against those there are.
    ///
    /// # Errors
    /// One sentence: a switch that does not exist, or a value it does not take.
    pub fn read(specs: &[Switch], chosen: &Switches) -> Result<Self, String> {
        let of = Chooser::new(ID, specs, chosen)?;
        let half_angle = if of.is("arc_half_angle", "22.5")? {
            Facing::EIGHTH / 2
        } else {
            Facing::EIGHTH
        };
        Ok(Self {
            reload_required: of.choice("reload_required")?,
            shoot_after_loading: of.choice("shoot_after_loading")?,
            pivot_is_move: of.choice("pivot_is_move")?,
            formation_change_blocks_shooting: of.choice("formation_change_blocks_shooting")?,
            straight_move: of.choice("straight_move")?,
            pass_through: of.choice("pass_through")?,
            arc_half_angle: half_angle,
            flank_by: of.choice("flank_by")?,
            charge_into_town: of.choice("charge_into_town")?,
            h2h_rounding: of.choice("h2h_rounding")?,
            blocked_retreat: of.choice("blocked_retreat")?,
            general_is_cavalry_target: of.choice("general_is_cavalry_target")?,
            general_may_charge: of.choice("general_may_charge")?,
            rally_limit: of.choice("rally_limit")?,
            rout_threshold: of.choice("rout_threshold")?,
            rout_check: of.choice("rout_check")?,
            tide_needs_13: of.choice("tide_needs_13")?,
            square: of.choice("square")?,
            general: of.choice("general")?,
            rout: of.choice("rout")?,
            tide: of.choice("tide")?,
            events: of.choice("events")?,
        })
    }
}
