//! Every state of a battle can be written and reads back equal.

use crate::support::{BATTLE, BOUND, DAZED, FOE, MOOD, Mood, Skirmish, WAY};
use proptest::prelude::*;
use sandtable_battle::{
    Arrival, Await, Battle, Clause, Cursor, Event, Far, Feature, Goal, Ground, Group, GroupSpec,
    Marks, Material, Memory, Outcome, Piece, RATINGS, Rules, Score, Setting, Side, Status, Unit,
    UnitId, Victory, WIDE_MARKS, Zone,
};
use sandtable_files::{peek_rules, read_battle, write_battle};
use sandtable_geometry::{Facing, INCH, Line, Point, Pose};
use std::sync::Arc;

#[test]
fn a_file_by_hand_reads_as_it_says() {
    let rules = Skirmish::new();
    let b = crate::support::battle(&rules);
    assert_eq!(b.setting.title, "Two hills");
    assert_eq!((b.setting.width, b.setting.height), (36 * INCH, 30 * INCH));
    assert_eq!(b.setting.switches.get("range"), Some("14"));
    assert_eq!(b.setting.attacker, Some(Side::A));
    assert_eq!(b.setting.terrain.len(), 4);
    assert_eq!(b.setting.terrain[0].level, 1);
    assert_eq!(b.setting.terrain[2].areas.len(), 2, "one area a stretch");
    assert!(
        b.setting.terrain[3].areas.is_empty(),
        "a fence has no width"
    );
    assert_eq!(b.setting.stands[0], (INCH, INCH / 2));
    let line = b.unit(UnitId(0));
    assert_eq!(
        (line.stands, line.started, line.ratings[0], line.marks[0]),
        (3, 4, 2, 1)
    );
    assert_eq!(b.unit(UnitId(1)).formation, 1);
    assert_eq!(b.unit(UnitId(2)).with, Some(UnitId(0)));
    assert_eq!(b.unit(UnitId(3)).group, Group(2));
    assert_eq!(b.setting.arrivals[0].turn, 3);
    assert_eq!(b.unit(UnitId(4)).status, Status::Expected);
    assert_eq!(b.cursor, Cursor::default());
}

#[test]
fn written_and_read_it_is_the_same_and_so_is_its_text() {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    let text = write_battle(&battle, rules.card());
    let again = read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"));
    assert_eq!(again, battle);
    assert_eq!(write_battle(&again, rules.card()), text);
}

#[test]
fn houses_keep_what_they_are_built_of() {
    let rules = Skirmish::new();
    let house = |list: &str, more: &str| {
        format!("[[{list}]]\nground = \"town\"\nat = [9, 9]\nsize = [2, 2]\n{more}\n")
    };
    let stone = house("terrain", "material = \"stone\"");
    let wood = house("piece", "material = \"wood\"\nlaid = [4, 4, 0]");
    let parts = [
        &*house("terrain", ""),
        &*stone,
        &*house("piece", ""),
        &*wood,
    ];
    let text = format!("format = 2\nrules = \"skirmish\"\n{}", parts.join("\n"));
    let battle = read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    let found = [0, 1, 2, 3].map(|place| battle.setting.material(place));
    // The piece that is already laid is the last of the terrain.
    assert_eq!(
        found,
        [None, Some(Material::Stone), Some(Material::Wood), None]
    );
    let again = write_battle(&battle, rules.card());
    let again = read_battle(&again, &rules).unwrap_or_else(|flaws| panic!("{flaws}\n{again}"));
    assert_eq!(again, battle);
    let hill = text.replacen("\"town\"", "\"woods\"", 2);
    let flaws = read_battle(&hill, &rules).expect_err("woods are built of nothing");
    assert!(
        flaws.to_string().contains("`material` belongs to a town"),
        "{flaws}"
    );
}

