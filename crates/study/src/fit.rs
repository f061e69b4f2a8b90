//! Logistic regression, as used for points and to find where a scenario is even: Newton's method,
//! with errors that are robust to related battles.
//!
//! The exponential and the logarithm come from `libm`, so that a fit has the same bits on every
//! machine.

use sandtable_odds::solved;

/// One battle as the fit sees it: how much there was of everything, its result (1 won, 0 lost, ½
/// neither), and the battles it is related to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The explaining numbers, one for each coefficient.
    pub x: Vec<f64>,
    /// The result.
    pub y: f64,
    /// The cluster of the row. Rows of one cluster may depend on each other; they stand together.
    pub cluster: u32,
}

/// A fitted model: the chance of winning is `1 / (1 + exp(-β·x))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The coefficients.
    pub beta: Vec<f64>,
    /// The covariance of the coefficients, row by row.
    pub covariance: Vec<Vec<f64>>,
    /// The ridge that was needed; zero for none.
    pub ridge: f64,
}

/// Returns the chance that belongs to a sum.
pub fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum.clamp(-500.0, 500.0)))
}

/// Returns how wrong a chance was: the log loss in natural units.
pub fn loss(chance: f64, y: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    -(y * libm::log(chance) + (1.0 - y) * libm::log(1.0 - chance))
}

/// Returns the dot product of two rows of numbers.
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Ridges to try in turn until a fit is found.
const RIDGES: [f64; 4] = [0.0, 0.1, 1.0, 10.0];

/// Fits the model. If the rows are perfectly separated or contain too little information, the
/// likelihood has no maximum. The fit then uses the smallest of a few ridges that works, and
/// records it.
pub fn fit(rows: &[Row]) -> Option<Fit> {
    let size = rows.first()?.x.len();
    RIDGES.iter().find_map(|&ridge| newton(rows, size, ridge))
}

fn newton(rows: &[Row], size: usize, ridge: f64) -> Option<Fit> {
    let mut beta = vec![0.0; size];
    for _ in 0..60 {
        let (gradient, hessian) = slope(rows, &beta, ridge);
        let step = solved(&hessian, &gradient)?;
        let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
        // Where hardly any battle is in doubt, long steps would overshoot.
        let part = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (b, s) in beta.iter_mut().zip(&step) {
            *b += part * s;
        }
        if beta.iter().any(|b| b.abs() > 25.0 || !b.is_finite()) {
            return None;
        }
        if longest < 1e-10 {
            let (_, hessian) = slope(rows, &beta, ridge);
            let covariance = sandwich(rows, &beta, &hessian)?;
            return Some(Fit {
                beta,
                covariance,
                ridge,
            });
        }
    }
    None
}

/// Returns the gradient of the likelihood and its curvature.
fn slope(rows: &[Row], beta: &[f64], ridge: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = beta.len();
    let mut gradient: Vec<f64> = beta.iter().map(|b| -ridge * b).collect();
    let mut hessian = vec![vec![0.0; size]; size];
    for row in rows {
        let p = chance(dot(&row.x, beta));
        let weight = p * (1.0 - p);
        for i in 0..size {
            gradient[i] += (row.y - p) * row.x[i];
            for (sum, x) in hessian[i].iter_mut().zip(&row.x) {
                *sum += weight * row.x[i] * x;
            }
        }
    }
    for (i, row) in hessian.iter_mut().enumerate() {
        row[i] += ridge;
    }
    (gradient, hessian)
}

