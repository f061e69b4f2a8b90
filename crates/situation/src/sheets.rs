//! Grids on paper and on screens: aligned text, CSV, and one HTML file with a heat map, whose cells
//! show the numbers and do not need colour.

use crate::grid::{CellView, GridView};
use sandtable_tongue::{numeral, say, say_as};
use std::fmt::Write as _;

/// A table: its heading, and rows with a name and cells.
type Sheet<'a> = (String, Vec<(&'a str, &'a [CellView])>);

impl GridView {
    /// Splits the grid into tables: a heading, and rows with a name and cells. The last input runs
    /// across, the one before it down; a third makes one table for each value.
    fn tables(&self) -> Vec<Sheet<'_>> {
        let last = self.axes.last().map_or(1, |axis| axis.values.len().max(1));
        let lines: Vec<&[CellView]> = self.cells.chunks(last).collect();
        let (pages, down) = match self.axes.as_slice() {
            [page, down, _] => (Some(page), Some(down)),
            [down, _] => (None, Some(down)),
            _ => (None, None),
        };
        let high = down.map_or(1, |axis| axis.values.len().max(1));
        let name = |row: usize| {
            let value = down.and_then(|axis| axis.values.get(row));
            value.map_or("", String::as_str)
        };
        lines
            .chunks(high)
            .enumerate()
            .map(|(at, rows)| {
                let heading = pages.and_then(|axis| Some((axis, axis.values.get(at)?)));
                let heading = heading.map(|(axis, value)| format!("{} = {value}", axis.path));
                let rows = rows
                    .iter()
                    .enumerate()
                    .map(|(row, cells)| (name(row), *cells));
                (heading.unwrap_or_default(), rows.collect())
            })
            .collect()
    }

    /// Formats a cell: chances in percent.
    fn shown(&self, cell: &CellView) -> String {
        match &cell.number {
            None => "-".to_owned(),
            Some(number) => {
                let mark = if cell.note.is_empty() { "" } else { "*" };
                let number = if self.chances {
                    numeral(format!("{:.1} %", number.number * 100.0))
                } else {
                    numeral(format!("{:.3}", number.number))
                };
                number + mark
            }
        }
    }

    fn across(&self) -> (&str, &[String]) {
        self.axes.last().map_or(("", &[]), |axis| {
            (axis.path.as_str(), axis.values.as_slice())
        })
    }

    fn down(&self) -> &str {
        let at = self.axes.len().checked_sub(2);
        at.and_then(|at| self.axes.get(at))
            .map_or("", |axis| axis.path.as_str())
    }

    /// Returns aligned text, with a table for each value of the first of three inputs.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(out, "{}", self.title);
        }
        let _ = writeln!(out, "{}", self.asked());
        let (across, names) = self.across();
        let down = self.down();
        for (heading, rows) in self.tables() {
            let corner = if down.is_empty() {
                across.to_owned()
            } else {
                format!("{down} \\ {across}")
            };
            let first = rows.iter().map(|(name, _)| name.chars().count());
            let first = first.chain([corner.chars().count()]).max().unwrap_or(0);
            let cells = rows
                .iter()
                .flat_map(|(_, cells)| cells.iter().map(|c| self.shown(c)));
            let wide = cells.map(|c| c.chars().count());
            let wide = wide.chain(names.iter().map(|n| n.chars().count()));
            let wide = wide.max().unwrap_or(1);
            let _ = writeln!(out);
            if !heading.is_empty() {
                let _ = writeln!(out, "{heading}");
            }
            let _ = write!(out, "{corner:first$}");
            for name in names {
                let _ = write!(out, "  {name:>wide$}");
            }
            let _ = writeln!(out);
            for (name, cells) in rows {
                let _ = write!(out, "{name:first$}");
                for cell in cells {
                    let _ = write!(out, "  {:>wide$}", self.shown(cell));
                }
                let _ = writeln!(out);
            }
        }
        for why in self.reasons() {
            let _ = writeln!(out, "\n-  {why}");
        }
        for note in self.notes() {
            let _ = writeln!(out, "\n*  {note}");
        }
        let _ = write!(out, "\n{}", self.choices());
        out
    }

    /// Says what is asked, and by which rules.
    fn asked(&self) -> String {
        say!("{says}, by {rules}", says = self.says, rules = self.rules)
    }

    fn choices(&self) -> String {
        say!("Choices on the way: {says}.", says = self.others.says)
    }

    /// Lists why cells are empty, each reason once.
    fn reasons(&self) -> Vec<&str> {
        once(self.cells.iter().map(|cell| cell.why.as_str()))
    }

    /// Lists what numbers leave out, or how far off they may be, each note once. If chances are off
    /// by different numbers of points, it says the greatest.
    fn notes(&self) -> Vec<String> {
        let general = self.cells.iter().filter(|cell| cell.off.is_none());
        let mut all: Vec<String> = once(general.map(|cell| cell.note.as_str()))
            .into_iter()
            .map(str::to_owned)
            .collect();
        let off = || self.cells.iter().filter(|cell| cell.off.is_some());
        match once(off().map(|cell| cell.note.as_str())).as_slice() {
            [] => {}
            [note] => all.push((*note).to_owned()),
            _ => {
                let most = off().filter_map(|cell| cell.off).fold(0.0, f64::max);
                all.push(say!(
                    "Not all of it could be followed, or it is sampled: no number with a star is off by more than about {percent} percentage points. `--csv` and `--json` say it for each.",
                    percent = numeral(format!("{most:.2}"))
                ));
            }
        }
        all
    }

    /// Returns CSV: a column for each input, then the number, the exact fraction, why there is
    /// none, and what the number leaves out.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for axis in &self.axes {
            let _ = write!(out, "{},", field(&axis.path));
        }
        out.push_str("number,fraction,why,note\n");
        for (place, cell) in self.cells.iter().enumerate() {
            let mut rest = place;
            let mut values: Vec<String> = Vec::new();
            for axis in self.axes.iter().rev() {
                let count = axis.values.len().max(1);
                let value = axis.values.get(rest % count);
                values.push(field(value.map_or("", String::as_str)));
                rest /= count;
            }
            values.reverse();
            let number = cell.number.as_ref();
            let _ = writeln!(
                out,
                "{},{},{},{},{}",
                values.join(","),
                number.map_or_else(String::new, |n| n.number.to_string()),
                number.map_or("", |n| &n.value),
                field(&cell.why),
                field(&cell.note)
            );
        }
        out
    }

    /// Returns one HTML file for phones, dark screens and paper.
    #[must_use]
    pub fn html(&self) -> String {
        let most = self.cells.iter().filter_map(|c| c.number.as_ref());
        let most = most.map(|n| n.number).fold(0.0, f64::max);
        let title = if self.title.is_empty() {
            &self.says
        } else {
            &self.title
        };
        let mut body = String::new();
        let (across, names) = self.across();
        let down = self.down();
        for (heading, rows) in self.tables() {
            let _ = write!(body, "<div class=\"wide\"><table>");
            if !heading.is_empty() {
                let _ = write!(body, "<caption>{}</caption>", escape(&heading));
            }
            let _ = write!(
                body,
                "<thead><tr><td>{}</td><th colspan=\"{}\" scope=\"colgroup\">{}</th></tr><tr><td></td>",
                escape(down),
                names.len(),
                escape(across)
            );
            for name in names {
                let _ = write!(body, "<th scope=\"col\">{}</th>", escape(name));
            }
            body.push_str("</tr></thead><tbody>");
            for (name, cells) in rows {
                let _ = write!(body, "<tr><th scope=\"row\">{}</th>", escape(name));
                for cell in cells {
                    body.push_str(&self.cell_html(cell, most));
                }
                body.push_str("</tr>");
            }
            body.push_str("</tbody></table></div>");
        }
        let mut notes = String::new();
        for why in self.reasons() {
            let _ = write!(notes, "<p>&ndash; {}</p>", escape(why));
        }
        for note in self.notes() {
            let _ = write!(notes, "<p>* {}</p>", escape(&note));
        }
        format!(
            "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>\
             <p>{asked}.</p>{body}{notes}<p>{choices}</p>\
             </body></html>\n",
            title = escape(title),
            lang = say_as("language", "en"),
            asked = escape(&self.asked()),
            choices = escape(&self.choices()),
        )
    }

    /// Returns a cell whose colour is deeper for larger numbers, but never too deep to read the
    /// number.
    fn cell_html(&self, cell: &CellView, most: f64) -> String {
        let Some(number) = &cell.number else {
            return format!(
                "<td class=\"none\" title=\"{}\">&ndash;</td>",
                escape(&cell.why)
            );
        };
        let whole = if self.chances { 1.0 } else { most.max(1e-9) };
        let deep = (number.number / whole).clamp(0.0, 1.0) * 55.0;
        let exact = if number.value.is_empty() {
            numeral(format!("{:.6}", number.number))
        } else {
            number.value.clone()
        };
        let exact = [exact.as_str(), &cell.note].join(" ");
        format!(
            "<td style=\"--deep:{deep:.0}%\" title=\"{}\">{}</td>",
            escape(exact.trim_end()),
            self.shown(cell)
        )
    }
}

