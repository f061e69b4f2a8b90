//! `sandtable review`: the orders of a battle, graded.

use clap::Args;
use sandtable_battle::Side;
use sandtable_opponents::MOST_PLAYOUTS;
use sandtable_session::coach::{Reviewing, adviser};
use sandtable_session::view::{Grade, Review};
use sandtable_tongue::{numeral, say};

use crate::failure::Failure;
use crate::{show, table};

/// Grade every order of a battle by the chance to win that it gave away, and find the turning
/// points. Luck is counted apart.
///
/// An order counts as a mistake only if it gave away more than the estimate may be off.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable review saved.journal.jsonl
  sandtable review saved.journal.jsonl --playouts 200 --json

Exit codes: 0 graded, 1 nothing was ordered, 2 there is no such player, 3 the file cannot
be read")]
pub(crate) struct ReviewCommand {
    /// The journal.
    #[arg(value_name = "JOURNAL")]
    journal: String,
    /// Who judges: captain, colonel or general, with a temper if you like.
    #[arg(long, default_value = "colonel", value_name = "PLAYER")]
    player: String,
    /// How many playouts for each position.
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLAYOUTS)))]
    playouts: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ReviewCommand {
    /// Grades the orders.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let named =
            adviser(&self.player, self.playouts).map_err(|e| Failure::Usage(e.to_string()))?;
        let text = table::text_of(&self.journal)?;
        let (journal, rules) = table::read_journal(&self.journal, &text)?;
        let sides = Side::BOTH.map(|side| journal.start().setting.side_called(side).to_owned());
        let mut work =
            Reviewing::begin(rules, &journal, named).map_err(|e| Failure::No(e.to_string()))?;
        while work.go_on(64) {}
        let view = work.view();
        if self.json {
            return show::json(&view);
        }
        tell(&view, &sides)
    }
}

fn tell(view: &Review, sides: &[String; 2]) -> Result<(), Failure> {
    for one in view.orders.iter().filter(|one| one.grade != Grade::Good) {
        let grade = match one.grade {
            Grade::Good => continue,
            Grade::Inaccurate => say!("inaccurate"),
            Grade::Mistake => say!("a mistake"),
            Grade::Blunder => say!("a blunder"),
        };
        let turning = if view.turning.contains(&one.number) {
            "*"
        } else {
            " "
        };
        show::say(&format!(
            "{turning} {}",
            say!(
                "{n}, turn {turn}: {order}: {grade}, it gave away {lost} % (give or take {within})",
                n = one.number,
                turn = one.turn,
                order = one.says,
                grade = grade,
                lost = format!("{:.0}", one.lost),
                within = format!("{:.0}", one.within)
            )
        ))?;
        if let Some(better) = &one.better {
            show::say(&format!("    {}", say!("better: {order}", order = better)))?;
        }
    }
    for (side, name) in view.sides.iter().zip(sides) {
        show::say(&say!(
            "{side}: orders: {n}, inaccurate: {inaccurate}, mistakes: {mistakes}, blunders: {blunders}; luck: {luck} % of an army",
            side = name,
            n = side.orders,
            inaccurate = side.grades[0],
            mistakes = side.grades[1],
            blunders = side.grades[2],
            luck = numeral(format!("{:+.1}", side.luck))
        ))?;
    }
    Ok(())
}
