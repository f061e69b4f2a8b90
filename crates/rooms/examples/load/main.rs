//! Plays many battles through a server at once, and measures it: `cargo xtask load`.
//!
//! It starts the server itself, on loopback and with a folder of its own, plays random
//! battles by its own engines, and stops after so many seconds. With `--kills` it kills the
//! server again and again while orders are under way, and counts what was acknowledged
//! and is not there afterwards; with `--strike` it runs a command in place of killing the server,
//! such as one that kills the database and starts it again.
//!
//! `--pace` is how long a table thinks between two orders: without, each gives the next at once,
//! and what is measured of time is how long an order waits for others. `--idle` rooms are made
//! first, in which nobody is.

mod guest;
mod server;

use guest::Table;
use server::Server;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// What is asked for.
struct Wish {
    program: String,
    page: String,
    battles: usize,
    seconds: u64,
    kills: u32,
    scenario: String,
    /// Between two orders of a table.
    pace: Duration,
    /// Rooms that are made and left alone.
    idle: usize,
    /// PostgreSQL in place of a folder.
    database: Option<String>,
    /// What is done in place of killing the server.
    strike: Option<String>,
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
                "--pace" => wish.pace = Duration::from_millis(number()?),
                "--idle" => wish.idle = usize::try_from(number()?).unwrap_or(0),
                "--battles" => wish.battles = usize::try_from(number()?).unwrap_or(1),
                "--seconds" => wish.seconds = number()?,
                "--kills" => wish.kills = u32::try_from(number()?).unwrap_or(0),
                _ => {
                    return Err(format!(
                        "unknown {name}: --battles N --seconds N --pace MS --idle N --kills N --strike COMMAND --scenario ID --database URL --program FILE --page FOLDER"
                    ));
                }
            }
        }
        let many = wish.battles > 2000 || wish.seconds > 3600 || wish.kills > 1000;
        if wish.battles == 0 || many || wish.idle > 1_000_000 {
            return Err("at most 2000 battles, 3600 seconds, 1000 kills, 1000000 idle".to_owned());
        }
        Ok(wish)
    }
}

/// What all tables count together.
#[derive(Default)]
struct Counts {
    orders: AtomicU64,
    lost: AtomicU64,
    stuck: AtomicU64,
    over: AtomicBool,
    /// Microseconds from one page to the other.
    times: Mutex<Vec<u64>>,
}

fn main() -> Result<(), String> {
    let wish = Wish::read()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    tokio::task::LocalSet::new().block_on(&runtime, run(wish))
}

async fn run(wish: Wish) -> Result<(), String> {
    let mut server = Server::start(&wish.program, &wish.page, wish.database.as_deref())?;
    if wish.idle > 0 {
        rest(&server, &wish).await?;
    }
    let idle = server.memory();
    let counts = Arc::new(Counts::default());
    let mut tables = Vec::new();
    for _ in 0..wish.battles {
        let table = Table::make(server.address(), &wish.scenario).await;
        tables.push(table.ok_or("a room was not made")?);
    }
    println!("{} battles at {}", tables.len(), server.address());
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::task::spawn_local(table.play(Arc::clone(&counts), wish.pace)))
        .collect();
    let (began, spent) = (Instant::now(), server.spent());
    let live = server.memory().saturating_sub(idle);
    if wish.kills == 0 {
        tokio::time::sleep(Duration::from_secs(wish.seconds)).await;
    }
    for _ in 0..wish.kills {
        tokio::time::sleep(Duration::from_millis(700)).await;
        match &wish.strike {
            Some(command) => strike(command)?,
            None => server.kill_and_start()?,
        }
    }
    if wish.kills > 0 {
        // Whoever was thrown out comes back and goes on.
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let (cpu, wall) = (server.spent() - spent, began.elapsed().as_secs_f64());
    counts.over.store(true, Ordering::SeqCst);
    for one in playing {
        if one.await.is_err() {
            counts.stuck.fetch_add(1, Ordering::SeqCst);
        }
    }
    tell(&wish, &counts, cpu, wall, live).await;
    Ok(())
}

/// Makes rooms in which nobody is, and tells what they cost.
async fn rest(server: &Server, wish: &Wish) -> Result<(), String> {
    let (began, spent, before) = (Instant::now(), server.spent(), server.memory());
    for made in 0..wish.idle {
        let room = guest::make_room(server.address(), &wish.scenario, true).await;
        room.ok_or_else(|| format!("room {made} was not made"))?;
    }
    // Rooms close when nobody was there for a while.
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

async fn tell(wish: &Wish, counts: &Counts, cpu: f64, wall: f64, live: u64) {
    let orders = counts.orders.load(Ordering::SeqCst);
    println!("orders acknowledged: {orders} in {wall:.1} s");
    if wish.kills == 0 {
        let mut times = counts.times.lock().await;
        times.sort_unstable();
        let at = |part: f64| {
            let place = (times.len() as f64 * part) as usize;
            times
                .get(place.min(times.len().saturating_sub(1)))
                .copied()
                .unwrap_or(0)
        };
        println!(
            "orders a second of the server's processor: {:.0}",
            orders as f64 / cpu.max(0.01)
        );
        println!(
            "from page to page: half within {} us, 99 of 100 within {} us",
            at(0.5),
            at(0.99)
        );
        println!(
            "memory a live battle: {} KiB",
            live / 1024 / wish.battles as u64
        );
    } else {
        println!(
            "kills: {}; acknowledged orders lost: {}; battles stuck: {}",
            wish.kills,
            counts.lost.load(Ordering::SeqCst),
            counts.stuck.load(Ordering::SeqCst)
        );
    }
}
