//! A sensible order in no time, for playouts. A few rolls stand for the odds, and the first unit
//! that has something worth doing does it.

use crate::candidates::{enemies, facings};
use crate::memory::{Moment, moment};
use crate::post::parts;
use crate::sampler::{plain, spot};
use crate::stance::Stance;
use crate::view::View;
use crate::{Lot, Player, Random, sample};
use sandtable_battle::{
    Battle, Legal, Offer, Order, Reach, Rolled, Rules, Scene, Scope, UnitId, Verb,
};
use sandtable_drill::roughly_nearest;
use sandtable_geometry::{Facing, Point, Pose, TOLERANCE};

/// Least gain of an order worth giving, in thousandths of a unit.
const WORTH_DOING: f64 = 2.0;

/// Number of times the dice of an order are rolled to see what it is worth.
const THROWS: u32 = 4;

/// Most targets of an offer to weigh.
const TARGETS: usize = 3;

/// Player that gives sensible orders at once.
#[derive(Debug)]
pub struct Quick {
    lot: Lot,
    seed: u64,
    thrown: u32,
    scene: Option<Scene>,
    moment: Option<Moment>,
    passed: Vec<bool>,
    offers: Vec<Offer>,
    ready: Vec<UnitId>,
}

impl Quick {
    /// Creates a quick player. The seed gives the dice that it tries orders with.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            lot: Lot::new(seed),
            seed,
            thrown: 0,
            scene: None,
            moment: None,
            passed: Vec::new(),
            offers: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// Forgets which units had nothing to do once a new moment begins.
    fn look(&mut self, battle: &Battle) {
        let now = Some(moment(battle));
        if self.moment != now || self.passed.len() != battle.units.len() {
            self.moment = now;
            self.passed.clear();
            self.passed.resize(battle.units.len(), false);
        }
    }

    /// Returns the worth of an order: the mean of some rolls.
    fn gain(&mut self, rules: &dyn Rules, battle: &Battle, legal: &Legal, view: &mut View) -> f64 {
        let mut scene = match self.scene.take() {
            Some(scene) => scene,
            None => Scene::new(battle.clone()),
        };
        let stance = Stance::STEADY;
        let (mut sum, mut thrown) = (0.0, 0);
        for _ in 0..THROWS {
            self.thrown = self.thrown.wrapping_add(1);
            let mut dice = Rolled::new(self.seed, self.thrown);
            scene.reset(battle);
            rules.advice().foresee(legal, &mut scene, &mut dice);
            sum += view.change(rules, battle, &scene, &stance)
                + settled(rules, battle, legal, &scene, view, &stance);
            thrown += 1;
            if dice.rolls().is_empty() {
                break;
            }
        }
        self.scene = Some(scene);
        sum / f64::from(thrown)
    }

    /// Returns the best order of some offers and its gain.
    fn best_of(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        offers: &[Offer],
        view: &mut View,
    ) -> Option<(f64, Order)> {
        let mut best: Option<(f64, Order)> = None;
        for offer in offers {
            if matches!(offer.verb, Verb::End | Verb::Pass | Verb::RollOff) {
                continue;
            }
            for legal in self.some(rules, battle, offer, view) {
                let gain = self.gain(rules, battle, &legal, view);
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    best = Some((gain, legal.order().clone()));
                }
            }
        }
        best
    }

    /// Returns some legal orders of an offer.
    fn some(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        offer: &Offer,
        view: &View,
    ) -> Vec<Legal> {
        let judge = |order: Order| {
            let legal = rules.legal(battle, &order)?;
            let short = offer.verb == Verb::Charge && legal.cost() > legal.allowed() + TOLERANCE;
            (!short).then_some(legal)
        };
        match (&offer.scope, offer.unit) {
            (Scope::Way(reach), Some(unit)) => {
                way(rules, battle, unit, reach, view, &Stance::STEADY)
            }
            (Scope::Targets(targets), Some(unit)) => targets
                .iter()
                .take(TARGETS)
                .flat_map(|&t| offer.verb.at(unit, t))
                .filter_map(judge)
                .collect(),
            (Scope::Facing(most), Some(unit)) => facings(battle, unit, *most)
                .into_iter()
                .take(1)
                .filter_map(judge)
                .collect(),
            (Scope::Formations(bits), Some(unit)) => (0..32)
                .filter(|i| bits >> i & 1 == 1)
                .filter_map(|formation| judge(Order::Form { unit, formation }))
                .collect(),
            (scope @ (Scope::Zone(_) | Scope::Area(_)), Some(unit)) => (0..8)
                .filter_map(|_| spot(battle, scope.area(battle)?, &mut self.lot))
                .filter_map(|at| {
                    let formation = battle.unit(unit).formation;
                    judge(Order::Place {
                        unit,
                        at,
                        formation,
                    })
                })
                .take(1)
                .collect(),
            (Scope::Choices(count), _) => (0..*count)
                .filter_map(|choice| judge(Order::Decide { choice }))
                .collect(),
            (Scope::Plain, unit) => plain(offer.verb, unit)
                .and_then(judge)
                .into_iter()
                .collect(),
            _ => sample(rules, battle, offer, &mut self.lot)
                .into_iter()
                .collect(),
        }
    }

    /// Returns the unit's best order, and its offer to end or pass.
    fn of_unit(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        unit: Option<UnitId>,
        view: &mut View,
    ) -> (Option<(f64, Order)>, Option<Offer>) {
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        rules.offers(battle, unit, &mut offers);
        let best = self.best_of(rules, battle, &offers, view);
        let rest = offers
            .iter()
            .find(|o| matches!(o.verb, Verb::End | Verb::Pass))
            .cloned();
        self.offers = offers;
        (best, rest)
    }
}

