//! The file that stores counts: a table for people, which is also read back line by line.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{Done, output};

/// Largest increase in percent that needs no explanation.
pub(super) const MOST: f64 = 3.0;

/// Largest number of extra instructions that needs none either. Which list of the allocator serves
/// a request depends on everything requested before, even on the length of a folder's name.
const FEW: u64 = 200;

/// Most changes to list in the file, newest first.
const TOLD: usize = 20;

/// Cost of some work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub set: String,
    pub what: String,
    /// Instructions per repetition.
    pub each: u64,
    /// What one repetition is.
    pub of: String,
}

impl Row {
    /// Reads a line that the counted program printed, given its total count.
    pub fn told(line: &str, count: u64) -> Done<Self> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [set, what, times, of] = parts[..] else {
            return Err(format!("no line of a count: {line}"));
        };
        let times: u64 = times.parse().map_err(|_| format!("no number: {times}"))?;
        let [set, what, of] = [set, what, of].map(str::to_owned);
        let each = count / times.max(1);
        Ok(Self {
            set,
            what,
            each,
            of,
        })
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", set, what, each, of, ""] = cells[..] else {
            return None;
        };
        let [set, what, of] = [set, what, of].map(str::to_owned);
        let each = each.replace(' ', "").parse().ok()?;
        Some(Self {
            set,
            what,
            each,
            of,
        })
    }

    pub fn name(&self) -> String {
        format!("{}: {}", self.set, self.what)
    }

    /// Returns by how many percent it costs more than before.
    #[expect(
        clippy::cast_precision_loss,
        reason = "for people, and for three of a hundred"
    )]
    pub fn change(&self, before: u64) -> f64 {
        (self.each as f64 / before.max(1) as f64 - 1.0) * 100.0
    }

    /// Returns whether the change is larger than the difference between two builds of the same
    /// work.
    pub fn moved(&self, before: u64) -> bool {
        let over = self.each.abs_diff(before).saturating_sub(FEW);
        let least = Self {
            each: before + over,
            ..self.clone()
        };
        least.change(before) > MOST
    }
}

/// What the counts depend on besides the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Machine {
    compiler: String,
    library: String,
}

impl Machine {
    /// Describes this machine.
    pub fn this() -> Done<Self> {
        let version = output(Command::new("rustc").arg("-vV")).ok_or("rustc does not run")?;
        let named = |name: &str| {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().trim().to_owned()
        };
        let first = version.lines().next().unwrap_or_default();
        let library = output(Command::new("getconf").arg("GNU_LIBC_VERSION"));
        Ok(Self {
            compiler: format!("{first}, {}", named("host:")),
            library: library.unwrap_or_else(|| "none known".to_owned()),
        })
    }

    /// Describes how another machine differs, in words.
    pub fn difference(&self, now: &Self) -> Option<String> {
        if self.compiler != now.compiler {
            return Some(format!("this is {}", now.compiler));
        }
        (self.library != now.library).then(|| format!("the C library here is {}", now.library))
    }
}

/// Everything that is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub machine: Machine,
    rows: Vec<Row>,
    changes: Vec<String>,
}

impl Kept {
    /// Reads the file; a missing file counts as empty.
    pub fn read(file: &Path) -> Done<Self> {
        match fs::read_to_string(file) {
            Ok(text) => Ok(Self::parse(&text)),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(e) => Err(format!("cannot read {}: {e}", file.display())),
        }
    }

    fn parse(text: &str) -> Self {
        let after = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().trim().to_owned()
        };
        let changes = text.lines().filter_map(|line| line.strip_prefix("- "));
        Self {
            machine: Machine {
                compiler: after("Compiler:"),
                library: after("C library:"),
            },
            rows: text.lines().filter_map(Row::read).collect(),
            changes: changes.map(str::to_owned).collect(),
        }
    }

    /// Returns what some work cost.
    pub fn of(&self, row: &Row) -> Option<u64> {
        let same = |kept: &&Row| (&kept.set, &kept.what) == (&row.set, &row.what);
        self.rows.iter().find(same).map(|kept| kept.each)
    }

    /// Returns the file with new counts, and the reason for the change.
    pub fn recorded(&self, machine: Machine, rows: Vec<Row>, why: &str) -> String {
        let told = |row: &Row| {
            let before = self.of(row)?;
            let change = row.change(before);
            row.moved(before)
                .then(|| format!("{} {change:+.0} %", row.name()))
        };
        let moved: Vec<String> = rows.iter().filter_map(told).collect();
        let change = if moved.is_empty() {
            why.to_owned()
        } else {
            format!("{why} ({})", moved.join("; "))
        };
        let changes = [change].into_iter().chain(self.changes.iter().cloned());
        let new = Self {
            machine,
            rows,
            changes: changes.take(TOLD).collect(),
        };
        new.text()
    }

    fn text(&self) -> String {
        let Machine { compiler, library } = &self.machine;
        let table = table(&self.rows);
        let changes: String = self.changes.iter().map(|c| format!("- {c}\n")).collect();
        format!(
            "# Instructions\n\n\
             How many instructions each task takes, counted by callgrind: the same on every machine\n\
             with the same compiler and C library. `cargo ci` counts anew and fails when one\n\
             takes over {MOST} % and {FEW} more. `cargo xtask counts --record \"WHY\"` writes this file.\n\n\
             Compiler: {compiler}\n\
             C library: {library}\n\n\
             {table}\n\
             ## Why they changed\n\n\
             The newest first, with what moved by more than {MOST} %.\n\n{changes}"
        )
    }
}

/// Formats rows as a table in Markdown.
pub(super) fn table(rows: &[Row]) -> String {
    let head = "| rule set | what | instructions | for |\n|---|---|---|---|\n".to_owned();
    rows.iter().fold(head, |text, row| {
        let Row { set, what, of, .. } = row;
        text + &format!("| {set} | {what} | {} | {of} |\n", grouped(row.each))
    })
}

/// Formats a number with a space between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(what: &str, each: u64) -> Row {
        Row::told(&format!("six-plus\t{what}\t2\tan order"), 2 * each).expect("a line")
    }

    fn machine() -> Machine {
        Machine {
            compiler: "rustc 1.95.0".to_owned(),
            library: "glibc 2.36".to_owned(),
        }
    }

    #[test]
    fn what_is_written_is_read_back_equal() {
        let rows = vec![
            row("judge, resolve, apply", 12_345),
            row("copy a battle", 678),
        ];
        let text = Kept::default().recorded(machine(), rows.clone(), "counted at all");
        let kept = Kept::parse(&text);
        assert_eq!(kept.machine, machine());
        assert_eq!(kept.rows, rows);
        assert_eq!(kept.changes, ["counted at all"]);
        assert_eq!(kept.text(), text);
    }

    #[test]
    fn what_moved_is_told_beside_the_reason() {
        let before = Kept {
            machine: machine(),
            rows: vec![row("list", 1000), row("draw", 1000), row("copy", 600)],
            changes: vec!["before".to_owned()],
        };
        let rows = vec![row("list", 1500), row("draw", 1010), row("copy", 800)];
        let text = before.recorded(machine(), rows, "exact");
        let told = "- exact (six-plus: list +50 %)\n- before\n";
        assert!(text.ends_with(told), "{text}");
    }

    #[test]
    fn another_compiler_is_not_compared() {
        let other = Machine {
            compiler: "rustc 1.96.0".to_owned(),
            ..machine()
        };
        assert_eq!(machine().difference(&machine()), None);
        let told = machine().difference(&other).expect("another");
        assert!(told.contains("1.96.0"), "{told}");
    }
}
