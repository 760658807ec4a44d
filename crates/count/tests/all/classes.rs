//! Classes by Burnside's lemma against classes by looking at every tour.

use std::ops::ControlFlow;

use knights_tour::{Control, Puzzle, TourKind};
use knights_tour_count::{Classes, Counter, Resources, Shard, is_first_of_its_class, symmetries_of};

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
fn both_ways_agree() {
    for board in ["5x6", "6x5", "3x10", "3x12", "6x6", "4x6", "5x8"] {
        assert_eq!(counted(board, TourKind::Closed), looked_at(board, TourKind::Closed), "{board}");
    }
    for board in ["3x4", "4x3", "3x7", "4x5", "5x5", "3x9", "4x6", "5x6"] {
        assert_eq!(counted(board, TourKind::Open), looked_at(board, TourKind::Open), "{board} open");
    }
}
