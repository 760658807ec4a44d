//! The ten lines on the first page of the vocabulary crate: they stand there as they run here.

#[test]
fn a_stranger_solves_verifies_draws_and_counts_in_ten_lines() -> Result<(), Box<dyn std::error::Error>> {
    use knights_tour::{Control, KNIGHT, Puzzle, Strategy, Tour, TourKind, solve};
    use knights_tour_count::{Counter, Resources};
    use knights_tour_render::{Grid, Render};

    let (puzzle, control) = (Puzzle::new("6x6".parse()?).with_kind(TourKind::Closed), Control::unlimited());
    let answer = solve(&puzzle, &Strategy::default(), &control)?;
    let tour = answer.outcome.found().expect("6x6 has closed tours");
    Tour::verify(puzzle.board(), KNIGHT, tour.squares())?;
    Grid.write(&tour, &mut std::io::stdout(), &control)?;
    let counted = Counter::new(&puzzle)?.count(&Resources::default(), &control)?;
    println!("one of {}", counted.tours.undirected());
    Ok(())
}

#[test]
fn the_page_has_the_same_lines() {
    let page = include_str!("../../../tour/src/lib.rs");
    let (_, after) = page.split_once("//! ```ignore\n").unwrap();
    let (block, _) = after.split_once("//! ```").unwrap();
    let page: Vec<&str> = block.lines().map(|line| line.trim_start_matches("//!").trim()).collect();
    let here: Vec<&str> = include_str!("first_page.rs").lines().map(str::trim).collect();
    assert!(here.windows(page.len()).any(|lines| lines == page), "{block}");
}
