//! What lies around a unit, in words.

use super::{arc_of, lies, towards};
use crate::view::{AroundView, NearView, SaidOrder};
use crate::words;
use crate::{Look, Terms};
use sandtable_battle::{Legal, Offer, Order, Refusals, Scope, Unit, UnitId, Witness};
use sandtable_files::notation;
use sandtable_geometry::{Edge, Length, Rect, TOLERANCE};
use sandtable_odds::{OddsRow, OddsView};
use sandtable_scout as scout;
use sandtable_tell::words::{lower, place};
use sandtable_tongue::{fill, say};

/// Number of outcomes that are named before the rest is summed up.
const OUTCOMES: usize = 3;
/// Number of reasons that are given against a shot.
const REASONS: usize = 2;

impl Look<'_> {
    /// Describes what lies around a unit. `chances` adds what its orders may come to, which takes
    /// longer.
    #[must_use]
    pub fn around(&self, unit: UnitId, chances: bool) -> AroundView {
        let ready = self.ready().contains(&unit);
        let mut offers = Vec::new();
        if self.battle.ended.is_none() {
            self.rules.offers(self.battle, Some(unit), &mut offers);
        }
        let mut orders: Vec<SaidOrder> = offers
            .iter()
            .flat_map(|offer| {
                let legal = self.legal(offer, unit);
                legal
                    .into_iter()
                    .map(move |legal| self.said(offer, &legal, chances))
            })
            .collect();
        let here = self.battle.get(unit).is_some_and(Unit::on_table);
        let mut near = if here { self.near(unit) } else { Vec::new() };
        for one in &mut near {
            let (own, rest) = orders
                .into_iter()
                .partition(|order| order.target.is_some() && order.target == one.unit);
            (one.orders, orders) = (own, rest);
        }
        if chances {
            self.say_ahead(unit, &mut near);
        }
        AroundView {
            unit: unit.0,
            says: self.unit_words(unit, ready),
            ways: self.ways(&offers),
            example: self.example(unit, &offers),
            orders,
            near,
        }
    }

    /// Adds what the unit and each enemy may do to each other before the next turn is over.
    fn say_ahead(&self, unit: UnitId, near: &mut [NearView]) {
        let threats = self.threats(unit);
        for threat in threats.on.iter().chain(&threats.by) {
            let other = if threat.unit == unit.0 {
                threat.target
            } else {
                threat.unit
            };
            let Some(found) = near.iter_mut().find(|near| near.unit == Some(other)) else {
                continue;
            };
            let (says, turn) = (&threat.says, threat.turn);
            let phase = &threat.phase;
            found.says.push(' ');
            found.says.push_str(&if phase.is_empty() {
                say!("Ahead, turn {turn}: {says}.", turn = turn, says = says)
            } else {
                say!(
                    "Ahead, turn {turn}, {phase}: {says}.",
                    turn = turn,
                    phase = phase,
                    says = says
                )
            });
        }
    }

    /// Says how a unit may move: "Wheel and move: up to 6 inches".
    fn ways(&self, offers: &[Offer]) -> Vec<String> {
        let all = offers.iter().filter_map(|offer| match &offer.scope {
            Scope::Way(reach) => {
                let way = words::way(&offer.scope).unwrap_or_else(|| say("Move"));
                Some(say!(
                    "{way}, {clause}: up to {far}.",
                    way = way,
                    clause = lower(self.title(offer.clause)),
                    far = self.far(reach.allowance)
                ))
            }
            Scope::Zone(zone) => {
                let zone = self.battle.setting.zones.get(usize::from(*zone))?;
                let area = self.area(zone.area.outline().iter());
                Some(say!(
                    "Place it in {zone}: {area}.",
                    zone = place(&zone.name),
                    area = area
                ))
            }
            Scope::Area(area) => {
                let area = self.area(area.outline().iter());
                Some(say!("Place it on this ground: {area}.", area = area))
            }
            _ => None,
        });
        let mut out: Vec<String> = all.collect();
        out.dedup();
        out
    }

    /// Returns a typed line for a legal move of the unit: straight ahead, half as far as it may go.
    fn example(&self, unit: UnitId, offers: &[Offer]) -> Option<String> {
        let ahead = offers.iter().find_map(|offer| match &offer.scope {
            Scope::Way(reach) => Some(reach.allowance / 2),
            _ => None,
        });
        let area = offers
            .iter()
            .find_map(|offer| offer.scope.area(self.battle));
        let me = self.battle.get(unit)?;
        let to = match (ahead, area) {
            (Some(far), _) => {
                let own = self.rules.footprint(self.battle, unit);
                own.centre().moved(me.pose.facing, far)
            }
            (None, Some(area)) => area.middle(),
            (None, None) => return None,
        };
        let legal = self.nearest_legal(unit, to, Some(me.pose.facing))?;
        Some(notation::write(legal.order(), self.battle, self.card()))
    }

    fn said(&self, offer: &Offer, legal: &Legal, chances: bool) -> SaidOrder {
        let button = self.button(offer, legal);
        SaidOrder {
            line: notation::write(&button.order, self.battle, self.card()),
            verb: words::wire(offer.verb).to_owned(),
            chance: if chances && !matches!(button.order, Order::Face { .. }) {
                chance(&self.odds(legal, Terms::default()))
            } else {
                String::new()
            },
            label: button.label,
            order: button.order,
            target: button.target,
        }
    }

    /// Lists units and ground, nearest first. At the same distance units come before ground, and
    /// both in the order of the file.
    fn near(&self, unit: UnitId) -> Vec<NearView> {
        let own = self.rules.footprint(self.battle, unit);
        let side = self.battle.get(unit).map(|u| u.side);
        let mut all: Vec<(Length, NearView)> = Vec::new();
        for (id, other) in self.battle.present().filter(|&(id, _)| id != unit) {
            let foe = Some(other.side) != side;
            let (far, says) = self.unit_from(unit, &own, id, foe);
            let view = NearView {
                unit: Some(id.0),
                name: self.name(id).to_owned(),
                foe,
                says,
                orders: Vec::new(),
            };
            all.push((far, view));
        }
        for (place, feature) in (0..).zip(&self.battle.setting.terrain) {
            if let Some((far, says)) = self.ground_from(place, feature, &own) {
                let view = NearView {
                    unit: None,
                    name: super::ground::called(feature),
                    foe: false,
                    says,
                    orders: Vec::new(),
                };
                all.push((far, view));
            }
        }
        all.sort_by_key(|(far, _)| *far);
        all.into_iter().map(|(_, view)| view).collect()
    }

    /// Describes another unit as seen from the base of `unit`: the distance, and the sentence. The
    /// parts of the sentence: who, how far, which way, in which of your arcs, which way it faces,
    /// in which of its arcs you are, on what ground, its state, what lies between, who can shoot at
    /// whom.
    fn unit_from(&self, unit: UnitId, own: &Rect, id: UnitId, foe: bool) -> (Length, String) {
        let rect = self.rules.footprint(self.battle, id);
        let other = self.battle.unit(id);
        let tape = own.distance(&rect);
        let touches = tape.length <= TOLERANCE;
        let facing = sandtable_tell::compass(other.pose.facing);
        let mut parts = vec![
            if foe {
                say!("enemy {kind}", kind = self.kind(id))
            } else {
                say!("friendly {kind}", kind = self.kind(id))
            },
            if touches {
                say!("in contact")
            } else {
                self.far(tape.length)
            },
            towards(own.centre(), rect.centre()),
            lies(own, rect.centre()).to_owned(),
        ];
        parts.push(if foe {
            say!(
                "faces {facing}, {arc}",
                facing = facing,
                arc = arc_of(&rect, own.centre())
            )
        } else {
            say!("faces {facing}", facing = facing)
        });
        parts.extend(self.stands_in(&rect));
        parts.extend(self.state(id));
        if !touches {
            let between = self.across(&Edge::new(tape.from, tape.to), [unit, id]);
            if between.is_empty() {
                parts.push(say!("nothing between"));
            } else {
                parts.push(say!("between you: {what}", what = between.join(", ")));
            }
        }
        if foe {
            parts.extend(self.shot_words(
                unit,
                id,
                ["you have a clear shot", "you have no shot ({why})"],
            ));
            parts.extend(self.shot_words(
                id,
                unit,
                ["it has a clear shot", "it has no shot ({why})"],
            ));
        }
        let says = format!("{}: {}.", self.name(id), parts.join(", "));
        (if touches { 0 } else { tape.length }, says)
    }

    /// Asks the rules for a shot at another unit: now, or in the phase in which they give the
    /// fewest reasons against it.
    fn shot(&self, unit: UnitId, foe: UnitId) -> Option<Result<Legal, Refusals>> {
        let order = Order::Shoot { unit, target: foe };
        let moments = scout::in_every_phase(self.rules, self.battle, unit);
        scout::at_best(self.rules, moments, &order)
    }

    /// Says whether one unit can shoot at another by the rules when its time comes, and if not,
    /// why. None for a unit that never shoots.
    fn shot_words(&self, by: UnitId, at: UnitId, [clear, none]: [&str; 2]) -> Option<String> {
        if self.rules.advice().profile(self.battle, by).range == 0 {
            return None;
        }
        let refused = match self.shot(by, at)? {
            Ok(_) => return Some(say(clear).to_owned()),
            Err(refused) => refused,
        };
        let told = self.refusals(&refused);
        // A reason with a measurement says more than "not in this phase".
        let measured = refused.reasons().iter().zip(told);
        let (first, last): (Vec<_>, Vec<_>) =
            measured.partition(|(r, _)| !matches!(r.witness, Witness::Plain | Witness::Unit(_)));
        let why: Vec<String> = first
            .into_iter()
            .chain(last)
            .take(REASONS)
            .map(|(_, told)| lower(&told.says))
            .collect();
        Some(fill(none, &[("why", &why.join("; "))]))
    }
}

