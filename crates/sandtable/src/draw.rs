//! A position as a picture: the table from above, as self-contained SVG.

use sandtable_battle::{Battle, Feature, Ground, Rules, Side, Status, UnitId};
use sandtable_geometry::{Area, Point};
use std::fmt::Write as _;

/// Width of the picture in pixels.
const WIDTH: u32 = 640;
/// Hundredths of a millimetre in a millimetre.
const PER_MM: f64 = 100.0;

/// Draws the table from above as an SVG picture, with lengths in millimetres.
///
/// Every unit is a rectangle of its true size, with its front as a thick edge and its name as a
/// tooltip. As stands are lost, a share of the rectangle stays light.
///
/// ```
/// # fn main() -> Result<(), sandtable::Error> {
/// let game = sandtable::Game::scenario("three-hit/two-hills", 1)?;
/// let svg = sandtable::draw(game.rules(), game.battle());
/// assert!(svg.starts_with("<svg") && svg.contains("<title>Blue Hussars"));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn draw(rules: &dyn Rules, battle: &Battle) -> String {
    let setting = &battle.setting;
    let (width, height) = (mm(setting.width), mm(setting.height));
    let tall = f64::from(WIDTH) * height / width.max(1.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{tall:.0}\" \
         viewBox=\"0 0 {width:.2} {height:.2}\" role=\"img\"><title>{}</title>\
         <rect width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#dfe5cf\"/>",
        escaped(&setting.title)
    );
    let pen = Pen {
        tall: setting.height,
    };
    for feature in setting.terrain.iter().filter(|f| !f.ground.is_linear()) {
        pen.feature(&mut out, feature);
    }
    for feature in setting.terrain.iter().filter(|f| f.ground.is_linear()) {
        pen.feature(&mut out, feature);
    }
    for zone in &setting.zones {
        let points = pen.points(&zone.area);
        let name = escaped(&zone.name);
        let _ = write!(
            out,
            "<polygon points=\"{points}\" fill=\"none\" stroke=\"#555\" stroke-width=\"1.5\" \
             stroke-dasharray=\"6 5\"><title>{name}</title></polygon>"
        );
    }
    for (id, unit) in battle.all() {
        if unit.status == Status::Table {
            pen.unit(&mut out, rules, battle, id);
        }
    }
    out.push_str("</svg>");
    out
}

/// Pen that draws with the south edge at the bottom.
struct Pen {
    tall: i32,
}

impl Pen {
    fn at(&self, point: Point) -> String {
        format!("{:.2},{:.2}", mm(point.x), mm(self.tall - point.y))
    }

    fn points(&self, area: &Area) -> String {
        let all: Vec<String> = area.outline().iter().map(|&p| self.at(p)).collect();
        all.join(" ")
    }

    fn feature(&self, out: &mut String, feature: &Feature) {
        let colour = colour(feature.ground);
        let name = match feature.name.as_str() {
            "" => feature.ground.name(),
            name => name,
        };
        for area in &feature.areas {
            let _ = write!(
                out,
                "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.8\"><title>{}</title>\
                 </polygon>",
                self.points(area),
                escaped(name)
            );
        }
    }

    fn unit(&self, out: &mut String, rules: &dyn Rules, battle: &Battle, id: UnitId) {
        let unit = battle.unit(id);
        let rect = rules.footprint(battle, id);
        let corners = rect.corners();
        let points: Vec<String> = corners.iter().map(|&p| self.at(p)).collect();
        let side = &battle.setting.sides[unit.side.index()];
        let usual = match unit.side {
            Side::A => "#2f5d9b",
            Side::B => "#a83a32",
        };
        let colour = if is_colour(&side.colour) {
            &side.colour
        } else {
            usual
        };
        let left = f64::from(unit.stands) / f64::from(unit.started.max(1));
        let opacity = 0.35 + 0.65 * left.min(1.0);
        let kind = rules.card().kinds.get(usize::from(unit.kind));
        let name = escaped(battle.setting.called(id));
        let kind = escaped(kind.map_or("", |kind| kind.title.as_str()));
        let _ = write!(
            out,
            "<g><title>{name} ({kind}), {} of {}</title>\
             <polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity:.2}\" \
             stroke=\"#222\" stroke-width=\"0.8\"/>\
             <polyline points=\"{} {}\" fill=\"none\" stroke=\"#111\" stroke-width=\"4\"/></g>",
            unit.stands,
            unit.started,
            points.join(" "),
            points[0],
            points[1]
        );
    }
}

/// Converts a length to millimetres.
fn mm(length: i32) -> f64 {
    f64::from(length) / PER_MM
}

/// Returns whether a text is a colour as battle files write it, and cannot break out of an
/// attribute.
fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Escapes a text for the document.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns the colour of a kind of ground.
const fn colour(ground: Ground) -> &'static str {
    match ground {
        Ground::Woods => "#7fa06a",
        Ground::Town | Ground::Bridge => "#b9a48c",
        Ground::Hill => "#cbbf8f",
        Ground::Marsh | Ground::Ford => "#9fbfae",
        Ground::Lake | Ground::River => "#86b3d1",
        Ground::Road => "#d8c7a2",
        Ground::Fence | Ground::Worm => "#8a7350",
        Ground::Wall | Ground::Trench | Ground::Works => "#8d8d86",
        Ground::Rough | Ground::Field => "#cfd3a0",
        Ground::Impassable => "#77706a",
    }
}
