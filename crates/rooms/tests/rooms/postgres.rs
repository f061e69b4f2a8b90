//! Two servers with one PostgreSQL, in a folder of its own. Where it is not installed the
//! tests say so and end.

use crate::base::Cluster;
use crate::support::{Guest, Node, hello, two};
use crate::table::Table;
use sandtable_rooms::store::{Entry, Store};
use std::time::Duration;

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
    // What the first server learns of the second one's guest.
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
    let one = Store::open(&cluster.place()).await.expect("it opens");
    let other = Store::open(&cluster.place()).await.expect("it opens");
    let entry = |kept: &str| Entry {
        room: "r".to_owned(),
        n: 0,
        kept: kept.to_owned(),
        stands: "open",
        at: 0,
        due: None,
    };
    let mut heard = other.heard();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (a, b) = tokio::join!(one.keep(entry("a")), other.keep(entry("b")));
    let kept = [a.expect("it answers"), b.expect("it answers")];
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 1, "{kept:?}");
    let told = tokio::time::timeout(Duration::from_secs(10), heard.recv()).await;
    assert_eq!(told.expect("in time").expect("heard"), ("r".to_owned(), 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournaments_and_ratings_are_kept_there_too() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    crate::rating::whole(&cluster.place()).await;
    crate::tournament::whole(&cluster.place()).await;
}
