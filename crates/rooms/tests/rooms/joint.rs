//! Joint dice: the server and both players have a part in every roll.

use crate::support::{Folder, Guest, Node, hello, key, two};
use crate::table::Table;
use futures_util::StreamExt as _;
use sandtable_battle::joint::Value as Link;
use sandtable_rooms::deed::{Deed, Kept};
use sandtable_rooms::seat::Seat;
use sandtable_rooms::store::{Entry, Place};
use sandtable_rooms::wire::MOST_JOURNAL;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A player with the root of their chain.
struct Player {
    guest: Guest,
    table: Table,
    root: Link,
    from: u32,
    joint: Value,
}

impl Player {
    async fn come(node: &Node, made: &Value, seat: &str, root: u8) -> Self {
        let room = made["room"].as_str().expect("a name");
        let name = if seat == "a" { "ada" } else { "bo" };
        let guest = Guest::come(node, room, made[seat].as_str(), name).await;
        let table = Table::of(guest.welcome["journal"].as_str().expect("a journal"));
        let joint = guest.welcome["room"]["joint"].clone();
        Self {
            guest,
            table,
            root: Link::new([root; 32]),
            from: 0,
            joint,
        }
    }

    async fn pledge(&mut self) {
        self.from = u32::try_from(self.joint["throw"].as_u64().expect("a number")).expect("small");
        self.guest.say(&json!({"pledge": self.root.pledge()})).await;
    }

    async fn open(&mut self, throw: u32) {
        let value = self.root.opens(throw - self.from).expect("a value");
        let open = json!({"open": {"throw": throw, "value": value}});
        self.guest.say(&open).await;
    }

    /// Reads deeds until one of this kind, follows the lines, and opens the parts that are asked
    /// for.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.guest.hear().await.expect("the connection lasts");
            assert_eq!(heard.get("refused"), None, "while waiting for {kind}");
            let Some(heard) = heard.get("deed").cloned() else {
                continue;
            };
            self.joint = heard["joint"].clone();
            let deed = &heard["kept"]["deed"];
            if let Some(bound) = deed.get("bound") {
                let throw = u32::try_from(bound["throw"].as_u64().expect("a number"));
                self.open(throw.expect("small")).await;
            }
            for line in ["line", "opening"] {
                if let Some(line) = deed.get(line).and_then(Value::as_str) {
                    let pledged: Vec<_> =
                        serde_json::from_value(self.joint["pledges"].clone()).expect("pledges");
                    self.table.follow_jointly(line, &pledged);
                }
            }
            if deed.get(kind).is_some() {
                return heard;
            }
        }
    }
}

fn joint(scenario: &str) -> Value {
    let mut make = two(scenario);
    make["dice"] = json!("joint");
    make
}

async fn both(node: &Node, scenario: &str) -> (Value, [Player; 2]) {
    both_with(node, scenario, [1, 2]).await
}

async fn both_with(node: &Node, scenario: &str, [a, b]: [u8; 2]) -> (Value, [Player; 2]) {
    let made = node.make(&joint(scenario)).await;
    let mut a = Player::come(node, &made, "a", a).await;
    let mut b = Player::come(node, &made, "b", b).await;
    a.pledge().await;
    a.until("pledged").await;
    b.pledge().await;
    b.until("pledged").await;
    b.until("pledged").await;
    a.until("pledged").await;
    (made, [a, b])
}

/// Returns whether the Python verifier accepts a journal.
fn independent(folder: &Path, journal: &str) -> (bool, String) {
    let file = folder.join("battle.journal.jsonl");
    std::fs::write(&file, journal).expect("written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/joint_dice.py");
    let out = Command::new("python3").arg(script).arg(&file).output();
    let out = out.expect("Python runs");
    let says = String::from_utf8_lossy(&out.stdout).into_owned();
    (out.status.success(), says)
}

