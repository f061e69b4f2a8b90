//! The scenarios of a study, and their rule set.

use super::{Found, MOST_SCENARIOS, Reader, open};
use sandtable_battle::{Rules, Switches};
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;
use std::sync::Arc;

impl Reader<'_> {
    /// Returns the scenarios that the study names, as far as they exist.
    pub(super) fn scenarios(&self, root: &Table<'_>, notes: &mut Notes<'_>) -> Vec<Found> {
        let nodes: Vec<Node<'_>> = match (root.get("scenario"), root.get("scenarios")) {
            (Some(one), None) => vec![one],
            (None, Some(list)) => list.items(notes).unwrap_or_default(),
            (Some(_), Some(list)) => {
                notes.add(
                    list.span(),
                    say!("say either `scenario` or `scenarios`, not both"),
                );
                Vec::new()
            }
            (None, None) => {
                notes.hint(root.span(), say!("a study needs `scenario` or `scenarios`"), say!("a shipped one like \"three-hit/two-hills\", or a *.battle.toml beside the study"));
                Vec::new()
            }
        };
        if let (Some(list), true) = (root.get("scenarios"), nodes.is_empty() && notes.clean()) {
            notes.add(list.span(), say!("`scenarios` names none"));
        }
        if nodes.len() > MOST_SCENARIOS {
            notes.add(
                nodes[0].span(),
                say!("at most {most} scenarios", most = MOST_SCENARIOS),
            );
            return Vec::new();
        }
        let mut found: Vec<Found> = Vec::new();
        for node in nodes {
            let Some(name) = node.text(notes) else {
                continue;
            };
            if found.iter().any(|f| f.name == name) {
                notes.add(node.span(), say!("`{name}` is named twice", name = name));
                continue;
            }
            match self.scenario(name) {
                Ok(text) => found.push(Found {
                    name: name.to_owned(),
                    text,
                    span: node.span(),
                }),
                Err(why) => {
                    let shipped = open::shipped(self.from);
                    let ids = shipped.iter().map(String::as_str);
                    notes.unknown(node.span(), why, name, ids);
                }
            }
        }
        found
    }

    /// Returns the text of a scenario: a file beside the study, or a built-in one.
    pub(super) fn scenario(&self, name: &str) -> Result<String, String> {
        let beside = self.from.beside(self.name, name);
        let found = self.from.text(&beside).or_else(|why| {
            let shipped = self.from.text(name);
            shipped.map_err(|_| why)
        });
        found.map_err(|why| {
            if why.contains("there is no file") {
                say!(
                    "there is no file `{beside}` and no shipped scenario `{name}`",
                    beside = beside,
                    name = name
                )
            } else {
                why
            }
        })
    }

    /// Opens the rule set of the study, which all its scenarios share.
    pub(super) fn rules(&self, found: &[Found], notes: &mut Notes<'_>) -> Option<Arc<dyn Rules>> {
        let mut first: Option<String> = None;
        for scenario in found {
            let (name, span) = (&scenario.name, scenario.span.clone());
            match sandtable_files::peek_rules(&scenario.text) {
                Err(flaws) => notes.add(
                    span,
                    say!("{name} cannot be read: {flaws}", name = name, flaws = flaws),
                ),
                Ok((id, _)) => {
                    if let Some(first) = first.as_ref().filter(|first| **first != id) {
                        notes.hint(
                            span,
                            say!(
                                "{name} is a battle of {id}, the first scenario one of {first}",
                                name = name,
                                id = id,
                                first = first
                            ),
                            say!("a study is about one rule set: write another for the other"),
                        );
                    }
                    first.get_or_insert(id);
                }
            }
        }
        let id = first?;
        match open::rules(self.from, &id, &Switches::default()) {
            Ok(rules) => Some(rules),
            Err(why) => {
                notes.add(found.first().map_or(0..0, |f| f.span.clone()), why);
                None
            }
        }
    }
}
