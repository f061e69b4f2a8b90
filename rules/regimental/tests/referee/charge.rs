//! Charges: which units may announce them, how far they get, who strikes, and what follows.

use crate::hand::{Does, Hand};
use crate::plane::{
    CLOSE, GRAZES, P, SAME, along, apart, back, cut, depth, dot, shortest, sides, slide,
};
use crate::table::{COLUMN, FOOT, HORSE, LINE, Man, Ruled, Stop, Table, below, within};
use crate::walk::{What, ahead, aside};

/// How far the rounding of places may move a corner sideways.
const HAIR: f64 = 0.00015;

/// A charge under way.
struct Charge {
    id: usize,
    /// How far each stand gets, from the left; one value for a column.
    reach: Vec<f64>,
    raw: Vec<i32>,
    far: f64,
    gone: f64,
    diced: f64,
    paid: Vec<(usize, What)>,
    column: bool,
    worm: bool,
    /// A worm fence that a unit got just over.
    over: Option<f64>,
    pierced: Vec<usize>,
    red: bool,
    won: bool,
}

impl Man {
    /// Returns the gap of each stand to another unit; for a column the gap of its head.
    pub fn gaps(&self, them: &Man) -> Ruled<Vec<Option<f64>>> {
        let n = if self.form == COLUMN { 1 } else { self.stands };
        let (f, r) = (self.forward(), self.right());
        let base = them.shape();
        let upon = depth(&self.shape(), &base) > CLOSE;
        let places = self.places();
        let gap = |i: i32| {
            let place = places[usize::try_from(i).expect("a stand")];
            let middle = along(self.front(), r, aside(self.at, f, place));
            let strip = |half: f64| {
                let part = cut(&base, along(middle, r, -half), r);
                cut(&part, along(middle, r, half), back(r))
            };
            let reaches_back = |part: &[P]| part.iter().any(|&p| ahead(middle, f, p) < -SAME);
            let mut part = strip(0.5);
            let behind = reaches_back(&part);
            if !upon
                && [0.4992, 0.5008]
                    .iter()
                    .any(|&half| reaches_back(&strip(half)) != behind)
            {
                return Err(Stop::Unsure("somebody beside a front"));
            }
            part = cut(&part, along(middle, f, -SAME), f);
            if upon && !part.is_empty() {
                let whole = strip(0.5);
                let far = whole.iter().map(|&p| ahead(middle, f, p));
                let least = far.fold(f64::INFINITY, f64::min);
                if least.abs() < CLOSE {
                    return Err(Stop::Unsure("somebody beside a front"));
                }
                if least < 0.0 {
                    return Ok(None);
                }
            }
            if behind && !part.is_empty() {
                return Err(Stop::Unsure("somebody beside a front"));
            }
            let wide = part.iter().map(|&p| aside(middle, f, p));
            let (low, high) = wide.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            });
            if high > low && (high - low - 0.01).abs() < CLOSE / 2.0 {
                return Err(Stop::Unsure("a stand that hardly faces anybody"));
            }
            if high - low <= 0.01 {
                return Ok(None);
            }
            let least = |part: &[P]| {
                let far = part.iter().map(|&p| ahead(middle, f, p));
                far.fold(f64::INFINITY, f64::min)
            };
            // If an edge enters the strip at a flat angle, a hair sideways changes much ahead.
            if (least(&strip(0.5 - HAIR)) - least(&strip(0.5 + HAIR))).abs() > 0.006 {
                return Err(Stop::Unsure("an edge along a strip"));
            }
            Ok(Some(least(&part).max(0.0)))
        };
        (0..n).map(gap).collect()
    }
}

/// Lays dice out from the middle outwards, the highest first, the right before the left.
fn layout(mut all: Vec<i32>) -> Vec<i32> {
    all.sort_by(|a, b| b.cmp(a));
    let n = all.len();
    let mut out = vec![0; n];
    let middle = n / 2;
    for (i, die) in all.into_iter().enumerate() {
        let step = i.div_ceil(2);
        let place = if n % 2 == 1 {
            if i % 2 == 1 {
                middle + step
            } else {
                middle - step
            }
        } else if i % 2 == 0 {
            middle + i / 2
        } else {
            middle - 1 - i / 2
        };
        out[place] = die;
    }
    out
}

