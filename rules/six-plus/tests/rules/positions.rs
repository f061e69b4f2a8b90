//! What `check` finds wrong with a position.

use sandtable_battle::{Rules, Status, Switches};
use sandtable_six_plus::SixPlus;

const TEXT: &str = "format = 2\nrules = \"six-plus\"\nswitches = { square = \"on\" }\n\
     [[side]]\nname = \"South\"\n[[side]]\nname = \"North\"\n\
     [[unit]]\nname = \"I\"\nside = \"South\"\nkind = \"cavalry\"\nat = [18, 10]\nfacing = 0\n\
     [[unit]]\nname = \"X\"\nside = \"North\"\nkind = \"infantry\"\nat = [18, 30]\nfacing = 180\n";

/// SQ-01: only infantry forms square, whether it stands here or is still to come.
#[test]
fn cavalry_is_never_in_square() {
    let rules = SixPlus::new(&Switches::default().with("square", "on")).expect("the rules");
    let sound = sandtable_files::read_battle(TEXT, &rules).expect("a sound battle");
    for status in [Status::Table, Status::Reserve, Status::Expected] {
        let flaws = |formation| {
            let mut battle = sound.clone();
            (battle.units[0].status, battle.units[0].formation) = (status, formation);
            let says = rules.flaws(&battle).into_iter().map(|(_, says)| says);
            says.filter(|says| says.contains("SIX-SQ-01")).count()
        };
        assert_eq!((flaws(0), flaws(1)), (0, 1), "{status:?}");
    }
}

/// CHARGE-02: only a unit on the table is in a charge. One still to come would come on with it.
#[test]
fn nobody_is_in_a_charge_before_coming_on() {
    let text = TEXT.replacen(
        "facing = 0\n",
        "facing = 0\ncharge = \"to-retreat\"\nfoe = \"X\"\n",
        1,
    );
    let rules = SixPlus::new(&Switches::default()).expect("the rules");
    let says = |status: &str| {
        let text = text.replacen("kind = ", &format!("status = \"{status}\"\nkind = "), 1);
        sandtable_files::read_battle(&text, &rules)
            .map_or_else(|f| f.to_string(), |_| String::new())
    };
    for (status, wrong) in [("reserve", true), ("expected", true), ("fled", false)] {
        assert_eq!(says(status).contains("SIX-CHARGE-02"), wrong, "{status}");
    }
}
