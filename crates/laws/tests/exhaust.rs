//! The exhaustive runner: plays battles of every scenario, under every switch in turn, until every
//! clause that can fire has fired, and checks the laws on the states.
//!
//! By default it plays the few battles listed in `rules/<name>/fires.toml`, which together fire
//! everything, and one under every value of every switch, without checking the laws there. If a
//! rule set has no such list yet, it plays battles until everything has fired. If a change of the
//! rules breaks the list, `FIND=1 cargo test --release -p sandtable-laws --test exhaust` tries all
//! possible battles, one after another, and writes a new list. `BATTLES=10000 cargo test --release
//! -p sandtable-laws --test exhaust` plays that many battles of each rule set; add
//! `RULES=three-hit` for that rule set only.

use sandtable_battle::{Battle, Clause, ClauseText, Event, Order, Rolled, Rules, Switches};
use sandtable_laws::{self as laws, LAWS, Moment, any_order, up_to_a_foe};
use sandtable_opponents::{Greedy, Lot, Player, Random};
use sandtable_register::{Entry, Scenario};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Reads a number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|v| v.parse().ok())
}

/// From this number on, the greedy player plays all battles.
const THOUGHTFUL: u64 = 10_000;

/// A switch and its value.
type Switch = (String, String);

/// Progress of one rule set.
struct Run {
    entry: &'static Entry,
    /// Built-in scenarios, followed by the drills.
    scenarios: Vec<Scenario>,
    /// Every value of a switch except the default.
    variants: Vec<Switch>,
    fired: BTreeSet<Clause>,
    /// Clauses that have not fired yet but must.
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
        // A rule set that is a difference of another must fire only its own clauses; its base fires
        // the rest.
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

    /// Plays the battles of these numbers, with or without checking the laws, until none is left,
    /// or if `enough` is set until every clause has fired. Returns the battles that fired something
    /// new, with all the clauses that each fired.
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

    /// Opens the battle of a number. Even numbers are as printed, odd ones change one switch in
    /// turn, so that every switch eventually meets every scenario. Returns `None` if the scenario
    /// does not work with the switch.
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

    /// Plays the battle of a number, if there is one, and returns the clauses that fired.
    fn play(&self, n: u64, laws: bool) -> Option<BTreeSet<Clause>> {
        let (rules, start, what) = self.opened(n)?;
        // The greedy player brings units together, but is slow and gets through fewer orders.
        let greedy = n % 7 == 4 || n >= THOUGHTFUL;
        let mut fired = battle(&*rules, &start, (n + 1, greedy, laws), &what);
        fired.extend(sandtable_battle::trace::take());
        Some(fired)
    }

    /// Lists the numbers of all battles: some with random players first, then the greedy ones.
    fn all(&self) -> impl Iterator<Item = u64> + use<> {
        let most = 400 + 40 * (self.scenarios.len() + self.variants.len()) as u64;
        (0..200)
            .chain(THOUGHTFUL..THOUGHTFUL + 600)
            .chain(200..most)
    }

    /// Lists one battle for every value of every switch.
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

    /// Plays the default selection.
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

    /// Reads the battles listed in `fires.toml`.
    fn listed(&self) -> Vec<u64> {
        let text = std::fs::read_to_string(list(self.entry.id)).unwrap_or_default();
        let numbers = text
            .lines()
            .find_map(|line| line.strip_prefix("battles = "));
        let numbers = numbers.unwrap_or_default();
        let digits = numbers.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    }

    /// Finds a few battles that together fire everything, and lists them. It starts with the
    /// battles listed so far, since most of them still serve.
    fn find(&mut self) {
        let all = self.listed().into_iter().chain(self.all());
        let mut found = self.go(all, false, true);
        // Battles that fire rare clauses come first; drop those that add nothing.
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

    /// Plays battles that the rules set up themselves, if they say how.
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

    /// Counts a battle, and crosses off what has fired.
    fn heard(&mut self, fired: &BTreeSet<Clause>) {
        self.played += 1;
        self.fired.extend(fired);
        self.silent.retain(|(clause, _)| !fired.contains(clause));
    }

    /// Lists what is wrong in the end: clauses that never fired, and excused ones that did.
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

    /// Writes what fired for `cargo xtask coverage` to `fired/<rules>.toml` in cargo's target
    /// folder.
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

/// Returns the path of the list of battles that fire everything.
fn list(rules: &str) -> std::path::PathBuf {
    let rule_sets = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    rule_sets.join(rules).join("fires.toml")
}

/// Reads the clauses that never fire from `rules/<name>/unfired.toml`, which gives the reasons.
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

/// How to play a battle: its seed, whether the greedy player plays, and whether to check the laws.
type How = (u64, bool, bool);

/// Plays one battle and returns the clauses that fired. If it panics, prints which battle it was.
fn battle(rules: &dyn Rules, start: &Battle, how: How, what: &str) -> BTreeSet<Clause> {
    let run = std::panic::AssertUnwindSafe(|| play(rules, start, how, what));
    std::panic::catch_unwind(run).unwrap_or_else(|panic| {
        eprintln!("{what}, seed {}", how.0);
        std::panic::resume_unwind(panic)
    })
}

/// Plays one battle, checks the laws on its states, and notes every clause that is cited.
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
        // The greedy player brings units together, the random player does odd things.
        let order = match now.ended {
            Some(_) => None,
            None if greedy && lot.below(3) > 0 => thinker.choose(rules, &now),
            None => random.choose(rules, &now),
        };
        // Check the expensive laws only now and then.
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

/// Each rule set has its own thread, since what is carried out is recorded per thread.
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
