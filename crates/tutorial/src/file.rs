//! Reads a tutorial file and reports every flaw with its place.

use crate::step::{Accept, Foe, Line, Step, Tutorial};
use sandtable_battle::{Area, Battle, Card, Clause, Side, UnitId, say};
use sandtable_files::notation;
use sandtable_files::walk::{Node, Notes, Table, read_toml_as};
use sandtable_files::{FORMAT, Flaws};
use sandtable_geometry::Facing;

/// Name of this kind of file.
const FILE: &str = "a tutorial";
/// Most steps in a tutorial.
const MOST_STEPS: usize = 60;
/// Most entries in a list of a step.
const MOST_LISTED: usize = 40;
/// Most characters in a text.
const MOST_WORDS: usize = 1200;
/// Default for how far a move may end from the place of its order, in units of the rule set's
/// ruler.
const WITHIN: f64 = 1.0;
/// Default for how far a move may end from the facing of its order, in degrees.
const TURN: f64 = 12.0;

/// The keys of a file.
const KEYS: [&str; 9] = [
    "format", "rules", "title", "says", "minutes", "battle", "side", "seed", "step",
];
/// The keys of a step.
const STEP: [&str; 15] = [
    "title", "says", "clauses", "look", "task", "orders", "accept", "also", "zone", "within",
    "turn", "seed", "foe", "shows", "after",
];

/// What you need to know before you can read a whole tutorial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Id of the rule set.
    pub rules: String,
    /// Name of the battle file in the same folder.
    pub battle: String,
}

/// Reads which rule set a tutorial is for, and which battle file it starts from.
///
/// # Errors
/// If these cannot be read.
pub fn peek(text: &str) -> Result<Head, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let rules = root.need("rules", notes).and_then(|n| n.text(notes));
        let battle = root.need("battle", notes).and_then(|n| n.text(notes));
        Some(Head {
            rules: rules?.to_owned(),
            battle: battle?.to_owned(),
        })
    })
}

/// Reads a tutorial, given the card of its rule set and the battle it starts from.
///
/// # Errors
/// If the file has flaws; names every one. [`crate::rehearse`] checks whether its orders can be
/// given.
pub fn read(text: &str, card: &Card, start: &Battle) -> Result<Tutorial, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let root = &root.measured_in(card.ruler);
        root.keys(KEYS.into_iter(), notes);
        if let Some(node) = root.need("format", notes) {
            node.whole(FORMAT..=FORMAT, notes);
        }
        let rules = root.need("rules", notes).and_then(|n| n.text(notes));
        if let (Some(found), Some(node)) = (rules, root.get("rules"))
            && found != card.id
        {
            let wanted = say!("`{name}` here", name = card.id);
            let message = say!(
                "`{key}` must be {wanted}, not {found}",
                key = "rules",
                wanted = wanted,
                found = format_args!("`{found}`")
            );
            notes.add(node.span(), message);
        }
        let reader = Reader { card, start };
        let side = root
            .need("side", notes)
            .and_then(|node| reader.side(node, notes));
        let title = root.need("title", notes).and_then(|n| n.name(notes));
        let says = root.need("says", notes).and_then(|n| words(n, notes));
        let minutes = root
            .need("minutes", notes)
            .and_then(|n| n.whole(1..=60, notes));
        let seed = root.need("seed", notes).and_then(|n| seed(n, notes));
        let tables = root.tables("step", "a step", MOST_STEPS, notes);
        if tables.is_empty() {
            notes.add(root.span(), "a tutorial needs at least one `[[step]]`");
        }
        let steps: Vec<Option<Step>> = tables.iter().map(|t| reader.step(t, notes)).collect();
        Some(Tutorial {
            rules: rules?.to_owned(),
            title: title?.to_owned(),
            says: says?.join(" "),
            minutes: u8::try_from(minutes?).unwrap_or(u8::MAX),
            side: side?,
            seed: seed?,
            start: start.clone(),
            steps: steps.into_iter().collect::<Option<_>>()?,
        })
    })
}

