//! Orders at a real table that keeps its own positions, and what players stated about it, in words.

use crate::measure::{long, trim};
use crate::{Look, words};
use sandtable_battle::real_table::Amendment;
use sandtable_battle::{Amend, Order, Outcome, Side, Soil, Stated, Statement, UnitId, Verb};
use sandtable_files::{Fact, Whose, amended};
use sandtable_geometry::Length;
use sandtable_tongue::{fill, say};

impl Look<'_> {
    /// Returns the legal orders of a verb at a target. If none is legal, returns one order to show
    /// what is against it.
    #[must_use]
    pub fn at_target(&self, verb: Verb, unit: UnitId, target: UnitId) -> Vec<Order> {
        let legal = self.directed(verb, unit, target);
        if legal.is_empty() {
            return verb.at(unit, target).into_iter().take(1).collect();
        }
        legal.iter().map(|legal| legal.order().clone()).collect()
    }

    /// Returns the orders of a verb without a target that are offered to a unit.
    #[must_use]
    pub fn alone(&self, verb: &str, unit: UnitId) -> Vec<Order> {
        let mut offers = Vec::new();
        self.rules.offers(self.battle, Some(unit), &mut offers);
        let own = offers
            .iter()
            .filter(|offer| words::wire(offer.verb) == verb && offer.verb != Verb::Face);
        let legal = own.flat_map(|offer| self.legal(offer, unit));
        legal.map(|legal| legal.order().clone()).collect()
    }

    /// Words a statement as the log shows it.
    #[must_use]
    pub fn told_of(&self, stated: &Stated) -> Option<String> {
        if let Some(ruling) = &stated.ruling {
            return Some(self.told_of_ruling(stated, ruling));
        }
        let mut all: Vec<String> = Vec::new();
        if stated.bare.is_some() {
            all.push(say!("from here on positions are left to the table"));
        }
        if let Some(says) = &stated.says {
            all.extend(self.told_of_units(says));
        }
        for left in &stated.left {
            all.push(say!(
                "{unit} has left the table: {how}",
                unit = self.name(left.unit),
                how = say(left.to.name())
            ));
        }
        all.extend(stated.ended.map(|outcome| self.told_of_end(outcome)));
        (!all.is_empty()).then(|| sandtable_tell::words::capital(&all.join("; ")))
    }

    /// Words what an umpire ruled, and why.
    fn told_of_ruling(&self, stated: &Stated, ruling: &Amendment) -> String {
        let back = |id: UnitId| stated.left.iter().any(|left| left.unit == id);
        let put = stated.poses.iter().map(|stand| match back(stand.unit) {
            true => say!("{unit} is back on the table", unit = self.name(stand.unit)),
            false => say!("{unit} is put elsewhere", unit = self.name(stand.unit)),
        });
        let mut all: Vec<String> = put.collect();
        let gone = stated.left.iter().filter(|left| left.to.is_gone());
        all.extend(gone.map(|left| {
            say!(
                "{unit} has left the table: {how}",
                unit = self.name(left.unit),
                how = say(left.to.name())
            )
        }));
        let amends = stated.amends.iter();
        all.extend(amends.filter_map(|amend| self.told_of_amend(amend)));
        all.extend(stated.ended.map(|outcome| self.told_of_end(outcome)));
        let by = match ruling.by.as_str() {
            "" => say!("the umpire"),
            by => by.to_owned(),
        };
        sandtable_tell::words::capital(&say!(
            "{by} rules: {what}. The reason: {reason}",
            by = by,
            what = all.join("; "),
            reason = ruling.reason
        ))
    }

    /// Words a correction of a mark, a loss or a bond.
    fn told_of_amend(&self, amend: &Amend) -> Option<String> {
        let (whose, one) = amended(self.battle, self.card(), amend)?;
        let whose = match whose {
            Whose::Unit(unit) => self.name(unit).to_owned(),
            Whose::Side(side) => self.battle.setting.side_called(side).to_owned(),
            Whose::Battle => say!("the battle"),
        };
        let thing = match one.title.as_str() {
            "" => one.key.clone(),
            title => sandtable_tell::words::in_sentence(title),
        };
        let value = one.now.as_ref().map_or_else(|| say!("none"), told_of_value);
        Some(say!(
            "{whose}: {thing} is {value} now",
            whose = whose,
            thing = thing,
            value = value
        ))
    }

    fn told_of_end(&self, outcome: Outcome) -> String {
        let name = |side: Side| self.battle.setting.side_called(side);
        match outcome {
            Outcome::Won(side) => {
                say!("the umpire declares that {side} has won", side = name(side))
            }
            Outcome::Draw => say!("the umpire declares a draw"),
        }
    }

    fn told_of_units(&self, says: &Statement) -> Vec<String> {
        use sandtable_battle::{Beside, Face};
        let mut all: Vec<String> = Vec::new();
        let ruler = self.ruler();
        let far = |length: Length| sandtable_tell::measured(ruler, &trim(long(ruler, length)));
        if let Some(target) = says.target {
            all.push(if says.range == 0 {
                say!("in contact")
            } else {
                say!("{far} apart", far = far(says.range))
            });
            let side = |face: Face| match face {
                Face::Front => say("front"),
                Face::Left => say("left flank"),
                Face::Right => say("right flank"),
                Face::Rear => say("rear"),
            };
            all.push(say!(
                "{unit} met in its {side}",
                unit = self.name(target),
                side = side(says.met)
            ));
            if says.through != Face::Front {
                all.push(say!(
                    "over the {side} of {unit}",
                    side = side(says.through),
                    unit = self.name(says.unit)
                ));
            }
        }
        let ground = |soil: Soil| say(soil.ground.name());
        if let Some(soil) = says.under {
            all.push(say!(
                "{unit} on {ground}",
                unit = self.name(says.unit),
                ground = ground(soil)
            ));
        }
        if let Some((soil, target)) = says.beneath.zip(says.target) {
            all.push(say!(
                "{unit} on {ground}",
                unit = self.name(target),
                ground = ground(soil)
            ));
        }
        if let Some(soil) = says.between {
            all.push(if says.target.is_some() {
                say!("{ground} between", ground = ground(soil))
            } else {
                say!("{ground} before it", ground = ground(soil))
            });
        }
        for near in &says.near {
            let by = says.target.filter(|_| near.target).unwrap_or(says.unit);
            let english = match (near.place, near.gap > 0) {
                (Beside::Within, _) => "{unit} with {other}",
                (Beside::Behind, false) => "{unit} behind {other}",
                (Beside::Behind, true) => "{unit} {far} behind {other}",
                (Beside::Left, false) => "{unit} on the left of {other}",
                (Beside::Left, true) => "{unit} {far} on the left of {other}",
                (Beside::Right, false) => "{unit} on the right of {other}",
                (Beside::Right, true) => "{unit} {far} on the right of {other}",
            };
            let (name, other) = (self.name(near.unit), self.name(by));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("unit", &name), ("other", &other), ("far", &far(near.gap))];
            all.push(fill(english, &parts));
        }
        all
    }
}

/// Words a value of a file.
fn told_of_value(fact: &Fact) -> String {
    match fact {
        Fact::Flag(true) => say!("yes"),
        Fact::Flag(false) => say!("no"),
        Fact::Name(name) => name.clone(),
        Fact::List(all) if all.is_empty() => say!("none"),
        Fact::List(all) => {
            let all: Vec<String> = all.iter().map(told_of_value).collect();
            all.join(", ")
        }
        number => number.to_string(),
    }
}
