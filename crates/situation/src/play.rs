//! Steps of a question over time: what a script orders, and what its orders do.

use crate::orders;
use crate::states::States;
use crate::until::{Gone, Until};
use crate::{Situation, Way};
use sandtable_battle::{Battle, Legal, Order, Rolled, Rules, Side, Status, Unit, UnitId, Verb};
use sandtable_odds::{Chain, Chance, Choices, Law, Others, Weight};
use sandtable_scout::idle;
use std::cell::{Cell, RefCell};

/// Most runs of resolutions: some seconds of work.
const RUNS: usize = 300_000;
/// Most ways in which the dice of one order may fall.
pub(crate) const WAYS: usize = 20_000;
/// Most turns that are listed one by one.
pub(crate) const TURNS: usize = 400;

/// How a question over time ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The target is gone and the unit is not.
    Target,
    /// The unit is gone and the target is not.
    Unit,
    /// Both are gone.
    Both,
    /// The battle ended with both in it.
    Battle,
    /// A player must choose.
    Choice,
}

impl End {
    /// All endings.
    pub const ALL: [Self; 5] = [
        Self::Target,
        Self::Unit,
        Self::Both,
        Self::Battle,
        Self::Choice,
    ];
}

/// A question over time while it is being worked out.
pub(crate) struct Play<'a> {
    pub(crate) situation: &'a Situation,
    until: &'a Until,
    others: Others,
    pub(crate) choices: Choices<'a>,
    /// Number of runs left.
    pub(crate) left: Cell<usize>,
}

/// A unit with an arbitrary but fixed ordering.
#[derive(Clone, PartialEq, Eq)]
struct Body(Unit);

impl PartialOrd for Body {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Body {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |u: &Unit| {
            let place = (u.pose.x, u.pose.y, u.pose.facing.0);
            let group = (u.group.0, u.with.map(|w| w.0));
            let own = (u.kind, u.side.index(), u.started, u.ratings);
            (u.status, u.stands, u.marks, u.formation, place, group, own)
        };
        key(&self.0).cmp(&key(&other.0))
    }
}

impl<'a> Play<'a> {
    pub(crate) fn new(situation: &'a Situation, until: &'a Until, others: Others) -> Self {
        Self {
            situation,
            until,
            others,
            choices: Choices::new(others, &*situation.rules, &situation.battle),
            left: Cell::new(RUNS),
        }
    }

    /// Follows the steps from a battle, through this many states at most.
    pub(crate) fn chain(
        &self,
        start: &Battle,
        ways: &[(Way, UnitId)],
        most: usize,
    ) -> (Chain<usize>, States) {
        let states = RefCell::new(States::default());
        let first = states.borrow_mut().place(start.clone());
        let done = |&at: &usize| self.end(states.borrow().get(at)).is_some();
        let step = |&at: &usize| {
            let from = states.borrow().get(at).clone();
            let mut states = states.borrow_mut();
            if ways.is_empty() {
                self.turn(&from, &mut states)
            } else {
                self.again(ways, &from, &mut states)
            }
        };
        let chain = Chain::within(most, first, done, step);
        (chain, states.into_inner())
    }

    pub(crate) fn rules(&self) -> &dyn Rules {
        &*self.situation.rules
    }

    /// Returns how a battle has ended, if the awaited end has come.
    pub(crate) fn end(&self, battle: &Battle) -> Option<End> {
        let gone = |unit: UnitId| battle.get(unit).is_some_and(|u| u.status.is_gone());
        let (unit, target) = (gone(self.situation.unit), gone(self.situation.target));
        let waited = match self.until.gone {
            Gone::Either => unit || target,
            Gone::Unit => unit,
            Gone::Target => target,
        };
        if waited {
            return Some(match (unit, target) {
                (true, true) => End::Both,
                (true, false) => End::Unit,
                _ => End::Target,
            });
        }
        if battle.ended.is_some() {
            return Some(match (unit, target) {
                (false, true) => End::Target,
                (true, false) => End::Unit,
                _ => End::Battle,
            });
        }
        let stuck = self.others == Others::Stop && battle.cursor.waits.is_some();
        stuck.then_some(End::Choice)
    }

