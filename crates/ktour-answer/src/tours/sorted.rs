//! Tours sorted by a measure: all are listed and measured, and a page of them is returned.

use std::{cmp::Reverse, ops::ControlFlow};

use ktour_core::{
    Control, Puzzle, Tour, TourKind,
    measure::{Measures, SymmetryName},
};
use ktour_count::CountError;

use super::{
    ToursParameters,
    documents::ValueDocument,
    list::{TourList, TourPage},
};
use crate::{
    Declined, Limits, Refused,
    count::refusal,
    document::Whole,
    parameters::{named_parameters, no_choice},
};

/// Maximum number of tours that are sorted.
const MAX_SORTED_TOURS: u64 = 50_000;
/// Bytes per square of a stored tour with its measures.
const BYTES_PER_SQUARE: u128 = 16;
const BYTES_PER_TOUR: u128 = 128;

/// Measure by which tours are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortKey {
    /// Number of turns.
    Turns,
    /// Number of squares at which the path goes straight on.
    Straight,
    /// Number of crossings.
    Crossings,
    /// Area that a closed tour sweeps.
    Area,
    /// Symmetry of the tour.
    Symmetry,
}

ktour_core::named! {
    SortKey: "measure" {
        "turns" => Turns,
        "straight" => Straight,
        "crossings" => Crossings,
        "area" => Area,
        "symmetry" => Symmetry,
    }
}

named_parameters! { SortKey }

impl SortKey {
    /// Returns the value of a tour, as a sort key and as text.
    fn value(self, tour: &Tour) -> (u64, String) {
        let measures = Measures::new(tour);
        let number = match self {
            SortKey::Turns => measures.turns as u64,
            SortKey::Straight => measures.straight as u64,
            SortKey::Crossings => measures.crossings.total,
            SortKey::Area => {
                // Areas are multiples of half a square.
                let swept = measures.area.map_or(0.0, |area| area.swept);
                return ((2.0 * swept).round() as u64, swept.to_string());
            }
            SortKey::Symmetry => {
                let look = measures.symmetry.symmetry_name();
                let place = SymmetryName::NAMED.iter().position(|&(_, other)| other == look).unwrap_or(0);
                return (((measures.symmetry.symmetries().count() << 8) + place) as u64, look.to_string());
            }
        };
        (number, number.to_string())
    }
}

/// Sorting of tours.
#[derive(Debug)]
pub(super) struct SortedTours {
    by: SortKey,
    is_descending: bool,
    /// Value to which the tours are limited.
    value: Option<String>,
    /// Maximum number of tours, and bytes of each.
    most: u64,
    bytes: u128,
}

impl SortedTours {
    /// Checks the sorting, if one is requested.
    pub(super) fn new(
        parameters: &ToursParameters,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Option<SortedTours>, Refused> {
        let (is_descending, value) = (parameters.descending, parameters.value.clone());
        let Some(by) = parameters.by else { return Ok(None) };
        if by == SortKey::Area && puzzle.kind() != Some(TourKind::Closed) {
            return Err(no_choice("by", by.to_string(), &["turns", "straight", "crossings", "symmetry"]));
        }
        let bytes = BYTES_PER_TOUR + BYTES_PER_SQUARE * puzzle.board().area();
        // Three quarters of the memory remain for listing.
        let most = u64::try_from(limits.memory / 4 / bytes).unwrap_or(MAX_SORTED_TOURS).min(MAX_SORTED_TOURS);
        Ok(Some(SortedTours { by, is_descending, value, most, bytes }))
    }

    /// Returns the approximate memory of all tours in bytes.
    pub(super) fn bytes(&self) -> u128 {
        u128::from(self.most) * self.bytes
    }

    /// Returns a page of tours, and the number of tours for each value in ascending order.
    pub(super) fn page(
        &self,
        all: &TourList,
        skip: u64,
        limit: u64,
        control: &Control,
    ) -> Result<(TourPage, Vec<ValueDocument>), Refused> {
        let (mut looked, mut is_enough, mut is_stopped) = (Vec::new(), false, false);
        all.for_each(control, &mut |tour| {
            is_enough = looked.len() as u64 == self.most;
            if is_enough {
                return ControlFlow::Break(());
            }
            looked.push((self.by.value(&tour), tour));
            // Measuring a tour takes longer than finding the next one.
            is_stopped = control.is_over(looked.len() as u64);
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if is_stopped {
            return Err(refusal(&all.puzzle, CountError::Stopped, control.elapsed()));
        }
        if is_enough {
            return Err(Declined::ManyTours { board: all.puzzle.board().to_string(), most: self.most }.into());
        }
        looked.sort_by_key(|((key, _), _)| *key);
        let alike = looked.chunk_by(|((one, _), _), ((other, _), _)| one == other);
        let values = alike
            .map(|tours| ValueDocument { value: tours[0].0.1.clone(), tours: Whole(tours.len() as u128) });
        let values = values.collect();
        if self.is_descending {
            looked.sort_by_key(|((key, _), _)| Reverse(*key));
        }
        let is_wanted = |value: &str| self.value.as_deref().is_none_or(|wanted| wanted == value);
        let mut wanted = looked.into_iter().filter(|((_, value), _)| is_wanted(value)).map(|(_, tour)| tour);
        let tours = wanted.by_ref().skip(skip as usize).take(limit as usize).collect();
        Ok((TourPage { tours, has_more: wanted.next().is_some() }, values))
    }
}
