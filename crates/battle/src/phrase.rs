//! How files, orders and numbers are told what they must be: the sentences that every
//! reader says, and names compared.

use sandtable_tongue::say;
use std::fmt;

/// `allowed: a, b, c`, cut short when there are very many.
#[must_use]
pub fn allowed<'n>(known: impl Iterator<Item = &'n str>) -> String {
    allowed_of(&known.collect::<Vec<_>>())
}

/// The same of a list.
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

/// Asks whether a name near to the one that was found is meant.
#[must_use]
pub fn meant(name: &str) -> String {
    say!("did you mean `{name}`?", name = name)
}

/// What a name that is not known may have to be: the nearest, or any of them.
#[must_use]
pub fn meant_or_allowed(found: &str, known: &[&str]) -> String {
    nearest_of(found, known).map_or_else(|| allowed_of(known), meant)
}

/// That a value is not what it must be. Every reader says it, so that its code is
/// here once.
#[must_use]
pub fn must(key: &str, wanted: &str, found: &dyn fmt::Display) -> String {
    say!(
        "`{key}` must be {wanted}, not {found}",
        key = key,
        wanted = say(wanted),
        found = found
    )
}

/// Bounds of a number.
#[must_use]
pub fn between(least: &dyn fmt::Display, most: &dyn fmt::Display) -> String {
    say!("{least} to {most}", least = least, most = most)
}

/// The only name that a key may have here.
#[must_use]
pub fn only_here(name: &str) -> String {
    say!("`{name}` here", name = name)
}

/// The known name nearest to one that was found, if one is near.
#[must_use]
pub fn nearest<'n>(found: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest_of(found, &known.collect::<Vec<_>>())
}

/// The same of a list.
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

/// How many letters must be put in, left out, changed or swapped with their
/// neighbour to make one word of the other.
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

/// A number without the noughts at the end of its decimals.
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

/// A name as it is compared: case does not count, and `_` is a blank.
#[must_use]
pub fn folded(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
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