/// Reader that knows the names of a card and a battle.
struct Reader<'c> {
    card: &'c Card,
    start: &'c Battle,
}

impl Reader<'_> {
    fn side(&self, node: Node<'_>, notes: &mut Notes<'_>) -> Option<Side> {
        let names = self.start.setting.sides.iter().map(|s| s.name.as_str());
        let place = node.one_of(names, notes)?;
        Some(Side::BOTH[place])
    }

    fn step(&self, table: &Table<'_>, notes: &mut Notes<'_>) -> Option<Step> {
        table.keys(STEP.into_iter(), notes);
        let title = table.need("title", notes).and_then(|n| n.name(notes));
        let says = table.need("says", notes).and_then(|n| words(n, notes));
        let orders = lines(table.get("orders"), notes);
        let task = table.get("task").and_then(|n| words(n, notes));
        if orders.is_empty() != task.is_none() {
            notes.hint(
                table.span(),
                "a step with `orders` needs a `task`, and the other way round",
                "`task` says in one line what is to be done; `orders` are orders that do it",
            );
        }
        let (units, areas) = self.look(table.get("look"), notes);
        let after = table.get("after").and_then(|n| words(n, notes));
        let shows = self.clauses(table.get("shows"), notes);
        if after.is_none() && !shows.is_empty() {
            notes.add(
                table.span(),
                "`shows` without `after`: there is nothing to tell",
            );
        }
        let clauses = self.clauses(table.get("clauses"), notes);
        if clauses.is_empty() && !orders.is_empty() {
            notes.add(
                table.span(),
                "a step in which something is done needs `clauses`",
            );
        }
        let within = table.get("within").map_or_else(
            || self.card.ruler.length(WITHIN),
            |n| n.length(0.0..=sandtable_files::WIDEST, notes),
        );
        let turn = table.get("turn").map_or_else(
            || Facing::from_degrees(TURN),
            |n| {
                let turn = n.facing(notes);
                if turn.is_some_and(|t| t.0 > 0x8000) {
                    notes.add(n.span(), "`turn` must be 0 to 180 degrees");
                }
                turn
            },
        );
        Some(Step {
            title: title?.to_owned(),
            says: says?,
            clauses,
            units,
            areas,
            task: task.map_or_else(String::new, |t| t.join(" ")),
            orders,
            accept: accept(table.get("accept"), notes),
            also: also(table.get("also"), notes),
            zone: table.get("zone").and_then(|n| self.zone(n, notes)),
            within: within?,
            turn: i32::from(turn?.0),
            seed: match table.get("seed") {
                Some(node) => Some(seed(node, notes)?),
                None => None,
            },
            foe: foe(table.get("foe"), notes),
            shows,
            after: after.unwrap_or_default(),
            span: table.span(),
        })
    }

    fn clauses(&self, node: Option<Node<'_>>, notes: &mut Notes<'_>) -> Vec<Clause> {
        let mut out = Vec::new();
        for item in entries(node, notes) {
            let Some(id) = item.text(notes) else { continue };
            match self.card.find(id) {
                Some(text) => out.push(Clause::new(text.n)),
                None => {
                    let known: Vec<String> = self
                        .card
                        .clauses
                        .iter()
                        .map(|text| format!("{}-{}", self.card.prefix, text.id))
                        .collect();
                    notes.unknown(
                        item.span(),
                        say!(
                            "{rules} has no clause `{id}`",
                            rules = self.card.id,
                            id = id
                        ),
                        id,
                        known.iter().map(String::as_str),
                    );
                }
            }
        }
        out
    }

    fn look(&self, node: Option<Node<'_>>, notes: &mut Notes<'_>) -> (Vec<UnitId>, Vec<Area>) {
        let setting = &self.start.setting;
        let (mut units, mut areas) = (Vec::new(), Vec::new());
        for item in entries(node, notes) {
            let Some(name) = item.text(notes) else {
                continue;
            };
            let unit = setting.names.iter().position(|n| n == name);
            let zone = setting.zones.iter().find(|z| z.name == name);
            let feature = setting.terrain.iter().find(|f| f.name == name);
            match (unit, zone, feature) {
                (Some(place), ..) => units.extend(u8::try_from(place).ok().map(UnitId)),
                (_, Some(zone), _) => areas.push(zone.area.clone()),
                (_, _, Some(feature)) => areas.extend(feature.areas.iter().cloned()),
                _ => {
                    let names = setting.names.iter();
                    let zones = setting.zones.iter().map(|z| &z.name);
                    let ground = setting.terrain.iter().map(|f| &f.name);
                    let known = names.chain(zones).chain(ground).map(String::as_str);
                    let known: Vec<&str> = known.filter(|name| !name.is_empty()).collect();
                    let message = say!("no unit, zone or terrain is called `{name}`", name = name);
                    notes.unknown(item.span(), message, name, known.into_iter());
                }
            }
        }
        (units, areas)
    }

    fn zone(&self, node: Node<'_>, notes: &mut Notes<'_>) -> Option<Area> {
        let zones = &self.start.setting.zones;
        let place = node.one_of(zones.iter().map(|z| z.name.as_str()), notes)?;
        Some(zones[place].area.clone())
    }
}

