//! Known values of the variables in the paths of services.
//!
//! Input: the spec, and the values that a test set. Output: whether a path is served, and a value for a path that is
//! displayed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chainloom_forms::Form;
use chainloom_interpret::{Api, Var};
use chainloom_runtime::schema::{Bounds, Scalar, Service, Type};

use super::template::Variables;
use crate::synthesis::Style;

/// Value of a variable that accepts every value.
const ANY: &str = "any";

/// Values with which the variables in paths are served.
#[derive(Clone)]
pub(crate) struct KnownValues {
    api: Arc<Api>,
    /// Values set by the test, keyed by variable; `*` accepts every value. They override the values
    /// of the spec.
    set: HashMap<String, Vec<String>>,
}

impl KnownValues {
    pub(crate) fn new(api: Arc<Api>, set: HashMap<String, Vec<String>>) -> Self {
        Self { api, set }
    }

    /// Returns whether a path of a service with these values of its variables is served.
    pub(crate) fn is_served(&self, service: &Service, variables: &Variables) -> bool {
        variables.iter().all(|(name, value)| match self.set.get(name) {
            Some(known) => known.iter().any(|known| known == value || known == "*"),
            None => self.var(service, name).is_none_or(|var| var.takes(value)),
        })
    }

    /// Returns a value with which a path is served, for a variable that has no default: set by the
    /// test, listed in the spec, or of the described form.
    pub(crate) fn any(&self, service: &Service, name: &str) -> String {
        let set = self.set.get(name).and_then(|known| known.first());
        let var = self.var(service, name);
        let known = set.or_else(|| var.and_then(|var| var.values.first()));
        let form = || var.and_then(|var| var.form.as_ref());
        known.cloned().or_else(|| form().map(draw_text)).unwrap_or_else(|| ANY.to_owned())
    }

    fn var(&self, service: &Service, name: &str) -> Option<&Var> {
        self.api.conduct.service(service.name)?.vars.iter().find(|var| var.name == name)
    }
}

/// Returns a text of a form, drawn once for each form. The form is leaked: tables live until the
/// program ends.
fn draw_text(form: &Form<String>) -> String {
    static DRAWN: Mutex<Vec<(Form<String>, String)>> = Mutex::new(Vec::new());
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, text)) = drawn.iter().find(|(known, _)| known == form) {
        return text.clone();
    }
    let described = form.map(|prefix| -> &'static str { Box::leak(prefix.clone().into_boxed_str()) });
    let scalar: &'static Scalar = Box::leak(Box::new(Scalar { name: ANY, form: described }));
    let value = Style::default().draw(&[ANY]).value(Type::Scalar(scalar), &Bounds::NONE);
    let text = value.as_str().unwrap_or(ANY).to_owned();
    drawn.push((form.clone(), text.clone()));
    text
}
