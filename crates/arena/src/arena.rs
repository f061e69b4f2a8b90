//! A scenario as learners see it: the list of actions, and the orders that they stand for.

use crate::Act;
use crate::acts::{COLUMNS, ROWS, SHARES};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Battle, Leg, LegSet, Legs, Offer, Order, Reach, Rules, Scope, Side, UnitId, Verb,
};
use sandtable_drill::scaled;
use sandtable_geometry::{Area, Facing, Length, Point, Pose};
use std::sync::Arc;

/// Parts of a move to try in turn, out of [`WHOLE`].
const PARTS: [u32; 7] = [32, 24, 16, 8, 4, 2, 1];
/// The part of a move that must be legal for its action to be open. This part of half the allowance
/// is the least of [`PARTS`] of the whole, so both actions are open together.
const LEAST: [u32; 1] = [2];
/// The number of parts in a whole move, see [`PARTS`].
const WHOLE: u32 = 32;
/// Number of places to try along each side of a cell.
const SPOTS: i32 = 3;
/// An eighth of a turn.
const EIGHTH: i32 = 0x2000;

/// Scenario with a finite list of actions.
pub struct Arena {
    pub(crate) rules: Arc<dyn Rules>,
    pub(crate) start: Battle,
    /// The units of each side, in the order used by actions and rows of numbers.
    pub(crate) sides: [Vec<UnitId>; 2],
    /// Index of every unit among the units of its side.
    places: Vec<usize>,
    /// Actions before a unit is chosen.
    pub(crate) table: Vec<Act>,
    /// Actions of the chosen unit; they follow those of `table`.
    pub(crate) unit: Vec<Act>,
    /// Strength of each side at the start, as its rule set weighs it.
    pub(crate) worth: [i32; 2],
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena")
            .field("title", &self.start.setting.title)
            .field("actions", &self.actions())
            .finish_non_exhaustive()
    }
}

