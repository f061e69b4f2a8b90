//! Commanders who step in at checks and stand tests (CMD-02, CMD-07 to CMD-10).

use crate::umpire::{Ruled, Stop, Umpire};
use sandtable_referee::plane::{along, gap};

impl Umpire {
    /// Returns the nearest commander of a kind who is near enough to help a unit.
    fn near(&self, unit: usize, kind: u8) -> Ruled<Option<usize>> {
        let side = self.men[unit].side;
        let base = self.men[unit].shape();
        let mut all: Vec<(f64, usize)> = Vec::new();
        for (id, m) in self.men.iter().enumerate() {
            if m.here && m.kind == kind && m.side == side {
                let at = m.base.at;
                let far = gap((at, along(at, (1.0, 0.0), 1e-9)), &base);
                if (far - 6.0).abs() < 0.004 {
                    return Err(Stop::Unsure("a commander six inches away"));
                }
                if far < 6.0 {
                    all.push((far, id));
                }
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        match all.as_slice() {
            [a, b, ..] if b.0 - a.0 < 0.004 => Err(Stop::Unsure("two commanders as near")),
            all => Ok(all.first().map(|one| one.1)),
        }
    }

    /// Continues a check or a stand test once the owner has chosen who steps in.
    pub fn helped(&mut self, unit: usize, charger: Option<usize>, choice: u8) -> Ruled<()> {
        // Kind 6 is the army commander, 7 another general.
        let (army, general) = (self.near(unit, 6)?, self.near(unit, 7)?);
        let mut choices = Vec::new();
        if let Some(id) = general {
            choices.extend([(id, 1), (id, -1)]);
        }
        if let Some(id) = army {
            choices.extend([(id, 1), (id, 2), (id, -1), (id, -2)]);
        }
        let mut total = self.kept + self.shaken(unit, charger)?;
        if choice > 0 {
            let Some(&(id, by)) = choices.get(usize::from(choice) - 1) else {
                return Err(Stop::Wrong("nobody to step in".to_owned()));
            };
            total += if self.is_hit(id)? { 0 } else { by };
        }
        match charger {
            Some(us) => {
                self.bear(us, unit, total)?;
                self.goes_home(us, unit)
            }
            None => {
                self.abide(unit, total)?;
                if total >= 7 {
                    self.runs_wild(unit)?;
                }
                Ok(())
            }
        }
    }
}
