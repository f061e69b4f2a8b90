//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::{Switch, Switches};
use sandtable_geometry::Facing;

/// One choice of a switch.
trait Choice: Sized + Copy + 'static {
    /// Its values by the names of `switches.toml`, with the clause it changes.
    const NAMES: &'static [(&'static str, Self)];
}

/// Declares a switch: its values by name.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$note])* $value),+ }

        impl Choice for $name {
            const NAMES: &'static [(&'static str, Self)] = &[$(($text, Self::$value)),+];
        }
    };
}

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
        let strange = |name: &str| find(specs, name).is_none();
        if let Some((name, _)) = chosen.choices().find(|(name, _)| strange(name)) {
            let all: Vec<&str> = specs.iter().map(|s| s.name.as_str()).collect();
            return Err(format!(
                "six-plus has no switch \"{name}\"; it has {}",
                all.join(", ")
            ));
        }
        let of = Reader { specs, chosen };
        let half_angle = if of.value("arc_half_angle")? == "22.5" {
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

impl Choice for bool {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("no", false),
        ("yes", true),
        ("false", false),
        ("true", true),
        ("off", false),
        ("on", true),
    ];
}

/// The switch of a name.
fn find<'a>(specs: &'a [Switch], name: &str) -> Option<&'a Switch> {
    specs.iter().find(|spec| spec.name == name)
}

/// Reads single switches.
struct Reader<'a> {
    specs: &'a [Switch],
    chosen: &'a Switches,
}

impl Reader<'_> {
    /// The value of a switch, or its default.
    fn value(&self, name: &str) -> Result<&str, String> {
        let spec = find(self.specs, name).ok_or_else(|| format!("switches.toml lacks {name}"))?;
        let value = self.chosen.get(name).or(spec.default.as_deref());
        let value = value.ok_or_else(|| format!("switches.toml: {name} has no default"))?;
        // A yes-or-no switch may also be spoken of as true or on.
        let flag = |text: &str| bool::NAMES.iter().any(|(name, _)| *name == text);
        let sound = spec.values.iter().any(|v| v == value)
            || (spec.values.iter().all(|v| flag(v)) && flag(value));
        if sound {
            Ok(value)
        } else {
            let all = spec.values.join(", ");
            Err(format!(
                "six-plus: switch {name} cannot be \"{value}\"; it is one of {all}"
            ))
        }
    }

    fn choice<C: Choice>(&self, name: &str) -> Result<C, String> {
        let value = self.value(name)?;
        let found = C::NAMES.iter().find(|(text, _)| *text == value);
        found
            .map(|&(_, choice)| choice)
            .ok_or_else(|| format!("switches.toml: {name} knows no {value}"))
    }
}
