//! Plots as SVG: drawn with `currentColor` and two inks of the page. Marks or dashes distinguish
//! the series, so that plots are readable in print, in the dark and without colour. Sizes are in
//! the plot's own units; pages scale them.

use crate::tell::GridReport;
use crate::tell::words::{number, points, span};
use sandtable_study::stats::Estimate;
use std::fmt::Write;

/// Width of every plot.
const WIDTH: f64 = 640.0;

/// A row of a plot of estimates: its name, its value, and whether it is the one that others are
/// compared with.
pub(crate) struct Row {
    pub name: String,
    pub value: Estimate,
    pub hollow: bool,
}

/// A series of a line plot: points with their bands.
pub(crate) struct Series {
    pub name: String,
    pub points: Vec<(f64, Estimate)>,
}

/// Escapes text for a page.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Characters that no page may contain.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Shortens a name to the available room.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        name.to_owned()
    } else {
        let start: String = name.chars().take(most.saturating_sub(1)).collect();
        format!("{}…", start.trim_end())
    }
}

/// A scale with round marks, which places values between two edges.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    /// Creates a scale for some values, widened to round marks.
    fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        let span = if high - low > 1e-9 { high - low } else { 1.0 };
        let mut step = 1e-3;
        // 1, 2, 5, 10, 20, ..: the first step that makes at most six marks.
        for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(60) {
            if span / step <= 6.0 {
                break;
            }
            step *= factor;
        }
        Self {
            low: (low / step).floor() * step,
            high: ((high / step).ceil() * step).max((low / step).floor() * step + step),
            from,
            to,
            step,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    fn marks(&self) -> Vec<f64> {
        (0..=64)
            .map(|n| self.low + f64::from(n) * self.step)
            .take_while(|mark| *mark <= self.high + self.step * 1e-6)
            .collect()
    }
}

/// Returns an SVG of a height, with a description for people who cannot see it.
fn svg(height: f64, says: &str, inside: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">{inside}</svg>",
        escaped(says)
    )
}

fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, class: &str, says: &str) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
        escaped(says)
    );
}

fn line(out: &mut String, [x1, y1, x2, y2]: [f64; 4], class: &str) {
    let _ = write!(
        out,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
    );
}

/// Plots estimates below each other with their intervals. A line at `middle` helps to compare.
pub(crate) fn rows(
    rows: &[Row],
    unit: &str,
    says: &str,
    bounds: Option<(f64, f64)>,
    middle: f64,
) -> String {
    drawn(rows, unit, says, bounds, middle, points)
}

/// Plots small estimates, with two decimals.
pub(crate) fn fine_rows(rows: &[Row], says: &str, middle: f64) -> String {
    drawn(rows, "", says, None, middle, number)
}

fn drawn(
    rows: &[Row],
    unit: &str,
    says: &str,
    bounds: Option<(f64, f64)>,
    middle: f64,
    told: fn(f64) -> String,
) -> String {
    const LEFT: f64 = 14.0;
    const RIGHT: f64 = WIDTH - 24.0;
    let lows = rows.iter().map(|row| row.value.low);
    let highs = rows.iter().map(|row| row.value.high);
    let (low, high) = bounds.unwrap_or((lows.fold(middle, f64::min), highs.fold(middle, f64::max)));
    let scale = Scale::new(low, high, LEFT, RIGHT);
    let row_height = 46.0;
    let bottom = 8.0 + row_height * rows.len() as f64;
    let mut out = String::new();
    for mark in scale.marks() {
        let x = scale.at(mark);
        line(&mut out, [x, 4.0, x, bottom], "grid");
        text(
            &mut out,
            (x, bottom + 16.0),
            "middle",
            "tick",
            &number(mark),
        );
    }
    let x = scale.at(middle);
    line(&mut out, [x, 4.0, x, bottom], "middle");
    for (at, row) in rows.iter().enumerate() {
        let y = 8.0 + row_height * at as f64;
        let estimate = row.value;
        text(
            &mut out,
            (LEFT, y + 14.0),
            "start",
            "label",
            &cut(&row.name, 34),
        );
        let value = format!(
            "{} ({}){unit}",
            told(estimate.value),
            span(told(estimate.low), told(estimate.high))
        );
        text(&mut out, (RIGHT, y + 14.0), "end", "value", &value);
        let y = y + 28.0;
        let (a, b) = (scale.at(estimate.low), scale.at(estimate.high));
        line(&mut out, [a, y, b, y], "band");
        line(&mut out, [a, y - 5.0, a, y + 5.0], "band");
        line(&mut out, [b, y - 5.0, b, y + 5.0], "band");
        let class = if row.hollow { "hollow" } else { "dot" };
        let _ = write!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\" class=\"{class}\"/>",
            scale.at(estimate.value)
        );
    }
    svg(bottom + 24.0, says, &out)
}

