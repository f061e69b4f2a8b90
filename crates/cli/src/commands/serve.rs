//! `sandtable serve`: the page and rooms, for everyone who can reach this machine.

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::RwLock;
use std::time::Duration;

use clap::Args;
use sandtable_api::Limits;
use sandtable_rooms::store::Store;
use sandtable_rooms::{
    Beside, Config, Mail, Push, PushKeys, Rate, Reach, Rooms, attend, machine_time, not_accepted,
};
use sandtable_server::{Options, Page, Server, asked_to_stop};
use sandtable_tongue::say;

use crate::descriptors;
use crate::failure::Failure;
use crate::interrupted;
use crate::language::Language;
use crate::show;
use crate::store;
use crate::table::bytes_of;

/// Serve the page and rooms, so that people can play each other by a link.
///
/// Rooms are kept in a folder (SQLite), or in PostgreSQL when several of these programs share
/// the work. It speaks plain HTTP: if people outside your own network can reach it, put a proxy
/// with TLS in front.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable serve
  sandtable serve --data /var/lib/sandtable --listen 127.0.0.1:8080 \\
      --public-url https://table.example.org --behind-proxy
  sandtable serve --public-url https://table.example.org --push-keys push-keys.pem
  sandtable serve --database postgres://sandtable@localhost/sandtable

Exit codes:
  0  stopped with Ctrl-C or SIGTERM
  2  the command line is wrong
  4  the address is taken, the database does not answer, the program may open too
     few files, or it was built without its page")]
pub(crate) struct Serve {
    /// The folder that holds the rooms; created if it is missing.
    #[arg(long, value_name = "FOLDER", default_value = "sandtable-data")]
    data: PathBuf,

    /// PostgreSQL instead of the folder: postgres://USER@HOST/NAME.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    database: Option<String>,

    /// Where to listen.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4748")]
    listen: SocketAddr,

    /// The address that people use, if there is a proxy in front.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// Trust X-Forwarded-For (its last address) and X-Forwarded-Proto: only behind a proxy that
    /// writes them.
    #[arg(long)]
    behind_proxy: bool,

    /// The server that sends e-mails to players who want them: smtps://USER:PASSWORD@HOST,
    /// smtp://USER:PASSWORD@HOST:587?tls=required, or smtp://localhost. Better in the
    /// environment than on the command line, which others on this machine can read.
    #[arg(
        long,
        value_name = "URL",
        env = "SANDTABLE_SMTP",
        hide_env_values = true,
        requires = "mail_from",
        requires = "public_url"
    )]
    smtp: Option<String>,

    /// The sender of the e-mails: an address, or "Name <address>".
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,

    /// The file with the key for push notices: browsers of players who ask for them show that it is
    /// their turn, even when the page is closed. Make it with `sandtable rooms push-keys`.
    #[arg(long, value_name = "FILE", requires = "public_url")]
    push_keys: Option<PathBuf>,

    /// Send push notices also to services in your own network, on any port.
    #[arg(long, requires = "push_keys")]
    push_private: bool,

    /// Serve the page from this folder instead of the built-in one.
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,

    /// How many messages a minute one seat of a room may send, however many pages it has open.
    #[arg(long, value_name = "N", default_value_t = 300)]
    messages: u32,

    /// How many rooms a minute one address may make.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rooms: u32,

    /// How many pages a minute one address may connect.
    #[arg(long, value_name = "N", default_value_t = 120)]
    connections: u32,
}

/// Starts so many threads and ends them again: tokio panics if it cannot start its own.
fn may_start(threads: usize) -> std::io::Result<()> {
    let gate = RwLock::new(());
    std::thread::scope(|scope| {
        let shut = gate.write();
        let waits = || drop(gate.read());
        let one = |_| {
            std::thread::Builder::new()
                .spawn_scoped(scope, waits)
                .map(drop)
        };
        let all = (0..threads).try_for_each(one);
        drop(shut);
        all
    })
}

impl Serve {
    /// Serves until it is stopped.
    pub(crate) fn run(self) -> Result<(), Failure> {
        descriptors::raise()?;
        // Counted here because the runtime would read the environment, and panic at a bad number.
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        may_start(threads + 2)
            .map_err(|error| Failure::Machine(format!("no thread can be started: {error}")))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .enable_all()
            .build()
            .map_err(|error| Failure::Machine(error.to_string()))?;
        let done = runtime.block_on(self.serve());
        // Does not wait for computer players that are still thinking: their battles are saved.
        runtime.shutdown_timeout(Duration::from_secs(1));
        done
    }

