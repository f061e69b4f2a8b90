//! A situation: two units without a table, and what one may do to the other.
//!
//! ```toml
//! format = 1
//! rules = "three-hit"
//! range = 6                   # between the nearest edges, in the rule set's unit
//! order = "shoot"
//!
//! [unit]
//! kind = "infantry"
//!
//! [target]
//! kind = "cavalry"
//! hits = 1                    # any mark, rating, formation that a battle file knows
//! ground = "woods"
//! ```
//!
//! Nothing of a rule set is known here. A situation is written as a battle file,
//! which the reader of battle files reads; then the set's own order of play is
//! played on by orders that do nothing until the unit may give the order. So every
//! rule set can be asked, and no rule is held twice.

mod answer;
mod choices;
mod course;
mod course_view;
mod draft;
mod grid;
mod keys;
mod layout;
mod orders;
mod share;
mod sheet;
mod sheets;
mod states;
mod turns;
mod until;
mod view;

pub use answer::Answer;
pub use choices::{
    Choices, GroundChoice, KindChoice, MarkChoice, OthersChoice, RatingChoice, WordChoice, choices,
};
pub use course::{Course, End};
pub use course_view::{CourseRow, CourseView, NumberView};
pub use draft::{FARTHEST, Met, SITUATION_FILE};
pub use grid::{Axis, CellView, Grid, GridView, grid, has_grid};
pub use orders::{Refused, Way};
pub use share::{from_json, from_share, sentence, share};

pub use until::{Each, Gone, Until};
pub use view::{ReasonView, RefusedView, SituationView, WayView};

use draft::Draft;
use keys::file;
use layout::Layout;
use sandtable_battle::{Battle, Rules, Switches, UnitId, Verb};
use sandtable_files::{Flaws, walk};
use sandtable_geometry::Length;
use sandtable_odds::Others;
use sandtable_scout as scout;
use sandtable_tongue::say;
use std::sync::Arc;

/// How a rule set is opened: its name and house rules to rules, or a sentence.
pub type Opener<'a> = dyn Fn(&str, &Switches) -> Result<Arc<dyn Rules>, String> + 'a;

/// The rule sets that situations may be of.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    /// Opens one of them.
    pub open: &'a Opener<'a>,
    /// Their names.
    pub known: &'a [&'a str],
}

/// Two units, so far apart, under some rules.
#[derive(Clone)]
pub struct Situation {
    /// The rules, house rules and all.
    pub rules: Arc<dyn Rules>,
    /// The battle that it was laid out as, before its first turn.
    pub battle: Battle,
    /// The unit that is to give the order.
    pub unit: UnitId,
    /// The one it is given against.
    pub target: UnitId,
    /// What it is called.
    pub title: String,
    /// What its writer says of it.
    pub story: String,
    /// The order that is asked about, if the file says.
    pub order: Option<(Verb, bool)>,
    /// The distance between their nearest edges, 1/100 mm.
    pub range: Length,
    /// How choices on the way are made.
    pub others: Others,
    /// The inputs that are varied, if the file says.
    pub grid: Option<Grid>,
    /// What is asked over time, if the file asks.
    pub until: Option<Until>,
    /// Whether other units wait far away, because the rule set knows no side of so
    /// few.
    pub in_company: bool,
    moments: Vec<scout::Moment>,
}

impl std::fmt::Debug for Situation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Situation")
            .field("rules", &self.rules.card().id)
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

/// Whether a file's name is that of a situation.
#[must_use]
pub fn is_situation(name: &str) -> bool {
    name.ends_with(SITUATION_FILE)
}

impl Situation {
    /// Reads a situation.
    ///
    /// # Errors
    /// Every flaw of the file, with its place.
    pub fn read(text: &str, library: Library<'_>) -> Result<Self, Flaws> {
        Self::read_under(text, library, &Switches::default())
    }

