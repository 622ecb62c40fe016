//! Search for the highest height whose delivered events are still valid.
//!
//! Input: heights, and verdicts on single heights. Output: the next height to ask about, or the
//! result. If the events of a height are valid, so are all below, so few heights are asked about.

/// A search among heights.
#[derive(Debug)]
pub(crate) struct Search {
    /// Heights to search, the lowest first.
    heights: Vec<u64>,
    /// Number of heights that are known to be valid, counted from the lowest.
    held: usize,
    /// Index of the lowest height known to be invalid; the number of heights if none is.
    lost: usize,
    /// Distance to the next height to ask about, while no height is known to be valid.
    stride: usize,
}

impl Search {
    /// Starts a search.
    pub(crate) fn new(heights: Vec<u64>) -> Self {
        let lost = heights.len();
        Self { heights, held: 0, lost, stride: 1 }
    }

    /// Returns the next height to ask about; `None` when the search has ended.
    pub(crate) fn probe(&self) -> Option<u64> {
        (self.held < self.lost).then(|| self.heights.get(self.index())).flatten().copied()
    }

    /// Returns the highest valid height; `None` if no height is valid.
    pub(crate) fn found(&self) -> Option<u64> {
        self.held.checked_sub(1).and_then(|last| self.heights.get(last)).copied()
    }

    /// Records whether the events of the asked height are valid.
    pub(crate) fn answer(&mut self, holds: bool) {
        let probe = self.index();
        match holds {
            true => self.held = probe + 1,
            false => self.lost = probe,
        }
        self.stride = self.stride.saturating_mul(2);
    }

    /// Returns the index to ask about next: growing strides downwards first, then bisection.
    const fn index(&self) -> usize {
        match self.held {
            0 => self.lost.saturating_sub(self.stride),
            held => usize::midpoint(held, self.lost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_border_is_found_with_few_questions() {
        for size in [0_u64, 1, 2, 3, 10, 129, 4_096] {
            for holds in (0..=size).filter(|holds| size < 200 || holds % 97 == 0) {
                let mut search = Search::new((0..size).map(|index| 7 + 3 * index).collect());
                let mut asked = 0;
                while let Some(height) = search.probe() {
                    search.answer(height < 7 + 3 * holds);
                    asked += 1;
                }
                assert_eq!(search.found(), holds.checked_sub(1).map(|last| 7 + 3 * last), "{holds} of {size}");
                assert!(asked <= 2 * (size + 1).ilog2() + 2, "{asked} questions for {holds} of {size}");
            }
        }
    }
}
