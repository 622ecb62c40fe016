//! Pagination of an operation: how the next page is requested, and where the items of a page are.
//!
//! Input: `paginate` of the operation, and `paging` of its client. Output: [`Paginate`], with paths
//! of members of the result. The members are looked up in `page_members`; this module decides which
//! keys each way of paging needs.

use super::page_members::{Page, PageMembers};
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::FileContext;
use crate::analysis::check::context::member_paths::Member;
use crate::analysis::check::context::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{At, Text};
use crate::language::word::Closed as _;
use crate::language::words::paging::EndWord;
use crate::model::{CallView, Form, MemberPath, Operation, PageBy, PageEnd, PageWay, Paginate, Paging, Type, Wire};
use crate::spec::document::{OperationDecl, PagingDecl};

/// Paging keys of an operation, completed with the paging keys of its client, before the members
/// that they name are resolved.
struct MergedPaging<'a> {
    own: &'a PagingDecl,
    way: PageWay,
    next: Option<String>,
    into: Option<String>,
    end: Vec<At<PageEnd<String>>>,
}

/// Paths from a result to its items, to the value that selects the next page, and to the members
/// that end a list.
#[derive(Clone, Default)]
struct PagePaths {
    items: MemberPath,
    next: MemberPath,
    end: Vec<PageEnd>,
}

impl<'d> Checker<'d> {
    /// Builds the paging of an operation from its own keys and the keys of its client; `None`
    /// without `paginate`.
    pub(crate) fn paginate(
        &mut self,
        context: FileContext<'d>,
        doc: &'d OperationDecl,
        operation: &Operation,
    ) -> Option<Paginate> {
        let own = doc.paginate.as_ref()?;
        let client = context.client.and_then(|client| self.model.clients.get(client.0));
        let client = client.and_then(|client| client.paging.clone());
        let way = own.by.map(|at| at.value).or(client.as_ref().map(|client| client.way)).unwrap_or(PageWay::Token);
        // Keys of one way of paging do not apply to another.
        let client = client.filter(|client| client.way == way);
        self.check_keys_of_way(own, way);
        if let Wire::Rpc { .. } = operation.wire {
            self.refuse_urls(own, way);
        }
        let merged = self.merged_paging(own, client.as_ref(), way);
        self.check_into(&merged, operation);
        self.check_repeats(&merged);
        let paths: Vec<PagePaths> = operation.views().map(|call| self.page_paths(doc, &merged, call)).collect();
        let size = own.size.as_ref().map(|text| text.value.clone());
        let shared_size = client.as_ref().and_then(|client| client.size.clone());
        let size = size.or(shared_size.filter(|_| own.into.is_none()));
        self.check_size(&merged, operation, size.as_deref());
        let PagePaths { items, next, end } = paths.into_iter().next().unwrap_or_default();
        Some(Paginate {
            items,
            by: page_by(&merged, next, client.as_ref())?,
            size,
            end,
            overlap: own.overlap.map_or(0, |overlap| overlap.value),
            any_origin: own.any_origin.map_or(client.as_ref().is_some_and(|client| client.any_origin), |at| at.value),
            life: own.life.or(client.and_then(|client| client.life)),
            repeats: own.repeats.is_some_and(|repeats| repeats.value),
        })
    }

    /// Reports paging by `Link` or URL on a JSON-RPC operation: all its calls go to one URL.
    fn refuse_urls(&mut self, own: &PagingDecl, way: PageWay) {
        let message = match way {
            PageWay::Link => "a JSON-RPC response has no header `Link` of its own",
            PageWay::Url => "a page of JSON-RPC has no URL of its own",
            PageWay::Token | PageWay::Page | PageWay::Offset | PageWay::Last => return,
        };
        let hint =
            "page by token: name a member of the result with `next`, and the parameter that takes it with `into`";
        self.error(Code::BadPagination, own.span, message.to_owned(), hint);
    }

