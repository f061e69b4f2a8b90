//! What units are worth: the built-in points, or those of your own study.

use sandtable_battle::Rules;
use sandtable_files::{Army, Points, whole_points};
use sandtable_tongue::{say, say_as};
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

#[derive(Serialize)]
struct Told {
    /// Where the points come from.
    says: String,
    /// The points by kind: name, strength, points and their interval.
    kinds: Vec<KindTold>,
    /// The units of an army with their points; none for a kind without points.
    units: Vec<(String, Option<f64>)>,
    /// The army's points.
    sum: Option<f64>,
    /// Number of its units without points.
    without: usize,
}

#[derive(Serialize)]
struct KindTold {
    kind: String,
    stands: u8,
    points: f64,
    least: f64,
    most: f64,
}

/// Returns the built-in points of a rule set.
fn shipped(rules: &dyn Rules) -> Option<Points> {
    let entry = sandtable_register::ALL
        .iter()
        .find(|e| e.id == rules.card().id)?;
    sandtable_files::read_points(entry.points()?, rules.card()).ok()
}

/// Says what an army is worth by the built-in points.
pub(crate) fn sum(army: &Army, rules: &dyn Rules) -> Option<String> {
    let (sum, without) = shipped(rules)?.army(army);
    let rest = match without {
        0 => String::new(),
        n => say!(", {n} of its units not counted", n = n),
    };
    (sum > 0).then(|| format!("{:.0}{rest}", whole_points(sum)))
}

/// Lists points by kind, and those of an army.
pub(crate) fn tell(
    rules: &dyn Rules,
    army: Option<&str>,
    own: Option<&str>,
    json: bool,
) -> Result<(), Failure> {
    let card = rules.card();
    let points = match own {
        Some(file) => {
            let text = table::text_of(file)?;
            sandtable_files::read_points(&text, card)
                .map_err(|flaws| Failure::File(show::flaws(file, &text, &flaws)))?
        }
        None => shipped(rules)
            .ok_or_else(|| Failure::File(say!("no points ship for {rules}", rules = card.id)))?,
    };
    let army = army
        .map(|file| {
            let text = table::text_of(file)?;
            sandtable_files::read_army(&text, card)
                .map_err(|flaws| Failure::File(show::flaws(file, &text, &flaws)))
        })
        .transpose()?;
    let title = |kind: u8| {
        let spec = card.kinds.get(usize::from(kind));
        spec.map_or("?", |spec| &spec.title)
    };
    let told = Told {
        says: points.says.clone(),
        kinds: points
            .kinds
            .iter()
            .map(|worth| KindTold {
                kind: title(worth.kind).to_owned(),
                stands: worth.stands,
                points: whole_points(worth.points),
                least: whole_points(worth.least),
                most: whole_points(worth.most),
            })
            .collect(),
        units: army
            .iter()
            .flat_map(|army| &army.units)
            .map(|unit| {
                let worth = points.of(unit);
                (
                    unit.name.clone(),
                    worth.map(|worth| whole_points(worth.points)),
                )
            })
            .collect(),
        sum: army.as_ref().map(|army| whole_points(points.army(army).0)),
        without: army.as_ref().map_or(0, |army| points.army(army).1),
    };
    if json {
        return show::json(&told);
    }
    show::say(&lines(&told).join("\n"))
}

fn lines(told: &Told) -> Vec<String> {
    let mut out = vec![told.says.clone(), String::new()];
    let longest = |names: &mut dyn Iterator<Item = &String>| names.map(|n| n.chars().count()).max();
    let width = longest(&mut told.kinds.iter().map(|k| &k.kind)).unwrap_or(4);
    out.push(format!(
        "{:<width$}  {}",
        say("kind"),
        say("strength  points  interval")
    ));
    for kind in &told.kinds {
        let interval = say!(
            "{least} to {most}",
            least = format_args!("{:.1}", kind.least),
            most = format_args!("{:.1}", kind.most)
        );
        out.push(format!(
            "{:<width$}  {:>8}  {:>6.1}  {interval}",
            kind.kind, kind.stands, kind.points
        ));
    }
    let Some(sum) = told.sum else { return out };
    out.push(String::new());
    let width = longest(&mut told.units.iter().map(|(name, _)| name)).unwrap_or(4);
    for (name, points) in &told.units {
        let points = points.map_or_else(
            || say_as("points", "none").to_owned(),
            |p| format!("{p:.1}"),
        );
        out.push(format!("{name:<width$}  {points:>6}"));
    }
    out.push(format!("{:<width$}  {sum:>6.1}", say("in all")));
    if told.without > 0 {
        out.push(say!(
            "units of a kind that has no points: {n}",
            n = told.without
        ));
    }
    out
}