#[test]
fn pieces_are_laid_among_the_terrain_in_their_own_order() {
    let rules = Skirmish::new();
    let before = crate::support::battle(&rules);
    let fixed = before.setting.terrain.len();
    let why = Clause::new(100);
    let mut battle = before.clone();
    let east = Pose::new(20 * INCH, 15 * INCH, Facing::EAST);
    for (piece, at) in [(1, east), (0, east)] {
        battle.apply(&Event::Laid { piece, at, why });
    }
    let laid: Vec<Ground> = battle.setting.terrain[fixed..]
        .iter()
        .map(|f| f.ground)
        .collect();
    assert_eq!(laid, [Ground::Woods, Ground::Road]);
    assert_eq!(battle.setting.fixed().len(), fixed);
    let wood = &battle.setting.terrain[fixed];
    assert!(
        wood.holds(Point::new(20 * INCH, 17 * INCH)),
        "turned by a quarter"
    );
    assert!(!wood.holds(Point::new(22 * INCH, 15 * INCH)));
    assert_ne!(battle.fingerprint(), before.fingerprint());
    let text = write_battle(&battle, rules.card());
    let again = read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"));
    assert_eq!(again, battle, "{text}");
    battle.apply(&Event::Laid {
        piece: 0,
        at: Pose::default(),
        why,
    });
    battle.apply(&Event::Laid {
        piece: 9,
        at: Pose::default(),
        why,
    });
    assert_eq!(
        again, battle,
        "a piece is laid once, and only one that is there"
    );
}

#[test]
fn a_file_says_which_rules_it_is_for() {
    let (rules, switches) = peek_rules(BATTLE).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(rules, "skirmish");
    assert_eq!(switches.get("hills"), Some("yes"));
    assert_eq!(switches.get("range"), Some("14"));
}

#[test]
fn shapes_stay_as_they_were_written_where_they_can() {
    let rules = Skirmish::new();
    let text = write_battle(&crate::support::battle(&rules), rules.card());
    assert!(
        text.contains("ground = \"hill\"\nname = \"East Hill\"\nat = [9, 18]\nsize = [8, 6]\n"),
        "{text}"
    );
    assert!(
        text.contains("ground = \"woods\"\nshape = [["),
        "a turned oval is an outline\n{text}"
    );
    assert!(
        text.contains("line = [[0, 12], [20, 14], [36, 10]]\nwidth = 2\n"),
        "{text}"
    );
    let upright = read_battle(&BATTLE.replace("turned = 30\n", ""), &rules)
        .unwrap_or_else(|flaws| panic!("{flaws}"));
    assert!(write_battle(&upright, rules.card()).contains("at = [24, 18]\noval = [6, 4]\n"));
}

#[test]
fn the_names_of_a_card_do_not_clash() {
    let mut card = Skirmish::new().card().clone();
    assert!(sandtable_files::clashes(&card).is_empty());
    "stands".clone_into(&mut card.marks[0].id);
    "spent".clone_into(&mut card.ratings[0].id);
    assert_eq!(sandtable_files::clashes(&card), ["stands", "spent"]);
}

#[test]
fn an_arrival_that_has_come_on_stays_known() {
    let rules = Skirmish::new();
    let mut battle = crate::support::battle(&rules);
    battle.units[4].status = Status::Table;
    battle.units[4].pose = Pose::new(20 * INCH, 20 * INCH, Facing::WEST);
    let text = write_battle(&battle, rules.card());
    assert!(
        text.contains("[[arrival]]\nunit = \"Red Dragoons\"\nturn = 3\nat = [20, 28]\n"),
        "{text}"
    );
    assert_eq!(read_battle(&text, &rules), Ok(battle));
}

#[test]
fn a_side_without_groups_gets_one_of_its_own() {
    let rules = Skirmish::new();
    let text = "format = 1\nrules = \"skirmish\"\n[[unit]]\nname = \"R\"\nside = \"Red\"\nkind = \"cavalry\"\nat = [6, 6]\n";
    let battle = read_battle(text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(battle.unit(UnitId(0)).group, Group(1));
    assert_eq!(battle.setting.group(Group(1)), "Red");
    assert!(!write_battle(&battle, rules.card()).contains("[[group]]"));
}

const WIDTH: i32 = 36 * INCH;
const HEIGHT: i32 = 24 * INCH;

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9'#.é-]([A-Za-z0-9_ '#.,é-]{0,12}[A-Za-z0-9'.é-])?"
}

