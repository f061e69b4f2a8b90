//! A tiny rule set: two verbs, three kinds, two marks, one rating.
use sandtable_battle::{
    Ask, Await, Battle, BattleMark, Card, Clause, ClauseText, Credit, Cursor, Dice, Far, Gait,
    KindSpec, Leg, Legal, Mark, MarkSpec, Naming, NumberTable, Offer, Order, Pending, PhaseSpec,
    Profile, RatingSpec, Refusals, Rules, Ruling, Scene, Side, SideMark, Standing, StateSpec,
    Status, Switch, SwitchRange, Unit, UnitId, Witness, choices, pack,
};
use sandtable_geometry::{Anchor, Facing, INCH, Length, Pose, Rect, Ruler, Tape, within};

pub const MOVE: Clause = Clause::new(101);
pub const SHOOT: Clause = Clause::new(102);
pub const RANGE: Clause = Clause::new(103);
pub const TURN: Clause = Clause::new(104);
pub const STAND: Clause = Clause::new(105);
pub const FIRST: Clause = Clause::new(106);

/// The places of marks.
pub const HITS: u8 = 0;

pub struct Skirmish {
    pub card: Card,
}

fn clause(n: u16, id: &str, title: &str, readings: &[&str]) -> ClauseText {
    ClauseText {
        sides: false,
        befalls: false,
        alone: false,
        id: id.to_owned(),
        n,
        section: "All".to_owned(),
        title: title.to_owned(),
        says: format!("{title}."),
        source: "test".to_owned(),
        standing: Standing::Ours,
        switch: None,
        readings: readings.iter().map(|&r| r.to_owned()).collect(),
        wants: if readings.len() == 3 {
            vec![1, 2]
        } else {
            Vec::new()
        },
        parity: None,
        formerly: Vec::new(),
        counts: false,
        declines: 0,
        weighs: String::new(),
    }
}

fn kind(id: &str, stand: (Length, Length), stands: u8, formations: u32) -> KindSpec {
    KindSpec {
        id: id.to_owned(),
        title: id.to_owned(),
        figure: id.to_owned(),
        stand,
        stands,
        leader: id == "general",
        formations,
    }
}

fn switch(name: &str, values: &[&str], number: Option<SwitchRange>, data: Option<&str>) -> Switch {
    Switch {
        name: name.to_owned(),
        title: name.to_owned(),
        values: values.iter().map(|&v| v.to_owned()).collect(),
        told: Vec::new(),
        default: values.first().map(|&v| v.to_owned()),
        number,
        data: data.map(str::to_owned),
        clause: None,
        ruling: None,
        says: String::new(),
    }
}

/// Marks of every sort, which files read and write.
pub const FOE: Mark<Option<UnitId>> = Mark::at(2);
pub const WAY: Mark<Far> = Mark::at(3);
pub const BOUND: Mark<Option<Facing>> = Mark::at(4);
pub const DAZED: Mark<bool> = Mark::at(5);
pub const MOOD: Mark<Mood> = Mark::at(6);
pub const LOST: SideMark<u8> = SideMark::at(0);
pub const BEST: SideMark<Option<UnitId>> = SideMark::at(1);
pub const LEADS: BattleMark<Option<Side>> = BattleMark::at(0);
pub const WEATHER: BattleMark<Weather> = BattleMark::at(1);

choices! {
    /// How a unit feels.
    pub enum Mood {
        /// As usual.
        Calm = "calm",
        /// Frightened.
        Afraid = "afraid",
    }
}

choices! {
    /// What falls from the sky.
    pub enum Weather {
        /// Nothing.
        Fair = "fair",
        /// Water.
        Rain = "rain",
        /// Ice.
        Snow = "snow",
    }
}

impl Skirmish {
    /// Returns the same game, measured in centimetres.
    pub fn metric() -> Self {
        let mut rules = Self::new();
        rules.card.ruler = Ruler::Centimetres;
        rules
    }

