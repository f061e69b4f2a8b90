//! Notices to browsers, through a push service on loopback that speaks TLS. The tests open what it
//! gets with a browser's key.

#![expect(
    deprecated,
    reason = "a browser keeps its key, and nothing else of ring keeps one"
)]

use crate::base::{Base, on_both};
use crate::support::{Folder, Guest, Node, free, key, two};
use crate::table::Table;
use crate::tls;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::signature;
use ring::test::rand::FixedSliceRandom;
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::{Push, PushKeys, Reach};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

on_both!(a_browser_is_told_once_that_it_is_its_users_turn_and_nobody_else_can_read_it);

/// A push service that keeps what it gets.
struct Service {
    port: u16,
    /// The status with which it answers.
    says: Arc<AtomicU16>,
    given: mpsc::UnboundedReceiver<Given>,
}

/// A notice as the service got it.
struct Given {
    head: String,
    body: Vec<u8>,
}

impl Given {
    fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value)
    }
}

impl Service {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it has one").port();
        let says = Arc::new(AtomicU16::new(201));
        let (tell, given) = mpsc::unbounded_channel();
        let answers = Arc::clone(&says);
        tokio::spawn(async move {
            let acceptor = tls::acceptor();
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(stream) = acceptor.accept(stream).await else {
                    continue;
                };
                let mut stream = BufReader::new(stream);
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
                        break;
                    }
                }
                let mut one = Given {
                    head,
                    body: Vec::new(),
                };
                let length = one.header("content-length").parse().unwrap_or(0);
                one.body = vec![0; length];
                let _ = stream.read_exact(&mut one.body).await;
                let says = answers.load(Ordering::SeqCst);
                let answer = format!("HTTP/1.1 {says} as told\r\nContent-Length: 0\r\n\r\n");
                let _ = stream.write_all(answer.as_bytes()).await;
                let _ = stream.flush().await;
                let _ = tell.send(one);
            }
        });
        Self { port, says, given }
    }

    fn endpoint(&self, name: &str) -> String {
        format!("https://localhost:{}/send/{name}", self.port)
    }

    async fn notice(&mut self) -> Given {
        let notice = tokio::time::timeout(Duration::from_secs(20), self.given.recv()).await;
        notice.expect("a notice in time").expect("a notice")
    }

    async fn is_quiet(&mut self) -> bool {
        let more = tokio::time::timeout(Duration::from_millis(700), self.given.recv()).await;
        more.is_err()
    }
}

/// A browser that keeps its key.
struct Browser {
    own: [u8; 32],
    auth: [u8; 16],
}

struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

impl Browser {
    const fn new(of: u8) -> Self {
        Self {
            own: [of; 32],
            auth: [of; 16],
        }
    }

    fn own(&self) -> EphemeralPrivateKey {
        let own = FixedSliceRandom { bytes: &self.own };
        EphemeralPrivateKey::generate(&ECDH_P256, &own).expect("a key")
    }

    fn public(&self) -> Vec<u8> {
        self.own()
            .compute_public_key()
            .expect("a key")
            .as_ref()
            .to_vec()
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({
            "to": {"endpoint": endpoint, "p256dh": text(&self.public()), "auth": text(&self.auth)},
            "language": "en",
        })
    }

    /// Opens what only this browser can read (RFC 8291, read from the browser's side).
    fn open(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(u32::from_be_bytes(size.try_into().expect("four")), 4096);
        let (sender, record) = rest[1..].split_at(usize::from(rest[0]));
        let public = self.public();
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let (key, nonce) = agree_ephemeral(self.own(), &theirs, |secret| {
            let derive = |from: &Prk, info: &[&[u8]], n: usize| {
                let mut out = vec![0; n];
                let okm = from.expand(info, Bytes(n)).expect("so many");
                okm.fill(&mut out).expect("so many");
                out
            };
            let agreed = Salt::new(HKDF_SHA256, &self.auth).extract(secret);
            let seed = derive(&agreed, &[b"WebPush: info\0", &public, sender], 32);
            let from = Salt::new(HKDF_SHA256, salt).extract(&seed);
            (
                derive(&from, &[b"Content-Encoding: aes128gcm\0"], 16),
                derive(&from, &[b"Content-Encoding: nonce\0"], 12),
            )
        })
        .expect("a key of the sender");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut record = record.to_vec();
        let text = key
            .open_in_place(nonce, Aad::empty(), &mut record)
            .expect("sealed for it");
        let end = text.iter().rposition(|byte| *byte != 0).expect("an end");
        assert_eq!(text[end], 2);
        serde_json::from_slice(&text[..end]).expect("JSON")
    }
}

