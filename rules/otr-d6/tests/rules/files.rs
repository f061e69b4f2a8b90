//! Positions from files: what `check` finds in them, and which values are defaults.

use sandtable_battle::{Judging, Leg, Order, Recorded, Rules, Switches, UnitId};
use sandtable_geometry::{INCH, Length, Point, TOLERANCE};
use sandtable_otr_d6::{OtrD6, c};

/// Writes a position of two divisions with these units of side A.
fn position(of_a: &str) -> String {
    let mut text = r#"
format = 2
rules = "otr-d6"
table = [72, 48]
side = [{ name = "A" }, { name = "B" }]
group = [{ name = "A1", side = "A" }, { name = "B1", side = "B" }]
[state]
turn = 1
phase = "activation"
active = "A"
group = "A1"
deck = ["B1"]
"#
    .to_owned();
    let units = [
        of_a,
        r#"name = "b", side = "B", group = "B1", kind = "infantry", at = [36, 24], facing = 180, stands = 6, formation = "line""#,
        r#"name = "b2", side = "B", group = "B1", kind = "infantry", at = [60, 40], facing = 180, stands = 6, formation = "line""#,
        r#"name = "a3", side = "A", group = "A1", kind = "infantry", at = [10, 4], facing = 0, stands = 6, formation = "line""#,
    ];
    for unit in units
        .iter()
        .flat_map(|u| u.lines())
        .filter(|u| !u.trim().is_empty())
    {
        text += "[[unit]]\n";
        text += &split(unit);
    }
    text
}

/// Returns the keys of an inline table, one per line.
fn split(unit: &str) -> String {
    let table: toml::Table = format!("u = {{ {unit} }}").parse().expect("a unit");
    toml::to_string(&table["u"]).expect("lines")
}

fn a(more: &str) -> String {
    format!(
        r#"name = "a", side = "A", group = "A1", kind = "infantry", at = [36, 20], facing = 0, stands = 6, {more}"#
    )
}

fn flaws(of_a: &str) -> Vec<String> {
    let rules = OtrD6::new(&Switches::default()).expect("rules");
    match sandtable_files::read_battle(&position(of_a), &rules) {
        Ok(_) => Vec::new(),
        Err(flaws) => flaws
            .flaws
            .iter()
            .map(|flaw| flaw.message.clone())
            .collect(),
    }
}

#[test]
fn a_general_away_from_his_unit_is_a_flaw() {
    let general = |at: &str| {
        format!(
            "{}\nname = \"g\", side = \"A\", group = \"A1\", kind = \"general\", at = {at}, facing = 0, with = \"a\"",
            a("formation = \"line\"")
        )
    };
    assert_eq!(flaws(&general("[36, 18.75]")), [""; 0], "{:?}", c::AM7);
    let away = flaws(&general("[60, 40]"));
    assert!(away.iter().any(|f| f.contains("away from it")), "{away:?}");
}

#[test]
fn a_battery_that_crosses_a_river_may_stand_there_and_nobody_in_a_lake() {
    let on = |ground: &str, unit: &str| {
        let rules = OtrD6::new(&Switches::default()).expect("rules");
        let ford = "[[terrain]]\nground = \"ford\"\nat = [36, 16]\nsize = [4, 6]\n";
        (rules, position(unit) + "[[terrain]]\n" + ground + ford)
    };
    let river = "ground = \"river\"\nline = [[0, 16], [72, 16]]\nwidth = 3\n";
    let lake = "ground = \"lake\"\nat = [36, 16]\nsize = [20, 3]\n";
    let guns = a("")
        .replace("infantry", "artillery")
        .replace("stands = 6", "stands = 2");
    let guns = guns.replace("[36, 20]", "[36, 13]") + "formation = \"line\"";
    let fourth = "name = \"a4\", side = \"A\", group = \"A1\", kind = \"infantry\", \
        at = [20, 4], facing = 0, stands = 6, formation = \"line\"";
    let guns = format!("{guns}\n{fourth}");
    let (rules, text) = on(river, &guns);
    let battle = sandtable_files::read_battle(&text, &rules).expect("a sound position");
    let into = Point::new(36 * INCH, 15 * INCH);
    let order = Order::Move {
        unit: UnitId(0),
        legs: [Leg::March { to: into }].into_iter().collect(),
    };
    let mut dice = Recorded::of_hand(&[]);
    let (_, events) = rules.play(&battle, &order, &mut dice).expect("it is legal");
    let mut then = battle.clone();
    events.iter().for_each(|event| then.apply(event));
    assert_eq!(then.unit(UnitId(0)).pose.point(), into);
    let written = sandtable_files::write_battle(&then, rules.card());
    assert!(
        sandtable_files::read_battle(&written, &rules).is_ok(),
        "{written}"
    );
    for unit in ["formation = \"column\"", "formation = \"line\""] {
        let (rules, text) = on(lake, &a(unit).replace("[36, 20]", "[36, 16]"));
        let flaws = sandtable_files::read_battle(&text, &rules).expect_err("a flaw");
        assert!(flaws.to_string().contains("may not stand"), "{flaws}");
    }
}

