//! `sandtable tournaments`: commands for the host of a server to manage its tournaments.

use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use sandtable_rooms::store::Store;
use sandtable_rooms::tournament::wire::{
    Form, MOST_DAYS, Plan, Score, TournamentDeed, TournamentView,
};
use sandtable_rooms::wire::Trouble;
use sandtable_rooms::{Rooms, account_key, machine_time};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::show;
use crate::store::{self, Kept, broken};

/// Manage the tournaments of a server, even while it runs.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable tournaments list
  sandtable tournaments make 'Club cup' three-hit/two-hills --swiss 3 --rated
  sandtable tournaments show 7k2m9x4q3b
  sandtable tournaments close 7k2m9x4q3b 2 draw
  sandtable tournaments give 7k2m9x4q3b Ada

Exit codes:
  0  done
  2  the command line is wrong
  3  there is no such tournament, scenario or account, or it cannot be done now
  4  the database does not answer")]
pub(crate) struct TournamentsCommand {
    #[command(flatten)]
    kept: Kept,

    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List tournaments, the latest first.
    List,
    /// Show the rounds and the table of a tournament.
    Show {
        /// The tournament.
        id: String,
    },
    /// Make a tournament that the host organises.
    Make(Make),
    /// Begin a tournament.
    Begin {
        /// The tournament.
        id: String,
    },
    /// End a battle of the round that is being played.
    Close {
        /// The tournament.
        id: String,
        /// The battle, counted from 1 as `show` lists them.
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        board: u32,
        /// Who gets the point.
        result: Given,
        /// Only if this round is being played: a command given twice then does nothing more.
        #[arg(long, value_name = "ROUND")]
        round: Option<u32>,
    },
    /// End all battles that are left of the round that is being played.
    CloseRound {
        /// The tournament.
        id: String,
        /// Only if this round is being played: a command given twice then does nothing more.
        #[arg(long, value_name = "ROUND")]
        round: Option<u32>,
    },
    /// Take a player out: the battles that are left count as lost.
    Withdraw {
        /// The tournament.
        id: String,
        /// The player's number or name, as `show` lists them.
        player: String,
    },
    /// End a tournament with the table as it is.
    End {
        /// The tournament.
        id: String,
    },
    /// Give a tournament to another organiser.
    Give {
        /// The tournament.
        id: String,
        /// The name of an account.
        account: String,
    },
    /// Remove a tournament; its battles and ratings stay.
    Remove {
        /// The tournament.
        id: String,
    },
}

#[derive(Debug, Args)]
struct Make {
    /// What it is called.
    name: String,
    /// The scenarios: one for all rounds, or one after the other.
    #[arg(required = true)]
    scenarios: Vec<String>,
    /// Swiss, with this many rounds.
    #[arg(long, value_name = "ROUNDS", conflicts_with = "double",
          value_parser = clap::value_parser!(u16).range(1..=i64::from(Form::MOST_ROUNDS)))]
    swiss: Option<u16>,
    /// Everyone meets everyone twice, with sides swapped; once without this.
    #[arg(long)]
    double: bool,
    /// Days for a round; then the server ends what is left.
    #[arg(long, value_name = "N", default_value_t = 14,
          value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_DAYS)))]
    days: u16,
    /// The series or club it belongs to.
    #[arg(long, value_name = "NAME", default_value = "")]
    series: String,
    /// Players may still enter after the start.
    #[arg(long)]
    late: bool,
    /// Battles between two accounts change their ratings.
    #[arg(long)]
    rated: bool,
    /// Do not list it: only people with its link find it.
    #[arg(long)]
    hidden: bool,
}

/// Who gets the point.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Given {
    /// The player of the first side.
    A,
    /// The player of the second side.
    B,
    /// Half a point each.
    Draw,
    /// Nobody.
    Neither,
}

impl From<Given> for Score {
    fn from(given: Given) -> Self {
        match given {
            Given::A => Self::A,
            Given::B => Self::B,
            Given::Draw => Self::Draw,
            Given::Neither => Self::Neither,
        }
    }
}

