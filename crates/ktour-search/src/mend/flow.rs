//! A flow of deficits between fields, until the dark and the light squares of each lack equally many leaps.
//!
//! Deficient squares are connected in pairs of different colours, so a surplus in one part of the board has
//! to move to a deficit elsewhere. Moving all of it along one path would leave no freedom there: if every
//! dark square leaps down, no leap can be exchanged, and a cycle there cannot be merged. So the surplus
//! spreads like a current in a sheet of metal: fields are the nodes of a resistor network, each border has as
//! much conductance as leaps cross it, and the potentials from Poisson's equation determine the flow across
//! each. The flows are rounded to integers along a tree, whose root retains the rest.
//!
//! Crossing a border costs one leap: if a leap between a light square here and a dark one there is removed,
//! both become deficient, and a dark deficit has moved from here to there. After that, no augmenting path is
//! longer than a field.
//!
//! *Guarantee:* none; a deficit that cannot cross stays. *Cost:* one pass over the board, and some hundreds
//! over the fields.
//!
//! Reference: P. G. Doyle and J. L. Snell, Random walks and electric networks, 1984; M. R. Hestenes and E.
//! Stiefel 1952, for conjugate gradients.

use super::{
    board_factor::{BoardFactor, LEAPS, directions},
    tiles::{RANKS_PER_TILE, run_parallel},
};
use ktour_core::{Control, Square, graph::NONE};

/// Side of a field: the height of a tile.
pub(super) const FIELD_SIDE: usize = RANKS_PER_TILE;
/// Smaller flows are treated as zero.
const MIN_FLOW: f64 = 0.05;

/// Removes leaps between fields until every field is balanced, as far as possible; `None` if it was stopped.
pub(super) fn balance_fields(choice: &mut BoardFactor, control: &Control) -> Option<()> {
    let net = FlowNetwork::new(choice, control)?;
    for (border, current) in net.borders.iter().zip(net.integral_flows(control)?) {
        if control.is_stopped() {
            return None;
        }
        push_across(choice, &border.leaps(choice, net.columns), current);
    }
    Some(())
}

/// Fields, and the borders between them.
struct FlowNetwork {
    columns: usize,
    /// Dark deficit minus light deficit of each field.
    surplus: Vec<i64>,
    borders: Vec<Border>,
}

/// Two fields, the second to the right of the first or above it, and the number of leaps between them.
struct Border {
    fields: [usize; 2],
    is_above: bool,
    conducts: f64,
}

impl FlowNetwork {
    fn new(choice: &BoardFactor, control: &Control) -> Option<FlowNetwork> {
        let (files, ranks) = (choice.sides().0 as usize, choice.sides().1 as usize);
        let (columns, rows) = (files.div_ceil(FIELD_SIDE), ranks.div_ceil(FIELD_SIDE));
        let mut surplus = vec![0; columns * rows];
        let tiles = surplus.chunks_mut(columns).zip((0..).step_by(FIELD_SIDE));
        run_parallel(
            tiles,
            || (),
            |(), (surplus, first): (&mut [i64], usize)| {
                for rank in first..(first + FIELD_SIDE).min(ranks) {
                    if control.is_stopped() {
                        return;
                    }
                    for file in 0..files {
                        let lacks = i64::from(choice.deficit((rank * files + file) as u32));
                        surplus[file / FIELD_SIDE] += if (file + rank) % 2 == 0 { lacks } else { -lacks };
                    }
                }
            },
        );
        let mut net = FlowNetwork { columns, surplus, borders: Vec::new() };
        for field in 0..columns * rows {
            if control.is_stopped() {
                return None;
            }
            let beside = (field % columns + 1 < columns).then_some((field + 1, false));
            let above = (field + columns < columns * rows).then_some((field + columns, true));
            for (other, is_above) in [beside, above].into_iter().flatten() {
                let border = Border { fields: [field, other], is_above, conducts: 0.0 };
                let conducts = border.leaps(choice, columns).len() as f64;
                net.borders.extend((conducts > 0.0).then_some(Border { conducts, ..border }));
            }
        }
        Some(net)
    }

