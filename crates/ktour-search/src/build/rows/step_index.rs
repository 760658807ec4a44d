//! The step index: the step of every square, by arithmetic.
//!
//! Within a zone, squares at the same position in their parts are visited at steps that grow (or shrink) by a
//! fixed amount from part to part. So three numbers are enough for each square of one part of each zone: its
//! step, and the amounts that a part further along the files or the ranks adds.

use super::{
    super::offset::Offset,
    corridor::{RouteLayout, Zone},
    route::{Route, RouteItem},
};

/// A table from which the step of every square is computed, counted from 0.
#[derive(Clone, Debug)]
pub(crate) struct StepIndex {
    grids: Vec<IndexedZones>,
}

/// The zones of a grid, each with its first column or row in the table.
#[derive(Clone, Debug)]
struct IndexedZones {
    files: Vec<(Zone, usize)>,
    ranks: Vec<(Zone, usize)>,
    width: usize,
    cells: Vec<StepCell>,
}

/// The step of a square in the first part of its zone, and how it changes.
#[derive(Clone, Copy, Debug, Default)]
struct StepCell {
    step: i128,
    along_files: i128,
    along_ranks: i128,
}

/// The steps of one zone on one rank: from part to part, each grows by its own constant.
pub(crate) struct ZoneRun<'a> {
    pub(crate) zone: Zone,
    cells: &'a [StepCell],
    part_up: i128,
}

impl ZoneRun<'_> {
    /// Iterates over the files of a part: the step in the first part, and the amount added by each further
    /// part.
    #[inline]
    pub(crate) fn steps(&self) -> impl Iterator<Item = (i128, i128)> + Clone + '_ {
        self.cells.iter().map(|cell| (cell.step + self.part_up * cell.along_ranks, cell.along_files))
    }
}

impl StepIndex {
    pub(crate) fn new(layout: &RouteLayout) -> StepIndex {
        let numbered = |zones: &[Zone]| {
            let mut at = 0;
            let mut zones: Vec<(Zone, usize)> = zones.iter().map(|&zone| (zone, 0)).collect();
            zones.sort_by_key(|(zone, _)| zone.begin);
            for (zone, first) in &mut zones {
                *first = at;
                at += zone.part as usize;
            }
            (zones, at)
        };
        let mut grids: Vec<IndexedZones> = layout
            .grids
            .iter()
            .map(|grid| {
                let ((files, width), (ranks, height)) = (numbered(&grid.files), numbered(&grid.ranks));
                IndexedZones { files, ranks, width, cells: vec![StepCell::default(); width * height] }
            })
            .collect();
        grids.sort_by_key(|grid| grid.files[0].0.begin);
        let mut step_index = StepIndex { grids };
        step_index.record_route(&layout.route, 0, &mut Vec::new());
        step_index
    }

    /// Records the first copy of every walk; `around` lists the enclosing repetitions.
    fn record_route(&mut self, route: &Route, first: u128, around: &mut Vec<(Offset, u128)>) {
        let mut step = first;
        for item in route.items() {
            match item {
                RouteItem::Walk(squares) => {
                    for &square in squares {
                        self.record(square, step as i128, around);
                        step += 1;
                    }
                }
                RouteItem::Repeat { unit, count, shift } => {
                    around.push((*shift, unit.len()));
                    self.record_route(unit, step, around);
                    around.pop();
                    step += unit.len() * u128::from(*count);
                }
            }
        }
    }

    fn record(&mut self, square: Offset, step: i128, around: &[(Offset, u128)]) {
        let found = self.grids.iter_mut().find_map(|grid| Some((grid.locate(square)?, grid)));
        let Some((located, grid)) = found else { unreachable!("grids cover the board") };
        let pace = |shift: fn(&Offset) -> i64| {
            around.iter().map(|(by, length)| i128::from(shift(by).signum()) * *length as i128).sum::<i128>()
        };
        let (along_files, along_ranks) = (pace(|by| by.file), pace(|by| by.rank));
        let step = step - located.parts.0 as i128 * along_files - located.parts.1 as i128 * along_ranks;
        grid.cells[located.cell] = StepCell { step, along_files, along_ranks };
    }

    /// The step of a square, counted from 0; `None` off the board.
    pub(crate) fn step_of(&self, square: Offset) -> Option<u128> {
        self.grids.iter().find_map(|grid| {
            let located = grid.locate(square)?;
            let cell = &grid.cells[located.cell];
            let step = cell.step
                + i128::from(located.parts.0) * cell.along_files
                + i128::from(located.parts.1) * cell.along_ranks;
            Some(step as u128)
        })
    }

    /// The part of the zones that a square belongs to: its lower left square and its sides.
    pub(crate) fn part_of(&self, square: Offset) -> Option<(Offset, Offset)> {
        let part = |zones: &[(Zone, usize)], at: i64| {
            let (zone, _) = zones.iter().find(|(zone, _)| (zone.begin..zone.end()).contains(&at))?;
            Some((at - (at - zone.begin) % zone.part, zone.part))
        };
        self.grids.iter().find_map(|grid| {
            let ((file, files), (rank, ranks)) =
                (part(&grid.files, square.file)?, part(&grid.ranks, square.rank)?);
            Some((Offset::new(file, rank), Offset::new(files, ranks)))
        })
    }

    /// The numbers of one rank, from left to right.
    #[inline]
    pub(crate) fn runs(&self, rank: i64) -> impl Iterator<Item = ZoneRun<'_>> {
        self.grids.iter().flat_map(move |grid| {
            let row = locate(&grid.ranks, rank);
            row.into_iter().flat_map(move |(row, part)| {
                grid.files.iter().map(move |&(zone, column)| {
                    let begin = row * grid.width + column;
                    let cells = &grid.cells[begin..begin + zone.part as usize];
                    ZoneRun { zone, cells, part_up: i128::from(part) }
                })
            })
        })
    }
}

/// The cell of a square in a grid, and the numbers of its parts along files and ranks.
struct ZonePosition {
    cell: usize,
    parts: (u64, u64),
}

impl IndexedZones {
    fn locate(&self, square: Offset) -> Option<ZonePosition> {
        let (column, part) = locate(&self.files, square.file)?;
        let (row, part_up) = locate(&self.ranks, square.rank)?;
        Some(ZonePosition { cell: row * self.width + column, parts: (part, part_up) })
    }
}

/// The column or row of the table, and the number of the part in the zone.
#[inline]
fn locate(zones: &[(Zone, usize)], at: i64) -> Option<(usize, u64)> {
    let (zone, first) = zones.iter().find(|(zone, _)| (zone.begin..zone.end()).contains(&at))?;
    let (offset, part) = ((at - zone.begin) as u64, zone.part as u64);
    Some((first + (offset % part) as usize, offset / part))
}
