//! Tuples: arrays with a separate type for each element.
//!
//! Input: the reader before an array, or a tuple of Rust. Output: the tuple, or the array. Items
//! after the last element are skipped, as services add some; a missing item is an error. The loop
//! is in [`Reader`] and [`Writer`].

use crate::{
    json::{
        error::ReadError,
        reader::Reader,
        traits::{Read, Write},
        writer::Writer,
    },
    schema::Type,
};

/// Implements the traits for tuples, one length at a time.
macro_rules! tuples {
    ($(($($part:ident $index:literal)*))*) => {$(
        impl<$($part: Read),*> Read for ($($part,)*) {
            fn blank() -> Self {
                ($($part::blank(),)*)
            }

            fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                let mut tuple = Self::blank();
                tuple.fill(ty, reader)?;
                Ok(tuple)
            }

            #[allow(non_snake_case, reason = "a place is named like its type")]
            fn fill(&mut self, ty: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
                let ($($part,)*) = self;
                reader.tuple(ty, &mut |reader, index, ty| match index {
                    $($index => $part.fill(ty, reader),)*
                    _ => reader.skip(),
                })
            }
        }

        impl<$($part: Write),*> Write for ($($part,)*) {
            #[allow(non_snake_case, reason = "a place is named like its type")]
            fn write(&self, ty: Type, writer: &mut Writer) {
                let ($($part,)*) = self;
                writer.tuple(ty, &[$($part),*]);
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
}
