//! The codes of all refusals.

use ktour_core::{Coded, control::TimeError};

use super::{Declined, Misread, UnreadableGivens};

/// Returns every code with the names of its facts.
pub fn codes() -> Vec<(&'static str, &'static [&'static str])> {
    use ktour_core::{
        NameError, error::BoardError, error::LeaperError, error::NotASquare, error::NotATour,
        error::PuzzleError, error::SquareError,
    };
    use ktour_count::CountError;
    use ktour_lab::LabError;
    use ktour_puzzle::{GivensError, NotMade, NotSpelled};
    use ktour_render::{DrawError, read::ReadError};
    use ktour_search::{OrderError, Refusal, game::TooLarge};
    [
        Misread::CODES,
        GivensError::CODES,
        NotMade::CODES,
        NotSpelled::CODES,
        UnreadableGivens::CODES,
        Declined::CODES,
        BoardError::CODES,
        LeaperError::CODES,
        SquareError::CODES,
        NotASquare::CODES,
        PuzzleError::CODES,
        NameError::CODES,
        OrderError::CODES,
        TimeError::CODES,
        Refusal::CODES,
        NotATour::CODES,
        CountError::CODES,
        ReadError::CODES,
        TooLarge::CODES,
        DrawError::CODES,
        LabError::CODES,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::codes;

    #[test]
    fn no_code_is_used_twice() {
        let mut codes: Vec<&str> = codes().into_iter().map(|(code, _)| code).collect();
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
