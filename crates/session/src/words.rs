//! Words for people: labels of orders, questions and answers, what a witness
//! shows. Verbs are the table's; every other word comes from the card.

use crate::Look;
use crate::measure::{say, tape, trim, turn, xy};
use crate::view::RefusalView;
use sandtable_battle::tell::words::{capital, plain, wins};
use sandtable_battle::{
    Await, LegSet, Order, Outcome, Refusal, Refusals, Scope, Status, UnitId, Verb, Witness,
};
use sandtable_geometry::{Facing, Length, Tape};

impl Look<'_> {
    /// What an order is called on a button: the verb, and at whom.
    #[must_use]
    pub fn label(&self, order: &Order) -> String {
        match *order {
            Order::Place { .. } => "Place".to_owned(),
            Order::Lay { piece, .. } => format!("Lay {}", self.battle.setting.piece(piece)),
            Order::Move { .. } => "Move".to_owned(),
            Order::Face { .. } => "Turn".to_owned(),
            Order::Form { formation, .. } => {
                let name = self.card().formations.get(usize::from(formation));
                format!("Form {}", name.map_or_else(String::new, |n| plain(n)))
            }
            Order::Charge { target, .. } => format!("Charge {}", self.name(target)),
            Order::Shoot { target, .. } => format!("Shoot at {}", self.name(target)),
            Order::Fight { target, .. } => format!("Fight {}", self.name(target)),
            Order::Test { .. } => "Test morale".to_owned(),
            Order::Load { .. } => "Load".to_owned(),
            Order::Rally { target, .. } => format!("Rally {}", self.name(target)),
            Order::Join { to, .. } => format!("Join {}", self.name(to)),
            Order::Leave { unit } => match self.battle.get(unit).and_then(|u| u.with) {
                Some(with) => format!("Leave {}", self.name(with)),
                None => "Leave".to_owned(),
            },
            Order::Pass { .. } => "Do nothing more".to_owned(),
            Order::Draw => "Draw a card".to_owned(),
            Order::RollOff => "Roll off".to_owned(),
            Order::Decide { choice } => self.battle.cursor.waits.map_or_else(
                || format!("Choice {}", u16::from(choice) + 1),
                |waits| self.answer(&waits, choice),
            ),
            Order::End => {
                let phase = usize::from(self.battle.cursor.phase);
                let end = self.card().phases.get(phase).map_or("", |p| p.end.as_str());
                if end.is_empty() { "End" } else { end }.to_owned()
            }
        }
    }

    /// The question that a player owes an answer to.
    pub(crate) fn question(&self, waits: &Await) -> String {
        let title = self.title(waits.why);
        match (waits.unit, waits.other) {
            (Some(unit), Some(other)) => {
                format!("{}, {}: {title}", self.name(unit), self.name(other))
            }
            (Some(unit), None) | (None, Some(unit)) => format!("{}: {title}", self.name(unit)),
            (None, None) => title.to_owned(),
        }
    }

    /// An answer to it.
    pub(crate) fn answer(&self, waits: &Await, choice: u8) -> String {
        self.reading(waits.why, u16::from(choice))
            .map_or_else(|| format!("Choice {}", u16::from(choice) + 1), capital)
    }

    /// How a battle ended, as a headline.
    pub(crate) fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won(side) => wins(&self.battle.setting.sides[side.index()].name),
            Outcome::Draw => "A drawn battle".to_owned(),
        }
    }

    /// Every reason against an order.
    #[must_use]
    pub fn refusals(&self, refusals: &Refusals) -> Vec<RefusalView> {
        refusals.reasons().iter().map(|r| self.refusal(r)).collect()
    }

    fn refusal(&self, refusal: &Refusal) -> RefusalView {
        let title = self.title(refusal.clause).to_owned();
        let (shown, unit, point, tape_view) = self.witness(&refusal.witness);
        RefusalView {
            clause: self.cite(refusal.clause),
            says: if shown.is_empty() {
                title.clone()
            } else {
                format!("{title}: {shown}")
            },
            title,
            unit: unit.map(|u| u.0),
            point,
            tape: tape_view,
        }
    }

    /// What a witness shows: words, a unit, a point, a tape.
    fn witness(
        &self,
        witness: &Witness,
    ) -> (
        String,
        Option<UnitId>,
        Option<crate::view::Xy>,
        Option<crate::view::TapeView>,
    ) {
        let known = |id: UnitId| self.battle.get(id).map(|_| id);
        match *witness {
            Witness::Plain => (String::new(), None, None, None),
            Witness::Unit(id) => match known(id) {
                Some(id) => (self.name(id).to_owned(), Some(id), None, None),
                None => (format!("unit {}", id.0), None, None, None),
            },
            Witness::Absent(id, status) => (
                format!("{} {}", self.name(id), absent(status)),
                known(id),
                None,
                None,
            ),
            Witness::Spot(at) => (String::new(), None, Some(xy(self.ruler(), at)), None),
            Witness::Place(pose) => (
                String::new(),
                None,
                Some(xy(self.ruler(), pose.point())),
                None,
            ),
            Witness::Length { asked, allowed } => (self.far_of(asked, allowed), None, None, None),
            Witness::Angle { asked, allowed } => (
                format!("{} of {} degrees", trim(turn(asked)), trim(turn(allowed))),
                None,
                None,
                None,
            ),
            Witness::Count { asked, allowed } => {
                (format!("{asked}, allowed {allowed}"), None, None, None)
            }
            Witness::Tape(line) => (
                self.far(line.length),
                None,
                Some(xy(self.ruler(), line.to)),
                Some(tape(self.ruler(), line)),
            ),
            Witness::Blocked { by, at } => (
                format!("{} is in the way", self.name(by)),
                known(by),
                Some(xy(self.ruler(), at)),
                None,
            ),
            Witness::Terrain { feature, at } => {
                let met = self.battle.setting.terrain.get(usize::from(feature));
                let name = met.map_or("terrain", |f| {
                    if f.name.is_empty() {
                        f.ground.name()
                    } else {
                        &f.name
                    }
                });
                (
                    format!("{name} is in the way"),
                    None,
                    Some(xy(self.ruler(), at)),
                    None,
                )
            }
        }
    }

    /// A length in words: "4.2 inches".
    pub(crate) fn far(&self, length: Length) -> String {
        self.ruler().with_word(&say(self.ruler(), length))
    }

    /// What is asked of what is allowed: "4.2 of 6 inches".
    fn far_of(&self, asked: Length, allowed: Length) -> String {
        format!("{} of {}", say(self.ruler(), asked), self.far(allowed))
    }

    /// What a legal order does, before dice: "Moves 4.2 of 6 inches".
    pub(crate) fn does(
        &self,
        order: &Order,
        cost: i32,
        allowed: i32,
        measured: Option<Tape>,
    ) -> String {
        let far = match (cost, allowed, measured) {
            // Legal all the same: the dice of a charge may add what is short.
            (c, a, _) if a > 0 && c > a => {
                let sure = say(self.ruler(), a);
                format!("{}: {sure} and what the dice add", self.far(c))
            }
            (c, a, _) if a > 0 => self.far_of(c, a),
            (_, _, Some(line)) => self.far(line.length),
            (c, _, None) if c > 0 => self.far(c),
            _ => String::new(),
        };
        let join = |words: String, link: &str| {
            if far.is_empty() {
                words
            } else {
                format!("{words}{link}{far}")
            }
        };
        match order {
            Order::Move { .. } => join("Moves".to_owned(), " "),
            Order::Face { unit, to } => {
                let from = self.battle.get(*unit).map_or(*to, |u| u.pose.facing);
                let by = turn(from.turn_to(*to).abs());
                format!("Turns {} degrees to face {}", trim(by), compass(*to))
            }
            Order::Charge { reach, .. } => {
                let dice = if *reach { " with dice for more" } else { "" };
                join(format!("{}{dice}", self.label(order)), ", ")
            }
            _ => join(self.label(order), ", "),
        }
    }
}

