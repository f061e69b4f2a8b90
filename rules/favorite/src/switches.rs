//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::switches;
use sandtable_geometry::{INCH, Length};

switches! {
    /// The chosen value of every switch.
    Choices of crate::ID => {
        /// SCALE-02, ruling A01: What does a hit remove? A hit removes a figure, or a whole stand of three; of a battery always one figure.
        whole_stands: bool = ("casualty_unit" is "stand"),
        /// MOVE-05, ruling A02: How far does horse artillery move? In inches.
        horse_guns_pace: Length = (|of| INCH * if of.is("horse_artillery_move", "6")? { 6 } else { 9 }),
        /// FIRE-14, ruling A03: Does cavalry shoot? Their carbines reach 4 inches.
        carbines: bool = ("cavalry_fire" is "flag"),
        /// OPT-07, ruling A04: Do grades of troops count? If so, seasoned troops add 1 to morale dice, veterans 2, crack troops 3.
        grades: bool = ("quality_morale" is "on"),
        /// CMD-07, ruling A05: How near is a commander nearby? In inches from the commander's centre to the unit's base.
        command_radius: Length = (|of| of.number::<Length>("command_radius")? * INCH),
        /// CMD-09, ruling A06: When does a commander step in? After the morale die is seen, or before it is rolled.
        before_the_die: bool = ("commander_timing" is "before"),
        /// CMD-14, ruling A09: What does a commander add in a melee? What a general and what the army commander adds.
        melee_general: (i16, i16) = (|of| match of.word("melee_general")? {
            "1_1" => (1, 1),
            "2_2" => (2, 2),
            _ => (1, 2),
        }),
        /// INIT-08, ruling A12: Does the better general's bonus last when that general is out? If so, the initiative bonus counts whether or not the general is in play.
        bonus_stays: bool = ("dead_general_keeps_bonus" is "true"),
        /// TURN-06, ruling A15: Does rallying count as moving? If so, a unit whose check left it without its full move shoots with those who moved.
        rally_is_move: bool = ("rally_counts_as_move" is "true"),
        /// FIRE-15, ruling A16: May a retreated unit shoot? If not, neither retreated nor routed units shoot in that turn.
        retreated_shoots: bool = ("retreated_may_shoot" is "true"),
        /// MOR-17, ruling A17: Must every marked unit check? If not, a marked unit checks only if it is to move.
        must_check: bool = ("check_mandatory" is "true"),
        /// CHG-03, ruling A21: Do columns and skirmishers charge farther? If not, every charge has the plain rate.
        charge_bonuses: bool = (is "true"),
        /// OPT-04, ruling A23: Do guns gain by roads? If so, artillery moves 3 inches more when its whole turn is on a road.
        guns_on_roads: bool = ("artillery_road" is "3"),
        /// MOVE-10, ruling A24: Are there slanting moves? If so, units may advance up to 45 degrees either way with their heading kept.
        oblique: bool = (is "45"),
        /// FORM-05, ruling A25: How many ranks has a line? In two ranks a line is half as wide, and its front rank shoots.
        two_ranks: bool = ("line_ranks" is "2"),
        /// TURNING-02, ruling A28: When do light units turn free? “Always” lets light units turn 45 degrees free in any formation.
        light_turns_free: bool = ("light_free_turn" is "always"),
        /// PASS-02, ruling A34: Are friends disordered who are run through? If not, forced moves through friends leave no markers.
        run_through_marks: bool = (is "true"),
        /// MOR-13: Does a marker stay after a retreat? If not, a retreat or rout by a check takes the marker off.
        retreat_keeps_marker: bool = (is "true"),
        /// MOR-19, ruling A35: Do the points off in morale add up? If not, quarter losses, contact and flank take 1 off together.
        minus_one_each: bool = ("minus_one_stacks" is "each"),
        /// MEL-20, ruling A38: Does disorder count in melee? What a marker takes off in close combat.
        disorder_in_melee: bool = ("disorder_melee_minus" is "1"),
        /// MOR-22, ruling A41: Which way do units face that went back? “As before” keeps their heading.
        faces_enemy: bool = ("retreat_facing" is "toward"),
        /// MOR-24, ruling A43: What does a trapped rout cost? One to three figures, nothing, or the unit.
        trapped: enum Trapped { Figures = "D3", Nothing = "none", All = "destroyed" } = ("trapped_loses"),
        /// MEL-23, ruling A46: What is half effect? Half the dice, or half the casualties, rounded up.
        half_the_dice: bool = ("half_effect" is "dice"),
        /// CHG-07, ruling A47: Does giving way to a charge disorder? If not, only the result 3 of a stand test brings a marker.
        giving_way_marks: bool = ("stand_retreat_marks" is "true"),
        /// CHG-12, ruling A56: May a charged unit shoot at its charger? If not, no unit in contact shoots.
        closing_volley: bool = (is "true"),
        /// FIRE-08, ruling A54: Who shoots in a column? The front rank of stands, or everyone.
        column_shoots_whole: bool = ("column_fire" is "all"),
        /// FIRE-10: Must fire go at the nearest target? If so, a unit may only shoot at the nearest enemy that it may shoot at.
        nearest_target: bool = (is "true"),
        /// ART-05, ruling A53: Are skirmishers harder to hit for muskets? If so, muskets need 1 more against skirmishers too.
        skirmishers_hard: bool = ("skirmish_penalty_all" is "true"),
        /// FIRE-12, ruling A52: How many figures have a die? For muskets and carbines.
        figures_per_die: u8 = (|of| match of.word("figures_per_die")? {
            "2" => 2,
            "1" => 1,
            _ => 3,
        }),
        /// FIRE-13: Do two hits make a casualty at long range? If so, an odd hit at long range is lost.
        two_hits_at_long: bool = ("long_range_two_hits" is "true"),
        /// ART-08, ruling A59: Does turning count as movement for guns? If not, guns may turn and shoot.
        turns_block_guns: bool = ("pivot_blocks_guns" is "true"),
        /// MEL-22, ruling A61: How do guns fight hand to hand? An overrun battery is destroyed as soon as it is reached.
        guns_overrun: bool = ("guns_in_melee" is "overrun"),
        /// MEL-12, ruling A65: Does the loser of a melee give way? If not, only a repulsed attacker goes back.
        loser_retreats: bool = ("melee_loser" is "retreat"),
        /// OPT-06: May winners pursue? If so, the winner of a melee may advance straight ahead up to half a move.
        pursuit: bool = (is "half_move"),
        /// OPT-03: Do units behind hard cover ignore morale checks? If so, their markers come off when their side moves.
        steady_in_cover: bool = ("cover_ignores_morale" is "on"),
        /// OPT-05: Can commanders be captured in lost melees? If so, one who is wounded while leading a melee that is lost is captured.
        generals_captured: bool = ("general_captured" is "on"),
        /// VIC-01, ruling A72: When is an army beaten? The share of its units that it must have lost.
        breaks_at: Option<(i32, i32)> = (|of| match of.word("break_fraction")? {
            "3/4" => Some((3, 4)),
            "off" => None,
            _ => Some((1, 2)),
        }),
        /// VIC-02: How many turns has a battle? Unless the scenario sets its own number.
        turn_limit: u16 = (number),
    }
}
