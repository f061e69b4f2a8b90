//! Words for people: labels of orders, questions and answers, and what a witness shows. Verbs are
//! the table's; every other word comes from the card.

use crate::Look;
use crate::measure::{numeral, tape, trim, turn, xy};
use crate::table;
use crate::view::{Act, RefusalView};
use sandtable_battle::{
    Await, LegSet, Legal, Order, Outcome, Refusal, Refusals, Scope, Status, UnitId, Verb, Witness,
};
use sandtable_geometry::{Facing, Length, Tape, within};
use sandtable_tell::words::{capital, place, plain, wins};
use sandtable_tongue::{fill, say, say_as};

impl Look<'_> {
    /// Returns the label of an order on a button: the verb, and the target.
    #[must_use]
    pub fn label(&self, order: &Order) -> String {
        match *order {
            Order::Place { .. } => say!("Place"),
            Order::Lay { piece, .. } => {
                say!(
                    "Lay {piece}",
                    piece = place(self.battle.setting.piece(piece))
                )
            }
            Order::Move { .. } => say!("Move"),
            Order::Face { .. } => say_as("order", "Turn").to_owned(),
            Order::Form { formation, .. } => {
                let name = self.card().formations.get(usize::from(formation));
                say!(
                    "Form {formation}",
                    formation = name.map_or_else(String::new, |n| plain(n))
                )
            }
            Order::Charge { target, .. } => say!("Charge {unit}", unit = self.name(target)),
            Order::Shoot { target, .. } => say!("Shoot at {unit}", unit = self.name(target)),
            Order::Fight { target, .. } => say!("Fight {unit}", unit = self.name(target)),
            Order::Test { .. } => say!("Test morale"),
            Order::Load { .. } => say!("Load"),
            Order::Rally { target, .. } => say!("Rally {unit}", unit = self.name(target)),
            Order::Join { to, .. } => say!("Join {unit}", unit = self.name(to)),
            Order::Leave { unit } => match self.battle.get(unit).and_then(|u| u.with) {
                Some(with) => say!("Leave {unit}", unit = self.name(with)),
                None => say!("Leave"),
            },
            Order::Pass { .. } => say!("Do nothing more"),
            Order::Draw => say!("Draw a card"),
            Order::RollOff => say!("Roll off"),
            Order::Decide { choice } => self.battle.cursor.waits.map_or_else(
                || say!("Choice {number}", number = u16::from(choice) + 1),
                |waits| self.answer(&waits, choice),
            ),
            Order::End => {
                let phase = usize::from(self.battle.cursor.phase);
                let end = self.card().phases.get(phase).map_or("", |p| p.end.as_str());
                if end.is_empty() { say("End") } else { end }.to_owned()
            }
        }
    }

    /// Returns the question that a player must answer.
    pub fn question(&self, waits: &Await) -> String {
        let title = self.title(waits.why);
        match (waits.unit, waits.other) {
            (Some(unit), Some(other)) => {
                format!("{}, {}: {title}", self.name(unit), self.name(other))
            }
            (Some(unit), None) | (None, Some(unit)) => format!("{}: {title}", self.name(unit)),
            (None, None) => title.to_owned(),
        }
    }

    /// Returns an answer to the question.
    pub fn answer(&self, waits: &Await, choice: u8) -> String {
        let reading = self.reading(waits.why, u16::from(choice));
        let answer = reading.map_or_else(
            || say!("Choice {number}", number = u16::from(choice) + 1),
            capital,
        );
        match self.leads(waits, choice) {
            Some((far, facing)) => say!(
                "{answer}: {far} towards {facing}",
                answer = answer,
                far = sandtable_tell::length(self.card().ruler, far),
                facing = sandtable_tell::heading(facing)
            ),
            None => answer,
        }
    }

    /// Returns how far and which way an answer takes the unit it is about, when it makes the unit
    /// move.
    fn leads(&self, waits: &Await, choice: u8) -> Option<(Length, Facing)> {
        let legal = self.rules.judge(self.battle, &Order::Decide { choice });
        let to = legal.ok()?.path().last()?.point();
        let from = self.battle.get(waits.unit?)?.pose.point();
        (from != to).then(|| (from.distance(to), Facing::towards(from, to)))
    }

    /// Says how a battle ended, as a headline.
    pub fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won(side) => wins(self.battle, side),
            Outcome::Draw => say!("A drawn battle"),
        }
    }

    /// Lists every reason against an order that is not known.
    #[must_use]
    pub fn refusals(&self, refusals: &Refusals) -> Vec<RefusalView> {
        refusals.reasons().iter().map(|r| self.refusal(r)).collect()
    }

    /// Lists every reason against an order. A charge that is too far says so first.
    #[must_use]
    pub fn refusals_of(&self, order: &Order, refusals: &Refusals) -> Vec<RefusalView> {
        let charges = matches!(order, Order::Charge { .. });
        let short = |reason: &Refusal| match reason.witness {
            Witness::Length { asked, allowed } if charges && asked > allowed => {
                Some(self.falls_short(asked, allowed))
            }
            _ => None,
        };
        let told = refusals.reasons().iter().map(|reason| {
            let view = self.refusal(reason);
            match short(reason) {
                Some(says) => RefusalView { says, ..view },
                None => view,
            }
        });
        let (mut first, last): (Vec<_>, Vec<_>) = refusals
            .reasons()
            .iter()
            .zip(told)
            .partition(|(reason, _)| short(reason).is_some());
        first.extend(last);
        first.into_iter().map(|(_, view)| view).collect()
    }

    /// Says that a charge cannot arrive: "Falls short: needs 17.7, reaches at most 16 inches".
    pub fn falls_short(&self, needs: Length, most: Length) -> String {
        say!("Falls short: {why}", why = self.too_far(needs, most))
    }

    /// Says why a legal charge cannot arrive, whatever the dice say.
    #[must_use]
    pub fn short(&self, legal: &Legal) -> Option<String> {
        let reach = self.rules.advice().charge_reach(self.battle, legal)?;
        (!within(reach.needs, reach.most)).then(|| self.falls_short(reach.needs, reach.most))
    }

    fn too_far(&self, asked: Length, allowed: Length) -> String {
        sandtable_tell::too_far(self.ruler(), asked, allowed)
    }

    fn refusal(&self, refusal: &Refusal) -> RefusalView {
        let title = self.title(refusal.clause).to_owned();
        let shown = self.witness(&refusal.witness);
        let says = match shown.says.as_str() {
            "" => title.clone(),
            says => format!("{title}: {says}"),
        };
        let clause = self.cite(refusal.clause);
        RefusalView {
            clause,
            says,
            title,
            ..shown
        }
    }

    /// Says what a witness shows: words, a unit, a point, a tape, a piece of ground.
    fn witness(&self, witness: &Witness) -> RefusalView {
        let known = |id: UnitId| self.battle.get(id).map(|_| id.0);
        let spot = |at| Some(xy(self.ruler(), at));
        let says = |says: String| RefusalView {
            says,
            ..RefusalView::default()
        };
        match *witness {
            Witness::Plain => RefusalView::default(),
            Witness::Unit(id) => RefusalView {
                unit: known(id),
                ..says(match known(id) {
                    Some(_) => self.name(id).to_owned(),
                    None => say!("unit {number}", number = id.0),
                })
            },
            Witness::Absent(id, status) => RefusalView {
                unit: known(id),
                ..says(fill(absent(status), &[("unit", &self.name(id))]))
            },
            Witness::Spot(at) => RefusalView {
                point: spot(at),
                ..RefusalView::default()
            },
            Witness::Place(pose) => RefusalView {
                point: spot(pose.point()),
                ..RefusalView::default()
            },
            Witness::Length { asked, allowed } => says(self.too_far(asked, allowed)),
            Witness::Angle { asked, allowed } => {
                let degrees = |steps| f64::from(steps) * (360.0 / 65536.0);
                let (part, all) = sandtable_tell::told_apart(degrees(asked), degrees(allowed), 2);
                says(say!("{part} of {all} degrees", part = part, all = all))
            }
            Witness::Count { asked, allowed } => says(say!(
                "{asked}, allowed {allowed}",
                asked = asked,
                allowed = allowed
            )),
            Witness::Tape(line) => RefusalView {
                point: spot(line.to),
                tape: Some(tape(self.ruler(), line)),
                ..says(self.far(line.length))
            },
            Witness::Blocked { by, at } => RefusalView {
                unit: known(by),
                point: spot(at),
                ..says(sandtable_tell::unit_in_the_way(self.battle, by))
            },
            Witness::Terrain { feature, at } => {
                let all = &self.battle.setting.terrain;
                RefusalView {
                    point: spot(at),
                    ground: all
                        .get(usize::from(feature))
                        .map(|found| table::feature(self.ruler(), found)),
                    ..says(sandtable_tell::ground_in_the_way(self.battle, feature))
                }
            }
        }
    }

    /// Formats a length in words: "4.2 inches".
    pub fn far(&self, length: Length) -> String {
        sandtable_tell::measured(self.ruler(), &numeral(self.ruler(), length))
    }

    /// Formats a length out of what is allowed: "4.2 of 6 inches".
    fn far_of(&self, asked: Length, allowed: Length) -> String {
        let ruler = self.ruler();
        let (part, all) =
            sandtable_tell::told_apart(ruler.measure(asked), ruler.measure(allowed), 2);
        say!(
            "{part} of {all}",
            part = part,
            all = sandtable_tell::measured(ruler, &all)
        )
    }

    /// Says what a legal order does, before dice: "Moves 4.2 of 6 inches".
    pub fn does(&self, order: &Order, cost: i32, allowed: i32, measured: Option<Tape>) -> String {
        let far = match (cost, allowed, measured) {
            // Still legal: it may be declared, and gets as near as it can.
            (c, a, _) if a > 0 && c > a => self.far(c),
            (c, a, _) if a > 0 => self.far_of(c, a),
            (_, _, Some(line)) => self.far(line.length),
            (c, _, None) if c > 0 => self.far(c),
            _ => String::new(),
        };
        let join = |words: String| {
            if far.is_empty() {
                words
            } else {
                format!("{words}, {far}")
            }
        };
        match order {
            Order::Move { .. } if far.is_empty() => say!("Moves"),
            Order::Move { .. } => say!("Moves {far}", far = far),
            Order::Face { unit, to } => {
                let from = self.battle.get(*unit).map_or(*to, |u| u.pose.facing);
                let by = turn(from.turn_to(*to).abs());
                say!(
                    "Turns {degrees} degrees to face {wind}",
                    degrees = trim(by),
                    wind = sandtable_tell::compass(*to)
                )
            }
            Order::Charge { reach: true, .. } => join(say!(
                "{charge} with dice for more",
                charge = self.label(order)
            )),
            _ => join(self.label(order)),
        }
    }
}

