//! What is stored of one room is damaged: the others go on.

use crate::base::{Base, on_both};
use crate::support::{Guest, Node, key, two};
use crate::{rating, tournament};
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::tournament::wire::TournamentDeed;
use sandtable_rooms::wire::Trouble;
use serde_json::{Value, json};
use std::time::Duration;

on_both!(
    a_damaged_room_stops_no_other_clock,
    many_damaged_rooms_stop_no_other_clock_and_no_other_result,
    a_damaged_last_deed_hides_no_battle,
    a_damaged_room_holds_no_tournament_up,
    a_damaged_tournament_is_called_so_and_hides_no_other,
    a_database_without_a_table_or_a_column_is_not_called_well,
    a_rematch_that_a_server_did_not_get_to_is_made_by_the_next
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

async fn many_damaged_rooms_stop_no_other_clock_and_no_other_result(base: Base) {
    let node = Node::start(&base.place()).await;
    let (timed, over) = (begun(&node).await, begun(&node).await);
    let mut ada = Guest::come(&node, name(&timed), None, "ada").await;
    let mut winner = Guest::come(&node, name(&over), None, "ada").await;
    winner.say(&json!("concede")).await;
    winner.deed("conceded").await;
    let over = name(&over);
    base.run(&format!("UPDATE rooms SET settles = 1 WHERE id = '{over}'"))
        .await;
    // More than one query returns, with clocks that ran out and battles that ended before all others.
    for (kind, stands, due, settles) in [("late", "played", "1", 0), ("done", "over", "NULL", 1)] {
        base.run(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
             INSERT INTO rooms
               (id, made, header, opening, plan, rules, title, listed, stands, moved, due, settles)
             SELECT '{kind}' || i, made, header, 'x', plan, rules, title, 0, '{stands}', 1, {due},
               {settles} FROM rooms, n WHERE id = '{over}'"
        ))
        .await;
    }
    node.hands.forward(Duration::from_secs(4 * 24 * 3600));
    assert_eq!(ada.deed("timeUp").await["kept"]["over"]["how"], "time");
    node.rooms.settle().await.expect("settled");
    let store = node.rooms.store();
    let first = store.unsettled((i64::MIN, "")).await.expect("rooms");
    let (id, moved) = first.last().expect("a room");
    let rest = store.unsettled((*moved, id)).await.expect("rooms");
    let left: Vec<&str> = first
        .iter()
        .chain(&rest)
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(left.len(), 250, "no damaged one");
    assert!(!left.contains(&over), "the sound one is settled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_with_a_file_is_said_with_its_name() {
    let base = Base::sqlite();
    let Place::Folder(folder) = base.place() else {
        unreachable!("it is a folder");
    };
    let file = folder.join("rooms.sqlite");
    let says = async || {
        Store::open(&base.place())
            .await
            .expect_err("refused")
            .to_string()
    };
    let store = Store::open(&base.place()).await.expect("it opens");
    for version in ["-1", "'x'", "2.5"] {
        base.run(&format!("UPDATE sandtable_version SET version = {version}"))
            .await;
        let says = says().await;
        assert!(says.contains("its version is no number"), "{says}");
    }
    let named = format!("the database {}: ", file.display());
    store.close().await;
    for end in ["", "-wal", "-shm"] {
        let mut name = file.clone().into_os_string();
        name.push(end);
        std::fs::write(name, "no database, whatever it is called").expect("written");
    }
    assert_eq!(says().await, format!("{named}file is not a database"));
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

async fn a_damaged_tournament_is_called_so_and_hides_no_other(base: Base) {
    let node = Node::start(&base.place()).await;
    rating::account(&node, "org").await;
    let plan = tournament::plan(json!({"swiss": {"rounds": 2}}));
    let looks = async |id: &str| tournament::act(&node, id, "org", json!("look")).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let id = tournament::made(&node, &plan).await;
        tournament::enter(&node, &id, &["ann", "bea", "cas"]).await;
        ids.push(id);
    }
    // How it stands follows from what happened; the column is only for lists.
    let [_, deed, entrant, stands] = [0, 1, 2, 3].map(|at| ids[at].clone());
    base.run(&format!(
        "UPDATE tournaments SET stands = 'foo' WHERE id = '{stands}'"
    ))
    .await;
    let (status, said) = looks(&stands).await;
    assert_eq!((status, &said["about"]["stands"]), (200, &json!("open")));
    for (id, damage) in [
        (
            &deed,
            "DELETE FROM tournament_deeds WHERE n = 1 AND tournament",
        ),
        (
            &entrant,
            "DELETE FROM entrants WHERE entrant = 2 AND tournament",
        ),
    ] {
        base.run(&format!("{damage} = '{id}'")).await;
        let (status, said) = looks(id).await;
        assert_eq!((status, said), (500, json!("unreadable")), "{damage}");
        let command = node.rooms.organise(id, TournamentDeed::Begin).await;
        assert_eq!(command, Err(Trouble::Unreadable), "{damage}");
    }
    // A round that is drawn at the end of all time never ends.
    let sound = &ids[0];
    tournament::done(&node, sound, "org", json!("begin")).await;
    base.run(&format!(
        "UPDATE tournament_deeds SET kept = '{{\"at\":9223372036854775807,' || SUBSTR(kept, 21)
         WHERE n = 3 AND tournament = '{sound}'"
    ))
    .await;
    let (status, view) = looks(sound).await;
    assert_eq!((status, &view["due"]), (200, &json!(i64::MAX)), "{view}");
    if matches!(base, Base::Sqlite(_)) {
        // PostgreSQL takes no text where a number belongs.
        base.run(&format!(
            "UPDATE tournaments SET moved = 'abc' WHERE id = '{deed}'"
        ))
        .await;
        assert_eq!(looks(&deed).await, (500, json!("unreadable")));
    }
    let ask = json!({"device": key("org")});
    let (status, list) = node.post("/api/tournaments/list", &ask).await;
    let listed = list["listed"].as_array().expect("a list").iter();
    let listed: Vec<&Value> = listed.map(|one| &one["id"]).collect();
    assert_eq!(status, 200);
    assert!(listed.contains(&&json!(sound)), "{listed:?}");
}

async fn a_database_without_a_table_or_a_column_is_not_called_well(base: Base) {
    let node = Node::start(&base.place()).await;
    let healthy = async || node.ask("GET /healthz HTTP/1.1", "").await.0;
    assert_eq!(healthy().await, 200);
    base.run("ALTER TABLE untold DROP COLUMN until").await;
    assert_eq!(healthy().await, 503);
    let says = node.rooms.store().check().await.expect_err("a column");
    let lost = "the database lacks the column until of the table untold";
    assert_eq!(says.to_string(), lost);
    base.run("ALTER TABLE untold ADD COLUMN until BIGINT NOT NULL DEFAULT 0")
        .await;
    assert_eq!(healthy().await, 200);
    base.run("DROP TABLE bans").await;
    assert_eq!(healthy().await, 503);
}

async fn a_rematch_that_a_server_did_not_get_to_is_made_by_the_next(base: Base) {
    for was_made in [false, true] {
        let node = Node::start(&base.place()).await;
        let made = begun(&node).await;
        let room = name(&made);
        let mut ada = Guest::come(&node, room, None, "ada").await;
        let mut bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
        ada.say(&json!("concede")).await;
        bo.deed("conceded").await;
        ada.say(&json!({"ask": "again"})).await;
        bo.deed("asked").await;
        bo.say(&json!({"answer": {"wish": "again", "yes": true}}))
            .await;
        let again = bo.deed("again").await["kept"]["deed"]["again"]["room"].clone();
        let next = again.as_str().expect("a name");
        node.kill();
        // What is stored when the server dies after the answer, or after it made the room.
        base.run(&format!(
            "DELETE FROM deeds WHERE room = '{room}' AND kept LIKE '%\"again\":{{%'"
        ))
        .await;
        if !was_made {
            for (table, column) in [("deeds", "room"), ("seats", "room"), ("rooms", "id")] {
                base.run(&format!("DELETE FROM {table} WHERE {column} = '{next}'"))
                    .await;
            }
        }
        let node = Node::start(&base.place()).await;
        let ada = Guest::come(&node, room, None, "ada").await;
        assert_eq!(ada.welcome["room"]["again"], again, "{was_made}");
        let ada = Guest::come(&node, next, None, "ada").await;
        assert_eq!(ada.welcome["you"], "b");
        node.kill();
    }
}
