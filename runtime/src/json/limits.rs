//! Limits of reading: the depth and the memory of values.
//!
//! Input: the limits of a client for a response. Output: the limits that [`super::reader`]
//! enforces. The number of bytes of a body bounds neither: two bytes can be one more level, and
//! three bytes an item of a kilobyte.

/// How deep values may be nested unless the caller says otherwise. The deepest responses known are
/// trees of the calls of virtual machines that allow 1,024 in one another, with an array and an
/// object for each.
pub(crate) const DEPTH: usize = 2_112;

/// How deep values are read on the caller's stack.
pub(crate) const SHALLOW: usize = 128;

/// What one more level may take of a stack. Measured without optimization, with room to spare.
pub(crate) const STACK_OF_LEVEL: usize = 16 * 1024;

/// How many bytes of memory values may take for each byte that a response may have.
pub(crate) const BYTES_FOR_BYTE: usize = 4;

/// How far reading may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadLimits {
    /// How deep arrays and objects may be nested.
    pub(crate) depth: usize,
    /// How many bytes of memory the values may take.
    pub(crate) bytes: usize,
}

impl ReadLimits {
    /// Returns the limits of a response with a maximum size and depth.
    pub(crate) const fn of_response(max_bytes: usize, depth: usize) -> Self {
        Self { depth, bytes: max_bytes.saturating_mul(BYTES_FOR_BYTE) }
    }

    /// How deep values are read on the caller's stack.
    pub(crate) const fn shallow(self) -> usize {
        if self.depth < SHALLOW { self.depth } else { SHALLOW }
    }
}

/// For texts that the caller has in hand.
impl Default for ReadLimits {
    fn default() -> Self {
        Self { depth: DEPTH, bytes: usize::MAX }
    }
}
