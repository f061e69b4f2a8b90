//! Random tables: two forces near each other, on some ground, as battle files.

use crate::Lot;
use crate::plane::{P, along, heading, length, right, sub};
use std::fmt::Write as _;

/// Ingredients for the tables of a rule set.
#[derive(Clone, Debug)]
pub struct Recipe<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The kinds of unit; repeat a kind to make it likelier.
    pub kinds: &'a [&'a str],
    /// The kinds of ground; repeat a kind to make it likelier.
    pub grounds: &'a [&'a str],
    /// Width and depth of the table in inches.
    pub table: (f64, f64),
    /// Most units per side.
    pub units: u32,
    /// Least distance between the centres of two units, in inches.
    pub room: f64,
    /// Percentage of units that start in contact with an enemy.
    pub met: u32,
    /// Frontage and depth of a kind, in inches.
    pub size: fn(&str) -> (f64, f64),
    /// Share of the depth that lies ahead of the point given in the file: a half if that is the
    /// centre, zero if it is the middle of the front.
    pub ahead: f64,
    /// Least and greatest distance between the two forces at the start.
    pub apart: (f64, f64),
    /// The switches: `period = "ancient"`.
    pub switches: &'a str,
    /// Extra lines for a unit, such as its ratings or state.
    pub more: fn(&mut Lot, &str) -> String,
}

/// A unit with its place.
struct Placed {
    blue: bool,
    at: P,
    facing: f64,
    size: (f64, f64),
}

/// Kinds of ground that run along the table as lines; all others are areas.
const LINES: [&str; 6] = ["river", "road", "wall", "fence", "trench", "worm"];

