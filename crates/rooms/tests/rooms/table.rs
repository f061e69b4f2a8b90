//! A page's own engine, which follows a room.

use sandtable_battle::Seal;
use sandtable_battle::joint::Pledge;
use sandtable_files::Journal;
use sandtable_files::journal::{self, Proof};
use sandtable_session::view::UnitView;
use sandtable_session::{Chance, Session, Shelf, Source};
use serde_json::{Value, json};

/// A battle as a page holds it.
pub struct Table {
    session: Session,
}

impl Table {
    /// Returns a battle that somebody played alone for a while, its dice sealed or not.
    pub fn alone(scenario: &str, sealed: bool, orders: usize) -> Self {
        let mut session = Session::new(Shelf::shipped());
        let seal = Seal::new("0123456789abcdef", "a word").expect("a seal");
        let chance = if sealed {
            Chance::Sealed(seal)
        } else {
            Chance::Seed(7)
        };
        let from = Source::Scenario(scenario);
        let begun = session.start_with(from, chance, None, [None, None]);
        begun.expect("it begins");
        for number in 0..orders {
            let order = session.think("random").expect("an order");
            session.play(&order, number, None).expect("it is legal");
        }
        Self { session }
    }

    /// Returns the battle of a journal.
    pub fn of(journal: &str) -> Self {
        let mut session = Session::new(Shelf::shipped());
        session.load(journal).expect("a sound journal");
        Self { session }
    }

    /// Applies a line.
    pub fn follow(&mut self, line: &str) {
        self.session.follow(line, None).expect("the line follows");
    }

    /// Applies a line with joint dice, given what was pledged.
    pub fn follow_jointly(&mut self, line: &str, pledged: &[Pledge]) {
        let followed = self.session.follow(line, Some(pledged));
        followed.expect("the line follows from what was pledged");
    }

    /// Returns what the battle's journal proves.
    pub fn proof(&self) -> Proof {
        let text = self.journal();
        let header = journal::peek(&text).expect("a journal");
        let rules = Shelf::shipped().open(&header.rules, &header.switches);
        let rules = rules.expect("a rule set");
        let journal = Journal::read(&text, rules.as_ref()).expect("a journal");
        journal.proof(rules.as_ref()).expect("it verifies")
    }

    /// Returns the faces that an order needs if every die shows the same.
    pub fn faces(&mut self, order: &Value, face: u8) -> Vec<u8> {
        let order = serde_json::from_value(order.clone()).expect("an order");
        let mut faces = Vec::new();
        while let Some(wanted) = self.session.wanted(&order, &faces).expect("it is legal") {
            let next = usize::from(wanted.count);
            faces.extend(std::iter::repeat_n(face.min(wanted.sides), next));
        }
        faces
    }

    /// Returns whether dice were thrown in the opening.
    pub fn opened_by_dice(&self) -> bool {
        let text = self.journal();
        let opening: Value = text
            .lines()
            .nth(1)
            .and_then(|line| serde_json::from_str(line).ok())
            .expect("a line");
        opening["rolls"]
            .as_array()
            .is_some_and(|rolls| !rolls.is_empty())
    }

    /// Goes back to a line.
    pub fn back(&mut self, to: usize) {
        self.session.fork(to).expect("there is such a line");
    }

    pub fn number(&self) -> usize {
        self.session.view().expect("a battle").number
    }

    pub fn is_over(&self) -> bool {
        self.session.view().expect("a battle").ended.is_some()
    }

    /// Returns the side that is to act: `a` or `b`.
    pub fn mover(&self) -> String {
        let view = self.session.view().expect("a battle");
        serde_json::to_value(view.to_move)
            .ok()
            .and_then(|side| side.as_str().map(str::to_owned))
            .expect("a side")
    }

    /// Returns a unit that stands on the table, with nobody near its right.
    pub fn unit(&self) -> UnitView {
        let view = self.session.view().expect("a battle");
        let stands =
            |unit: &UnitView| serde_json::to_value(unit.status).is_ok_and(|s| s == "table");
        let mut units = view.units.into_iter().filter(stands);
        units.next().expect("a unit on the table")
    }

    /// Returns the centre of a unit.
    pub fn centre(&self, unit: u8) -> [f64; 2] {
        let view = self.session.view().expect("a battle");
        let found = view.units.into_iter().find(|one| one.id == unit);
        found.expect("there is such a unit").centre
    }

    /// Returns what the log says of the last line.
    pub fn told(&self) -> String {
        let log = self.session.log().expect("a battle");
        log.last().expect("a line").order.clone()
    }

    pub fn journal(&self) -> String {
        self.session.journal().expect("a battle")
    }

    /// Returns an order that a computer player chooses, as the message that gives it.
    pub fn order(&mut self, level: &str) -> Value {
        let order = self.session.think(level).expect("an order");
        json!({"order": {"number": self.number(), "order": order}})
    }
}
