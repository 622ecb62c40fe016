//! Texts with `{names}` in them, parsed once: base URLs, paths, names of headers and of methods.
//!
//! Input: the text and the places of its slots, which `check` has resolved. Output: its parts, the
//! text as the spec writes it, and the text with values in place of the slots. Nothing here looks
//! for braces, and nobody else does.

use std::fmt;
use std::ops::Range;

use super::{CallView, Client, ClientId, Deployment, Model, ServiceId, Var, Wire};

/// What documents show for a variable that has no value anywhere.
const NO_VALUE: &str = "not-set";

/// A text with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Template {
    text: String,
    slots: Vec<Slot>,
}

/// A placeholder `{name}` in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Slot {
    /// Name between the braces.
    pub name: String,
    /// Meaning of the name.
    pub of: SlotOf,
    /// Position in the text, including the braces.
    pub range: Range<usize>,
}

/// Meaning of the name in a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum SlotOf {
    /// A path parameter of the operation.
    Parameter,
    /// A variable.
    Var(VarId),
}

/// A variable, by its owner and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum VarId {
    /// One of the client.
    OfClient(ClientId, usize),
    /// One of the service.
    OfService(ServiceId, usize),
}

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Literal text.
    Text(&'t str),
    /// A slot.
    Slot(&'t Slot),
}

impl Template {
    /// Creates a template from its text and its placeholders, in the order of the text.
    pub fn new(text: impl Into<String>, slots: Vec<Slot>) -> Self {
        Self { text: text.into(), slots }
    }

    /// The text as the spec writes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Its slots, in the order of the text.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The variables of the template, with repetitions.
    pub fn vars(&self) -> impl Iterator<Item = VarId> {
        self.slots.iter().filter_map(|slot| match slot.of {
            SlotOf::Var(id) => Some(id),
            SlotOf::Parameter => None,
        })
    }

    /// Whether it names a variable of this name.
    pub fn names(&self, var: &Var) -> bool {
        self.slots.iter().any(|slot| slot.of != SlotOf::Parameter && slot.name == var.name)
    }

    /// The parts, in order.
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

    /// The text with a value in place of each placeholder that has one.
    pub fn fill(&self, value: impl Fn(&Slot) -> Option<String>) -> String {
        let filled = self.parts().into_iter().map(|part| match part {
            Part::Text(text) => text.to_owned(),
            Part::Slot(slot) => value(slot).unwrap_or_else(|| self.text[slot.range.clone()].to_owned()),
        });
        filled.collect()
    }

    /// The concatenation of two templates, such as a base URL and a path.
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

/// What variables are worth where a value must be shown: in documents and in the inventory.
impl Model {
    /// The variable of a placeholder; `None` for a path parameter.
    pub fn var(&self, slot: &Slot) -> Option<&Var> {
        match slot.of {
            SlotOf::Parameter => None,
            SlotOf::Var(id) => self.var_of(id),
        }
    }

    /// The variable with this ID.
    pub fn var_of(&self, id: VarId) -> Option<&Var> {
        match id {
            VarId::OfClient(client, at) => self.clients.get(client.0)?.vars.get(at),
            VarId::OfService(service, at) => self.services.get(service.0)?.vars.get(at),
        }
    }

    /// The value of a variable in documents: its default, or the value of the first deployment that
    /// sets it. Otherwise a word that says that there is no value.
    pub fn shown_value(&self, var: &Var) -> String {
        let deployed = || self.values_of(var).next().map(|(_, value)| value.to_owned());
        var.default.clone().or_else(deployed).unwrap_or_else(|| NO_VALUE.to_owned())
    }

    /// The value of a variable that may begin the base URL of a client, so that the result is a
    /// URL. `invalid` is not the name of a domain.
    pub fn shown_in_base(&self, client: &Client, var: &Var) -> String {
        let value = self.shown_value(var);
        let begins = |part: &Part<'_>| matches!(part, Part::Slot(slot) if slot.name == var.name);
        let is_whole = client.base_url.parts().first().is_some_and(begins);
        if is_whole && value == NO_VALUE { format!("http://{NO_VALUE}.invalid") } else { value }
    }

    /// A template with the values that documents show; path parameters stay.
    pub fn shown(&self, template: &Template) -> String {
        template.fill(|slot| self.var(slot).map(|var| self.shown_value(var)))
    }

    /// The name of a call on the wire, as documents show it: `GET /v1/books`, or a method.
    pub fn shown_wire_name(&self, call: CallView<'_>) -> String {
        match &call.operation.wire {
            Wire::Rest { .. } => call.operation.wire_name(),
            Wire::Rpc { method } => self.shown(method),
        }
    }

    /// The template with the values of a deployment.
    pub fn deployed(&self, template: &Template, deployment: &Deployment) -> String {
        let own =
            |var: &Var| deployment.vars.iter().find(|(name, _)| *name == var.name).map(|(_, value)| value.clone());
        template.fill(|slot| self.var(slot).map(|var| own(var).unwrap_or_else(|| self.shown_value(var))))
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Slot, SlotOf, Template};

    fn template(text: &str, names: &[(&str, usize)]) -> Template {
        let slot = |(name, start): &(&str, usize)| Slot {
            name: (*name).to_owned(),
            of: SlotOf::Parameter,
            range: *start..start + name.len() + 2,
        };
        Template::new(text, names.iter().map(slot).collect())
    }

    #[test]
    fn parts_make_up_the_text() {
        let both = template("/a/{b}{c}/d", &[("b", 3), ("c", 6)]);
        let texts: Vec<&str> = both
            .parts()
            .into_iter()
            .map(|part| match part {
                Part::Text(text) => text,
                Part::Slot(slot) => slot.name.as_str(),
            })
            .collect();
        assert_eq!(texts, ["/a/", "b", "c", "/d"]);
        assert_eq!(Template::new("", Vec::new()).parts(), []);
    }

    #[test]
    fn slots_are_filled_once() {
        let both = template("{b}/{c}", &[("b", 0), ("c", 4)]);
        let value = |slot: &Slot| (slot.name == "b").then(|| "{c}".to_owned());
        assert_eq!(both.fill(value), "{c}/{c}");
    }

    #[test]
    fn one_follows_another() {
        let whole = template("{u}", &[("u", 0)]).then(&template("/{p}/x", &[("p", 1)]));
        assert_eq!(whole.as_str(), "{u}/{p}/x");
        assert_eq!(whole.fill(|slot| Some(slot.name.to_uppercase())), "U/P/x");
    }
}
