//! The coach: what a computer player would do in a position, why it gave its orders, and how good
//! the orders of a battle were. All of it is what [`Thought`] found by playing orders on with the
//! rules themselves, put into words.

use crate::view::{Advised, Fate, Grade, GradedOrder, Review, ReviewSide, WeighedOrder};
use crate::{EngineError, Session};
use sandtable_battle::phrase::unseen;
use sandtable_battle::{Battle, Event, Order, Roll, Rules, Side, UnitId};
use sandtable_files::Journal;
use sandtable_odds::{Luck, mix};
use sandtable_opponents::{Effort, Learned, Named, Plan, Thinker, Thought, Tried, playouts};
use sandtable_tongue::say;
use std::sync::Arc;

/// Number of orders that are reported.
const TOLD: usize = 3;
/// Number of units whose fate is reported.
const FATES: usize = 3;
/// Events less frequent than this, in per cent, are not reported.
const SELDOM: f64 = 10.0;
/// Maximum number of the computer's orders whose reasons are kept.
const KEPT: usize = 400;
/// Chance given away, in per cent, from which an order counts as inaccurate, a mistake, or a
/// blunder.
const STEPS: [f64; 3] = [5.0, 10.0, 20.0];

/// Returns a computer player that can give advice.
///
/// # Errors
/// If there is none of that name, it does not think ahead, or the number of playouts is invalid.
pub fn adviser(player: &str, often: Option<u32>) -> Result<Named, EngineError> {
    let mut named = crate::levels::player(player)?;
    if let Some(often) = often {
        playouts(&often.to_string()).map_err(|why| crate::levels::no_level(&why))?;
        named.playouts = Some(often);
    }
    if named.effort().is_none() {
        return Err(EngineError::new(say!(
            "the computer player `{id}` does not think ahead and gives no reasons",
            id = named.level.id
        ))
        .hint(say!(
            "there are: {known}",
            known = "captain, colonel, general"
        )));
    }
    Ok(named)
}

/// A position that is being thought about, piece by piece.
pub struct Advice {
    rules: Arc<dyn Rules>,
    named: Named,
    thought: Thought,
    /// The order that was given in the position, if any.
    given: Option<Order>,
}

impl Advice {
    /// Begins to think about a position.
    ///
    /// # Errors
    /// If no order is possible in it.
    pub fn begin(
        rules: Arc<dyn Rules>,
        battle: &Battle,
        named: Named,
    ) -> Result<Self, EngineError> {
        seen(battle)?;
        let mut thinker = thinker(&named, battle.fingerprint());
        let thought = thinker.begin(rules.as_ref(), battle);
        if thought.best().is_none() {
            return Err(EngineError::new("the computer finds no order to give"));
        }
        Ok(Self {
            rules,
            named,
            thought,
            given: None,
        })
    }

    /// Begins to compare an order that was given in a position with its alternatives.
    ///
    /// # Errors
    /// If the miniatures stand on a table that the computer does not see.
    pub fn beside(
        rules: Arc<dyn Rules>,
        battle: &Battle,
        order: &Order,
        named: Named,
    ) -> Result<Self, EngineError> {
        seen(battle)?;
        let mut thinker = thinker(&named, battle.fingerprint());
        let thought = thinker.begin_beside(rules.as_ref(), battle, order);
        Ok(Self {
            rules,
            named,
            thought,
            given: Some(order.clone()),
        })
    }

    /// Makes up to this many further playouts. Returns whether any are left.
    pub fn go_on(&mut self, pieces: u32) -> bool {
        (0..pieces).all(|_| self.thought.step(self.rules.as_ref()))
    }

    /// Returns what was found so far.
    #[must_use]
    pub fn view(&self) -> Advised {
        let given = self.given.as_ref();
        advised(self.rules.as_ref(), &self.thought, &self.named, given)
    }
}

/// Checks that the computer player sees the position and that an order is possible in it.
fn seen(battle: &Battle) -> Result<(), EngineError> {
    if battle.ended.is_some() {
        return Err(EngineError::new(
            "the battle is over: nobody can give an order",
        ));
    }
    if battle.setting.stated {
        return Err(EngineError::new(unseen()));
    }
    Ok(())
}

fn thinker(named: &Named, seed: u64) -> Thinker {
    let effort = named.effort().unwrap_or(Effort {
        orders: 1,
        plans: 1,
        playouts: 1,
        turns: 0,
        paced: false,
    });
    Thinker::new(effort, named.temper, mix(seed, 0x636f_6163))
}

