//! The intent to stand behind cover: where an enemy’s shot does the least.

use super::{BEARINGS, End, Search};
use crate::threat::Found;
use crate::view::IntentView;
use sandtable_battle::aim::Aimed;
use sandtable_battle::{Battle, Legal, Scene, Unit, Verb};
use sandtable_geometry::Length;
use sandtable_odds::{Explorer, Others, follow_through};
use sandtable_tongue::say;

impl Search<'_> {
    /// Finds a place behind cover, where the enemy's shot is barred or does the least.
    pub(super) fn cover(&self) -> IntentView {
        let open = self.harm(&self.me());
        let here = self.centre(self.aimed.unit);
        let most = self.most();
        let facing = self.me().pose.facing;
        let mut best: Option<(f64, Length, End)> = None;
        let mut take = |end: End| {
            let Some(harm) = self.harm(&end.unit) else {
                return;
            };
            let cost = end.legal.as_ref().map_or(0, Legal::cost);
            let better = best
                .as_ref()
                .is_none_or(|(h, c, _)| harm < h - 1e-9 || (harm < h + 1e-9 && cost < *c));
            if better {
                best = Some((harm, cost, end));
            }
        };
        take(self.stay());
        for bearing in 0..2 * BEARINGS {
            let steps = i32::from(bearing) * 0x1_0000 / i32::from(2 * BEARINGS);
            for part in 1..=4 {
                let to = here.moved(facing.turned(steps), most * part / 4);
                if let Some(end) = self.end(to) {
                    take(end);
                }
            }
        }
        let nowhere = say!(
            "Nothing within its move covers it from {unit}",
            unit = self.foe_name()
        );
        let Some((harm, _, end)) = best else {
            return self.nothing(&nowhere);
        };
        // What the unit suffers with no cover, if the enemy can shoot at it there.
        let bare = self.bare(&end.unit).or(open).unwrap_or(harm);
        if harm > bare - 1e-9 && harm > 0.0 {
            return self.nothing(&nowhere);
        }
        let says = if harm <= 0.0 {
            say!("{unit} has no line to it there", unit = self.foe_name())
        } else {
            let share = crate::measure::trim(100.0 * harm / bare);
            say!(
                "The fire of {unit} does {share} per cent there of what it does in the open",
                unit = self.foe_name(),
                share = share
            )
        };
        let why = self.against(Verb::Shoot, &end.unit);
        self.found(&end, says, None, &why)
    }

    /// Returns what the enemy's shot is expected to cost the unit, in thousandths of an average
    /// unit: zero when something bars the shot, none when the enemy cannot shoot for another
    /// reason.
    pub(super) fn harm(&self, unit: &Unit) -> Option<f64> {
        let Aimed { unit: me, foe, .. } = self.aimed;
        let ahead = self.ahead_of(unit);
        if let Some(found) = self.look.can(&ahead, foe, me, Verb::Shoot, false) {
            return Some(self.cost(&found));
        }
        let barred = self.refused(Verb::Shoot, &ahead)?;
        let mut seen = ahead.moments.iter().filter_map(|battle| {
            let advice = self.look.rules.advice();
            advice.sight(battle, foe, me)
        });
        let hidden = seen.find_map(|sight| sight.hidden())?;
        let all = barred.reasons();
        (!all.is_empty() && all.iter().all(|r| r.witness == hidden.witness)).then_some(0.0)
    }

    /// Returns the same cost as if the table had no terrain.
    pub(super) fn bare(&self, unit: &Unit) -> Option<f64> {
        let Aimed { unit: me, foe, .. } = self.aimed;
        let mut ahead = self.ahead_of(unit);
        for battle in &mut ahead.moments {
            std::sync::Arc::make_mut(&mut battle.setting)
                .terrain
                .clear();
            battle.gaps.clear();
        }
        let found = self.look.can(&ahead, foe, me, Verb::Shoot, false)?;
        Some(self.cost(&found))
    }

    /// Returns what a shot is expected to cost its target.
    pub(super) fn cost(&self, found: &Found) -> f64 {
        let me = self.aimed.unit;
        let worth = |battle: &Battle| {
            let lost = battle.get(me).is_none_or(|u| u.status.is_lost());
            let profile = self.look.rules.advice().profile(battle, me);
            let worth = if lost {
                0
            } else {
                profile.worth - profile.shaken
            };
            f64::from(worth)
        };
        let before = worth(&found.battle);
        let mut explorer = Explorer::<f64>::new().cutting_at(1e-7).at_most(3000);
        let mut sum = 0.0;
        follow_through(
            &mut explorer,
            self.look.rules,
            &found.battle,
            &found.legal,
            Others::Never,
            (),
            |(): &mut (), _: &Scene| (),
            |(): &mut (), _, _| (),
            |after: &Battle, (), weight: f64| sum += weight * (before - worth(after)),
        );
        sum
    }
}
