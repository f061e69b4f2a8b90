//! Accounts: your battles on any device, and no more data stored than that needs.

use crate::base::{Base, on_both};
use crate::support::{Folder, Guest, Node, free, hello, key, two};
use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use sandtable_rooms::store::{
    AccountRow, EntrantRow, KeptThere, Place, RatedBattle, Stale, Store, TournamentRow,
};
use sandtable_rooms::{Config, Rate};
use sandtable_tournament::Deed;
use serde_json::{Value, json};

on_both!(
    who_signs_in_finds_his_battles_and_his_seat_comes_along,
    a_lost_device_loses_its_seats_with_a_new_password,
    what_an_account_took_opens_only_to_whoever_is_signed_in,
    a_seat_that_is_lent_stays_there_until_its_owner_takes_it_back,
    who_deletes_an_account_keeps_its_battles_on_that_device_alone,
    what_a_guest_took_opens_on_that_device_alone,
    seats_of_an_older_database_stay_with_whoever_has_them,
    of_two_new_passwords_at_once_one_holds,
    passwords_are_hashed_names_are_single_and_strangers_learn_nothing,
    nothing_is_kept_of_an_account_that_was_deleted_meanwhile,
    accounts_stored_as_typed_are_still_found,
);

pub async fn ask(node: &Node, name: &str, what: Value) -> (u16, Value) {
    let head = "POST /api/account HTTP/1.1\r\nContent-Type: application/json";
    let body = json!({"device": key(name), "what": what}).to_string();
    let (status, said) = node.ask(head, &body).await;
    (status, serde_json::from_str(&said).expect("JSON"))
}

pub fn make(name: &str, password: &str) -> Value {
    json!({"make": {"name": name, "password": password}})
}

pub fn sign_in(name: &str, password: &str) -> Value {
    json!({"signIn": {"name": name, "password": password}})
}

async fn mine(node: &Node, name: &str) -> Value {
    let head = "POST /api/rooms/mine HTTP/1.1\r\nContent-Type: application/json";
    let (status, body) = node
        .ask(head, &json!({"device": key(name)}).to_string())
        .await;
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

async fn who_signs_in_finds_his_battles_and_his_seat_comes_along(base: Base) {
    let node = Node::start(&base.place()).await;
    let (status, view) = ask(&node, "ada", make("Ada", "correct horse")).await;
    assert_eq!(
        (status, view),
        (
            200,
            json!({"view": {"name": "Ada", "devices": 1, "ratings": []}})
        )
    );
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, None, "ada").await;
    // Another device sees nothing until its user has signed in.
    assert_eq!(mine(&node, "tablet").await, json!([]));
    let out = Guest::try_come(&node, room, hello(None, "tablet", 0)).await;
    assert_eq!(out.err(), Some(json!("noSeat")));
    let (_, view) = ask(&node, "tablet", sign_in("ADA", "correct horse")).await;
    assert_eq!(view["view"]["devices"], 2);
    assert_eq!(mine(&node, "tablet").await[0]["room"]["room"], room);
    let tablet = Guest::come(&node, room, None, "tablet").await;
    assert_eq!(tablet.welcome["you"], "a");
    assert_eq!(
        ada.hear_of("bye").await,
        "seatTaken",
        "one device at a time"
    );
    // The first device takes the seat back.
    let back = Guest::come(&node, room, None, "ada").await;
    assert_eq!(back.welcome["you"], "a");
    // All stored data can be exported, and deleting removes it.
    let (_, export) = ask(&node, "ada", json!("export")).await;
    let export = &export["export"];
    assert_eq!(
        (&export["name"], &export["rooms"][0]["room"]["room"]),
        (&json!("Ada"), &json!(room))
    );
    assert!(!export.to_string().contains("argon2"), "{export}");
    ask(&node, "tablet", json!("signOut")).await;
    assert_eq!(mine(&node, "tablet").await, json!([]));
    let (status, said) = ask(&node, "ada", json!({"delete": {"password": "wrong horse"}})).await;
    assert_eq!((status, said), (403, json!("wrongPassword")));
    let gone = ask(
        &node,
        "ada",
        json!({"delete": {"password": "correct horse"}}),
    )
    .await;
    assert_eq!(
        gone.1,
        json!({"view": {"name": null, "devices": 0, "ratings": []}})
    );
    assert_eq!(
        ask(&node, "tablet", sign_in("Ada", "correct horse"))
            .await
            .0,
        403
    );
    // The seat stays with the device that had it.
    assert_eq!(mine(&node, "ada").await[0]["room"]["room"], room);
}

