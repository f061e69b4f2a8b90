//! A canonical test for each clause that neither a printed example nor the
//! other tests show.

use sandtable_battle::{
    Battle, Clause, Cursor, Event, Feature, Ground, Group, GroupSpec, Leg, Legal, Order, Outcome,
    Recorded, Refusals, Rules, Scene, Setting, Side, Status, Switches, Unit, UnitId, Verb,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Line, Point, Pose};
use sandtable_otr_d6::{OtrD6, c, marks, units};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A position being set up.
#[derive(Clone)]
struct Table {
    rules: Arc<OtrD6>,
    battle: Battle,
}

impl Table {
    /// Two divisions a side on the default table; the first acts.
    fn new() -> Self {
        let rules = OtrD6::new(&Switches::default()).expect("known switches");
        let (width, height) = rules.card().table;
        let mut setting = Setting::bare("otr-d6", width, height);
        for (name, side) in [
            ("A1", Side::A),
            ("A2", Side::A),
            ("B1", Side::B),
            ("B2", Side::B),
        ] {
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
            units: Vec::new(),
            cursor,
            ended: None,
        };
        Self {
            rules: Arc::new(rules),
            battle,
        }
    }

    fn set(&mut self, change: impl FnOnce(&mut Setting)) {
        change(Arc::make_mut(&mut self.battle.setting));
    }

    /// Adds a seasoned unit; its front midpoint in hundredths of an inch.
    fn add(&mut self, group: u8, kind: u8, stands: u8, at: (i32, i32), degrees: f64) -> UnitId {
        let id = UnitId(u8::try_from(self.battle.units.len()).expect("few units"));
        let mut unit = Unit {
            side: if group < 2 { Side::A } else { Side::B },
            group: Group(group),
            kind,
            stands,
            started: stands,
            pose: pose(at, degrees),
            ..Unit::default()
        };
        unit.ratings[units::GRADE] = 1;
        if kind == units::ARTILLERY {
            unit.ratings[units::ARMS] = 3;
        }
        unit.marks[usize::from(marks::ACTIONS)] = 2;
        self.battle.units.push(unit);
        self.set(|s| s.names.push(format!("unit {}", id.0)));
        id
    }

    fn foot(&mut self, group: u8, stands: u8, at: (i32, i32), degrees: f64) -> UnitId {
        self.add(group, units::INFANTRY, stands, at, degrees)
    }

    /// Two brigades in each of the four divisions, out of everybody's reach.
    fn armies(&mut self) {
        for group in 0..4 {
            let (y, facing) = if group < 2 { (300, 0.0) } else { (4500, 180.0) };
            for column in 0..2 {
                let x = 1000 + 2000 * i32::from(group % 2) + 1000 * column;
                self.foot(group, 6, (x, y), facing);
            }
        }
    }

    fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.battle.units[id.index()]
    }

    fn marked(&self, id: UnitId, mark: u8) -> i8 {
        self.battle.unit(id).mark(mark)
    }

    fn judge(&self, order: &Order) -> Result<Legal, Refusals> {
        self.rules.judge(&self.battle, order)
    }

    fn refuses(&self, order: &Order, clause: Clause) {
        let refusals = self.judge(order).expect_err("refused");
        assert!(refusals.cite(clause), "{order:?}: {refusals:?}");
    }

    fn play(&mut self, order: &Order, faces: &[u8]) -> Vec<Event> {
        let legal = self.judge(order).expect("legal");
        let mut dice = Recorded::new(faces);
        let mut scene = Scene::new(self.battle.clone());
        self.rules.resolve(&legal, &mut scene, &mut dice);
        let asked = (dice.wanted(), dice.left_over());
        assert_eq!(asked, (None, 0), "dice of {order:?}");
        let (after, events) = scene.finish();
        self.battle = after;
        events
    }

    fn flaws(&self) -> Vec<String> {
        let flaws = self.rules.flaws(&self.battle);
        flaws.into_iter().map(|(_, what)| what).collect()
    }

    fn weight(&self, order: &Order, clause: Clause) -> i16 {
        let legal = self.judge(order).expect("legal");
        let factors = self.rules.factors(&self.battle, &legal);
        let own = factors.iter().filter(|f| f.clause == clause);
        own.map(|f| f.value).sum()
    }
}

