//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::switches;

switches! {
    /// The chosen switches. A flag is true if the value is not the
    /// default.
    Choices of crate::ID => {
        /// A01: units of four stands that are down to two roll a die less.
        dice_by_stands: bool = (other),
        /// A02: the scale factor in quarters.
        scale: i32 = (|of| match of.word("scale_factor")? {
            "1.25" => 5,
            "1.5" => 6,
            "2.0" => 8,
            _ => 4,
        }),
        /// A04: peltasts are light troops.
        peltasts_are_light: bool = (other),
        /// A09: terrain pieces may be of any size and lie anywhere.
        free_terrain: bool = (other "terrain_limits"),
        /// A11: the side that moved first holds the initiative.
        first_mover_holds: bool = (other "initiative_holder"),
        /// A13: late shots are simultaneous.
        late_simultaneous: bool = (other "late_fire"),
        /// A14: all moves before all shots.
        moves_then_shots: bool = (other "sequence"),
        /// A16: an oblique is exactly 45 degrees.
        oblique_exact: bool = (other "oblique"),
        /// A17: difficult terrain halves the whole move.
        half_whole_move: bool = (other "difficult_cost"),
        /// A17: chariots are not hindered by difficult terrain.
        chariots_unaffected: bool = (other "chariots_difficult"),
        /// A18: light troops pass and are passed by any friend.
        light_any: bool = (other "passing"),
        /// A20: a unit in contact may turn.
        turn_in_melee: bool = (other),
        /// A22: roads cancel difficult terrain.
        road_cancels: bool = (other "road_cancels_difficult"),
        /// A25: higher shooters see over units.
        hills_see_over: bool = (other),
        /// A27: peltasts throw.
        peltasts_throw: bool = (other),
        /// A29: units in contact may be shot at.
        fire_into_melee: bool = (other),
        /// A30: both flanks are unshielded.
        both_unshielded: bool = (other "unshielded"),
        /// A77: units held on a flank or in the rear may shoot at a frontal charger.
        held_archers_shoot: bool = (is "yes"),
        /// A36: the pivot before a charge costs half the rate.
        charge_half_rate: bool = (other "charge_pivot"),
        /// A40: no minimum of one die in melee.
        no_minimum: bool = (other "melee_minimum"),
        /// A45: a unit with a listed charge bonus ignores armour.
        bonus_listed: bool = (other "armour_ignored"),
        /// A52: the side that lost more has lost the fight.
        side_total: bool = (other "loser"),
        /// A54: a veteran's total is at least 1.
        veteran_least_one: bool = (other "veteran_zero"),
        /// A56: a unit that cannot retreat is destroyed.
        blocked_destroyed: bool = (other "blocked_retreat"),
        /// A58: light cavalry never pursues.
        light_cavalry_stays: bool = (other "light_cavalry_pursuit"),
        /// A59: the recoil counts towards a rout.
        recoil_counts: bool = (other "cavalry_recoil_counts"),
        /// A60: veterans may add 1 too.
        veteran_plus: bool = (other "veteran_choice"),
        /// A61: elephants that were shot do not run until the next turn.
        amok_next_turn: bool = (other "amok_first_move"),
        /// A62: artillery cannot move.
        artillery_fixed: bool = (other "artillery_rate"),
        /// A65: there are generals.
        general: bool = (other),
        /// A66: three quarters are counted in stands.
        count_stands: bool = (other "break_count"),
        /// A67: the last turn, 0 for none.
        turn_limit: u16 = (number),
    }
}
