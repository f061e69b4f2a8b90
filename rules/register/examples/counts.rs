//! Counts instructions per order with callgrind; `cargo xtask counts` runs it and adds up the
//! results. `counts find FOLDER` looks for the orders with the most branches and stores them
//! (`rules/register/counts` has them). `counts run FOLDER [FILTER]`, under callgrind, does
//! everything once and prints one line for each thing done, in the order counted. To see where the
//! instructions go, run it for one thing alone, without the dumps: `valgrind --tool=callgrind
//! --collect-atstart=no --toggle-collect=counts::counted .. run FOLDER "otr-d6 list"`.

#[path = "../benches/play/mod.rs"]
mod play;

use play::grown::grown_play;
use play::{Moment, branches, copied, kept, longest, random_play, sets};
use sandtable_battle::{Rolled, Scene};
use sandtable_files::notation;
use sandtable_opponents::{Greedy, Player, Quick, Random};
use std::hint::black_box;
use std::path::Path;

/// The function that callgrind counts: everything inside it, with one dump per call.
#[inline(never)]
fn counted(body: &mut dyn FnMut()) {
    body();
    // Prevent a tail call: callgrind must see this function return.
    black_box(());
}

/// Returns whether to count some work.
fn wanted(set: &str, what: &str) -> bool {
    let wanted = std::env::args().nth(3).unwrap_or_default();
    format!("{set} {what}").contains(&wanted)
}

/// Counts some work and prints how often it was done.
fn count(what: &str, set: &str, times: usize, note: &str, mut body: impl FnMut()) {
    if !wanted(set, what) {
        return;
    }
    // Run it once uncounted, to exclude what happens only the first time.
    body();
    counted(&mut body);
    println!("{set}\t{what}\t{times}\t{note}");
}

fn run(folder: &Path) {
    for set in sets() {
        let play = random_play(set, 1);
        let mut scene = Scene::new(play[0].battle.clone());
        count("judge, resolve, apply", set, play.len(), "an order", || {
            for (i, m) in (0..).zip(&play) {
                let legal = m.rules.judge(&m.battle, &m.order).expect("legal");
                scene.reset(&m.battle);
                m.rules.resolve(&legal, &mut scene, &mut Rolled::new(1, i));
            }
        });
        count("list all offers", set, play.len(), "a state", || {
            for m in &play {
                black_box(m.rules.all_offers(&m.battle));
            }
        });
        count("draw an order", set, play.len(), "an order", || {
            let mut player = Random::new(1);
            for m in &play {
                black_box(player.choose(&*m.rules, &m.battle));
            }
        });
        whole("whole random play", set, &play);
        for (each, pieces) in [(12, 12), (24, 12), (12, 48)] {
            let what = format!("whole random play, {each} a side, {pieces} woods");
            if wanted(set, &what) {
                whole(&what, set, &grown_play(set, each, pieces));
            }
        }
        count("copy a battle", set, play.len(), "a copy", || {
            for m in &play {
                black_box(m.battle.clone());
            }
        });
        count(
            "copy into memory that is there",
            set,
            play.len(),
            "a copy",
            || {
                for m in &play {
                    scene.reset(&m.battle);
                }
            },
        );
        bytes(set, &play[0]);
        let some: Vec<&Moment> = play.iter().step_by(play.len().div_ceil(20)).collect();
        count("quick choice", set, some.len(), "a choice", || {
            let mut player = Quick::new(1);
            for m in &some {
                black_box(player.choose(&*m.rules, &m.battle));
            }
        });
        count("greedy choice", set, some.len(), "a choice", || {
            let mut player = Greedy::new(1);
            for m in &some {
                black_box(player.choose(&*m.rules, &m.battle));
            }
        });
        for (_, name) in play::VERBS {
            odds(folder, set, name);
        }
    }
}

/// Counts the drawing and playing of orders by a random player.
fn whole(what: &str, set: &str, play: &[Moment]) {
    let Some(first) = play.first() else { return };
    let mut scene = Scene::new(first.battle.clone());
    count(what, set, play.len(), "an order", || {
        let mut player = Random::new(1);
        for (i, m) in (0..).zip(play) {
            let Some(legal) = player.decide(&*m.rules, &m.battle) else {
                continue;
            };
            scene.reset(&m.battle);
            m.rules.resolve(&legal, &mut scene, &mut Rolled::new(1, i));
        }
    });
}

/// Counts copying as many bytes as a battle has, into existing memory.
fn bytes(set: &str, moment: &Moment) {
    const TIMES: usize = 1000;
    let from = vec![1_u8; copied(&moment.battle)];
    let mut to = vec![0_u8; from.len()];
    let note = format!("a copy of {} bytes", from.len());
    count("copy its bytes", set, TIMES, &note, || {
        for _ in 0..TIMES {
            black_box(&mut to).copy_from_slice(black_box(&from));
        }
    });
}

/// Counts the odds of the order that `find` stored, if it found one.
fn odds(folder: &Path, set: &str, name: &str) {
    let Some(found) = kept(folder, set, name) else {
        return;
    };
    let Ok(legal) = found.rules.judge(&found.battle, &found.order) else {
        eprintln!("{set}-{name} is no legal order any more: cargo xtask counts --find");
        std::process::exit(1);
    };
    let runs = branches(&*found.rules, &found.battle, &legal);
    let note = format!("{runs} branches");
    count(&format!("exact odds, {name}"), set, 1, &note, || {
        black_box(branches(&*found.rules, &found.battle, &legal));
    });
}

fn find(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    for set in sets() {
        let greedy = play::greedy_play(set);
        for (verb, name) in play::VERBS {
            let file = folder.join(format!("{set}-{name}.battle.toml"));
            let order = folder.join(format!("{set}-{name}.order"));
            let Some((m, _)) = longest(&greedy, verb) else {
                // A file from an earlier run would be counted by mistake.
                std::fs::remove_file(file).ok();
                continue;
            };
            let card = m.rules.card();
            std::fs::write(file, sandtable_files::write_battle(&m.battle, card)).expect("written");
            let line = notation::write(&m.order, &m.battle, card);
            std::fs::write(order, line).expect("written");
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["find", folder] => find(Path::new(folder)),
        ["run", folder] | ["run", folder, _] => run(Path::new(folder)),
        _ => eprintln!("counts find FOLDER, then counts run FOLDER [FILTER] under callgrind"),
    }
}
