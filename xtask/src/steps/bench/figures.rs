//! Figures from interleaved rounds, so that a busy spell of the machine affects all programs.

use std::path::Path;
use std::process::Command;

use crate::shell::{Done, at, output};

/// Returns the rule sets that have scenarios, each with one of them, by the name that players type.
pub(super) fn scenarios() -> Done<Vec<(String, String)>> {
    let mut sets = names(&at("scenarios"), "")?;
    sets.sort();
    let mut out = Vec::new();
    for set in sets {
        let mut all = names(&at("scenarios").join(&set), ".battle.toml")?;
        all.sort();
        let first = all.into_iter().next();
        let first = first.ok_or_else(|| format!("scenarios/{set} holds no scenario"))?;
        out.push((set.clone(), format!("{set}/{first}")));
    }
    Ok(out)
}

/// Returns the names in a folder that have this ending, without it.
fn names(folder: &Path, end: &str) -> Done<Vec<String>> {
    let entries = folder
        .read_dir()
        .map_err(|why| format!("{}: {why}", folder.display()))?;
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        name.strip_suffix(end).map(str::to_owned)
    };
    Ok(entries.flatten().filter_map(name).collect())
}

/// Returns the numbers that a program prints, one per line; words before them are ignored.
pub(super) fn numbers(command: &mut Command) -> Done<Vec<f64>> {
    let told = output(command).ok_or_else(|| format!("{command:?} failed"))?;
    let all: Vec<f64> = told.lines().filter_map(|l| l.trim().parse().ok()).collect();
    if all.is_empty() {
        return Err(format!("{command:?} told no number"));
    }
    Ok(all)
}

/// Returns the median.
pub(super) fn middle(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Formats the median and the range, with this many digits.
pub(super) fn spread(all: &[f64], digits: usize) -> String {
    let least = all.iter().copied().fold(f64::INFINITY, f64::min);
    let most = all.iter().copied().fold(0.0, f64::max);
    let middle = middle(all.to_vec());
    format!("{middle:.digits$} ({least:.digits$} to {most:.digits$})")
}

/// Divides one by the other, round by round.
pub(super) fn ratios(ones: &[f64], others: &[f64]) -> Vec<f64> {
    ones.iter().zip(others).map(|(a, b)| a / b).collect()
}

#[cfg(test)]
mod tests {
    use super::{ratios, scenarios, spread};

    #[test]
    fn a_ratio_is_of_one_round_and_the_middle_one_counts() {
        let all = ratios(&[10.0, 40.0, 90.0], &[10.0, 20.0, 30.0]);
        assert_eq!(spread(&all, 1), "2.0 (1.0 to 3.0)");
    }

    #[test]
    fn every_rule_set_with_scenarios_has_one() {
        let all = scenarios().expect("folders");
        assert!(all.len() >= 7, "{all:?}");
        for (set, scenario) in all {
            assert!(scenario.starts_with(&format!("{set}/")), "{scenario}");
        }
    }
}
