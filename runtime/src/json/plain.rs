//! How far a text needs no escape.
//!
//! Input: bytes. Output: the number of those before the first quote, backslash or control character. Reading and writing look for
//! the same bytes. Names are compared here, too.

use memchr::memchr2;

/// How many bytes stand before the first quote, backslash or control character.
#[inline]
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    loop {
        // Blocks of eight find the end of short texts, which most are.
        for _ in 0..4 {
            let marks = match rest.split_first_chunk::<8>() {
                Some((block, after)) => match special(u64::from_le_bytes(*block)) {
                    0 => {
                        rest = after;
                        continue;
                    }
                    marks => marks.trailing_zeros() as usize / 8,
                },
                None => rest.iter().take_while(|b| is_special(**b) == 0).count(),
            };
            return bytes.len() - rest.len() + marks;
        }
        rest = after_plain_blocks(rest);
    }
}

/// What follows the blocks at the start that have no special byte. It may end before the first of them.
fn after_plain_blocks(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    for _ in 0..4 {
        match rest.split_first_chunk::<32>() {
            // Without branches, so that the compiler makes vector instructions of it.
            Some((block, after)) if block.iter().fold(0, |any, b| any | is_special(*b)) == 0 => rest = after,
            _ => return rest,
        }
    }
    after_plain_parts(rest)
}

/// The same for long texts.
fn after_plain_parts(bytes: &[u8]) -> &[u8] {
    // Not all at once: a text with many control characters would be searched to its end for each.
    const AT_ONCE: usize = 512;
    let mut rest = bytes;
    while !rest.is_empty() {
        let part = rest.get(..AT_ONCE).unwrap_or(rest);
        let length = memchr2(b'"', b'\\', part).unwrap_or(part.len());
        let plain = part.get(..length).unwrap_or_default();
        if plain.iter().fold(u8::MAX, |least, b| least.min(*b)) < 0x20 {
            break;
        }
        rest = rest.get(length..).unwrap_or_default();
        if length < part.len() {
            break;
        }
    }
    rest
}

fn is_special(b: u8) -> u8 {
    u8::from(b == b'"') | u8::from(b == b'\\') | u8::from(b < 0x20)
}

/// Marks the top bit of each byte of a block that is special; bytes behind the first mark may be marked
/// wrongly, because a borrow runs upwards.
#[inline]
fn special(block: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    let zero_at = |byte: u8| {
        let differs = block ^ (ONES * byte as u64);
        differs.wrapping_sub(ONES) & !differs
    };
    let control = block.wrapping_sub(ONES * 0x20) & !block;
    (zero_at(b'"') | zero_at(b'\\') | control) & TOPS
}

/// Whether two names are the same. Names are short, so a call of the comparison of the system costs more.
#[inline(always)]
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // The last block overlaps the one before; most names have no third.
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

/// A block as a number, because the compiler calls the comparison of the system for arrays.
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
                    // What stands behind it changes nothing.
                    text.push(b'"');
                    assert_eq!(plain_length(&text), at, "{special} at {at} of {length}");
                }
            }
        }
    }
}
