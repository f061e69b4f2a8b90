//! For authors: finds the smallest seed of a step for which its orders roll the given faces. Each
//! argument is one order of the step: dice separated by commas, each given as one or more digits
//! (`56` is a five or a six, `.` is any); `-` is an order without dice.
//!
//! ```text
//! cargo run -p sandtable-tutorial --example seed -- 56,. - 12
//! ```

use sandtable_battle::{Ask, Clause, Dice, Rolled, Side};

fn main() {
    let orders: Vec<String> = std::env::args().skip(1).collect();
    let found = (1..1_000_000u64).find(|&seed| {
        (1..).zip(&orders).all(|(number, faces)| {
            let mut dice = Rolled::new(seed, number);
            faces == "-"
                || faces.split(',').all(|wanted| {
                    let face = dice.ask(Ask::Die { sides: 6 }, Side::A, Clause::new(0));
                    wanted == "." || wanted.contains(&face.to_string())
                })
        })
    });
    match found {
        Some(seed) => println!("{seed}"),
        None => println!("none below a million"),
    }
}
