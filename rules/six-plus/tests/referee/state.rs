//! A battle as the second umpire reads it, and the tables of the specification.

use sandtable_battle::{Battle, Card, Ground, Outcome, Side, Status, Switches};
use sandtable_referee::Facts;
use sandtable_referee::plane::{Base, P, Shape, holds, reaches_into};

/// A centimetre in hundredths of a millimetre.
pub const CM: f64 = 1000.0;

/// Row of Table T-UNIT.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    pub pace: f64,
    pub range: f64,
    pub hits: i32,
    pub all_round: bool,
}

const KINDS: [Kind; 5] = [
    Kind {
        name: "infantry",
        pace: 6.0,
        range: 6.0,
        hits: 4,
        all_round: false,
    },
    Kind {
        name: "artillery",
        pace: 6.0,
        range: 24.0,
        hits: 2,
        all_round: false,
    },
    Kind {
        name: "skirmishers",
        pace: 8.0,
        range: 6.0,
        hits: 2,
        all_round: true,
    },
    Kind {
        name: "cavalry",
        pace: 12.0,
        range: 0.0,
        hits: 0,
        all_round: false,
    },
    // GEN-05, GEN-06 and GEN-08.
    Kind {
        name: "general",
        pace: 12.0,
        range: 0.0,
        hits: 0,
        all_round: false,
    },
];

impl Kind {
    pub fn is(&self, name: &str) -> bool {
        self.name == name
    }
}

/// The second umpire.
#[derive(Debug)]
pub struct Second {
    switches: Switches,
    marks: Vec<(String, bool)>,
    kinds: Vec<String>,
    pub events: Vec<String>,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct U {
    pub kind: &'static Kind,
    pub side: Side,
    pub base: Base,
    pub status: Status,
    pub square: bool,
    pub hits: i32,
    pub empty: bool,
    pub engaged: bool,
    /// 0 nothing, 1 pivoted, 2 moved, 3 charged, 4 loaded, 5 formed.
    pub did: i32,
    pub shot: bool,
    /// 0 nothing, 1 a combat is still to be fought, 2 a retreat is outstanding.
    pub charge: i32,
    pub foe: usize,
    pub flank: bool,
    /// For a unit: whether a General has rallied it. For a General: whether it has rallied a unit
    /// this turn.
    pub rallied: bool,
    pub has_rallied: bool,
    pub mud: bool,
    pub rain: bool,
}

impl U {
    /// Returns how far the unit moves, or its charge reaches: half as far in mud (EVENT-03).
    pub fn goes(&self, cm: f64) -> f64 {
        if self.mud { cm * CM / 2.0 } else { cm * CM }
    }

    /// ROUT-04 and VIC-02: Returns 2 for a General, who counts as two units.
    pub fn counts(&self) -> usize {
        if self.kind.is("general") { 2 } else { 1 }
    }
}

/// A piece of terrain.
#[derive(Clone, Debug)]
pub struct G {
    pub ground: Ground,
    pub areas: Vec<Shape>,
    pub line: Vec<P>,
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
    pub ended: Option<Outcome>,
    pub told: Vec<&'static str>,
}

/// The phases, numbered as in files with Generals.
pub const MOVE: u8 = 1;
pub const RALLY: u8 = 2;
pub const SHOOT: u8 = 3;
pub const FIGHT: u8 = 4;

impl Second {
    pub fn new(switches: &Switches, card: &Card) -> Self {
        let mark = |m: &sandtable_battle::MarkSpec| {
            let unit = matches!(m.sort, sandtable_battle::Sort::Unit);
            (m.id.clone(), unit)
        };
        Self {
            switches: switches.clone(),
            marks: card.marks.iter().map(mark).collect(),
            kinds: card.kinds.iter().map(|k| k.id.clone()).collect(),
            events: card.events.clone(),
        }
    }

    /// Returns whether a switch has this value.
    pub fn is(&self, switch: &str, to: &str) -> bool {
        self.switches.0.get(switch).is_some_and(|value| value == to)
    }

