//! Small tables for tests, with units placed by hand.

use sandtable_@SNAKE@::@TYPE@;
use sandtable_battle::{Battle, Clause, Event, Judging, Recorded, Rules, Switches, UnitId};
use sandtable_files::notation;
use std::fmt::Write;

/// Rules and a battle under them.
pub struct Table {
    pub rules: @TYPE@,
    pub battle: Battle,
}

/// Creates a table with units: name, side, kind, position and facing. It begins in Blue's first
/// player turn.
pub fn table(units: &[(&str, &str, &str, [i32; 3])]) -> Table {
    under(&Switches::default(), units)
}

/// Creates the same under house rules.
pub fn under(house: &Switches, units: &[(&str, &str, &str, [i32; 3])]) -> Table {
    let mut text = "format = 2\nrules = \"@NAME@\"\n".to_owned();
    for (name, side, kind, [x, y, facing]) in units {
        let unit = format!(
            "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{x}, {y}]\nfacing = {facing}\n"
        );
        let _ = write!(text, "{unit}");
    }
    from(&text, house)
}

/// Opens the battle of a file.
pub fn from(text: &str, house: &Switches) -> Table {
    let rules = @TYPE@::new(house).expect("known switches");
    let battle = sandtable_files::read_battle(text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    let mut table = Table { rules, battle };
    if table.battle.cursor.turn == 0 {
        let mut scene = sandtable_battle::Scene::new(table.battle);
        table.rules.open(&mut scene, &mut Recorded::new(&[]));
        table.battle = scene.finish().0;
    }
    table
}

impl Table {
    /// Returns the clauses that refuse an order; empty if the order is legal.
    pub fn refused(&self, order: &str) -> Vec<Clause> {
        let order = notation::parse(order, &self.battle, self.rules.card())
            .unwrap_or_else(|trouble| panic!("{order}: {trouble}"));
        match self.rules.judge(&self.battle, &order) {
            Ok(_) => Vec::new(),
            Err(refusals) => refusals.reasons().iter().map(|r| r.clause).collect(),
        }
    }

    /// Gives an order with named dice.
    pub fn play(&mut self, order: &str, faces: &[u8]) -> Vec<Event> {
        let order = notation::parse(order, &self.battle, self.rules.card())
            .unwrap_or_else(|trouble| panic!("{order}: {trouble}"));
        let mut dice = Recorded::new(faces);
        let played = self.rules.play(&self.battle, &order, &mut dice);
        let (battle, events) = played.unwrap_or_else(|r| panic!("refused: {r:?}"));
        assert_eq!(dice.left_over(), 0, "dice left over");
        assert!(dice.wanted().is_none(), "more dice are wanted");
        self.battle = battle;
        events
    }

    /// Returns a unit by name.
    pub fn unit(&self, name: &str) -> UnitId {
        let found = self.battle.all().find(|(id, _)| self.battle.setting.name(*id) == name);
        found.unwrap_or_else(|| panic!("no unit {name}")).0
    }
}
