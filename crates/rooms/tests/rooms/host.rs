//! What the host of a server sees of it, and can do with it.

use crate::base::Base;
use crate::support::{Folder, Guest, Node, free, hello, two};
use crate::table::Table;
use sandtable_rooms::Config;
use sandtable_rooms::store::{Place, Store, StoreError, restore};
use std::net::IpAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

const PLAYED: usize = 5;

fn at(address: &str) -> IpAddr {
    address.parse().expect("an address")
}

/// Starts a server with a room in which some orders were given; returns the room and its battle.
async fn played(folder: &Folder) -> (Node, serde_json::Value, Table) {
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let mut table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
    let mut guests = [ada, bo];
    for _ in 0..PLAYED {
        let mover = usize::from(table.mover() == "b");
        let order = table.order("random");
        guests[mover].say(&order).await;
        let deed = guests[mover].deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    }
    // While both players are here.
    let (status, counts) = node.ask("GET /metrics HTTP/1.1", "").await;
    assert_eq!(status, 200);
    for line in [
        "sandtable_rooms_made_total 1".to_owned(),
        format!("sandtable_orders_total {PLAYED}"),
        "sandtable_pages 2".to_owned(),
        "sandtable_not_kept_total 0".to_owned(),
    ] {
        assert!(counts.lines().any(|told| told == line), "{line}: {counts}");
    }
    for secret in ["a", "b", "watch"] {
        assert!(!counts.contains(made[secret].as_str().expect("a link")));
    }
    (node, made, table)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_that_it_is_well_and_a_banned_address_gets_nothing() {
    let folder = Folder::new();
    let (node, ..) = played(&folder).await;
    let health = node.ask("GET /healthz HTTP/1.1", "").await;
    assert_eq!(health, (200, "well\n".to_owned()));

    let store = node.rooms.store();
    store.ban(at("127.0.0.1"), "floods", 0).await.expect("kept");
    let (status, said) = node.ask("GET /api/rooms HTTP/1.1", "").await;
    assert_eq!((status, said.as_str()), (403, "\"banned\""));
    assert!(store.unban(at("127.0.0.1")).await.expect("kept"));
    assert_eq!(node.ask("GET /api/rooms HTTP/1.1", "").await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_nobody_chooses_their_own_address() {
    for (behind_proxy, status) in [(true, 403), (false, 200)] {
        let folder = Folder::new();
        let config = Config {
            behind_proxy,
            ..free()
        };
        let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
        let store = node.rooms.store();
        store.ban(at("9.9.9.9"), "floods", 0).await.expect("kept");
        let (client, proxy) = ("X-Forwarded-For: 1.1.1.1", "x-forwarded-for: 9.9.9.9:1234");
        let head = format!("GET /api/rooms HTTP/1.1\r\n{client}\r\n{proxy}");
        assert_eq!(node.ask(&head, "").await.0, status);
        let head = format!("GET /api/rooms HTTP/1.1\r\n{client}");
        assert_eq!(node.ask(&head, "").await.0, 200);
    }
}

/// Whoever has an IPv6 address has a whole network of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_of_an_address_of_ipv6_holds_for_its_network() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let store = node.rooms.store();
    store
        .ban(at("2001:db8:1:2::1"), "floods", 0)
        .await
        .expect("kept");
    store
        .ban(at("::ffff:9.9.9.9"), "floods", 0)
        .await
        .expect("kept");
    let banned = [
        ("2001:db8:1:2::1", true),
        ("2001:db8:1:2:ffff::9", true),
        ("2001:db8:1:3::1", false),
        ("9.9.9.9", true),
        ("9.9.9.8", false),
    ];
    for (address, is) in banned {
        assert_eq!(
            store.is_banned(at(address)).await.expect("read"),
            is,
            "{address}"
        );
    }
    let listed = store.bans().await.expect("read");
    let listed: Vec<&str> = listed.iter().map(|(address, _)| address.as_str()).collect();
    assert_eq!(listed, ["2001:db8:1:2::/64", "9.9.9.9"]);
    assert!(store.unban(at("2001:db8:1:2::77")).await.expect("kept"));
    assert!(!store.unban(at("2001:db8:1:2::1")).await.expect("kept"));
    assert!(!store.is_banned(at("2001:db8:1:2::1")).await.expect("read"));
}

/// A room that the host removes is gone for those who are in it, too: nothing that happens there
/// afterwards is acknowledged, and nothing of it is stored again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_is_removed_while_it_is_played_takes_nothing_more() {
    let folder = Folder::new();
    let (node, made, mut table) = played(&folder).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let mut bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let store = node.rooms.store();
    assert!(store.remove(room).await.expect("removed"));
    let mover = if table.mover() == "b" {
        &mut bo
    } else {
        &mut ada
    };
    mover.say(&table.order("random")).await;
    assert_eq!(mover.hear_of("refused").await, "noRoom");
    ada.say(&serde_json::json!({"chat": {"phrase": "hello"}}))
        .await;
    assert_eq!(ada.hear_of("refused").await, "noRoom");
    assert!(store.deeds(room, 0).await.expect("read").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_was_taken_while_people_play_is_a_whole_server() {
    let folder = Folder::new();
    let (node, made, table) = played(&folder).await;
    let restored = Folder::new();
    let file = restored.0.join("rooms.sqlite");
    let backup = node.rooms.store().backup(file.to_str().expect("a path"));
    backup.await.expect("copied");

    let anew = Node::start(&Place::Folder(restored.0.clone())).await;
    let room = made["room"].as_str().expect("a name");
    let seat = hello(None, "ada", 0);
    let ada = Guest::try_come(&anew, room, seat).await;
    let mut ada = ada.unwrap_or_else(|why| panic!("the device has its seat: {why}"));
    assert_eq!(ada.welcome["you"], "a");
    let journal = ada.welcome["journal"].as_str().expect("a journal");
    let mut there = Table::of(journal);
    assert_eq!(there.number(), table.number(), "nothing is lost");
    let bo = Guest::try_come(&anew, room, hello(None, "bo", 0)).await;
    let mut bo = bo.unwrap_or_else(|why| panic!("{why}"));
    let order = there.order("random");
    let mover = if there.mover() == "a" {
        &mut ada
    } else {
        &mut bo
    };
    mover.say(&order).await;
    mover.deed("line").await;
}

/// A backup of a newer program is not put where this one would refuse it, nor one that does not say
/// of which version it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_this_program_does_not_know_is_not_restored() {
    let base = Base::sqlite();
    Store::open(&base.place())
        .await
        .expect("made")
        .close()
        .await;
    let Place::Folder(from) = base.place() else {
        unreachable!("it is a folder");
    };
    let other = Folder::new();
    let place = Place::Folder(other.0.clone());
    let claim = place.claim().expect("a folder").expect("nobody has it");
    for (change, says) in [
        (
            "UPDATE sandtable_version SET version = 1000",
            "version 1000",
        ),
        (
            "UPDATE sandtable_version SET version = 'x'",
            "it does not say",
        ),
        ("DELETE FROM sandtable_version", "it does not say"),
        (
            "INSERT INTO sandtable_version (one, version) VALUES (1, 10); DROP INDEX rooms_due",
            "it lacks the index rooms_due",
        ),
        (
            "ALTER TABLE bans DROP COLUMN why",
            "it lacks the column why of the table bans",
        ),
    ] {
        base.run(change).await;
        let done = restore(&claim, &place, &from.join("rooms.sqlite"));
        let why = done.expect_err("it is not known").to_string();
        assert!(why.contains(says), "{why}");
        assert!(!other.0.join("rooms.sqlite").exists());
    }
}

/// What asks the database while the program ends hears that: it is no fault of the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_closed_is_not_called_broken() {
    let base = Base::sqlite();
    let store = Store::open(&base.place()).await.expect("made");
    store.close().await;
    let asked = store.all(1).await;
    assert!(matches!(asked, Err(StoreError::Ending)), "{asked:?}");
}

/// PostgreSQL that has no connection left answers so, and that is what the host reads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_postgresql_is_not_called_silent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        const FIELDS: &[u8] = b"SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0";
        while let Ok((mut stream, _)) = listener.accept().await {
            // What the client says first is not answered, only read.
            let _ = stream.read(&mut [0; 1024]).await;
            let length = u32::try_from(FIELDS.len() + 4).expect("short");
            let answer = [b"E", &length.to_be_bytes()[..], FIELDS].concat();
            let _ = stream.write_all(&answer).await;
        }
    });
    let place = format!("postgres://host@{address}/rooms?sslmode=disable");
    let opened = Store::open(&Place::Server(place)).await;
    let why = opened.expect_err("it is full").to_string();
    assert_eq!(why, "the database: sorry, too many clients already");
}

