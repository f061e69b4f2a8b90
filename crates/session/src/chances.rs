//! How the chances of a battle went. From every place in it, a computer player plays the battle to
//! its end against itself, and the line of wins is split into what decisions did and what dice did.
//!
//! Where dice fell there are two places: one with the order given and its dice still to fall, one
//! after they fell. The step to the first is what was decided, the step to the second is what the
//! dice did. Only the throws farthest from what was expected are separated this way, because
//! playing out is expensive; the others stay with the decisions around them and are counted. Every
//! place uses the same dice, so that places are compared and not seeds; every number comes with the
//! error that remains.

use crate::view::{ChancePlace, ChanceSide, ChanceStep, Chances};
use crate::{EngineError, Session};
use sandtable_battle::{Battle, Order, Outcome, Roll, Rolled, Rules, Side};
use sandtable_files::Journal;
use sandtable_odds::stats::{score_interval, student};
use sandtable_odds::{Luck, mix};
use sandtable_opponents::{Limits, Named, Player, Running};
use sandtable_tongue::say;
use std::sync::Arc;

/// Maximum number of orders in a playout.
const ORDERS: u32 = 1500;
/// Maximum number of battles from a place.
const MOST: u32 = 400;
/// Number of throws that are separated: those farthest from what was expected.
const APART: usize = 16;
/// Number of steps that are reported as the greatest.
const GREATEST: usize = 6;
/// Number of battles from each place before the next round begins.
const ROUND: u32 = 4;

/// A place in the battle.
struct Place {
    battle: Battle,
    /// The order that was given and whose dice are still to fall.
    given: Option<Order>,
    /// The line that the place is after, or in.
    number: u32,
    /// Half wins of the first side, one for each playout.
    ends: Vec<u8>,
}

/// A change from one place to the next.
struct Step {
    number: u32,
    side: Side,
    dice: bool,
    /// Number of throws in it that are not separated.
    lesser: u32,
    says: String,
}

/// An order whose dice are valued by what units are worth.
struct Thrown {
    number: u32,
    before: Battle,
    order: Order,
    rolls: Vec<Roll>,
    events: Vec<sandtable_battle::Event>,
    /// What the dice brought the first side, in thousandths of an army.
    luck: f64,
}

/// A playout of a place, under way.
struct Playout {
    place: usize,
    running: Running,
    players: [Box<dyn Player>; 2],
}

/// The work on a battle's chances, done piece by piece. A piece is an order with its dice to be
/// valued, an order of a playout, or a part of the thinking about one: a whole battle would be too
/// long for whoever waits for it.
pub(crate) struct Work {
    rules: Arc<dyn Rules>,
    journal: Journal,
    player: Named,
    playouts: u32,
    seed: u64,
    places: Vec<Place>,
    /// The step that leads to each place except the first.
    steps: Vec<Step>,
    luck: Luck,
    /// Orders with dice, to be valued one after the other.
    thrown: Vec<Thrown>,
    weighed: usize,
    /// What the dice of each side did for the first side, in thousandths of an army.
    lucky: [f64; 2],
    /// Number of playouts begun.
    next: u32,
    playout: Option<Playout>,
    stopped: u32,
}

impl Work {
    fn new(rules: Arc<dyn Rules>, journal: &Journal, player: Named, playouts: u32) -> Self {
        let mut now = journal.start().clone();
        let mut thrown = Vec::new();
        let mut begun = None;
        for line in journal.lines() {
            line.arrange(&mut now);
            if let Some(order) = line.order.as_ref().filter(|_| !line.rolls.is_empty()) {
                thrown.push(Thrown {
                    number: line.n,
                    before: now.clone(),
                    order: order.clone(),
                    rolls: line.rolls.clone(),
                    events: line.events.clone(),
                    luck: 0.0,
                });
            }
            line.events.iter().for_each(|event| now.apply(event));
            if line.n == 0 {
                begun = Some(now.clone());
            }
        }
        let start = begun.unwrap_or_else(|| journal.start().clone());
        let seed = mix(journal.header.seed, 0x6368_616e);
        let luck = Luck::new(rules.as_ref(), &start, seed);
        let mut work = Self {
            rules,
            journal: journal.clone(),
            player,
            playouts,
            seed,
            places: Vec::new(),
            steps: Vec::new(),
            luck,
            thrown,
            weighed: 0,
            lucky: [0.0; 2],
            next: 0,
            playout: None,
            stopped: 0,
        };
        if work.thrown.is_empty() {
            work.lay_out();
        }
        work
    }

