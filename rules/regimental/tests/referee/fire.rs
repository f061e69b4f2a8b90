//! Fire: which units may fire at which, what counts, and what follows.

use crate::hand::{Does, Hand};
use crate::plane::{
    P, Shape, along, apart, back, crossing, cut, depth, inside, length, right, shortest, sides, sub,
};
use crate::table::{COLUMN, GUNS, LIGHT, LIMBERED, Man, OPEN, Ruled, Stop, Table, below, within};
use sandtable_battle::Ground;

/// A line of fire: its length, its start and its end.
type Aim = (f64, P, P);

/// A volley before its dice: the deductions, and the dice that deduct more.
#[derive(Clone, Debug)]
pub struct Volley {
    pub base: i32,
    pub dice: i32,
    pub off: i32,
    pub wall: bool,
}

/// Returns the part of a base that lies in a unit's field of fire.
fn in_field(us: &Man, them: &[P], spare: f64) -> Shape {
    if us.form == OPEN {
        return them.to_vec();
    }
    let (f, r) = (us.forward(), us.right());
    let shape = us.shape();
    let mut part = cut(them, along(shape[0], f, -spare), f);
    for (corner, out) in [(shape[0], back(r)), (shape[1], r)] {
        let inward = along(f, out, -1.0);
        if !part.is_empty() {
            part = cut(&part, along(corner, inward, -spare), inward);
        }
    }
    part
}

impl Table {
    /// Returns the line of fire from one unit at another, which may stand elsewhere; none outside
    /// the field.
    pub fn aim(&self, us: &Man, them: &Man) -> Ruled<Option<Aim>> {
        self.aim_at(us, &them.shape())
    }

    /// Returns the line of fire from a unit at any body.
    pub fn aim_at(&self, us: &Man, body: &[P]) -> Ruled<Option<Aim>> {
        let [less, more] = [-0.003, 0.003].map(|spare| in_field(us, body, spare));
        if less.is_empty() != more.is_empty() {
            return Err(Stop::Unsure("the edge of a field of fire"));
        }
        let part = in_field(us, body, 0.0);
        if part.is_empty() {
            return Ok(None);
        }
        let own = us.shape();
        let edges: Vec<(P, P)> = if us.form == OPEN {
            sides(&own).collect()
        } else {
            vec![(own[0], own[1])]
        };
        let each: Vec<Aim> = edges
            .into_iter()
            .map(|edge| shortest(edge, &part))
            .collect();
        let least = each.iter().map(|aim| aim.0).fold(f64::INFINITY, f64::min);
        // A corner is as near as the side that it ends, but the middle of the side counts.
        let inner = |aim: &Aim| {
            let corners = own.iter().map(|&p| length(sub(p, aim.1)));
            corners.fold(f64::INFINITY, f64::min)
        };
        let among = each.into_iter().filter(|aim| aim.0 < least + 1e-6);
        Ok(among.max_by(|a, b| inner(a).total_cmp(&inner(b))))
    }

    /// Whether nothing blocks the sight along a line between two units.
    pub fn clear(&self, (us, them): (usize, usize), line: (P, P), guns: bool) -> Ruled<bool> {
        let on_hill = |m: &Man| Ok::<bool, Stop>(self.level(m.at)? > 0);
        let (a, b) = (&self.men[us], &self.men[them]);
        for hill in self.ground.iter().filter(|g| g.ground == Ground::Hill) {
            let through: f64 = hill.areas.iter().map(|area| inside(line, area)).sum();
            let ends = hill.has(line.0)? || hill.has(line.1)?;
            let units = hill.has(a.at)? || hill.has(b.at)?;
            if through > 0.0 && ends != units {
                return Err(Stop::Unsure("a unit half on a hill"));
            }
            if through > 0.0 && !ends {
                if through < 0.01 {
                    return Err(Stop::Unsure("a line at the edge of a hill"));
                }
                return Ok(false);
            }
        }
        if guns && (on_hill(a)? || on_hill(b)?) {
            return Ok(true);
        }
        for (id, m) in self.present() {
            if id == us || id == them {
                continue;
            }
            let base = m.shape();
            let aside = crate::plane::unit(right(sub(line.1, line.0)));
            let moved = |s: f64| inside((along(line.0, aside, s), along(line.1, aside, s)), &base);
            let through = inside(line, &base);
            if (moved(-0.003) > 0.0) != (moved(0.003) > 0.0) {
                return Err(Stop::Unsure("a line along a base"));
            }
            if through > 0.02 {
                return Ok(false);
            }
            if through > 0.0 || apart(&[line.0, line.1], &base) < 0.01 {
                return Err(Stop::Unsure("a line along a base"));
            }
        }
        Ok(true)
    }

