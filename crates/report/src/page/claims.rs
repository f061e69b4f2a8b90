//! The page's part about claims.

use super::plot::escaped;
use super::{note, push};
use crate::tell::words::{band, capital, number, span, verdict};
use crate::tell::{Part, Report};
use sandtable_tongue::say;

/// Writes the verdicts, each with its checks.
pub(crate) fn claims(out: &mut String, report: &Report) {
    if report.claims.is_empty() {
        return;
    }
    push(
        out,
        format_args!(
            "<h2>{}</h2>\n<ul class=\"verdicts\">\n",
            say("What is said of the rules")
        ),
    );
    for claim in &report.claims {
        let (sign, class) = match claim.verdict.as_str() {
            "holds" => ("✓", "yes"),
            "holds in part" => ("◐", "part"),
            "does not hold" => ("✗", "no"),
            _ => ("?", "open"),
        };
        push(
            out,
            format_args!(
                "<li class=\"{class}\"><p><strong>{sign} {}.</strong> {}{}</p>\n",
                escaped(&capital(verdict(&claim.verdict))),
                escaped(&claim.says),
                who(&claim.who)
            ),
        );
        out.push_str("<ul class=\"parts\">\n");
        for one in &claim.parts {
            part(out, one, claim.parts.len() > 1);
        }
        out.push_str("</ul></li>\n");
    }
    out.push_str("</ul>\n");
    note(
        out,
        say(
            "An exact answer comes from every way the dice can fall. One from battles has its interval of \
             95 per cent: a claim holds when the whole interval lies within what is claimed, does not hold \
             when none of it does, and is open else.",
        ),
    );
}

fn who(who: &str) -> String {
    if who.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"note\">({})</span>", escaped(who))
    }
}

fn part(out: &mut String, part: &Part, several: bool) {
    let bound = match (part.least, part.most) {
        (Some(least), Some(most)) if least.to_bits() == most.to_bits() => number(least),
        (Some(least), Some(most)) => span(number(least), number(most)),
        (Some(least), None) => say!("at least {number}", number = number(least)),
        (None, Some(most)) => say!("at most {number}", number = number(most)),
        (None, None) => String::new(),
    };
    let answer = match &part.exact {
        Some(exact) if part.least == Some(1.0) && part.most.is_none() => escaped(exact),
        Some(exact) => escaped(&say!("{number} exactly", number = exact)),
        None => band(part.answer),
    };
    let verdict = if several {
        format!("; <em>{}</em>", escaped(verdict(&part.verdict)))
    } else {
        String::new()
    };
    // A refusal has no bounds.
    let refused = part.exact.is_some()
        && part.least.map(number).as_deref() == Some("1")
        && part.most.is_none();
    let bound = if refused {
        String::new()
    } else {
        say!(", claimed {bound}", bound = bound)
    };
    push(
        out,
        format_args!(
            "<li class=\"note\">{}: <b>{answer}</b>{bound}{verdict}</li>\n",
            escaped(&part.asked)
        ),
    );
}