fn pose(at: (i32, i32), degrees: f64) -> Pose {
    let facing = Facing::from_degrees(degrees).expect("an angle");
    Pose::new(cent(at.0), cent(at.1), facing)
}

fn cent(hundredths: i32) -> Length {
    hundredths * INCH / 100
}

fn shoot(unit: UnitId, target: UnitId) -> Order {
    Order::Shoot { unit, target }
}

fn advance(unit: UnitId, by: Length) -> Order {
    Order::Move {
        unit,
        legs: [Leg::Advance { by }].into_iter().collect(),
    }
}

fn ground(ground: Ground, low: (i32, i32), high: (i32, i32)) -> Feature {
    let corners = [low, (low.0, high.1), high, (high.0, low.1)];
    let corners = corners.map(|(x, y)| Point::new(cent(x), cent(y)));
    Feature {
        ground,
        name: String::new(),
        areas: Area::new(corners.to_vec()).into_iter().collect(),
        line: None,
        width: 0,
        level: 0,
    }
}

/// META-01: chance is dice of six sides, nothing else.
#[test]
fn all_dice_have_six_sides() {
    let mut t = Table::new();
    let a = t.foot(0, 6, (3600, 2000), 0.0);
    let b = t.foot(2, 6, (3600, 2400), 180.0);
    t.unit(a).marks[usize::from(marks::MARKER)] = 1;
    let charge = Order::Charge {
        unit: a,
        target: b,
        reach: true,
    };
    t.refuses(&charge, c::MOR_01);
    let orders: [(Order, &[u8]); 3] = [
        (Order::RollOff, &[5, 2]),
        (Order::Test { unit: a }, &[1]),
        (shoot(a, b), &[6, 6]),
    ];
    for (order, faces) in orders {
        let mut now = t.clone();
        if let Order::Shoot { .. } = order {
            now.unit(a).pose = pose((3600, 2100), 0.0);
        }
        let legal = now.judge(&order).expect("legal");
        let mut dice = Recorded::new(faces);
        let mut scene = Scene::new(now.battle.clone());
        now.rules.resolve(&legal, &mut scene, &mut dice);
        let rolls = dice.rolls();
        assert!(!rolls.is_empty(), "{order:?} throws");
        assert!(rolls.iter().all(|r| r.ask.dice().1 == 6), "{order:?}");
    }
}

/// META-02: every switch has its default, takes each of its values, and no other.
#[test]
fn every_gap_has_a_default_and_every_reading_a_switch() {
    let t = Table::new();
    assert!(!t.rules.card().switches.is_empty());
    for switch in &t.rules.card().switches {
        if let Some(default) = &switch.default {
            let listed = switch.values.is_empty() || switch.values.contains(default);
            assert!(listed, "{}: its default is a value", switch.name);
        }
        for value in &switch.values {
            let chosen = Switches::default().with(&switch.name, value);
            let rules = OtrD6::new(&chosen);
            assert!(rules.is_ok(), "{} = {value}", switch.name);
        }
        // Those of data hold whatever the scenario says.
        if !switch.values.is_empty() {
            let wild = Switches::default().with(&switch.name, "as it comes");
            assert!(OtrD6::new(&wild).is_err(), "{}", switch.name);
        }
    }
    assert!(OtrD6::new(&Switches::default().with("no such rule", "yes")).is_err());
}

/// META-03: each side rolls a die, equal dice again, the higher decides.
#[test]
fn a_dispute_is_rolled_off() {
    let mut t = Table::new();
    t.armies();
    let winner = |events: &[Event]| {
        events.iter().find_map(|event| match event {
            Event::Told { why, outcome, .. } if *why == c::META_03 => Some(*outcome),
            _ => None,
        })
    };
    assert_eq!(winner(&t.play(&Order::RollOff, &[3, 3, 5, 2])), Some(0));
    assert_eq!(winner(&t.play(&Order::RollOff, &[1, 6])), Some(1));
}

