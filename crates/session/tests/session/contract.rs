//! The views against `web/src/engine/contract.ts`: one instance of every type,
//! full and empty, so that the two cannot drift apart.

use crate::page::Page;
use crate::typescript::Contract;
use sandtable_battle::{Beside, Face, Order, Standing, Status, Thrown, UnitId};
use sandtable_geometry::Ruler;
use sandtable_session::EngineError;
use sandtable_session::view::*;
use serde::Serialize;
use std::collections::BTreeSet;

fn text() -> String {
    "text".to_owned()
}

/// Holds one instance to an interface and notes that it was held.
struct Held {
    contract: Contract,
    names: BTreeSet<&'static str>,
}

impl Held {
    fn to(&mut self, name: &'static str, view: &impl Serialize) {
        let value = serde_json::to_value(view).expect("a view is JSON");
        if let Err(trouble) = self.contract.holds(name, &value) {
            panic!("{trouble}");
        }
        self.names.insert(name);
    }
}

fn tape() -> TapeView {
    TapeView {
        from: [0.0, 1.0],
        to: [2.0, 3.0],
        length: 2.8,
    }
}

fn refusal() -> RefusalView {
    RefusalView {
        clause: text(),
        title: text(),
        says: text(),
        unit: Some(1),
        point: Some([1.0, 2.0]),
        tape: Some(tape()),
    }
}

fn factor() -> FactorView {
    FactorView {
        clause: text(),
        title: text(),
        value: -1,
        unit: None,
    }
}

/// The table in words.
fn aloud(held: &mut Held) {
    let unit = UnitWords {
        unit: 1,
        says: text(),
    };
    let side = |key: SideKey| SideWords {
        key,
        says: text(),
        units: vec![unit.clone()],
    };
    held.to("SideWords", &side(SideKey::A));
    held.to(
        "TableWords",
        &TableWords {
            says: vec![text()],
            ground: vec![text()],
            zones: vec![text()],
            sides: [side(SideKey::A), side(SideKey::B)],
        },
    );
    let order = SaidOrder {
        label: text(),
        verb: text(),
        order: Order::End,
        target: Some(1),
        line: text(),
        chance: text(),
    };
    held.to("SaidOrder", &order);
    let near = NearView {
        unit: None,
        name: text(),
        foe: true,
        says: text(),
        orders: vec![order.clone()],
    };
    held.to("NearView", &near);
    let around = AroundView {
        unit: 1,
        says: text(),
        ways: vec![text()],
        example: Some(text()),
        orders: vec![SaidOrder {
            target: None,
            ..order
        }],
        near: vec![NearView {
            unit: Some(2),
            ..near
        }],
    };
    held.to("AroundView", &around);
    held.to(
        "AroundView",
        &AroundView {
            example: None,
            ..around
        },
    );
}

/// What a player may know beforehand.
fn known(held: &mut Held) {
    let threat = Threat {
        unit: 1,
        target: 2,
        verb: text(),
        says: text(),
        clause: text(),
        turn: 3,
        phase: text(),
        from: preview().path.first().cloned(),
        tape: Some(tape()),
    };
    let plain = Threat {
        from: None,
        tape: None,
        ..threat.clone()
    };
    held.to("Threat", &threat);
    held.to(
        "Threats",
        &Threats {
            on: vec![threat],
            by: vec![plain],
            moves: vec![vec![[0.0, 0.0]]],
            until: 4,
            says: text(),
        },
    );
    held.to("Threats", &Threats::default());
    held.to(
        "ReachView",
        &ReachView {
            verb: text(),
            outline: vec![vec![[0.0, 0.0]]],
        },
    );
    held.to(
        "WhyNot",
        &WhyNot {
            verb: text(),
            label: text(),
            asks: text(),
            order: Order::End,
            refusals: vec![refusal()],
        },
    );
    let found = IntentView {
        preview: Some(preview()),
        says: text(),
        margin: Some(0.1),
        clauses: vec![text()],
        line: text(),
    };
    held.to(
        "IntentView",
        &IntentView {
            preview: None,
            margin: None,
            ..found.clone()
        },
    );
    held.to("IntentView", &found);
}

