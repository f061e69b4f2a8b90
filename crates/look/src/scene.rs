//! From a battle to everything a page shows of it.

use crate::measure::{degrees, long, size, xy};
use crate::view::{
    ChoiceOption, ChoiceView, EndView, MarkView, RatingView, SideView, StandView, TableOrder,
    UnitView, View, Xy,
};
use crate::{Look, house, table};
use sandtable_battle::{
    Battle, Clause, Event, Offer, Order, Outcome, Rolled, Scope, Side, Status, UnitId, Verb, c,
};
use sandtable_geometry::{Facing, Length, Point, Pose, Rect, Ruler};
use sandtable_tongue::{name, say};

/// What a view shows beyond the battle itself: its place in a journal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Number of orders played.
    pub number: usize,
    /// Whether the last order can be taken back.
    pub can_undo: bool,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// The clause by which the battle ended.
    pub ended_by: Option<Clause>,
}

/// Returns the name that files and orders write, where people hear another.
fn written(own: &str) -> Option<String> {
    (name(own) != own).then(|| own.to_owned())
}

impl Look<'_> {
    /// Returns everything that a page shows of the battle.
    #[must_use]
    pub fn view(&self, place: Place) -> View {
        let (battle, card) = (self.battle, self.card());
        let setting = &battle.setting;
        let cursor = &battle.cursor;
        let ready = self.ready();
        let title = |at: usize| card.phases.get(at).map_or("", |p| p.title.as_str());
        View {
            rules: card.id.clone(),
            title: say(&setting.title).to_owned(),
            story: say(&setting.story).to_owned(),
            victory: say(&setting.victory.words).to_owned(),
            ruler: card.ruler,
            table: table::size(card.ruler, setting),
            terrain: table::ground(card.ruler, battle),
            pieces: table::pieces(card.ruler, setting, |piece| self.may_lay(piece)),
            zones: table::zones(card.ruler, setting),
            sides: Side::BOTH.map(|side| self.side(side)),
            units: self.units(&ready),
            counted: card.strength.many.clone(),
            turn: cursor.turn,
            turns: setting.turns,
            phase: title(usize::from(cursor.phase)).to_owned(),
            phases: card
                .phases
                .iter()
                .enumerate()
                .filter(|(at, p)| !p.rare || *at == usize::from(cursor.phase))
                .map(|(_, p)| p.title.clone())
                .collect(),
            active: cursor.side.into(),
            to_move: battle.to_move().into(),
            group: cursor.group.map(|g| setting.group_called(g).to_owned()),
            deck: setting
                .groups
                .iter()
                .take(32)
                .enumerate()
                .filter(|(at, _)| cursor.deck >> at & 1 == 1)
                .map(|(_, group)| name(&group.name).to_owned())
                .collect(),
            table_orders: self.table_orders(&ready),
            ready: ready.iter().map(|id| id.0).collect(),
            choice: self.choice(),
            ended: self.ended(place.ended_by),
            number: place.number,
            can_undo: place.can_undo,
            seed: place.seed,
            seal: None,
            house: self.battle.setting.house.clone(),
            left: None,
            house_rules: house::changes(self.card()),
        }
    }

    /// Returns the units that may be given an order now.
    #[must_use]
    pub fn ready(&self) -> Vec<UnitId> {
        let mut ready = Vec::new();
        if self.battle.ended.is_none() {
            self.rules.ready(self.battle, &mut ready);
        }
        ready
    }

    fn side(&self, side: Side) -> SideView {
        let own = || self.battle.all().filter(|(_, u)| u.side == side);
        let spec = &self.battle.setting.sides[side.index()];
        let points = sandtable_drill::points(self.rules, self.battle);
        SideView {
            key: side.into(),
            name: name(&spec.name).to_owned(),
            written: written(&spec.name),
            colour: spec.colour.clone(),
            units: own().filter(|(_, u)| !u.status.is_gone()).count(),
            strength: self.rules.advice().strength(self.battle, side),
            lost: own().filter(|(_, u)| u.status.is_lost()).count(),
            points: points.map(|points| points[side.index()]),
        }
    }

    fn units(&self, ready: &[UnitId]) -> Vec<UnitView> {
        let fresh = self.fresh();
        let rects: Vec<Rect> = self
            .battle
            .all()
            .map(|(id, _)| self.rules.footprint(self.battle, id))
            .collect();
        self.battle
            .all()
            .map(|(id, _)| self.unit(id, &fresh, &rects, ready.contains(&id)))
            .collect()
    }

    /// Returns every unit as it stands, in a battle that need not have begun.
    pub fn bodies(&self) -> Vec<UnitView> {
        self.units(&[])
    }

    /// Returns the battle with every unit at its full strength and without the marks that a table
    /// would show. Strength is measured against it.
    fn fresh(&self) -> Battle {
        let mut fresh = self.battle.clone();
        for unit in &mut fresh.units {
            unit.stands = unit.started;
            for (mark, spec) in unit.marks.iter_mut().zip(&self.card().marks) {
                if !spec.title.is_empty() {
                    *mark = 0.clamp(spec.range.0, spec.range.1);
                }
            }
        }
        fresh
    }

    fn unit(&self, id: UnitId, fresh: &Battle, rects: &[Rect], ready: bool) -> UnitView {
        let (card, setting) = (self.card(), &self.battle.setting);
        let unit = self.battle.unit(id);
        let rect = &rects[id.index()];
        let kind = card.kinds.get(usize::from(unit.kind));
        let figure = kind.map_or("infantry", |k| k.figure.as_str());
        let formation = card.formations.get(usize::from(unit.formation));
        UnitView {
            id: id.0,
            name: setting.called(id).to_owned(),
            written: written(setting.name(id)),
            side: unit.side.into(),
            kind: kind.map_or_else(String::new, |k| k.id.clone()),
            kind_title: kind.map_or_else(String::new, |k| k.title.clone()),
            figure: figure.to_owned(),
            group: setting
                .groups
                .get(unit.group.index())
                .map_or_else(String::new, |g| name(&g.name).to_owned()),
            status: unit.status,
            formation: formation.cloned().unwrap_or_default(),
            formation_title: formation
                .map_or_else(String::new, |name| sandtable_tell::words::plain(name)),
            centre: xy(self.ruler(), rect.centre()),
            facing: degrees(rect.facing()),
            size: size(self.ruler(), rect),
            stands: stands(
                self.ruler(),
                rect,
                unit.stands,
                card.strength.to_a_base,
                self.stand(unit.kind),
            ),
            stands_now: unit.stands,
            stands_started: unit.started,
            strength: self.strength(id, fresh),
            marks: self.marks(id),
            ratings: self.ratings(id),
            with: unit.with.map(|w| w.0),
            ready,
            says: self.sentence(id, rects, ready),
        }
    }

    /// Returns frontage and depth of one stand of a kind.
    fn stand(&self, kind: u8) -> (Length, Length) {
        let kind = usize::from(kind);
        self.battle
            .setting
            .stands
            .get(kind)
            .copied()
            .or_else(|| self.card().kinds.get(kind).map(|k| k.stand))
            .unwrap_or((0, 0))
    }

    fn strength(&self, id: UnitId, fresh: &Battle) -> f64 {
        if self.battle.unit(id).status.is_gone() {
            return 0.0;
        }
        let now = self.rules.advice().profile(self.battle, id).worth;
        let whole = self.rules.advice().profile(fresh, id).worth.max(now);
        if whole <= 0 {
            return 1.0;
        }
        let part = f64::from(now.max(0)) / f64::from(whole);
        (part * 1000.0).round() / 1000.0
    }

    pub(crate) fn marks(&self, id: UnitId) -> Vec<MarkView> {
        let unit = self.battle.unit(id);
        unit.marks
            .iter()
            .zip(&self.card().marks)
            .filter(|(value, spec)| **value != 0 && !spec.title.is_empty())
            .map(|(&value, spec)| MarkView {
                id: spec.id.clone(),
                title: spec.title.clone(),
                value,
                says: sandtable_tell::mark(spec, value),
                clause: self.cite(spec.clause),
            })
            .collect()
    }

    fn ratings(&self, id: UnitId) -> Vec<RatingView> {
        let unit = self.battle.unit(id);
        unit.ratings
            .iter()
            .zip(&self.card().ratings)
            .filter_map(|(&value, spec)| {
                Some(RatingView {
                    title: spec.title.clone(),
                    value: say(spec.shown(unit.kind, value)?).to_owned(),
                })
            })
            .collect()
    }

    /// Describes a unit in a sentence, for screen readers.
    fn sentence(&self, id: UnitId, rects: &[Rect], ready: bool) -> String {
        let card = self.card();
        let unit = self.battle.unit(id);
        let mut parts = vec![self.name(id).to_owned()];
        let kind = card.kinds.get(usize::from(unit.kind));
        parts.push(kind.map_or_else(String::new, |k| {
            sandtable_tell::words::in_sentence(&k.title)
        }));
        match unit.status {
            Status::Table => {}
            Status::Reserve => parts.push(say!("not yet placed")),
            Status::Expected => parts.push(say!("still to come")),
            Status::Destroyed => parts.push(say!("destroyed")),
            Status::Fled => parts.push(say!("fled")),
            Status::Captured => parts.push(say!("captured")),
            Status::Exited => parts.push(say!("marched off")),
        }
        if unit.on_table() {
            if card.formations.len() > 1
                && let Some(formation) = card.formations.get(usize::from(unit.formation))
            {
                parts.push(say!(
                    "in {formation}",
                    formation = sandtable_tell::words::plain(formation)
                ));
            }
            if unit.started > 1 {
                let all = card.strength.count(unit.started);
                parts.push(say!("{part} of {all}", part = unit.stands, all = all));
            }
            for mark in self.marks(id) {
                parts.push(mark.says);
            }
            parts.push(say!(
                "facing {wind}",
                wind = sandtable_tell::compass(unit.pose.facing)
            ));
            let own = &rects[id.index()];
            let near = self
                .battle
                .side(unit.side.other())
                .map(|(foe, _)| (own.distance(&rects[foe.index()]).length, foe))
                .min();
            if let Some((length, foe)) = near {
                let far = format!("{:.1}", self.ruler().measure(length));
                let far = sandtable_tongue::numeral(far);
                let far = sandtable_tell::measured(self.ruler(), &far);
                parts.push(if length == 0 {
                    say!("touching {unit}", unit = self.name(foe))
                } else {
                    say!("{far} from {unit}", far = far, unit = self.name(foe))
                });
            }
        }
        if ready {
            parts.push(say!("may act"));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }

    /// Tells whether a piece of terrain may be laid now.
    fn may_lay(&self, piece: u8) -> bool {
        let mut offers = Vec::new();
        if self.battle.ended.is_none() {
            self.rules.offers(self.battle, None, &mut offers);
        }
        offers.iter().any(|o| o.scope == Scope::Piece(piece))
    }

    pub(crate) fn table_orders(&self, ready: &[UnitId]) -> Vec<TableOrder> {
        if self.battle.ended.is_some() {
            return Vec::new();
        }
        let mut offers = Vec::new();
        self.rules.offers(self.battle, None, &mut offers);
        let orders: Vec<(Order, &Offer)> = offers
            .iter()
            .filter(|offer| offer.scope == Scope::Plain)
            .filter_map(|offer| {
                let order = match offer.verb {
                    Verb::Draw => Order::Draw,
                    Verb::RollOff => Order::RollOff,
                    Verb::End => Order::End,
                    _ => return None,
                };
                Some((order, offer))
            })
            .filter(|(order, _)| self.rules.judge(self.battle, order).is_ok())
            .collect();
        // Dice for a dispute may be rolled at any time, so next to what the turn asks for they are
        // no step of the turn.
        let turn = orders.iter().filter(|(o, _)| *o != Order::RollOff).count();
        let aside = |order: &Order| turn > 0 && *order == Order::RollOff;
        let alone = ready.is_empty() && turn.max(1) == 1;
        orders
            .into_iter()
            .map(|(order, offer)| TableOrder {
                label: self.label(&order),
                clause: self.cite(offer.clause),
                main: alone && !aside(&order),
                aside: aside(&order),
                tests: self.tests_all(&order, ready),
                order,
            })
            .collect()
    }

    /// Tells whether an order makes the tests of all units that may act, and those can do nothing
    /// else.
    fn tests_all(&self, order: &Order, ready: &[UnitId]) -> bool {
        let test = |unit| self.rules.judge(self.battle, &Order::Test { unit }).is_ok();
        if ready.is_empty() || !ready.iter().all(|&unit| test(unit)) {
            return false;
        }
        let mut dice = Rolled::new(0, 0);
        let Ok((_, events)) = self.rules.play(self.battle, order, &mut dice) else {
            return false;
        };
        ready.iter().all(|&id| {
            let about = |event: &Event| matches!(*event, Event::Told { unit, .. } if unit == id);
            events.iter().any(about)
        })
    }

    fn choice(&self) -> Option<ChoiceView> {
        let waits = self.battle.cursor.waits?;
        Some(ChoiceView {
            side: waits.side.into(),
            unit: waits.unit.map(|u| u.0),
            other: waits.other.map(|u| u.0),
            asks: self.question(&waits),
            clause: self.cite(waits.why),
            // Some answers exist only in some positions.
            options: (0..waits.choices)
                .filter(|&choice| {
                    let order = Order::Decide { choice };
                    self.rules.judge(self.battle, &order).is_ok()
                })
                .map(|choice| ChoiceOption {
                    label: self.answer(&waits, choice),
                    order: Order::Decide { choice },
                })
                .collect(),
        })
    }

    pub(crate) fn ended(&self, by: Option<Clause>) -> Option<EndView> {
        let outcome = self.battle.ended?;
        let winner = match outcome {
            Outcome::Won(side) => Some(side),
            Outcome::Draw => None,
        };
        Some(EndView {
            winner: winner.map(Into::into),
            title: self.outcome(outcome),
            says: by.map_or_else(String::new, |clause| self.decided(clause)),
            clause: by.map_or_else(String::new, |clause| self.cite(clause)),
        })
    }
}