/// SCALE-01, SCALE-02, SCALE-03: what stands, inches and turns stand for.
#[test]
fn the_scale_is_kept() {
    let t = Table::new();
    let scale = &t.rules.numbers().scale;
    let men = (
        scale.men_per_infantry_stand,
        scale.men_per_cavalry_stand,
        scale.guns_per_artillery_stand,
    );
    assert_eq!(men, (300, 200, 6));
    assert_eq!(
        (scale.yards_per_inch, scale.minutes_per_turn),
        (100, (20, 30))
    );
}

/// SCALE-05, SET-02: six feet by four, the south edge is A's and the north B's;
/// the loser of the roll-off begins, divisions are placed whole and by turns,
/// within a foot of the own edge.
#[test]
fn divisions_are_placed_by_turns_at_opposite_edges() {
    let mut t = Table::new();
    assert_eq!(t.rules.card().table, (72 * INCH, 48 * INCH));
    t.armies();
    for unit in &mut t.battle.units {
        unit.status = Status::Reserve;
    }
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[2, 2, 6, 1]));
    t.battle = scene.finish().0;
    assert_eq!((t.battle.cursor.phase, t.battle.cursor.side), (0, Side::B));
    let place = |unit: u8, at: (i32, i32), degrees: f64| Order::Place {
        unit: UnitId(unit),
        at: pose(at, degrees),
        formation: units::LINE,
    };
    // B's brigades are 4 to 7, in divisions 2 and 3.
    t.refuses(&place(4, (1000, 300), 0.0), c::SET_02);
    t.refuses(&place(4, (1000, 3599), 180.0), c::SET_02);
    t.refuses(&Order::End, c::SET_02);
    t.play(&place(4, (1000, 3600), 180.0), &[]);
    t.refuses(&place(6, (4000, 4500), 180.0), c::SET_02);
    t.refuses(&Order::End, c::SET_02);
    t.play(&place(5, (2000, 4500), 180.0), &[]);
    assert_eq!(t.battle.cursor.side, Side::A);
    t.refuses(&place(0, (1000, 4500), 0.0), c::SET_02);
    t.refuses(&place(0, (1000, 1201), 0.0), c::SET_02);
    t.refuses(&place(2, (1000, 1200), 45.0), c::SET_02);
    t.play(&place(2, (1000, 900), 45.0), &[]);
    t.play(&place(3, (2000, 300), 0.0), &[]);
    assert_eq!(t.battle.cursor.side, Side::B);
}

/// UNIT-01, CMD-01: three arms; a general is a single stand that neither
/// shoots, charges nor is shot at.
#[test]
fn three_arms_fight_and_generals_do_not() {
    let mut t = Table::new();
    let kinds = &t.rules.card().kinds;
    let ids: Vec<_> = kinds.iter().map(|k| (k.id.as_str(), k.leader)).collect();
    let arms = [
        ("infantry", false),
        ("cavalry", false),
        ("artillery", false),
        ("general", true),
    ];
    assert_eq!(ids, arms);
    let general = t.add(0, units::GENERAL, 1, (3600, 2200), 0.0);
    let guns = t.add(0, units::ARTILLERY, 2, (3800, 2200), 0.0);
    let foe = t.foot(2, 6, (3600, 2400), 180.0);
    t.refuses(&shoot(general, foe), c::CMD_01);
    let charge = Order::Charge {
        unit: general,
        target: foe,
        reach: true,
    };
    assert!(t.judge(&charge).is_err());
    let verbs: BTreeSet<_> = offers(&t, general).into_iter().collect();
    assert!(!verbs.contains(&Verb::Shoot) && !verbs.contains(&Verb::Charge));
    assert!(offers(&t, guns).contains(&Verb::Shoot));
    let other = t.add(2, units::GENERAL, 1, (3800, 2400), 180.0);
    t.refuses(&shoot(guns, other), c::SHOOT_19);
    t.unit(general).stands = 2;
    t.unit(general).started = 2;
    assert!(t.flaws().iter().any(|what| what.contains("2 stands")));
}

/// The verbs offered to a unit.
fn offers(t: &Table, unit: UnitId) -> Vec<Verb> {
    let mut out = Vec::new();
    t.rules.offers(&t.battle, Some(unit), &mut out);
    out.iter().map(|offer| offer.verb).collect()
}

