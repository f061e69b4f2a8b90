//! Section 15: elephants that run amok.

use crate::back::{SHORT, closed};
use crate::chariots::ahead;
use crate::state::Table;
use sandtable_battle::Status;
use sandtable_referee::plane::passage;
use sandtable_referee::{Beyond, Faces};

impl Table<'_> {
    fn due(&self, i: usize) -> bool {
        self.units[i].status == Status::Table && self.units[i].amok == 2
    }

    /// EL-09: lets elephants that were shot run at once.
    pub fn run_at_once(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        if self.due(i) {
            return self.run_anew(i, faces);
        }
        Ok(())
    }

    /// EL-06 and EL-09: lets elephants that fought run after the retreats.
    pub fn run_after_melee(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for i in 0..self.units.len() {
            if self.due(i) && self.units[i].fought {
                self.run_anew(i, faces)?;
            }
        }
        Ok(())
    }

    /// EL-09: lets elephants run on at the start of each Action step, unless they are in contact.
    pub fn run_on(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for i in 0..self.units.len() {
            let u = &self.units[i];
            if u.status != Status::Table || u.amok == 0 || !self.touching(i).is_empty() {
                continue;
            }
            if u.amok == 2 {
                self.run_anew(i, faces)?;
            } else {
                self.run(i)?;
            }
        }
        Ok(())
    }

    /// EL-08: turns them by a sixth of a turn for each point of a die less one, and lets them run.
    fn run_anew(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let sixths = f64::from(faces.read()? - 1) / 6.0 * 65536.0;
        let u = &mut self.units[i];
        u.amok = 1;
        let to = (u.base.heading + sixths.round()).rem_euclid(65536.0);
        let turned = u.base.turned_to(to);
        if !self.on_board(&turned) {
            self.lose(i, Status::Fled);
            self.told.push("amok over the edge");
            return Ok(());
        }
        let upon: Vec<(usize, bool)> = (self.others(i).iter())
            .filter(|(_, o)| self.overlap(&turned, &o.base))
            .map(|&(k, o)| (k, ahead(&turned, to, o.base.at)))
            .collect();
        // They meet the unit they turn into, if it is ahead; they run away from one behind them.
        let met: Vec<usize> = upon.iter().filter(|k| k.1).map(|k| k.0).collect();
        match (met.as_slice(), upon.as_slice()) {
            (&[k], _) => {
                self.told.push("amok turns upon somebody");
                let stood = self.units[i].base;
                self.units[i].base = turned;
                let place = self.aligned(i, k);
                self.units[i].base = place.unwrap_or(stood);
                self.overrun();
                if place.is_none() {
                    return Err(Beyond("elephants without room to turn"));
                }
                Ok(())
            }
            (&[], &[]) => {
                self.units[i].base = turned;
                self.run(i)
            }
            _ => Err(Beyond("elephants that turn away from somebody")),
        }
    }

    /// EL-04, EL-05 and EL-09: runs to the first unit, or over the edge.
    fn run(&mut self, i: usize) -> Result<(), Beyond> {
        let u = &self.units[i];
        let (shape, d) = (u.base.shape(), u.base.front());
        let mut far = self.afford(u, &u.base, d, u.rate());
        let mut met = None;
        for (k, other) in self.others(i) {
            if let Some((touch, _)) = passage(&shape, d, &other.base.shape(), self.slack)
                && touch < far - self.slack
            {
                (far, met) = (touch, Some(k));
            }
        }
        if self.ground.iter().any(|g| closed(g.ground)) {
            return Err(Beyond("elephants before what nobody enters"));
        }
        if self.to_edge(&shape, d) + self.slack < far {
            self.lose(i, Status::Fled);
            self.told.push("amok over the edge");
            return Ok(());
        }
        let Some(k) = met else {
            let mut end = u.base.slid(d, far.round());
            end.at = (end.at.0.round(), end.at.1.round());
            self.units[i].base = end;
            self.told.push("amok run");
            return Ok(());
        };
        self.told.push("amok meets somebody");
        // Without room to line up, they stop a tenth of an inch short (A31).
        let place = self.aligned(i, k);
        let short = u.base.slid(d, (far - SHORT).max(0.0));
        if place.is_none() {
            self.told.push("amok without room to line up");
            if !self.fits(i, &short) {
                return Err(Beyond("elephants without room to stand"));
            }
        }
        self.units[i].base = place.unwrap_or(short);
        self.overrun();
        Ok(())
    }
}
