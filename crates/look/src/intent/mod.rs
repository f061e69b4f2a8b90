//! Intents: the player names an aim, and the search finds a place for it. The search goes through
//! the unit's legal moves, asks the rules at each end whether the aim is met there, and halves the
//! boundary down to 1/100 mm. The same answers measure the margin.

mod arc;
mod cover;
mod reach;

use crate::threat::{Ahead, Found};
use crate::view::IntentView;
use crate::{EngineError, Look};
use sandtable_battle::aim::Aimed;
use sandtable_battle::{
    Aim, Battle, Legal, Order, Refusals, Rolled, Scope, Unit, UnitId, Verb, Witness,
};
use sandtable_files::notation;
use sandtable_geometry::{Facing, Length, Point};
use sandtable_scout::with_unit_at;
use sandtable_tongue::say;

/// Number of steps in which a way is searched.
const STEPS: i32 = 20;
/// Number of bearings in which a way round is searched.
const BEARINGS: u16 = 16;
/// Number of halvings of a way.
const HALVINGS: u32 = 16;
/// Degrees over which a turn is searched.
const DEGREES: i32 = 180;
/// Number of units of length up to which margins are measured.
const FAR: Length = 6;

/// A search for a place.
struct Search<'a> {
    look: Look<'a>,
    aimed: Aimed,
    ahead: Ahead,
    /// A tenth of an inch or centimetre: as exactly as a player can place a unit by hand.
    hair: Length,
}

/// Where a move ends.
#[derive(Clone)]
struct End {
    /// The order; none when the unit stays where it is.
    legal: Option<Legal>,
    unit: Unit,
}

impl Look<'_> {
    /// Finds the legal move by which a unit meets an aim, with the margin.
    ///
    /// # Errors
    /// When the unit to move or the enemy to aim at is missing.
    pub fn intent(&self, aimed: Aimed) -> Result<IntentView, EngineError> {
        let Aimed { unit, foe, .. } = aimed;
        let there = |id: UnitId| self.battle.get(id).is_some_and(Unit::on_table);
        if !there(unit) || !there(foe) {
            let absent = if there(unit) { foe } else { unit };
            return Err(EngineError::new(say!(
                "{unit} is not on the table",
                unit = self.name(absent)
            )));
        }
        if self.battle.unit(unit).side == self.battle.unit(foe).side {
            return Err(EngineError::new(say!(
                "{unit} is on the same side",
                unit = self.name(foe)
            ))
            .hint("an aim is relative to an enemy"));
        }
        let search = Search {
            look: *self,
            aimed,
            ahead: self.ahead().filled(self.card().phases.len()),
            hair: self.ruler().unit() / 10,
        };
        Ok(match aimed.aim {
            Aim::OutOfCharge => search.outside(Verb::Charge),
            Aim::OutOfShot => search.outside(Verb::Shoot),
            Aim::InShot => search.inside(Verb::Shoot),
            Aim::InCharge => search.inside(Verb::Charge),
            Aim::InArc => search.arc(),
            Aim::InCover => search.cover(),
        })
    }
}

/// When a unit can do what it moves for.
#[derive(Clone, Copy)]
enum When {
    /// Without moving.
    Now,
    /// After the move, in the turn that is played.
    ThisTurn,
    /// A turn later.
    Next,
}

