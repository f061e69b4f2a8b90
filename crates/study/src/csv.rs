//! Every battle as a row, for other programs.

use crate::file::Study;
use crate::play::swapped;
use crate::results::{Results, Trouble};
use std::io::Write;

/// Every battle as a line of comma-separated values, variant by variant.
///
/// # Errors
/// When the results cannot be read or the output not be written.
pub fn csv(study: &Study, results: &mut Results, mut out: impl Write) -> Result<(), Trouble> {
    let head = "scenario,variant,battle,side_a,side_b,player_a,player_b,end,clause,turns,orders,first,left_a,left_b,lost_units,fingerprint\n";
    let wrong = |e| Trouble::Machine("the CSV".to_owned(), e);
    out.write_all(head.as_bytes()).map_err(wrong)?;
    results.each(study, |record| {
        let Some(arm) = study.arms.get(usize::from(record.arm)) else {
            return Ok(());
        };
        let setting = &arm.start.setting;
        let changed = usize::from(swapped(study.swap, record.battle));
        let lost: Vec<&str> = arm
            .start
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
            record.hash.clone(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        writeln!(out, "{}", cells.join(","))
    })?;
    out.flush().map_err(wrong)
}

/// A cell of comma-separated values (RFC 4180).
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
