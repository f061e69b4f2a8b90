//! Equations of chains: the expected total of a state is what it contributes itself plus the
//! expected totals of the states that follow. They are solved one knot (strongly connected
//! component) of states at a time, later states first; most knots are a single state.

use crate::{Chance, Weight};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

/// For each state, the next states with their chances.
pub(crate) type Steps<W> = Vec<Vec<(usize, W)>>;

/// The largest knot that is solved exactly.
const LARGEST: usize = 160;

/// Numbers in which equations can be solved.
pub(crate) trait Field: Clone + PartialEq {
    const EXACT: bool;
    fn whole(n: i8) -> Self;
    fn add(&self, other: &Self) -> Option<Self>;
    fn sub(&self, other: &Self) -> Option<Self>;
    fn mul(&self, other: &Self) -> Option<Self>;
    fn div(&self, other: &Self) -> Option<Self>;
}

impl Field for Ratio<i128> {
    const EXACT: bool = true;
    fn whole(n: i8) -> Self {
        Self::from_integer(i128::from(n))
    }
    fn add(&self, other: &Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn sub(&self, other: &Self) -> Option<Self> {
        self.checked_sub(other)
    }
    fn mul(&self, other: &Self) -> Option<Self> {
        self.checked_mul(other)
    }
    fn div(&self, other: &Self) -> Option<Self> {
        self.checked_div(other)
    }
}

impl Field for f64 {
    const EXACT: bool = false;
    fn whole(n: i8) -> Self {
        Self::from(n)
    }
    fn add(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
    fn sub(&self, other: &Self) -> Option<Self> {
        Some(self - other)
    }
    fn mul(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }
    fn div(&self, other: &Self) -> Option<Self> {
        (*other != 0.0).then(|| self / other)
    }
}

/// Returns the chances as exact fractions, if all of them are known exactly.
pub(crate) fn exact(steps: &Steps<Chance>) -> Option<Steps<Ratio<i128>>> {
    let ratio = |chance: Chance| {
        let (top, bottom) = chance.fraction()?;
        Some(Ratio::new(
            i128::try_from(top).ok()?,
            i128::try_from(bottom).ok()?,
        ))
    };
    let row = |row: &Vec<(usize, Chance)>| {
        row.iter()
            .map(|&(to, chance)| Some((to, ratio(chance)?)))
            .collect()
    };
    steps.iter().map(row).collect()
}

/// Returns the chances as floating-point numbers.
pub(crate) fn about(steps: &Steps<Chance>) -> Steps<f64> {
    let row = |row: &Vec<(usize, Chance)>| row.iter().map(|&(to, c)| (to, c.number())).collect();
    steps.iter().map(row).collect()
}

/// Returns the states from which a state is reachable for which `holds` is true.
pub(crate) fn reach<W>(steps: &Steps<W>, holds: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (from, row) in steps.iter().enumerate() {
        row.iter().for_each(|(to, _)| back[*to].push(from));
    }
    let mut found: Vec<bool> = (0..steps.len()).map(&holds).collect();
    let mut open: Vec<usize> = (0..steps.len()).filter(|&at| found[at]).collect();
    while let Some(at) = open.pop() {
        for &from in &back[at] {
            if !found[from] {
                found[from] = true;
                open.push(from);
            }
        }
    }
    found
}

/// Returns, for every state, the chance of reaching a state for which `holds` is true.
pub(crate) fn chance<F: Field>(
    steps: &Steps<F>,
    holds: impl Fn(usize) -> bool,
    reach: &[bool],
) -> Option<Vec<F>> {
    let ends: Vec<bool> = (0..steps.len()).map(&holds).collect();
    sum(steps, |at| ends[at].then(|| F::whole(1)), reach, &ends)
}

/// Returns, for every state, the expected total of what the states on the way contribute. States
/// outside `reach` contribute nothing; nothing follows a state in `ends`.
pub(crate) fn sum<F: Field>(
    steps: &Steps<F>,
    brings: impl Fn(usize) -> Option<F>,
    reach: &[bool],
    ends: &[bool],
) -> Option<Vec<F>> {
    let mut all = vec![F::whole(0); steps.len()];
    let mut place = vec![usize::MAX; steps.len()];
    for knot in knots(steps) {
        let knot: Vec<usize> = knot.into_iter().filter(|&at| reach[at]).collect();
        for (row, &at) in knot.iter().enumerate() {
            place[at] = row;
        }
        let mut rows = Vec::with_capacity(knot.len());
        for &at in &knot {
            let mut within = Vec::new();
            let mut known = brings(at).unwrap_or_else(|| F::whole(0));
            for (to, chance) in steps[at].iter().filter(|_| !ends[at]) {
                if place[*to] == usize::MAX {
                    known = known.add(&chance.mul(&all[*to])?)?;
                } else {
                    within.push((place[*to], chance.clone()));
                }
            }
            rows.push((within, known));
        }
        let solved = solve(&rows)?;
        for (&at, value) in knot.iter().zip(solved) {
            all[at] = value;
            place[at] = usize::MAX;
        }
    }
    Some(all)
}

/// Solves `x = within x + known`.
fn solve<F: Field>(rows: &[(Vec<(usize, F)>, F)]) -> Option<Vec<F>> {
    match rows {
        [] => return Some(Vec::new()),
        [(within, known)] => {
            let stays = within
                .iter()
                .try_fold(F::whole(0), |sum, (_, p)| sum.add(p))?;
            return Some(vec![known.div(&F::whole(1).sub(&stays)?)?]);
        }
        _ if rows.len() > LARGEST => return (!F::EXACT).then(|| iterate(rows)).flatten(),
        _ => {}
    }
    let n = rows.len();
    let mut matrix = vec![vec![F::whole(0); n + 1]; n];
    for (at, (within, known)) in rows.iter().enumerate() {
        matrix[at][at] = F::whole(1);
        matrix[at][n] = known.clone();
        for (to, chance) in within {
            matrix[at][*to] = matrix[at][*to].sub(chance)?;
        }
    }
    for column in 0..n {
        let pivot = (column..n).find(|&r| matrix[r][column] != F::whole(0))?;
        matrix.swap(column, pivot);
        let first = matrix[column].clone();
        let scale = first[column].clone();
        let (_, below) = matrix.split_at_mut(column + 1);
        for row in below.iter_mut().filter(|row| row[column] != F::whole(0)) {
            let factor = row[column].div(&scale)?;
            for place in column..=n {
                row[place] = row[place].sub(&factor.mul(&first[place])?)?;
            }
        }
    }
    let mut found = vec![F::whole(0); n];
    for row in (0..n).rev() {
        let mut value = matrix[row][n].clone();
        for place in row + 1..n {
            value = value.sub(&matrix[row][place].mul(&found[place])?)?;
        }
        found[row] = value.div(&matrix[row][row])?;
    }
    Some(found)
}

/// Solves the equations of a large knot: applies each equation in turn until nothing changes any
/// more.
fn iterate<F: Field>(rows: &[(Vec<(usize, F)>, F)]) -> Option<Vec<F>> {
    const ROUNDS: usize = 20_000;
    let mut found = vec![F::whole(0); rows.len()];
    for _ in 0..ROUNDS {
        let mut moved = false;
        for (at, (within, known)) in rows.iter().enumerate() {
            let value = within
                .iter()
                .try_fold(known.clone(), |sum, (to, p)| sum.add(&p.mul(&found[*to])?))?;
            moved |= value != found[at];
            found[at] = value;
        }
        if !moved {
            break;
        }
    }
    Some(found)
}

/// Returns the knots of a chain: states that can be reached from one another, later knots before
/// those that lead to them (Tarjan's algorithm, without recursion).
fn knots<W>(steps: &Steps<W>) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let n = steps.len();
    let (mut number, mut low, mut on) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut stack, mut out, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, edge)) = path.pop() {
            if edge == 0 {
                (number[at], low[at]) = (count, count);
                count += 1;
                stack.push(at);
                on[at] = true;
            } else {
                let child = steps[at][edge - 1].0;
                if on[child] {
                    low[at] = low[at].min(low[child]);
                }
            }
            let next = (edge..steps[at].len()).find(|&e| {
                let to = steps[at][e].0;
                if number[to] != NEW && on[to] {
                    low[at] = low[at].min(number[to]);
                }
                number[to] == NEW
            });
            if let Some(next) = next {
                path.push((at, next + 1));
                path.push((steps[at][next].0, 0));
            } else if low[at] == number[at] {
                let from = stack.iter().rposition(|&s| s == at).unwrap_or(0);
                let knot = stack.split_off(from);
                knot.iter().for_each(|&s| on[s] = false);
                out.push(knot);
            }
        }
    }
    out
}