    /// Number of dark deficits that cross each border, from its first field to its second; `None` if it was
    /// stopped.
    fn integral_flows(&self, control: &Control) -> Option<Vec<i64>> {
        let potentials = self.potentials(control)?;
        let mut currents: Vec<i64> = self
            .borders
            .iter()
            .map(|&Border { fields: [a, b], conducts, .. }| {
                (conducts * (potentials[a] - potentials[b])).round() as i64
            })
            .collect();
        let mut left = self.surplus.clone();
        for (&Border { fields: [a, b], .. }, current) in self.borders.iter().zip(&currents) {
            left[a] -= current;
            left[b] += current;
        }
        for (field, border, _) in
            self.spanning_forest().into_iter().rev().filter(|&(_, border, _)| border != NONE)
        {
            let [a, b] = self.borders[border as usize].fields;
            let more = left[field];
            currents[border as usize] += if field == a { more } else { -more };
            left[a + b - field] += more;
        }
        Some(currents)
    }

    /// All fields, each after its parent in a spanning tree, with the border between them (`NONE` for a root)
    /// and with its root.
    fn spanning_forest(&self) -> Vec<(usize, u32, usize)> {
        let mut around = vec![[NONE; 4]; self.surplus.len()];
        for (border, &Border { fields: [a, b], is_above, .. }) in (0..).zip(&self.borders) {
            around[a][usize::from(is_above)] = border;
            around[b][2 + usize::from(is_above)] = border;
        }
        let mut is_reached = vec![false; around.len()];
        let mut order = Vec::new();
        for root in 0..around.len() {
            if std::mem::replace(&mut is_reached[root], true) {
                continue;
            }
            let mut next = order.len();
            order.push((root, NONE, root));
            while let Some(&(field, ..)) = order.get(next) {
                next += 1;
                for border in around[field].into_iter().filter(|&border| border != NONE) {
                    let [a, b] = self.borders[border as usize].fields;
                    if !std::mem::replace(&mut is_reached[a + b - field], true) {
                        order.push((a + b - field, border, root));
                    }
                }
            }
        }
        order
    }

    /// Potentials whose flows remove all surplus except the mean of each connected component; `None` if it
    /// was stopped.
    fn potentials(&self, control: &Control) -> Option<Vec<f64>> {
        let field_count = self.surplus.len();
        let divergence = |of: &[f64]| {
            let mut to = vec![0.0; field_count];
            for &Border { fields: [a, b], conducts, .. } in &self.borders {
                let current = conducts * (of[a] - of[b]);
                to[a] += current;
                to[b] -= current;
            }
            to
        };
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut potentials = vec![0.0; field_count];
        let mut residue: Vec<f64> = self.surplus.iter().map(|&surplus| surplus as f64).collect();
        for tree in self.spanning_forest().chunk_by(|one, two| one.2 == two.2) {
            let all: i64 = tree.iter().map(|&(field, ..)| self.surplus[field]).sum();
            tree.iter().for_each(|&(field, ..)| residue[field] -= all as f64 / tree.len() as f64);
        }
        let mut direction = residue.clone();
        let mut size = product(&residue, &residue);
        for _ in 0..8 * field_count.isqrt() + 64 {
            if size < MIN_FLOW * MIN_FLOW * field_count as f64 {
                break;
            }
            if control.is_stopped() {
                return None;
            }
            let change = divergence(&direction);
            let step = size / product(&direction, &change);
            for field in 0..field_count {
                potentials[field] += step * direction[field];
                residue[field] -= step * change[field];
            }
            let before = std::mem::replace(&mut size, product(&residue, &residue));
            let keep = size / before;
            direction.iter_mut().zip(&residue).for_each(|(direction, residue)| {
                *direction = residue + keep * *direction;
            });
        }
        Some(potentials)
    }
}

