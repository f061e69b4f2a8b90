//! The results of orders.

use crate::moves::plan;
use crate::order_of_play::Waits;
use crate::state::{Family, LATE, OPPONENTS, PILA, PURSUIT, Second, Table};
use sandtable_battle::{Battle, Leg, Order, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_referee::Face;
use sandtable_referee::plane::{Base, length, sub};
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
            Order::Move { legs, .. } if self.phase == PURSUIT => {
                return self.make_pursuit(i, legs, faces);
            }
            Order::Move { legs, .. } => self.make_move(i, legs, facing)?,
            Order::Face { to, .. } => self.make_move(i, &[Leg::Pivot { to: *to }], facing)?,
            Order::Charge { heading, .. } => self.charge((i, j), *heading, after)?,
            Order::Shoot { .. } if self.phase == PILA => return self.throw(i, j, faces),
            Order::Shoot { .. } => {
                self.shoot((i, j), true, faces)?;
                if self.phase == LATE {
                    return self.go_on(faces);
                }
            }
            Order::Fight { .. } if self.phase == OPPONENTS => {
                self.units[i].fights = Some(j);
                self.told.push("opponent chosen");
                return self.go_on(faces);
            }
            Order::Fight { .. } => {
                self.fight(i, faces)?;
                return self.go_on(faces);
            }
            Order::Test { .. } => return self.roll_retreat(i, faces),
            Order::Join { to, .. } => self.join(i, to.index())?,
            Order::Leave { .. } if self.units[i].with.is_some() => self.part(i, after)?,
            Order::Leave { .. } => self.leave(i)?,
            Order::End => return self.end_step(faces),
            Order::Decide { choice } => return self.decide(*choice, faces),
            _ => return Err(Beyond("other orders")),
        }
        Ok(())
    }

    fn decide(&mut self, choice: u8, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let waits = self.waits.clone().ok_or(Beyond("nothing is asked"))?;
        match waits.why.as_str() {
            "SEQ-03" => self.choose_first(choice, faces),
            "RES-03" | "GEN-01" => self.answer_retreat(&waits, choice, faces),
            "SHOOT-06" => self.answer_charge(&waits, choice, faces),
            _ => Err(Beyond("other choices")),
        }
    }

    fn make_move(&mut self, i: usize, legs: &[Leg], facing: Facing) -> Result<(), Beyond> {
        let plan = plan(legs, facing).ok_or(Beyond("no plan"))?;
        let (cost, turns) = self.price(i, plan);
        let end = self.led(&self.units[i].base, plan)[3];
        // SHOOT-07 and CH-04: the rest of the move may come after a shot.
        let u = &self.units[i];
        let divides = matches!(u.family, Family::LightHorse | Family::Chariots);
        let rest = u.rate() - cost > self.slack;
        let part = u.moved == 0 && divides && self.range(u) > 0.0 && !u.shot && rest;
        let u = &mut self.units[i];
        u.base = end;
        if part {
            (u.moved, u.spent, u.turns) = (1, cost, turns);
            self.told.push("part of a move");
        } else {
            if u.moved == 1 {
                self.told.push("rest of a move");
            }
            u.moved = 2;
        }
        Ok(())
    }

    fn charge(
        &mut self,
        (i, j): (usize, usize),
        to: Option<Facing>,
        after: &Battle,
    ) -> Result<(), Beyond> {
        let up = self.uphill(i, j);
        if self.answers(i, j) {
            return self.charge_that_waits((i, j), to, after, up);
        }
        self.line_up(i, j)?;
        self.units[i].moved = if up { 4 } else { 3 };
        Ok(())
    }

    /// A31: the charger stands just short while its target may shoot.
    fn charge_that_waits(
        &mut self,
        (i, j): (usize, usize),
        to: Option<Facing>,
        after: &Battle,
        up: bool,
    ) -> Result<(), Beyond> {
        self.told.push("charge that is shot at");
        let pose = after.units[i].pose;
        let stands = Base {
            at: (f64::from(pose.x), f64::from(pose.y)),
            heading: f64::from(pose.facing.0),
            ..self.units[i].base
        };
        let own = self.units[i].base;
        if stands == own && to.is_none() {
            return Err(Beyond("a charge without room to wait"));
        }
        // The farther point shows the direction better than a step of a few millimetres.
        let goal = match after.notes.as_slice() {
            &[_, _, 1, x, y, ..] => (f64::from(x), f64::from(y)),
            _ => stands.at,
        };
        let way = self.way_of_charge((i, j), to, &stands, goal);
        let oblique = stands.heading == own.heading && way != own.heading;
        // The point is rounded: the nearer it is, the less exact is the direction.
        let spread = 1.0 + 8_000.0 / length(sub(goal, own.at)).max(100.0);
        let steps = (0..=81).map(f64::from).filter(|&by| by <= spread.ceil());
        let mut ways = steps.flat_map(|by| [way - by, way + by]);
        let Some(way) = ways.find(|&way| self.reaches(i, j, way, oblique)) else {
            return Err(Beyond("WRONG: no charge goes that way"));
        };
        let start = if oblique { own } else { own.turned_to(way) };
        let (base, touch) = match self.last_place(i, j, &start, way) {
            Some((base, touch)) => (base, touch),
            None => return Err(Beyond("a charge without room to wait")),
        };
        // What the engine remembers: the face, the side, whether it knows the place, x and y.
        if let &[face, _, 1, x, y, ..] = after.notes.as_slice() {
            let zone = self.zone(&self.units[j].base, self.units[i].eye());
            let faces = [Face::Front, Face::Left, Face::Right, Face::Rear];
            let known = usize::try_from(face).ok().and_then(|n| faces.get(n));
            if known != Some(&zone) {
                return Err(Beyond("WRONG: it comes at another face"));
            }
            if length(sub((f64::from(x), f64::from(y)), touch)) > 24.0 {
                return Err(Beyond("WRONG: it touches elsewhere"));
            }
        }
        self.units[i].base = base;
        self.units[i].moved = if up { 4 } else { 3 };
        self.waits = Some(Waits {
            why: "SHOOT-06".to_owned(),
            side: self.units[j].side,
            choices: 2,
            unit: Some(j),
            other: Some(i),
        });
        Ok(())
    }

    fn line_up(&mut self, i: usize, j: usize) -> Result<(), Beyond> {
        self.units[i].base = self.aligned(i, j).ok_or(Beyond("no place"))?;
        self.overrun();
        Ok(())
    }

    /// SHOOT-06 and SHOOT-13: plays the shot at a charger, at the moment of the touch.
    fn answer_charge(
        &mut self,
        waits: &Waits,
        choice: u8,
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let (Some(j), Some(i)) = (waits.unit, waits.other) else {
            return Err(Beyond("nothing is asked"));
        };
        self.waits = None;
        let &[face, left, 1, x, y, ..] = self.battle.notes.as_slice() else {
            return Err(Beyond("a charge whose way is not known"));
        };
        let stands = self.units[i].base;
        if choice == 0 {
            self.units[i].base.at = (f64::from(x), f64::from(y));
            let dice = self.shot_dice(j, i, false);
            self.units[i].base = stands;
            self.loose((j, i), dice, faces)?;
        }
        if self.units[i].status != Status::Table || self.units[i].amok > 0 {
            return Ok(());
        }
        self.told.push("charge that goes home");
        let faces = [Face::Front, Face::Left, Face::Right, Face::Rear];
        let known = usize::try_from(face).ok().and_then(|n| faces.get(n));
        let face = *known.ok_or(Beyond("a face that is none"))?;
        let place = self.aligned_on(i, j, face, if left == 1 { -1.0 } else { 1.0 });
        self.units[i].base = place.ok_or(Beyond("no place"))?;
        self.overrun();
        Ok(())
    }

    fn shoot(
        &mut self,
        (i, j): (usize, usize),
        covers: bool,
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let dice = self.shot_dice(i, j, covers);
        self.loose((i, j), dice, faces)
    }

    fn loose(
        &mut self,
        (i, j): (usize, usize),
        dice: i32,
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let mut lost = 0;
        for _ in 0..dice {
            lost += i32::from(faces.read()? == 6);
        }
        self.units[i].shot = true;
        if lost > 0 {
            self.told.push("shot that tells");
        }
        self.take_off(j, lost)?;
        self.run_at_once(j, faces)
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
        table.catch_generals();
        Ok(Play {
            facts: table.facts(),
            told: table.told,
        })
    }

    fn read(&self, battle: &Battle) -> Facts {
        self.table(battle, 2.0).facts()
    }
}
