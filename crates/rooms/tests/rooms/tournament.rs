//! Whole tournaments by scripted players, with the server killed in the middle.

use crate::rating::{account, until};
use crate::support::{Folder, Guest, Node, key};
use sandtable_rooms::Rooms;
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::tournament::wire::{Score, TournamentDeed};
use sandtable_rooms::wire::PROTOCOL;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(86_400);

/// Returns the plan of a rated tournament.
pub fn plan(form: Value) -> Value {
    json!({"form": form, "scenarios": ["three-hit/two-hills"], "days": 7, "rated": true})
}

/// Makes a tournament; returns its id.
pub async fn made(node: &Node, plan: &Value) -> String {
    let make = json!({
        "page": PROTOCOL, "device": key("org"), "name": "Club cup", "series": "Club", "listed": true,
        "plan": plan,
    });
    let (status, said) = node.post("/api/tournaments", &make).await;
    assert_eq!(status, 200, "{said}");
    said["id"].as_str().expect("an id").to_owned()
}

/// Does something; returns the status and the answer.
pub async fn act(node: &Node, id: &str, who: &str, what: Value) -> (u16, Value) {
    let body = json!({"device": key(who), "what": what});
    node.post(&format!("/api/tournaments/of/{id}"), &body).await
}

/// Does something that must succeed.
pub async fn done(node: &Node, id: &str, who: &str, what: Value) -> Value {
    let (status, view) = act(node, id, who, what.clone()).await;
    assert_eq!(status, 200, "{who} {what}: {view}");
    view
}

/// Returns how a tournament stands.
pub async fn look(node: &Node, id: &str) -> Value {
    done(node, id, "nobody", json!("look")).await
}

/// Enters players by their names.
pub async fn enter(node: &Node, id: &str, all: &[&str]) {
    for name in all {
        done(node, id, name, json!({"enter": {"name": name}})).await;
    }
}

/// Returns the name of an entrant.
fn name(view: &Value, number: &Value) -> String {
    let all = view["entrants"].as_array().expect("entrants");
    let found = all
        .iter()
        .find(|one| one["number"] == *number)
        .expect("an entrant");
    found["name"].as_str().expect("a name").to_owned()
}

/// Returns the battles of the last round that are awaited: the room, and who leads the two sides.
pub fn awaited(view: &Value) -> Vec<(String, [String; 2])> {
    let rounds = view["rounds"].as_array().expect("rounds");
    let boards = rounds.last().expect("a round")["boards"]
        .as_array()
        .expect("boards");
    let open = boards
        .iter()
        .filter(|board| !board["b"].is_null() && board["score"].is_null());
    open.map(|board| {
        let room = board["room"].as_str().expect("a room").to_owned();
        (room, [name(view, &board["a"]), name(view, &board["b"])])
    })
    .collect()
}

/// Waits until a round is drawn and its rooms can be entered.
pub async fn drawn(node: &Node, id: &str, round: usize) {
    let there = async || {
        let view = look(node, id).await;
        let rounds = view["rounds"].as_array().expect("rounds");
        let boards = rounds.last().and_then(|round| round["boards"].as_array());
        let ready = |board: &Value| board["b"].is_null() || board["room"].is_string();
        rounds.len() == round && boards.is_some_and(|all| all.iter().all(ready))
    };
    until(there).await;
}

/// Brings both players to a battle, without a link; the one later in the alphabet concedes.
pub async fn fight(node: &Node, room: &str, [a, b]: &[String; 2]) {
    let mut guests = [
        Guest::come(node, room, None, a).await,
        Guest::come(node, room, None, b).await,
    ];
    assert_eq!(
        (&guests[0].welcome["you"], &guests[1].welcome["you"]),
        (&json!("a"), &json!("b"))
    );
    let loser = usize::from(a < b);
    guests[loser].say(&json!("concede")).await;
    guests[1 - loser].deed("conceded").await;
}

fn row<'a>(view: &'a Value, who: &str) -> &'a Value {
    let all = view["table"].as_array().expect("a table");
    all.iter()
        .find(|row| name(view, &row["entrant"]) == who)
        .expect("a row")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_tournament_is_played_to_its_end_and_outlives_its_server() {
    let folder = Folder::new();
    whole(&Place::Folder(folder.0.clone())).await;
}

