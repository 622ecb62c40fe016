//! Failures in the body of a success status: checks that the error body has the members that
//! indicate a failure, with the listed values.
//!
//! Input: `inBody` of a client, and the members of the error body. Output: [`InBody`].

use crate::analysis::check::context::member_paths::{Member, find_member_deep};
use crate::analysis::check::context::views::{View, view};
use crate::analysis::check::context::{Checker, source};
use crate::analysis::check::values::Fit;
use crate::diagnostic::Code;
use crate::language::node::{Node, Text};
use crate::language::words::services::InBodyDecl;
use crate::model::{BodyCondition, InBody, MemberPath, Type, TypeId};

impl Checker<'_> {
    /// Resolves the conditions of `inBody` to members of the type `body`. Reports members and
    /// values that the type lacks.
    pub(super) fn in_body(&mut self, body: TypeId, name: &str, doc: &InBodyDecl) -> InBody {
        let mut conditions = Vec::new();
        for (member, value) in &doc.when {
            let path = self.member_with_value(body, name, member, value);
            conditions.extend(path.map(|path| BodyCondition::When(path, value.to_value())));
        }
        for (member, value) in &doc.unless {
            let path = self.member_with_value(body, name, member, value);
            conditions.extend(path.map(|path| BodyCondition::Unless(path, value.to_value())));
        }
        let mut member = |text: &Option<Text>| text.as_ref().and_then(|text| self.error_member(body, name, text));
        conditions.extend(member(&doc.has).map(BodyCondition::Has));
        InBody {
            conditions,
            message: member(&doc.message),
            code: member(&doc.code),
            retry: doc.retry.iter().map(|code| code.value.clone()).collect(),
            limited: doc.limited.iter().map(|code| code.value.clone()).collect(),
            source: source(doc.source.as_ref()),
        }
    }

    /// Returns the path of a member of the error body, possibly nested; `None` after a report.
    pub(super) fn error_member(&mut self, body: TypeId, whose: &str, name: &Text) -> Option<MemberPath> {
        self.find_in_error(body, whose, name, |_, member| member.path)
    }

    /// Returns the path of the member `name` of the error body, and reports a `value` that the
    /// member cannot have. `None` if the body has no such member, which was reported.
    fn member_with_value(&mut self, body: TypeId, whose: &str, name: &Text, value: &Node) -> Option<MemberPath> {
        let (path, misfits) = self.find_in_error(body, whose, name, |checker, member| {
            let mut fit = Fit::received(&checker.model.types);
            fit.value(value, member.ty);
            (member.path, fit.found)
        })?;
        let what = format!("`{}` cannot have this value", name.value);
        misfits.into_iter().for_each(|misfit| self.report_misfit(Code::BadValue, &what, misfit));
        Some(path)
    }

    fn find_in_error<T>(
        &mut self,
        body: TypeId,
        whose: &str,
        name: &Text,
        take: impl FnOnce(&Self, Member<'_>) -> T,
    ) -> Option<T> {
        let ty = Type::Named(body);
        let View::Record(record) = view(&self.model.types, &ty) else { return None };
        match find_member_deep(&self.model.types, &record.fields, &name.value) {
            Ok(member) => Some(take(self, member)),
            Err(missing) => {
                let problem = missing.problem(Code::BadValue, name.span, &format!("`{whose}`"));
                problem.into_iter().for_each(|problem| self.report(problem));
                None
            }
        }
    }
}
