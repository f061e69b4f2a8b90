//! Single fights: two units without a table, and what an order leads to.

use crate::Lab;
use sandtable_battle::{Rules, Switches};
use sandtable_odds::{OddsView, Terms};
use sandtable_session::{EngineError, flawed};
use sandtable_situation::{
    Choices, CourseView, GridView, Library, RefusedView, Situation, SituationView, Until, choices,
    grid,
};
use sandtable_tongue::say;
use serde::Serialize;
use std::sync::Arc;

/// A fight: its units, which orders may be given, and the odds of the order in question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FightView {
    situation: SituationView,
    /// None when no order may be given.
    odds: Option<OddsView>,
    /// Why the order in question may not be given.
    refused: Option<RefusedView>,
}

impl Lab {
    fn open(&self, id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        let entry = self.sets.iter().find(|entry| entry.id == id);
        let entry = entry.ok_or_else(|| say!("another engine plays `{id}`", id = id))?;
        entry.open(switches)
    }

    /// Returns what can be chosen for a rule set.
    pub(crate) fn choices(&self, rules: &str) -> Result<Choices, EngineError> {
        let rules = self.open(rules, &Switches::default());
        Ok(choices(&*rules.map_err(EngineError::new)?))
    }

    /// Returns a situation with the odds of its order.
    pub(crate) fn fight(&self, text: &str) -> Result<FightView, EngineError> {
        let situation = self.situation(text)?;
        let terms = Terms {
            others: situation.others,
            tree: true,
            ..Terms::default()
        };
        let (odds, refused) = match situation.odds(None, terms) {
            Ok(odds) => (Some(odds), None),
            Err(refused) => (None, Some(refused)),
        };
        Ok(FightView {
            situation: situation.view(),
            odds,
            refused,
        })
    }

    /// Works out how long it lasts when both go on, as the situation says or in the usual way.
    pub(crate) fn course(&self, text: &str) -> Result<CourseView, EngineError> {
        let situation = self.situation(text)?;
        let until = situation.until.clone().unwrap_or_else(Until::usual);
        let course = situation.course_view(&until, situation.settled());
        course.map_err(|refused| {
            let reasons: Vec<String> = refused
                .reasons
                .iter()
                .map(|reason| format!("{} ({})", reason.says, reason.clause))
                .collect();
            EngineError::new(format!("{}: {}", refused.id, reasons.join("; ")))
        })
    }

    /// Returns a situation's odds for every combination of some inputs.
    pub(crate) fn grid(&self, text: &str) -> Result<GridView, EngineError> {
        let open = |id: &str, switches: &Switches| self.open(id, switches);
        grid(text, library(&open), &Switches::default(), None).map_err(|flaws| flawed(&flaws))
    }

    pub(crate) fn situation(&self, text: &str) -> Result<Situation, EngineError> {
        let open = |id: &str, switches: &Switches| self.open(id, switches);
        Situation::read(text, library(&open)).map_err(|flaws| flawed(&flaws))
    }
}

fn library<'a>(open: &'a sandtable_situation::Opener<'a>) -> Library<'a> {
    Library {
        open,
        known: &sandtable_register::NAMES,
    }
}