/// UNIT-07: small arms decide the number of volleys; batteries have guns, and
/// nobody else has.
#[test]
fn arms_decide_the_volleys() {
    for (arms, volleys) in [(0, 1), (1, 2), (2, 3)] {
        let mut t = Table::new();
        let a = t.foot(0, 6, (3600, 2100), 0.0);
        let b = t.foot(2, 6, (3600, 2400), 180.0);
        t.unit(a).ratings[units::ARMS] = arms;
        assert!(t.flaws().iter().all(|what| !what.contains("arms")));
        for _ in 0..volleys {
            let misses = shots(&t, a, b);
            t.play(&shoot(a, b), &misses);
        }
        assert!(t.judge(&shoot(a, b)).is_err(), "{volleys} volleys");
    }
    for (kind, arms) in [
        (units::INFANTRY, 3),
        (units::CAVALRY, 4),
        (units::ARTILLERY, 2),
    ] {
        let mut t = Table::new();
        let id = t.add(0, kind, 2, (3600, 2100), 0.0);
        t.unit(id).ratings[units::ARMS] = arms;
        assert!(t.flaws().iter().any(|what| what.contains("arms")), "{kind}");
    }
}

/// As many sixes as a volley asks for.
fn shots(t: &Table, unit: UnitId, target: UnitId) -> Vec<u8> {
    let legal = t.judge(&shoot(unit, target)).expect("legal");
    for count in 0..12 {
        let faces = vec![6; count];
        let mut dice = Recorded::new(&faces);
        t.rules
            .resolve(&legal, &mut Scene::new(t.battle.clone()), &mut dice);
        if dice.wanted().is_none() {
            return faces;
        }
    }
    panic!("too many dice")
}

/// ORG-01: two brigades at least; guns and generals do not count.
#[test]
fn a_division_has_two_brigades() {
    let mut t = Table::new();
    t.armies();
    assert_eq!(t.flaws(), Vec::<String>::new());
    t.unit(UnitId(1)).kind = units::ARTILLERY;
    t.unit(UnitId(1)).ratings[units::ARMS] = 3;
    (t.unit(UnitId(1)).stands, t.unit(UnitId(1)).started) = (2, 2);
    assert_eq!(t.flaws(), ["A1 has 1 brigades; a division has at least 2"]);
    t.add(0, units::GENERAL, 1, (6000, 1000), 0.0);
    assert_eq!(t.flaws().len(), 1);
    t.add(0, units::CAVALRY, 4, (6000, 500), 0.0);
    assert_eq!(t.flaws(), Vec::<String>::new());
}

/// ORG-02, ORG-03: one to twelve stands a brigade, exactly two a battery.
#[test]
fn units_have_their_sizes() {
    let flawed = |kind: u8, stands: u8| {
        let mut t = Table::new();
        t.armies();
        t.add(0, kind, stands, (6000, 2400), 0.0);
        !t.flaws().is_empty()
    };
    for kind in [units::INFANTRY, units::CAVALRY] {
        let sizes: Vec<u8> = (0..15).filter(|&n| !flawed(kind, n)).collect();
        assert_eq!(sizes, (1..=12).collect::<Vec<_>>());
    }
    let sizes: Vec<u8> = (0..6).filter(|&n| !flawed(units::ARTILLERY, n)).collect();
    assert_eq!(sizes, [2]);
}

/// ORG-04: lost stands cost dice of musketry, the ratio in melee, and morale.
#[test]
fn losses_weaken() {
    let mut t = Table::new();
    let a = t.foot(0, 8, (3600, 2100), 0.0);
    let b = t.foot(2, 8, (3600, 2400), 180.0);
    t.unit(a).marks[usize::from(marks::MARKER)] = 1;
    let morale = |t: &Table| t.weight(&Order::Test { unit: a }, c::MOR_04);
    let (dice, mood) = (shots(&t, a, b).len(), morale(&t));
    t.unit(a).stands = 4;
    assert!(shots(&t, a, b).len() < dice);
    assert_ne!(morale(&t), mood);
    let ratio = |stands: u8| {
        let mut t = Table::new();
        let a = t.foot(0, 8, (3600, 2000), 0.0);
        let b = t.foot(2, 4, (3600, 2400), 180.0);
        t.unit(a).stands = stands;
        let charge = Order::Charge {
            unit: a,
            target: b,
            reach: true,
        };
        t.weight(&charge, c::MEL_08)
    };
    assert!(ratio(8) > ratio(4), "{} and {}", ratio(8), ratio(4));
}

