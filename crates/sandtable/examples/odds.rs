//! The odds of an order in ten lines: exact fractions, computed by the rules themselves.
//!
//! `cargo run -p sandtable --example odds -- situations/three-hit/volley.situation.toml`

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a *.situation.toml")?;
    let situation = sandtable::situation(&std::fs::read_to_string(file)?)?;
    let odds = situation.odds(None, sandtable::odds::Terms::default());
    for row in odds.map_err(|why| format!("{why:?}"))?.rows {
        println!("{:>12}  {:6.2} %  {}", row.p, row.percent, row.label);
    }
    Ok(())
}
