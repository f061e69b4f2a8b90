//! Who may sit where, and what people agree on.

use crate::support::{Folder, Guest, Node, free, hello, key, two};
use crate::table::Table;
use sandtable_rooms::Config;
use sandtable_rooms::seat::Seat;
use sandtable_rooms::store::Place;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::Duration;

async fn room(change: impl FnOnce(&mut Value)) -> (Folder, Node, Value) {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = two("three-hit/two-hills");
    change(&mut make);
    let made = node.make(&make).await;
    (folder, node, made)
}

/// Returns the fingerprint of a device's key.
fn print(name: &str) -> String {
    let bytes = Sha256::digest(key(name).as_bytes());
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn name(made: &Value) -> &str {
    made["room"].as_str().expect("a name")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_finds_its_own_battles_and_whose_turn_it_is() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let head = "POST /api/rooms/mine HTTP/1.1\r\nContent-Type: application/json";
    let mine = async |name: &str| {
        let (status, body) = node
            .ask(head, &json!({"device": key(name)}).to_string())
            .await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).expect("JSON")
    };
    assert_eq!(mine("ada").await[0]["room"]["stands"], "open");
    assert_eq!(mine("bo").await, json!([]));
    let _bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let (ada, bo) = (mine("ada").await, mine("bo").await);
    assert_eq!((&ada[0]["you"], &bo[0]["you"]), (&json!("a"), &json!("b")));
    assert_eq!(ada[0]["room"]["room"], room);
    assert!(ada[0]["awaits"].is_string());
    assert_eq!(ada[0]["awaits"], bo[0]["awaits"]);
    // A request without a valid key learns nothing.
    let (status, _) = node
        .ask(head, &json!({"device": "short"}).to_string())
        .await;
    assert_eq!(status, 400);
}