/// Returns what a thought found, in words; with the order that was given, if any.
fn advised(rules: &dyn Rules, thought: &Thought, named: &Named, given: Option<&Order>) -> Advised {
    let ranked = thought.ranked();
    let is_given = |one: &Tried| given == Some(&one.order);
    let place = ranked.iter().position(|one| is_given(one));
    let told = ranked.iter().enumerate().filter(|(at, _)| match place {
        Some(place) if place >= TOLD => *at < TOLD - 1 || *at == place,
        _ => *at < TOLD,
    });
    let told: Vec<&Tried> = told.map(|(_, one)| *one).collect();
    let all: Vec<&Order> = told.iter().map(|one| &one.order).collect();
    let orders = ranked.first().map_or_else(Vec::new, |best| {
        let told = told.iter().map(|one| WeighedOrder {
            given: is_given(one),
            ..weighed(rules, thought, (one, &all), best)
        });
        told.collect()
    });
    Advised {
        player: written(named),
        side: thought.battle().to_move().into(),
        left: thought.left(),
        orders,
    }
}

/// Returns a player's name with its temper, as players are written.
fn written(named: &Named) -> String {
    format!("{}:{}", named.level.id, named.temper.id())
}

fn weighed(
    rules: &dyn Rules,
    thought: &Thought,
    (one, all): (&Tried, &[&Order]),
    best: &Tried,
) -> WeighedOrder {
    let (battle, side) = (thought.battle(), thought.battle().to_move());
    let says = sandtable_tell::order_among(battle, rules.card(), &one.order, all);
    let (by, by_within) = one.lead(best);
    let mut out = WeighedOrder {
        order: one.order.clone(),
        given: false,
        unit: one.order.unit().map(|unit| unit.0),
        target: one.order.target().map(|unit| unit.0),
        says,
        plan: plan_says(one.plan).to_owned(),
        percent: percent(one.mean()),
        within: percent(one.within().min(1.0)),
        by: percent(by),
        by_within: percent(by_within.min(1.0)),
        playouts: u32::try_from(one.playouts()).unwrap_or(u32::MAX),
        hopes: fates(battle, one, side.other()),
        fears: fates(battle, one, side),
        text: String::new(),
    };
    out.text = told(&out);
    out
}

/// Returns what a side lost, the likeliest losses first.
fn fates(battle: &Battle, one: &Tried, side: Side) -> Vec<Fate> {
    let count = f64::from(u32::try_from(one.playouts().max(1)).unwrap_or(u32::MAX));
    let mut out: Vec<Fate> = battle
        .all()
        .filter(|(_, unit)| unit.side == side)
        .filter_map(|(id, _)| fate(battle, one, id, count))
        .filter(|fate| fate.percent >= SELDOM)
        .collect();
    out.sort_by(|a, b| b.percent.total_cmp(&a.percent).then(a.unit.cmp(&b.unit)));
    out.truncate(FATES);
    out
}

fn fate(battle: &Battle, one: &Tried, id: UnitId, count: f64) -> Option<Fate> {
    let lost = *one.lost().get(id.index())?;
    Some(Fate {
        unit: id.0,
        name: battle.setting.called(id).to_owned(),
        percent: percent(f64::from(lost) / count),
    })
}

/// Returns per cent with one decimal.
fn percent(part: f64) -> f64 {
    (part * 1000.0).round() / 10.0
}

fn whole(percent: f64) -> String {
    format!("{percent:.0}")
}

/// Describes a weighed order in plain sentences.
fn told(of: &WeighedOrder) -> String {
    if of.playouts == 0 {
        return say!(
            "{order}. It was compared with no other order.",
            order = of.says
        );
    }
    let list = |fates: &[Fate]| {
        let each: Vec<String> = fates
            .iter()
            .map(|fate| format!("{} ({} %)", fate.name, whole(fate.percent)))
            .collect();
        each.join(", ")
    };
    let mut out = say!(
        "{order}. You win {percent} % (give or take {within}, playouts: {n}). Plan: {plan}.",
        order = of.says,
        percent = whole(of.percent),
        within = whole(of.within),
        n = of.playouts,
        plan = of.plan
    );
    if !of.hopes.is_empty() {
        out.push(' ');
        out.push_str(&say!(
            "It may cost the other side: {units}.",
            units = list(&of.hopes)
        ));
    }
    if !of.fears.is_empty() {
        out.push(' ');
        out.push_str(&say!("It may cost you: {units}.", units = list(&of.fears)));
    }
    out
}

