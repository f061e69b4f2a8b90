//! A small table to set up positions on.

use sandtable_battle::{
    Area, Battle, Clause, Cursor, Event, Feature, Ground, Group, GroupSpec, Judging, Leg, Legal,
    Mark, Marked, Order, Piece, Recorded, Refusals, Rules, Scene, Setting, Side, Status, Switches,
    Unit, UnitId, Units, Zone,
};
use sandtable_favorite::marks::{self, Charge, Check, Moved};
use sandtable_favorite::{Favorite, turn};
use sandtable_geometry::{Facing, INCH, Length, Line, Point, Pose, inches, to_inches};
use std::sync::Arc;

pub const LINE: u8 = 0;
pub const FIELD: u8 = 1;
pub const MARCH: u8 = 2;
pub const SKIRMISH: u8 = 3;

pub fn inch(value: f64) -> Length {
    inches(value).expect("a length")
}

pub fn degrees(value: f64) -> Facing {
    Facing::from_degrees(value).expect("an angle")
}

pub fn pose(x: f64, y: f64, heading: f64) -> Pose {
    Pose::new(inch(x), inch(y), degrees(heading))
}

/// A rule set and a position in it. Blue is the attacker, moves first and is moving, in turn 2.
#[derive(Clone)]
pub struct Table {
    pub rules: Arc<Favorite>,
    pub battle: Battle,
}

impl Table {
    pub fn new(switches: &[(&str, &str)]) -> Self {
        let chosen = switches
            .iter()
            .fold(Switches::default(), |all, (name, value)| {
                all.with(name, value)
            });
        let rules = Arc::new(Favorite::new(&chosen).expect("known switches"));
        let (width, height) = rules.card().table;
        let mut setting = Setting::bare("favorite", width, height);
        setting.switches = chosen;
        setting.attacker = Some(Side::A);
        setting.stands = rules.card().kinds.iter().map(|kind| kind.stand).collect();
        for (name, side) in [("Blue", Side::A), ("Red", Side::B)] {
            setting.groups.push(GroupSpec {
                name: name.to_owned(),
                side,
            });
        }
        let battle = Battle {
            setting: Arc::new(setting),
            units: Units::default(),
            cursor: Cursor {
                turn: 2,
                phase: turn::MOVE_FIRST,
                ..Cursor::default()
            },
            ended: None,
            ..empty()
        };
        Self { rules, battle }
    }

    pub fn set(&mut self, change: impl FnOnce(&mut Setting)) {
        change(Arc::make_mut(&mut self.battle.setting));
    }

    /// Adds a unit of a kind with its usual number of figures.
    pub fn unit(&mut self, side: Side, kind: &str, at: (f64, f64), heading: f64) -> UnitId {
        let kinds = &self.rules.card().kinds;
        let place = kinds.iter().position(|k| k.id == kind).expect("a kind");
        let stands = kinds[place].stands;
        self.battle.units.push(Unit {
            kind: u8::try_from(place).expect("few kinds"),
            side,
            group: Group(u8::from(side == Side::B)),
            stands,
            started: stands,
            pose: pose(at.0, at.1, heading),
            ..Unit::default()
        });
        let id = UnitId(u8::try_from(self.battle.units.len() - 1).expect("few units"));
        self.set(|s| s.names.push(format!("unit {}", id.0)));
        id
    }