const BASE: &str = "https://table.example.org";

async fn begin(place: &Place, reach: Reach) -> (Node, PushKeys) {
    let config = free();
    let pem = PushKeys::make().expect("chance");
    let keys = || PushKeys::read(&pem).expect("a key");
    let push = Push::open(
        keys(),
        BASE,
        reach,
        &[tls::certificate()],
        config.languages.clone(),
    );
    let push = push.expect("it speaks TLS");
    let node = Node::with_all(place, config, None, Some(push)).await;
    (node, keys())
}

/// Asks how a device gets notices, or sets it.
async fn push(node: &Node, name: &str, set: Value) -> (u16, Value) {
    let head = "POST /api/rooms/push HTTP/1.1\r\nContent-Type: application/json";
    let body = json!({"device": key(name), "set": set}).to_string();
    let (status, said) = node.ask(head, &body).await;
    (status, serde_json::from_str(&said).expect("JSON"))
}

/// Checks who signed a notice, for which service and until when.
fn is_signed(given: &Given, keys: &PushKeys, service: &str, now: i64) {
    let said = given.header("authorization");
    let (token, key) = said
        .strip_prefix("vapid t=")
        .and_then(|s| s.split_once(", k="))
        .expect("two");
    assert_eq!(key, keys.public());
    let (said, by) = token.rsplit_once('.').expect("three parts");
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
    signature::UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, bytes(key))
        .verify(said.as_bytes(), &bytes(by))
        .expect("its signature");
    let claims: Value =
        serde_json::from_slice(&bytes(said.split_once('.').expect("two").1)).expect("JSON");
    assert_eq!(claims["aud"], service);
    assert_eq!(claims["sub"], BASE);
    let left = claims["exp"].as_i64().expect("a time") - now / 1000;
    assert!((1..=24 * 3600).contains(&left), "{left}");
}

/// Returns a room whose second player asked for notices and left, with the first player's page and
/// engine.
async fn waiting(node: &Node, endpoint: &str, browser: &Browser) -> (String, Guest, Table) {
    let mut make = two("three-hit/two-hills");
    make["clock"] = json!({"days": 3});
    let made = node.make(&make).await;
    let room = made["room"].as_str().expect("a name").to_owned();
    let mut ada = Guest::come(node, &room, None, "ada").await;
    let bo = Guest::come(node, &room, made["b"].as_str(), "bo").await;
    let table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
    let (status, view) = push(node, "bo", browser.subscription(endpoint)).await;
    assert_eq!((status, view["endpoint"].as_str()), (200, Some(endpoint)));
    // News from before Bo came does not mean that he has gone.
    while ada.hear_of("room").await["seats"][1]["here"] != true {}
    drop(bo);
    while ada.hear_of("room").await["seats"][1]["here"] != false {}
    (room, ada, table)
}

