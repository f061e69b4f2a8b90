//! The house-rule switches, as types. Their texts are in `switches.toml`.

use crate::ID;
use sandtable_battle::{Chooser, Surplus, Switch, Switches, choice};
use sandtable_geometry::{INCH, Length};

choice!(
    /// How halves of a die are rounded (CONV-04).
    Half {
        /// Up.
        Up = "up",
        /// Down.
        Down = "down",
        /// To the nearest even number.
        NearestEven = "nearest_even",
    }
);

choice!(
    /// Where the range of reaction fire is measured (REACT-12).
    FireAt {
        /// Where the charge starts.
        Start = "start",
        /// Half-way.
        Halfway = "halfway",
        /// At contact.
        Contact = "contact",
    }
);

choice!(
    /// Which stands of a defender throw dice (H2HL-02).
    Defenders {
        /// Those opposed, and one beyond each end.
        OpposedPlusEnds = "opposed_plus_ends",
        /// Those opposed.
        Opposed = "opposed",
        /// All.
        All = "all",
    }
);

choice!(
    /// What a draw brings (H2HL-13).
    Draw {
        /// The attacker backs up.
        AttackerRecoils = "attacker_recoils",
        /// Another round.
        FightAgain = "fight_again",
        /// Both stand.
        BothStand = "both_stand",
    }
);

choice!(
    /// Who rolls in a collision (COLL-05).
    Roller {
        /// The unit run into.
        Struck = "struck",
        /// The unit that moves.
        Mover = "mover",
        /// Both.
        Both = "both",
    }
);

/// All switches, chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// CONV-04.
    pub half: Half,
    /// CHARGE-10.
    pub dismounted_charge: bool,
    /// OFF-03: two dice are opposed.
    pub opposed: bool,
    /// REACT-11.
    pub counter_chooses: bool,
    /// REACT-12.
    pub fire_at: FireAt,
    /// ROUT-08.
    pub forced_deductions: bool,
    /// ORD-10.
    pub react_without_hits: bool,
    /// ORD-03.
    pub skirmish_radius: Length,
    /// H2HL-01: all stands strike.
    pub all_strike: bool,
    /// H2HL-02.
    pub defenders: Defenders,
    /// H2HL-05.
    pub surplus: Surplus,
    /// H2HL-13.
    pub draw: Draw,
    /// H2HL-06: columns suffer double under fire only.
    pub double_fire_only: bool,
    /// H2HC-10: the line stays where it is.
    pub pass_through: bool,
    /// TERR-12.
    pub fence_finishes: bool,
    /// COLL-05.
    pub roller: Roller,
    /// FIRE-09.
    pub smoke: bool,
    /// LOSS-01.
    pub hits_per_stand: i8,
    /// FIRE-07.
    pub canister_dice: u8,
    /// SETUP-06.
    pub fog: bool,
}

impl Choices {
    /// Reads the chosen switches against those there are.
    ///
    /// # Errors
    /// One sentence: a switch that does not exist, or a value it does not take.
    pub fn read(specs: &[Switch], chosen: &Switches) -> Result<Self, String> {
        let of = Chooser::new(ID, specs, chosen)?;
        Ok(Self {
            half: of.choice("half_round")?,
            dismounted_charge: of.is("dismounted_may_charge", "yes")?,
            opposed: of.is("command_roll", "opposed")?,
            counter_chooses: of.is("counter_gives_choice", "yes")?,
            fire_at: of.choice("reaction_fire_at")?,
            forced_deductions: of.is("forced_move_deductions", "yes")?,
            react_without_hits: of.is("react_without_hits", "yes")?,
            skirmish_radius: of.number::<Length>("skirmish_reaction_radius")? * INCH,
            all_strike: of.is("attacker_dice", "all")?,
            defenders: of.choice("defender_dice")?,
            surplus: match of.word("surplus_dice")? {
                "always_hit" => Surplus::Always,
                "never_hit" => Surplus::Never,
                _ => Surplus::BeatLowest,
            },
            draw: of.choice("h2h_draw")?,
            double_fire_only: of.is("column_double", "fire_only")?,
            pass_through: of.is("hole", "pass_through")?,
            fence_finishes: of.is("worm_fence_finishes_next_turn", "yes")?,
            roller: of.choice("collision_roller")?,
            smoke: of.is("smoke", "on")?,
            hits_per_stand: of.number("hits_per_stand")?,
            canister_dice: of.number("canister_dice")?,
            fog: of.is("weather", "fog")?,
        })
    }
}