    /// Reports keys that have no effect for the paging way `way`. Runs for `paginate` of an
    /// operation and for `paging` of a client.
    pub(crate) fn check_keys_of_way(&mut self, doc: &PagingDecl, way: PageWay) {
        let span = |text: &Option<Text>| text.as_ref().map(|text| text.span);
        let keys: [(&str, Option<Span>, &[PageWay]); 5] = [
            ("next", span(&doc.next), &[PageWay::Token, PageWay::Url, PageWay::Last]),
            ("rel", span(&doc.rel), &[PageWay::Link]),
            ("first", doc.first.map(|at| at.span), &[PageWay::Page]),
            ("into", span(&doc.into), &[PageWay::Token, PageWay::Page, PageWay::Offset, PageWay::Last]),
            ("anyOrigin", doc.any_origin.map(|at| at.span), &[PageWay::Link, PageWay::Url]),
        ];
        for (key, span, ways) in keys {
            if let (Some(span), false) = (span, ways.contains(&way)) {
                let message = format!("`{key}` has no effect in paging by {}", noun_of_way(way));
                let others: Vec<String> = ways.iter().map(|way| quoted_way(way.word())).collect();
                self.error(
                    Code::BadPagination,
                    span,
                    message,
                    &format!("remove `{key}`, or write {}", others.join(" or ")),
                );
            }
        }
        for end in doc.end.iter().flatten() {
            let (word, ways): (EndWord, &[PageWay]) = match end.value {
                PageEnd::Absent => (EndWord::Absent, &[PageWay::Token, PageWay::Link, PageWay::Url]),
                PageEnd::Empty => (EndWord::Empty, &[PageWay::Token, PageWay::Url]),
                PageEnd::Unchanged => (EndWord::Unchanged, &[PageWay::Token]),
                PageEnd::Short | PageEnd::More(_) | PageEnd::Total(_) | PageEnd::Error { .. } => continue,
            };
            if !ways.contains(&way) {
                let message = format!("`end: [{}]` does not apply to paging by {}", word.word(), noun_of_way(way));
                let hint = match way {
                    PageWay::Link | PageWay::Url => {
                        "remove the condition: a page without the URL of the next page is always the last page"
                    }
                    _ => "remove the condition: a page without items is always the last page",
                };
                self.error(Code::BadPagination, end.span, message, hint);
            }
        }
    }

