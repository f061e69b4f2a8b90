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
//! Nothing here knows a rule set. A situation is written as a battle file, and the reader of battle
//! files reads it. Then orders that do nothing play the set's own order of play until the unit may
//! give the order. So every rule set can be asked, and no rule exists twice.

mod answer;
mod answered;
mod choices;
mod course;
mod course_view;
mod draft;
mod drawn;
mod grid;
mod keys;
mod layout;
mod orders;
mod play;
mod share;
mod sheet;
mod sheets;
mod states;
mod turns;
mod until;
mod view;

pub use answer::Answer;
pub use answered::{Answered, NumberView};
pub use choices::{
    Choices, GroundChoice, KindChoice, MarkChoice, OthersChoice, RatingChoice, WordChoice, choices,
};
pub use course::Course;
pub use course_view::{CourseRow, CourseView};
pub use draft::{FARTHEST, Met, SITUATION_FILE};
pub use drawn::Drawn;
pub use grid::{Axis, CellView, Grid, GridView, grid, grid_telling, has_grid};
pub use orders::{Refused, Way};
pub use play::End;
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

/// Opens a rule set from its name and house rules, or says in a sentence why not.
pub type Opener<'a> = dyn Fn(&str, &Switches) -> Result<Arc<dyn Rules>, String> + 'a;

/// The rule sets that situations may use.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    /// Opens a rule set.
    pub open: &'a Opener<'a>,
    /// Their names.
    pub known: &'a [&'a str],
}

/// Two units at a distance, under some rules.
#[derive(Clone)]
pub struct Situation {
    /// The rules, including house rules.
    pub rules: Arc<dyn Rules>,
    /// The battle made from it, before its first turn.
    pub battle: Battle,
    /// The unit that gives the order.
    pub unit: UnitId,
    /// The unit at which the order is aimed.
    pub target: UnitId,
    /// Title of the situation.
    pub title: String,
    /// The author's text about it.
    pub story: String,
    /// The order to ask about, if the file says.
    pub order: Option<(Verb, bool)>,
    /// The distance between the nearest edges of the two, in 1/100 mm.
    pub range: Length,
    /// How choices on the way are made.
    pub others: Others,
    /// The inputs to vary, if the file has any.
    pub grid: Option<Grid>,
    /// The question over time, if the file has one.
    pub until: Option<Until>,
    /// Whether other units wait far away, because the rule set expects larger armies.
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

/// Tells whether a file name is that of a situation.
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

    /// Reads a situation under house rules on top of its own.
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

/// Opens the rule set of a situation under its house rules and those of the caller.
fn open(
    text: &str,
    library: Library<'_>,
    house: &Switches,
) -> Result<(Arc<dyn Rules>, Switches), Flaws> {
    let id = walk::read_toml_as(text, file(), |root, notes| {
        let rules = root.need("rules", notes)?;
        rules.text(notes).map(str::to_owned)
    })?;
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

/// Lays a situation out as a battle. It reads what the file says of its units like current battle
/// files, and if that fails, like those of format 1.
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
        // Some rule sets do not allow a side of one unit: others then wait far away.
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