impl Border {
    /// The leaps from the first field to the second, along the border.
    fn leaps(&self, choice: &BoardFactor, columns: usize) -> Vec<(u32, usize)> {
        let (files, ranks) = choice.sides();
        let [a, b] = self.fields;
        debug_assert_eq!(b, if self.is_above { a + columns } else { a + 1 });
        let begin = |at: usize| (at * FIELD_SIDE) as u64;
        let (left, low) = (begin(a % columns), begin(a / columns));
        let (right, high) = (begin(a % columns + 1).min(files), begin(a / columns + 1).min(ranks));
        let mut leaps = Vec::new();
        let mut look = |file: u64, rank: u64| {
            let at = choice.index(Square::new(file, rank));
            for direction in directions(choice.legal[at as usize]) {
                let to = (file as i64 + LEAPS[direction].file, rank as i64 + LEAPS[direction].rank);
                if to.0 as usize / FIELD_SIDE + to.1 as usize / FIELD_SIDE * columns == b {
                    leaps.push((at, direction));
                }
            }
        };
        if self.is_above {
            (left..right).for_each(|file| (high - 2..high).for_each(|rank| look(file, rank)));
        } else {
            (low..high).for_each(|rank| (right - 2..right).for_each(|file| look(file, rank)));
        }
        leaps
    }
}

/// Moves `current` dark deficits across a border with these leaps; a negative number moves them back.
fn push_across(choice: &mut BoardFactor, leaps: &[(u32, usize)], current: i64) {
    let mut pending = current.unsigned_abs() as usize;
    // A dark deficit crosses if a light square here loses a leap to a dark one there, or a dark square here
    // gets a leap to a light one there.
    for is_chosen in [true, false] {
        let suits = |&&(at, direction): &&(u32, usize)| {
            (choice.chosen[at as usize] >> direction & 1 == 1) == is_chosen
                && (choice.is_dark(at) == (current > 0)) != is_chosen
        };
        let suiting: Vec<(u32, usize)> = leaps.iter().filter(suits).copied().collect();
        let tried = pending.min(suiting.len());
        for nth in 0..tried {
            let (at, direction) = suiting[nth * suiting.len() / tried];
            if is_chosen || free_a_leap(choice, at, direction) {
                choice.flip(at, direction);
                pending -= 1;
            }
        }
    }
}