    pub fn blue(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::A, kind, (x, y), heading)
    }

    pub fn red(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::B, kind, (x, y), heading)
    }

    pub fn change(&mut self, id: UnitId) -> &mut Unit {
        &mut self.battle.units[id.index()]
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

    pub fn mark<T: Marked>(&mut self, id: UnitId, mark: Mark<T>, value: T) {
        mark.write(self.change(id), value);
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

    pub fn status(&self, id: UnitId) -> Status {
        self.battle.unit(id).status
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

    /// Requires that a unit stands at a place, to a few thousandths.
    #[track_caller]
    pub fn stands(&self, id: UnitId, at: (f64, f64, f64)) {
        let (x, y, h) = self.at(id);
        let turned = (h - at.2).rem_euclid(360.0);
        let turned = turned.min(360.0 - turned);
        let near = (x - at.0).abs() < 0.003 && (y - at.1).abs() < 0.003 && turned < 0.02;
        assert!(near, "stands at {x}, {y}, {h} and not at {at:?}");
    }

    /// Adds a rectangle of terrain, by its centre and size.
    pub fn area(&mut self, ground: Ground, at: (f64, f64), size: (f64, f64)) {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let outline =
            corners.map(|(u, v)| Point::new(inch(at.0 + u * size.0), inch(at.1 + v * size.1)));
        let areas = vec![Area::new(outline.to_vec()).expect("an area")];
        self.feature(ground, areas, None, 0);
    }

    /// Adds a straight line of terrain with a width.
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

    /// Offers a piece of terrain to lay, with a width and a depth.
    pub fn piece(&mut self, ground: Ground, (width, depth): (f64, f64)) {
        let (x, y) = (inch(width / 2.0), inch(depth / 2.0));
        let area = Area::new(
            [(-x, -y), (x, -y), (x, y), (-x, y)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec(),
        );
        self.set(|s| {
            s.pieces.push(Piece {
                feature: Feature {
                    ground,
                    name: String::new(),
                    areas: vec![area.expect("an area")],
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
        let outline = [
            (low.0, low.1),
            (high.0, low.1),
            (high.0, high.1),
            (low.0, high.1),
        ];
        let area = Area::new(outline.map(|(x, y)| Point::new(inch(x), inch(y))).to_vec());
        self.set(|s| {
            s.zones.push(Zone {
                name: "zone".to_owned(),
                side,
                area: area.expect("an area"),
            });
        });
    }

    pub fn phase(&mut self, phase: u8) -> &mut Self {
        self.battle.cursor.phase = phase;
        self
    }

    pub fn side(&mut self, side: Side) -> &mut Self {
        self.battle.cursor.side = side;
        self
    }

    pub fn judge(&self, order: &Order) -> Result<Legal, Refusals> {
        self.rules.judge(&self.battle, order)
    }

    /// Requires that an order is refused for a reason, perhaps among others.
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
        let (battle, events) = self
            .rules
            .play(&self.battle, order, &mut dice)
            .expect("legal");
        assert_eq!(dice.wanted(), None, "more dice are wanted: {events:#?}");
        assert_eq!(dice.left_over(), 0, "dice are left over: {events:#?}");
        self.battle = battle;
        events
    }

    /// Opens the battle with these dice.
    #[track_caller]
    pub fn open(&mut self, faces: &[u8]) {
        let mut battle = self.battle.clone();
        battle.cursor = Cursor::default();
        let mut scene = Scene::new(battle);
        let mut dice = Recorded::new(faces);
        self.rules.open(&mut scene, &mut dice);
        assert_eq!((dice.wanted(), dice.left_over()), (None, 0), "dice");
        self.battle = scene.finish().0;
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

/// A battle with nothing in it.
pub fn empty() -> Battle {
    Battle {
        setting: Arc::new(Setting::bare("favorite", INCH, INCH)),
        units: Units::default(),
        cursor: Cursor::default(),
        ended: None,
        gaps: Vec::new(),
        notes: Vec::new(),
        score: [0; 2],
        memory: sandtable_battle::Memory::default(),
    }
}

pub fn advance(unit: UnitId, by: f64) -> Order {
    ordered(unit, &[forward(by)])
}

pub fn forward(by: f64) -> Leg {
    Leg::Advance { by: inch(by) }
}

pub fn pivot(to: f64) -> Leg {
    Leg::Pivot { to: degrees(to) }
}

pub fn face(unit: UnitId, to: f64) -> Order {
    Order::Face {
        unit,
        to: degrees(to),
    }
}

pub fn ordered(unit: UnitId, legs: &[Leg]) -> Order {
    Order::Move {
        unit,
        legs: legs.iter().copied().collect(),
    }
}

pub fn form(unit: UnitId, formation: u8) -> Order {
    Order::Form { unit, formation }
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

pub fn test(unit: UnitId) -> Order {
    Order::Test { unit }
}

pub fn join(unit: UnitId, to: UnitId) -> Order {
    Order::Join { unit, to }
}

pub fn decide(choice: u8) -> Order {
    Order::Decide { choice }
}

/// Whether an event of these cites a clause.
pub fn cites(events: &[Event], clause: Clause) -> bool {
    events.iter().any(|event| event.why() == clause)
}

/// Returns the outcome that the events report under a clause.
pub fn told(events: &[Event], clause: Clause) -> Option<u16> {
    events.iter().find_map(|event| match *event {
        Event::Told { why, outcome, .. } if why == clause => Some(outcome),
        _ => None,
    })
}
