//! Computed responses: results that a function makes from the parameters of each call.
//!
//! Input: functions keyed by operation ID, and a valid call. Output: the JSON of its result. A test
//! keeps state in its function, such as a chain that grows.

use std::collections::HashMap;
use std::fmt;

use chainloom_interpret::Api;
use serde_json::{Map, Value};

use crate::routing::names;

/// Function that returns the result of a call from its parameters, keyed by their names in the
/// spec.
type Function = Box<dyn Fn(&Map<String, Value>) -> Value + Send + Sync>;

/// Functions of a test by the IDs of their operations.
#[derive(Default)]
pub(crate) struct Computed(HashMap<String, Function>);

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed").finish_non_exhaustive()
    }
}

impl Computed {
    pub(crate) fn add(
        &mut self,
        operation: String,
        function: impl Fn(&Map<String, Value>) -> Value + Send + Sync + 'static,
    ) {
        self.0.insert(operation, Box::new(function));
    }

    /// Checks that an operation exists for each function.
    pub(crate) fn check(&self, api: &Api) -> Result<(), String> {
        let names = self.0.keys().map(String::as_str);
        let mut unknown: Vec<&str> = names.filter(|name| api.operation(name).is_none()).collect();
        unknown.sort_unstable();
        match unknown.first() {
            Some(name) => {
                let message = format!("a response is computed for `{name}`, which is no operation");
                Err(names::no_operation(message, name, api))
            }
            None => Ok(()),
        }
    }

    /// Returns the result of a call if its operation has a function, or else `None`.
    pub(crate) fn result(&self, operation: &str, input: &Map<String, Value>) -> Option<Value> {
        self.0.get(operation).map(|function| function(input))
    }
}
