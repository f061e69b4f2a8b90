//! A small table for positions.

use sandtable_battle::{
    Area, Battle, Clause, Cursor, Event, Feature, Ground, Judging, Leg, Legal, Mark, Marked, Order,
    Recorded, Refusals, Rules, Setting, Side, Status, Switches, Unit, UnitId, Units,
};
use sandtable_geometry::{Facing, INCH, Length, Line, Point, Pose, inches, to_inches};
use sandtable_three_hit::{ThreeHit, turn};
use std::sync::Arc;

pub fn inch(value: f64) -> Length {
    inches(value).unwrap()
}

pub fn pose(x: f64, y: f64, degrees: f64) -> Pose {
    Pose::new(inch(x), inch(y), Facing::from_degrees(degrees).unwrap())
}

pub fn degrees(value: f64) -> Facing {
    Facing::from_degrees(value).unwrap()
}

/// A rule set and a position.
#[derive(Clone)]
pub struct Table {
    pub rules: Arc<ThreeHit>,
    pub battle: Battle,
}

impl Table {
    /// Makes an empty table of 36 by 36 inches, in Blue's Move step of turn 1.
    pub fn new(switches: &[(&str, &str)]) -> Self {
        let chosen = switches
            .iter()
            .fold(Switches::default(), |all, (name, value)| {
                all.with(name, value)
            });
        let rules = Arc::new(ThreeHit::new(&chosen).unwrap());
        let (width, height) = rules.card().table;
        let mut setting = Setting::bare("three-hit", width, height);
        setting.switches = chosen;
        setting.attacker = Some(Side::A);
        setting.stands = rules.card().kinds.iter().map(|kind| kind.stand).collect();
        let battle = Battle {
            setting: Arc::new(setting),
            units: Units::default(),
            cursor: Cursor {
                turn: 1,
                phase: turn::MOVE,
                ..Cursor::default()
            },
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
            memory: sandtable_battle::Memory::default(),
        };
        Self { rules, battle }
    }

    pub fn set(&mut self, change: impl FnOnce(&mut Setting)) {
        change(Arc::make_mut(&mut self.battle.setting));
    }

    pub fn unit(&mut self, side: Side, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        let kinds = &self.rules.card().kinds;
        let kind = kinds.iter().position(|k| k.id == kind).unwrap();
        self.battle.units.push(Unit {
            kind: u8::try_from(kind).unwrap(),
            side,
            stands: 1,
            started: 1,
            pose: pose(x, y, heading),
            ..Unit::default()
        });
        let id = UnitId(u8::try_from(self.battle.units.len() - 1).unwrap());
        self.set(|s| s.names.push(format!("unit {}", id.0)));
        id
    }

