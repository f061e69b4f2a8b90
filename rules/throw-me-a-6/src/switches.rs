//! The house-rule switches, as plain values. Their texts are in `switches.toml`.

use crate::ID;
use sandtable_battle::{Chooser, Switch, Switches};

/// The switches as they were chosen. A flag is true where the value is not the
/// default.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, a choice between two readings"
)]
pub struct Choices {
    /// A01: units of four stands that are down to two roll a die less.
    pub dice_by_stands: bool,
    /// A02: the scale factor in quarters.
    pub scale: i32,
    /// A04: peltasts are light troops.
    pub peltasts_are_light: bool,
    /// A09: terrain pieces may be of any size and lie anywhere.
    pub free_terrain: bool,
    /// A11: who moved first held the initiative.
    pub first_mover_holds: bool,
    /// A13: late shots are simultaneous.
    pub late_simultaneous: bool,
    /// A14: all moves before all shots.
    pub moves_then_shots: bool,
    /// A16: an oblique is exactly 45 degrees.
    pub oblique_exact: bool,
    /// A17: difficult terrain halves the whole move.
    pub half_whole_move: bool,
    /// A17: chariots are not hindered by difficult terrain.
    pub chariots_unaffected: bool,
    /// A18: light troops pass and are passed by any friend.
    pub light_any: bool,
    /// A20: a unit in contact may turn.
    pub turn_in_melee: bool,
    /// A22: roads cancel difficult terrain.
    pub road_cancels: bool,
    /// A25: higher shooters see over units.
    pub hills_see_over: bool,
    /// A27: peltasts throw.
    pub peltasts_throw: bool,
    /// A29: units in contact may be shot at.
    pub fire_into_melee: bool,
    /// A30: both flanks are unshielded.
    pub both_unshielded: bool,
    /// A77: who is held on a flank or in the rear may shoot at a frontal charger.
    pub held_archers_shoot: bool,
    /// A36: the pivot before a charge costs half the rate.
    pub charge_half_rate: bool,
    /// A40: no minimum of one die in melee.
    pub no_minimum: bool,
    /// A45: whoever has a charge bonus listed ignores armour.
    pub bonus_listed: bool,
    /// A52: the side that lost more has lost the fight.
    pub side_total: bool,
    /// A54: a veteran's total is at least 1.
    pub veteran_least_one: bool,
    /// A56: a unit that cannot retreat is destroyed.
    pub blocked_destroyed: bool,
    /// A58: light cavalry never pursues.
    pub light_cavalry_stays: bool,
    /// A59: the recoil counts towards a rout.
    pub recoil_counts: bool,
    /// A60: veterans may add 1 too.
    pub veteran_plus: bool,
    /// A61: elephants that were shot run next turn only.
    pub amok_next_turn: bool,
    /// A62: artillery cannot move.
    pub artillery_fixed: bool,
    /// A65: there are generals.
    pub general: bool,
    /// A66: three quarters are counted in stands.
    pub count_stands: bool,
    /// A67: the last turn, 0 for none.
    pub turn_limit: u16,
}

impl Choices {
    /// Reads the chosen switches against those there are.
    ///
    /// # Errors
    /// One sentence: a switch that does not exist, or a value it does not take.
    pub fn read(specs: &[Switch], chosen: &Switches) -> Result<Self, String> {
        let of = Chooser::new(ID, specs, chosen)?;
        // The reading that is not the usual one.
        let flag = |name: &str| -> Result<bool, String> {
            let spec = specs.iter().find(|spec| spec.name == name);
            Ok(Some(of.word(name)?) != spec.and_then(|spec| spec.default.as_deref()))
        };
        let scale = match of.word("scale_factor")? {
            "1.25" => 5,
            "1.5" => 6,
            "2.0" => 8,
            _ => 4,
        };
        Ok(Self {
            dice_by_stands: flag("dice_by_stands")?,
            scale,
            peltasts_are_light: flag("peltasts_are_light")?,
            free_terrain: flag("terrain_limits")?,
            first_mover_holds: flag("initiative_holder")?,
            late_simultaneous: flag("late_fire")?,
            moves_then_shots: flag("sequence")?,
            oblique_exact: flag("oblique")?,
            half_whole_move: flag("difficult_cost")?,
            chariots_unaffected: flag("chariots_difficult")?,
            light_any: flag("passing")?,
            turn_in_melee: flag("turn_in_melee")?,
            road_cancels: flag("road_cancels_difficult")?,
            hills_see_over: flag("hills_see_over")?,
            peltasts_throw: flag("peltasts_throw")?,
            fire_into_melee: flag("fire_into_melee")?,
            both_unshielded: flag("unshielded")?,
            held_archers_shoot: of.is("held_archers_shoot", "yes")?,
            charge_half_rate: flag("charge_pivot")?,
            no_minimum: flag("melee_minimum")?,
            bonus_listed: flag("armour_ignored")?,
            side_total: flag("loser")?,
            veteran_least_one: flag("veteran_zero")?,
            blocked_destroyed: flag("blocked_retreat")?,
            light_cavalry_stays: flag("light_cavalry_pursuit")?,
            recoil_counts: flag("cavalry_recoil_counts")?,
            veteran_plus: flag("veteran_choice")?,
            amok_next_turn: flag("amok_first_move")?,
            artillery_fixed: flag("artillery_rate")?,
            general: flag("general")?,
            count_stands: flag("break_count")?,
            turn_limit: of.number("turn_limit")?,
        })
    }
}
