//! Random armies within limits, new for every pair of battles: points are fitted to them.

use crate::seed::mix;
use sandtable_battle::{Battle, Rules, Side};
use sandtable_files::{Army, Recruit, muster};

/// How often armies are drawn again before the study gives up.
const TRIES: u64 = 64;

/// A kind of unit from which armies are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// A sample unit of the kind.
    pub unit: Recruit,
    /// Most units of the kind in an army.
    pub most: u32,
    /// What the author charges for a unit, in hundredths of a point, if anything.
    pub cost: Option<u32>,
}

/// How armies are drawn for an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Fewest and most units of an army, leaders aside.
    pub units: (u32, u32),
    /// The kinds from which they are drawn.
    pub kinds: Vec<Drawn>,
    /// What each side always has: its leaders, and its groups.
    pub always: [(Vec<Recruit>, Vec<String>); 2],
    /// The seed of the study.
    pub seed: u64,
}

impl Draw {
    /// Returns how many units of each kind both armies of a battle have. Two battles in a row have
    /// the same armies, which change sides in between, so that the advantage of a side cancels out.
    /// Armies that the rules or the scenario reject are drawn again.
    ///
    /// # Errors
    /// If all of many tries are rejected: the last reason.
    pub fn counts(
        &self,
        rules: &dyn Rules,
        bare: &Battle,
        battle: u32,
    ) -> Result<[Vec<u32>; 2], String> {
        let pair = u64::from(battle.saturating_sub(1) / 2);
        let mut why = String::new();
        for again in 0..TRIES {
            let one = self.army(mix(mix(self.seed, pair), 0x61 + 2 * again));
            let two = self.army(mix(mix(self.seed, pair), 0x62 + 2 * again));
            let here = self.laid(rules, bare, [&one, &two]);
            match here.and_then(|_| self.laid(rules, bare, [&two, &one])) {
                Ok(_) if battle.is_multiple_of(2) => return Ok([two, one]),
                Ok(_) => return Ok([one, two]),
                Err(said) => why = said,
            }
        }
        Err(why)
    }

    /// Draws one army: first its size, then a kind that is not used up for each unit.
    fn army(&self, mut state: u64) -> Vec<u32> {
        let mut below = |n: u64| {
            state = mix(state, 1);
            u64::try_from((u128::from(state) * u128::from(n)) >> 64).unwrap_or(0)
        };
        let size = u64::from(self.units.0) + below(u64::from(self.units.1 - self.units.0) + 1);
        let mut counts = vec![0; self.kinds.len()];
        for _ in 0..size {
            let open: Vec<usize> = (0..counts.len())
                .filter(|&at| counts[at] < self.kinds[at].most)
                .collect();
            if open.is_empty() {
                break;
            }
            let at = usize::try_from(below(open.len() as u64)).unwrap_or(0);
            counts[open[at.min(open.len() - 1)]] += 1;
        }
        counts
    }

    /// Returns a battle with its armies in their sides' reserves.
    ///
    /// # Errors
    /// If the rules or the scenario reject the armies: the reason.
    pub fn start(&self, rules: &dyn Rules, bare: &Battle, battle: u32) -> Result<Battle, String> {
        let [one, two] = self.counts(rules, bare, battle)?;
        self.laid(rules, bare, [&one, &two])
    }

    fn laid(
        &self,
        rules: &dyn Rules,
        bare: &Battle,
        counts: [&Vec<u32>; 2],
    ) -> Result<Battle, String> {
        let mut now = bare.clone();
        for side in Side::BOTH {
            let army = self.muster(rules, side, counts[side.index()]);
            now = muster(&now, side, &army, rules)?;
        }
        Ok(now)
    }

    fn muster(&self, rules: &dyn Rules, side: Side, counts: &[u32]) -> Army {
        let (leaders, groups) = &self.always[side.index()];
        let mut units = Vec::new();
        for (kind, count) in self.kinds.iter().zip(counts) {
            for number in 1..=*count {
                let group = (!groups.is_empty()).then(|| units.len() % groups.len());
                units.push(Recruit {
                    name: format!("{} {number}", kind.title),
                    group,
                    ..kind.unit.clone()
                });
            }
        }
        units.extend(leaders.iter().cloned());
        Army {
            rules: vec![rules.card().id.clone()],
            name: "Drawn by lot".to_owned(),
            groups: groups.clone(),
            units,
            ..Army::default()
        }
    }
}