/// A journal of format 1 that somebody brought along, taken back into its own lines.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battle_that_was_taken_back_is_the_same_after_the_server_starts_again() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let node = Node::start(&place).await;
    let shipped = include_str!("../../../../journals/two-hills.journal.jsonl");
    let begun: Vec<&str> = shipped.lines().take(17).collect();
    let mut make = two("three-hit/two-hills");
    make["from"] = serde_json::json!({"journal": begun.join("\n")});
    let made = node.make(&make).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, None, "ada").await;
    let mut bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let to = Table::of(bo.welcome["journal"].as_str().expect("a journal")).number() - 3;
    ada.say(&serde_json::json!({"ask": {"back": to}})).await;
    bo.deed("asked").await;
    let yes = serde_json::json!({"answer": {"wish": {"back": to}, "yes": true}});
    bo.say(&yes).await;
    bo.deed("answered").await;
    let journal = async |node: &Node| {
        let guest = Guest::come(node, room, made["watch"].as_str(), "eve").await;
        guest.welcome["journal"]
            .as_str()
            .expect("a journal")
            .to_owned()
    };
    let before = journal(&node).await;
    assert!(before.contains("\"renewed\""), "its lines are of format 1");
    node.kill();
    let anew = Node::start(&place).await;
    assert_eq!(journal(&anew).await, before);
}
