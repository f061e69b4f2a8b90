//! A table for tests: positions, orders, dice.

use sandtable_battle::{
    Battle, Clause, Cursor, Feature, Ground, Group, GroupSpec, Judging, Legal, Offer, Order,
    Recorded, Refusals, Rules, Scene, Setting, Side, Switches, Unit, UnitId, Units,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Line, Point, Pose};
use sandtable_otr_d6::{OtrD6, marks, units};
use std::sync::Arc;

/// A position being set up.
pub struct Table {
    /// The rules.
    pub rules: OtrD6,
    /// The battle.
    pub battle: Battle,
}

impl Table {
    /// Makes an empty table with these switches, division A1 acting in turn 1.
    pub fn new(switches: &[(&str, &str)]) -> Self {
        let switches = switches
            .iter()
            .fold(Switches::default(), |all, (name, value)| {
                all.with(name, value)
            });
        let mut setting = Setting::bare("otr-d6", 72 * INCH, 48 * INCH);
        for (name, side) in [("A1", Side::A), ("B1", Side::B)] {
            setting.groups.push(GroupSpec {
                name: name.to_owned(),
                side,
            });
        }
        let cursor = Cursor {
            turn: 1,
            phase: 1,
            side: Side::A,
            group: Some(Group(0)),
            ..Cursor::default()
        };
        let battle = Battle {
            setting: Arc::new(setting),
            units: Units::default(),
            cursor,
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
            memory: sandtable_battle::Memory::default(),
        };
        Self {
            rules: OtrD6::new(&switches).expect("known switches"),
            battle,
        }
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

    /// Returns the stands of a unit.
    pub fn stands(&self, id: UnitId) -> u8 {
        self.battle.unit(id).stands
    }

    /// Returns 1 if a unit has a morale marker, 0 if not.
    pub fn marker(&self, id: UnitId) -> i8 {
        i8::from(marks::MARKER.of(self.battle.unit(id)))
    }

    /// Judges an order.
    pub fn judge(&self, order: &Order) -> Result<Legal, Refusals> {
        self.rules.judge(&self.battle, order)
    }

    /// Plays an order with these faces, all of which must be used.
    pub fn play(&mut self, order: &Order, faces: &[u8]) {
        let legal = self.judge(order).expect("legal");
        let mut scene = Scene::new(self.battle.clone());
        let mut dice = Recorded::new(faces);
        self.rules.resolve(&legal, &mut scene, &mut dice);
        assert_eq!(
            (dice.wanted(), dice.left_over()),
            (None, 0),
            "dice of {order:?}"
        );
        self.battle = scene.finish().0;
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

    /// Returns the clauses that refuse an order; none if it is legal.
    pub fn refused(&self, order: &Order) -> Vec<Clause> {
        self.judge(order)
            .err()
            .map_or_else(Vec::new, |r| r.reasons().iter().map(|r| r.clause).collect())
    }

    /// Returns the offers to a unit.
    pub fn offers(&self, unit: UnitId) -> Vec<Offer> {
        let mut out = Vec::new();
        self.rules.offers(&self.battle, Some(unit), &mut out);
        out
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
        let feature = Feature {
            ground,
            name: String::new(),
            areas: Vec::new(),
            line: Some(line),
            width: 0,
            level: 0,
        };
        Arc::make_mut(&mut self.battle.setting)
            .terrain
            .push(feature);
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
        let feature = Feature {
            ground,
            name: String::new(),
            areas: vec![area],
            line: None,
            width: 0,
            level: 0,
        };
        Arc::make_mut(&mut self.battle.setting)
            .terrain
            .push(feature);
    }
}

/// Converts hundredths of an inch to a length.
pub fn cent(hundredths: i32) -> Length {
    hundredths * INCH / 100
}
