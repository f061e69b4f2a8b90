//! The card of the rule set: its names and numbers, as clients see them.

use crate::numbers::{Arm, Army, KindNumbers, Numbers};
use crate::switches::{CavalryFire, Choices};
use crate::{ID, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    ArmySpec, Card, Credit, Ground, KindSpec, Muster, NumberTable, OrderSpec, PhaseSpec,
    RatingSpec, Strength, Switch, Texts, read_clauses,
};
use sandtable_geometry::{Anchor, Ruler};

/// The texts that make up these rules.
pub(crate) const TEXTS: Texts<'_> = Texts {
    numbers: include_str!("../numbers.toml"),
    switches: include_str!("../switches.toml"),
    weights: include_str!("../weights.toml"),
    difference: None,
};
const CLAUSES: &str = include_str!("../clauses.toml");

/// The rating `armoured` (UNIT-07).
pub(crate) const ARMOURED: usize = 0;
/// The rating `firearms` (UNIT-08).
pub(crate) const FIREARMS: usize = 1;

/// The formation `square` (OPT-03).
pub(crate) const SQUARE: u8 = 1;

/// Returns the troop types of the period, as the switches change them, with the
/// general if generals are in play.
pub(crate) fn kinds(numbers: &Numbers, choices: &Choices) -> Result<Vec<KindNumbers>, String> {
    by!(c::UNIT_04);
    let period = numbers.period_of(choices);
    let mut kinds = period.ok_or("numbers.toml lacks a period")?.kind.clone();
    for kind in kinds.iter_mut().filter(|kind| kind.id == "skirmishers") {
        kind.pace.0 = choices.skirmisher_move;
    }
    if choices.general {
        let horse = kinds.iter().find(|k| k.id == numbers.general.moves_as);
        let horse = horse.ok_or("numbers.toml: the general moves as nobody")?;
        let general = KindNumbers {
            id: "general".to_owned(),
            title: "General".to_owned(),
            shoot_column: None,
            melee_column: None,
            may_charge: false,
            frontage: numbers.general.frontage,
            depth: numbers.general.depth,
            leader: true,
            ..horse.clone()
        };
        kinds.push(general);
    }
    let known = |name: &String| kinds.iter().any(|k| k.id == *name);
    let rows = period.iter().flat_map(|p| &p.army);
    if rows.clone().flat_map(|row| row.units.keys()).all(known) {
        Ok(kinds)
    } else {
        Err("numbers.toml: an army has a type that its period lacks".to_owned())
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
    let card = Card {
        id: ID.to_owned(),
        prefix: "THR".to_owned(),
        edition: 1,
        credit: credit(&numbers.edition, period_title(numbers, choices)),
        ruler: Ruler::Inches,
        anchor: Anchor::Centre,
        kinds: kinds.iter().map(|kind| kind_spec(kind, choices)).collect(),
        strength: Strength::default(),
        formations: formations(choices),
        marks: marks::specs(numbers),
        state: marks::state(),
        ratings: ratings(kinds),
        phases: phases(),
        group: "command".to_owned(),
        orders: OrderSpec {
            charges_fought_later: true,
            ..OrderSpec::default()
        },
        events: Vec::new(),
        plain_grounds: vec![
            Ground::Fence,
            Ground::Trench,
            Ground::Works,
            Ground::Rough,
            Ground::Worm,
            Ground::Field,
        ],
        armies: ArmySpec {
            musters: vec![army_table(numbers, choices, kinds)],
            ..ArmySpec::default()
        },
        weights: "",
        clauses: read_clauses(CLAUSES).map_err(|e| format!("clauses.toml: {e}"))?,
        switches,
        // SET-01: the table.
        table: (numbers.table.width.0, numbers.table.depth.0),
        hash: table.hash(),
        numbers: table,
    };
    Ok(card)
}

fn period_title<'a>(numbers: &'a Numbers, choices: &Choices) -> &'a str {
    let period = numbers.period_of(choices);
    period.map_or("", |p| p.title.as_str())
}

