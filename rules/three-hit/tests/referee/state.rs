//! A battle as the second umpire reads it, and the tables of the specification.

use sandtable_battle::{Battle, Card, Ground, Outcome, Side, Status, Switches, UnitId};
use sandtable_referee::Facts;
use sandtable_referee::plane::{Base, P, Shape, along, length, sub};

/// An inch in hundredths of a millimetre.
pub const INCH: f64 = 2540.0;

/// A line of Tables U2 and U3.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    pub foot: bool,
    pub pace: f64,
    pub range: f64,
    pub shoots: Option<i32>,
    pub melee: i32,
    pub after_moving: bool,
    pub all_round: bool,
    pub overhead: bool,
    pub charges: bool,
    pub woods: bool,
    pub town: bool,
    pub passes: bool,
}

const INFANTRY: Kind = Kind {
    name: "infantry",
    foot: true,
    pace: 6.0,
    range: 12.0,
    shoots: Some(0),
    melee: -2,
    after_moving: false,
    all_round: false,
    overhead: false,
    charges: false,
    woods: false,
    town: true,
    passes: false,
};
const SKIRMISHERS: Kind = Kind {
    name: "skirmishers",
    pace: 9.0,
    shoots: Some(-2),
    after_moving: true,
    all_round: true,
    woods: true,
    passes: true,
    ..INFANTRY
};
const ARTILLERY: Kind = Kind {
    name: "artillery",
    range: 36.0,
    shoots: Some(-2),
    overhead: true,
    town: false,
    ..INFANTRY
};
const CAVALRY: Kind = Kind {
    name: "cavalry",
    foot: false,
    pace: 12.0,
    range: 6.0,
    shoots: None,
    melee: 2,
    charges: true,
    town: false,
    ..INFANTRY
};
const HORSE: [Kind; 4] = [INFANTRY, SKIRMISHERS, ARTILLERY, CAVALRY];
const ANCIENT: [Kind; 4] = [
    Kind {
        shoots: None,
        melee: 2,
        charges: true,
        ..INFANTRY
    },
    Kind {
        name: "archers",
        charges: true,
        ..INFANTRY
    },
    SKIRMISHERS,
    Kind {
        melee: 0,
        ..CAVALRY
    },
];

/// The places of the marks that the umpire reads, by their names in files.
#[derive(Debug)]
pub struct Names {
    marks: Vec<String>,
    kinds: Vec<String>,
    ratings: Vec<String>,
}

/// The second umpire.
#[derive(Debug)]
pub struct Second {
    switches: Switches,
    names: Names,
    ancient: bool,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct U {
    pub kind: &'static Kind,
    pub side: Side,
    pub base: Base,
    pub status: Status,
    pub armoured: bool,
    pub firearms: bool,
    pub hits: i32,
    pub spent: i32,
    pub moved: i32,
    pub shot: bool,
    pub fought: bool,
    /// The unit that damaged it, as that unit's number plus one.
    pub by: i32,
    /// 0 not damaged, 1 by fire, 2 in melee.
    pub how: i32,
    pub order: i32,
    pub taken: i32,
    pub fell: bool,
}

/// A piece of terrain.
#[derive(Clone, Debug)]
pub struct G {
    pub ground: Ground,
    pub areas: Vec<Shape>,
    /// The parts of the table that a wall or a river covers.
    pub bands: Vec<Band>,
}

/// A stretch of a wall or a river.
#[derive(Clone, Debug)]
pub struct Band {
    pub from: P,
    pub along: P,
    pub long: f64,
    pub half: f64,
}

/// A battle.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    pub second: &'a Second,
    pub battle: &'a Battle,
    pub units: Vec<U>,
    pub ground: Vec<G>,
    pub slack: f64,
    pub turn: u16,
    pub phase: u8,
    pub side: Side,
    pub waits: Option<UnitId>,
    pub ended: Option<Outcome>,
    pub told: Vec<&'static str>,
}

/// The phases, as files number them.
pub const DEPLOY: u8 = 0;
pub const MOVE: u8 = 1;
pub const SHOOT: u8 = 2;
pub const MELEE: u8 = 3;
pub const MORALE: u8 = 4;
pub const MORALE_ACTIVE: u8 = 5;

impl Second {
    pub fn new(switches: &Switches, card: &Card) -> Self {
        let names = Names {
            marks: card.marks.iter().map(|m| m.id.clone()).collect(),
            kinds: card.kinds.iter().map(|k| k.id.clone()).collect(),
            ratings: card.ratings.iter().map(|r| r.id.clone()).collect(),
        };
        let second = Self {
            switches: switches.clone(),
            names,
            ancient: false,
        };
        let ancient = second.is("period", "ancient");
        Self { ancient, ..second }
    }

    /// Whether a switch has this value.
    pub fn is(&self, switch: &str, to: &str) -> bool {
        self.switches.0.get(switch).is_some_and(|value| value == to)
    }