#[test]
fn brigades_of_a_wave_apart_are_a_flaw() {
    let rear = |at: &str, facing: u16| {
        format!(
            "{}\nname = \"a2\", side = \"A\", group = \"A1\", kind = \"infantry\", at = {at}, facing = {facing}, stands = 6, formation = \"line\", with = \"a\"",
            a("formation = \"line\"")
        )
    };
    assert_eq!(flaws(&rear("[36, 19]", 0)), [""; 0], "{:?}", c::AM7);
    for (at, facing) in [
        ("[50, 30]", 90),
        ("[36, 17.9]", 0),
        ("[36, 19]", 40),
        ("[40, 19]", 0),
    ] {
        let apart = flaws(&rear(at, facing));
        assert!(
            apart.iter().any(|f| f.contains("not close behind it")),
            "{at}: {apart:?}"
        );
    }
}

#[test]
fn a_column_in_a_wave_is_a_flaw() {
    let wave = format!(
        "{}\nname = \"a2\", side = \"A\", group = \"A1\", kind = \"infantry\", at = [36, 15], facing = 0, stands = 6, formation = \"line\", with = \"a\"",
        a("formation = \"column\"")
    );
    let flaws = flaws(&wave);
    assert!(
        flaws.iter().any(|f| f.contains("not both are in line")),
        "{flaws:?} {:?}",
        c::AM7
    );
}

#[test]
fn units_are_fresh_unless_a_file_says_otherwise() {
    let rules = OtrD6::new(&Switches::default()).expect("rules");
    let text = position(&a("formation = \"line\""));
    let battle = sandtable_files::read_battle(&text, &rules).expect("a sound position");
    let charge = Order::Charge {
        unit: UnitId(0),
        target: UnitId(1),
        reach: true,
        heading: None,
    };
    assert!(rules.judge(&battle, &charge).is_ok(), "{:?}", c::ACT_01);
    let spent = position(&a("formation = \"line\", acted = [\"moved\"]"));
    let battle = sandtable_files::read_battle(&spent, &rules).expect("a sound position");
    let refusals = rules
        .judge(&battle, &charge)
        .expect_err("it has moved twice");
    assert!(refusals.cite(c::CHG_02), "{refusals:?}");
}

#[test]
fn what_marches_to_the_edge_is_read_back() {
    let rules = OtrD6::new(&Switches::default()).expect("rules");
    let column = r#"name = "a", side = "A", group = "A1", kind = "infantry", at = [20, 45], facing = 0, stands = 6, formation = "column""#;
    let more = r#"name = "a2", side = "A", group = "A1", kind = "infantry", at = [36, 20], facing = 0, stands = 6, formation = "line""#;
    let text = position(&format!("{column}\n{more}"));
    let battle = sandtable_files::read_battle(&text, &rules).expect("a sound position");
    let edge = battle.setting.height;
    let march = |over: Length| {
        let to = Point::new(20 * INCH, edge + over);
        let leg = Leg::March { to };
        Order::Move {
            unit: UnitId(0),
            legs: [leg].into_iter().collect(),
        }
    };
    // Within the tolerance counts as on the table; one step more does not.
    let refusals = rules
        .judge(&battle, &march(TOLERANCE + 1))
        .expect_err("off the table");
    assert!(refusals.cite(c::MOVE_15), "{refusals:?}");
    let (after, _) = rules
        .play(&battle, &march(TOLERANCE), &mut Recorded::new(&[]))
        .expect("on the table");
    assert_eq!(after.unit(UnitId(0)).pose.y, edge + TOLERANCE);
    let read =
        sandtable_files::read_battle(&sandtable_files::write_battle(&after, rules.card()), &rules);
    assert_eq!(read.map_err(|flaws| flaws.to_string()), Ok(after));
}

#[test]
fn what_is_pushed_at_the_edge_stays_on_the_table() {
    // Pushed by no more than the tolerance; its rear edge is already that far over the edge.
    let house = Switches::default().with_number("back.infantry", "0.0008");
    let rules = OtrD6::new(&house).expect("rules");
    let of_a = r#"name = "a", side = "A", group = "A1", kind = "infantry", at = [20, 42.5], facing = 0, stands = 6, formation = "line"
name = "a2", side = "A", group = "A1", kind = "infantry", at = [36, 20], facing = 0, stands = 6, formation = "line"
name = "t", side = "B", group = "B1", kind = "infantry", at = [20, 46], facing = 180, stands = 6, formation = "line", marker = 1"#;
    let battle = sandtable_files::read_battle(&position(of_a), &rules).expect("a sound position");
    let named = |name: &str| {
        let found = battle
            .all()
            .find(|&(id, _)| battle.setting.name(id) == name);
        found.expect("a unit").0
    };
    let (unit, target) = (named("a"), named("t"));
    let shot_at = |y: Length| {
        let mut battle = battle.clone();
        battle.units[target.index()].pose.y = y;
        let shoot = Order::Shoot { unit, target };
        let played = rules.play(&battle, &shoot, &mut Recorded::new(&[4]));
        played.expect("in range").0
    };
    let free = battle.unit(target).pose.y;
    let after = shot_at(free);
    assert_eq!(after.unit(target).pose.y, free + TOLERANCE, "it is pushed");
    let last = battle.setting.height + TOLERANCE - rules.footprint(&battle, target).depth();
    let after = shot_at(last);
    assert!(after.unit(target).on_table());
    assert_eq!(after.unit(target).pose.y, last);
    let read =
        sandtable_files::read_battle(&sandtable_files::write_battle(&after, rules.card()), &rules);
    assert_eq!(read.map_err(|flaws| flaws.to_string()), Ok(after));
}