    fn base(us: &Man, range: f64) -> Ruled<Option<(i32, i32)>> {
        let dice = match us.form {
            COLUMN => 1,
            _ if us.kind == GUNS => us.stands * 4,
            _ => us.stands,
        };
        let bands: &[f64] = if us.musket {
            &[1.0, 2.0, 3.0, 4.0, 5.0, 12.0]
        } else {
            &[3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0]
        };
        let best = if us.musket { 6 } else { 9 };
        for (&far, less) in bands.iter().zip(0..) {
            if within(range, far)? {
                return Ok(Some((best - less, dice)));
            }
        }
        let shot = us.kind == GUNS && within(range, 60.0)?;
        Ok(shot.then_some((2, us.stands * 2)))
    }

    /// Returns a volley of one unit at another; none if it cannot be fired. With `reach` it may be
    /// fired at the longest range.
    pub fn volley(&self, us: usize, them: usize, reach: bool) -> Ruled<Option<Volley>> {
        let (a, b) = (&self.men[us], &self.men[them]);
        if a.form == LIMBERED {
            return Ok(None);
        }
        let Some((range, from, to)) = self.aim(a, b)? else {
            return Ok(None);
        };
        let (base, dice) = match Self::base(a, range)? {
            Some(found) => found,
            None if reach => {
                let longest = if a.kind == GUNS {
                    60.0
                } else if a.musket {
                    12.0
                } else {
                    27.0
                };
                Self::base(a, longest)?.ok_or(Stop::Unsure("no range"))?
            }
            None => return Ok(None),
        };
        if !self.clear((us, them), (from, to), a.kind == GUNS)? {
            return Ok(None);
        }
        let mut off = i32::from(self.fog) + i32::from(a.smoke) + i32::from(b.smoke);
        off += i32::from(b.prone);
        off += i32::from(self.level(a.at)? != self.level(b.at)?);
        let mut wall = false;
        for piece in &self.ground {
            match piece.ground {
                Ground::Woods | Ground::Rough => {
                    let own = piece.has(a.at)?;
                    let theirs = piece.has(b.at)?;
                    let through: f64 = piece.areas.iter().map(|s| inside((from, to), s)).sum();
                    off += i32::from(theirs || (!own && below(1.0, through)?));
                }
                _ if piece.fence() => {
                    let crosses = self.crosses(piece, (from, to))?;
                    if crosses && !self.at_fence(a, piece)? {
                        wall |= piece.ground == Ground::Wall;
                        off += i32::from(piece.ground != Ground::Wall);
                    }
                }
                _ => {}
            }
        }
        Ok(Some(Volley {
            base,
            dice,
            off,
            wall,
        }))
    }

    fn crosses(&self, piece: &crate::table::Piece, line: (P, P)) -> Ruled<bool> {
        let met = |line| {
            piece
                .line
                .iter()
                .any(|&part| crossing(line, part).is_some())
        };
        let d = sub(line.1, line.0);
        if length(d) < 0.01 {
            return Err(Stop::Unsure("fire at arm's length"));
        }
        let aside = right(crate::plane::unit(d));
        let plain = met(line);
        for s in [-0.003, 0.003] {
            let moved = (along(line.0, aside, s), along(line.1, aside, s));
            let grown = (
                along(moved.0, d, -s.abs() / length(d)),
                along(moved.1, d, s.abs() / length(d)),
            );
            let shrunk = (
                along(moved.0, d, s.abs() / length(d)),
                along(moved.1, d, -s.abs() / length(d)),
            );
            if met(grown) != plain || met(shrunk) != plain {
                return Err(Stop::Unsure("a line at the end of a fence"));
            }
        }
        Ok(plain)
    }

    fn at_fence(&self, us: &Man, piece: &crate::table::Piece) -> Ruled<bool> {
        let base = us.shape();
        let near = piece.line.iter().map(|&(p, q)| {
            let crossed = sides(&base).any(|side| crossing(side, (p, q)).is_some());
            if crossed { 0.0 } else { apart(&base, &[p, q]) }
        });
        within(near.fold(f64::INFINITY, f64::min), 1.0)
    }

