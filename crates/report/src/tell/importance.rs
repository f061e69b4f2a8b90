//! How much each ruling matters: what happens when its switch has another value, next to how often
//! its clause fires.

use crate::tell::report::{Difference, Importance};
use sandtable_battle::Clause;
use sandtable_study::Study;
use sandtable_study::stats::Sums;
use sandtable_study::tally::Tally;
use sandtable_tell::house::switch_told;
use sandtable_tongue::say;

/// Returns the rulings, the greatest change first.
pub(crate) fn importance(
    study: &Study,
    tallies: &[Tally],
    differences: &[Difference],
) -> Vec<Importance> {
    if !study.each_switch {
        return Vec::new();
    }
    let card = study.rules.card();
    let one = |difference: &Difference| {
        let variant = study
            .variants
            .iter()
            .find(|v| v.name == difference.variant)?;
        let (name, value) = variant.switch.as_ref()?;
        let switch = card.switches.iter().find(|s| s.name == *name)?;
        let id = switch.clause.clone()?;
        let text = card.clauses.iter().find(|c| c.id == id)?;
        // With the usual value, over all scenarios.
        let mut times = Sums::default();
        for (arm, tally) in study.arms.iter().zip(tallies) {
            if arm.variant == 0 {
                let fired = tally.clauses.get(&text.n).copied().unwrap_or_default();
                times.n += tally.battles();
                times.sum += fired.times.sum;
                times.squares += fired.times.squares;
            }
        }
        Some(Importance {
            variant: difference.variant.clone(),
            says: format!("{} {}", say(&switch.title), switch_told(switch, value)),
            id: card.cite(Clause::new(text.n)),
            title: text.title.clone(),
            fired: times.mean(),
            wins: difference.wins,
            swung: difference.swung,
        })
    };
    let mut out: Vec<Importance> = differences.iter().filter_map(one).collect();
    out.sort_by(|a, b| {
        let order = b.wins.is_sure().cmp(&a.wins.is_sure());
        let size = b.wins.value.abs().total_cmp(&a.wins.value.abs());
        order.then(size).then(a.variant.cmp(&b.variant))
    });
    out
}
