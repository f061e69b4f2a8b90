//! Whatever is sent, no battle is changed by it.

use crate::support::{Folder, Guest, Node, free, hello, key, two};
use crate::table::Table;
use sandtable_rooms::store::Place;
use sandtable_rooms::wire::PROTOCOL;
use sandtable_rooms::{Config, Rate};
use serde_json::json;

/// Numbers that look random and are the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % most.max(1)
    }
}

/// Returns the number of messages: more if the environment asks for it.
fn many() -> usize {
    let asked = std::env::var("SANDTABLE_HOSTILE").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(3000)
}

/// Returns a message with some of it changed.
fn spoilt(lot: &mut Lot, from: &[String]) -> String {
    let mut text = from[lot.below(from.len())].clone().into_bytes();
    for _ in 0..=lot.below(4) {
        let at = lot.below(text.len().max(1));
        match lot.below(4) {
            0 => text.truncate(at),
            1 if !text.is_empty() => text[at] = u8::try_from(32 + lot.below(95)).expect("ASCII"),
            2 => text.insert(at.min(text.len()), b"{}[]\"0-9e"[lot.below(9)]),
            _ => {
                let other = &from[lot.below(from.len())];
                text.extend_from_slice(&other.as_bytes()[lot.below(other.len())..]);
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spoilt_replayed_and_foreign_messages_touch_no_battle() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let mut table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
    let mut guests = [ada, bo];
    let mut seen: Vec<String> = vec![
        json!({"ask": {"back": 0}}).to_string(),
        json!({"answer": {"wish": "draw", "yes": true}}).to_string(),
        json!({"order": {"number": 0, "order": {"Decide": {"by": "A", "option": 65535}}}})
            .to_string(),
    ];
    for _ in 0..12 {
        let mover = usize::from(table.mover() == "b");
        let order = table.order("random");
        seen.push(order.to_string());
        guests[mover].say(&order).await;
        for guest in &mut guests {
            let line = guest.deed("line").await["kept"]["deed"]["line"].clone();
            if guest.welcome["you"] == "a" {
                table.follow(line.as_str().expect("a line"));
            }
        }
    }
    let before = table.journal();
    // The player who is not to act sends everything that was ever sent, intact and corrupted.
    let wrong = usize::from(table.mover() == "a");
    let [a, b] = guests;
    let (quiet, foe, name) = if wrong == 0 {
        (b, a, "ada")
    } else {
        (a, b, "bo")
    };
    let (mut lot, mut foe) = (Lot(7), foe);
    for at in 1..=many() {
        let heard = foe.throw(&spoilt(&mut lot, &seen)).await;
        // A page that sends only rubbish is shut out, so it reconnects before that, once everything
        // was read.
        if !heard || at % 15 == 0 {
            foe.throw("\"here\"").await;
            foe.drained().await;
            foe = Guest::come(&node, room, None, name).await;
        }
    }
    for _ in 0..50 {
        foe.throw("rubbish").await;
    }
    while foe.hear().await.is_some() {}
    drop((quiet, foe));
    let watcher = Guest::come(&node, room, made["watch"].as_str(), "wim").await;
    let after = Table::of(watcher.welcome["journal"].as_str().expect("a journal"));
    assert_eq!(after.journal(), before);
}

/// A computer always agrees to a rematch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematches_count_as_rooms_that_somebody_makes() {
    let folder = Folder::new();
    let few = Rate {
        burst: 4,
        minute: 1,
    };
    let config = Config {
        makes: few,
        ..free()
    };
    let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
    let mut make = two("three-hit/two-hills");
    make["sitters"] = json!(["person", {"computer": "random"}]);
    let made = node.make(&make).await;
    let mut room = made["room"].as_str().expect("a name").to_owned();
    for _ in 1..few.burst {
        let mut ada = Guest::come(&node, &room, made["a"].as_str(), "ada").await;
        ada.say(&json!("concede")).await;
        ada.deed("conceded").await;
        ada.say(&json!({"ask": "again"})).await;
        let again = ada.deed("again").await;
        let next = again["kept"]["deed"]["again"]["room"].as_str();
        room = next.expect("a name").to_owned();
    }
    let mut ada = Guest::come(&node, &room, made["a"].as_str(), "ada").await;
    ada.say(&json!("concede")).await;
    ada.deed("conceded").await;
    ada.say(&json!({"ask": "again"})).await;
    assert_eq!(ada.hear_of("refused").await, "tooFast");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_long_messages_and_old_pages_are_refused_in_words() {
    let folder = Folder::new();
    let few = Rate {
        burst: 5,
        minute: 1,
    };
    let config = Config {
        messages: few,
        makes: few,
        ..free()
    };
    let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    for _ in 0..6 {
        ada.say(&json!({"chat": {"phrase": "hello"}})).await;
    }
    assert_eq!(ada.hear_of("refused").await, "tooFast");
    let long = format!("{{\"chat\":{{\"text\":\"{}\"}}}}", "x".repeat(100_000));
    ada.raw(&long).await;
    while ada.hear().await.is_some() {}

    let mut old = hello(made["a"].as_str(), "ada", 0);
    old["page"] = json!(0);
    let old = Guest::try_come(&node, room, old).await;
    assert_eq!(old.err(), Some(json!("oldPage")));
    let weak =
        json!({"page": PROTOCOL, "link": made["b"], "device": "short", "name": "", "from": 0});
    let weak = Guest::try_come(&node, room, weak).await;
    assert_eq!(weak.err(), Some(json!("garbled")));

    let post =
        |kind: &str, more: &str| format!("POST /api/rooms HTTP/1.1\r\nContent-Type: {kind}{more}");
    let body = two("three-hit/two-hills").to_string();
    let (status, said) = node.ask(&post("text/plain", ""), &body).await;
    assert_eq!((status, said.as_str()), (400, "\"garbled\""));
    let elsewhere = "\r\nOrigin: https://elsewhere.example";
    let said = node.ask(&post("application/json", elsewhere), &body).await;
    assert_eq!(said, (403, "\"elsewhere\"".to_owned()));
    let (head, said) = node.answer("PUT /api/rooms HTTP/1.1", "").await;
    assert!(head.starts_with("HTTP/1.1 405 "), "{head}");
    assert!(
        head.to_lowercase().contains("\r\nallow: get,head,post"),
        "{head}"
    );
    assert_eq!(said, "\"wrongMethod\"");
    let mut none = two("three-hit/no-such-battle");
    let (status, said) = node
        .ask(&post("application/json", ""), &none.to_string())
        .await;
    assert_eq!(status, 400);
    assert!(said.contains("there is no scenario"), "{said}");
    none["device"] = json!(key("x"));
    for _ in 0..5 {
        node.ask(&post("application/json", ""), "{}").await;
    }
    let (status, _) = node.ask(&post("application/json", ""), &body).await;
    assert_eq!(status, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_connection_brings_no_new_messages() {
    let folder = Folder::new();
    let few = Rate {
        burst: 3,
        minute: 1,
    };
    let config = Config {
        messages: few,
        ..free()
    };
    let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let chat = json!({"chat": {"phrase": "hello"}});
    for _ in 0..3 {
        let mut ada = Guest::come(&node, room, None, "ada").await;
        ada.say(&chat).await;
        ada.deed("said").await;
    }
    let mut ada = Guest::come(&node, room, None, "ada").await;
    ada.say(&chat).await;
    assert_eq!(ada.hear_of("refused").await, "tooFast");
    // The other side has its own.
    let mut bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    bo.say(&chat).await;
    bo.deed("said").await;
}

/// Nobody fills a room until it is too large to open or to send.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_takes_so_much_talk_and_sends_no_more_than_the_latest() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, None, "ada").await;
    let chat = json!({"chat": {"text": "\u{1f480}".repeat(400)}});
    let mut said = 0;
    loop {
        ada.say(&chat).await;
        let heard = ada.hear().await.expect("the connection lasts");
        if heard.get("refused").is_some() {
            assert_eq!(heard["refused"], "roomFull");
            break;
        }
        said += 1;
        assert!(said < 2000, "it never ends");
    }
    assert!(said > 500, "{said}");
    let mut bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    bo.say(&chat).await;
    bo.deed("said").await;
    // A page that lacks too much gets the journal and the latest talk, as if it lacked all.
    for (from, deeds, journal) in [(1, 60, true), (bo.next - 10, 10, false)] {
        let again = Guest::try_come(&node, room, hello(None, "bo", from)).await;
        let welcome = again.unwrap_or_else(|why| panic!("{why}")).welcome;
        assert_eq!(welcome["deeds"].as_array().map(Vec::len), Some(deeds));
        assert_eq!(welcome["journal"].is_string(), journal);
    }
    // A server that reads the room again knows how full it is.
    node.kill();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut ada = Guest::come(&node, room, None, "ada").await;
    ada.say(&chat).await;
    assert_eq!(ada.hear_of("refused").await, "roomFull");
    ada.say(&json!("concede")).await;
    ada.deed("conceded").await;
}

/// A system goes on writing to a file that was removed or replaced. Nothing is acknowledged that
/// would be lost with such a file, and what was acknowledged is there again when the file is.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_while_the_database_is_not_where_it_was() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, None, "ada").await;
    let chat = json!({"chat": {"phrase": "hello"}});
    ada.say(&chat).await;
    ada.deed("said").await;
    for file in ["rooms.sqlite", "rooms.sqlite-wal"] {
        let (file, away) = (folder.0.join(file), folder.0.join("away"));
        for copied in [false, true] {
            std::fs::rename(&file, &away).expect("moved");
            if copied {
                std::fs::copy(&away, &file).expect("copied");
            }
            ada.say(&chat).await;
            assert_eq!(ada.hear_of("refused").await, "notKept", "{copied}");
            assert_eq!(node.ask("GET /healthz HTTP/1.1", "").await.0, 503);
            std::fs::rename(&away, &file).expect("moved back");
            ada.say(&chat).await;
            ada.deed("said").await;
            assert_eq!(node.ask("GET /healthz HTTP/1.1", "").await.0, 200);
        }
    }
}

/// A disk can damage what it stores. The room is refused with what is wrong; the others go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_room_is_refused_as_damaged() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut rooms = Vec::new();
    for _ in 0..2 {
        let made = node.make(&two("three-hit/two-hills")).await;
        rooms.push(made["room"].as_str().expect("a name").to_owned());
    }
    node.kill();
    let file = rusqlite::Connection::open(folder.0.join("rooms.sqlite")).expect("opened");
    let change = "UPDATE rooms SET opening = substr(opening, 2) WHERE id = ?1";
    assert_eq!(file.execute(change, [&rooms[0]]), Ok(1));
    drop(file);
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let out = Guest::try_come(&node, &rooms[0], hello(None, "ada", 0)).await;
    assert_eq!(out.err(), Some(json!("unreadable")));
    let head = format!("GET /api/rooms/{}/journal HTTP/1.1", rooms[0]);
    assert_eq!(
        node.ask(&head, "").await,
        (500, "\"unreadable\"".to_owned())
    );
    Guest::come(&node, &rooms[1], None, "ada").await;
}

/// Each ping is answered, and answers that nobody reads would fill memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_nothing_but_pings_is_shut_out() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message;

    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let url = format!("ws://{}/api/rooms/{room}/ws", node.address);
    for seated in [false, true] {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.expect("in");
        if seated {
            let hello = hello(None, "ada", 0).to_string();
            socket.send(Message::text(hello)).await.expect("sent");
        }
        for _ in 0..300 {
            // It may be shut out before the last.
            if socket
                .send(Message::Ping(vec![0; 125].into()))
                .await
                .is_err()
            {
                break;
            }
        }
        let ends = async {
            while let Some(Ok(message)) = socket.next().await {
                if message.is_close() {
                    break;
                }
            }
        };
        let done = tokio::time::timeout(std::time::Duration::from_secs(10), ends).await;
        assert!(done.is_ok(), "seated: {seated}");
    }
}

/// A body fills memory until it is whole. Only what may be large is read beyond a message, and not
/// many at once from one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_bodies_of_one_address_keep_out_only_its_other_large_ones() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let long = json!({"device": "x".repeat(100_000), "what": "look"});
    for path in ["/api/account", "/api/tournaments/of/x", "/api/rooms/mine"] {
        let (status, said) = node.post(path, &long).await;
        assert_eq!((status, said), (413, json!("tooLong")), "{path}");
    }
    let begin = async |size: usize| {
        let stream = tokio::net::TcpStream::connect(node.address).await;
        let mut stream = stream.expect("in");
        let head = format!(
            "POST /api/rooms HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {size}\r\n\r\n",
            node.address
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        stream
    };
    // Three that fit side by side come side by side.
    let mut side_by_side = Vec::new();
    for _ in 0..3 {
        let mut stream = begin(3 << 20).await;
        stream
            .write_all(&vec![b' '; (3 << 20) - 1])
            .await
            .expect("sent");
        side_by_side.push(stream);
    }
    for stream in &mut side_by_side {
        stream.write_all(b" ").await.expect("sent");
        let answered = tokio::time::timeout(std::time::Duration::from_secs(5), stream.read_u8());
        assert!(answered.await.is_ok());
    }
    let mut begun = Vec::new();
    for _ in 0..3 {
        begun.push(begin(8 << 20).await);
    }
    // Together they would take more than the share of an address: the last waits, and is refused.
    let part = vec![b' '; 8_388_607];
    let [first, second, last] = &mut begun[..] else {
        unreachable!("three");
    };
    let whole = async |stream: &mut tokio::net::TcpStream| {
        let sent = stream.write_all(&part);
        tokio::time::timeout(std::time::Duration::from_secs(2), sent).await
    };
    for stream in [first, second] {
        assert!(matches!(whole(stream).await, Ok(Ok(()))));
    }
    let answered = async {
        last.write_all(&part).await.expect("sent");
        last.write_all(b" ").await.expect("sent");
        last.read_u8().await
    };
    let answered = tokio::time::timeout(std::time::Duration::from_secs(2), answered).await;
    assert!(answered.is_err(), "it waits");
    // Ordinary ones of the same address are read at once meanwhile.
    let mut make = two("three-hit/two-hills");
    make["name"] = json!("x".repeat(100_000));
    let (status, _) = node.post("/api/rooms", &make).await;
    assert_ne!(status, 429);
}
