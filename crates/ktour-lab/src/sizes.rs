//! Parsing and writing of sizes: `5..60`, `50..400:50`, `6,8,10`, and lists of these.

use crate::LabError;

/// Parses sizes; ranges include both ends.
///
/// ```
/// use ktour::lab::sizes;
/// assert_eq!(sizes::parse("6,8..10,20..40:10", 5, 1000)?, [6, 8, 9, 10, 20, 30, 40]);
/// let error = sizes::parse("9..5", 5, 1000).unwrap_err();
/// assert_eq!(error.to_string(), "the sizes 9..5 run backwards: write 5..9");
/// # Ok::<(), ktour::lab::LabError>(())
/// ```
pub fn parse(text: &str, low: u64, high: u64) -> Result<Vec<u64>, LabError> {
    let not_sizes = || LabError::NotSizes(text.to_owned());
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| not_sizes());
    let check = |size: u64| {
        let is_allowed = (low..=high).contains(&size);
        is_allowed.then_some(size).ok_or(LabError::OutOfRange { size, low, high })
    };
    let mut sizes = Vec::new();
    for part in text.split(',') {
        let Some((from, to)) = part.split_once("..") else {
            sizes.push(check(number(part)?)?);
            continue;
        };
        let (to, step) = match to.split_once(':') {
            Some((to, step)) => (to, number(step)?),
            None => (to, 1),
        };
        let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
        if step == 0 {
            return Err(LabError::NoStep(text.to_owned()));
        }
        if from > to {
            return Err(LabError::Backwards { from, to });
        }
        check(from)?;
        check(to)?;
        sizes.extend((from..=to).step_by(step as usize));
    }
    let mut seen = std::collections::HashSet::new();
    sizes.retain(|&size| seen.insert(size));
    Ok(sizes)
}

/// Writes sizes in their shortest form.
///
/// ```
/// assert_eq!(ktour::lab::sizes::write(&[5, 6, 7, 8, 10]), "5..8,10");
/// ```
pub fn write(sizes: &[u64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = sizes;
    while let [first, tail @ ..] = rest {
        let step = tail.first().map_or(1, |next| next.saturating_sub(*first)).max(1);
        let run = 1 + tail.iter().zip(1..).take_while(|&(size, i)| *size == first + i * step).count();
        if run < if step == 1 { 3 } else { 4 } {
            parts.push(first.to_string());
            rest = tail;
            continue;
        }
        let last = rest[run - 1];
        parts.push(if step == 1 { format!("{first}..{last}") } else { format!("{first}..{last}:{step}") });
        rest = &rest[run..];
    }
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_that_is_not_sizes_is_refused() {
        let refused = |text| parse(text, 5, 1000).unwrap_err().to_string();
        assert_eq!(refused("five"), "`five` are not sizes: write 5..60, 50..400:50 or 6,8,10");
        assert_eq!(refused(""), "`` are not sizes: write 5..60, 50..400:50 or 6,8,10");
        assert_eq!(refused("3"), "a size of 3 is too small: choose sizes from 5 to 1000");
        assert_eq!(refused("5..2000"), "a size of 2000 is too large: choose sizes from 5 to 1000");
        assert!(refused("5..9:0").starts_with("a step of 0"));
    }

    proptest! {
        #[test]
        fn written_sizes_are_parsed_again(sizes in prop::collection::vec(5u64..100, 1..20)) {
            let read = parse(&write(&sizes), 5, 100).unwrap();
            let mut distinct = sizes.clone();
            let mut seen = std::collections::HashSet::new();
            distinct.retain(|&size| seen.insert(size));
            prop_assert_eq!(read, distinct);
        }
    }
}