/// Describes a plan in words.
fn plan_says(plan: Plan) -> &'static str {
    sandtable_tongue::say(match plan {
        Plan::Steady => "every unit does what is best for it",
        Plan::Assault => "the whole line attacks",
        Plan::Fire => "the whole line shoots from a distance",
        Plan::Hold => "the whole line stands",
        Plan::Goals => "everyone makes for what wins the battle",
        Plan::AssaultLeft => "the left attacks, the others shoot",
        Plan::AssaultRight => "the right attacks, the others shoot",
        Plan::AssaultCentre => "the centre attacks, the wings shoot",
        Plan::Reserve => "the best in hand to hand wait behind, the others shoot",
    })
}

/// An order of a journal that is to be graded.
struct Given {
    number: u32,
    before: Battle,
    order: Order,
    rolls: Vec<Roll>,
    events: Vec<Event>,
}

/// How much thought each order gets at first, so that there is soon something to say about all of
/// them.
const ROUGHLY: Effort = Effort {
    orders: 2,
    plans: 3,
    playouts: 14,
    turns: 1,
    paced: false,
};

/// The review of a battle, order by order: roughly at first, then closely, starting with the orders
/// that seem to have given away most.
pub struct Reviewing {
    rules: Arc<dyn Rules>,
    named: Named,
    given: Vec<Given>,
    /// The grade of each order that was looked at.
    graded: Vec<Option<GradedOrder>>,
    luck: Luck,
    now: Option<Thought>,
    /// Whether this is the rough round.
    roughly: bool,
    /// The orders still to look at in this round, the next one last.
    queue: Vec<usize>,
    each: u32,
}

impl Reviewing {
    /// Begins to review a battle.
    ///
    /// # Errors
    /// If nothing was ordered in it, or its positions are left to the table.
    pub fn begin(
        rules: Arc<dyn Rules>,
        journal: &Journal,
        named: Named,
    ) -> Result<Self, EngineError> {
        if journal.now().setting.stated {
            return Err(EngineError::new(
                "a battle whose positions are left to the table cannot be played out",
            ));
        }
        let mut now = journal.start().clone();
        let mut given = Vec::new();
        for line in journal.lines() {
            line.arrange(&mut now);
            if let Some(order) = &line.order {
                given.push(Given {
                    number: line.n,
                    before: now.clone(),
                    order: order.clone(),
                    rolls: line.rolls.clone(),
                    events: line.events.clone(),
                });
            }
            line.events.iter().for_each(|event| now.apply(event));
        }
        let Some(first) = given.first() else {
            return Err(EngineError::new("nothing was ordered yet"));
        };
        let seed = mix(journal.header.seed, 0x7265_7669);
        let luck = Luck::new(rules.as_ref(), &first.before, seed);
        let each = named.effort().map_or(1, |effort| {
            effort.playouts_at(Learned::of(rules.as_ref()).pace, first.before.units.len())
        });
        Ok(Self {
            rules,
            named,
            graded: vec![None; given.len()],
            queue: (0..given.len()).rev().collect(),
            given,
            luck,
            now: None,
            roughly: each > ROUGHLY.playouts,
            each,
        })
    }

    /// Makes this many further playouts. Returns whether any are left.
    pub fn go_on(&mut self, pieces: u32) -> bool {
        for _ in 0..pieces {
            let Some(&at) = self.queue.last() else {
                return false;
            };
            let given = &self.given[at];
            let rules = self.rules.as_ref();
            let thought = self.now.get_or_insert_with(|| {
                let seed = given.before.fingerprint();
                let mut thinker = if self.roughly {
                    Thinker::new(ROUGHLY, self.named.temper, mix(seed, 0x636f_6163))
                } else {
                    thinker(&self.named, seed)
                };
                thinker.begin_beside(rules, &given.before, &given.order)
            });
            if !thought.step(rules) {
                self.grade(at);
                self.queue.pop();
                self.closer();
            }
        }
        !self.queue.is_empty()
    }

    /// After the first round, queues all orders for a close look, the seemingly worst first.
    fn closer(&mut self) {
        if !self.queue.is_empty() || !self.roughly {
            return;
        }
        self.roughly = false;
        let lost = |at: &usize| self.graded[*at].as_ref().map_or(0.0, |one| one.lost);
        let mut queue: Vec<usize> = (0..self.given.len()).rev().collect();
        queue.sort_by(|one, other| lost(one).total_cmp(&lost(other)));
        self.queue = queue;
    }