/// The chances of a battle.
fn chanced(held: &mut Held) {
    let place = ChancePlace {
        number: 3,
        given: true,
        turn: 1,
        percent: 50.0,
        low: 40.0,
        high: 60.0,
        playouts: 8,
    };
    held.to("ChancePlace", &place);
    let step = ChanceStep {
        number: 3,
        side: SideKey::A,
        dice: true,
        lesser: 2,
        says: text(),
        by: -12.5,
        within: 3.0,
    };
    held.to("ChanceStep", &step);
    let side = ChanceSide {
        side: SideKey::B,
        decisions: 1.0,
        decisions_within: 2.0,
        dice: 3.0,
        dice_within: 4.0,
        luck: 5.0,
    };
    held.to("ChanceSide", &side);
    held.to(
        "Chances",
        &Chances {
            player: text(),
            playouts: 8,
            done: 1,
            all: 2,
            places: vec![place],
            steps: vec![step.clone()],
            moments: vec![step],
            sides: vec![side],
            stopped: 0,
        },
    );
}

fn terrain() -> TerrainView {
    TerrainView {
        ground: "woods",
        name: text(),
        level: 1,
        areas: vec![vec![[0.0, 0.0]]],
        line: vec![[0.0, 0.0]],
        width: 1.0,
    }
}

fn piece() -> PieceView {
    PieceView {
        piece: 0,
        title: text(),
        drawn: terrain(),
        laid: false,
        offered: true,
    }
}

fn unit() -> UnitView {
    UnitView {
        id: 3,
        name: text(),
        side: SideKey::A,
        kind: text(),
        kind_title: text(),
        figure: "cavalry".to_owned(),
        group: text(),
        status: Status::Table,
        formation: text(),
        formation_title: text(),
        centre: [1.0, 2.0],
        facing: 90.0,
        size: [4.0, 2.0],
        stands: vec![StandView {
            at: [1.0, 1.0],
            size: [1.0, 1.0],
        }],
        stands_now: 1,
        stands_started: 2,
        strength: 0.5,
        marks: vec![MarkView {
            id: text(),
            title: text(),
            value: 1,
            says: text(),
            clause: text(),
        }],
        ratings: vec![RatingView {
            title: text(),
            value: text(),
        }],
        with: None,
        ready: true,
        says: text(),
    }
}

fn table_order() -> TableOrder {
    TableOrder {
        label: text(),
        order: Order::End,
        clause: text(),
        main: true,
        aside: false,
    }
}

fn choice() -> ChoiceView {
    ChoiceView {
        side: SideKey::B,
        unit: Some(1),
        other: None,
        asks: text(),
        clause: text(),
        options: vec![ChoiceOption {
            label: text(),
            order: Order::Decide { choice: 0 },
        }],
    }
}

fn side(key: SideKey) -> SideView {
    SideView {
        key,
        name: text(),
        colour: text(),
        units: 6,
        strength: 6000,
        lost: 0,
        points: Some(3),
    }
}

fn left() -> LeftView {
    LeftView {
        since: 3,
        contacts: vec![[1, 2]],
        holds: vec![text()],
    }
}

fn seal() -> SealView {
    SealView {
        code: text(),
        word: text(),
        until: Some(3),
        secret: Some(text()),
    }
}

fn saying() -> Saying {
    let soil = || {
        Some(SoilView {
            ground: text(),
            level: Some(1),
        })
    };
    Saying {
        unit: 1,
        target: Some(2),
        range: 6.5,
        met: Face::Left,
        through: Face::Front,
        under: soil(),
        beneath: soil(),
        between: soil(),
        near: vec![near()],
    }
}

fn near() -> BesideView {
    BesideView {
        unit: 3,
        target: true,
        place: Beside::Behind,
        gap: 1.5,
    }
}

