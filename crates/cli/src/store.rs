//! The place of the rooms, for the commands with which a host manages a server.

use std::path::{Path, PathBuf};

use clap::Args;
use sandtable_rooms::store::{Claim, Place, Store, StoreError, restore};
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
        let place = place(self.database.as_deref(), &self.data)?;
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

    /// Puts a backup in the place of the rooms, and returns where those lie that were there before.
    pub(crate) fn restore(&self, file: &Path) -> Result<Option<PathBuf>, Failure> {
        let place = place(self.database.as_deref(), &self.data)?;
        let claim = claim(&place, &self.data)?;
        let done = restore(&claim, &place, file);
        done.map_err(|why| match why {
            StoreError::Folder(_) => broken(format!("{}: {why}", self.data.display())),
            StoreError::InFile { .. } => broken(why),
            _ => Failure::File(why.to_string()),
        })
    }
}

/// Claims the place of the rooms, so that no server uses them meanwhile.
pub(crate) fn claim(place: &Place, data: &Path) -> Result<Claim, Failure> {
    let folder = data.display();
    place.claim().map_err(broken)?.ok_or_else(|| {
        Failure::Machine(say!(
            "another server uses the rooms in {folder}: stop it, or name another folder",
            folder = folder
        ))
    })
}

/// Returns where the rooms are. A wrong address is not repeated: it may hold a password.
pub(crate) fn place(database: Option<&str>, data: &Path) -> Result<Place, Failure> {
    match database {
        None if is_address(data) => Err(Failure::Usage(say!(
            "--data names a folder: name a PostgreSQL database with --database"
        ))),
        None => Ok(Place::Folder(data.to_owned())),
        Some(address)
            if address.starts_with("postgres://") || address.starts_with("postgresql://") =>
        {
            Ok(Place::Server(address.to_owned()))
        }
        Some(_) => Err(Failure::Usage(say!(
            "--database is not the address of a PostgreSQL database: write postgres://USER@HOST/NAME, \
             or leave it out and name a folder with --data"
        ))),
    }
}

/// Returns whether a folder looks like the address of a database.
fn is_address(data: &Path) -> bool {
    let text = data.to_string_lossy();
    ["postgres:", "postgresql:"]
        .iter()
        .any(|scheme| text.starts_with(scheme))
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
