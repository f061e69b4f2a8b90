//! `sandtable train`: what positions are worth, learned from whole battles.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Args;
use sandtable_opponents::{Learned, Sample, USUAL_PACE, fitted, samples};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::show;

/// Learn what positions are worth in a rule set, from battles that computer players fight
/// in all its scenarios, and write the weights by name.
///
/// The same seed and number of battles give the same file, on any machine and with any
/// number of threads. The built-in weights are the `weights.toml` of each rule set's folder; its
/// `pace`, how many playouts take the time of sixteen usual ones, is kept.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable train three-hit --battles 600 --out three-hit.toml

Exit codes: 0 learned, 3 there is no such rule set, 4 the file cannot be written")]
pub(crate) struct Train {
    /// The rule set.
    #[arg(value_name = "RULES")]
    rules: String,
    /// Battles to learn from.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    battles: u32,
    /// The seed of dice and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the weights to this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many battles to fight at once; by default one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Train {
    /// Learns the weights.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(entry) = sandtable_register::ALL.iter().find(|e| e.id == self.rules) else {
            let all: Vec<&str> = sandtable_register::ALL.iter().map(|e| e.id).collect();
            return Err(Failure::File(say!(
                "there is no rule set `{id}`; there are: {known}",
                id = self.rules,
                known = all.join(", ")
            )));
        };
        let tables: Result<Vec<_>, Failure> = entry
            .scenarios()
            .map(|known| {
                crate::table::battle(&known.id, &known.text, &crate::table::Laid::default())
            })
            .collect();
        let tables = tables?;
        // Finds out before hours of work whether the result can be saved.
        let folder = self
            .out
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(Failure::Machine(say!(
                "there is no folder `{folder}`",
                folder = folder.display()
            )));
        }
        if self.out.is_dir() {
            return Err(Failure::Machine(say!(
                "{file} is a folder: name a file",
                file = self.out.display()
            )));
        }
        let found: Mutex<Vec<(u32, Vec<Sample>)>> = Mutex::new(Vec::new());
        let next = AtomicU32::new(0);
        let usual = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(usual, usize::from);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.battles {
                    break;
                }
                let table = &tables[number as usize % tables.len()];
                let seed = sandtable_study::seed::dice(self.seed, number);
                let some = samples(&*table.rules, &table.battle, seed);
                if let Ok(mut found) = found.lock() {
                    found.push((number, some));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the machine gives no more threads, those that began do all the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_by_key(|(number, _)| *number);
        let all: Vec<Sample> = found.into_iter().flat_map(|(_, some)| some).collect();
        let (value, surprise) = fitted(&all);
        let learned = format!("{} battles, seed {}", self.battles, self.seed);
        let pace = tables
            .first()
            .map_or(USUAL_PACE, |table| Learned::of(&*table.rules).pace);
        let weights = value.named(&self.rules, pace, learned).text();
        if let Err(failure) = show::write(&self.out, &weights) {
            // If the disk has filled up meanwhile, hours of work must not be lost.
            show::say(&weights)?;
            return Err(failure);
        }
        show::say(&say!(
            "learned from {n} positions; {bits} bits of each remain a surprise (1 means it learned nothing)",
            n = all.len(),
            bits = format!("{surprise:.3}")
        ))
    }
}
