//! Variables with listed values or a type: checks them, and resolves the type.
//!
//! Input: `values` and `type` of the variables of services. Output: the forms of these types in the model. Errors:
//! types that are not scalars, defaults outside of the values, and either key at a variable of a client, whose values
//! users set.

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Span};
use crate::model::{Form, Type, TypeKind, Var};

impl Checker<'_> {
    pub(crate) fn check_vars(&mut self) {
        let of_clients = self.model.clients.iter().flat_map(|client| &client.vars);
        let misplaced = of_clients.filter(|var| !var.values.is_empty() || var.ty.is_some());
        let misplaced: Vec<(String, Span)> = misplaced.map(|var| (var.name.clone(), var.span)).collect();
        for (name, span) in misplaced {
            let message = format!("the variable `{name}` of a client has `values` or a `type`");
            let hint = "remove `values` and `type`, or move the variable to a service";
            self.error(Code::MisplacedKey, span, message, hint);
        }
        for service in 0..self.model.services.len() {
            let Some(&file) = self.scopes.service_files.get(service) else { continue };
            for at in 0..self.model.services[service].vars.len() {
                self.check_var(file, (service, at));
            }
        }
    }

    fn check_var(&mut self, file: usize, (service, at): (usize, usize)) {
        let var = self.model.services[service].vars[at].clone();
        let form = var.ty.as_ref().and_then(|(name, span)| self.form_of_var(file, name, *span));
        let var = Var { form, ..var };
        let is_known = var.ty.is_none() || var.form.is_some();
        if let Some(default) = var.default.as_ref().filter(|default| is_known && !var.takes(default)) {
            let message = format!("the default `{default}` is not one of the values of the variable `{}`", var.name);
            self.error(Code::BadDefault, var.span, message, "add the default to `values`, or write another default");
        }
        let again = (1..var.values.len()).find(|at| var.values[..*at].contains(&var.values[*at]));
        if let Some(value) = again.map(|at| &var.values[at]) {
            let message = format!("the variable `{}` lists the value `{value}` twice", var.name);
            self.error(Code::BadValue, var.span, message, "remove one");
        }
        self.model.services[service].vars[at] = var;
    }

    fn form_of_var(&mut self, file: usize, name: &str, span: Span) -> Option<Form> {
        let ty = self.named_type(file, name, span);
        let Type::Named(id) = ty else {
            self.error(Code::BadValue, span, format!("`{name}` is no scalar"), "write the name of a scalar");
            return None;
        };
        match &self.model.types.get(id.0)?.kind {
            TypeKind::Scalar(scalar) => Some(scalar.form.clone()),
            _ => {
                self.error(Code::BadValue, span, format!("`{name}` is no scalar"), "write the name of a scalar");
                None
            }
        }
    }
}
