//! A battle in an arena, advanced by actions.

use crate::acts::SHARES;
use crate::{Act, Arena};
use sandtable_battle::{Battle, Order, Outcome, Rolled, Scene, Side, UnitId, Verb};
use sandtable_opponents::{Player, Random};
use std::sync::Arc;

/// Default number of orders after which a battle is stopped.
const MOST_ORDERS: u32 = 5_000;

/// Why an action was not carried out. Nothing has changed in that case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// There is no such action.
    #[error("there is no action {action}: actions are 0 to {last}")]
    Unknown {
        /// The action asked for.
        action: usize,
        /// The last action.
        last: usize,
    },
    /// The action is masked: its order is not legal now, or not offered.
    #[error("action {action} ({means}) is masked: the mask has 1 for those that may be given now")]
    Masked {
        /// The action asked for.
        action: usize,
        /// What it means.
        means: String,
    },
    /// The battle is over.
    #[error("the battle is over: reset it before you step")]
    Over,
}

/// Returns the word for what a unit does.
fn word(verb: Verb) -> String {
    match verb {
        Verb::RollOff => "roll off".to_owned(),
        verb => format!("{verb:?}").to_lowercase(),
    }
}

/// Battle in an arena.
pub struct Table {
    arena: Arc<Arena>,
    now: Battle,
    seed: u64,
    /// Number of orders given.
    number: u32,
    /// The unit chosen for the next order.
    chosen: Option<UnitId>,
    /// Units that had nothing to do when they were chosen.
    tired: Vec<UnitId>,
    /// Number of orders after which the battle is stopped.
    pub limit: u32,
    /// The actions that are open now; empty until someone asks.
    open: Vec<usize>,
    looked: bool,
    /// Whether nobody can give an order, although the battle has not ended.
    stuck: bool,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("arena", &self.arena)
            .field("orders", &self.number)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Creates a battle with the dice of a seed. `sandtable battle` rolls the same dice for the
    /// same seed and orders.
    #[must_use]
    pub fn new(arena: Arc<Arena>, seed: u64) -> Self {
        let mut table = Self {
            now: arena.start.clone(),
            arena,
            seed,
            number: 0,
            chosen: None,
            tired: Vec::new(),
            limit: MOST_ORDERS,
            open: Vec::new(),
            looked: false,
            stuck: false,
        };
        table.reset(seed);
        table
    }

    /// Starts again with the dice of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.number = 0;
        self.stuck = false;
        self.now.clone_from(&self.arena.start);
        if self.now.is_unopened() {
            let mut scene = Scene::new(self.now.clone());
            self.arena.rules.open(&mut scene, &mut Rolled::new(seed, 0));
            self.now = scene.finish().0;
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.chosen = None;
        self.tired.clear();
        self.look_again();
    }

    fn look_again(&mut self) {
        self.open.clear();
        self.looked = false;
    }

