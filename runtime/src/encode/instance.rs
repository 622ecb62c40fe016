//! Instance of a service to which calls go: an endpoint, and values for the variables of the
//! service.
//!
//! Input: the choices of the user on the handle of a service. Output: the index of the endpoint,
//! and values keyed by variable. The client does not belong here.

use std::{fmt, ops::Deref, sync::Arc};

/// An endpoint of a service, and values for the variables of the service.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The index in [`Service::endpoints`](crate::schema::Service::endpoints).
    pub(crate) endpoint: usize,
    vars: Vars,
}

/// A variable and its value.
type Var = (&'static str, Box<str>);

/// The variables of a target. They are shared, because each call of a handle takes a copy.
#[derive(Clone)]
struct Vars(Option<Arc<[Var]>>);

impl Deref for Vars {
    type Target = [Var];

    fn deref(&self) -> &[Var] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl fmt::Debug for Vars {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl Instance {
    /// Creates the instance with the first endpoint of a service and the defaults of its variables.
    pub(crate) const fn new() -> Self {
        Self { endpoint: 0, vars: Vars(None) }
    }

    pub(crate) fn with_var(self, name: &'static str, value: String) -> Self {
        let others = self.vars.iter().filter(|(known, _)| *known != name).cloned();
        Self { vars: Vars(Some(others.chain([(name, value.into_boxed_str())]).collect())), ..self }
    }

    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }

    /// Returns the variables that were set here.
    pub(crate) fn vars(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.vars.iter().map(|(name, value)| (*name, &**value))
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let is_known = |(name, value): &Var| other.value(name) == Some(&**value);
        // Targets of one handle share them.
        let has_vars = std::ptr::eq::<[Var]>(&*self.vars, &*other.vars)
            || self.vars.len() == other.vars.len() && self.vars.iter().all(is_known);
        self.endpoint == other.endpoint && has_vars
    }
}
