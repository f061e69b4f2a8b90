//! The whole table in words.

use super::bearing;
use crate::Look;
use crate::measure::say;
use crate::view::{SideWords, TableWords, UnitWords};
use crate::words::compass;
use sandtable_battle::{Clause, Side, Status, UnitId};

impl Look<'_> {
    /// The whole table in words. `ended_by` is the clause by which it ended.
    #[must_use]
    pub fn table_words(&self, ended_by: Option<Clause>) -> TableWords {
        let setting = &self.battle.setting;
        TableWords {
            says: self.opening_words(ended_by),
            ground: (0..)
                .zip(&setting.terrain)
                .map(|(place, feature)| self.lie(place, feature))
                .chain(self.unlaid())
                .collect(),
            zones: setting
                .zones
                .iter()
                .map(|zone| {
                    let whose = match zone.side {
                        Some(side) => format!("zone of {}", setting.sides[side.index()].name),
                        None => "objective".to_owned(),
                    };
                    let area = self.area(zone.area.outline().iter());
                    format!("{} ({whose}): {area}.", zone.name)
                })
                .collect(),
            sides: Side::BOTH.map(|side| self.side_words(side)),
        }
    }

    /// What is played, whose turn it is, who may act.
    fn opening_words(&self, ended_by: Option<Clause>) -> Vec<String> {
        let (battle, setting) = (self.battle, &self.battle.setting);
        let mut out = vec![format!(
            "{}. The table is {} by {}; x counts from the west edge, y from the south edge.",
            setting.title,
            say(self.ruler(), setting.width),
            self.far(setting.height)
        )];
        if let Some(end) = self.ended(ended_by) {
            out.push(format!("{}.", end.title));
            if !end.says.is_empty() {
                out.push(format!("Decided by: {}.", end.says));
            }
            return out;
        }
        let cursor = &battle.cursor;
        let phase = self.card().phases.get(usize::from(cursor.phase));
        let phase = phase.map_or("", |p| p.title.as_str());
        let turn = match (cursor.turn, setting.turns) {
            (0, _) => "Before the first turn".to_owned(),
            (turn, None) => format!("Turn {turn}"),
            (turn, Some(all)) => format!("Turn {turn} of {all}"),
        };
        let comma = if phase.is_empty() { "" } else { ", " };
        out.push(format!("{turn}{comma}{phase}."));
        let side = &setting.sides[battle.to_move().index()].name;
        if let Some(waits) = cursor.waits {
            out.push(format!("{side} must choose: {}.", self.question(&waits)));
            return out;
        }
        out.push(match cursor.group {
            Some(group) => format!("{side} to move, with {}.", setting.group(group)),
            None => format!("{side} to move."),
        });
        let ready = self.ready();
        let names: Vec<&str> = ready.iter().map(|&id| self.name(id)).collect();
        if names.is_empty() {
            out.push("No unit may act.".to_owned());
        } else {
            out.push(format!("May act: {}.", names.join(", ")));
        }
        let table: Vec<String> = self
            .table_orders(&ready)
            .into_iter()
            .filter(|order| !order.aside)
            .map(|order| order.label)
            .collect();
        if !table.is_empty() {
            out.push(format!("To the table: {}.", table.join(", ")));
        }
        out
    }

    /// The pieces that players have still to lay.
    fn unlaid(&self) -> Option<String> {
        let setting = &self.battle.setting;
        let open = (0..).zip(&setting.pieces).filter(|(_, p)| p.laid.is_none());
        let names: Vec<&str> = open.map(|(place, _)| setting.piece(place)).collect();
        (!names.is_empty()).then(|| format!("Still to be laid: {}.", names.join(", ")))
    }

    fn side_words(&self, side: Side) -> SideWords {
        let own = || self.battle.all().filter(|(_, u)| u.side == side);
        let mut parts = vec![format!(
            "{}: {} on the table",
            self.battle.setting.sides[side.index()].name,
            own().filter(|(_, u)| u.on_table()).count()
        )];
        for (status, word) in [
            (Status::Reserve, "not yet placed"),
            (Status::Expected, "still to come"),
            (Status::Exited, "marched off"),
        ] {
            let n = own().filter(|(_, u)| u.status == status).count();
            if n > 0 {
                parts.push(format!("{n} {word}"));
            }
        }
        let lost = own().filter(|(_, u)| u.status.is_lost()).count();
        parts.push(format!("{lost} lost"));
        let points = sandtable_drill::points(self.rules, self.battle);
        parts.extend(points.map(|points| match points[side.index()] {
            1 => "1 point".to_owned(),
            n => format!("{n} points"),
        }));
        let ready = self.ready();
        SideWords {
            key: side.into(),
            says: format!("{}.", parts.join(", ")),
            units: own()
                .map(|(id, _)| UnitWords {
                    unit: id.0,
                    says: self.unit_words(id, ready.contains(&id)),
                })
                .collect(),
        }
    }

    /// A unit on its own: name, type, place, facing, ground, state, whether it may act.
    pub(super) fn unit_words(&self, id: UnitId, ready: bool) -> String {
        let unit = self.battle.unit(id);
        let mut parts = vec![self.name(id).to_owned(), self.kind(id)];
        match unit.status {
            Status::Table => {
                let rect = self.rules.footprint(self.battle, id);
                let middle = rect.centre();
                parts.push(format!(
                    "in {}, at {}",
                    self.part(middle),
                    self.at_words(middle)
                ));
                let facing = unit.pose.facing;
                parts.push(format!(
                    "faces {} (bearing {})",
                    compass(facing),
                    bearing(facing)
                ));
                parts.extend(self.stands_in(&rect));
                parts.extend(self.state(id));
            }
            Status::Expected => parts.push(self.expected(id)),
            Status::Reserve => parts.push("not yet placed".to_owned()),
            Status::Destroyed => parts.push("destroyed".to_owned()),
            Status::Fled => parts.push("fled".to_owned()),
            Status::Captured => parts.push("captured".to_owned()),
            Status::Exited => parts.push("marched off".to_owned()),
        }
        if ready {
            parts.push("may act".to_owned());
        }
        parts.retain(|part| !part.is_empty());
        format!("{}.", parts.join(", "))
    }

    /// When and where a unit that is still to come is expected.
    fn expected(&self, id: UnitId) -> String {
        let mut all = self.battle.setting.arrivals.iter();
        all.find(|arrival| arrival.unit == id).map_or_else(
            || "still to come".to_owned(),
            |arrival| {
                let at = arrival.at.point();
                let (turn, part, spot) = (arrival.turn, self.part(at), self.at_words(at));
                format!("expected in turn {turn}, in {part}, at {spot}")
            },
        )
    }
}
