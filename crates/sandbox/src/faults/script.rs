//! Scripts: lists of rules, which select the faults of a request.
//!
//! Input: rules, and the names of the requested path and operation. Output: the faults of this
//! request. Each rule counts the requests that match its filter.

use std::sync::{Mutex, PoisonError};

use super::{Fault, Rule};
use crate::synthesis::PageFaults;

/// Rules, each with the number of requests that have matched its filter.
#[derive(Debug, Default)]
pub(crate) struct Script(Mutex<Vec<(Rule, usize)>>);

/// Faults that are chosen for one request.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaultSet(pub(crate) Vec<Fault>);

impl Script {
    pub(crate) fn new(rules: Vec<Rule>) -> Self {
        Self(Mutex::new(rules.into_iter().map(|rule| (rule, 0)).collect()))
    }

    pub(crate) fn add(&self, rule: Rule) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((rule, 0));
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Returns the faults for a request with one of these names, among the faults that `can_be`
    /// admits. Counts the request in each rule that it matches.
    pub(crate) fn choose(&self, names: &[&str], can_be: impl Fn(&Fault) -> bool) -> Vec<Fault> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut chosen = Vec::new();
        for (rule, seen) in rules.iter_mut().filter(|(rule, _)| can_be(&rule.fault)) {
            if rule.on.as_deref().is_some_and(|on| !names.contains(&on)) {
                continue;
            }
            let place = *seen;
            *seen += 1;
            let is_met = rule.times.is_none_or(|times| place < rule.skip.saturating_add(times));
            if place >= rule.skip && is_met {
                chosen.push(rule.fault.clone());
            }
        }
        chosen
    }
}

impl Fault {
    /// Returns whether the fault is chosen once the whole request is known, rather than before or
    /// for a websocket.
    pub(crate) fn is_of_response(&self) -> bool {
        !matches!(self, Self::CutUnread | Self::CutWebsocket(_))
    }

    /// Returns whether the fault affects the handshake of a websocket.
    pub(crate) fn is_of_handshake(&self) -> bool {
        matches!(
            self,
            Self::Status(_)
                | Self::RetryAfter(_)
                | Self::RetryAt(_)
                | Self::Redirect(_)
                | Self::Html
                | Self::Empty
                | Self::SlowHead(_)
                | Self::CutUnread
                | Self::CutWebsocket(_)
        )
    }

    /// Returns whether the fault affects a message over a websocket, or the reply to the message.
    pub(crate) fn is_of_message(&self) -> bool {
        !matches!(
            self,
            Self::Status(_)
                | Self::RetryAfter(_)
                | Self::RetryAt(_)
                | Self::Redirect(_)
                | Self::CutBody
                | Self::Bomb(_)
                | Self::CutWebsocket(_)
        )
    }
}

impl FaultSet {
    /// Parses the faults that the header of a request asks for; filters in the header have no
    /// effect.
    ///
    /// # Errors
    ///
    /// The text is not a list of faults. The error is a human-readable reason.
    pub(crate) fn of_header(text: &str) -> Result<Self, String> {
        let rules = text.split(',').map(|line| line.trim().parse::<Rule>());
        let rules: Result<Vec<Rule>, _> = rules.collect();
        let rules = rules.map_err(|error| format!("{}: {error}", super::HEADER))?;
        Ok(Self(rules.into_iter().map(|rule| rule.fault).collect()))
    }

    pub(crate) fn has(&self, fault: &Fault) -> bool {
        self.0.contains(fault)
    }

    /// Returns the number of messages of the server after which a websocket is cut; `None` if it is
    /// not cut.
    pub(crate) fn of_websocket(&self) -> Option<usize> {
        let counts =
            self.0.iter().filter_map(|fault| if let Fault::CutWebsocket(count) = fault { Some(*count) } else { None });
        counts.min()
    }

    /// Returns the faults that affect the pages of a response.
    pub(crate) fn of_pages(&self) -> PageFaults {
        let clamps = self.0.iter().filter_map(|fault| if let Fault::Clamp(most) = fault { Some(*most) } else { None });
        PageFaults {
            clamp: clamps.min(),
            is_expired: self.has(&Fault::ExpiredToken),
            is_cycle: self.has(&Fault::TokenCycle),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_meets_the_requests_that_it_says() {
        let script = Script::new(vec![Fault::Html.on("a").skip(1).times(2), Fault::Empty.times(1)]);
        let chosen: Vec<Vec<Fault>> =
            ["a", "b", "a", "a", "a"].iter().map(|name| script.choose(&[name, "x"], |_| true)).collect();
        assert_eq!(chosen, [vec![Fault::Empty], vec![], vec![Fault::Html], vec![Fault::Html], vec![]]);
        script.clear();
        assert!(script.is_empty());
    }
}