/// Positions left to the table.
fn stated(held: &mut Held) {
    held.to("LeftView", &left());
    held.to("SealView", &seal());
    held.to("BesideView", &near());
    held.to("Saying", &saying());
    let soil = SoilView {
        ground: text(),
        level: None,
    };
    held.to("SoilView", &soil);
    let button = OfferOrder {
        label: text(),
        order: Order::End,
        target: Some(1),
        fan: vec![[0.0, 45.0]],
    };
    held.to("OfferOrder", &button);
    let act = ActView {
        verb: text(),
        label: text(),
        targets: vec![1],
        orders: vec![button],
    };
    held.to("ActView", &act);
    let span = SpanView {
        least: 0.0,
        most: 12.0,
        bands: vec![6.0, 12.0],
    };
    held.to("SpanView", &span);
    let go = GoView {
        name: text(),
        most: 4.0,
    };
    held.to("GoView", &go);
    let form = FormView {
        says: saying(),
        before: true,
        span: Some(span),
        ways: vec![go],
        grounds: vec![[text(), text()]],
    };
    held.to("FormView", &form);
    let supposed = Supposed {
        label: text(),
        order: Order::End,
        preview: preview(),
    };
    held.to("Supposed", &supposed);
}

fn view() -> View {
    View {
        rules: text(),
        title: text(),
        story: text(),
        victory: text(),
        ruler: Ruler::Inches,
        table: [36.0, 36.0],
        terrain: vec![terrain()],
        pieces: vec![piece()],
        zones: vec![ZoneView {
            name: text(),
            side: None,
            area: vec![[0.0, 0.0]],
        }],
        sides: [side(SideKey::A), side(SideKey::B)],
        units: vec![unit()],
        counted: String::new(),
        turn: 1,
        turns: Some(12),
        phase: text(),
        phases: vec![text()],
        active: SideKey::A,
        to_move: SideKey::B,
        group: Some(text()),
        deck: vec![text()],
        ready: vec![3],
        table_orders: vec![table_order()],
        choice: Some(choice()),
        ended: Some(EndView {
            winner: None,
            title: text(),
            says: text(),
            clause: text(),
        }),
        number: 0,
        can_undo: false,
        seed: 7,
        seal: Some(seal()),
        house: text(),
        left: Some(left()),
        house_rules: vec![HouseRule {
            name: text(),
            title: text(),
            value: text(),
            printed: text(),
            clauses: vec![text()],
        }],
    }
}

fn preview() -> Preview {
    Preview {
        order: Order::Pass { unit: UnitId(1) },
        legal: true,
        refusals: vec![refusal()],
        path: vec![Placed {
            centre: [0.0, 0.0],
            facing: 0.0,
            size: [1.0, 1.0],
        }],
        lays: Some(terrain()),
        cost: 1.0,
        allowed: 6.0,
        tape: Some(tape()),
        factors: vec![factor()],
        says: text(),
    }
}

fn roll() -> RollView {
    RollView {
        by: SideKey::A,
        faces: vec![1, 6],
        sides: 6,
        clause: text(),
        title: text(),
        says: text(),
        drawn: false,
        thrown: Thrown::Hand,
    }
}

fn struck() -> LogEntry {
    LogEntry {
        clauses: vec![text()],
        struck: vec![entry()],
        ..entry()
    }
}

fn entry() -> LogEntry {
    LogEntry {
        number: 1,
        side: SideKey::A,
        order: text(),
        rolls: vec![roll()],
        lines: vec![LogLine {
            text: text(),
            clause: text(),
            unit: Some(1),
        }],
        turn: 1,
        phase: text(),
        stated: Some(text()),
        clauses: vec![text()],
        struck: Vec::new(),
    }
}

fn motion() -> Motion {
    let stance = Stance {
        centre: [0.0, 0.0],
        facing: 0.0,
    };
    Motion {
        unit: 1,
        gait: text(),
        from: stance,
        to: stance,
    }
}

fn clause() -> ClauseView {
    ClauseView {
        id: text(),
        title: text(),
        says: text(),
        source: text(),
        standing: Standing::Answered,
        switch: None,
        house: vec![text()],
    }
}

fn rulebook() -> Rulebook {
    Rulebook {
        id: text(),
        title: text(),
        author: text(),
        published: text(),
        status: text(),
        sections: vec![SectionView {
            title: text(),
            clauses: vec![clause()],
        }],
        switches: vec![SwitchView {
            name: text(),
            title: text(),
            values: vec![text()],
            value: text(),
            default: text(),
            says: text(),
            clause: text(),
        }],
        numbers: vec![NumberView {
            path: text(),
            sort: sandtable_battle::NumberSort::Whole,
            printed: text(),
            value: text(),
            least: Some(text()),
            most: None,
            clauses: vec![text()],
        }],
    }
}

