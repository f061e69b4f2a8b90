//! Situations: two units without a table.

use std::fmt::Write as _;
use std::sync::Arc;

use sandtable_battle::{Rules, Switches};
use sandtable_files::Flaws;
use sandtable_session::view::OddsView;
use sandtable_session::{Look, Others, Terms};
use sandtable_situation::{
    CourseView, Library, Opener, RefusedView, Situation, SituationView, Until,
};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// The odds of an order in a situation, as JSON.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct OrderOdds {
    situation: SituationView,
    order: String,
    odds: OddsView,
}

/// A question over time, as JSON.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct OverTime {
    situation: SituationView,
    until: CourseView,
}

/// Opens a situation, under house rules from the command line if there are any.
pub(crate) fn open(name: &str, house: Option<&str>) -> Result<Situation, Failure> {
    let text = table::text_of(name)?;
    read(name, &text, house)
}

/// Reads a situation.
pub(crate) fn read(name: &str, text: &str, house: Option<&str>) -> Result<Situation, Failure> {
    let house = match house {
        None => Switches::default(),
        Some(file) => table::read_house(file)?.1.switches,
    };
    let open = opener;
    let library = library(&open);
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    Situation::read_under(text, library, &house).map_err(flawed)
}

/// Opens a rule set of the register.
pub(crate) fn opener(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    sandtable_register::open(id, switches)
}

/// Returns every rule set of the register.
pub(crate) fn library<'a>(open: &'a Opener<'a>) -> Library<'a> {
    Library {
        open,
        known: &sandtable_register::NAMES,
    }
}

/// Sums up a situation without mistakes in one line.
pub(crate) fn examine(name: &str, text: &str) -> Result<String, Failure> {
    let situation = read(name, text, None)?;
    if situation.asks_for_an_outcome() {
        let open = opener;
        let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
        let none = Switches::default();
        sandtable_situation::grid(text, library(&open), &none, None).map_err(flawed)?;
    }
    let view = situation.view();
    let orders: Vec<&str> = view.orders.iter().map(|way| way.id.as_str()).collect();
    let may = if orders.is_empty() {
        say!("cannot do anything to it")
    } else {
        say!("may {orders}", orders = orders.join(", "))
    };
    let may = match situation.way(None) {
        Err(why) if !orders.is_empty() => say!(
            "{may}, but not {order}, the order it asks about",
            may = may,
            order = why.id
        ),
        _ => may,
    };
    Ok(say!(
        "sound: {unit} {range} from {target} {may}; rules {rules}",
        unit = view.unit,
        range = view.range,
        target = view.target,
        may = may,
        rules = view.rules
    ))
}

/// Prints what may be ordered in a situation and the odds of one order.
pub(crate) fn odds(
    situation: &Situation,
    order: Option<&str>,
    terms: Terms,
    json: bool,
) -> Result<(), Failure> {
    let view = situation.view();
    let no = |why: RefusedView| refused(&view, why, json);
    let way = situation.way(order).map_err(no)?;
    let odds = situation.odds(Some(way.name), terms).map_err(no)?;
    if json {
        return show::json(&OrderOdds {
            order: way.name.to_owned(),
            situation: view.clone(),
            odds,
        });
    }
    let mut out = head(&view);
    let _ = writeln!(out, "\n{}:", way.name);
    out.push_str(&show::odds(
        &Look::new(&*situation.rules, &way.battle),
        &odds,
    ));
    show::say(out.trim_end())
}

/// Prints how long it takes until one of the two is gone.
pub(crate) fn until(
    situation: &Situation,
    order: Option<&str>,
    others: Option<Others>,
    json: bool,
) -> Result<(), Failure> {
    let view = situation.view();
    let no = |why: RefusedView| refused(&view, why, json);
    let mut until = situation.until.clone().unwrap_or_else(Until::usual);
    if let Some(order) = order {
        let way = situation.way(Some(order)).map_err(no)?;
        until.unit = vec![way.name];
    }
    // Turns cannot go on by themselves where a player must choose.
    let others = others.unwrap_or_else(|| situation.settled());
    let course = situation.course_view(&until, others).map_err(no)?;
    if json {
        return show::json(&OverTime {
            situation: view.clone(),
            until: course,
        });
    }
    show::say(&course_text(&view, &course))
}

