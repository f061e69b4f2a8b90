//! `sandtable play`: serves the page on loopback and opens it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use sandtable_server::{Options, Page};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::interrupted;
use crate::show;
use crate::table::{self, Laid};

/// The usual port. A browser keeps battles, settings and the page itself by address, so the address
/// should stay the same from day to day.
const USUAL: u16 = 4747;

/// Serve the page on this machine and play in the browser.
///
/// The page holds the whole engine: once it is loaded, it works without this program. The
/// program listens on 127.0.0.1 only and stops with Ctrl-C.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable play
  sandtable play my.battle.toml
  sandtable play --rules bloodier.rules.toml
  sandtable play --no-open --port 8080

Exit codes:
  0  stopped with Ctrl-C
  2  the command line is wrong
  3  SCENARIO cannot be read
  4  the port is taken, or the program was built without its page")]
pub(crate) struct Play {
    /// A battle to open at once; without it the page asks.
    #[arg(value_name = "SCENARIO")]
    scenario: Option<PathBuf>,

    #[command(flatten)]
    laid: Laid,

    /// The port on 127.0.0.1; 0 takes any free one. With the default, 4747, the browser finds
    /// its battles again; if that port is taken, the program takes any free one.
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Serve the page from this folder instead of the built-in one.
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,

    /// Print the address, but do not open a browser.
    #[arg(long)]
    no_open: bool,
}

impl Play {
    /// Serves until Ctrl-C.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let opened = self.opened()?;
        let options = Options {
            port: self.port.unwrap_or(USUAL),
            or_any: self.port.is_none(),
            opened,
            page: match &self.page {
                None => Page::Built,
                Some(folder) => Page::read(folder)
                    .map_err(|error| Failure::File(format!("{}: {error}", folder.display())))?,
            },
            ..Options::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Machine(error.to_string()))?;
        let ready = |address: &str| {
            let at = say!(
                "The table is at {address}  (Ctrl-C stops)",
                address = address
            );
            // If nobody reads the printed address, the browser still shows it.
            let _ = show::say(&at);
            if !self.no_open {
                open(address);
            }
        };
        let serves = async {
            interrupted::lets_long_files_fail();
            sandtable_server::serve(options, ready).await
        };
        runtime
            .block_on(serves)
            .map_err(|error| Failure::Machine(error.to_string()))
    }
}

impl Play {
    /// Returns the text to open: a battle, under house rules if there are any; or house rules
    /// alone, which the page keeps for the next battle.
    fn opened(&self) -> Result<Option<String>, Failure> {
        match (&self.scenario, &self.laid.rules) {
            (Some(path), rules) if rules.is_some() || !self.laid.army.is_empty() => {
                let name = path.display().to_string();
                let table = table::battle(&name, &table::text_of(&name)?, &self.laid)?;
                let text = sandtable_files::write_battle(&table.battle, table.rules.card());
                Ok(Some(text))
            }
            (Some(path), _) => read(path).map(Some),
            (None, Some(file)) if self.laid.army.is_empty() => {
                table::read_house(file)?;
                read(Path::new(file)).map(Some)
            }
            (None, None) if self.laid.army.is_empty() => Ok(None),
            (None, _) => Err(Failure::Usage(say!(
                "`--army` needs the battle in which the army fights: sandtable play BATTLE --army SIDE=FILE"
            ))),
        }
    }
}

fn read(name: &Path) -> Result<String, Failure> {
    table::text_of(&name.display().to_string())
}

/// Opens the address in a browser if there is one; the address is printed in any case.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some()
    {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if command.spawn().is_err() {
        let _ = show::say(sandtable_tongue::say(
            "No browser was found: open the address yourself.",
        ));
    }
}