/// Makes the army table of the period (SET-02).
fn army_table(numbers: &Numbers, choices: &Choices, kinds: &[KindNumbers]) -> Muster {
    let period = numbers.period_of(choices);
    let row = |army: &&Army| {
        let count = |id: &str| army.units.get(id).copied().unwrap_or(0);
        let kinds = kinds.iter().zip(0_u8..);
        kinds
            .map(|(kind, at)| (at, count(&kind.id)))
            .filter(|&(_, n)| n > 0)
            .collect()
    };
    let mut armies: Vec<&Army> = period.iter().flat_map(|p| &p.army).collect();
    armies.sort_by_key(|army| army.die);
    Muster {
        clause: c::SET_02,
        rows: armies.iter().map(row).collect(),
    }
}

fn credit(edition: &str, period: &str) -> Credit {
    Credit {
        title: "Three-hit One Hour Wargames".to_owned(),
        author: "John Acar, after Neil Thomas's One-Hour Wargames".to_owned(),
        published: format!("John's Wargame Page (johnswargames.wordpress.com), {edition}"),
        status: format!(
            "{period}. The play sheet's rules are his; what it leaves to its parent game is \
             supplied from that game's common frame, and where nothing says anything the ruling \
             is ours and marked so."
        ),
    }
}

fn kind_spec(kind: &KindNumbers, choices: &Choices) -> KindSpec {
    let square = choices.square && kind.id == "infantry";
    KindSpec {
        id: kind.id.clone(),
        title: kind.title.clone(),
        figure: kind.figure.clone().unwrap_or_else(|| kind.id.clone()),
        // UNIT-06: one base, of this size unless the scenario sets another.
        stand: (kind.frontage.0, kind.depth.0),
        stands: 1,
        leader: kind.leader,
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

fn ratings(kinds: &[KindNumbers]) -> Vec<RatingSpec> {
    let of = |said: &dyn Fn(&KindNumbers) -> bool| {
        let bits = kinds.iter().enumerate().filter(|(_, kind)| said(kind));
        bits.fold(0, |all, (at, _)| all | 1 << at)
    };
    let flag = |id, title, kinds| RatingSpec::new(id, title, &["no", "yes"], kinds);
    let troops = of(&|kind| !kind.leader);
    let mounted = of(&|kind| kind.group == Arm::Mounted && !kind.leader);
    vec![
        flag("armoured", "Armoured", troops),
        flag("firearms", "Firearms", mounted),
    ]
}

fn phases() -> Vec<PhaseSpec> {
    let phase = |id: &str, title, end| {
        PhaseSpec::new(id, title, end, matches!(id, "deploy" | "morale_active"))
    };
    vec![
        phase("deploy", "Deployment", "Place the rest"),
        phase("move", "Move", "End movement"),
        phase("shoot", "Shoot", "End shooting"),
        phase("melee", "Melee", "End melee"),
        phase("morale", "Morale", "Roll all tests"),
        phase(
            "morale_active",
            "Morale of the active side",
            "Roll all tests",
        ),
    ]
}

impl crate::ThreeHit {
    /// Returns how far a unit shoots, and on which column; none if it does not shoot
    /// (SHOOT-01, UNIT-08).
    pub(crate) fn weapon(
        &self,
        unit: &sandtable_battle::Unit,
    ) -> Option<(sandtable_geometry::Length, i8)> {
        by!(c::UNIT_01);
        let kind = self.kind(unit);
        if let Some(column) = kind.shoot_column {
            return Some((kind.range.0, column));
        }
        let armed = match self.choices.cavalry_fire {
            CavalryFire::Flag => unit.ratings[FIREARMS] != 0,
            CavalryFire::None => false,
            CavalryFire::All => true,
        };
        let arms = self.numbers.cavalry_firearms;
        let mounted = kind.group == Arm::Mounted && !kind.leader;
        (mounted && armed).then_some((arms.range.0, arms.column))
    }

    /// Whether a unit has anything to shoot with.
    #[must_use]
    pub fn shoots(
        &self,
        battle: &sandtable_battle::Battle,
        unit: sandtable_battle::UnitId,
    ) -> bool {
        self.weapon(battle.unit(unit)).is_some()
    }

    /// Returns the clause that refuses a shot to a unit without a weapon.
    pub(crate) fn unarmed(&self, unit: &sandtable_battle::Unit) -> sandtable_battle::Clause {
        let kind = self.kind(unit);
        if kind.leader {
            c::OPT_02
        } else if kind.group == Arm::Mounted {
            c::UNIT_08
        } else {
            c::SHOOT_01
        }
    }
}