/// Plays a battle to its end with joint dice; returns its journal.
async fn played(players: &mut [Player; 2], most: usize) -> String {
    let mut given = 0;
    let [a, b] = players;
    if a.table.opened_by_dice() {
        tokio::join!(a.until("opening"), b.until("opening"));
    }
    while !a.table.is_over() && given < most {
        let (own, other) = match a.table.mover() == "a" {
            true => (&mut *a, &mut *b),
            false => (&mut *b, &mut *a),
        };
        let order = own.table.order("random");
        own.guest.say(&order).await;
        // Both must hear of a waiting order before it can be thrown for.
        tokio::join!(own.until("line"), other.until("line"));
        given += 1;
    }
    assert_eq!(a.table.journal(), b.table.journal());
    a.table.journal()
}

/// Battles of three rule sets, with and without dice in the opening.
const BATTLES: [&str; 3] = [
    "three-hit/two-hills",
    "throw-me-a-6/the-war-cry",
    "otr-d6/turnpike",
];

/// Returns the number of battles: one per scenario, or `JOURNALS`.
fn journals() -> usize {
    let asked = std::env::var("JOURNALS").ok();
    asked.map_or(BATTLES.len(), |n| n.parse().expect("JOURNALS is a number"))
}

/// Number of battles played at the same time: most of the time each waits for its commits.
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_battles_with_joint_dice_verify_here_and_in_python() {
    let battles = BATTLES.into_iter().cycle().take(journals()).enumerate();
    let proofs = futures_util::stream::iter(battles)
        .map(|(round, scenario)| proven(round, scenario))
        .buffer_unordered(AT_ONCE);
    let rolls: u32 = proofs.fold(0, async |sum, rolls| sum + rolls).await;
    println!(
        "{} journals, {rolls} rolls: the two verifiers agree",
        journals()
    );
}

/// Plays a battle and has both verifiers prove its journal; returns how many rolls it has.
async fn proven(round: usize, scenario: &str) -> u32 {
    // Each battle has its own server: one address may not make hundreds of rooms.
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let small = |n: usize| u8::try_from(n).expect("small");
    let roots = [small(round % 251), small(round / 251 % 5 + 251)];
    let (_, mut players) = both_with(&node, scenario, roots).await;
    let journal = played(&mut players, 400).await;
    let loaded = Table::of(&journal);
    let proof = loaded.proof();
    assert!(proof.joint >= 5, "{scenario}: {proof:?}");
    assert_eq!(
        (proof.named, proof.seeded, proof.unknown),
        (0, 0, 0),
        "{scenario}"
    );
    let (sound, says) = independent(&folder.0, &journal);
    assert!(
        sound && says.contains(&format!(": {} rolls", proof.joint)),
        "{says}"
    );
    spoilt(&folder.0, &journal);
    proof.joint
}