/// Number of different marks for series.
const MARKS: usize = 5;

/// Draws the mark of a series at a place.
fn mark(out: &mut String, series: usize, x: f64, y: f64) {
    let _ = match series % MARKS {
        0 => write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"dot s0\"/>"
        ),
        1 => write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\" class=\"hollow s1\"/>",
            x - 4.5,
            y - 4.5
        ),
        2 => write!(
            out,
            "<path d=\"M{x:.1} {:.1}l6 10h-12z\" class=\"dot s2\"/>",
            y - 6.0
        ),
        3 => write!(
            out,
            "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" class=\"hollow s3\"/>",
            y - 6.0
        ),
        _ => write!(
            out,
            "<path d=\"M{:.1} {:.1}l9 9m0 -9l-9 9\" class=\"band s4\"/>",
            x - 4.5,
            y - 4.5
        ),
    };
}

/// Plots lines with their bands over a common scale.
pub(crate) fn lines(
    series: &[Series],
    (across, up): (&str, &str),
    says: &str,
    bounds: Option<(f64, f64)>,
    middle: Option<f64>,
) -> String {
    const LEFT: f64 = 44.0;
    const RIGHT: f64 = WIDTH - 20.0;
    let key = 24.0 * series.len() as f64;
    let (top, bottom) = (key + 26.0, key + 266.0);
    let all = || series.iter().flat_map(|s| &s.points);
    let fold = |of: &dyn Fn(&(f64, Estimate)) -> f64, to: fn(f64, f64) -> f64, from: f64| {
        all().map(of).fold(from, to)
    };
    let xs = Scale::new(
        fold(&|p| p.0, f64::min, f64::INFINITY),
        fold(&|p| p.0, f64::max, f64::NEG_INFINITY),
        LEFT,
        RIGHT,
    );
    let (low, high) = bounds.unwrap_or((
        fold(&|p| p.1.low, f64::min, f64::INFINITY),
        fold(&|p| p.1.high, f64::max, f64::NEG_INFINITY),
    ));
    let ys = Scale::new(low, high, bottom, top);
    let mut out = String::new();
    text(&mut out, (4.0, key + 12.0), "start", "tick", up);
    for at in xs.marks() {
        let x = xs.at(at);
        line(&mut out, [x, bottom, x, bottom + 5.0], "axis");
        text(&mut out, (x, bottom + 19.0), "middle", "tick", &number(at));
    }
    for at in ys.marks() {
        let y = ys.at(at);
        line(&mut out, [LEFT, y, RIGHT, y], "grid");
        text(&mut out, (LEFT - 6.0, y + 5.0), "end", "tick", &number(at));
    }
    if let Some(middle) = middle.filter(|m| (ys.low..=ys.high).contains(m)) {
        let y = ys.at(middle);
        line(&mut out, [LEFT, y, RIGHT, y], "middle");
    }
    text(&mut out, (RIGHT, bottom + 42.0), "end", "tick", across);
    for (place, one) in series.iter().enumerate() {
        let at = |x: f64, y: f64| format!("{:.1},{:.1}", xs.at(x), ys.at(y));
        let highs = one.points.iter().map(|(x, e)| at(*x, e.high));
        let lows = one.points.iter().rev().map(|(x, e)| at(*x, e.low));
        let outline: Vec<String> = highs.chain(lows).collect();
        let middle: Vec<String> = one.points.iter().map(|(x, e)| at(*x, e.value)).collect();
        let class = place % MARKS;
        let _ = write!(
            out,
            "<polygon points=\"{}\" class=\"fill s{class}\"/><polyline points=\"{}\" class=\"line s{class}\"/>",
            outline.join(" "),
            middle.join(" ")
        );
        // Marks keep a distance, so that the line stays visible.
        let gap = one.points.len().div_ceil(12).max(1);
        for (x, estimate) in one.points.iter().step_by(gap) {
            mark(&mut out, place, xs.at(*x), ys.at(estimate.value));
        }
        let y = 18.0 + 24.0 * place as f64;
        let _ = write!(
            out,
            "<polyline points=\"4,{:.1} 36,{:.1}\" class=\"line s{class}\"/>",
            y - 4.0,
            y - 4.0
        );
        mark(&mut out, place, 20.0, y - 4.0);
        text(&mut out, (44.0, y), "start", "label", &cut(&one.name, 48));
    }
    svg(bottom + 50.0, says, &out)
}