    /// Chooses the places: where the turn to order passed from side to side, and before and after
    /// the throws farthest from what was expected. Lesser throws stay with the decisions around
    /// them, and are counted.
    fn lay_out(&mut self) {
        let mut greatest: Vec<(f64, u32)> = self
            .thrown
            .iter()
            .map(|t| (t.luck.abs(), t.number))
            .collect();
        greatest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        greatest.truncate(APART);
        let apart = |n: u32| greatest.iter().any(|(_, number)| *number == n);
        let mut now = self.journal.start().clone();
        let card = self.rules.card();
        let lines = self.journal.lines();
        let mut lesser = 0;
        for (at, line) in lines.iter().enumerate() {
            line.arrange(&mut now);
            let place = |battle: &Battle, given: Option<&Order>| Place {
                battle: battle.clone(),
                given: given.cloned(),
                number: line.n,
                ends: Vec::new(),
            };
            let Some(order) = &line.order else {
                line.events.iter().for_each(|event| now.apply(event));
                self.places.push(place(&now, None));
                continue;
            };
            let side = now.to_move();
            let step = |dice: bool, lesser: u32| Step {
                number: line.n,
                side,
                dice,
                lesser,
                says: sandtable_tell::order(&now, card, order),
            };
            let rolled = apart(line.n);
            if rolled {
                self.places.push(place(&now, Some(order)));
                self.steps.push(step(false, lesser));
                lesser = 0;
            } else {
                lesser += u32::from(!line.rolls.is_empty());
            }
            let step = step(rolled, if rolled { 0 } else { lesser });
            line.events.iter().for_each(|event| now.apply(event));
            // Consecutive decisions of one side are one step.
            let goes_on = lines.get(at + 1).is_some() && now.to_move() == side;
            if rolled || !goes_on {
                self.places.push(place(&now, None));
                self.steps.push(step);
                lesser = 0;
            }
        }
    }

    /// Returns the number of playouts of all places together; until the places are chosen, an
    /// estimate.
    fn all(&self) -> u32 {
        let some = 2 * APART.min(self.thrown.len());
        let places = if self.places.is_empty() {
            some
        } else {
            self.places.len()
        };
        u32::try_from(places).unwrap_or(u32::MAX) * self.playouts
    }

    /// Does this many pieces of work.
    fn go_on(&mut self, pieces: u32) {
        for _ in 0..pieces {
            if self.weighed < self.thrown.len() {
                self.weigh();
            } else if let Some(playout) = self.playout.take() {
                self.play_on(playout);
            } else if self.next < self.all() {
                self.begin_playout();
            } else {
                break;
            }
        }
    }

    /// Values the dice of the next order.
    fn weigh(&mut self) {
        let thrown = &mut self.thrown[self.weighed];
        self.weighed += 1;
        self.luck.skip_to(thrown.number);
        let found = self.luck.order(
            self.rules.as_ref(),
            &thrown.before,
            &thrown.order,
            &thrown.rolls,
            &thrown.events,
        );
        if let Some(found) = found {
            thrown.luck = found.luck();
            self.lucky[usize::from(found.side)] += found.luck();
        }
        if self.weighed == self.thrown.len() {
            self.lay_out();
        }
    }

    /// Begins to play the next place out: each place a few times, then each a few more times.
    fn begin_playout(&mut self) {
        let count = u32::try_from(self.places.len()).unwrap_or(u32::MAX).max(1);
        let (turn, within) = (self.next / (count * ROUND), self.next % (count * ROUND));
        // The last round may be shorter.
        let round = ROUND.min(self.playouts - turn * ROUND).max(1);
        let place = (within / round).min(count - 1) as usize;
        let number = turn * ROUND + within % round;
        self.next += 1;
        let seed = mix(self.seed, u64::from(number));
        let Place {
            battle,
            given,
            number,
            ..
        } = &self.places[place];
        let mut now = battle.clone();
        if let Some(order) = given {
            let mut dice = Rolled::new(mix(seed, u64::from(*number)), 0);
            if let Ok((after, _)) = self.rules.play(&now, order, &mut dice) {
                now = after;
            }
        }
        let limits = Limits::from(ORDERS);
        self.playout = Some(Playout {
            place,
            running: Running::new(self.rules.as_ref(), &now, seed, limits, |_, _, _, _| ()),
            players: [1, 2].map(|n| self.player.player(mix(seed, n))),
        });
    }

    /// Goes on with a playout by a piece, and notes its end.
    fn play_on(&mut self, mut playout: Playout) {
        let (rules, players) = (self.rules.as_ref(), &mut playout.players);
        if playout.running.ponder(rules, players)
            || playout.running.order(rules, players, |_, _, _, _| ())
        {
            self.playout = Some(playout);
            return;
        }
        let end = match playout.running.report().outcome {
            Some(Outcome::Won(Side::A)) => 2,
            Some(Outcome::Won(Side::B)) => 0,
            Some(Outcome::Draw) => 1,
            None => {
                self.stopped += 1;
                1
            }
        };
        self.places[playout.place].ends.push(end);
    }

    /// Returns the number of orders valued and of battles played to their end.
    fn done(&self) -> u32 {
        let ended = self.next - u32::from(self.playout.is_some());
        u32::try_from(self.weighed).unwrap_or(u32::MAX) + ended
    }