/// Checks that a changed face or value is found, both here and in Python.
fn spoilt(folder: &Path, journal: &str) {
    let lines: Vec<&str> = journal.lines().collect();
    let at = lines.iter().rposition(|line| line.contains("\"joint\":"));
    let at = at.expect("a line with joint dice");
    let mut line: Value = serde_json::from_str(lines[at]).expect("JSON");
    let object = line.as_object_mut().expect("an object");
    object.retain(|key, _| key != "sum");
    let host = line["joint"]["host"].as_str().expect("a value").to_owned();
    let other = host.replace(&host[..1], if &host[..1] == "0" { "1" } else { "0" });
    line["joint"]["host"] = json!(other);
    let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    all[at] = line.to_string();
    let (sound, says) = independent(folder, &all.join("\n"));
    assert!(!sound && says.contains("not pledged"), "{says}");
    // Nor may a line add to what was pledged, or say nothing of it.
    for (key, value, why) in [
        ("joint", json!({"luck": 1}), "have no luck"),
        ("joint", Value::Null, "nothing that was pledged"),
    ] {
        let mut line: Value = serde_json::from_str(lines[at]).expect("JSON");
        match value.as_object() {
            Some(more) => {
                let joint = line[key].as_object_mut().expect("an object");
                joint.extend(more.clone());
            }
            None => line[key] = value,
        }
        let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        all[at] = line.to_string();
        let (sound, says) = independent(folder, &all.join("\n"));
        assert!(!sound && says.contains(why), "{says}");
    }
    // What is no journal is told in a sentence, too.
    line["joint"]["pledges"] = Value::Null;
    all[at] = line.to_string();
    let (sound, says) = independent(folder, &all.join("\n"));
    assert!(!sound && says.contains("not a sound journal"), "{says}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bound_order_stands_until_everybody_opened_and_only_what_was_pledged_counts() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let node = Node::start(&place).await;
    let (made, [mut a, mut b]) = both(&node, "three-hit/two-hills").await;
    // The opening waits for its throw.
    let bound = a.guest.deed("bound").await;
    assert_eq!(bound["joint"]["waits"], "a");
    let refused = |heard: Value| heard["refused"].clone();
    a.guest
        .say(&json!({"pledge": Link::new([9; 32]).pledge()}))
        .await;
    assert_eq!(
        refused(a.guest.hear().await.unwrap()),
        "bound",
        "no new chain now"
    );
    let wrong = Link::new([9; 32]).opens(1).unwrap();
    a.guest
        .say(&json!({"open": {"throw": 1, "value": wrong}}))
        .await;
    assert_eq!(refused(a.guest.hear().await.unwrap()), "notPledged");
    a.open(1).await;
    let opened = a.guest.deed("opened").await;
    assert_eq!(
        opened["kept"]["deed"]["opened"]["value"],
        Value::Null,
        "told to nobody"
    );
    assert_eq!(opened["joint"]["waits"], "b");
    // The server dies; another one finds the room as it was.
    node.kill();
    drop((a, node));
    let node = Node::start(&place).await;
    let mut a = Player::come(&node, &made, "a", 1).await;
    assert_eq!(a.joint["waits"], "b");
    assert_eq!(a.joint["opened"][0], 1);
    b.guest = Guest::come(
        &node,
        made["room"].as_str().unwrap(),
        made["b"].as_str(),
        "bo",
    )
    .await;
    b.joint = b.guest.welcome["room"]["joint"].clone();
    b.open(1).await;
    a.until("opening").await;
    b.until("opening").await;
    assert_eq!(a.table.journal(), b.table.journal());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_opened_ahead_may_be_away_and_a_new_chain_makes_him_pledge_anew() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let (made, [mut a, mut b]) = both(&node, "three-hit/two-hills").await;
    if a.table.opened_by_dice() {
        tokio::join!(a.until("opening"), b.until("opening"));
    }
    let thrown = u32::try_from(b.joint["throw"].as_u64().unwrap()).unwrap();
    b.open(thrown + 64).await;
    b.until("opened").await;
    a.until("opened").await;
    // Too far ahead.
    b.guest
        .say(&json!({"open": {"throw": thrown + 65, "value": b.root.opens(thrown + 65)}}))
        .await;
    assert_eq!(b.guest.hear_of("refused").await, "notPledged");
    drop(b);
    // The first player plays on alone during their turn, dice included.
    let mut rolls = 0;
    while a.table.mover() == "a" && rolls < 3 {
        let order = a.table.order("greedy");
        a.guest.say(&order).await;
        let line = a.until("line").await;
        let line = line["kept"]["deed"]["line"].as_str().unwrap().to_owned();
        rolls += usize::from(line.contains("\"joint\":"));
    }
    // The player makes a new chain: the one who opened ahead must then pledge again first.
    a.root = Link::new([7; 32]);
    a.pledge().await;
    let heard = a.until("pledged").await;
    let by: Vec<&str> = heard["joint"]["pledges"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|pledge| pledge["by"].as_str())
        .collect();
    assert_eq!(by, ["host", "a"]);
    let room = made["room"].as_str().unwrap();
    let hello = hello(made["b"].as_str(), "bo", 0);
    let mut b = Guest::try_come(&node, room, hello)
        .await
        .expect("he is back");
    b.say(&json!({"pledge": Link::new([8; 32]).pledge()})).await;
    let heard = a.until("pledged").await;
    assert_eq!(heard["joint"]["pledges"].as_array().map(Vec::len), Some(3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_has_no_part_and_waits_for_the_persons() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = joint("three-hit/two-hills");
    make["sitters"] = json!(["person", {"computer": "random"}]);
    make["device"] = json!(key("ada"));
    let made = node.make(&make).await;
    let mut a = Player::come(&node, &made, "a", 1).await;
    a.pledge().await;
    a.until("pledged").await;
    if a.table.opened_by_dice() {
        a.until("opening").await;
    }
    for _ in 0..60 {
        if a.table.is_over() {
            break;
        }
        if a.table.mover() == "a" {
            let order = a.table.order("random");
            a.guest.say(&order).await;
        }
        a.until("line").await;
    }
    let (sound, says) = independent(&folder.0, &a.table.journal());
    assert!(sound, "{says}");
    assert!(a.table.proof().joint > 0);
}

/// Two servers that do not hear of each other: whatever one stores collides with what the other
/// stored meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_two_servers_keep_at_once_is_thrown_once() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let (one, other) = (Node::start(&place).await, Node::start(&place).await);
    let made = one.make(&joint("three-hit/two-hills")).await;
    let mut a = Player::come(&one, &made, "a", 1).await;
    let mut b = Player::come(&other, &made, "b", 2).await;
    let chat = json!({"chat": {"phrase": "hello"}});
    a.pledge().await;
    a.until("pledged").await;
    b.pledge().await;
    b.until("bound").await;
    b.until("opened").await;
    a.guest.say(&chat).await;
    a.guest.deed("bound").await;
    b.guest.say(&chat).await;
    b.until("said").await;
    a.open(1).await;
    a.until("opening").await;
    b.guest.say(&chat).await;
    b.until("opening").await;
    assert_eq!(a.table.journal(), b.table.journal());
}

/// A server may die between the last pledge and what must follow: the opening is still thrown
/// jointly, and no order comes before it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opening_is_thrown_jointly_though_the_server_died_after_the_last_pledge() {
    let folder = Folder::new();
    let place = Place::Folder(folder.0.clone());
    let node = Node::start(&place).await;
    let made = node.make(&joint("three-hit/two-hills")).await;
    let mut a = Player::come(&node, &made, "a", 1).await;
    let mut b = Player::come(&node, &made, "b", 2).await;
    a.pledge().await;
    a.until("pledged").await;
    let room = made["room"].as_str().expect("a name").to_owned();
    let pledged = Kept {
        waits: None,
        n: a.guest.next,
        at: 1_700_000_000_000,
        awaits: Some(if a.table.mover() == "a" {
            Seat::A
        } else {
            Seat::B
        }),
        over: None,
        deed: Deed::Pledged {
            by: Seat::B,
            top: b.root.pledge(),
        },
    };
    let entry = Entry {
        room,
        n: pledged.n,
        kept: serde_json::to_string(&pledged).expect("JSON"),
        shown: None,
        moves: None,
    };
    assert!(node.rooms.store().keep(entry).await.expect("it answers"));
    let (first, mut own, _other) = match a.table.mover().as_str() {
        "a" => (a.table.order("random"), a, b),
        _ => (b.table.order("random"), b, a),
    };
    // This is how the server learns of the pledge.
    own.guest.say(&json!({"chat": {"phrase": "hello"}})).await;
    own.until("said").await;
    own.guest.say(&first).await;
    assert_eq!(own.guest.hear_of("refused").await, "bound");
    let (seat, root) = if own.root == Link::new([1; 32]) {
        ("b", 2)
    } else {
        ("a", 1)
    };
    // The next guest to come in makes it happen.
    let mut other = Player::come(&node, &made, seat, root).await;
    assert_eq!(other.joint["bound"]["throw"], 1);
    other.open(1).await;
    tokio::join!(own.until("opening"), other.until("opening"));
    assert_eq!(own.table.journal(), other.table.journal());
}

/// An order that does not fit in the journal is refused when it is given. Otherwise it would wait
/// forever for a throw that cannot be stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_order_waits_for_a_throw_that_the_journal_has_no_room_for() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let (made, [mut a, mut b]) = both(&node, "three-hit/two-hills").await;
    tokio::join!(a.until("opening"), b.until("opening"));
    let open = node.rooms.find(made["room"].as_str().expect("a name"));
    let open = open.await.unwrap_or_else(|why| panic!("{why:?}"));
    let mut thrown = 0;
    while thrown < 3 {
        let (own, other) = match a.table.mover() == "a" {
            true => (&mut a, &mut b),
            false => (&mut b, &mut a),
        };
        let order = own.table.order("random");
        open.lock().await.bytes = MOST_JOURNAL;
        own.guest.say(&order).await;
        assert_eq!(own.guest.hear_of("refused").await, "journalFull");
        open.lock().await.bytes = 0;
        own.guest.say(&order).await;
        let (line, _) = tokio::join!(own.until("line"), other.until("line"));
        let line = line["kept"]["deed"]["line"].as_str().unwrap_or_default();
        thrown += usize::from(line.contains("\"joint\":"));
    }
}

