//! What a unit's kind, formation and stands make of it.

use super::CLOSE;
use sandtable_battle::Unit;
use sandtable_referee::plane::{P, Shape, along, dot, sub};

/// Whether a unit fights: all units but generals do.
pub const fn fights(u: &Unit) -> bool {
    u.kind != 3
}

pub(super) fn spot(u: &Unit) -> P {
    (f64::from(u.pose.x) / 2540.0, f64::from(u.pose.y) / 2540.0)
}

#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
pub(super) fn forward(u: &Unit) -> P {
    let turn = f64::from(u.pose.facing.0) / 65536.0 * std::f64::consts::TAU;
    (turn.sin(), turn.cos())
}

pub(super) fn right(u: &Unit) -> P {
    let f = forward(u);
    (f.1, -f.0)
}

pub(super) fn afoot(u: &Unit) -> bool {
    u.kind == 1 && u.formation >= 3
}

pub(super) fn mounted(u: &Unit) -> bool {
    u.kind == 1 && !afoot(u)
}

pub(super) fn column(u: &Unit) -> bool {
    u.formation == 1 || u.formation == 4
}

/// Returns the stands that are not horse holders: a quarter of them hold, rounded half up.
pub(super) fn ranked(u: &Unit, stands: i32) -> i32 {
    if afoot(u) {
        stands - (stands + 2) / 4
    } else {
        stands
    }
}

/// Returns the stands in the first rank.
pub(super) fn front(u: &Unit, stands: i32) -> i32 {
    let n = ranked(u, stands);
    match u.formation {
        1 | 4 => n.min(1),
        2 => (n + 1) / 2,
        _ => n,
    }
}

/// Returns frontage and depth of a unit.
pub(super) fn size(u: &Unit) -> (f64, f64) {
    let n = ranked(u, i32::from(u.stands)).max(1);
    let deep = if mounted(u) || u.kind == 2 { 1.0 } else { 0.75 };
    let ranks = match u.formation {
        1 | 4 => n,
        2 => n.min(2),
        _ => 1,
    };
    (
        f64::from(front(u, i32::from(u.stands)).max(1)),
        f64::from(ranks) * deep,
    )
}

/// Returns the corners clockwise: front left, front right, rear right, rear left.
pub(super) fn shape(u: &Unit) -> Shape {
    let (w, d) = size(u);
    let (f, r, at) = (forward(u), right(u), spot(u));
    let corner = |side: f64, back: f64| along(along(at, r, side * w / 2.0), f, -back * d);
    vec![
        corner(-1.0, 0.0),
        corner(1.0, 0.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ]
}

pub(super) fn moves(u: &Unit) -> f64 {
    if mounted(u) { 3.0 } else { 2.0 }
}

pub(super) fn value(u: &Unit) -> i32 {
    let grade = i32::from(u.ratings[0]) + 1;
    match u.kind {
        2 => 4,
        1 => grade + 1,
        _ => grade,
    }
}

/// Returns the zone of a unit that a point lies in: front 0, left 1, right 2, rear 3; none
/// near a dividing line.
pub(super) fn zone(u: &Unit, p: P) -> Option<u8> {
    let (w, d) = size(u);
    let off = sub(p, spot(u));
    let (ahead, aside) = (dot(off, forward(u)), dot(off, right(u)));
    let (before, behind) = (
        w / 2.0 + ahead - aside.abs(),
        w / 2.0 - d - ahead - aside.abs(),
    );
    if before
        .abs()
        .min(behind.abs())
        .min(ahead.abs())
        .min((ahead + d).abs())
        < CLOSE
    {
        return None;
    }
    Some(if ahead > 0.0 && before > 0.0 {
        0
    } else if ahead < -d && behind > 0.0 {
        3
    } else {
        1 + u8::from(aside > 0.0)
    })
}

/// Returns the bands of a weapon: upper end, hit, disrupt.
pub(super) fn bands(u: &Unit) -> &'static [(f64, i32, i32)] {
    match (u.kind, u.ratings[1]) {
        (2, 3) => &[(6.0, 2, 4), (12.0, 2, 5), (18.0, 1, 3)],
        (2, _) => &[(5.0, 3, 6), (10.0, 1, 5), (15.0, 1, 2)],
        _ => &[(6.0, 3, 5)],
    }
}
