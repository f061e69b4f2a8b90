//! Confidence intervals for samples. They use only the four basic operations and square roots, so
//! that the same battles give the same bits on every machine.

/// The quantile of the normal distribution for 95 per cent intervals.
pub const Z: f64 = 1.959_963_984_540_054;

/// Returns the ends of the score interval for a share found in `n` trials (Wilson 1927): the shares
/// for which the observed one would not be unusual.
#[must_use]
pub fn score_interval(share: f64, n: f64) -> (f64, f64) {
    let (p, zz) = (share, Z * Z);
    let centre = (p + zz / (2.0 * n)) / (1.0 + zz / n);
    let half = Z / (1.0 + zz / n) * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt();
    (centre - half, centre + half)
}

/// Returns the quantile of Student's distribution for 95 per cent intervals, by the expansion in
/// Abramowitz and Stegun 26.7.5; for few degrees of freedom, where it is too rough, from their
/// table 26.10.
#[must_use]
pub fn student(freedom: u64) -> f64 {
    const FEW: [f64; 5] = [f64::INFINITY, 12.706, 4.303, 3.182, 2.776];
    if let Some(t) = usize::try_from(freedom).ok().and_then(|at| FEW.get(at)) {
        return *t;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let v = freedom as f64;
    let (z, zz) = (Z, Z * Z);
    let g1 = z * (zz + 1.0) / 4.0;
    let g2 = z * ((5.0 * zz + 16.0) * zz + 3.0) / 96.0;
    let g3 = z * (((3.0 * zz + 19.0) * zz + 17.0) * zz - 15.0) / 384.0;
    let g4 = z * ((((79.0 * zz + 776.0) * zz + 1482.0) * zz - 1920.0) * zz - 945.0) / 92_160.0;
    z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v
}

#[cfg(test)]
mod tests {
    use super::student;

    /// Abramowitz and Stegun, table 26.10.
    #[test]
    fn quantiles_are_the_published_ones() {
        for (freedom, t) in [
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
        ] {
            let found = student(freedom);
            assert!((found - t).abs() <= 2e-3, "{freedom}: {found} is not {t}");
        }
    }
}