/// Returns the entries of a list, or none if it is missing.
fn entries<'d>(node: Option<Node<'d>>, notes: &mut Notes<'_>) -> Vec<Node<'d>> {
    let Some(node) = node else { return Vec::new() };
    let items = node.items(notes).unwrap_or_default();
    if items.len() > MOST_LISTED {
        let message = say!(
            "`{key}` has {n} entries: at most {most}",
            key = node.key,
            n = items.len(),
            most = MOST_LISTED
        );
        notes.add(node.span(), message);
        return Vec::new();
    }
    items
}

/// Reads orders, one per line.
fn lines(node: Option<Node<'_>>, notes: &mut Notes<'_>) -> Vec<Line> {
    let items = entries(node, notes);
    let line = |item: Node<'_>, notes: &mut Notes<'_>| {
        let text = item.text(notes)?;
        Some(Line {
            text: text.to_owned(),
            span: item.span(),
        })
    };
    items
        .into_iter()
        .filter_map(|item| line(item, notes))
        .collect()
}

/// Reads what the other side does: orders, or "computer".
fn foe(node: Option<Node<'_>>, notes: &mut Notes<'_>) -> Foe {
    match node {
        Some(node) if node.is_text() => {
            node.one_of(["computer"].into_iter(), notes);
            Foe::Computer
        }
        node => Foe::Orders(lines(node, notes)),
    }
}

fn accept(node: Option<Node<'_>>, notes: &mut Notes<'_>) -> Accept {
    let names = Accept::ALL.iter().map(|(name, _)| *name);
    node.and_then(|node| node.one_of(names, notes))
        .map_or(Accept::Same, |place| Accept::ALL[place].1)
}

/// Reads verbs.
fn also(node: Option<Node<'_>>, notes: &mut Notes<'_>) -> Vec<String> {
    let verbs = || notation::VERBS.into_iter();
    entries(node, notes)
        .into_iter()
        .filter_map(|item| item.one_of(verbs(), notes))
        .map(|place| notation::VERBS[place].to_owned())
        .collect()
}

/// Reads a seed that a web page can represent exactly.
fn seed(node: Node<'_>, notes: &mut Notes<'_>) -> Option<u64> {
    let seed = node.whole(0..=(1 << 53) - 1, notes)?;
    u64::try_from(seed).ok()
}

/// Reads paragraphs. Blank lines separate them; a single line break counts as a space.
fn words(node: Node<'_>, notes: &mut Notes<'_>) -> Option<Vec<String>> {
    let text = node.text(notes)?;
    if text.trim().is_empty() || text.chars().count() > MOST_WORDS {
        let message = say!(
            "`{key}` must have 1 to {most} characters",
            key = node.key,
            most = MOST_WORDS
        );
        notes.add(node.span(), message);
        return None;
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty());
    Some(
        paragraphs
            .filter(|lines| !lines.is_empty())
            .map(|lines| lines.join(" "))
            .collect(),
    )
}