    /// Grades the order that was thought about.
    fn grade(&mut self, at: usize) {
        let Some(thought) = self.now.take() else {
            return;
        };
        let given = &self.given[at];
        let rules = self.rules.as_ref();
        let side = given.before.to_move();
        let luck = match &self.graded[at] {
            Some(known) => known.luck,
            // Luck is counted in the order of play, and the first round follows it.
            None => {
                self.luck.skip_to(given.number);
                let (before, order) = (&given.before, &given.order);
                let luck = self
                    .luck
                    .order(rules, before, order, &given.rolls, &given.events);
                luck.map_or(0.0, |luck| own_luck(luck.luck(), side))
            }
        };
        let own = thought.first();
        let best = thought.best().filter(|best| best.order != given.order);
        let (lost, within) = match (best, own) {
            (Some(best), Some(own)) => best.lead(own),
            _ => (0.0, own.map_or(0.0, Tried::within)),
        };
        let (lost, within) = (percent(lost.max(0.0)), percent(within.min(1.0)));
        let grade = graded(lost, within);
        let both: Vec<&Order> = { best.iter().map(|best| &best.order) }
            .chain([&given.order])
            .collect();
        let says =
            |order: &Order| sandtable_tell::order_among(&given.before, rules.card(), order, &both);
        self.graded[at] = Some(GradedOrder {
            number: given.number,
            turn: given.before.cursor.turn,
            side: side.into(),
            says: says(&given.order),
            percent: percent(own.map_or(0.0, Tried::mean)),
            lost,
            within,
            grade,
            closely: !self.roughly,
            better: best
                .filter(|_| grade != Grade::Good)
                .map(|best| says(&best.order)),
            luck,
        });
    }

    /// Returns what was found so far.
    #[must_use]
    pub fn view(&self) -> Review {
        let graded: Vec<GradedOrder> = self.graded.iter().flatten().cloned().collect();
        // Until every order has been looked at closely, orders that merely seem bad are listed too.
        let seems =
            |one: &GradedOrder| one.grade != Grade::Good || (!one.closely && one.lost > 0.0);
        let mut worst: Vec<&GradedOrder> = graded.iter().filter(|one| seems(one)).collect();
        let surely = |one: &GradedOrder| one.grade != Grade::Good;
        worst.sort_by(|a, b| {
            let sure = surely(b).cmp(&surely(a));
            sure.then(b.lost.total_cmp(&a.lost))
                .then(a.number.cmp(&b.number))
        });
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (rough, all) = (self.rough(), count(self.given.len()));
        let left = count(self.queue.len());
        let (done, each) = if self.roughly {
            ((all - left) * rough, rough)
        } else {
            (all * rough + (all - left) * self.each, self.each)
        };
        let begun = |now: &Thought| each - now.left().min(each);
        Review {
            player: written(&self.named),
            done: done + self.now.as_ref().map_or(0, begun),
            all: all * (rough + self.each),
            turning: worst.iter().take(TOLD).map(|one| one.number).collect(),
            sides: Side::BOTH.map(|side| Self::side(&graded, side)).into(),
            orders: graded,
        }
    }

    /// Returns the playouts of the first round for each order; 0 if there is only one round.
    const fn rough(&self) -> u32 {
        if self.each > ROUGHLY.playouts {
            ROUGHLY.playouts
        } else {
            0
        }
    }

    fn side(graded: &[GradedOrder], side: Side) -> ReviewSide {
        let key = side.into();
        let mut out = ReviewSide {
            side: key,
            orders: 0,
            grades: [0; 3],
            lost: 0.0,
            luck: 0.0,
        };
        for one in graded.iter().filter(|one| one.side == key) {
            out.orders += 1;
            out.luck += one.luck;
            let place = match one.grade {
                Grade::Good => continue,
                Grade::Inaccurate => 0,
                Grade::Mistake => 1,
                Grade::Blunder => 2,
            };
            out.grades[place] += 1;
            out.lost += one.lost;
        }
        (out.lost, out.luck) = (percent(out.lost / 100.0), percent(out.luck / 100.0));
        out
    }
}

/// Converts luck, which counts for the first side, to luck for the side that threw.
fn own_luck(luck: f64, side: Side) -> f64 {
    let own = if side == Side::A { luck } else { -luck };
    percent(own / 1000.0)
}