/// A new pledge of one player can force the other to pledge again. Without a limit, the room would
/// fill up with pledges, and the other could not pledge any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_locked_out_by_pledges_of_the_other() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let (_made, [mut a, mut b]) = both(&node, "three-hit/two-hills").await;
    if a.table.opened_by_dice() {
        tokio::join!(a.until("opening"), b.until("opening"));
    }
    let thrown = u32::try_from(b.joint["throw"].as_u64().unwrap()).unwrap();
    for root in 10..18 {
        a.open(thrown + 64).await;
        tokio::join!(a.until("opened"), b.until("opened"));
        b.root = Link::new([root; 32]);
        b.pledge().await;
        let (heard, _) = tokio::join!(b.until("pledged"), a.until("pledged"));
        assert_eq!(heard["joint"]["ready"], false);
        // Nobody opens ahead before both have pledged: it would force the other in turn.
        let early = json!({"open": {"throw": thrown + 9, "value": b.root.opens(9)}});
        b.guest.say(&early).await;
        assert_eq!(b.guest.hear_of("refused").await, "notPledged");
        a.root = Link::new([root + 100; 32]);
        a.pledge().await;
        let (_, heard) = tokio::join!(b.until("pledged"), a.until("pledged"));
        assert_eq!(heard["joint"]["ready"], true);
    }
    a.open(thrown + 64).await;
    tokio::join!(a.until("opened"), b.until("opened"));
    let ninth = Link::new([30; 32]);
    b.guest.say(&json!({"pledge": ninth.pledge()})).await;
    assert_eq!(b.guest.hear_of("refused").await, "tooFast");
    // The next line makes room for another pledge.
    let (mover, other) = match a.table.mover().as_str() {
        "a" => (&mut a, &mut b),
        _ => (&mut b, &mut a),
    };
    let order = mover.table.order("greedy");
    mover.guest.say(&order).await;
    tokio::join!(mover.until("line"), other.until("line"));
    b.root = ninth;
    b.pledge().await;
    b.until("pledged").await;
}

