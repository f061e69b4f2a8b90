//! The calls of whoever plays.

use super::given::{Ended, From, Policy, Sealing, chance};
use crate::calls;
use crate::view::{
    ActView, Advised, Answer, ArmyInfo, AroundView, Catalogue, FormView, HouseView, IntentView,
    Lesson, LogEntry, OddsView, OfferView, Overlay, Played, Preview, ReachView, Rulebook,
    RulingView, Saying, Supposed, TableWords, ThreatOdds, Threats, View, Wanted, WhyNot, Xy,
};
use crate::{Amendables, EngineError, Session, Terms};
use sandtable_battle::joint::{Pledge, Value};
use sandtable_battle::{Aim, Order, Status, seal};

calls! {
    /// The calls of whoever plays, each with what it is given.
    pub enum Call for Session = session;

    /// What there is to play.
    Catalogue "catalogue"() -> Catalogue = session.catalogue();
    /// Starts a shipped scenario by its id, or the text of a battle file; under house rules
    /// when their text is given (a `*.rules.toml`); with armies for its two sides when their
    /// ids are given. Sealed dice take no seed: they follow from the seal.
    Start "start" changes(
        from: From, seed: u64;
        house: Option<String>, armies: Option<[Option<String>; 2]>, seal: Option<Sealing>
    ) -> View = {
        let armies = armies.unwrap_or_default();
        let armies = armies.each_ref().map(Option::as_deref);
        let chance = chance(seed, seal.as_ref())?;
        session.start_with(from.source(), chance, house.as_deref(), armies)
    };
    /// The code of a secret, to be told before the word is said.
    Seal "seal"(secret: String) -> String = seal::code(&secret).map_err(EngineError::new);
    /// The armies that either side of a scenario can take its units from.
    Armies "armies"(scenario: String) -> Vec<ArmyInfo> = session.armies(&scenario);
    /// Checks house rules and says what they change.
    House "house"(text: String) -> HouseView = session.house(&text);
    /// The battle as it stands.
    View "view"() -> View = session.view();
    /// What a unit may be ordered now.
    Offers "offers"(unit: u8) -> Vec<OfferView> = session.offers(unit);
    /// Judges an order without giving it.
    Preview "preview"(order: Order) -> Preview = session.preview(&order);
    /// The legal order nearest to what was dragged, with what keeps it from getting there;
    /// an order that is not legal, with why, where none is; null when the unit is offered
    /// nothing and nothing is against it.
    Nearest "nearest"(unit: u8, to: Xy; facing: Option<f64>) -> Option<Preview> =
        session.nearest(unit, to, facing);
    /// Judges the laying of a piece of terrain, its origin at a point, turned by degrees.
    Laying "laying"(piece: u8, to: Xy; turned: f64) -> Preview = session.laying(piece, to, turned);
    /// The odds of an order. How choices on the way are made: `stop` (the odds end there)
    /// unless something else is asked for; with their tree if it is.
    Odds "odds"(
        order: Order; others: Policy, tree: bool, says: Option<Saying>
    ) -> OddsView = {
        let others = others.others();
        let terms = Terms { others, tree, ..Terms::default() };
        session.odds_stated(&order, terms, says.as_ref())
    };
    /// How far a unit sees, shoots, charges and commands.
    Overlay "overlay"(unit: u8) -> Overlay = session.overlay(unit);
    /// The whole table in words.
    Words "words"() -> TableWords = session.words();
    /// What lies round a unit, in words; with what its orders may come to if that is asked for.
    Around "around"(unit: u8; chances: bool) -> AroundView = session.around(unit, chances);
    /// What can be done to a unit, and what it can do, before the next turn is over.
    Threats "threats"(unit: u8) -> Threats = session.threats(unit);
    /// The odds of a threat in the moment in which it can be ordered, and how much it weighs;
    /// null when it cannot.
    ThreatOdds "threatOdds"(unit: u8, target: u8, verb: String) -> Option<ThreatOdds> =
        session.threat_odds(unit, target, &verb);
    /// The ground on which the target could be charged or shot at by the unit where it stands.
    ThreatReach "threatReach"(unit: u8, target: u8) -> Vec<ReachView> =
        session.threat_reach(unit, target);
    /// The orders that are not offered to a unit, and why not.
    WhyNot "whyNot"(unit: u8) -> Vec<WhyNot> = session.why_not(unit);
    /// The legal move by which a unit reaches an aim with respect to an enemy.
    Intent "intent"(unit: u8, aim: Aim, foe: u8) -> IntentView =
        session.intent(unit, aim.name(), foe);
    /// Gives an order. `number` is the view's. Without `faces` the engine rolls. With `faces`
    /// they are dice thrown by hand, in the order asked: `[]` at first; when they run short
    /// the answer is `Wanted` and nothing has happened, and the page calls again with all
    /// faces so far and the new ones. A single 0 leaves one throw to the engine.
    Play "play" changes(
        order: Order, number: usize; faces: Option<Vec<u8>>, says: Option<Saying>
    ) -> Answer = session.play_stated(&order, number, faces.as_deref(), says.as_ref());
    /// Goes on by a line of a journal that another engine keeps, as a room does; it is
    /// played again over its own dice. `pledged` where dice are thrown jointly: what was
    /// pledged before the throw was asked for; dice that do not come from it are refused.
    Follow "follow" changes(line: String; pledged: Option<Vec<Pledge>>) -> Played =
        session.follow(&line, pledged.as_deref());
    /// What somebody who umpires may put right of a unit, of the sides and of the battle, beside
    /// places: by its names in position files.
    Amendables "amendables"(unit: Option<u8>) -> Amendables = session.amendables(unit);
    /// What an order wants to be thrown next with real dice, given the faces so far; null
    /// when it has all. Nothing happens.
    Wanted "wanted"(order: Order, faces: Vec<u8>) -> Option<Wanted> =
        session.wanted(&order, &faces);
    /// What a chain of joint dice opens for the throw of a number, counted from its pledge;
    /// number 0 is the pledge. The root has 64 hexadecimal digits by chance.
    Chain "chain"(root: String, number: u32) -> String = chain(&root, number);
    /// Leaves positions to the real table; what is left of setting up is passed over.
    LeaveToTable "leaveToTable" changes() -> View = session.leave_to_table();
    /// What a unit may do where positions are left to the table.
    Acts "acts"(unit: u8) -> Vec<ActView> = session.acts(unit);
    /// What is asked of the table for an order, with what goes without saying.
    Form "form"(unit: u8, verb: String; target: Option<u8>) -> FormView =
        session.form(unit, &verb, target);
    /// The orders of a verb on what was stated, judged and not given; a move by way and
    /// distance.
    Suppose "suppose"(
        says: Saying, verb: String; way: Option<String>, by: f64
    ) -> Vec<Supposed> = session.suppose(&says, &verb, way.as_deref().map(|way| (way, by)));
    /// Declares what is seen: units that left the table, how the battle ended.
    Declare "declare" changes(left: Vec<(u8, Status)>; ended: Option<Ended>) -> View =
        session.declare(&left, ended.map(Ended::outcome));
    /// The computer's next order for the side to move, not yet given.
    Think "think"(level: String) -> Order = session.think(&level);
    /// Why the computer gave the order of a line; null when it gave none here, or does not
    /// think ahead. It is asked where `think` was.
    Why "why"(number: usize) -> Option<Advised> = session.why(number);
    /// Back to before the last order, at most to the last roll of dice.
    Undo "undo" changes() -> View = session.undo();
    /// What happened so far, an entry an order.
    Log "log"() -> Vec<LogEntry> = session.log();
    /// The battle after line n, for replay; the battle itself is not changed.
    At "at"(n: usize) -> View = session.at(n);
    /// Goes on from line n, dropping what came after.
    Fork "fork" changes(n: usize) -> View = session.fork(n);
    /// Takes back every order after line n, and keeps them struck out in the journal.
    Strike "strike" changes(n: usize) -> View = session.strike(n);
    /// Opens the battle again with dice thrown by hand, before the first order; as `play`.
    Opening "opening" changes(faces: Vec<u8>) -> Answer = session.opening(&faces);
    /// An order typed in the notation of `sandtable try`, judged but not given.
    Typed "typed"(line: String) -> Preview = session.typed(&line);
    /// The battle as it was played, as a journal file.
    Journal "journal"() -> String = session.journal();
    /// The battle as it stands, as a battle file.
    Position "position"() -> String = session.position();
    /// Goes on with a journal, or from a battle file.
    Load "load" changes(text: String) -> View = session.load(&text);
    /// The rules of a rule set, as they are played.
    Rulebook "rulebook"(rules: String) -> Rulebook = session.rulebook(&rules);
    /// How the ambiguities of a rule set were settled.
    Rulings "rulings"(rules: String) -> Vec<RulingView> = session.rulings(&rules);
    /// Starts the guided battle of a rule set; with the lines at which its steps began, goes
    /// on with it in the battle that was loaded.
    Learn "learn" changes(rules: String; begun: Option<Vec<u32>>) -> View =
        session.learn(&rules, begun);
    /// Where the guided battle stands; null when there is none.
    Lesson "lesson"() -> Option<Lesson> = session.lesson();
    /// Goes on from what was read; null after the last step.
    Next "next" changes() -> Option<Lesson> = session.go_on();
    /// Leaves the guided battle: it goes on as any other.
    Leave "leave" changes() -> View = session.leave();
}

/// A value of a chain of joint dice.
fn chain(root: &str, number: u32) -> Result<String, EngineError> {
    let value = Value::read(root).and_then(|root| root.opens(number));
    value.map(|value| value.to_string()).ok_or_else(|| {
        EngineError::new("a chain has a root of 64 hexadecimal digits and opens 4096 throws")
    })
}
