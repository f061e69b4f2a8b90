//! Exact checks: an order between two units, as a study file writes it.

use super::values::bound;
use super::{Files, open};
use crate::answer::Answer;
use crate::exact::{Asking, Counted, Exact};
use crate::model::Check;
use crate::words::small;
use sandtable_battle::Card;
use sandtable_battle::Switches;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_situation::{Library, SITUATION_FILE, Situation};
use sandtable_tongue::{is_foreign, say, say_as};

/// The keys of an exact check, besides its bounds.
pub(super) const KEYS: [&str; 8] = [
    "situation",
    "counts",
    "of",
    "reaches",
    "until",
    "by",
    "times",
    "refused",
];

/// Reads an exact check.
pub(super) fn check(
    from: &dyn Files,
    name: &str,
    card: &Card,
    table: &Table<'_>,
    notes: &mut Notes<'_>,
) -> Option<Check> {
    for key in [
        "answer", "clause", "less", "kind", "variant", "than", "scenario", "side",
    ] {
        if let Some(node) = table.get(key) {
            notes.add(
                node.span(),
                say!("`{key}` is asked of battles, not of a situation", key = key),
            );
        }
    }
    let situation = situation(from, name, card, table.need("situation", notes)?, notes);
    let times = table
        .get("times")
        .map(|node| self::situation(from, name, card, node, notes));
    let counted = counted(card, table, notes);
    let own = table.get("of").map_or(Some(false), |node| {
        node.one_of(["target", "unit"].into_iter(), notes)
            .map(|at| at == 1)
    });
    let mut number = |key: &str| {
        let node = table.get(key)?;
        node.whole(1..=99, notes)
            .and_then(|n| u32::try_from(n).ok())
    };
    let (reaches, until, by) = (number("reaches"), number("until"), number("by"));
    let refused = table.get("refused").map(|node| node.flag(notes));
    let asking = match (reaches, until, by) {
        (None, None, None) if refused == Some(Some(true)) => Asking::Refused,
        (None, None, None) => Asking::Mean,
        (Some(n), None, None) => Asking::Reaches(n),
        (None, Some(n), None) => Asking::Until(n),
        (None, Some(n), Some(times)) => Asking::By(n, times),
        _ => {
            notes.hint(
                table.span(),
                say!("this asks for several things at once"),
                say!("nothing for the mean, `reaches`, `until`, or `until` and `by`"),
            );
            return None;
        }
    };
    let (least, most) = (bound(table, "least", notes), bound(table, "most", notes));
    match (least, most) {
        (None, None) if asking == Asking::Refused => {}
        (None, None) => notes.add(table.span(), say!("a claim needs `least`, `most` or both")),
        (Some(least), Some(most)) if least > most => {
            notes.add(table.span(), say!("`least` is more than `most`"));
        }
        _ => {}
    }
    let (situation, counted, own) = (situation?, counted?, own?);
    let times = match times {
        None => None,
        Some(read) => Some(read?),
    };
    let exact = Exact {
        says: says(&situation, own, &counted, &asking, times.as_ref()),
        situation,
        own,
        counted,
        asking,
        times,
    };
    if let Err(why) = exact.found() {
        notes.add(table.get("situation").map_or(0..0, |node| node.span()), why);
    }
    let least = least.or_else(|| (exact.asking == Asking::Refused).then_some(1.0));
    Some(Check {
        exact: Some(Box::new(exact)),
        asked: Answer::Wins.into(),
        than: None,
        variant: 0,
        scenario: None,
        side: None,
        least,
        most,
    })
}

