//! The card: names and numbers of the rule set, as pages and files see them.

use crate::numbers::Numbers;
use crate::{ID, marks};
use sandtable_battle::{ArmySpec, Card, Credit, KindSpec, NumberTable, OrderSpec, PhaseSpec, Strength, Switch, read_clauses};
use sandtable_geometry::{Anchor, Ruler};

/// Builds the card of the rules under some house rules.
pub(crate) fn card(
    numbers: &Numbers,
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    let phase = |id: &str, title: &str, end: &str| PhaseSpec {
        id: id.to_owned(),
        title: title.to_owned(),
        end: end.to_owned(),
        rare: false,
    };
    let kind = |kind: &crate::numbers::Kind| KindSpec {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: kind.figure.clone(),
        stand: (kind.frontage, kind.depth),
        stands: 1,
        leader: false,
        formations: 1,
    };
    Ok(Card {
        id: ID.to_owned(),
        prefix: "@PREFIX@".to_owned(),
        edition: 1,
        credit: Credit {
            title: "@TITLE@".to_owned(),
            author: "nobody yet".to_owned(),
            published: "not yet".to_owned(),
            status: "A beginning: two kinds of unit that move and fight.".to_owned(),
        },
        ruler: Ruler::Inches,
        anchor: Anchor::Centre,
        strength: Strength::default(),
        kinds: numbers.kind.iter().map(kind).collect(),
        formations: vec!["line".to_owned()],
        marks: marks::specs(numbers),
        state: marks::state(),
        ratings: Vec::new(),
        phases: vec![
            phase("move", "Move", "End movement"),
            phase("fight", "Fight", "End fighting"),
        ],
        group: "command".to_owned(),
        orders: OrderSpec::default(),
        events: Vec::new(),
        plain_grounds: Vec::new(),
        armies: ArmySpec::default(),
        weights: "",
        clauses: read_clauses(include_str!("../clauses.toml"))?,
        switches,
        table: numbers.table,
        hash: table.hash(),
        numbers: table,
    })
}
