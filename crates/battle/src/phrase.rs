//! Sentences that say what a value must be, shared by all readers of files, orders and numbers; and
//! the comparison of names.

use sandtable_tongue::say;
use std::fmt;

/// Writes `allowed: a, b, c`, cut short if there are very many.
#[must_use]
pub fn allowed<'n>(known: impl Iterator<Item = &'n str>) -> String {
    allowed_of(&known.collect::<Vec<_>>())
}

/// Writes the allowed names of a list.
#[must_use]
pub fn allowed_of(names: &[&str]) -> String {
    match names.len() {
        0 => say!("there is none"),
        1..=40 => say!("allowed: {names}", names = names.join(", ")),
        more => say!(
            "allowed: {names}, and {more} more",
            names = names[..40].join(", "),
            more = more - 40
        ),
    }
}

/// Asks whether the user meant a similar name.
#[must_use]
pub fn meant(name: &str) -> String {
    say!("did you mean `{name}`?", name = name)
}

/// Returns what an unknown name should have been: the nearest known one, or any of them.
#[must_use]
pub fn meant_or_allowed(found: &str, known: &[&str]) -> String {
    nearest_of(found, known).map_or_else(|| allowed_of(known), meant)
}

/// Says that a value is not what it must be. All readers share it, so that its code exists once.
#[must_use]
pub fn must(key: &str, wanted: &str, found: &dyn fmt::Display) -> String {
    say!(
        "`{key}` must be {wanted}, not {found}",
        key = key,
        wanted = say(wanted),
        found = found
    )
}

/// Writes the bounds of a number.
#[must_use]
pub fn between(least: &dyn fmt::Display, most: &dyn fmt::Display) -> String {
    say!("{least} to {most}", least = least, most = most)
}

/// Says that a key may have only this name here.
#[must_use]
pub fn only_here(name: &str) -> String {
    say!("`{name}` here", name = name)
}

/// Returns the known name nearest to a given one, if one is close enough.
#[must_use]
pub fn nearest<'n>(found: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest_of(found, &known.collect::<Vec<_>>())
}

/// Returns the name of a list nearest to a given one, if one is close enough.
#[must_use]
pub fn nearest_of<'n>(found: &str, known: &[&'n str]) -> Option<&'n str> {
    let found = found.to_lowercase();
    let room = (found.chars().count() / 3).max(1);
    known
        .iter()
        .map(|&name| (distance(&found, &name.to_lowercase()), name))
        .filter(|&(far, _)| far <= room)
        .min_by_key(|&(far, _)| far)
        .map(|(_, name)| name)
}

/// Returns how many letters to insert, delete, change or swap with their neighbour to turn one word
/// into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(80).collect(), b.chars().take(80).collect());
    let mut older = vec![0; b.len() + 1];
    let mut old: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut new = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let change = old[j] + usize::from(a[i] != b[j]);
            new[j + 1] = change.min(old[j + 1] + 1).min(new[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                new[j + 1] = new[j + 1].min(older[j - 1] + 1);
            }
        }
        (older, old) = (old, new);
    }
    old[b.len()]
}

/// Returns a number without the zeros at the end of its decimals.
#[must_use]
pub fn trimmed(number: String) -> String {
    if !number.contains('.') {
        return number;
    }
    match number.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Returns a name in the form used for comparison: case does not matter, and `_` equals a space.
#[must_use]
pub fn folded(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

/// Says why nothing can be worked out where positions are left to a real table.
#[must_use]
pub fn unseen() -> &'static str {
    say("the computer does not see where the miniatures stand")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["infantry", "cavalry", "artillery"];
        assert_eq!(nearest("cavlary", known.into_iter()), Some("cavalry"));
        assert_eq!(nearest("Infantry", known.into_iter()), Some("infantry"));
        assert_eq!(nearest("dragons", known.into_iter()), None);
    }
}
