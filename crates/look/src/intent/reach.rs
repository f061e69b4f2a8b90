//! The intents to stay just out of what the enemy can do, and to come just within what the unit can
//! do.

use super::{FAR, Search, When};
use crate::Look;
use crate::view::IntentView;
use sandtable_battle::aim::Aimed;
use sandtable_battle::{Unit, Verb};
use sandtable_geometry::{Facing, Length};
use sandtable_tongue::fill;

impl Search<'_> {
    /// Finds a place just out of reach of what the enemy can do.
    pub(super) fn outside(&self, verb: Verb) -> IntentView {
        let safe = |unit: &Unit| self.exposed(verb, unit).is_none();
        // By a hair more, so that the gap shows on the table.
        let holds = |unit: &Unit| safe(unit) && safe(&self.shifted(unit, self.hair));
        let (here, there) = (self.centre(self.aimed.unit), self.centre(self.aimed.foe));
        let to = Facing::towards(here, there);
        let found = if holds(&self.me()) {
            self.along(to, true, holds).or_else(|| Some(self.stay()))
        } else {
            let back = self.along(to.reversed(), false, holds);
            back.or_else(|| self.round(holds))
        };
        let Some(end) = found else {
            return self.nothing(&self.foe(if verb == Verb::Charge {
                "No legal move brings it out of the charge of {foe}"
            } else {
                "No legal move brings it out of the fire of {foe}"
            }));
        };
        if self.really(&end).is_some_and(|after| {
            let look = Look::new(self.look.rules, &after);
            let Aimed { unit, foe, .. } = self.aimed;
            look.can(&look.ahead(), foe, unit, verb, true).is_some()
        }) {
            return self.nothing(&self.foe(if verb == Verb::Charge {
                "No move was found that keeps it out of the charge of {foe}"
            } else {
                "No move was found that keeps it out of the fire of {foe}"
            }));
        }
        let margin = self.margin(|by| self.exposed(verb, &self.shifted(&end.unit, by)).is_some());
        let far = margin.unwrap_or_else(|| FAR * self.look.ruler().unit());
        let english = match (margin, verb) {
            (Some(_), Verb::Charge) => "{far} outside the charge of {foe}",
            (Some(_), _) => "{far} outside the fire of {foe}",
            (None, Verb::Charge) => "{far} nearer it would still be outside the charge of {foe}",
            (None, _) => "{far} nearer it would still be outside the fire of {foe}",
        };
        let says = self.foe_at(english, far);
        let why = self.against(verb, &end.unit);
        self.found(&end, says, self.shown(margin), &why)
    }

    /// Finds a place from which the unit can just do it.
    pub(super) fn inside(&self, verb: Verb) -> IntentView {
        let open = |unit: &Unit| self.opens(verb, unit).is_some();
        let holds = |unit: &Unit| open(unit) && open(&self.shifted(unit, -self.hair));
        let (here, there) = (self.centre(self.aimed.unit), self.centre(self.aimed.foe));
        let found = if open(&self.me()) {
            Some(self.stay())
        } else {
            let ahead = self.along(Facing::towards(here, there), false, holds);
            ahead.or_else(|| self.round(open))
        };
        let Some(end) = found else {
            return self.nothing(&self.foe(if verb == Verb::Charge {
                "No legal move brings it where it could charge {foe}"
            } else {
                "No legal move brings it where it could shoot at {foe}"
            }));
        };
        let Some(when) = self.when(verb, &end) else {
            return self.nothing(&self.foe(if verb == Verb::Charge {
                "No move was found after which it could charge {foe}"
            } else {
                "No move was found after which it could shoot at {foe}"
            }));
        };
        let margin = self.margin(|by| !open(&self.shifted(&end.unit, -by)));
        let far = margin.unwrap_or_default();
        let says = self.foe_at(can(verb, when, margin.is_some()), far);
        let by = self.opens(verb, &end.unit);
        let clause = by.and_then(|found| self.offered(&found, verb));
        self.found(
            &end,
            says,
            self.shown(margin),
            &clause.into_iter().collect::<Vec<_>>(),
        )
    }

    /// Fills the name of the enemy, `{foe}`, into a sentence.
    fn foe(&self, english: &str) -> String {
        fill(english, &[("foe", &self.foe_name())])
    }

    /// Fills the name of the enemy and a length, `{far}`, into a sentence.
    fn foe_at(&self, english: &str, far: Length) -> String {
        let far = self.look.far(far);
        fill(english, &[("far", &far), ("foe", &self.foe_name())])
    }
}

/// Returns the sentence that the unit can do it: when, and by how much if that is known.
const fn can(verb: Verb, when: When, by: bool) -> &'static str {
    match (verb, by, when) {
        (Verb::Charge, true, When::Now) => "It can charge {foe} now, with {far} to spare",
        (Verb::Charge, true, When::ThisTurn) => {
            "It can charge {foe} this turn, with {far} to spare"
        }
        (Verb::Charge, true, When::Next) => {
            "It can charge {foe} next turn with {far} to spare, if {foe} stays put"
        }
        (Verb::Charge, false, When::Now) => "It can charge {foe} now",
        (Verb::Charge, false, When::ThisTurn) => "It can charge {foe} this turn",
        (Verb::Charge, false, When::Next) => "It can charge {foe} next turn, if {foe} stays put",
        (_, true, When::Now) => "It can shoot at {foe} now, with {far} to spare",
        (_, true, When::ThisTurn) => "It can shoot at {foe} this turn, with {far} to spare",
        (_, true, When::Next) => {
            "It can shoot at {foe} next turn with {far} to spare, if {foe} stays put"
        }
        (_, false, When::Now) => "It can shoot at {foe} now",
        (_, false, When::ThisTurn) => "It can shoot at {foe} this turn",
        (_, false, When::Next) => "It can shoot at {foe} next turn, if {foe} stays put",
    }
}