    /// Returns the arena.
    #[must_use]
    pub const fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// Returns the battle as it stands.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.now
    }

    /// Returns the seed of the dice.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of orders given.
    #[must_use]
    pub const fn orders(&self) -> u32 {
        self.number
    }

    /// Returns the unit chosen for the next order, if there is one.
    #[must_use]
    pub const fn chosen(&self) -> Option<UnitId> {
        self.chosen
    }

    /// Returns how the battle ended by the rules.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.now.ended
    }

    /// Returns whether the battle was stopped: too many orders, or nobody can give one.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.now.ended.is_none() && (self.stuck || self.number >= self.limit)
    }

    /// Returns whether the battle goes on.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.now.ended.is_none() && !self.is_stopped()
    }

    /// Returns the lead of a side: its share of strength left minus the other's.
    #[must_use]
    pub fn lead(&self, side: Side) -> f32 {
        self.arena.share(&self.now, side) - self.arena.share(&self.now, side.other())
    }

    /// Returns the actions that are open now, in ascending order.
    pub fn open(&mut self) -> &[usize] {
        if !self.looked && self.goes_on() {
            match self.chosen {
                None => self.arena.open(&self.now, &self.tired, &mut self.open),
                unit => self.arena.open_of(&self.now, unit, &mut self.open),
            }
            if self.open.is_empty() {
                match self.chosen {
                    Some(_) => self.open.push(self.arena.table.len()),
                    None if self.drawn().is_some() => self.open.push(0),
                    None => self.stuck = true,
                }
            }
            self.looked = true;
        }
        &self.open
    }

    /// Returns any legal order, drawn at random.
    fn drawn(&self) -> Option<Order> {
        let lot = u64::from(self.number) ^ self.seed.rotate_left(17);
        Random::new(lot).choose(&*self.arena.rules, &self.now)
    }

    /// Writes which actions are open, as 1 or 0.
    ///
    /// # Panics
    /// If `out` is not [`Arena::actions`] long.
    pub fn mask(&mut self, out: &mut [i8]) {
        assert_eq!(
            out.len(),
            self.arena.actions(),
            "a mask must have one number for each action"
        );
        out.fill(0);
        for action in self.open() {
            out[*action] = 1;
        }
    }

    /// Checks whether an action may be carried out now, and returns its meaning.
    ///
    /// # Errors
    /// If there is no such action, it is masked, or the battle is over.
    pub fn may(&mut self, action: usize) -> Result<Act, Wrong> {
        let Some(act) = self.arena.action(action) else {
            let last = self.arena.actions() - 1;
            return Err(Wrong::Unknown { action, last });
        };
        if !self.goes_on() {
            return Err(Wrong::Over);
        }
        match self.open().binary_search(&action) {
            Ok(_) => Ok(act),
            Err(_) if self.stuck => Err(Wrong::Over),
            Err(_) => Err(Wrong::Masked {
                action,
                means: self.means(act),
            }),
        }
    }

    /// Returns the order that an action gives now, or `None` if it only chooses a unit.
    ///
    /// # Errors
    /// As [`Table::may`].
    pub fn order(&mut self, action: usize) -> Result<Option<Order>, Wrong> {
        Ok(match self.may(action)? {
            Act::Choose(_) | Act::Back => None,
            Act::Any => self.drawn(),
            _ => self.arena.order_of(&self.now, self.chosen, action),
        })
    }

    /// Describes what an action means now, for people.
    #[must_use]
    pub fn means(&self, act: Act) -> String {
        let side = self.now.to_move();
        let name = |unit: Option<UnitId>| unit.map_or("nobody", |unit| self.now.setting.name(unit));
        let unit = |place: u8| name(self.arena.unit_at(side, place.into()));
        let enemy = |place: u8| name(self.arena.unit_at(side.other(), place.into()));
        match act {
            Act::Choose(place) => format!("choose {}", unit(place)),
            Act::At { verb, target, .. } => {
                let target = match verb {
                    Verb::Rally | Verb::Join => unit(target),
                    _ => enemy(target),
                };
                format!("{} {target}", word(verb))
            }
            Act::Towards(place) => format!("go towards {}", enemy(place)),
            Act::Any => "any legal order".to_owned(),
            Act::Back => "choose another unit".to_owned(),
            Act::Plain(verb) => word(verb),
            Act::Decide(choice) => format!("decide {choice}"),
            Act::Lay { piece, cell } => format!("lay piece {piece} in cell {cell} of the table"),
            Act::Face(eighths) => format!("turn {eighths}/8 clockwise"),
            Act::Form(formation) => {
                let formations = &self.arena.rules.card().formations;
                let name = formations.get(usize::from(formation));
                format!("form {}", name.map_or("nothing", String::as_str))
            }
            Act::Go { bearing, share } => {
                format!("go {share}/{SHARES} of the allowance, {bearing}/8 clockwise of its facing")
            }
            Act::Wheel { hand, share } => {
                let hand = format!("{hand:?}").to_lowercase();
                format!("wheel {hand} with {share}/{SHARES} of the allowance")
            }
            Act::Place(cell) => format!("place it in cell {cell} of the area"),
        }
    }

    /// Carries out an action. Returns whether an order was given.
    ///
    /// # Errors
    /// As [`Table::may`].
    pub fn act(&mut self, action: usize) -> Result<bool, Wrong> {
        match self.may(action)? {
            Act::Choose(place) => {
                self.chosen = self.arena.unit_at(self.now.to_move(), place.into());
                self.look_again();
                Ok(false)
            }
            Act::Back => {
                self.tired.extend(self.chosen.take());
                self.look_again();
                Ok(false)
            }
            _ => {
                let order = self.order(action)?;
                Ok(order.is_some_and(|order| self.give(&order)))
            }
        }
    }

    /// Gives an order, whatever its action. Does nothing if the order is not legal.
    pub fn give(&mut self, order: &Order) -> bool {
        if !self.goes_on() {
            return false;
        }
        let mut dice = Rolled::new(self.seed, self.number + 1);
        let Ok((after, _)) = self.arena.rules.play(&self.now, order, &mut dice) else {
            return false;
        };
        self.number += 1;
        self.now = after;
        self.changed();
        true
    }

    /// Lets a player give the next order. If the player gives none, the battle stops.
    pub fn let_play(&mut self, player: &mut dyn Player) {
        let order = player.choose(&*self.arena.rules, &self.now);
        if !order.is_some_and(|order| self.give(&order)) {
            self.stuck = true;
        }
    }
}
