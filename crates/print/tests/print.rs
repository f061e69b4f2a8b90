//! Every built-in battle on both papers: everything lies within the printable area (checked when
//! pages are bound), and what players must read is there.

use sandtable_battle::{Battle, Card, Rules, SheetBlock, Switches};
use sandtable_print::{Paper, Part, print};
use sandtable_session::Look;
use std::sync::Arc;

/// Tells whether a PDF with uncompressed streams contains a text.
fn says(pdf: &[u8], text: &str) -> bool {
    let text = text.replace('(', "\\(").replace(')', "\\)");
    pdf.windows(text.len()).any(|w| w == text.as_bytes())
}

/// Opens a built-in battle under the switches that it needs.
fn open(text: &str) -> (Arc<dyn Rules>, Battle) {
    let (id, _) = sandtable_files::peek_rules(text).expect("it names its rules");
    let standard = sandtable_register::open(&id, &Switches::default()).expect("they open");
    let switches = sandtable_files::read_switches(text, standard.card()).expect("its switches");
    let rules = sandtable_register::open(&id, &switches).expect("they open");
    let battle = sandtable_files::read_battle(text, &*rules).expect("a battle");
    (rules, battle)
}

/// Prints some parts of a battle.
fn pdf(look: &Look<'_>, sheet: &[SheetBlock], paper: Paper, parts: &[Part]) -> Vec<u8> {
    print(look, sheet, paper, parts).pdf
}

/// Returns the contents of the quick-reference sheet of a battle's rules.
fn sheet(rules: &dyn Rules) -> Vec<SheetBlock> {
    sandtable_register::annex(&rules.card().id)
        .expect("a sheet")
        .sheet
}

fn leaves(pdf: &[u8]) -> usize {
    let page = b"/Type /Page\n";
    pdf.windows(page.len()).filter(|w| w == page).count()
}

#[test]
fn every_battle_fits_on_both_papers() {
    for scenario in sandtable_register::scenarios() {
        let (rules, battle) = open(&scenario.text);
        let (look, sheet) = (Look::new(&*rules, &battle), sheet(&*rules));
        for (name, paper) in Paper::ALL {
            let all = Part::ALL.map(|(_, part)| part);
            let printed = pdf(&look, &sheet, paper, &all);
            assert!(printed.starts_with(b"%PDF-1."), "{}", scenario.id);
            assert!(leaves(&printed) >= 4, "{} on {name}", scenario.id);
            assert_eq!(
                printed,
                pdf(&look, &sheet, paper, &all),
                "the same bytes again"
            );
            let roster = pdf(&look, &[], paper, &[Part::Roster]);
            for (unit, _) in battle.all() {
                let name = battle.setting.name(unit);
                if name.is_ascii() {
                    assert!(says(&roster, name), "{}: {name}", scenario.id);
                }
            }
        }
    }
}

/// Returns a rule set with each of its numbers at its least and at its greatest.
fn at_bounds(card: &Card) -> Vec<Switches> {
    let mut out = Vec::new();
    for number in card.numbers.each() {
        let Some((least, most)) = number.range.filter(|_| number.fixed.is_none()) else {
            continue;
        };
        for bound in [least, most] {
            let written = card.numbers.written(&number.path, &bound.to_string());
            if let Ok(Some((name, value))) = written {
                out.push(Switches::default().with_number(&name, &value));
            }
        }
    }
    out
}

#[test]
fn a_battle_under_any_number_fits_on_paper() {
    for entry in sandtable_register::ALL {
        let scenarios = sandtable_register::scenarios();
        let text = &scenarios
            .iter()
            .find(|s| s.id.starts_with(entry.id))
            .expect("one")
            .text;
        let (id, own) = sandtable_files::peek_rules(text).expect("it names its rules");
        let mut printed = 0;
        for house in at_bounds(entry.standard().card()) {
            let Ok(rules) = sandtable_register::open(&id, &own.clone().overlaid(&house)) else {
                continue;
            };
            let Ok(battle) = sandtable_files::read_battle(text, &*rules) else {
                continue;
            };
            let parts = [Part::Templates, Part::Roster];
            pdf(&Look::new(&*rules, &battle), &[], Paper::A4, &parts);
            printed += 1;
        }
        assert!(printed > 40, "{id}: {printed}");
    }
}

#[test]
fn papers_are_as_large_as_they_promise() {
    let text = &sandtable_register::scenarios()[0].text;
    let (rules, battle) = open(text);
    let look = Look::new(&*rules, &battle);
    let roster = |paper| pdf(&look, &[], paper, &[Part::Roster]);
    // Sizes in points: 210 by 297 millimetres, 8.5 by 11 inches.
    assert!(says(
        &roster(Paper::A4),
        "/MediaBox [0 0 595.27563 841.8898]"
    ));
    assert!(says(&roster(Paper::Letter), "/MediaBox [0 0 612 792]"));
}