    pub fn new() -> Self {
        let words = |all: &[&str]| all.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let mark = |id: &str, title: &str, range, clause| MarkSpec::count(id, title, range, clause);
        let phase = |id: &str, title: &str| PhaseSpec {
            id: id.to_owned(),
            title: title.to_owned(),
            end: format!("End {id}"),
            rare: false,
        };
        Self {
            card: Card {
                id: "skirmish".to_owned(),
                prefix: "SKI".to_owned(),
                edition: 1,
                credit: Credit {
                    title: "Skirmish".to_owned(),
                    author: "nobody".to_owned(),
                    published: String::new(),
                    status: "for tests".to_owned(),
                },
                ruler: Ruler::Inches,
                anchor: Anchor::Centre,
                kinds: vec![
                    kind("infantry", (INCH, INCH), 4, 0b11),
                    kind("cavalry", (INCH, 2 * INCH), 2, 0b01),
                    kind("general", (INCH / 2, INCH / 2), 1, 0b01),
                ],
                strength: sandtable_battle::Strength::default(),
                formations: words(&["line", "column"]),
                marks: vec![
                    mark("hits", "hits", (0, 3), SHOOT),
                    mark("spent", "", (-1, 1), MOVE),
                    FOE.spec("foe", SHOOT, "The unit it shot at last."),
                    WAY.spec("way", MOVE, "How far it has come."),
                    BOUND.spec("bound", MOVE, "Where it means to go."),
                    DAZED
                        .spec("dazed", SHOOT, "It was hit this turn.")
                        .titled("Dazed"),
                    MOOD.spec("mood", SHOOT, "How it feels."),
                ],
                state: StateSpec {
                    pending: Some(Pending::of::<Chore>(SHOOT, "What is left of a volley.")),
                    before: None,
                    side: vec![
                        LOST.spec("lost", SHOOT, "Units it has lost.")
                            .within(0, 200),
                        BEST.spec("best", SHOOT, "Its best unit."),
                    ],
                    battle: vec![
                        LEADS.spec("leads", TURN, "Who goes first."),
                        WEATHER.spec("weather", TURN, "What falls from the sky."),
                    ],
                },
                ratings: vec![RatingSpec {
                    id: "grade".to_owned(),
                    title: "Grade".to_owned(),
                    values: words(&["green", "regular", "veteran"]),
                    default: 1,
                    kinds: RatingSpec::ALL,
                }],
                phases: vec![phase("move", "Movement"), phase("shoot", "Shooting")],
                group: "division".to_owned(),
                orders: sandtable_battle::OrderSpec::default(),
                events: Vec::new(),
                plain_grounds: Vec::new(),
                weights: "",
                armies: sandtable_battle::ArmySpec::default(),
                clauses: vec![
                    clause(101, "MOVE-01", "Six inches", &[]),
                    clause(
                        102,
                        "SHOOT-01",
                        "Shooting",
                        &["missed", "one hit", "two hits"],
                    ),
                    clause(103, "SHOOT-02", "Out of range", &[]),
                    clause(104, "TURN-01", "Turns", &[]),
                    clause(105, "SHOOT-03", "Under fire", &["stand", "fall back"]),
                    clause(
                        106,
                        "TURN-02",
                        "Who goes first",
                        &["the first", "the second"],
                    ),
                ],
                switches: vec![
                    switch("hills", &["no", "yes"], None, None),
                    switch(
                        "range",
                        &[],
                        Some(SwitchRange {
                            min: 1,
                            max: 24,
                            default: 12,
                        }),
                        None,
                    ),
                    switch("board", &[], None, Some("choose it by `table`")),
                ],
                table: (36 * INCH, 24 * INCH),
                numbers: NumberTable::default(),
                hash: 0x5eed,
            },
        }
    }

    /// Returns the range: other rules than those of an edited journal may have another.
    fn range(&self, battle: &Battle) -> Length {
        let asked = battle
            .setting
            .switches
            .get("range")
            .and_then(|n| n.parse::<i32>().ok());
        asked.unwrap_or(12) * INCH
    }

