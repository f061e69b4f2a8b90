//! Two pages at one table, each with its own connection; one engine chooses orders for both.

use crate::Counts;
use futures_util::{SinkExt, StreamExt};
use sandtable_battle::Side;
use sandtable_rooms::wire::PROTOCOL;
use sandtable_session::{Shelf, Umpire};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection that is silent for this long counts as dead.
const SILENCE: Duration = Duration::from_secs(20);
/// How long a page waits before each try to come back, in milliseconds, as the real page does.
const WAITS: [u64; 5] = [200, 500, 1000, 2000, 4000];
/// Number of tries to come back.
const TRIES: usize = 20;

/// One page.
struct Page {
    socket: Socket,
    /// The number of the next deed.
    next: i64,
}

/// A table with two pages.
pub struct Table {
    address: SocketAddr,
    scenario: String,
    made: Value,
    pages: [Page; 2],
    /// The battle as both pages know it, never drawn: the tool uses as little of the machine as it
    /// can.
    battle: Umpire,
    shelf: Arc<Shelf>,
    /// The last line that was acknowledged.
    known: u64,
}

impl Table {
    /// Makes a room, and comes in from both sides.
    pub async fn make(address: SocketAddr, scenario: &str, shelf: Arc<Shelf>) -> Option<Self> {
        let made = make_room(address, scenario, false).await?;
        let (a, journal) = Page::come(address, &made, 0).await?;
        let (b, _) = Page::come(address, &made, 1).await?;
        let battle = read(&shelf, &journal)?;
        Some(Self {
            address,
            scenario: scenario.to_owned(),
            made,
            pages: [a, b],
            battle,
            shelf,
            known: 0,
        })
    }

    /// Returns a number that makes this table play differently from others.
    fn lot(&self) -> u32 {
        let room = self.made["room"].as_str().unwrap_or_default();
        room.bytes().fold(0, |lot: u32, byte| {
            lot.wrapping_mul(31).wrapping_add(u32::from(byte))
        })
    }

    /// Plays one battle after the other until the time is over.
    pub async fn play(mut self, counts: Arc<Counts>, pace: Duration) {
        // Tables do not all begin at once.
        let first = self.lot();
        tokio::time::sleep(pace * (first % 64) / 64).await;
        let mut thrown_out = false;
        while !counts.over.load(Ordering::SeqCst) {
            if !pace.is_zero() {
                tokio::time::sleep(pace).await;
            }
            if self.step(&counts).await.is_some() {
                if thrown_out && let Some(struck) = *counts.struck.lock().await {
                    counts.back.lock().await.push(struck.elapsed());
                }
                thrown_out = false;
                continue;
            }
            thrown_out = true;
            if self.again(&counts).await.is_none() {
                counts.stuck.fetch_add(1, Ordering::SeqCst);
                return;
            }
        }
    }

    /// Gives one order that both pages see; none if the connection broke.
    async fn step(&mut self, counts: &Counts) -> Option<()> {
        let Some(to_move) = self.battle.awaits() else {
            let shelf = Arc::clone(&self.shelf);
            *self = Self::make(self.address, &self.scenario, shelf).await?;
            return Some(());
        };
        let number = self.battle.number();
        let lot = u64::from(self.lot()) << 32 | u64::from(number);
        let order = self.battle.thought("random", lot).order()?;
        let mover = usize::from(to_move == Side::B);
        let say = json!({"order": {"number": number, "order": order}});
        let began = Instant::now();
        let [a, b] = &mut self.pages;
        let (own, other) = if mover == 0 { (a, b) } else { (b, a) };
        own.say(&say).await?;
        // An order that cannot be stored is refused to its page alone, so neither page waits for
        // the other.
        let heard = async {
            let line = other.line().await.ok_or(())?;
            Ok((line, began.elapsed().as_micros()))
        };
        let own = async { own.line().await.ok_or(()) };
        let (own, (line, took)) = tokio::try_join!(own, heard).ok()?;
        let took = u64::try_from(took).unwrap_or(u64::MAX);
        assert_eq!(own, line, "both hear the same");
        self.battle
            .accept(&serde_json::from_str(&line).ok()?)
            .ok()?;
        self.known = u64::from(number) + 1;
        counts.orders.fetch_add(1, Ordering::SeqCst);
        counts.times.lock().await.push(took);
        Some(())
    }