/// The word for a verb.
pub(crate) const fn verb(verb: Verb) -> &'static str {
    match verb {
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
    }
}

/// A verb's name on the wire: as in orders.
pub(crate) const fn wire(verb: Verb) -> &'static str {
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

/// The word for a way of moving, by the legs it allows; none for the usual.
pub(crate) const fn way(scope: &Scope) -> Option<&'static str> {
    let Scope::Way(reach) = scope else {
        return None;
    };
    let advances = reach.legs.has(LegSet::ADVANCE);
    if reach.legs.has(LegSet::MARCH) {
        Some("March")
    } else if reach.legs.has(LegSet::WHEEL) {
        Some("Wheel and move")
    } else if reach.legs.has(LegSet::SLIDE) && !advances {
        Some("Move sideways")
    } else {
        None
    }
}

/// The wind a facing looks to.
pub(crate) fn compass(facing: Facing) -> &'static str {
    const WINDS: [&str; 8] = [
        "north",
        "north-east",
        "east",
        "south-east",
        "south",
        "south-west",
        "west",
        "north-west",
    ];
    WINDS[usize::from(facing.0.wrapping_add(0x1000) >> 13)]
}

const fn absent(status: Status) -> &'static str {
    match status {
        Status::Table => "is on the table",
        Status::Reserve => "is not yet placed",
        Status::Expected => "is still to come",
        Status::Destroyed => "is destroyed",
        Status::Fled => "has fled",
        Status::Captured => "is captured",
        Status::Exited => "has marched off",
    }
}
