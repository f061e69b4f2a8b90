//! Charges: which units may announce them, how far they get, and whom they meet.

use crate::hand::{Does, Hand};
use crate::plane::{
    CLOSE, GRAZES, P, SAME, along, apart, back, cut, depth, shortest, sides, slide,
};
use crate::table::{COLUMN, FOOT, HORSE, LINE, Man, Ruled, Stop, Table, below, within};
use crate::walk::{ahead, aside};
use crate::way::What;

/// How far the rounding of places may move a corner sideways.
pub const HAIR: f64 = 0.00015;

/// A charge under way.
pub struct Charge {
    pub id: usize,
    /// How far each stand gets, from the left; one value for a column.
    pub reach: Vec<f64>,
    pub raw: Vec<i32>,
    pub far: f64,
    pub gone: f64,
    pub diced: f64,
    pub paid: Vec<(usize, What)>,
    pub column: bool,
    pub worm: bool,
    /// A worm fence that a unit got just over.
    pub over: Option<f64>,
    pub pierced: Vec<usize>,
    pub red: bool,
    pub won: bool,
}

/// Whether something lies in a way within a number of inches.
pub fn blocks(base: &[P], f: P, other: &[P], by: f64) -> Ruled<bool> {
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
pub fn layout(mut all: Vec<i32>) -> Vec<i32> {
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

    pub fn nearest(&self, c: &Charge, target: usize) -> Ruled<Option<f64>> {
        if !self.man(target).here {
            return Ok(None);
        }
        let gaps = self.man(c.id).gaps(self.man(target))?;
        Ok(gaps.into_iter().flatten().reduce(f64::min))
    }

    /// Plays the cheer and the target's reaction to it; false if the charge is off.
    pub fn heard(&mut self, c: &mut Charge, target: usize) -> Ruled<bool> {
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
    pub fn comes_near(&self, c: &Charge, target: usize) -> Ruled<bool> {
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
    pub fn dress(&mut self, c: &mut Charge, lost: i32) -> Ruled<()> {
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
    pub fn dice_for(&mut self, c: &mut Charge, upto: f64, strikes: bool) -> Ruled<()> {
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
    pub fn first(&self, c: &Charge) -> Ruled<Option<(usize, f64)>> {
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
    pub fn touches(&self, c: &Charge, foe: usize) -> Ruled<Option<f64>> {
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
    pub fn gets_to(&self, c: &Charge, (foe, gap): (usize, f64)) -> Ruled<bool> {
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
    pub fn could_touch(&self, c: &Charge, foe: usize, gap: f64) -> bool {
        let (m, them) = (self.man(c.id), self.man(foe));
        let met = slide(&m.shape(), m.forward(), &them.shape(), 0.003);
        met.is_some_and(|(a, b)| a < gap + CLOSE && b > 0.01)
    }

    /// Returns how far the way ahead is free, and whether a friend ends it.
    pub fn room_ahead(&self, c: &Charge) -> Ruled<(f64, bool)> {
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
    pub fn meets(&mut self, c: &mut Charge) -> Ruled<Option<(usize, f64)>> {
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

    pub fn advance_charge(&mut self, c: &mut Charge, by: f64) -> Ruled<()> {
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
    pub fn goes_to_the_end(&mut self, c: &mut Charge, fought: usize) -> Ruled<()> {
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
}
