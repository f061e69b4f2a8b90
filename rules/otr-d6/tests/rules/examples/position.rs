//! The position an example starts from.

use sandtable_battle::{
    Battle, Cursor, Feature, Ground, Group, GroupSpec, Setting, Side, Switches, Unit, UnitId,
};
use sandtable_geometry::{Area, Facing, Length, Line, Point, Pose, inches};
use sandtable_otr_d6::marks;
use std::sync::Arc;
use toml::{Table, Value};

pub fn list<'a>(from: &'a Table, key: &str) -> &'a [Value] {
    from.get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

pub fn text<'a>(from: &'a Table, key: &str) -> &'a str {
    from.get(key).and_then(Value::as_str).unwrap_or("")
}

pub fn number(value: &Value) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small")]
    value
        .as_float()
        .or_else(|| value.as_integer().map(|i| i as f64))
        .expect("a number")
}

pub fn whole(from: &Table, key: &str) -> Option<i64> {
    from.get(key).and_then(Value::as_integer)
}

pub fn length(value: &Value) -> Length {
    inches(number(value)).expect("a length")
}

pub fn point(value: &Value) -> Point {
    let pair = value.as_array().expect("a point");
    Point::new(length(&pair[0]), length(&pair[1]))
}

pub fn place(words: &[&str], word: &str) -> u8 {
    u8::try_from(
        words
            .iter()
            .position(|w| *w == word)
            .unwrap_or_else(|| panic!("unknown word {word}")),
    )
    .expect("small")
}

/// A position with the names of its units.
pub struct Position {
    pub battle: Battle,
    pub names: Vec<String>,
}

impl Position {
    pub fn id(&self, name: &str) -> UnitId {
        let at = self
            .names
            .iter()
            .position(|n| n == name)
            .unwrap_or_else(|| panic!("no unit {name}"));
        UnitId(u8::try_from(at).expect("few units"))
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.battle.unit(self.id(name))
    }
}

pub fn side(of: &Table) -> Side {
    if text(of, "side") == "A" {
        Side::A
    } else {
        Side::B
    }
}

pub fn group(setting: &mut Setting, of: &Table) -> Group {
    let name = text(of, "division");
    let known = setting.groups.iter().position(|g| g.name == name);
    let at = known.unwrap_or_else(|| {
        setting.groups.push(GroupSpec {
            name: name.to_owned(),
            side: side(of),
        });
        setting.groups.len() - 1
    });
    Group(u8::try_from(at).expect("few divisions"))
}

pub fn unit(setting: &mut Setting, of: &Table) -> Unit {
    let mut unit = Unit {
        side: side(of),
        group: group(setting, of),
        ..Unit::default()
    };
    unit.kind = place(&["infantry", "cavalry", "artillery"], text(of, "kind"));
    unit.ratings[0] = place(
        &["green", "seasoned", "veteran", "crack"],
        text(of, "grade"),
    );
    if of.contains_key("arms") {
        let arms = [
            "muzzle-loader",
            "breech-loader",
            "repeater",
            "rifled",
            "smoothbore",
        ];
        unit.ratings[1] = place(&arms, text(of, "arms"));
    }
    unit.stands = u8::try_from(whole(of, "stands").expect("stands")).expect("few stands");
    unit.started =
        whole(of, "started").map_or(unit.stands, |n| u8::try_from(n).expect("few stands"));
    let formations = [
        "line",
        "column",
        "reinforced",
        "dismounted",
        "dismounted-column",
    ];
    unit.formation = of
        .get("formation")
        .map_or(0, |f| place(&formations, f.as_str().expect("a word")));
    let facing = Facing::from_degrees(number(&of["facing"])).expect("an angle");
    unit.pose = Pose::at(point(&of["at"]), facing);
    marks::ACTIONS.write(&mut unit, 2);
    marks::MARKER.write(&mut unit, whole(of, "marker").unwrap_or(0) > 0);
    unit
}

pub fn general(setting: &mut Setting, of: &Table, names: &[String]) -> Unit {
    let mut unit = Unit {
        side: side(of),
        group: group(setting, of),
        kind: 3,
        stands: 1,
        started: 1,
        ..Unit::default()
    };
    unit.ratings[2] = u8::try_from(2 - whole(of, "rating").expect("a rating")).expect("a rating");
    unit.pose = Pose::at(point(&of["at"]), Facing::NORTH);
    if let Some(host) = of.get("attached").and_then(Value::as_str) {
        let at = names.iter().position(|n| n == host).expect("a unit");
        unit.with = Some(UnitId(u8::try_from(at).expect("few units")));
    }
    unit
}

pub fn feature(of: &Table) -> Feature {
    let kind = text(of, "kind");
    let ground = *Ground::ALL
        .iter()
        .find(|g| g.name() == kind)
        .expect("a ground");
    let area = of.get("at").map(|at| {
        let (at, size) = (point(at), point(&of["size"]));
        let (w, h) = (size.x / 2, size.y / 2);
        let corners = [(-w, -h), (w, -h), (w, h), (-w, h)];
        Area::new(
            corners
                .iter()
                .map(|(x, y)| Point::new(at.x + x, at.y + y))
                .collect(),
        )
        .expect("an area")
    });
    let line = of
        .get("line")
        .map(|l| Line::new(l.as_array().expect("points").iter().map(point).collect()));
    Feature {
        ground,
        name: String::new(),
        areas: area.into_iter().collect(),
        line: line.map(|l| l.expect("a line")),
        width: 0,
        level: whole(of, "level").map_or(0, |n| u8::try_from(n).expect("a level")),
    }
}

pub fn position(example: &Table, switches: &Switches) -> Position {
    let table = list(example, "table");
    let mut setting = Setting::bare("otr-d6", length(&table[0]), length(&table[1]));
    setting.switches = switches.clone();
    setting.terrain = list(example, "terrain")
        .iter()
        .map(|t| feature(t.as_table().expect("terrain")))
        .collect();
    let mut units = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for of in list(example, "units").iter().filter_map(Value::as_table) {
        units.push(unit(&mut setting, of));
        names.push(text(of, "name").to_owned());
    }
    for of in list(example, "generals").iter().filter_map(Value::as_table) {
        units.push(general(&mut setting, of, &names));
        names.push(text(of, "name").to_owned());
    }
    for wave in list(example, "waves") {
        let members: Vec<usize> = wave
            .as_array()
            .expect("names")
            .iter()
            .map(|name| {
                names
                    .iter()
                    .position(|n| Some(n.as_str()) == name.as_str())
                    .expect("a unit")
            })
            .collect();
        for pair in members.windows(2) {
            units[pair[1]].with = Some(UnitId(u8::try_from(pair[0]).expect("few units")));
        }
    }
    let active = setting
        .groups
        .iter()
        .position(|g| g.name == text(example, "active"))
        .expect("a division");
    let cursor = Cursor {
        turn: 1,
        phase: 1,
        side: setting.groups[active].side,
        group: Some(Group(u8::try_from(active).expect("few divisions"))),
        ..Cursor::default()
    };
    setting.names.clone_from(&names);
    Position {
        battle: Battle {
            setting: Arc::new(setting),
            units,
            cursor,
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
            memory: sandtable_battle::Memory::default(),
        },
        names,
    }
}
