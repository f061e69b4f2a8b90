//! Queries that need no battle: what is built in, and situations.

use crate::failure::{failed, raised};
use crate::game::{House, others, switches};
use crate::work::work;
use pyo3::prelude::*;
use sandtable::RuleSet;
use sandtable::odds::Terms;
use sandtable::situations::{RefusedView, Until};
use serde_json::{Value, json};

/// Returns the names of the rule sets.
#[pyfunction]
pub(crate) fn rule_sets() -> Vec<&'static str> {
    sandtable::rule_sets().to_vec()
}

/// Returns the names of the built-in scenarios.
#[pyfunction]
pub(crate) fn scenarios() -> Vec<String> {
    sandtable::scenarios()
}

/// Returns the battle file of a built-in scenario.
#[pyfunction]
pub(crate) fn scenario_text(py: Python<'_>, name: &str) -> PyResult<String> {
    sandtable::scenario_text(name).map_err(|why| failed(py, &why))
}

/// Returns the names of the computer players, weakest first.
#[pyfunction]
pub(crate) fn players() -> Vec<&'static str> {
    sandtable::players()
}

/// Returns what a rule set says about itself.
#[pyfunction]
pub(crate) fn card(py: Python<'_>, name: &str, house: Option<House>) -> PyResult<String> {
    let rules = RuleSet::under(name, &switches(house)).map_err(|why| failed(py, &why))?;
    let card = rules.card();
    let cite = |text: &sandtable::battle::ClauseText| {
        json!({
            "id": format!("{}-{}", card.prefix, text.id),
            "section": text.section,
            "title": text.title,
            "says": text.says,
            "source": text.source,
            "standing": text.standing,
        })
    };
    let names = |all: &[String]| json!(all);
    Ok(json!({
        "id": card.id,
        "edition": card.edition,
        "credit": card.credit,
        "hash": format!("{:016x}", card.hash),
        "kinds": card.kinds.iter().map(|k| json!({"id": k.id, "title": k.title})).collect::<Vec<_>>(),
        "formations": names(&card.formations),
        "phases": card.phases.iter().map(|p| json!({"id": p.id, "title": p.title})).collect::<Vec<_>>(),
        "marks": card.marks.iter().filter(|m| !m.title.is_empty())
            .map(|m| json!({"id": m.id, "title": m.title})).collect::<Vec<_>>(),
        "switches": card.switches,
        "clauses": card.clauses.iter().map(cite).collect::<Vec<_>>(),
    })
    .to_string())
}

/// Two units without a table.
#[pyclass(module = "sandtable._engine", frozen)]
pub(crate) struct Situation {
    it: sandtable::Situation,
    text: String,
}

/// Converts the reasons against an order to an exception.
fn refused(py: Python<'_>, why: &RefusedView) -> PyErr {
    let reasons = why.reasons.iter();
    let reasons: Vec<Value> = reasons
        .map(|reason| json!({"clause": reason.clause, "says": reason.says}))
        .collect();
    if reasons.is_empty() {
        let says = format!("the situation knows no order `{}`", why.id);
        return raised(py, "UnknownName", &says, &Value::Null);
    }
    let lines = reasons.iter().map(|reason| {
        let part = |name: &str| reason[name].as_str().unwrap_or_default().to_owned();
        format!("\n  {} [{}]", part("says"), part("clause"))
    });
    let says = format!("refused: {}{}", why.id, lines.collect::<String>());
    raised(
        py,
        "Refused",
        &says,
        &json!({"order": why.id, "reasons": reasons}),
    )
}

#[pymethods]
impl Situation {
    #[new]
    fn new(py: Python<'_>, text: String) -> PyResult<Self> {
        let read = py.detach(|| sandtable::situation(&text));
        let it = read.map_err(|why| failed(py, &why))?;
        Ok(Self { it, text })
    }

    /// Returns the units, the possible orders, and the impossible ones with the reasons.
    fn view(&self) -> String {
        json!(self.it.view()).to_string()
    }

    /// Returns the odds of an order.
    fn odds(
        &self,
        py: Python<'_>,
        order: Option<String>,
        policy: Option<&str>,
    ) -> PyResult<String> {
        let it = self.it.clone();
        let others = policy.map_or(Ok(it.others), others)?;
        let terms = Terms {
            others,
            ..Terms::default()
        };
        let odds = work(py, move |_| it.odds(order.as_deref(), terms))?;
        odds.map(|odds| json!(odds).to_string())
            .map_err(|why| refused(py, &why))
    }

    /// Returns how long it takes until one of the two is gone.
    fn until(&self, py: Python<'_>, policy: Option<&str>) -> PyResult<String> {
        let it = self.it.clone();
        let others = policy.map_or(Ok(it.settled()), others)?;
        let course = work(py, move |_| {
            let until = it.until.clone().unwrap_or_else(Until::usual);
            it.course_view(&until, others)
        })?;
        course
            .map(|course| json!(course).to_string())
            .map_err(|why| refused(py, &why))
    }

    /// Returns the grid of the situation.
    fn grid(&self, py: Python<'_>, answer: Option<String>) -> PyResult<String> {
        let text = self.text.clone();
        let grid = work(py, move |_| sandtable::grid(&text, answer.as_deref()))?;
        grid.map(|grid| json!(grid).to_string())
            .map_err(|why| failed(py, &why))
    }
}