async fn a_browser_is_told_once_that_it_is_its_users_turn_and_nobody_else_can_read_it(base: Base) {
    let (mut service, browser) = (Service::open().await, Browser::new(7));
    let place = base.place();
    let (node, keys) = begin(&place, Reach::Private).await;
    // Nothing is stored unless the device asks for it; the page gets the key to ask with.
    let (_, view) = push(&node, "bo", Value::Null).await;
    assert_eq!(view, json!({"key": keys.public(), "endpoint": null}));
    let endpoint = service.endpoint("bo");
    let (room, mut ada, mut table) = waiting(&node, &endpoint, &browser).await;
    while table.mover() == "a" {
        let order = table.order("random");
        ada.say(&order).await;
        let deed = ada.deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    }
    if table.number() > 0 {
        let given = service.notice().await;
        assert!(
            given.head.starts_with("POST /send/bo HTTP/1.1\r\n"),
            "{}",
            given.head
        );
        assert_eq!(given.header("content-encoding"), "aes128gcm");
        assert_eq!(given.header("topic"), room);
        assert!(given.header("ttl").parse::<u32>().expect("seconds") > 0);
        let now = 1_700_000_000_000;
        is_signed(
            &given,
            &keys,
            &format!("https://localhost:{}", service.port),
            now,
        );
        let text = browser.open(&given.body);
        assert_eq!(text["room"], json!(room));
        assert!(
            text["says"]
                .as_str()
                .expect("words")
                .starts_with("Your turn: "),
            "{text}"
        );
        let bare = String::from_utf8_lossy(&given.body).into_owned();
        assert!(!bare.contains(&room) && !given.head.contains("turn"));
        assert!(service.is_quiet().await, "once");
    }
    // The notice that the battle is over is in Bo's own language; then his subscription is over,
    // too.
    let mut german = browser.subscription(&endpoint);
    german["language"] = json!("de");
    push(&node, "bo", german).await;
    service.says.store(410, Ordering::SeqCst);
    ada.say(&json!("concede")).await;
    let given = service.notice().await;
    let says = browser.open(&given.body)["says"].clone();
    assert!(
        !says.as_str().expect("words").starts_with("The battle"),
        "{says}"
    );
    let store = Store::open(&place).await.expect("opened");
    let print = |name: &str| {
        let hash = ring::digest::digest(&ring::digest::SHA256, key(name).as_bytes());
        hash.as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    for _ in 0..100 {
        if store
            .push_of(&print("bo"))
            .await
            .expect("an answer")
            .is_none()
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(store.push_of(&print("bo")).await.expect("an answer"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_is_away_is_asked_again_and_the_page_ends_it() {
    let (folder, mut service, browser) = (Folder::new(), Service::open().await, Browser::new(9));
    let (node, _) = begin(&Place::Folder(folder.0.clone()), Reach::Private).await;
    let endpoint = service.endpoint("bo");
    let (_, mut ada, _) = waiting(&node, &endpoint, &browser).await;
    // A subscription is not lost when its service fails for a while.
    service.says.store(503, Ordering::SeqCst);
    ada.say(&json!("concede")).await;
    service.notice().await;
    let (_, view) = push(&node, "bo", Value::Null).await;
    assert_eq!(view["endpoint"], json!(endpoint));
    let none = json!({"to": null, "language": "en"});
    let (_, view) = push(&node, "bo", none).await;
    assert!(view["endpoint"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_address_of_the_open_net_is_not_taken_and_a_server_without_a_key_says_so() {
    let (folder, browser) = (Folder::new(), Browser::new(3));
    let place = Place::Folder(folder.0.clone());
    let (node, _) = begin(&place, Reach::Public).await;
    for odd in [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://localhost:9/x",
        "https://192.168.1.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/x",
        "javascript:alert(1)",
        "",
    ] {
        let (status, said) = push(&node, "eve", browser.subscription(odd)).await;
        assert_eq!((status, said), (400, json!("noPush")), "{odd}");
    }
    let mut weak = browser.subscription("https://push.example.org/x");
    weak["to"]["p256dh"] = json!("AAAA");
    assert_eq!(push(&node, "eve", weak).await.1, json!("noPush"));
    let good = browser.subscription("https://push.example.org/x");
    assert_eq!(push(&node, "eve", good.clone()).await.0, 200);
    let bare = Node::start(&place).await;
    let (status, view) = push(&bare, "eve", good).await;
    assert_eq!(
        (status, view),
        (200, json!({"key": null, "endpoint": null}))
    );
}
