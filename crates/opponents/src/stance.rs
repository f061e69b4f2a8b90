//! How a player sees the same table: what matters more to it and what less.

use sandtable_battle::{Battle, Rules, Side};
use sandtable_geometry::Point;

/// How much each thing counts; 1 is usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    /// Losses of the other side.
    pub(crate) kills: f64,
    /// Losses of its own side.
    pub(crate) losses: f64,
    /// Objectives.
    pub(crate) goals: f64,
    /// A place to shoot from.
    pub(crate) fire: f64,
    /// A place to charge from.
    pub(crate) blade: f64,
    /// Harm that enemies can do to the unit.
    pub(crate) harm: f64,
    /// Being out of the fight.
    pub(crate) far: f64,
    /// An enemy on its flank.
    pub(crate) turned: f64,
}

impl Stance {
    /// Everything counts as usual.
    pub(crate) const STEADY: Self = Self {
        kills: 1.0,
        losses: 1.0,
        goals: 1.0,
        fire: 1.0,
        blade: 1.0,
        harm: 1.0,
        far: 1.0,
        turned: 1.0,
    };
    /// Combines this stance with the usual stance of a player.
    fn seen_by(&self, usual: &Self) -> Self {
        Self {
            kills: self.kills * usual.kills,
            losses: self.losses * usual.losses,
            goals: self.goals * usual.goals,
            fire: self.fire * usual.fire,
            blade: self.blade * usual.blade,
            harm: self.harm * usual.harm,
            far: self.far * usual.far,
            turned: self.turned * usual.turned,
        }
    }

    /// Closes and charges.
    const ASSAULT: Self = Self {
        kills: 1.3,
        losses: 0.8,
        goals: 1.0,
        fire: 0.7,
        blade: 3.0,
        harm: 0.3,
        far: 1.6,
        turned: 0.7,
    };
    /// Keeps its distance and shoots.
    const FIRE: Self = Self {
        kills: 1.0,
        losses: 1.2,
        goals: 0.8,
        fire: 1.8,
        blade: 0.2,
        harm: 1.3,
        far: 0.8,
        turned: 1.2,
    };
    /// Stays where it is, or where it is safe.
    const HOLD: Self = Self {
        kills: 1.0,
        losses: 1.3,
        goals: 1.0,
        fire: 1.0,
        blade: 0.5,
        harm: 1.6,
        far: 0.05,
        turned: 1.5,
    };
    /// Goes for what wins the battle.
    const GOALS: Self = Self {
        kills: 1.0,
        losses: 0.8,
        goals: 3.0,
        fire: 0.8,
        blade: 1.0,
        harm: 0.5,
        far: 0.6,
        turned: 0.8,
    };
}

/// Temper of a commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Temper {
    /// Closes early, and takes a risk for the win.
    Bold,
    /// Neither bold nor cautious.
    #[default]
    Steady,
    /// Keeps a distance and a reserve.
    Cautious,
}

impl Temper {
    /// All tempers.
    pub const ALL: [Self; 3] = [Self::Bold, Self::Steady, Self::Cautious];

    /// Returns the name in files and commands.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bold => "bold",
            Self::Steady => "steady",
            Self::Cautious => "cautious",
        }
    }

    /// Returns how a commander of this temper sees the table.
    pub(crate) const fn stance(self) -> Stance {
        match self {
            Self::Steady => Stance::STEADY,
            Self::Bold => Stance {
                kills: 1.6,
                losses: 0.8,
                fire: 0.7,
                far: 2.0,
                ..Stance::STEADY
            },
            Self::Cautious => Stance {
                kills: 0.9,
                losses: 1.2,
                fire: 1.5,
                blade: 0.2,
                harm: 1.5,
                far: 0.2,
                turned: 1.3,
                ..Stance::STEADY
            },
        }
    }

    /// Returns how much of the spread of chances the commander adds to their mean.
    pub(crate) const fn nerve(self) -> f64 {
        match self {
            Self::Bold => 0.08,
            Self::Steady => 0.0,
            Self::Cautious => -0.08,
        }
    }

    /// Returns the plans that the commander considers, favourite first.
    pub(crate) const fn plans(self) -> [Plan; 9] {
        use Plan::{
            Assault, AssaultCentre, AssaultLeft, AssaultRight, Fire, Goals, Hold, Reserve, Steady,
        };
        match self {
            Self::Steady => [
                Steady,
                Assault,
                Fire,
                Goals,
                Hold,
                AssaultLeft,
                AssaultRight,
                AssaultCentre,
                Reserve,
            ],
            Self::Bold => [
                Steady,
                Assault,
                AssaultLeft,
                AssaultRight,
                AssaultCentre,
                Goals,
                Fire,
                Reserve,
                Hold,
            ],
            Self::Cautious => [
                Steady,
                Fire,
                Hold,
                Reserve,
                Goals,
                AssaultLeft,
                AssaultRight,
                AssaultCentre,
                Assault,
            ],
        }
    }
}

