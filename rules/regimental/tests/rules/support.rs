//! Small battles for tests, from battle files of a few lines.

use sandtable_battle::{
    Battle, Clause, Event, Judging, Order, Recorded, Refusals, Rules, Switches, UnitId,
};
use sandtable_files::notation;
use sandtable_regimental::Regimental;

/// Makes a field of 72 by 48 inches in a phase of Blue's or Red's turn, with the given lines of
/// units and terrain.
pub fn field(rules: &Regimental, phase: &str, active: &str, body: &str) -> Battle {
    // A battery and a regiment far away, so that a turn does not end by itself after the only
    // unit's action.
    let body = body.to_owned()
        + &unit("Zouave guns", "Blue", "artillery", (4.0, 4.0), 0.0, "")
        + &unit("Yonder", "Red", "infantry", (4.0, 40.0), 180.0, "");
    let text = format!(
        "format = 1\nrules = \"regimental\"\ntable = [72, 48]\nattacker = \"Blue\"\n\
         [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n{body}\n\
         [state]\nturn = 1\nphase = \"{phase}\"\nactive = \"{active}\"\n"
    );
    sandtable_files::read_battle(&text, rules).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"))
}

/// Makes the rule set with some switches.
pub fn rules(switches: &[(&str, &str)]) -> Regimental {
    let all = switches
        .iter()
        .fold(Switches::default(), |all, (name, value)| {
            all.with(name, value)
        });
    Regimental::new(&all).expect("switches")
}

/// Makes the lines of a unit: name, side, kind, place, facing and more.
pub fn unit(name: &str, side: &str, kind: &str, at: (f64, f64), facing: f64, more: &str) -> String {
    format!(
        "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{}, {}]\nfacing = {facing}\n{more}\n",
        at.0, at.1
    )
}

/// Finds a unit of a battle by its name.
pub fn id(battle: &Battle, name: &str) -> UnitId {
    let place = battle.setting.names.iter().position(|n| n == name);
    UnitId(u8::try_from(place.unwrap_or_else(|| panic!("no unit {name}"))).expect("few"))
}

/// Returns a mark of a unit, both by name.
pub fn mark(battle: &Battle, rules: &Regimental, unit: &str, mark: &str) -> i32 {
    let place = rules.card().marks.iter().position(|m| m.id == mark);
    battle.unit(id(battle, unit)).marks[place.unwrap_or_else(|| panic!("no mark {mark}"))]
}

/// Plays an order with dice that must be used up.
pub fn play(rules: &Regimental, battle: &Battle, order: &str, dice: &[u8]) -> (Battle, Vec<Event>) {
    let order = parse(rules, battle, order);
    let mut recorded = Recorded::new(dice);
    let (after, events) = rules
        .play(battle, &order, &mut recorded)
        .unwrap_or_else(|refusals| panic!("{order:?}: {refusals:?}"));
    assert_eq!(
        recorded.wanted(),
        None,
        "{order:?} wants more dice: {events:?}"
    );
    assert_eq!(recorded.left_over(), 0, "{order:?} leaves dice: {events:?}");
    (after, events)
}

/// Returns why an order is refused.
pub fn refused(rules: &Regimental, battle: &Battle, order: &str) -> Refusals {
    let order = parse(rules, battle, order);
    rules
        .judge(battle, &order)
        .err()
        .unwrap_or_else(|| panic!("{order:?} is legal"))
}

/// Whether an order is legal.
pub fn legal(rules: &Regimental, battle: &Battle, order: &str) -> bool {
    rules.judge(battle, &parse(rules, battle, order)).is_ok()
}

/// Parses an order from its notation.
pub fn parse(rules: &Regimental, battle: &Battle, order: &str) -> Order {
    notation::parse(order, battle, rules.card()).unwrap_or_else(|t| panic!("{order}: {t}"))
}

/// Returns the clause with an id.
pub fn clause(rules: &Regimental, id: &str) -> Clause {
    let found = rules.card().find(id);
    Clause::new(found.unwrap_or_else(|| panic!("no clause {id}")).n)
}
