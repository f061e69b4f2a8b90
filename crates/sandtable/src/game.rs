//! A battle in progress, with its journal.

use crate::{Error, Refused, RuleSet};
use sandtable_battle::{
    Battle, Card, Legal, Offer, Order, Outcome, Recorded, Rules, Side, Switches, UnitId,
};
use sandtable_files::journal::Line;
use sandtable_files::{Beside, House, Journal, journal, notation};
use sandtable_files::{peek_rules, read_battle, read_battle_with, unknown_rules, unmarked};
use sandtable_look::Look;
use sandtable_look::view::LogEntry;
use sandtable_odds::{OddsView, Terms};
use sandtable_opponents::{Lot, sample};
use std::sync::Arc;

/// Battle in progress: the rules, the state, and the journal of how it got there.
///
/// ```
/// use sandtable::{Game, player};
///
/// # fn main() -> Result<(), sandtable::Error> {
/// let mut game = Game::scenario("three-hit/two-hills", 7)?;
/// let mut bot = player("random", 1)?;
/// for _ in 0..20 {
///     let Some(order) = bot.choose(game.rules(), game.battle()) else { break };
///     game.play(&order)?;
/// }
/// game.verify()?;
/// assert_eq!(game.journal().lines().len(), 21, "the opening is line 0");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Arc<dyn Rules>,
    journal: Journal,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("rules", &self.card().id)
            .field("title", &self.battle().setting.title)
            .field("lines", &self.journal.lines().len())
            .finish_non_exhaustive()
    }
}

impl Game {
    /// Opens a built-in scenario by name, with the dice of a seed.
    ///
    /// # Errors
    /// If there is no scenario of that name.
    pub fn scenario(name: &str, seed: u64) -> Result<Self, Error> {
        Self::from_toml(&crate::scenario_text(name)?, seed)
    }

    /// Opens a scenario or position from the text of a battle file (`*.battle.toml`).
    ///
    /// # Errors
    /// If the file has flaws; names every one.
    pub fn from_toml(text: &str, seed: u64) -> Result<Self, Error> {
        Self::from_toml_under(text, &Switches::default(), seed)
    }

    /// Opens the same with house rules that override those of the file.
    ///
    /// # Errors
    /// If the file has flaws (names every one), or there is no such switch.
    pub fn from_toml_under(text: &str, house: &Switches, seed: u64) -> Result<Self, Error> {
        let text = unmarked(text);
        let (id, _) = peek_rules(text)?;
        if !crate::rule_sets().contains(&id.as_str()) {
            return Err(unknown_rules(text, crate::rule_sets()).into());
        }
        let standard = RuleSet::named(&id)?;
        let own = sandtable_files::read_switches(text, standard.card())?;
        // The journal's header holds them as its battle file does.
        let all = standard.card().settled(&own.overlaid(house));
        let rules = RuleSet::under(&id, &all)?.rules().clone();
        let battle = if *house == Switches::default() {
            read_battle(text, &*rules)?
        } else {
            let house = House {
                switches: all,
                ..House::default()
            };
            let beside = Beside {
                house: Some(house),
                ..Beside::default()
            };
            read_battle_with(text, &*rules, &beside)?
        };
        Ok(Self::of(rules, battle, seed))
    }

    /// Opens a battle under the given rules, with the dice of a seed.
    #[must_use]
    pub fn of(rules: Arc<dyn Rules>, battle: Battle, seed: u64) -> Self {
        let journal = Journal::open(battle, &*rules, seed);
        Self { rules, journal }
    }

    /// Continues a battle from the text of its journal (`*.journal.jsonl`).
    ///
    /// # Errors
    /// If the file has flaws; names every one. [`Game::verify`] checks whether the rules agree with
    /// it.
    pub fn from_journal(text: &str) -> Result<Self, Error> {
        let header = journal::peek(text)?;
        let rules = RuleSet::under(&header.rules, &header.switches)?
            .rules()
            .clone();
        let journal = Journal::read(text, &*rules)?;
        Ok(Self { rules, journal })
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Returns the rules as a shared pointer.
    #[must_use]
    pub fn rule_set(&self) -> Arc<dyn Rules> {
        self.rules.clone()
    }

    /// Returns the card of the rule set: what it says about itself.
    #[must_use]
    pub fn card(&self) -> &Card {
        self.rules.card()
    }

    /// Returns the battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.journal.now()
    }