    fn unit(&self, u: &sandtable_battle::Unit) -> U {
        let mark = |id: &str| {
            let place = self.marks.iter().position(|(name, _)| name == id);
            place.map_or(0, |at| u.marks[at])
        };
        let typed = self.marks.iter().any(|(name, unit)| name == "foe" && *unit);
        let foe = if typed {
            mark("foe") - 1
        } else {
            mark("foe") & 0xff
        };
        let id = &self.kinds[usize::from(u.kind)];
        let kind = KINDS.iter().find(|kind| kind.name == id);
        U {
            kind: kind.expect("a kind of the table"),
            side: u.side,
            base: Base::of(u, 4.0 * CM, 2.0 * CM),
            status: u.status,
            square: u.formation > 0,
            hits: mark("hits"),
            empty: mark("unloaded") > 0,
            engaged: mark("engaged") > 0,
            did: mark("did"),
            shot: mark("shot") > 0,
            charge: mark("charge"),
            foe: usize::try_from(foe).unwrap_or(0),
            flank: mark("flank") > 0,
            rallied: mark("rallied") > 0,
            has_rallied: mark("has_rallied") > 0,
            mud: mark("mud") > 0,
            rain: mark("rain") > 0,
        }
    }

    pub fn table<'a>(&'a self, battle: &'a Battle, slack: f64) -> Table<'a> {
        let spot = |p: &sandtable_geometry::Point| (f64::from(p.x), f64::from(p.y));
        let piece = |f: &sandtable_battle::Feature| G {
            ground: f.ground,
            areas: (f.areas.iter())
                .map(|area| area.outline().iter().map(spot).collect())
                .collect(),
            line: (f.line.iter())
                .flat_map(|line| line.points().iter().map(spot))
                .collect(),
        };
        Table {
            second: self,
            battle,
            units: battle.units.iter().map(|u| self.unit(u)).collect(),
            ground: battle.setting.terrain.iter().map(piece).collect(),
            slack,
            turn: battle.cursor.turn,
            phase: {
                let rally = self.is("general", "on");
                let phase = battle.cursor.phase;
                phase + u8::from(!rally && phase > MOVE)
            },
            side: battle.cursor.side,
            ended: battle.ended,
            told: Vec::new(),
        }
    }
}

impl Table<'_> {
    /// Lists the units on the table.
    pub fn here(&self) -> impl Iterator<Item = (usize, &U)> {
        let all = self.units.iter().enumerate();
        all.filter(|(_, u)| u.status == Status::Table)
    }

    /// Returns whether a switch of the battle has this value.
    pub fn is(&self, switch: &str, to: &str) -> bool {
        self.second.is(switch, to)
    }

    pub fn holds(&self, g: &G, p: P) -> bool {
        g.areas.iter().any(|area| holds(area, p, self.slack))
    }

    /// CONV-06: Returns whether a unit stands in a kind of ground.
    pub fn stands_in(&self, u: &U, ground: Ground) -> bool {
        let mut all = self.ground.iter().filter(|g| g.ground == ground);
        all.any(|g| self.holds(g, u.base.at))
    }

    /// CONV-06: Returns whether a base enters a feature.
    pub fn enters(&self, base: &Base, g: &G) -> bool {
        g.areas
            .iter()
            .any(|area| reaches_into(base, area, self.slack))
    }

    /// Returns everything that can be compared.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for (n, u) in self.units.iter().enumerate() {
            let name = |what: &str| format!("unit {n}: {what}");
            facts.count(name("status"), u.status as u8);
            let here = u.status == Status::Table;
            let on = |value: i32| if here { f64::from(value) } else { 0.0 };
            let at = if here { u.base.at } else { (0.0, 0.0) };
            facts.measured(name("x"), at.0, 14.0);
            facts.measured(name("y"), at.1, 14.0);
            // Almost a whole turn is close to none.
            let heading = if here { u.base.heading + 40.0 } else { 0.0 };
            facts.measured(name("heading"), heading.rem_euclid(65536.0), 14.0);
            facts.count(name("square"), on(i32::from(u.square)));
            facts.count(name("hits"), on(u.hits));
            facts.count(name("unloaded"), on(i32::from(u.empty)));
            facts.count(name("engaged"), on(i32::from(u.engaged)));
            facts.count(name("did"), on(u.did));
            facts.count(name("shot"), on(i32::from(u.shot)));
            facts.count(name("charge"), on(u.charge));
            let foe = i32::try_from(u.foe).unwrap_or(0);
            facts.count(name("foe"), on(if u.charge > 0 { foe } else { 0 }));
            facts.count(name("flank"), on(i32::from(u.flank)));
            facts.count(name("rallied"), on(i32::from(u.rallied)));
            facts.count(name("has rallied"), on(i32::from(u.has_rallied)));
            facts.count(name("mud"), on(i32::from(u.mud)));
            facts.count(name("rain"), on(i32::from(u.rain)));
        }
        facts.course(self.turn, self.phase, self.side, self.ended);
        facts
    }
}
