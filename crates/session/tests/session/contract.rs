//! The views against `web/src/engine/contract.ts`: one instance of every type,
//! full and empty, so that the two cannot drift apart.

use crate::page::Page;
use crate::typescript::Contract;
use sandtable_battle::{Order, Standing, Status, UnitId};
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
        house: text(),
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
        rulings: vec![RulingView {
            id: text(),
            asks: text(),
            readings: vec![text()],
            decision: text(),
            clauses: vec![text()],
            switch: Some(text()),
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
            }],
            region: vec![vec![[0.0, 0.0]]],
            turn: Some(180.0),
        },
    );
    held.to("Preview", &preview());
    held.to("RefusalView", &refusal());
    held.to("FactorView", &factor());
    held.to(
        "OddsView",
        &OddsView {
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
        },
    );
    held.to("RollView", &roll());
    held.to("LogEntry", &entry());
    held.to("Motion", &motion());
    let played = Played {
        view: view(),
        entry: entry(),
        motions: vec![motion()],
    };
    held.to("Played", &Answer::Played(Box::new(played)));
    let wanted = Wanted {
        by: SideKey::B,
        count: 2,
        sides: 6,
        clause: text(),
        says: text(),
        drawn: false,
    };
    held.to("Wanted", &Answer::Wanted { wanted });
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
        },
    );
    held.to("Rulebook", &rulebook());
    held.to("ClauseView", &clause());
    held.to("HouseView", &house());
    let army = ArmyInfo {
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
