//! A battle as the second umpire reads it, and the tables of the specification.

use crate::order_of_play::Waits;
use sandtable_battle::{Battle, Card, Ground, Outcome, Side, Status, Switches};
use sandtable_referee::plane::{
    Base, P, Shape, apart, depth, dot, holds, keeps_dry, reaches_into, right, sub,
};
use sandtable_referee::{Face, Facts};

/// An inch in hundredths of a millimetre.
pub const INCH: f64 = 2540.0;

/// The families of Table T6-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    LightFoot,
    Warband,
    Peltasts,
    HeavyFoot,
    LightHorse,
    HeavyHorse,
    Elephants,
    Chariots,
    Artillery,
    General,
}

impl Family {
    pub const fn light(self) -> bool {
        matches!(self, Self::LightFoot | Self::LightHorse | Self::General)
    }

    pub const fn infantry(self) -> bool {
        matches!(
            self,
            Self::LightFoot | Self::Warband | Self::Peltasts | Self::HeavyFoot
        )
    }

    pub const fn cavalry(self) -> bool {
        matches!(self, Self::LightHorse | Self::HeavyHorse)
    }

    pub const fn mounted(self) -> bool {
        self.cavalry() || matches!(self, Self::Elephants | Self::Chariots)
    }

    /// T6-MOVE-11, -12 and A17.
    pub const fn slowed(self) -> bool {
        !matches!(self, Self::LightFoot | Self::Warband | Self::Peltasts)
    }
}

/// The second umpire.
#[derive(Debug)]
pub struct Second {
    marks: Vec<String>,
    sides: Vec<String>,
    kinds: Vec<String>,
    clauses: Vec<(u16, String)>,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct U {
    pub family: Family,
    pub kind: String,
    pub side: Side,
    pub base: Base,
    pub status: Status,
    pub stands: i32,
    pub armour: u8,
    pub skill: u8,
    pub weapon: u8,
    /// The unit that this chariot has joined (CH-09).
    pub with: Option<usize>,
    /// 0 not moved, 1 in part, 2 moved, 3 charged, 4 charged uphill.
    pub moved: i32,
    pub shot: bool,
    pub struck: i32,
    pub fights: Option<usize>,
    pub fought: bool,
    pub retreats: i32,
    pub amok: i32,
    /// How much of a divided move is spent, and how often the unit turned in it.
    pub spent: f64,
    pub turns: i32,
    /// Whether its pila are thrown.
    pub thrown: bool,
    /// Direction of its retreat or pursuit; and the total of its retreat.
    pub bound: Option<f64>,
    pub total: i32,
    /// The unit it beat, and the one it beat before it met another by pursuit.
    pub beat: Option<usize>,
    pub met: Option<usize>,
}

impl U {
    pub fn rate(&self) -> f64 {
        let inches = match self.family {
            Family::LightFoot | Family::Warband | Family::Peltasts | Family::Elephants => 8.0,
            Family::HeavyFoot | Family::Artillery => 6.0,
            // GEN-02: a general moves as light cavalry.
            Family::LightHorse | Family::General => 12.0,
            Family::Chariots if self.kind.starts_with("egyptian") => 12.0,
            Family::HeavyHorse | Family::Chariots => 10.0,
        };
        inches * INCH
    }

    pub fn roman(&self) -> bool {
        self.kind == "legion" || self.kind == "triarii"
    }

    /// Whether it takes room on the table.
    pub fn stands_here(&self) -> bool {
        self.status == Status::Table && self.with.is_none() && self.family != Family::General
    }

    /// EL-05: elephants that run amok are enemies of all.
    pub fn hostile(&self, other: &Self) -> bool {
        self.side != other.side || self.amok > 0 || other.amok > 0
    }

    /// MEL-24 and MEL-25: elephants that run amok do not charge.
    pub fn charged(&self) -> bool {
        self.moved >= 3 && self.amok == 0
    }

    /// PIL-01: whether it has heavy throwing weapons, by its type or in its file.
    pub fn pila(&self) -> bool {
        self.weapon == 5 || self.weapon == 0 && self.kind == "legion"
    }

    /// CH-08.
    pub fn armoured(&self) -> u8 {
        if self.kind.starts_with("egyptian") {
            self.armour.max(1)
        } else {
            self.armour
        }
    }

    pub fn pike(&self) -> bool {
        self.kind == "pikes"
    }

