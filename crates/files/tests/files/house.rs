//! House rules: files, and battles that contain them.

use crate::support::Skirmish;
use sandtable_battle::{Card, NumberTable, Rules, Switches};
use sandtable_files::{
    Beside, House, files_beside, is_house, peek_house, peek_rules, read_battle, read_battle_with,
    read_house, read_switches, write_battle, write_house,
};

const NUMBERS: &str = "
[clauses]
range = \"SHOOT-02\"
die = \"SHOOT-01\"
[range]
long = 12
short = 6
[die]
faces = [1, 2]
";

/// Returns the rules of the tests, with numbers under house rules.
fn skirmish(house: &Switches) -> Result<Skirmish, String> {
    let mut rules = Skirmish::new();
    rules.card.numbers = NumberTable::new(NUMBERS, house)?;
    let long = rules.card.numbers.find("range.long").map(|n| n.now.clone());
    if long.as_deref() == Some("13") {
        return Err("thirteen is unlucky".to_owned());
    }
    Ok(rules)
}

fn card() -> Card {
    skirmish(&Switches::default()).unwrap().card().clone()
}

fn read(text: &str) -> Result<House, String> {
    let open = |house: &Switches| skirmish(house).map(drop);
    read_house(text, &card(), &open).map_err(|flaws| flaws.to_string())
}

fn whole(rest: &str) -> String {
    format!("base = \"{}\"\nname = \"Ours\"\n{rest}", card().id)
}

#[test]
fn a_file_is_read_and_written_back_equal() {
    let text = whole(
        "says = \"A try.\"\n[switches]\nhills = \"yes\"\nrange = 12\n[numbers]\nrange.long = 18\n\
         range.short = 6\n\"die.faces\" = [1, 3]\n",
    );
    let house = read(&text).unwrap();
    let numbers: Vec<(&str, &str)> = house.switches.numbers().collect();
    // Values as printed are left out.
    assert_eq!(numbers, [("die.faces.2", "3"), ("range.long", "18")]);
    let switches: Vec<(&str, &str)> = house.switches.choices().collect();
    assert_eq!(switches, [("hills", "yes")]);
    assert_eq!(read(&write_house(&house)).unwrap(), house);
    assert!(is_house(&text) && !is_house("rules = \"skirmish\""));
}

#[test]
fn flaws_have_places_and_hints() {
    let flaw = |rest: &str| read(&whole(rest)).unwrap_err();
    let near = flaw("[numbers]\nrange.lnog = 3\n");
    assert!(near.contains("line 4, column 14"), "{near}");
    assert!(near.contains("did you mean `range.long`?"), "{near}");
    assert!(flaw("[numbers]\nrange.long = 99\n").contains("0 to 48"));
    assert!(flaw("[numbers]\nrange.long = true\n").contains("must be a number"));
    assert!(flaw("[switches]\nhils = \"yes\"\n").contains("did you mean `hills`?"));
    assert!(flaw("[switches]\nrange = 99\n").contains("1 to 24"));
    assert!(flaw("[nummbers]\n").contains("did you mean `numbers`?"));
    // What the rule set itself refuses is reported at its place.
    let own = flaw("[numbers]\nrange.short = 5\nrange.long = 13\n");
    assert!(own.contains("line 5") && own.contains("unlucky"), "{own}");
    let base = peek_house("base = \"skirmsih\"", &["skirmish"]).unwrap_err();
    assert!(base.to_string().contains("did you mean `skirmish`?"));
}

#[test]
fn a_battle_holds_its_house_rules_and_keeps_them() {
    let text = crate::support::BATTLE.replacen(
        "switches =",
        "house = \"Ours\"\nnumbers = { \"range.long\" = 18 }\nswitches =",
        1,
    );
    let (_, asked) = peek_rules(&text).unwrap();
    assert_eq!(asked.get("numbers.range.long"), Some("18"));
    let house = read_switches(&text, &card()).unwrap();
    let rules = skirmish(&house).unwrap();
    let battle = read_battle(&text, &rules).unwrap();
    assert_eq!(battle.setting.house, "Ours");
    assert_eq!(battle.setting.switches, house);
    let written = write_battle(&battle, rules.card());
    assert_eq!(read_battle(&written, &rules).unwrap(), battle);
    let changed: Vec<&str> = rules
        .card()
        .numbers
        .changed()
        .map(|n| n.path.as_str())
        .collect();
    assert_eq!(changed, ["range.long"]);
}

#[test]
fn a_battle_may_name_a_file_that_must_then_be_there() {
    let text =
        crate::support::BATTLE.replacen("switches =", "house = \"ours.rules.toml\"\nswitches =", 1);
    assert_eq!(files_beside(&text).0.as_deref(), Some("ours.rules.toml"));
    assert_eq!(files_beside(crate::support::BATTLE), (None, [None, None]));
    let rules = skirmish(&Switches::default()).unwrap();
    let flaws = read_battle(&text, &rules).unwrap_err().to_string();
    assert!(flaws.contains("ours.rules.toml"), "{flaws}");
    let house = House {
        base: card().id,
        name: "Ours".to_owned(),
        says: String::new(),
        switches: Switches::default().with_number("range.long", "18"),
    };
    let beside = Beside {
        house: Some(house.clone()),
        ..Beside::default()
    };
    let battle = read_battle_with(&text, &rules, &beside).unwrap();
    assert_eq!(battle.setting.house, "Ours");
    assert_eq!(battle.setting.switches, house.switches);
}