/// Generates names that all stay different when folded.
fn names(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(name(), count).prop_map(|all| {
        // The number in front keeps them different.
        all.into_iter()
            .enumerate()
            .map(|(i, name)| format!("{i} {name}"))
            .collect()
    })
}

fn facing() -> impl Strategy<Value = Facing> {
    any::<u16>().prop_map(Facing)
}

fn pose() -> impl Strategy<Value = Pose> {
    // Far enough from the edge for the widest base.
    (
        8 * INCH..WIDTH - 8 * INCH,
        8 * INCH..HEIGHT - 8 * INCH,
        facing(),
    )
        .prop_map(|(x, y, f)| Pose::new(x, y, f))
}

fn point() -> impl Strategy<Value = Point> {
    (0..WIDTH, 0..HEIGHT).prop_map(|(x, y)| Point::new(x, y))
}

fn area() -> impl Strategy<Value = sandtable_battle::Area> {
    let triangle = prop::collection::vec(point(), 3..=3);
    let upright = (point(), 1..4000_i32, 1..4000_i32).prop_map(|(p, w, h)| {
        vec![
            p,
            Point::new(p.x, p.y + h),
            Point::new(p.x + w, p.y + h),
            Point::new(p.x + w, p.y),
        ]
    });
    prop_oneof![triangle, upright].prop_filter_map("encloses nothing", sandtable_battle::Area::new)
}

fn feature() -> impl Strategy<Value = Feature> {
    let patch =
        (area(), name(), 0..9_u8, 0..Ground::ALL.len()).prop_map(|(area, name, level, ground)| {
            Feature {
                ground: Ground::ALL[ground],
                name,
                areas: vec![area],
                line: None,
                width: 0,
                level,
            }
        });
    let patch = patch.prop_filter("a line", |feature| !feature.ground.is_linear());
    let fence = (prop::collection::vec(point(), 2..6), name()).prop_filter_map(
        "no line",
        |(points, name)| {
            let line = Some(Line::new(points)?);
            Some(Feature {
                ground: Ground::Fence,
                name,
                areas: Vec::new(),
                line,
                width: 0,
                level: 0,
            })
        },
    );
    prop_oneof![patch, fence]
}

/// Generates a unit; each side has one group.
fn unit() -> impl Strategy<Value = Unit> {
    let who = (0..3_u8, any::<bool>(), 0..Status::ALL.len());
    let body = (0..2_u8, 1..=4_u8, 0..=4_u8, pose(), any::<(i16, i16)>());
    let notes = (0..3_u8, 0..=3_i8, -1..=1_i8);
    (who, body, notes).prop_map(
        |((kind, red, status), (formation, stands, lost, pose, far), (grade, hits, spent))| {
            let status = Status::ALL[status];
            let mut unit = Unit {
                kind,
                status,
                stands,
                started: stands + lost,
                pose,
                ..Unit::default()
            };
            unit.side = if red { Side::B } else { Side::A };
            unit.formation = if kind == 0 { formation } else { 0 };
            unit.ratings = [0; RATINGS];
            unit.ratings[0] = grade;
            unit.marks = Marks::default();
            (unit.marks[0], unit.marks[1]) = (hits.into(), spent.into());
            FOE.write(&mut unit, (grade > 0).then_some(UnitId(0)));
            WAY.write(&mut unit, Far(i32::from(far.0) * 31));
            let bound = Facing(far.1.cast_unsigned());
            BOUND.write(&mut unit, (hits > 0).then_some(bound));
            DAZED.write(&mut unit, spent > 0);
            MOOD.write(&mut unit, Mood::ALL[usize::from(grade > 1)]);
            if status.is_gone() {
                // Gone units keep the pose they had, wherever that was.
                unit.pose = Pose::new(i32::from(far.0) * 50, i32::from(far.1) * 50, pose.facing);
                unit.stands = lost.min(stands);
                unit.started = stands;
            }
            unit
        },
    )
}