async fn a_lost_device_loses_its_seats_with_a_new_password(base: Base) {
    let node = Node::start(&base.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    ask(&node, "ada", make("Ada", "correct horse")).await;
    let mut phone = Guest::come(&node, room, None, "ada").await;
    let mut other = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    ask(&node, "laptop", sign_in("Ada", "correct horse")).await;
    let new = json!({"password": {"old": "correct horse", "new": "battery staple"}});
    assert_eq!(ask(&node, "laptop", new).await.0, 200);
    assert_eq!(phone.hear_of("bye").await, "seatTaken");
    let again = Guest::try_come(&node, room, hello(None, "ada", 0)).await;
    assert_eq!(again.err(), Some(json!("noSeat")));
    assert_eq!(mine(&node, "ada").await, json!([]));
    assert_eq!(mine(&node, "laptop").await[0]["room"]["room"], room);
    let laptop = Guest::come(&node, room, None, "laptop").await;
    assert_eq!(laptop.welcome["you"], "a");
    // The battle goes on.
    other.say(&json!("concede")).await;
    other.deed("conceded").await;
}

/// Bob plays on a device of the club, and signs out there.
async fn what_an_account_took_opens_only_to_whoever_is_signed_in(base: Base) {
    let node = Node::start(&base.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    ask(&node, "club", make("Bob", "correct horse")).await;
    let mut club = Guest::come(&node, room, made["b"].as_str(), "club").await;
    assert_eq!(club.welcome["you"], "b");
    // All at once, while others write too.
    let out = async || ask(&node, "club", json!("signOut")).await.0;
    assert_eq!(
        tokio::join!(out(), out(), out(), out()),
        (200, 200, 200, 200)
    );
    assert_eq!(club.hear_of("bye").await, "signedOut");
    let shut = async |device: &str, link: Option<&str>, why: &str| {
        assert_eq!(mine(&node, device).await, json!([]), "{device}");
        let come = Guest::try_come(&node, room, hello(link, device, 0)).await;
        assert_eq!(come.err(), Some(json!(why)), "{device}");
    };
    shut("club", None, "signedOut").await;
    shut("club", made["b"].as_str(), "signedOut").await;
    // Where anybody may watch, the page hears why it only watches.
    let mut listed = two("three-hit/two-hills");
    listed["listed"] = json!(true);
    ask(&node, "hall", make("Hal", "correct horse")).await;
    let public = node.make(&listed).await;
    let public = (
        public["room"].as_str().expect("a name"),
        public["b"].as_str(),
    );
    let hall = Guest::come(&node, public.0, public.1, "hall").await;
    assert_eq!(
        (&hall.welcome["you"], &hall.welcome["signedOut"]),
        (&json!("b"), &json!(false))
    );
    ask(&node, "hall", json!("signOut")).await;
    for (device, out) in [("hall", true), ("zoe", false)] {
        let guest = Guest::come(&node, public.0, None, device).await;
        assert_eq!(
            (&guest.welcome["you"], &guest.welcome["signedOut"]),
            (&json!("watch"), &json!(out)),
            "{device}"
        );
    }
    // Neither does it open to whoever signs in there next, nor to their other devices.
    ask(&node, "zoe", make("Zoe", "correct horse")).await;
    ask(&node, "club", sign_in("Zoe", "correct horse")).await;
    shut("club", None, "signedOut").await;
    shut("zoe", None, "noSeat").await;
    shut("zoe", made["b"].as_str(), "seatTaken").await;
    // Zoe does not sign out: whoever signs in next does not get what is hers.
    let made = node.make(&two("three-hit/two-hills")).await;
    let other = made["room"].as_str().expect("a name");
    let mut zoe = Guest::come(&node, other, made["b"].as_str(), "club").await;
    ask(&node, "club", sign_in("Bob", "correct horse")).await;
    assert_eq!(zoe.hear_of("bye").await, "signedOut");
    assert_eq!(mine(&node, "club").await[0]["room"]["room"], room);
    assert_eq!(mine(&node, "zoe").await[0]["room"]["room"], other);
    let phone = Guest::come(&node, other, None, "zoe").await;
    assert_eq!(phone.welcome["you"], "b");
    ask(&node, "phone", sign_in("Bob", "correct horse")).await;
    let phone = Guest::come(&node, room, None, "phone").await;
    assert_eq!(phone.welcome["you"], "b");
}

async fn a_seat_that_is_lent_stays_there_until_its_owner_takes_it_back(base: Base) {
    let node = Node::start(&base.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    ask(&node, "eva", make("Eva", "correct horse")).await;
    let mut eva = Guest::come(&node, room, made["b"].as_str(), "eva").await;
    let mut code = async || {
        eva.say(&json!("handOver")).await;
        eva.hear_of("code").await["code"].clone()
    };
    let (first, lost) = (code().await, code().await);
    let come = Guest::try_come(&node, room, hello(first.as_str(), "tablet", 0)).await;
    assert_eq!(
        come.err(),
        Some(json!("noSeat")),
        "a newer code has replaced it"
    );
    let tablet = Guest::come(&node, room, lost.as_str(), "tablet").await;
    assert_eq!(tablet.welcome["you"], "b");
    drop(tablet);
    // Whatever other devices Eva signs in or out, the tablet keeps the seat.
    ask(&node, "laptop", sign_in("Eva", "correct horse")).await;
    ask(&node, "eva", json!("signOut")).await;
    // Its page shows the code again, which has worked.
    let mut tablet = Guest::come(&node, room, lost.as_str(), "tablet").await;
    assert_eq!(tablet.welcome["you"], "b");
    assert_eq!(mine(&node, "tablet").await[0]["room"]["room"], room);
    let laptop = Guest::come(&node, room, None, "laptop").await;
    assert_eq!(laptop.welcome["you"], "b");
    assert_eq!(tablet.hear_of("bye").await, "signedOut");
    let back = Guest::try_come(&node, room, hello(None, "tablet", 0)).await;
    assert_eq!(back.err(), Some(json!("noSeat")));
    // Where she signs in and out herself, nothing stays lent.
    let mut laptop = laptop;
    laptop.say(&json!("handOver")).await;
    let code = laptop.hear_of("code").await["code"].clone();
    let tablet = Guest::come(&node, room, code.as_str(), "tablet").await;
    assert_eq!(tablet.welcome["you"], "b");
    ask(&node, "tablet", sign_in("Eva", "correct horse")).await;
    ask(&node, "tablet", json!("signOut")).await;
    let out = Guest::try_come(&node, room, hello(None, "tablet", 0)).await;
    assert_eq!(out.err(), Some(json!("signedOut")));
    let mut laptop = Guest::come(&node, room, None, "laptop").await;
    assert_eq!(laptop.welcome["you"], "b");
    // A new password ends a code that was asked for before.
    laptop.say(&json!("handOver")).await;
    let code = laptop.hear_of("code").await["code"].clone();
    ask(&node, "phone", sign_in("Eva", "correct horse")).await;
    let new = json!({"password": {"old": "correct horse", "new": "battery staple"}});
    assert_eq!(ask(&node, "phone", new).await.0, 200);
    let come = Guest::try_come(&node, room, hello(code.as_str(), "laptop", 0)).await;
    assert_eq!(come.err(), Some(json!("noSeat")));
}

/// Ada deletes her account on a laptop, while her phone is at the table.
async fn who_deletes_an_account_keeps_its_battles_on_that_device_alone(base: Base) {
    let node = Node::start(&base.place()).await;
    ask(&node, "ada", make("Ada", "correct horse")).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut phone = Guest::come(&node, room, None, "ada").await;
    phone.say(&json!("handOver")).await;
    let code = phone.hear_of("code").await["code"].clone();
    ask(&node, "laptop", sign_in("Ada", "correct horse")).await;
    let delete = json!({"delete": {"password": "correct horse"}});
    assert_eq!(ask(&node, "laptop", delete).await.0, 200);
    assert_eq!(phone.hear_of("bye").await, "seatTaken");
    for link in [None, code.as_str()] {
        let again = Guest::try_come(&node, room, hello(link, "ada", 0)).await;
        assert_eq!(again.err(), Some(json!("noSeat")));
    }
    let laptop = Guest::come(&node, room, None, "laptop").await;
    assert_eq!(laptop.welcome["you"], "a");
}

/// A guest's battle stays with the device, whoever signs in there.
async fn what_a_guest_took_opens_on_that_device_alone(base: Base) {
    let node = Node::start(&base.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let carl = Guest::come(&node, room, made["b"].as_str(), "club").await;
    assert_eq!(carl.welcome["you"], "b");
    ask(&node, "phone", make("Zoe", "correct horse")).await;
    ask(&node, "club", sign_in("Zoe", "correct horse")).await;
    assert_eq!(mine(&node, "phone").await, json!([]));
    let zoe = Guest::try_come(&node, room, hello(None, "phone", 0)).await;
    assert_eq!(zoe.err(), Some(json!("noSeat")));
    for signed_in in [true, false] {
        let carl = Guest::come(&node, room, None, "club").await;
        assert_eq!(carl.welcome["you"], "b");
        if signed_in {
            ask(&node, "club", json!("signOut")).await;
        }
    }
}

/// Before version 12, seats belonged to devices; only those of rated battles noted the account.
async fn seats_of_an_older_database_stay_with_whoever_has_them(base: Base) {
    let store = Store::open(&base.place()).await.expect("made");
    store.close().await;
    for statement in [
        "ALTER TABLE seats DROP COLUMN lent",
        "INSERT INTO devices VALUES ('laptop', 'ada', 0), ('phone', 'ada', 0)",
        "INSERT INTO seats (room, seat, link, device, account) VALUES
           ('casual', 'a', '1', 'laptop', NULL), ('casual', 'b', '2', 'guest', NULL),
           ('rated', 'a', '3', 'phone', 'ada'), ('rated', 'b', '4', 'tablet', 'bea'),
           ('free', 'a', '5', NULL, NULL)",
        "UPDATE sandtable_version SET version = 11",
    ] {
        base.run(statement).await;
    }
    let store = Store::open(&base.place()).await.expect("brought up");
    let mut found = Vec::new();
    for room in ["casual", "rated", "free"] {
        for row in store.seats(room).await.expect("it answers") {
            found.push((row.link, row.account, row.lent));
        }
    }
    found.sort();
    let owned = |link: &str, account: Option<&str>, lent| {
        (link.to_owned(), account.map(str::to_owned), lent)
    };
    assert_eq!(
        found,
        [
            owned("1", Some("ada"), false),
            owned("2", None, false),
            owned("3", Some("ada"), false),
            owned("4", Some("bea"), true),
            owned("5", None, false),
        ]
    );
}

async fn of_two_new_passwords_at_once_one_holds(base: Base) {
    let node = Node::start(&base.place()).await;
    ask(&node, "ada", make("Ada", "correct horse")).await;
    ask(&node, "bea", sign_in("Ada", "correct horse")).await;
    let new = async |device: &str| {
        let new = json!({"old": "correct horse", "new": format!("the horse of {device}")});
        ask(&node, device, json!({"password": new})).await
    };
    let (ada, bea) = tokio::join!(new("ada"), new("bea"));
    let (holds, said) = match ada.0 {
        200 => ("ada", bea),
        _ => ("bea", ada),
    };
    assert!(
        [(403, json!("wrongPassword")), (403, json!("needsAccount"))].contains(&said),
        "{said:?}"
    );
    assert_eq!(
        ask(&node, holds, json!("look")).await.1["view"]["name"],
        "Ada"
    );
    let back = sign_in("Ada", &format!("the horse of {holds}"));
    assert_eq!(ask(&node, "phone", back).await.0, 200);
}

async fn passwords_are_hashed_names_are_single_and_strangers_learn_nothing(base: Base) {
    let node = Node::start(&base.place()).await;
    ask(&node, "ada", make("Ada", "correct horse")).await;
    for (name, password, trouble) in [
        ("ada ", "another horse", "nameTaken"),
        ("Bo", "short", "weakPassword"),
        (" \u{200b}", "long enough", "weakPassword"),
    ] {
        assert_eq!(
            ask(&node, "bo", make(name, password)).await,
            (400, json!(trouble))
        );
    }
    // Whoever tries again, because the first answer was lost, gets in.
    let (status, again) = ask(&node, "ada2", make("Ada", "correct horse")).await;
    assert_eq!((status, &again["view"]["devices"]), (200, &json!(2)));
    // Devices write letters with accents in two ways.
    let (composed, apart) = ("Zo\u{eb}", "Zoe\u{308}");
    ask(&node, "zoe", make(composed, "na\u{ef}ve horse")).await;
    let twice = ask(&node, "bo", make(apart, "correct horse")).await;
    assert_eq!(twice, (400, json!("nameTaken")));
    let (status, view) = ask(&node, "zoe", sign_in(apart, "nai\u{308}ve horse")).await;
    assert_eq!((status, &view["view"]["name"]), (200, &json!(composed)));
    let hostile = make("'); DROP TABLE accounts;--", "correct horse");
    assert_eq!(ask(&node, "eve", hostile).await.0, 200);
    // An unknown name and a wrong password get the same answer.
    let answers = [
        ask(&node, "bo", sign_in("Ada", "incorrect horse")).await,
        ask(&node, "bo", sign_in("Nobody", "correct horse")).await,
    ];
    for answer in answers {
        assert_eq!(answer, (403, json!("wrongPassword")));
    }
    let none = ask(&node, "bo", json!("export")).await;
    assert_eq!(none, (403, json!("needsAccount")));
    // A new password signs the other devices out, which get no word about their password then.
    ask(&node, "tablet", sign_in("Ada", "correct horse")).await;
    let new = json!({"password": {"old": "correct horse", "new": "battery staple"}});
    assert_eq!(ask(&node, "ada", new.clone()).await.1["view"]["devices"], 1);
    let delete = json!({"delete": {"password": "battery staple"}});
    for deed in [new, delete] {
        let answer = ask(&node, "tablet", deed).await;
        assert_eq!(answer, (403, json!("needsAccount")));
    }
    assert_eq!(
        ask(&node, "tablet", json!("look")).await.1["view"]["name"],
        Value::Null
    );
    assert_eq!(
        ask(&node, "tablet", sign_in("Ada", "correct horse"))
            .await
            .0,
        403
    );
    assert_eq!(
        ask(&node, "tablet", sign_in("Ada", "battery staple"))
            .await
            .0,
        200
    );
    // A device whose account was looked up before that, and whose password was checked meanwhile,
    // stays outside.
    let store = node.rooms.store();
    let late = store.account("ada").await.expect("an answer");
    let late = late.expect("an account");
    let again = json!({"password": {"old": "battery staple", "new": "battery and staple"}});
    ask(&node, "ada", again).await;
    assert!(!store.sign_in("a print", &late, 0).await.expect("an answer"));
    let late = store.account("ada").await.expect("an answer");
    let late = late.expect("an account");
    let kept = base.kept().await;
    let gone = json!({"delete": {"password": "battery and staple"}});
    assert_eq!(ask(&node, "ada", gone).await.0, 200);
    assert!(!store.sign_in("a print", &late, 0).await.expect("an answer"));
    assert_eq!(store.devices(&late.id).await.expect("an answer"), []);
    let has = |what: &str| kept.windows(what.len()).any(|part| part == what.as_bytes());
    assert!(has("$argon2id$") && !has("battery staple") && !has("correct horse"));
    assert!(!has(&key("ada")), "a device's key is hashed, too");
}

/// Names and passwords used to be stored as typed.
async fn accounts_stored_as_typed_are_still_found(base: Base) {
    let node = Node::start(&base.place()).await;
    let (name, password) = ("Zoe\u{308}", "nai\u{308}ve horse");
    let hash = Argon2::default().hash_password(password.as_bytes());
    let row = AccountRow {
        id: "an old account".to_owned(),
        name: name.to_owned(),
        password: hash.expect("a hash").to_string(),
        made: 0,
    };
    let store = node.rooms.store();
    let made = store.make_account(&row, &name.to_lowercase()).await;
    assert!(made.expect("an answer"));
    let (status, view) = ask(&node, "zoe", sign_in(name, password)).await;
    assert_eq!((status, &view["view"]["name"]), (200, &json!(name)));
    assert_eq!(ask(&node, "zoe", sign_in(name, "naive horse")).await.0, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_tries_passwords_for_long() {
    let folder = Folder::new();
    let config = Config {
        tries: Rate {
            burst: 3,
            minute: 0,
        },
        ..free()
    };
    let node = Node::with(&Place::Folder(folder.0.clone()), config).await;
    let tries: Vec<u16> = {
        let mut all = Vec::new();
        for _ in 0..5 {
            all.push(ask(&node, "eve", sign_in("Ada", "a guess of hers")).await.0);
        }
        all
    };
    assert_eq!(tries, [403, 403, 403, 429, 429]);
    // Requests that need no password still work, within the limit of the address.
    assert_eq!(ask(&node, "eve", json!("look")).await.0, 200);
}

/// An account is deleted while another of its devices enters a tournament, or while its battle is
/// rated: whatever comes second finds no account, and nothing of it stays.
async fn nothing_is_kept_of_an_account_that_was_deleted_meanwhile(base: Base) {
    let store = Store::open(&base.place()).await.expect("it opens");
    let row = |id: &str| AccountRow {
        id: id.to_owned(),
        name: id.to_owned(),
        password: "hash".to_owned(),
        made: 0,
    };
    for id in ["ada", "bo"] {
        let made = store.make_account(&row(id), id).await.expect("it answers");
        assert!(made);
    }
    let cup = TournamentRow {
        id: "cup".to_owned(),
        plan: "{}".to_owned(),
        rules: "three-hit".to_owned(),
        name: "Cup".to_owned(),
        series: String::new(),
        listed: true,
        stands: "open".to_owned(),
        moved: 0,
        account: None,
    };
    store.make_tournament(&cup).await.expect("made");
    let entered = KeptThere {
        at: 0,
        deed: Deed::Entered {
            entrant: 1,
            seed: 1500,
        },
    };
    let entrant = |account: &str| EntrantRow {
        entrant: 1,
        name: account.to_owned(),
        key: Some(account.to_owned()),
        device: "device".to_owned(),
        account: Some(account.to_owned()),
    };
    let battle = RatedBattle {
        room: "room".to_owned(),
        rules: "three-hit".to_owned(),
        at: 0,
        accounts: ["ada", "bo"].map(str::to_owned),
        halves: [2, 0],
    };
    let gone = store.drop_account(&row("ada"), "device", 0).await;
    assert!(gone.expect("it answers").is_some());
    let ada = entrant("ada");
    let kept = store.keep_there("cup", 0, &entered, "open", Some(&ada));
    assert_eq!(kept.await.expect("it answers"), Err(Stale::Account));
    assert_eq!(store.entrants("cup").await.expect("it answers"), []);
    let rated = store.rate(&battle, |before| before.map(|row| row.rating));
    assert!(!rated.await.expect("it answers"));
    for id in ["ada", "bo"] {
        assert_eq!(store.ratings_of(id).await.expect("it answers"), []);
        assert_eq!(store.results_of(id).await.expect("it answers"), []);
    }
    // Both at the same moment, in either order: no deleted account keeps its name.
    for n in 0..40 {
        let id = format!("eve{n}");
        let made = store
            .make_account(&row(&id), &id)
            .await
            .expect("it answers");
        assert!(made);
        let eve = EntrantRow {
            entrant: 100 + n,
            ..entrant(&id)
        };
        let gone = row(&id);
        let (kept, dropped) = tokio::join!(
            store.keep_there("cup", n, &entered, "open", Some(&eve)),
            store.drop_account(&gone, "device", 0),
        );
        assert!(matches!(
            kept.expect("it answers"),
            Ok(()) | Err(Stale::Account | Stale::Number)
        ));
        assert!(dropped.expect("it answers").is_some());
    }
    let named = store.entrants("cup").await.expect("it answers");
    assert!(named.iter().all(|row| row.name.is_empty()), "{named:?}");
}