/// Returns the hits on the first and on the second row.
pub fn compare(own: &[i32], theirs: &[i32]) -> (i32, i32) {
    let sorted = |row: &[i32]| {
        let mut row = row.to_vec();
        row.sort_by(|a, b| b.cmp(a));
        row
    };
    let (a, b) = (sorted(own), sorted(theirs));
    let (mut on_a, mut on_b) = (0, 0);
    for i in 0..a.len().max(b.len()) {
        match (a.get(i), b.get(i)) {
            (Some(x), Some(y)) => {
                on_b += i32::from(x > y);
                on_a += i32::from(y > x);
            }
            (Some(x), None) => on_b += i32::from(b.last().is_none_or(|low| x > low)),
            (None, Some(y)) => on_a += i32::from(a.last().is_none_or(|low| y > low)),
            (None, None) => {}
        }
    }
    (on_a, on_b)
}

impl Table {
    /// Whether a unit could announce a charge at all.
    pub fn may_charge(&self, id: usize) -> Result<(), &'static [&'static str]> {
        let m = &self.men[id];
        if self.phase != 2 {
            return Err(&["SEQ-02"]);
        }
        if !matches!(m.kind, FOOT | HORSE) || !matches!(m.form, LINE | COLUMN) {
            return Err(&["CHARGE-10"]);
        }
        if !m.led() || m.red || m.prone || m.acted & !4 != 0 || m.charging {
            return Err(&["OFF-05", "MARK-05", "PRONE-01", "SEQ-03", "CHARGE-01"]);
        }
        Ok(())
    }

    /// Whether a unit may announce a charge at another after a turn.
    pub fn announces(
        &self,
        id: usize,
        target: usize,
        to: f64,
    ) -> Ruled<Result<(), &'static [&'static str]>> {
        if let Err(no) = self.may_charge(id) {
            return Ok(Err(no));
        }
        let (m, them) = (&self.men[id], &self.men[target]);
        if them.side == m.side || !them.here {
            return Ok(Err(&["CHARGE-03"]));
        }
        let turn = ((to - m.turn) - (to - m.turn).round()).abs() * 360.0;
        let most = if m.acted & 4 != 0 { 0.0 } else { 45.0 };
        if (turn - most).abs() < 0.01 && turn != most {
            return Err(Stop::Unsure("a turn on its limit"));
        }
        if turn > most {
            return Ok(Err(&["CHARGE-03"]));
        }
        let turned = m.turned(to);
        let gaps = turned.gaps(them)?;
        let Some(gap) = gaps.into_iter().flatten().reduce(f64::min) else {
            return Ok(Err(&["CHARGE-03"]));
        };
        if turn > 0.0 && !self.fits(id, &turned)? {
            return Ok(Err(&[
                "GEO-09",
                "MOVE-05",
                "MOVE-06",
                "SETUP-02",
                "CHARGE-03",
            ]));
        }
        let (base, f) = (turned.shape(), turned.forward());
        let mut clear = true;
        for (_, friend) in self.present().filter(|(i, o)| *i != id && o.side == m.side) {
            clear &= !blocks(&base, f, &friend.shape(), gap)?;
        }
        for piece in self.ground.iter().filter(|g| g.bars()) {
            for area in &piece.areas {
                clear &= !blocks(&base, f, area, gap)?;
            }
        }
        Ok(if clear { Ok(()) } else { Err(&["CHARGE-04"]) })
    }

    /// Whether a unit sees another one's charge.
    pub fn sees(&self, id: usize, foe: usize) -> Ruled<bool> {
        let (m, them) = (&self.men[id], &self.men[foe]);
        let before = them
            .shape()
            .iter()
            .map(|&p| m.seen(p).0)
            .fold(f64::MIN, f64::max);
        if before.abs() < CLOSE {
            return Err(Stop::Unsure("just before or behind a front"));
        }
        if before < 0.0 || self.fog || m.smoke || them.smoke {
            return Ok(false);
        }
        let (own, theirs) = (m.shape(), them.shape());
        let each: Vec<_> = sides(&own).map(|edge| shortest(edge, &theirs)).collect();
        let least = each.iter().map(|aim| aim.0).fold(f64::INFINITY, f64::min);
        let inner = |from: P| {
            let corners = own
                .iter()
                .map(|&p| crate::plane::length(crate::plane::sub(p, from)));
            corners.fold(f64::INFINITY, f64::min)
        };
        let among = each.into_iter().filter(|aim| aim.0 < least + 1e-6);
        let best = among.max_by(|a, b| inner(a.1).total_cmp(&inner(b.1)));
        let (far, from, to) = best.expect("a side");
        if far < CLOSE {
            return Ok(true);
        }
        // The smoke of any unit that the line touches hides the charge.
        for (other, o) in self
            .present()
            .filter(|(other, o)| o.smoke && *other != id && *other != foe)
        {
            let base = o.shape();
            let through = crate::plane::inside((from, to), &base);
            if through > 0.0 && through < 0.02 || through == 0.0 && apart(&[from, to], &base) < 0.01
            {
                return Err(Stop::Unsure("a line along a base"));
            }
            if through > 0.0 && other != id {
                return Ok(false);
            }
        }
        self.clear((id, foe), (from, to), m.kind == crate::table::GUNS)
    }
}

