//! The results of orders.

use crate::judge::plan;
use crate::state::{Second, Table};
use sandtable_battle::{Battle, Order, UnitId};
use sandtable_referee::plane::passage;
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
        match order {
            Order::Move { legs, .. } => {
                let plan = plan(legs).ok_or(Beyond("no plan"))?;
                self.units[i].base = self.led(&self.units[i].base, plan).2;
                self.units[i].moved = if plan.by > 0.0 { 2 } else { 1 };
                Ok(())
            }
            Order::Face { to, .. } => {
                if self.touching(i).is_empty() {
                    self.units[i].base.heading = f64::from(to.0);
                } else {
                    let (own, j, foe) = self.meeting(i, *to).map_err(Beyond)?;
                    self.units[i].base = own;
                    self.units[j].base = foe;
                    self.told.push("turned to meet an enemy");
                }
                self.units[i].moved = 1;
                Ok(())
            }
            Order::Charge { .. } => self.charge(i, j),
            Order::Shoot { .. } => self.shoot(i, j, faces),
            Order::Fight { .. } => self.fight(i, j, faces),
            Order::Test { .. } => self.tested(i, faces, after),
            Order::Decide { .. } => {
                let i = self.waits.ok_or(Beyond("nobody waits"))?.index();
                self.chosen(Second::spot(after, i))?;
                self.proceed(self.phase, faces, after)
            }
            Order::End => self.end(faces, after),
            Order::Place { at, .. } => {
                self.units[i].base.at = (f64::from(at.x), f64::from(at.y));
                self.units[i].base.heading = f64::from(at.facing.0);
                self.units[i].status = sandtable_battle::Status::Table;
                self.placed(faces, after)
            }
            _ => Err(Beyond("other orders")),
        }
    }

    fn charge(&mut self, i: usize, j: usize) -> Result<(), Beyond> {
        let foe = self.units[j].base;
        let faced = self.faced(&self.units[i].base, foe.at);
        let met = passage(&faced.shape(), faced.front(), &foe.shape(), self.slack);
        let (far, _) = met.ok_or(Beyond("out of the way"))?;
        let base = self.squared(i, j, &faced, far).ok_or(Beyond("no room"))?;
        if self.puzzle(i, &base) {
            return Err(Beyond("charges beside rivers and towns"));
        }
        self.units[i].base = base;
        self.units[i].moved = 3;
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
