//! Serves the page: on loopback for `sandtable play`, to everyone for `sandtable serve`.
//!
//! The page holds the engine and plays without a server once loaded; this crate only hands out its
//! files, and the battle the program was asked to open. Routes for other requests, such as those
//! about rooms, are given to it.

mod connections;
mod door;
mod page;
mod reader;
mod router;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;

use door::Door;

pub use page::{File, Page};
pub use router::{Hosts, router};

/// How long ongoing answers may still take once serving stops. A browser that sends half a request
/// and then nothing does not hold up the program.
const GRACE: Duration = Duration::from_secs(1);
/// How long a connection is held for a request that does not come.
const PATIENCE: Duration = Duration::from_secs(30);

/// What to serve, and where.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Whether any free port will do if that one is taken.
    pub or_any: bool,
    /// The text of the battle to open, served at `/opened.battle.toml`.
    pub opened: Option<String>,
    /// The files of the page.
    pub page: Page,
    /// Where to listen for everyone; without it only this machine is served, at `port`.
    pub listen: Option<SocketAddr>,
    /// Routes for other requests.
    pub also: Option<Router>,
    /// How long the head of a request may take, and how long a connection may wait for the next
    /// request; half a minute if it is zero. The body of a request may take four times as long.
    pub patience: Duration,
    /// Hears why the system gives no further connection, such as when too many are open.
    pub not_accepted: Option<fn(&std::io::Error)>,
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// This program was built before the page was.
    #[error(
        "this program was built without its page. `cargo play` builds both; \
         to build only the page: `cargo xtask web`"
    )]
    NoPage,
    /// The address is taken, forbidden, or does not belong to this machine.
    #[error("cannot listen on {address}: {source}. Choose another with --listen")]
    Address {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The port is taken or forbidden.
    #[error(
        "cannot listen on 127.0.0.1:{port}: {source}. Choose another with --port, or 0 for any free one"
    )]
    Port {
        /// The port that was asked for.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// The connection broke down while serving.
    #[error("serving stopped: {0}")]
    Serving(#[from] std::io::Error),
}

/// A port that is taken, ready to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
}

impl Server {
    /// Takes the port, on loopback unless the options say something else.
    ///
    /// # Errors
    /// If the page was not built, or the port is not free.
    pub async fn bind(options: Options) -> Result<Self, Error> {
        if options.page.get("index.html").is_none() {
            return Err(Error::NoPage);
        }
        let port = options.port;
        if let Some(address) = options.listen {
            let bound = TcpListener::bind(address).await;
            let listener = bound.map_err(|source| Error::Address { address, source })?;
            let address = listener.local_addr()?;
            return Ok(Self {
                listener,
                address,
                options,
            });
        }
        let bound = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Err(_) if options.or_any => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
            bound => bound,
        };
        let listener = bound.map_err(|source| Error::Port { port, source })?;
        let address = listener.local_addr()?;
        Ok(Self {
            listener,
            address,
            options,
        })
    }

    /// Returns the page's address for a browser: with `#open` if a battle is to be opened.
    #[must_use]
    pub fn address(&self) -> String {
        let hash = if self.options.opened.is_some() {
            "#open"
        } else {
            ""
        };
        format!("http://{}/{hash}", self.address)
    }

    /// Serves until `stop` is ready.
    ///
    /// # Errors
    /// If the connection breaks down.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Error> {
        let hosts = match self.options.listen {
            None => Hosts::Loopback,
            Some(_) => Hosts::Any,
        };
        let files = router(self.options.page, self.options.opened, hosts);
        let router = match self.options.also {
            None => files,
            Some(also) => also.merge(files),
        };
        let patience = match self.options.patience {
            Duration::ZERO => PATIENCE,
            other => other,
        };
        let door = Door {
            listener: self.listener,
            not_accepted: self.options.not_accepted,
        };
        let left = connections::serve(door, router, patience, stop).await;
        // Connections that are not done by then are cut off.
        let _ = tokio::time::timeout(GRACE, left).await;
        Ok(())
    }
}

/// Returns a future that is ready once somebody stops the program: by Ctrl-C, or as systems stop
/// programs. It listens from this call on, so that anyone who knows the address can stop the
/// program that serves there.
///
/// # Errors
/// If the system does not accept a handler.
#[cfg(unix)]
pub fn asked_to_stop() -> std::io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut by_hand = signal(SignalKind::interrupt())?;
    let mut by_system = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = by_hand.recv() => {}
            _ = by_system.recv() => {}
        }
    })
}

/// Returns a future that is ready once somebody stops the program by Ctrl-C.
///
/// # Errors
/// If the system does not accept a handler.
#[cfg(windows)]
pub fn asked_to_stop() -> std::io::Result<impl Future<Output = ()> + Send> {
    let mut by_hand = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        by_hand.recv().await;
    })
}

/// Takes the port, passes the address to `ready`, and serves until somebody stops the program.
///
/// # Errors
/// As [`Server::bind`] and [`Server::run`].
pub async fn serve(options: Options, ready: impl FnOnce(&str)) -> Result<(), Error> {
    let server = Server::bind(options).await?;
    let stop = asked_to_stop()?;
    ready(&server.address());
    server.run(stop).await
}