/// Returns the word for a verb.
pub fn verb(verb: Verb) -> &'static str {
    let word = match verb {
        Verb::Place => "Place",
        Verb::Lay => "Lay",
        Verb::Move => "Move",
        Verb::Face => "Turn",
        Verb::Form => "Form",
        Verb::Charge => "Charge",
        Verb::Shoot => "Shoot",
        Verb::Fight => "Fight",
        Verb::Test => "Test morale",
        Verb::Load => "Load",
        Verb::Rally => "Rally",
        Verb::Join => "Join",
        Verb::Leave => "Leave",
        Verb::Pass => "Do nothing more",
        Verb::Draw => "Draw a card",
        Verb::RollOff => "Roll off",
        Verb::Decide => "Decide",
        Verb::End => "End",
    };
    say_as("order", word)
}

/// Says who does what to whom, when an order is aimed at another unit.
pub fn act(order: &Order) -> Option<Act> {
    let verb = match order {
        Order::Charge { .. } => Verb::Charge,
        Order::Shoot { .. } => Verb::Shoot,
        Order::Fight { .. } => Verb::Fight,
        Order::Rally { .. } => Verb::Rally,
        Order::Join { .. } => Verb::Join,
        _ => return None,
    };
    let (unit, target) = order.unit().zip(order.target())?;
    Some(Act {
        verb: wire(verb).to_owned(),
        unit: unit.0,
        target: target.0,
    })
}

