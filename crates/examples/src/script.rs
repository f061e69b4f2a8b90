//! Plays the steps of an example, entry by entry, and checks what must hold at its end.

use crate::expect;
use crate::play::{Play, clause, gone};
use sandtable_battle::{Outcome, UnitId};
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;

/// Most phases to end, one after the other, until the wanted one begins.
const MOST_ENDED: usize = 40;

/// The keys of an entry of `orders` that is not an order.
const STEPS: [&str; 7] = [
    "refused", "by", "allowed", "range", "cost", "until", "expect",
];

/// Plays an entry of `orders`. Returns whether the next one can be played.
pub(crate) fn step(play: &mut Play<'_>, node: Node<'_>, notes: &mut Notes<'_>) -> bool {
    if node.is_text() {
        let text = node.text(notes).unwrap_or_default();
        return play.order(text, node.span(), notes);
    }
    let Some(step) = node.table("what is done", notes) else {
        return false;
    };
    let step = step.measured_in(play.rules.card().ruler);
    step.keys(STEPS.into_iter(), notes);
    if let Some(node) = step.get("refused") {
        refused(play, node, &step, notes);
    } else if let Some(node) = step.get("allowed") {
        allowed(play, node, &step, notes);
    } else if let Some(node) = step.get("until") {
        return until(play, node, notes);
    } else if let Some(node) = step.get("expect") {
        expect::now(play, node, notes);
    } else {
        let says = "this is neither an order nor `refused`, `allowed`, `until` or `expect`";
        notes.add(step.span(), says);
    }
    true
}

/// Checks an order that clauses forbid.
fn refused(play: &Play<'_>, node: Node<'_>, step: &Table<'_>, notes: &mut Notes<'_>) {
    let card = play.rules.card();
    let by = step.need("by", notes).and_then(|by| by.items(notes));
    let Some(text) = node.text(notes) else { return };
    let Some(order) = play.parse(text, node.span(), notes) else {
        return;
    };
    let Err(refusals) = play.rules.judge(&play.battle, &order) else {
        notes.add(node.span(), say!("`{order}` is allowed", order = text));
        return;
    };
    for by in by.unwrap_or_default() {
        let Some(clause) = clause(by, card, notes) else {
            continue;
        };
        if !refusals.cite(clause) {
            let says = say!(
                "`{order}` is refused by other clauses: {why}",
                order = text,
                why = play.why(&refusals)
            );
            notes.add(by.span(), says);
        }
    }
}

/// Checks an order that is legal, without playing it.
fn allowed(play: &Play<'_>, node: Node<'_>, step: &Table<'_>, notes: &mut Notes<'_>) {
    let Some(text) = node.text(notes) else { return };
    let Some(order) = play.parse(text, node.span(), notes) else {
        return;
    };
    match play.rules.judge(&play.battle, &order) {
        Ok(legal) => expect::measures(play, &legal, step, notes),
        Err(refusals) => {
            let why = play.why(&refusals);
            let says = say!("`{order}` is refused: {why}", order = text, why = why);
            notes.add(node.span(), says);
        }
    }
}

/// Ends phases until the wanted one begins.
fn until(play: &mut Play<'_>, node: Node<'_>, notes: &mut Notes<'_>) -> bool {
    let phases = &play.rules.card().phases;
    let Some(wanted) = node.one_of(phases.iter().map(|p| p.id.as_str()), notes) else {
        return false;
    };
    for _ in 0..MOST_ENDED {
        if usize::from(play.battle.cursor.phase) == wanted {
            return true;
        }
        if !play.order("end", node.span(), notes) {
            return false;
        }
    }
    notes.add(node.span(), "this phase does not come");
    false
}

/// Checks the end of an example: its expectations, and what it ought to have stated.
pub(crate) fn end(play: &mut Play<'_>, example: &Table<'_>, notes: &mut Notes<'_>) {
    let left = play.left_over();
    if left > 0 {
        let says = say!("{n} of the dice are never thrown", n = left);
        notes.add(play.span.clone(), says);
    }
    if let Some(node) = example.get("expect") {
        expect::now(play, node, notes);
    }
    let silent = |id: &UnitId| !play.gone.contains(id) && !play.accounted.contains(id);
    for id in gone(&play.battle).filter(silent) {
        let unit = play.battle.setting.name(id);
        let status = play.battle.unit(id).status.name();
        let says = say!("`{unit}` is gone, and no `expect` says so", unit = unit);
        let right = format!("units = {{ {unit} = {{ status = \"{status}\" }} }}");
        notes.hint(example.span(), says, right);
    }
    if let Some(outcome) = play.battle.ended.filter(|_| !play.closed) {
        let winner = match outcome {
            Outcome::Won(side) => &play.battle.setting.sides[side.index()].name,
            Outcome::Draw => "draw",
        };
        let says = "the battle has ended, and no `expect` says so";
        let right = format!("state = {{ ended = \"{winner}\" }}");
        notes.hint(example.span(), says, right);
    }
}