/// Runs a Swiss tournament from start to final table; the server is killed in each round.
pub async fn whole(place: &Place) {
    let mut node = Node::start(place).await;
    let anonymous = json!({
        "page": PROTOCOL, "device": key("org"), "name": "Cup", "plan": plan(json!({"swiss": {"rounds": 3}})),
    });
    assert_eq!(
        node.post("/api/tournaments", &anonymous).await,
        (403, json!("needsAccount"))
    );
    for name in ["org", "ann", "bea"] {
        account(&node, name).await;
    }
    let id = made(&node, &plan(json!({"swiss": {"rounds": 3}}))).await;
    assert_eq!(
        act(&node, &id, "org", json!("begin")).await,
        (400, json!("tooFew"))
    );
    enter(&node, &id, &["ann", "bea", "cas", "dan", "eve"]).await;
    for (who, name, why) in [
        ("fin", "ANN", "nameTaken"),
        ("ann", "ann2", "enteredAlready"),
        ("fin", " ", "noName"),
    ] {
        assert_eq!(
            act(&node, &id, who, json!({"enter": {"name": name}})).await,
            (400, json!(why))
        );
    }
    assert_eq!(
        act(&node, &id, "ann", json!("begin")).await,
        (403, json!("notOrganiser"))
    );
    let begun = done(&node, &id, "org", json!("begin")).await;
    assert_eq!(begun["about"]["stands"], "played");
    assert_eq!(
        act(&node, &id, "org", json!("begin")).await,
        (400, json!("doneAlready"))
    );
    assert_eq!(
        act(&node, &id, "fin", json!({"enter": {"name": "fin"}})).await,
        (400, json!("entriesClosed"))
    );
    for round in 1..=3 {
        drawn(&node, &id, round).await;
        let battles = awaited(&look(&node, &id).await);
        assert_eq!(battles.len(), 2, "two battles and a bye");
        fight(&node, &battles[0].0, &battles[0].1).await;
        // The server dies at once, whatever it was about to do.
        node.kill();
        node = Node::start(place).await;
        let (room, both) = &battles[1];
        fight(&node, room, both).await;
    }
    until(async || look(&node, &id).await["about"]["stands"] == "over").await;
    let view = look(&node, &id).await;
    let halves: u64 = view["table"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["halves"].as_u64())
        .sum();
    assert_eq!(halves, 3 * 3 * 2, "{view}");
    assert_eq!(row(&view, "ann")["halves"], 6, "she never loses");
    assert_eq!(row(&view, "ann")["place"], 1);
    // Battles are rated if both players have an account.
    let table = node.get("/api/ratings/three-hit").await;
    let rated = |row: &&Value| row["name"] == "ann" || row["name"] == "bea";
    let rated = table.as_array().expect("rows").iter().filter(rated).count();
    let boards = view["rounds"].as_array().expect("rounds").iter();
    let mut boards = boards.flat_map(|round| round["boards"].as_array().expect("boards"));
    let both = |board: &Value| {
        let who = [name(&view, &board["a"]), name(&view, &board["b"])];
        who.contains(&"ann".to_owned()) && who.contains(&"bea".to_owned())
    };
    let met = boards.any(|board| !board["b"].is_null() && both(board));
    assert_eq!(rated, if met { 2 } else { 0 }, "{view}");
    let league = node.get("/api/series/Club").await;
    assert_eq!(
        (&league["table"][0]["name"], &league["table"][0]["halves"]),
        (&json!("ann"), &json!(6))
    );
    let lists = node
        .post("/api/tournaments/list", &json!({"device": key("cas")}))
        .await
        .1;
    assert_eq!(
        (&lists["listed"][0]["id"], &lists["mine"][0]["id"]),
        (&json!(id), &json!(id))
    );
}

fn close_round(round: u32) -> Value {
    json!({"closeRound": {"round": round}})
}

