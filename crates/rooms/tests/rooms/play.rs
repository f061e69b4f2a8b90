//! Battles played through a room.

use crate::support::{Folder, Guest, Node, hello, two};
use crate::table::Table;
use sandtable_rooms::store::Place;
use serde_json::{Value, json};

/// One battle of every rule set.
const BATTLES: [&str; 6] = [
    "three-hit/two-hills",
    "otr-d6/turnpike",
    "favorite/",
    "regimental/",
    "six-plus/",
    "throw-me-a-6/",
];

/// Returns the first scenario whose id begins with this text.
fn scenario(begins: &str) -> String {
    let shelf = sandtable_session::Shelf::shipped();
    let found = shelf.scenarios().iter().find(|s| s.id.starts_with(begins));
    found.expect("a scenario of the set").id.clone()
}

/// Plays a room to its end: each guest gives the orders of its own side, and both follow.
async fn play_out(guests: &mut [Guest; 2], tables: &mut [Table; 2], most: usize) -> usize {
    let mut given = 0;
    while !tables[0].is_over() && given < most {
        let mover = usize::from(tables[0].mover() == "b");
        let order = tables[mover].order("random");
        guests[mover].say(&order).await;
        for (guest, table) in guests.iter_mut().zip(tables.iter_mut()) {
            let deed = guest.deed("line").await;
            table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
        }
        assert_eq!(tables[0].number(), tables[1].number());
        given += 1;
    }
    given
}