/// Ends the activation of the division on the card; the next card is the first
/// that is left in the deck.
fn end(t: &mut Table) -> Vec<Event> {
    let legal = t.judge(&Order::End).expect("legal");
    for faces in [&[][..], &[1]] {
        let mut dice = Recorded::new(faces);
        let mut scene = Scene::new(t.battle.clone());
        t.rules.resolve(&legal, &mut scene, &mut dice);
        if dice.wanted().is_none() {
            let (after, events) = scene.finish();
            t.battle = after;
            return events;
        }
    }
    panic!("one draw at most")
}

/// ORG-05, TURN-03, TURN-05: each division has one card in the shared deck; it
/// acts until it is ended, and nobody else meanwhile; when all have acted the
/// next turn starts.
#[test]
fn each_division_acts_once_a_turn() {
    let mut t = Table::new();
    t.armies();
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[1]));
    t.battle = scene.finish().0;
    for turn in 1..=3 {
        let mut acted = BTreeSet::new();
        for _ in 0..4 {
            let now = t.battle.cursor;
            assert_eq!(now.turn, turn);
            let group = now.group.expect("a division acts");
            assert!(acted.insert(group), "once a turn");
            let own = 2 * group.0;
            t.play(&advance(UnitId(own), INCH / 2), &[]);
            t.play(&advance(UnitId(own + 1), INCH / 2), &[]);
            assert_eq!(t.battle.cursor.group, Some(group), "it is not over");
            for other in (0..8).filter(|unit| unit / 2 != group.0) {
                assert!(t.judge(&advance(UnitId(other), INCH / 2)).is_err());
            }
            end(&mut t);
        }
        assert_eq!(acted.len(), 4);
    }
}

/// ACT-02: the actions are to move, to shoot, to charge, to change facing and
/// to change formation, dismounting included; each takes one of two.
#[test]
fn the_actions_are_these() {
    let mut t = Table::new();
    let horse = t.add(0, units::CAVALRY, 4, (3600, 2100), 0.0);
    let foe = t.foot(2, 6, (3600, 2400), 180.0);
    let verbs: BTreeSet<_> = offers(&t, horse).into_iter().collect();
    let all = [
        Verb::Move,
        Verb::Shoot,
        Verb::Charge,
        Verb::Face,
        Verb::Form,
        Verb::Pass,
    ];
    assert_eq!(verbs, all.into_iter().collect());
    let faces = shots(&t, horse, foe);
    let east = Facing::from_degrees(90.0).expect("an angle");
    let actions: [(Order, &[u8]); 4] = [
        (advance(horse, INCH), &[]),
        (shoot(horse, foe), &faces),
        (
            Order::Face {
                unit: horse,
                to: east,
            },
            &[],
        ),
        (
            Order::Form {
                unit: horse,
                formation: units::DISMOUNTED,
            },
            &[],
        ),
    ];
    for (order, faces) in actions {
        let mut now = t.clone();
        now.play(&order, faces);
        assert_eq!(now.marked(horse, marks::ACTIONS), 1, "{order:?}");
    }
    for order in [
        Order::Fight {
            unit: horse,
            target: foe,
        },
        Order::Rally {
            unit: horse,
            target: horse,
        },
    ] {
        t.refuses(&order, sandtable_battle::c::NOT_IN_THESE_RULES);
    }
}

/// MOVE-10: guns that have moved are unlimbered again: they shoot with their
/// other action.
#[test]
fn limbering_takes_no_action() {
    let mut t = Table::new();
    let guns = t.add(0, units::ARTILLERY, 2, (3600, 1500), 0.0);
    let foe = t.foot(2, 6, (3600, 2400), 180.0);
    t.play(&advance(guns, INCH), &[]);
    assert_eq!(t.marked(guns, marks::ACTIONS), 1);
    assert_eq!(t.battle.unit(guns).formation, units::LINE);
    let faces = shots(&t, guns, foe);
    t.play(&shoot(guns, foe), &faces);
    assert_eq!(t.marked(guns, marks::ACTIONS), 0);
}