    /// Whether a unit may be ordered to fire at another.
    pub fn may_shoot(
        &self,
        us: usize,
        them: usize,
    ) -> Ruled<Result<Volley, &'static [&'static str]>> {
        let a = &self.men[us];
        if self.phase != 4 {
            return Ok(Err(&["SEQ-02"]));
        }
        // Skirmishers may move and then fire.
        let moved = if a.kind == LIGHT { 1 } else { 0 };
        if a.acted & !moved != 0 {
            return Ok(Err(&["SEQ-03", "PRONE-05"]));
        }
        let kind = |m: &Man| match m.kind {
            LIGHT => 0,
            GUNS => 2,
            _ => 1,
        };
        let mut fired = self
            .present()
            .filter(|(_, m)| m.side == a.side && m.acted & 2 != 0);
        if fired.any(|(_, m)| kind(m) > kind(a)) {
            return Ok(Err(&["ORD-01"]));
        }
        if self.men[them].side == a.side || !self.men[them].here {
            return Ok(Err(&["FIRE-01"]));
        }
        let found = self.volley(us, them, false)?;
        Ok(found.ok_or(&[
            "FIRE-01", "FIRE-03", "FIRE-07", "GEO-06", "GEO-08", "FORM-03", "FIRE-04",
        ]))
    }
}

impl Hand {
    /// Rolls a volley and applies the casualties. Returns whether anyone fired, the hits, and how
    /// many stands were lost.
    pub fn fire(
        &mut self,
        us: usize,
        them: usize,
        v: &Volley,
        reacts: bool,
    ) -> Ruled<(bool, i32, i32)> {
        self.note(if reacts { "reaction fire" } else { "volleys" });
        let mut off = v.off;
        if v.wall {
            off += self.die(6)?;
        }
        if reacts {
            off += self.half()?;
        }
        if self.man(us).red || !self.man(us).led() {
            off += self.half()?;
        }
        let score = (v.base - off).max(0);
        if score == 0 {
            return Ok((false, 0, 0));
        }
        let dice = self.row(v.dice, 10)?;
        self.man_mut(us).smoke = true;
        let hits = dice.iter().filter(|&&d| d <= score && d < 10).count();
        let hits = i32::try_from(hits).expect("few");
        let lost = self.lose(them, hits)?;
        Ok((true, hits, lost))
    }

    /// Resolves an ordered shot and everything that follows.
    pub fn shoot(&mut self, us: usize, them: usize, v: &Volley) -> Ruled<()> {
        self.man_mut(us).acted |= 2;
        let stood = self.man(them).shape();
        let (fired, _, lost) = self.fire(us, them, v, false)?;
        if !fired {
            return Ok(());
        }
        let kind = self.man(us).kind;
        let mut held = true;
        if lost > 0 && self.man(them).here {
            self.officers(them)?;
            let does = self.rout(them)?;
            held = does == Does::Nothing;
            self.carry(them, us, does)?;
        }
        if kind == LIGHT {
            return self.turn_to(us, them, &stood);
        }
        if held && self.man(them).here {
            self.react(them, us, kind == GUNS, false)?;
        }
        Ok(())
    }

    /// Plays a unit's reaction to fire, or to a charge.
    pub fn react(&mut self, id: usize, foe: usize, guns: bool, charged: bool) -> Ruled<Does> {
        if self.man(id).reacted && !guns {
            return Ok(Does::Nothing);
        }
        self.note(if charged {
            "reactions to charges"
        } else {
            "reactions to fire"
        });
        let column = self.man(id).form == COLUMN && !charged;
        let mut does = if guns || column {
            self.six()?
        } else {
            self.ten()?
        };
        self.man_mut(id).reacted = true;
        if !guns && does != Does::Nothing && self.man(id).led() && self.answer(id)? == 1 {
            self.note("officers who counter");
            if self.even()? {
                does = Does::Nothing;
            }
        }
        if !charged {
            self.carry(id, foe, does)?;
        }
        Ok(does)
    }

    /// Makes a unit do what a table says.
    pub fn carry(&mut self, id: usize, foe: usize, does: Does) -> Ruled<()> {
        match does {
            Does::Nothing => Ok(()),
            Does::Prone => {
                self.note("prone");
                self.man_mut(id).prone = true;
                Ok(())
            }
            Does::Withdraw => self.withdraw(id, foe),
            Does::Retreat => self.retreat(id, foe),
            Does::Fire => {
                if let Some(v) = self.table.volley(id, foe, false)? {
                    self.fire_back(id, foe, &v)?;
                }
                Ok(())
            }
        }
    }