/// What an army sets out to do in a turn: who attacks, who shoots, who holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plan {
    /// Every unit for itself.
    Steady,
    /// The whole line attacks.
    Assault,
    /// The whole line shoots from a distance.
    Fire,
    /// The whole line stands.
    Hold,
    /// The whole line heads for whatever wins the battle.
    Goals,
    /// The left attacks, the rest shoots.
    AssaultLeft,
    /// The right attacks, the rest shoots.
    AssaultRight,
    /// The centre attacks, the wings shoot.
    AssaultCentre,
    /// The best third in hand-to-hand combat waits behind, the rest shoots.
    Reserve,
}

impl Plan {
    /// All plans.
    pub const ALL: [Self; 9] = Temper::Steady.plans();

    /// Returns the name in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Assault => "assault",
            Self::Fire => "fire",
            Self::Hold => "hold",
            Self::Goals => "goals",
            Self::AssaultLeft => "assault-left",
            Self::AssaultRight => "assault-right",
            Self::AssaultCentre => "assault-centre",
            Self::Reserve => "reserve",
        }
    }

    /// Returns the stance of every unit under this plan, by its index, for a player whose usual
    /// stance is `usual`.
    pub(crate) fn stances(
        self,
        rules: &dyn Rules,
        battle: &Battle,
        side: Side,
        usual: Stance,
    ) -> Vec<Stance> {
        let mut out = self.tasks(rules, battle, side);
        for stance in &mut out {
            *stance = stance.seen_by(&usual);
        }
        out
    }

    /// Returns the same for a player that sees the table as usual.
    fn tasks(self, rules: &dyn Rules, battle: &Battle, side: Side) -> Vec<Stance> {
        let mut out = vec![Stance::STEADY; battle.units.len()];
        let whole = match self {
            Self::Steady => return out,
            Self::Assault => Some(Stance::ASSAULT),
            Self::Fire => Some(Stance::FIRE),
            Self::Hold => Some(Stance::HOLD),
            Self::Goals => Some(Stance::GOALS),
            _ => None,
        };
        if let Some(stance) = whole {
            out.fill(stance);
            return out;
        }
        out.fill(Stance::FIRE);
        let line = if self == Self::Reserve {
            by_shock(rules, battle, side)
        } else {
            from_left(battle, side)
        };
        let third = line.len().div_ceil(3);
        let (from, to, stance) = match self {
            Self::AssaultLeft => (0, third, Stance::ASSAULT),
            Self::AssaultRight => (line.len() - third, line.len(), Stance::ASSAULT),
            Self::AssaultCentre => (third, line.len() - third.min(line.len()), Stance::ASSAULT),
            _ => (line.len() - third, line.len(), Stance::HOLD),
        };
        for &(_, place) in line.get(from..to.max(from)).unwrap_or_default() {
            out[place] = stance;
        }
        out
    }
}

/// Returns the units of a side from left to right, as seen facing the other side.
fn from_left(battle: &Battle, side: Side) -> Vec<(i64, usize)> {
    let (own, other) = (middle(battle, side), middle(battle, side.other()));
    let ahead = (i64::from(other.x - own.x), i64::from(other.y - own.y));
    let mut line: Vec<(i64, usize)> = battle
        .side(side)
        .filter(|(_, unit)| unit.on_table())
        .map(|(id, unit)| {
            let at = unit.pose.point();
            let (x, y) = (i64::from(at.x - own.x), i64::from(at.y - own.y));
            // Smaller means farther to the left.
            (ahead.1 * x - ahead.0 * y, id.index())
        })
        .collect();
    line.sort_unstable();
    line
}

/// Returns the units of a side, the best in hand-to-hand combat last.
fn by_shock(rules: &dyn Rules, battle: &Battle, side: Side) -> Vec<(i64, usize)> {
    let mut line: Vec<(i64, usize)> = battle
        .side(side)
        .filter(|(_, unit)| unit.on_table())
        .map(|(id, _)| {
            let profile = rules.advice().profile(battle, id);
            (i64::from(profile.shock - profile.fire), id.index())
        })
        .collect();
    line.sort_unstable();
    line
}

/// Returns the mean position of a side's units.
fn middle(battle: &Battle, side: Side) -> Point {
    let units = battle.side(side).filter(|(_, unit)| unit.on_table());
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for (_, unit) in units {
        (x, y) = (x + i64::from(unit.pose.x), y + i64::from(unit.pose.y));
        count += 1;
    }
    let mean = |sum: i64| i32::try_from(sum / count.max(1)).unwrap_or(0);
    Point::new(mean(x), mean(y))
}
