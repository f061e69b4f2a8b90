//! Verdicts on claims about the rules.

use crate::tell::answered::answered;
use crate::tell::report::{Part, Verdict};
use crate::tell::words::number;
use sandtable_battle::Side;
use sandtable_study::Exact;
use sandtable_study::stats::Estimate;
use sandtable_study::tally::Tally;
use sandtable_study::{Arm, Check, Claim, Study};
use sandtable_tongue::say;

/// Returns the verdict on a claim.
pub(crate) fn verdict(study: &Study, tallies: &[Tally], claim: &Claim) -> Verdict {
    let parts: Vec<Part> = claim
        .checks
        .iter()
        .flat_map(|check| parts(study, tallies, check))
        .collect();
    Verdict {
        says: claim.says.clone(),
        who: claim.who.clone(),
        verdict: whole(&parts).to_owned(),
        parts,
    }
}

/// Sums up the verdicts of the parts. A claim holds when all parts do, and in part when some do and
/// some do not. An open part leaves it open, unless another part already fails.
fn whole(parts: &[Part]) -> &'static str {
    let any = |verdict: &str| parts.iter().any(|part| part.verdict == verdict);
    match (any("holds"), any("does not hold"), any("open")) {
        (true, true, _) => "holds in part",
        (_, true, _) => "does not hold",
        (_, _, true) | (false, ..) => "open",
        (true, false, false) => "holds",
    }
}

/// Makes a check in each scenario that it concerns.
fn parts(study: &Study, tallies: &[Tally], check: &Check) -> Vec<Part> {
    if let Some(exact) = &check.exact {
        return exact_part(exact, check).into_iter().collect();
    }
    let all = || study.arms.iter().zip(tallies);
    let of = |variant: usize| {
        all().filter(move |(arm, _)| {
            arm.variant == variant && check.scenario.is_none_or(|at| at == arm.scenario)
        })
    };
    let part = |(arm, tally): (&Arm, &Tally)| {
        let sides = &arm.start.setting.sides;
        let named = check
            .side
            .as_ref()
            .and_then(|name| sides.iter().position(|side| side.name == *name));
        if check.side.is_some() && named.is_none() {
            return None;
        }
        let side = named.map_or(arm.told, |at| Side::BOTH[at]);
        let found = |arm: &Arm, tally: &Tally| answered(&check.asked, arm, tally, side, study.seed);
        let mut answer = found(arm, tally);
        let mut asked = format!(
            "{}; {}, {}",
            check.asked.title(&sides[side.index()].name),
            study.scenarios[arm.scenario].0,
            say(&study.variants[arm.variant].name)
        );
        if let Some(than) = check.than {
            let (other, theirs) = of(than).find(|(other, _)| other.scenario == arm.scenario)?;
            answer = answer.less(found(other, theirs));
            asked.push_str(&say!(
                ", less the same with {variant}",
                variant = say(&study.variants[than].name)
            ));
        }
        Some(Part {
            asked,
            verdict: judged(answer, check.least, check.most).to_owned(),
            answer,
            exact: None,
            least: check.least,
            most: check.most,
        })
    };
    of(check.variant).filter_map(part).collect()
}

/// Makes an exact check, over every way in which the dice can fall.
fn exact_part(exact: &Exact, check: &Check) -> Option<Part> {
    // Reading the study has already checked this.
    let found = exact.found().ok()?;
    // A bound with three decimals may be a rounded fraction.
    let near = |bound: f64, by: f64| bound + by;
    let (least, most) = (
        check.least.map(|b| near(b, -0.0005)),
        check.most.map(|b| near(b, 0.0005)),
    );
    Some(Part {
        asked: exact.says.clone(),
        verdict: judged(found.value, least, most).to_owned(),
        answer: found.value,
        exact: Some(found.fraction.unwrap_or_else(|| {
            let unit = if exact.is_share() && exact.times.is_none() {
                " %"
            } else {
                ""
            };
            format!("{}{unit}", number(found.value.value))
        })),
        least: check.least,
        most: check.most,
    })
}

/// Judges whether an answer lies within bounds.
pub(crate) fn judged(answer: Estimate, least: Option<f64>, most: Option<f64>) -> &'static str {
    let (least, most) = (
        least.unwrap_or(f64::NEG_INFINITY),
        most.unwrap_or(f64::INFINITY),
    );
    if answer.low >= least && answer.high <= most {
        "holds"
    } else if answer.high < least || answer.low > most {
        "does not hold"
    } else {
        "open"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_when_all_of_it_does() {
        let part = |verdict: &str| Part {
            asked: String::new(),
            answer: Estimate::default(),
            exact: None,
            least: None,
            most: None,
            verdict: verdict.to_owned(),
        };
        let whole = |of: &[&str]| whole(&of.iter().map(|v| part(v)).collect::<Vec<_>>());
        assert_eq!(whole(&["holds", "holds"]), "holds");
        assert_eq!(whole(&["holds", "open"]), "open");
        assert_eq!(whole(&["holds", "does not hold", "open"]), "holds in part");
        assert_eq!(whole(&["does not hold", "open"]), "does not hold");
        assert_eq!(whole(&[]), "open");
    }
}