fn cursor(units: u8, groups: u8) -> impl Strategy<Value = Cursor> {
    let side = || any::<bool>().prop_map(|b| if b { Side::B } else { Side::A });
    let unit = move || prop::option::of((0..units).prop_map(UnitId));
    let clause = prop_oneof![1..=10_u16, 101..=106_u16, 500..=510_u16].prop_map(Clause::new);
    let waits = prop::option::of((side(), clause, 1..=255_u8, unit(), unit()).prop_map(
        |(side, why, choices, unit, other)| Await {
            side,
            why,
            choices,
            unit,
            other,
        },
    ));
    let group = prop::option::of((0..groups).prop_map(Group));
    (
        0..=999_u16,
        0..2_u8,
        side(),
        group,
        unit(),
        0..1_u32 << groups,
        waits,
    )
        .prop_map(|(turn, phase, side, group, unit, deck, waits)| Cursor {
            turn,
            phase,
            side,
            group,
            unit,
            deck,
            waits,
        })
}

fn at_pose() -> impl Strategy<Value = Pose> {
    (0..WIDTH, 0..HEIGHT, any::<u16>()).prop_map(|(x, y, turn)| Pose::new(x, y, Facing(turn)))
}

fn setting() -> impl Strategy<Value = Setting> {
    let words = (
        "[^\\p{Cc}]{0,20}".prop_map(|title: String| title.trim().to_owned()),
        "[a-z\\n\"'\\\\]{0,30}",
        prop::option::of(1..999_u16),
        names(2..=6),
    );
    let ground = (
        (
            prop::collection::vec(feature(), 0..5),
            prop::collection::vec((feature(), prop::option::of(at_pose())), 0..4),
        ),
        prop::collection::vec((area(), 0..3_u8), 0..4),
    );
    let victory = (
        any::<bool>(),
        prop::option::of(Just(Side::B)),
        "[^\\x00\\n]{0,20}",
    );
    (words, ground, victory, any::<bool>(), 1..5000_i32).prop_map(
        |(
            (title, story, turns, groups),
            ((terrain, pieces), zones),
            (objectives, default, words),
            switched,
            size,
        )| {
            let card = Skirmish::new().card().clone();
            let mut setting = Setting::bare("skirmish", WIDTH, HEIGHT);
            (setting.title, setting.story, setting.turns) = (title, story, turns);
            setting.attacker = switched.then_some(Side::B);
            if switched {
                setting.switches = setting.switches.with("hills", "yes").with("range", "7");
            }
            let sided = groups.into_iter().enumerate();
            setting.groups = sided
                .map(|(i, name)| GroupSpec {
                    name,
                    side: Side::BOTH[i % 2],
                })
                .collect();
            setting.stands = card.kinds.iter().map(|kind| kind.stand).collect();
            setting.stands[1].0 = (size / 2).max(254);
            setting.terrain = terrain.into();
            for (place, (feature, at)) in (0..).zip(pieces) {
                setting.pieces.push(Piece {
                    feature,
                    laid: None,
                });
                if let Some(at) = at {
                    setting.lay(place, at);
                }
            }
            let zone = |(i, (area, side)): (usize, (sandtable_battle::Area, u8))| Zone {
                name: format!("Zone {i}"),
                side: Side::BOTH.get(usize::from(side)).copied(),
                area,
            };
            setting.zones = zones.into_iter().enumerate().map(zone).collect();
            let (scores, target) = scores(&setting, objectives);
            setting.victory = Victory {
                objectives,
                default,
                words,
                scores,
                target,
            };
            setting
        },
    )
}

