//! Finds the largest number of pairs among those who may meet: Edmonds' blossom algorithm.

use std::collections::VecDeque;

/// Who may meet whom, by index; symmetric.
pub(crate) struct Graph {
    edges: Vec<Vec<usize>>,
}

/// The state of a search for a path that adds one more pair.
struct Search {
    /// The vertex from which each vertex was reached.
    parent: Vec<Option<usize>>,
    /// The blossom that each vertex lies in, named by its stem.
    base: Vec<usize>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Graph {
    /// Creates a graph of `count` vertices, given whether two may meet.
    pub(crate) fn new(count: usize, may: impl Fn(usize, usize) -> bool) -> Self {
        let of = |one: usize| {
            (0..count)
                .filter(|&two| two != one && may(one, two))
                .collect()
        };
        Self {
            edges: (0..count).map(of).collect(),
        }
    }

    /// Returns the largest possible number of pairs.
    pub(crate) fn most_pairs(&self) -> usize {
        let mut mates = self.quick();
        for root in 0..self.edges.len() {
            if mates[root].is_none() {
                self.extend(root, &mut mates);
            }
        }
        mates.iter().flatten().count() / 2
    }

    /// Returns whether everybody can be paired.
    pub(crate) fn is_perfect(&self) -> bool {
        self.most_pairs() * 2 == self.edges.len()
    }

    /// Pairs vertices greedily, in order.
    fn quick(&self) -> Vec<Option<usize>> {
        let mut mates = vec![None; self.edges.len()];
        for one in 0..self.edges.len() {
            if mates[one].is_none()
                && let Some(&two) = self.edges[one].iter().find(|&&two| mates[two].is_none())
            {
                mates[one] = Some(two);
                mates[two] = Some(one);
            }
        }
        mates
    }

    /// Finds one more pair, if there is a path that begins here.
    fn extend(&self, root: usize, mates: &mut [Option<usize>]) {
        let count = self.edges.len();
        let mut search = Search {
            parent: vec![None; count],
            base: (0..count).collect(),
            reached: vec![false; count],
            queue: VecDeque::from([root]),
        };
        search.reached[root] = true;
        while let Some(one) = search.queue.pop_front() {
            for &two in &self.edges[one] {
                if search.base[one] == search.base[two] || mates[one] == Some(two) {
                    continue;
                }
                let even =
                    two == root || mates[two].is_some_and(|mate| search.parent[mate].is_some());
                if even {
                    search.shrink(one, two, mates);
                } else if search.parent[two].is_none() {
                    search.parent[two] = Some(one);
                    match mates[two] {
                        Some(mate) => search.reach(mate),
                        None => return search.swap(two, mates),
                    }
                }
            }
        }
    }
}

impl Search {
    fn reach(&mut self, one: usize) {
        self.reached[one] = true;
        self.queue.push_back(one);
    }

    /// Follows the path that was found and swaps the pairs along it.
    fn swap(&self, end: usize, mates: &mut [Option<usize>]) {
        let mut at = Some(end);
        while let Some(two) = at {
            let one = self.parent[two];
            let next = one.and_then(|one| mates[one]);
            mates[two] = one;
            if let Some(one) = one {
                mates[one] = Some(two);
            }
            at = next;
        }
    }

    /// A path of odd length that closes on itself is a blossom: all of it counts as one vertex.
    fn shrink(&mut self, one: usize, two: usize, mates: &[Option<usize>]) {
        let stem = self.common(one, two, mates);
        let mut inside = vec![false; self.base.len()];
        self.mark(one, two, stem, mates, &mut inside);
        self.mark(two, one, stem, mates, &mut inside);
        for at in 0..self.base.len() {
            if inside[self.base[at]] {
                self.base[at] = stem;
                if !self.reached[at] {
                    self.reach(at);
                }
            }
        }
    }

    /// Returns where the paths from two vertices to the root meet.
    fn common(&self, one: usize, two: usize, mates: &[Option<usize>]) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = self.base[one];
        loop {
            seen[at] = true;
            match mates[at].and_then(|mate| self.parent[mate]) {
                Some(next) => at = self.base[next],
                None => break,
            }
        }
        at = self.base[two];
        while !seen[at] {
            match mates[at].and_then(|mate| self.parent[mate]) {
                Some(next) => at = self.base[next],
                None => break,
            }
        }
        at
    }

    fn mark(
        &mut self,
        from: usize,
        child: usize,
        stem: usize,
        mates: &[Option<usize>],
        inside: &mut [bool],
    ) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != stem {
            inside[self.base[at]] = true;
            let Some(mate) = mates[at] else { return };
            inside[self.base[mate]] = true;
            self.parent[at] = Some(child);
            child = mate;
            let Some(next) = self.parent[mate] else {
                return;
            };
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    /// Returns the largest number of pairs by trying every combination.
    fn tried(count: usize, may: &dyn Fn(usize, usize) -> bool, free: u32) -> usize {
        let Some(one) = (0..count).find(|&one| free & (1 << one) != 0) else {
            return 0;
        };
        let rest = free & !(1 << one);
        let mut best = tried(count, may, rest);
        for two in one + 1..count {
            if rest & (1 << two) != 0 && may(one, two) {
                best = best.max(1 + tried(count, may, rest & !(1 << two)));
            }
        }
        best
    }

    #[test]
    fn there_are_as_many_pairs_as_every_way_tried_gives() {
        let mut lot: u64 = 7;
        for case in 0..1500 {
            let count = 2 + case % 8;
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
            let lots = pairs.filter(|_| {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                lot >> 62 == 0
            });
            let edges: Vec<(usize, usize)> = lots.collect();
            let may = |one: usize, two: usize| edges.contains(&(one.min(two), one.max(two)));
            let wanted = tried(count, &may, (1 << count) - 1);
            assert_eq!(Graph::new(count, may).most_pairs(), wanted, "case {case}");
        }
    }
}