    fn unit(&self, battle: &Battle, u: &sandtable_battle::Unit) -> U {
        let place = |names: &[String], id: &str| names.iter().position(|name| name == id);
        let mark = |id: &str| place(&self.names.marks, id).map_or(0, |at| u.marks[at]);
        let rated = |id: &str| place(&self.names.ratings, id).is_some_and(|at| u.ratings[at] > 0);
        let id = &self.names.kinds[usize::from(u.kind)];
        let table = if self.ancient { &ANCIENT } else { &HORSE };
        let kind = table
            .iter()
            .find(|kind| kind.name == id)
            .expect("a type of the tables");
        let usual = if kind.name == "artillery" { 2 } else { 4 };
        let size = battle.setting.stands.get(usize::from(u.kind));
        let (wide, deep) = size.copied().unwrap_or((usual * 2540, 5080));
        U {
            kind,
            side: u.side,
            base: Base::of(u, f64::from(wide), f64::from(deep)),
            status: u.status,
            armoured: rated("armoured"),
            firearms: rated("firearms"),
            hits: mark("hits"),
            spent: mark("move_spent"),
            moved: mark("moved"),
            shot: mark("shot") > 0,
            fought: mark("fought") > 0,
            by: mark("struck_by"),
            how: mark("struck_how"),
            order: mark("struck_order"),
            taken: mark("hits_this_turn"),
            fell: mark("fell_back") > 0,
        }
    }

    pub fn table<'a>(&'a self, battle: &'a Battle, slack: f64) -> Table<'a> {
        let units = battle.units.iter().map(|u| self.unit(battle, u)).collect();
        let ground = battle.setting.terrain.iter().map(piece).collect();
        Table {
            second: self,
            battle,
            units,
            ground,
            slack,
            turn: battle.cursor.turn,
            phase: battle.cursor.phase,
            side: battle.cursor.side,
            waits: battle.cursor.waits.and_then(|w| w.unit),
            ended: battle.ended,
            told: Vec::new(),
        }
    }
}

fn piece(feature: &sandtable_battle::Feature) -> G {
    let spot = |p: &sandtable_geometry::Point| (f64::from(p.x), f64::from(p.y));
    let areas = feature.areas.iter();
    let areas = areas.map(|area| area.outline().iter().map(spot).collect());
    let line: Vec<P> = feature
        .line
        .iter()
        .flat_map(|line| line.points().iter().map(spot))
        .collect();
    let wide = if feature.width > 0 {
        f64::from(feature.width)
    } else {
        INCH / 2.0
    };
    let bands = line.windows(2).map(|ends| {
        let d = sub(ends[1], ends[0]);
        Band {
            from: ends[0],
            along: along((0.0, 0.0), d, 1.0 / length(d)),
            long: length(d),
            half: wide / 2.0,
        }
    });
    let linear = matches!(feature.ground, Ground::Wall | Ground::River);
    G {
        ground: feature.ground,
        areas: areas.collect(),
        bands: bands.filter(|_| linear).collect(),
    }
}

impl Table<'_> {
    /// Returns the units on the table.
    pub fn here(&self) -> impl Iterator<Item = (usize, &U)> {
        let all = self.units.iter().enumerate();
        all.filter(|(_, u)| u.status == Status::Table)
    }

    /// Returns the side whose player turn it is.
    pub fn active(&self) -> Side {
        if self.phase == MORALE {
            self.side.other()
        } else {
            self.side
        }
    }

    /// Whether a switch of the battle has this value.
    pub fn is(&self, switch: &str, to: &str) -> bool {
        self.second.is(switch, to)
    }

    /// Returns the facts that can be compared.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for (n, u) in self.units.iter().enumerate() {
            let name = |what: &str| format!("unit {n}: {what}");
            facts.count(name("status"), u.status as u8);
            if u.status != Status::Table {
                for _ in 0..14 {
                    facts.count(name("away"), 0);
                }
                continue;
            }
            facts.measured(name("x"), u.base.at.0, 14.0);
            facts.measured(name("y"), u.base.at.1, 14.0);
            // Almost a whole turn is almost no turn.
            facts.measured(
                name("heading"),
                (u.base.heading + 40.0).rem_euclid(65536.0),
                12.0,
            );
            facts.count(name("hits"), u.hits);
            facts.count(name("move spent"), u.spent);
            facts.count(name("moved"), u.moved);
            facts.count(name("shot"), i32::from(u.shot));
            facts.count(name("fought"), i32::from(u.fought));
            facts.count(name("struck by"), u.by);
            facts.count(name("struck how"), u.how);
            facts.count(name("struck order"), u.order);
            facts.count(name("hits taken"), u.taken);
            facts.count(name("fell back"), i32::from(u.fell));
            facts.count(name("here"), 1);
        }
        facts.count(
            "waits".to_owned(),
            self.waits.map_or(-1, |id| i32::from(id.0)),
        );
        facts.course(self.turn, self.phase, self.side, self.ended);
        facts
    }
}
