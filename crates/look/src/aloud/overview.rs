//! The whole table in words.

use super::bearing;
use crate::Look;
use crate::measure::numeral;
use crate::view::{SideWords, TableWords, UnitWords};
use sandtable_battle::{Clause, Side, Status, UnitId};
use sandtable_tell::compass;
use sandtable_tell::words::place;
use sandtable_tongue::{fill, say};

impl Look<'_> {
    /// Describes the whole table in words. `ended_by` is the clause by which the battle ended.
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
                        Some(side) => {
                            say!("zone of {side}", side = setting.side_called(side))
                        }
                        None => say!("objective"),
                    };
                    let area = self.area(zone.area.outline().iter());
                    format!("{} ({whose}): {area}.", place(&zone.name))
                })
                .collect(),
            sides: Side::BOTH.map(|side| self.side_words(side)),
        }
    }

    /// Says what is played, whose turn it is and who may act.
    fn opening_words(&self, ended_by: Option<Clause>) -> Vec<String> {
        let (battle, setting) = (self.battle, &self.battle.setting);
        let mut out = vec![say!(
            "{title}. The table is {wide} by {deep}; x counts from the west edge, y from the south edge.",
            title = say(&setting.title),
            wide = numeral(self.ruler(), setting.width),
            deep = self.far(setting.height)
        )];
        if let Some(end) = self.ended(ended_by) {
            out.push(format!("{}.", end.title));
            if !end.says.is_empty() {
                out.push(format!("{}.", end.says));
            }
            return out;
        }
        let cursor = &battle.cursor;
        let phase = self.card().phases.get(usize::from(cursor.phase));
        let phase = phase.map_or("", |p| p.title.as_str());
        let turn = match (cursor.turn, setting.turns) {
            (0, _) => say!("Before the first turn"),
            (turn, None) => say!("Turn {number}", number = turn),
            (turn, Some(all)) => say!("Turn {turn} of {all}", turn = turn, all = all),
        };
        let comma = if phase.is_empty() { "" } else { ", " };
        out.push(format!("{turn}{comma}{phase}."));
        let side = setting.side_called(battle.to_move());
        if let Some(waits) = cursor.waits {
            out.push(say!(
                "{side} to decide: {what}.",
                side = side,
                what = self.question(&waits)
            ));
            return out;
        }
        out.push(match cursor.group {
            Some(group) => say!(
                "{side} to move, with {group}.",
                side = side,
                group = setting.group_called(group)
            ),
            None => say!("{side} to move.", side = side),
        });
        let ready = self.ready();
        let names: Vec<&str> = ready.iter().map(|&id| self.name(id)).collect();
        if names.is_empty() {
            out.push(say!("No unit may act."));
        } else {
            out.push(say!("May act: {units}.", units = names.join(", ")));
        }
        let table: Vec<String> = self
            .table_orders(&ready)
            .into_iter()
            .filter(|order| !order.aside)
            .map(|order| order.label)
            .collect();
        if !table.is_empty() {
            out.push(say!("To the table: {orders}.", orders = table.join(", ")));
        }
        out
    }

    /// Lists the pieces that the players have yet to lay.
    fn unlaid(&self) -> Option<String> {
        let setting = &self.battle.setting;
        let open = (0..).zip(&setting.pieces).filter(|(_, p)| p.laid.is_none());
        let names: Vec<&str> = open.map(|(place, _)| setting.piece(place)).collect();
        (!names.is_empty()).then(|| say!("Still to be laid: {pieces}.", pieces = names.join(", ")))
    }

    fn side_words(&self, side: Side) -> SideWords {
        let own = || self.battle.all().filter(|(_, u)| u.side == side);
        let mut parts = vec![say!(
            "{side}: {count} on the table",
            side = self.battle.setting.side_called(side),
            count = own().filter(|(_, u)| u.on_table()).count()
        )];
        for (status, word) in [
            (Status::Reserve, "{n} not yet placed"),
            (Status::Expected, "{n} still to come"),
            (Status::Exited, "{n} marched off"),
        ] {
            let n = own().filter(|(_, u)| u.status == status).count();
            if n > 0 {
                parts.push(fill(word, &[("n", &n)]));
            }
        }
        let lost = own().filter(|(_, u)| u.status.is_lost()).count();
        parts.push(say!("{lost} lost", lost = lost));
        let points = sandtable_drill::points(self.rules, self.battle);
        parts.extend(points.map(|points| match points[side.index()] {
            1 => say!("1 point"),
            n => say!("{n} points", n = n),
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

    /// Describes a unit by itself: name, type, place, facing, ground, state, whether it may act.
    pub(super) fn unit_words(&self, id: UnitId, ready: bool) -> String {
        let unit = self.battle.unit(id);
        let mut parts = vec![self.name(id).to_owned(), self.kind(id)];
        match unit.status {
            Status::Table => {
                let rect = self.rules.footprint(self.battle, id);
                let middle = rect.centre();
                parts.push(say!(
                    "in {part}, at {spot}",
                    part = self.part(middle),
                    spot = self.at_words(middle)
                ));
                let facing = unit.pose.facing;
                parts.push(say!(
                    "faces {wind} (bearing {degrees})",
                    wind = compass(facing),
                    degrees = bearing(facing)
                ));
                parts.extend(self.stands_in(&rect));
                parts.extend(self.state(id));
            }
            Status::Expected => parts.push(self.expected(id)),
            Status::Reserve => parts.push(say!("not yet placed")),
            Status::Destroyed => parts.push(say!("destroyed")),
            Status::Fled => parts.push(say!("fled")),
            Status::Captured => parts.push(say!("captured")),
            Status::Exited => parts.push(say!("marched off")),
        }
        if ready {
            parts.push(say!("may act"));
        }
        parts.retain(|part| !part.is_empty());
        format!("{}.", parts.join(", "))
    }

    /// Says when and where a unit that has not arrived yet is expected.
    fn expected(&self, id: UnitId) -> String {
        let mut all = self.battle.setting.arrivals.iter();
        all.find(|arrival| arrival.unit == id).map_or_else(
            || say!("still to come"),
            |arrival| {
                let at = arrival.at.point();
                let (turn, part, spot) = (arrival.turn, self.part(at), self.at_words(at));
                say!(
                    "expected in turn {turn}, in {part}, at {spot}",
                    turn = turn,
                    part = part,
                    spot = spot
                )
            },
        )
    }
}
