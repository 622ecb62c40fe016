//! Rules across parameters: checks that the parameters of a rule exist and have fitting types.
//!
//! Input: the rules of an operation and its parameters. Output: the rules of the model. The runtime
//! applies the rules to values.

use std::collections::HashMap;

use chainloom_forms::Number;

use crate::analysis::check::context::views::{View, view, view_inner};
use crate::analysis::check::context::{Checker, prose, source};
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::{Node, Text};
use crate::language::words::rules::{OrderedDecl, RequiresDecl, RuleDecl, RuleKindDecl, SumDecl};
use crate::model::{Form, Param, Rule, RuleKind, Value};
use crate::spec::document::OperationDecl;

impl Checker<'_> {
    /// Builds the rules of an operation, without those that are invalid.
    pub(crate) fn rules(&mut self, doc: &OperationDecl, params: &[Param]) -> Vec<Rule> {
        // Callers cannot set a constant parameter.
        let free = params.iter().filter(|param| param.field.constant.is_none());
        let by_name: HashMap<&str, &Param> = free.map(|param| (param.field.name.as_str(), param)).collect();
        let rule = |rule: &RuleDecl| Rule {
            kind: self.rule_kind(rule, &by_name),
            doc: prose(rule.doc.as_ref()),
            source: source(rule.source.as_ref()),
            seen: rule.seen,
        };
        doc.rules.iter().map(rule).collect()
    }

    fn rule_kind(&mut self, rule: &RuleDecl, params: &HashMap<&str, &Param>) -> RuleKind {
        match &rule.kind {
            RuleKindDecl::AtLeastOne(names) => RuleKind::AtLeastOne(self.optional_names(rule, names, params)),
            RuleKindDecl::AtMostOne(names) => RuleKind::AtMostOne(self.optional_names(rule, names, params)),
            RuleKindDecl::SumAtMost(SumDecl { of, max }) => {
                self.need_two(rule, of);
                for name in of {
                    self.check_numeric(name, params, "summed");
                }
                if Number::parse(&max.value).is_none() {
                    let message = format!("`{}` is not a number", max.value);
                    self.error(Code::BadRule, max.span, message, "write the maximum sum in digits");
                }
                let of = of.iter().map(|name| name.value.clone()).collect();
                RuleKind::SumAtMost { of, max: max.value.clone() }
            }
            RuleKindDecl::Requires(RequiresDecl { when, need }) => RuleKind::Requires {
                when: self.conditions(rule, when, params),
                need: self.conditions(rule, need, params),
            },
            RuleKindDecl::Ascending(name) => {
                self.check_ascending(name, params);
                RuleKind::Ascending(name.value.clone())
            }
            RuleKindDecl::Ordered(OrderedDecl { low, high }) => {
                self.check_numeric(low, params, "ordered");
                self.check_numeric(high, params, "ordered");
                if low.value == high.value {
                    let message = format!("`{}` is ordered with itself", low.value);
                    self.error(Code::BadRule, high.span, message, "name two parameters");
                }
                RuleKind::Ordered { low: low.value.clone(), high: high.value.clone() }
            }
        }
    }

    fn need_two(&mut self, rule: &RuleDecl, names: &[Text]) {
        if names.len() < 2 {
            let message = "the rule needs at least two parameters".to_owned();
            self.error(Code::BadRule, rule.span, message, "name another one, or remove the rule");
        }
        let mut known = HashMap::new();
        for name in names {
            if let Some(first) = known.insert(&name.value, name.span) {
                let message = format!("`{}` occurs twice in the rule", name.value);
                let problem = Diagnostic::error(Code::BadRule, name.span, message);
                self.report(problem.label("again").second(first, "first here").hint("remove one of the two"));
            }
        }
    }

    fn optional_names(&mut self, rule: &RuleDecl, names: &[Text], params: &HashMap<&str, &Param>) -> Vec<String> {
        self.need_two(rule, names);
        for name in names {
            if self.rule_param(name, params).is_some_and(|param| param.field.required) {
                let message = format!("`{}` is always given, so the rule has no effect on it", name.value);
                let hint = format!("make it optional (`{}?`), or take it out of the rule", name.value);
                self.error(Code::BadRule, name.span, message, &hint);
            }
        }
        names.iter().map(|name| name.value.clone()).collect()
    }

    fn rule_param<'p>(&mut self, name: &Text, params: &HashMap<&str, &'p Param>) -> Option<&'p Param> {
        let found = params.get(name.value.as_str()).copied();
        if found.is_none() {
            let message = format!("the operation has no parameter `{}`", name.value);
            let near = did_you_mean(&name.value, params.keys().copied());
            let problem = Diagnostic::error(Code::BadRule, name.span, message);
            self.report(problem.hint("rules name parameters").hint_opt(near));
        }
        found
    }

    fn check_numeric(&mut self, name: &Text, params: &HashMap<&str, &Param>, verb: &str) {
        let Some(param) = self.rule_param(name, params) else {
            return;
        };
        let view = view_inner(&self.model.types, &param.field.ty);
        let is_time =
            verb == "ordered" && matches!(view, View::Scalar(Form::DateTime | Form::LocalDateTime { .. } | Form::Date));
        if !view.is_numeric() && !is_time {
            let message = format!("`{}` is {}, which cannot be {verb}", name.value, view.noun());
            self.error(Code::BadRule, name.span, message, "name a parameter that is a number");
        }
    }

    fn check_ascending(&mut self, name: &Text, params: &HashMap<&str, &Param>) {
        let Some(param) = self.rule_param(name, params) else {
            return;
        };
        let types = &self.model.types;
        let good = match view_inner(types, &param.field.ty) {
            View::List(list) => view(types, &list.item).is_numeric(),
            View::Broken => true,
            _ => false,
        };
        if !good {
            let message = format!("`{}` is not a list of numbers", name.value);
            self.error(Code::BadRule, name.span, message, "only lists of numbers can be ascending");
        }
    }

    /// Builds the conditions under `when` or `need` of a rule, and checks their values.
    fn conditions(
        &mut self,
        rule: &RuleDecl,
        docs: &[(Text, Option<Node>)],
        params: &HashMap<&str, &Param>,
    ) -> Vec<(String, Option<Value>)> {
        if docs.is_empty() {
            let message = "the rule names no parameter".to_owned();
            self.error(Code::BadRule, rule.span, message, "name at least one under `when` and `need`");
        }
        let mut conditions = Vec::new();
        for (name, node) in docs {
            if let (Some(param), Some(node)) = (self.rule_param(name, params), node) {
                let mut fit = Fit::sent(&self.model.types);
                fit.field(node, &param.field);
                for misfit in fit.found {
                    self.report_misfit(Code::BadRule, &format!("the value does not fit `{}`", name.value), misfit);
                }
            }
            conditions.push((name.value.clone(), node.as_ref().map(Node::to_value)));
        }
        conditions
    }
}