/// A player who changes devices again and again forces nobody, and loses nothing by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_may_change_devices_as_often_as_they_like() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let (_made, [mut a, mut b]) = both(&node, "three-hit/two-hills").await;
    if a.table.opened_by_dice() {
        tokio::join!(a.until("opening"), b.until("opening"));
    }
    for root in 10..40 {
        b.root = Link::new([root; 32]);
        b.pledge().await;
        let (heard, _) = tokio::join!(b.until("pledged"), a.until("pledged"));
        assert_eq!(heard["joint"]["ready"], true);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_umpire_can_end_a_battle_that_a_player_holds_up() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = joint("three-hit/two-hills");
    make["umpire"] = json!(true);
    let made = node.make(&make).await;
    let mut a = Player::come(&node, &made, "a", 1).await;
    let mut b = Player::come(&node, &made, "b", 2).await;
    a.pledge().await;
    b.guest.deed("pledged").await;
    b.pledge().await;
    // The opening waits for its throw, and nobody opens a part.
    a.guest.deed("bound").await;
    let room = made["room"].as_str().expect("a name");
    let mut uma = Guest::come(&node, room, made["umpire"].as_str(), "uma").await;
    let rule = |ended: Value| {
        let amends = json!({"units": [], "ended": ended, "reason": "One player is gone"});
        json!({"rule": {"number": 0, "amends": amends}})
    };
    uma.say(&rule(Value::Null)).await;
    assert_eq!(uma.hear_of("refused").await, "bound");
    uma.say(&rule(json!("draw"))).await;
    let deed = uma.deed("line").await;
    assert!(deed["kept"]["over"].is_object(), "{deed}");
    assert_eq!(deed["joint"]["bound"], Value::Null);
}

