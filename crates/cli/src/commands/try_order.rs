//! `sandtable try`: one order, judged and resolved.

use std::path::{Path, PathBuf};

use clap::Args;
use sandtable_battle::{Ask, Dice, Legal, Order, Recorded, Roll, Rolled, Scene, Side};
use sandtable_files::notation;
use sandtable_session::Look;
use sandtable_session::view::{SideKey, Wanted};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, sources, table};

/// Judge one order and carry it out, with your dice or rolled ones.
///
/// Prints the factors, the rolls and what happens. Changes no file unless --out names one for
/// the new position. With --dice you give the faces; if there are too few, it names the next
/// throw.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable try my.battle.toml 'charge hussars guards' --ask
  sandtable try my.battle.toml 'shoot guards line' --dice 4
  sandtable try my.battle.toml 'charge hussars guards' --dice 6 5 4
  sandtable try my.battle.toml 'charge hussars guards' --dice 6,5 --ask
  sandtable try my.battle.toml 'move guards out-of-charge hussars'
  sandtable try my.battle.toml 'charge hussars guards reach' --seed 7 --out next.battle.toml

Faces stand after --dice with blanks or commas between them: 6 5 4, '6 5 4' and 6,5,4 are the
same. With --json a refusal is printed as JSON too: {refused: [{clause, says, ..}]}.

Exit codes: 0 done, 1 the order is refused or more dice are wanted, 2 the dice do not fit, 3 a
file or the order cannot be read")]
pub(crate) struct Try {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// The order, as `sandtable orders` prints it.
    #[arg(value_name = "ORDER")]
    order: String,
    /// Faces of your own dice, in the order they are asked for: 6 5 4 or 6,5,4.
    #[arg(long, num_args = 1.., value_name = "FACES")]
    dice: Option<Vec<String>>,
    /// Only say which dice are wanted next (after those of --dice), whose they are and what
    /// for.
    #[arg(long)]
    ask: bool,
    /// The seed of rolled dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the new position to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {order, factors, rolls, events, position}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Tried<'a> {
    entry: &'a sandtable_session::view::LogEntry,
    factors: &'a [sandtable_session::view::FactorView],
    rolls: &'a [Roll],
    events: &'a [sandtable_battle::Event],
    position: &'a str,
}

/// The dice needed next, as JSON: null when there are enough.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Asked {
    wanted: Option<Wanted>,
}

impl Try {
    /// Tries the order.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let faces = self.faces()?;
        // A pipe can be read only once.
        let text = table::text_of(&self.position)?;
        let table = table::read(&self.position, &text, &self.laid)?;
        let table = table.seen(&self.position)?.begun(self.seed);
        let look = table.look();
        let order = self.meant(&table)?;
        let legal = table
            .rules
            .judge(&table.battle, &order)
            .map_err(|r| show::refused(&look, &order, &r, self.json))?;
        if self.ask {
            return self.say_wanted(&table, &legal, &faces.unwrap_or_default());
        }
        let mut scene = Scene::new(table.battle.clone());
        let rolls = match faces {
            Some(faces) => given(&table, &legal, &mut scene, &faces)?,
            None => self.rolled(&table, &legal, &mut scene),
        };
        let (after, events) = scene.finish();
        let position = sandtable_files::write_battle(&after, table.rules.card());
        let entry = look.entry(1, Some(&order), &rolls, &events);
        let factors = look.preview_of(&legal).factors;
        if let Some(path) = &self.out {
            // The new position may replace the old one, but not a journal, which holds more.
            if !table::is_journal(&text) {
                sources::release(Path::new(&self.position));
            }
            show::write(path, &position)?;
        }
        if self.json {
            return show::json(&Tried {
                entry: &entry,
                factors: &factors,
                rolls: &rolls,
                events: &events,
                position: &position,
            });
        }
        let mut out = show::entry(&entry) + &show::factors(&look, &factors);
        // Only the battle after the order shows what must be decided now.
        let after = Look::new(&*table.rules, &after);
        out.push_str(&show::choice(&after));
        show::say(out.trim_end())
    }

    /// Returns the order that the player means: as written, or the move that meets an aim.
    fn meant(&self, table: &table::Table) -> Result<Order, Failure> {
        let (text, card) = (self.order.as_str(), table.rules.card());
        let aimed = notation::aim(text, &table.battle, card)
            .map_err(|trouble| Failure::File(show::trouble(text, &trouble)))?;
        let Some(aimed) = aimed else {
            return table.order(text);
        };
        let found = table.look().intent(aimed);
        let found = found.map_err(|error| Failure::No(error.message))?;
        match found.preview {
            Some(preview) => Ok(preview.order),
            None => Err(Failure::No(found.says)),
        }
    }

    /// Returns the faces that the player gave, if any.
    fn faces(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(given) = &self.dice else {
            return Ok(None);
        };
        let words = given.iter().flat_map(|text| text.split([',', ' ']));
        let faces = words.map(str::trim).filter(|word| !word.is_empty());
        let face = |word: &str| {
            word.parse::<u8>().map_err(|_| {
                Failure::Usage(say!(
                    "--dice {word}: a face is a whole number, at most 255; write --dice 6 5 4 or --dice 6,5,4",
                    word = word
                ))
            })
        };
        faces
            .map(face)
            .collect::<Result<Vec<u8>, Failure>>()
            .map(Some)
    }

    /// Resolves the order with the engine's dice.
    fn rolled(&self, table: &table::Table, legal: &Legal, scene: &mut Scene) -> Vec<Roll> {
        let mut dice = Rolled::new(self.seed, 1);
        table
            .rules
            .resolve(legal, scene, &mut dice as &mut dyn Dice);
        dice.into_rolls()
    }

    /// Says which dice are needed next.
    fn say_wanted(&self, table: &table::Table, legal: &Legal, faces: &[u8]) -> Result<(), Failure> {
        let mut dice = Recorded::of_hand(faces);
        let mut scene = Scene::new(table.battle.clone());
        table.rules.resolve(legal, &mut scene, &mut dice);
        fit(table, &dice)?;
        let look = table.look();
        let wanted = dice.wanted();
        let wanted = wanted.map(|(ask, by, why)| look.wanted(Some(legal.order()), ask, by, why));
        if self.json {
            return show::json(&Asked { wanted });
        }
        match &wanted {
            None => show::say(say("no more dice are wanted")),
            Some(wanted) => show::say(&asks(table, wanted)),
        }
    }
}

