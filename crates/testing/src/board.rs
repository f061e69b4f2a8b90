//! A table with a position on it.

use crate::{inch, pose};
use sandtable_battle::{
    Area, Battle, Clause, Cursor, Event, Feature, Ground, Group, Legal, Mark, Marked, Offer, Order,
    Recorded, Refusals, Rules, Scene, Setting, Side, Status, Unit, UnitId,
};
use sandtable_files::notation;
use sandtable_geometry::{Length, Line, Point, to_inches};
use std::sync::Arc;

/// A rule set and a position.
#[derive(Debug)]
pub struct Board<R> {
    /// The rule set.
    pub rules: Arc<R>,
    /// The battle.
    pub battle: Battle,
}

impl<R> Clone for Board<R> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            battle: self.battle.clone(),
        }
    }
}

/// Declares a type that is a [`Board`] of a rule set, to give it methods of its own.
#[macro_export]
macro_rules! board {
    ($(#[$about:meta])* $name:ident of $rules:ty) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $name(pub $crate::Board<$rules>);

        impl std::ops::Deref for $name {
            type Target = $crate::Board<$rules>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl std::ops::DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }
    };
}

/// Setting up.
impl<R: Rules> Board<R> {
    /// Makes a table for a battle that is already set up.
    pub fn of(rules: R, battle: Battle) -> Self {
        Self {
            rules: Arc::new(rules),
            battle,
        }
    }

    /// Makes an empty table of the size that the rules give, at this point of the sequence of play.
    /// Blue attacks.
    pub fn bare(rules: R, switches: sandtable_battle::Switches, cursor: Cursor) -> Self {
        let card = rules.card();
        let (width, height) = card.table;
        let mut setting = Setting::bare(&card.id, width, height);
        setting.switches = switches;
        setting.attacker = Some(Side::A);
        setting.stands = card.kinds.iter().map(|kind| kind.stand).collect();
        Self::of(rules, Battle::new(setting, Vec::new(), cursor))
    }

    /// Changes the setting.
    pub fn set(&mut self, change: impl FnOnce(&mut Setting)) {
        change(Arc::make_mut(&mut self.battle.setting));
    }

    /// Adds a unit of a kind, with as many stands as the card gives it.
    ///
    /// # Panics
    /// If the card has no such kind.
    pub fn unit(&mut self, side: Side, kind: &str, at: (f64, f64), heading: f64) -> UnitId {
        let kinds = &self.rules.card().kinds;
        let place = kinds.iter().position(|k| k.id == kind).expect("a kind");
        let (stands, groups) = (kinds[place].stands, self.battle.setting.groups.len());
        self.battle.units.push(Unit {
            kind: u8::try_from(place).expect("few kinds"),
            side,
            group: Group(u8::from(side == Side::B && groups > 1)),
            stands,
            started: stands,
            pose: pose(at.0, at.1, heading),
            ..Unit::default()
        });
        let id = UnitId(u8::try_from(self.battle.units.len() - 1).expect("few units"));
        self.set(|s| s.names.push(format!("unit {}", id.0)));
        id
    }

    /// Adds a unit of the first side.
    pub fn blue(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::A, kind, (x, y), heading)
    }

    /// Adds a unit of the second side.
    pub fn red(&mut self, kind: &str, x: f64, y: f64, heading: f64) -> UnitId {
        self.unit(Side::B, kind, (x, y), heading)
    }

    /// Returns a unit, to change it.
    pub fn change(&mut self, id: UnitId) -> &mut Unit {
        &mut self.battle.units[id.index()]
    }

    /// Sets a mark of a unit.
    pub fn mark<T: Marked>(&mut self, id: UnitId, mark: Mark<T>, value: T) {
        mark.write(self.change(id), value);
    }

    /// Goes to a phase.
    pub fn phase(&mut self, phase: u8) -> &mut Self {
        self.battle.cursor.phase = phase;
        self
    }

    /// Makes it a side's turn.
    pub fn side(&mut self, side: Side) -> &mut Self {
        self.battle.cursor.side = side;
        self
    }

    /// Adds a rectangle of terrain, by its centre and size.
    pub fn area(&mut self, ground: Ground, at: (f64, f64), size: (f64, f64)) {
        let low = (at.0 - size.0 / 2.0, at.1 - size.1 / 2.0);
        let high = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0);
        self.feature(ground, vec![rectangle(low, high)], None, 0);
    }

    /// Adds a straight line of terrain with a width, from south to north or from west to east.
    pub fn line(&mut self, ground: Ground, from: (f64, f64), to: (f64, f64), width: f64) {
        let line = Line::new(vec![
            Point::new(inch(from.0), inch(from.1)),
            Point::new(inch(to.0), inch(to.1)),
        ]);
        let (dx, dy) = if from.0 == to.0 {
            (width / 2.0, 0.0)
        } else {
            (0.0, width / 2.0)
        };
        let outline = [
            (from.0 - dx, from.1 - dy),
            (from.0 + dx, from.1 + dy),
            (to.0 + dx, to.1 + dy),
            (to.0 - dx, to.1 - dy),
        ]
        .map(|(x, y)| Point::new(inch(x), inch(y)));
        let areas = Area::new(outline.to_vec()).into_iter().collect();
        self.feature(ground, areas, line, inch(width));
    }

    /// Adds a piece of terrain.
    pub fn feature(&mut self, ground: Ground, areas: Vec<Area>, line: Option<Line>, width: Length) {
        self.set(|s| {
            s.terrain.push(Feature {
                ground,
                name: String::new(),
                areas,
                line,
                width,
                level: u8::from(ground == Ground::Hill),
            });
        });
    }
}

