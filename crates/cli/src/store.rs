//! The place of the rooms, for the commands with which a host manages a server.

use std::path::PathBuf;

use clap::Args;
use sandtable_rooms::store::{Place, Store};
use sandtable_tongue::say;

use crate::failure::Failure;

/// Where rooms are kept.
#[derive(Debug, Args)]
pub(crate) struct Kept {
    /// The folder that holds the rooms.
    #[arg(
        long,
        value_name = "FOLDER",
        default_value = "sandtable-data",
        global = true
    )]
    data: PathBuf,

    /// PostgreSQL instead of the folder: postgres://USER@HOST/NAME.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data", global = true)]
    database: Option<String>,
}

impl Kept {
    /// Opens the rooms. Makes none in a folder of something else: whoever mistyped its name would
    /// see an empty list, and leave a database where none belongs.
    pub(crate) async fn open(self) -> Result<Store, Failure> {
        let place = match self.database {
            Some(address) => Place::Server(address),
            None => Place::Folder(self.data),
        };
        if let Place::Folder(folder) = &place
            && !place.may_hold_rooms()
        {
            return Err(Failure::Machine(say!(
                "there are no rooms in {folder}",
                folder = folder.display()
            )));
        }
        Store::open(&place).await.map_err(broken)
    }
}

/// Runs work on rooms on this thread.
pub(crate) fn run(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(broken)?;
    runtime.block_on(work)
}

/// Returns the failure of the machine or the database.
pub(crate) fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::Machine(error.to_string())
}