    /// Returns the journal of how the battle got there.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns the unit with this name.
    ///
    /// # Errors
    /// If there is no unit of that name.
    pub fn unit(&self, name: &str) -> Result<UnitId, Error> {
        let battle = self.battle();
        let mut all = battle.all().map(|(id, _)| id);
        let found = all.find(|&id| battle.setting.name(id).eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names = battle.setting.names.join(", ");
            Error::Unknown(format!("there is no unit `{name}`; there are: {names}"))
        })
    }

    /// Returns everything that may be ordered now: families of orders, each with its clause.
    #[must_use]
    pub fn all_offers(&self) -> Vec<Offer> {
        if self.battle().ended.is_some() {
            return Vec::new();
        }
        self.rules.all_offers(self.battle())
    }

    /// Draws a legal order from an offer, or returns `None` if it finds none.
    pub fn sample(&self, offer: &Offer, lot: &mut Lot) -> Option<Order> {
        sample(self.rules(), self.battle(), offer, lot).map(|legal| legal.order().clone())
    }

    /// Reads an order from a line of text: `charge "Blue Hussars" "Red Battery"`.
    ///
    /// # Errors
    /// If the line is not an order of this battle: where and why. [`Game::judge`] says whether it
    /// is legal.
    pub fn order(&self, text: &str) -> Result<Order, Error> {
        notation::parse(text, self.battle(), self.card()).map_err(|trouble| Error::NoOrder {
            text: text.to_owned(),
            trouble,
        })
    }

    /// Writes an order as a line of text, which [`Game::order`] reads back.
    #[must_use]
    pub fn written(&self, order: &Order) -> String {
        notation::write(order, self.battle(), self.card())
    }

    /// Judges an order, without rolling dice or changing anything.
    ///
    /// # Errors
    /// If the rules forbid it: every reason, each with its clause.
    pub fn judge(&self, order: &Order) -> Result<Legal, Error> {
        if let Some(over) = self.over() {
            return Err(Error::Over(over));
        }
        let judged = self.rules.judge(self.battle(), order);
        judged.map_err(|why| {
            let (battle, card) = (self.battle(), self.card());
            Refused::of(battle, card, self.written(order), &why).into()
        })
    }

    /// Judges and plays an order, with dice rolled from the seed.
    ///
    /// # Errors
    /// As [`Game::judge`]; also if the journal is full.
    pub fn play(&mut self, order: &Order) -> Result<&Line, Error> {
        self.has_room()?;
        self.judge(order)?;
        match self.journal.play(&*self.rules, order) {
            Ok(_) => Ok(self.last()),
            // The order was judged legal, and nothing has changed since.
            Err(why) => Err(Error::Player(format!("{why:?}"))),
        }
    }

    /// Judges and plays an order with your own dice, in the order in which they fall. A 0 in place
    /// of a throw leaves that throw, however many dice it has, to the engine.
    ///
    /// # Errors
    /// As [`Game::play`]; also if there are too few dice or too many, or a die has no such face.
    pub fn play_with(&mut self, order: &Order, dice: &[u8]) -> Result<&Line, Error> {
        self.has_room()?;
        self.judge(order)?;
        let mut thrown = Recorded::by_hand(dice, self.journal.dice());
        let played = self.rules.play(self.battle(), order, &mut thrown);
        let (_, events) = played.map_err(|why| Error::Player(format!("{why:?}")))?;
        if let Some((face, ask)) = thrown.wrong() {
            let (_, sides) = ask.dice();
            return Err(Error::Dice(format!(
                "a die of {sides} sides is thrown, and it has no {face}"
            )));
        }
        self.are_all(&thrown, dice.len())?;
        let rolls = thrown.rolls().to_vec();
        Ok(self.journal.append(Some(order.clone()), rolls, events))
    }

    /// Refuses dice if a throw is still to come after them, or some of them were never thrown.
    fn are_all(&self, thrown: &Recorded, given: usize) -> Result<(), Error> {
        if let Some((ask, by, why)) = thrown.wanted() {
            let (count, sides) = ask.dice();
            let (side, clause) = (self.side(by), self.card().cite(why));
            let left = thrown.left_over();
            return Err(Error::Dice(format!(
                "as these dice fall, {side} throws {count} of {sides} sides next [{clause}], and \
                 {left} of the {given} given are left for it"
            )));
        }
        match thrown.left_over() {
            0 => Ok(()),
            left => Err(Error::Dice(format!(
                "as these dice fall, {left} of the {given} given are never thrown"
            ))),
        }
    }

    fn side(&self, side: Side) -> &str {
        &self.battle().setting.sides[side.index()].name
    }

    /// Refuses orders once a journal with more of them could not be read again.
    fn has_room(&self) -> Result<(), Error> {
        match self.journal.is_full() {
            true => Err(Error::Full),
            false => Ok(()),
        }
    }

    fn last(&self) -> &Line {
        let lines = self.journal.lines();
        &lines[lines.len() - 1]
    }

    /// Takes back the last order and returns it, or `None` if there is none.
    pub fn take_back(&mut self) -> Option<Order> {
        self.journal.take_back().and_then(|line| line.order)
    }

    /// Checks that the positions in this battle are those of its miniatures.
    ///
    /// # Errors
    /// [`Error::Unseen`] if a real table holds them: the battle then knows no distances.
    pub fn seen(&self) -> Result<(), Error> {
        match self.battle().setting.stated {
            true => Err(Error::Unseen),
            false => Ok(()),
        }
    }

    /// Returns the exact odds of an order: its whole chain, in words and as fractions.
    ///
    /// # Errors
    /// As [`Game::judge`] and [`Game::seen`].
    pub fn odds(&self, order: &Order, terms: Terms) -> Result<OddsView, Error> {
        self.seen()?;
        let legal = self.judge(order)?;
        Ok(Look::new(self.rules(), self.battle()).odds(&legal, terms))
    }

    /// Returns how the battle ended, or `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.battle().ended
    }

    /// Returns the name of the side that has won.
    #[must_use]
    pub fn winner(&self) -> Option<&str> {
        match self.outcome()? {
            Outcome::Won(side) => Some(&self.battle().setting.sides[side.index()].name),
            Outcome::Draw => None,
        }
    }

    /// Returns how the battle ended, in words, or `None` while it goes on.
    #[must_use]
    pub fn over(&self) -> Option<String> {
        self.outcome()?;
        Some(match self.winner() {
            Some(name) => format!("{name} has won"),
            None => "nobody has won".to_owned(),
        })
    }

    /// Returns what has happened so far, line by line in words, the opening first.
    #[must_use]
    pub fn log(&self) -> Vec<LogEntry> {
        let mut battle = self.journal.start().clone();
        let lines = self.journal.lines().iter();
        let told = lines.map(|line| self.entry(&mut battle, line));
        told.collect()
    }

    /// Returns what happened in the last line: the last entry of [`Game::log`].
    #[must_use]
    pub fn latest(&self) -> Option<LogEntry> {
        let (last, before) = self.journal.lines().split_last()?;
        let mut battle = self.journal.start().clone();
        before.iter().for_each(|line| line.fold(&mut battle));
        Some(self.entry(&mut battle, last))
    }

    /// Returns a line in words, and applies it to the battle before it.
    fn entry(&self, battle: &mut Battle, line: &Line) -> LogEntry {
        line.arrange(battle);
        let look = Look::new(self.rules(), battle);
        let number = usize::try_from(line.n).unwrap_or(usize::MAX);
        let entry = look.entry(number, line.order.as_ref(), &line.rolls, &line.events);
        line.events.iter().for_each(|event| battle.apply(event));
        entry
    }

    /// Returns the battle as a battle file, which [`Game::from_toml`] reads back.
    #[must_use]
    pub fn to_toml(&self) -> String {
        sandtable_files::write_battle(self.battle(), self.card())
    }

    /// Returns the journal as the text of its file.
    #[must_use]
    pub fn to_journal(&self) -> String {
        self.journal.to_jsonl()
    }

    /// Replays every order with the recorded dice.
    ///
    /// # Errors
    /// The first difference, if there is one.
    pub fn verify(&self) -> Result<(), Error> {
        Ok(self.journal.verify(self.rules())?)
    }

    /// Returns a fingerprint of the whole battle so far: the same on every machine and in every
    /// language that uses the engine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.journal.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::Game;

    /// Terrain is laid in turn 0, so a position from that turn has already been opened.
    #[test]
    fn a_position_of_turn_0_is_not_opened_again() {
        let mut game = Game::scenario("favorite/the-usual-armies", 3).expect("it ships");
        let mut lot = sandtable_opponents::Lot::new(1);
        let mut turns = 0;
        while game.battle().cursor.turn == 0 && turns < 200 {
            let offers = game.all_offers();
            let order = offers.iter().find_map(|offer| game.sample(offer, &mut lot));
            game.play(&order.expect("there is something to do"))
                .expect("it is legal");
            turns += 1;
            let again = Game::from_toml(&game.to_toml(), 99).expect("sound");
            assert_eq!(
                again.battle().fingerprint(),
                game.battle().fingerprint(),
                "after {turns}"
            );
            again.verify().expect("nothing happened in it");
        }
        assert!(turns > 5);
    }
}
