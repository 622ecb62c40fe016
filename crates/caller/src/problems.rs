//! Problems of the arguments of a call, each with the parameters that it concerns.
//!
//! Input: a prepared call. Output: problems, in the order in which they were found. Values that a request
//! cannot carry are reported once all values fit.

use chainloom_runtime::catalog::Violation;
use serde::Serialize;

use crate::prepared::Prepared;

/// Something that is wrong with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The names of the parameters that are wrong, alone or together; empty for a problem of none of them.
    pub parameters: Vec<String>,
    /// Human-readable description of the problem.
    pub text: String,
}

impl Problem {
    fn of(violation: &Violation) -> Self {
        let parameters = violation.parameters().iter().map(|name| (*name).to_owned()).collect();
        Self { parameters, text: violation.to_string() }
    }
}

impl Prepared<'_> {
    /// Returns all that is wrong with the arguments.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let violations = if self.is_unread { Vec::new() } else { self.arguments.violations() };
        // Broken rules are added, except those about parameters that have a misfit.
        let is_wrong = |place: &str| self.wrong.iter().any(|misfit| misfit.place == place);
        let others = violations.into_iter().filter(|violation| match violation.place() {
            "" => !violation.parameters().iter().any(|name| is_wrong(name)),
            place => !is_wrong(place),
        });
        let wrong = self.wrong.iter().map(|misfit| Problem {
            parameters: self.parameter_at(&misfit.place).map(str::to_owned).into_iter().collect(),
            text: misfit.text.clone(),
        });
        let all: Vec<Problem> = wrong.chain(others.map(|violation| Problem::of(&violation))).collect();
        if all.is_empty() { self.arguments.misplaced().iter().map(Problem::of).collect() } else { all }
    }

    /// Returns the name of the parameter that a place such as `filter.topics[2]` is in.
    fn parameter_at(&self, place: &str) -> Option<&'static str> {
        let is_in =
            |name: &str| place.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
        self.operation().input.fields.iter().map(|field| field.name).find(|name| is_in(name))
    }
}
