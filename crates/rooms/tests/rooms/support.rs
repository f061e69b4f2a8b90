//! A server on loopback with a database of its own, and pages that talk to it.

use axum::serve::ListenerExt as _;
use futures_util::{SinkExt, StreamExt};
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::wire::PROTOCOL;
use sandtable_rooms::{Config, Mail, Push, Rate, Rooms, Time, attend};
use sandtable_tongue::Language;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// A folder that is removed when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!(
            "sandtable-rooms-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A clock that a test sets forward.
#[derive(Clone)]
pub struct Hands(Arc<AtomicI64>);

impl Hands {
    pub fn new() -> Self {
        Self(Arc::new(AtomicI64::new(1_700_000_000_000)))
    }

    pub fn forward(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).expect("some days");
        self.0.fetch_add(by, Ordering::SeqCst);
    }

    pub fn back(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).expect("some days");
        self.0.fetch_sub(by, Ordering::SeqCst);
    }

    /// Returns the clock that shows these hands.
    pub fn time(&self) -> Time {
        let hands = Arc::clone(&self.0);
        Arc::new(move || hands.load(Ordering::SeqCst))
    }
}

/// Limits that no honest test reaches.
pub fn free() -> Config {
    let rate = Rate {
        burst: 1_000_000,
        minute: 1_000_000,
    };
    let words = sandtable_tongue::read(include_str!("../../../../words/de/table.json"));
    let german = Language::new(words.expect("a catalogue"), BTreeMap::new());
    Config {
        languages: BTreeMap::from([("de".to_owned(), german)]),
        makes: rate,
        messages: rate,
        comes: rate,
        mails: rate,
        tries: rate,
        looks: rate,
        ..Config::default()
    }
}

/// A server.
pub struct Node {
    pub address: SocketAddr,
    pub hands: Hands,
    pub rooms: Arc<Rooms>,
    serving: tokio::task::JoinHandle<()>,
}

impl Node {
    pub async fn start(place: &Place) -> Self {
        Self::with(place, free()).await
    }

    pub async fn with(place: &Place, config: Config) -> Self {
        Self::with_mail(place, config, None).await
    }

    pub async fn with_mail(place: &Place, config: Config, mail: Option<Mail>) -> Self {
        Self::with_all(place, config, mail, None).await
    }

    pub async fn with_all(
        place: &Place,
        config: Config,
        mail: Option<Mail>,
        push: Option<Push>,
    ) -> Self {
        let hands = Hands::new();
        let store = Store::open(place).await.expect("the database opens");
        let rooms = Rooms::new(store, hands.time());
        if let Some(mail) = mail {
            rooms.write_by(mail);
        }
        if let Some(push) = push {
            rooms.push_by(push);
        }
        attend(&rooms);
        let router = sandtable_rooms::router(
            Arc::clone(&rooms),
            config,
            sandtable_rooms::Beside::default(),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("a socket"));
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move {
            axum::serve(listener, service).await.expect("it serves");
        });
        Self {
            address,
            hands,
            rooms,
            serving,
        }
    }

    /// Stops the server as if its machine had lost power.
    pub fn kill(&self) {
        self.serving.abort();
    }

    /// Sends a request; returns the head of the answer, and its body.
    pub async fn answer(&self, head: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address).await.expect("connected");
        let request = format!(
            "{head}\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("answered");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (head.to_owned(), body.to_owned())
    }

    /// Sends a request; returns the status and the answer.
    pub async fn ask(&self, head: &str, body: &str) -> (u16, String) {
        let (head, body) = self.answer(head, body).await;
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        (status.expect("a status"), body)
    }

    /// Posts JSON; returns the status and the answer.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/json");
        let (status, said) = self.ask(&head, &body.to_string()).await;
        (status, serde_json::from_str(&said).expect("JSON"))
    }

    /// Returns the JSON at a path.
    pub async fn get(&self, path: &str) -> Value {
        let (status, said) = self.ask(&format!("GET {path} HTTP/1.1"), "").await;
        assert_eq!(status, 200, "{said}");
        serde_json::from_str(&said).expect("JSON")
    }

    /// Makes a room; returns its name and the secrets of its links.
    pub async fn make(&self, make: &Value) -> Value {
        let head = "POST /api/rooms HTTP/1.1\r\nContent-Type: application/json";
        let (status, body) = self.ask(head, &make.to_string()).await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

/// The power supply of a server that has a machine of its own: threads, sockets, connections to the
/// database.
pub struct Power(tokio::runtime::Runtime);

impl Power {
    /// Starts a server on its own power.
    pub fn of(place: &Place) -> (Node, Self) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads");
        let begun = std::thread::scope(|scope| {
            let begin = scope.spawn(|| runtime.block_on(Node::start(place)));
            begin.join().expect("it starts")
        });
        (begun, Self(runtime))
    }

    /// Cuts the power: everything ends where it is, and nobody says goodbye.
    pub fn cut(self) {
        self.0.shutdown_background();
    }
}