fn ruling() -> RulingView {
    RulingView {
        id: text(),
        asks: text(),
        readings: vec![text()],
        decision: text(),
        clauses: vec![text()],
        switch: Some(text()),
    }
}

fn house() -> HouseView {
    HouseView {
        rules: text(),
        name: text(),
        says: text(),
        changes: Vec::new(),
    }
}

fn catalogue() -> Catalogue {
    Catalogue {
        version: text(),
        rulesets: vec![ruleset()],
        scenarios: vec![scenario()],
        tutorials: vec![tutorial()],
        levels: vec![LevelInfo {
            id: text(),
            title: text(),
            says: text(),
        }],
    }
}

fn tutorial() -> TutorialInfo {
    TutorialInfo {
        rules: text(),
        title: text(),
        says: text(),
        minutes: 10,
        steps: 20,
    }
}

fn lesson() -> Lesson {
    Lesson {
        rules: text(),
        title: text(),
        side: SideKey::A,
        step: 1,
        steps: 20,
        heading: text(),
        says: vec![text()],
        clauses: vec![LessonClause {
            id: text(),
            title: text(),
        }],
        stand: "astray",
        task: None,
        done: 0,
        of: 2,
        after: vec![text()],
        look: LookView {
            units: vec![1],
            orders: vec![2],
            targets: vec![3],
            areas: vec![vec![[0.0, 0.0]]],
            places: vec![vec![[0.0, 0.0]]],
            verbs: vec!["shoot"],
        },
        back: 3,
        begun: vec![0, 3],
    }
}

fn ruleset() -> RulesetInfo {
    RulesetInfo {
        id: text(),
        title: text(),
        author: text(),
        published: text(),
        status: text(),
        clauses: 140,
    }
}

fn scenario() -> ScenarioInfo {
    ScenarioInfo {
        id: text(),
        rules: text(),
        title: text(),
        story: text(),
        victory: text(),
        sides: [text(), text()],
        turns: None,
        ruler: Ruler::Inches,
        table: [36.0, 36.0],
        terrain: vec![terrain()],
        colours: [text(), text()],
        units: vec![Thumb {
            side: SideKey::A,
            at: [1.0, 1.0],
            facing: 0.0,
            size: [4.0, 2.0],
            figure: "general".to_owned(),
        }],
    }
}

