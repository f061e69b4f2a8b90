//! Section 15: elephants that run amok.

use crate::back::closed;
use crate::state::Table;
use sandtable_battle::Status;
use sandtable_referee::plane::passage;
use sandtable_referee::{Beyond, Faces};

impl Table<'_> {
    fn due(&self, i: usize) -> bool {
        self.units[i].status == Status::Table && self.units[i].amok == 2
    }

    /// EL-09: at once where they were shot.
    pub fn run_at_once(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        if self.due(i) {
            return self.run_anew(i, faces);
        }
        Ok(())
    }

    /// EL-06 and EL-09: after the retreats where they fought.
    pub fn run_after_melee(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for i in 0..self.units.len() {
            if self.due(i) && self.units[i].fought {
                self.run_anew(i, faces)?;
            }
        }
        Ok(())
    }

    /// EL-09: at the start of each Action step, unless somebody holds them.
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

    /// EL-08: a sixth of a turn for each point of a die but one.
    fn run_anew(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let sixths = f64::from(faces.read()? - 1) / 6.0 * 65536.0;
        let u = &mut self.units[i];
        u.amok = 1;
        let to = (u.base.heading + sixths.round()).rem_euclid(65536.0);
        let turned = u.base.turned_to(to);
        if !self.on_board(&turned) {
            self.units[i].status = Status::Fled;
            self.told.push("amok over the edge");
            return Ok(());
        }
        if self
            .others(i)
            .iter()
            .any(|(_, o)| self.overlap(&turned, &o.base))
        {
            return Err(Beyond("elephants that turn upon somebody"));
        }
        self.units[i].base = turned;
        self.run(i)
    }

    /// EL-04, EL-05 and EL-09: to the first unit, or over the edge.
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
            self.units[i].status = Status::Fled;
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
        let place = self.aligned(i, k);
        self.units[i].base = place.ok_or(Beyond("elephants without room to line up"))?;
        self.overrun();
        Ok(())
    }
}