/// Resolves an order with the dice that the player gave.
fn given(
    table: &table::Table,
    legal: &Legal,
    scene: &mut Scene,
    faces: &[u8],
) -> Result<Vec<Roll>, Failure> {
    let mut dice = Recorded::of_hand(faces);
    table.rules.resolve(legal, scene, &mut dice);
    fit(table, &dice)?;
    if let Some((ask, by, why)) = dice.wanted() {
        let wanted = table.look().wanted(Some(legal.order()), ask, by, why);
        return Err(Failure::No(say!(
            "more dice are wanted: {wanted}; add the faces to --dice",
            wanted = asks(table, &wanted)
        )));
    }
    if dice.left_over() > 0 {
        let used: usize = dice.rolls().iter().map(|roll| roll.faces.len()).sum();
        let last = dice.rolls().last();
        let after = last.map_or_else(String::new, |roll| {
            let whose = table.battle.setting.side_called(roll.by);
            let look = table.look();
            say!(
                "; the last were {side}'s for {what} ({clause})",
                side = whose,
                what = look.title(roll.why),
                clause = look.cite(roll.why)
            )
        });
        return Err(Failure::Usage(match dice.left_over() {
            1 => say!(
                "too many dice: one face is too many, this order takes {used}{after}",
                used = used,
                after = after
            ),
            n => say!(
                "too many dice: {n} faces are too many, this order takes {used}{after}",
                n = n,
                used = used,
                after = after
            ),
        }));
    }
    Ok(dice.rolls().to_vec())
}

/// Refuses a face that its die does not have: says which die it is, whose, and which faces it has.
fn fit(table: &table::Table, dice: &Recorded) -> Result<(), Failure> {
    let Some(((face, ask), (by, why))) = dice.wrong().zip(dice.wrong_of()) else {
        return Ok(());
    };
    let (_, sides) = ask.dice();
    let look = table.look();
    let whose = table.battle.setting.side_called(by);
    let (what, clause) = (look.title(why), look.cite(why));
    Err(Failure::Usage(if matches!(ask, Ask::Draw { .. }) {
        say!(
            "{side} draws one of {sides} for {what} ({clause}): give 1 to {sides}, not {face}",
            side = whose,
            sides = sides,
            what = what,
            clause = clause,
            face = face
        )
    } else {
        say!(
            "{side}'s die for {what} ({clause}) has the faces 1 to {sides}, not {face}",
            side = whose,
            what = what,
            clause = clause,
            sides = sides,
            face = face
        )
    }))
}

/// Says which dice are needed, whose they are and what for.
fn asks(table: &table::Table, wanted: &Wanted) -> String {
    let name = |side: SideKey| match side {
        SideKey::A => table.battle.setting.side_called(Side::A),
        SideKey::B => table.battle.setting.side_called(Side::B),
    };
    let rows: Vec<String> = wanted
        .rows
        .iter()
        .map(|row| {
            let side = name(row.by);
            if wanted.drawn {
                say!("{side} draws one of {n}", side = side, n = wanted.sides)
            } else {
                say!(
                    "{side} throws {n}D{sides}",
                    side = side,
                    n = row.count,
                    sides = wanted.sides
                )
            }
        })
        .collect();
    let what = say!(
        "{dice} for {what} ({clause})",
        dice = rows.join(say(", then ")),
        what = wanted.says,
        clause = wanted.clause
    );
    if wanted.needs.is_empty() {
        what
    } else {
        format!("{what}; {}", wanted.needs)
    }
}
