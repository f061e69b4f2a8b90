//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::{Surplus, Switch, Switches};
use sandtable_geometry::{INCH, Length};

/// How halves of a die are rounded (CONV-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Up.
    Up,
    /// Down.
    Down,
    /// To the nearest even number.
    NearestEven,
}

/// Where the range of reaction fire is measured (REACT-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireAt {
    /// Where the charge starts.
    Start,
    /// Half-way.
    Halfway,
    /// At contact.
    Contact,
}

/// Which stands of a defender throw dice (H2HL-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defenders {
    /// Those opposed, and one beyond each end.
    OpposedPlusEnds,
    /// Those opposed.
    Opposed,
    /// All.
    All,
}

/// What a draw brings (H2HL-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The attacker backs up.
    AttackerRecoils,
    /// Another round.
    FightAgain,
    /// Both stand.
    BothStand,
}

/// Who rolls in a collision (COLL-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roller {
    /// The unit run into.
    Struck,
    /// The unit that moves.
    Mover,
    /// Both.
    Both,
}

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
        if let Some((name, _)) = chosen
            .choices()
            .find(|(name, _)| !specs.iter().any(|s| s.name == *name))
        {
            let all: Vec<&str> = specs.iter().map(|s| s.name.as_str()).collect();
            return Err(format!(
                "regimental has no switch \"{name}\"; it has {}",
                all.join(", ")
            ));
        }
        let of = Reader { specs, chosen };
        Ok(Self {
            half: of.one(
                "half_round",
                &[
                    ("up", Half::Up),
                    ("down", Half::Down),
                    ("nearest_even", Half::NearestEven),
                ],
            )?,
            dismounted_charge: of.flag("dismounted_may_charge", "yes")?,
            opposed: of.flag("command_roll", "opposed")?,
            counter_chooses: of.flag("counter_gives_choice", "yes")?,
            fire_at: of.one(
                "reaction_fire_at",
                &[
                    ("start", FireAt::Start),
                    ("halfway", FireAt::Halfway),
                    ("contact", FireAt::Contact),
                ],
            )?,
            forced_deductions: of.flag("forced_move_deductions", "yes")?,
            react_without_hits: of.flag("react_without_hits", "yes")?,
            skirmish_radius: of.number("skirmish_reaction_radius")? * INCH,
            all_strike: of.flag("attacker_dice", "all")?,
            defenders: of.one(
                "defender_dice",
                &[
                    ("opposed_plus_ends", Defenders::OpposedPlusEnds),
                    ("opposed", Defenders::Opposed),
                    ("all", Defenders::All),
                ],
            )?,
            surplus: of.one(
                "surplus_dice",
                &[
                    ("beat_lowest", Surplus::BeatLowest),
                    ("always_hit", Surplus::Always),
                    ("never_hit", Surplus::Never),
                ],
            )?,
            draw: of.one(
                "h2h_draw",
                &[
                    ("attacker_recoils", Draw::AttackerRecoils),
                    ("fight_again", Draw::FightAgain),
                    ("both_stand", Draw::BothStand),
                ],
            )?,
            double_fire_only: of.flag("column_double", "fire_only")?,
            pass_through: of.flag("hole", "pass_through")?,
            fence_finishes: of.flag("worm_fence_finishes_next_turn", "yes")?,
            roller: of.one(
                "collision_roller",
                &[
                    ("struck", Roller::Struck),
                    ("mover", Roller::Mover),
                    ("both", Roller::Both),
                ],
            )?,
            smoke: of.flag("smoke", "on")?,
            hits_per_stand: i8::try_from(of.number("hits_per_stand")?).unwrap_or(3),
            canister_dice: u8::try_from(of.number("canister_dice")?).unwrap_or(4),
            fog: of.flag("weather", "fog")?,
        })
    }
}

struct Reader<'a> {
    specs: &'a [Switch],
    chosen: &'a Switches,
}

impl Reader<'_> {
    fn spec(&self, name: &str) -> Result<&Switch, String> {
        let found = self.specs.iter().find(|s| s.name == name);
        found.ok_or_else(|| format!("switches.toml lacks {name}"))
    }

    fn value(&self, name: &str) -> Result<&str, String> {
        let spec = self.spec(name)?;
        let value = self.chosen.get(name).or(spec.default.as_deref());
        let value = value.unwrap_or_default();
        if spec.values.iter().any(|v| v == value) {
            Ok(value)
        } else {
            let all = spec.values.join(", ");
            Err(format!(
                "regimental: switch {name} cannot be \"{value}\"; it is one of {all}"
            ))
        }
    }

    fn one<C: Copy>(&self, name: &str, all: &[(&str, C)]) -> Result<C, String> {
        let value = self.value(name)?;
        let found = all.iter().find(|(text, _)| *text == value);
        found
            .map(|&(_, choice)| choice)
            .ok_or_else(|| format!("switches.toml: {name} knows no {value}"))
    }

    fn flag(&self, name: &str, set: &str) -> Result<bool, String> {
        self.value(name).map(|value| value == set)
    }

    fn number(&self, name: &str) -> Result<i32, String> {
        let range = self.spec(name)?.number;
        let range = range.ok_or_else(|| format!("switches.toml: {name} has no range"))?;
        let Some(text) = self.chosen.get(name) else {
            return Ok(range.default);
        };
        let number = text.parse().ok();
        let sound = number.filter(|n| (range.min..=range.max).contains(n));
        sound.ok_or_else(|| {
            format!(
                "regimental: switch {name} cannot be \"{text}\"; it is a whole number from {} to {}",
                range.min, range.max
            )
        })
    }
}
