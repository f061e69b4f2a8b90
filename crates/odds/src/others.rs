//! Choices that come up while an order is carried out: who decides them in odds, and how. A rule
//! set ends a resolution with [`sandtable_battle::Cursor::waits`]; a named policy answers, and the
//! odds continue from there.

use crate::order::fingerprint;
use crate::through::through;
use crate::{Explorer, Weight};
use sandtable_battle::{Await, Battle, Legal, Order, Outcome, Rules, Scene, Side};
use sandtable_tongue::say;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::Hash;

/// How many later choices the search for the best one looks ahead.
const AHEAD: u8 = 3;
/// Runs that the worth of one answer may take before it is sampled.
const RUNS: usize = 4_000;
/// Runs that all searches for best answers may take while one question is answered. What is left to
/// choose then is chosen by a few samples of what follows at once.
const RUNS_IN_ALL: usize = 500_000;

/// Policy for the choices that come up while an order is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Others {
    /// Nobody decides: the odds end where a player must choose.
    #[default]
    Stop,
    /// Nobody does anything optional: the reading with which the clause declines.
    Never,
    /// Everybody does what they may: the first reading that does not decline.
    Always,
    /// Everybody takes what is best for their side: the greatest expected difference between what
    /// the two sides are worth, by their profiles.
    Best,
}

impl Others {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Stop, Self::Never, Self::Always, Self::Best];

    /// Returns the policy's name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Never => "never",
            Self::Always => "always",
            Self::Best => "best",
        }
    }

    /// Returns what an answer says about the policy.
    #[must_use]
    pub fn says(self) -> &'static str {
        say(match self {
            Self::Stop => "the odds stop where a player has to decide",
            Self::Never => "every player declines whatever is optional",
            Self::Always => "every player takes the first option but declining",
            Self::Best => "every player picks what is best for their side",
        })
    }

    /// Returns the answer to an outstanding choice in a battle, with its legal order; `None` if the
    /// choice is not to be made, or no answer is legal.
    pub fn choose(self, rules: &dyn Rules, battle: &Battle) -> Option<(u8, Legal)> {
        Choices::new(self, rules, battle).choose(battle)
    }
}

/// A choice that was made, or `None` if none can be.
type Made = Option<(u8, Legal)>;
/// Battles of one fingerprint, each with the choice made in it.
type Alike = Vec<(Battle, Made)>;

/// Most choices to remember: battles of some kilobytes each, so about 20 MB.
const REMEMBERED: usize = 2_000;

/// The choices that come up while one question is answered. The best answer to a choice takes long
/// to find, and many paths lead to the same choice, so each is searched for once.
pub struct Choices<'a> {
    pub(crate) others: Others,
    pub(crate) rules: &'a dyn Rules,
    start: &'a Battle,
    /// By how far ahead they look, and by fingerprint.
    made: RefCell<BTreeMap<(u8, u64), Alike>>,
    /// How many more can be remembered.
    room: Cell<usize>,
    /// How many runs are left of [`RUNS_IN_ALL`].
    runs: Cell<usize>,
}

impl std::fmt::Debug for Choices<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = f.debug_struct("Choices");
        out.field("others", &self.others).finish_non_exhaustive()
    }
}

impl<'a> Choices<'a> {
    /// Starts with no choices made, for a question about a battle.
    #[must_use]
    pub const fn new(others: Others, rules: &'a dyn Rules, start: &'a Battle) -> Self {
        Self {
            others,
            rules,
            start,
            made: RefCell::new(BTreeMap::new()),
            room: Cell::new(REMEMBERED),
            runs: Cell::new(RUNS_IN_ALL),
        }
    }

    /// Returns the answer to an outstanding choice in a battle, with its legal order; `None` if the
    /// choice is not to be made, or no answer is legal.
    pub fn choose(&self, battle: &Battle) -> Option<(u8, Legal)> {
        let waits = battle.cursor.waits?;
        match self.others {
            Others::Stop => None,
            Others::Never | Others::Always => {
                let mut open: Vec<(u8, Legal)> = self.open(battle, &waits).collect();
                let text = self.rules.card().clause(waits.why);
                let declines = text.map_or(0, |text| text.declines);
                let declines = declines.min(waits.choices.saturating_sub(1));
                let declined = self.others == Others::Never;
                let wanted = |choice: u8| (choice == declines) == declined;
                let at = open.iter().position(|(choice, _)| wanted(*choice));
                (!open.is_empty()).then(|| open.swap_remove(at.unwrap_or(0)))
            }
            Others::Best => self.best(battle, AHEAD),
        }
    }

    /// Returns the answers that may be given.
    fn open(&self, battle: &Battle, waits: &Await) -> impl Iterator<Item = (u8, Legal)> {
        (0..waits.choices).filter_map(|choice| {
            let order = Order::Decide { choice };
            Some((choice, self.rules.judge(battle, &order).ok()?))
        })
    }