    /// Returns the results so far.
    fn view(&self) -> Chances {
        let steps: Vec<ChanceStep> = (self.steps.iter().zip(self.places.windows(2)))
            .filter_map(|(step, pair)| {
                let changes = changes(&pair[0], &pair[1]);
                let (by, within) = estimate(&changes)?;
                Some(ChanceStep {
                    number: step.number,
                    side: step.side.into(),
                    dice: step.dice,
                    lesser: step.lesser,
                    says: step.says.clone(),
                    by,
                    within,
                })
            })
            .collect();
        let mut moments = steps.clone();
        moments.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
        moments.truncate(GREATEST);
        moments.retain(|step| step.by.abs() > step.within);
        let thrown = u32::try_from(self.thrown.len()).unwrap_or(u32::MAX);
        Chances {
            player: say(self.player.level.title).to_owned(),
            playouts: self.playouts,
            done: self.done(),
            all: self.all() + thrown,
            places: self.places.iter().filter_map(Place::view).collect(),
            steps,
            moments,
            sides: Side::BOTH.map(|side| self.side(side)).into(),
            stopped: self.stopped,
        }
    }

    /// Returns what decisions and dice brought a side: the steps are added playout by playout, so
    /// that the error is that of the sum.
    fn side(&self, side: Side) -> ChanceSide {
        let sum = |dice: bool| {
            let least = self.places.iter().map(|p| p.ends.len()).min().unwrap_or(0);
            let mut sums = vec![0.0; least];
            let pairs = self.steps.iter().zip(self.places.windows(2));
            for (_, pair) in pairs.filter(|(step, _)| step.side == side && step.dice == dice) {
                for (sum, change) in sums.iter_mut().zip(changes(&pair[0], &pair[1])) {
                    *sum += if side == Side::A { change } else { -change };
                }
            }
            estimate(&sums).unwrap_or((0.0, 100.0))
        };
        let (decisions, decisions_within) = sum(false);
        let (dice, dice_within) = sum(true);
        let luck = self.lucky[side.index()] / 10.0;
        ChanceSide {
            side: side.into(),
            decisions,
            decisions_within,
            dice,
            dice_within,
            luck: short(if side == Side::A { luck } else { -luck }),
        }
    }
}

impl Place {
    fn view(&self) -> Option<ChancePlace> {
        let n = u32::try_from(self.ends.len()).ok().filter(|n| *n > 0)?;
        let count = f64::from(n);
        let p = self.ends.iter().map(|end| f64::from(*end)).sum::<f64>() / (2.0 * count);
        // Wilson's interval does not promise certainty after a few battles.
        let (low, high) = score_interval(p, count);
        // The result of a battle that is over is not an estimate.
        let sure = self.battle.ended.is_some();
        let (low, high) = if sure {
            (p, p)
        } else {
            (low.max(0.0), high.min(1.0))
        };
        Some(ChancePlace {
            number: self.number,
            given: self.given.is_some(),
            turn: self.battle.cursor.turn,
            percent: short(100.0 * p),
            low: short(100.0 * low),
            high: short(100.0 * high),
            playouts: n,
        })
    }
}

/// Returns how much each playout changed from one place to the next, in per cent.
fn changes(from: &Place, to: &Place) -> Vec<f64> {
    let pairs = from.ends.iter().zip(&to.ends);
    pairs
        .map(|(from, to)| 50.0 * (f64::from(*to) - f64::from(*from)))
        .collect()
}

/// Returns the mean of some numbers and its 95 % margin, which is never less than what one more
/// battle could change.
fn estimate(numbers: &[f64]) -> Option<(f64, f64)> {
    let count = u32::try_from(numbers.len()).ok()?;
    let n = f64::from(count);
    if numbers.len() < 2 {
        return None;
    }
    let mean = numbers.iter().sum::<f64>() / n;
    let spread = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let within = student(u64::from(count) - 1) * (spread / n).sqrt();
    Some((short(mean), short(within.max(100.0 / (n + 2.0)))))
}

/// Rounds a number to two decimals.
fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

impl Session {
    /// Begins to work out how the chances of the battle went, with a computer player and the number
    /// of battles it plays from each place.
    ///
    /// # Errors
    /// If there is no such player, no battle, or too many playouts are asked for.
    pub fn chances(&mut self, player: &str, playouts: u32) -> Result<Chances, EngineError> {
        if self.game()?.journal.now().setting.stated {
            return Err(EngineError::new(
                "a battle whose positions are left to the table cannot be played out",
            ));
        }
        let player = crate::levels::player(player)?;
        if playouts == 0 || playouts > MOST {
            return Err(EngineError::new(say!(
                "{n} battles cannot be played from each place",
                n = playouts
            ))
            .hint(say!("a whole number from 1 to {most}", most = MOST)));
        }
        let game = self.game()?;
        let work = Work::new(game.rules.clone(), &game.journal, player, playouts);
        let view = work.view();
        self.set_chances(work);
        Ok(view)
    }

    /// Goes on with the chances by this many pieces of work. A piece is short: it may be no more
    /// than an order of a battle that is played out.
    ///
    /// # Errors
    /// If it was not begun.
    pub fn chances_on(&mut self, pieces: u32) -> Result<Chances, EngineError> {
        let work = self.chances_mut().ok_or_else(|| {
            EngineError::new("nothing is being worked out").hint("call `chances` first")
        })?;
        work.go_on(pieces);
        Ok(work.view())
    }
}
