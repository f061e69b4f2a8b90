//! Threats: which enemies can charge a unit or shoot at it before the next turn is over, from where
//! they stand or after a move straight at it; the same in the other direction; and the ground on
//! which it could happen.
//!
//! The rules themselves answer, in the moments that come if nobody does anything more
//! ([`sandtable_scout`]): this module measures nothing that they do not measure.

use crate::Look;
use crate::measure::{outline, placed, tape};
use crate::view::{ReachView, Threat, ThreatOdds, Threats};
use crate::words;
use sandtable_battle::{Battle, Legal, Order, Rolled, Scene, Scope, Unit, UnitId, Verb};
use sandtable_geometry::{Facing, Length, Point};
use sandtable_odds::{Explorer, Others, Terms, follow_through};
use sandtable_scout::{self as scout, moments, put_unit, walk};
use sandtable_tongue::say;

/// The orders that count as threats.
pub const VERBS: [Verb; 2] = [Verb::Charge, Verb::Shoot];
/// Number of bearings in which the ground is searched.
const BEARINGS: u16 = 36;
/// Most orders after a move before the mover's time is over.
const AFTER: usize = 40;
/// Divisors of the distance for a move straight at a unit: a quarter, half and all of the way.
const SHARES: [i32; 3] = [4, 2, 1];
/// Runs for the odds of a threat: a player glances at many of them.
const AT_A_GLANCE: usize = 5_000;
/// Runs for the weight of a threat: all that matters is which is stronger.
const TO_RANK: usize = 1_000;
/// Branches of a charge lighter than this are drawn at random when a way home is looked for: about
/// sixty runs.
const DRAWN: f64 = 1.0 / 64.0;
/// Runs for drawing.
const FEW: usize = 200;
/// Runs after which a charge cannot be ruled out.
const MANY: usize = 4_000;
/// Number of halvings to find the edge of the ground.
const HALVINGS: u32 = 6;

/// A charge or a shot, at the moment in which it can be ordered.
#[derive(Clone)]
pub struct Found {
    pub battle: Battle,
    pub legal: Legal,
    /// The mover after its first move, when it must move first.
    pub moved: Option<Unit>,
}

/// The moments ahead of a battle.
pub struct Ahead {
    pub moments: Vec<Battle>,
    /// The last game turn among them.
    pub until: u16,
}

impl Ahead {
    /// Adds the phases that were skipped because nobody could do anything in them: a unit that
    /// stands elsewhere might.
    pub fn filled(mut self, phases: usize) -> Self {
        self.moments = scout::filled(&self.moments, phases);
        self
    }
}

