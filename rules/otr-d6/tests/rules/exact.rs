//! Compares computed results with searches at steps of 0.02 mm and over every heading:
//! the place of a charge, where a body pushed back ends, what a wheel meets.

use crate::support::{Table, cent};
use sandtable_battle::{Group, Hand, Leg, Order, Rules, Side, UnitId};
use sandtable_geometry::{Anchor, Facing, INCH, Length, Pose, Rect, TOLERANCE, Zone, flush};
use sandtable_otr_d6::{c, marks};

/// Returns how many cases of each kind to try: as many as `CASES` says, or the usual number.
fn cases(usual: u32) -> u32 {
    let asked = std::env::var("CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Random numbers, the same in every run.
struct Lot(u64);

impl Lot {
    fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let span = u64::try_from(high - low + 1).expect("in order");
        low + i32::try_from(self.0 % span).expect("small")
    }

    fn stands(&mut self, low: i32, high: i32) -> u8 {
        u8::try_from(self.between(low, high)).expect("small")
    }

    fn degrees(&mut self, low: i32, high: i32) -> f64 {
        f64::from(self.between(10 * low, 10 * high - 1)) / 10.0
    }
}

/// The step of the searches: 0.02 mm.
const STEP: Length = 2;

/// By how much a search takes bases to be larger. With zero it finds all that the
/// tolerance allows; with more than the tolerance, all that it finds is beyond doubt. The
/// computed result lies between the two.
const DOUBT: [Length; 2] = [0, 2 * TOLERANCE];

/// The error of a slide read from poses, which are rounded to whole hundredths.
const ROUNDED: Length = 2;

/// If the two searches differ by more, only the tolerance decides whether a place exists.
const APART: Length = 20;

fn rect(t: &Table, id: UnitId) -> Rect {
    t.rules.footprint(&t.battle, id)
}

fn holds(t: &Table, rect: &Rect) -> bool {
    let setting = &t.battle.setting;
    rect.on_table(setting.width, setting.height)
}

fn clear(t: &Table, there: &Rect, but: &[UnitId]) -> bool {
    let free = |(id, _)| but.contains(&id) || !there.overlaps(&rect(t, id));
    t.battle.present().all(free)
}

/// Adds a random unit somewhere, if it overlaps no other unit there; places in
/// hundredths of an inch.
fn add_free(t: &mut Table, lot: &mut Lot, low: (i32, i32), high: (i32, i32)) {
    let side = Side::BOTH[usize::from(lot.between(0, 1) == 0)];
    let at = (lot.between(low.0, high.0), lot.between(low.1, high.1));
    let (stands, degrees) = (lot.stands(1, 4), lot.degrees(0, 360));
    let id = t.add(side, stands, at, degrees);
    let own = rect(t, id);
    if !clear(t, &own, &[id]) || !holds(t, &own) {
        t.battle.units.pop();
    }
}

/// Returns the point of an edge that is nearest to a charger, measured from the edge's middle.
fn nearest(t: &Table, a: UnitId, b: UnitId, zone: Zone) -> Length {
    let half = rect(t, b).edge(zone).length() / 2;
    let along = rect(t, b).along_face(zone, rect(t, a).front_middle());
    along.clamp(-half, half)
}

/// Returns the least slide from that point that gives a place, by trying all of them.
fn search_place(t: &Table, a: UnitId, b: UnitId, zone: Zone, doubt: Length) -> Option<Length> {
    let (own, target) = (rect(t, a), rect(t, b));
    let length = target.edge(zone).length();
    let (from, half) = (nearest(t, a, b, zone), own.frontage() / 2);
    let least = cent(50).min(length).min(own.frontage());
    let fits = |slide: Length| {
        let along = from + slide;
        let shared = (along + half).min(length / 2) - (along - half).max(-length / 2);
        let pose = flush(&target, zone, along, Anchor::Front, own.depth());
        let there = Rect::fronted(pose, own.frontage(), own.depth());
        shared + TOLERANCE - doubt >= least
            && holds(t, &there.grown(doubt))
            && clear(t, &there.grown(doubt), &[a, b])
    };
    let mut slides = (0..=length + own.frontage()).step_by(2);
    slides.find(|&slide| fits(slide) || fits(-slide))
}

#[test]
fn the_place_of_a_charge_is_the_least_slide_there_is() {
    let mut lot = Lot(0x5eed);
    let (mut placed, mut refused) = (0, 0);
    for case in 0..cases(1_000) {
        let mut t = Table::new(&[("los", "none")]);
        // Every other case is at the table's edge.
        let x = if case % 2 == 0 {
            3600
        } else {
            lot.between(50, 500)
        };
        let (own, other) = (lot.stands(1, 8), lot.stands(1, 6));
        let from = (x + lot.between(-300, 300), 1900 + lot.between(1, 6));
        let a = t.add(Side::A, own, from, 0.0);
        let b = t.add(Side::B, other, (x, 2300), 180.0 + lot.degrees(-30, 30));
        for _ in 0..lot.between(0, 4) {
            add_free(&mut t, &mut lot, (x - 600, 2150), (x + 600, 2450));
        }
        if !holds(&t, &rect(&t, a)) || !holds(&t, &rect(&t, b)) {
            continue;
        }
        let order = Order::Charge {
            unit: a,
            target: b,
            reach: true,
            heading: None,
        };
        let judged = t.judge(&order);
        if judged.as_ref().is_err_and(|r| r.cite(c::CHG_09)) {
            continue;
        }
        let no_place = judged.as_ref().is_err_and(|r| r.cite(c::GEO_13));
        let zone = rect(&t, b).zone_of(rect(&t, a).front_middle());
        let [least, sure] = DOUBT.map(|doubt| search_place(&t, a, b, zone, doubt));
        match (&judged, least) {
            (Ok(legal), Some(least)) => {
                placed += 1;
                let pose = legal.path()[0];
                let own = rect(&t, a);
                let there = Rect::fronted(pose, own.frontage(), own.depth());
                let sound = holds(&t, &there) && clear(&t, &there, &[a, b]);
                assert!(sound, "case {case}: {pose:?} is taken or off the table");
                let along = rect(&t, b).along_face(zone, pose.point());
                let slide = (along - nearest(&t, a, b, zone)).abs();
                let most = sure.unwrap_or(Length::MAX - STEP - ROUNDED);
                assert!(
                    least - STEP - ROUNDED <= slide && slide <= most + STEP + ROUNDED,
                    "case {case}: {slide}, searched {least} to {most}"
                );
            }
            (Err(_), _) if no_place => {
                refused += 1;
                assert!(sure.is_none(), "case {case}: {sure:?} was denied");
            }
            (Err(_), least) => assert!(least.is_some(), "case {case}: there is no place"),
            (Ok(legal), None) => panic!("case {case}: {:?} was granted", legal.path()),
        }
    }
    assert!(placed > 100 && refused > 5, "{placed} and {refused}");
}

/// A body that is driven south.
struct Pushed<'a> {
    t: &'a Table,
    body: &'a [UnitId],
    doubt: Length,
}

