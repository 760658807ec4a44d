//! Speed of an animation, in steps per second.

use std::time::Duration;

/// Steps per second, with the remainder of the last tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    per_second: u32,
    /// Fraction of a step, in nanoseconds times steps per second.
    carried: u128,
}

/// Speeds that + and - choose from.
const LEVELS: [u32; 16] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000, 1_000_000];
/// Maximum number of steps in one tick, so that the screen stays responsive.
const MAX_STEPS_PER_TICK: u128 = 50_000;
const SECOND: u128 = 1_000_000_000;

impl Speed {
    /// Creates a speed of this many steps per second, between one and a million.
    pub fn new(per_second: u32) -> Speed {
        Speed { per_second: per_second.clamp(1, 1_000_000), carried: 0 }
    }

    /// Steps per second.
    pub fn per_second(self) -> u32 {
        self.per_second
    }

    /// The next higher level.
    pub(crate) fn faster(&mut self) {
        self.per_second =
            LEVELS.into_iter().find(|&level| level > self.per_second).unwrap_or(self.per_second);
    }

    /// The next lower level.
    pub(crate) fn slower(&mut self) {
        self.per_second =
            LEVELS.into_iter().rev().find(|&level| level < self.per_second).unwrap_or(self.per_second);
    }

    /// Number of steps that are due after this time.
    pub(crate) fn steps(&mut self, time: Duration) -> usize {
        self.carried += time.as_nanos() * u128::from(self.per_second);
        let steps = self.carried / SECOND;
        self.carried %= SECOND;
        steps.min(MAX_STEPS_PER_TICK) as usize
    }

    /// Drops the remainder of the last tick.
    pub(crate) fn reset(&mut self) {
        self.carried = 0;
    }
}

impl Default for Speed {
    fn default() -> Self {
        Speed::new(10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_step_is_lost_between_ticks() {
        let mut speed = Speed::new(7);
        let steps: usize = (0..1000).map(|_| speed.steps(Duration::from_millis(9))).sum();
        assert_eq!(steps, 63);
    }

    #[test]
    fn levels_end_at_both_ends() {
        let mut speed = Speed::new(3);
        speed.slower();
        assert_eq!(speed.per_second(), 2);
        (0..50).for_each(|_| speed.slower());
        assert_eq!(speed.per_second(), 1);
        (0..50).for_each(|_| speed.faster());
        assert_eq!(speed.per_second(), 1_000_000);
    }
}
