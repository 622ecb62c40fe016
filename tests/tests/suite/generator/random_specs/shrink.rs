//! Makes a spec that goes wrong small.
//!
//! Input: the spec and its fault. Output: its story; with `CHAINLOOM_SHRINK=1`, that of a spec with
//! fewer nasty names and fewer lines that goes wrong in the same way.

use super::trial::{Fault, Outcome, Spec, Trial, generated};

pub(crate) fn small(trial: &Trial, mut spec: Spec, mut fault: Fault) -> String {
    if std::env::var_os("CHAINLOOM_SHRINK").is_none() || fault.title.starts_with("called") {
        return fault.story(&spec);
    }
    for slot in spec.forced.keys().copied().collect::<Vec<_>>() {
        let mut fewer = spec.forced.clone();
        fewer.remove(&slot);
        take_if_alike(trial, Spec::of(spec.seed, fewer), &mut spec, &mut fault);
    }
    for file in (0..spec.files.len()).rev() {
        let mut fewer = spec.clone();
        fewer.files.remove(file);
        take_if_alike(trial, fewer, &mut spec, &mut fault);
    }
    for file in 0..spec.files.len() {
        for line in (0..spec.files[file].1.lines().count()).rev() {
            let mut fewer = spec.clone();
            let lines = fewer.files[file].1.lines().enumerate().filter(|(at, _)| *at != line);
            fewer.files[file].1 = lines.map(|(_, text)| format!("{text}\n")).collect();
            take_if_alike(trial, fewer, &mut spec, &mut fault);
        }
    }
    fault.story(&spec)
}

fn take_if_alike(trial: &Trial, smaller: Spec, spec: &mut Spec, fault: &mut Fault) {
    let found = match generated(&smaller) {
        Outcome::Wrong(fault) => fault,
        Outcome::Refused(_) => return,
        Outcome::Accepted(_) => match trial.compiled("small", &smaller) {
            Err(fault) => fault,
            Ok(()) => return,
        },
    };
    if found.title == fault.title {
        (*spec, *fault) = (smaller, found);
    }
}
