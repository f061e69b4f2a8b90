//! `sandtable rooms`: commands for the host of a server to manage its rooms.

use std::net::IpAddr;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};
use sandtable_keep::New;
use sandtable_rooms::store::Store;
use sandtable_rooms::wire::Trouble;
use sandtable_rooms::{PushKeys, Rooms, machine_time};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::show;
use crate::store::{self, Kept, broken};

/// Manage the rooms of a server, even while it runs.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable rooms list
  sandtable rooms export 7k2m9x4q3b > battle.journal.jsonl
  sandtable rooms backup rooms-today.sqlite
  sandtable rooms restore rooms-today.sqlite
  sandtable rooms ban 203.0.113.7 --why 'floods'
  (umask 077; sandtable rooms push-keys > push-keys.pem)

Exit codes:
  0  done
  2  the command line is wrong
  3  there is no such room or ban, or the file is not a backup
  4  the database does not answer, a file cannot be written, or a server runs
     while a backup is to be restored")]
pub(crate) struct RoomsCommand {
    #[command(flatten)]
    kept: Kept,

    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List rooms, the latest first.
    List {
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 100)]
        most: u32,
    },
    /// Print the journal of a room.
    Export {
        /// The room.
        room: String,
    },
    /// Remove a room with all that happened in it.
    Remove {
        /// The room.
        room: String,
    },
    /// Copy a SQLite database to a file while it is used.
    Backup {
        /// The file; it must not exist yet.
        file: String,
    },
    /// Put a backup in the place of the rooms, while no server runs.
    ///
    /// The file is checked first. The rooms that were there before are kept beside it, as
    /// `rooms.replaced-1.sqlite` or the next free number. Run it as the user that runs the server.
    Restore {
        /// The backup, as `backup` makes it.
        file: String,
    },
    /// Ban an address. A ban of an IPv6 address holds for its whole network (/64).
    Ban {
        /// The address, or a network as `rooms bans` lists it.
        #[arg(value_parser = address)]
        address: IpAddr,
        /// The reason, shown in the list.
        #[arg(long, value_name = "WORDS", default_value = "")]
        why: String,
    },
    /// Lift the ban on an address.
    Unban {
        /// The address, or a network as `rooms bans` lists it.
        #[arg(value_parser = address)]
        address: IpAddr,
    },
    /// List banned addresses.
    Bans,
    /// Print a new key for push notices (VAPID), for `sandtable serve --push-keys`: keep it
    /// secret, and keep it. Browsers that asked for notices know the server by it.
    PushKeys,
}

/// Reads an address, or an IPv6 network of the size that is banned at once.
fn address(text: &str) -> Result<IpAddr, String> {
    let network = text.strip_suffix("/64").filter(|it| it.contains(':'));
    network.unwrap_or(text).parse().map_err(|_| {
        say!(
            "no address: write one such as 203.0.113.7 or 2001:db8::1, or a network such as \
             2001:db8::/64"
        )
    })
}

/// Copies the database. The copy is in its place when it is whole: whoever finds a file there can
/// restore the server from it.
async fn backup(store: &Store, file: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::Machine(say!(
            "{file} is there already: name another file",
            file = file
        )),
        _ => Failure::Machine(format!("{file}: {error}")),
    };
    let from: Vec<&Path> = store.file().into_iter().collect();
    let new = New::begin(Path::new(file), &from).map_err(wrong)?;
    let path = new.path().display().to_string();
    store.backup(&path).await.map_err(broken)?;
    new.finish().map_err(wrong)
}

impl RoomsCommand {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        store::run(self.done())
    }

    async fn done(self) -> Result<(), Failure> {
        match &self.what {
            What::PushKeys => return show::say(&PushKeys::make().map_err(broken)?),
            What::Restore { file } => return restore(&self.kept, file),
            _ => {}
        }
        let store = self.kept.open().await?;
        let done = self.what.done(&store).await;
        store.close().await;
        done
    }
}

impl What {
    async fn done(self, store: &Store) -> Result<(), Failure> {
        match self {
            Self::List { most } => list(store, most).await,
            Self::Export { room } => export(store, &room).await,
            Self::Remove { room } => match store.remove(&room).await.map_err(broken)? {
                true => Ok(()),
                false => Err(no_room(&room)),
            },
            Self::Backup { file } => backup(store, &file).await,
            Self::Ban { address, why } => {
                let since = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
                let done = store.ban(address, &why, now).await;
                done.map_err(broken)
            }
            Self::Unban { address } => match store.unban(address).await.map_err(broken)? {
                true => Ok(()),
                false => Err(Failure::File(say!(
                    "{address} is not banned",
                    address = address
                ))),
            },
            Self::Bans => {
                for (address, why) in store.bans().await.map_err(broken)? {
                    // A line for each, whatever the host wrote.
                    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
                    show::say(format!("{address}  {why}").trim_end())?;
                }
                Ok(())
            }
            // Need no open database, so they were done above.
            Self::Restore { .. } | Self::PushKeys => Ok(()),
        }
    }
}

async fn export(store: &Store, room: &str) -> Result<(), Failure> {
    let rooms = Rooms::new(store.clone(), machine_time());
    let journal = rooms.journal(room).await;
    let journal = journal.map_err(|why| match why {
        Trouble::NoRoom => no_room(room),
        Trouble::Unreadable => Failure::File(say!(
            "what is stored of room {room} is damaged",
            room = room
        )),
        _ => Failure::Machine(say!("the database does not answer, or has no room left")),
    })?;
    show::say_file(journal.trim_end())
}

/// Puts a backup in the place of the rooms, and says where the earlier ones are now.
fn restore(kept: &Kept, file: &str) -> Result<(), Failure> {
    match kept.restore(Path::new(file))? {
        None => Ok(()),
        Some(before) => show::say(&say!(
            "The rooms that were there before are now in {file}.",
            file = before.display()
        )),
    }
}

async fn list(store: &Store, most: u32) -> Result<(), Failure> {
    for row in store.all(i64::from(most)).await.map_err(broken)? {
        show::say(&format!(
            "{}  {:6}  {}  {}",
            row.id, row.stands, row.rules, row.title
        ))?;
    }
    Ok(())
}

fn no_room(room: &str) -> Failure {
    Failure::File(say!("there is no room `{room}`", room = room))
}