impl TournamentsCommand {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        store::run(self.done())
    }

    async fn done(self) -> Result<(), Failure> {
        let store = self.kept.open().await?;
        let rooms = Rooms::new(store, machine_time());
        let done = self.what.done(&rooms).await;
        rooms.store().close().await;
        done
    }
}

impl What {
    async fn done(self, rooms: &Arc<Rooms>) -> Result<(), Failure> {
        match self {
            Self::List => list(rooms).await,
            Self::Show { id } => {
                let view = rooms.show_tournament(&id).await;
                show_one(&view.map_err(|why| refused(&id, &why))?)
            }
            Self::Make(make) => make_one(rooms, make).await,
            Self::Begin { id } => organise(rooms, &id, TournamentDeed::Begin).await,
            Self::Close {
                id,
                board,
                result,
                round,
            } => {
                let deed = TournamentDeed::Close {
                    round: played(rooms, &id, round).await?,
                    board: usize::try_from(board).unwrap_or(usize::MAX) - 1,
                    score: result.into(),
                };
                organise(rooms, &id, deed).await
            }
            Self::CloseRound { id, round } => {
                let round = played(rooms, &id, round).await?;
                organise(rooms, &id, TournamentDeed::CloseRound { round }).await
            }
            Self::Withdraw { id, player } => {
                let entrant = entrant(rooms, &id, &player).await?;
                organise(rooms, &id, TournamentDeed::Remove { entrant }).await
            }
            Self::End { id } => organise(rooms, &id, TournamentDeed::End).await,
            Self::Give { id, account } => give(rooms.store(), &id, &account).await,
            Self::Remove { id } => match rooms.store().remove_tournament(&id).await {
                Ok(true) => Ok(()),
                Ok(false) => Err(none(&id)),
                Err(error) => Err(broken(error)),
            },
        }
    }
}

async fn list(rooms: &Rooms) -> Result<(), Failure> {
    for row in rooms.store().tournaments(true, 100).await.map_err(broken)? {
        show::say(&format!(
            "{}  {:6}  {}  {}",
            row.id, row.stands, row.rules, row.name
        ))?;
    }
    Ok(())
}

async fn make_one(rooms: &Rooms, make: Make) -> Result<(), Failure> {
    let plan = Plan {
        form: match make.swiss {
            Some(rounds) => Form::Swiss { rounds },
            None => Form::RoundRobin {
                double: make.double,
            },
        },
        scenarios: make.scenarios,
        clock: sandtable_rooms::clock::ClockKind::None,
        dice: sandtable_rooms::joint::DiceKind::Server,
        days: make.days,
        late: make.late,
        rated: make.rated,
    };
    let named = (make.name.as_str(), make.series.as_str());
    let made = rooms.new_tournament(named, !make.hidden, &plan, None).await;
    show::say(&made.map_err(|why| refused(&make.name, &why))?)
}

async fn organise(rooms: &Arc<Rooms>, id: &str, deed: TournamentDeed) -> Result<(), Failure> {
    let done = rooms.organise(id, deed).await;
    done.map_err(|why| refused(id, &why))
}

/// Returns the wanted round, or else the one that is being played, from 1.
async fn played(rooms: &Rooms, id: &str, wanted: Option<u32>) -> Result<u32, Failure> {
    if let Some(wanted) = wanted {
        return Ok(wanted);
    }
    let view = rooms.show_tournament(id).await;
    let view = view.map_err(|why| refused(id, &why))?;
    Ok(u32::try_from(view.rounds.len()).unwrap_or(u32::MAX))
}

/// Returns the number of a player who is given by number or name.
async fn entrant(rooms: &Rooms, id: &str, player: &str) -> Result<u32, Failure> {
    let view = rooms.show_tournament(id).await;
    let view = view.map_err(|why| refused(id, &why))?;
    let all = view.entrants.iter();
    number_of(all.map(|one| (one.number, one.name.as_str())), player)
}