impl Search<'_> {
    fn me(&self) -> Unit {
        *self.look.battle.unit(self.aimed.unit)
    }

    fn stay(&self) -> End {
        End {
            legal: None,
            unit: self.me(),
        }
    }

    fn centre(&self, unit: UnitId) -> Point {
        self.look.rules.footprint(self.look.battle, unit).centre()
    }

    fn foe_name(&self) -> &str {
        self.look.name(self.aimed.foe)
    }

    /// Returns where the unit ends when its centre should come to a point: with its present facing
    /// if that works, if not facing the enemy, and if not in any facing.
    fn end(&self, to: Point) -> Option<End> {
        let here = self.centre(self.aimed.unit);
        if here == to {
            return Some(self.stay());
        }
        let me = self.me();
        let foe = Facing::towards(to, self.centre(self.aimed.foe));
        [Some(me.pose.facing), Some(foe), None]
            .into_iter()
            .find_map(|facing| {
                let legal = self.look.nearest_legal(self.aimed.unit, to, facing)?;
                let end = self.ended(legal)?;
                let at = self.look.rect_at(self.aimed.unit, end.unit.pose, None);
                let missed = at.centre().distance(to);
                (missed <= self.hair).then_some(end)
            })
    }

    /// Returns where a legal move ends.
    fn ended(&self, legal: Legal) -> Option<End> {
        let turned = match *legal.order() {
            Order::Face { to, .. } => Some(self.me().pose.facing(to)),
            Order::Move { .. } => None,
            _ => return None,
        };
        let pose = turned.or_else(|| legal.path().last().copied())?;
        Some(End {
            unit: Unit { pose, ..self.me() },
            legal: Some(legal),
        })
    }

    /// Returns the unit from the end of its move, shifted towards the enemy.
    fn shifted(&self, unit: &Unit, towards: Length) -> Unit {
        let at = self.look.rect_at(self.aimed.unit, unit.pose, None);
        let bearing = Facing::towards(at.centre(), self.centre(self.aimed.foe));
        let bearing = if towards < 0 {
            bearing.reversed()
        } else {
            bearing
        };
        Unit {
            pose: unit.pose.moved(bearing, towards.abs()),
            ..*unit
        }
    }

    /// Returns the moments ahead, with the unit at the end of its move.
    fn ahead_of(&self, unit: &Unit) -> Ahead {
        let all = self.ahead.moments.iter();
        Ahead {
            moments: all
                .map(|battle| with_unit_at(battle, self.aimed.unit, unit))
                .collect(),
            until: self.ahead.until,
        }
    }

    /// Finds how the enemy can charge or shoot at the unit there, with a move first if needed.
    fn exposed(&self, verb: Verb, unit: &Unit) -> Option<Found> {
        let Aimed { unit: me, foe, .. } = self.aimed;
        self.look.can(&self.ahead_of(unit), foe, me, verb, true)
    }

    /// Finds how the unit can charge or shoot at the enemy from there, without another move.
    fn opens(&self, verb: Verb, unit: &Unit) -> Option<Found> {
        let Aimed { unit: me, foe, .. } = self.aimed;
        self.look.can(&self.ahead_of(unit), me, foe, verb, false)
    }

    /// Searches along a bearing for the farthest end at which `holds` is true. With `on`, it goes
    /// on from the unit's place while `holds` stays true; without `on`, until it becomes true.
    fn along(&self, bearing: Facing, on: bool, holds: impl Fn(&Unit) -> bool) -> Option<End> {
        let here = self.centre(self.aimed.unit);
        let most = self.most();
        let gap = here.distance(self.centre(self.aimed.foe));
        let most = most.min(if on { gap } else { most });
        let at = |far: Length| self.end(here.moved(bearing, far));
        let mut last: (Length, Option<End>) = (0, on.then(|| self.stay()));
        for step in 1..=STEPS {
            let far = most * step / STEPS;
            let end = at(far);
            let good = end.as_ref().is_some_and(|end| holds(&end.unit));
            if good == on {
                last = (far, end);
                continue;
            }
            // Beyond its farthest move there is nothing to find.
            if on && end.is_none() {
                break;
            }
            let (mut yes, mut no) = if on { (last.0, far) } else { (far, last.0) };
            let mut best = if on { last.1.take() } else { end };
            for _ in 0..HALVINGS {
                if (yes - no).abs() <= 1 {
                    break;
                }
                let middle = yes.midpoint(no);
                match at(middle).filter(|end| holds(&end.unit)) {
                    Some(end) => (yes, best) = (middle, Some(end)),
                    None => no = middle,
                }
            }
            return best;
        }
        last.1.filter(|end| on && end.legal.is_some())
    }

    /// Returns the farthest that the unit may move.
    fn most(&self) -> Length {
        let mut offers = Vec::new();
        let look = &self.look;
        look.rules
            .offers(look.battle, Some(self.aimed.unit), &mut offers);
        let reach = offers.iter().filter_map(|o| match &o.scope {
            Scope::Way(reach) => Some(reach.allowance),
            _ => None,
        });
        reach.max().unwrap_or(0)
    }

    /// Searches all round for the cheapest end at which `holds` is true.
    fn round(&self, holds: impl Fn(&Unit) -> bool) -> Option<End> {
        let facing = self.me().pose.facing;
        let bearings = (0..BEARINGS).map(|b| {
            let steps = i32::from(b) * 0x1_0000 / i32::from(BEARINGS);
            facing.turned(steps)
        });
        bearings
            .filter_map(|bearing| self.along(bearing, false, &holds))
            .min_by_key(|end| end.legal.as_ref().map_or(0, Legal::cost))
    }

    /// Returns the fewest reasons against the enemy's order in any moment of the enemy's turn.
    fn refused(&self, verb: Verb, ahead: &Ahead) -> Option<Refusals> {
        let Aimed { unit: me, foe, .. } = self.aimed;
        let side = self.me().side.other();
        let owed = |b: &&Battle| b.to_move() == side && b.cursor.waits.is_none();
        let his = ahead.moments.iter().filter(owed);
        let all = his.flat_map(|battle| {
            let refused = |order| self.look.rules.judge(battle, &order).err();
            verb.at(foe, me)
                .into_iter()
                .filter_map(refused)
                .collect::<Vec<_>>()
        });
        // A reason with a measurement says more than "not in this phase".
        let measured = |r: &Refusals| {
            let some = r.reasons().iter();
            some.filter(|r| matches!(r.witness, Witness::Plain | Witness::Unit(_)))
                .count()
        };
        all.min_by_key(|r| (measured(r), r.reasons().len()))
    }

    /// Lists the clauses that stop the enemy.
    fn against(&self, verb: Verb, unit: &Unit) -> Vec<String> {
        let refused = self.refused(verb, &self.ahead_of(unit));
        let all = refused.iter().flat_map(|r| r.reasons());
        let mut out: Vec<String> = Vec::new();
        for reason in all {
            let id = self.look.cite(reason.clause);
            if !out.contains(&id) {
                out.push(id);
            }
        }
        out
    }

    /// Returns the clause by which an order is offered.
    fn offered(&self, found: &Found, verb: Verb) -> Option<String> {
        let mut offers = Vec::new();
        let rules = self.look.rules;
        rules.offers(&found.battle, Some(self.aimed.unit), &mut offers);
        let offer = offers.iter().find(|o| o.verb == verb)?;
        Some(self.look.cite(offer.clause))
    }

    /// Returns the battle after the move, or as it stands when no move is needed.
    fn really(&self, end: &End) -> Option<Battle> {
        let look = &self.look;
        let Some(legal) = &end.legal else {
            return Some(look.battle.clone());
        };
        let mut dice = Rolled::new(0, 0);
        let played = look.rules.play(look.battle, legal.order(), &mut dice);
        played.ok().map(|(after, _)| after)
    }

    /// Makes the move, looks through the turns after it, and returns when the unit can really do
    /// it. None when it turns out that it cannot.
    fn when(&self, verb: Verb, end: &End) -> Option<When> {
        let after = self.really(end)?;
        let look = Look::new(self.look.rules, &after);
        let Aimed { unit, foe, .. } = self.aimed;
        let found = look.can(&look.ahead(), unit, foe, verb, false)?;
        let turn = self.look.battle.cursor.turn;
        Some(if end.legal.is_none() {
            When::Now
        } else if found.battle.cursor.turn == turn {
            When::ThisTurn
        } else {
            When::Next
        })
    }

    /// Measures the distance to a boundary: the smallest shift at which something changes, up to a
    /// unit of length. None when nothing changes.
    fn margin(&self, changes: impl Fn(Length) -> bool) -> Option<Length> {
        let whole = self.look.ruler().unit();
        let mut far = self.hair;
        while !changes(far) {
            far *= 2;
            if far > FAR * whole {
                return None;
            }
        }
        let (mut no, mut yes) = (0, far);
        while yes - no > 1 {
            let middle = yes.midpoint(no);
            if changes(middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        Some(yes)
    }

    fn shown(&self, margin: Option<Length>) -> Option<f64> {
        margin.map(|m| crate::measure::long(self.look.ruler(), m))
    }

    fn line(&self) -> String {
        notation::write_aim(self.aimed, self.look.battle)
    }

    fn nothing(&self, says: &str) -> IntentView {
        IntentView {
            preview: None,
            says: format!("{says}."),
            margin: None,
            clauses: Vec::new(),
            line: self.line(),
        }
    }

    fn found(
        &self,
        end: &End,
        says: String,
        margin: Option<f64>,
        clauses: &[String],
    ) -> IntentView {
        IntentView {
            preview: end.legal.as_ref().map(|legal| {
                let mut preview = self.look.preview_of(legal);
                preview.says = format!("{}: {says}", preview.says);
                preview
            }),
            says: format!("{says}."),
            margin,
            clauses: clauses.to_vec(),
            line: self.line(),
        }
    }
}