/// FORM-01: line, column and reinforced line are formations of a brigade; the
/// wave is made of several.
#[test]
fn brigades_take_up_formations() {
    let mut t = Table::new();
    let a = t.foot(0, 6, (3600, 2000), 0.0);
    let form = |formation| Order::Form { unit: a, formation };
    let size = |t: &Table| {
        let rect = t.rules.footprint(&t.battle, a);
        (rect.frontage() / INCH, rect.depth() * 4 / INCH)
    };
    assert_eq!(size(&t), (6, 3));
    for (formation, expected) in [(units::COLUMN, (1, 18)), (units::REINFORCED, (3, 6))] {
        let mut now = t.clone();
        now.play(&form(formation), &[]);
        assert_eq!(size(&now), expected);
    }
    for unknown in 5..9 {
        t.refuses(&form(unknown), c::FORM_01);
    }
    let place = Order::Place {
        unit: a,
        at: pose((3600, 500), 0.0),
        formation: 7,
    };
    t.unit(a).status = Status::Reserve;
    t.battle.cursor.phase = 0;
    t.refuses(&place, c::FORM_01);
}

/// FORM-14: within an inch behind, within 15 degrees, overlapping by half; then
/// it stands a quarter of an inch behind, for one action.
#[test]
fn a_wave_is_formed_from_behind() {
    let join = |stands: u8, at: (i32, i32), degrees: f64| {
        let mut t = Table::new();
        let ahead = t.foot(0, 6, (3600, 2000), 0.0);
        let rear = t.foot(0, stands, at, degrees);
        let order = Order::Join {
            unit: rear,
            to: ahead,
        };
        (t, order, rear, ahead)
    };
    // The rear edge of the brigade ahead lies at 19.25".
    let (mut t, order, rear, ahead) = join(6, (3600, 1825), 0.0);
    t.play(&order, &[]);
    let unit = t.battle.unit(rear);
    assert_eq!(
        (unit.with, unit.pose),
        (Some(ahead), pose((3600, 1900), 0.0))
    );
    assert_eq!(t.marked(rear, marks::ACTIONS), 1);
    assert_eq!(t.marked(ahead, marks::ACTIONS), 2);
    let refused = |(t, order, ..): (Table, Order, UnitId, UnitId)| t.refuses(&order, c::FORM_14);
    refused(join(6, (3600, 1823), 0.0));
    assert!(join(4, (3600, 1865), 15.0).0.judge(&order).is_ok());
    refused(join(4, (3600, 1865), 15.1));
    // Six stands share three inches with six, no less.
    assert!(join(6, (3900, 1900), 0.0).0.judge(&order).is_ok());
    refused(join(6, (3905, 1900), 0.0));
    let (mut t, order, rear, _) = join(6, (3600, 1900), 0.0);
    t.unit(rear).formation = units::COLUMN;
    t.refuses(&order, c::FORM_08);
    t.unit(rear).formation = units::LINE;
    t.unit(rear).marks[usize::from(marks::ACTIONS)] = 0;
    t.refuses(&order, c::ACT_01);
}