/// Says what an order may come to, likeliest first, and unit by unit where there is too much to say
/// at once. Empty when the result is certain.
fn chance(odds: &OddsView) -> String {
    if odds.rows.len() < 2 {
        return String::new();
    }
    if odds.parts.is_empty() {
        let told = odds.certain.iter().cloned();
        let told: Vec<String> = told.chain([outcomes(&odds.rows)]).collect();
        return told.join("; ");
    }
    let parts = odds.parts.iter().map(|part| match part.name.as_str() {
        "" => outcomes(&part.rows),
        name => format!("{name}: {}", outcomes(&part.rows)),
    });
    parts.collect::<Vec<_>>().join(". ")
}

fn outcomes(rows: &[OddsRow]) -> String {
    let (first, rest) = rows.split_at(rows.len().min(OUTCOMES));
    let mut told: Vec<String> = first
        .iter()
        .map(|row| format!("{} % {}", percent(row.percent), row.label))
        .collect();
    if !rest.is_empty() {
        let rest = rest.iter().map(|row| row.percent).sum();
        told.push(say!("{percent} % else", percent = percent(rest)));
    }
    told.join("; ")
}

/// Formats a chance in whole percent; a chance above zero never shows as zero.
fn percent(value: f64) -> String {
    if value < 0.5 {
        say!("under 1")
    } else {
        format!("{value:.0}")
    }
}