impl Arena {
    /// Creates an arena from a scenario or a position.
    #[must_use]
    pub fn new(rules: Arc<dyn Rules>, start: Battle) -> Self {
        let of = |side| {
            let own = start.all().filter(|(_, unit)| unit.side == side);
            own.map(|(id, _)| id).collect::<Vec<UnitId>>()
        };
        let sides = Side::BOTH.map(of);
        let mut places = vec![0; start.units.len()];
        for units in &sides {
            for (place, id) in units.iter().enumerate() {
                places[id.index()] = place;
            }
        }
        let slots = sides[0].len().max(sides[1].len());
        let formations = rules.card().formations.len();
        let worth = Side::BOTH.map(|side| {
            let units = sides[side.index()].iter();
            let worth = units.map(|&id| rules.advice().profile(&start, id).worth);
            worth.sum::<i32>().max(1)
        });
        Self {
            table: Act::of_table(start.setting.pieces.len(), slots),
            unit: Act::of_unit(slots, formations),
            rules,
            start,
            sides,
            places,
            worth,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<dyn Rules> {
        &self.rules
    }

    /// Returns the battle before its first order.
    #[must_use]
    pub const fn start(&self) -> &Battle {
        &self.start
    }

    /// Returns the size of the larger side: the number of slots for units in actions and rows.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.sides[0].len().max(self.sides[1].len())
    }

    /// Returns the number of actions.
    #[must_use]
    pub const fn actions(&self) -> usize {
        self.table.len() + self.unit.len()
    }

    /// Returns what an action means.
    #[must_use]
    pub fn action(&self, action: usize) -> Option<Act> {
        let own = action.checked_sub(self.table.len());
        own.map_or_else(|| self.table.get(action), |own| self.unit.get(own))
            .copied()
    }

    /// Returns the unit of a side at an index.
    #[must_use]
    pub fn unit_at(&self, side: Side, place: usize) -> Option<UnitId> {
        self.sides[side.index()].get(place).copied()
    }

    /// Appends the actions that are open before a unit is chosen, except those that choose one of
    /// the `tired` units.
    pub(crate) fn open(&self, battle: &Battle, tired: &[UnitId], out: &mut Vec<usize>) {
        self.open_of(battle, None, out);
        let mut units = Vec::new();
        self.rules.ready(battle, &mut units);
        let slots = self.slots();
        let first = self.table.len() - slots;
        let choices = units.iter().filter(|unit| !tired.contains(unit));
        out.extend(choices.map(|unit| first + self.places[unit.index()]));
        out.sort_unstable();
        out.dedup();
    }

    /// Appends the actions that are open to the table, or to a unit.
    pub(crate) fn open_of(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<usize>) {
        let mut offers = Vec::new();
        self.rules.offers(battle, who, &mut offers);
        let (base, acts) = match who {
            Some(_) => (self.table.len(), &self.unit),
            None => (0, &self.table),
        };
        let mut before = false;
        for (place, &act) in acts.iter().enumerate() {
            // A unit that can go half the distance may also be ordered to go the whole.
            let farther = matches!(act, Act::Go { share: 2.., .. });
            let mut spoken = offers.iter().filter(|offer| speaks_of(offer, act));
            let open = match farther {
                true => before,
                false => spoken.any(|offer| self.order(battle, offer, act, &LEAST).is_some()),
            };
            if open {
                out.push(base + place);
            }
            before = open;
        }
    }

    /// Returns the legal order that an action stands for in a position, given the chosen unit.
    pub(crate) fn order_of(
        &self,
        battle: &Battle,
        chosen: Option<UnitId>,
        action: usize,
    ) -> Option<Order> {
        let act = self.action(action)?;
        let mut offers = Vec::new();
        self.rules.offers(battle, chosen, &mut offers);
        let mut spoken = offers.iter().filter(|offer| speaks_of(offer, act));
        spoken.find_map(|offer| self.order(battle, offer, act, &PARTS))
    }

    /// Returns the legal order that an action stands for under an offer. For a move it takes the
    /// first of the given parts that is legal.
    fn order(&self, battle: &Battle, offer: &Offer, act: Act, parts: &[u32]) -> Option<Order> {
        let legal = |order: Order| self.rules.judge(battle, &order).is_ok().then_some(order);
        let own = offer.unit;
        match (act, &offer.scope) {
            (Act::Plain(verb), _) => legal(plain(verb, own)?),
            (Act::Decide(choice), Scope::Choices(most)) if choice < *most => {
                legal(Order::Decide { choice })
            }
            (Act::Lay { piece, cell }, Scope::Piece(offered)) if piece == *offered => {
                let (width, height) = (battle.setting.width, battle.setting.height);
                let bounds = (Point::new(0, 0), Point::new(width, height));
                let mut spots = spots(bounds, cell, battle.to_move());
                spots.find_map(|at| {
                    let at = Pose::at(at, Facing::NORTH);
                    legal(Order::Lay { piece, at })
                })
            }
            (Act::Face(eighths), Scope::Facing(most)) => {
                let front = battle.unit(own?).pose.facing;
                let to = front.turned(i32::from(eighths) * EIGHTH);
                if front.turn_to(to).abs() > *most {
                    return None;
                }
                legal(Order::Face { unit: own?, to })
            }
            (Act::Form(formation), Scope::Formations(bits)) if bits >> formation & 1 == 1 => {
                legal(Order::Form {
                    unit: own?,
                    formation,
                })
            }
            (
                Act::At {
                    verb,
                    target,
                    reach,
                },
                Scope::Targets(targets),
            ) => {
                let side = match verb {
                    Verb::Rally | Verb::Join => battle.to_move(),
                    _ => battle.to_move().other(),
                };
                let target = *self.sides[side.index()].get(usize::from(target))?;
                if !targets.contains(&target) {
                    return None;
                }
                legal(directed(verb, own?, target, reach)?)
            }
            (Act::Go { .. } | Act::Towards(_) | Act::Wheel { .. }, Scope::Way(reach)) => {
                self.way(battle, own?, reach, act, parts)
            }
            (Act::Place(cell), scope) => {
                let area = scope.area(battle)?;
                self.place(battle, own?, area, cell)
            }
            _ => None,
        }
    }

    /// Returns a move in a direction, as far as it is legal.
    fn way(
        &self,
        battle: &Battle,
        unit: UnitId,
        reach: &Reach,
        act: Act,
        parts: &[u32],
    ) -> Option<Order> {
        let start = battle.unit(unit).pose;
        let ways: ArrayVec<Legs, 3> = match act {
            Act::Go { bearing, share } => {
                let turn = i32::from(bearing) * EIGHTH;
                let by = reach.allowance / i32::from(SHARES) * i32::from(share);
                straight(reach, start, start.facing.turned(turn), by)
            }
            Act::Towards(enemy) => {
                let enemies = &self.sides[battle.to_move().other().index()];
                let enemy = battle.unit(*enemies.get(usize::from(enemy))?);
                if !enemy.on_table() {
                    return None;
                }
                let to = Facing::towards(start.point(), enemy.pose.point());
                straight(reach, start, to, reach.allowance)
            }
            Act::Wheel { hand, share } if reach.legs.has(LegSet::WHEEL) => {
                let frontage = self.rules.footprint(battle, unit).frontage();
                let quarter = i64::from(Facing::arc(0x4000, frontage).max(1));
                let most = (i64::from(reach.allowance) * 0x4000 / quarter).min(0x4000);
                let by = u16::try_from(most * i64::from(share) / i64::from(SHARES)).ok()?;
                let left = reach.allowance - Facing::arc(i32::from(by), frontage);
                let mut legs = Legs::new();
                legs.push(Leg::Wheel { hand, by });
                legs.push(Leg::Advance { by: left.max(0) });
                std::iter::once(legs).collect()
            }
            _ => return None,
        };
        ways.iter().find_map(|legs| {
            parts.iter().find_map(|&parts| {
                let legs = scaled(legs, parts, WHOLE, start);
                let order = Order::Move { unit, legs };
                self.rules.judge(battle, &order).is_ok().then_some(order)
            })
        })
    }

    /// Returns an order to place a unit at a free spot in a cell of an area, facing the middle of
    /// the table.
    fn place(&self, battle: &Battle, unit: UnitId, area: &Area, cell: u8) -> Option<Order> {
        let setting = &battle.setting;
        let middle = Point::new(setting.width / 2, setting.height / 2);
        let home = area.middle();
        let (east, north) = (middle.x - home.x, middle.y - home.y);
        let facing = match (north.abs() >= east.abs(), north >= 0, east >= 0) {
            (true, true, _) => Facing::NORTH,
            (true, false, _) => Facing::SOUTH,
            (false, _, true) => Facing::EAST,
            (false, _, false) => Facing::WEST,
        };
        let formation = battle.unit(unit).formation;
        spots(area.bounds(), cell, battle.to_move()).find_map(|at| {
            let order = Order::Place {
                unit,
                at: Pose::at(at, facing),
                formation,
            };
            self.rules.judge(battle, &order).is_ok().then_some(order)
        })
    }
}

/// Returns whether an offer could give the order of an action at all, by a cheap check.
fn speaks_of(offer: &Offer, act: Act) -> bool {
    match act {
        Act::Any | Act::Choose(_) | Act::Back => false,
        Act::Plain(verb) | Act::At { verb, .. } => offer.verb == verb,
        Act::Decide(_) => offer.verb == Verb::Decide,
        Act::Lay { .. } => offer.verb == Verb::Lay,
        Act::Face(_) => offer.verb == Verb::Face,
        Act::Form(_) => offer.verb == Verb::Form,
        Act::Go { .. } | Act::Towards(_) | Act::Wheel { .. } => offer.verb == Verb::Move,
        Act::Place(_) => offer.verb == Verb::Place,
    }
}

/// Makes an order that leaves nothing to choose.
const fn plain(verb: Verb, unit: Option<UnitId>) -> Option<Order> {
    Some(match (verb, unit) {
        (Verb::Test, Some(unit)) => Order::Test { unit },
        (Verb::Load, Some(unit)) => Order::Load { unit },
        (Verb::Leave, Some(unit)) => Order::Leave { unit },
        (Verb::Pass, Some(unit)) => Order::Pass { unit },
        (Verb::Draw, None) => Order::Draw,
        (Verb::RollOff, None) => Order::RollOff,
        (Verb::End, None) => Order::End,
        _ => return None,
    })
}

/// Makes an order at a unit.
fn directed(verb: Verb, unit: UnitId, target: UnitId, reach: bool) -> Option<Order> {
    let mut all = verb.at(unit, target).into_iter();
    all.find(|order| match order {
        Order::Charge { reach: asked, .. } => *asked == reach,
        _ => true,
    })
}

/// Returns straight moves in a direction, one for each kind of leg that the unit may use.
fn straight(reach: &Reach, start: Pose, to: Facing, by: Length) -> ArrayVec<Legs, 3> {
    let mut out = ArrayVec::new();
    let off = start.facing.turn_to(to);
    let mut add = |legs: &[Leg]| out.push(legs.iter().copied().collect());
    if reach.legs.has(LegSet::ADVANCE) {
        if off == 0 {
            add(&[Leg::Advance { by }]);
        } else if reach.legs.has(LegSet::PIVOT) {
            add(&[Leg::Pivot { to }, Leg::Advance { by }]);
        }
    }
    if reach.legs.has(LegSet::MARCH) {
        let to = start.point().moved(to, by);
        add(&[Leg::March { to }]);
    }
    if reach.legs.has(LegSet::SLIDE) && off.abs() <= reach.spread {
        add(&[Leg::Slide { towards: to, by }]);
    }
    out
}

/// Lists places in a cell of an area, the middle first. Cells count row by row from the left of the
/// side's own edge, so that both sides count alike.
fn spots((low, high): (Point, Point), cell: u8, side: Side) -> impl Iterator<Item = Point> {
    let (column, row) = (i32::from(cell % COLUMNS), i32::from(cell / COLUMNS));
    let (columns, rows) = (i32::from(COLUMNS), i32::from(ROWS));
    let (column, row) = match side {
        Side::A => (column, row),
        Side::B => (columns - 1 - column, rows - 1 - row),
    };
    let (wide, tall) = ((high.x - low.x) / columns, (high.y - low.y) / rows);
    let order = [SPOTS / 2, 0, SPOTS - 1];
    order.into_iter().flat_map(move |y| {
        order.map(|x| {
            let part = |of: i32, at: i32| of * (2 * at + 1) / (2 * SPOTS);
            Point::new(
                low.x + wide * column + part(wide, x),
                low.y + tall * row + part(tall, y),
            )
        })
    })
}
