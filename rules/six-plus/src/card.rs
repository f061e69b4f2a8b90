//! The card of the rule set: its names and numbers, as clients see them.

use crate::events::Event;
use crate::numbers::{KindNumbers, Numbers};
use crate::switches::Choices;
use crate::turn::Step;
use crate::{ID, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, NumberTable, OrderSpec, PhaseSpec, Strength, Switch,
    Texts, read_clauses,
};
use sandtable_geometry::{Anchor, Ruler};

/// The texts that these rules are made of.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: include_str!("../numbers.toml"),
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};
const CLAUSES: &str = include_str!("../clauses.toml");

/// The formation `square` (SQ-01).
pub(crate) const SQUARE: u8 = 1;

/// Returns the arms, and the General if there are Generals (UNIT-01, GEN-01).
pub(crate) fn kinds(numbers: &Numbers, choices: &Choices) -> Vec<KindNumbers> {
    by!(c::UNIT_01);
    let all = numbers.kind.iter();
    let mut kinds: Vec<KindNumbers> = all
        .filter(|kind| choices.general || !kind.leads())
        .cloned()
        .collect();
    for kind in kinds.iter_mut().filter(|kind| kind.leads()) {
        by!(c::GEN_01);
        kind.charges = choices.general_may_charge;
    }
    kinds
}

/// Builds the card.
pub(crate) fn card(
    numbers: &Numbers,
    choices: &Choices,
    kinds: &[KindNumbers],
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    // CONV-02: files and the page use centimetres.
    Ok(Card {
        id: ID.to_owned(),
        prefix: "SIX".to_owned(),
        edition: 1,
        credit: credit(&numbers.edition),
        ruler: Ruler::Centimetres,
        strength: Strength::default(),
        anchor: Anchor::Centre,
        kinds: kinds
            .iter()
            .map(|k| kind_spec(k, numbers, choices))
            .collect(),
        formations: formations(choices),
        marks: marks::specs(),
        state: marks::state(),
        ratings: Vec::new(),
        phases: phases(choices),
        group: String::new(),
        orders: OrderSpec {
            charges_fought_later: true,
            aims_charges: true,
            ..OrderSpec::default()
        },
        events: Event::NAMES.map(str::to_owned).to_vec(),
        plain_grounds: vec![
            Ground::Fence,
            Ground::Wall,
            Ground::Trench,
            Ground::Works,
            Ground::Rough,
            Ground::Worm,
            Ground::Field,
        ],
        armies: ArmySpec::default(),
        weights: "",
        clauses: read_clauses(CLAUSES).map_err(|e| format!("clauses.toml: {e}"))?,
        switches,
        // SETUP-01: the default map.
        table: (numbers.map.0.0, numbers.map.1.0),
        hash: table.hash(),
        numbers: table,
    })
}

fn credit(edition: &str) -> Credit {
    Credit {
        title: "6+ Rules, la variante sans chance".to_owned(),
        author: "62connolly (Captain's Phlog), after Neil Thomas and H. G. Wells".to_owned(),
        published: format!("Captain's Phlog, 1 April 2020, {edition}"),
        status: "Diceless. The rules and the optional rules are the author's; where his text \
                 leaves a choice, or a complete game needs something it lacks, the ruling is ours \
                 and marked so."
            .to_owned(),
    }
}

fn kind_spec(kind: &KindNumbers, numbers: &Numbers, choices: &Choices) -> KindSpec {
    let square = choices.square && kind.square;
    KindSpec {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: kind.id.clone(),
        // UNIT-02: one size of base, unless the scenario sets another.
        stand: (numbers.base.0.0, numbers.base.1.0),
        stands: 1,
        leader: kind.leads(),
        formations: if square { 0b11 } else { 0b01 },
    }
}

fn formations(choices: &Choices) -> Vec<String> {
    let mut names = vec!["line".to_owned()];
    if choices.square {
        names.push("square".to_owned());
    }
    names
}

fn phases(choices: &Choices) -> Vec<PhaseSpec> {
    let steps = Step::ALL.into_iter();
    steps
        .filter(|&step| choices.general || step != Step::Rally)
        .map(|step| {
            let (id, title, end) = step.names();
            PhaseSpec::new(id, title, end, matches!(step, Step::Deploy | Step::Fight))
        })
        .collect()
}
