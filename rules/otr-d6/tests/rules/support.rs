//! A table for tests: positions, orders, dice.

use sandtable_battle::{
    Battle, Cursor, Feature, Ground, Group, GroupSpec, Setting, Side, Unit, UnitId,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Line, Point, Pose};
use sandtable_otr_d6::{OtrD6, marks, units};
use sandtable_testing::Board;

sandtable_testing::board! {
    /// A position being set up.
    Table of OtrD6
}

impl Table {
    /// Makes an empty table with these switches, division A1 acting in turn 1.
    pub fn new(switches: &[(&str, &str)]) -> Self {
        let rules = OtrD6::new(&sandtable_testing::switches(switches)).expect("known switches");
        let mut setting = Setting::bare("otr-d6", 72 * INCH, 48 * INCH);
        for (name, side) in [("A1", Side::A), ("B1", Side::B)] {
            let name = name.to_owned();
            setting.groups.push(GroupSpec { name, side });
        }
        let cursor = Cursor {
            turn: 1,
            phase: 1,
            side: Side::A,
            group: Some(Group(0)),
            ..Cursor::default()
        };
        Self(Board::of(rules, Battle::new(setting, Vec::new(), cursor)))
    }

    /// Adds a seasoned brigade of infantry; its front midpoint in hundredths of
    /// an inch.
    pub fn add(&mut self, side: Side, stands: u8, at: (i32, i32), degrees: f64) -> UnitId {
        let id = UnitId(u8::try_from(self.battle.units.len()).expect("few units"));
        let group = Group(u8::from(side == Side::B));
        let mut unit = Unit {
            side,
            group,
            stands,
            started: stands,
            ..Unit::default()
        };
        unit.pose = Pose::new(
            cent(at.0),
            cent(at.1),
            Facing::from_degrees(degrees).expect("an angle"),
        );
        unit.ratings[0] = 1;
        marks::ACTIONS.write(&mut unit, 2);
        self.battle.units.push(unit);
        id
    }

    /// Returns a unit, to change it.
    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.battle.units[id.index()]
    }

    /// Returns where a unit is, in hundredths of an inch.
    pub fn at(&self, id: UnitId) -> (i32, i32) {
        let pose = self.battle.unit(id).pose;
        (
            (pose.x * 100 + INCH / 2) / INCH,
            (pose.y * 100 + INCH / 2) / INCH,
        )
    }

    /// Returns 1 if a unit has a morale marker, 0 if not.
    pub fn marker(&self, id: UnitId) -> i8 {
        i8::from(marks::MARKER.of(self.battle.unit(id)))
    }

    /// Adds a general of average rating; the place is the middle of the disc.
    pub fn general(&mut self, side: Side, at: (i32, i32), with: Option<UnitId>) -> UnitId {
        let id = self.add(side, 1, at, 0.0);
        let unit = self.unit(id);
        unit.kind = units::GENERAL;
        unit.ratings = [0, 0, 2, 0];
        unit.with = with;
        unit.marks = Default::default();
        id
    }

    /// Lays a line of terrain.
    pub fn line(&mut self, ground: Ground, points: &[(i32, i32)]) {
        let line = Line::new(
            points
                .iter()
                .map(|&(x, y)| Point::new(cent(x), cent(y)))
                .collect(),
        )
        .expect("a line");
        self.terrain(ground, Vec::new(), Some(line));
    }

    /// Lays an area of terrain, corners in hundredths of an inch.
    pub fn area(&mut self, ground: Ground, low: (i32, i32), high: (i32, i32)) {
        let corners = [
            (low.0, low.1),
            (low.0, high.1),
            (high.0, high.1),
            (high.0, low.1),
        ];
        let area = Area::new(corners.map(|(x, y)| Point::new(cent(x), cent(y))).to_vec())
            .expect("an area");
        self.terrain(ground, vec![area], None);
    }

    fn terrain(&mut self, ground: Ground, areas: Vec<Area>, line: Option<Line>) {
        self.set(|setting| {
            setting.terrain.push(Feature {
                ground,
                name: String::new(),
                areas,
                line,
                width: 0,
                level: 0,
            });
        });
    }
}

/// Converts hundredths of an inch to a length.
pub fn cent(hundredths: i32) -> Length {
    hundredths * INCH / 100
}