    /// Returns the next order: one of the script; if none is legal, one that lets time pass; and if
    /// there is none, any that must be given.
    pub(crate) fn next(&self, battle: &Battle) -> Option<Legal> {
        let rules = self.rules();
        if battle.cursor.waits.is_some() {
            let chosen = self.choices.choose(battle);
            return chosen.map(|(_, legal)| legal);
        }
        let (unit, target) = (self.situation.unit, self.situation.target);
        let (script, unit, target) = match battle.to_move() {
            Side::A => (&self.until.unit, unit, target),
            Side::B => (&self.until.target, target, unit),
        };
        let there = |id: UnitId| battle.get(id).is_some_and(|u| u.status == Status::Table);
        if there(unit) && there(target) {
            for name in script {
                let Some((verb, reach)) = orders::verb(name) else {
                    continue;
                };
                let orders = orders::said(verb, reach, unit, target);
                let mut legal = orders.iter().filter_map(|o| rules.judge(battle, o).ok());
                if let Some(legal) = legal.next() {
                    return Some(legal);
                }
            }
        }
        // Ending a phase comes before telling single units to do nothing. Dice for a dispute come
        // last: they let no time pass.
        let mut idle = idle(rules, battle, false);
        idle.sort_by_key(|(how, _)| *how);
        let judged = |order: &Order| rules.judge(battle, order).ok();
        if let Some(legal) = idle.iter().find_map(|(_, order)| judged(order)) {
            return Some(legal);
        }
        rules.all_offers(battle).iter().find_map(|offer| {
            let sandtable_battle::Scope::Targets(targets) = &offer.scope else {
                let id = offer.unit?;
                return (offer.verb == Verb::Test)
                    .then(|| judged(&Order::Test { unit: id }))
                    .flatten();
            };
            let id = offer.unit?;
            targets.iter().find_map(|&target| {
                let orders = orders::said(offer.verb, false, id, target);
                orders.iter().find_map(judged)
            })
        })
    }

    /// Repeats orders from where they were first given, all at once: what their targets have
    /// suffered stays, everything else is reset.
    pub(crate) fn again(
        &self,
        ways: &[(Way, UnitId)],
        from: &Battle,
        states: &mut States,
    ) -> Law<usize> {
        let mut all = vec![(from.clone(), Chance::ONE)];
        let mut law = Law::new();
        for (way, target) in ways {
            let Some(hit) = self.once(way, *target, from) else {
                continue;
            };
            let kept = all.iter().fold(Chance::NONE, |sum, (_, m)| sum.plus(*m));
            law.lose(kept.times(hit.lost()));
            let mut next = Vec::with_capacity(all.len() * hit.len());
            for (battle, mass) in &all {
                for (unit, weight) in hit.iter() {
                    let mut battle = battle.clone();
                    battle.units[target.index()] = unit.0;
                    next.push((battle, mass.times(weight)));
                }
            }
            all = next;
        }
        for (battle, mass) in all {
            law.add(states.place(battle), mass);
        }
        law
    }

    /// Returns a repeated order with the battle in which it is given again: where it was first given,
    /// with what its target has suffered. None when it may no longer be given.
    fn given(&self, way: &Way, from: &Battle) -> Option<(Battle, Legal)> {
        let mut battle = way.battle.clone();
        battle.units.clone_from(&from.units);
        // The unit that gives the order has done nothing yet.
        let specs = self.rules().card().marks.iter().enumerate();
        for (at, _) in specs.filter(|(_, spec)| spec.title.is_empty()) {
            for (unit, first) in battle.units.iter_mut().zip(&way.battle.units) {
                unit.marks[at] = first.marks[at];
            }
        }
        let legal = self.rules().judge(&battle, way.legal.order()).ok()?;
        Some((battle, legal))
    }

    /// Returns what happens to the target of one order; none when it may no longer be given.
    fn once(&self, way: &Way, target: UnitId, from: &Battle) -> Option<Law<Body>> {
        let (battle, legal) = self.given(way, from)?;
        let mut law: Law<Body> = Law::new();
        // A charge may have more ways than there is time or memory for.
        let most = WAYS.min(self.left.get());
        let mut explorer = sandtable_odds::Explorer::new().at_most(most);
        let cut = sandtable_odds::follow_through(
            &mut explorer,
            self.rules(),
            &battle,
            &legal,
            self.others,
            (),
            |(), _| (),
            |(), _, _| (),
            |after, (), weight| {
                law.add(Body(self.suffered(after, from, target)), weight);
            },
        );
        law.lose(cut);
        self.left
            .set(self.left.get().saturating_sub(explorer.runs()));
        let left = 1.0 - law.mass().number() - law.lost().number();
        if explorer.is_spent() && left > 1e-9 {
            law.lose(Chance::about(left));
        }
        Some(law)
    }

    /// Repeats orders as [`Play::again`] does, with a drawn way of each.
    pub(crate) fn again_drawn(
        &self,
        ways: &[(Way, UnitId)],
        from: &Battle,
        mut dice: impl FnMut() -> Rolled,
    ) -> Battle {
        let mut next = from.clone();
        for (way, target) in ways {
            let Some((battle, legal)) = self.given(way, from) else {
                continue;
            };
            let after = self.choices.draw(&battle, &legal, dice());
            next.units[target.index()] = self.suffered(&after, from, *target);
        }
        next
    }

    /// Returns the target with what it has suffered, put back where it stood.
    fn suffered(&self, after: &Battle, before: &Battle, target: UnitId) -> Unit {
        let (is, was) = (*after.unit(target), *before.unit(target));
        let mut unit = Unit {
            pose: was.pose,
            with: was.with,
            ..is
        };
        let specs = self.rules().card().marks.iter().enumerate();
        let forget = &self.until.forget;
        for (at, _) in specs.filter(|(_, spec)| spec.title.is_empty() || forget.contains(&spec.id))
        {
            unit.marks[at] = was.marks[at];
        }
        unit
    }
}
