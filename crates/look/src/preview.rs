//! An order judged but not given, and the legal order nearest to a drag.

use crate::Look;
use crate::measure::{long, placed, tape};
use crate::table;
use crate::view::{FactorView, Placed, Preview, TerrainView};
use sandtable_battle::{Factor, Leg, Legal, Offer, Order, Reach, Refusals, Scope, UnitId, Verb, c};
use sandtable_drill::{held, nearest};
use sandtable_geometry::{Facing, Length, Point, Pose};
use sandtable_odds::Outlook;

/// A drag reached its point if it ends within this part of a unit of length from it.
const NEAR: Length = 4;

/// A turn reached its facing if it ends within this of it, in 1/65536 turn: a degree.
const ASKEW: i32 = 0x1_0000 / 360;

/// Number of rings round a point in which deployment looks for a free place.
const RINGS: i32 = 24;

impl Look<'_> {
    /// Judges an order without giving it.
    #[must_use]
    pub fn preview(&self, order: &Order) -> Preview {
        match self.rules.judge(self.battle, order) {
            Ok(legal) => self.preview_of(&legal),
            Err(refusals) => self.preview_against(order, &refusals),
        }
    }

    /// Describes an order that was refused.
    fn preview_against(&self, order: &Order, refusals: &Refusals) -> Preview {
        let first = refusals.reasons().first();
        Preview {
            order: order.clone(),
            unit: order.unit().map(|unit| unit.0),
            legal: false,
            refusals: self.refusals_of(order, refusals),
            held: Vec::new(),
            short: None,
            path: Vec::new(),
            lays: self.lays(order),
            cost: 0.0,
            allowed: 0.0,
            tape: None,
            factors: Vec::new(),
            says: first.map_or_else(String::new, |r| self.title(r.clause).to_owned()),
        }
    }

    /// Describes an order that was found legal.
    #[must_use]
    pub fn preview_of(&self, legal: &Legal) -> Preview {
        let order = legal.order();
        Preview {
            order: order.clone(),
            unit: order.unit().map(|unit| unit.0),
            legal: true,
            refusals: Vec::new(),
            held: Vec::new(),
            short: self.short(legal),
            path: self.path(legal),
            lays: self.lays(order),
            cost: long(self.ruler(), legal.cost()),
            allowed: long(self.ruler(), legal.allowed()),
            tape: legal.tape().map(|line| tape(self.ruler(), line)),
            factors: self.factors(&self.rules.advice().factors(self.battle, legal)),
            says: self.does(order, legal.cost(), legal.allowed(), legal.tape()),
        }
    }

    /// Returns the piece of terrain that an order lays, where it would lie.
    fn lays(&self, order: &Order) -> Option<TerrainView> {
        let Order::Lay { piece, at } = *order else {
            return None;
        };
        let spec = self.battle.setting.pieces.get(usize::from(piece))?;
        Some(table::feature(self.ruler(), &spec.feature.laid(at)))
    }

    /// Judges laying a piece of terrain at exactly this point and turn, so that the player sees why
    /// it cannot lie there.
    #[must_use]
    pub fn laying(&self, piece: u8, to: Point, turned: Facing) -> Preview {
        self.preview(&Order::Lay {
            piece,
            at: Pose::at(to, turned),
        })
    }

    /// Returns factors as a page shows them.
    pub fn factors(&self, factors: &[Factor]) -> Vec<FactorView> {
        Outlook::new(self.rules, self.battle).factors(factors)
    }

    /// Returns the rectangles that a legal order leads through.
    fn path(&self, legal: &Legal) -> Vec<Placed> {
        let Some(unit) = legal.order().unit() else {
            return Vec::new();
        };
        let formation = match *legal.order() {
            Order::Form { formation, .. } | Order::Place { formation, .. } => Some(formation),
            _ => None,
        };
        let poses: Vec<Pose> = match (legal.path(), legal.order(), self.battle.get(unit)) {
            ([], Order::Place { at, .. }, _) => vec![*at],
            ([], Order::Face { to, .. }, Some(u)) => vec![u.pose.facing(*to)],
            ([], Order::Form { .. }, Some(u)) => vec![u.pose],
            // A way begins where the unit stands: the tape starts there.
            ([end], Order::Move { .. }, Some(u)) if *end != u.pose => vec![u.pose, *end],
            (path, ..) => path.to_vec(),
        };
        poses
            .into_iter()
            .map(|pose| placed(self.ruler(), &self.rect_at(unit, pose, formation)))
            .collect()
    }

    /// Finds the legal order nearest to what a player dragged: the unit's centre to a point, and
    /// its front to a facing if one is wanted. Where no order is legal, the preview says why not.
    /// None when there is nothing against it and nothing is offered.
    #[must_use]
    pub fn nearest(&self, unit: UnitId, to: Point, facing: Option<Facing>) -> Option<Preview> {
        let Some(legal) = self.nearest_legal(unit, to, facing) else {
            let (order, refusals) = self.barred(unit, to, facing)?;
            return Some(self.preview_against(&order, &refusals));
        };
        let mut preview = self.preview_of(&legal);
        let here = self.battle.get(unit)?.pose;
        let ends = match *legal.order() {
            Order::Place { at, .. } => at,
            Order::Face { to, .. } => here.facing(to),
            _ => legal.path().last().copied().unwrap_or(here),
        };
        let short = self.rect_at(unit, ends, None).centre().distance(to);
        let askew = facing.map_or(0, |wanted| ends.facing.turn_to(wanted).abs());
        if short > self.ruler().unit() / NEAR || askew > ASKEW {
            let barred = self.barred(unit, to, facing);
            preview.held = barred.map_or_else(Vec::new, |(order, refusals)| {
                self.refusals_of(&order, &refusals)
            });
        }
        Some(preview)
    }

    /// Says why a unit cannot come to where it was dragged: the order that would bring it there,
    /// and what the rules say against it. A drag onto an enemy means a charge.
    fn barred(&self, unit: UnitId, to: Point, facing: Option<Facing>) -> Option<(Order, Refusals)> {
        let me = self.battle.get(unit)?;
        let against = |order: Order| Some((self.rules.judge(self.battle, &order).err()?, order));
        let foes = self.battle.side(me.side.other());
        let upon = foes
            .filter(|&(foe, _)| me.on_table() && self.rules.footprint(self.battle, foe).holds(to));
        let charges = upon.flat_map(|(foe, _)| Verb::Charge.at(unit, foe));
        let charge = charges.into_iter().find_map(against);
        let charge = charge.filter(|(refusals, _)| !refusals.cite(c::NOT_IN_THESE_RULES));
        let mut offers = Vec::new();
        self.rules.offers(self.battle, Some(unit), &mut offers);
        let ends = facing.unwrap_or(me.pose.facing);
        let anchor = self.anchor_for(unit, to, ends);
        let way = |offer: &Offer| match &offer.scope {
            Scope::Way(reach) => {
                let (legs, refusals) = held(self.rules, self.battle, unit, reach, anchor, facing)?;
                Some((refusals, Order::Move { unit, legs }))
            }
            Scope::Facing(_) => against(Order::Face { unit, to: ends }),
            Scope::Zone(_) | Scope::Area(_) => against(Order::Place {
                unit,
                at: Pose::at(anchor, ends),
                formation: me.formation,
            }),
            _ => None,
        };
        let found = charge.or_else(|| offers.iter().find_map(way));
        let found = found.or_else(|| {
            let by = self.ruler().unit();
            let legs = [Leg::Advance { by }].into_iter().collect();
            against(Order::Move { unit, legs })
        });
        found.map(|(refusals, order)| (order, refusals))
    }

    /// Returns the nearest legal order as the rules judged it.
    pub fn nearest_legal(&self, unit: UnitId, to: Point, facing: Option<Facing>) -> Option<Legal> {
        let me = self.battle.get(unit)?;
        let mut offers = Vec::new();
        if self.battle.ended.is_none() && !me.status.is_gone() {
            self.rules.offers(self.battle, Some(unit), &mut offers);
        }
        let mut found: Vec<(i64, Legal)> = offers
            .iter()
            .filter_map(|offer| self.reach_for(offer, unit, to, facing))
            .map(|legal| (self.miss(&legal, unit, to, facing), legal))
            .collect();
        found.sort_by_key(|(miss, _)| *miss);
        found.into_iter().next().map(|(_, best)| best)
    }

    /// Returns the order of one offer that comes nearest.
    fn reach_for(
        &self,
        offer: &Offer,
        unit: UnitId,
        to: Point,
        facing: Option<Facing>,
    ) -> Option<Legal> {
        let me = self.battle.get(unit)?;
        match &offer.scope {
            Scope::Way(reach) => self.way(unit, reach, to, facing),
            Scope::Facing(most) => {
                let wanted = facing?;
                let by = me.pose.facing.turn_to(wanted).clamp(-most, *most);
                let order = Order::Face {
                    unit,
                    to: me.pose.facing.turned(by),
                };
                self.rules.judge(self.battle, &order).ok()
            }
            Scope::Zone(_) | Scope::Area(_) => self.spot(unit, to, facing),
            _ => None,
        }
    }

    /// Finds a move. The wanted centre is that of the unit with its new facing, so the search finds
    /// the anchor twice, the second time for the facing with which the unit ends.
    fn way(&self, unit: UnitId, reach: &Reach, to: Point, facing: Option<Facing>) -> Option<Legal> {
        let start = self.battle.get(unit)?.pose;
        let first = facing.unwrap_or(start.facing);
        let anchor = self.anchor_for(unit, to, first);
        let legal = nearest(self.rules, self.battle, unit, reach, anchor, facing)?;
        let ends = legal.path().last().map_or(first, |p| p.facing);
        if ends == first {
            return Some(legal);
        }
        let anchor = self.anchor_for(unit, to, ends);
        let again = nearest(self.rules, self.battle, unit, reach, anchor, facing);
        [Some(legal), again]
            .into_iter()
            .flatten()
            .min_by_key(|legal| self.miss(legal, unit, to, facing))
    }

    /// Returns the point that the unit's pose names when its centre is at `centre`.
    fn anchor_for(&self, unit: UnitId, centre: Point, facing: Facing) -> Point {
        let Some(me) = self.battle.get(unit) else {
            return centre;
        };
        let there = self.rect_at(unit, me.pose.facing(facing), None).centre();
        let here = me.pose.point();
        Point::new(
            centre.x.saturating_add(here.x.saturating_sub(there.x)),
            centre.y.saturating_add(here.y.saturating_sub(there.y)),
        )
    }

    /// Finds a free place near a point during deployment, in rings of a quarter of an inch or
    /// centimetre.
    fn spot(&self, unit: UnitId, to: Point, facing: Option<Facing>) -> Option<Legal> {
        let me = self.battle.get(unit)?;
        let facing = facing.unwrap_or(me.pose.facing);
        let wanted = self.anchor_for(unit, to, facing);
        let judge = |at: Point| {
            let order = Order::Place {
                unit,
                at: Pose::at(at, facing),
                formation: me.formation,
            };
            self.rules.judge(self.battle, &order).ok()
        };
        if let Some(legal) = judge(wanted) {
            return Some(legal);
        }
        (1..=RINGS).find_map(|ring| {
            // Rings grow wider farther out, so that a drag from far away still finds its zone.
            let out = self.ruler().unit() / 4 * ring * (1 + ring / 4);
            (0..16_u16).find_map(|step| judge(wanted.moved(Facing(step << 12), out)))
        })
    }

    /// Returns how far an order ends from what was wanted. A turn counts as its arc at a radius of
    /// three inches or centimetres.
    fn miss(&self, legal: &Legal, unit: UnitId, to: Point, facing: Option<Facing>) -> i64 {
        let Some(me) = self.battle.get(unit) else {
            return i64::MAX;
        };
        let end = match legal.order() {
            Order::Place { at, .. } => *at,
            Order::Face { to, .. } => me.pose.facing(*to),
            _ => legal.path().last().copied().unwrap_or(me.pose),
        };
        let centre = self.rect_at(unit, end, None).centre();
        let unit = self.ruler().unit();
        let turn = facing.map_or(0, |f| Facing::arc(end.facing.turn_to(f), 3 * unit));
        let cost: Length = legal.cost().min(unit) / 1000;
        i64::from(centre.distance(to)) + i64::from(turn) + i64::from(cost)
    }
}
