//! Those who lead neither side: an umpire who corrects what stands on the map, and spectators who
//! see it later; and players who are away.

use crate::support::{Folder, Guest, Node, hello, two};
use crate::table::Table;
use sandtable_rooms::store::Place;
use sandtable_rooms::wire::MOST_JOURNAL;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn room(change: impl FnOnce(&mut Value)) -> (Folder, Node, Value) {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = two("three-hit/two-hills");
    change(&mut make);
    let made = node.make(&make).await;
    (folder, node, made)
}

fn name(made: &Value) -> &str {
    made["room"].as_str().expect("a name")
}

fn journal(guest: &Guest) -> Table {
    Table::of(guest.welcome["journal"].as_str().expect("a journal"))
}

/// Returns a ruling that puts a unit half an inch to the right of where it stands.
fn amends(table: &Table, number: usize, reason: &str) -> (u8, f64, Value) {
    let unit = table.unit();
    let [x, y] = unit.centre;
    let put = json!({"centre": [x + 0.5, y], "facing": unit.facing});
    let amended = json!({"unit": unit.id, "at": put, "became": null});
    let amends = json!({"units": [amended], "ended": null, "reason": reason});
    let rule = json!({"rule": {"number": number, "amends": amends}});
    (unit.id, x + 0.5, rule)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_umpire_puts_a_unit_right_and_his_reason_stands_in_the_journal() {
    let (_folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let mut uma = Guest::come(&node, name(&made), made["umpire"].as_str(), "uma").await;
    assert_eq!(uma.welcome["you"], "umpire");
    assert_eq!(uma.welcome["room"]["umpire"]["taken"], true);
    let mut tables = [journal(&ada), journal(&bo)];
    // The players give one order, then the umpire rules.
    let mover = usize::from(tables[0].mover() == "b");
    let order = tables[mover].order("random");
    [&mut ada, &mut bo][mover].say(&order).await;
    for (guest, table) in [&mut ada, &mut bo].into_iter().zip(&mut tables) {
        let deed = guest.deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    }
    let (unit, x, rule) = amends(&tables[0], 1, "It was measured from the wrong corner");
    // Nobody else may rule.
    ada.say(&rule).await;
    assert_eq!(ada.hear_of("refused").await, "notUmpire");
    let mut wim = Guest::come(&node, name(&made), made["watch"].as_str(), "wim").await;
    wim.say(&rule).await;
    assert_eq!(wim.hear_of("refused").await, "notUmpire");
    // The umpire gives no orders, and cannot rule without a reason, off the table or too late.
    uma.say(&order).await;
    assert_eq!(uma.hear_of("refused").await, "watching");
    for spoilt in [
        ("/rule/amends/reason", json!("  \u{200b} ")),
        ("/rule/amends/units/0/at/centre", json!([-5.0, 1.0])),
        ("/rule/amends/units/0/unit", json!(250)),
        ("/rule/amends/units", json!([])),
        ("/rule/number", json!(0)),
    ] {
        let mut wrong = rule.clone();
        *wrong.pointer_mut(spoilt.0).expect("it is there") = spoilt.1;
        uma.say(&wrong).await;
        let refused = uma.hear_of("refused").await;
        assert!(refused.is_object(), "{refused}");
    }
    uma.say(&rule).await;
    for (guest, table) in [&mut ada, &mut bo].into_iter().zip(&mut tables) {
        let deed = guest.deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
        assert!((table.centre(unit)[0] - x).abs() < 0.01);
        assert!(
            table
                .told()
                .contains("It was measured from the wrong corner")
        );
    }
    // What came before the ruling stays, and the journal says what it cannot prove.
    ada.say(&json!({"ask": {"back": 0}})).await;
    assert_eq!(ada.hear_of("refused").await, "ruled");
    let proof = tables[1].proof();
    assert_eq!(proof.ruled, 1);
    assert!(proof.cannot().iter().any(|says| says.contains("ruling")));
    // The battle goes on from there, even on another server.
    node.kill();
    let mover = usize::from(tables[0].mover() == "b");
    let node = Node::start(&Place::Folder(_folder.0.clone())).await;
    let link = [made["a"].as_str(), made["b"].as_str()][mover];
    let mut back = Guest::come(&node, name(&made), link, ["ada", "bo"][mover]).await;
    assert_eq!(journal(&back).journal(), tables[0].journal());
    let order = tables[mover].order("random");
    back.say(&order).await;
    let deed = back.deed("line").await;
    tables[0].follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_umpire_puts_marks_and_losses_right_as_a_position_file_says_them() {
    let (_folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut uma = Guest::come(&node, name(&made), made["umpire"].as_str(), "uma").await;
    let mut table = journal(&ada);
    let unit = table.unit();
    let rule = |table: &Table, values: Value, more: Value| {
        let amended = json!({"unit": unit.id, "at": null, "became": null, "values": values});
        let mut amends = json!({"units": [amended], "ended": null, "reason": "Miscounted"});
        for (key, value) in more.as_object().into_iter().flatten() {
            amends[key] = value.clone();
        }
        json!({"rule": {"number": table.number(), "amends": amends}})
    };
    let set = |key: &str, to: Value| json!([{"key": key, "to": to}]);
    // Values that a position file cannot hold are refused in its words.
    for (values, why) in [
        (set("hits", json!(99)), "`hits` must be 0 to 3, not 99"),
        (set("hits", json!("many")), "`hits` must be"),
        (set("moved", json!("flown")), "flown"),
        (set("struck_by", json!("Nobody at all")), "Nobody at all"),
        (set("stands", json!(200)), "`stands` must be"),
        (
            set("kind", json!("guards")),
            "there is no `kind` to put right",
        ),
        (set("hits]\n[state", json!(1)), "to put right"),
    ] {
        uma.say(&rule(&table, values, json!({}))).await;
        let refused = uma.hear_of("refused").await;
        let message = refused["refused"]["message"]
            .as_str()
            .expect("words")
            .to_owned();
        assert!(message.contains(why), "{message}");
    }
    let nothing = rule(&table, set("hits", json!(0)), json!({}));
    uma.say(&nothing).await;
    assert!(
        uma.hear_of("refused")
            .await
            .to_string()
            .contains("nothing was ruled")
    );
    // Marks of the unit and of the battle, and its losses, all at once.
    let values = json!([
        {"key": "hits", "to": 1}, {"key": "shot", "to": true}, {"key": "moved", "to": "pivoted"},
    ]);
    let attacker = json!({"battle": [{"key": "attacker", "to": null}]});
    uma.say(&rule(&table, values, attacker)).await;
    let deed = ada.deed("line").await;
    table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    let told = table.told();
    for part in [
        "hits is 1 now",
        "shot is yes now",
        "moved is pivoted now",
        "Miscounted",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(table.proof().ruled, 1);
    // The unit is taken off the table with all its losses, and comes back unharmed.
    let off = json!({"units": [{"unit": unit.id, "at": null, "became": "destroyed",
        "values": [{"key": "shot", "to": false}]}]});
    uma.say(&rule(&table, json!([]), off)).await;
    let deed = ada.deed("line").await;
    table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    let at = json!({"centre": unit.centre, "facing": unit.facing});
    let back = json!({"units": [{"unit": unit.id, "at": at, "became": "table",
        "values": [{"key": "hits", "to": 0}]}]});
    uma.say(&rule(&table, json!([]), back)).await;
    let deed = ada.deed("line").await;
    table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    assert!((table.centre(unit.id)[0] - unit.centre[0]).abs() < 0.01);
    assert_eq!(table.proof().ruled, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_never_grows_so_long_that_its_room_cannot_be_opened() {
    let (_folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut uma = Guest::come(&node, name(&made), made["umpire"].as_str(), "uma").await;
    let mut table = journal(&ada);
    let unit = table.unit().id;
    let open = node.rooms.find(name(&made)).await.expect("a room");
    let file = node.rooms.journal(name(&made)).await.expect("a journal");
    // The count equals the size of the file, except for the end mark.
    assert!((0..100).contains(&(file.len() - open.lock().await.bytes)));
    // As if the umpire had already ruled this much.
    open.lock().await.bytes = MOST_JOURNAL / 2 - 100;
    let values = json!([{"key": "hits", "to": 1}]);
    let amended = json!([{"unit": unit, "values": values}]);
    let amends = json!({"units": amended, "reason": "Miscounted"});
    uma.say(&json!({"rule": {"number": table.number(), "amends": amends}}))
        .await;
    assert_eq!(uma.hear_of("refused").await, "journalFull");
    // The players still have room, but not forever.
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let order = table.order("random");
    let mover = match table.mover() == "a" {
        true => &mut ada,
        false => &mut bo,
    };
    mover.say(&order).await;
    let deed = mover.deed("line").await;
    table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    assert!(open.lock().await.bytes > MOST_JOURNAL / 2 - 100);
    open.lock().await.bytes = MOST_JOURNAL;
    let order = table.order("random");
    let mover = match table.mover() == "a" {
        true => &mut ada,
        false => &mut bo,
    };
    mover.say(&order).await;
    assert_eq!(mover.hear_of("refused").await, "journalFull");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leads_a_side_does_not_umpire_and_the_seat_is_one_devices() {
    let (_folder, node, made) = room(|make| make["umpire"] = json!(true)).await;
    let umpire = made["umpire"].as_str();
    let own = Guest::try_come(&node, name(&made), hello(umpire, "ada", 0)).await;
    assert_eq!(own.err(), Some(json!("notBoth")));
    let mut uma = Guest::come(&node, name(&made), umpire, "uma").await;
    let other = Guest::try_come(&node, name(&made), hello(umpire, "eve", 0)).await;
    assert_eq!(other.err(), Some(json!("seatTaken")));
    let side = Guest::try_come(&node, name(&made), hello(made["b"].as_str(), "uma", 0)).await;
    assert_eq!(side.err(), Some(json!("notBoth")));
    // The umpire comes back without a link, and can move the seat to another device.
    assert_eq!(
        Guest::come(&node, name(&made), None, "uma").await.welcome["you"],
        "umpire"
    );
    uma.say(&json!("handOver")).await;
    let code = uma.hear_of("code").await["code"].clone();
    let phone = Guest::come(&node, name(&made), code.as_str(), "phone").await;
    assert_eq!(phone.welcome["you"], "umpire");
    assert_eq!(uma.hear_of("bye").await, "seatTaken");
    // Without such a seat there is no link for it.
    let made = node.make(&two("three-hit/two-hills")).await;
    assert!(made["umpire"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_with_a_delay_sees_the_battle_as_it_was() {
    let (_folder, node, made) = room(|make| make["delay"] = json!(5)).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let mut bo = Guest::come(&node, name(&made), made["b"].as_str(), "bo").await;
    let mut tables = [journal(&ada), journal(&bo)];
    let watch = made["watch"].as_str();
    let mut wim = Guest::come(&node, name(&made), watch, "wim").await;
    assert_eq!(wim.next, 0, "not even who sat down is told yet");
    let mover = usize::from(tables[0].mover() == "b");
    let order = tables[mover].order("random");
    [&mut ada, &mut bo][mover].say(&order).await;
    let deed = [&mut ada, &mut bo][mover].deed("line").await;
    let line = deed["kept"]["deed"]["line"].as_str().expect("a line");
    tables[0].follow(line);
    // Four minutes later the spectator hears only that the connection works, with their own delayed
    // time.
    node.hands.forward(Duration::from_secs(4 * 60));
    tokio::time::sleep(Duration::from_millis(1200)).await;
    wim.say(&json!("here")).await;
    let heard = wim.hear().await.expect("an answer");
    assert!(heard.get("here").is_some(), "{heard}");
    assert_eq!(
        heard["here"]["now"].as_i64().map(|now| now + 60_000),
        deed["now"].as_i64()
    );
    let mut later = Guest::come(&node, name(&made), watch, "wanda").await;
    assert_eq!(journal(&later).number(), 0, "who comes now sees no more");
    node.hands.forward(Duration::from_secs(70));
    for guest in [&mut wim, &mut later] {
        let told = guest.deed("line").await;
        assert_eq!(told["kept"]["deed"]["line"].as_str(), Some(line));
        assert_eq!(told["kept"]["awaits"], deed["kept"]["awaits"]);
    }
    let mut late = Guest::come(&node, name(&made), watch, "walt").await;
    assert_eq!(journal(&late).journal(), tables[0].journal());
    // That the host removed the room says nothing about the battle.
    let store = node.rooms.store();
    assert!(store.remove(name(&made)).await.expect("removed"));
    node.rooms.look_again().await.expect("an answer");
    for guest in [&mut wim, &mut late] {
        assert_eq!(guest.hear_of("bye").await, "noRoom");
        assert!(guest.hear().await.is_none(), "the page is to go");
    }
    // An hour is the maximum, and players see everything at once.
    let mut make = two("three-hit/two-hills");
    make["delay"] = json!(61);
    let head = "POST /api/rooms HTTP/1.1\r\nContent-Type: application/json";
    assert_eq!(node.ask(head, &make.to_string()).await.0, 400);
}

/// Only some of what a delayed spectator is still to see waits in memory; nothing gets lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_with_a_delay_sees_everything_of_a_long_talk() {
    const SAID: usize = 600;
    let (_folder, node, made) = room(|make| make["delay"] = json!(5)).await;
    let mut ada = Guest::come(&node, name(&made), None, "ada").await;
    let watch = made["watch"].as_str();
    let mut wim = Guest::come(&node, name(&made), watch, "wim").await;
    for _ in 0..SAID {
        ada.say(&json!({"chat": {"phrase": "hello"}})).await;
        ada.deed("said").await;
    }
    let mut later = Guest::come(&node, name(&made), watch, "wanda").await;
    node.hands.forward(Duration::from_secs(6 * 60));
    for guest in [&mut wim, &mut later] {
        for _ in 0..SAID {
            guest.deed("said").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_of_who_is_away_stands_and_days_are_bounded() {
    let (_folder, node, made) = room(|make| {
        make["clock"] = json!({"days": 3});
        make["vacation"] = json!(10);
    })
    .await;
    let mut guests = [
        Guest::come(&node, name(&made), None, "ada").await,
        Guest::come(&node, name(&made), made["b"].as_str(), "bo").await,
    ];
    let mover = usize::from(guests[1].welcome["room"]["awaits"] == "b");
    assert_eq!(guests[1].welcome["room"]["vacation"], json!([10, 10]));
    for many in [11, 0] {
        guests[mover].say(&json!({ "away": many })).await;
        assert_eq!(guests[mover].hear_of("refused").await, "noVacation");
    }
    guests[mover].say(&json!({"away": 8})).await;
    let gone = guests[1 - mover].deed("away").await;
    let until = gone["clock"]["away"][mover].as_i64().expect("a time");
    assert_eq!(
        until,
        gone["now"].as_i64().expect("a time") + 8 * 86_400_000
    );
    let seen = guests[1 - mover].hear_of("room").await;
    assert_eq!(seen["vacation"][mover], 2);
    // Nine days later the player has not lost; without the vacation the player would have.
    node.hands.forward(9 * DAY);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    guests[mover]
        .say(&json!({"chat": {"phrase": "hello"}}))
        .await;
    assert!(guests[mover].deed("said").await["kept"]["over"].is_null());
    guests[mover].say(&json!({"away": 3})).await;
    assert_eq!(guests[mover].hear_of("refused").await, "noVacation");
    // A player who comes back early keeps the days.
    guests[mover].say(&json!({"away": 2})).await;
    guests[mover].deed("away").await;
    guests[mover].say(&json!({"away": 0})).await;
    let back = guests[mover].deed("away").await;
    assert_eq!(back["clock"]["away"][mover], 0);
    assert_eq!(guests[mover].hear_of("room").await["vacation"][mover], 2);
    node.hands.forward(3 * DAY);
    assert_eq!(
        guests[mover].deed("timeUp").await["kept"]["over"]["how"],
        "time"
    );
    // There is no vacation if turns do not take days.
    let mut make = two("three-hit/two-hills");
    make["vacation"] = json!(7);
    let head = "POST /api/rooms HTTP/1.1\r\nContent-Type: application/json";
    assert_eq!(node.ask(head, &make.to_string()).await.0, 400);
}
