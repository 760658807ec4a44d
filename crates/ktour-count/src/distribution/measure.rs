//! The measures by which tours are counted.

use ktour_core::Leap;

/// A measure by which tours are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Squares where the direction changes.
    Turns,
    /// Squares where it does not.
    Straight,
    /// Squares with each angle between their leaps.
    Angle,
    /// Leaps of each slope.
    Slope,
}

ktour_core::named! {
    Measure: "measure" {
        "turns" => Turns,
        "straight" => Straight,
        "angle" => Angle,
        "slope" => Slope,
    }
}

/// The part of a measure that is counted.
///
/// ```
/// use ktour::Leap;
/// use ktour::count::MeasurePart;
/// assert_eq!(MeasurePart::Angle(-3, 5).name(), "126.9");
/// assert_eq!(MeasurePart::Slope(Leap::new(2, -1)).name(), "2,-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurePart {
    /// All there is.
    Whole,
    /// An angle, by its cosine: this number divided by that.
    Angle(i64, i64),
    /// Leaps with this slope, given as steps to the right and up, in either direction.
    Slope(Leap),
}

impl MeasurePart {
    /// Name of the part: an angle in degrees with one decimal, a slope as files and ranks.
    pub fn name(self) -> String {
        match self {
            MeasurePart::Whole => String::new(),
            MeasurePart::Angle(dot, of) => {
                let degrees = format!("{:.1}", (dot as f64 / of as f64).acos().to_degrees());
                degrees.trim_end_matches(".0").to_owned()
            }
            MeasurePart::Slope(leap) => format!("{},{}", leap.file, leap.rank),
        }
    }
}
