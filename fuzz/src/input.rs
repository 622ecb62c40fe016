//! Choices by the bytes of the fuzzer: an operation, a seed, a range of a text.
//!
//! Input: bytes, from the front. Output: choices. Without further bytes, the first option is
//! chosen.

use arbitrary::Unstructured;
use chainloom::operations;
use chainloom::runtime::catalog::Entry;
use chainloom_values::{Draw, Members};

/// The bytes that are left.
pub(crate) struct Input<'d>(Unstructured<'d>);

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Chooses a number below `end`, which is at most 65,536; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let number = match end {
            0..=256 => self.0.arbitrary::<u8>().map(usize::from),
            _ => self.0.arbitrary::<u16>().map(usize::from),
        };
        number.unwrap_or_default().checked_rem(end).unwrap_or_default()
    }

    pub(crate) fn one_of<T: Copy>(&mut self, table: &[T]) -> Option<T> {
        table.get(self.below(table.len())).copied()
    }

    /// Some of the bytes that are left: at most this number, which is below 256.
    pub(crate) fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.below(most + 1).min(self.0.len());
        self.0.bytes(length).map(<[u8]>::to_vec).unwrap_or_default()
    }

    /// All bytes that are left.
    pub(crate) fn rest(self) -> &'d [u8] {
        self.0.take_rest()
    }

    pub(crate) fn operation(&mut self) -> &'static Entry {
        &operations()[self.below(operations().len())]
    }

    /// A source of values with few seeds, so that bytes matter more than the rng.
    pub(crate) fn draw(&mut self) -> Draw {
        let choice = self.below(256);
        let draw =
            Draw::new(choice as u64 / 6).wild().members([Members::Drawn, Members::All, Members::Required][choice % 3]);
        if (choice / 3).is_multiple_of(2) { draw } else { draw.surprises() }
    }

    /// Replaces a piece of a text by the bytes that are left. Nothing is replaced if none are.
    pub(crate) fn spliced(mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        if self.is_empty() {
            return bytes;
        }
        let start = self.below(65_536) % (bytes.len() + 1);
        let end = bytes.len().min(start + self.below(65_536));
        bytes.splice(start..end, self.0.take_rest().iter().copied());
        bytes
    }
}
