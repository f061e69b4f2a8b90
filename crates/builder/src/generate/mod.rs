//! A fair table with two armies, from a seed.
//!
//! What battles of a rule set look like is read off those that ship with it: one in
//! which both sides deploy by zones gives the table, the zones, the length and what
//! wins; all of them together give the kinds of ground, how large pieces are and
//! what they are called. The ground is laid so that neither side has the better of
//! it: every piece has its image on the other half. The armies come from those that
//! ship, reshuffled among each other, alike in suggested points.

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

/// How a rule set is opened: house rules to rules, or a sentence.
pub type Opener<'a> = dyn Fn(&Switches) -> Result<Arc<dyn Rules>, String> + 'a;

/// What there is of a rule set to generate from.
#[derive(Clone, Copy)]
pub struct Stock<'a> {
    /// Opens the rule set.
    pub open: &'a Opener<'a>,
    /// Its battle files.
    pub scenarios: &'a [&'a str],
    /// Army files of its family.
    pub armies: &'a [&'a str],
    /// What its units are worth, a `*.points.toml`.
    pub points: Option<&'a str>,
}

/// How the two halves of a table are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fair {
    /// Turned about the middle.
    Turned,
    /// Mirrored across the line between the sides.
    Mirrored,
}

impl Fair {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Turned, Self::Mirrored];

    /// Its name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turned => "turned",
            Self::Mirrored => "mirrored",
        }
    }
}

/// What is asked of a table beyond its seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// How its halves are alike; the seed decides when nothing is said.
    pub fair: Option<Fair>,
    /// Whether both sides have the very same army.
    pub same: bool,
}

/// A battle that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The battle file.
    pub text: String,
    /// The battle.
    pub battle: Battle,
    /// What the sides' units are worth in hundredths of a point, where points ship.
    pub points: Option<[i32; 2]>,
}

/// Attempts before a stock is said to give nothing.
const ATTEMPTS: u32 = 24;

/// A battle of two fair armies on a fair table, decided by a seed.
///
/// # Errors
/// As [`Generator::new`] and [`Generator::generate`].
pub fn generate(stock: &Stock<'_>, seed: u64, wishes: Wishes) -> Result<Made, String> {
    Generator::new(stock)?.generate(seed, wishes)
}

/// A battle to take the table from, with the rules it is played by and the armies that
/// can be mustered there.
struct Frame {
    rules: Arc<dyn Rules>,
    battle: Battle,
    armies: Vec<Army>,
}

/// A stock as it was read, for any number of seeds.
pub struct Generator {
    frames: Vec<Frame>,
    patterns: Patterns,
    points: Option<Points>,
}

impl Generator {
    /// Reads a stock.
    ///
    /// # Errors
    /// A sentence: it has no battle to take the table from.
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

    /// A battle decided by a seed.
    ///
    /// # Errors
    /// A sentence: the rules find something wrong with all that was tried.
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

/// Whether both sides deploy by zones, all at once, and nothing is scored: such a
/// battle tells how rules are played on any table.
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

/// What a player is told of it.
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