    pub fn spear(&self) -> bool {
        self.kind == "spears" || self.kind == "triarii"
    }

    /// Returns how many losses destroy it (UNIT-07, EL-07, CH-07).
    pub fn lethal(&self) -> i32 {
        match self.family {
            Family::Elephants | Family::Chariots | Family::Artillery | Family::General => {
                self.stands
            }
            _ => self.stands - 1,
        }
    }

    /// Returns the middle of its front edge.
    pub fn eye(&self) -> P {
        self.base.point(0.0, self.base.deep / 2.0)
    }
}

/// A piece of terrain.
#[derive(Clone, Debug)]
pub struct G {
    pub ground: Ground,
    pub areas: Vec<Shape>,
    pub level: u8,
}

/// A battle.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    pub battle: &'a Battle,
    pub units: Vec<U>,
    pub ground: Vec<G>,
    pub slack: f64,
    pub phase: u8,
    pub side: Side,
    pub turn: i32,
    pub first: Side,
    pub holder: Side,
    pub waits: Option<Waits>,
    pub ended: i32,
    /// Units whose place the umpire does not rule on.
    pub vague: Vec<usize>,
    pub told: Vec<&'static str>,
}

/// The phases, as files number them.
pub const INITIATIVE: u8 = 5;
pub const ACTIONS: u8 = 6;
pub const LATE: u8 = 8;
pub const OPPONENTS: u8 = 9;
pub const PILA: u8 = 10;
pub const MELEE: u8 = 11;
pub const RETREAT: u8 = 12;
pub const PURSUIT: u8 = 13;

impl Second {
    pub fn new(_: &Switches, card: &Card) -> Self {
        let names = |of: &[sandtable_battle::MarkSpec]| of.iter().map(|m| m.id.clone()).collect();
        let clause = |c: &sandtable_battle::ClauseText| (c.n, c.id.clone());
        Self {
            marks: names(&card.marks),
            sides: names(&card.state.battle),
            kinds: card.kinds.iter().map(|k| k.id.clone()).collect(),
            clauses: card.clauses.iter().map(clause).collect(),
        }
    }

    fn unit(&self, u: &sandtable_battle::Unit) -> U {
        let mark = |id: &str| {
            let place = self.marks.iter().position(|name| name == id);
            place.map_or(0, |at| u.marks[at])
        };
        let other = |id: &str| usize::try_from(mark(id) - 1).ok();
        let kind = self.kinds[usize::from(u.kind)].clone();
        let family = match kind.as_str() {
            "light_infantry" => Family::LightFoot,
            "warband" => Family::Warband,
            "peltasts" => Family::Peltasts,
            "light_cavalry" => Family::LightHorse,
            "heavy_cavalry" | "shock_cavalry" => Family::HeavyHorse,
            "elephants" => Family::Elephants,
            "chariots" | "egyptian_chariots" => Family::Chariots,
            "artillery" => Family::Artillery,
            "general" => Family::General,
            _ => Family::HeavyFoot,
        };
        let single = matches!(
            family,
            Family::Chariots | Family::Artillery | Family::General
        );
        U {
            family,
            kind,
            side: u.side,
            base: Base::of(u, if single { 1.5 } else { 3.0 } * INCH, 1.5 * INCH),
            status: u.status,
            stands: i32::from(u.stands),
            armour: u.ratings[0],
            skill: u.ratings[1],
            weapon: u.ratings[3],
            with: u.with.map(|id| id.index()),
            moved: mark("moved"),
            shot: mark("shot") > 0,
            struck: mark("struck"),
            fights: other("fights"),
            fought: mark("fought") > 0,
            retreats: mark("retreats"),
            amok: mark("amok"),
            spent: f64::from(mark("spent")),
            turns: mark("turns"),
            thrown: mark("pila_thrown") > 0,
            bound: other("bound").map(|_| f64::from(mark("bound") - 1)),
            total: mark("total"),
            beat: other("beat"),
            met: other("met"),
        }
    }