/// Reads the situation: its text, or the name of a file.
fn situation(
    from: &dyn Files,
    name: &str,
    card: &Card,
    node: Node<'_>,
    notes: &mut Notes<'_>,
) -> Option<Situation> {
    let written = node.text(notes)?;
    let text = if written.ends_with(SITUATION_FILE) {
        match from.text(&from.beside(name, written)) {
            Ok(text) => text,
            Err(why) => {
                notes.add(node.span(), why);
                return None;
            }
        }
    } else {
        // Adds the lines that are the same in every situation.
        format!("format = 1\nrules = \"{}\"\n{written}", card.id)
    };
    let opener = |id: &str, switches: &Switches| open::rules(from, id, switches);
    let known = open::names(from);
    let library = Library {
        open: &opener,
        known: &known,
    };
    match Situation::read(&text, library) {
        Ok(found) if found.rules.card().id == card.id => Some(found),
        Ok(found) => {
            let (theirs, ours) = (&found.rules.card().id, &card.id);
            notes.add(
                node.span(),
                say!(
                    "a situation of {theirs}, the study is about {ours}",
                    theirs = theirs,
                    ours = ours
                ),
            );
            None
        }
        Err(flaws) => {
            let first = flaws.flaws.first();
            let line = first.map_or(0, |flaw| flaw.line.saturating_sub(2));
            let says = first.map_or_else(String::new, |flaw| flaw.message.clone());
            notes.add(
                node.span(),
                say!(
                    "line {line} of the situation: {says}",
                    line = line,
                    says = says
                ),
            );
            None
        }
    }
}

fn counted(card: &Card, table: &Table<'_>, notes: &mut Notes<'_>) -> Option<Counted> {
    let Some(node) = table.get("counts") else {
        return Some(Counted::Strength);
    };
    let marks = card.marks.iter().map(|mark| mark.id.as_str());
    let at = node.one_of(["strength", "lost"].into_iter().chain(marks), notes)?;
    Some(match at {
        0 => Counted::Strength,
        1 => Counted::Loss,
        at => {
            let mark = &card.marks[at - 2];
            let title = if mark.title.is_empty() {
                &mark.id
            } else {
                &mark.title
            };
            Counted::Mark(at - 2, small(title))
        }
    })
}

/// Returns the question in words.
fn says(
    situation: &Situation,
    own: bool,
    counted: &Counted,
    asking: &Asking,
    times: Option<&Situation>,
) -> String {
    let card = situation.rules.card();
    let (one, many) = (&card.strength.one, &card.strength.many);
    let title = |of: &Situation| {
        if of.title.is_empty() {
            of.way(None).map_or_else(
                |_| String::new(),
                |way| sandtable_tell::order(&way.battle, card, way.legal.order()),
            )
        } else {
            say(&of.title).to_owned()
        }
    };
    let whose = if own {
        say!("its own")
    } else {
        say!("the target’s")
    };
    let what = |n: u32| match (counted, n) {
        (Counted::Loss, _) => say_as("count", "loss").to_owned(),
        (Counted::Strength, 1) => say!("{one} lost", one = one),
        (Counted::Strength, _) => say!("{many} lost", many = many),
        (Counted::Mark(_, title), _) => title.clone(),
    };
    let asked = match asking {
        Asking::Mean => say!("{whose} {what}, on average", whose = whose, what = what(2)),
        Asking::Reaches(1) => say!("chance of {whose} {what}, %", whose = whose, what = what(1)),
        Asking::Reaches(n) => say!(
            "chance of {n} or more of {whose} {what}, %",
            n = n,
            whose = whose,
            what = what(*n)
        ),
        Asking::Refused => say!("whether it is refused"),
        Asking::Until(n) => say!(
            "turns until {n} of {whose} {what}, on average",
            n = n,
            whose = whose,
            what = what(*n)
        ),
        Asking::By(n, turns) => {
            say!(
                "chance of {n} of {whose} {what} by turn {turns}, %",
                n = n,
                whose = whose,
                what = what(*n),
                turns = turns
            )
        }
    };
    match times {
        None => format!("{}: {asked}", title(situation)),
        Some(other) => say!(
            "{situation}, compared with {other}: {asked}, times as much",
            situation = title(situation),
            other = lower(&title(other)),
            asked = asked
        ),
    }
}

/// Writes a text with a small first letter, where the language does so.
fn lower(text: &str) -> String {
    if is_foreign() {
        return text.to_owned();
    }
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_lowercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