    /// Resolves reaction fire: nobody reacts to it, but lost stands cause a rout roll.
    pub fn fire_back(&mut self, id: usize, foe: usize, v: &Volley) -> Ruled<bool> {
        let (_, _, lost) = self.fire(id, foe, v, true)?;
        if lost == 0 || !self.man(foe).here {
            return Ok(self.man(foe).here);
        }
        self.officers(foe)?;
        let does = self.rout(foe)?;
        self.carry(foe, id, does)?;
        Ok(does == Does::Nothing && !self.man(foe).red)
    }

    /// Lets units near skirmish fire turn towards it. For a target that lost its last stand, the
    /// place where it stood counts.
    fn turn_to(&mut self, us: usize, them: usize, stood: &[P]) -> Ruled<()> {
        for id in 0..self.table.men.len() {
            let target = match self.man(them) {
                fallen if fallen.stands == 0 => stood.to_vec(),
                target => target.shape(),
            };
            if !self.may_turn(us, &target, id)? {
                continue;
            }
            let asked = self.answer(id)?;
            self.note("turns to skirmishers");
            if asked > 0 {
                let wanted = self.wanted(us, id);
                let part = if asked == 1 { wanted } else { wanted / 2.0 };
                let turn = (self.man(id).turn + part).rem_euclid(1.0);
                let as_turned = self.man(id).turned(turn);
                if self.table.fits(id, &as_turned)? {
                    self.man_mut(id).turn = turn;
                }
            }
        }
        Ok(())
    }

    /// Returns how far a unit would turn to face another, in turns, to the right.
    #[expect(
        clippy::disallowed_methods,
        reason = "an umpire with nothing of the engine's"
    )]
    fn wanted(&self, us: usize, id: usize) -> f64 {
        let d = sub(self.man(us).at, self.man(id).at);
        let to = d.0.atan2(d.1) / std::f64::consts::TAU - self.man(id).turn;
        to - to.round()
    }

    fn may_turn(&self, us: usize, target: &[P], id: usize) -> Ruled<bool> {
        let (firer, m) = (self.man(us), self.man(id));
        if !m.here || m.side == firer.side || m.prone {
            return Ok(false);
        }
        let fields: Vec<&Shape> = self
            .table
            .ground
            .iter()
            .filter(|g| g.ground == Ground::Field)
            .flat_map(|g| &g.areas)
            .collect();
        let near = if fields.is_empty() {
            let own = m.shape();
            let far = |other: &[P]| {
                if depth(&own, other) > 0.0 {
                    0.0
                } else {
                    apart(&own, other)
                }
            };
            within(far(&firer.shape()), 12.0)? || within(far(target), 12.0)?
        } else {
            self.adjoining(&fields, firer.at, m.at)?
        };
        if !near {
            return Ok(false);
        }
        let wanted = self.wanted(us, id).abs() * 360.0;
        // A unit straight ahead is as near to the front as possible.
        if wanted < 0.03 {
            return Err(Stop::Unsure("a turn of nothing"));
        }
        if wanted > 179.9 {
            return Err(Stop::Unsure("half of half a turn"));
        }
        let turn = self.wanted(us, id);
        let whole = self.table.fits(id, &m.turned(m.turn + turn))?;
        Ok(whole || self.table.fits(id, &m.turned(m.turn + turn / 2.0))?)
    }

    fn adjoining(&self, fields: &[&Shape], one: P, other: P) -> Ruled<bool> {
        let mut of = [Vec::new(), Vec::new()];
        for (i, field) in fields.iter().enumerate() {
            for (place, &p) in [one, other].iter().enumerate() {
                if crate::plane::from_edge(field, p) < 0.004 {
                    return Err(Stop::Unsure("on the border of a field"));
                }
                if crate::plane::holds(field, p) {
                    of[place].push(i);
                }
            }
        }
        for &a in &of[0] {
            for &b in &of[1] {
                if a == b || border(fields[a], fields[b]) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether two outlines share a stretch of border.
fn border(one: &[P], other: &[P]) -> bool {
    sides(one).any(|(a, b)| {
        sides(other).any(|(p, q)| {
            let d = crate::plane::unit(sub(b, a));
            let off = |p: P| crate::plane::dot(sub(p, a), right(d)).abs();
            let at = |p: P| crate::plane::dot(sub(p, a), d);
            let (low, high) = (at(p).min(at(q)), at(p).max(at(q)));
            off(p) < 0.002 && off(q) < 0.002 && high.min(length(sub(b, a))) - low.max(0.0) > 0.002
        })
    })
}