#[test]
fn names_of_all_lengths_are_printed() {
    let shipped = sandtable_register::scenarios();
    let found = shipped.iter().find(|s| s.id == "three-hit/two-hills");
    let long = "W".repeat(60);
    let text = found
        .expect("it ships")
        .text
        .replace("Blue Guards", &long)
        .replace(
            "title = \"Two hills\"",
            &format!("title = \"{}\"", "M".repeat(300)),
        )
        .replace("Gallows Hill", &long.replace('W', "Q"));
    assert!(text.contains(&long) && text.contains("MMM") && text.contains("QQQ"));
    let (rules, battle) = open(&text);
    let look = Look::new(&*rules, &battle);
    for (_, paper) in Paper::ALL {
        let printed = pdf(
            &look,
            &sheet(&*rules),
            paper,
            &Part::ALL.map(|(_, part)| part),
        );
        assert!(says(&printed, &long), "the name of a unit");
        // The file's title keeps the whole name; on the page, more of the line would follow it.
        let whole = format!("{} ", "M".repeat(300));
        assert!(!says(&printed, &whole), "the title is cut");
    }
}

/// A map that fills its paper leaves room for what stands below it.
#[test]
fn tables_of_all_shapes_fit() {
    let shipped = sandtable_register::scenarios();
    let found = shipped
        .iter()
        .find(|s| s.id == "otr-d6/turnpike")
        .expect("it ships");
    let table = found
        .text
        .lines()
        .find(|line| line.starts_with("table "))
        .expect("a table");
    for (width, height) in [
        (42, 400),
        (400, 42),
        (60, 60),
        (60, 92),
        (92, 60),
        (333, 334),
    ] {
        let text = found
            .text
            .replace(table, &format!("table = [{width}, {height}]"));
        let (rules, battle) = open(&text);
        let look = Look::new(&*rules, &battle);
        for (_, paper) in Paper::ALL {
            // Printing panics if anything lies beyond the paper.
            let printed = pdf(&look, &[], paper, &Part::ALL.map(|(_, part)| part));
            assert!(leaves(&printed) >= 3, "{width} x {height}");
        }
    }
}

/// The sheet of every rule set has at most three pages, and names the rules in force.
#[test]
fn every_rule_set_has_a_sheet_for_the_table() {
    for entry in sandtable_register::ALL {
        let rules = entry.standard();
        let card = rules.card();
        let sections: Vec<&str> = card.clauses.iter().map(|c| c.section.as_str()).collect();
        let sheet = sheet(&*rules);
        assert!(!sheet.is_empty(), "{}", entry.id);
        for block in &sheet {
            for section in &block.sections {
                assert!(
                    sections.contains(&section.as_str()),
                    "{}: {section}",
                    entry.id
                );
            }
            for id in &block.leave {
                assert!(
                    card.clauses.iter().any(|c| c.id == *id),
                    "{}: {id}",
                    entry.id
                );
            }
            for table in &block.table {
                let told = table.rows(&card.numbers);
                assert!(!told.rows.is_empty(), "{}: {}", entry.id, table.title);
                assert!(!told.changed, "{}: {}", entry.id, table.title);
                for at in 0..told.head.len() {
                    let filled = told.rows.iter().any(|(_, cells)| !cells[at].is_empty());
                    assert!(
                        filled,
                        "{}: {} has no {}",
                        entry.id, table.title, told.head[at]
                    );
                }
                let named = table.rows.len();
                assert!(
                    named == 0 || named == told.rows.len(),
                    "{}: {}",
                    entry.id,
                    table.title
                );
            }
        }
        let scenario = entry.scenarios().next().expect("a scenario");
        for paper in [Paper::A4, Paper::Letter] {
            let (rules, battle) = open(&scenario.text);
            let sides = leaves(&pdf(
                &Look::new(&*rules, &battle),
                &sheet,
                paper,
                &[Part::Sheet],
            ));
            assert!((1..=3).contains(&sides), "{}: {sides} sides", entry.id);
        }
    }
}

/// Zones may reach beyond the table; their names stay on it.
#[test]
fn zones_partly_off_the_table_are_named_on_the_paper() {
    let shipped = sandtable_register::scenarios();
    let found = shipped.iter().find(|s| s.id == "three-hit/two-hills");
    let text = &found.expect("it ships").text;
    for at in ["[-12, -12]", "[30, -11]", "[34, 34]"] {
        let zone = format!("\n[[zone]]\nname = \"Beyond\"\nat = {at}\nsize = [24, 24]\n");
        let text = format!("{text}{zone}");
        let (rules, battle) = open(&text);
        let look = Look::new(&*rules, &battle);
        for (_, paper) in Paper::ALL {
            // Binding a page checks that nothing lies outside it.
            assert!(pdf(&look, &[], paper, &[Part::Map]).starts_with(b"%PDF-1."));
        }
    }
}
