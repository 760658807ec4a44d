//! Another leaper, between two given squares, with a time limit.

use std::{error::Error, time::Duration};

use ktour::{Control, Leaper, Outcome, Puzzle, Strategy, solve};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let zebra: Leaper = "zebra".parse()?;
    let puzzle =
        Puzzle::new("10".parse()?).with_leaper(zebra).starting_at("a1".parse()?)?.ending_at("j1".parse()?)?;
    let control = Control::unlimited().with_time(Duration::from_secs(10));
    match solve(&puzzle, &Strategy::default(), &control)?.outcome {
        Outcome::Found(tour) => println!("the zebra sees all {} squares", tour.len()),
        Outcome::Impossible(reason) => println!("it cannot: {reason}"),
        Outcome::Unknown(spent) => println!("{spent}"),
    }
    Ok(())
}
