//! The exhaustive runner: battles of every scenario, under every switch in turn,
//! until every clause that can fire has fired. The states are shown to the laws.
//!
//! Usually it plays the battles that `rules/<name>/fires.toml` lists, a few that
//! fire everything together, and one under every value of every switch, in which
//! the laws have no say; where there is no such list yet, all until everything has
//! fired. When the rules have changed and they no longer do,
//! `FIND=1 cargo test --release -p sandtable-laws --test exhaust` plays all that
//! there are, one after another, and lists others.
//! `BATTLES=10000 cargo test --release -p sandtable-laws --test exhaust` plays
//! that many of each rule set; `RULES=three-hit` of that rule set only.

use sandtable_battle::{Battle, Clause, ClauseText, Event, Order, Rolled, Rules, Switches};
use sandtable_laws::{self as laws, LAWS, Moment, any_order, up_to_a_foe};
use sandtable_opponents::{Greedy, Lot, Player, Random};
use sandtable_register::{Entry, Scenario};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|v| v.parse().ok())
}

/// Battles from this number on are all played by the greedy player.
const THOUGHTFUL: u64 = 10_000;

/// A switch and its value.
type Switch = (String, String);

/// A rule set on its way.
struct Run {
    entry: &'static Entry,
    /// Shipped scenarios, and the drills behind them.
    scenarios: Vec<Scenario>,
    /// Every value of a switch that is not the usual one.
    variants: Vec<Switch>,
    fired: BTreeSet<Clause>,
    /// Clauses that still must fire.
    silent: Vec<(Clause, String)>,
    /// Clauses that cannot fire, as `unfired.toml` says.
    excused: Vec<String>,
    played: u64,
}

impl Run {
    fn of(entry: &'static Entry) -> Self {
        let standard = entry.standard();
        let card = standard.card();
        let others = card.switches.iter().flat_map(|switch| {
            let others = switch.values.iter();
            others
                .filter(|v| Some(*v) != switch.default.as_ref())
                .map(|value| (switch.name.clone(), value.clone()))
        });
        let variants = others.collect();
        let mut scenarios = laws::scenarios(entry.id);
        scenarios.extend(laws::drills(entry.id));
        let excused = excused(entry.id);
        // A difference must show what is its own; the rest its base shows.
        let base = sandtable_register::ALL
            .iter()
            .find(|e| entry.base == Some(e.id));
        let base = base.map(Entry::standard);
        let based = |c: &ClauseText| base.as_ref().is_some_and(|b| b.card().clauses.contains(c));
        let must = card.clauses.iter();
        let must = must.filter(|c| !excused.contains(&c.id) && !based(c));
        let silent = must.map(|c| {
            (
                Clause::new(c.n),
                format!("{}-{}: {}", card.prefix, c.id, c.title),
            )
        });
        Self {
            silent: silent.collect(),
            fired: BTreeSet::new(),
            played: 0,
            entry,
            scenarios,
            variants,
            excused,
        }
    }

    /// Plays the battles of these numbers, with the laws or without, until there
    /// are no more or all has fired, if that is `enough`; gives the clauses that
    /// each of them fired.
    fn go(
        &mut self,
        numbers: impl IntoIterator<Item = u64>,
        laws: bool,
        enough: bool,
    ) -> Vec<(u64, BTreeSet<Clause>)> {
        let mut all = Vec::new();
        for n in numbers {
            if enough && self.silent.is_empty() {
                break;
            }
            let before = self.silent.len();
            let Some(fired) = self.play(n, laws) else {
                continue;
            };
            self.heard(&fired);
            if self.silent.len() < before {
                all.push((n, fired));
            }
        }
        all
    }

    /// The battle of a number, as it is printed and with one switch changed by
    /// turns: each switch with each scenario when all have had their turn. None
    /// when the scenario does not go with the switch.
    fn opened(&self, n: u64) -> Option<(Arc<dyn Rules>, Battle, String)> {
        let (scenarios, variants) = (self.scenarios.len() as u64, self.variants.len() as u64);
        let (usual, half) = (n.is_multiple_of(2), n / 2);
        let which = if usual {
            half
        } else {
            half + half / variants.max(1)
        };
        let scenario = &self.scenarios[(which % scenarios) as usize];
        let variant = (!usual && variants > 0).then(|| &self.variants[(half % variants) as usize]);
        let switch = variant.map(|(name, value)| (name.as_str(), value.as_str()));
        let (rules, start) = laws::try_open(&scenario.text, switch)?;
        Some((rules, start, format!("{} with {variant:?}", scenario.id)))
    }

    /// Plays the battle of a number, if there is one; gives what fired.
    fn play(&self, n: u64, laws: bool) -> Option<BTreeSet<Clause>> {
        let (rules, start, what) = self.opened(n)?;
        // The slow player brings units together, but plays less.
        let greedy = n % 7 == 4 || n >= THOUGHTFUL;
        let mut fired = battle(&*rules, &start, (n + 1, greedy, laws), &what);
        fired.extend(sandtable_battle::trace::take());
        Some(fired)
    }

