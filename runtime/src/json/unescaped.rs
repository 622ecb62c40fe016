//! Length of the prefix of a text that needs no escape in JSON.
//!
//! Input: bytes. Output: the number of bytes before the first quote, backslash or control
//! character. Reading and writing search for the same bytes. Names are compared here, too.

/// Returns the number of bytes before the first quote, backslash or control character.
#[inline]
pub(crate) fn plain_length(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    // Most texts end here.
    for _ in 0..3 {
        match rest.split_first_chunk::<8>() {
            Some((block, after)) => match special(u64::from_le_bytes(*block)) {
                0 => rest = after,
                marks => return bytes.len() - rest.len() + marks.trailing_zeros() as usize / 8,
            },
            None => return bytes.len() - rest.len() + plain_bytes(rest),
        }
    }
    bytes.len() - from_special(rest).len()
}

/// Returns the bytes from the first quote, backslash or control character on.
#[inline(never)]
fn from_special(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        for _ in 0..8 {
            let plain = match rest.split_first_chunk::<16>() {
                Some((block, after)) => match marks(block) {
                    0 => {
                        rest = after;
                        continue;
                    }
                    marks => marks.trailing_zeros() as usize / 8,
                },
                None => plain_bytes(rest),
            };
            return rest.get(plain..).unwrap_or_default();
        }
        rest = after_plain_blocks(rest);
    }
}

/// Skips the leading blocks of 128 bytes without a special byte.
#[inline(never)]
fn after_plain_blocks(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<128>() {
        if block.iter().fold(u8::MAX, |least, b| least.min(zero_if_special(*b))) == 0 {
            break;
        }
        rest = after;
    }
    rest
}

fn plain_bytes(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| zero_if_special(**b) != 0).count()
}

/// Bit whose flip makes control characters and the quote the smallest bytes.
const FLIP: u8 = 2;
/// Greatest control character or quote, with `FLIP` applied.
const GREATEST_FLIPPED: u8 = b'"' ^ FLIP;

/// Returns 0 for a special byte. Without branches, the compiler can use vector instructions.
#[inline]
fn zero_if_special(b: u8) -> u8 {
    (b ^ FLIP).saturating_sub(GREATEST_FLIPPED).min(b ^ b'\\')
}

/// Sets all bits of each special byte.
#[inline(always)]
fn marks(block: &[u8; 16]) -> u128 {
    let mut marks = [0; 16];
    for (mark, b) in marks.iter_mut().zip(block) {
        let is_special = u8::from(b ^ FLIP <= GREATEST_FLIPPED) | u8::from(*b == b'\\');
        *mark = is_special.wrapping_neg();
    }
    u128::from_le_bytes(marks)
}

/// Sets the top bit of each special byte of a block. Bytes after the first special one may be
/// marked wrongly, because a borrow runs upwards.
#[inline]
fn special(block: u64) -> u64 {
    /// The lowest bit of each byte of a block.
    const ONES: u64 = u64::MAX / 255;
    /// The highest bit of each byte of a block.
    const TOPS: u64 = ONES << 7;
    let least = block ^ (ONES * FLIP as u64);
    let least = least.wrapping_sub(ONES * (GREATEST_FLIPPED as u64 + 1)) & !least;
    let backslash = block ^ (ONES * b'\\' as u64);
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (least | backslash) & TOPS
}

/// Returns whether two names are equal. For short names this is faster than a call of `memcmp`.
#[inline(always)]
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // The last block overlaps the one before; most names need no further comparison.
    match one.len() {
        0..4 => one.iter().zip(other).all(|(a, b)| a == b),
        4..8 => {
            number::<4>(one.first_chunk()) == number::<4>(other.first_chunk())
                && number::<4>(one.last_chunk()) == number::<4>(other.last_chunk())
        }
        _ => {
            number::<8>(one.first_chunk()) == number::<8>(other.first_chunk())
                && number::<8>(one.last_chunk()) == number::<8>(other.last_chunk())
                && (one.len() <= 16 || one == other)
        }
    }
}

/// Converts a block to a number, because the compiler calls `memcmp` for arrays.
#[inline(always)]
fn number<const N: usize>(block: Option<&[u8; N]>) -> u64 {
    let mut bytes = [0; 8];
    if let (Some(block), Some(bytes)) = (block, bytes.first_chunk_mut::<N>()) {
        *bytes = *block;
    }
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_special_byte_is_found_in_texts_of_any_length() {
        for length in [0, 1, 7, 8, 31, 32, 33, 63, 64, 159, 160, 161, 700, 1_300] {
            let plain: Vec<u8> = (0..length).map(|at| [b'a', b' ', 0x7f, 0x80, 0xff][at % 5]).collect();
            assert_eq!(plain_length(&plain), length);
            for at in 0..length {
                for special in [b'"', b'\\', 0, 0x1f] {
                    let mut text = plain.clone();
                    text[at] = special;
                    // Bytes after the special one change nothing.
                    text.push(b'"');
                    assert_eq!(plain_length(&text), at, "{special} at {at} of {length}");
                }
            }
        }
    }
}
