//! A fair table with two armies, from a seed.
//!
//! The generator learns from a rule set's built-in battles what its battles look like. One in which
//! both sides deploy by zones gives the table, the zones, the length and the victory conditions.
//! All of them together give the kinds of ground, the sizes of pieces and their names. The ground
//! favours neither side: every piece has its image on the other half. The armies come from the
//! built-in ones: they swap units among each other and have about the same suggested points.

mod armies;
mod ground;
mod lot;
mod patterns;

use armies::Pool;
use lot::Lot;
use patterns::Patterns;
use sandtable_battle::{Battle, Rules, Side, Status, Switches, say};
use sandtable_files::{Army, Points, peek_rules, read_begun, read_switches, read_warned};
use std::sync::Arc;

/// Opens a rule set from house rules, or says in a sentence why not.
pub type Opener<'a> = dyn Fn(&Switches) -> Result<Arc<dyn Rules>, String> + 'a;

/// Everything of a rule set that the generator needs.
#[derive(Clone, Copy)]
pub struct Stock<'a> {
    /// Opens the rule set.
    pub open: &'a Opener<'a>,
    /// Its battle files.
    pub scenarios: &'a [&'a str],
    /// Army files of its family.
    pub armies: &'a [&'a str],
    /// What its units are worth, the text of a `*.points.toml`.
    pub points: Option<&'a str>,
}

/// How the two halves of a table match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fair {
    /// Turned about the middle.
    Turned,
    /// Mirrored across the line between the sides.
    Mirrored,
}

impl Fair {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Turned, Self::Mirrored];

    /// Returns its name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turned => "turned",
            Self::Mirrored => "mirrored",
        }
    }
}

/// Wishes for a battle, beyond its seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// How its halves match; by default the seed decides.
    pub fair: Option<Fair>,
    /// Whether both sides have the very same army.
    pub same: bool,
}

/// A generated battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The battle file.
    pub text: String,
    /// The battle.
    pub battle: Battle,
    /// Worth of the sides' units in hundredths of a point, if there are built-in points.
    pub points: Option<[i64; 2]>,
}

/// Number of attempts before the generator gives up.
const ATTEMPTS: u32 = 24;

/// Makes a battle of two fair armies on a fair table, determined by a seed.
///
/// # Errors
/// As [`Generator::new`] and [`Generator::generate`].
pub fn generate(stock: &Stock<'_>, seed: u64, wishes: Wishes) -> Result<Made, String> {
    Generator::new(stock)?.generate(seed, wishes)
}

/// A battle from which to take the table, with its rules and the armies that may be used there.
struct Frame {
    rules: Arc<dyn Rules>,
    battle: Battle,
    armies: Vec<Army>,
}

/// A stock after reading, for any number of seeds.
pub struct Generator {
    frames: Vec<Frame>,
    patterns: Patterns,
    points: Option<Points>,
}

impl Generator {
    /// Reads a stock.
    ///
    /// # Errors
    /// If it has no battle from which to take the table: a sentence.
    pub fn new(stock: &Stock<'_>) -> Result<Self, String> {
        let standard = (stock.open)(&Switches::default())?;
        let card = standard.card();
        let mut patterns = Patterns::default();
        let mut frames = Vec::new();
        for text in stock.scenarios {
            let of_these = peek_rules(text).is_ok_and(|(id, _)| id == card.id);
            let Some(switches) = read_switches(text, card).ok().filter(|_| of_these) else {
                continue;
            };
            let rules = (stock.open)(&switches)?;
            let Ok(battle) = read_begun(text, rules.card()) else {
                continue;
            };
            patterns.learn(&battle.setting);
            if is_frame(&battle) {
                frames.push(Frame {
                    armies: armies::fitting(&battle, &*rules, stock.armies),
                    rules,
                    battle,
                });
            }
        }
        if frames.is_empty() {
            let id = &card.id;
            return Err(say!(
                "{rules} has no battle in which both sides deploy by zones to take a table from",
                rules = id
            ));
        }
        Ok(Self {
            frames,
            patterns,
            points: stock
                .points
                .and_then(|text| sandtable_files::read_points(text, card).ok()),
        })
    }

    /// Makes a battle determined by a seed.
    ///
    /// # Errors
    /// If the rules find something wrong with every attempt: a sentence.
    pub fn generate(&self, seed: u64, wishes: Wishes) -> Result<Made, String> {
        let mut why = String::new();
        for attempt in 0..ATTEMPTS {
            match self.attempt(&mut Lot::new(seed, attempt), seed, wishes) {
                Ok(made) => return Ok(made),
                Err(trouble) => why = trouble,
            }
        }
        Err(say!(
            "no battle comes of seed {seed}: {why}",
            seed = seed,
            why = why
        ))
    }

    fn attempt(&self, lot: &mut Lot, seed: u64, wishes: Wishes) -> Result<Made, String> {
        let frame = lot.one(&self.frames).ok_or("there is no frame")?;
        let fair = wishes.fair.unwrap_or(Fair::ALL[lot.below(2)]);
        let mut battle = frame.battle.clone();
        ground::lay(&mut battle, &self.patterns, &*frame.rules, fair, lot);
        let pool = Pool {
            battle: &frame.battle,
            rules: &*frame.rules,
            armies: &frame.armies,
            points: self.points.as_ref(),
        };
        let pair = pool.pair(lot, wishes.same)?;
        for (side, army) in Side::BOTH.into_iter().zip(&pair) {
            battle = sandtable_files::muster(&battle, side, army, &*frame.rules)?;
        }
        let setting = Arc::make_mut(&mut battle.setting);
        setting.title = format!("{} ({seed})", ground::title(setting));
        setting.story = story(setting, fair, [&pair[0].name, &pair[1].name]);
        let text = sandtable_files::write_battle(&battle, frame.rules.card());
        match read_warned(&text, &*frame.rules) {
            Ok((battle, _)) => Ok(Made {
                points: self
                    .points
                    .as_ref()
                    .map(|points| Side::BOTH.map(|side| crate::worth(&battle, side, points).0)),
                battle,
                text,
            }),
            Err(flaws) => Err(flaws.to_string()),
        }
    }
}

/// Tells whether both sides deploy by zones, all units at once, and nothing is scored: such a
/// battle shows how the rules are played on any table.
fn is_frame(battle: &Battle) -> bool {
    let setting = &battle.setting;
    let zone = |side| {
        setting
            .zones
            .iter()
            .filter(|z| z.side == Some(side))
            .count()
            == 1
    };
    Side::BOTH.into_iter().all(zone)
        && battle.units.iter().all(|u| u.status == Status::Reserve)
        && setting.arrivals.is_empty()
        && setting.victory.scores.is_empty()
        && setting.victory.default.is_none()
        && battle.is_unopened()
}

/// Returns the story that a player reads.
fn story(setting: &sandtable_battle::Setting, fair: Fair, armies: [&str; 2]) -> String {
    let [a, b] = &setting.sides;
    let alike = match fair {
        Fair::Turned => say("Turned about its middle, the table is the same"),
        Fair::Mirrored => say("Both halves of the table are mirror images of each other"),
    };
    say!(
        "{side} bring {army} and {foe} bring {other}. {alike}: neither side has the better ground.",
        side = a.name,
        army = armies[0],
        foe = b.name,
        other = armies[1],
        alike = alike
    )
}