    fn merged_paging<'a>(&mut self, own: &'a PagingDecl, client: Option<&Paging>, way: PageWay) -> MergedPaging<'a> {
        let shared = |get: fn(&Paging) -> &Option<String>| client.and_then(|client| get(client).clone());
        let next = own.next.as_ref().map(|text| text.value.clone()).or(shared(|paging| &paging.next));
        let into = own.into.as_ref().map(|text| text.value.clone()).or(shared(|paging| &paging.into));
        if let PageWay::Token | PageWay::Url = way {
            self.need_in_paging(own, next.is_some(), "next");
        }
        let has_urls = matches!(way, PageWay::Link | PageWay::Url);
        let into = into.filter(|_| !has_urls);
        if !has_urls {
            self.need_in_paging(own, into.is_some(), "into");
        }
        let ends = || client.map(|client| client.end.clone()).unwrap_or_default();
        let at_own = |value| At { value, span: own.span };
        let mut end = own.end.clone().unwrap_or_else(|| ends().into_iter().map(at_own).collect());
        if let (true, PageWay::Token | PageWay::Link | PageWay::Url) = (end.is_empty(), way) {
            end.push(at_own(PageEnd::Absent));
        }
        MergedPaging { own, way, next, into, end }
    }

    fn need_in_paging(&mut self, doc: &PagingDecl, is_there: bool, key: &str) {
        if !is_there {
            let message = format!("`paginate` lacks `{key}`, and so does `paging` of the client");
            let hint = format!("add `{key}: …`");
            self.error(Code::BadPagination, doc.span, message, &hint);
        }
    }

    /// Checks that the parameter that selects a page exists, and that it is a number for paging by
    /// page number or offset. Its type is compared with the result in `page_paths`.
    fn check_into(&mut self, merged: &MergedPaging<'_>, operation: &Operation) {
        let Some(into) = &merged.into else { return };
        let span = merged.own.into.as_ref().map_or(merged.own.span, |text| text.span);
        let params = &operation.params;
        let Some(param) = params.iter().find(|param| param.field.name == *into) else {
            let message = format!("the operation has no parameter `{into}`");
            let names = params.iter().map(|param| param.field.name.as_str());
            let problem = Diagnostic::error(Code::BadPagination, span, message);
            self.report(problem.hint_opt(did_you_mean(into, names)));
            return;
        };
        let view = view_inner(&self.model.types, &param.field.ty);
        if matches!(merged.way, PageWay::Page | PageWay::Offset) && !view.is_numeric() {
            let message =
                format!("paging by {} needs a number, but `{into}` is {}", noun_of_way(merged.way), view.noun());
            let hint = format!("give `{into}` a type of numbers, or name another parameter in `into`");
            self.error(Code::BadPagination, span, message, &hint);
        }
    }

    /// Returns the paths from the result of a typed call to the members that paging names. Paths of
    /// members that were reported are empty.
    fn page_paths(&mut self, doc: &OperationDecl, merged: &MergedPaging<'_>, call: CallView<'_>) -> PagePaths {
        let (mut found, mut paths) = (Vec::new(), PagePaths::default());
        let result = call.own.result.as_ref();
        let members = PageMembers { types: &self.model.types, result, paging: merged.own, found: &mut found };
        match members.resolve_members(merged, call, &mut paths) {
            Ok(()) => self.found.extend(found),
            Err(noun) => {
                let wanted = match merged.way {
                    PageWay::Token | PageWay::Url => "records with a list of items",
                    _ => "lists, or records with one",
                };
                let message = format!("pages are {wanted}, but the result is {noun}");
                let problem = Diagnostic::error(Code::BadPagination, merged.own.span, message);
                self.report(problem.second(Self::result_span(doc), "the result"));
            }
        }
        paths
    }

    /// Reports `repeats` for a way of paging without tokens, and next to `end: [unchanged]`: each defines what a
    /// repeated token means.
    fn check_repeats(&mut self, merged: &MergedPaging<'_>) {
        let Some(repeats) = merged.own.repeats.filter(|repeats| repeats.value) else { return };
        if !matches!(merged.way, PageWay::Token | PageWay::Link | PageWay::Url) {
            let message = format!(
                "`repeats` applies to paging by token, link or URL, but this operation pages by {}",
                noun_of_way(merged.way)
            );
            self.error(Code::BadPagination, repeats.span, message, "remove `repeats`");
        }
        if let Some(end) = merged.end.iter().find(|end| end.value == PageEnd::Unchanged) {
            let message = "`unchanged` under `end` contradicts `repeats`".to_owned();
            let problem = Diagnostic::error(Code::BadPagination, end.span, message)
                .hint("remove `unchanged`, or remove `repeats` if each token leads to one page");
            self.report(problem.second(repeats.span, "stated here"));
        }
    }

    fn check_size(&mut self, merged: &MergedPaging<'_>, operation: &Operation, size: Option<&str>) {
        let own = merged.own;
        let Some(size) = size else {
            if merged.end.iter().any(|end| end.value == PageEnd::Short) {
                let message = "`end: [short]` requires the size of a page".to_owned();
                self.error(Code::BadPagination, own.span, message, "add `size: parameter`");
            }
            return;
        };
        let span = own.size.as_ref().map_or(own.span, |text| text.span);
        let param = operation.params.iter().find(|param| param.field.name == size);
        let Some(param) = param else {
            // A size that the client names without declaring it was reported there.
            if own.size.is_none() {
                return;
            }
            let message = format!("the operation has no parameter `{size}`");
            let names = operation.params.iter().map(|param| param.field.name.as_str());
            let problem = Diagnostic::error(Code::BadPagination, span, message);
            self.report(problem.hint_opt(did_you_mean(size, names)));
            return;
        };
        if merged.into.as_deref() == Some(size) {
            let message = format!("`{size}` cannot be both `into` and `size`");
            self.error(
                Code::BadPagination,
                span,
                message,
                "name the parameter for the size of a page, or remove `size`",
            );
        }
        let view = view_inner(&self.model.types, &param.field.ty);
        if !view.is_numeric() {
            let message = format!("`{size}` sets the size of a page, but is {}", view.noun());
            self.error(Code::BadPagination, span, message, "a size is a whole number");
        }
    }
}

