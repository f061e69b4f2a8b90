//! Melees: who strikes whom in a charge, and when a melee parts.

use crate::charge::Charge;
use crate::hand::{Does, Hand};
use crate::plane::{CLOSE, SAME, along, back, cut, depth, dot};
use crate::table::{Man, Ruled, Stop, below, within};
use crate::walk::{ahead, aside};

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

/// Returns the stand immediately in front of an attacking one.
pub fn opposite(m: &Man, i: usize, them: &Man) -> Ruled<usize> {
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
pub fn beside(m: &Man, them: &Man, struck: usize, next: usize) -> Ruled<bool> {
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

impl Hand {
    pub fn goes_in(&mut self, c: &mut Charge) -> Ruled<()> {
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
    pub fn rows(&mut self, c: &Charge, foe: usize, pinned: f64) -> Ruled<(i32, i32)> {
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
    pub fn round(
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

    /// Parts a line that a column has pierced (H2HC-10).
    pub fn part(&mut self, column: usize, foe: usize) -> Ruled<()> {
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
