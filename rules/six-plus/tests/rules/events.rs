//! Event cards: a battle contains its own, or those of a file that it names.

use sandtable_battle::{Advice, EventCards, Rules, Switches};
use sandtable_files::Beside;
use sandtable_six_plus::SixPlus;

const DECK: &str = include_str!("../../../../scenarios/six-plus/weather-and-luck.events.toml");

fn rules(events: &str) -> SixPlus {
    SixPlus::new(&Switches::default().with("events", events)).expect("the rules")
}

/// Returns a battle file with extra lines at the top and at the end.
fn battle(top: &str, more: &str) -> String {
    format!(
        "format = 2\nrules = \"six-plus\"\nswitches = {{ events = \"on\" }}\n{top}\n\
         [[side]]\nname = \"South\"\n[[side]]\nname = \"North\"\n\
         [[unit]]\nname = \"I\"\nside = \"South\"\nkind = \"infantry\"\nat = [18, 10]\nfacing = 0\n\
         [[unit]]\nname = \"X\"\nside = \"North\"\nkind = \"infantry\"\nat = [18, 30]\nfacing = 180\n\
         {more}"
    )
}

#[test]
fn a_battle_brings_its_cards_itself_and_keeps_them() {
    let rules = rules("on");
    let more = "[[event]]\ndoes = \"mud\"\ncards = 3\n[[event]]\ndoes = \"quiet\"\n";
    let read = sandtable_files::read_battle(&battle("", more), &rules).expect("a sound battle");
    let cards = [(2, 3), (0, 1)].map(|(does, cards)| EventCards { does, cards });
    assert_eq!(read.setting.events, cards);
    let text = sandtable_files::write_battle(&read, rules.card());
    let again = sandtable_files::read_battle(&text, &rules).expect("what is written is read");
    assert_eq!(again, read, "{text}");
}

#[test]
fn a_file_beside_it_has_the_cards() {
    let rules = rules("on");
    let text = battle("events = \"weather-and-luck.events.toml\"", "");
    let named = sandtable_files::events_beside(&text);
    assert_eq!(named.as_deref(), Some("weather-and-luck.events.toml"));
    let alone = sandtable_files::read_battle(&text, &rules).expect_err("the file is not here");
    assert!(alone.to_string().contains("are not here"), "{alone}");
    let events = sandtable_files::read_events(DECK, rules.card()).expect("a sound file");
    let beside = Beside {
        events: Some(events),
        ..Beside::default()
    };
    let read = sandtable_files::read_battle_with(&text, &rules, &beside).expect("a sound battle");
    let cards: u32 = read.setting.events.iter().map(|e| u32::from(e.cards)).sum();
    assert_eq!(cards, 8);
}

#[test]
fn what_is_wrong_with_cards_is_said() {
    let rules = rules("on");
    let flaws = |top: &str, more: &str| {
        let found = sandtable_files::read_battle(&battle(top, more), &rules);
        found.map_or_else(|flaws| flaws.to_string(), |_| "sound".to_owned())
    };
    let snow = flaws("", "[[event]]\ndoes = \"snow\"\n");
    assert!(snow.contains("snow") && snow.contains("mud"), "{snow}");
    let many = "[[event]]\ndoes = \"mud\"\ncards = 50\n".repeat(6);
    let many = flaws("", &many);
    assert!(many.contains("300 cards"), "{many}");
    let both = flaws(
        "events = \"mine.events.toml\"",
        "[[event]]\ndoes = \"mud\"\n",
    );
    assert!(both.contains("keep one of them"), "{both}");
    let other = flaws("events = \"on\"", "");
    assert!(other.contains("*.events.toml"), "{other}");
    let elsewhere = DECK.replace("six-plus", "three-hit");
    assert!(sandtable_files::read_events(&elsewhere, rules.card()).is_err());
}

#[test]
fn cards_and_switch_without_each_other_are_unusual() {
    let told = |events: &str, more: &str| {
        let rules = rules(events);
        let text = battle("", more).replace("\"on\"", &format!("\"{events}\""));
        let battle = sandtable_files::read_battle(&text, &rules).expect("a sound battle");
        rules.cautions(&battle).len()
    };
    let mud = "[[event]]\ndoes = \"mud\"\n";
    assert_eq!([told("on", ""), told("off", mud)], [1, 1]);
    assert_eq!([told("on", mud), told("off", "")], [0, 0]);
}
