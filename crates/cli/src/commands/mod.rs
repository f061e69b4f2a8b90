//! The commands, one per file. A new command is a file here and three lines below.

mod advise;
mod army;
mod battle;
mod check;
mod cluster;
mod compare;
mod generate;
mod grid;
mod ladder;
mod odds;
mod orders;
mod parquet;
mod play;
mod points;
mod position;
mod print;
mod replay;
mod review;
mod rooms;
mod rules;
mod rulesets;
mod schema;
mod serve;
mod situation;
mod study;
mod tournaments;
mod train;
mod try_order;
mod verify;
mod words;

use clap::Subcommand;

use crate::failure::Failure;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Serve(serve::Serve),
    Rooms(rooms::RoomsCommand),
    Tournaments(tournaments::TournamentsCommand),
    Battle(battle::BattleCommand),
    Orders(orders::Orders),
    Words(words::Words),
    Try(try_order::Try),
    Odds(odds::Odds),
    Grid(grid::GridCommand),
    Advise(advise::Advise),
    Review(review::ReviewCommand),
    Ladder(ladder::Ladder),
    Train(train::Train),
    Study(study::StudyCommand),
    Compare(compare::Compare),
    Verify(verify::Verify),
    Replay(replay::Replay),
    Position(position::Position),
    Print(print::Print),
    Check(check::Check),
    Army(army::ArmyCommand),
    Generate(generate::Generate),
    Rulesets(rulesets::Rulesets),
    Rules(rules::RulesCommand),
    Schema(schema::SchemaCommand),
}

impl Command {
    /// Tells whether the command runs until somebody stops it.
    pub(crate) const fn serves(&self) -> bool {
        matches!(self, Self::Play(_) | Self::Serve(_))
    }

    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(command) => command.run(),
            Self::Serve(command) => command.run(),
            Self::Rooms(command) => command.run(),
            Self::Tournaments(command) => command.run(),
            Self::Battle(command) => command.run(),
            Self::Orders(command) => command.run(),
            Self::Words(command) => command.run(),
            Self::Try(command) => command.run(),
            Self::Odds(command) => command.run(),
            Self::Grid(command) => command.run(),
            Self::Advise(command) => command.run(),
            Self::Review(command) => command.run(),
            Self::Ladder(command) => command.run(),
            Self::Train(command) => command.run(),
            Self::Study(command) => command.run(),
            Self::Compare(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Position(command) => command.run(),
            Self::Print(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Army(command) => command.run(),
            Self::Generate(command) => command.run(),
            Self::Rulesets(command) => command.run(),
            Self::Rules(command) => command.run(),
            Self::Schema(command) => command.run(),
        }
    }
}