fn close(round: u32, board: usize, score: &str) -> Value {
    json!({"close": {"round": round, "board": board, "score": score}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_stays_away_or_leaves_holds_nobody_up() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    account(&node, "org").await;
    let id = made(&node, &plan(json!({"roundRobin": {"double": false}}))).await;
    enter(&node, &id, &["ann", "bea", "cas", "dan"]).await;
    let view = done(&node, &id, "org", json!("begin")).await;
    let battles = awaited(&view);
    assert_eq!((battles.len(), &view["total"]), (2, &json!(3)));
    // Nobody else has a seat there; everyone may watch.
    let eve = Guest::come(&node, &battles[0].0, None, "eve").await;
    assert_eq!(eve.welcome["you"], "watch");
    // Ann's opponent withdraws during the battle, and loses it and later ones.
    let with_ann = battles
        .iter()
        .find(|(_, both)| both.contains(&"ann".to_owned()))
        .expect("hers");
    let other = with_ann
        .1
        .iter()
        .find(|name| *name != "ann")
        .expect("somebody")
        .clone();
    let mut ann = Guest::come(&node, &with_ann.0, None, "ann").await;
    let mut gone = Guest::come(&node, &with_ann.0, None, &other).await;
    done(&node, &id, &other, json!("withdraw")).await;
    assert_eq!(
        act(&node, &id, &other, json!("withdraw")).await,
        (400, json!("doneAlready"))
    );
    ann.deed("conceded").await;
    gone.deed("conceded").await;
    // The organiser ends the other battle, to which only one player came.
    let rest = battles
        .iter()
        .find(|(room, _)| *room != with_ann.0)
        .expect("the other");
    let _here = Guest::come(&node, &rest.0, None, &rest.1[1]).await;
    assert_eq!(
        act(&node, &id, "ann", close_round(1)).await,
        (403, json!("notOrganiser"))
    );
    let view = done(&node, &id, "org", close_round(1)).await;
    assert_eq!(row(&view, &rest.1[1])["halves"], 2, "{view}");
    assert_eq!(view["rounds"].as_array().map(Vec::len), Some(2));
    // A second tab sends the same once more: the next round goes on.
    for again in [close_round(1), close(1, 0, "a")] {
        let said = act(&node, &id, "org", again).await;
        assert_eq!(said, (400, json!("doneAlready")));
    }
    for none in [
        close_round(0),
        close_round(3),
        close(3, 0, "a"),
        close(2, 9, "a"),
        close(1, 9, "a"),
    ] {
        let said = act(&node, &id, "org", none).await;
        assert_eq!(said, (404, json!("noBoard")));
    }
    let none = act(&node, &id, "org", json!({"remove": {"entrant": 99}})).await;
    assert_eq!(none, (404, json!("noEntrant")));
    let stranger = act(&node, &id, "eve", json!("withdraw")).await;
    assert_eq!(stranger, (403, json!("notEntered")));
    // In the second round one battle is not fought. The organiser vanishes: after seven days the
    // server ends the other battle. Nobody came to it, so nobody gets a point.
    let boards = view["rounds"][1]["boards"].as_array().expect("boards");
    let walkovers = boards
        .iter()
        .filter(|board| board["fought"] == false && !board["score"].is_null());
    assert_eq!(walkovers.count(), 1);
    node.rooms.settle().await.expect("settled");
    assert_eq!(
        look(&node, &id).await["rounds"].as_array().map(Vec::len),
        Some(2),
        "not yet"
    );
    node.hands.forward(7 * DAY);
    node.rooms.settle().await.expect("settled");
    node.rooms.settle().await.expect("settled");
    let view = look(&node, &id).await;
    assert_eq!(view["rounds"].as_array().map(Vec::len), Some(3), "{view}");
    assert!(
        view["rounds"][1].to_string().contains("\"neither\""),
        "{view}"
    );
    // The organiser comes back and decides how the last battle ended.
    let (board, _) = view["rounds"][2]["boards"]
        .as_array()
        .expect("boards")
        .iter()
        .enumerate()
        .find(|(_, board)| board["score"].is_null())
        .expect("one is awaited");
    let view = done(&node, &id, "org", close(3, board, "draw")).await;
    assert_eq!(view["about"]["stands"], "over");
    // An organiser's decision changes no rating, nor does a battle with a player who has no
    // account.
    assert_eq!(node.get("/api/ratings/three-hit").await, json!([]));
    assert_eq!(
        act(&node, &id, "org", json!("end")).await,
        (400, json!("doneAlready"))
    );
}

/// A tournament that the organiser ended keeps its table, whatever happens in its battles.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ended_tournament_keeps_its_table() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    account(&node, "org").await;
    let id = made(&node, &plan(json!({"roundRobin": {"double": false}}))).await;
    enter(&node, &id, &["ann", "bea"]).await;
    let view = done(&node, &id, "org", json!("begin")).await;
    let (room, both) = awaited(&view).remove(0);
    let table = done(&node, &id, "org", json!("end")).await["table"].clone();
    fight(&node, &room, &both).await;
    node.rooms.settle().await.expect("settled");
    assert_eq!(look(&node, &id).await["table"], table);
}

/// Two people act at the same moment: whoever begins a tournament does begin it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_begins_although_somebody_enters_at_the_same_moment() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    account(&node, "org").await;
    for _ in 0..8 {
        let id = made(&node, &plan(json!({"swiss": {"rounds": 2}}))).await;
        enter(&node, &id, &["ann", "bea", "cas"]).await;
        let entering = async {
            for name in ["dan", "eve"] {
                let name = json!({"enter": {"name": name}});
                let _ = act(
                    &node,
                    &id,
                    name["enter"]["name"].as_str().expect("a name"),
                    name.clone(),
                )
                .await;
            }
        };
        let (view, ()) = tokio::join!(done(&node, &id, "org", json!("begin")), entering);
        assert_eq!(view["about"]["stands"], "played", "{view}");
    }
}

