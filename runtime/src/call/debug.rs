//! `Debug` of a call: its parameters and options.
//!
//! Input: a call. Output: text with masked secrets. The client has a separate `Debug`.

use crate::{
    Call, Operation, Record, Target, Writer,
    call::operation::table_of,
    client::{Options, masked},
    schema,
};
use std::fmt;

impl<O: Operation> fmt::Debug for Call<O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        format_call(out, table_of::<O>(), &self.operation, &self.target, &self.options)
    }
}

/// Formats a call. The function has no type parameters, so that it is compiled once.
fn format_call(
    out: &mut fmt::Formatter<'_>,
    operation: &'static schema::Operation,
    members: &dyn Record,
    target: &Target,
    options: &Options,
) -> fmt::Result {
    let mask = |text: String| Bare(masked(target.client().settings(), text));
    let parameters = parameters(members).map(|(name, json)| (Bare(name.to_owned()), mask(json)));
    let vars = target.vars().map(|(name, value)| (Bare(name.to_owned()), mask(format!("{value:?}"))));
    let (vars, endpoints) = (Map(vars.collect()), operation.service.endpoints);
    let endpoint = endpoints.get(target.endpoint_index()).filter(|_| endpoints.len() > 1);
    let mut shown = out.debug_struct("Call");
    shown.field("operation", &operation.id);
    endpoint.map(|endpoint| shown.field("endpoint", &endpoint.name));
    (!vars.0.is_empty()).then(|| shown.field("variables", &vars));
    shown.field("parameters", &Map(parameters.collect()));
    options.timeout.map(|timeout| shown.field("timeout", &timeout));
    let headers: Vec<&str> = options.header_names().collect();
    (!headers.is_empty()).then(|| shown.field("headers", &headers));
    let wrong: Vec<String> = options.errors().map(|text| mask(text.to_owned()).0).collect();
    (!wrong.is_empty()).then(|| shown.field("wrong", &wrong));
    shown.finish()
}

/// Returns the parameters that were given, each as JSON.
fn parameters(members: &dyn Record) -> impl Iterator<Item = (&'static str, String)> {
    let fields = members.table().fields.iter().enumerate();
    fields.filter_map(|(index, field)| {
        let member = members.member(index)?;
        let is_null = || field.required && crate::encode::takes_null(field.ty);
        (!member.is_absent() || is_null()).then(|| (field.name, Writer::redacted_text(member, field.ty)))
    })
}

/// Names and values, both printed as they are.
struct Map(Vec<(Bare, Bare)>);

impl fmt::Debug for Map {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.0.iter().map(|(name, value)| (name, value))).finish()
    }
}

/// A text that is printed as it is.
struct Bare(String);

impl fmt::Debug for Bare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
