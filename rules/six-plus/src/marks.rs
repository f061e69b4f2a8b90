//! What a battle remembers about its units. Marks without a title are internal, and no table would
//! show them; they end with the player turn.

use crate::c;
use sandtable_battle::{
    Battle, Before, Clause, MarkSpec, Scene, StateSpec, Unit, UnitId, choices, marks,
};

marks! {
    /// The marks, in order.
    pub fn specs() of Place as Mark {
        HITS: i8 = "hits", c::ELIM_01, "Hits it has taken.", within(0, i8::MAX) titled("hits");
        UNLOADED: bool = "unloaded", c::LOAD_02, "Its weapons are empty.", titled("unloaded")
            told("{unit} have fired and must load", "{unit} has fired and must load")
            gone("{unit} are loaded", "{unit} is loaded");
        ENGAGED: bool = "engaged", c::CHARGE_07,
            "It is in a combat of this turn.", titled("engaged");
        RALLIED: bool = "rallied", c::GEN_04,
            "A General has rallied it in this battle.", titled("rallied");
        DID: Did = "did", c::SEQ_06, "What it did in the first phase of this turn.";
        SHOT: bool = "shot", c::SHOOT_01, "It shot this turn.";
        CHARGE: Charge = "charge", c::H2H_12,
            "What its charge still owes: the combat, or the retreat after it.";
        FOE: Option<UnitId> = "foe", c::CHARGE_02, "The unit that it charged this turn.";
        FLANK: bool = "flank", c::ZONE_01, "It charged its target in flank or rear.";
        HAS_RALLIED: bool = "has_rallied", c::GEN_04, "This General has rallied a unit this turn.";
        MUD: bool = "mud", c::EVENT_03, "It is in mud this turn.", titled("mud");
        RAIN: bool = "rain", c::EVENT_04, "It is in rain this turn.", titled("rain");
    }
}

/// Number of marks; those of a difference of this rule set come after them.
pub const MARKS: u8 = RAIN.place() + 1;

choices! {
    /// What a unit did in the first phase of its turn: one thing (SEQ-06).
    pub enum Did {
        /// Nothing yet.
        Stood = "stood",
        /// It turned on the spot.
        Pivoted = "pivoted",
        /// It moved.
        Moved = "moved",
        /// It charged.
        Charged = "charged",
        /// It loaded.
        Loaded = "loaded",
        /// It changed formation.
        Formed = "formed",
    }
}

choices! {
    /// State of a unit's charge (CHARGE-06, H2H-12).
    pub enum Charge {
        /// The unit has not charged, or its charge is over.
        None = "none",
        /// The combat is still to be fought.
        ToFight = "to-fight",
        /// The combat has been fought, and the retreat is outstanding.
        ToRetreat = "to-retreat",
    }
}

/// Returns the unit that a unit has charged, while that charge lasts.
pub(crate) fn foe(unit: &Unit) -> Option<UnitId> {
    FOE.of(unit).filter(|_| CHARGE.of(unit) != Charge::None)
}

/// Ends the charge of a unit, which then has nothing more to do.
pub(crate) fn end_charge(scene: &mut Scene, id: UnitId, why: Clause) {
    scene.set(id, CHARGE, Charge::None, why);
    scene.set(id, FOE, None, why);
}

/// Clears the marks that end with their player turn.
pub(crate) fn end_turn(scene: &mut Scene, id: UnitId) {
    let why = c::SEQ_02;
    scene.set(id, ENGAGED, false, why);
    scene.set(id, DID, Did::Stood, why);
    scene.set(id, SHOT, false, why);
    end_charge(scene, id, why);
    scene.set(id, FLANK, false, why);
    scene.set(id, HAS_RALLIED, false, why);
    scene.set(id, MUD, false, why);
    scene.set(id, RAIN, false, why);
}

/// Describes the state besides the units: there is none. Format 1 kept every mark as a number, and
/// kept the number of the charged unit while a charge lasted.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        before: Some(Before {
            marks: before(),
            now,
            blurred: Vec::new(),
        }),
        ..StateSpec::default()
    }
}

/// Returns the marks as format 1 had them.
fn before() -> Vec<MarkSpec> {
    let count = |spec: MarkSpec| MarkSpec::count(&spec.id, &spec.title, spec.range, spec.clause);
    let mut marks: Vec<MarkSpec> = specs().into_iter().map(count).collect();
    marks[usize::from(FOE.place())].range = (i8::MIN.into(), i8::MAX.into());
    marks
}

/// Converts a battle of format 1: it kept the charged unit as bits that were meaningless without a
/// charge.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    for unit in &mut battle.units {
        let bits = UnitId(unit.mark(FOE.place()).cast_unsigned());
        let charged = CHARGE.of(unit) != Charge::None && bits.index() < units;
        FOE.write(unit, charged.then_some(bits));
    }
}
