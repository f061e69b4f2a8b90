//! House-rule switches, read once into plain values.

use crate::ID;
use sandtable_battle::{Chooser, Switch, Switches};
use sandtable_geometry::{INCH, Length};

/// What was chosen for every switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// SCALE-02, ruling A01: What does a hit remove? A hit removes a figure, or a whole stand of three; of a battery always one figure.
    pub whole_stands: bool,
    /// MOVE-05, ruling A02: How far does horse artillery move? In inches.
    pub horse_guns_pace: Length,
    /// FIRE-14, ruling A03: Does cavalry shoot? With flag, cavalry armed with carbines shoots 4 inches.
    pub carbines: bool,
    /// OPT-07, ruling A04: Do grades of troops count? With on, seasoned troops add 1 to morale dice, veterans 2, crack troops 3.
    pub grades: bool,
    /// CMD-07, ruling A05: How near is a commander nearby? In inches from his centre to the unit's base.
    pub command_radius: Length,
    /// CMD-09, ruling A06: When does a commander step in? After the morale die is seen, or before it is thrown.
    pub before_the_die: bool,
    /// CMD-14, ruling A09: What does a commander add in a melee? What a general and what the army commander adds.
    pub melee_general: (i16, i16),
    /// INIT-08, ruling A12: Does the better general's bonus last when he is out? With true, the initiative bonus counts whether or not he is in play.
    pub bonus_stays: bool,
    /// TURN-06, ruling A15: Does rallying count as moving? With true, a unit whose check left it without its full move shoots with those who moved.
    pub rally_is_move: bool,
    /// FIRE-15, ruling A16: May a retreated unit shoot? With false, neither retreated nor routed units shoot in that turn.
    pub retreated_shoots: bool,
    /// MOR-17, ruling A17: Must every marked unit check? With false, a marked unit checks only if it is to move.
    pub must_check: bool,
    /// CHG-03, ruling A21: Do columns and skirmishers charge farther? With false, every charge has the plain rate.
    pub charge_bonuses: bool,
    /// OPT-04, ruling A23: Do guns gain by roads? With 3, artillery moves 3 inches more when its whole turn is on a road.
    pub guns_on_roads: bool,
    /// MOVE-10, ruling A24: Are there slanting moves? With 45, units may advance up to 45 degrees either way with their heading kept.
    pub oblique: bool,
    /// FORM-05, ruling A25: How many ranks has a line? With 2, a line is half as wide and its front rank shoots.
    pub two_ranks: bool,
    /// TURNING-02, ruling A28: When do light units turn free? With always, light units turn 45 degrees free in any formation.
    pub light_turns_free: bool,
    /// PASS-02, ruling A34: Are friends disordered who are run through? With false, forced moves through friends leave no markers.
    pub run_through_marks: bool,
    /// MOR-13: Does a marker stay after a retreat? With false, a retreat or rout by a check takes the marker off.
    pub retreat_keeps_marker: bool,
    /// MOR-19, ruling A35: Do the points off in morale add up? With once, quarter losses, contact and flank take 1 off together.
    pub minus_one_each: bool,
    /// MEL-20, ruling A38: Does disorder count in melee? What a marker takes off in close combat.
    pub disorder_in_melee: bool,
    /// MOR-22, ruling A41: Which way do units face that went back? With keep, they keep their heading.
    pub faces_enemy: bool,
    /// MOR-24, ruling A43: What does a trapped rout cost? One to three figures, nothing, or the unit.
    pub trapped: Trapped,
    /// MEL-23, ruling A46: What is half effect? Half the dice, or half the casualties, rounded up.
    pub half_the_dice: bool,
    /// CHG-07, ruling A47: Does giving way to a charge disorder? With false, only the result 3 of a stand test brings a marker.
    pub giving_way_marks: bool,
    /// CHG-12, ruling A56: May a charged unit shoot at its charger? With false, no unit in contact shoots.
    pub closing_volley: bool,
    /// FIRE-08, ruling A54: Who shoots in a column? The front rank of stands, or everyone.
    pub column_shoots_whole: bool,
    /// FIRE-10: Must fire go at the nearest target? With true, a unit may only shoot at the nearest enemy that it may shoot at.
    pub nearest_target: bool,
    /// ART-05, ruling A53: Are skirmishers harder to hit for muskets? With true, muskets need 1 more against skirmishers too.
    pub skirmishers_hard: bool,
    /// FIRE-12, ruling A52: How many figures have a die? For muskets and carbines.
    pub figures_per_die: u8,
    /// FIRE-13: Do two hits make a casualty at long range? With true, an odd hit at long range is lost.
    pub two_hits_at_long: bool,
    /// ART-08, ruling A59: Does turning count as movement for guns? With false, guns may turn and shoot.
    pub turns_block_guns: bool,
    /// MEL-22, ruling A61: How do guns fight hand to hand? With overrun, a battery that is reached is destroyed at once.
    pub guns_overrun: bool,
    /// MEL-12, ruling A65: Does the loser of a melee give way? With none, only a repulsed attacker goes back.
    pub loser_retreats: bool,
    /// OPT-06: May winners pursue? With half_move, the winner of a melee may advance straight ahead up to half a move.
    pub pursuit: bool,
    /// OPT-03: Do units behind hard cover ignore morale checks? With on, their markers come off when their side moves.
    pub steady_in_cover: bool,
    /// OPT-05: Can commanders be captured in lost melees? With on, one who is wounded while leading a melee that is lost is captured.
    pub generals_captured: bool,
    /// VIC-01, ruling A72: When is an army beaten? The share of its units that it must have lost.
    pub breaks_at: Option<(i32, i32)>,
    /// VIC-02: How many turns has a battle? Unless the scenario sets its own number.
    pub turn_limit: u16,
}

