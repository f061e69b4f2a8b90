//! Reads the switches of a file.

use super::flaws::Notes;
use super::node::{Node, Table};
use sandtable_battle::phrase::{between, must};
use sandtable_battle::{Card, Switch, Switches};
use sandtable_tongue::say;
use std::collections::BTreeMap;

/// Returns the switches as they stand in the file, with their values as text.
pub(super) fn written_switches<'d>(
    root: &Table<'d>,
    notes: &mut Notes<'_>,
) -> Vec<(Node<'d>, String)> {
    let table = root
        .get("switches")
        .and_then(|node| node.table("switches", notes));
    let mut out = Vec::new();
    for (_, node) in table.iter().flat_map(Table::entries) {
        let value = if node.is_whole() {
            node.whole(i64::from(i32::MIN)..=i64::from(i32::MAX), notes)
                .map(|n| n.to_string())
        } else {
            node.text(notes).map(str::to_owned)
        };
        out.extend(value.map(|value| (node, value)));
    }
    out
}

/// Returns the switches that a file sets differently from the printed rules.
pub(super) fn chosen_switches(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Switches {
    let mut chosen = BTreeMap::new();
    for (node, value) in written_switches(root, notes) {
        let known = card
            .switches
            .iter()
            .filter(|s| s.data.is_none())
            .map(|s| s.name.as_str());
        let Some(switch) = card.switches.iter().find(|s| s.name == node.key) else {
            notes.unknown(
                node.span(),
                say!(
                    "{rules} has no switch `{switch}`",
                    rules = card.id,
                    switch = node.key
                ),
                node.key,
                known,
            );
            continue;
        };
        if let Some(data) = &switch.data {
            notes.hint(
                node.span(),
                say!(
                    "`{switch}` is not a switch of a battle file",
                    switch = node.key
                ),
                data.as_str(),
            );
        } else if is_sound(switch, node, &value, notes) {
            chosen.insert(switch.name.clone(), value);
        }
    }
    card.settled(&Switches(chosen))
}

/// Returns whether a switch can have a value, and notes if not.
fn is_sound(switch: &Switch, node: Node<'_>, value: &str, notes: &mut Notes<'_>) -> bool {
    if let Some(range) = switch.number {
        let sound = value
            .parse::<i32>()
            .is_ok_and(|n| (range.min..=range.max).contains(&n));
        if !sound {
            notes.add(
                node.span(),
                must(node.key, &between(&range.min, &range.max), &value),
            );
        }
        return sound;
    }
    let known = switch.values.iter().map(String::as_str);
    if !known.clone().any(|name| name == value) {
        notes.unknown(
            node.span(),
            say!(
                "`{switch}` cannot be `{value}`",
                switch = node.key,
                value = value
            ),
            value,
            known,
        );
        return false;
    }
    true
}