/// Whether something lies in a way within a number of inches.
fn blocks(base: &[P], f: P, other: &[P], by: f64) -> Ruled<bool> {
    let met = |spare: f64, by: f64| {
        slide(base, f, other, spare).is_some_and(|(a, b)| a < by && b > 0.001)
    };
    let found = [
        met(-0.003, by - 0.003),
        met(-0.0005, by),
        met(0.003, by + 0.003),
    ];
    if found[0] != found[2] {
        return Err(Stop::Unsure("a way beside a base"));
    }
    Ok(found[1])
}

impl Hand {
    /// Carries out an announced charge.
    pub fn assault(&mut self, id: usize, target: usize) -> Ruled<()> {
        self.note("charges");
        let m = self.man(id).clone();
        let column = m.form == COLUMN;
        let raw = match (m.kind, column) {
            (HORSE, true) => vec![self.row(3, 6)?.iter().sum()],
            (_, true) => vec![self.die(10)?],
            (kind, false) => {
                let each = if kind == HORSE { 2 } else { 1 };
                let all: Ruled<Vec<i32>> = (0..m.stands)
                    .map(|_| Ok(self.row(each, 6)?.iter().sum()))
                    .collect();
                layout(all?)
            }
        };
        let distance = |&die: &i32| (m.pace() + f64::from(die - m.toll)).max(0.0);
        let reach: Vec<f64> = raw.iter().map(distance).collect();
        let mut c = Charge {
            id,
            far: reach.iter().copied().fold(0.0, f64::max),
            reach,
            raw,
            gone: 0.0,
            diced: -1.0,
            paid: Vec::new(),
            column,
            worm: false,
            over: None,
            pierced: Vec::new(),
            red: false,
            won: false,
        };
        let near = self.nearest(&c, target)?.unwrap_or(c.far);
        self.dice_for(&mut c, near, true)?;
        if self.heard(&mut c, target)? {
            self.goes_in(&mut c)?;
        }
        let m = self.man_mut(id);
        (m.charging, m.target, m.toll) = (false, -1, 0);
        if m.here {
            m.acted = 8;
            m.red |= c.red || c.won;
            if c.worm {
                self.answer(id)?;
            }
        }
        Ok(())
    }

    fn nearest(&self, c: &Charge, target: usize) -> Ruled<Option<f64>> {
        if !self.man(target).here {
            return Ok(None);
        }
        let gaps = self.man(c.id).gaps(self.man(target))?;
        Ok(gaps.into_iter().flatten().reduce(f64::min))
    }