fn battle() -> impl Strategy<Value = Battle> {
    (
        setting(),
        prop::collection::vec((unit(), any::<(u8, u8, u8)>()), 1..12),
    )
        .prop_flat_map(|(setting, units)| {
            let (count, groups) = (units.len(), setting.groups.len());
            let cursor = cursor(
                u8::try_from(count).unwrap_or(1),
                u8::try_from(groups).unwrap_or(1),
            );
            let ended = prop::option::of(prop_oneof![
                Just(Outcome::Draw),
                Just(Outcome::Won(Side::A)),
                Just(Outcome::Won(Side::B))
            ]);
            (
                Just(setting),
                Just(units),
                names(count..=count),
                cursor,
                ended,
            )
                .prop_map(|(mut setting, units, names, mut cursor, ended)| {
                    setting.names = names;
                    let units = settle(&mut setting, units);
                    // Only the side whose turn it is acts.
                    let of_side = |group: &Group| setting.groups[group.index()].side;
                    cursor.group = cursor.group.filter(|it| of_side(it) == cursor.side);
                    let side = |unit: &UnitId| units[unit.index()].side;
                    cursor.unit = cursor.unit.filter(|it| side(it) == cursor.side);
                    let gaps = gaps(&setting, i32::from(cursor.turn));
                    let held = i16::try_from(cursor.turn % 4).unwrap_or(0);
                    let score = [held * 7, held / 2];
                    let notes = (1..=i32::from(cursor.turn % 7))
                        .map(|n| n * i32::from(cursor.turn) * 7001 - 1_000_000)
                        .collect();
                    Battle {
                        setting: Arc::new(setting),
                        units: units.into(),
                        cursor,
                        ended,
                        gaps,
                        notes,
                        score,
                        memory: Memory {
                            sides: [[held.into(), 1, 0, 0, 0, 0, 0, 0], [0; WIDE_MARKS]],
                            battle: [
                                i32::from(held).min(2),
                                i32::from(held).min(2),
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                            ],
                        },
                    }
                })
        })
}

/// Returns things that points are scored for: one of each that the zones allow, and none if
/// objectives count.
fn scores(setting: &Setting, objectives: bool) -> (Vec<Score>, Option<u16>) {
    let open = setting.zones.iter().position(|z| z.side.is_none());
    let zone = open.and_then(|place| u8::try_from(place).ok());
    let mut all = Vec::new();
    for (place, goal) in (0_u8..).zip(Goal::ALL).filter(|_| !objectives) {
        if goal.needs_zone() && zone.is_none() {
            continue;
        }
        all.push(Score {
            goal,
            side: [None, Some(Side::A), Some(Side::B)][usize::from(place % 3)],
            zone: zone.filter(|_| goal.needs_zone()),
            points: place + 1,
        });
    }
    let target = (!all.is_empty()).then_some(9);
    (all, target)
}

/// Returns gaps in some of the lines.
fn gaps(setting: &Setting, salt: i32) -> Vec<sandtable_battle::Gap> {
    let lines = setting.terrain.iter().enumerate();
    lines
        .filter(|(_, f)| f.line.is_some() && salt % 2 == 0)
        .map(|(place, f)| sandtable_battle::Gap {
            feature: u8::try_from(place).expect("few"),
            at: f.line.as_ref().expect("a line").points()[0],
            reach: salt * 100,
        })
        .collect()
}

/// Gives units groups and mates of their side, and gives arrivals to some.
fn settle(setting: &mut Setting, units: Vec<(Unit, (u8, u8, u8))>) -> Vec<Unit> {
    let sides: Vec<Side> = units.iter().map(|(unit, _)| unit.side).collect();
    let mut out = Vec::new();
    for (place, (mut unit, (group, mate, turn))) in (0_u8..).zip(units) {
        let own: Vec<u8> = (0_u8..)
            .zip(&setting.groups)
            .filter(|(_, g)| g.side == unit.side)
            .map(|(i, _)| i)
            .collect();
        unit.group = Group(own[usize::from(group) % own.len()]);
        let mate = mate % 16;
        if mate != place && sides.get(usize::from(mate)) == Some(&unit.side) {
            unit.with = Some(UnitId(mate));
        }
        if turn < 100 {
            let at = if unit.status.is_gone() {
                Pose::new(100, 100, Facing::EAST)
            } else {
                unit.pose
            };
            setting.arrivals.push(Arrival {
                unit: UnitId(place),
                turn: u16::from(turn),
                at,
            });
        }
        // Overlapping units are refused, and rightly, so only one side stands here.
        if unit.status == Status::Table && place > 0 {
            unit.kind = 2;
            unit.formation = 0;
        }
        out.push(unit);
    }
    out
}