    fn tape(&self, battle: &Battle, unit: UnitId, target: UnitId) -> Tape {
        self.footprint(battle, unit)
            .distance(&self.footprint(battle, target))
    }

    fn hit(scene: &mut Scene, unit: UnitId, target: UnitId, hits: u16) {
        let before = scene.unit(target).mark(HITS);
        let after = (before + i8::try_from(hits).unwrap_or(3)).min(3);
        scene.told(SHOOT, hits, unit, Some(target));
        scene.mark(target, HITS, after, SHOOT);
        if after == 3 {
            scene.become_(target, Status::Destroyed, SHOOT);
        } else if hits > 0 {
            let side = scene.unit(target).side;
            scene.await_(Await {
                side,
                why: STAND,
                choices: 2,
                unit: Some(target),
                other: Some(unit),
            });
        }
    }
}

impl Rules for Skirmish {
    fn card(&self) -> &Card {
        &self.card
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        let Unit {
            kind, pose, stands, ..
        } = *battle.unit(unit);
        let (frontage, depth) = battle.setting.stands[usize::from(kind)];
        Rect::centred(pose, frontage * i32::from(stands), depth)
    }

    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        out.extend(battle.side(battle.to_move()).map(|(id, _)| id));
    }

    fn list(&self, _: &Battle, _: Option<UnitId>, _: Naming, _: &mut Vec<Offer>) {}

    fn check(&self, battle: &Battle, order: &Order, mut ruling: Ruling) -> Result<Legal, Refusals> {
        match order {
            Order::Move { unit, legs } => {
                let mut pose = battle.unit(*unit).pose;
                for leg in legs {
                    match *leg {
                        Leg::Pivot { to } => pose = pose.facing(to),
                        Leg::Advance { by } => {
                            pose = pose.advanced(by);
                            ruling.require(within(by, 6 * INCH), MOVE, || Witness::Length {
                                asked: by,
                                allowed: 6 * INCH,
                            });
                        }
                        _ => ruling.refuse(MOVE, Witness::Plain),
                    }
                }
                ruling.step(pose);
            }
            Order::Shoot { unit, target } => {
                let tape = self.tape(battle, *unit, *target);
                let range = self.range(battle);
                ruling.require(within(tape.length, range), RANGE, || Witness::Length {
                    asked: tape.length,
                    allowed: range,
                });
            }
            Order::Decide { .. } | Order::End => {}
            _ => ruling.refuse(sandtable_battle::c::NOT_IN_THESE_RULES, Witness::Plain),
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Move { unit, .. } => {
                let to = legal.path().last().copied().unwrap_or_default();
                scene.shift(unit, to, Gait::Moved, MOVE);
                scene.mark(unit, 1, 1, MOVE);
            }
            Order::Shoot { unit, target } => {
                let by = scene.unit(unit).side;
                let hits = dice.ask(
                    Ask::Hits {
                        dice: 2,
                        sides: 6,
                        least: 4,
                    },
                    by,
                    SHOOT,
                );
                Self::hit(scene, unit, target, hits);
            }
            Order::Decide { choice } => {
                let Some(waits) = scene.cursor.waits else {
                    return;
                };
                scene.turn(
                    Cursor {
                        waits: None,
                        ..scene.cursor
                    },
                    STAND,
                );
                if let (1, Some(unit)) = (choice, waits.unit) {
                    let by = dice.ask(Ask::Die { sides: 6 }, waits.side, STAND);
                    let pose = scene.unit(unit).pose;
                    let back = pose.moved(pose.facing.reversed(), i32::from(by) * INCH);
                    scene.shift(unit, back, Gait::Retreated, STAND);
                }
            }
            _ => {
                let was = scene.cursor;
                let turn = was.turn + u16::from(was.side == Side::B);
                scene.turn(
                    Cursor {
                        turn,
                        side: was.side.other(),
                        ..was
                    },
                    TURN,
                );
            }
        }
    }

    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let first = dice.ask(Ask::Draw { of: 2 }, Side::A, FIRST);
        let side = Side::BOTH[usize::from(first)];
        scene.turn(
            Cursor {
                turn: 1,
                side,
                ..scene.cursor
            },
            FIRST,
        );
    }

    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        let generals = battle.present().filter(|(_, unit)| unit.kind == 2);
        let late = generals
            .skip(4)
            .map(|(id, _)| (Some(id), "at most four generals".to_owned()));
        late.collect()
    }

    fn advice(&self) -> &dyn sandtable_battle::Advice {
        self
    }
}