fn course_text(view: &SituationView, course: &CourseView) -> String {
    const MOST_ROWS: usize = 30;
    let mut out = String::new();
    let _ = writeln!(out, "{}", heading(view));
    let _ = writeln!(out, "{}.", course.says);
    let steps = &course.steps;
    let exact = |fraction: &str| match (&course.drawn, fraction) {
        (Some(_), _) => say!("a decimal: drawn at random"),
        (None, "") => say!("a decimal: the fraction is too long"),
        (None, fraction) => fraction.to_owned(),
    };
    if let Some(mean) = &course.mean {
        let average = say!(
            "On average {n} {steps} ({exact}).",
            n = format_args!("{:.4}", mean.number),
            steps = steps,
            exact = exact(&mean.value)
        );
        let _ = writeln!(out, "{average}");
        if course.lost > 0.0 {
            let only = say!("This average counts only what could be followed to its end.");
            let _ = writeln!(out, "{only}");
        } else if course.never > 0.0 {
            let only = say!("This average counts only what comes to an end.");
            let _ = writeln!(out, "{only}");
        }
    }
    if let Some(variance) = &course.variance {
        let spread = say!(
            "Variance {n} ({exact}), standard deviation {deviation}.",
            n = format_args!("{:.4}", variance.number),
            exact = exact(&variance.value),
            deviation = format_args!("{:.4}", variance.number.sqrt())
        );
        let _ = writeln!(out, "{spread}");
    }
    if let Some(over) = quantiles(course) {
        let _ = writeln!(out, "{over}");
    }
    for row in course.rows.iter().take(MOST_ROWS) {
        let (step, percent, so_far, p) = (row.step, row.percent, row.so_far, &row.p);
        let p = if p.len() > 24 { "" } else { p };
        let so_far = say!(
            "{percent} % so far",
            percent = format_args!("{so_far:>6.2}")
        );
        let _ = writeln!(out, "  {step:>4}  {percent:>7.2} %  {so_far}  {p}");
    }
    for end in &course.ends {
        let _ = writeln!(out, "  {:>7.2} %  {}", end.percent, end.label);
    }
    if course.never > 0.0 {
        let _ = writeln!(
            out,
            "  {:>7.2} %  {}",
            course.never,
            say("it never ends: nothing happens any more")
        );
    }
    if course.lost > 0.0 {
        let lost = say("not known: it could not be followed so far");
        let _ = writeln!(out, "  {:>7.2} %  {lost}", course.lost);
    }
    if let Some(drawn) = &course.drawn {
        let _ = writeln!(out, "{}", drawn.says);
    }
    let choices = say!("Choices on the way: {says}.", says = course.others.says);
    let _ = writeln!(out, "{choices}");
    out.trim_end().to_owned()
}

/// Says after how many steps a tenth, half and nine tenths are over, if any of these is known.
fn quantiles(course: &CourseView) -> Option<String> {
    let all = [course.tenth, course.median, course.ninetieth];
    all.iter().any(Option::is_some).then_some(())?;
    // Cases that could not be followed may end at any time, so "never" would be wrong.
    let open = course.lost > 0.0;
    let ends = 100.0 - course.never - course.lost;
    // The rows stop after the most steps that are listed.
    let listed = course.rows.len();
    let said = |(steps, share): (Option<usize>, f64)| match steps {
        Some(n) => say!("after {n}", n = n),
        None if ends >= share => say!("after more than {n}", n = listed),
        None if open => say!("nobody knows when"),
        None => say!("never"),
    };
    let [tenth, median, ninetieth] = [(all[0], 10.0), (all[1], 50.0), (all[2], 90.0)].map(said);
    Some(say!(
        "Counted in {steps}, one in ten is over {tenth}, half {median}, nine in ten {ninetieth}.",
        steps = course.steps,
        tenth = tenth,
        median = median,
        ninetieth = ninetieth
    ))
}

/// Says which units stand how far apart, by which rules.
fn heading(view: &SituationView) -> String {
    say!(
        "{unit}, {range} from {target}, by {rules}",
        unit = view.unit,
        range = view.range,
        target = view.target,
        rules = view.rules
    )
}

/// Lists the units, what may be ordered, and what may not and why.
fn head(view: &SituationView) -> String {
    let mut out = String::new();
    if !view.title.is_empty() {
        let _ = writeln!(out, "{}", view.title);
    }
    let _ = writeln!(out, "{}", heading(view));
    if view.in_company {
        let company = say("(other units wait far away, because these rules expect larger armies)");
        let _ = writeln!(out, "{company}");
    }
    let may = say("may");
    for way in &view.orders {
        let _ = writeln!(out, "  {may} {:<13} {}", way.id, way.phase);
    }
    for refused in &view.refused {
        out.push_str(&reasons(refused));
    }
    out
}

/// Lists every reason against an order of a situation, one per line.
fn reasons(refused: &RefusedView) -> String {
    let may_not = say("may not");
    refused.reasons.iter().fold(String::new(), |mut out, why| {
        let _ = writeln!(
            out,
            "  {may_not} {:<9} {:<14} {}",
            refused.id, why.clause, why.says
        );
        out
    })
}

/// Returns the failure of an order that a situation refuses or does not have.
fn refused(view: &SituationView, why: RefusedView, json: bool) -> Failure {
    if why.reasons.is_empty() {
        return Failure::Usage(refusal(view, &why));
    }
    if !json {
        return Failure::No(refusal(view, &why));
    }
    let value = serde_json::json!({ "refused": why.reasons });
    Failure::Refused(value)
}

fn refusal(view: &SituationView, refused: &RefusedView) -> String {
    if refused.reasons.is_empty() {
        let ids: Vec<&str> = view.orders.iter().map(|way| way.id.as_str()).collect();
        let order = if refused.id.is_empty() {
            say!("nothing")
        } else {
            refused.id.clone()
        };
        let known = if ids.is_empty() {
            say!("nothing")
        } else {
            ids.join(", ")
        };
        return say!(
            "{order} cannot be ordered in a situation of {rules}; here may be ordered: {known}",
            order = order,
            rules = view.rules,
            known = known
        );
    }
    let reasons = reasons(refused);
    format!("{}\n{}", say("the order is refused:"), reasons.trim_end())
}
