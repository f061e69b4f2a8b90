//! Just out of what the enemy can do, and just within what one can do oneself.

use super::{FAR, Search};
use crate::Look;
use crate::view::IntentView;
use sandtable_battle::aim::Aimed;
use sandtable_battle::{Unit, Verb};
use sandtable_geometry::Facing;

impl Search<'_> {
    /// Just out of what the enemy can do.
    pub(super) fn outside(&self, verb: Verb) -> IntentView {
        let safe = |unit: &Unit| self.exposed(verb, unit).is_none();
        // By a hair more, so that it is seen on the table.
        let holds = |unit: &Unit| safe(unit) && safe(&self.shifted(unit, self.hair));
        let (here, there) = (self.centre(self.aimed.unit), self.centre(self.aimed.foe));
        let to = Facing::towards(here, there);
        let found = if holds(&self.me()) {
            self.along(to, true, holds).or_else(|| Some(self.stay()))
        } else {
            let back = self.along(to.reversed(), false, holds);
            back.or_else(|| self.round(holds))
        };
        let does = if verb == Verb::Charge {
            "charge"
        } else {
            "fire"
        };
        let Some(end) = found else {
            return self.nothing(&format!(
                "No legal move brings it out of the {does} of {}",
                self.foe_name()
            ));
        };
        if self.really(&end).is_some_and(|after| {
            let look = Look::new(self.look.rules, &after);
            let Aimed { unit, foe, .. } = self.aimed;
            look.can(&look.ahead(), foe, unit, verb, true).is_some()
        }) {
            return self.nothing(&format!(
                "No move was found that keeps it out of the {does} of {}",
                self.foe_name()
            ));
        }
        let margin = self.margin(|by| self.exposed(verb, &self.shifted(&end.unit, by)).is_some());
        let says = match margin {
            Some(far) => format!(
                "{} outside the {does} of {}",
                self.look.far(far),
                self.foe_name()
            ),
            None => format!(
                "{} nearer it would still be outside the {does} of {}",
                self.look.far(FAR * self.look.ruler().unit()),
                self.foe_name()
            ),
        };
        let why = self.against(verb, &end.unit);
        self.found(&end, says, self.shown(margin), &why)
    }

    /// Just into what the unit can do.
    pub(super) fn inside(&self, verb: Verb) -> IntentView {
        let open = |unit: &Unit| self.opens(verb, unit).is_some();
        let holds = |unit: &Unit| open(unit) && open(&self.shifted(unit, -self.hair));
        let (here, there) = (self.centre(self.aimed.unit), self.centre(self.aimed.foe));
        let does = if verb == Verb::Charge {
            "charge"
        } else {
            "shoot at"
        };
        let found = if open(&self.me()) {
            Some(self.stay())
        } else {
            let ahead = self.along(Facing::towards(here, there), false, holds);
            ahead.or_else(|| self.round(open))
        };
        let Some(end) = found else {
            return self.nothing(&format!(
                "No legal move brings it where it could {does} {}",
                self.foe_name()
            ));
        };
        let Some(when) = self.when(verb, &end) else {
            return self.nothing(&format!(
                "No move was found after which it could {does} {}",
                self.foe_name()
            ));
        };
        let margin = self.margin(|by| !open(&self.shifted(&end.unit, -by)));
        let stays = end.legal.is_none();
        let mut says = match margin {
            Some(far) => format!(
                "{}{} inside: it can {does} {}",
                if stays { "As it stands, " } else { "" },
                self.look.far(far),
                self.foe_name()
            ),
            None => format!(
                "{} can {does} {}",
                if stays { "As it stands, it" } else { "It" },
                self.foe_name()
            ),
        };
        says.push_str(when);
        let by = self.opens(verb, &end.unit);
        let clause = by.and_then(|found| self.offered(&found, verb));
        self.found(
            &end,
            says,
            self.shown(margin),
            &clause.into_iter().collect::<Vec<_>>(),
        )
    }
}