    /// Plays the cheer and the target's reaction to it; false if the charge is off.
    fn heard(&mut self, c: &mut Charge, target: usize) -> Ruled<bool> {
        let cheers = self.even()?;
        if !self.man(target).here {
            self.note("charges at nobody");
            return Ok(true);
        }
        let seen = self.table.sees(target, c.id)?;
        let aware = seen || (cheers && self.even()?);
        if !aware {
            self.note("charges neither seen nor heard");
            return Ok(true);
        }
        match self.react(target, c.id, false, true)? {
            Does::Withdraw => self.withdraw(target, c.id)?,
            Does::Retreat => self.retreat(target, c.id)?,
            Does::Fire => {
                let reach = self.comes_near(c, target)?;
                if let Some(v) = self.table.volley(target, c.id, reach)? {
                    let before = self.man(c.id).stands;
                    let holds = self.fire_back(target, c.id, &v)?;
                    let lost = before - self.man(c.id).stands;
                    self.dress(c, lost)?;
                    return Ok(holds);
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Whether the way of a charge comes within range of a unit.
    fn comes_near(&self, c: &Charge, target: usize) -> Ruled<bool> {
        // The ground that the charge covers on its way, up to any enemy in it.
        let m = self.man(c.id);
        let mut by = self.room_ahead(c)?.0;
        for (foe, _) in self.table.foes(m.side) {
            by = by.min(self.touches(c, foe)?.unwrap_or(by));
        }
        let mut way = m.shape();
        for corner in &mut way[..2] {
            *corner = along(*corner, m.forward(), by);
        }
        let us = self.man(target);
        let Some((far, ..)) = self.table.aim_at(us, &way)? else {
            return Ok(false);
        };
        within(
            far,
            if us.kind == crate::table::GUNS {
                60.0
            } else if us.musket {
                12.0
            } else {
                27.0
            },
        )
    }

    /// Removes fallen stands with the lowest dice, from the ends.
    fn dress(&mut self, c: &mut Charge, lost: i32) -> Ruled<()> {
        if c.column {
            return Ok(());
        }
        for _ in 0..lost {
            let (Some(&left), Some(&right)) = (c.raw.first(), c.raw.last()) else {
                break;
            };
            if right <= left {
                c.raw.pop();
                c.reach.pop();
            } else {
                c.raw.remove(0);
                c.reach.remove(0);
            }
        }
        Ok(())
    }

    /// Rolls for the ground up to a distance from the start.
    fn dice_for(&mut self, c: &mut Charge, upto: f64, strikes: bool) -> Ruled<()> {
        let m = self.man(c.id).clone();
        // To strike, the unit must cross what lies right in front of the target, as far as one can
        // tell that from right behind the target's edge.
        let by = upto - c.gone + if strikes { 4.0 * CLOSE } else { 0.0 };
        for met in self.table.way(&m, by.max(0.0), true)? {
            let at = met.at + c.gone;
            let begins = met.what == What::Slow && met.at == 0.0;
            let before = match met.what.bars() {
                true => at < upto || within(at, upto)?,
                false => begins || below(at, upto)?,
            };
            if strikes && !before {
                continue;
            }
            let starts = met.what == What::Slow && met.at == 0.0;
            let mut some = false;
            for &reach in &c.reach {
                // A stand that ends at a border does not cross it, but it must to strike right
                // behind it.
                let there = if strikes && (at - upto).abs() < CLOSE {
                    within(at, reach)?
                } else {
                    below(at, reach)?
                };
                some |= starts || there;
            }
            if c.paid.contains(&(met.piece, met.what)) || !some {
                continue;
            }
            c.paid.push((met.piece, met.what));
            let sides = if met.what == What::Wall { 10 } else { 6 };
            let off = match met.what {
                What::Slow => 1.0,
                What::Up => f64::from(self.half()?),
                What::Down => -f64::from(self.half()?),
                _ => {
                    self.note("fences and walls met by a charge");
                    f64::from(self.die(sides)?)
                }
            };
            let mut held = false;
            for reach in &mut c.reach {
                if !starts && !within(at, *reach)? {
                    continue;
                }
                if met.what.bars() && !within(off, *reach - at)? {
                    *reach = at - 0.0045;
                    held = true;
                } else if met.what.bars() {
                    *reach -= off;
                    if met.what == What::Worm && (*reach - at).abs() < SAME {
                        c.over = Some(at);
                    }
                } else {
                    *reach = (*reach - off).max(at);
                }
            }
            c.far = c.reach.iter().copied().fold(0.0, f64::max);
            if held {
                c.far = c.far.max(at);
            }
        }
        c.diced = c.diced.max(upto);
        Ok(())
    }

    /// Returns the enemy that a charge meets first, and how far ahead.
    fn first(&self, c: &Charge) -> Ruled<Option<(usize, f64)>> {
        let m = self.man(c.id);
        let mut best: Option<(usize, f64)> = None;
        for (foe, them) in self.table.foes(m.side) {
            if c.pierced.contains(&foe) {
                continue;
            }
            for (gap, reach) in m.gaps(them)?.into_iter().zip(&c.reach) {
                let Some(gap) = gap else { continue };
                if !within(c.gone + gap, *reach)? {
                    continue;
                }
                match best {
                    Some((other, far)) if other != foe && (far - gap).abs() < CLOSE => {
                        return Err(Stop::Unsure("two enemies at once"));
                    }
                    Some((_, far)) if far <= gap => {}
                    _ => best = Some((foe, gap)),
                }
            }
        }
        Ok(best)
    }

    /// Returns how far a charge goes before its base touches an enemy, even in front of a late
    /// stand; none for an enemy that it does not touch, or has pierced.
    fn touches(&self, c: &Charge, foe: usize) -> Ruled<Option<f64>> {
        let (m, them) = (self.man(c.id), self.man(foe));
        if c.pierced.contains(&foe) {
            return Ok(None);
        }
        if self.table.upon(c.id, foe)? {
            return self.table.way_out(c.id, m, m.forward(), foe);
        }
        let met = |spare: f64| {
            slide(&m.shape(), m.forward(), &them.shape(), spare).filter(|&(_, b)| b > 0.01)
        };
        if met(-0.003).is_some() != met(0.003).is_some() {
            return Err(Stop::Unsure("a way beside a base"));
        }
        Ok(met(0.0).map(|(at, _)| at.max(0.0)))
    }

    /// Whether no other enemy is touched before the one that a stand reaches.
    fn gets_to(&self, c: &Charge, (foe, gap): (usize, f64)) -> Ruled<bool> {
        let room = self.room_ahead(c)?.0;
        if (gap - room).abs() < CLOSE && (gap - room).abs() > 1e-6 {
            return Err(Stop::Unsure("two in the way at once"));
        }
        if !within(gap, room)? {
            return Ok(false);
        }
        for (other, _) in self.table.foes(self.man(c.id).side) {
            if other == foe {
                continue;
            }
            // An enemy farther away than this is not touched earlier, whether or not it is close to
            // one side.
            let near = self.touches(c, other);
            if let Ok(Some(at)) = near {
                if !within(gap, at)? {
                    return Ok(false);
                }
            } else if near.is_err() && self.could_touch(c, other, gap) {
                return Err(Stop::Unsure("a way beside a base"));
            }
        }
        Ok(true)
    }

    /// Whether an enemy beside the way could be touched within a distance.
    fn could_touch(&self, c: &Charge, foe: usize, gap: f64) -> bool {
        let (m, them) = (self.man(c.id), self.man(foe));
        let met = slide(&m.shape(), m.forward(), &them.shape(), 0.003);
        met.is_some_and(|(a, b)| a < gap + CLOSE && b > 0.01)
    }

    /// Returns how far the way ahead is free, and whether a friend ends it.
    fn room_ahead(&self, c: &Charge) -> Ruled<(f64, bool)> {
        let m = self.man(c.id);
        let (base, f) = (m.shape(), m.forward());
        let mut room = (c.far - c.gone).max(0.0);
        let mut friend = false;
        for (i, o) in self.table.present() {
            if i == c.id || o.side != m.side {
                continue;
            }
            let body = o.shape();
            let met =
                |spare: f64| slide(&base, f, &body, spare).filter(|&(a, b)| a < room && b > 0.01);
            if met(-0.003).is_some() != met(0.003).is_some() {
                return Err(Stop::Unsure("a way beside a base"));
            }
            if let Some((at, _)) = met(0.0) {
                room = at.max(0.0);
                friend = true;
            }
        }
        for piece in self.table.ground.iter().filter(|g| g.bars()) {
            for area in &piece.areas {
                let met = |spare: f64| {
                    slide(&base, f, area, spare).filter(|&(a, b)| a < room && b > 0.01)
                };
                if met(-0.004).is_some() != met(0.004).is_some() {
                    return Err(Stop::Unsure("a way beside barred ground"));
                }
                if let Some((at, _)) = met(0.0) {
                    room = at.max(0.0);
                    friend = false;
                }
            }
        }
        // A pierced unit that has broken and come back into the way ends it, too.
        for &other in c.pierced.iter().filter(|&&id| self.man(id).here) {
            let them = self.man(other);
            if them.pierced && !them.parted() {
                continue;
            }
            for body in them.bodies() {
                let met = |spare: f64| {
                    slide(&base, f, &body, spare).filter(|&(a, b)| a < room && b > 0.002)
                };
                let (less, more) = (met(-CLOSE), met(-GRAZES));
                let far = |met: Option<(f64, f64)>| met.map_or(0.0, |(at, _)| at.max(0.0));
                if less.is_some() != more.is_some() || (far(less) - far(more)).abs() > 0.005 {
                    return Err(Stop::Unsure("a part of a unit beside its hole"));
                }
                if let Some((at, _)) = met(0.0).filter(|_| less.is_some()) {
                    room = at.max(0.0);
                    friend = false;
                }
            }
        }
        for p in base {
            for (at, speed, size) in [(p.0, f.0, self.table.size.0), (p.1, f.1, self.table.size.1)]
            {
                if speed.abs() > 1e-9 {
                    let edge = if speed > 0.0 { size } else { 0.0 };
                    let far = (edge - at) / speed;
                    if far < room {
                        room = far.max(0.0);
                        friend = false;
                    }
                }
            }
        }
        Ok((room, friend))
    }

    /// Returns the enemy that the charge meets, after rolling for the ground up to it.
    fn meets(&mut self, c: &mut Charge) -> Ruled<Option<(usize, f64)>> {
        loop {
            let Some((foe, gap)) = self.first(c)? else {
                return Ok(None);
            };
            if c.gone + gap <= c.diced + SAME {
                return Ok(Some((foe, gap)));
            }
            self.dice_for(c, c.gone + gap, true)?;
        }
    }

    fn advance_charge(&mut self, c: &mut Charge, by: f64) -> Ruled<()> {
        let m = self.man(c.id).clone();
        for met in self.table.way(&m, by, true)? {
            c.worm |= met.what == What::Worm;
        }
        c.gone += by;
        // Just over counts as over.
        c.worm |= c.over.is_some_and(|at| (c.gone - at).abs() < SAME);
        self.man_mut(c.id).at = along(m.at, m.forward(), by);
        Ok(())
    }

    /// Goes on to the end of the charge, at most close to an enemy.
    fn goes_to_the_end(&mut self, c: &mut Charge, fought: usize) -> Ruled<()> {
        while c.diced < c.far - SAME {
            let upto = c.far;
            self.dice_for(c, upto, false)?;
            if c.far <= upto {
                break;
            }
        }
        let (mut room, friend) = self.room_ahead(c)?;
        let m = self.man(c.id).clone();
        let mut stopped = false;
        for (foe, _) in self.table.foes(m.side) {
            if c.pierced.contains(&foe) {
                continue;
            }
            // Into contact with the enemy it fought, a little short of any other.
            let short = if foe == fought { 0.0 } else { 0.1 };
            let near = self.touches(c, foe);
            if near.is_err() && !self.could_touch(c, foe, room + short) {
                continue;
            }
            if let Some(at) = near?.filter(|at| at - short < room) {
                room = (at - short).max(0.0);
                stopped = true;
            }
        }
        if !c.pierced.is_empty() && friend && !stopped {
            return Err(Stop::Unsure("a column that runs into a friend"));
        }
        self.advance_charge(c, room)
    }

    fn goes_in(&mut self, c: &mut Charge) -> Ruled<()> {
        let (mut foe_hit, mut foe) = (false, usize::MAX);
        // How far the foe should have been driven back, but was not.
        let mut pinned = 0.0;
        loop {
            let met = match self.meets(c)? {
                Some(met) if self.gets_to(c, met)? => met,
                _ => break,
            };
            if met.0 != foe {
                if foe_hit && foe != usize::MAX {
                    self.man_mut(foe).red = true;
                }
                (foe, foe_hit, pinned) = (met.0, false, 0.0);
            } else {
                // It must be strictly short of the farthest point, with pushes counted as made.
                if !below(c.gone + met.1 + pinned, c.far)? {
                    break;
                }
                let own = self.man(c.id).gaps(self.man(foe))?;
                let mut any = false;
                for (gap, reach) in own.into_iter().zip(&c.reach) {
                    any |= gap.map_or(Ok(false), |gap| within(c.gone + gap + pinned, *reach))?;
                }
                if !any {
                    break;
                }
            }
            // A late stand of the unit may touch the foe first.
            let touch = self.touches(c, foe)?.unwrap_or(met.1);
            if touch < met.1 - CLOSE {
                self.note("late stands that touch first");
            }
            self.advance_charge(c, met.1.min(touch))?;
            self.man_mut(foe).prone = false;
            if !self.round(c, foe, &mut foe_hit, &mut pinned)? {
                if foe_hit {
                    self.man_mut(foe).red = true;
                }
                return Ok(());
            }
        }
        self.goes_to_the_end(c, foe)?;
        if foe_hit {
            self.man_mut(foe).red = true;
        }
        Ok(())
    }

    /// Returns the dice of both sides: which stands strike, and which are struck.
    fn rows(&mut self, c: &Charge, foe: usize, pinned: f64) -> Ruled<(i32, i32)> {
        let (m, them) = (self.man(c.id), self.man(foe));
        let mut struck: Vec<usize> = Vec::new();
        let mut own = 0;
        for (i, gap) in m.gaps(them)?.into_iter().enumerate() {
            let Some(gap) = gap else { continue };
            if within(c.gone + gap + pinned, c.reach[i])? {
                own += 1;
                struck.push(opposite(m, i, them)?);
            }
        }
        struck.sort_unstable();
        struck.dedup();
        let mut theirs = struck.clone();
        let ends = [
            struck.first().map(|&i| i.checked_sub(1)),
            struck.last().map(|&i| Some(i + 1)),
        ];
        for (end, next) in [struck.first(), struck.last()].into_iter().zip(ends) {
            let (Some(&end), Some(Some(next))) = (end, next) else {
                continue;
            };
            if next < them.places().len() && beside(m, them, end, next)? {
                theirs.push(next);
            }
        }
        let theirs = i32::try_from(theirs.len()).expect("few");
        Ok(if c.column {
            (theirs + 1, theirs)
        } else {
            (own, theirs)
        })
    }

    /// Fights one round; false if the charge is over.
    fn round(
        &mut self,
        c: &mut Charge,
        foe: usize,
        foe_hit: &mut bool,
        pinned: &mut f64,
    ) -> Ruled<bool> {
        let (na, nd) = self.rows(c, foe, *pinned)?;
        self.note(if c.column {
            "rounds of columns"
        } else {
            "rounds of lines"
        });
        let own = self.row(na, 6)?;
        let theirs = self.row(nd, 6)?;
        let (ha, hd) = compare(&own, &theirs);
        c.red |= ha > 0;
        *foe_hit |= hd > 0;
        let lost_a = self.lose(c.id, ha)?;
        self.dress(c, lost_a)?;
        let lost_d = self.lose(foe, hd)?;
        let f = self.man(c.id).forward();
        for (id, lost) in [(c.id, lost_a), (foe, lost_d)] {
            if lost > 0 {
                self.officers(id)?;
            }
        }
        let wins = ha < hd;
        if !wins {
            c.red = true;
            if self.man(c.id).here {
                self.forced(c.id, back(f), 3.0, false, 0)?;
            }
        } else if c.column {
            c.won = true;
            // An attacker that lost its last stand does not go through anyone.
            if self.man(foe).here && self.man(c.id).here {
                self.man_mut(foe).red = true;
                c.pierced.push(foe);
                self.part(c.id, foe)?;
            }
        } else if self.man(foe).here {
            let before = self.man(foe).at;
            self.forced(foe, f, 3.0, false, 0)?;
            *pinned += 3.0 - ahead(before, f, self.man(foe).at);
            if pinned.abs() < CLOSE {
                *pinned = 0.0;
            }
        }
        let order = if wins {
            [(foe, c.id, lost_d), (c.id, foe, lost_a)]
        } else {
            [(c.id, foe, lost_a), (foe, c.id, lost_d)]
        };
        let mut on = wins;
        for (id, other, lost) in order {
            if lost == 0 || !self.man(id).here {
                continue;
            }
            let does = self.rout(id)?;
            self.carry(id, other, does)?;
            on &= id != c.id || does == Does::Nothing;
        }
        Ok(on && self.man(c.id).here)
    }
}

impl Hand {
    /// Parts a line that a column has pierced (H2HC-10).
    fn part(&mut self, column: usize, foe: usize) -> Ruled<()> {
        let (m, mut them) = (self.man(column).clone(), self.man(foe).clone());
        // An existing hole closes before another one opens.
        (them.pierced, them.hole, them.lane) = (false, 0, 0.0);
        let (f, r, row) = (m.forward(), m.right(), them.row());
        let slant = dot(row, r);
        if slant.abs() < 0.72 {
            return Err(Stop::Unsure("a line struck on its end"));
        }
        let front = m.front();
        // The charger's right is the unit's left if they face each other.
        let like = slant > 0.0;
        let (mut left, mut shifts) = (0, [0.0_f64; 2]);
        for place in them.places() {
            let off = aside(front, f, place);
            if off.abs() < CLOSE && off.abs() > SAME {
                return Err(Stop::Unsure("a stand astride the charge line"));
            }
            let right = off > -SAME;
            let base = them.stand(place);
            let spans = base.iter().map(|&p| aside(front, f, p));
            let least = if right {
                0.5 - spans.fold(f64::INFINITY, f64::min)
            } else {
                0.5 + spans.fold(f64::NEG_INFINITY, f64::max)
            };
            let own_left = right != like;
            left += i32::from(own_left);
            let shift = &mut shifts[usize::from(!own_left)];
            *shift = shift.max(least / slant.abs());
        }
        let ([leftward, rightward], all) = (shifts, them.stands);
        let mut parted = them.clone();
        if left == 0 || left == all {
            let by = if left == 0 { rightward } else { -leftward };
            parted.at = along(them.at, row, by);
        } else {
            parted.at = along(them.at, row, (rightward - leftward) / 2.0);
            (parted.hole, parted.lane) = (left, leftward + rightward);
            parted.pierced = true;
        }
        let others = self.table.present();
        let near = |o: &Man| depth(&parted.shape(), &o.shape()) > -CLOSE;
        let met = { others }.any(|(id, o)| id != column && id != foe && near(o));
        let mut barred = self.table.ground.iter().filter(|g| g.bars());
        let over = barred.any(|g| g.areas.iter().any(|a| depth(&parted.shape(), a) > -CLOSE));
        if met || over || !self.table.on_table(&parted.shape())? {
            return Err(Stop::Unsure("no room for a hole"));
        }
        self.note("holes");
        *self.man_mut(foe) = parted;
        Ok(())
    }
}

/// Returns the stand immediately in front of an attacking one.
fn opposite(m: &Man, i: usize, them: &Man) -> Ruled<usize> {
    let (f, r) = (m.forward(), m.right());
    let middle = along(m.front(), r, aside(m.at, f, m.places()[i]));
    let mut found: Vec<(f64, usize)> = Vec::new();
    let mut edge: Vec<(f64, f64, usize)> = Vec::new();
    for (j, place) in them.places().into_iter().enumerate() {
        let base = them.stand(place);
        let spans = base.iter().map(|&p| aside(middle, f, p));
        let (low, high) = spans.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
            (l.min(v), h.max(v))
        });
        let part = cut(
            &cut(&base, along(middle, r, -0.5), r),
            along(middle, r, 0.5),
            back(r),
        );
        let near = part
            .iter()
            .map(|&p| ahead(middle, f, p))
            .fold(f64::INFINITY, f64::min);
        if low.abs() < CLOSE || high.abs() < CLOSE {
            if low.abs() > SAME && high.abs() > SAME {
                return Err(Stop::Unsure("a ray between two stands"));
            }
        } else if low < 0.0 && high > 0.0 {
            let thin = cut(
                &cut(&base, along(middle, r, -1e-4), r),
                along(middle, r, 1e-4),
                back(r),
            );
            let hit = thin
                .iter()
                .map(|&p| ahead(middle, f, p))
                .fold(f64::INFINITY, f64::min);
            found.push((hit, j));
        }
        if near.is_finite() && high > -0.5 + 0.01 && low < 0.5 - 0.01 {
            let centre = crate::plane::length(crate::plane::sub(place, them.at));
            edge.push((near, centre, j));
        }
    }
    if let Some((_, j)) = found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
        return Ok(j);
    }
    let least = edge.iter().map(|e| e.0).fold(f64::INFINITY, f64::min);
    let among = edge.iter().filter(|e| e.0 < least + CLOSE);
    let best = among.min_by(|a, b| {
        let off = a.1 - b.1;
        if off.abs() < CLOSE {
            a.2.cmp(&b.2)
        } else {
            a.1.total_cmp(&b.1)
        }
    });
    best.map(|e| e.2).ok_or(Stop::Unsure("nobody opposite"))
}

/// Whether the next stand of a row is beside a struck one, seen along the charge.
fn beside(m: &Man, them: &Man, struck: usize, next: usize) -> Ruled<bool> {
    // Stands on both sides of a hole are not beside each other.
    let left = |i: usize| i32::try_from(i).is_ok_and(|i| i < them.hole);
    if them.parted() && left(struck) != left(next) {
        return Ok(false);
    }
    let places = them.places();
    let off = crate::plane::sub(places[next], places[struck]);
    let f = m.forward();
    let (ahead, aside) = (
        ahead((0.0, 0.0), f, off).abs(),
        aside((0.0, 0.0), f, off).abs(),
    );
    if (ahead - aside).abs() < CLOSE {
        return Err(Stop::Unsure("neither beside nor behind"));
    }
    Ok(aside > ahead)
}
