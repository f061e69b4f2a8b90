//! Plays many battles through a server at once, and measures it: `cargo xtask load`.
//!
//! It starts the server itself, on loopback and with a folder of its own, plays random battles with
//! its own engines, and stops after the given number of seconds. With `--kills` it kills the server
//! again and again while orders are under way, and counts what was acknowledged and is missing
//! afterwards; with `--strike` it runs a command instead of killing the server, such as one that
//! kills the database and starts it again.
//!
//! With `--nodes` several servers share a database, behind a small proxy; the first is killed for
//! good in the middle, and the tool measures how soon each table's next order is acknowledged.
//!
//! `--program self` measures the rooms alone, served by this tool.
//!
//! `--pace` is how long a table thinks between two orders: without it, each table gives its next
//! order at once, and the times measured are how long an order waits for others. `--idle` is a
//! number of rooms, made first, in which nobody is.

mod guest;
mod relay;
mod serve;
mod server;

use guest::Table;
use sandtable_session::Shelf;
use server::Server;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// What the command line asks for.
struct Wish {
    program: String,
    page: String,
    battles: usize,
    seconds: u64,
    kills: u32,
    scenario: String,
    /// Pause between two orders of a table.
    pace: Duration,
    /// Number of rooms that are made and left alone.
    idle: usize,
    /// PostgreSQL, in place of a folder.
    database: Option<String>,
    /// A command to run in place of killing the server.
    strike: Option<String>,
    /// Number of servers that share the database.
    nodes: usize,
}

impl Wish {
    fn read() -> Result<Self, String> {
        let mut wish = Self {
            program: "target/release/sandtable".to_owned(),
            page: "web/dist".to_owned(),
            battles: 50,
            seconds: 20,
            kills: 0,
            scenario: "three-hit/two-hills".to_owned(),
            pace: Duration::ZERO,
            idle: 0,
            database: None,
            strike: None,
            nodes: 1,
        };
        let mut given = std::env::args().skip(1);
        while let Some(name) = given.next() {
            let value = given
                .next()
                .ok_or_else(|| format!("{name} needs a value"))?;
            let number = || {
                value
                    .parse()
                    .map_err(|_| format!("{name}: {value} is no number"))
            };
            match name.as_str() {
                "--program" => wish.program = value,
                "--page" => wish.page = value,
                "--scenario" => wish.scenario = value,
                "--database" => wish.database = Some(value),
                "--strike" => wish.strike = Some(value),
                "--nodes" => wish.nodes = usize::try_from(number()?).unwrap_or(1),
                "--pace" => wish.pace = Duration::from_millis(number()?),
                "--idle" => wish.idle = usize::try_from(number()?).unwrap_or(0),
                "--battles" => wish.battles = usize::try_from(number()?).unwrap_or(1),
                "--seconds" => wish.seconds = number()?,
                "--kills" => wish.kills = u32::try_from(number()?).unwrap_or(0),
                _ => {
                    return Err(format!(
                        "unknown {name}: --battles N --seconds N --pace MS --idle N --kills N --strike COMMAND --nodes N --scenario ID --database URL --program FILE --page FOLDER"
                    ));
                }
            }
        }
        let many = wish.battles > 2000 || wish.seconds > 3600 || wish.kills > 1000;
        if wish.battles == 0 || many || wish.idle > 1_000_000 {
            return Err("at most 2000 battles, 3600 seconds, 1000 kills, 1000000 idle".to_owned());
        }
        if wish.nodes == 0 || wish.nodes > 8 || (wish.nodes > 1 && wish.database.is_none()) {
            return Err("--nodes: 1 to 8, and several share a --database".to_owned());
        }
        Ok(wish)
    }
}

/// The counts of all tables together.
#[derive(Default)]
struct Counts {
    orders: AtomicU64,
    lost: AtomicU64,
    stuck: AtomicU64,
    over: AtomicBool,
    /// Time from one page to the other, in microseconds.
    times: Mutex<Vec<u64>>,
    /// When one of several servers was killed.
    struck: Mutex<Option<Instant>>,
    /// Time from the kill until an order was acknowledged again, for each table that was thrown
    /// out.
    back: Mutex<Vec<Duration>>,
}

fn main() -> Result<(), String> {
    let mut given = std::env::args().skip(1);
    if given.next().as_deref() == Some("serve") {
        return serve::run(given);
    }
    let wish = Wish::read()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    tokio::task::LocalSet::new().block_on(&runtime, run(wish))
}

