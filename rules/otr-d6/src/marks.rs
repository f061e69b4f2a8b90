//! The counters that units bear, and what their values mean.
//!
//! Only the morale marker lies on a real table; the others remember what a
//! player would: who has acted, who has shot, what a morale test allows.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::MarkSpec;

/// Has a morale marker: 0 or 1 (SHOOT-02, MOR-01).
pub const MARKER: u8 = 0;
/// Has been activated this turn (ACT-07).
pub const DONE: u8 = 1;
/// Actions left this turn (ACT-01).
pub const ACTIONS: u8 = 2;
/// Volleys fired in its own Shoot action this turn (ACT-04, SHOOT-23).
pub const SHOTS: u8 = 3;
/// What it has done this activation, as bits: [`MOVED`] and following.
pub const ACTED: u8 = 4;
/// What its activation is limited to: [`FREE`] and following.
pub const LIMIT: u8 = 5;
/// Has had a marker from shooting this turn (SHOOT-04, by switch).
pub const STRUCK: u8 = 6;
/// Stands it had lost when it last tested (MOR-04, by switch).
pub const SEEN: u8 = 7;
/// Turns until a general comes back (CMD-14).
pub const OUT: u8 = 8;
/// A general has moved this turn (CMD-10).
pub const RIDDEN: u8 = 9;
/// Has fired defensively this turn (CHG-10, by switch).
pub const DEFENDED: u8 = 10;
/// Horse holders fixed on dismounting (DISM-03, by switch).
pub const HOLDERS: u8 = 11;
/// A melee still to be fought: the opponent's id + 1, by switch (ACT-06).
pub const PENDING: u8 = 12;
/// How that melee came about: 1 front, 2 flank, 3 rear (MEL-05), 4 more when the
/// charged unit has cover (MEL-04), and 8 more when the charger stood higher, or
/// 16 when the charged unit did (AM1).
pub const PENDING_ZONE: u8 = 13;
/// A morale die that waits for what its owner makes of it, by switch (CMD-06).
pub const DIE: u8 = 14;

/// [`ACTED`]: went somewhere.
pub const MOVED: i8 = 1;
/// [`ACTED`]: changed facing or formation.
pub const TURNED: i8 = 2;
/// [`ACTED`]: tried to charge.
pub const CHARGED: i8 = 4;
/// [`ACTED`]: guns went more than they may and still fire (MOVE-11).
pub const FAR: i8 = 8;
/// [`ACTED`]: fell in behind another brigade (FORM-14).
pub const FELL_IN: i8 = 16;
/// [`ACTED`]: took a morale test (MOR-03).
pub const TESTED: i8 = 32;
/// [`ACTED`]: its Shoot action is over; volleys that were left are lost
/// (SHOOT-23).
pub const CEASED: i8 = 64;

/// [`LIMIT`]: nothing limits it but its actions.
pub const FREE: i8 = 0;
/// [`LIMIT`]: one action by a morale test (MOR-09).
pub const ONE_ACTION: i8 = 1;
/// [`LIMIT`]: may change facing or formation once, and shoot (MOR-08).
pub const REDEPLOY: i8 = 2;
/// [`LIMIT`]: may only shoot, at anything (MOR-07).
pub const STAND: i8 = 3;
/// [`LIMIT`]: retreated; its activation is over (MOR-14).
pub const RETREATED: i8 = 4;
/// [`LIMIT`]: failed its charge test; may only shoot (CHG-05).
pub const BALKED: i8 = 5;
/// [`LIMIT`]: charged; its activation is over (ACT-05, CHG-14).
pub const SPENT: i8 = 6;
/// [`LIMIT`]: has a marker and shot instead of testing (MOR-01).
pub const SHAKEN_FIRE: i8 = 7;

/// The counters of the card, in the order of the constants above. What a number of
/// the rules feeds reaches as far as that number.
#[must_use]
pub fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    let most = |all: &mut dyn Iterator<Item = i8>, usual: i8| all.fold(usual, i8::max);
    let results = numbers.morale_result.iter().map(|line| line.actions);
    let actions = most(&mut results.chain([numbers.organisation.actions]), 2);
    let volleys = numbers.volleys.iter().flat_map(|v| [v.moving, v.halted]);
    let shots = most(&mut volleys.into_iter(), 3);
    let out = numbers.general_hit.iter().map(|line| line.longest());
    let out = most(&mut out.into_iter(), 6);
    let stands = numbers.organisation.brigade_stands_accepted.1;
    let stands = i8::try_from(stands.max(12)).unwrap_or(i8::MAX);
    let spec =
        |id: &str, title: &str, range: (i8, i8), clause| MarkSpec::count(id, title, range, clause);
    vec![
        spec("marker", "Morale marker", (0, 1), c::MOR_01),
        spec("done", "", (0, 1), c::ACT_07),
        spec("actions", "", (0, actions), c::ACT_01),
        spec("shots", "", (0, shots), c::SHOOT_23),
        spec("acted", "", (0, 127), c::ACT_03),
        spec("limit", "", (0, 7), c::MOR_03),
        spec("struck", "", (0, 1), c::SHOOT_04),
        spec("seen", "", (0, stands), c::MOR_04),
        spec("out", "Turns until he returns", (0, out), c::CMD_14),
        spec("ridden", "", (0, 1), c::CMD_10),
        spec("defended", "", (0, 1), c::CHG_10),
        spec("holders", "", (0, stands), c::DISM_03),
        spec("pending", "", (-128, 127), c::ACT_06),
        spec("pending-zone", "", (0, 23), c::MEL_05),
        spec("die", "", (0, 6), c::MOR_04),
    ]
}
