//! A situation as plain data, for a page, a program or JSON.

use crate::{Refused, Situation, Way};
use sandtable_odds::{OddsView, OthersView, Outlook, Terms};
use sandtable_tongue::say;
use serde::Serialize;

/// A situation: its units, which orders may be given, which may not and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SituationView {
    /// The rule set.
    pub rules: String,
    /// Title of the situation; may be empty.
    pub title: String,
    /// The author's text about it; may be empty.
    pub story: String,
    /// The unit's name.
    pub unit: String,
    /// The target's name.
    pub target: String,
    /// The distance between their nearest edges, in words.
    pub range: String,
    /// Whether other units wait far away, because the rule set expects larger armies.
    pub in_company: bool,
    /// The order to ask about: the one in the file, or the first that may be given; null when none
    /// may.
    pub order: Option<String>,
    /// The orders that the unit may give.
    pub orders: Vec<WayView>,
    /// The orders that it may not give, with every reason.
    pub refused: Vec<RefusedView>,
    /// How choices on the way are made.
    pub others: OthersView,
}

/// An order that may be given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WayView {
    /// Its name: `shoot`.
    pub id: String,
    /// The order in words.
    pub says: String,
    /// The phase in which it is given.
    pub phase: String,
}

/// An order that may not be given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusedView {
    /// Its name: `charge`.
    pub id: String,
    /// The reasons.
    pub reasons: Vec<ReasonView>,
}

/// A reason against an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonView {
    /// The clause that forbids it.
    pub clause: String,
    /// The reason in words.
    pub says: String,
}

impl Situation {
    /// Returns everything about the situation but the odds.
    #[must_use]
    pub fn view(&self) -> SituationView {
        let card = self.rules.card();
        let orders = self.orders();
        let asked = self.asked(&orders);
        let name = |unit| self.battle.setting.name(unit).to_owned();
        SituationView {
            rules: card.id.clone(),
            title: say(&self.title).to_owned(),
            story: say(&self.story).to_owned(),
            unit: name(self.unit),
            target: name(self.target),
            range: sandtable_tell::length(card.ruler, self.range),
            in_company: self.in_company,
            order: asked.map(|way| way.name.to_owned()),
            orders: orders.iter().map(|way| self.way_view(way)).collect(),
            refused: self
                .refused()
                .iter()
                .map(|r| self.refused_view(r))
                .collect(),
            others: OthersView::of(self.others),
        }
    }

    /// Returns the odds of an order by its name, or of the order in the file.
    ///
    /// # Errors
    /// If it may not be given: the reasons.
    pub fn odds(&self, order: Option<&str>, terms: Terms) -> Result<OddsView, RefusedView> {
        let way = self.way(order)?;
        let quiet = sandtable_tell::order(&way.battle, self.rules.card(), way.legal.order());
        let outlook = Outlook {
            quiet: &quiet,
            ..Outlook::new(&*self.rules, &way.battle)
        };
        Ok(outlook.odds(&way.legal, terms))
    }

    /// Returns the order with a name, or the order in the file.
    ///
    /// # Errors
    /// If it may not be given: the reasons.
    pub fn way(&self, order: Option<&str>) -> Result<Way, RefusedView> {
        let named = order.or_else(|| {
            self.order
                .map(|(verb, reach)| crate::orders::name(verb, reach))
        });
        match named {
            Some(name) => self.order(name).map_err(|why| self.told(name, why)),
            None => {
                let first = self.orders().into_iter().next();
                first.ok_or_else(|| {
                    let refused = self.refused().into_iter().next();
                    refused.map_or_else(
                        || RefusedView {
                            id: String::new(),
                            reasons: Vec::new(),
                        },
                        |refused| self.refused_view(&refused),
                    )
                })
            }
        }
    }

    /// Returns why an order may not be given; without reasons when there is no such order.
    pub(crate) fn told(&self, name: &str, why: Option<Box<Refused>>) -> RefusedView {
        match why {
            Some(refused) => self.refused_view(&refused),
            None => RefusedView {
                id: name.to_owned(),
                reasons: Vec::new(),
            },
        }
    }

    fn asked<'w>(&self, orders: &'w [Way]) -> Option<&'w Way> {
        let named = self
            .order
            .map(|(verb, reach)| crate::orders::name(verb, reach));
        let named = named.and_then(|name| orders.iter().find(|way| way.name == name));
        named.or_else(|| orders.first())
    }

    fn way_view(&self, way: &Way) -> WayView {
        let card = self.rules.card();
        let phase = card.phases.get(usize::from(way.battle.cursor.phase));
        WayView {
            id: way.name.to_owned(),
            says: sandtable_tell::order(&way.battle, card, way.legal.order()),
            phase: phase.map_or_else(String::new, |p| p.title.clone()),
        }
    }

    /// Returns in words why an order may not be given.
    #[must_use]
    pub fn refused_view(&self, refused: &Refused) -> RefusedView {
        let card = self.rules.card();
        let reason = |reason: &sandtable_battle::Refusal| ReasonView {
            clause: card.cite(reason.clause),
            says: sandtable_tell::refusal(&refused.battle, card, reason),
        };
        RefusedView {
            id: refused.name.to_owned(),
            reasons: refused.why.reasons().iter().map(reason).collect(),
        }
    }
}