/// A server may die after it gave a seat to a device and before it tells everyone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_a_seat_and_has_not_sat_down_does_when_he_comes() {
    let (_folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    for (seat, who) in [(Seat::B, "bo"), (Seat::Umpire, "una")] {
        let device = print(who);
        let sat = node.rooms.store().sit(name(&made), seat, &device, None);
        assert!(sat.await.expect("the database answers"), "it was free");
    }
    let ada = Guest::come(&node, name(&made), made["a"].as_str(), "ada").await;
    let before = &ada.welcome["room"];
    assert_eq!(before["seats"][1]["taken"], false);
    assert_eq!(before["umpire"]["taken"], false);
    let _bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let una = Guest::come(&node, name(&made), made["umpire"].as_str(), "una").await;
    let after = &una.welcome["room"];
    assert_eq!(after["seats"][1]["taken"], true);
    assert_eq!(after["umpire"]["taken"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_says_whose_turn_it_is_and_gives_no_seat() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let _bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let feed = async |of: &str, more: &str| {
        let head = format!("GET /api/rooms/feed/{of}{more} HTTP/1.1");
        node.ask(&head, "").await
    };
    let both = [feed(&print("ada"), "").await, feed(&print("bo"), "").await];
    let waits = |(status, body): &(u16, String)| {
        assert_eq!(*status, 200, "{body}");
        assert!(body.starts_with("<?xml"), "{body}");
        body.contains("Your turn: Two hills") && body.contains(&format!("/#room={room}"))
    };
    // One of the two is to act, and only that player's feed says so.
    assert_ne!(waits(&both[0]), waits(&both[1]), "{both:?}");
    let whose = if waits(&both[0]) { "ada" } else { "bo" };
    let german = feed(&print(whose), "?language=de").await;
    assert!(german.1.contains("Du bist dran: Two hills"), "{german:?}");
    // A fingerprint is not a key, and what is not a fingerprint is refused.
    let mut taken = hello(None, "bo", 0);
    taken["device"] = json!(print("bo"));
    assert!(Guest::try_come(&node, room, taken).await.is_err());
    assert_eq!(feed(&print("eve"), "").await.0, 200);
    assert_eq!(feed(&key("ada"), "").await.0, 400);
    assert_eq!(feed(&print("ada"), "?language=la").await.0, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_of_a_feed_are_safe_where_a_trusted_proxy_says_so() {
    for (behind_proxy, scheme) in [(true, "https"), (false, "http")] {
        let folder = Folder::new();
        let config = Config {
            behind_proxy,
            ..free()
        };
        let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
        let of = "0f".repeat(32);
        let head = format!("GET /api/rooms/feed/{of} HTTP/1.1\r\nX-Forwarded-Proto: https");
        let (status, body) = node.ask(&head, "").await;
        assert_eq!(status, 200, "{body}");
        let link = format!("<link>{scheme}://{}/</link>", node.address);
        assert!(body.contains(&link), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_seats_one_device_and_no_second_one() {
    let (_folder, node, made) = room(|_| {}).await;
    let link = made["b"].as_str();
    let bo = Guest::come(&node, name(&made), link, "bo").await;
    assert_eq!(bo.welcome["you"], "b");
    let second = Guest::try_come(&node, name(&made), hello(link, "eve", 0)).await;
    assert_eq!(second.err(), Some(json!("seatTaken")));
    // The same device no longer needs a link.
    let back = Guest::come(&node, name(&made), None, "bo").await;
    assert_eq!(back.welcome["you"], "b");
    let wrong = Guest::try_come(&node, name(&made), hello(Some("guessed"), "eve", 0)).await;
    assert_eq!(wrong.err(), Some(json!("noSeat")));
    let none = Guest::try_come(&node, name(&made), hello(None, "eve", 0)).await;
    assert_eq!(none.err(), Some(json!("noSeat")));
    let nowhere = Guest::try_come(&node, "nowhere", hello(link, "bo", 0)).await;
    assert_eq!(nowhere.err(), Some(json!("noRoom")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_goes_to_another_device_by_a_code_that_works_once() {
    let (_folder, node, made) = room(|_| {}).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    ada.say(&json!("handOver")).await;
    let code = ada.hear_of("code").await["code"]
        .as_str()
        .expect("a code")
        .to_owned();
    let phone = Guest::come(&node, name(&made), Some(&code), "phone").await;
    assert_eq!(phone.welcome["you"], "a");
    assert_eq!(
        ada.hear_of("bye").await,
        "seatTaken",
        "the first device is shown out"
    );
    let again = Guest::try_come(&node, name(&made), hello(Some(&code), "eve", 0)).await;
    assert_eq!(again.err(), Some(json!("noSeat")), "it works once");
    let old = Guest::try_come(&node, name(&made), hello(made["a"].as_str(), "ada", 0)).await;
    assert_eq!(
        old.err(),
        Some(json!("seatTaken")),
        "the seat is the phone's now"
    );

    let mut phone = phone;
    phone.say(&json!("handOver")).await;
    let late = phone.hear_of("code").await["code"]
        .as_str()
        .expect("a code")
        .to_owned();
    node.hands.forward(Duration::from_secs(11 * 60));
    let refused = Guest::try_come(&node, name(&made), hello(Some(&late), "eve", 0)).await;
    assert_eq!(
        refused.err(),
        Some(json!("noSeat")),
        "it works for ten minutes"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_shows_open_seats_and_anybody_may_take_one() {
    let (_folder, node, made) = room(|make| {
        make["sitters"] = json!(["person", "open"]);
        make["listed"] = json!(true);
    })
    .await;
    let lobby = async || {
        let (status, body) = node.ask("GET /api/rooms HTTP/1.1", "").await;
        assert_eq!(status, 200);
        serde_json::from_str::<Value>(&body).expect("JSON")
    };
    let shown = lobby().await;
    assert_eq!(
        (&shown[0]["room"], &shown[0]["stands"]),
        (&made["room"], &json!("open"))
    );
    let mut take = hello(None, "bo", 0);
    take["take"] = json!("b");
    let bo = Guest::try_come(&node, name(&made), take.clone()).await;
    assert_eq!(bo.unwrap_or_else(|why| panic!("{why}")).welcome["you"], "b");
    assert_eq!(lobby().await[0]["stands"], "played");
    take["device"] = json!(key("eve"));
    let late = Guest::try_come(&node, name(&made), take).await;
    assert_eq!(late.err(), Some(json!("seatTaken")));
    let watcher = Guest::come(&node, name(&made), None, "wim").await;
    assert_eq!(watcher.welcome["you"], "watch");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_player_sits_down_and_plays_to_the_end() {
    let (_folder, node, made) = room(|make| {
        make["sitters"] = json!(["person", {"computer": "random"}]);
    })
    .await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut table = Table::of(ada.welcome["journal"].as_str().expect("a journal"));
    for _ in 0..12 {
        if table.mover() == "a" {
            let order = table.order("random");
            ada.say(&order).await;
        }
        let deed = ada.deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
        if table.is_over() {
            break;
        }
    }
    assert!(table.number() >= 12 || table.is_over());
    // The computer player agrees to take something back.
    ada.say(&json!({"ask": {"back": 2}})).await;
    let answered = ada.deed("answered").await;
    assert_eq!(answered["kept"]["deed"]["answered"]["yes"], true);
}

/// Returns the number of deeds of a room once nothing happens there for a second: seven times as
/// long as a computer player rests between two orders.
async fn deeds_at_rest(node: &Node, room: &str) -> usize {
    let (mut before, mut same) = (0, 0);
    for _ in 0..600 {
        let deeds = node.rooms.store().deeds(room, 0).await.expect("read");
        assert!(deeds.iter().all(|kept| kept.over.is_none()), "it is over");
        same = if deeds.len() == before { same + 1 } else { 0 };
        before = deeds.len();
        if same == 20 {
            return before;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not rest: {before} deeds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_computer_players_wait_while_nobody_watches() {
    let (_folder, node, made) = room(|make| {
        make["you"] = json!("watch");
        make["sitters"] = json!([{"computer": "random"}, {"computer": "random"}]);
    })
    .await;
    let watch = made["watch"].as_str();
    let mut wim = Guest::come(&node, name(&made), watch, "wim").await;
    wim.deed("line").await;
    drop(wim);
    let rest = deeds_at_rest(&node, name(&made)).await;
    let mut wim = Guest::come(&node, name(&made), watch, "wim").await;
    assert_eq!(wim.welcome["next"].as_u64(), u64::try_from(rest).ok());
    for _ in 0..3 {
        wim.deed("line").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_concedes_has_lost_and_they_play_again_with_sides_swapped() {
    let (_folder, node, made) = room(|_| {}).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    ada.say(&json!({"ask": "again"})).await;
    assert_eq!(ada.hear_of("refused").await, "notOver");
    bo.say(&json!("concede")).await;
    let deed = ada.deed("conceded").await;
    assert_eq!(
        deed["kept"]["over"],
        json!({"winner": "a", "how": "conceded"})
    );
    let order = json!({"order": {"number": 0, "order": "EndPhase"}});
    ada.say(&order).await;
    ada.hear_of("refused").await;
    ada.say(&json!({"ask": "again"})).await;
    bo.deed("asked").await;
    bo.say(&json!({"ask": "again"})).await;
    bo.deed("asked").await;
    let yes = json!({"answer": {"wish": "again", "yes": true}});
    bo.say(&yes).await;
    let next = ada.deed("again").await["kept"]["deed"]["again"]["room"].clone();
    // Both players wanted a rematch: it is one room.
    ada.say(&yes).await;
    assert_eq!(ada.hear_of("refused").await, "nothingAsked");
    let next = next.as_str().expect("another room");
    let ada = Guest::come(&node, next, None, "ada").await;
    let bo = Guest::come(&node, next, None, "bo").await;
    assert_eq!(
        (&ada.welcome["you"], &bo.welcome["you"]),
        (&json!("b"), &json!("a"))
    );
    assert_eq!(ada.welcome["room"]["seats"][1]["name"], "Ada");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_needs_both() {
    let (_folder, node, made) = room(|_| {}).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    ada.say(&json!({"ask": "draw"})).await;
    bo.deed("asked").await;
    bo.say(&json!({"answer": {"wish": "draw", "yes": false}}))
        .await;
    let deed = ada.deed("answered").await;
    assert_eq!(
        (&deed["kept"]["over"], &deed["wishes"]),
        (&Value::Null, &json!([null, null]))
    );
    bo.say(&json!({"ask": "draw"})).await;
    ada.deed("asked").await;
    ada.say(&json!({"answer": {"wish": "draw", "yes": true}}))
        .await;
    let deed = bo.deed("answered").await;
    let deed = if deed["kept"]["over"].is_null() {
        bo.deed("answered").await
    } else {
        deed
    };
    assert_eq!(
        deed["kept"]["over"],
        json!({"winner": null, "how": "agreed"})
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_time_runs_out_has_lost_even_when_nobody_looks() {
    let (_folder, node, made) = room(|make| make["clock"] = json!({"days": 3})).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    assert!(
        ada.welcome["room"]["clock"]["runs"].is_null(),
        "the other is not here yet"
    );
    let bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let mover = bo.welcome["room"]["awaits"].clone();
    assert_eq!(bo.welcome["room"]["clock"]["runs"][0], mover);
    node.hands.forward(Duration::from_secs(3 * 24 * 3600 - 60));
    tokio::time::sleep(Duration::from_millis(1200)).await;
    ada.say(&json!({"chat": {"phrase": "hello"}})).await;
    assert!(ada.deed("said").await["kept"]["over"].is_null());
    node.hands.forward(Duration::from_secs(120));
    let deed = ada.deed("timeUp").await;
    assert_eq!(deed["kept"]["over"]["how"], "time");
    assert_eq!(deed["kept"]["deed"]["timeUp"]["of"], mover);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_is_heard_by_all_and_kept_for_who_comes_later() {
    let (_folder, node, made) = room(|_| {}).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let hostile = "<script>alert(1)</script>\u{202e}\u{0} 'DROP TABLE rooms;--";
    ada.say(&json!({"chat": {"text": hostile}})).await;
    let deed = bo.deed("said").await;
    let text = deed["kept"]["deed"]["said"]["text"]["text"]
        .as_str()
        .expect("text");
    assert_eq!(text, "<script>alert(1)</script> 'DROP TABLE rooms;--");
    ada.say(&json!({"chat": {"text": "x".repeat(500)}})).await;
    assert_eq!(ada.hear_of("refused").await, "tooLong");
    let mut wim = Guest::come(&node, name(&made), made["watch"].as_str(), "wim").await;
    assert_eq!(wim.welcome["deeds"][0]["deed"]["said"]["by"], "a");
    wim.say(&json!({"chat": {"text": "I see your reserves"}}))
        .await;
    assert_eq!(wim.hear_of("refused").await, "watching");
}

/// A guest who comes in or says something while another server stores a deed does not hear that it
/// came late: such deeds hold whatever else happens. Servers that share a file do not hear of each
/// other, so each certainly lags behind here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_down_while_another_server_keeps_a_deed_sits() {
    let (folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    let other = Node::start(&Place::Folder(folder.0.clone())).await;
    let room = name(&made);
    let mut ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let mut bo = Guest::come(&other, room, made["b"].as_str(), "bo").await;
    let una = Guest::come(&node, room, made["umpire"].as_str(), "una").await;
    assert_eq!(una.welcome["you"], "umpire");
    bo.say(&json!({"chat": {"text": "hello"}})).await;
    bo.deed("sat").await;
    bo.deed("said").await;
    ada.say(&json!({"chat": {"text": "welcome"}})).await;
    for text in ["hello", "welcome"] {
        let said = ada.deed("said").await;
        assert_eq!(said["kept"]["deed"]["said"]["text"]["text"], text);
    }
    bo.say(&json!({"name": "Bo"})).await;
    let sat = bo.deed("sat").await;
    assert_eq!(sat["kept"]["deed"]["sat"]["name"], "Bo");
}

/// Sends something at a table while another server, which this one does not hear, stores what the
/// other player says; returns whether it was stored, or else why not.
async fn collides(made: &Value, by: (&Node, &str), first: (&Node, Value), says: Value) -> Value {
    let at = async |node: &Node, seat: &str| {
        let who = if seat == "a" { "ada" } else { "bo" };
        Guest::come(node, name(made), made[seat].as_str(), who).await
    };
    let mut own = at(by.0, by.1).await;
    // The player's server knows what was stored so far.
    own.say(&json!({"chat": {"phrase": "moment"}})).await;
    own.deed("said").await;
    let mut other = at(first.0, if by.1 == "a" { "b" } else { "a" }).await;
    let next = other.next;
    other.say(&first.1).await;
    while other.next == next {
        other.hear().await.expect("the connection lasts");
    }
    own.say(&says).await;
    loop {
        let heard = own.hear().await.expect("the connection lasts");
        if let Some(why) = heard.get("refused") {
            return why.clone();
        }
        let deed = heard["deed"]["kept"]["deed"].as_object();
        let ours = |(kind, what): (&String, &Value)| kind == "line" || what["by"] == by.1;
        if deed.into_iter().flatten().any(ours) {
            return json!("kept");
        }
    }
}

/// What a player does while another server stores something else is judged by the result: it is
/// done if it still can be, and a refusal names the actual reason, not that it was late.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_collides_with_a_deed_at_another_server_is_judged_anew() {
    let (folder, node, made) = room(|make| {
        make["clock"] = json!({"days": 3});
        make["vacation"] = json!(5);
    })
    .await;
    let other = Node::start(&Place::Folder(folder.0.clone())).await;
    let chat = json!({"chat": {"text": "hello"}});
    let (ada, bo) = ((&node, "a"), (&other, "b"));
    for says in [
        json!({"ask": "draw"}),
        json!({"ask": "pause"}),
        json!({"away": 2}),
        json!({"away": 0}),
    ] {
        let kept = collides(&made, ada, (&other, chat.clone()), says.clone()).await;
        assert_eq!(kept, "kept", "{says}");
        if says["ask"].is_string() {
            let no = json!({"answer": {"wish": says["ask"], "yes": says["ask"] == "pause"}});
            let kept = collides(&made, bo, (&node, chat.clone()), no.clone()).await;
            assert_eq!(kept, "kept", "{no}");
        }
    }
    let kept = collides(&made, ada, (&other, chat.clone()), json!("goOn")).await;
    assert_eq!(kept, "kept");
    // The order applies to the same battle as before: nothing is late about it.
    let guest = Guest::come(&node, name(&made), made["a"].as_str(), "ada").await;
    let mut table = Table::of(guest.welcome["journal"].as_str().expect("a journal"));
    let (own, far) = match table.mover().as_str() {
        "a" => (ada, bo),
        _ => (bo, ada),
    };
    let kept = collides(&made, own, (far.0, chat.clone()), table.order("random")).await;
    assert_eq!(kept, "kept");
    // If both concede at once, one deed wins; the other player hears that the battle is over.
    let why = collides(&made, ada, (&other, json!("concede")), json!("concede")).await;
    assert_eq!(why, "over");
}

/// Somebody tries both sides on one device: each page comes back to its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_several_seats_comes_to_the_one_that_the_page_names() {
    let (_folder, node, made) = room(|_| {}).await;
    let first = Guest::come(&node, name(&made), made["a"].as_str(), "ada").await;
    let second = Guest::come(&node, name(&made), made["b"].as_str(), "ada").await;
    assert_eq!(
        (&first.welcome["you"], &second.welcome["you"]),
        (&json!("a"), &json!("b"))
    );
    for (own, link) in [("a", None), ("b", None), ("b", made["a"].as_str())] {
        let mut hello = hello(link, "ada", 0);
        hello["own"] = json!(own);
        let guest = Guest::try_come(&node, name(&made), hello).await;
        assert_eq!(guest.expect("a seat").welcome["you"], own);
    }
    // Nobody gets the seat of another device by naming it.
    let mut other = hello(None, "eve", 0);
    other["own"] = json!("b");
    let guest = Guest::try_come(&node, name(&made), other).await;
    assert_eq!(guest.err(), Some(json!("noSeat")));
}
