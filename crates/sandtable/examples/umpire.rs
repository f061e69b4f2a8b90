//! An umpire in thirty lines: reads orders from the keyboard, judges them, plays them.
//!
//! `cargo run -p sandtable --example umpire -- three-hit/two-hills`

use sandtable::Game;
use std::io::BufRead as _;

fn main() -> Result<(), sandtable::Error> {
    let name = std::env::args().nth(1);
    let name = name.unwrap_or_else(|| "three-hit/two-hills".to_owned());
    let mut game = Game::scenario(&name, 1)?;
    println!("{}", game.battle().setting.story);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match game
            .order(&line)
            .and_then(|order| game.play(&order).map(drop))
        {
            Err(why) => println!("{why}"),
            Ok(()) => {
                let log = game.log();
                for line in log.iter().last().map_or(&[][..], |entry| &entry.lines) {
                    println!("  {} [{}]", line.text, line.clause);
                }
            }
        }
        if let Some(over) = game.over() {
            println!("{over}");
            break;
        }
    }
    Ok(())
}
