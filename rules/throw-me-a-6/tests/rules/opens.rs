//! The rule set opens with every value of every switch.

use sandtable_battle::{Rules, Switches};
use sandtable_throw_me_a_6::ThrowMeA6;

#[test]
fn every_value_of_every_switch_is_taken_and_others_are_not() {
    let rules = ThrowMeA6::new(&Switches::default()).unwrap_or_else(|e| panic!("{e}"));
    for switch in rules.card().switches.iter().filter(|s| s.data.is_none()) {
        let range = switch
            .number
            .map(|n| vec![n.min.to_string(), n.max.to_string()]);
        for value in range.unwrap_or_else(|| switch.values.clone()) {
            let chosen = Switches::default().with(&switch.name, &value);
            if let Err(why) = ThrowMeA6::new(&chosen) {
                panic!("{} = {value}: {why}", switch.name);
            }
        }
        let wrong = Switches::default().with(&switch.name, "perhaps");
        assert!(ThrowMeA6::new(&wrong).is_err(), "{}", switch.name);
    }
    assert!(ThrowMeA6::new(&Switches::default().with("mood", "good")).is_err());
}