    /// All battles there are: some by odd players first, then by thoughtful ones.
    fn all(&self) -> impl Iterator<Item = u64> + use<> {
        let most = 400 + 40 * (self.scenarios.len() + self.variants.len()) as u64;
        (0..200)
            .chain(THOUGHTFUL..THOUGHTFUL + 600)
            .chain(200..most)
    }

    /// A battle under every value of every switch.
    fn switched(&self) -> Vec<u64> {
        let (scenarios, variants) = (self.scenarios.len() as u64, self.variants.len() as u64);
        let number = |variant: u64, round: u64| 2 * (variant + round * variants) + 1;
        let any = |variant| {
            let rounds = (0..scenarios).map(|round| number(variant, round));
            let mut goes = rounds.filter(|&n| self.opened(n).is_some());
            goes.next().expect("a scenario that goes with the switch")
        };
        (0..variants).map(any).collect()
    }

    /// What is played when nothing is asked for.
    fn usual(&mut self) {
        let listed = self.listed();
        if listed.is_empty() {
            let all = self.all();
            self.go(all, true, true);
        } else {
            self.go(listed, true, false);
            self.go(self.switched(), false, false);
        }
    }

    /// The battles of `fires.toml`.
    fn listed(&self) -> Vec<u64> {
        let text = std::fs::read_to_string(list(self.entry.id)).unwrap_or_default();
        let numbers = text
            .lines()
            .find_map(|line| line.strip_prefix("battles = "));
        let numbers = numbers.unwrap_or_default();
        let digits = numbers.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    }

    /// Finds a few battles that fire everything together, and lists them.
    /// The battles that are listed come first: most of them serve again.
    fn find(&mut self) {
        let all = self.listed().into_iter().chain(self.all());
        let mut found = self.go(all, false, true);
        // Those that fire what few do first; what they fire besides others need not.
        let mut kept: Vec<u64> = Vec::new();
        let mut covered = BTreeSet::new();
        while let Some((n, fired)) = found.pop() {
            if !fired.is_subset(&covered) {
                let needed = |clause: &&Clause| !covered.contains(*clause);
                let others: BTreeSet<Clause> = found.iter().flat_map(|(_, f)| f.clone()).collect();
                if fired.iter().filter(needed).any(|c| !others.contains(c)) {
                    kept.push(n);
                    covered.extend(fired);
                }
            }
        }
        kept.sort_unstable();
        let kept: Vec<String> = kept.iter().map(u64::to_string).collect();
        let text = format!(
            "# Battles of the exhaustive runner that together fire every clause that can\n\
             # fire; it finds them itself (crates/laws/tests/exhaust.rs).\n\
             battles = [{}]\n",
            kept.join(", ")
        );
        std::fs::write(list(self.entry.id), text).expect("fires.toml");
    }

    /// Battles that the rules set up themselves, where they say how.
    fn pitched_battles(&mut self, laws: bool) {
        let rules = self.entry.standard();
        for seed in 1..=2 {
            let mut dice = Rolled::new(seed, 0);
            let set_up = self.entry.pitched_battle(&Switches::default(), &mut dice);
            let Some(start) = set_up else {
                return;
            };
            let start = start.expect("the usual switches");
            let mut fired = battle(&*rules, &start, (seed, false, laws), "a pitched battle");
            fired.extend(dice.rolls().iter().map(|r| r.why));
            fired.extend(sandtable_battle::trace::take());
            self.heard(&fired);
        }
    }

    /// Counts a battle, and strikes out what has fired.
    fn heard(&mut self, fired: &BTreeSet<Clause>) {
        self.played += 1;
        self.fired.extend(fired);
        self.silent.retain(|(clause, _)| !fired.contains(clause));
    }

    /// What is wrong in the end: what never fired, and what did against its excuse.
    fn wrong(&self) -> Vec<String> {
        let mut wrong: Vec<String> = self.silent.iter().map(|(_, said)| said.clone()).collect();
        let standard = self.entry.standard();
        for text in &standard.card().clauses {
            if self.excused.contains(&text.id) && self.fired.contains(&Clause::new(text.n)) {
                wrong.push(format!(
                    "{}-{} fired, but unfired.toml excuses it",
                    standard.card().prefix,
                    text.id
                ));
            }
        }
        wrong
    }

    /// Keeps what fired for `cargo xtask coverage`: `fired/<rules>.toml` in the
    /// folder that cargo builds into.
    fn keep(&self) {
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
            || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target")),
            std::path::PathBuf::from,
        );
        let folder = folder.join("fired");
        let numbers: Vec<String> = self
            .fired
            .iter()
            .filter(|clause| clause.number() >= 100)
            .map(|clause| clause.number().to_string())
            .collect();
        let text = format!(
            "# Clauses that fired in the exhaustive runner.\nbattles = {}\nfired = [{}]\n",
            self.played,
            numbers.join(", ")
        );
        std::fs::create_dir_all(&folder).expect("the folder cargo builds into");
        let file = folder.join(format!("{}.toml", self.entry.id));
        std::fs::write(file, text).expect("the fired clauses");
    }
}