/// Whoever never pledges holds the battle up, so that player's clock runs. Who pledges again so that
/// the other has to as well pays with their own time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_of_whoever_holds_a_pledge_back_runs() {
    let folder = Folder::new();
    let node = Node::start(&Place::Folder(folder.0.clone())).await;
    let mut make = joint("three-hit/two-hills");
    make["clock"] = json!({"live": {"minutes": 1, "increment": 0}});
    // Whether b is at the table while a makes b pledge again.
    for is_there in [None, Some(true), Some(false)] {
        let made = node.make(&make).await;
        let mut a = Player::come(&node, &made, "a", 1).await;
        let mut b = Player::come(&node, &made, "b", 2).await;
        a.pledge().await;
        let heard = a.until("pledged").await;
        assert_eq!(heard["clock"]["runs"][0], "b");
        // Both lists say so, and when it is too late.
        for name in ["ada", "bo"] {
            let ask = json!({"device": key(name)});
            let (_, mine) = node.post("/api/rooms/mine", &ask).await;
            let rooms = mine.as_array().expect("a list");
            let found = rooms.iter().find(|it| it["room"]["room"] == made["room"]);
            assert_eq!(found.expect("listed")["awaits"], "b", "{mine}");
        }
        if let Some(is_there) = is_there {
            // Both pledge and b opens ahead; then a pledges anew, and b has to as well.
            b.pledge().await;
            if a.table.opened_by_dice() {
                tokio::join!(a.until("opening"), b.until("opening"));
            } else {
                a.until("pledged").await;
            }
            let thrown = u32::try_from(a.joint["throw"].as_u64().unwrap()).unwrap();
            b.open(thrown + 64).await;
            a.until("opened").await;
            a.root = Link::new([7; 32]);
            if is_there {
                a.pledge().await;
            } else {
                drop(b);
                while a.guest.hear().await.expect("it lasts")["room"]["seats"][1]["here"] != false {
                }
                a.pledge().await;
                let mover = a.table.mover().to_owned();
                assert_eq!(a.until("pledged").await["clock"]["runs"][0], mover);
                b = Player::come(&node, &made, "b", 2).await;
            }
            assert_eq!(a.until("came").await["clock"]["runs"][0], "b");
        }
        node.hands.forward(Duration::from_secs(61));
        let over = a.until("timeUp").await["kept"]["over"].clone();
        assert_eq!(over, json!({"winner": "a", "how": "time"}));
        drop(b);
    }
}