impl Look<'_> {
    /// Says what decided a battle that ended by a clause, without a full stop.
    fn decided(&self, by: Clause) -> String {
        match by {
            c::DECLARED => say!("The umpire declared it"),
            c::TARGET => say!("Enough points to win"),
            _ => match self.rules.advice().decided(self.battle, by) {
                told if told.is_empty() => sandtable_tell::words::capital(self.title(by)),
                told => told,
            },
        }
    }
}

/// Returns where the single stands lie in a unit's rectangle: rank by rank from the front, the last
/// rank centred. Where several units of strength share a base, no more bases are drawn than the
/// rectangle has room for: a gun model keeps its one base whatever its crew.
fn stands(
    ruler: Ruler,
    rect: &Rect,
    count: u8,
    to_a_base: u8,
    stand: (Length, Length),
) -> Vec<StandView> {
    let (frontage, depth) = (rect.frontage(), rect.depth());
    let (wide, deep) = (stand.0.clamp(1, frontage.max(1)), stand.1.max(1));
    let mut count = Length::from(count.div_ceil(to_a_base.max(1)).max(1));
    if to_a_base > 1 {
        let room = ((frontage + wide / 2) / wide) * ((depth + deep / 2) / deep);
        count = count.min(room.max(1));
    }
    let files = ((frontage + wide / 2) / wide).clamp(1, count);
    let ranks = (count + files - 1) / files;
    // Ranks close up where the rectangle is less deep than they are.
    let step = deep.min(depth / ranks).max(1);
    let shown: Xy = [long(ruler, wide), long(ruler, step.min(depth))];
    (0..count)
        .map(|i| {
            let (rank, file) = (i / files, i % files);
            let in_rank = files.min(count - rank * files);
            let across = (2 * file + 1 - in_rank) * wide / 2;
            let back = step * rank + step / 2;
            StandView {
                at: xy(ruler, inside(rect, across, back)),
                size: shown,
            }
        })
        .collect()
}

/// Returns the point of a rectangle that lies this far right of its middle line and this far behind
/// its front.
fn inside(rect: &Rect, right: Length, back: Length) -> Point {
    let facing = rect.facing();
    Pose::at(rect.front_middle(), facing)
        .advanced(-back)
        .moved(facing.turned(Facing::EIGHTH * 2), right)
        .point()
}
