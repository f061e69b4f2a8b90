//! Every battle as a row, for other programs.

use crate::model::Study;
use crate::play::{Record, swapped};

/// The first row: the names of the columns.
pub const HEAD: &str = "scenario,variant,battle,side_a,side_b,player_a,player_b,end,clause,turns,orders,first,left_a,left_b,lost_units,luck_a,fingerprint";

/// Writes every battle as a line of comma-separated values, variant by variant.
///
/// # Errors
/// If the results cannot be read or the output cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn csv(
    study: &Study,
    results: &mut crate::results::Results,
    mut out: impl std::io::Write,
) -> Result<(), crate::results::Trouble> {
    let wrong = |e| crate::results::Trouble::Machine("the CSV".to_owned(), e);
    writeln!(out, "{HEAD}").map_err(wrong)?;
    results.each(study, |record| match row(study, record) {
        Some(row) => writeln!(out, "{row}"),
        None => Ok(()),
    })?;
    out.flush().map_err(wrong)
}

/// Returns a battle as a row; none when the study has no such variant.
#[must_use]
pub fn row(study: &Study, record: &Record) -> Option<String> {
    let cells: Vec<String> = cells(study, record)?
        .iter()
        .map(|cell| quoted(cell))
        .collect();
    Some(cells.join(","))
}

/// Returns the cells of a battle's row, without quotes.
#[must_use]
pub fn cells(study: &Study, record: &Record) -> Option<Vec<String>> {
    let arm = study.arms.get(usize::from(record.arm))?;
    let start = arm.begin(record.battle);
    let setting = &start.setting;
    let changed = usize::from(swapped(study.swap, record.battle));
    let lost: Vec<&str> = start
        .all()
        .zip(&record.stands)
        .filter(|(_, left)| **left == 0)
        .map(|((id, _), _)| setting.name(id))
        .collect();
    let card = arm.rules.card();
    let clause = record
        .why
        .map(|n| card.cite(sandtable_battle::Clause::new(n)));
    let end = serde_json::to_value(record.end).unwrap_or_default();
    let end = match record.end.winner() {
        Some(side) => setting.sides[side.index()].name.clone(),
        None => end.as_str().unwrap_or_default().to_owned(),
    };
    let first = record
        .first
        .map(|side| setting.sides[side.index()].name.clone());
    let cells = [
        study.scenarios[arm.scenario].0.clone(),
        study.variants[arm.variant].name.clone(),
        record.battle.to_string(),
        setting.sides[0].name.clone(),
        setting.sides[1].name.clone(),
        arm.players[changed].clone(),
        arm.players[1 - changed].clone(),
        end,
        clause.unwrap_or_default(),
        record.turns.to_string(),
        record.orders.to_string(),
        first.unwrap_or_default(),
        record.left[0].to_string(),
        record.left[1].to_string(),
        lost.join("; "),
        record
            .luck
            .map_or_else(String::new, |[a, b]| (a + b).to_string()),
        record.hash.clone(),
    ];
    Some(cells.to_vec())
}

/// Quotes a cell of comma-separated values (RFC 4180). A name that a spreadsheet would take for a
/// formula gets an apostrophe before it: whoever names a variant or a unit runs nothing on the
/// machine of somebody who opens the table.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
    let cell = format!("{}{cell}", if formula { "'" } else { "" });
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn no_name_is_a_formula_in_a_spreadsheet() {
        for (cell, written) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("@SUM(1,2)", "\"'@SUM(1,2)\""),
            ("-1 morale", "'-1 morale"),
            ("-12", "-12"),
            ("+0.5", "+0.5"),
            ("Blue, \"the\" Line", "\"Blue, \"\"the\"\" Line\""),
            ("", ""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