/// Returns how much the post of the acting unit improves by an order.
fn settled(
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    after: &Battle,
    view: &mut View,
    stance: &Stance,
) -> f64 {
    let Some(unit) = legal.order().unit() else {
        return 0.0;
    };
    if battle.unit(unit) == after.unit(unit) {
        return 0.0;
    }
    let moved = battle.unit(unit).pose != after.unit(unit).pose;
    let before = view.parts(rules, battle, unit).weighed(stance);
    parts(rules, after, unit, &view.foes, moved).weighed(stance) - before
}

/// Returns a move to the best of a few places: towards the nearest enemy, round its flank, to the
/// nearest objective, or back.
fn way(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    view: &View,
    stance: &Stance,
) -> Vec<Legal> {
    let foes = enemies(rules, battle, unit);
    let me = battle.unit(unit).pose;
    let here = me.point();
    let profile = rules.advice().profile(battle, unit);
    let mut spots: Vec<Point> = Vec::new();
    if let Some(&foe) = foes.first() {
        let rect = rules.footprint(battle, foe);
        let away = Facing::towards(rect.centre(), here);
        let off = if profile.range > 0 {
            profile.range * 9 / 10
        } else {
            profile.charge * 8 / 10
        };
        spots.push(rect.centre().moved(away, off));
        spots.push(rect.centre());
        let flank = rect.facing().turned(if rect.facing().turn_to(away) >= 0 {
            0x4000
        } else {
            -0x4000
        });
        spots.push(rect.centre().moved(flank, off / 2));
        spots.push(here.moved(away, reach.allowance));
    }
    let goal = battle
        .setting
        .objectives()
        .min_by_key(|zone| zone.area.middle().distance(here));
    spots.extend(goal.map(|zone| zone.area.middle()));
    let look = foes.first().map(|&f| battle.unit(f).pose.point());
    let mut scene = battle.clone();
    let mut ends: Vec<(f64, Point, Option<Facing>)> = spots
        .into_iter()
        .map(|to| {
            let end = if to.distance(here) > reach.allowance {
                here.moved(Facing::towards(here, to), reach.allowance)
            } else {
                to
            };
            let facing = look.map(|l| Facing::towards(end, l));
            scene.units[unit.index()].pose = Pose::at(end, facing.unwrap_or(me.facing));
            let stands = parts(rules, &scene, unit, &view.foes, true);
            (stands.weighed(stance), to, facing)
        })
        .collect();
    ends.sort_by(|one, other| other.0.total_cmp(&one.0));
    let now = parts(rules, battle, unit, &view.foes, false).weighed(stance);
    ends.into_iter()
        .take_while(|end| end.0 > now)
        .take(2)
        .find_map(|(_, to, facing)| roughly_nearest(rules, battle, unit, reach, to, facing))
        .into_iter()
        .collect()
}

impl Player for Quick {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        self.look(battle);
        let mut view = View::new(rules, battle);
        let mut ready = std::mem::take(&mut self.ready);
        ready.clear();
        rules.ready(battle, &mut ready);
        let acting = battle.cursor.unit.filter(|u| ready.contains(u));
        if let Some(unit) = acting {
            ready.clear();
            ready.push(unit);
        }
        let mut last: Option<(f64, Order)> = None;
        let mut rest = None;
        for &unit in &ready {
            if self.passed[unit.index()] {
                continue;
            }
            let (best, end) = self.of_unit(rules, battle, Some(unit), &mut view);
            rest = rest.or(end);
            match best {
                Some((gain, order)) if gain > WORTH_DOING => {
                    self.ready = ready;
                    return Some(order);
                }
                best => {
                    self.passed[unit.index()] = true;
                    if best.as_ref().map(|b| b.0) > last.as_ref().map(|b| b.0) {
                        last = best;
                    }
                }
            }
        }
        self.ready = ready;
        if acting.is_none() {
            let (best, end) = self.of_unit(rules, battle, None, &mut view);
            rest = rest.or(end);
            if best
                .as_ref()
                .is_some_and(|best| best.0 > WORTH_DOING || rest.is_none())
            {
                return best.map(|best| best.1);
            }
        }
        rest.and_then(|offer| sample(rules, battle, &offer, &mut self.lot))
            .map(|legal| legal.order().clone())
            .or_else(|| last.map(|best| best.1))
            .or_else(|| Random::new(self.seed).choose(rules, battle))
    }
}
