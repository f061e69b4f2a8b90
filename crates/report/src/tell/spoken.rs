//! A report for readers, with the texts of the study file in the current language. The report
//! itself keeps the file's texts, because they serve as names.

use crate::tell::report::{Difference, Report};
use sandtable_tongue::translate;

/// Returns the report with the texts of the study's file translated. A text without an entry stays
/// as written.
pub(crate) fn spoken(report: &Report) -> Report {
    let mut told = report.clone();
    translate(&mut told.title);
    translate(&mut told.says);
    for (name, _) in &mut told.variants {
        translate(name);
    }
    for scenario in &mut told.scenarios {
        for arm in &mut scenario.arms {
            translate(&mut arm.variant);
        }
        differences(&mut scenario.differences);
    }
    differences(&mut told.together);
    for one in &mut told.importance {
        translate(&mut one.variant);
    }
    for points in &mut told.points {
        translate(&mut points.variant);
    }
    for claim in &mut told.claims {
        translate(&mut claim.says);
        translate(&mut claim.who);
    }
    told
}

fn differences(all: &mut [Difference]) {
    for difference in all {
        translate(&mut difference.variant);
        translate(&mut difference.against);
    }
}
