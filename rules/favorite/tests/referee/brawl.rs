//! Random melees: one or two lines that are held in front, in flank and from behind.

use sandtable_referee::Lot;
use std::fmt::Write as _;

/// A unit: its kind, formation and figures; its frontage and depth in inches.
struct Drawn {
    kind: &'static str,
    form: &'static str,
    figures: u32,
    size: (f64, f64),
}

fn drawn(lot: &mut Lot, most: u32, column: bool) -> Drawn {
    let horse = lot.percent(40);
    let figures = (if horse { 12 } else { most }) - lot.below(7);
    let stands = f64::from(figures.div_ceil(3));
    let deep = (stands / 2.0).ceil();
    let column = column || (lot.percent(25) && stands > 2.0);
    Drawn {
        kind: if horse { "cavalry" } else { "line-infantry" },
        form: if column { "field-column" } else { "line" },
        figures,
        size: if column { (2.0, deep) } else { (stands, 1.0) },
    }
}

/// The units that fight, as a battle file.
#[derive(Default)]
struct Tale {
    text: String,
    units: u32,
}

impl Tale {
    fn unit(&mut self, side: &str, of: &Drawn, (x, y): (f64, f64), facing: u32, more: &str) {
        let (kind, form, figures) = (of.kind, of.form, of.figures);
        let started = if kind == "cavalry" { 12 } else { 18 };
        let n = self.units;
        let _ = write!(
            self.text,
            "\n[[unit]]\nname = \"U{n}\"\nside = \"{side}\"\nkind = \"{kind}\"\nformation = \"{form}\"\nstands = {figures}\nstarted = {started}\nat = [{x:.2}, {y:.2}]\nfacing = {facing}\n{more}"
        );
        self.units += 1;
    }

    /// Adds a general who has joined the last unit.
    fn general(&mut self, lot: &mut Lot, side: &str, (x, y): (f64, f64)) {
        if lot.percent(65) {
            return;
        }
        let kind = if lot.percent(30) {
            "army-commander"
        } else {
            "general"
        };
        let host = self.units - 1;
        let _ = write!(
            self.text,
            "\n[[unit]]\nname = \"U{}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{x:.2}, {y:.2}]\nfacing = 0\nwith = \"U{host}\"\n",
            self.units
        );
        self.units += 1;
    }
}

/// Draws how a stand test left a unit that was charged.
fn stood(lot: &mut Lot) -> String {
    let stands = [
        "strikes-first",
        "strikes-together",
        "half-effect",
        "strikes-second",
        "no-blows",
    ];
    let stand = lot.pick(&stands).copied().unwrap_or("none");
    let marked = if lot.percent(30) {
        "marker = true\ncheck = \"halted\"\n"
    } else {
        ""
    };
    format!("stand = \"{stand}\"\n{marked}")
}

/// Draws a random melee, as a battle file.
pub fn brawl(lot: &mut Lot) -> String {
    let mut tale = Tale {
        text: "format = 2\nrules = \"favorite\"\ntitle = \"A brawl\"\ntable = [48, 36]\nturns = 4\nattacker = \"Blue\"\n\n[[side]]\nname = \"Blue\"\n\n[[side]]\nname = \"Red\"\n".to_owned(),
        units: 0,
    };
    if lot.percent(30) {
        tale.text
            .push_str("\n[[terrain]]\nground = \"hill\"\nat = [22, 19]\nsize = [16, 3]\n");
    }
    // Red faces south; the front runs along y = 18.
    let mut right = 20.0;
    for n in 0..1 + lot.below(2) {
        let red = Drawn {
            kind: "line-infantry",
            form: "line",
            figures: 18,
            size: (6.0, 1.0),
        };
        let more = stood(lot);
        let at = (right + 3.0, 18.5);
        tale.unit("Red", &red, at, 180, &more);
        if n == 0 {
            tale.general(lot, "Red", at);
        }
        right += 6.0;
    }
    let charged = |lot: &mut Lot| {
        if lot.percent(70) {
            "charge = \"home\"\nmoved = \"charged\"\n"
        } else {
            "charge = \"home\"\n"
        }
    };
    let mut left = 17.0 + lot.between(0.0, 3.0);
    while left < right - 1.0 {
        let blue = drawn(lot, 18, false);
        let at = (left + blue.size.0 / 2.0, 18.0 - blue.size.1 / 2.0);
        if lot.percent(75) {
            let more = charged(lot);
            tale.unit("Blue", &blue, at, 0, more);
            tale.general(lot, "Blue", at);
        }
        left += blue.size.0 + lot.between(0.3, 1.5);
    }
    if lot.percent(45) {
        let blue = drawn(lot, 18, true);
        let at = (20.0 - blue.size.1 / 2.0, 19.0);
        let more = charged(lot);
        tale.unit("Blue", &blue, at, 90, more);
    }
    if lot.percent(35) {
        let blue = drawn(lot, 12, true);
        let at = (22.0 + lot.between(0.0, 3.0), 19.0 + blue.size.1 / 2.0);
        let more = charged(lot);
        tale.unit("Blue", &blue, at, 180, more);
    }
    tale.text + "\n[state]\nturn = 2\nphase = \"melee\"\nactive = \"Blue\"\n"
}
