//! Odds unfolded step by step: what dice showed and what players chose, in the order in which it
//! happened, each step with its clause. This is the same exploration as for all odds, but it
//! records every step instead of the outcome.

use super::effect::{Effect, went};
use super::rows::in_percent;
use super::view::{BranchView, TreeView};
use super::{Outlook, Terms};
use crate::{Answer, Chance, Law, Weight, answer_apart};
use sandtable_battle::{Await, Clause, Event, Legal, Outcome, Scene, Side, UnitId};
use sandtable_tell::Person;
use sandtable_tongue::{fill, say};

/// Most steps of a path; what comes after is not shown.
const DEEPEST: usize = 24;
/// Most branches of a step; lighter ones are summed up.
const WIDEST: usize = 8;
/// Branches lighter than this are summed up.
const LIGHTEST: f64 = 0.001;

/// One step on a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Step {
    unit: Option<UnitId>,
    why: Clause,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum What {
    Saw(Effect),
    Chose(u8),
}

/// Paths with their chances, all of them equal so far.
type Ways<'w> = Vec<(&'w [Step], Chance)>;

/// Returns what a path begins with, step by step: a branch sums up all paths that begin alike.
fn beginnings(way: &[Step]) -> Vec<&[Step]> {
    (1..=way.len()).map(|end| &way[..end]).collect()
}

