//! The commands, one a file. A new one is a file here and two lines below.

mod play;

use clap::Subcommand;

use crate::failure::Failure;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(command) => command.run(),
        }
    }
}
