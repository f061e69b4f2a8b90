//! The intent to turn until an enemy lies in the arc.

use super::{DEGREES, End, Search};
use crate::view::IntentView;
use sandtable_battle::aim::Aimed;
use sandtable_battle::{Battle, Hand, Leg, Order, Unit, Verb};
use sandtable_geometry::Facing;
use sandtable_scout::with_unit_at;
use sandtable_tongue::say;

impl Search<'_> {
    /// Finds the turn after which the enemy lies in the arc. The search puts the enemy nearer and
    /// nearer on the same line, so that its distance does not count.
    pub(super) fn arc(&self) -> IntentView {
        let holds = |unit: &Unit| self.bears(unit);
        if holds(&self.me()) {
            let says = say!(
                "As it stands, {unit} lies in its arc",
                unit = self.foe_name()
            );
            return self.found(&self.stay(), says, None, &[]);
        }
        let mut best: Option<(i32, End)> = None;
        for hand in [-1, 1] {
            let at = |degrees: i32| self.turned(hand * Facing::steps(f64::from(degrees)));
            let first = (1..=DEGREES).find_map(|degrees| {
                let end = at(degrees)?;
                holds(&end.unit).then_some((degrees, end))
            });
            let Some((degrees, mut end)) = first else {
                continue;
            };
            let (mut no, mut yes) = (
                Facing::steps(f64::from(degrees - 1)),
                Facing::steps(f64::from(degrees)),
            );
            while yes - no > 1 {
                let middle = yes.midpoint(no);
                match self.turned(hand * middle).filter(|end| holds(&end.unit)) {
                    Some(found) => (yes, end) = (middle, found),
                    None => no = middle,
                }
            }
            if best.as_ref().is_none_or(|(by, _)| yes < *by) {
                best = Some((yes, end));
            }
        }
        let Some((by, end)) = best else {
            return self.nothing(&say!(
                "No legal turn or wheel brings {unit} into its arc",
                unit = self.foe_name()
            ));
        };
        let degrees = crate::measure::turn(by);
        let says = say!(
            "{degrees} degrees, and {unit} lies just in its arc",
            degrees = crate::measure::trim(degrees),
            unit = self.foe_name()
        );
        self.found(&end, says, Some(degrees), &[])
    }

    /// Returns the legal order that turns the unit by some steps, to the right when they are
    /// positive: in place where it may, if not by a wheel.
    pub(super) fn turned(&self, by: i32) -> Option<End> {
        let (look, unit) = (&self.look, self.aimed.unit);
        let to = self.me().pose.facing.turned(by);
        let hand = if by < 0 { Hand::Left } else { Hand::Right };
        let wheel = u16::try_from(by.abs()).ok();
        let legs = [
            Some(Leg::Pivot { to }),
            wheel.map(|by| Leg::Wheel { hand, by }),
        ];
        let mut orders = vec![Order::Face { unit, to }];
        orders.extend(legs.into_iter().flatten().map(|leg| Order::Move {
            unit,
            legs: [leg].into_iter().collect(),
        }));
        orders.into_iter().find_map(|order| {
            let legal = look.rules.judge(look.battle, &order).ok()?;
            self.ended(legal)
        })
    }

    /// Tells whether the enemy would lie in the arc of the unit with its new facing.
    pub(super) fn bears(&self, unit: &Unit) -> bool {
        let Aimed { unit: me, foe, .. } = self.aimed;
        let own = self.look.rect_at(me, unit.pose, None);
        let theirs = self.look.rules.footprint(self.look.battle, foe);
        let line = own.front_edge().distance(&theirs);
        let verbs = [Verb::Shoot, Verb::Charge];
        let ahead = self.ahead_of(unit);
        let side = self.me().side;
        let mine = ahead.moments.iter().filter(|b| b.to_move() == side);
        let back = Facing::towards(line.to, line.from);
        let mine: Vec<&Battle> = mine.collect();
        let nearer = [0, 2, 4, 6, 7].map(|eighths| line.length / 8 * eighths);
        verbs.into_iter().any(|verb| {
            nearer.into_iter().any(|by| {
                mine.iter().any(|battle| {
                    let mut target = *battle.unit(foe);
                    target.pose = target.pose.moved(back, by);
                    let there = with_unit_at(battle, foe, &target);
                    let orders = verb.at(me, foe);
                    let judge = |o: &Order| self.look.rules.judge(&there, o).is_ok();
                    orders.iter().any(judge)
                })
            })
        })
    }
}