    pub fn blue(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::A, kind, x, y, heading)
    }

    pub fn red(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::B, kind, x, y, heading)
    }

    /// Adds a rectangle of terrain: centre and size.
    pub fn area(&mut self, ground: Ground, at: (f64, f64), size: (f64, f64)) {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let outline =
            corners.map(|(u, v)| Point::new(inch(at.0 + u * size.0), inch(at.1 + v * size.1)));
        let areas = vec![Area::new(outline.to_vec()).unwrap()];
        self.feature(ground, areas, None, 0);
    }

    /// Adds a straight line of terrain, west to east or south to north, with a width.
    pub fn line(&mut self, ground: Ground, from: (f64, f64), to: (f64, f64), width: f64) {
        let line = Line::new(vec![
            Point::new(inch(from.0), inch(from.1)),
            Point::new(inch(to.0), inch(to.1)),
        ]);
        let (dx, dy) = if from.0 == to.0 {
            (width / 2.0, 0.0)
        } else {
            (0.0, width / 2.0)
        };
        let outline = [
            (from.0 - dx, from.1 - dy),
            (from.0 + dx, from.1 + dy),
            (to.0 + dx, to.1 + dy),
            (to.0 - dx, to.1 - dy),
        ]
        .map(|(x, y)| Point::new(inch(x), inch(y)));
        let areas = Area::new(outline.to_vec()).into_iter().collect();
        self.feature(ground, areas, line, inch(width));
    }

    fn feature(&mut self, ground: Ground, areas: Vec<Area>, line: Option<Line>, width: Length) {
        self.set(|s| {
            s.terrain.push(Feature {
                ground,
                name: String::new(),
                areas,
                line,
                width,
                level: u8::from(ground == Ground::Hill),
            });
        });
    }

    pub fn phase(&mut self, phase: u8) {
        self.battle.cursor.phase = phase;
    }

    pub fn mark<T: Marked>(&mut self, id: UnitId, mark: Mark<T>, value: T) {
        mark.write(&mut self.battle.units[id.index()], value);
    }

    pub fn marked<T: Marked>(&self, id: UnitId, mark: Mark<T>) -> T {
        mark.of(self.battle.unit(id))
    }

    pub fn judge(&self, order: &Order) -> Result<Legal, Refusals> {
        self.rules.judge(&self.battle, order)
    }

    /// Requires that an order is refused for this reason, perhaps among others.
    #[track_caller]
    pub fn refuses(&self, order: &Order, clause: Clause) {
        let refusals = self.judge(order).expect_err("it was accepted");
        assert!(
            refusals.cite(clause),
            "{:?}",
            refusals
                .reasons()
                .iter()
                .map(|r| self.rules.card().cite(r.clause))
                .collect::<Vec<_>>()
        );
    }

    /// Requires that an order is legal.
    #[track_caller]
    pub fn allows(&self, order: &Order) -> Legal {
        self.judge(order).unwrap_or_else(|refusals| {
            let cite = |r: &sandtable_battle::Refusal| {
                format!("{} {:?}", self.rules.card().cite(r.clause), r.witness)
            };
            panic!(
                "{order:?} refused: {:?}",
                refusals.reasons().iter().map(cite).collect::<Vec<_>>()
            )
        })
    }

    /// Plays an order with these dice, all of which must be thrown.
    #[track_caller]
    pub fn play(&mut self, order: &Order, faces: &[u8]) -> Vec<Event> {
        self.allows(order);
        let mut dice = Recorded::new(faces);
        let (battle, events) = self.rules.play(&self.battle, order, &mut dice).unwrap();
        assert_eq!(dice.wanted(), None, "more dice are wanted: {events:#?}");
        assert_eq!(dice.left_over(), 0, "dice are left over: {events:#?}");
        self.battle = battle;
        events
    }

    /// Plays an order and ends the step, with dice for both.
    #[track_caller]
    pub fn act(&mut self, order: &Order, faces: &[u8]) -> Vec<Event> {
        self.play_all(&[order.clone(), Order::End], faces)
    }

    /// Plays orders with these dice, all of which must be thrown.
    #[track_caller]
    pub fn play_all(&mut self, orders: &[Order], faces: &[u8]) -> Vec<Event> {
        let mut dice = Recorded::new(faces);
        let mut all = Vec::new();
        for order in orders {
            self.allows(order);
            let (battle, events) = self.rules.play(&self.battle, order, &mut dice).unwrap();
            self.battle = battle;
            all.extend(events);
        }
        assert_eq!(dice.wanted(), None, "more dice are wanted: {all:#?}");
        assert_eq!(dice.left_over(), 0, "dice are left over: {all:#?}");
        all
    }

    /// Returns where a unit is, in inches and degrees, rounded to thousandths.
    pub fn at(&self, id: UnitId) -> (f64, f64, f64) {
        let pose = self.battle.unit(id).pose;
        let round = |v: f64| (v * 1000.0).round() / 1000.0;
        (
            round(to_inches(pose.x)),
            round(to_inches(pose.y)),
            round(pose.facing.degrees()),
        )
    }

    pub fn gone(&self, id: UnitId) -> bool {
        self.battle.unit(id).status == Status::Destroyed
    }
}

pub fn advance(unit: UnitId, by: f64) -> Order {
    ordered(unit, &[Leg::Advance { by: inch(by) }])
}

pub fn pivot(to: f64) -> Leg {
    Leg::Pivot { to: degrees(to) }
}

pub fn forward(by: f64) -> Leg {
    Leg::Advance { by: inch(by) }
}

pub fn ordered(unit: UnitId, legs: &[Leg]) -> Order {
    Order::Move {
        unit,
        legs: legs.iter().copied().collect(),
    }
}

pub fn charge(unit: UnitId, target: UnitId) -> Order {
    Order::Charge {
        unit,
        target,
        reach: false,
        heading: None,
    }
}

pub fn shoot(unit: UnitId, target: UnitId) -> Order {
    Order::Shoot { unit, target }
}

pub fn fight(unit: UnitId, target: UnitId) -> Order {
    Order::Fight { unit, target }
}

/// Whether an event of these cites a clause.
pub fn cites(events: &[Event], clause: Clause) -> bool {
    events.iter().any(|event| event.why() == clause)
}

/// Makes a rectangular area, in inches.
pub fn zone(x: f64, y: f64, w: f64, h: f64) -> Area {
    let outline = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
    Area::new(outline.map(|(x, y)| Point::new(inch(x), inch(y))).to_vec()).unwrap()
}

/// An inch, for whole numbers of inches.
pub const ONE: Length = INCH;
