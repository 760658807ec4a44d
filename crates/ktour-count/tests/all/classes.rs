//! Classes by Burnside's lemma against classes by looking at every tour.

use std::ops::ControlFlow;

use ktour_core::{Board, Control, Puzzle, Square, Tour, TourKind, measure::TourSymmetries};
use ktour_count::{Classes, Counter, Resources, Shard, is_first_of_its_class, symmetries_of};
use ktour_search::symmetric::{WantedSymmetry, for_each_symmetric};

fn counted(board: &str, kind: TourKind) -> Classes {
    let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let counter = Counter::new(&puzzle).unwrap();
    let counted = counter.classes(&Resources::default(), &Control::unlimited()).unwrap();
    counted.tours.up_to_symmetry().unwrap().clone()
}

fn looked_at(board: &str, kind: TourKind) -> Classes {
    let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let symmetries = puzzle.board().symmetries();
    let mut by_order = [0u32; 9];
    let (resources, control) = (Resources::default(), Control::unlimited());
    let counter = Counter::new(&puzzle).unwrap();
    counter
        .each_tour(Shard::default(), &resources, &control, &mut |tour| {
            if is_first_of_its_class(&tour, &symmetries) {
                by_order[symmetries_of(&tour, &symmetries)] += 1;
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    let [quaternary, binary, asymmetric] = [by_order[4], by_order[2], by_order[1]];
    let all = by_order.iter().sum::<u32>();
    Classes {
        all: all.into(),
        quaternary: quaternary.into(),
        binary: binary.into(),
        asymmetric: asymmetric.into(),
    }
}

#[test]
fn six_by_six_has_1245() {
    let classes = counted("6x6", TourKind::Closed);
    assert_eq!(classes.all, 1245u32.into());
    assert_eq!(classes.quaternary, 5u32.into());
    assert_eq!(classes.binary, 17u32.into());
    assert_eq!(classes.asymmetric, 1223u32.into());
}

#[test]
fn symmetric_classes_are_as_many_as_the_listed_tours_make_and_all_sizes_add_up() {
    symmetric_classes_are_the_listed([("6x9", TourKind::Closed), ("6x7", TourKind::Open)]);
}

#[test]
#[ignore = "the same of more boards"]
fn symmetric_classes_of_more_boards_are_as_many_as_the_listed_tours_make() {
    use TourKind::{Closed, Open};
    symmetric_classes_are_the_listed([("9x6", Closed), ("7x8", Closed), ("5x9", Open)]);
}

/// Boards too large for a look at every tour: classes against the lists of symmetric tours, which
/// another engine makes.
fn symmetric_classes_are_the_listed<const N: usize>(boards: [(&str, TourKind); N]) {
    use TourKind::Open;
    for (board, kind) in boards {
        let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
        let (counter, control) = (Counter::new(&puzzle).unwrap(), Control::unlimited());
        let counted = counter.classes(&Resources::default(), &control).unwrap();
        let classes = counted.tours.up_to_symmetry().unwrap();
        let mut listed = 0u32;
        for sought in [WantedSymmetry::HalfTurn, WantedSymmetry::Mirror] {
            // What a theorem rules out is not listed.
            let _ = for_each_symmetric(&puzzle, sought, &control, &mut |_| {
                listed += 1;
                ControlFlow::Continue(())
            });
        }
        // The board has four symmetries, and open tours are listed in both directions.
        let tours = listed / if kind == Open { 2 } else { 1 };
        assert!(tours > 0, "{board} {kind}");
        assert_eq!(classes.binary, (tours / 2).into(), "{board} {kind}");
        let sizes = &classes.asymmetric * 4u32 + &classes.binary * 2u32;
        assert_eq!(sizes, *counted.tours.undirected(), "{board} {kind}");
    }
}

#[test]
#[ignore = "a million tours"]
fn both_ways_agree_on_six_by_seven() {
    assert_eq!(counted("6x7", TourKind::Closed), looked_at("6x7", TourKind::Closed));
}

#[test]
fn both_ways_agree() {
    for board in ["5x6", "6x5", "3x10", "3x12", "6x6", "4x6", "5x8"] {
        assert_eq!(counted(board, TourKind::Closed), looked_at(board, TourKind::Closed), "{board}");
    }
    for board in ["3x4", "4x3", "3x7", "4x5", "5x5", "3x9", "3x11", "4x6", "7x4", "5x6"] {
        assert_eq!(counted(board, TourKind::Open), looked_at(board, TourKind::Open), "{board} open");
    }
}

/// Larger boards than a walk sees whole: each list of symmetric tours against a look at every tour.
#[test]
fn every_tour_that_a_symmetry_keeps_is_in_its_list() {
    use TourKind::{Closed, Open};
    for (board, holes, kind) in [
        ("6", "", Closed),
        ("5x6", "", Closed),
        ("6x5", "", Closed),
        ("3x10", "", Closed),
        ("5x6", "a1 e6 a6 e1", Closed),
        ("5", "", Open),
        ("5", "a1 e5", Open),
        ("5", "c3", Open),
    ] {
        let holes: Vec<Square> = holes.split_whitespace().map(|hole| hole.parse().unwrap()).collect();
        let board = board.parse::<Board>().unwrap().with_holes(holes).unwrap();
        let puzzle = Puzzle::new(board).with_kind(kind);
        let control = Control::unlimited();
        let mut kept = vec![0; WantedSymmetry::NAMED.len()];
        let mut look = |tour: Tour| {
            let symmetries = TourSymmetries::new(&tour);
            for (many, (_, sought)) in kept.iter_mut().zip(WantedSymmetry::NAMED) {
                let meant = sought.on(puzzle.board()).unwrap_or_default();
                *many += usize::from(meant.iter().any(|&symmetry| symmetries.reverses(symmetry).is_some()));
            }
            ControlFlow::Continue(())
        };
        let counter = Counter::new(&puzzle).unwrap();
        counter.each_tour(Shard::default(), &Resources::default(), &control, &mut look).unwrap();
        for (many, (name, sought)) in kept.into_iter().zip(WantedSymmetry::NAMED) {
            let mut listed = 0;
            let whole = for_each_symmetric(&puzzle, sought, &control, &mut |_| {
                listed += 1;
                ControlFlow::Continue(())
            });
            if whole.is_ok() {
                assert_eq!(listed, many, "{} {kind} {name}", puzzle.board());
            }
        }
    }
}