/// Where the battles of a rule set that fire everything are listed.
fn list(rules: &str) -> std::path::PathBuf {
    let rule_sets = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    rule_sets.join(rules).join("fires.toml")
}

/// Clauses that never fire, with the reason, from `rules/<name>/unfired.toml`.
fn excused(rules: &str) -> Vec<String> {
    let path = format!(
        "{}/../../rules/{rules}/unfired.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        return Vec::new();
    };
    text.lines()
        .filter_map(|line| line.split_once('='))
        .map(|(id, _)| id.trim().trim_matches('"').to_owned())
        .collect()
}

/// How a battle is played: its seed, whether the greedy player plays, and
/// whether the laws are shown it.
type How = (u64, bool, bool);

/// Plays one battle and gives what fired; when it panics, tells which it was.
fn battle(rules: &dyn Rules, start: &Battle, how: How, what: &str) -> BTreeSet<Clause> {
    let run = std::panic::AssertUnwindSafe(|| play(rules, start, how, what));
    std::panic::catch_unwind(run).unwrap_or_else(|panic| {
        eprintln!("{what}, seed {}", how.0);
        std::panic::resume_unwind(panic)
    })
}

/// Plays one battle, shows every state to the laws, and notes every clause that
/// anything cited.
fn play(
    rules: &dyn Rules,
    start: &Battle,
    (seed, greedy, laws): How,
    what: &str,
) -> BTreeSet<Clause> {
    let mut lot = Lot::new(seed ^ 0x5eed);
    let (mut random, mut thinker) = (Random::new(seed), Greedy::new(seed));
    let (mut now, events, dice) = laws::begun(rules, start, seed);
    let mut fired: BTreeSet<Clause> = dice.rolls().iter().map(|r| r.why).collect();
    fired.extend(events.iter().map(Event::why));
    for number in 1..1500 {
        let place = &format!("{what}, seed {seed}, order {number}");
        // A greedy hand brings units together, a random one does odd things.
        let order = match now.ended {
            Some(_) => None,
            None if greedy && lot.below(3) > 0 => thinker.choose(rules, &now),
            None => random.choose(rules, &now),
        };
        // The dear laws look in now and then.
        let some = match lot.below(24) {
            _ if !laws => 0,
            0 => LAWS.len(),
            _ => 3,
        };
        for law in &LAWS[..some] {
            law(&Moment {
                place,
                rules,
                battle: &now,
                order: order.as_ref(),
                number,
            });
        }
        if now.ended.is_some() {
            break;
        }
        let order = order.unwrap_or_else(|| panic!("{place}: no order can be given"));
        fired.extend(rules.all_offers(&now).iter().map(|offer| offer.clause));
        for _ in 0..12 {
            judge(rules, &now, &any_order(&now, &mut lot), &mut fired);
        }
        if let Some(order) = up_to_a_foe(rules, &now, &mut lot) {
            judge(rules, &now, &order, &mut fired);
        }
        judge(rules, &now, &order, &mut fired);
        let mut dice = Rolled::new(seed, number);
        let (after, events) = rules
            .play(&now, &order, &mut dice)
            .expect("chosen orders are legal");
        fired.extend(dice.rolls().iter().map(|r| r.why));
        fired.extend(events.iter().map(Event::why));
        now = after;
    }
    fired
}

/// Judges an order and notes the clauses for and against it.
fn judge(rules: &dyn Rules, now: &Battle, order: &Order, fired: &mut BTreeSet<Clause>) {
    match rules.judge(now, order) {
        Ok(legal) => fired.extend(rules.advice().factors(now, &legal).iter().map(|f| f.clause)),
        Err(refusals) => fired.extend(refusals.reasons().iter().map(|r| r.clause)),
    }
}

/// Each rule set on a thread of its own: what is carried out is noted by thread.
#[test]
fn every_clause_that_can_fire_fires() {
    let (battles, find) = (number("BATTLES"), number("FIND").is_some());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for entry in laws::sets() {
            let wrong = &wrong;
            scope.spawn(move || {
                let mut run = Run::of(entry);
                run.pitched_battles(!find);
                match battles {
                    _ if find => run.find(),
                    Some(battles) => drop(run.go(0..battles, true, false)),
                    None => run.usual(),
                }
                run.keep();
                println!("{}: {} battles", entry.id, run.played);
                wrong.lock().expect("no thread died").extend(run.wrong());
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread died");
    assert!(
        wrong.is_empty(),
        "{} clauses (FIND=1 looks for battles that fire them):\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