/// The tiny rules without their own checks of positions.
struct Lenient(Skirmish);

impl Rules for Lenient {
    fn card(&self) -> &sandtable_battle::Card {
        self.0.card()
    }
    fn footprint(&self, battle: &Battle, unit: UnitId) -> sandtable_geometry::Rect {
        self.0.footprint(battle, unit)
    }
    fn ready(&self, _: &Battle, _: &mut Vec<UnitId>) {}
    fn list(
        &self,
        _: &Battle,
        _: Option<UnitId>,
        _: sandtable_battle::Naming,
        _: &mut Vec<sandtable_battle::Offer>,
    ) {
    }
    fn check(
        &self,
        battle: &Battle,
        order: &sandtable_battle::Order,
        ruling: sandtable_battle::Ruling,
    ) -> Result<sandtable_battle::Legal, sandtable_battle::Refusals> {
        self.0.check(battle, order, ruling)
    }
    fn resolve(
        &self,
        _: &sandtable_battle::Legal,
        _: &mut sandtable_battle::Scene,
        _: &mut dyn sandtable_battle::Dice,
    ) {
    }
    fn open(&self, _: &mut sandtable_battle::Scene, _: &mut dyn sandtable_battle::Dice) {}
    fn flaws(&self, _: &Battle) -> Vec<(Option<UnitId>, String)> {
        Vec::new()
    }
    fn advice(&self) -> &dyn sandtable_battle::Advice {
        self
    }
}

impl sandtable_battle::Advice for Lenient {
    fn profile(&self, _: &Battle, _: UnitId) -> sandtable_battle::Profile {
        sandtable_battle::Profile::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_state_reads_back_equal(battle in battle()) {
        let rules = Lenient(Skirmish::new());
        let text = write_battle(&battle, rules.card());
        match read_battle(&text, &rules) {
            Ok(again) => prop_assert_eq!(again, battle, "{}", text),
            Err(flaws) => prop_assert!(false, "{}\n{}", flaws, text),
        }
    }

    #[test]
    fn a_spoilt_file_is_read_or_refused_with_places_in_it(
        at in any::<prop::sample::Index>(),
        cut in 0..40_usize,
        patch in "([0-9a-z=\\[\\]\"{}, \n.#-]{0,12}|nan|-inf|1e99|99999999999|é)",
    ) {
        let mut text = BATTLE.to_owned();
        let from = at.index(text.len());
        text.replace_range(from..(from + cut).min(text.len()), &patch);
        if let Err(flaws) = read_battle(&text, &Skirmish::new()) {
            for flaw in &flaws.flaws {
                prop_assert!(text.get(flaw.span.clone()).is_some(), "{:?}", flaw);
                prop_assert!(flaw.line >= 1 && flaw.column >= 1);
            }
            prop_assert!(!flaws.flaws.is_empty());
        }
    }

    #[test]
    fn any_bytes_are_refused_or_read_but_never_a_panic(text in ".{0,200}") {
        let _ = read_battle(&text, &Skirmish::new());
    }
}

/// The least width, 0.01 inches, is not a whole number of the table's units: what it is rounded to
/// can be read again.
#[test]
fn the_least_width_can_be_read_again() {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    let text = write_battle(&battle, rules.card())
        + "\n[[terrain]]\nground = \"road\"\nline = [[1, 1], [5, 1]]\nwidth = 0.01\n";
    let read = read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    let text = write_battle(&read, rules.card());
    assert!(text.contains("0.0098"), "{text}");
    let again = read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(again, read);
    let thin = text.replace("0.0098", "0.0094");
    assert!(read_battle(&thin, &rules).is_err());
}
