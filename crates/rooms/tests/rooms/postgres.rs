//! Two servers with one PostgreSQL, in a folder of its own. If it is not installed, the tests say
//! so and end.

use crate::base::Cluster;
use crate::support::{Guest, Node, Power, hello, two};
use crate::table::Table;
use sandtable_rooms::store::{Entry, Store};
use serde_json::Value;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_a_room_and_it_outlives_one_of_them() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let one = Node::start(&cluster.place()).await;
    let other = Node::start(&cluster.place()).await;
    let made = one.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&one, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&other, room, made["b"].as_str(), "bo").await;
    let mut guests = [ada, bo];
    let mut table = Table::of(guests[1].welcome["journal"].as_str().expect("a journal"));
    // The first server learns of the second one's guest.
    guests[0].deed("sat").await;
    for _ in 0..20 {
        let mover = usize::from(table.mover() == "b");
        let order = table.order("random");
        guests[mover].say(&order).await;
        let mut lines = Vec::new();
        for guest in &mut guests {
            lines.push(guest.deed("line").await["kept"]["deed"]["line"].clone());
        }
        assert_eq!(lines[0], lines[1], "both servers tell the same");
        table.follow(lines[0].as_str().expect("a line"));
    }
    one.kill();
    let from = guests[0].next;
    let back = Guest::try_come(&other, room, hello(made["a"].as_str(), "ada", from)).await;
    let back = back.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(back.next, from, "nothing is lost");
    guests[0] = back;
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    for guest in &mut guests {
        guest.deed("line").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_keep_the_same_number_one_does() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name").to_owned();
    let one = Store::open(&cluster.place()).await.expect("it opens");
    let other = Store::open(&cluster.place()).await.expect("it opens");
    let entry = |kept: &str| Entry {
        room: room.clone(),
        n: 9,
        kept: kept.to_owned(),
        shown: None,
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut heard = other.heard();
    let (a, b) = tokio::join!(one.keep(entry("a")), other.keep(entry("b")));
    let kept = [a.expect("it answers"), b.expect("it answers")];
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 1, "{kept:?}");
    let told = tokio::time::timeout(Duration::from_secs(10), heard.recv()).await;
    assert_eq!(told.expect("in time").expect("heard"), (room.clone(), 9));
    // Nothing is kept in a room that is not there.
    let lost = Entry {
        room: "r".to_owned(),
        ..entry("a")
    };
    assert!(!one.keep(lost).await.expect("it answers"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournaments_and_ratings_are_kept_there_too() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    crate::rating::whole(&cluster.place()).await;
    crate::tournament::whole(&cluster.place()).await;
}

/// Guests of a server that died must be at the table again within this time.
const BACK: Duration = Duration::from_secs(3);
/// Number of tables at the two servers.
const TABLES: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_one_of_two_servers_dies_its_players_are_back_within_three_seconds() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let (one, power) = Power::of(&cluster.place());
    let other = Node::start(&cluster.place()).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let made = one.make(&two("three-hit/two-hills")).await;
        let room = made["room"].as_str().expect("a name");
        let ada = Guest::come(&one, room, made["a"].as_str(), "ada").await;
        let bo = Guest::come(&other, room, made["b"].as_str(), "bo").await;
        let table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
        tables.push((made, [ada, bo], table));
    }
    for (_, guests, table) in &mut tables {
        ordered(guests, table).await;
    }
    let died = Instant::now();
    power.cut();
    for (made, guests, table) in &mut tables {
        while guests[0].hear().await.is_some() {}
        let room = made["room"].as_str().expect("a name");
        let from = guests[0].next;
        let back = Guest::try_come(&other, room, hello(made["a"].as_str(), "ada", from)).await;
        guests[0] = back.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(guests[0].next, from, "nothing is lost");
        ordered(guests, table).await;
    }
    let took = died.elapsed();
    println!("{TABLES} tables went on after {took:?}");
    assert!(took < BACK, "{took:?}");
}

/// Gives one order, which both guests hear.
async fn ordered(guests: &mut [Guest; 2], table: &mut Table) {
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    let [a, b] = guests;
    let (a, b) = (a.deed("line").await, b.deed("line").await);
    let line = |deed: &Value| deed["kept"]["deed"]["line"].clone();
    assert_eq!(line(&a), line(&b), "both hear the same");
    table.follow(line(&a).as_str().expect("a line"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_and_comes_back_has_lost_nothing() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let mut guests = [ada, bo];
    let mut table = Table::of(guests[1].welcome["journal"].as_str().expect("a journal"));
    ordered(&mut guests, &mut table).await;
    let healthy = async || node.ask("GET /healthz HTTP/1.1", "").await.0;
    assert_eq!(healthy().await, 200);

    assert!(cluster.stop(), "it stops");
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    assert_eq!(guests[mover].hear_of("refused").await, "notKept");
    assert_eq!(healthy().await, 503);

    cluster.begin();
    ordered(&mut guests, &mut table).await;
    assert_eq!(
        table.number(),
        2,
        "the order that was refused never happened"
    );
    assert_eq!(healthy().await, 200);
}
