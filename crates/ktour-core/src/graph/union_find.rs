//! Union-find: disjoint sets of numbers, each with a representative, its *root*.
//!
//! *Cost:* nearly constant per operation, by path halving. *Reference:* R. E. Tarjan and J. van Leeuwen 1984.

/// Sets of numbers; each number refers to another of its set, a root to itself.
pub struct UnionFind(Vec<u32>);

impl UnionFind {
    /// Creates the sets {0}, {1}, … of `len` numbers.
    pub fn new(len: usize) -> UnionFind {
        UnionFind((0..len as u32).collect())
    }

    /// Whether a number is the root of its set.
    pub fn is_root(&self, number: u32) -> bool {
        self.0[number as usize] == number
    }

    /// The root of a number's set.
    pub fn find(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let next = self.0[self.0[number as usize] as usize];
            self.0[number as usize] = next;
            number = next;
        }
        number
    }

    /// Merges the sets of two roots; the second stays a root.
    pub fn union(&mut self, one: u32, other: u32) {
        self.0[one as usize] = other;
    }
}