    /// Returns the best answer, looking `ahead` choices ahead.
    fn best(&self, battle: &Battle, ahead: u8) -> Made {
        let waits = battle.cursor.waits?;
        if ahead == 0 {
            return self.open(battle, &waits).next();
        }
        let print = (ahead, fingerprint(self.start, battle));
        if let Some(made) = self.made_before(print, battle) {
            return made;
        }
        let weighed = self.open(battle, &waits).map(|(choice, legal)| {
            let worth = self.worth(battle, &legal, waits.side, ahead);
            (worth, choice, legal)
        });
        // The first among equals.
        let best = weighed.reduce(|a, b| if b.0 > a.0 { b } else { a });
        let best = best.map(|(_, choice, legal)| (choice, legal));
        if let Some(room) = self.room.get().checked_sub(1) {
            self.room.set(room);
            let mut made = self.made.borrow_mut();
            let made = made.entry(print).or_default();
            made.push((battle.clone(), best.clone()));
        }
        best
    }

    fn made_before(&self, print: (u8, u64), battle: &Battle) -> Option<Made> {
        let made = self.made.borrow();
        let mut alike = made.get(&print)?.iter();
        alike
            .find(|(at, _)| at == battle)
            .map(|(_, made)| made.clone())
    }

    /// Returns the expected worth of an answer for a side.
    fn worth(&self, battle: &Battle, legal: &Legal, side: Side, ahead: u8) -> f64 {
        // What a side is worth does not depend on the parts set apart.
        let start = || Explorer::<f64>::new().cutting_at(1e-7).leaving_apart();
        let most = RUNS.min(self.runs.get());
        if most > 0 {
            let mut explorer = start().at_most(most);
            let exact = self.expected(&mut explorer, battle, legal, side, ahead);
            if !explorer.is_spent() {
                return exact;
            }
        }
        let (mass, ahead) = if self.runs.get() > 0 {
            (1.0 / 512.0, ahead)
        } else {
            (1.0 / 16.0, 1)
        };
        self.expected(&mut start().drawing_under(mass), battle, legal, side, ahead)
    }

    fn expected(
        &self,
        explorer: &mut Explorer<f64>,
        battle: &Battle,
        legal: &Legal,
        side: Side,
        ahead: u8,
    ) -> f64 {
        let mut sum = 0.0;
        let nothing = |(): &mut (), _: &Scene| ();
        let mut chose = |(): &mut (), _: &Await, _: u8| ();
        explorer.answer_choices(true);
        through(
            explorer,
            self.rules,
            battle,
            (legal, ()),
            &|after: &Battle| self.best(after, ahead - 1),
            &nothing,
            &mut chose,
            |after, (), weight| sum += weight * value(self.rules, after, side),
        );
        let runs = self.runs.get().saturating_sub(explorer.runs());
        self.runs.set(runs);
        sum
    }
}

/// Returns the value of a battle for a side: the difference between what the two sides have left.
fn value(rules: &dyn Rules, battle: &Battle, side: Side) -> f64 {
    const END: f64 = 10_000.0;
    let own = f64::from(rules.advice().strength(battle, side));
    let other = f64::from(rules.advice().strength(battle, side.other()));
    let end = match battle.ended {
        Some(Outcome::Won(winner)) if winner == side => END,
        Some(Outcome::Won(_)) => -END,
        _ => 0.0,
    };
    own - other + end
}

/// Explores an order like [`crate::follow`], but continues through the choices that come up, by a
/// policy: `chose` records which choice was made. A charge whose melee is fought later continues to
/// its melee.
#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
pub fn follow_through<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    others: Others,
    told: T,
    hear: impl Fn(&mut T, &Scene),
    chose: impl FnMut(&mut T, &Await, u8),
    each: impl FnMut(&Battle, &T, W),
) -> W {
    let choices = Choices::new(others, rules, battle);
    follow_choosing(explorer, &choices, legal, told, hear, chose, each)
}

/// Explores an order like [`follow_through`], with choices that may have come up before, in earlier
/// passes of the same question.
pub(crate) fn follow_choosing<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    choices: &Choices,
    legal: &Legal,
    told: T,
    hear: impl Fn(&mut T, &Scene),
    mut chose: impl FnMut(&mut T, &Await, u8),
    each: impl FnMut(&Battle, &T, W),
) -> W {
    explorer.answer_choices(choices.others != Others::Stop);
    let lost = through(
        explorer,
        choices.rules,
        choices.start,
        (legal, told),
        &|after: &Battle| choices.choose(after),
        &hear,
        &mut chose,
        each,
    );
    explorer.answer_choices(false);
    lost
}