/// Plots how battles spread over a number: bars, one series below the other.
pub(crate) fn bars(series: &[(String, Vec<(u32, u64)>)], across: &str, says: &str) -> String {
    const LEFT: f64 = 8.0;
    const RIGHT: f64 = WIDTH - 8.0;
    let all = || series.iter().flat_map(|(_, counts)| counts);
    let least = all().map(|(value, _)| *value).min().unwrap_or(0);
    let most = all().map(|(value, _)| *value).max().unwrap_or(0);
    // At most sixty bars: with more values, neighbours share a bar.
    let width = (most - least + 1).div_ceil(60).max(1);
    let slots = (most - least) / width + 1;
    let step = (RIGHT - LEFT) / f64::from(slots);
    let height = 104.0;
    let mut out = String::new();
    for (place, (name, counts)) in series.iter().enumerate() {
        let top = height * place as f64;
        let floor = top + height - 10.0;
        text(
            &mut out,
            (LEFT, top + 20.0),
            "start",
            "label",
            &cut(name, 48),
        );
        let mut slot = vec![0_u64; slots as usize];
        for (value, times) in counts {
            slot[((value - least) / width) as usize] += times;
        }
        let tallest = slot.iter().copied().max().unwrap_or(1).max(1);
        for (at, times) in slot.iter().enumerate().filter(|(_, times)| **times > 0) {
            let tall = 62.0 * sandtable_study::stats::float(*times)
                / sandtable_study::stats::float(tallest);
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" class=\"bar\"/>",
                LEFT + step * at as f64 + 0.5,
                floor - tall,
                (step - 1.0).max(0.8)
            );
        }
        line(&mut out, [LEFT, floor, RIGHT, floor], "axis");
    }
    let bottom = height * series.len() as f64;
    let labels = slots.div_ceil(10).max(1);
    for at in (0..slots).step_by(labels as usize) {
        let x = LEFT + step * (f64::from(at) + 0.5);
        text(
            &mut out,
            (x, bottom + 9.0),
            "middle",
            "tick",
            &(least + at * width).to_string(),
        );
    }
    text(&mut out, (RIGHT, bottom + 32.0), "end", "tick", across);
    svg(bottom + 40.0, says, &out)
}

/// Plots a cell for every pair of values, darker for larger numbers. Each cell shows its number, so
/// that it can be read without colour or shading.
pub(crate) fn heat(number_: &str, grid: &GridReport, says: &str) -> String {
    const LEFT: f64 = 96.0;
    let all = || grid.cells.iter().flatten().map(|e| e.value);
    let least = all().fold(f64::INFINITY, f64::min);
    let most = all().fold(f64::NEG_INFINITY, f64::max);
    let span = if most > least { most - least } else { 1.0 };
    let width = (WIDTH - LEFT - 4.0) / grid.columns.len().max(1) as f64;
    let (top, height) = (44.0, 46.0);
    let mut out = String::new();
    text(&mut out, (WIDTH - 4.0, 14.0), "end", "tick", &grid.named);
    text(&mut out, (4.0, 14.0), "start", "tick", number_);
    for (at, value) in grid.columns.iter().enumerate() {
        let x = LEFT + width * (at as f64 + 0.5);
        text(&mut out, (x, 36.0), "middle", "label", &cut(value, 8));
    }
    for (row, (value, cells)) in grid.rows.iter().zip(&grid.cells).enumerate() {
        let y = top + height * row as f64;
        text(
            &mut out,
            (LEFT - 10.0, y + 29.0),
            "end",
            "label",
            &cut(value, 8),
        );
        for (at, estimate) in cells.iter().enumerate() {
            let x = LEFT + width * at as f64;
            let share = (estimate.value - least) / span;
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"heat\" \
                 fill-opacity=\"{:.2}\"/>",
                x + 1.0,
                y + 1.0,
                width - 2.0,
                height - 2.0,
                0.06 + 0.44 * share
            );
            let told = points(estimate.value);
            text(
                &mut out,
                (x + width / 2.0, y + 24.0),
                "middle",
                "value",
                &told,
            );
            let half = points((estimate.high - estimate.low) / 2.0);
            text(
                &mut out,
                (x + width / 2.0, y + 39.0),
                "middle",
                "tick half",
                &format!("\u{b1}{half}"),
            );
        }
    }
    svg(top + height * grid.rows.len() as f64 + 6.0, says, &out)
}