/// Removes a chosen leap of each end of a leap, if it has two; `false` if none stays in the field of its
/// square.
fn free_a_leap(choice: &mut BoardFactor, at: u32, direction: usize) -> bool {
    let inside = |choice: &BoardFactor, at: u32| {
        let field = |at: u32| {
            (choice.square(at).file as usize / FIELD_SIDE, choice.square(at).rank as usize / FIELD_SIDE)
        };
        directions(choice.chosen[at as usize]).find(|&give| field(choice.neighbour(at, give)) == field(at))
    };
    let both = [at, choice.neighbour(at, direction)];
    let gives = both.map(|at| if choice.deficit(at) > 0 { Some(None) } else { inside(choice, at).map(Some) });
    let [Some(one), Some(two)] = gives else { return false };
    for (at, give) in both.into_iter().zip([one, two]) {
        give.into_iter().for_each(|give| choice.flip(at, give));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use ktour_core::{Board, Control, random::Random};

    /// A board with dark holes at one end of the longer side and light ones at the other: all deficits have
    /// to cross the middle.
    fn lopsided(files: u64, ranks: u64, many: usize) -> Board {
        let (short, long) = (files.min(ranks), files.max(ranks));
        let margin = 4.min(short / 2 - 1);
        let mut random = Random::new(files, ranks);
        let mut holes = Vec::new();
        while holes.len() < 2 * many {
            let is_dark = holes.len() < many;
            let along = 4 + random.below_u64(long / 4) + if is_dark { 0 } else { 3 * long / 4 - 8 };
            let across = margin + random.below_u64(short - 2 * margin);
            let hole = if files > ranks { Square::new(along, across) } else { Square::new(across, along) };
            if hole.is_dark() == is_dark && !holes.contains(&hole) {
                holes.push(hole);
            }
        }
        Board::new(files, ranks).unwrap().with_holes(holes).unwrap()
    }

    #[test]
    fn a_surplus_on_the_left_crosses_all_borders_equally() {
        let (board, control) = (lopsided(320, 260, 80), Control::unlimited());
        let mut choice = BoardFactor::new(&board, &control).unwrap();
        assert!(choice.choose_tour(&board, 1, &control));
        let before = FlowNetwork::new(&choice, &control).unwrap();
        assert!(before.surplus.iter().any(|surplus| surplus.abs() > 15));
        let currents = before.integral_flows(&control).unwrap();
        let most = |is_above: bool| {
            let along = before.borders.iter().zip(&currents);
            let along = along.filter(|(border, _)| border.is_above == is_above);
            along.map(|(_, current)| current.abs()).max()
        };
        // 160 leaps over four borders, and the last rank of fields is four ranks high.
        assert!(most(false) < Some(48) && most(true) < Some(20), "{currents:?}");
        balance_fields(&mut choice, &control);
        let after = FlowNetwork::new(&choice, &control).unwrap();
        assert!(after.surplus.iter().all(|&surplus| surplus == 0), "{:?}", after.surplus);
    }

    /// All leaps of a border count, and the flow uses them, for fields side by side and one above the other.
    #[test]
    fn a_surplus_at_one_end_of_a_narrow_board_crosses_to_the_other() {
        // Two ranks of n squares, 4 (n - 1) leaps of two ranks and 2 (n - 2) of one.
        for (width, length, many, leaps) in
            [(5, 20_000, 1, 22), (12, 6000, 2, 64), (40, 2000, 10, 232), (60, 1500, 20, 352)]
        {
            for (files, ranks) in [(width, length), (length, width)] {
                let (board, control) = (lopsided(files, ranks, many), Control::unlimited());
                let full = BoardFactor::new(&Board::new(files, ranks).unwrap(), &control).unwrap();
                let net = FlowNetwork::new(&full, &control).unwrap();
                assert_eq!(net.borders.len(), net.surplus.len() - 1);
                assert!(net.borders[1..4].iter().all(|border| border.conducts == f64::from(leaps)));
                let mut choice = BoardFactor::new(&board, &control).unwrap();
                assert!(choice.choose_tour(&board, 0, &control));
                assert!(
                    FlowNetwork::new(&choice, &control).unwrap().surplus.iter().any(|&surplus| surplus != 0)
                );
                balance_fields(&mut choice, &control);
                let after = FlowNetwork::new(&choice, &control).unwrap().surplus;
                assert!(after.iter().all(|&surplus| surplus == 0), "{board}: {after:?}");
            }
        }
    }

    #[test]
    fn flows_stay_within_connected_fields() {
        // Two islands, each with a dark hole too many.
        let wall = (0..130).flat_map(|rank| (126..130).map(move |file| Square::new(file, rank)));
        let holes = [(20, 20), (150, 50)].map(|(file, rank)| Square::new(file, rank));
        let board = Board::new(256, 130).unwrap().with_holes(wall.chain(holes)).unwrap();
        let control = Control::unlimited();
        let mut choice = BoardFactor::new(&board, &control).unwrap();
        assert!(choice.choose_tour(&board, 0, &control));
        balance_fields(&mut choice, &control);
        let after = FlowNetwork::new(&choice, &control).unwrap();
        let left = |is_left: bool| {
            let fields = (0..after.surplus.len()).filter(|field| (field % after.columns < 2) == is_left);
            fields.map(|field| after.surplus[field]).collect::<Vec<_>>()
        };
        for side in [left(true), left(false)] {
            assert_eq!(side.iter().filter(|&&surplus| surplus != 0).count(), 1, "{side:?}");
        }
    }
}
