//! Working through a pile of tasks until it is empty or a player must choose.

use crate::dice::{reaction, rout};
use crate::task::{Charge, Crossed, Forced, Foreseen, Left, Owed, Pile, Task, Why};
use crate::{Regimental, c, marks, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Await, Clause, Dice, Gait, Ruling, Scene, Side, UnitId, by};
use sandtable_geometry::Facing;

/// A resolution under way.
pub(crate) struct Run<'a> {
    pub rules: &'a Regimental,
    pub scene: &'a mut Scene,
    pub dice: &'a mut dyn Dice,
    pub pile: Pile,
    pub charge: Option<Charge>,
    /// Whether it only plays out what an order leads to, and does not go on with the turn.
    pub foresees: bool,
    /// Officers of units in a charge, to be checked when everything else is done.
    pub owed: ArrayVec<Owed, 8>,
}

/// Whether a step is done or waits for a player.
enum Flow {
    Done,
    Waits(Await),
}

impl Regimental {
    /// Starts a resolution with nothing to do yet.
    pub(crate) fn begin<'a>(&'a self, scene: &'a mut Scene, dice: &'a mut dyn Dice) -> Run<'a> {
        Run {
            rules: self,
            scene,
            dice,
            pile: Pile::new(),
            charge: None,
            foresees: false,
            owed: ArrayVec::new(),
        }
    }

    /// Starts a resolution that may be only foreseen.
    pub(crate) fn begin_foreseen<'a>(
        &'a self,
        scene: &'a mut Scene,
        dice: &'a mut dyn Dice,
        foresees: bool,
    ) -> Run<'a> {
        Run {
            foresees,
            ..self.begin(scene, dice)
        }
    }

    /// Continues after a choice.
    pub(crate) fn decide(
        &self,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        choice: u8,
        foresees: bool,
    ) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        let left: Option<Left> = scene.kept();
        scene.answered(waits.why);
        scene.keep(None::<&Left>, waits.why);
        let mut run = self.begin_foreseen(scene, dice, foresees);
        // Notes that cannot be read come from a file that something else wrote: the choice is void
        // and the battle goes on.
        if let Some(left) = left {
            (run.pile, run.charge) = (left.pile, left.charge);
            if let Some(task) = run.pile.pop() {
                run.answer(task, choice);
            }
        }
        run.finish();
    }
}