/// Returns a verb's name in data, the same as in orders.
pub const fn wire(verb: Verb) -> &'static str {
    match verb {
        Verb::Place => "place",
        Verb::Lay => "lay",
        Verb::Move => "move",
        Verb::Face => "face",
        Verb::Form => "form",
        Verb::Charge => "charge",
        Verb::Shoot => "shoot",
        Verb::Fight => "fight",
        Verb::Test => "test",
        Verb::Load => "load",
        Verb::Rally => "rally",
        Verb::Join => "join",
        Verb::Leave => "leave",
        Verb::Pass => "pass",
        Verb::Draw => "draw",
        Verb::RollOff => "roll-off",
        Verb::Decide => "decide",
        Verb::End => "end",
    }
}

/// Returns the word for a way of moving, by the legs it allows; none for the usual way.
pub fn way(scope: &Scope) -> Option<&'static str> {
    let Scope::Way(reach) = scope else {
        return None;
    };
    let advances = reach.legs.has(LegSet::ADVANCE);
    if reach.legs.has(LegSet::MARCH) {
        Some(say("March"))
    } else if reach.legs.has(LegSet::WHEEL) {
        Some(say("Wheel and move"))
    } else if reach.legs.has(LegSet::SLIDE) && !advances {
        Some(say("Move sideways"))
    } else {
        None
    }
}

const fn absent(status: Status) -> &'static str {
    match status {
        Status::Table => "{unit} is on the table",
        Status::Reserve => "{unit} is not yet placed",
        Status::Expected => "{unit} is still to come",
        Status::Destroyed => "{unit} is destroyed",
        Status::Fled => "{unit} has fled",
        Status::Captured => "{unit} is captured",
        Status::Exited => "{unit} has marched off",
    }
}