#[test]
fn every_view_has_the_keys_of_its_interface() {
    let mut held = Held {
        contract: Contract::read(),
        names: BTreeSet::new(),
    };
    held.to("Catalogue", &catalogue());
    held.to("TutorialInfo", &tutorial());
    held.to("Lesson", &lesson());
    held.to("RulesetInfo", &ruleset());
    held.to("ScenarioInfo", &scenario());
    held.to("TerrainView", &terrain());
    held.to("PieceView", &piece());
    held.to("View", &view());
    held.to("SideView", &side(SideKey::A));
    held.to("UnitView", &unit());
    held.to("TableOrder", &table_order());
    held.to("ChoiceView", &choice());
    held.to(
        "OfferView",
        &OfferView {
            verb: text(),
            label: text(),
            clause: text(),
            orders: vec![OfferOrder {
                label: text(),
                order: Order::Draw,
                target: None,
                fan: Vec::new(),
            }],
            samples: Vec::new(),
            region: vec![vec![[0.0, 0.0]]],
            turn: Some(180.0),
        },
    );
    held.to("Preview", &preview());
    held.to("RefusalView", &refusal());
    held.to("FactorView", &factor());
    let branch = BranchView {
        says: text(),
        clauses: vec![text()],
        p: text(),
        percent: 50.0,
        branches: Vec::new(),
    };
    let tree = TreeView {
        branches: vec![BranchView {
            branches: vec![branch.clone()],
            ..branch.clone()
        }],
        lost: text(),
        within: Some(0.5),
    };
    held.to(
        "OddsView",
        &OddsView {
            certain: vec![text()],
            rows: vec![OddsRow {
                label: text(),
                p: text(),
                percent: 50.0,
            }],
            parts: vec![OddsPart {
                unit: Some(1),
                name: text(),
                rows: vec![OddsRow {
                    label: text(),
                    p: text(),
                    percent: 50.0,
                }],
            }],
            means: vec![MeanRow {
                label: text(),
                value: text(),
                number: 0.5,
            }],
            factors: vec![factor()],
            lost: text(),
            within: Some(0.5),
            others: OthersView {
                id: text(),
                says: text(),
            },
            tree: Some(tree.clone()),
        },
    );
    held.to("OddsTree", &tree);
    held.to("OddsBranch", &branch);
    held.to("RollView", &roll());
    held.to("LogEntry", &struck());
    held.to("Motion", &motion());
    let played = Played {
        view: view(),
        entry: entry(),
        motions: vec![motion()],
    };
    held.to("Played", &Answer::Played(Box::new(played)));
    let wanted = Wanted {
        order: text(),
        by: SideKey::B,
        count: 2,
        sides: 6,
        rows: vec![WantedRow {
            by: SideKey::B,
            count: 2,
        }],
        clause: text(),
        says: text(),
        needs: text(),
        faces: vec![text()],
        drawn: false,
    };
    held.to("WantedRow", &wanted.rows[0]);
    held.to("Wanted", &Answer::Wanted { wanted });
    let command = CommandView {
        clause: text(),
        title: text(),
        radius: 6.0,
        outline: vec![[0.0, 0.0]],
        units: vec![1],
    };
    held.to("CommandView", &command);
    held.to(
        "Overlay",
        &Overlay {
            arc: vec![vec![[0.0, 0.0]]],
            ranges: vec![RangeView {
                radius: 12.0,
                label: text(),
                outline: vec![[0.0, 0.0]],
            }],
            charge: vec![vec![[0.0, 0.0]]],
            sight: vec![SightView {
                unit: 1,
                from: [0.0, 0.0],
                to: [1.0, 1.0],
                clear: true,
                length: 1.4,
            }],
            command: Some(command),
        },
    );
    known(&mut held);
    stated(&mut held);
    aloud(&mut held);
    chanced(&mut held);
    held.to("Rulebook", &rulebook());
    held.to("RulingView", &ruling());
    held.to("ClauseView", &clause());
    held.to("HouseView", &house());
    let army = ArmyInfo {
        points: None,
        id: text(),
        name: text(),
        says: text(),
        units: text(),
    };
    held.to("ArmyInfo", &army);
    let [change] = view().house_rules.try_into().expect("one");
    held.to("HouseRule", &change);
    held.to("EngineError", &EngineError::refused(vec![refusal()]));
    held.to(
        "EngineError",
        &EngineError::new("plain").at(1, 2).hint("so"),
    );
    let all: BTreeSet<&str> = held.contract.interfaces().collect();
    let missed: Vec<&&str> = all.difference(&held.names).collect();
    assert!(missed.is_empty(), "no instance was held to {missed:?}");
}

#[test]
fn a_missing_and_an_extra_key_are_found() {
    let contract = Contract::read();
    let mut value = serde_json::to_value(clause()).expect("a view is JSON");
    value["extra"] = true.into();
    assert!(contract.holds("ClauseView", &value).is_err());
    let mut value = serde_json::to_value(clause()).expect("a view is JSON");
    value.as_object_mut().expect("an object").remove("says");
    assert!(contract.holds("ClauseView", &value).is_err());
    let mut value = serde_json::to_value(clause()).expect("a view is JSON");
    value["standing"] = "guessed".into();
    assert!(contract.holds("ClauseView", &value).is_err());
}

#[test]
fn every_call_of_the_contract_is_known() {
    let calls: Vec<String> = Contract::read().calls().map(ToOwned::to_owned).collect();
    assert!(calls.len() >= 18, "{calls:?}");
    let mut page = Page::new();
    for call in calls {
        if let Err(error) = page.call(&call, "[]") {
            let message = error["message"].as_str().unwrap_or_default();
            assert!(!message.contains("knows no call"), "{call}: {message}");
        }
    }
}
