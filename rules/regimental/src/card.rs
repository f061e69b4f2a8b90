//! The card: names and numbers of the rule set.

use crate::numbers::Numbers;
use crate::{ID, before, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, NumberTable, OrderSpec, PhaseSpec, RatingSpec,
    Strength, Switch, Texts, read_clauses,
};
use sandtable_geometry::{Anchor, INCH, Ruler};

/// Texts that these rules are made of.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: include_str!("../numbers.toml"),
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};

/// The edition of this engine's reading of the rules; raised when the reading changes.
const EDITION: u16 = 2;

/// Returns the card of the rules under some switches.
pub(crate) fn card(
    numbers: &Numbers,
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    let size = &numbers.table.size;
    // An announced fight is carried out even if its target has gone.
    by!(c::CHARGE_16);
    Ok(Card {
        id: ID.to_owned(),
        prefix: "REG".to_owned(),
        edition: EDITION,
        credit: Credit {
            title: "Chaos, Confusion and Casualties".to_owned(),
            author: "John Michael Priest".to_owned(),
            published: "johnmpriest.blogspot.com, final installment".to_owned(),
            status: "The text begins in the middle of its section on charges: charge, cheer, \
                     reaction, hand to hand, ordered fire, terrain and losses are his; the basics \
                     before them are supplied by us and marked so."
                .to_owned(),
        },
        ruler: Ruler::Inches,
        anchor: Anchor::Centre,
        kinds: kinds(numbers),
        strength: Strength::default(),
        formations: ["line", "column", "open", "unlimbered", "limbered"]
            .map(str::to_owned)
            .to_vec(),
        marks: marks::specs(),
        state: before::state(),
        ratings: ratings(),
        phases: phases(),
        group: "brigade".to_owned(),
        orders: OrderSpec {
            aims_charges: true,
            charges_fought_later: true,
            fights_outlive_target: true,
        },
        events: Vec::new(),
        plain_grounds: vec![
            Ground::Town,
            Ground::Trench,
            Ground::Works,
            Ground::Bridge,
            Ground::Ford,
        ],
        armies: ArmySpec::default(),
        weights: "",
        clauses: read_clauses(include_str!("../clauses.toml"))
            .map_err(|e| format!("clauses.toml: {e}"))?,
        switches,
        table: (
            size.first().copied().unwrap_or(72 * INCH),
            size.get(1).copied().unwrap_or(48 * INCH),
        ),
        hash: table.hash(),
        numbers: table,
    })
}

fn kinds(numbers: &Numbers) -> Vec<KindSpec> {
    let formations = [0b00011, 0b00011, 0b00100, 0b11000, 0b00011];
    let figures = [
        "infantry",
        "cavalry",
        "skirmishers",
        "artillery",
        "skirmishers",
    ];
    let all = numbers.kind.iter().zip(formations).zip(figures);
    all.map(|((kind, formations), figure)| KindSpec {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: figure.to_owned(),
        stand: (INCH, INCH),
        stands: kind.stands,
        leader: false,
        formations,
    })
    .collect()
}

fn ratings() -> Vec<RatingSpec> {
    let rating = |id, title, values| RatingSpec::new(id, title, values, RatingSpec::ALL);
    vec![
        rating("weapon", "Weapon", &["usual", "rifle", "musket"]),
        rating("officers", "Officers", &["usual", "one", "two", "three"]),
    ]
}

fn phases() -> Vec<PhaseSpec> {
    let phase = |id: &str, title, end| PhaseSpec::new(id, title, end, matches!(id, "deployment"));
    vec![
        phase("deployment", "Deployment", "Place the rest"),
        phase("movement", "Movement", "End movement"),
        phase("charge", "Announcing charges", "All charges announced"),
        phase("assault", "Charges", "End charges"),
        phase("firing", "Firing", "End turn"),
    ]
}