async fn run(wish: Wish) -> Result<(), String> {
    let mut servers = (0..wish.nodes)
        .map(|_| Server::start(&wish.program, &wish.page, wish.database.as_deref()))
        .collect::<Result<Vec<Server>, String>>()?;
    let address = match &servers[..] {
        [one] => one.address(),
        many => {
            let all = many.iter().map(Server::address).collect();
            relay::start(all).await.map_err(|error| error.to_string())?
        }
    };
    if wish.idle > 0 {
        rest(&servers[0], &wish).await?;
    }
    let idle = memory(&servers);
    let counts = Arc::new(Counts::default());
    let mut tables = Vec::new();
    let shelf = Arc::new(Shelf::shipped().remembering());
    for _ in 0..wish.battles {
        let table = Table::make(address, &wish.scenario, Arc::clone(&shelf)).await;
        tables.push(table.ok_or("a room was not made")?);
    }
    println!("{} battles at {address}", tables.len());
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::task::spawn_local(table.play(Arc::clone(&counts), wish.pace)))
        .collect();
    let (began, before) = (Instant::now(), spent(&servers));
    let live = memory(&servers).saturating_sub(idle);
    let strikes = wish.kills > 0 || wish.nodes > 1;
    if strikes {
        strike_all(&mut servers, &wish, &counts).await?;
    } else {
        tokio::time::sleep(Duration::from_secs(wish.seconds)).await;
    }
    let (cpu, wall) = (spent(&servers) - before, began.elapsed().as_secs_f64());
    counts.over.store(true, Ordering::SeqCst);
    for one in playing {
        if one.await.is_err() {
            counts.stuck.fetch_add(1, Ordering::SeqCst);
        }
    }
    let orders = counts.orders.load(Ordering::SeqCst);
    println!("orders acknowledged: {orders} in {wall:.1} s");
    if strikes {
        return tell_losses(&wish, &counts).await;
    }
    tell_speed(&counts, cpu).await;
    println!(
        "memory a live battle: {} KiB",
        live / 1024 / wish.battles as u64
    );
    Ok(())
}

fn memory(servers: &[Server]) -> u64 {
    servers.iter().map(Server::memory).sum()
}

fn spent(servers: &[Server]) -> f64 {
    servers.iter().map(Server::spent).sum()
}

/// Kills servers while orders are under way; tables that are thrown out come back and go on.
async fn strike_all(servers: &mut [Server], wish: &Wish, counts: &Counts) -> Result<(), String> {
    if wish.nodes > 1 {
        tokio::time::sleep(Duration::from_secs(wish.seconds)).await;
        *counts.struck.lock().await = Some(Instant::now());
        servers[0].kill()?;
    }
    for _ in 0..wish.kills {
        tokio::time::sleep(Duration::from_millis(700)).await;
        match &wish.strike {
            Some(command) => strike(command)?,
            None => servers[wish.nodes - 1].kill_and_start()?,
        }
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    Ok(())
}

/// Number of rooms that are made at the same time.
const MAKERS: usize = 4;

/// Makes rooms in which nobody is, and prints what they cost.
async fn rest(server: &Server, wish: &Wish) -> Result<(), String> {
    let (began, spent, before) = (Instant::now(), server.spent(), server.memory());
    let (address, left) = (server.address(), std::cell::Cell::new(wish.idle));
    let make = async || {
        while left.get() > 0 {
            left.set(left.get() - 1);
            let room = guest::make_room(address, &wish.scenario, true).await;
            room.ok_or("a room was not made")?;
        }
        Ok::<(), String>(())
    };
    futures_util::future::try_join_all((0..MAKERS).map(|_| make())).await?;
    // Rooms close when nobody has been there for a while.
    tokio::time::sleep(Duration::from_secs(35)).await;
    let each = |bytes: u64| bytes / u64::try_from(wish.idle).unwrap_or(1);
    println!(
        "{} idle rooms: made in {:.1} s of the clock and {:.1} s of the server's processor; \
         {} bytes of memory each, {} bytes of the database each",
        wish.idle,
        began.elapsed().as_secs_f64() - 35.0,
        server.spent() - spent,
        each(server.memory().saturating_sub(before)),
        each(server.kept()),
    );
    let (spent, began) = (server.spent(), Instant::now());
    tokio::time::sleep(Duration::from_secs(20)).await;
    println!(
        "left alone they take {:.2} % of a processor",
        100.0 * (server.spent() - spent) / began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Runs a command, and waits for it.
fn strike(command: &str) -> Result<(), String> {
    let done = std::process::Command::new("sh")
        .args(["-c", command])
        .status();
    match done {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{command}: it failed")),
    }
}

async fn tell_speed(counts: &Counts, cpu: f64) {
    let orders = counts.orders.load(Ordering::SeqCst) as f64;
    println!(
        "orders a second of the server's processor: {:.0}",
        orders / cpu.max(0.01)
    );
    let mut times = counts.times.lock().await;
    times.sort_unstable();
    let at = |part| *part_of(&times, part).unwrap_or(&0);
    println!(
        "from page to page: half within {} us, 99 of 100 within {} us",
        at(0.5),
        at(0.99)
    );
}

/// Prints what kills lost, and fails if they lost anything.
async fn tell_losses(wish: &Wish, counts: &Counts) -> Result<(), String> {
    let mut back = counts.back.lock().await;
    back.sort_unstable();
    if let (Some(half), Some(last)) = (part_of(&back, 0.5), back.last()) {
        println!(
            "{} tables were thrown out when one of {} servers was killed; their next order was \
             acknowledged after {:.2} s (half of them), after {:.2} s (the last)",
            back.len(),
            wish.nodes,
            half.as_secs_f64(),
            last.as_secs_f64()
        );
    }
    let lost = counts.lost.load(Ordering::SeqCst);
    let stuck = counts.stuck.load(Ordering::SeqCst);
    println!(
        "kills: {}; acknowledged orders lost: {lost}; battles stuck: {stuck}",
        wish.kills.max(u32::from(wish.nodes > 1))
    );
    match (lost, stuck) {
        (0, 0) => Ok(()),
        _ => Err("nothing may be lost, and nobody stuck".to_owned()),
    }
}

/// Returns the quantile of a sorted list: the value that this fraction of it does not exceed.
fn part_of<T>(sorted: &[T], part: f64) -> Option<&T> {
    let place = (sorted.len() as f64 * part) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1)))
}
