//! Limits of reading: the depth and the memory of values.
//!
//! Input: the limits of a client for a response. Output: the limits that [`super::reader`]
//! enforces. The size of a body bounds neither: a nested array takes two bytes, and an item of
//! three bytes may take a kilobyte of memory.

/// Default maximum depth of values. The deepest known responses are call traces of virtual
/// machines: 1,024 nested calls, each an object in an array.
pub(crate) const DEPTH: usize = 2_112;

/// Maximum depth of values that are read on the caller's stack.
pub(crate) const SHALLOW: usize = 128;

/// Bytes of stack per level of depth, measured without optimization, plus a margin.
pub(crate) const STACK_OF_LEVEL: usize = 16 * 1024;

/// Bytes of memory for values, per byte of the maximum size of a response.
pub(crate) const BYTES_FOR_BYTE: usize = 4;

/// Limits of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadLimits {
    /// Maximum depth of arrays and objects.
    pub(crate) depth: usize,
    /// Maximum memory of the values, in bytes.
    pub(crate) bytes: usize,
}

impl ReadLimits {
    /// Returns the limits of a response with a maximum size and depth.
    pub(crate) const fn of_response(max_bytes: usize, depth: usize) -> Self {
        Self { depth, bytes: max_bytes.saturating_mul(BYTES_FOR_BYTE) }
    }

    /// Returns the maximum depth of values that are read on the caller's stack.
    pub(crate) const fn shallow(self) -> usize {
        if self.depth < SHALLOW { self.depth } else { SHALLOW }
    }
}

/// Limits for texts that the caller already holds: the default depth, and any size.
impl Default for ReadLimits {
    fn default() -> Self {
        Self { depth: DEPTH, bytes: usize::MAX }
    }
}
