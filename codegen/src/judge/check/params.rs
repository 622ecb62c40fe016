//! Parameters of operations, and the path that they stand in.

use std::collections::HashMap;

use super::context::Checker;
use super::operations::Home;
use super::services::is_positional;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Param, Place};
use crate::spec::document::{CallDecl, FieldDecl, OperationDecl};

impl<'d> Checker<'d> {
    /// Those of the operation in their order, then those of the client's paging.
    pub(super) fn params(&mut self, home: Home<'d>, doc: &'d OperationDecl) -> Vec<Param> {
        let mut params = Vec::new();
        let mut query_end = 0;
        let mut known: HashMap<&str, Span> = HashMap::new();
        for param in &doc.params {
            let name = &param.field.name;
            if let Some(first) = known.insert(&name.value, name.span) {
                let message = format!("two parameters have the name `{}`", name.value);
                let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
                self.report(problem.label("again").second(first, "first here"));
            }
            let field = self.field(home.file, &param.field, Some(param.place));
            params.push(Param { place: param.place, field });
            if matches!(param.place, Place::Path | Place::Query) {
                query_end = params.len();
            }
        }
        let added = self.paging_params(home, doc, &known);
        params.splice(query_end..query_end, added);
        self.check_positions(home, doc);
        params
    }

    fn paging_params(&self, home: Home<'d>, doc: &OperationDecl, known: &HashMap<&str, Span>) -> Vec<Param> {
        let is_rest = matches!(doc.call, Some(CallDecl::Rest(..)));
        let client = home.client.and_then(|client| self.model.clients.get(client.0));
        let paging = client.and_then(|client| client.paging.as_ref());
        let (Some(paging), true, true) = (paging, is_rest, doc.paginate.is_some()) else {
            return Vec::new();
        };
        let own = |name: &str| known.contains_key(name);
        let fields = paging.query.iter().filter(|field| !own(&field.name));
        let param = |field: &crate::model::Field| Param { place: Place::Query, field: field.clone() };
        fields.map(param).collect()
    }

    /// An array cannot leave a parameter out before one that is there.
    fn check_positions(&mut self, home: Home<'d>, doc: &OperationDecl) {
        let service = home.service.and_then(|id| self.model.services.get(id.0));
        if !service.is_some_and(is_positional) {
            return;
        }
        let mut optional: Option<&FieldDecl> = None;
        for param in &doc.params {
            if param.field.optional {
                optional = optional.or(Some(&param.field));
            } else if let Some(first) = optional {
                let name = &param.field.name;
                let message = format!("`{}` must be given but stands behind one that may be left out", name.value);
                let problem = Diagnostic::error(Code::BadOperation, name.span, message);
                let problem = problem.second(first.name.span, "this may be left out");
                self.report(problem.hint("parameters are positional here: make this optional, or that required"));
            }
        }
    }

    /// Every `{name}` of the path is a parameter or a variable, and every path parameter is there.
    pub(super) fn check_path(&mut self, home: Home<'d>, doc: &'d OperationDecl, params: &[Param]) {
        let path = match &doc.call {
            Some(CallDecl::Rest(_, path)) => path,
            Some(CallDecl::Rpc(method)) => {
                if let Some(client) = home.client {
                    self.check_template(method, client, home.service);
                }
                return;
            }
            None => return,
        };
        if !path.value.starts_with('/') {
            let message = format!("the path `{}` does not begin with `/`", path.value);
            self.error(Code::BadValue, path.span, message, "write it as it follows the base URL");
        }
        let in_path = |name: &str| {
            let mut there = params.iter().filter(|param| param.place == Place::Path);
            there.any(|param| param.field.name == name)
        };
        let Some(slots) = self.template(path) else {
            return;
        };
        let mut hints = Vec::new();
        for slot in &slots {
            if in_path(slot.name) || self.is_variable_of(home, slot.name) {
                continue;
            }
            let message = format!("the path names `{}`, which is no path parameter and no variable", slot.name);
            let names = params.iter().filter(|param| param.place == Place::Path);
            let near = did_you_mean(slot.name, names.map(|param| param.field.name.as_str()));
            let hint = format!("add `{}` under `path`", slot.name);
            let problem = Diagnostic::error(Code::PathParameter, slot.span, message);
            hints.extend(near.clone());
            self.report(problem.hint(hint).hint_opt(near));
        }
        for param in doc.params.iter().filter(|param| param.place == Place::Path) {
            let name = &param.field.name;
            let meant = did_you_mean(&name.value, [name.value.as_str()]);
            let was_meant = hints.iter().any(|hint| Some(hint) == meant.as_ref());
            if !was_meant && !slots.iter().any(|slot| slot.name == name.value) {
                let message = format!("the path does not name the parameter `{}`", name.value);
                let problem = Diagnostic::error(Code::PathParameter, name.span, message);
                let problem = problem.second(path.span, "the path");
                self.report(problem.hint(format!("write `{{{}}}` into the path, or move it to `query`", name.value)));
            }
            if param.field.optional {
                let message = format!("the path parameter `{}` cannot be left out", name.value);
                self.error(Code::PathParameter, name.span, message, "remove the `?`");
            }
        }
    }
}
