//! The card: names and numbers of the rule set.

use crate::numbers::Numbers;
use crate::{marks, units};
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, NumberTable, OrderSpec, PhaseSpec, RatingSpec,
    Strength, Switch, Texts, read_clauses,
};
use sandtable_geometry::{Anchor, Length, Ruler};

/// The texts that make up these rules.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: crate::numbers::TEXT,
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};

/// The edition of this engine's reading of the rules; raised when the reading changes.
const EDITION: u16 = 2;

/// Phase: the sides place divisions in turn (SET-02).
pub(crate) const DEPLOYING: u8 = 0;
/// Phase: the division on the card acts (TURN-02, TURN-03).
pub(crate) const ACTING: u8 = 1;

/// Makes the card of the rules under house rules.
pub(crate) fn card(
    numbers: &Numbers,
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    Ok(Card {
        id: "otr-d6".to_owned(),
        prefix: "OTR".to_owned(),
        edition: EDITION,
        credit: credit(),
        ruler: Ruler::Inches,
        anchor: Anchor::Front,
        kinds: kinds(numbers),
        strength: Strength::default(),
        formations: [
            "line",
            "column",
            "reinforced",
            "dismounted",
            "dismounted-column",
        ]
        .map(str::to_owned)
        .to_vec(),
        marks: marks::specs(numbers),
        state: marks::state(numbers),
        ratings: ratings(numbers),
        phases: phases(),
        group: "division".to_owned(),
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
        title: "OTR D6".to_owned(),
        author: "John Acar".to_owned(),
        published: "John's Wargame Page (johnswargames.wordpress.com), 4 March 2020".to_owned(),
        status: "Every clause in our own words; what the text leaves open is settled by our rulings, which are shown."
            .to_owned(),
    }
}

fn kinds(numbers: &Numbers) -> Vec<KindSpec> {
    let bits = |all: &[u8]| all.iter().fold(0, |set, f| set | 1 << f);
    let kind =
        |id: &str, title: &str, stand: (Length, Length), stands, formations: &[u8]| KindSpec {
            id: id.to_owned(),
            title: title.to_owned(),
            figure: id.to_owned(),
            stand,
            stands,
            leader: id == "general",
            formations: bits(formations),
        };
    let disc = 2 * numbers.stand.general_radius;
    let foot = [units::LINE, units::COLUMN, units::REINFORCED];
    let horse = [
        units::LINE,
        units::COLUMN,
        units::DISMOUNTED,
        units::DISMOUNTED_COLUMN,
    ];
    let usual = numbers.organisation.brigade_stands_usual.0;
    vec![
        kind("infantry", "Infantry", numbers.stand.infantry, usual, &foot),
        kind("cavalry", "Cavalry", numbers.stand.cavalry, usual, &horse),
        kind(
            "artillery",
            "Artillery",
            numbers.stand.artillery,
            numbers.organisation.battery_stands,
            &[units::LINE],
        ),
        kind("general", "General", (disc, disc), 1, &[units::LINE]),
    ]
}

fn ratings(numbers: &Numbers) -> Vec<RatingSpec> {
    let rating = |id: &str, title: &str, values: Vec<String>, default, kinds| RatingSpec {
        id: id.to_owned(),
        title: title.to_owned(),
        values,
        default,
        kinds,
    };
    let arms = numbers.volleys.iter().map(|v| v.arms.clone()).collect();
    let grades = numbers.grade.iter().map(|g| g.name.clone()).collect();
    let troops = !(1 << units::GENERAL);
    let generals = numbers.general.iter().map(|g| g.name.clone()).collect();
    vec![
        rating("grade", "Grade", grades, 1, troops),
        rating("arms", "Arms", arms, 0, troops),
        rating("command", "Command", generals, 2, !troops),
    ]
}

fn phases() -> Vec<PhaseSpec> {
    let phase = |id: &str, title, end| PhaseSpec::new(id, title, end, id == "deployment");
    vec![
        phase("deployment", "Deployment", "Place the rest of the division"),
        phase("activation", "Activation", "End activation"),
    ]
}