impl sandtable_battle::Advice for Skirmish {
    fn profile(&self, _: &Battle, _: UnitId) -> Profile {
        Profile::default()
    }
}

/// A battle file that uses most of the format.
pub const BATTLE: &str = r##"
format = 1
rules = "skirmish"
title = "Two hills"
turns = 8
attacker = "Blue"
switches = { hills = "yes", range = 14 }
table = [36, 30]

[[side]]
name = "Blue"
colour = "#2f5d9b"
[[side]]
name = "Red"
colour = "#a83a32"

[[group]]
name = "Hill's division"
side = "Blue"
[[group]]
name = "The reserve"
side = "Blue"
[[group]]
name = "Reds"
side = "Red"

[[terrain]]
ground = "hill"
name = "East Hill"
at = [9, 18]
size = [8, 6]
[[terrain]]
ground = "woods"
at = [24, 18]
oval = [6, 4]
turned = 30
[[terrain]]
ground = "river"
line = [[0, 12], [20, 14], [36, 10]]
width = 2
[[terrain]]
ground = "fence"
line = [[4, 4], [8, 4]]

[[zone]]
name = "Crossroads"
at = [18, 15]
size = [2, 2]
[[zone]]
name = "South"
side = "Blue"
shape = [[0, 0], [36, 0], [36, 6]]

[[unit]]
name = "1st Line"
side = "Blue"
kind = "infantry"
group = "Hill's division"
at = [12, 6]
stands = 3
started = 4
grade = "veteran"
hits = 1
[[unit]]
name = "Blue Guards"
side = "Blue"
kind = "infantry"
group = "The reserve"
at = [20, 6]
formation = "column"
[[unit]]
name = "Old Hill"
side = "Blue"
kind = "general"
group = "Hill's division"
at = [12, 6]
with = "1st Line"
[[unit]]
name = "Red Hussars"
side = "Red"
kind = "cavalry"
at = [12, 16]
facing = 180
[[unit]]
name = "Red Dragoons"
side = "Red"
kind = "cavalry"
at = [20, 28]
facing = 180
arrives = 3

[stand_sizes]
infantry = [1, 0.5]

[victory]
objectives = true
default = "Red"
words = "Hold the crossroads."

[[piece]]
ground = "woods"
name = "The Spinney"
size = [4, 2]

[[piece]]
ground = "road"
line = [[-20, 0], [20, 0]]
width = 1
"##;

/// Returns the battle of [`BATTLE`].
pub fn battle(rules: &Skirmish) -> Battle {
    sandtable_files::read_battle(BATTLE, rules).unwrap_or_else(|flaws| panic!("{flaws}"))
}

/// What may be left of a volley when a player must decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chore {
    pub unit: UnitId,
    pub far: Length,
    pub back: Option<Pose>,
    pub tasks: Vec<Task>,
}

/// One thing that is left to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    Fire { at: UnitId, dice: u8 },
    Feel(Mood),
    FallBack,
}

pack! { Chore {
    unit = "Who fires.",
    far as Far = "How far it fires.",
    back,
    tasks = "What is left, the next thing last.",
} }
pack! { enum Task { Fire { at, dice = "How many dice." }, Feel(mood), FallBack } }
