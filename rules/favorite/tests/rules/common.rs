//! A small table to set up positions on.

use sandtable_battle::{Cursor, Feature, Ground, GroupSpec, Leg, Order, Piece, Side, UnitId, Zone};
use sandtable_favorite::marks::{self, Charge, Check, Moved};
use sandtable_favorite::{Favorite, turn};
use sandtable_geometry::to_inches;
use sandtable_testing::{Board, rectangle, switches};
pub use sandtable_testing::{
    advance, charge, cites, decide, degrees, face, fight, form, forward, inch, join, ordered,
    pivot, pose, shoot, test, told,
};

pub const LINE: u8 = 0;
pub const FIELD: u8 = 1;
pub const MARCH: u8 = 2;
pub const SKIRMISH: u8 = 3;

sandtable_testing::board! {
    /// A rule set and a position in it. Blue is the attacker, moves first and is moving, in turn 2.
    Table of Favorite
}

impl Table {
    pub fn new(chosen: &[(&str, &str)]) -> Self {
        let chosen = switches(chosen);
        let rules = Favorite::new(&chosen).expect("known switches");
        let cursor = Cursor {
            turn: 2,
            phase: turn::MOVE_FIRST,
            ..Cursor::default()
        };
        let mut board = Board::bare(rules, chosen, cursor);
        board.set(|s| {
            let groups = [("Blue", Side::A), ("Red", Side::B)];
            s.groups.extend(groups.map(|(name, side)| GroupSpec {
                name: name.to_owned(),
                side,
            }));
        });
        Self(board)
    }

    /// Takes figures off a unit, as losses from before.
    pub fn lost(&mut self, id: UnitId, figures: u8) {
        self.change(id).stands -= figures;
    }

    pub fn form(&mut self, id: UnitId, formation: u8) {
        self.change(id).formation = formation;
    }

    /// Gives a unit a morale marker that it had at the start of the turn.
    pub fn shaken(&mut self, id: UnitId) {
        self.mark(id, marks::MARKER, true);
        self.mark(id, marks::CHECK, Check::Due);
    }

    /// Gives a unit the charge that made the contact it is in.
    pub fn home(&mut self, id: UnitId) {
        self.mark(id, marks::CHARGE, Charge::Home);
    }

    /// Gives a unit a charge that made contact in this turn.
    pub fn charged(&mut self, id: UnitId) {
        self.home(id);
        self.mark(id, marks::MOVED, Moved::Charged);
    }

    pub fn figures(&self, id: UnitId) -> u8 {
        self.battle.unit(id).stands
    }

    pub fn marker(&self, id: UnitId) -> bool {
        marks::MARKER.of(self.battle.unit(id))
    }

    /// Requires that a unit stands at a place, to a few thousandths.
    #[track_caller]
    pub fn stands(&self, id: UnitId, at: (f64, f64, f64)) {
        let (x, y, h) = self.at(id);
        let turned = (h - at.2).rem_euclid(360.0);
        let turned = turned.min(360.0 - turned);
        let near = (x - at.0).abs() < 0.003 && (y - at.1).abs() < 0.003 && turned < 0.02;
        assert!(near, "stands at {x}, {y}, {h} and not at {at:?}");
    }

    /// Offers a piece of terrain to lay, with a width and a depth.
    pub fn piece(&mut self, ground: Ground, (width, depth): (f64, f64)) {
        let area = rectangle((-width / 2.0, -depth / 2.0), (width / 2.0, depth / 2.0));
        self.set(|s| {
            s.pieces.push(Piece {
                feature: Feature {
                    ground,
                    name: String::new(),
                    areas: vec![area],
                    line: None,
                    width: 0,
                    level: u8::from(ground == Ground::Hill),
                },
                laid: None,
            });
        });
    }

    /// Adds a zone of a side, or an objective.
    pub fn zone(&mut self, side: Option<Side>, low: (f64, f64), high: (f64, f64)) {
        self.set(|s| {
            s.zones.push(Zone {
                name: "zone".to_owned(),
                side,
                area: rectangle(low, high),
            });
        });
    }

    /// Ends both sides' movement.
    #[track_caller]
    pub fn all_moved(&mut self) {
        while turn::is_movement(&self.battle.cursor) {
            self.play(&Order::End, &[]);
        }
    }

    /// Returns how far a unit could advance now.
    pub fn reach(&self, id: UnitId) -> f64 {
        let (mut low, mut high) = (0, inch(40.0));
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            let legs = [Leg::Advance { by: middle }].into_iter().collect();
            if self.judge(&Order::Move { unit: id, legs }).is_ok() {
                low = middle;
            } else {
                high = middle;
            }
        }
        (to_inches(low) * 100.0).round() / 100.0
    }
}
