//! The calls for playing.

use super::given::{Ended, From, Policy, Sealing, chance};
use crate::calls;
use crate::view::{
    ActView, Advised, Answer, ArmyInfo, AroundView, Catalogue, FormView, HouseView, IntentView,
    Lesson, LogEntry, OddsView, OfferView, Overlay, Played, Preview, ReachView, Rescued, Rulebook,
    RulingView, Saying, Supposed, TableWords, ThreatOdds, Threats, View, Wanted, WhyNot, Xy,
};
use crate::{Amendables, EngineError, Session, Terms};
use sandtable_battle::joint::{Pledge, Value};
use sandtable_battle::{Aim, Order, Status, seal};

calls! {
    /// The calls for playing, each with its arguments.
    pub enum Call for Session = session;

    /// What there is to play.
    Catalogue "catalogue"() -> Catalogue = session.catalogue();
    /// Starts a built-in scenario by its id, or the text of a battle file; under house rules if
    /// their text is given (a `*.rules.toml`); with armies for its two sides if their ids are
    /// given. Sealed dice take no seed: it follows from the seal.
    Start "start" changes(
        from: From, seed: u64;
        house: Option<String>, armies: Option<[Option<String>; 2]>, seal: Option<Sealing>
    ) -> View = {
        let armies = armies.unwrap_or_default();
        let armies = armies.each_ref().map(Option::as_deref);
        let chance = chance(seed, seal.as_ref())?;
        session.start_with(from.source(), chance, house.as_deref(), armies)
    };
    /// The code of a secret, to be told before the word is chosen.
    Seal "seal"(secret: String) -> String = seal::code(&secret).map_err(EngineError::new);
    /// The armies from which either side of a scenario can take its units.
    Armies "armies"(scenario: String) -> Vec<ArmyInfo> = session.armies(&scenario);
    /// Checks house rules and tells what they change.
    House "house"(text: String) -> HouseView = session.house(&text);
    /// The battle as it stands.
    View "view"() -> View = session.view();
    /// The orders that a unit may get now.
    Offers "offers"(unit: u8) -> Vec<OfferView> = session.offers(unit);
    /// Judges an order without giving it.
    Preview "preview"(order: Order) -> Preview = session.preview(&order);
    /// The legal order nearest to what was dragged, with what keeps it from getting there. If none
    /// is legal: an order and why it is not legal. Null if nothing is offered to the unit and there
    /// is no reason to give.
    Nearest "nearest"(unit: u8, to: Xy; facing: Option<f64>) -> Option<Preview> =
        session.nearest(unit, to, facing);
    /// Judges the laying of a piece of terrain, its origin at a point, turned by degrees.
    Laying "laying"(piece: u8, to: Xy; turned: f64) -> Preview = session.laying(piece, to, turned);
    /// The odds of an order. `others` says how choices on the way are made: by default `stop` (the
    /// odds end there). With `tree`, the odds come with their tree.
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
    /// What lies around a unit, in words; with `chances`, also what its orders may come to.
    Around "around"(unit: u8; chances: bool) -> AroundView = session.around(unit, chances);
    /// What a unit can do, and what can be done to it, before the next turn is over.
    Threats "threats"(unit: u8) -> Threats = session.threats(unit);
    /// The odds of a threat at the moment when it can be ordered, and how much it weighs; null if
    /// it cannot be ordered.
    ThreatOdds "threatOdds"(unit: u8, target: u8, verb: String) -> Option<ThreatOdds> =
        session.threat_odds(unit, target, &verb);
    /// The ground on which the unit, from where it stands, could charge or shoot at the target.
    ThreatReach "threatReach"(unit: u8, target: u8) -> Vec<ReachView> =
        session.threat_reach(unit, target);
    /// The orders that are not offered to a unit, and why not.
    WhyNot "whyNot"(unit: u8) -> Vec<WhyNot> = session.why_not(unit);
    /// The legal move by which a unit reaches an aim relative to an enemy.
    Intent "intent"(unit: u8, aim: Aim, foe: u8) -> IntentView =
        session.intent(unit, aim.name(), foe);
    /// Gives an order. `number` is the view's. Without `faces` the engine rolls. With `faces` they
    /// are dice thrown by hand, in the order asked: `[]` at first; if they run short, the answer is
    /// `Wanted` and nothing has happened, and the page calls again with all faces so far and the
    /// new ones. A single 0 leaves one throw to the engine.
    Play "play" changes(
        order: Order, number: usize; faces: Option<Vec<u8>>, says: Option<Saying>
    ) -> Answer = session.play_stated(&order, number, faces.as_deref(), says.as_ref());
    /// Applies a line of a journal that another engine keeps, as a room does; the line is replayed
    /// with its own dice. With joint dice, `pledged` is what was pledged before the throw was asked
    /// for; dice that do not come from it are refused.
    Follow "follow" changes(line: String; pledged: Option<Vec<Pledge>>) -> Played =
        session.follow(&line, pledged.as_deref());
    /// What an umpire may correct of a unit, of the sides and of the battle, apart from places: by
    /// its names in position files.
    Amendables "amendables"(unit: Option<u8>) -> Amendables = session.amendables(unit);
    /// The next throw that an order needs from real dice, given the faces so far; null if it has
    /// them all. Nothing happens.
    Wanted "wanted"(order: Order, faces: Vec<u8>) -> Option<Wanted> =
        session.wanted(&order, &faces);
    /// What a chain of joint dice opens for the throw with a number, counted from its pledge;
    /// number 0 is the pledge. The root has 64 random hexadecimal digits.
    Chain "chain"(root: String, number: u32) -> String = chain(&root, number);
    /// Leaves positions to the real table; the rest of the setup is skipped.
    LeaveToTable "leaveToTable" changes() -> View = session.leave_to_table();
    /// What a unit may do if positions are left to the table.
    Acts "acts"(unit: u8) -> Vec<ActView> = session.acts(unit);
    /// What an order asks of the table, with the obvious parts filled in.
    Form "form"(unit: u8, verb: String; target: Option<u8>) -> FormView =
        session.form(unit, &verb, target);
    /// The orders of a verb under what was stated, judged but not given; a move by way and
    /// distance.
    Suppose "suppose"(
        says: Saying, verb: String; way: Option<String>, by: f64
    ) -> Vec<Supposed> = session.suppose(&says, &verb, way.as_deref().map(|way| (way, by)));
    /// Declares what people see: units that left the table, how the battle ended.
    Declare "declare" changes(left: Vec<(u8, Status)>; ended: Option<Ended>) -> View =
        session.declare(&left, ended.map(Ended::outcome));
    /// The computer's next order for the side to move, not yet given.
    Think "think"(level: String) -> Order = session.think(&level);
    /// Why the computer gave the order of a line; null if it did not give it here, or does not
    /// think ahead. Ask the engine that answered `think`.
    Why "why"(number: usize) -> Option<Advised> = session.why(number);
    /// Goes back to before the last order, at most to the last roll of dice.
    Undo "undo" changes() -> View = session.undo();
    /// What happened so far, one entry for each order.
    Log "log"() -> Vec<LogEntry> = session.log();
    /// The battle after line n, for replay; the battle itself is not changed.
    At "at"(n: usize) -> View = session.at(n);
    /// Goes on from line n and drops what came after.
    Fork "fork" changes(n: usize) -> View = session.fork(n);
    /// Takes back every order after line n, and keeps them struck out in the journal.
    Strike "strike" changes(n: usize) -> View = session.strike(n);
    /// Opens the battle again with dice thrown by hand, before the first order; `faces` as in
    /// `play`.
    Opening "opening" changes(faces: Vec<u8>) -> Answer = session.opening(&faces);
    /// An order typed in the notation of `sandtable try`, judged but not given.
    Typed "typed"(line: String) -> Preview = session.typed(&line);
    /// The battle as it was played, as a journal file.
    Journal "journal"() -> String = session.journal();
    /// The battle as it stands, as a battle file.
    Position "position"() -> String = session.position();
    /// Goes on with a journal, or starts from a battle file.
    Load "load" changes(text: String) -> View = session.load(&text);
    /// What comes before the damage of a journal that does not load; null if nothing does, or if
    /// the text is no journal.
    Rescue "rescue"(text: String) -> Option<Rescued> = session.rescue(&text);
    /// The rules of a rule set, as they are played.
    Rulebook "rulebook"(rules: String) -> Rulebook = session.rulebook(&rules);
    /// How the ambiguities of a rule set were settled.
    Rulings "rulings"(rules: String) -> Vec<RulingView> = session.rulings(&rules);
    /// Starts the guided battle of a rule set; with the lines at which its steps began, continues
    /// it in the battle that was loaded.
    Learn "learn" changes(rules: String; begun: Option<Vec<u32>>) -> View =
        session.learn(&rules, begun);
    /// Where the guided battle stands; null if there is none.
    Lesson "lesson"() -> Option<Lesson> = session.lesson();
    /// Goes on after the text was read; null after the last step.
    Next "next" changes() -> Option<Lesson> = session.go_on();
    /// Leaves the guided battle: it goes on like any other.
    Leave "leave" changes() -> View = session.leave();
}

/// Returns a value of a chain of joint dice.
fn chain(root: &str, number: u32) -> Result<String, EngineError> {
    let value = Value::read(root).and_then(|root| root.opens(number));
    value.map(|value| value.to_string()).ok_or_else(|| {
        EngineError::new("a chain has a root of 64 hexadecimal digits and opens 4096 throws")
    })
}