impl Look<'_> {
    /// Returns the moments ahead, up to the end of the next game turn.
    pub fn ahead(&self) -> Ahead {
        let last = self.battle.cursor.turn.saturating_add(1);
        let moments = moments(self.rules, self.battle, last);
        let until = moments.last().map_or(last, |m| m.cursor.turn);
        Ahead { moments, until }
    }

    /// Returns what can be done to a unit before the next turn is over, and what it can do.
    #[must_use]
    pub fn threats(&self, unit: UnitId) -> Threats {
        let here = self.battle.get(unit).is_some_and(Unit::on_table);
        if !here || self.battle.ended.is_some() {
            return Threats::default();
        }
        let ahead = self.ahead();
        let foes = self.foes(unit);
        let all = |pairs: Vec<(UnitId, UnitId)>| {
            let each = pairs.into_iter().flat_map(|pair| VERBS.map(|v| (pair, v)));
            each.filter_map(|((who, whom), verb)| {
                let found = self.can(&ahead, who, whom, verb, true)?;
                Some(self.threat(&found, who, whom, verb))
            })
            .collect()
        };
        Threats {
            on: all(foes.iter().map(|&foe| (foe, unit)).collect()),
            by: all(foes.iter().map(|&foe| (unit, foe)).collect()),
            moves: self.next_moves(&ahead, unit),
            until: ahead.until,
            says: say!(
                "Up to the end of turn {turn}, if nobody does anything more: from where each stands, or after one move straight at the other.",
                turn = ahead.until
            ),
        }
    }

    /// Returns the odds of a charge or a shot ahead, at the moment in which it can be ordered, with
    /// the best choices made on the way.
    #[must_use]
    pub fn threat_odds(&self, who: UnitId, whom: UnitId, verb: &str) -> Option<ThreatOdds> {
        let verb = VERBS.into_iter().find(|v| words::wire(*v) == verb)?;
        let found = self.can(&self.ahead(), who, whom, verb, true)?;
        let terms = Terms {
            runs: AT_A_GLANCE,
            others: Others::Best,
            ..Terms::default()
        };
        Some(ThreatOdds {
            odds: Look::new(self.rules, &found.battle).odds(&found.legal, terms),
            harm: self.harm(&found, whom),
        })
    }

    /// Returns how much of its target's worth a threat is expected to take, in percent of that
    /// worth.
    fn harm(&self, found: &Found, whom: UnitId) -> f64 {
        let value = |battle: &Battle| match battle.get(whom) {
            Some(unit) if !unit.status.is_lost() => {
                let profile = self.rules.advice().profile(battle, whom);
                f64::from((profile.worth - profile.shaken).max(0))
            }
            _ => 0.0,
        };
        let before = value(&found.battle);
        let mut explorer = Explorer::<f64>::new()
            .cutting_at(1e-4)
            .leaving_apart()
            .at_most(TO_RANK);
        let (mut mass, mut lost) = (0.0, 0.0);
        follow_through(
            &mut explorer,
            self.rules,
            &found.battle,
            &found.legal,
            Others::Best,
            (),
            |(): &mut (), _: &Scene| (),
            |(): &mut (), _, _| (),
            |after: &Battle, (), weight| {
                mass += weight;
                lost += weight * (before - value(after));
            },
        );
        if mass <= 0.0 || before <= 0.0 {
            return 0.0;
        }
        (lost / mass / before * 1000.0).round() / 10.0
    }

    /// Finds how a unit can charge another or shoot at it in any of the moments; `moves` says
    /// whether it may move first.
    pub fn can(
        &self,
        ahead: &Ahead,
        who: UnitId,
        whom: UnitId,
        verb: Verb,
        moves: bool,
    ) -> Option<Found> {
        let standing = ahead
            .moments
            .iter()
            .find_map(|battle| self.can_now(battle, who, whom, verb));
        standing.or_else(|| {
            let moves = moves.then(|| self.can_moved(ahead, who, whom, verb));
            moves.flatten()
        })
    }

    /// Finds the charge or shot in one moment, from where the unit stands.
    pub fn can_now(&self, battle: &Battle, who: UnitId, whom: UnitId, verb: Verb) -> Option<Found> {
        let legal = self.legal_now(battle, who, whom, verb)?;
        Some(Found {
            battle: battle.clone(),
            legal,
            moved: None,
        })
    }

    /// Finds the same without copying the battle, for whoever asks often.
    fn legal_now(&self, battle: &Battle, who: UnitId, whom: UnitId, verb: Verb) -> Option<Legal> {
        let side = battle.get(who)?.side;
        if battle.to_move() != side || battle.cursor.waits.is_some() {
            return None;
        }
        let legal = verb
            .at(who, whom)
            .into_iter()
            .find_map(|order| self.rules.judge(battle, &order).ok())?;
        self.comes_home(battle, &legal, whom).then_some(legal)
    }

    /// Finds the charge or shot after a move straight at the target.
    fn can_moved(&self, ahead: &Ahead, who: UnitId, whom: UnitId, verb: Verb) -> Option<Found> {
        let start = ahead.moments.iter().find(|battle| {
            let own = battle.get(who).map(|u| u.side) == Some(battle.to_move());
            own && battle.cursor.waits.is_none() && self.may_move(battle, who)
        })?;
        let look = Look::new(self.rules, start);
        let own = self.rules.footprint(start, who).centre();
        let there = self.rules.footprint(start, whom).centre();
        let facing = Facing::towards(own, there);
        let far = own.distance(there);
        SHARES.into_iter().find_map(|share| {
            let to = own.moved(facing, far / share);
            let legal = look.nearest_legal(who, to, Some(facing))?;
            if !matches!(legal.order(), Order::Move { .. }) {
                return None;
            }
            let mut dice = Rolled::new(0, 0);
            let (after, _) = self.rules.play(start, legal.order(), &mut dice).ok()?;
            let side = start.to_move();
            let mine = |battle: &Battle| battle.to_move() == side;
            let moved = *after.get(who)?;
            walk(self.rules, &after, mine, AFTER)
                .iter()
                .find_map(|battle| self.can_now(battle, who, whom, verb))
                .map(|found| Found {
                    moved: Some(moved),
                    ..found
                })
        })
    }

    fn may_move(&self, battle: &Battle, who: UnitId) -> bool {
        let mut offers = Vec::new();
        self.rules.offers(battle, Some(who), &mut offers);
        offers.iter().any(|o| matches!(o.scope, Scope::Way(_)))
    }

    /// Tells whether an order may come to anything. Where rules let every unit charge and dice say
    /// how far it gets, a unit that gets nowhere near is no threat.
    fn comes_home(&self, battle: &Battle, legal: &Legal, whom: UnitId) -> bool {
        if !matches!(legal.order(), Order::Charge { .. }) {
            return true;
        }
        if legal.allowed() > 0 && legal.cost() <= legal.allowed() {
            return true;
        }
        let explorer = || Explorer::<f64>::new().cutting_at(1e-9).leaving_apart();
        // One way home is enough, and a few throws drawn from all of them usually find one.
        let mut few = explorer().drawing_under(DRAWN).at_most(FEW);
        let mut all = explorer().at_most(MANY);
        // Where there is too much to follow, the threat cannot be ruled out.
        self.gets_home(&mut few, battle, legal, whom)
            || self.gets_home(&mut all, battle, legal, whom)
            || all.is_spent()
    }

    /// Tells whether a charge gets home, or changes its target, in what an explorer follows.
    fn gets_home(
        &self,
        explorer: &mut Explorer<f64>,
        battle: &Battle,
        legal: &Legal,
        whom: UnitId,
    ) -> bool {
        let Some(unit) = legal.order().unit() else {
            return false;
        };
        let mut home = false;
        let target = battle.get(whom).copied();
        follow_through(
            explorer,
            self.rules,
            battle,
            legal,
            Others::Never,
            (),
            |(): &mut (), _: &Scene| (),
            |(): &mut (), _, _| (),
            |after: &Battle, (), _| {
                let near = || {
                    let own = self.rules.footprint(after, unit);
                    let gap = own.distance(&self.rules.footprint(after, whom)).length;
                    gap <= 2 * sandtable_geometry::TOLERANCE
                };
                home = home || after.get(whom).copied() != target || near();
            },
        );
        home
    }

    fn threat(&self, found: &Found, who: UnitId, whom: UnitId, verb: Verb) -> Threat {
        let battle = &found.battle;
        let look = Look::new(self.rules, battle);
        let mut offers = Vec::new();
        self.rules.offers(battle, Some(who), &mut offers);
        let clause = offers.iter().find(|o| o.verb == verb);
        let phase = self.card().phases.get(usize::from(battle.cursor.phase));
        let told = sandtable_tell::order(battle, self.card(), found.legal.order());
        let far = found.legal.tape().map(|line| look.far(line.length));
        Threat {
            unit: who.0,
            target: whom.0,
            verb: words::wire(verb).to_owned(),
            says: match (far, found.moved) {
                (Some(far), None) => format!("{told}: {far}"),
                (Some(far), Some(_)) => say!("{told}, having moved: {far}", told = told, far = far),
                (None, None) => told,
                (None, Some(_)) => say!("{told}, having moved", told = told),
            },
            clause: clause.map_or_else(String::new, |o| self.cite(o.clause)),
            turn: battle.cursor.turn,
            phase: phase.map_or_else(String::new, |p| p.title.clone()),
            from: found.moved.map(|_| {
                let rect = self.rules.footprint(battle, who);
                placed(self.ruler(), &rect)
            }),
            tape: found.legal.tape().map(|line| tape(self.ruler(), line)),
        }
    }

    /// Returns where a unit can come to in the first moment in which it may move.
    fn next_moves(&self, ahead: &Ahead, unit: UnitId) -> Vec<Vec<crate::view::Xy>> {
        let own = |battle: &&Battle| {
            let side = battle.get(unit).map(|u| u.side);
            side == Some(battle.to_move())
                && battle.cursor.waits.is_none()
                && self.may_move(battle, unit)
        };
        ahead.moments.iter().find(own).map_or_else(Vec::new, |at| {
            let offers = Look::new(self.rules, at).offers(unit);
            let moves = offers.into_iter().filter(|o| o.verb == "move");
            moves.flat_map(|o| o.region).collect()
        })
    }

    /// Returns the ground on which a unit, in its present facing, could be charged or shot at by
    /// another from where that one stands. The search puts the unit's centre along bearings from
    /// the other and finds the farthest place at which the rules say yes.
    #[must_use]
    pub fn threat_reach(&self, who: UnitId, whom: UnitId) -> Vec<ReachView> {
        let ahead = self.ahead().filled(self.card().phases.len());
        let found = VERBS.map(|verb| {
            let felt = self.felt(&ahead, who, whom, verb);
            (felt.len() > 2).then(|| ReachView {
                verb: words::wire(verb).to_owned(),
                outline: vec![outline(self.ruler(), &felt)],
            })
        });
        found.into_iter().flatten().collect()
    }

    fn felt(&self, ahead: &Ahead, who: UnitId, whom: UnitId, verb: Verb) -> Vec<Point> {
        let Some(mut probe) = self.battle.get(whom).copied() else {
            return Vec::new();
        };
        let (own, target) = (
            self.rules.footprint(self.battle, who),
            self.rules.footprint(self.battle, whom),
        );
        let profile = self.rules.advice().profile(self.battle, who);
        let radius = match verb {
            Verb::Shoot => profile.range,
            _ => 2 * profile.charge,
        };
        let most = radius + own.depth() + own.frontage() + target.frontage();
        let side = self.battle.get(who).map(|u| u.side);
        let mine = |b: &&Battle| Some(b.to_move()) == side && b.cursor.waits.is_none();
        let mut mine: Vec<Battle> = ahead.moments.iter().filter(mine).cloned().collect();
        let (here, start) = (target.centre(), probe.pose);
        let mut holds = |at: Point| {
            probe.pose = start;
            probe.pose.x += at.x - here.x;
            probe.pose.y += at.y - here.y;
            let found = mine.iter_mut().position(|battle| {
                put_unit(battle, whom, &probe);
                self.legal_now(battle, who, whom, verb).is_some()
            });
            // The moment that says yes here is likely to say it at the next place, too.
            found.is_some_and(|moment| {
                mine.swap(0, moment);
                true
            })
        };
        let mut out = Vec::new();
        let mut any = false;
        for bearing in 0..BEARINGS {
            let steps = i32::from(bearing) * 0x1_0000 / i32::from(BEARINGS);
            let facing = own.facing().turned(steps);
            let end = farthest(self.ruler().unit(), most, |far: Length| {
                holds(own.centre().moved(facing, far))
            });
            any = any || end.is_some();
            out.push(end.map_or_else(|| own.centre(), |far| own.centre().moved(facing, far)));
        }
        out.dedup();
        if any { out } else { Vec::new() }
    }
}

/// Returns the farthest length, up to `most`, at which `holds` is true: searched in steps from far
/// to near, then by halving.
fn farthest(step: Length, most: Length, mut holds: impl FnMut(Length) -> bool) -> Option<Length> {
    let mut far = most;
    while far > 0 {
        if holds(far) {
            let (mut yes, mut no) = (far, far + step);
            for _ in 0..HALVINGS {
                let middle = yes.midpoint(no);
                if holds(middle) {
                    yes = middle;
                } else {
                    no = middle;
                }
            }
            return Some(yes);
        }
        far -= step;
    }
    None
}
