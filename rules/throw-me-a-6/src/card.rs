//! The card of the rule set: its names and numbers, as clients see them.

use crate::numbers::{Family, KindNumbers, Numbers, Weapon};
use crate::switches::Choices;
use crate::{ID, before, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, NumberTable, OrderSpec, PhaseSpec, RatingSpec,
    Strength, Switch, Texts, read_clauses,
};
use sandtable_geometry::{Anchor, Length, Ruler};

/// The texts that make up these rules.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: include_str!("../numbers.toml"),
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};

/// The edition of this engine's reading of the rules; raised when the reading changes.
const EDITION: u16 = 2;
const CLAUSES: &str = include_str!("../clauses.toml");
const ELEMENTS: &str = include_str!("../elements.toml");

/// The rating `armour` (UNIT-04): none, half, full.
pub(crate) const ARMOUR: usize = 0;
/// The rating `skill` (UNIT-05): inferior, average, superior.
pub(crate) const SKILL: usize = 1;
/// The rating `experience` (UNIT-06): raw, seasoned, veteran.
pub(crate) const EXPERIENCE: usize = 2;
/// The rating `weapon` (UNIT-08): that of the unit's type, or another.
pub(crate) const WEAPON: usize = 3;

/// The weapons a unit may have in place of its type's own, by value from 1.
pub(crate) const ARMS: [Weapon; 5] = [
    Weapon::None,
    Weapon::Javelin,
    Weapon::Sling,
    Weapon::Bow,
    Weapon::Pila,
];

/// Returns the types of units, with the general if generals are in play.
pub(crate) fn kinds(numbers: &Numbers, choices: &Choices) -> Vec<KindNumbers> {
    let mut kinds = numbers.kind.clone();
    if choices.general {
        kinds.push(KindNumbers {
            id: "general".to_owned(),
            title: numbers.general.title.clone(),
            figure: "general".to_owned(),
            family: Family::General,
            traits: Vec::new(),
            pace: numbers.general.pace,
            weapon: Weapon::None,
            deploys: 4,
        });
    }
    kinds
}

/// Returns how many stands a type has beside and behind each other (UNIT-01, UNIT-02).
pub(crate) const fn layout(family: Family) -> (Length, Length) {
    match family {
        Family::Elephants => (2, 1),
        Family::Chariots | Family::Artillery | Family::General => (1, 1),
        _ => (2, 2),
    }
}

/// Makes the card.
pub(crate) fn card(
    numbers: &Numbers,
    choices: &Choices,
    kinds: &[KindNumbers],
    switches: Vec<Switch>,
    table: NumberTable,
) -> Result<Card, String> {
    by!(c::META_01, c::SCALE_01);
    Card {
        id: ID.to_owned(),
        prefix: "T6".to_owned(),
        edition: EDITION,
        credit: credit(&numbers.edition),
        ruler: Ruler::Inches,
        anchor: Anchor::Centre,
        kinds: kinds.iter().map(|kind| kind_spec(kind, numbers)).collect(),
        strength: Strength {
            one: "base".to_owned(),
            many: "bases".to_owned(),
            ..Strength::default()
        },
        formations: Vec::new(),
        marks: marks::specs(),
        state: before::state(),
        ratings: ratings(kinds),
        phases: phases(choices),
        group: "command".to_owned(),
        orders: OrderSpec {
            aims_charges: true,
            ..OrderSpec::default()
        },
        events: Vec::new(),
        plain_grounds: vec![
            Ground::Fence,
            Ground::Trench,
            Ground::Works,
            Ground::Worm,
            Ground::Field,
        ],
        armies: ArmySpec::default(),
        weights: "",
        clauses: read_clauses(CLAUSES).map_err(|e| format!("clauses.toml: {e}"))?,
        switches,
        table: (numbers.board[0].0, numbers.board[1].0),
        hash: table.hash(),
        numbers: table,
    }
    // ARMY-01.
    .with_elements(ELEMENTS)
}

fn credit(edition: &str) -> Credit {
    Credit {
        title: "Throw me a 6".to_owned(),
        author: "John Acar".to_owned(),
        published: format!("John's Wargame Page (johnswargames.wordpress.com), {edition}"),
        status: "Ancient and medieval battles with stands that are taken off. The rules are his; \
                 bases, arcs, sight and what happens where two rules meet are ours and marked so."
            .to_owned(),
    }
}

fn kind_spec(kind: &KindNumbers, numbers: &Numbers) -> KindSpec {
    let (files, ranks) = layout(kind.family);
    let [frontage, depth] = match kind.family {
        Family::Chariots | Family::Artillery => numbers.footprint.single,
        Family::General => [numbers.general.base; 2],
        _ => numbers.footprint.unit,
    };
    KindSpec {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: kind.figure.clone(),
        stand: (frontage.0 / files, depth.0 / ranks),
        stands: u8::try_from(files * ranks).unwrap_or(1),
        leader: kind.family == Family::General,
        formations: 0,
    }
}

fn ratings(kinds: &[KindNumbers]) -> Vec<RatingSpec> {
    let of = |said: &dyn Fn(Family) -> bool| {
        let bits = kinds.iter().enumerate().filter(|(_, k)| said(k.family));
        bits.fold(0, |bits, (at, _)| bits | 1 << at)
    };
    let rating = |id, title, values, default, kinds| {
        RatingSpec::new(id, title, values, kinds).usually(default)
    };
    let fights = of(&|f| !matches!(f, Family::General | Family::Artillery));
    let armed = of(&|f| {
        !matches!(
            f,
            Family::General | Family::Artillery | Family::Chariots | Family::Elephants
        )
    });
    vec![
        rating("armour", "Armour", &["none", "half", "full"], 0, fights),
        rating(
            "skill",
            "Skill",
            &["inferior", "average", "superior"],
            1,
            fights,
        ),
        rating(
            "experience",
            "Experience",
            &["raw", "seasoned", "veteran"],
            1,
            fights,
        ),
        rating(
            "weapon",
            "Weapon",
            &["usual", "none", "javelin", "sling", "bow", "pila"],
            0,
            armed,
        ),
    ]
}

fn phases(choices: &Choices) -> Vec<PhaseSpec> {
    let phase = PhaseSpec::new;
    let mixed = !choices.moves_then_shots;
    vec![
        phase("terrain", "Terrain", "No more terrain", true),
        phase("deploy_1", "Deploy light cavalry", "Place the rest", true),
        phase("deploy_2", "Deploy light infantry", "Place the rest", true),
        phase("deploy_3", "Deploy heavy cavalry", "Place the rest", true),
        phase("deploy_4", "Deploy heavy infantry", "Place the rest", true),
        phase("initiative", "Initiative", "Go on", true),
        phase(
            "actions",
            if mixed { "Actions" } else { "Moves" },
            if mixed { "End actions" } else { "End moves" },
            false,
        ),
        phase("shots", "Shots", "End shooting", mixed),
        phase("late", "Late shots", "No more late shots", true),
        phase("opponents", "Opponents", "Fight the nearest", true),
        phase("pila", "Pila", "Keep the rest", true),
        phase("melee", "Melee", "End melee", false),
        phase("retreat", "Retreats", "End retreats", true),
        phase("pursuit", "Pursuit", "No more pursuit", true),
    ]
}