impl Recipe<'_> {
    /// Draws a random table, as a battle file.
    #[must_use]
    pub fn draw(&self, lot: &mut Lot) -> String {
        let mut out = format!(
            "format = 1\nrules = \"{}\"\ntitle = \"Drawn by lot\"\ntable = [{}, {}]\nturns = {}\n",
            self.rules,
            self.table.0,
            self.table.1,
            3 + lot.below(6)
        );
        out.push_str("attacker = \"Blue\"\n");
        if !self.switches.is_empty() {
            let _ = writeln!(out, "switches = {{ {} }}", self.switches);
        }
        out.push_str("\n[[side]]\nname = \"Blue\"\n\n[[side]]\nname = \"Red\"\n");
        let mut crossing = Vec::new();
        for _ in 0..lot.below(4) {
            out.push_str(&self.ground(lot, &mut crossing));
        }
        let far = lot.between(self.apart.0, self.apart.1);
        let mut placed: Vec<Placed> = Vec::new();
        for n in 0..2 * (1 + lot.below(self.units)) {
            let Some(kind) = lot.pick(self.kinds) else {
                continue;
            };
            let blue = n % 2 == 0;
            let met = lot.percent(self.met);
            let foe = placed.iter().rev().find(|p| met && p.blue != blue);
            let next = match foe {
                Some(foe) => self.flush(lot, kind, foe),
                None => self.free(lot, kind, blue, far, &placed),
            };
            if let Some(next) = next {
                out.push_str(&self.told(lot, kind, n, &next));
                placed.push(next);
            }
        }
        out
    }

    /// Places a unit with its front against a face of an enemy.
    fn flush(&self, lot: &mut Lot, kind: &str, foe: &Placed) -> Option<Placed> {
        let quarter = [0, 0, 0, 1, 2, 3][usize::try_from(lot.below(6)).unwrap_or(0)];
        let out = heading(foe.facing / 360.0 * 65536.0 + f64::from(quarter) * 16384.0);
        let front = heading(foe.facing / 360.0 * 65536.0);
        let (wide, deep) = foe.size;
        let far = if quarter % 2 == 0 { deep } else { wide } / 2.0;
        let centre = along(foe.at, front, (self.ahead - 0.5) * deep);
        let own = (self.size)(kind);
        let middle = along(centre, out, far + own.1 * self.ahead);
        let aside = lot.between(-1.5, 1.5) * f64::from(lot.below(2));
        Some(Placed {
            blue: !foe.blue,
            at: along(middle, right(out), aside),
            facing: (foe.facing + 180.0 + 90.0 * f64::from(quarter)).rem_euclid(360.0),
            size: own,
        })
    }

    /// Places a unit somewhere on its side of the table.
    fn free(
        &self,
        lot: &mut Lot,
        kind: &str,
        blue: bool,
        far: f64,
        placed: &[Placed],
    ) -> Option<Placed> {
        let (w, h) = self.table;
        let sign = if blue { -1.0 } else { 1.0 };
        let tried = (0..20).map(|_| {
            let x = lot.between(0.15 * w, 0.85 * w);
            let y = h / 2.0 + sign * (far / 2.0 + lot.between(-2.0, 4.0));
            // Use whole inches now and then, to get exactly equal distances.
            if lot.percent(40) {
                (x.round(), y.round())
            } else {
                (x, y)
            }
        });
        let tried: Vec<P> = tried.collect();
        let free = |p: &P| placed.iter().all(|o| length(sub(*p, o.at)) > self.room);
        let at = tried.into_iter().find(free)?;
        let turned = match lot.below(4) {
            0 | 1 => 0.0,
            2 => f64::from(lot.below(19)) * 5.0 - 45.0,
            _ => f64::from(lot.below(36_000)) / 100.0,
        };
        let facing = (if blue { 0.0 } else { 180.0_f64 } + turned).rem_euclid(360.0);
        Some(Placed {
            blue,
            at,
            facing,
            size: (self.size)(kind),
        })
    }

    fn told(&self, lot: &mut Lot, kind: &str, n: u32, unit: &Placed) -> String {
        format!(
            "\n[[unit]]\nname = \"U{n}\"\nside = \"{}\"\nkind = \"{kind}\"\nat = [{:.4}, {:.4}]\nfacing = {:.3}\n{}",
            if unit.blue { "Blue" } else { "Red" },
            unit.at.0,
            unit.at.1,
            unit.facing,
            (self.more)(lot, kind)
        )
    }

    fn ground(&self, lot: &mut Lot, crossing: &mut Vec<f64>) -> String {
        let Some(&kind) = lot.pick(self.grounds) else {
            return String::new();
        };
        let (w, h) = self.table;
        let head = format!("\n[[terrain]]\nground = \"{kind}\"\n");
        if LINES.contains(&kind) {
            return head + &line(kind, (w, h), lot, crossing);
        }
        let middle = match (kind, crossing.first()) {
            ("bridge" | "ford", Some(&y)) => (lot.between(0.2, 0.8) * w, y),
            ("bridge" | "ford", None) => return String::new(),
            _ => (lot.between(0.1, 0.9) * w, lot.between(0.2, 0.8) * h),
        };
        let size = if matches!(kind, "bridge" | "ford") {
            (6.0, 3.0)
        } else {
            (lot.between(2.0, 9.0), lot.between(2.0, 7.0))
        };
        let form = if lot.percent(30) { "oval" } else { "size" };
        format!(
            "{head}{form} = [{:.2}, {:.2}]\nat = [{:.2}, {:.2}]\n",
            size.0, size.1, middle.0, middle.1
        )
    }
}

/// Draws the course of a line across the table, or along it.
fn line(kind: &str, (w, h): P, lot: &mut Lot, crossing: &mut Vec<f64>) -> String {
    let y = (lot.between(0.3, 0.7) * h).round();
    if kind == "river" {
        crossing.push(y);
        return format!("line = [[0, {y}], [{w}, {y}]]\nwidth = 1.5\n");
    }
    let wide = ["", "width = 1\n", "width = 2\n"];
    if kind == "road" {
        let x = (lot.between(0.2, 0.8) * w).round();
        return format!("line = [[{x}, 0], [{x}, {h}]]\nwidth = 1.5\n");
    }
    let x = lot.between(0.1, 0.6) * w;
    let slant = if lot.percent(50) {
        0.0
    } else {
        lot.between(-3.0, 3.0)
    };
    let long = lot.between(3.0, 14.0);
    let last = lot.pick(&wide).copied().unwrap_or("");
    format!(
        "line = [[{x:.2}, {y:.2}], [{:.2}, {:.2}]]\n{last}",
        x + long,
        y + slant
    )
}
