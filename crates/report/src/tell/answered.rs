//! Answers from battles that were played.

use crate::tell::luck::luck;
use sandtable_battle::Side;
use sandtable_study::Arm;
use sandtable_study::stats::{Estimate, Sums, wilson};
use sandtable_study::tally::{ClauseTally, Tally, sums};
use sandtable_study::{Answer, Asked};

/// Returns the answer from the battles of an arm; `seed` is the study's.
#[must_use]
pub(crate) fn answered(asked: &Asked, arm: &Arm, tally: &Tally, side: Side, seed: u64) -> Estimate {
    let n = tally.battles();
    let of = |clause: &Option<(u16, String)>| {
        let number = clause.as_ref().map_or(0, |c| c.0);
        tally.clauses.get(&number).copied().unwrap_or_default()
    };
    let fired = || of(&asked.clause);
    match asked.answer {
        Answer::Wins => wilson(tally.wins[side.index()], n).times(100.0),
        Answer::Draws => wilson(tally.draws, n).times(100.0),
        Answer::Ended => wilson(n - tally.stopped(), n).times(100.0),
        Answer::First => wilson(tally.first_won, tally.first_known).times(100.0),
        Answer::Turns => tally.turns_sums().mean(),
        Answer::Orders => tally.orders_sums().mean(),
        // Recorded in thousandths of the strength at the start.
        Answer::Losses => tally.losses[side.index()].mean().times(0.1),
        Answer::Settled => sums(&tally.settled).mean(),
        Answer::Luck => luck(arm, tally, seed).map_or_else(unknown, |l| l.typical),
        Answer::Explained => luck(arm, tally, seed).map_or_else(unknown, |l| l.explained),
        // Battles in which it did not fire count as zero.
        Answer::Fired => {
            let mean = |tally: ClauseTally| Sums { n, ..tally.times }.mean();
            match asked.less {
                Some(_) => mean(fired()).less(mean(of(&asked.less))),
                None => mean(fired()),
            }
        }
        Answer::Seen => wilson(fired().battles, n).times(100.0),
        Answer::Lost => {
            let kind = asked.kind.as_ref().map(|k| k.0);
            let each = arm.start.units.iter().zip(&tally.units);
            let of = each.filter(|(unit, _)| Some(unit.kind) == kind);
            let (units, lost) = of.fold((0, 0), |(units, lost), (_, t)| (units + 1, lost + t.lost));
            wilson(lost, units * n).times(100.0)
        }
    }
}

/// Returns the estimate of something that was not measured: nothing is known.
const fn unknown() -> Estimate {
    Estimate {
        value: 0.0,
        low: f64::MIN,
        high: f64::MAX,
    }
}