impl Outlook<'_> {
    /// Returns the odds of a legal order, unfolded step by step.
    #[must_use]
    pub fn tree(&self, legal: &Legal, terms: Terms) -> TreeView {
        let Answer { law, samples, .. } = answer_apart(
            self.rules,
            self.battle,
            legal,
            terms.runs,
            terms.others,
            |way: &mut Vec<Step>, scene: &Scene| self.steps(way, scene),
            |way: &mut Vec<Step>, waits: &Await, choice: u8| {
                if way.len() < DEEPEST {
                    way.push(Step {
                        unit: waits.unit,
                        why: waits.why,
                        what: What::Chose(choice),
                    });
                }
            },
            |_, way| way.clone(),
        );
        TreeView {
            branches: self.unfolded(&law),
            lost: law.lost().to_string(),
            within: samples.map(|all| in_percent(all.within(|way| beginnings(way)))),
        }
    }

    fn unfolded(&self, law: &Law<Vec<Step>>) -> Vec<BranchView> {
        let ways: Ways<'_> = law.iter().map(|(way, c)| (way.as_slice(), c)).collect();
        self.branches(ways)
    }

    /// Adds what a table would see of a scene to a path, step by step.
    fn steps(&self, way: &mut Vec<Step>, scene: &Scene) {
        for event in scene.events() {
            if way.len() >= DEEPEST {
                return;
            }
            let effect = match *event {
                Event::Moved { gait, .. } => went(gait).map(Effect::Went),
                Event::Marked { mark, from, to, .. } => {
                    (!self.mark_title(mark).is_empty()).then(|| Effect::Mark(mark, to - from, to))
                }
                Event::StandsLost { from, to, .. } => {
                    Some(Effect::Stands(i16::from(to) - i16::from(from)))
                }
                Event::Formed { to, .. } => Some(Effect::Formed(to)),
                Event::Became { to, .. } => Some(Effect::Became(to)),
                Event::Told { why, outcome, .. } => self
                    .reading(why, outcome)
                    .map(|_| Effect::Told(why, outcome)),
                Event::Ended { outcome, .. } => Some(Effect::Ended(match outcome {
                    Outcome::Won(side) => u8::from(side == Side::B),
                    Outcome::Draw => 2,
                })),
                _ => None,
            };
            way.extend(effect.map(|effect| Step {
                unit: event.unit(),
                why: event.why(),
                what: What::Saw(effect),
            }));
        }
        if let Some(waits) = scene.cursor.waits
            && scene.stopped().is_none()
            && self.battle.cursor.waits != Some(waits)
            && way.len() < DEEPEST
        {
            way.push(Step {
                unit: waits.unit,
                why: waits.why,
                what: What::Saw(Effect::Asks(waits.why)),
            });
        }
    }

    /// Returns the branches of paths that are equal so far: heaviest first, light ones summed up.
    fn branches(&self, ways: Ways<'_>) -> Vec<BranchView> {
        if ways.iter().all(|(way, _)| way.is_empty()) {
            return Vec::new();
        }
        // The paths are sorted, so those with the same beginning are neighbours.
        let mut groups: Vec<(Option<&Step>, Ways<'_>)> = Vec::new();
        for (way, chance) in ways {
            let first = way.first();
            let rest = way.get(1..).unwrap_or_default();
            match groups.last_mut() {
                Some((step, group)) if *step == first => group.push((rest, chance)),
                _ => groups.push((first, vec![(rest, chance)])),
            }
        }
        let mass = |ways: &Ways<'_>| ways.iter().fold(Chance::NONE, |sum, w| sum.plus(w.1));
        let mut groups: Vec<_> = groups
            .into_iter()
            .map(|(step, ways)| (mass(&ways), step, ways))
            .collect();
        groups.sort_by(|a, b| b.0.number().total_cmp(&a.0.number()));
        let kept = groups
            .iter()
            .take(WIDEST)
            .take_while(|group| group.0.number() >= LIGHTEST)
            .count();
        // A single branch left over is shown as it is instead of as "1 other".
        let kept = if groups.len() == kept + 1 {
            kept + 1
        } else {
            kept
        };
        let light = groups.split_off(kept);
        let mut out: Vec<BranchView> = groups
            .into_iter()
            .map(|(sum, step, ways)| self.branch(sum, step, ways))
            .collect();
        if !light.is_empty() {
            let sum = light.iter().fold(Chance::NONE, |sum, g| sum.plus(g.0));
            let says = say!("{number} other ways", number = light.len());
            out.push(branch_view(says, Vec::new(), sum, Vec::new()));
        }
        out
    }

    /// Returns a branch, with all following steps up to the next fork.
    fn branch(&self, sum: Chance, step: Option<&Step>, mut ways: Ways<'_>) -> BranchView {
        let Some(step) = step else {
            return branch_view(say!("nothing more"), Vec::new(), sum, Vec::new());
        };
        let mut steps = vec![step];
        while let Some(next) = ways.first().and_then(|(way, _)| way.first()) {
            if ways.iter().any(|(way, _)| way.first() != Some(next)) {
                break;
            }
            steps.push(next);
            for (way, _) in &mut ways {
                *way = way.get(1..).unwrap_or_default();
            }
        }
        let mut clauses: Vec<String> = Vec::new();
        for step in &steps {
            let cite = self.card().cite(step.why);
            if !clauses.contains(&cite) {
                clauses.push(cite);
            }
        }
        let says: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        branch_view(says.join("; "), clauses, sum, self.branches(ways))
    }

    fn step(&self, step: &Step) -> String {
        let who = step.unit.map_or(Person::It, |unit| {
            Person::of(self.battle, self.card(), unit)
        });
        let says = match &step.what {
            What::Saw(effect @ Effect::Told(..)) => {
                let said = self.effect(effect, who);
                let name = step.unit.map_or("", |unit| self.name(unit));
                return format!("{name}: {said}");
            }
            What::Saw(effect) => self.effect(effect, who),
            What::Chose(choice) => {
                let what = self.meaning(step.why, u16::from(*choice));
                fill(
                    who.verb("choose: {what}", "chooses: {what}"),
                    &[("what", &what)],
                )
            }
        };
        let name = step.unit.map_or("", |unit| self.name(unit));
        format!("{name} {says}").trim_start().to_owned()
    }
}

fn branch_view(
    says: String,
    clauses: Vec<String>,
    chance: Chance,
    branches: Vec<BranchView>,
) -> BranchView {
    BranchView {
        says,
        clauses,
        p: chance
            .fraction()
            .map_or_else(String::new, |_| chance.to_string()),
        percent: in_percent(chance.number()),
        branches,
    }
}