impl Run<'_> {
    /// Puts a task on top of the pile.
    pub(crate) fn push(&mut self, task: Task) {
        // Overflow would take a chain of collisions longer than fits on any table.
        let _ = self.pile.try_push(task);
    }

    /// Works through the pile, then goes on with the turn.
    pub(crate) fn finish(mut self) {
        let mut begun = false;
        loop {
            if begun && self.foresees && self.stops() {
                return;
            }
            begun = true;
            let Some(task) = self.pile.pop() else {
                if self.end_charge() {
                    continue;
                }
                self.leave_officers();
                if self.look_at_officers() {
                    continue;
                }
                break;
            };
            if let Flow::Waits(waits) = self.step(task) {
                // The officers must be known to the player who chooses.
                while self.look_at_officers() {}
                self.push(task);
                let left = self.left();
                self.scene.keep(Some(&left), waits.why);
                self.scene.await_(waits);
                return;
            }
        }
        if !self.foresees {
            self.rules.go_on(self.scene, self.dice);
        }
    }

    /// Returns what is left to do.
    fn left(&self) -> Left {
        Left {
            charge: self.charge.clone(),
            pile: self.pile.clone(),
        }
    }

    /// Stops between two tasks if the dice ask for it. What follows depends only on the battle, the
    /// pile, the charge and the outstanding officers. Rounds of strikes are told apart by how far
    /// the charge has come: the enemy backs up after each round.
    fn stops(&mut self) -> bool {
        let height = i32::try_from(self.pile.len()).unwrap_or(0);
        let over = self.charge.as_ref().is_none_or(|charge| charge.over);
        let gone = self.charge.as_ref().map_or(0, |charge| charge.gone);
        let round = gone.saturating_mul(64);
        let rank = match self.pile.last() {
            // Officers come last, one unit after the other.
            None if self.charge.is_none() && !self.owed.is_empty() && !self.dice.leaves_apart() => {
                i32::MAX - i32::try_from(self.owed.len()).unwrap_or(0)
            }
            // Nothing that follows could have several outcomes.
            None => return false,
            Some(Task::Again) if over => return false,
            // After a rout roll the outcomes already differ; only the blows of a round lead to the
            // same push back in many ways.
            Some(Task::Forced(forced)) if forced.gait != Gait::Driven => return false,
            Some(Task::Go | Task::Strike) => round,
            Some(Task::Blows { .. }) => round + 1,
            Some(Task::Again) => round + 63,
            // The lower the pile, the more of the round is done.
            Some(_) => round + 62 - height,
        };
        let stops = self.dice.pauses();
        if stops {
            let left = Foreseen {
                charge: self.charge.clone(),
                pile: self.pile.clone(),
                owed: self.owed.clone(),
            };
            self.scene.stop_with(rank, &left);
        }
        stops
    }

    fn step(&mut self, task: Task) -> Flow {
        match task {
            Task::React { unit, foe, why } => self.react(unit, foe, why),
            Task::Counter { unit, foe, result } => return self.asks(unit, foe, why_of(result), 2),
            Task::Pick { unit, foe } => return self.asks(unit, foe, c::REACT_05, 4),
            Task::Carry { unit, foe, result } => {
                self.throw_charge();
                self.carry(unit, foe, result);
            }
            Task::Rout { unit, foe } => self.rout(unit, foe),
            Task::Forced(forced) => self.forced(forced),
            Task::On(forced) => self.press_on(forced),
            Task::Collide {
                struck,
                mover,
                direction,
            } => self.collide(struck, mover, direction),
            Task::Steady {
                struck,
                mover,
                result,
                ..
            } => return self.asks(struck, mover, why_of(result), 2),
            Task::Go => {
                self.throw_charge();
                self.go();
            }
            Task::Strike => self.strike(),
            Task::Blows { foe, own, theirs } => self.blows(foe, own, theirs),
            Task::Again => self.again(),
            Task::Turn {
                firer,
                target,
                next,
            } => self.next_to_turn(firer, target, next),
            Task::Face { firer, unit, .. } => return self.asks(unit, firer, c::ORD_04, 3),
            Task::Fence(crossed) => {
                return Flow::Waits(
                    Await::of(self.scene.unit(crossed.unit).side, c::TERR_06, 2)
                        .about(crossed.unit, None),
                );
            }
        }
        Flow::Done
    }

    fn asks(&self, unit: UnitId, other: UnitId, why: Clause, choices: u8) -> Flow {
        Flow::Waits(Await::of(self.scene.unit(unit).side, why, choices).about(unit, Some(other)))
    }

    /// Applies a player's answer.
    fn answer(&mut self, task: Task, choice: u8) {
        match task {
            Task::Counter { unit, foe, result } => {
                by!(c::REACT_11);
                let stopped = choice == 1 && self.officer_stops(unit);
                if stopped && self.rules.choices.counter_chooses {
                    self.push(Task::Pick { unit, foe });
                    return;
                }
                let result = if stopped { reaction::NONE } else { result };
                self.push(Task::Carry { unit, foe, result });
            }
            Task::Pick { unit, foe } => {
                let result = u16::from(choice);
                self.push(Task::Carry { unit, foe, result });
            }
            Task::Steady {
                struck,
                mover,
                direction,
                result,
            } => {
                if choice == 0 || !self.officer_stops(struck) {
                    self.shoved(struck, direction, result);
                }
                let _ = mover;
            }
            Task::Face {
                firer,
                target,
                unit,
            } => {
                self.turn_to(unit, firer, choice);
                let next = unit.0.saturating_add(1);
                self.push(Task::Turn {
                    firer,
                    target,
                    next,
                });
            }
            Task::Fence(Crossed {
                feature,
                x,
                y,
                reach,
                ..
            }) if choice == 1 => {
                by!(c::TERR_08, c::TERR_17);
                let at = sandtable_geometry::Point::new(x, y);
                self.scene.open(feature, at, reach, c::TERR_06);
            }
            _ => {}
        }
    }

    /// Rolls for an officer who tries to stop a reaction (REACT-11).
    fn officer_stops(&mut self, unit: UnitId) -> bool {
        let side = self.scene.unit(unit).side;
        let stops = self.rules.command(self.dice, side, c::REACT_11);
        self.scene.told(c::REACT_11, u16::from(stops), unit, None);
        stops
    }

    /// Rolls for the reaction of a unit.
    fn react(&mut self, id: UnitId, foe: UnitId, why: Why) {
        let unit = *self.scene.unit(id);
        if !unit.on_table() {
            return;
        }
        if marks::REACTED.of(&unit) && why != Why::Artillery {
            by!(c::REACT_15, c::ORD_06);
            return;
        }
        by!(c::ORD_09, c::SEQ_04);
        let side = unit.side;
        let column = units::in_column(&unit) && why == Why::Infantry;
        let result = if column || why == Why::Artillery {
            let clause = if column { c::ORD_07 } else { c::ORD_08 };
            let fell = self.rules.six(self.dice, side, clause);
            self.scene.told(clause, fell, id, Some(foe));
            match fell {
                rout::WITHDRAW => reaction::WITHDRAW,
                rout::RETREAT => reaction::RETREAT,
                rout::PRONE => reaction::PRONE,
                _ => reaction::NONE,
            }
        } else {
            let fell = self.rules.reaction(self.dice, side, c::REACT_05);
            self.scene.told(c::REACT_05, fell, id, Some(foe));
            fell
        };
        let clause = if why == Why::Charge {
            c::REACT_03
        } else if column {
            c::ORD_07
        } else if why == Why::Infantry {
            c::ORD_05
        } else {
            c::ORD_08
        };
        self.scene.set(id, marks::REACTED, true, clause);
        let may_counter = why != Why::Artillery && self.rules.led(&unit);
        let foe_gone = !self.scene.unit(foe).on_table();
        if result == reaction::NONE || !may_counter || foe_gone {
            self.push(Task::Carry {
                unit: id,
                foe,
                result,
            });
        } else {
            self.push(Task::Counter {
                unit: id,
                foe,
                result,
            });
        }
    }

    /// Makes a unit do what its reaction says (REACT-06 to REACT-09).
    fn carry(&mut self, id: UnitId, foe: UnitId, result: u16) {
        match result {
            reaction::RETREAT => {
                by!(c::REACT_06);
                self.retreat(id, foe);
            }
            reaction::WITHDRAW => {
                by!(c::REACT_08);
                self.withdraw(id, foe);
            }
            reaction::PRONE => self.lie_down(id, c::PRONE_01),
            reaction::FIRE => self.fire_back(id, foe),
            _ => {
                by!(c::REACT_07);
            }
        }
    }

    /// Resolves reaction fire (REACT-09, REACT-10, REACT-12, REACT-13, ORD-12, ORD-13).
    fn fire_back(&mut self, id: UnitId, foe: UnitId) {
        by!(c::REACT_09, c::ORD_12, c::SEQ_05);
        if !self.scene.unit(foe).on_table() {
            return;
        }
        let at = self.measured_at();
        let longest = self.charge.is_some() && self.comes_into_range(id);
        let mut r = Ruling::new();
        let shot = self
            .rules
            .assess_shot(self.scene, id, foe, at, true, longest, &mut r);
        let Some(shot) = shot else {
            by!(c::REACT_13);
            return;
        };
        let volley = self.rules.volley(self.scene, self.dice, id, foe, shot);
        let Some((_, lost)) = volley else { return };
        if lost > 0 {
            by!(c::ORD_13);
            self.dress(foe, lost);
            self.officers_of(foe);
            self.stall(foe);
            self.push(Task::Rout { unit: foe, foe: id });
        }
    }

    /// Goes through the units that may turn towards skirmishers (ORD-03).
    fn next_to_turn(&mut self, firer: UnitId, target: UnitId, next: u8) {
        let rules = self.rules;
        let found = self
            .scene
            .present()
            .map(|(id, _)| id)
            .find(|&id| id.0 >= next && rules.may_turn(self.scene, firer, target, id));
        if let Some(unit) = found {
            self.push(Task::Face {
                firer,
                target,
                unit,
            });
        }
    }

    /// Turns a unit towards skirmishers: fully, or half-way (ORD-04).
    fn turn_to(&mut self, id: UnitId, firer: UnitId, choice: u8) {
        if choice == 0 {
            return;
        }
        let pose = self.scene.unit(id).pose;
        let wanted = self.rules.turn_wanted(self.scene, id, firer);
        let steps = if choice == 1 { wanted } else { wanted / 2 };
        let to = pose.facing(pose.facing.turned(steps));
        if self.rules.fits(self.scene, id, to) {
            self.scene.shift(id, to, Gait::Turned, c::ORD_04);
        }
    }

    /// Moves a unit that was run into in the direction of the mover (COLL-05).
    pub(crate) fn shoved(&mut self, struck: UnitId, direction: Facing, result: u16) {
        let (length, gait) = match result {
            reaction::RETREAT => (self.rules.numbers.forced.retreat, Gait::Retreated),
            reaction::WITHDRAW => (self.rules.numbers.forced.withdraw, Gait::Withdrew),
            _ => return,
        };
        self.broken(struck);
        self.push(Task::Forced(Forced {
            unit: struck,
            direction,
            length,
            gait,
            turns: result == reaction::RETREAT,
            quiet: false,
        }));
    }

    pub(crate) fn side(&self, id: UnitId) -> Side {
        self.scene.unit(id).side
    }
}

/// Returns the clause under which a player may stop a result: its readings name the choices, its
/// title the result.
const fn why_of(result: u16) -> Clause {
    match result {
        reaction::RETREAT => c::REACT_06,
        reaction::WITHDRAW => c::REACT_08,
        reaction::PRONE => c::PRONE_01,
        _ => c::REACT_09,
    }
}