/// TERR-01: hard cover and soft cover, areas and lines, against a volley.
#[test]
fn ground_is_hard_cover_or_soft_or_none() {
    let mut t = Table::new();
    let a = t.foot(0, 6, (3600, 2100), 0.0);
    let b = t.foot(2, 6, (3600, 2400), 180.0);
    let weights =
        |t: &Table| [c::TERR_02, c::TERR_03].map(|clause| t.weight(&shoot(a, b), clause) != 0);
    assert_eq!(weights(&t), [false, false]);
    let areas = [
        (Ground::Town, [true, false]),
        (Ground::Works, [true, false]),
        (Ground::Woods, [false, true]),
        (Ground::Hill, [false, false]),
    ];
    for (kind, expected) in areas {
        let mut now = t.clone();
        now.set(|s| s.terrain.push(ground(kind, (3200, 2400), (4000, 2500))));
        assert_eq!(weights(&now), expected, "{kind:?}");
    }
    let lines = [
        (Ground::Wall, [true, false]),
        (Ground::Trench, [true, false]),
        (Ground::Fence, [false, true]),
        (Ground::Road, [false, false]),
    ];
    for (kind, expected) in lines {
        let mut now = t.clone();
        let ends = [(3200, 2380), (4000, 2380)].map(|(x, y)| Point::new(cent(x), cent(y)));
        now.set(|s| {
            s.terrain.push(Feature {
                areas: Vec::new(),
                line: Line::new(ends.to_vec()),
                ..ground(kind, (0, 0), (1, 1))
            });
        });
        assert_eq!(weights(&now), expected, "{kind:?}");
    }
}

/// GEO-01, GEO-04: x goes east, y north, facings turn clockwise from north; a
/// thousandth of an inch too much is within. Ahead and aside are told from the
/// front midpoint.
#[test]
fn positions_and_comparisons() {
    let mut t = Table::new();
    let a = t.foot(0, 6, (3600, 2000), 90.0);
    let rect = t.rules.footprint(&t.battle, a);
    assert_eq!(rect.front_middle(), Point::new(cent(3600), cent(2000)));
    // It faces east: its depth lies to the west, its right to the south.
    assert_eq!(rect.centre().y, cent(2000));
    assert!((rect.centre().x - (cent(3600) - INCH * 3 / 8)).abs() <= 1);
    let ahead = Point::new(cent(3800), cent(1900));
    let (right, forward) = rect.offset_of(ahead);
    assert!((right - INCH).abs() <= 1 && (forward - 2 * INCH).abs() <= 1);
    // The profile's pace is that of both actions.
    let pace = t.rules.profile(&t.battle, a).pace / 2;
    assert!(t.judge(&advance(a, pace + INCH / 1000)).is_ok());
    assert!(t.judge(&advance(a, pace + INCH / 100)).is_err());
}

/// GEO-07: it is the shooter's front midpoint that stands in a zone of the
/// target, not the middle of its ground.
#[test]
fn the_front_midpoint_counts() {
    let enfiladed = |y: i32| {
        let mut t = Table::new();
        let a = t.foot(0, 1, (4000, y), 270.0);
        let b = t.foot(2, 6, (3600, 2400), 180.0);
        t.weight(&shoot(a, b), c::SHOOT_14) != 0
    };
    // The dividing line goes through 40", 23"; the centre lies beyond it already.
    assert!(!enfiladed(2298));
    assert!(enfiladed(2302));
}

/// SET-01: a position is played as the scenario lists it, nothing is placed.
#[test]
fn the_scenario_sets_up() {
    let mut t = Table::new();
    t.armies();
    t.set(|s| s.turns = Some(7));
    t.battle.cursor = Cursor::default();
    let before: Vec<_> = t.battle.units.iter().map(|u| u.pose).collect();
    let mut scene = Scene::new(t.battle.clone());
    // One draw of four cards and no roll-off.
    let mut dice = Recorded::new(&[1]);
    t.rules.open(&mut scene, &mut dice);
    assert_eq!((dice.wanted(), dice.left_over()), (None, 0));
    let after = scene.finish().0;
    assert_eq!((after.cursor.turn, after.cursor.phase), (1, 1));
    assert_eq!(
        after.units.iter().map(|u| u.pose).collect::<Vec<_>>(),
        before
    );
}

/// VIC-01: the battle ends when the last division has acted in the last turn.
#[test]
fn the_last_turn_ends_it() {
    for turns in 1..=2 {
        let mut t = Table::new();
        t.armies();
        t.set(|s| s.turns = Some(turns));
        t.battle.cursor = Cursor::default();
        let mut scene = Scene::new(t.battle.clone());
        t.rules.open(&mut scene, &mut Recorded::new(&[1]));
        t.battle = scene.finish().0;
        for _ in 0..4 * turns {
            assert_eq!(t.battle.ended, None);
            end(&mut t);
        }
        assert_eq!(t.battle.ended, Some(Outcome::Draw));
    }
}
