//! Writes a battle file.

use super::setting::only_group;
use super::shape::{Form, form_of};
use super::text::{degree_text, key, length_text, quoted, value_text};
use super::{BATTLE_FORMAT, facts, marks};
use sandtable_battle::{
    Area, Arrival, Battle, Card, Feature, Houses, Material, Setting, Status, Unit, UnitId,
};
use sandtable_geometry::{Facing, Point, Pose, Ruler};
use std::fmt::Write;

/// Writes a battle as a file that reads back equal.
///
/// Defaults are left out. A card of the wrong rule set gives names like `#3` that do not read back.
#[must_use]
pub fn write_battle(battle: &Battle, card: &Card) -> String {
    let mut page = Page {
        ruler: card.ruler,
        ..Page::default()
    };
    let setting = &*battle.setting;
    page.head(setting);
    page.sides_and_groups(setting, card);
    for (place, feature) in setting.fixed().iter().enumerate() {
        page.line("\n[[terrain]]");
        page.feature(feature, setting.material_of(Houses::Terrain(place)));
    }
    for (place, piece) in setting.pieces.iter().enumerate() {
        page.line("\n[[piece]]");
        page.feature(&piece.feature, setting.material_of(Houses::Piece(place)));
        if let Some(at) = piece.laid {
            page.set("laid", page.laid(at));
        }
    }
    page.zones(setting);
    let by_unit = arrivals_by_unit(battle);
    for (id, unit) in battle.all() {
        page.unit(id, unit, battle, card, by_unit);
    }
    if !by_unit {
        setting
            .arrivals
            .iter()
            .for_each(|arrival| page.arrival(arrival, setting));
    }
    page.stand_sizes(setting, card);
    page.events(setting, card);
    page.victory(setting);
    page.state(battle, card);
    page.text
}

/// Returns whether every arrival can be written with its unit: each is still expected at that very
/// place, and they are in the order of the units.
fn arrivals_by_unit(battle: &Battle) -> bool {
    let arrivals = &battle.setting.arrivals;
    let waiting = |a: &Arrival| {
        battle
            .get(a.unit)
            .is_some_and(|unit| unit.status == Status::Expected && unit.pose == a.at)
    };
    arrivals.iter().all(waiting) && arrivals.windows(2).all(|pair| pair[0].unit < pair[1].unit)
}

/// Returns the name at an index of a card's list.
fn named<'c>(mut names: impl Iterator<Item = &'c str>, place: u8) -> String {
    names
        .nth(usize::from(place))
        .map_or_else(|| format!("#{place}"), str::to_owned)
}

/// The text of the file as it grows.
#[derive(Default)]
struct Page {
    text: String,
    ruler: Ruler,
}

impl Page {
    fn point(&self, p: Point) -> String {
        let part = |length| length_text(self.ruler, length);
        format!("[{}, {}]", part(p.x), part(p.y))
    }

    fn laid(&self, at: Pose) -> String {
        let part = |length| length_text(self.ruler, length);
        format!(
            "[{}, {}, {}]",
            part(at.x),
            part(at.y),
            degree_text(at.facing)
        )
    }

    fn points(&self, all: &[Point]) -> String {
        let each: Vec<String> = all.iter().map(|&p| self.point(p)).collect();
        format!("[{}]", each.join(", "))
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn put(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.set(key, quoted(text));
        }
    }

    fn head(&mut self, setting: &Setting) {
        self.set("format", BATTLE_FORMAT);
        self.put("rules", &setting.rules);
        self.put("title", &setting.title);
        self.put("story", &setting.story);
        if let Some(turns) = setting.turns {
            self.set("turns", turns);
        }
        if let Some(side) = setting.attacker {
            self.put("attacker", &setting.sides[side.index()].name);
        }
        self.put("house", &setting.house);
        let switches = setting.switches.choices();
        let switches = switches.map(|(name, value)| format!("{} = {}", key(name), quoted(value)));
        self.inline("switches", switches.collect());
        let numbers = setting.switches.numbers();
        let numbers = numbers.map(|(path, value)| format!("{} = {}", key(path), value_text(value)));
        self.inline("numbers", numbers.collect());
        self.set(
            "table",
            self.point(Point::new(setting.width, setting.height)),
        );
        if setting.stated {
            self.put("positions", "table");
        }
    }

    /// Writes the event cards that the battle is played with.
    fn events(&mut self, setting: &Setting, card: &Card) {
        for event in &setting.events {
            if let Some(name) = card.events.get(usize::from(event.does)) {
                self.line("\n[[event]]");
                self.put("does", name);
                self.set("cards", event.cards);
            }
        }
    }

    /// Writes a table on one line, if there is anything in it.
    fn inline(&mut self, key: &str, entries: Vec<String>) {
        if !entries.is_empty() {
            self.set(key, format!("{{ {} }}", entries.join(", ")));
        }
    }

    fn sides_and_groups(&mut self, setting: &Setting, card: &Card) {
        for side in &setting.sides {
            self.line("\n[[side]]");
            self.put("name", &side.name);
            self.put("colour", &side.colour);
        }
        if card.group.is_empty() || setting.groups == setting.own_groups() {
            return;
        }
        for group in &setting.groups {
            self.line("\n[[group]]");
            self.put("name", &group.name);
            self.put("side", &setting.sides[group.side.index()].name);
        }
    }