impl<'t> PageMembers<'t, '_> {
    /// Resolves the members that paging names, and writes their paths to `paths`. The error is the
    /// noun of a result that cannot be a page.
    fn resolve_members(
        mut self,
        merged: &MergedPaging<'_>,
        call: CallView<'_>,
        paths: &mut PagePaths,
    ) -> Result<(), &'static str> {
        let Some(page) = self.page()? else { return Ok(()) };
        let own = merged.own;
        if let (true, PageWay::Token | PageWay::Url) = (page.is_list(), merged.way) {
            return Err("a list");
        }
        let items = self.items(&page, own.items.as_ref());
        if let Some((path, _)) = &items {
            paths.items = path.clone();
        }
        let item = items.and_then(|(_, item)| item);
        let next = match (merged.way, &merged.next) {
            (PageWay::Token | PageWay::Url, Some(next)) => self.member(&page, next, own.next.as_ref()),
            (PageWay::Last, Some(next)) => item.and_then(|item| self.member_of_item(item, next, own.next.as_ref())),
            (PageWay::Last, None) => item.map(|ty| Member { path: MemberPath::default(), name: "item", ty }),
            _ => None,
        };
        if let Some(next) = next {
            if merged.way == PageWay::Url {
                self.need_text(&next);
            }
            let params = &call.operation.params;
            let param = params.iter().find(|param| Some(&param.field.name) == merged.into.as_ref());
            if let Some(param) = param.filter(|param| !self.is_taken(next.ty, &param.field.ty)) {
                let span = own.into.as_ref().map_or(own.span, |text| text.span);
                let message = format!("`{}` and `{}` have different types", next.name, param.field.name);
                let problem = Diagnostic::error(Code::BadPagination, span, message);
                self.found
                    .push(problem.hint("use the same type for the value of a page and the parameter of the next call"));
            }
            paths.next = next.path;
        }
        paths.end = merged.end.iter().filter_map(|end| self.resolve_end(&page, end)).collect();
        Ok(())
    }

    /// Reports a URL of the next page that is not a text.
    fn need_text(&mut self, next: &Member<'_>) {
        let view = view_inner(self.types, next.ty);
        if matches!(view, View::Text | View::Broken) {
            return;
        }
        let span = self.paging.next.as_ref().map_or(self.paging.span, |text| text.span);
        let message = format!("`{}` must be the URL of the next page, but is {}", next.name, view.noun());
        let problem = Diagnostic::error(Code::BadPagination, span, message);
        self.found.push(problem.hint("a URL is a `string`; where it is the value of a parameter, write `by: token`"));
    }

    /// Returns whether a value of type `given` in a page can be passed to a parameter of type
    /// `param`. Both have one type, or the value is hex and the parameter takes any hex or text.
    fn is_taken(&self, given: &Type, param: &Type) -> bool {
        let any_hex = |view: View<'_>| matches!(view, View::Scalar(Form::Hex { bytes: None, .. }) | View::Text);
        let hex = |view: View<'_>| matches!(view, View::Scalar(Form::Hex { .. }));
        let [given_view, param_view] = [given, param].map(|ty| view_inner(self.types, ty));
        given.bare(self.types) == param.bare(self.types) || hex(given_view) && any_hex(param_view)
    }

    fn resolve_end(&mut self, page: &Page<'t>, end: &At<PageEnd<String>>) -> Option<PageEnd> {
        let (name, fits, wanted): (&String, fn(View<'_>) -> bool, &str) = match &end.value {
            PageEnd::Absent => return Some(PageEnd::Absent),
            PageEnd::Empty => return Some(PageEnd::Empty),
            PageEnd::Short => return Some(PageEnd::Short),
            PageEnd::Unchanged => return Some(PageEnd::Unchanged),
            PageEnd::Error { code, message } => {
                return Some(PageEnd::Error { code: *code, message: message.clone() });
            }
            PageEnd::More(name) => (name, |view| matches!(view, View::Boolean | View::Broken), "true or false"),
            PageEnd::Total(name) => (name, |view| view.is_numeric(), "a number"),
        };
        let at = At { value: name.clone(), span: end.span };
        let member = self.member(page, name, Some(&at))?;
        let view = view_inner(self.types, member.ty);
        if !fits(view) {
            let message = format!("`{name}` must be {wanted}, but is {}", view.noun());
            self.found.push(Diagnostic::error(Code::BadPagination, end.span, message));
        }
        Some(match end.value {
            PageEnd::More(_) => PageEnd::More(member.path),
            _ => PageEnd::Total(member.path),
        })
    }
}

/// Returns the way in which the next page is selected, with its members and parameters; `None` if a
/// key is missing, which was reported.
fn page_by(merged: &MergedPaging<'_>, next: MemberPath, client: Option<&Paging>) -> Option<PageBy> {
    let own = merged.own;
    Some(match merged.way {
        PageWay::Token => PageBy::Token { next, into: merged.into.clone()? },
        PageWay::Link => {
            let rel = own.rel.as_ref().map(|text| text.value.clone());
            let rel = rel.or(client.and_then(|client| client.rel.clone()));
            PageBy::Link { rel: rel.unwrap_or_else(|| "next".to_owned()) }
        }
        PageWay::Url => PageBy::Url { next },
        PageWay::Page => {
            let first = own.first.map(|at| at.value).or(client.and_then(|client| client.first));
            PageBy::Page { into: merged.into.clone()?, first: first.unwrap_or(1) }
        }
        PageWay::Offset => PageBy::Offset { into: merged.into.clone()? },
        PageWay::Last => PageBy::Last { next, into: merged.into.clone()? },
    })
}

/// Returns the noun for a way of paging, as messages use it after "by".
const fn noun_of_way(way: PageWay) -> &'static str {
    match way {
        PageWay::Token => "a token",
        PageWay::Link => "the header `Link`",
        PageWay::Url => "a URL in the response",
        PageWay::Page => "number",
        PageWay::Offset => "offset",
        PageWay::Last => "the last item",
    }
}

fn quoted_way(way: &'static str) -> String {
    format!("`by: {way}`")
}
