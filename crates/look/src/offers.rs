//! What a unit may be ordered to do: buttons, and regions to drag in.

use crate::Look;
use crate::measure::{outline, turn};
use crate::view::{OfferOrder, OfferView, Xy};
use crate::words;
use sandtable_battle::{Leg, LegSet, Legal, Legs, Offer, Order, Reach, Scope, UnitId, Verb};
use sandtable_drill::{nearest, reachable};
use sandtable_geometry::{Facing, Length, Point, Pose};
use sandtable_scout as scout;
use sandtable_tongue::say;

/// Number of bearings in which a region's outline is searched.
const BEARINGS: u16 = 48;

/// The same for units that wheel: each bearing tries many wheels.
const WHEELING: u16 = 24;

/// Number of nearest enemies towards which a turn is offered.
const NEAREST: usize = 3;

/// Half a turn, in steps of 1/65536 turn.
const HALF_TURN: i32 = 0x8000;

impl Look<'_> {
    /// Returns what a unit may be ordered to do now.
    #[must_use]
    pub fn offers(&self, unit: UnitId) -> Vec<OfferView> {
        let mut offers = Vec::new();
        let here = self.battle.get(unit).is_some_and(|u| !u.status.is_gone());
        if here && self.battle.ended.is_none() {
            self.rules.offers(self.battle, Some(unit), &mut offers);
        }
        offers
            .iter()
            .filter_map(|offer| {
                let alone = offers.iter().filter(|o| o.verb == offer.verb).count() == 1;
                let view = self.offer(offer, unit, alone);
                let drags = matches!(
                    offer.scope,
                    Scope::Way(_) | Scope::Zone(_) | Scope::Area(_) | Scope::Facing(_)
                );
                (drags || !view.orders.is_empty()).then_some(view)
            })
            .collect()
    }

    /// Returns the offers with example orders where the choice is endless: ways and places.
    #[must_use]
    pub fn offers_sampled(&self, unit: UnitId) -> Vec<OfferView> {
        let mut offers = Vec::new();
        self.rules.offers(self.battle, Some(unit), &mut offers);
        let mut views = self.offers(unit);
        for view in views.iter_mut().filter(|view| view.orders.is_empty()) {
            let of_view =
                |o: &&Offer| words::wire(o.verb) == view.verb && self.cite(o.clause) == view.clause;
            let all = offers.iter().filter(of_view);
            view.samples = all.flat_map(|offer| self.samples(offer, unit)).collect();
            view.samples.dedup();
        }
        views
    }

    /// Says where terrain may be laid: for each piece an example place, and its clause.
    #[must_use]
    pub fn layings(&self) -> Vec<(Order, String)> {
        let mut offers = Vec::new();
        self.rules.offers(self.battle, None, &mut offers);
        let (width, height) = (self.battle.setting.width, self.battle.setting.height);
        let places = spread((Point::new(0, 0), Point::new(width, height)));
        let of_one = |offer: &Offer| {
            let Scope::Piece(piece) = offer.scope else {
                return None;
            };
            let mut orders = places.iter().map(|&at| Order::Lay {
                piece,
                at: Pose::at(at, Facing::NORTH),
            });
            let found = orders.find(|order| self.rules.judge(self.battle, order).is_ok())?;
            Some((found, self.cite(offer.clause)))
        };
        offers.iter().filter_map(of_one).collect()
    }

    /// Returns example orders of an offer that leaves a way or a place to choose: straight ahead,
    /// back and to the sides as far as the unit goes, or a place in the zone.
    fn samples(&self, offer: &Offer, unit: UnitId) -> Vec<Order> {
        let Some(me) = self.battle.get(unit) else {
            return Vec::new();
        };
        let legal = |order: &Order| self.rules.judge(self.battle, order).is_ok();
        match offer.scope {
            Scope::Way(reach) => {
                let quarters = [0, 0x8000, 0x4000, -0x4000].map(|by| me.pose.facing.turned(by));
                let ways = quarters.into_iter().filter_map(|bearing| {
                    let far = me.pose.point().moved(bearing, reach.allowance);
                    let facing = Some(me.pose.facing);
                    let found = nearest(self.rules, self.battle, unit, &reach, far, facing)?;
                    let goes = found.path().last().is_some_and(|end| *end != me.pose);
                    goes.then(|| found.order().clone())
                });
                let mut all: Vec<Order> = Vec::new();
                for order in ways {
                    if !all.contains(&order) {
                        all.push(order);
                    }
                }
                if all.is_empty() && reach.legs.has(LegSet::SLIDE) {
                    all.extend(owed(unit, me.pose, &reach).find(|order| legal(order)));
                }
                all.truncate(2);
                all
            }
            Scope::Facing(most) => {
                let to = me.pose.facing.turned(most.clamp(0, 0x2000));
                let order = Order::Face { unit, to };
                let turns = to != me.pose.facing && legal(&order);
                turns.then_some(order).into_iter().collect()
            }
            ref scope @ (Scope::Zone(_) | Scope::Area(_)) => {
                let area = scope.area(self.battle);
                let places = area.map_or_else(Vec::new, |area| spread(area.bounds()));
                let middle = self.battle.setting.height / 2;
                let order = |at: Point| {
                    let away = at.y > middle;
                    let facing = Facing(if away { 0x8000 } else { 0 });
                    Order::Place {
                        unit,
                        at: Pose::at(at, facing),
                        formation: me.formation,
                    }
                };
                places
                    .into_iter()
                    .map(order)
                    .find(legal)
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn offer(&self, offer: &Offer, unit: UnitId, alone: bool) -> OfferView {
        let label = if alone {
            words::verb(offer.verb).to_owned()
        } else {
            words::way(&offer.scope).map_or_else(
                || {
                    format!(
                        "{}: {}",
                        words::verb(offer.verb),
                        sandtable_tell::words::lower(self.title(offer.clause))
                    )
                },
                ToOwned::to_owned,
            )
        };
        let legal = self.legal(offer, unit);
        OfferView {
            verb: words::wire(offer.verb).to_owned(),
            label,
            clause: self.cite(offer.clause),
            orders: legal
                .iter()
                .map(|legal| self.button(offer, legal))
                .collect(),
            samples: Vec::new(),
            region: self.region(offer, unit),
            turn: match &offer.scope {
                Scope::Facing(most) => Some(turn((*most).clamp(0, HALF_TURN))),
                _ => None,
            },
        }
    }

    /// Returns the legal orders of an offer that need no pointing on the table.
    #[must_use]
    pub fn legal(&self, offer: &Offer, unit: UnitId) -> Vec<Legal> {
        scout::legal(self.rules, self.battle, offer, unit)
    }

    /// Returns the legal orders at a target. A charge comes with and without dice for more reach
    /// where the two differ, the one with dice first.
    pub fn directed(&self, verb: Verb, unit: UnitId, target: UnitId) -> Vec<Legal> {
        scout::directed(self.rules, self.battle, verb, unit, target)
    }

    /// Returns the enemies on the table, nearest first.
    pub fn foes(&self, unit: UnitId) -> Vec<UnitId> {
        scout::foes(self.rules, self.battle, unit)
    }

    pub(crate) fn button(&self, offer: &Offer, legal: &Legal) -> OfferOrder {
        let order = legal.order();
        let mut target = order.target();
        let label = match order {
            Order::Charge { reach: true, .. } => {
                say!("{charge}, dice for more reach", charge = self.label(order))
            }
            Order::Face { unit, to } => {
                let faced = self.faced(*unit, *to);
                target = faced;
                faced.map_or_else(
                    || say!("Turn {wind}", wind = sandtable_tell::compass(*to)),
                    |foe| say!("Turn towards {unit}", unit = self.name(foe)),
                )
            }
            _ if offer.verb == Verb::Form => sandtable_tell::words::capital(&self.label(order)),
            _ => self.label(order),
        };
        OfferOrder {
            label,
            order: order.clone(),
            target: target.map(|t| t.0),
            short: self.short(legal),
            fan: self.fan(order),
        }
    }

    /// Returns the headings from which a charge would be legal, in degrees.
    fn fan(&self, order: &Order) -> Vec<Xy> {
        let &Order::Charge { unit, target, .. } = order else {
            return Vec::new();
        };
        let headings = self
            .rules
            .advice()
            .charge_headings(self.battle, unit, target);
        let headings = headings.unwrap_or_default();
        let arcs = headings.arcs().iter();
        arcs.map(|arc| [arc.from.degrees(), arc.to().degrees()])
            .collect()
    }

    /// Returns the nearby enemy that a turn points at.
    fn faced(&self, unit: UnitId, to: Facing) -> Option<UnitId> {
        let me = self.battle.get(unit)?;
        self.foes(unit)
            .into_iter()
            .take(NEAREST)
            .min_by_key(|&foe| {
                let there = self.rules.footprint(self.battle, foe).centre();
                let wanted = Facing::towards(me.pose.point(), there);
                to.turn_to(wanted).abs()
            })
    }

    fn region(&self, offer: &Offer, unit: UnitId) -> Vec<Vec<Xy>> {
        match &offer.scope {
            Scope::Way(reach) => self.reach_outline(unit, reach).into_iter().collect(),
            scope @ (Scope::Zone(_) | Scope::Area(_)) => {
                let area = scope.area(self.battle);
                area.map(|area| outline(self.ruler(), area.outline()))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the outline of where a unit's anchor can come to.
    fn reach_outline(&self, unit: UnitId, reach: &Reach) -> Option<Vec<Xy>> {
        let mut ends: Vec<Point> = Vec::new();
        let bearings = if reach.legs.has(LegSet::WHEEL) {
            WHEELING
        } else {
            BEARINGS
        };
        for pose in reachable(self.rules, self.battle, unit, reach, bearings) {
            if ends.last() != Some(&pose.point()) {
                ends.push(pose.point());
            }
        }
        if ends.len() > 1 && ends.first() == ends.last() {
            ends.pop();
        }
        (ends.len() >= 2).then(|| outline(self.ruler(), &ends))
    }
}

/// Lists slides of the whole allowance, straight back first and then farther to the sides, for
/// moves that must go exactly that far, such as a retreat.
fn owed(unit: UnitId, from: Pose, reach: &Reach) -> impl Iterator<Item = Order> {
    const STEP: i32 = 0x1_0000 / 360;
    let (back, by) = (from.facing.reversed(), reach.allowance);
    let aside = (0..=180).flat_map(|at| [STEP * at, -STEP * at]);
    aside.map(move |at| {
        let towards = back.turned(at);
        let mut legs = Legs::new();
        legs.push(Leg::Slide { towards, by });
        Order::Move { unit, legs }
    })
}

/// Spreads points over a rectangle, its middle first.
fn spread((low, high): (Point, Point)) -> Vec<Point> {
    const STEPS: i32 = 8;
    let middle = Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
    let at = |low: Length, high: Length, step: i32| low + (high - low) / STEPS * step;
    let rows = (1..STEPS).flat_map(|row| (1..STEPS).map(move |column| (column, row)));
    let rest = rows.map(|(x, y)| Point::new(at(low.x, high.x, x), at(low.y, high.y, y)));
    std::iter::once(middle).chain(rest).collect()
}