/// What a trapped rout costs (MOR-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trapped {
    /// One to three figures.
    Figures,
    /// Nothing.
    Nothing,
    /// The unit.
    All,
}

impl Chosen {
    /// Reads chosen switches.
    ///
    /// # Errors
    /// Names a switch or value that does not exist, and what does.
    pub fn new(chosen: &Switches, known: &[Switch]) -> Result<Self, String> {
        let of = Chooser::new(ID, known, chosen)?;
        Ok(Self {
            whole_stands: of.is("casualty_unit", "stand")?,
            horse_guns_pace: if of.is("horse_artillery_move", "6")? {
                6 * INCH
            } else {
                9 * INCH
            },
            carbines: of.is("cavalry_fire", "flag")?,
            grades: of.is("quality_morale", "on")?,
            command_radius: of.number::<Length>("command_radius")? * INCH,
            before_the_die: of.is("commander_timing", "before")?,
            melee_general: match of.word("melee_general")? {
                "1_1" => (1, 1),
                "2_2" => (2, 2),
                _ => (1, 2),
            },
            bonus_stays: of.is("dead_general_keeps_bonus", "true")?,
            rally_is_move: of.is("rally_counts_as_move", "true")?,
            retreated_shoots: of.is("retreated_may_shoot", "true")?,
            must_check: of.is("check_mandatory", "true")?,
            charge_bonuses: of.is("charge_bonuses", "true")?,
            guns_on_roads: of.is("artillery_road", "3")?,
            oblique: of.is("oblique", "45")?,
            two_ranks: of.is("line_ranks", "2")?,
            light_turns_free: of.is("light_free_turn", "always")?,
            run_through_marks: of.is("run_through_marks", "true")?,
            retreat_keeps_marker: of.is("retreat_keeps_marker", "true")?,
            minus_one_each: of.is("minus_one_stacks", "each")?,
            disorder_in_melee: of.is("disorder_melee_minus", "1")?,
            faces_enemy: of.is("retreat_facing", "toward")?,
            trapped: match of.word("trapped_loses")? {
                "none" => Trapped::Nothing,
                "destroyed" => Trapped::All,
                _ => Trapped::Figures,
            },
            half_the_dice: of.is("half_effect", "dice")?,
            giving_way_marks: of.is("stand_retreat_marks", "true")?,
            closing_volley: of.is("closing_volley", "true")?,
            column_shoots_whole: of.is("column_fire", "all")?,
            nearest_target: of.is("nearest_target", "true")?,
            skirmishers_hard: of.is("skirmish_penalty_all", "true")?,
            figures_per_die: match of.word("figures_per_die")? {
                "2" => 2,
                "1" => 1,
                _ => 3,
            },
            two_hits_at_long: of.is("long_range_two_hits", "true")?,
            turns_block_guns: of.is("pivot_blocks_guns", "true")?,
            guns_overrun: of.is("guns_in_melee", "overrun")?,
            loser_retreats: of.is("melee_loser", "retreat")?,
            pursuit: of.is("pursuit", "half_move")?,
            steady_in_cover: of.is("cover_ignores_morale", "on")?,
            generals_captured: of.is("general_captured", "on")?,
            breaks_at: match of.word("break_fraction")? {
                "3/4" => Some((3, 4)),
                "off" => None,
                _ => Some((1, 2)),
            },
            turn_limit: of.number("turn_limit")?,
        })
    }
}