async fn both(node: &Node, made: &Value) -> ([Guest; 2], [Table; 2]) {
    let room = made["room"].as_str().expect("a name");
    let a = Guest::come(node, room, made["a"].as_str(), "ada").await;
    let b = Guest::come(node, room, made["b"].as_str(), "bo").await;
    let tables = [&a, &b].map(|guest| {
        let journal = guest.welcome["journal"].as_str().expect("a journal");
        Table::of(journal)
    });
    ([a, b], tables)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_pages_play_a_whole_battle_of_every_rule_set_and_the_journal_verifies() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    for begins in BATTLES {
        let made = node.make(&two(&scenario(begins))).await;
        let (mut guests, mut tables) = both(&node, &made).await;
        let given = play_out(&mut guests, &mut tables, 4000).await;
        assert!(tables[0].is_over(), "{begins}: {given} orders and no end");
        let journal = tables[0].journal();
        assert_eq!(journal, tables[1].journal());
        // The server's own journal is the same, and everyone may have it now.
        let head = format!(
            "GET /api/rooms/{}/journal HTTP/1.1",
            made["room"].as_str().unwrap_or("")
        );
        let (status, body) = node.ask(&head, "").await;
        assert_eq!(
            (status, body.lines().count()),
            (200, journal.lines().count())
        );
        // Loading replays it: dice, clauses and all.
        assert_eq!(Table::of(&body).number(), given);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_dice_can_be_foreseen_from_what_a_page_is_told() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (guests, _) = both(&node, &made).await;
    let journal = guests[0].welcome["journal"].as_str().expect("a journal");
    let header: Value =
        serde_json::from_str(journal.lines().next().expect("a header")).expect("JSON");
    assert_eq!(
        header["seed"], "0",
        "the seed of the journal throws nothing in a room"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_gets_exactly_what_he_lacks() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 10).await;
    let from = guests[1].next;
    let [mut a, b] = guests;
    drop(b);
    // An order that the other player misses, if the first side is to give it.
    let mut missed = 0;
    while tables[0].mover() == "a" && missed < 3 && !tables[0].is_over() {
        let order = tables[0].order("random");
        a.say(&order).await;
        let deed = a.deed("line").await;
        tables[0].follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
        missed += 1;
    }
    let back = Guest::try_come(&node, room, hello(made["b"].as_str(), "bo", from)).await;
    let back = back.unwrap_or_else(|why| panic!("{why}"));
    assert!(back.welcome["journal"].is_null(), "it has the rest already");
    for kept in back.welcome["deeds"].as_array().expect("deeds") {
        if let Some(line) = kept["deed"]["line"].as_str() {
            tables[1].follow(line);
        }
    }
    assert_eq!(tables[1].journal(), tables[0].journal());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_dies_loses_nothing_that_it_acknowledged() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let node = Node::start(&place).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 12).await;
    node.kill();
    let node = Node::start(&place).await;
    let again = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    assert_eq!(again.next, guests[0].next);
    let found = Table::of(again.welcome["journal"].as_str().expect("a journal"));
    assert_eq!(found.journal(), tables[0].journal());
    // The battle goes on.
    let (mut guests, mut tables) = both(&node, &made).await;
    assert_eq!(play_out(&mut guests, &mut tables, 5).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_late_wrong_or_not_yours_changes_nothing_and_says_so() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let (mut guests, mut tables) = both(&node, &made).await;
    let watch = made["watch"].as_str();
    let mut watcher = Guest::come(&node, room, watch, "wim").await;
    assert_eq!(watcher.welcome["you"], "watch");
    let mover = usize::from(tables[0].mover() == "b");
    let order = tables[mover].order("random");

    let other = 1 - mover;
    guests[other].say(&order).await;
    assert_eq!(guests[other].hear_of("refused").await, "notYourTurn");
    watcher.say(&order).await;
    assert_eq!(watcher.hear_of("refused").await, "watching");
    let mut late = order.clone();
    late["order"]["number"] = json!(7);
    guests[mover].say(&late).await;
    let refused = guests[mover].hear_of("refused").await;
    assert_eq!(refused["late"]["stands"], 0);
    let wrong = json!({"order": {"number": 0, "order": {"Shoot": {"unit": 0, "target": 0}}}});
    guests[mover].say(&wrong).await;
    guests[mover].hear_of("refused").await;
    guests[mover].raw("{\"order\":").await;
    assert_eq!(guests[mover].hear_of("refused").await, "garbled");

    guests[mover].say(&order).await;
    for guest in &mut guests {
        let deed = guest.deed("line").await;
        assert_eq!(
            deed["kept"]["n"], 2,
            "two sat down, and this is what came next"
        );
    }
    // The same order twice: the second comes too late.
    guests[mover].say(&order).await;
    let refused = guests[mover].hear_of("refused").await;
    assert_eq!(refused["late"]["stands"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_both_choose_at_once_one_order_counts_and_both_see_the_same() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    for _ in 0..10 {
        let mover = usize::from(tables[0].mover() == "b");
        let orders = [tables[0].order("random"), tables[1].order("random")];
        let [a, b] = &mut guests;
        tokio::join!(a.say(&orders[0]), b.say(&orders[1]));
        // An order out of turn is refused, whichever of the two came first.
        let why = guests[1 - mover].refused_and_line().await;
        let line = guests[mover].deed("line").await["kept"]["deed"]["line"].clone();
        assert_eq!(why.1, line, "both hear the same");
        let number = tables[0].number() + 1;
        assert!(
            why.0 == "notYourTurn" || why.0 == json!({"late": {"stands": number}}),
            "{}",
            why.0
        );
        for table in &mut tables {
            table.follow(line.as_str().expect("a line"));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_both_agree_on_is_taken_back() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 6).await;
    guests[0].say(&json!({"ask": {"back": 3}})).await;
    let asked = guests[1].deed("asked").await;
    assert_eq!(asked["wishes"][0], json!({"back": 3}));
    // A player cannot answer their own request.
    guests[0]
        .say(&json!({"answer": {"wish": {"back": 3}, "yes": true}}))
        .await;
    assert_eq!(guests[0].hear_of("refused").await, "nothingAsked");
    guests[1]
        .say(&json!({"answer": {"wish": {"back": 3}, "yes": true}}))
        .await;
    for (guest, table) in guests.iter_mut().zip(&mut tables) {
        guest.deed("answered").await;
        table.back(3);
    }
    let given = play_out(&mut guests, &mut tables, 4).await;
    assert_eq!((given, tables[0].number()), (4, 7));
    let room = made["room"].as_str().expect("a name");
    let seen = Guest::come(&node, room, made["watch"].as_str(), "wim").await;
    let journal = seen.welcome["journal"].as_str().expect("a journal");
    assert_eq!(Table::of(journal).journal(), tables[0].journal());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_want_to_take_back_one_gets_it_and_the_battle_goes_on() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 6).await;
    guests[0].say(&json!({"ask": {"back": 2}})).await;
    guests[1].deed("asked").await;
    guests[1].say(&json!({"ask": {"back": 4}})).await;
    guests[0].deed("asked").await;
    guests[0].deed("asked").await;
    guests[1].deed("asked").await;
    let yes = |to: u32| json!({"answer": {"wish": {"back": to}, "yes": true}});
    guests[1].say(&yes(2)).await;
    for (guest, table) in guests.iter_mut().zip(&mut tables) {
        let deed = guest.deed("answered").await;
        assert_eq!(deed["wishes"], json!([null, null]));
        table.back(2);
    }
    // The line to which the other player wanted to go back is gone.
    guests[0].say(&yes(4)).await;
    assert_eq!(guests[0].hear_of("refused").await, "nothingAsked");
    play_out(&mut guests, &mut tables, 4).await;
    assert_eq!(tables[0].number(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_want_to_stop_the_clocks_neither_stops_them_twice() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = two("three-hit/two-hills");
    make["clock"] = json!({"days": 1});
    let made = node.make(&make).await;
    let (mut guests, _tables) = both(&node, &made).await;
    for asks in [0, 1] {
        guests[asks].say(&json!({"ask": "pause"})).await;
        guests[1 - asks].deed("asked").await;
    }
    let yes = json!({"answer": {"wish": "pause", "yes": true}});
    guests[1].say(&yes).await;
    assert_eq!(
        guests[0].deed("answered").await["wishes"],
        json!([null, null])
    );
    // An offer of a draw has nothing to do with it, and a wish to stop stopped clocks ends with them.
    guests[0].say(&json!({"ask": "draw"})).await;
    guests[1].say(&json!({"ask": "pause"})).await;
    guests[1].say(&json!("goOn")).await;
    let goes = guests[0].deed("paused").await;
    assert_eq!(goes["wishes"], json!(["draw", null]));
    guests[0].say(&yes).await;
    assert_eq!(guests[0].hear_of("refused").await, "nothingAsked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_taken_back_once_the_battle_is_over() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 4).await;
    guests[0].say(&json!({"ask": {"back": 1}})).await;
    guests[1].deed("asked").await;
    guests[1].say(&json!("concede")).await;
    let over = guests[1].deed("conceded").await;
    assert_eq!(over["wishes"], json!([null, null]));
    let yes = json!({"answer": {"wish": {"back": 1}, "yes": true}});
    guests[1].say(&yes).await;
    assert_eq!(guests[1].hear_of("refused").await, "nothingAsked");
    let seen = Guest::come(&node, made["room"].as_str().expect("a name"), None, "ada").await;
    assert_eq!(
        seen.welcome["room"]["over"],
        json!({"winner": "a", "how": "conceded"})
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battle_begun_alone_goes_on_in_a_room_with_dice_that_nobody_knows() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    for sealed in [false, true] {
        let journal = Table::alone("three-hit/two-hills", sealed, 6).journal();
        let mut make = two("");
        make["from"] = json!({ "journal": journal });
        let made = node.make(&make).await;
        let (mut guests, mut tables) = both(&node, &made).await;
        assert_eq!(tables[0].number(), 6);
        let given = play_out(&mut guests, &mut tables, 30).await;
        // Loading replays it: the old dice from the old seed, the new ones from theirs.
        let now = tables[1].journal();
        assert_eq!(Table::of(&now).number(), 6 + given);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battle_that_is_over_is_over_in_a_room_that_is_made_from_it() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    play_out(&mut guests, &mut tables, 4000).await;
    let mut make = two("three-hit/two-hills");
    make["from"] = json!({"journal": tables[0].journal()});
    let made = node.make(&make).await;
    let (mut guests, _) = both(&node, &made).await;
    for guest in &guests {
        assert_eq!(guest.welcome["room"]["over"]["how"], "rules");
        assert_eq!(guest.welcome["room"]["awaits"], Value::Null);
    }
    // So the players may start a rematch.
    guests[0].say(&json!({"ask": "again"})).await;
    guests[1].deed("asked").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_dice_are_those_that_the_player_enters() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = two("three-hit/two-hills");
    make["dice"] = json!("hand");
    let made = node.make(&make).await;
    let (mut guests, mut tables) = both(&node, &made).await;
    let mut thrown = 0;
    for _ in 0..200 {
        if tables[0].is_over() || thrown > 2 {
            break;
        }
        let mover = usize::from(tables[0].mover() == "b");
        let mut order = tables[mover].order("random");
        let faces = tables[mover].faces(&order["order"]["order"], 5);
        if !faces.is_empty() {
            thrown += 1;
            // Too few faces, a face that no die has, too many faces: nothing happens.
            let nine = vec![9; faces.len()];
            let more = [&faces[..], &[1]].concat();
            for wrong in [vec![], nine, more] {
                order["order"]["faces"] = json!(wrong);
                guests[mover].say(&order).await;
                let refused = guests[mover].hear_of("refused").await;
                assert!(refused["refused"]["message"].is_string(), "{refused}");
            }
        }
        order["order"]["faces"] = json!(faces);
        guests[mover].say(&order).await;
        for (guest, table) in guests.iter_mut().zip(tables.iter_mut()) {
            let deed = guest.deed("line").await;
            let line = deed["kept"]["deed"]["line"].as_str().expect("a line");
            assert!(faces.is_empty() || line.contains("\"thrown\":\"hand\""));
            table.follow(line);
        }
    }
    assert!(thrown > 2, "{thrown} orders with dice");
    assert!(tables[0].proof().hand >= 3);
}