    /// Comes back after the server died: everything that was acknowledged must be there.
    async fn again(&mut self, counts: &Counts) -> Option<()> {
        let waits = WAITS.iter().chain(std::iter::repeat(&WAITS[4]));
        for wait in waits.take(TRIES) {
            tokio::time::sleep(Duration::from_millis(*wait)).await;
            let Some((a, journal)) = Page::come(self.address, &self.made, 0).await else {
                continue;
            };
            let Some((b, _)) = Page::come(self.address, &self.made, 1).await else {
                continue;
            };
            self.pages = [a, b];
            self.battle = read(&self.shelf, &journal)?;
            let stands = u64::from(self.battle.number());
            counts
                .lost
                .fetch_add(self.known.saturating_sub(stands), Ordering::SeqCst);
            return Some(());
        }
        None
    }
}

/// Reads the battle of a journal and checks it from its first line to its last.
fn read(shelf: &Shelf, journal: &str) -> Option<Umpire> {
    let mut lines = journal.lines().map(str::to_owned);
    let header = lines.next()?;
    Umpire::restore(shelf, &header, &lines.collect::<Vec<_>>()).ok()
}

/// Makes a room, live or with days per turn.
pub async fn make_room(address: SocketAddr, scenario: &str, slow: bool) -> Option<Value> {
    let mut make = json!({
        "page": PROTOCOL, "from": {"scenario": scenario}, "you": "a", "name": "A",
        "device": device(0), "sitters": ["person", "person"],
    });
    if slow {
        make["clock"] = json!({"days": 3});
    }
    post(address, &make.to_string()).await
}

impl Page {
    async fn come(address: SocketAddr, made: &Value, place: usize) -> Option<(Self, String)> {
        let room = made["room"].as_str()?;
        let url = format!("ws://{address}/api/rooms/{room}/ws");
        // Messages go out at once, as in a browser.
        let (socket, _) = connect_async_with_config(url, None, true).await.ok()?;
        let mut page = Self { socket, next: 0 };
        let link = made[["a", "b"][place]].as_str()?;
        let hello = json!({
            "page": PROTOCOL, "link": link, "device": device(place), "name": "B", "from": 0,
        });
        page.say(&json!({ "hello": hello })).await?;
        let heard = page.hear().await?;
        let welcome = &heard["welcome"];
        page.next = welcome["next"].as_i64()?;
        let journal = welcome["journal"].as_str()?.to_owned();
        Some((page, journal))
    }

    async fn say(&mut self, what: &Value) -> Option<()> {
        let message = Message::Text(what.to_string().into());
        self.socket.send(message).await.ok()
    }

    async fn hear(&mut self) -> Option<Value> {
        loop {
            let heard = tokio::time::timeout(SILENCE, self.socket.next()).await;
            match heard.ok()?? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Returns the next line of the journal.
    async fn line(&mut self) -> Option<String> {
        loop {
            let heard = self.hear().await?;
            let kept = &heard["deed"]["kept"];
            if let Some(n) = kept["n"].as_i64() {
                assert_eq!(n, self.next, "no deed twice, none left out");
                self.next = n + 1;
            }
            if let Some(line) = kept["deed"]["line"].as_str() {
                return Some(line.to_owned());
            }
            if heard.get("refused").is_some() {
                return None;
            }
        }
    }
}

fn device(place: usize) -> String {
    format!("load0123456789abcdef{place}")
}

async fn post(address: SocketAddr, body: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}
