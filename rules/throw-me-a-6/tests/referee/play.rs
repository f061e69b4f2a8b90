//! What comes of an order.

use crate::moves::plan;
use crate::state::{Family, Second, Table};
use sandtable_battle::{Battle, Leg, Order, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_referee::{Beyond, Faces, Facts, Play, Ruling, Umpire};

impl Table<'_> {
    fn carry_out(
        &mut self,
        order: &Order,
        faces: &mut Faces<'_>,
        after: &Battle,
    ) -> Result<(), Beyond> {
        let i = order.unit().map_or(0, UnitId::index);
        let j = order.target().map_or(0, UnitId::index);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let facing = Facing(self.units[i].base.heading as u16);
        match order {
            Order::Move { legs, .. } => self.make_move(i, legs, facing)?,
            Order::Face { to, .. } => self.make_move(i, &[Leg::Pivot { to: *to }], facing)?,
            Order::Charge { .. } => self.charge(i, j, after)?,
            Order::Shoot { .. } => self.shoot(i, j, faces)?,
            Order::Fight { .. } => self.fight(i, faces)?,
            _ => return Err(Beyond("other orders")),
        }
        // Once the step is over, much may have followed.
        let same = |a: &sandtable_battle::Cursor, b: &sandtable_battle::Cursor| {
            (a.turn, a.phase, a.side) == (b.turn, b.phase, b.side)
        };
        self.still &= same(&self.battle.cursor, &after.cursor) && after.ended.is_none();
        if !self.still {
            while faces.left() > 0 {
                faces.read()?;
            }
        }
        Ok(())
    }

    fn make_move(&mut self, i: usize, legs: &[Leg], facing: Facing) -> Result<(), Beyond> {
        let plan = plan(legs, facing).ok_or(Beyond("no plan"))?;
        self.units[i].base = self.led(&self.units[i].base, plan).2;
        let u = &self.units[i];
        let parts = matches!(u.family, Family::LightHorse | Family::Chariots);
        if parts && self.range(u) > 0.0 {
            // Whether more of the move is to come is left to other tests.
            self.vague.push(i);
            self.told.push("move that may be divided");
        }
        self.units[i].moved = 2;
        Ok(())
    }

    fn charge(&mut self, i: usize, j: usize, after: &Battle) -> Result<(), Beyond> {
        if self.units[j].family == Family::Artillery || after.cursor.waits.is_some() {
            self.told.push("charge that is shot at");
            if !self.answers(i, j) && self.units[j].family != Family::Artillery {
                return Err(Beyond("WRONG: nobody may shoot at this charger"));
            }
            self.vague.extend([i, j]);
            if self.units[j].family == Family::Artillery {
                return Err(Beyond("charges at artillery"));
            }
            return Ok(());
        }
        if self.answers(i, j) {
            return Err(Beyond("WRONG: somebody may shoot at this charger"));
        }
        let up = self.uphill(i, j);
        let base = self.aligned(i, j).ok_or(Beyond("no place"))?;
        self.units[i].base = base;
        self.units[i].moved = if up { 4 } else { 3 };
        // ART-03: guns that an enemy touches are gone.
        for k in 0..self.units.len() {
            let guns = self.units[k].family == Family::Artillery;
            if guns && self.units[k].status == Status::Table && !self.touching(k).is_empty() {
                self.units[k].status = Status::Destroyed;
                self.told.push("guns overrun");
            }
        }
        Ok(())
    }

    fn shoot(&mut self, i: usize, j: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let mut lost = 0;
        for _ in 0..self.shot_dice(i, j) {
            lost += i32::from(faces.read()? == 6);
        }
        self.units[i].shot = true;
        if self.units[i].moved == 1 {
            self.vague.push(i);
        }
        let foe = &mut self.units[j];
        foe.stands = (foe.stands - lost).max(0);
        if lost > 0 {
            self.told.push("shot that tells");
        }
        let single = matches!(foe.family, Family::Chariots | Family::Artillery);
        let end = match foe.family {
            Family::Elephants => foe.stands <= 0,
            _ if single => foe.stands <= 0,
            _ => foe.stands <= 1,
        };
        if end {
            foe.status = Status::Destroyed;
            self.told.push("gone");
        } else if foe.family == Family::Elephants && lost > 0 {
            return Err(Beyond("elephants run amok and attached chariots"));
        }
        Ok(())
    }
}

impl Umpire for Second {
    fn judge(&self, battle: &Battle, order: &Order, slack: f64) -> Ruling {
        self.table(battle, slack).judge(order)
    }

    fn play(
        &self,
        (before, after): (&Battle, &Battle),
        order: &Order,
        faces: &mut Faces<'_>,
        slack: f64,
    ) -> Result<Play, Beyond> {
        let mut table = self.table(before, slack);
        table.carry_out(order, faces, after)?;
        Ok(Play {
            facts: table.facts(),
            told: table.told,
        })
    }

    fn read(&self, battle: &Battle) -> Facts {
        self.table(battle, 2.0).facts()
    }
}