    /// The same under house rules laid over its own.
    ///
    /// # Errors
    /// Every flaw of the file, with its place.
    pub fn read_under(text: &str, library: Library<'_>, house: &Switches) -> Result<Self, Flaws> {
        let (rules, switches) = open(text, library, house)?;
        let draft = walk::read_toml_as(text, file(), |root, notes| {
            draft::read(root, text, rules.card(), notes)
        })?;
        let battle = lay(&draft, text, &*rules, &switches)?;
        let target = 1 + draft.parties[0].followers.len();
        let alone = target + 1 + draft.parties[1].followers.len();
        let target = UnitId(u8::try_from(target).unwrap_or(1));
        let Draft {
            title,
            story,
            range,
            others,
            order,
            until,
            grid,
            ..
        } = draft;
        let mut situation = Self {
            moments: scout::every(&*rules, &battle),
            in_company: battle.units.len() > alone,
            rules,
            battle,
            unit: UnitId(0),
            target,
            title,
            story,
            order: None,
            range,
            others,
            until,
            grid,
        };
        if let Some((order, span)) = order {
            let found = orders::verb(&order).ok_or_else(|| {
                let allowed = orders::VERBS.map(|v| v.0).join(", ");
                let says: String = say!("no order at a target is called `{order}`", order = order);
                Flaws::one(
                    text,
                    span,
                    says,
                    Some(say!("allowed: {allowed}", allowed = allowed)),
                )
            })?;
            situation.order = Some(found);
        }
        Ok(situation)
    }
}

/// Opens the rule set of a situation under the house rules it is asked under.
fn open(
    text: &str,
    library: Library<'_>,
    house: &Switches,
) -> Result<(Arc<dyn Rules>, Switches), Flaws> {
    let (id, _) = sandtable_files::peek_rules(text)?;
    let standard = if library.known.contains(&id.as_str()) {
        (library.open)(&id, &Switches::default())
    } else {
        return Err(sandtable_files::unknown_rules(text, library.known));
    };
    let standard = standard.map_err(|why| Flaws::one(text, 0..0, why, None))?;
    let own = sandtable_files::read_switches(text, standard.card())?;
    let all = own.overlaid(house);
    let tried = |switches: &Switches| (library.open)(&id, switches).map(drop);
    if let Err(why) = tried(&all) {
        walk::read_toml_as(text, file(), |root, notes| {
            walk::tried(root, standard.card(), &all, &tried, notes);
            Some(())
        })?;
        return Err(Flaws::one(text, 0..0, why, None));
    }
    let rules = (library.open)(&id, &all).map_err(|why| Flaws::one(text, 0..0, why, None))?;
    Ok((rules, all))
}

/// Lays a situation out as a battle. What it says of its units is read as battle files of
/// today say it, else as those of format 1 did.
fn lay(draft: &Draft, text: &str, rules: &dyn Rules, switches: &Switches) -> Result<Battle, Flaws> {
    laid(draft, text, rules, switches, sandtable_files::BATTLE_FORMAT).or_else(|flaws| {
        let older = rules.card().before().is_some();
        let old = older.then(|| laid(draft, text, rules, switches, sandtable_files::FORMAT).ok());
        old.flatten().ok_or(flaws)
    })
}

fn laid(
    draft: &Draft,
    text: &str,
    rules: &dyn Rules,
    switches: &Switches,
    format: i64,
) -> Result<Battle, Flaws> {
    let card = rules.card();
    let write = |layout: &Layout| layout::write(draft, layout, (card, format), switches);
    let heap = write(&Layout::heaped(draft, card));
    let heaped = sandtable_files::read_begun(heap.text(), card).map_err(|f| heap.told(&f, text))?;
    let layout = Layout::of(draft, rules, &heaped);
    let sheet = write(&layout);
    sandtable_files::read_battle(sheet.text(), rules).or_else(|flaws| {
        // Some rule sets know no side of one unit: others wait far away.
        let usual = card.kinds.iter().position(|kind| !kind.leader);
        let usual = usual.and_then(|at| u8::try_from(at).ok());
        let tries = [None, usual].into_iter().map(|of| {
            let company = write(&layout.in_company(of));
            sandtable_files::read_battle(company.text(), rules)
        });
        let found = tries.flatten().next();
        found.ok_or_else(|| sheet.told(&flaws, text))
    })
}
