//! Least squares fit of one law to points, by the method of Levenberg and Marquardt.

use super::{Law, Point};

/// Minimum relative error of a time: errors that all repeats share do not show in their spread.
const ERROR_FLOOR: f64 = 0.02;

/// A matrix with a row for each parameter of a law.
type Matrix = [[f64; 3]; 3];

/// Fitted parameters for sizes divided by the largest, so that all numbers are near one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    pub(super) law: Law,
    pub(super) scale: f64,
    pub(super) p: [f64; 3],
    pub(super) covariance: Matrix,
    pub(super) sum: f64,
}

impl Scaled {
    /// The logarithm of the time at a number of squares.
    pub(super) fn ln_at(&self, x: f64) -> Option<f64> {
        self.law.ln(&self.p, x / self.scale).map(|(ln, _)| ln)
    }
}

/// The weight of a point: the inverse of the variance of its logarithm.
fn weight(point: &Point) -> f64 {
    1.0 / (point.spread * point.spread + ERROR_FLOOR * ERROR_FLOOR)
}

/// Minimises the sum of squares; laws that are linear in the logarithm need one step.
pub(super) fn least_squares(law: Law, points: &[Point]) -> Option<Scaled> {
    let scale = points.last()?.x;
    let count = law.parameters();
    let mut p = start_parameters(law, points, scale);
    let mut sum = sum_of_squares(law, points, scale, &p)?;
    let mut damping = 1e-3;
    for _ in 0..500 {
        let (normal, slope) = normal_equations(law, points, scale, &p)?;
        let mut damped = normal;
        for (i, row) in damped.iter_mut().enumerate().take(count) {
            row[i] *= 1.0 + damping;
        }
        let step = solve(damped, slope, count)?;
        let next = std::array::from_fn(|i| p[i] + step[i]);
        match sum_of_squares(law, points, scale, &next) {
            Some(lower) if lower <= sum => {
                let is_done = sum - lower <= 1e-14 * sum;
                (p, sum, damping) = (next, lower, (damping * 0.2).max(1e-15));
                if is_done {
                    break;
                }
            }
            _ if damping > 1e12 => break,
            _ => damping *= 5.0,
        }
    }
    let (normal, _) = normal_equations(law, points, scale, &p)?;
    let degrees_of_freedom = (points.len() - count).max(1) as f64;
    // The normal matrix is symmetric, and so is its inverse: columns are rows.
    let mut covariance = [[0.0; 3]; 3];
    for (i, row) in covariance.iter_mut().enumerate().take(count) {
        let unit = std::array::from_fn(|j| f64::from(u8::from(i == j)));
        *row = solve(normal, unit, count)?.map(|part| part * sum / degrees_of_freedom);
    }
    Some(Scaled { law, scale, p, covariance, sum })
}

/// Parameters to start from, for which the law is positive at every point.
fn start_parameters(law: Law, points: &[Point], scale: f64) -> [f64; 3] {
    let (first, last) = (points[0], points[points.len() - 1]);
    match law {
        Law::Power | Law::Exponential => [last.y.ln(), 0.0, 0.0],
        Law::Linear | Law::Quadratic => [first.y * 0.5, last.y * last.x / scale, 0.0],
    }
}

/// The weighted sum of squared errors of the logarithms.
fn sum_of_squares(law: Law, points: &[Point], scale: f64, p: &[f64; 3]) -> Option<f64> {
    let mut sum = 0.0;
    for point in points {
        let (ln, _) = law.ln(p, point.x / scale)?;
        sum += weight(point) * (point.y.ln() - ln).powi(2);
    }
    sum.is_finite().then_some(sum)
}

/// The matrix and the right side of the equations for a step of the parameters.
fn normal_equations(law: Law, points: &[Point], scale: f64, p: &[f64; 3]) -> Option<(Matrix, [f64; 3])> {
    let (mut normal, mut slope) = ([[0.0; 3]; 3], [0.0; 3]);
    for point in points {
        let (ln, slopes) = law.ln(p, point.x / scale)?;
        for i in 0..3 {
            slope[i] += weight(point) * slopes[i] * (point.y.ln() - ln);
            for j in 0..3 {
                normal[i][j] += weight(point) * slopes[i] * slopes[j];
            }
        }
    }
    Some((normal, slope))
}

/// Solves the first `count` symmetric equations, columns scaled to one, by elimination with pivots.
fn solve(mut a: Matrix, mut b: [f64; 3], count: usize) -> Option<[f64; 3]> {
    let size: [f64; 3] = std::array::from_fn(|i| a[i][i].sqrt());
    if size[..count].iter().any(|&size| size == 0.0 || !size.is_finite()) {
        return None;
    }
    for i in 0..count {
        b[i] /= size[i];
        for j in 0..count {
            a[i][j] /= size[i] * size[j];
        }
    }
    for column in 0..count {
        let pivot = (column..count).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-300 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in column + 1..count {
            let factor = a[row][column] / a[column][column];
            let pivot = a[column];
            for (entry, above) in a[row].iter_mut().zip(pivot) {
                *entry -= factor * above;
            }
            b[row] -= factor * b[column];
        }
    }
    let mut x = [0.0; 3];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|i| a[row][i] * x[i]).sum();
        x[row] = (b[row] - known) / a[row][row];
    }
    for i in 0..count {
        x[i] /= size[i];
    }
    Some(x)
}
