//! The card: names and numbers of the rule set.

use crate::numbers::{Arm, Kind, Numbers};
use crate::units::{FIELD_COLUMN, LINE, MARCH_COLUMN, SKIRMISH};
use crate::{ID, before, marks};
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, NumberTable, OrderSpec, PhaseSpec, RatingSpec,
    StateSpec, Strength, Switch, Texts, read_clauses,
};
use sandtable_geometry::{Anchor, Ruler};

/// Texts that these rules are made of.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: crate::numbers::TEXT,
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};

/// Number of this engine's reading of the rules; goes up when the reading changes.
const EDITION: u16 = 1;

/// Returns the card of the rules under some switches.
pub(crate) fn card(
    numbers: &Numbers,
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    Ok(Card {
        id: ID.to_owned(),
        prefix: "FAV".to_owned(),
        edition: EDITION,
        credit: credit(),
        ruler: Ruler::Inches,
        anchor: Anchor::Centre,
        kinds: numbers.kind.iter().map(kind).collect(),
        strength: Strength {
            one: "figure".to_owned(),
            many: "figures".to_owned(),
            to_a_base: numbers.scale.figures_to_a_stand,
        },
        formations: ["line", "field-column", "march-column", "skirmish"]
            .map(str::to_owned)
            .to_vec(),
        marks: marks::specs(numbers),
        state: StateSpec {
            before: Some(before::before()),
            ..marks::state()
        },
        ratings: ratings(),
        phases: phases(),
        group: "army".to_owned(),
        orders: OrderSpec::default(),
        events: Vec::new(),
        plain_grounds: vec![Ground::Worm, Ground::Field],
        armies: ArmySpec::default(),
        weights: "",
        clauses: read_clauses(include_str!("../clauses.toml"))?,
        switches,
        table: numbers.table.size,
        hash: table.hash(),
        numbers: table,
    })
}

fn credit() -> Credit {
    Credit {
        title: "My Favorite Rules".to_owned(),
        author: "John Acar".to_owned(),
        published: "John's Wargame Page (johnswargames.wordpress.com), four posts, 13 December 2019 to 1 March 2020"
            .to_owned(),
        status: "Every clause in our own words; what the posts leave open is settled by our rulings, which are shown."
            .to_owned(),
    }
}

fn kind(from: &Kind) -> KindSpec {
    let bits = |all: &[u8]| all.iter().fold(0, |set, f| set | 1 << f);
    let formations = match (from.arm, from.light) {
        (Arm::Foot | Arm::Horse, true) => bits(&[LINE, FIELD_COLUMN, MARCH_COLUMN, SKIRMISH]),
        (Arm::Foot | Arm::Horse, false) => bits(&[LINE, FIELD_COLUMN, MARCH_COLUMN]),
        _ => bits(&[LINE]),
    };
    KindSpec {
        id: from.id.clone(),
        title: from.title.clone(),
        figure: from.picture.clone(),
        stand: from.stand,
        stands: from.figures,
        leader: from.arm == Arm::Staff,
        formations,
    }
}

fn ratings() -> Vec<RatingSpec> {
    let rating = RatingSpec::new;
    let of = |all: &[u8]| all.iter().fold(0, |set, kind| set | 1 << kind);
    let (foot, horse, staff) = (of(&[0, 1]), of(&[2, 3]), of(&[6, 7]));
    vec![
        rating("temper", "Temper", &["steady", "impetuous"], foot),
        rating("arms", "Arms", &["usual", "carbines"], horse),
        rating(
            "grade",
            "Grade",
            &["ungraded", "seasoned", "veteran", "crack"],
            !staff,
        ),
        rating("command", "Command", &["0", "1", "2", "3"], staff),
    ]
}

fn phases() -> Vec<PhaseSpec> {
    let phase = |id: &str, title, end| {
        PhaseSpec::new(id, title, end, matches!(id, "terrain" | "deployment"))
    };
    vec![
        phase("terrain", "Terrain", "No more terrain"),
        phase("deployment", "Deployment", "End deployment"),
        phase("initiative", "Initiative", "End initiative"),
        phase("first-move", "First side moves", "End movement"),
        phase("second-move", "Second side moves", "End movement"),
        phase("fire", "Those who stood shoot", "All volleys declared"),
        phase(
            "fire-moved",
            "Those who moved shoot",
            "All volleys declared",
        ),
        phase("melee", "Close combat", "End close combat"),
    ]
}
