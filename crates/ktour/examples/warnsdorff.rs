//! Success rate of a greedy walk by Warnsdorff's rule with random ties.

use std::error::Error;

use ktour::{Board, Control, Method, Puzzle, Strategy, Tie, solve};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::new(Board::new(20, 20)?).starting_at("a1".parse()?)?;
    let mut found = 0;
    for seed in 0..100 {
        let walk = Strategy { tie: Tie::Random, seed, ..Strategy::new(Method::Warnsdorff) };
        let answer = solve(&puzzle, &walk, &Control::unlimited())?;
        found += u32::from(answer.outcome.found().is_some());
    }
    println!("{found} of 100 walks over 20x20 visit every square");
    Ok(())
}
