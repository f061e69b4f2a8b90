//! Plays an example.

use sandtable_battle::{
    Ask, Battle, Card, Clause, Dice, Event, Key, Legal, Order, Recorded, Refusals, Rules, Scene,
    Side, UnitId,
};
use sandtable_files::notation;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;
use std::ops::Range;

/// Dice with given faces that record the keys of the stages they go through.
struct Watched {
    dice: Recorded,
    stages: Vec<Key>,
}

impl Dice for Watched {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        self.dice.ask(ask, by, why)
    }

    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        self.stages.push(key);
        body(self)
    }
}

/// State of an example in play.
pub(crate) struct Play<'e> {
    pub(crate) rules: &'e dyn Rules,
    pub(crate) battle: Battle,
    /// All events so far.
    pub(crate) events: Vec<Event>,
    /// The last order, as judged.
    pub(crate) last: Option<Legal>,
    /// Units that were gone from the start.
    pub(crate) gone: Vec<UnitId>,
    /// Units whose fate the example has stated.
    pub(crate) accounted: Vec<UnitId>,
    /// Whether the example has stated how the battle ended.
    pub(crate) closed: bool,
    dice: Watched,
    /// Place of the dice, or else of the example, in the file.
    pub(crate) span: Range<usize>,
}

impl<'e> Play<'e> {
    pub(crate) fn new(
        rules: &'e dyn Rules,
        battle: Battle,
        dice: &[u8],
        example: &Table<'_>,
    ) -> Self {
        Self {
            rules,
            gone: gone(&battle).collect(),
            accounted: Vec::new(),
            closed: false,
            battle,
            events: Vec::new(),
            last: None,
            dice: Watched {
                dice: Recorded::new(dice),
                stages: Vec::new(),
            },
            span: example
                .get("dice")
                .map_or_else(|| example.span(), |node| node.span()),
        }
    }

    /// Opens a battle that has not begun. Returns whether there were enough dice.
    pub(crate) fn begin(&mut self, notes: &mut Notes<'_>) -> bool {
        if !self.battle.is_unopened() || self.battle.ended.is_some() {
            return true;
        }
        let mut scene = Scene::new(self.battle.clone());
        self.rules.open(&mut scene, &mut self.dice);
        self.take(scene);
        self.enough(&self.span.clone(), notes)
    }

    fn take(&mut self, scene: Scene) {
        let (battle, events) = scene.finish();
        self.battle = battle;
        self.events.extend(events);
    }

    pub(crate) fn parse(
        &self,
        text: &str,
        span: Range<usize>,
        notes: &mut Notes<'_>,
    ) -> Option<Order> {
        let order = notation::parse(text, &self.battle, self.rules.card());
        order
            .map_err(|trouble| {
                let says = format!("`{text}`: {trouble}");
                notes.add(span, says);
            })
            .ok()
    }

    /// Plays an order. Returns whether it could be played.
    pub(crate) fn order(&mut self, text: &str, span: Range<usize>, notes: &mut Notes<'_>) -> bool {
        let Some(order) = self.parse(text, span.clone(), notes) else {
            return false;
        };
        let legal = match self.rules.judge(&self.battle, &order) {
            Ok(legal) => legal,
            Err(refusals) => {
                let why = self.why(&refusals);
                notes.add(
                    span,
                    say!("`{order}` is refused: {why}", order = text, why = why),
                );
                return false;
            }
        };
        let mut scene = Scene::new(self.battle.clone());
        self.rules.resolve(&legal, &mut scene, &mut self.dice);
        self.take(scene);
        self.last = Some(legal);
        if let Some((_, flaw)) = self.rules.flaws(&self.battle).into_iter().next() {
            let says = say!(
                "after `{order}` the position is unsound: {why}",
                order = text,
                why = flaw
            );
            notes.add(span.clone(), says);
        }
        self.enough(&span, notes)
    }

    /// Returns whether the dice so far were enough and of the right kind.
    fn enough(&self, span: &Range<usize>, notes: &mut Notes<'_>) -> bool {
        let dice = &self.dice.dice;
        let side = |by: Side| &self.battle.setting.sides[by.index()].name;
        if let Some((ask, by, why)) = dice.wanted() {
            let (count, sides) = ask.dice();
            let says = say!(
                "more dice are thrown than `dice` has: {n}D{sides} of {side} for {clause}",
                n = count,
                sides = sides,
                side = side(by),
                clause = self.rules.card().cite(why)
            );
            notes.add(span.clone(), says);
            return false;
        }
        if let (Some((face, ask)), Some((by, why))) = (dice.wrong(), dice.wrong_of()) {
            let says = say!(
                "the D{sides} that {side} throws for {clause} has no face {face}",
                sides = ask.dice().1,
                side = side(by),
                clause = self.rules.card().cite(why),
                face = face
            );
            notes.add(span.clone(), says);
            return false;
        }
        true
    }

    /// Lists the reasons against an order, each with its clause.
    pub(crate) fn why(&self, refusals: &Refusals) -> String {
        let card = self.rules.card();
        let said = refusals.reasons().iter().map(|reason| {
            let why = sandtable_tell::refusal(&self.battle, card, reason);
            format!("{why} ({})", card.cite(reason.clause))
        });
        said.collect::<Vec<_>>().join("; ")
    }

    /// Returns the inputs of a clause's rolls.
    pub(crate) fn weighed(&self, clause: Clause) -> Vec<[i32; 10]> {
        let stages = self.dice.stages.iter().filter(|key| key.clause == clause);
        stages.map(|key| key.inputs).collect()
    }

    /// Returns how many dice were never rolled.
    pub(crate) fn left_over(&self) -> usize {
        self.dice.dice.left_over()
    }

    /// Returns the number of dice in each roll.
    pub(crate) fn throws(&self) -> Vec<usize> {
        let rolls = self.dice.dice.rolls().iter();
        rolls.map(|roll| roll.faces.len()).collect()
    }
}

/// Lists the units that are gone.
pub(crate) fn gone(battle: &Battle) -> impl Iterator<Item = UnitId> {
    let gone = battle.all().filter(|(_, unit)| unit.status.is_gone());
    gone.map(|(id, _)| id)
}

/// Returns the clause that a value names.
pub(crate) fn clause(node: Node<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Clause> {
    let id = node.text(notes)?;
    named(id, node.span(), card, notes)
}

/// Returns the clause with an id.
pub(crate) fn named(
    id: &str,
    span: Range<usize>,
    card: &Card,
    notes: &mut Notes<'_>,
) -> Option<Clause> {
    let found = card.find(id);
    if found.is_none() {
        let says = say!("{rules} has no clause `{id}`", rules = card.id, id = id);
        let known = card.clauses.iter().map(|text| text.id.as_str());
        notes.unknown(span, says, id, known);
    }
    found.map(|text| Clause::new(text.n))
}