/// Grades an order. A loss within the error of the estimate is not held against it.
fn graded(lost: f64, within: f64) -> Grade {
    let surely = lost > within;
    match STEPS.map(|step| surely && lost >= step) {
        [.., true] => Grade::Blunder,
        [_, true, _] => Grade::Mistake,
        [true, ..] => Grade::Inaccurate,
        _ => Grade::Good,
    }
}

/// What is being worked out, and what was found.
#[derive(Default)]
pub(crate) struct Coach {
    advice: Option<Advice>,
    review: Option<Reviewing>,
    /// Why the computer gave its orders, by the battle in which it gave them.
    whys: Vec<(u64, Advised)>,
}

impl Coach {
    /// Keeps the reasons for an order of the computer.
    pub(crate) fn keep(&mut self, rules: &dyn Rules, thought: &Thought, named: &Named) {
        let at = thought.battle().fingerprint();
        self.whys.retain(|(known, _)| *known != at);
        if self.whys.len() >= KEPT {
            self.whys.remove(0);
        }
        let given = thought.best().map(|best| &best.order);
        self.whys.push((at, advised(rules, thought, named, given)));
    }
}

impl Session {
    /// Begins to think about the battle as it stands, with a player and a number of playouts.
    ///
    /// # Errors
    /// If nobody of that name thinks ahead, or no order is possible.
    pub fn suggest(&mut self, player: &str, often: Option<u32>) -> Result<Advised, EngineError> {
        let named = adviser(player, often)?;
        let game = self.game()?;
        let advice = Advice::begin(game.rules.clone(), game.journal.now(), named)?;
        let view = advice.view();
        self.coach.advice = Some(advice);
        Ok(view)
    }

    /// Goes on with the advice by this many playouts.
    ///
    /// # Errors
    /// If it was not begun.
    pub fn suggest_on(&mut self, pieces: u32) -> Result<Advised, EngineError> {
        let none = || EngineError::new("nothing is being worked out").hint("call `suggest` first");
        let advice = self.coach.advice.as_mut().ok_or_else(none)?;
        advice.go_on(pieces);
        Ok(advice.view())
    }

    /// Returns why the computer gave the order of a line; none if the computer did not give it
    /// here, or does not think ahead.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn why(&self, number: usize) -> Result<Option<Advised>, EngineError> {
        let game = self.game()?;
        let before = number.checked_sub(1).and_then(|n| u32::try_from(n).ok());
        let before = before.and_then(|n| game.journal.battle_at(n));
        let at = before.ok_or_else(|| game.no_line(number))?.fingerprint();
        let found = self.coach.whys.iter().find(|(known, _)| *known == at);
        Ok(found.map(|(_, why)| why.clone()))
    }

    /// Begins to compare the order of a line with its alternatives.
    ///
    /// # Errors
    /// If nobody of that name thinks ahead, or no order was given in that line.
    pub fn weigh(
        &mut self,
        number: usize,
        player: &str,
        often: Option<u32>,
    ) -> Result<Advised, EngineError> {
        let named = adviser(player, often)?;
        let game = self.game()?;
        let at = |n: usize| u32::try_from(n).ok();
        let before = number.checked_sub(1).and_then(at);
        let before = before.and_then(|n| game.journal.battle_at(n));
        let line = game.journal.lines().get(number);
        let order = line.and_then(|line| line.order.as_ref());
        let (Some(mut before), Some(line), Some(order)) = (before, line, order) else {
            return Err(game.no_line(number));
        };
        line.arrange(&mut before);
        let advice = Advice::beside(game.rules.clone(), &before, order, named)?;
        let view = advice.view();
        self.coach.advice = Some(advice);
        Ok(view)
    }

    /// Begins to grade the orders of the battle.
    ///
    /// # Errors
    /// If nobody of that name thinks ahead, or nothing was ordered.
    pub fn review(&mut self, player: &str, often: Option<u32>) -> Result<Review, EngineError> {
        let named = adviser(player, often)?;
        let game = self.game()?;
        let review = Reviewing::begin(game.rules.clone(), &game.journal, named)?;
        let view = review.view();
        self.coach.review = Some(review);
        Ok(view)
    }

    /// Goes on with the review by this many playouts.
    ///
    /// # Errors
    /// If it was not begun.
    pub fn review_on(&mut self, pieces: u32) -> Result<Review, EngineError> {
        let none = || EngineError::new("nothing is being worked out").hint("call `review` first");
        let review = self.coach.review.as_mut().ok_or_else(none)?;
        review.go_on(pieces);
        Ok(review.view())
    }
}