    async fn serve(self) -> Result<(), Failure> {
        interrupted::lets_long_files_fail();
        let place = store::place(self.database.as_deref(), &self.data)?;
        let page = match &self.page {
            None => Page::Built,
            Some(folder) => Page::read(folder)
                .map_err(|error| Failure::File(format!("{}: {error}", folder.display())))?,
        };
        let _claim = store::claim(&place, &self.data)?;
        let store = Store::open(&place).await;
        let store = store.map_err(|error| Failure::Machine(error.to_string()))?;
        let done = self.serve_from(store.clone(), page).await;
        // The folder is then this server's no more, and holds one whole file.
        store.close().await;
        done
    }

    /// Serves the rooms of a store until it is stopped.
    async fn serve_from(&self, store: Store, page: Page) -> Result<(), Failure> {
        let rooms = Rooms::new(store, machine_time());
        let config = self.config()?;
        if let (Some(smtp), Some(from), Some(base)) = (&self.smtp, &self.mail_from, &config.public)
        {
            let mail = Mail::open(smtp, from, base, config.languages.clone());
            rooms.write_by(mail.map_err(Failure::Usage)?);
        }
        if let Some(push) = self.push(&config)? {
            rooms.push_by(push);
        }
        attend(&rooms);
        let options = Options {
            page,
            listen: Some(self.listen),
            not_accepted: Some(not_accepted),
            also: Some(sandtable_rooms::router(
                Arc::clone(&rooms),
                config,
                Beside {
                    routes: sandtable_api::router(Limits::default()),
                    busy: sandtable_api::busy,
                },
            )),
            ..Options::default()
        };
        let server = Server::bind(options).await;
        let server = server.map_err(|error| Failure::Machine(error.to_string()))?;
        let stop = asked_to_stop().map_err(|error| Failure::Machine(error.to_string()))?;
        let at = say!(
            "The rooms are at {address}  (Ctrl-C stops)",
            address = self.public_url.clone().unwrap_or(server.address())
        );
        let _ = show::say(&at);
        let done = server.run(stop).await;
        rooms.give_back_letters().await;
        done.map_err(|error| Failure::Machine(error.to_string()))
    }

    /// Returns how browsers get notices, if the host gave a key for them.
    fn push(&self, config: &Config) -> Result<Option<Push>, Failure> {
        let (Some(file), Some(base)) = (&self.push_keys, &config.public) else {
            return Ok(None);
        };
        let bytes = bytes_of(&file.display().to_string())?;
        let keys = PushKeys::read(&String::from_utf8_lossy(&bytes))
            .map_err(|why| Failure::File(format!("{}: {why}", file.display())))?;
        let reach = match self.push_private {
            true => Reach::Private,
            false => Reach::Public,
        };
        let push = Push::open(keys, base, reach, &[], config.languages.clone());
        push.map(Some).map_err(Failure::Machine)
    }

    fn config(&self) -> Result<Config, Failure> {
        let rate = |minute: u32, at_once: u32| Rate {
            burst: at_once.max(minute / 5).min(minute),
            minute,
        };
        let public = self
            .public_url
            .as_deref()
            .map(|url| url.trim_end_matches('/'));
        if let Some(url) = public.filter(|url| !is_origin(url)) {
            return Err(Failure::Usage(say!(
                "`{url}` is not the address of a server: write it like https://table.example.org, without a path",
                url = url
            )));
        }
        Ok(Config {
            languages: Language::all().map_err(Failure::Machine)?,
            public: public.map(str::to_owned),
            behind_proxy: self.behind_proxy,
            makes: rate(self.rooms, 20),
            messages: rate(self.messages, 60),
            comes: rate(self.connections, 60),
            ..Config::default()
        })
    }
}

/// Whether an address is one as browsers send it with a request: scheme, host and port alone.
fn is_origin(url: &str) -> bool {
    let host = url.strip_prefix("https://");
    let host = host.or_else(|| url.strip_prefix("http://"));
    let fits = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    host.is_some_and(|host| !host.is_empty() && host.chars().all(fits))
}
