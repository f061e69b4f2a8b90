//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::{Surplus, switches};
use sandtable_geometry::{INCH, Length};

switches! {
    /// The chosen value of every switch.
    Choices of crate::ID => {
        /// How halves of a die are rounded (CONV-04).
        half: enum Half { Up = "up", Down = "down", NearestEven = "nearest_even" } = ("half_round"),
        /// CHARGE-10.
        dismounted_charge: bool = ("dismounted_may_charge" is "yes"),
        /// OFF-03: two dice are opposed.
        opposed: bool = ("command_roll" is "opposed"),
        /// REACT-11.
        counter_chooses: bool = ("counter_gives_choice" is "yes"),
        /// Where the range of reaction fire is measured (REACT-12).
        fire_at: enum FireAt {
            Start = "start",
            Halfway = "halfway",
            Contact = "contact",
        } = ("reaction_fire_at"),
        /// ROUT-08.
        forced_deductions: bool = ("forced_move_deductions" is "yes"),
        /// ORD-10.
        react_without_hits: bool = (is "yes"),
        /// ORD-03.
        skirmish_radius: Length = (|of| of.number::<Length>("skirmish_reaction_radius")? * INCH),
        /// H2HL-01: all stands strike.
        all_strike: bool = ("attacker_dice" is "all"),
        /// Which stands of a defender throw dice (H2HL-02).
        defenders: enum Defenders {
            OpposedPlusEnds = "opposed_plus_ends",
            Opposed = "opposed",
            All = "all",
        } = ("defender_dice"),
        /// H2HL-05.
        surplus: Surplus = (|of| match of.word("surplus_dice")? {
            "always_hit" => Surplus::Always,
            "never_hit" => Surplus::Never,
            _ => Surplus::BeatLowest,
        }),
        /// What happens on a draw (H2HL-13).
        draw: enum Draw {
            AttackerRecoils = "attacker_recoils",
            FightAgain = "fight_again",
            BothStand = "both_stand",
        } = ("h2h_draw"),
        /// H2HL-06: columns take double losses only under fire.
        double_fire_only: bool = ("column_double" is "fire_only"),
        /// H2HC-10: the line stays where it is.
        pass_through: bool = ("hole" is "pass_through"),
        /// H2HC-16: a pierced unit that comes back into the way counts as a new enemy.
        strikes_again: bool = ("pierced_in_the_way" is "struck_again"),
        /// TERR-12.
        fence_finishes: bool = ("worm_fence_finishes_next_turn" is "yes"),
        /// Who rolls in a collision (COLL-05).
        roller: enum Roller {
            Struck = "struck",
            Mover = "mover",
            Both = "both",
        } = ("collision_roller"),
        /// FIRE-09.
        smoke: bool = (is "on"),
        /// LOSS-01.
        hits_per_stand: i8 = (number),
        /// FIRE-07.
        canister_dice: u8 = (number),
        /// SETUP-06.
        fog: bool = ("weather" is "fog"),
    }
}
