//! Linear equations in floating-point numbers: for fits, which are estimates. The equations of
//! chains are solved as fractions (`solve.rs`).

/// Solves linear equations by elimination with the greatest pivots; `None` if there is not exactly
/// one solution.
#[must_use]
pub fn solved(of: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    let mut rows: Vec<Vec<f64>> = of
        .iter()
        .zip(right)
        .map(|(row, r)| row.iter().copied().chain([*r]).collect())
        .collect();
    for at in 0..size {
        let best = (at..size).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()))?;
        if rows[best][at].abs() < 1e-9 {
            return None;
        }
        rows.swap(at, best);
        let pivot = rows[at].clone();
        for row in rows.iter_mut().skip(at + 1) {
            let factor = row[at] / pivot[at];
            for (value, p) in row.iter_mut().zip(&pivot).skip(at) {
                *value -= factor * p;
            }
        }
    }
    let mut found = vec![0.0; size];
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|j| rows[at][j] * found[j]).sum();
        found[at] = (rows[at][size] - known) / rows[at][at];
    }
    found.iter().all(|x| x.is_finite()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_equations_have_one_solution_or_none() {
        let rows = [vec![0.0, 2.0], vec![4.0, 1.0]];
        assert_eq!(solved(&rows, &[6.0, 11.0]), Some(vec![2.0, 3.0]));
        let twice = [vec![1.0, 2.0], vec![2.0, 4.0]];
        assert_eq!(solved(&twice, &[3.0, 6.0]), None);
    }
}