/// Returns the number of a player among all numbers and names. A name goes before a number, for
/// players who are called by one.
fn number_of<'a>(
    all: impl Iterator<Item = (u32, &'a str)> + Clone,
    player: &str,
) -> Result<u32, Failure> {
    let key = account_key(player);
    let named = all.clone().filter(|(_, name)| account_key(name) == key);
    let mut found: Vec<u32> = named.map(|(number, _)| number).collect();
    if found.is_empty() {
        let numbers = all.map(|(number, _)| number);
        found.extend(numbers.filter(|&number| player.parse() == Ok(number)));
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::File(say!(
            "there is no player `{player}` in this tournament: `show` lists them by number and name",
            player = player
        ))),
        _ => Err(Failure::File(say!(
            "two players are called `{player}`: give a number, as `show` lists them",
            player = player
        ))),
    }
}

async fn give(store: &Store, id: &str, account: &str) -> Result<(), Failure> {
    let found = store.account(&account_key(account)).await.map_err(broken)?;
    let Some(found) = found else {
        return Err(Failure::File(say!(
            "there is no account `{account}`",
            account = account
        )));
    };
    match store.give_tournament(id, &found.id).await.map_err(broken)? {
        true => Ok(()),
        false => Err(none(id)),
    }
}

/// Prints the rounds, then the table.
fn show_one(view: &TournamentView) -> Result<(), Failure> {
    let name = |number: u32| {
        let found = view.entrants.iter().find(|one| one.number == number);
        let name = found.map_or("", |one| one.name.as_str());
        format!("{number} {name}")
    };
    show::say(&format!(
        "{}  {}",
        view.about.name,
        view.about.stands.name()
    ))?;
    for (at, round) in view.rounds.iter().enumerate() {
        show::say(&format!("{}/{}  {}", at + 1, view.total, round.scenario))?;
        for (at, board) in round.boards.iter().enumerate() {
            let other = board.b.map_or_else(|| "-".to_owned(), name);
            let score = board.score.map_or("", |score| match score {
                Score::A => "1:0",
                Score::B => "0:1",
                Score::Draw => "1/2:1/2",
                Score::Neither => "0:0",
            });
            let room = board.room.as_deref().unwrap_or("");
            let line = format!("  {}  {} : {other}  {score}  {room}", at + 1, name(board.a));
            show::say(line.trim_end())?;
        }
    }
    for row in &view.table {
        let half = if row.halves % 2 == 1 { ".5" } else { "" };
        show::say(&format!(
            "{:3}  {}{half}  {}",
            row.place,
            row.halves / 2,
            name(row.entrant)
        ))?;
    }
    Ok(())
}

fn none(id: &str) -> Failure {
    Failure::File(say!("there is no tournament `{id}`", id = id))
}

/// Says why it was not done.
fn refused(id: &str, why: &Trouble) -> Failure {
    match why {
        Trouble::NoTournament => none(id),
        Trouble::TooFew => Failure::File(say!("a tournament needs two players at least")),
        Trouble::DoneAlready => Failure::File(say!("that has happened already")),
        Trouble::NoEntrant => Failure::File(say!("the tournament has no such player")),
        Trouble::NoBoard => Failure::File(say!("the tournament has no such battle or round")),
        Trouble::NoName => Failure::File(say!("a tournament needs a name")),
        Trouble::Refused(error) => Failure::File(error.message.clone()),
        Trouble::NoRoom => Failure::File(say!("the room of a battle is not there")),
        Trouble::Unreadable => Failure::File(say!(
            "what is stored of the tournament `{id}` is damaged",
            id = id
        )),
        Trouble::NotKept => broken(say!("the database does not answer, or has no room left")),
        _ => Failure::File(say!(
            "a tournament has 1 to 20 scenarios of one rule set, 1 to 20 rounds and 1 to 90 days for each"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn a_player_is_found_by_number_or_name() {
        let all = [(1, "Ada"), (2, "1"), (3, "Bo"), (4, "bo"), (7, "Cy")];
        for (player, number) in [("ada", 1), ("1", 2), ("3", 3), ("7", 7)] {
            assert!(number_of(all.into_iter(), player).is_ok_and(|found| found == number));
        }
        for player in ["Bo", "5", "", "-1"] {
            assert!(number_of(all.into_iter(), player).is_err(), "{player}");
        }
    }
}
