//! Texts with `{name}` placeholders, parsed once: base URLs, paths, names of headers and of
//! methods.
//!
//! Input: the text and the byte ranges of its slots, which `check` has resolved. Output: its parts,
//! the text as the spec writes it, and the text with values in place of the slots. This module does
//! not parse braces.

use std::fmt;
use std::ops::Range;

use super::{CallView, Client, ClientId, Deployment, Model, ServiceId, Var, Wire};

/// Text that documents show for a variable without a value.
const NO_VALUE: &str = "not-set";

/// Text with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Template {
    text: String,
    slots: Vec<Slot>,
}

/// Placeholder `{name}` in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Slot {
    /// Name between the braces.
    pub name: String,
    /// Meaning of the name.
    pub of: SlotOf,
    /// Byte range in the text, including the braces.
    pub range: Range<usize>,
}

/// Meaning of the name in a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum SlotOf {
    /// Path parameter of the operation.
    Parameter,
    /// Variable of the client or the service.
    Var(VarId),
}

/// Variable, identified by its owner and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum VarId {
    /// Variable of the client.
    OfClient(ClientId, usize),
    /// Variable of the service.
    OfService(ServiceId, usize),
}

/// Part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Literal text.
    Text(&'t str),
    /// Placeholder.
    Slot(&'t Slot),
}

impl Template {
    /// Creates a template from its text and its placeholders, in the order of the text.
    pub fn new(text: impl Into<String>, slots: Vec<Slot>) -> Self {
        Self { text: text.into(), slots }
    }

    /// Returns the text as the spec writes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the placeholders, in the order of the text.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Iterates over the variables of the template, with repetitions.
    pub fn vars(&self) -> impl Iterator<Item = VarId> {
        self.slots.iter().filter_map(|slot| match slot.of {
            SlotOf::Var(id) => Some(id),
            SlotOf::Parameter => None,
        })
    }

    /// Returns whether the template contains a variable of this name.
    pub fn names(&self, var: &Var) -> bool {
        self.slots.iter().any(|slot| slot.of != SlotOf::Parameter && slot.name == var.name)
    }

    /// Returns the parts, in order.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let mut at = 0;
        let between = |range: Range<usize>| self.text.get(range).filter(|text| !text.is_empty()).map(Part::Text);
        for slot in &self.slots {
            parts.extend(between(at..slot.range.start));
            parts.push(Part::Slot(slot));
            at = slot.range.end;
        }
        parts.extend(between(at..self.text.len()));
        parts
    }

    /// Returns the text with a value in place of each placeholder that has one.
    pub fn fill(&self, value: impl Fn(&Slot) -> Option<String>) -> String {
        let filled = self.parts().into_iter().map(|part| match part {
            Part::Text(text) => text.to_owned(),
            Part::Slot(slot) => value(slot).unwrap_or_else(|| self.text[slot.range.clone()].to_owned()),
        });
        filled.collect()
    }

    /// Concatenates two templates, such as a base URL and a path.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let moved = |slot: &Slot| Slot {
            range: slot.range.start + self.text.len()..slot.range.end + self.text.len(),
            ..slot.clone()
        };
        let slots = self.slots.iter().cloned().chain(next.slots.iter().map(moved)).collect();
        Self { text: format!("{}{}", self.text, next.text), slots }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// Look-up of variables, and the values that documents and the inventory show for them.
impl Model {
    /// Returns the variable of a placeholder; `None` for a path parameter.
    pub fn var(&self, slot: &Slot) -> Option<&Var> {
        match slot.of {
            SlotOf::Parameter => None,
            SlotOf::Var(id) => self.var_of(id),
        }
    }

    /// Returns the variable with this ID.
    pub fn var_of(&self, id: VarId) -> Option<&Var> {
        match id {
            VarId::OfClient(client, at) => self.clients.get(client.0)?.vars.get(at),
            VarId::OfService(service, at) => self.services.get(service.0)?.vars.get(at),
        }
    }

    /// Returns the value of a variable in documents: its default, or the value of the first
    /// deployment that sets it; else a text that states that no value is set.
    pub fn shown_value(&self, var: &Var) -> String {
        let deployed = || self.values_of(var).next().map(|(_, value)| value.to_owned());
        var.default.clone().or_else(deployed).unwrap_or_else(|| NO_VALUE.to_owned())
    }

    /// Returns the shown value of a variable in the base URL of a client. If an unset variable begins the base URL, the
    /// value is a URL; `invalid` is not a real domain.
    pub fn shown_in_base(&self, client: &Client, var: &Var) -> String {
        let value = self.shown_value(var);
        let begins = |part: &Part<'_>| matches!(part, Part::Slot(slot) if slot.name == var.name);
        let is_whole = client.base_url.parts().first().is_some_and(begins);
        if is_whole && value == NO_VALUE { format!("http://{NO_VALUE}.invalid") } else { value }
    }

    /// Fills a template with the values that documents show. Path parameters remain placeholders.
    pub fn shown(&self, template: &Template) -> String {
        template.fill(|slot| self.var(slot).map(|var| self.shown_value(var)))
    }

    /// Returns the wire name of a call, as documents show it: `GET /v1/books`, or a method.
    pub fn shown_wire_name(&self, call: CallView<'_>) -> String {
        match &call.operation.wire {
            Wire::Rest { .. } => call.operation.wire_name(),
            Wire::Rpc { method } => self.shown(method),
        }
    }

    /// Fills a template with the values of a deployment, and with shown values for other variables.
    pub fn deployed(&self, template: &Template, deployment: &Deployment) -> String {
        let own =
            |var: &Var| deployment.vars.iter().find(|(name, _)| *name == var.name).map(|(_, value)| value.clone());
        template.fill(|slot| self.var(slot).map(|var| own(var).unwrap_or_else(|| self.shown_value(var))))
    }
}
