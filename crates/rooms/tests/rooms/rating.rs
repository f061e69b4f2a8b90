//! Ratings: what a rated battle does to them, and what it does not.

use crate::account::{ask, make, sign_in};
use crate::support::{Folder, Guest, Node, key, two};
use sandtable_rooms::store::Place;
use serde_json::{Value, json};
use std::time::Duration;

const RULES: &str = "three-hit";
const WORD: &str = "correct horse";

/// Waits until a condition holds.
pub async fn until(what: impl AsyncFn() -> bool) {
    for _ in 0..600 {
        if what().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not become so");
}

/// Makes an account for a device.
pub async fn account(node: &Node, name: &str) {
    let (status, said) = ask(node, name, make(name, WORD)).await;
    assert_eq!(status, 200, "{said}");
}

pub fn rated() -> Value {
    let mut make = two("three-hit/two-hills");
    make["rated"] = json!(true);
    make
}

async fn ratings(node: &Node, name: &str) -> Value {
    ask(node, name, json!("look")).await.1["view"]["ratings"].clone()
}

/// Plays a rated battle between two players; the one who makes it concedes.
async fn lose(node: &Node, loser: &str, winner: &str) {
    let mut make = rated();
    make["device"] = json!(key(loser));
    let made = node.make(&make).await;
    let room = made["room"].as_str().expect("a name");
    let mut a = Guest::come(node, room, None, loser).await;
    let mut b = Guest::come(node, room, made["b"].as_str(), winner).await;
    a.say(&json!("concede")).await;
    b.deed("conceded").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_battle_changes_both_ratings_once_and_goes_with_the_account() {
    let folder = Folder::new();
    whole(&Place::Folder(folder.0.clone())).await;
}

/// Tests rated battles, what they do to ratings, and what is left of a deleted account.
pub async fn whole(place: &Place) {
    let node = Node::start(place).await;
    for name in ["ada", "bo"] {
        account(&node, name).await;
    }
    lose(&node, "ada", "bo").await;
    until(async || ratings(&node, "bo").await != json!([])).await;
    // Glickman's formulas for two of 1500, deviation 350: worked out by hand.
    let wins = json!([{"rules": RULES, "rating": {"rating": 1662, "within": 581, "battles": 1}, "score": [1, 0, 0]}]);
    let loses = json!([{"rules": RULES, "rating": {"rating": 1338, "within": 581, "battles": 1}, "score": [0, 0, 1]}]);
    assert_eq!(ratings(&node, "bo").await, wins);
    assert_eq!(ratings(&node, "ada").await, loses);
    // The result is the same however often it is settled, and by whichever server.
    let other = Node::start(place).await;
    for node in [&node, &other] {
        node.rooms.settle().await.expect("settled");
    }
    assert_eq!(ratings(&other, "bo").await, wins);
    let table = node.get(&format!("/api/ratings/{RULES}")).await;
    let names: Vec<&Value> = table
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["name"])
        .collect();
    assert_eq!(names, [&json!("bo"), &json!("ada")]);
    // At the table of their next battle both players read their ratings.
    let made = node.make(&rated()).await;
    let room = made["room"].as_str().expect("a name");
    let guest = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let seats = &guest.welcome["room"]["seats"];
    assert_eq!(
        (&seats[0]["rating"]["rating"], &seats[1]["rating"]["rating"]),
        (&json!(1338), &json!(1662))
    );
    // All stored data can be exported and deleted: the other player's history stays, without a
    // name.
    let (_, export) = ask(&node, "ada", json!("export")).await;
    let battle = &export["export"]["battles"][0];
    assert_eq!(
        (&battle["against"], &battle["halves"]),
        (&json!("bo"), &json!(0))
    );
    ask(&node, "ada", json!({"delete": {"password": WORD}})).await;
    let (_, export) = ask(&node, "bo", json!("export")).await;
    assert_eq!(export["export"]["battles"][0]["against"], "");
    assert_eq!(ratings(&node, "bo").await, wins);
    assert_eq!(
        node.get(&format!("/api/ratings/{RULES}"))
            .await
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    // A new account of that name starts from the beginning.
    account(&node, "ada").await;
    assert_eq!(ratings(&node, "ada").await, json!([]));
    // Less is known about a player who has not fought for long.
    node.hands.forward(Duration::from_secs(86_400 * 365));
    let year = ratings(&node, "bo").await;
    assert!(year[0]["rating"]["within"].as_i64() > Some(581), "{year}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battle_is_rated_between_two_accounts_on_equal_terms_only() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let head = "/api/rooms";
    assert_eq!(
        node.post(head, &rated()).await,
        (403, json!("needsAccount"))
    );
    account(&node, "ada").await;
    for (at, what) in [
        ("dice", json!("hand")),
        ("house", json!("[numbers]\n")),
        ("sitters", json!(["person", {"computer": "random"}])),
        ("umpire", json!(true)),
        ("from", json!({"text": "title = 'x'"})),
    ] {
        let mut make = rated();
        make[at] = what;
        assert_eq!(
            node.post(head, &make).await,
            (400, json!("notRated")),
            "{at}"
        );
    }
    let made = node.make(&rated()).await;
    let room = made["room"].as_str().expect("a name");
    let link = made["b"].as_str();
    let come =
        async |name| Guest::try_come(&node, room, crate::support::hello(link, name, 0)).await;
    assert_eq!(come("bo").await.err(), Some(json!("needsAccount")));
    // The same account on another device takes over its seat; it does not get a second one.
    ask(&node, "tablet", sign_in("ada", WORD)).await;
    assert_eq!(come("tablet").await.err(), Some(json!("ownRival")));
    account(&node, "bo").await;
    let mut bo = come("bo").await.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(bo.welcome["room"]["rated"], true);
    // A battle that is not rated leaves ratings alone.
    let made = node.make(&two("three-hit/two-hills")).await;
    let plain = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, plain, None, "ada").await;
    let mut other = Guest::come(&node, plain, made["b"].as_str(), "bo").await;
    ada.say(&json!("concede")).await;
    other.deed("conceded").await;
    node.rooms.settle().await.expect("settled");
    assert_eq!(ratings(&node, "bo").await, json!([]));
    // The same goes for a battle where an account is gone at the end.
    ask(&node, "ada", json!({"delete": {"password": WORD}})).await;
    bo.say(&json!("concede")).await;
    bo.deed("conceded").await;
    node.rooms.settle().await.expect("settled");
    assert_eq!(ratings(&node, "bo").await, json!([]));
    // Its rematch says so.
    let mut ada = Guest::come(&node, room, None, "ada").await;
    ada.say(&json!({"ask": "again"})).await;
    bo.deed("asked").await;
    bo.say(&json!({"answer": {"wish": "again", "yes": true}}))
        .await;
    let again = bo.deed("again").await["kept"]["deed"]["again"]["room"].clone();
    let again = again.as_str().expect("a name");
    let bo = Guest::come(&node, again, None, "bo").await;
    assert_eq!(bo.welcome["room"]["rated"], false);
}