impl Pushed<'_> {
    /// Whether it would overlap a unit of a side after this length.
    fn upon(&self, length: Length, side: Side) -> bool {
        let moved = |id: &UnitId| {
            rect(self.t, *id)
                .moved(Facing::SOUTH, length)
                .grown(self.doubt)
        };
        let others = self
            .t
            .battle
            .side(side)
            .filter(|(id, _)| !self.body.contains(id));
        let mut others = others.map(|(id, _)| rect(self.t, id));
        others.any(|other| self.body.iter().map(moved).any(|own| own.overlaps(&other)))
    }

    /// Returns where it ends, by trying all lengths.
    fn search(&self, distance: Length) -> Length {
        let own = self.t.battle.unit(self.body[0]).side;
        let far = 38 * INCH;
        let foe = (0..far).step_by(2).find(|&l| self.upon(l, own.other()));
        let limit = foe.map_or(far, |enter| (enter - cent(10)).max(0));
        let wanted = distance.min(limit);
        let mut on = (wanted..=limit).step_by(2);
        let mut back = (0..=wanted).rev().step_by(2);
        on.find(|&l| !self.upon(l, own))
            .or_else(|| back.find(|&l| !self.upon(l, own)))
            .unwrap_or(0)
    }
}

#[test]
fn a_body_pushed_back_ends_where_all_of_it_is_clear() {
    let mut lot = Lot(0xb0d7);
    let mut far = 0;
    for case in 0..cases(150) {
        let mut t = Table::new(&[("los", "none")]);
        let shooter = t.add(Side::B, 12, (3600, 4400), 180.0);
        let brigades = lot.between(1, 3);
        let mut body: Vec<UnitId> = Vec::new();
        for rank in 0..brigades {
            let id = t.add(Side::A, lot.stands(4, 8), (3600, 4000 - 100 * rank), 0.0);
            t.unit(id).with = body.last().copied();
            body.push(id);
        }
        marks::MARKER.write(t.unit(body[0]), true);
        for _ in 0..lot.between(1, 7) {
            let high = 4000 - 100 * brigades;
            add_free(&mut t, &mut lot, (3000, high - 900), (4200, high));
        }
        t.battle.cursor.side = Side::B;
        t.battle.cursor.group = Some(Group(1));
        let order = Order::Shoot {
            unit: shooter,
            target: body[0],
        };
        if t.judge(&order).is_err() {
            continue;
        }
        let searched = |doubt| {
            let (t, body) = (&t, body.as_slice());
            Pushed { t, body, doubt }.search(4 * INCH)
        };
        let [one, other] = DOUBT.map(searched);
        let (least, most) = (one.min(other), one.max(other));
        if most - least > APART {
            continue;
        }
        let before: Vec<Pose> = body.iter().map(|&id| t.battle.unit(id).pose).collect();
        let friends: Vec<UnitId> = t.battle.side(Side::A).map(|(id, _)| id).collect();
        let crossed = |&id: &UnitId| {
            let lies = |own: &Rect| own.overlaps(&rect(&t, id));
            let way = |l| body.iter().map(move |&m| (m, l));
            let mut ways = (0..least - APART).step_by(2).flat_map(way);
            !body.contains(&id) && ways.any(|(m, l)| lies(&rect(&t, m).moved(Facing::SOUTH, l)))
        };
        let crossed: Vec<UnitId> = friends.into_iter().filter(crossed).collect();
        // Both dice disrupt: two markers more than the one already there.
        t.play(&order, &[4, 4]);
        for (id, was) in body.iter().zip(&before) {
            let went = was.y - t.battle.unit(*id).pose.y;
            assert!(
                least - STEP <= went && went <= most + STEP,
                "case {case}: went {went}, searched {least} to {most}"
            );
        }
        for id in crossed {
            assert_eq!(t.marker(id), 1, "case {case}: {id:?}");
        }
        far += u32::from(least > 4 * INCH + STEP);
    }
    assert!(far > 5, "{far} were pushed on");
}