    pub fn table<'a>(&self, battle: &'a Battle, slack: f64) -> Table<'a> {
        let spot = |p: &sandtable_geometry::Point| (f64::from(p.x), f64::from(p.y));
        let piece = |f: &sandtable_battle::Feature| G {
            ground: f.ground,
            level: f.level,
            areas: (f.areas.iter())
                .map(|area| area.outline().iter().map(spot).collect())
                .collect(),
        };
        // A role that no roll has given yet goes to the first side.
        let role = |id: &str| {
            let place = self.sides.iter().position(|name| name == id);
            let named = place.map_or(0, |at| battle.memory.battle[at]);
            if named == 2 { Side::B } else { Side::A }
        };
        let clause = |n: u16| self.clauses.iter().find(|c| c.0 == n).map(|c| c.1.clone());
        let waits = battle.cursor.waits.map(|waits| Waits {
            why: clause(waits.why.number()).unwrap_or_default(),
            side: waits.side,
            choices: waits.choices,
            unit: waits.unit.map(|id| id.index()),
            other: waits.other.map(|id| id.index()),
        });
        Table {
            battle,
            units: battle.units.iter().map(|u| self.unit(u)).collect(),
            ground: battle.setting.terrain.iter().map(piece).collect(),
            slack,
            phase: battle.cursor.phase,
            side: battle.cursor.side,
            turn: i32::from(battle.cursor.turn),
            first: role("first"),
            holder: role("initiative"),
            waits,
            ended: match battle.ended {
                None => 0,
                Some(Outcome::Won(Side::A)) => 1,
                Some(Outcome::Won(Side::B)) => 2,
                Some(_) => 3,
            },
            vague: Vec::new(),
            told: Vec::new(),
        }
    }
}

