//! How pike and shot differs from three-hit, and that the rest is the same.

use sandtable_battle::{Battle, Clause, Judging, Order, Recorded, Rules, Switches, UnitId};
use sandtable_files::notation;
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_pike_and_shot::{OUT, c};
use sandtable_three_hit::{ThreeHit, marks};

fn under(switches: &Switches) -> ThreeHit {
    sandtable_pike_and_shot::open(switches).expect("known switches")
}

fn rules() -> ThreeHit {
    under(&Switches::default())
}

/// Sets up Blue's first turn: units by name, side, kind, place, facing and other keys.
fn battle(rules: &ThreeHit, phase: &str, units: &[(&str, &str, &str, [i32; 3], &str)]) -> Battle {
    let head = format!(
        "format = 2\nrules = \"pike-and-shot\"\n[[side]]\nname = \"Blue\"\n\
         [[side]]\nname = \"Red\"\n[state]\nturn = 1\nphase = \"{phase}\"\nactive = \"Blue\"\n"
    );
    let text = units
        .iter()
        .fold(head, |text, (name, side, kind, at, more)| {
            let [x, y, facing] = at;
            text + &format!(
                "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\n\
             at = [{x}, {y}]\nfacing = {facing}\n{more}\n"
            )
        });
    sandtable_files::read_battle(&text, rules).unwrap_or_else(|flaws| panic!("{flaws}"))
}

fn order(rules: &ThreeHit, battle: &Battle, line: &str) -> Order {
    notation::parse(line, battle, rules.card()).unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn refused(rules: &ThreeHit, battle: &Battle, line: &str) -> Vec<Clause> {
    match rules.judge(battle, &order(rules, battle, line)) {
        Ok(_) => Vec::new(),
        Err(why) => why.reasons().iter().map(|reason| reason.clause).collect(),
    }
}

fn play(rules: &ThreeHit, battle: &Battle, line: &str, faces: &[u8]) -> Battle {
    let mut dice = Recorded::new(faces);
    let played = rules.play(battle, &order(rules, battle, line), &mut dice);
    let (after, _) = played.unwrap_or_else(|why| panic!("{line}: {why:?}"));
    assert_eq!(dice.left_over(), 0, "{line}");
    after
}

const BLUE: UnitId = UnitId(0);
const RED: UnitId = UnitId(1);

fn volley(rules: &ThreeHit, more: &str) -> Battle {
    let units = [
        ("B1", "Blue", "infantry", [18, 8, 0], more),
        ("R1", "Red", "infantry", [18, 18, 180], ""),
    ];
    battle(rules, "shoot", &units)
}

#[test]
fn pike_01_the_troops_are_those_of_the_period() {
    let rules = rules();
    let card = rules.card();
    let ids: Vec<&str> = card.kinds.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids, ["infantry", "swordsmen", "reiters", "cavalry"]);
    assert_eq!(
        (card.id.as_str(), card.prefix.as_str()),
        ("pike-and-shot", "THR")
    );
    assert_eq!(
        card.clause(c::PIKE_01).map(|text| text.title.as_str()),
        Some("The troops")
    );
    // It also shoots on the move, at 12 inches and no farther.
    assert!(refused(&rules, &volley(&rules, "moved = \"moved\""), "shoot B1 R1").is_empty());
    // The clauses of its base stand beside its own, and so do the base's other switches.
    assert!(card.find("THR-SHOOT-04").is_some() && card.find("THR-PIKE-02").is_some());
    assert_eq!(card.cite(c::PIKE_02), "THR-PIKE-02");
    assert!(card.switches.iter().all(|switch| switch.name != "period"));
    assert!(
        card.switches
            .iter()
            .any(|switch| switch.name == "charge_reach")
    );
    let period = Switches::default().with("period", "ancient");
    assert!(sandtable_pike_and_shot::open(&period).is_err());
}