/// Returns the request for a room of a scenario that two people play.
pub fn two(scenario: &str) -> Value {
    json!({
        "page": PROTOCOL, "from": {"scenario": scenario}, "you": "a", "name": "Ada",
        "device": key("ada"), "sitters": ["person", "person"],
    })
}

/// Returns a device's key.
pub fn key(name: &str) -> String {
    format!("{name}0123456789abcdef")
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A page at a table.
pub struct Guest {
    socket: Socket,
    pub welcome: Value,
    /// The number of the next deed.
    pub next: i64,
}

impl Guest {
    /// Comes in; if refused, returns why.
    pub async fn try_come(node: &Node, room: &str, hello: Value) -> Result<Self, Value> {
        let url = format!("ws://{}/api/rooms/{room}/ws", node.address);
        // Messages go out at once, as in a browser.
        let (socket, _) = connect_async_with_config(url, None, true)
            .await
            .expect("a socket");
        let mut guest = Self {
            socket,
            welcome: Value::Null,
            next: 0,
        };
        // Clients other than browsers may test the connection first.
        let pulse = Message::Ping(Vec::from(*b"here?").into());
        guest.socket.send(pulse).await.expect("sent");
        guest.say(&json!({ "hello": hello })).await;
        let heard = guest.hear().await.expect("an answer");
        if heard.get("bye").is_some() {
            return Err(heard["bye"].clone());
        }
        guest.welcome = heard["welcome"].clone();
        guest.next = guest.welcome["next"].as_i64().expect("a number");
        Ok(guest)
    }

    pub async fn come(node: &Node, room: &str, link: Option<&str>, name: &str) -> Self {
        Self::try_come(node, room, hello(link, name, 0))
            .await
            .unwrap_or_else(|why| panic!("{name} is shut out: {why}"))
    }

    pub async fn say(&mut self, what: &Value) {
        self.raw(&what.to_string()).await;
    }

    pub async fn raw(&mut self, text: &str) {
        let message = Message::Text(text.into());
        self.socket.send(message).await.expect("sent");
    }

    /// Sends a text; returns false if the server has closed the connection.
    pub async fn throw(&mut self, text: &str) -> bool {
        let message = Message::Text(text.into());
        self.socket.send(message).await.is_ok()
    }

    /// Reads until the server has answered that it is there, or has closed the connection.
    pub async fn drained(&mut self) {
        while let Some(Ok(message)) = self.socket.next().await {
            if message
                .to_text()
                .is_ok_and(|text| text.starts_with("{\"here\""))
            {
                return;
            }
        }
    }

    /// Returns the next message; none if the connection has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        // Signs of life do not count as messages.
        let latest = tokio::time::Instant::now() + Duration::from_secs(30);
        loop {
            let heard = tokio::time::timeout_at(latest, self.socket.next()).await;
            match heard.expect("something is said in time") {
                Some(Ok(Message::Text(text))) => {
                    let heard: Value = serde_json::from_str(&text).expect("JSON");
                    if let Some(n) = heard["deed"]["kept"]["n"].as_i64() {
                        assert_eq!(n, self.next, "no deed is told twice or left out");
                        self.next = n + 1;
                    }
                    return Some(heard);
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Returns the next message of a kind.
    pub async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.hear().await.expect("the connection lasts");
            if let Some(found) = heard.get(kind) {
                return found.clone();
            }
        }
    }

    /// Returns why something was refused, and the next line, whichever comes first.
    pub async fn refused_and_line(&mut self) -> (Value, Value) {
        let (mut why, mut line) = (Value::Null, Value::Null);
        while why.is_null() || line.is_null() {
            let heard = self.hear().await.expect("the connection lasts");
            if let Some(refused) = heard.get("refused") {
                why = refused.clone();
            }
            if let Some(text) = heard["deed"]["kept"]["deed"].get("line") {
                line = text.clone();
            }
        }
        (why, line)
    }

    /// Returns the next deed of a kind, with how the room stands after it.
    pub async fn deed(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.hear_of("deed").await;
            let deed = &heard["kept"]["deed"];
            if deed.get(kind).is_some() || deed == kind {
                return heard;
            }
        }
    }
}

/// Returns the first message of a page that comes in.
pub fn hello(link: Option<&str>, name: &str, from: i64) -> Value {
    json!({"page": PROTOCOL, "link": link, "device": key(name), "name": name, "from": from})
}