/// Returns the first few of some texts, each once, without empty ones.
fn once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.truncate(6);
    all
}

const STYLE: &str = ":root{color-scheme:light dark;--ink:#1c1b19;--paper:#fbf9f4;--heat:#c8641e}\
@media (prefers-color-scheme:dark){:root{--ink:#ece8df;--paper:#1d1c1a;--heat:#b4571a}}\
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:1.2rem auto;max-width:60rem;padding:0 1rem}\
h1{font-size:1.3rem;margin:0 0 .3rem}.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}\
caption{text-align:left;font-weight:600;padding:.2rem 0}th{font-weight:600;padding:.3rem .6rem;text-align:right}\
tbody th{text-align:left;white-space:nowrap}thead td{font-weight:600;padding:.3rem .6rem .3rem 0}\
tbody td{border:1px solid color-mix(in srgb,var(--ink) 25%,transparent);padding:.35rem .6rem;text-align:right;min-width:4.2rem;\
background:color-mix(in srgb,var(--heat) var(--deep,0%),var(--paper))}.none{text-align:center}\
@media print{@page{size:A4;margin:14mm}body{margin:0;max-width:none;font-size:10pt;color:#000;background:#fff}\
.wide{overflow:visible}table{break-inside:avoid}tbody td{-webkit-print-color-adjust:exact;print-color-adjust:exact}}";

/// Quotes a text as a CSV field.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
