//! Whole turns of the real rules; states that are alike merge on the way.

use crate::play::{Play, WAYS};
use crate::states::States;
use sandtable_battle::{Battle, Dice, Scene};
use sandtable_odds::{Chance, Explorer, Law, Weight};

/// Most orders of a turn.
const ORDERS: usize = 120;
/// Most states within a turn.
const WIDEST: usize = 20_000;

impl Play<'_> {
    /// Returns the distribution of the state at the end of a turn.
    pub(crate) fn turn(&self, from: &Battle, states: &mut States) -> Law<usize> {
        let mut law = Law::new();
        let mut explorer = Explorer::<Chance>::new();
        let mut layer = vec![(from.clone(), Chance::ONE)];
        if from.is_unopened() {
            layer = self.opened(from, &mut explorer, &mut law);
        }
        let turn = layer.first().map_or(1, |(b, _)| b.cursor.turn);
        for _ in 0..ORDERS {
            let mut next = States::default();
            let mut masses: Vec<Chance> = Vec::new();
            for (battle, mass) in std::mem::take(&mut layer) {
                let over = battle.cursor.turn > turn || self.end(&battle).is_some();
                let order = if over { None } else { self.next(&battle) };
                let Some(legal) = order else {
                    if !over {
                        // Nobody may do anything, yet the turn is not over: how it continues is
                        // unknown.
                        law.lose(mass);
                        continue;
                    }
                    law.add(states.place(in_turn(battle, turn)), mass);
                    continue;
                };
                let mut add = |after: Battle, weight: Chance| {
                    let at = next.place(after);
                    masses.resize(masses.len().max(at + 1), Chance::NONE);
                    masses[at] = masses[at].plus(weight);
                };
                let scene = |dice: &mut dyn Dice| {
                    let mut scene = Scene::new(battle.clone());
                    self.rules().resolve(&legal, &mut scene, dice);
                    scene.finish().0
                };
                self.all_ways(&mut explorer, mass, scene, &mut add, &mut law);
            }
            layer = next.into_battles().into_iter().zip(masses).collect();
            if layer.is_empty() {
                return law;
            }
            if layer.len() > WIDEST {
                break;
            }
        }
        let left = layer.iter().fold(Chance::NONE, |sum, (_, m)| sum.plus(*m));
        law.lose(left);
        law
    }

    /// Returns the battles that the opening leads to.
    fn opened(
        &self,
        from: &Battle,
        explorer: &mut Explorer<Chance>,
        law: &mut Law<usize>,
    ) -> Vec<(Battle, Chance)> {
        let mut layer: Vec<(Battle, Chance)> = Vec::new();
        let open = |dice: &mut dyn Dice| {
            let mut scene = Scene::new(from.clone());
            self.rules().open(&mut scene, dice);
            scene.finish().0
        };
        let mut add =
            |after: Battle, weight: Chance| match layer.iter_mut().find(|(b, _)| *b == after) {
                Some((_, mass)) => *mass = mass.plus(weight),
                None => layer.push((after, weight)),
            };
        self.all_ways(explorer, Chance::ONE, open, &mut add, law);
        layer
    }
}

impl Play<'_> {
    /// Runs a body over all ways of its dice; ways beyond the limit count as lost.
    fn all_ways(
        &self,
        explorer: &mut Explorer<Chance>,
        mass: Chance,
        body: impl FnMut(&mut dyn Dice) -> Battle,
        add: &mut dyn FnMut(Battle, Chance),
        law: &mut Law<usize>,
    ) {
        let before = explorer.runs();
        let most = before + WAYS.min(self.left.get());
        *explorer = std::mem::take(explorer).at_most(most);
        let mut given = 0.0;
        let lost = explorer.explore(body, |after, weight| {
            given += weight.number();
            add(after, mass.times(weight));
        });
        law.lose(mass.times(lost));
        let spent = explorer.runs() - before;
        self.left.set(self.left.get().saturating_sub(spent));
        let left = 1.0 - given - lost.number();
        if explorer.is_spent() && left > 1e-9 {
            law.lose(mass.times(Chance::about(left)));
        }
    }
}

impl Play<'_> {
    /// Returns the battle after its opening, with thrown dice.
    pub(crate) fn opened_drawn(&self, dice: &mut dyn Dice) -> Battle {
        let mut scene = Scene::new(self.situation.battle.clone());
        if scene.is_unopened() {
            self.rules().open(&mut scene, dice);
        }
        scene.finish().0
    }

    /// Plays a turn with thrown dice, and counts its orders. Returns the battle at its end; none if
    /// nobody may do anything and the turn is not over.
    pub(crate) fn turn_drawn(
        &self,
        mut battle: Battle,
        dice: &mut dyn Dice,
        orders: &mut usize,
    ) -> Option<Battle> {
        let turn = battle.cursor.turn;
        for _ in 0..ORDERS {
            if battle.cursor.turn > turn || self.end(&battle).is_some() {
                return Some(in_turn(battle, turn));
            }
            let legal = self.next(&battle)?;
            let mut scene = Scene::new(battle);
            self.rules().resolve(&legal, &mut scene, dice);
            battle = scene.finish().0;
            *orders += 1;
        }
        None
    }
}

/// Returns the same battle in another turn: states must not differ in the turn alone.
fn in_turn(mut battle: Battle, turn: u16) -> Battle {
    battle.cursor.turn = turn;
    battle
}
