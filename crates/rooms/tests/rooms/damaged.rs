//! What is stored of one room is damaged: the others go on.

use crate::base::{Base, on_both};
use crate::support::{Guest, Node, key, two};
use crate::{rating, tournament};
use serde_json::{Value, json};
use std::time::Duration;

on_both!(
    a_damaged_room_stops_no_other_clock,
    a_damaged_last_deed_hides_no_battle,
    a_damaged_room_holds_no_tournament_up
);

fn name(made: &Value) -> &str {
    made["room"].as_str().expect("a name")
}

/// Makes a room with clocks in which both players have come.
async fn begun(node: &Node) -> Value {
    let mut make = two("three-hit/two-hills");
    make["clock"] = json!({"days": 3});
    let made = node.make(&make).await;
    Guest::come(node, name(&made), None, "ada").await;
    Guest::come(node, name(&made), made["b"].as_str(), "bo").await;
    made
}

async fn a_damaged_room_stops_no_other_clock(base: Base) {
    let node = Node::start(&base.place()).await;
    let (first, second) = (begun(&node).await, begun(&node).await);
    node.kill();
    let room = name(&first);
    base.run(&format!(
        "UPDATE deeds SET kept = '{{' WHERE room = '{room}' AND n = 0"
    ))
    .await;
    let again = Node::start(&base.place()).await;
    let mut ada = Guest::come(&again, name(&second), None, "ada").await;
    // The damaged room's clock is the first to run out.
    again.hands.forward(Duration::from_secs(4 * 24 * 3600));
    assert_eq!(ada.deed("timeUp").await["kept"]["over"]["how"], "time");
    let journal = format!("GET /api/rooms/{room}/journal HTTP/1.1");
    let (status, says) = again.ask(&journal, "").await;
    assert_eq!((status, says.trim()), (500, "\"unreadable\""));
}

async fn a_damaged_last_deed_hides_no_battle(base: Base) {
    let node = Node::start(&base.place()).await;
    let (first, second) = (begun(&node).await, begun(&node).await);
    let room = name(&first);
    base.run(&format!(
        "UPDATE deeds SET kept = 'x' WHERE room = '{room}'"
    ))
    .await;
    let mine = node
        .post("/api/rooms/mine", &json!({"device": key("ada")}))
        .await;
    assert_eq!(mine.0, 200);
    let list = mine.1.as_array().expect("a list").iter();
    let mut seen: Vec<&str> = list.map(|one| name(&one["room"])).collect();
    seen.sort_unstable();
    let mut all = [name(&first), name(&second)];
    all.sort_unstable();
    assert_eq!(seen, all);
}

async fn a_damaged_room_holds_no_tournament_up(base: Base) {
    let node = Node::start(&base.place()).await;
    rating::account(&node, "org").await;
    let plan = tournament::plan(json!({"roundRobin": {"double": false}}));
    let id = tournament::made(&node, &plan).await;
    tournament::enter(&node, &id, &["ann", "bea", "cas", "dan"]).await;
    let view = tournament::done(&node, &id, "org", json!("begin")).await;
    let battles = tournament::awaited(&view);
    let (damaged, [gone, _]) = &battles[0];
    base.run(&format!(
        "UPDATE rooms SET header = 'x' WHERE id = '{damaged}'"
    ))
    .await;
    node.kill();
    let node = Node::start(&base.place()).await;
    // The other battle is closed as usual. The damaged one is a walkover if a player withdraws.
    let board = |of: &Value, room: &str| {
        let boards = of["rounds"][0]["boards"].as_array().cloned();
        let mut boards = boards.expect("boards").into_iter();
        boards.position(|board| board["room"] == room)
    };
    let other = board(&view, &battles[1].0).expect("the other");
    let close = json!({"close": {"round": 1, "board": other, "score": "a"}});
    let view = tournament::done(&node, &id, "org", close).await;
    assert_eq!(view["rounds"][0]["boards"][other]["score"], "a");
    tournament::done(&node, &id, gone, json!("withdraw")).await;
    let view = tournament::look(&node, &id).await;
    let walkover = board(&view, damaged).expect("the damaged one");
    assert_eq!(view["rounds"][0]["boards"][walkover]["score"], "b");
    assert_eq!(view["rounds"].as_array().map(Vec::len), Some(2), "{view}");
    // In the next round the organiser ends all that is left, or the time is up.
    for round in [2, 3] {
        let battles = tournament::awaited(&tournament::look(&node, &id).await);
        for (room, _) in &battles {
            let run = format!("UPDATE rooms SET opening = 'x' WHERE id = '{room}'");
            base.run(&run).await;
        }
        node.rooms.close_idle();
        if round == 2 {
            let closes = json!({"closeRound": {"round": round}});
            tournament::done(&node, &id, "org", closes).await;
        } else {
            node.hands.forward(Duration::from_secs(8 * 24 * 3600));
            node.rooms.settle().await.expect("settled");
        }
    }
    let view = tournament::look(&node, &id).await;
    assert_eq!(view["about"]["stands"], "over", "{view}");
    // A tournament that cannot be read itself hides none of its series.
    let plan = tournament::plan(json!({"swiss": {"rounds": 1}}));
    let sound = tournament::made(&node, &plan).await;
    base.run(&format!(
        "UPDATE tournament_deeds SET kept = 'x' WHERE tournament = '{id}'"
    ))
    .await;
    let series = node.get("/api/series/Club").await;
    let listed = series["tournaments"].as_array().expect("a list");
    assert_eq!(listed.len(), 1, "{series}");
    assert_eq!(listed[0]["id"], json!(sound));
}