/// Whether some heading of a wheel is barred, by trying all of them, with the gap to enemies
/// enlarged by `doubt`.
fn search_wheel(t: &Table, a: UnitId, hand: Hand, by: i32, doubt: Length) -> bool {
    let own = rect(t, a);
    let (left, right) = own.front_edge().ends();
    let (hub, sign) = match hand {
        Hand::Left => (left, -1),
        Hand::Right => (right, 1),
    };
    let pose = t.battle.unit(a).pose;
    let was_near = |other: &Rect| own.distance(other).length + TOLERANCE < cent(10);
    // A unit that is already too near may move away, and must.
    let others: Vec<(bool, bool, Rect)> = t
        .battle
        .present()
        .filter(|(id, _)| *id != a)
        .map(|(id, u)| (u.side == Side::A, rect(t, id)))
        .map(|(friend, other)| (friend, was_near(&other), other))
        .collect();
    (0..=by).any(|step| {
        let turned = pose.turned_about(hub, sign * step);
        let there = Rect::fronted(turned, own.frontage(), own.depth()).grown(doubt);
        let too_near = |(friend, near, other): &(bool, bool, Rect)| {
            if *friend || (*near && step < by) {
                there.overlaps(other)
            } else {
                there.distance(other).length + TOLERANCE < cent(10)
            }
        };
        !holds(t, &there) || others.iter().any(too_near)
    })
}

#[test]
fn a_wheel_is_tested_at_every_heading() {
    let mut lot = Lot(0x3ee1);
    let (mut free, mut barred) = (0, 0);
    for case in 0..cases(1_000) {
        let mut t = Table::new(&[]);
        let stands = lot.stands(1, 8);
        let x = if case % 4 == 0 {
            lot.between(0, 450)
        } else {
            3600
        };
        let a = t.add(Side::A, stands, (x, 2000), lot.degrees(0, 360));
        if !holds(&t, &rect(&t, a)) {
            continue;
        }
        for _ in 0..lot.between(1, 4) {
            add_free(&mut t, &mut lot, (x - 600, 1500), (x + 600, 2600));
        }
        // If the enemy is at the very gap, only the tolerance says whether it was too near already.
        let own = rect(&t, a);
        let nearly = |(id, _)| (own.distance(&rect(&t, id)).length - cent(10)).abs() < 2 * STEP + 1;
        if t.battle.side(Side::B).any(nearly) {
            continue;
        }
        // As far as two inches go around the fixed corner.
        let most = 20_800 / i32::from(stands);
        let by = lot.between(1, most.min(0x4000) - 4);
        let hand = [Hand::Left, Hand::Right][usize::from(lot.between(0, 1) == 0)];
        let wheel = Leg::Wheel {
            hand,
            by: u16::try_from(by).expect("small"),
        };
        let legs = [wheel].into_iter().collect();
        let judged = t.judge(&Order::Move { unit: a, legs });
        let [sure, maybe] =
            [-TOLERANCE, TOLERANCE].map(|doubt| search_wheel(&t, a, hand, by, doubt));
        if sure == maybe {
            assert_eq!(judged.is_err(), sure, "case {case}: {judged:?}");
            *(if sure { &mut barred } else { &mut free }) += 1;
        }
    }
    assert!(free > 100 && barred > 30, "{free} free, {barred} barred");
}
