//! Charges: which units may charge, what the target does, where the charger ends (section Charges).

use crate::umpire::{Flight, Man, Ruled, Stop, Umpire, Zone};
use sandtable_battle::Ground;
use sandtable_referee::plane::{
    Base, P, along, apart, back, bearing, depth, dot, passage, right, sub, turn,
};

/// Nothing closer to a limit than this is ruled on.
const CLOSE: f64 = 0.005;

fn close<T>(what: &'static str) -> Ruled<T> {
    Err(Stop::Unsure(what))
}

/// The unit that a straight way meets first, and the distance to it.
type Met = Option<(usize, f64)>;

impl Umpire {
    /// Whether a unit may charge another (CHG-01 to CHG-03, GEO-10).
    pub fn may_charge(&self, us: usize, them: usize) -> Ruled<Result<(), &'static [&'static str]>> {
        let (a, b) = (&self.men[us], &self.men[them]);
        let mut why = self.may_step(us)?;
        if a.guns() {
            why.push("CHG-02");
        }
        if !why.is_empty() {
            return Ok(Err(crate::ALL));
        }
        if b.side == a.side || !b.here || b.staff() || !self.sees(us, them)? {
            return Ok(Err(&["CHG-01"]));
        }
        let by = match self.first_met(us)? {
            Some((met, by)) if met == them => by,
            _ => return Ok(Err(&["CHG-01"])),
        };
        if !self.can_go(us, by)? || self.walled(a, by)? {
            return Ok(Err(&["CHG-03", "TERR-06", "TERR-07", "TERR-10"]));
        }
        Ok(match self.squared(us, them, by)? {
            Some(_) => Ok(()),
            None => Err(&["GEO-10"]),
        })
    }

    /// Returns the unit that a straight way meets first (GEO-07, PASS-01, TURNING-07).
    pub fn first_met(&self, us: usize) -> Ruled<Met> {
        let m = &self.men[us];
        let (own, way) = (m.shape(), m.base.front());
        let mut all: Vec<(f64, usize, bool)> = Vec::new();
        for (id, them) in self.fighters().filter(|&(id, _)| id != us) {
            let friend = them.side == m.side;
            if friend && (m.open() || them.open()) {
                continue;
            }
            let shape = them.shape();
            let deep = depth(&own, &shape);
            if friend && deep > -CLOSE {
                if deep < CLOSE {
                    return close("a charge from beside a friend");
                }
                continue;
            }
            let [wide, narrow] = [-CLOSE, CLOSE].map(|spare| passage(&own, way, &shape, spare));
            let met = passage(&own, way, &shape, 0.0);
            match (wide, met, narrow) {
                (None, ..) => {}
                (Some(_), Some((enter, _)), Some(_)) => all.push((enter, id, true)),
                (Some((enter, _)), ..) => all.push((enter, id, false)),
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        match all.as_slice() {
            [] => Ok(None),
            [(_, _, false), ..] => close("a charge along a base"),
            [one, two, ..] if two.0 - one.0 < CLOSE => close("two met at once"),
            [(by, id, _), ..] => Ok(Some((*id, *by))),
        }
    }

    /// Returns the cost of a straight way, in whole moves.
    fn price(&self, m: &Man, by: f64) -> Ruled<f64> {
        let walk = (m.base.at, along(m.base.at, m.base.front(), by));
        let walls = self.walls(walk)?;
        Ok((by + self.rough(m, walk)) / m.allowance() + 0.5 * f64::from(walls))
    }

    /// Whether what is left of a unit's move takes it this far.
    fn can_go(&self, us: usize, by: f64) -> Ruled<bool> {
        let m = &self.men[us];
        let spare = m.left() - self.price(m, by)?;
        if spare.abs() * m.allowance() < CLOSE {
            return close("a charge on its limit");
        }
        Ok(spare > 0.0)
    }

    /// Whether ground bars a straight way.
    fn walled(&self, m: &Man, by: f64) -> Ruled<bool> {
        let start = m.base;
        let end = start.slid(start.front(), by);
        let nose = (start.at, end.point(0.0, end.deep / 2.0));
        let mut way = crate::moves::Way::at(start);
        self.bars(m, (&start, &end), &mut way)?;
        let walls = (m.guns() || m.horse()) && self.walls(nose)? > 0;
        Ok(walls || !way.against.is_empty())
    }

    /// Returns where a charger is squared up after going a distance (GEO-10).
    fn squared(&self, us: usize, them: usize, by: f64) -> Ruled<Option<Base>> {
        let (m, t) = (&self.men[us], &self.men[them]);
        let touch = m.base.slid(m.base.front(), by);
        let began = sub(m.base.at, m.came);
        let (f, r) = (t.base.front(), right(t.base.front()));
        let (out, far, long) = match t.zone(began)? {
            Zone::Front => (f, t.base.deep, t.base.wide),
            Zone::Rear => (back(f), t.base.deep, t.base.wide),
            Zone::Right => (r, t.base.wide, t.base.deep),
            Zone::Left => (back(r), t.base.wide, t.base.deep),
        };
        let middle = along(t.base.at, out, far / 2.0);
        let across = right(out);
        let nose = touch.point(0.0, touch.deep / 2.0);
        let q = dot(sub(nose, middle), across).clamp(-long / 2.0, long / 2.0);
        let least = 1.0_f64.min(long).min(m.base.wide);
        let most = (long + m.base.wide) / 2.0 - least;
        let place = |q: f64| Base {
            at: along(along(middle, across, q), out, m.base.deep / 2.0),
            heading: bearing(back(out)),
            ..m.base
        };
        if most.abs() < CLOSE {
            // Two edges of one inch share an inch only when their middles meet.
            return match self.room_for(us, them, &place(0.0))? {
                Some(room) => Ok(room.then(|| place(0.0))),
                None => close("a place that is hardly clear"),
            };
        }
        if q.abs() <= most - CLOSE || q.abs() <= most + 1e-9 {
            match self.room_for(us, them, &place(q))? {
                Some(true) => return Ok(Some(place(q))),
                Some(false) => {}
                None => return close("a place that is hardly clear"),
            }
        } else if q.abs() < most + CLOSE {
            return close("hardly an inch of common edge");
        }
        // Look for the nearest clear place in steps of a tenth of an inch.
        for step in 1..=400 {
            let mut free = Vec::new();
            for sign in [-1.0, 1.0] {
                let at = q + sign * 0.1 * f64::from(step);
                if at.abs() > most + CLOSE {
                    continue;
                }
                if at.abs() > most - CLOSE {
                    return close("hardly an inch of common edge");
                }
                match self.room_for(us, them, &place(at))? {
                    Some(true) => free.push(at),
                    Some(false) => {}
                    None => return close("a place that is hardly clear"),
                }
            }
            match free.as_slice() {
                [] => {}
                [one] => return Ok(Some(place(*one))),
                _ => return close("two places as near"),
            }
        }
        self.between_steps(us, them, (q, most), place)
    }

    /// Returns the nearest clear place at all, as there is none on a step (GEO-10).
    fn between_steps(
        &self,
        us: usize,
        them: usize,
        (q, most): (f64, f64),
        place: impl Fn(f64) -> Base,
    ) -> Ruled<Option<Base>> {
        /// Less room than this is too close to call.
        const HARDLY: f64 = 4.0 * CLOSE;
        const GRAIN: f64 = 0.002;
        let mut stretches: Vec<(f64, f64)> = Vec::new();
        let mut at = -most;
        while at <= most {
            if self.is_open(us, them, &place(at))? {
                match stretches.last_mut() {
                    Some(last) if at - last.1 < 1.5 * GRAIN => last.1 = at,
                    _ => stretches.push((at, at)),
                }
            }
            at += GRAIN;
        }
        let far = |s: &(f64, f64)| (q.clamp(s.0, s.1) - q).abs();
        stretches.sort_by(|a, b| far(a).total_cmp(&far(b)));
        if stretches.iter().any(|s| s.1 - s.0 < HARDLY) {
            return close("a place that hardly has room");
        }
        match stretches.as_slice() {
            [] if self.hardly_taken(us, them, most, &place)? => {
                close("a place that hardly has room")
            }
            [] => Ok(None),
            [one, two, ..] if far(two) - far(one) < HARDLY => close("two places as near"),
            [one, ..] => {
                // The edge of the stretch lies between two grains.
                let inner = q.clamp(one.0, one.1);
                let (mut good, mut bad) = (inner, inner + GRAIN * (q - inner).signum());
                for _ in 0..20 {
                    let middle = f64::midpoint(good, bad);
                    if self.is_open(us, them, &place(middle))? {
                        good = middle;
                    } else {
                        bad = middle;
                    }
                }
                Ok(Some(place(good)))
            }
        }
    }

    /// Whether a place along a face would be clear if the bases were a little smaller.
    fn hardly_taken(
        &self,
        us: usize,
        them: usize,
        most: f64,
        place: &impl Fn(f64) -> Base,
    ) -> Ruled<bool> {
        let mut at = -most;
        while at <= most {
            let base = place(at);
            let narrow = Base {
                wide: base.wide - 4.0 * CLOSE,
                ..base
            };
            if self.is_open(us, them, &narrow)? {
                return Ok(true);
            }
            at += 0.002;
        }
        Ok(false)
    }

    /// Whether a place beside a target is clear, decided without any margin.
    fn is_open(&self, us: usize, them: usize, place: &Base) -> Ruled<bool> {
        let shape = place.shape();
        let on = |p: &P| (0.0..=self.size.0).contains(&p.0) && (0.0..=self.size.1).contains(&p.1);
        let mut others = self.fighters().filter(|&(id, _)| id != us && id != them);
        if !shape.iter().all(on) || others.any(|(_, o)| depth(&shape, &o.shape()) > 0.0) {
            return Ok(false);
        }
        // Only the ground decides here; other units are checked above.
        let alone = |piece: &crate::umpire::Piece| match piece.ground {
            Ground::Town if self.men[us].horse() => piece.has(place.at).map(|inside| !inside),
            Ground::River | Ground::Marsh | Ground::Lake | Ground::Impassable
                if piece.areas.iter().any(|area| apart(&shape, area) < 0.1) =>
            {
                close("a place beside forbidden ground")
            }
            _ => Ok(true),
        };
        for piece in &self.ground {
            if !alone(piece)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a place beside a target is clear; none if that is too close to call.
    fn room_for(&self, us: usize, them: usize, place: &Base) -> Ruled<Option<bool>> {
        let shape = place.shape();
        let mut room = true;
        for p in &shape {
            for far in [p.0, p.1, self.size.0 - p.0, self.size.1 - p.1] {
                if far.abs() < CLOSE {
                    return Ok(None);
                }
                room &= far > 0.0;
            }
        }
        for (_, o) in self.fighters().filter(|&(id, _)| id != us && id != them) {
            let deep = depth(&shape, &o.shape());
            if deep.abs() < CLOSE {
                return Ok(None);
            }
            room &= deep < 0.0;
        }
        let m = &self.men[us];
        for piece in &self.ground {
            match piece.ground {
                Ground::Town if m.horse() => room &= !piece.has(place.at)?,
                Ground::River | Ground::Marsh | Ground::Lake | Ground::Impassable
                    if piece.areas.iter().any(|area| apart(&shape, area) < 0.1) =>
                {
                    return close("a place beside forbidden ground");
                }
                _ => {}
            }
        }
        Ok(Some(room))
    }

    /// Makes the target do what the total of its stand test says (Table M3).
    pub fn bear(&mut self, us: usize, them: usize, total: i32) -> Ruled<()> {
        let stand = match total {
            6.. => 1,
            4 | 5 => 2,
            3 => 3,
            1 | 2 => 4,
            _ => 5,
        };
        let m = &mut self.men[them];
        m.stand = m.stand.max(stand);
        m.marker |= stand >= 3;
        match stand {
            4 => self.flee(them, us, Flight::Retreat, 1.0),
            5 => self.routs(them, us),
            _ => Ok(()),
        }
    }

    /// Rules on the stand test of a charge, and on the run into contact.
    pub fn charge(&mut self, us: usize, them: usize) -> Ruled<()> {
        let total = self.die()? + self.shaken(them, Some(us))?;
        self.bear(us, them, total)?;
        self.goes_home(us, them)
    }

    /// Moves the charger into contact, or as far as it gets (CHG-06).
    pub fn goes_home(&mut self, us: usize, them: usize) -> Ruled<()> {
        let met = self.first_met(us)?;
        if let Some((id, by)) = met
            && id == them
            && self.can_go(us, by)?
            && !self.walled(&self.men[us], by)?
            && let Some(place) = self.squared(us, them, by)?
        {
            self.men[us].base = place;
            return Ok(());
        }
        self.falls_short(us, met)
    }

    /// Moves a charger that makes no contact as far as it may go.
    pub fn falls_short(&mut self, us: usize, met: Met) -> Ruled<()> {
        let m = self.men[us].clone();
        // As far as the move reaches: the cost grows with the distance.
        let (mut low, mut high) = (0.0, 40.0);
        let pays = |by: f64| -> Ruled<bool> { Ok(self.price(&m, by)? <= m.left() + 1e-9) };
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if pays(middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut by: f64 = low;
        if let Some((id, at)) = met {
            let friend = self.men[id].side == m.side;
            by = by.min(if friend { at } else { (at - 0.1).max(0.0) });
        }
        let way: P = m.base.front();
        let end = m.base.slid(way, by);
        if end.shape().iter().any(|p| {
            p.0 < CLOSE || p.1 < CLOSE || p.0 > self.size.0 - CLOSE || p.1 > self.size.1 - CLOSE
        }) {
            return close("a charge to the table's edge");
        }
        if m.horse() {
            for piece in &self.ground {
                if matches!(piece.ground, Ground::Wall | Ground::Trench) {
                    let nose = end.point(0.0, end.deep / 2.0 + 0.2);
                    if self.walls((m.base.at, nose))? > 0 {
                        return close("a charge up to a wall");
                    }
                }
                if piece.ground == Ground::Town && piece.has(end.at)? {
                    return close("a charge into a town");
                }
            }
        }
        let mut way_of = crate::moves::Way::at(m.base);
        self.bars(&m, (&m.base, &end), &mut way_of)?;
        for (id, o) in self.fighters().filter(|&(id, _)| id != us) {
            let deep = depth(&end.shape(), &o.shape());
            let beside = met.is_some_and(|(by, _)| by == id);
            if deep > -CLOSE && !(beside && o.side == m.side) {
                return close("a charge that ends upon somebody");
            }
        }
        self.men[us].base = end;
        Ok(())
    }

    /// Rules on an advance out of control (MOR-14, MOR-15).
    pub fn runs_wild(&mut self, us: usize) -> Ruled<()> {
        if !self.men[us].hot() || !self.touching(us)?.is_empty() {
            return Ok(());
        }
        let mut foes: Vec<(bool, f64, usize)> = Vec::new();
        for (id, o) in self.fighters() {
            if o.side != self.men[us].side {
                let far = apart(&self.men[us].shape(), &o.shape());
                foes.push((!self.sees(us, id)?, far, id));
            }
        }
        foes.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).expect("numbers"));
        let goal = match foes.as_slice() {
            [] => return Ok(()),
            [a, b, ..] if a.0 == b.0 && b.1 - a.1 < CLOSE => return close("two as near"),
            [one, ..] => one.2,
        };
        let m = self.men[us].clone();
        let to = bearing(sub(self.men[goal].base.at, m.base.at));
        let turned = m.base.turned_to(to);
        if self.beside(us, &turned, CLOSE) || self.slid_in(&turned) != turned {
            return close("no room to turn on the enemy");
        }
        let by = turn(m.base.heading, to);
        if (by - 8192.0).abs() < 2.0 {
            return close("a bearing of 45 degrees");
        }
        if by > 8192.0 {
            self.men[us].spent += 30_000;
        }
        self.men[us].base = turned;
        let met = self.first_met(us)?;
        if let Some((id, at)) = met
            && self.men[id].side != m.side
            && self.can_go(us, at)?
            && !self.walled(&self.men[us], at)?
        {
            return self.charge(us, id);
        }
        self.falls_short(us, met)
    }
}