/// A club enters in the same minute; on two servers, each reads while the other writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_enters_at_the_same_moment_has_a_place_of_their_own() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let nodes = [Node::start(&place).await, Node::start(&place).await];
    account(&nodes[0], "org").await;
    for _ in 0..3 {
        let id = made(&nodes[0], &plan(json!({"swiss": {"rounds": 5}}))).await;
        let all = (0..24).map(|n| {
            let (node, id) = (&nodes[n % 2], &id);
            async move {
                let name = format!("player{n}");
                act(node, id, &name, json!({"enter": {"name": name}})).await
            }
        });
        for (status, said) in futures_util::future::join_all(all).await {
            assert_eq!(status, 200, "{said}");
        }
        let view = look(&nodes[0], &id).await;
        assert_eq!(view["entrants"].as_array().map(Vec::len), Some(24));
    }
}

/// The host's commands write to the same database, and a server with SQLite is not told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_hear_what_a_command_of_the_host_did() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let node = Node::start(&place).await;
    account(&node, "org").await;
    let id = made(&node, &plan(json!({"roundRobin": {"double": true}}))).await;
    enter(&node, &id, &["ann", "bea"]).await;
    let view = done(&node, &id, "org", json!("begin")).await;
    let (room, [first, _]) = awaited(&view).remove(0);
    let store = Store::open(&place).await.expect("opened");
    let command = Rooms::new(store, node.hands.time());
    // The command has read the room before somebody comes in and says something.
    command.journal(&room).await.expect("read");
    let mut guest = Guest::come(&node, &room, None, &first).await;
    guest.say(&json!({"chat": {"phrase": "hello"}})).await;
    guest.deed("said").await;
    let closes = TournamentDeed::Close {
        round: 1,
        board: 0,
        score: Score::Draw,
    };
    command.organise(&id, closes).await.expect("closed");
    // What a player does before the page hears of it comes too late.
    guest.say(&json!({"chat": {"phrase": "hello"}})).await;
    node.rooms.look_again().await.expect("looked");
    assert_eq!(guest.deed("closed").await["kept"]["over"]["how"], "closed");
    // A room that is removed is left.
    let (room, [first, _]) = awaited(&look(&node, &id).await).remove(0);
    let mut guest = Guest::come(&node, &room, None, &first).await;
    assert!(command.store().remove(&room).await.expect("removed"));
    node.rooms.look_again().await.expect("looked");
    assert_eq!(guest.hear_of("bye").await, "noRoom");
    let room = format!("GET /api/rooms/{room}/journal HTTP/1.1");
    assert_eq!(node.ask(&room, "").await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_entries_odd_plans_and_deleted_accounts() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    for name in ["org", "ann"] {
        account(&node, name).await;
    }
    for (at, what, why) in [
        ("scenarios", json!([]), "garbled"),
        (
            "scenarios",
            json!(["three-hit/two-hills", "otr-d6/turnpike"]),
            "garbled",
        ),
        ("days", json!(0), "garbled"),
        ("form", json!({"swiss": {"rounds": 0}}), "garbled"),
        ("dice", json!("hand"), "notRated"),
    ] {
        let mut odd = plan(json!({"swiss": {"rounds": 3}}));
        odd[at] = what;
        let make = json!({"page": PROTOCOL, "device": key("org"), "name": "Cup", "plan": odd});
        assert_eq!(
            node.post("/api/tournaments", &make).await,
            (400, json!(why)),
            "{at}"
        );
    }
    let mut late = plan(json!({"swiss": {"rounds": 2}}));
    late["late"] = json!(true);
    let id = made(&node, &late).await;
    assert_eq!(
        act(&node, "nothing", "ann", json!("look")).await,
        (404, json!("noTournament"))
    );
    enter(&node, &id, &["ann", "bea"]).await;
    done(&node, &id, "org", json!("begin")).await;
    enter(&node, &id, &["cas", "dan"]).await;
    let [(room, both)] = &awaited(&look(&node, &id).await)[..] else {
        panic!("one battle")
    };
    fight(&node, room, both).await;
    drawn(&node, &id, 2).await;
    let view = look(&node, &id).await;
    assert_eq!(
        awaited(&view).len(),
        2,
        "those who came late are paired, too: {view}"
    );
    // Ann's name goes with her account; her place in the table stays.
    crate::account::ask(
        &node,
        "ann",
        json!({"delete": {"password": "correct horse"}}),
    )
    .await;
    let view = look(&node, &id).await;
    assert_eq!(view["entrants"][0]["name"], "");
    assert_eq!(view["table"][0]["halves"], 2);
    let league = node.get("/api/series/Club").await.to_string();
    assert!(!league.contains("ann"), "{league}");
    // The host looks after a tournament whose organiser's account is gone.
    crate::account::ask(
        &node,
        "org",
        json!({"delete": {"password": "correct horse"}}),
    )
    .await;
    assert_eq!(
        act(&node, &id, "org", json!("end")).await,
        (403, json!("notOrganiser"))
    );
    assert_eq!(look(&node, &id).await["organiser"], Value::Null);
    let end = sandtable_rooms::tournament::wire::TournamentDeed::End;
    node.rooms.organise(&id, end).await.expect("the host may");
    assert_eq!(look(&node, &id).await["about"]["stands"], "over");
}