impl Table<'_> {
    /// Returns the units on the table with a footprint of their own: not generals, which are
    /// single figures (GEN-02), and not chariots that have joined another unit (CH-09).
    pub fn here(&self) -> impl Iterator<Item = (usize, &U)> {
        let all = self.units.iter().enumerate();
        all.filter(|(_, u)| u.stands_here())
    }

    /// CH-06: removes a unit, and the chariot that has joined it.
    pub fn lose(&mut self, i: usize, to: Status) {
        self.units[i].status = to;
        for chariot in &mut self.units {
            if chariot.status == Status::Table && chariot.with == Some(i) {
                (chariot.status, chariot.with) = (to, None);
                self.told.push("chariot gone with its unit");
            }
        }
    }

    /// Returns the chariot that has joined a unit.
    pub fn chariot_of(&self, i: usize) -> Option<usize> {
        let mut all = self.units.iter();
        all.position(|u| u.status == Status::Table && u.with == Some(i))
    }

    pub fn holds(&self, g: &G, p: P) -> bool {
        g.areas.iter().any(|area| holds(area, p, self.slack))
    }

    pub fn lies_in(&self, p: P, ground: Ground) -> bool {
        self.ground
            .iter()
            .any(|g| g.ground == ground && self.holds(g, p))
    }

    /// T6-TERR-04.
    pub fn level(&self, p: P) -> u8 {
        let hills = self.ground.iter().filter(|g| g.ground == Ground::Hill);
        hills
            .filter(|g| self.holds(g, p))
            .map(|g| g.level)
            .max()
            .unwrap_or(0)
    }

    /// T6-A22: whether a river is not difficult for a unit that crosses it by bridges and
    /// fords: the line from the middle of its rear to that of its front, at the end of its way,
    /// lies on a crossing, and does so wherever it is over the water.
    pub fn bridged(&self, river: &G, file: (P, P)) -> bool {
        if river.ground != Ground::River {
            return false;
        }
        let crossing = |g: &&G| matches!(g.ground, Ground::Bridge | Ground::Ford);
        let crossings: Vec<&Shape> = (self.ground.iter().filter(crossing))
            .flat_map(|g| &g.areas)
            .collect();
        keeps_dry(file, &river.areas, &crossings, self.slack)
    }

    /// T6-TERR-05.
    pub fn in_difficult(&self, base: &Base) -> bool {
        let file = (
            base.point(0.0, -base.deep / 2.0),
            base.point(0.0, base.deep / 2.0),
        );
        let all = self.ground.iter().filter(|g| difficult(g.ground));
        let all = all.filter(|g| !self.bridged(g, file));
        all.flat_map(|g| &g.areas)
            .any(|area| reaches_into(base, area, self.slack))
    }

    /// T6-GEO-09: returns the faces on which two bases are in contact.
    pub fn contact(&self, one: &Base, other: &Base) -> Option<(Face, Face)> {
        let pairs = Face::ALL
            .into_iter()
            .flat_map(|own| Face::ALL.map(|their| (own, their)));
        pairs.into_iter().find(|&(own, their)| {
            let (n, m) = (own.outward(one.front()), their.outward(other.front()));
            if dot(n, m) > -0.999_999 {
                return false;
            }
            let ((one_far, one_half), (other_far, other_half)) = (own.size(one), their.size(other));
            let off = sub(other.at, one.at);
            let gap = dot(off, n) - one_far - other_far;
            let aside = dot(off, right(n)).abs();
            let common = (one_half + other_half - aside).min(2.0 * one_half.min(other_half));
            gap.abs() <= self.slack && common >= 0.5 * INCH - self.slack
        })
    }

    /// Returns the enemies in contact with a unit, with the faces of both.
    pub fn touching(&self, i: usize) -> Vec<(usize, Face, Face)> {
        let own = &self.units[i];
        let foes = self.here();
        let foes = foes.filter(|&(j, u)| j != i && own.stands_here() && own.hostile(u));
        let met = foes.filter_map(|(j, u)| {
            let (a, b) = self.contact(&own.base, &u.base)?;
            Some((j, a, b))
        });
        met.collect()
    }

    /// T6-GEO-05: returns the zone of a point; on a dividing line, front beats flank and flank
    /// beats rear.
    pub fn zone(&self, base: &Base, p: P) -> Face {
        let (v, ahead) = base.local(p);
        let (u, w, d) = (ahead - base.deep / 2.0, base.wide / 2.0, base.deep);
        if u >= -self.slack && v.abs() <= w + u + self.slack {
            Face::Front
        } else if u <= -d + self.slack && v.abs() < w - d - u - self.slack {
            Face::Rear
        } else if v < 0.0 {
            Face::Left
        } else {
            Face::Right
        }
    }

    pub fn overlap(&self, one: &Base, other: &Base) -> bool {
        depth(&one.shape(), &other.shape()) > self.slack
    }

    pub fn gap(&self, one: &Base, other: &Base) -> f64 {
        apart(&one.shape(), &other.shape())
    }

    pub fn on_board(&self, base: &Base) -> bool {
        base.is_on(&self.battle.setting, self.slack)
    }

    /// T6-MOVE-09 and A18.
    pub fn passes(&self, one: &U, other: &U) -> bool {
        !one.hostile(other) && one.family.light() != other.family.light()
    }

    /// Returns the facts that can be compared.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for (name, value) in self.course() {
            facts.count(name.to_owned(), value);
        }
        for (n, u) in self.units.iter().enumerate() {
            let name = |what: &str| format!("unit {n}: {what}");
            let here = u.status == Status::Table;
            facts.count(name("gone"), i32::from(u.status.is_gone()));
            facts.count(name("stands"), if here { u.stands } else { 0 });
            let with = u.with.filter(|_| here).and_then(|k| i32::try_from(k).ok());
            facts.count(name("with"), with.unwrap_or(-1));
            let ruled = here && !self.vague.contains(&n) && u.with.is_none();
            let on = |value: f64| if ruled { value } else { f64::NAN };
            facts.measured(name("x"), on(u.base.at.0), 16.0);
            facts.measured(name("y"), on(u.base.at.1), 16.0);
            let heading = (u.base.heading + 40.0).rem_euclid(65536.0);
            facts.measured(name("heading"), on(heading), 14.0);
            facts.measured(name("spent"), on(u.spent), 16.0);
            for (what, value) in u.course() {
                facts.measured(name(what), on(f64::from(value)), 0.0);
            }
        }
        facts
    }
}

impl U {
    /// Returns what is remembered of the unit.
    fn course(&self) -> [(&'static str, i32); 10] {
        let unit = |u: Option<usize>| u.map_or(-1, |u| i32::try_from(u).unwrap_or(-1));
        [
            ("shot", i32::from(self.shot)),
            ("moved", self.moved),
            ("turns", self.turns),
            ("beaten", i32::from(self.retreats > 0)),
            ("fought", i32::from(self.fought)),
            ("struck", self.struck),
            ("fights", unit(self.fights)),
            ("amok", self.amok),
            ("beat", unit(self.beat)),
            ("pila thrown", i32::from(self.thrown)),
        ]
    }
}

/// T6-TERR-02.
pub const fn difficult(ground: Ground) -> bool {
    matches!(
        ground,
        Ground::Woods | Ground::Town | Ground::River | Ground::Rough | Ground::Marsh
    )
}