#[test]
fn pike_02_every_shot_is_followed_by_the_powder_die() {
    let rules = rules();
    let start = volley(&rules, "");
    for (face, out) in [(1, true), (2, true), (3, false), (6, false)] {
        let after = play(&rules, &start, "shoot B1 R1", &[4, face]);
        assert_eq!(OUT.of(after.unit(BLUE)), out, "{face}");
        // The shot itself is as in three-hit.
        assert_eq!(marks::HITS.of(after.unit(RED)), 1);
        assert!(marks::SHOT.of(after.unit(BLUE)));
    }
    // The last enemy is gone: the battle is over, and no die is thrown.
    let last = play(&rules, &with_hits(&start, 2), "shoot B1 R1", &[4]);
    assert!(last.ended.is_some());
}

fn with_hits(battle: &Battle, hits: i8) -> Battle {
    let mut battle = battle.clone();
    marks::HITS.write(&mut battle.units[RED.index()], hits);
    battle
}

#[test]
fn pike_02_its_odds_are_exact_and_a_house_rule_changes_them() {
    let out = |rules: &ThreeHit| {
        let start = volley(rules, "");
        let shot = order(rules, &start, "shoot B1 R1");
        let law: Law<bool> = Explorer::new().law(|dice| {
            let (after, _) = rules.play(&start, &shot, dice).expect("legal");
            OUT.of(after.unit(BLUE))
        });
        assert_eq!(law.mass(), Chance::ONE);
        law.chance(&true).to_string()
    };
    assert_eq!(out(&rules()), "1/3");
    let wet = Switches::default().with_number("own.powder_out_on", "3");
    assert_eq!(out(&under(&wet)), "1/2");
    let rules = under(&wet);
    let changed: Vec<&str> = rules
        .card()
        .numbers
        .changed()
        .map(|n| n.path.as_str())
        .collect();
    assert_eq!(changed, ["own.powder_out_on"]);
}

#[test]
fn pike_03_no_powder_no_shot_but_a_charge() {
    let rules = rules();
    let empty = volley(&rules, "out = true");
    assert_eq!(refused(&rules, &empty, "shoot B1 R1"), [c::PIKE_03]);
    let near = |more: &'static str, kind: &'static str| {
        let units = [
            ("B1", "Blue", kind, [18, 8, 0], more),
            ("R1", "Red", "infantry", [18, 14, 180], ""),
        ];
        battle(&rules, "move", &units)
    };
    assert_eq!(
        refused(&rules, &near("", "infantry"), "charge B1 R1"),
        [c::PIKE_03]
    );
    for ready in [
        near("out = true", "infantry"),
        near("", "swordsmen"),
        near("", "cavalry"),
    ] {
        assert!(refused(&rules, &ready, "charge B1 R1").is_empty());
        assert!(
            rules
                .all_offers(&ready)
                .iter()
                .any(|offer| offer.verb == sandtable_battle::Verb::Charge)
        );
        assert!(rules.advice().profile(&ready, BLUE).charge > 0);
    }
    assert_eq!(
        rules.advice().profile(&near("", "infantry"), BLUE).charge,
        0
    );
    assert_eq!(rules.advice().profile(&empty, BLUE).range, 0);
}

#[test]
fn what_it_does_not_say_is_three_hit() {
    let (own, base) = (
        rules(),
        ThreeHit::new(&Switches::default()).expect("three-hit"),
    );
    let texts = |rules: &ThreeHit| rules.card().clauses.clone();
    let same = texts(&own)
        .into_iter()
        .filter(|text| texts(&base).contains(text))
        .count();
    assert_eq!(same, base.card().clauses.len());
    assert_eq!(own.card().clauses.len(), same + 3);
}

#[test]
fn worked_examples_come_out_as_they_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    sandtable_examples::folder(folder, &|switches| {
        Ok(std::sync::Arc::new(sandtable_pike_and_shot::open(
            switches,
        )?))
    });
}