/// Looking.
impl<R: Rules> Board<R> {
    /// Returns a mark of a unit.
    pub fn marked<T: Marked>(&self, id: UnitId, mark: Mark<T>) -> T {
        mark.of(self.battle.unit(id))
    }

    /// Returns where a unit is, in inches and degrees, rounded to thousandths.
    pub fn at(&self, id: UnitId) -> (f64, f64, f64) {
        let pose = self.battle.unit(id).pose;
        let round = |v: f64| (v * 1000.0).round() / 1000.0;
        (
            round(to_inches(pose.x)),
            round(to_inches(pose.y)),
            round(pose.facing.degrees()),
        )
    }

    /// Returns the stands of a unit.
    pub fn stands(&self, id: UnitId) -> u8 {
        self.battle.unit(id).stands
    }

    /// Returns whether a unit is on the table, or why it is not.
    pub fn status(&self, id: UnitId) -> Status {
        self.battle.unit(id).status
    }

    /// Returns the unit with a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn id(&self, name: &str) -> UnitId {
        let place = self.battle.setting.names.iter().position(|n| n == name);
        let place = place.unwrap_or_else(|| panic!("no unit {name}"));
        UnitId(u8::try_from(place).expect("few units"))
    }

    /// Reads an order as players type it.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn read(&self, line: &str) -> Order {
        notation::parse(line, &self.battle, self.rules.card())
            .unwrap_or_else(|why| panic!("{line}: {why}"))
    }

    /// Returns the offers to a unit.
    pub fn offers(&self, unit: UnitId) -> Vec<Offer> {
        let mut out = Vec::new();
        self.rules.offers(&self.battle, Some(unit), &mut out);
        out
    }
}

/// Ordering.
impl<R: Rules> Board<R> {
    /// Judges an order.
    ///
    /// # Errors
    /// If the order is refused.
    pub fn judge(&self, order: &Order) -> Result<Legal, Refusals> {
        self.rules.judge(&self.battle, order)
    }

    /// Returns the clauses that refuse an order; none if it is legal.
    pub fn refused(&self, order: &Order) -> Vec<Clause> {
        self.judge(order)
            .err()
            .map_or_else(Vec::new, |r| r.reasons().iter().map(|r| r.clause).collect())
    }

    /// Requires that an order is refused for a reason, perhaps among others.
    ///
    /// # Panics
    /// If it is legal, or refused only for other reasons.
    #[track_caller]
    pub fn refuses(&self, order: &Order, clause: Clause) {
        let refusals = self.judge(order).expect_err("it was accepted");
        assert!(
            refusals.cite(clause),
            "{order:?}: {:?}",
            self.cited(&refusals)
        );
    }

    /// Requires that an order is legal.
    ///
    /// # Panics
    /// If it is refused.
    #[track_caller]
    pub fn allows(&self, order: &Order) -> Legal {
        self.judge(order)
            .unwrap_or_else(|refusals| panic!("{order:?} refused: {:?}", self.cited(&refusals)))
    }

    fn cited(&self, refusals: &Refusals) -> Vec<String> {
        let card = self.rules.card();
        let reasons = refusals.reasons().iter();
        reasons
            .map(|r| format!("{} {:?}", card.cite(r.clause), r.witness))
            .collect()
    }

    /// Plays an order with these dice, all of which must be rolled.
    ///
    /// # Panics
    /// If the order is refused, or needs more dice or fewer.
    #[track_caller]
    pub fn play(&mut self, order: &Order, faces: &[u8]) -> Vec<Event> {
        self.play_all(std::slice::from_ref(order), faces)
    }

    /// Plays an order and ends the step, with dice for both.
    ///
    /// # Panics
    /// As for [`Self::play`].
    #[track_caller]
    pub fn act(&mut self, order: &Order, faces: &[u8]) -> Vec<Event> {
        self.play_all(&[order.clone(), Order::End], faces)
    }

    /// Plays orders with these dice, all of which must be rolled.
    ///
    /// # Panics
    /// As for [`Self::play`].
    #[track_caller]
    pub fn play_all(&mut self, orders: &[Order], faces: &[u8]) -> Vec<Event> {
        let mut dice = Recorded::new(faces);
        let mut all = Vec::new();
        for order in orders {
            let legal = self.allows(order);
            let (battle, events) = self.rules.carry_out(&self.battle, &legal, &mut dice);
            self.battle = battle;
            all.extend(events);
        }
        assert_eq!(dice.wanted(), None, "{orders:?} want more dice: {all:#?}");
        assert_eq!(dice.left_over(), 0, "{orders:?} leave dice over: {all:#?}");
        all
    }

    /// Opens the battle with these dice, all of which must be rolled.
    ///
    /// # Panics
    /// If it needs more dice or fewer.
    #[track_caller]
    pub fn open(&mut self, faces: &[u8]) {
        let mut battle = self.battle.clone();
        battle.cursor = Cursor::default();
        let mut scene = Scene::new(battle);
        let mut dice = Recorded::new(faces);
        self.rules.open(&mut scene, &mut dice);
        assert_eq!((dice.wanted(), dice.left_over()), (None, 0), "dice");
        self.battle = scene.finish().0;
    }
}

/// Makes a rectangle from its south-west and north-east corners, in inches.
///
/// # Panics
/// If it is not an area.
#[must_use]
pub fn rectangle(low: (f64, f64), high: (f64, f64)) -> Area {
    let outline = [low, (high.0, low.1), high, (low.0, high.1)];
    let corners = outline.map(|(x, y)| Point::new(inch(x), inch(y)));
    Area::new(corners.to_vec()).expect("an area")
}
