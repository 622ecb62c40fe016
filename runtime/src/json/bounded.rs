//! Limits of depth and memory while a value is read.
//!
//! Input: the limits, and the value to be read. Output: the value, or an error that names the limit
//! and how to raise it.
//!
//! The stack that reading takes grows with the depth of a value. The first levels are read on the
//! caller's stack. A deeper body is read again on a thread whose stack suffices for the limit.

use crate::{
    json::{
        error::ReadError,
        limits::{BYTES_FOR_BYTE, ReadLimits, SHALLOW, STACK_OF_LEVEL},
        reader::Reader,
        traits::Fill,
    },
    schema::Type,
};

impl Reader<'_> {
    /// Sets the limits for the values that follow.
    pub(crate) fn limit(&mut self, limits: ReadLimits) {
        let entered = self.levels - self.room;
        self.levels = limits.shallow();
        self.room = self.levels.saturating_sub(entered);
        (self.limits, self.left) = (limits, limits.bytes);
    }

    /// Reads the next value into a blank one, at any depth within the limit. Bounds of the type are not checked.
    pub(crate) fn fill(&mut self, ty: Type, value: &mut dyn Fill) -> Result<(), ReadError> {
        let ty = ty.plain();
        let (start, room, levels) = (self.tokens.offset(), self.room, self.levels);
        let read = value.take(ty, self);
        if !std::mem::take(&mut self.needs_stack) {
            return read;
        }
        value.reset();
        self.tokens.seek(start);
        (self.ends, self.guesses, self.left) = (Default::default(), Default::default(), self.limits.bytes);
        (self.room, self.levels) = (room + (self.limits.depth - levels), self.limits.depth);
        let read = self.fill_on_large_stack(ty, value);
        (self.room, self.levels) = (room, levels);
        read
    }

    /// Reads the next value again, on a thread whose stack fits the maximum depth.
    fn fill_on_large_stack(&mut self, ty: Type, value: &mut dyn Fill) -> Result<(), ReadError> {
        let (depth, offset, body) = (self.limits.depth, self.tokens.offset(), self.body());
        let stack = depth.saturating_mul(STACK_OF_LEVEL).saturating_add(1024 * 1024);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("deep response".to_owned()).stack_size(stack);
            match thread.spawn_scoped(scope, || value.take(ty, self)) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(error) => {
                    let expected = format!("at most {SHALLOW} nested arrays and objects");
                    let found = format!("more, for which a thread with a larger stack is needed: {error}");
                    Err(ReadError::new(body, offset, expected, found))
                }
            }
        })
    }

    /// Takes one of the remaining levels of depth.
    pub(crate) fn enter(&mut self) -> Result<(), ReadError> {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(self.too_deep()),
        }
    }

    /// Returns the error of a value that is too deep. If the limit allows more levels, the value is
    /// read again on a larger stack instead.
    #[cold]
    fn too_deep(&mut self) -> ReadError {
        self.needs_stack = self.levels < self.limits.depth;
        let expected = format!("at most {} nested arrays and objects (`max_response_depth`)", self.limits.depth);
        ReadError::new(self.body(), self.tokens.offset(), expected, "more")
    }

    /// Takes `bytes` from the memory that is left for values.
    #[inline]
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), ReadError> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self.too_large()),
        }
    }

    /// Gives back `bytes` taken by [`Self::spend`].
    pub(crate) fn refund(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(bytes);
    }

    /// Returns the error of values that take too much memory.
    #[cold]
    fn too_large(&self) -> ReadError {
        let limit = self.limits.bytes;
        let expected = format!(
            "values that take at most {limit} bytes of memory, which is {BYTES_FOR_BYTE} for each byte of \
             `max_response_bytes`; raise that to read more"
        );
        ReadError::new(self.body(), self.tokens.offset(), expected, "more")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::json::{DEPTH, Read, body::from_slice_within};
    use crate::{Decimal, Text};
    use std::collections::BTreeMap;

    fn told<T: Read + std::fmt::Debug>(body: &str) -> String {
        let limits = ReadLimits::of_response(64 * 1024, DEPTH);
        assert!(from_slice_within::<T>(Type::Json, body.as_bytes(), ReadLimits::default()).is_ok());
        from_slice_within::<T>(Type::Json, body.as_bytes(), limits)
            .map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn values_take_memory_in_proportion_to_the_limit_of_a_response() {
        let list = |item: &str, count: usize| format!("[{}{item}]", format!("{item},").repeat(count - 1));
        for body in [list("[]", 20_000), list("null", 20_000)] {
            let told = told::<Vec<Option<Vec<Text>>>>(&body);
            assert!(told.contains("at most 262144 bytes of memory") && told.contains("`max_response_bytes`"), "{told}");
            assert!(told.starts_with("[10922]"), "{told}");
        }
        let members: Vec<String> = (0..10_000).map(|key| format!("\"{key}\":0")).collect();
        assert!(told::<BTreeMap<Text, Decimal>>(&format!("{{{}}}", members.join(","))).contains("bytes of memory"));
        assert_eq!(told::<Vec<u64>>(&list("1", 30_000)), "");
    }
}