/// Somebody entered on a device without an account, and the owner of an account that entered, too,
/// signs in there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_entry_of_an_account_comes_before_a_guests_on_its_devices() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    for name in ["org", "ann"] {
        account(&node, name).await;
    }
    let id = made(&node, &plan(json!({"swiss": {"rounds": 2}}))).await;
    enter(&node, &id, &["bea", "ann"]).await;
    let sign_in = json!({"signIn": {"name": "ann", "password": "correct horse"}});
    crate::account::ask(&node, "bea", sign_in).await;
    for device in ["ann", "bea"] {
        let (_, view) = act(&node, &id, device, json!("look")).await;
        assert_eq!(view["you"]["entrant"], 2, "{device}");
    }
    done(&node, &id, "ann", json!("withdraw")).await;
    let left = |view: &Value| [0, 1].map(|n| view["entrants"][n]["left"] == true);
    assert_eq!(left(&look(&node, &id).await), [false, true]);
    crate::account::ask(&node, "bea", json!("signOut")).await;
    let (_, view) = act(&node, &id, "bea", json!("look")).await;
    assert_eq!(view["you"]["entrant"], 1);
}

/// Somebody enters with an account on a device of the club, and plays on their own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_belongs_to_its_account_not_to_the_device() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    for name in ["org", "club"] {
        account(&node, name).await;
    }
    let id = made(&node, &plan(json!({"swiss": {"rounds": 1}}))).await;
    enter(&node, &id, &["club", "bea"]).await;
    let sign_in = json!({"signIn": {"name": "club", "password": "correct horse"}});
    crate::account::ask(&node, "club", json!("signOut")).await;
    let entrant = async |device| {
        let (_, view) = act(&node, &id, device, json!("look")).await;
        view["you"]["entrant"].clone()
    };
    assert_eq!(entrant("club").await, Value::Null);
    crate::account::ask(&node, "phone", sign_in).await;
    assert_eq!(entrant("phone").await, 1);
    done(&node, &id, "org", json!("begin")).await;
    let [(room, _)] = &awaited(&look(&node, &id).await)[..] else {
        panic!("one battle")
    };
    let phone = Guest::come(&node, room, None, "phone").await;
    assert_ne!(phone.welcome["you"], "watch");
    let club = Guest::come(&node, room, None, "club").await;
    assert_eq!(club.welcome["you"], "watch");
}

/// Somebody enters as a guest, makes an account later, and loses the device.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guests_entry_goes_with_a_new_password_too() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    account(&node, "org").await;
    let id = made(&node, &plan(json!({"swiss": {"rounds": 1}}))).await;
    enter(&node, &id, &["wim", "bea"]).await;
    account(&node, "wim").await;
    let sign_in = json!({"signIn": {"name": "wim", "password": "correct horse"}});
    crate::account::ask(&node, "laptop", sign_in).await;
    let new = json!({"password": {"old": "correct horse", "new": "battery staple"}});
    assert_eq!(crate::account::ask(&node, "laptop", new).await.0, 200);
    let entrant = async |device| {
        let (_, view) = act(&node, &id, device, json!("look")).await;
        view["you"]["entrant"].clone()
    };
    assert_eq!(entrant("wim").await, Value::Null);
    assert_eq!(entrant("laptop").await, 1);
}
