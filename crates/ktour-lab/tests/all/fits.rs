//! Laws recovered from synthetic data, with noise and without.

use ktour_lab::fit::{Comparison, Law, Point, compare};
use ktour_search::Method;
use proptest::prelude::*;

/// Fits laws to times of a law with noise, at sizes that grow by equal factors.
fn fitted(law: impl Fn(f64) -> f64, noise: &[f64], from: f64, to: f64) -> Comparison {
    let last = (noise.len() - 1) as f64;
    let point = |(at, noise): (usize, &f64)| {
        let x = from * (to / from).powf(at as f64 / last);
        Point { x, y: law(x) * noise.exp(), spread: 0.01 }
    };
    compare(&noise.iter().enumerate().map(point).collect::<Vec<_>>()).unwrap()
}

fn noise(percent: f64) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-percent / 100.0..percent / 100.0, 14)
}

/// Slope of a straight line through the noise, in its own standard errors.
fn trend(noise: &[f64]) -> f64 {
    let count = noise.len() as f64;
    let mean = noise.iter().sum::<f64>() / count;
    let from_middle = |at: usize| at as f64 - (count - 1.0) / 2.0;
    let spread: f64 = (0..noise.len()).map(|at| from_middle(at).powi(2)).sum();
    let slope = noise.iter().enumerate().map(|(at, noise)| from_middle(at) * noise).sum::<f64>() / spread;
    let rest = |(at, noise): (usize, &f64)| (noise - mean - slope * from_middle(at)).powi(2);
    let residual: f64 = noise.iter().enumerate().map(rest).sum();
    slope / (residual / (count - 2.0) / spread).sqrt()
}

fn near(found: f64, wanted: f64, tolerance: f64) -> bool {
    (found - wanted).abs() <= tolerance * wanted.abs()
}

proptest! {
    #[test]
    fn a_power_law_is_found(a in -22.0..-14.0f64, b in 1.3..1.7f64, noise in noise(3.0)) {
        let comparison = fitted(|x| a.exp() * x.powf(b), &noise, 36.0, 1e6);
        prop_assert_eq!(comparison.best().law, Law::Power);
    }

    /// Near exponents 1 and 2 a line or a quadratic may fit as well, but the exponent is found. Noise with a
    /// trend of its own, which is 1 in 500, is skipped.
    #[test]
    fn an_exponent_is_found_within_its_error(a in -22.0..-14.0f64, b in 0.5..3.0f64, noise in noise(3.0)) {
        prop_assume!(trend(&noise).abs() < 4.0);
        let comparison = fitted(|x| a.exp() * x.powf(b), &noise, 36.0, 1e6);
        let power = comparison.fit_of(Law::Power).unwrap();
        prop_assert!((power.parameters[1] - b).abs() < 0.01, "{:?}", power);
        prop_assert!((power.parameters[1] - b).abs() < 6.0 * power.errors[1] + 1e-9, "{:?}", power);
        prop_assert!(power.held_out.unwrap() < 0.1);
    }

    #[test]
    fn an_exponential_is_found_with_its_rate(a in -20.0..-10.0f64, b in 0.02..0.2f64, noise in noise(3.0)) {
        let comparison = fitted(|x| (a + b * x).exp(), &noise, 16.0, 200.0);
        let best = comparison.best();
        prop_assert_eq!(best.law, Law::Exponential);
        prop_assert!(near(best.parameters[1], b, 0.03), "{:?}", best);
        prop_assert!(best.held_out.unwrap() < 0.2);
    }

    /// The start-up cost makes the quadratic differ from a power and from a line.
    #[test]
    fn a_quadratic_is_found_with_its_parameters(b in 0.5..2.0f64, noise in noise(1.0)) {
        let law = |x: f64| 1e-4 + b * 1e-7 * x + 1e-11 * x * x;
        let comparison = fitted(law, &noise, 100.0, 1e6);
        let best = comparison.best();
        prop_assert_eq!(best.law, Law::Quadratic);
        prop_assert!(near(best.parameters[2], 1e-11, 0.1), "{:?}", best);
        prop_assert!(near(best.parameters[1], b * 1e-7, 0.3), "{:?}", best);
    }

    #[test]
    fn a_line_with_a_start_up_cost_is_linear(noise in noise(1.0)) {
        let comparison = fitted(|x| 1e-5 + 2e-8 * x, &noise, 36.0, 1e6);
        let linear = comparison.fit_of(Law::Linear).unwrap();
        // A line is also a quadratic, so a quadratic may fit the noise better; no other law may.
        prop_assert!(matches!(comparison.best().law, Law::Linear | Law::Quadratic));
        prop_assert!(comparison.fit_of(Law::Power).unwrap().aicc - linear.aicc > 20.0);
        prop_assert!(near(linear.parameters[1], 2e-8, 0.02) && near(linear.parameters[0], 1e-5, 0.03), "{:?}", linear);
        prop_assert!(comparison.fit_of(Law::Exponential).unwrap().held_out.is_none_or(|error| error > 0.5));
    }

    /// Scaling all times by a factor does not change the verdict.
    #[test]
    fn units_do_not_matter(noise in noise(3.0), by in 0.001..1000.0f64) {
        let one = fitted(|x| 1e-9 * x.powf(1.4), &noise, 36.0, 1e6);
        let other = fitted(|x| by * 1e-9 * x.powf(1.4), &noise, 36.0, 1e6);
        let verdict = |comparison: &Comparison| comparison.fits.iter().map(|fit| fit.law).collect::<Vec<_>>();
        prop_assert_eq!(verdict(&one), verdict(&other));
        prop_assert!((one.best().aicc - other.best().aicc).abs() < 1e-3);
    }

    /// A wrong point with a large error changes the law less than one with a small error.
    #[test]
    fn points_with_larger_errors_weigh_less(at in 1usize..13) {
        let exponent = |spread: f64| {
            let point = |i: usize| {
                let x = 36.0 * 2f64.powi(i as i32);
                let wrong = if i == at { 1.5 } else { 1.0 };
                Point { x, y: 1e-9 * x.powf(1.2) * wrong, spread: if i == at { spread } else { 0.01 } }
            };
            compare(&(0..14).map(point).collect::<Vec<_>>()).unwrap().fit_of(Law::Power).unwrap().at(36.0 * 2f64.powi(at as i32)).unwrap()
        };
        let truth = 1e-9 * (36.0 * 2f64.powi(at as i32)).powf(1.2);
        prop_assert!(exponent(0.5) / truth < exponent(0.01) / truth);
    }
}

#[test]
fn the_sentence_names_the_law_and_the_error_of_the_exponential() {
    let comparison = fitted(
        |x| 1e-8 * x.powf(1.5),
        &[0.01, -0.01, 0.02, 0.0, -0.02, 0.01, 0.0, -0.01, 0.01, 0.0],
        64.0,
        1e6,
    );
    let sentence = comparison.sentence(Method::Divide).to_string();
    assert!(sentence.starts_with("For divide, the data support the power law (AICc lower by "), "{sentence}");
    assert!(sentence.contains("with the exponent 1.50"), "{sentence}");
    assert!(sentence.contains("an exponential law with an error of a factor of "), "{sentence}");
}

#[test]
fn too_few_points_are_not_fitted() {
    let point = |x| Point { x, y: x, spread: 0.0 };
    assert!(compare(&[1.0, 2.0, 3.0, 4.0, 5.0].map(point)).is_none());
    assert!(compare(&[]).is_none());
}
