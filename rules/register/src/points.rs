//! The points in the `points` folder, compiled in: the worth of units, as the studies next to them
//! fitted it.

/// Returns the points of a rule set. This happens at compile time, so that an engine with one rule
/// set contains no others.
pub(crate) const fn of(rules: &str) -> Option<&'static str> {
    match rules.as_bytes() {
        b"three-hit" => Some(include_str!("../../../points/three-hit.points.toml")),
        b"otr-d6" => Some(include_str!("../../../points/otr-d6.points.toml")),
        b"six-plus" => Some(include_str!("../../../points/six-plus.points.toml")),
        b"favorite" => Some(include_str!("../../../points/favorite.points.toml")),
        b"throw-me-a-6" => Some(include_str!("../../../points/throw-me-a-6.points.toml")),
        b"regimental" => Some(include_str!("../../../points/regimental.points.toml")),
        b"pike-and-shot" => Some(include_str!("../../../points/pike-and-shot.points.toml")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sandtable_files::{army_warnings, read_army, read_points};

    #[test]
    fn points_value_the_armies_of_their_rule_set() {
        for entry in crate::ALL {
            let rules = entry.standard();
            // A new rule set has no points until a study has fitted them.
            let Some(text) = entry.points() else { continue };
            let points =
                read_points(text, rules.card()).unwrap_or_else(|f| panic!("{}: {f}", entry.id));
            assert!(
                points.kinds.len() > 1 && !points.says.is_empty(),
                "{}",
                entry.id
            );
            for worth in &points.kinds {
                assert!(
                    worth.least <= worth.points && worth.points <= worth.most,
                    "{worth:?}"
                );
            }
            let valued = entry.armies().filter_map(|army| {
                let army = read_army(&army.text, rules.card()).ok()?;
                let _ = army_warnings(&army, &*rules);
                Some(points.army(&army))
            });
            assert!(valued.into_iter().any(|(sum, _)| sum > 0), "{}", entry.id);
        }
    }

    #[test]
    fn every_file_of_points_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../points");
        for file in std::fs::read_dir(folder).expect("the folder of points") {
            let name = file
                .expect("a file")
                .file_name()
                .into_string()
                .expect("a name");
            let rules = name.strip_suffix(".points.toml").expect("points");
            let there = crate::ALL.iter().any(|entry| entry.id == rules);
            assert!(!there || super::of(rules).is_some(), "{name} is not served");
        }
    }
}
