//! Which tests run whole: those that are slow by nature are sampled in the ordinary run.

/// Whether all of it is asked for: `CHAINLOOM_FULL=1`, as `cargo xtask ci --full` sets it.
pub fn is_full() -> bool {
    std::env::var_os("CHAINLOOM_FULL").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Returns the step at which cases are tried: each in a full run, and one of `ordinary` in the
/// ordinary run.
pub fn step(ordinary: usize) -> usize {
    if is_full() { 1 } else { ordinary }
}