/// Returns the covariance robust to related battles (Liang and Zeger 1986): `H⁻¹ (Σ g gᵀ) H⁻¹`, the
/// sum over clusters, with the usual small correction.
fn sandwich(rows: &[Row], beta: &[f64], hessian: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = beta.len();
    let mut sums: std::collections::BTreeMap<u32, Vec<f64>> = std::collections::BTreeMap::new();
    for row in rows {
        let sum = sums.entry(row.cluster).or_insert_with(|| vec![0.0; size]);
        let rest = row.y - chance(dot(&row.x, beta));
        for (s, x) in sum.iter_mut().zip(&row.x) {
            *s += rest * x;
        }
    }
    let inverse = invert(hessian)?;
    let clusters = crate::stats::float(sums.len() as u64);
    let factor = clusters / (clusters - 1.0).max(1.0);
    let mut middle = vec![vec![0.0; size]; size];
    for sum in sums.values() {
        for i in 0..size {
            for (m, s) in middle[i].iter_mut().zip(sum) {
                *m += factor * sum[i] * s;
            }
        }
    }
    Some(times(&times(&inverse, &middle), &inverse))
}

fn times(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |j: usize| -> Vec<f64> { b.iter().map(|row| row[j]).collect() };
    let width = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..width).map(|j| dot(row, &column(j))).collect())
        .collect()
}

fn invert(of: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = of.len();
    let unit =
        |at: usize| -> Vec<f64> { (0..size).map(|i| f64::from(u8::from(i == at))).collect() };
    let columns: Option<Vec<Vec<f64>>> = (0..size).map(|at| solved(of, &unit(at))).collect();
    let columns = columns?;
    Some(
        (0..size)
            .map(|i| columns.iter().map(|c| c[i]).collect())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two groups, the coefficient is the logarithm of the odds ratio, and its error the root
    /// of the sum of reciprocals.
    #[test]
    fn a_fit_of_two_groups_is_their_odds_ratio() {
        let mut rows = Vec::new();
        for (x, won, lost) in [(0.0, 30, 20), (1.0, 45, 15)] {
            for at in 0..won + lost {
                rows.push(Row {
                    x: vec![1.0, x],
                    y: f64::from(u8::from(at < won)),
                    cluster: rows.len() as u32,
                });
            }
        }
        let found = fit(&rows).expect("a fit");
        let ratio = libm::log(45.0 / 15.0) - libm::log(30.0 / 20.0);
        assert!((found.beta[1] - ratio).abs() < 1e-8, "{found:?}");
        let error = (1.0_f64 / 30.0 + 1.0 / 20.0 + 1.0 / 45.0 + 1.0 / 15.0).sqrt();
        let got = found.covariance[1][1].sqrt();
        assert!((got - error).abs() < 0.01 * error, "{got} is not {error}");
        assert!(found.ridge.to_bits() == 0);
    }

    /// A fit finds the known values by which battles were played, and 95 of 100 intervals contain
    /// them.
    #[test]
    fn known_values_are_found_again() {
        let truth = [0.3, 0.9, 0.5];
        let mut state = 1;
        let mut next = || {
            state = crate::seed::mix(state, 1);
            crate::stats::float(state >> 11) / crate::stats::float(1 << 53)
        };
        let (mut held, mut all) = (0, 0);
        for _ in 0..80 {
            let rows: Vec<Row> = (0..240)
                .map(|n| {
                    let mut draw = || (next() * 5.0).floor() - 2.0;
                    let x = vec![1.0, draw(), draw()];
                    let y = f64::from(u8::from(next() < chance(dot(&x, &truth))));
                    Row { x, y, cluster: n }
                })
                .collect();
            let found = fit(&rows).expect("a fit");
            for (at, true_one) in truth.iter().enumerate() {
                let half = crate::stats::Z * found.covariance[at][at].sqrt();
                held += u32::from((found.beta[at] - true_one).abs() <= half);
                all += 1;
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.90..0.99).contains(&share), "{share}");
    }

    #[test]
    fn what_cannot_be_told_apart_takes_a_ridge() {
        let rows: Vec<Row> = (0..20)
            .map(|n| Row {
                x: vec![f64::from(n) - 9.5],
                y: f64::from(u8::from(n > 9)),
                cluster: n as u32,
            })
            .collect();
        let found = fit(&rows).expect("a fit");
        assert!(found.ridge > 0.0 && found.beta[0] > 0.0);
    }
}