    fn area(&mut self, area: &Area) {
        match form_of(area) {
            Form::Box(at, (width, height)) => {
                self.set("at", self.point(at));
                self.set("size", self.point(Point::new(width, height)));
            }
            Form::Oval(at, (width, height)) => {
                self.set("at", self.point(at));
                self.set("oval", self.point(Point::new(width, height)));
            }
            Form::Outline => self.set("shape", self.points(area.outline())),
        }
    }

    fn feature(&mut self, feature: &Feature, material: Option<Material>) {
        self.put("ground", feature.ground.name());
        self.put("name", &feature.name);
        if let Some(material) = material {
            self.put("material", material.name());
        }
        if let Some(line) = &feature.line {
            self.set("line", self.points(line.points()));
            if feature.width > 0 {
                self.set("width", length_text(self.ruler, feature.width));
            }
        } else if let Some(area) = feature.areas.first() {
            self.area(area);
        }
        if feature.level != feature.ground.usual_level() {
            self.set("level", feature.level);
        }
    }

    fn zones(&mut self, setting: &Setting) {
        for zone in &setting.zones {
            self.line("\n[[zone]]");
            self.put("name", &zone.name);
            if let Some(side) = zone.side {
                self.put("side", &setting.sides[side.index()].name);
            }
            self.area(&zone.area);
        }
    }

    fn unit(&mut self, id: UnitId, unit: &Unit, battle: &Battle, card: &Card, by_unit: bool) {
        let setting = &*battle.setting;
        self.line("\n[[unit]]");
        self.put("name", setting.name(id));
        self.put("side", &setting.sides[unit.side.index()].name);
        self.put(
            "kind",
            &named(card.kinds.iter().map(|k| k.id.as_str()), unit.kind),
        );
        if only_group(setting, unit.side) != Some(unit.group) {
            self.put("group", setting.group(unit.group));
        }
        let arrival = setting.arrivals.iter().find(|a| by_unit && a.unit == id);
        if let Some(arrival) = arrival {
            self.set("arrives", arrival.turn);
        } else if unit.status != Status::Table {
            self.put("status", unit.status.name());
        }
        self.pose(unit.pose, arrival.is_none() && unit.status != Status::Table);
        self.set("stands", unit.stands);
        if unit.started != unit.stands {
            self.set("started", unit.started);
        }
        if !card.formations.is_empty() {
            self.put(
                "formation",
                &named(card.formations.iter().map(String::as_str), unit.formation),
            );
        }
        if let Some(with) = unit.with {
            self.put("with", setting.name(with));
        }
        self.ratings_and_marks(unit, setting, card);
    }

    fn ratings_and_marks(&mut self, unit: &Unit, setting: &Setting, card: &Card) {
        for (rating, &value) in card.ratings.iter().zip(&unit.ratings) {
            if value != rating.default {
                let name = named(rating.values.iter().map(String::as_str), value);
                self.set(&key(&rating.id), quoted(&name));
            }
        }
        for (mark, &value) in card.marks.iter().zip(&*unit.marks) {
            if value != 0 {
                self.set(
                    &key(&mark.id),
                    marks::fact(mark, value, setting, self.ruler),
                );
            }
        }
    }

    fn pose(&mut self, pose: Pose, optional: bool) {
        if !optional || pose.point() != Point::default() {
            self.set("at", self.point(pose.point()));
        }
        if !optional || pose.facing != Facing::NORTH {
            self.set("facing", degree_text(pose.facing));
        }
    }

    fn arrival(&mut self, arrival: &Arrival, setting: &Setting) {
        self.line("\n[[arrival]]");
        self.put("unit", setting.name(arrival.unit));
        self.set("turn", arrival.turn);
        self.pose(arrival.at, false);
    }

    fn stand_sizes(&mut self, setting: &Setting, card: &Card) {
        let own: Vec<_> = card
            .kinds
            .iter()
            .zip(&setting.stands)
            .filter(|(kind, size)| kind.stand != **size)
            .collect();
        if !own.is_empty() {
            self.line("\n[stand_sizes]");
        }
        for (kind, &(frontage, depth)) in own {
            self.set(&key(&kind.id), self.point(Point::new(frontage, depth)));
        }
    }

    fn victory(&mut self, setting: &Setting) {
        let victory = &setting.victory;
        if *victory == sandtable_battle::Victory::default() {
            return;
        }
        self.line("\n[victory]");
        if victory.objectives {
            self.set("objectives", true);
        }
        if let Some(side) = victory.default {
            self.put("default", &setting.sides[side.index()].name);
        }
        if let Some(points) = victory.target {
            self.set("target", points);
        }
        self.put("words", &victory.words);
        for score in &victory.scores {
            self.line("\n[[victory.score]]");
            self.put("for", score.goal.name());
            if let Some(side) = score.side {
                self.put("side", &setting.sides[side.index()].name);
            }
            let zone = score.zone.and_then(|z| setting.zones.get(usize::from(z)));
            if let Some(zone) = zone {
                self.put("zone", &zone.name);
            }
            self.set("points", score.points);
        }
    }

    fn state(&mut self, battle: &Battle, card: &Card) {
        let facts = facts::of_state(battle, card);
        if facts.is_empty() {
            return;
        }
        self.line("\n[state]");
        for (name, fact) in facts {
            self.set(&name, fact);
        }
    }
}
