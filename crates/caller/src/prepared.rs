//! A call before it is sent: its arguments and its target.
//!
//! Input: JSON, texts, variables and options. Output: an untyped call of the runtime, or all that is
//! wrong with the arguments.

use std::fmt;

use chainloom_runtime::catalog::{
    Arguments, Redactor, Request, Target, UntypedCall, UntypedPages, UntypedSubscribe, UntypedWaiting,
};
use chainloom_runtime::schema::{Field, Operation, ResponseBody, Service, Subscription, Type};
use chainloom_runtime::{DryRun, Extra, File, PagePosition, RawJson};

use crate::caller::Caller;
use crate::constants::with_constants;
use crate::error::{Class, Error};
use crate::events::EventStream;
use crate::misfits::{Misfit, misfits};
use crate::output::Output;
use crate::texts::json_of;
use crate::unknown_names::unknown_name_message;

/// A call or a subscription, before it is sent.
///
/// Mistakes in arguments are collected. The first method that uses the arguments returns all of them as one
/// error.
#[derive(Clone)]
pub struct Prepared<'c> {
    pub(crate) caller: &'c Caller,
    operation: &'static Operation,
    subscription: Option<&'static Subscription>,
    pub(crate) arguments: Arguments,
    endpoint: usize,
    vars: Vec<(&'static str, String)>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) wrong: Vec<Misfit>,
    /// Whether the JSON of all parameters could not be read, so that the missing ones are unknown.
    pub(crate) is_unread: bool,
}

impl<'c> Prepared<'c> {
    pub(crate) fn of_operation(caller: &'c Caller, operation: &'static Operation) -> Self {
        Self {
            caller,
            operation,
            subscription: None,
            arguments: Arguments::new(operation),
            endpoint: 0,
            vars: Vec::new(),
            headers: Vec::new(),
            wrong: Vec::new(),
            is_unread: false,
        }
    }

    pub(crate) fn of_subscription(caller: &'c Caller, subscription: &'static Subscription) -> Self {
        Self { subscription: Some(subscription), ..Self::of_operation(caller, &subscription.call) }
    }

    /// Returns the description of the operation, or of the call that begins the subscription.
    #[must_use]
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Returns the description of the subscription, if it is one.
    #[must_use]
    pub const fn subscription(&self) -> Option<&'static Subscription> {
        self.subscription
    }

    /// Sets the parameters that are the members of a JSON object.
    pub fn json(&mut self, object: &str) -> &mut Self {
        match RawJson::parse(object).and_then(|json| json.to::<Extra>()) {
            Ok(members) => members.iter().for_each(|(name, value)| self.set(name, value)),
            Err(error) => {
                self.is_unread = true;
                // The reason quotes the text.
                let why = if self.operation.may_hold_secrets { String::new() } else { format!(": {error}") };
                self.wrong.push(misfit_of_arguments(format!("the parameters must be a JSON object{why}")));
            }
        }
        self
    }

    /// Sets a parameter from its texts: one, or one for each item of a list.
    pub fn texts(&mut self, name: &str, texts: &[String]) -> &mut Self {
        match self.field(name) {
            None => self.wrong.push(misfit_of_arguments(self.no_parameter(name))),
            Some(field) => match json_of(field.ty, texts) {
                Ok(json) => match RawJson::parse(&json) {
                    Ok(json) => self.set(field.name, &json),
                    Err(error) => self.wrong.push(misfit_of(field, format!("`{name}`: {error}"))),
                },
                Err(wanted) => {
                    let shown = if field.secret { String::new() } else { format!(", but is `{}`", texts.join("`, `")) };
                    self.wrong.push(misfit_of(field, format!("`{name}` must be {wanted}{shown}")));
                }
            },
        }
        self
    }

    /// Sets a parameter that is sent as bytes: the content of a file with this name, or a body.
    pub fn bytes(&mut self, name: &str, file: &str, content: Vec<u8>) -> &mut Self {
        let set = match self.field(name).map(|field| field.ty) {
            Some(Type::File) => self.arguments.set_file(name, &File::new(file, content)),
            _ => self.arguments.set_bytes(name, content),
        };
        self.keep(name, set);
        self
    }

    /// Sets a parameter that is a list of files, each with its name and content.
    pub fn files(&mut self, name: &str, files: Vec<(String, Vec<u8>)>) -> &mut Self {
        let files = files.into_iter().map(|(name, content)| File::new(name, content)).collect();
        let set = self.arguments.set_files(name, files);
        self.keep(name, set);
        self
    }

    /// Returns whether a parameter is sent as bytes, and not as JSON.
    #[must_use]
    pub fn is_bytes(&self, name: &str) -> bool {
        self.field(name).is_some_and(|field| matches!(field.ty, Type::Bytes | Type::File))
    }

    /// Returns whether a parameter is a list of files.
    #[must_use]
    pub fn is_files(&self, name: &str) -> bool {
        let ty = self.field(name).map(|field| field.ty.plain());
        matches!(ty, Some(Type::List(list)) if matches!(list.item, Type::File))
    }

    /// Sets a variable of the service, such as the name of one of several instances.
    pub fn var(&mut self, name: &str, value: impl Into<String>) -> &mut Self {
        match self.service().vars.iter().find(|var| var.name == name) {
            Some(var) => self.vars.push((var.name, value.into())),
            None => {
                let known: Vec<&str> = self.service().vars.iter().map(|var| var.name).collect();
                self.wrong.push(misfit_of_arguments(unknown_name_message("variable of the service", name, &known)));
            }
        }
        self
    }

    /// Chooses one of several endpoints of the service, by its name.
    pub fn endpoint(&mut self, name: &str) -> &mut Self {
        match self.service().endpoints.iter().position(|endpoint| endpoint.name == name) {
            Some(index) => self.endpoint = index,
            None => {
                let names = self.service().endpoints.iter().map(|endpoint| endpoint.name);
                let known: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                self.wrong.push(misfit_of_arguments(match known.as_slice() {
                    [] => format!("the service `{}` has no endpoints to choose from", self.service().name),
                    known => unknown_name_message("endpoint of the service", name, known),
                }));
            }
        }
        self
    }

    /// Adds a header to the request, or to the handshakes of the websocket of a subscription.
    pub fn header(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Builds the request of the call with its secrets, and without sending it.
    pub(crate) fn request(&self) -> Result<Request, Error> {
        let (target, arguments) = self.checked_arguments()?;
        Ok(self.client()?.prepare(self.operation, &arguments.into_members(), &target)?)
    }

    /// Returns the call, to be sent by the runtime.
    ///
    /// # Errors
    ///
    /// The operation is a subscription, the arguments are invalid, or a setting is missing.
    pub fn call(&self) -> Result<UntypedCall, Error> {
        if self.subscription.is_some() {
            let text = format!("`{}` is a subscription: subscribe to it", self.id());
            return Err(Error::new(Class::Usage, text));
        }
        let (target, arguments) = self.checked_arguments()?;
        Ok(self.with_headers(UntypedCall::new(target, arguments)))
    }

    /// Sends the call and returns its result.
    ///
    /// # Errors
    ///
    /// See [`Class`]. A result that does not fit is an error, as in a generated client.
    pub async fn send(&self) -> Result<Output, Error> {
        let reply = self.call()?.send().await?;
        let output = Output::of(self.operation, &reply);
        if let Output::Json(result) = &output {
            self.check(result)?;
        }
        Ok(output)
    }

    /// Returns the pages of a list, from a position on if one is given.
    ///
    /// # Errors
    ///
    /// The operation has no pages, the text is not a position, or as for [`Prepared::call`].
    pub fn pages(&self, resume: Option<&str>) -> Result<UntypedPages, Error> {
        if self.operation.paginate.is_none() {
            return Err(Error::new(Class::Usage, format!("`{}` has no pages", self.id())));
        }
        let pages = self.call()?.pages();
        match resume.map(str::parse::<PagePosition>).transpose() {
            Ok(None) => Ok(pages),
            Ok(Some(position)) => Ok(pages.resume(position)),
            Err(_) => {
                let text = "the position to resume at is invalid: a list that ends early states its position, such as \
                            `1:books.listBooks:3:-::token:\"b2\"`";
                Err(Error::new(Class::Usage, text))
            }
        }
    }

    /// Returns the call that waits for the result.
    ///
    /// # Errors
    ///
    /// The spec does not define when the result is reached, or as for [`Prepared::call`].
    pub fn wait(&self) -> Result<UntypedWaiting, Error> {
        if self.operation.wait.is_none() {
            let text = format!("`{}` cannot be waited for: the spec has no `wait` for it", self.id());
            return Err(Error::new(Class::Usage, text));
        }
        Ok(self.call()?.wait())
    }

    /// Returns whether the response is events or lines, which [`Prepared::stream`] returns as they come.
    #[must_use]
    pub const fn is_stream(&self) -> bool {
        matches!(self.operation.response.body, ResponseBody::Events(_) | ResponseBody::Lines(_))
    }

    /// Sends the call and returns the events or lines of its response as they come.
    ///
    /// # Errors
    ///
    /// The response is not a stream, or as for [`Prepared::send`].
    pub async fn stream(&self) -> Result<EventStream, Error> {
        let call = self.call()?;
        match self.operation.response.body {
            ResponseBody::Events(_) => Ok(EventStream::Events(call.events().await?)),
            ResponseBody::Lines(_) => Ok(EventStream::Lines(Box::new(call.lines().await?))),
            _ => Err(Error::new(Class::Usage, format!("the response of `{}` is no stream", self.id()))),
        }
    }

    /// Begins the subscription. `backfill` is the maximum number of heights that are fetched for a gap.
    ///
    /// # Errors
    ///
    /// The operation is not a subscription, or the subscription could not begin.
    pub async fn subscribe(&self, backfill: Option<u64>) -> Result<EventStream, Error> {
        let Some(subscription) = self.subscription else {
            return Err(Error::new(Class::Usage, format!("`{}` is no subscription: call it", self.id())));
        };
        if backfill.is_some() && subscription.backfill.is_none() {
            let text = format!("missed events of `{}` cannot be fetched: the spec has no `backfill` for it", self.id());
            return Err(Error::new(Class::Usage, text));
        }
        let (target, arguments) = self.checked_arguments()?;
        let begin = UntypedSubscribe::new(target, subscription, arguments);
        let begin = backfill.into_iter().fold(begin, UntypedSubscribe::backfill);
        Ok(EventStream::Events(begin.send().await?))
    }

    /// Builds and checks the request without sending it; secrets are masked.
    ///
    /// # Errors
    ///
    /// As for [`Prepared::call`], and what breaks bounds and rules.
    pub fn dry_run(&self) -> Result<DryRun, Error> {
        Ok(self.call()?.dry_run()?)
    }

    /// Returns the secrets of the caller and of the call: of its parameters and headers.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        let mut all = self.caller.redactor();
        if let Ok((target, arguments)) = self.checked_arguments() {
            all.extend(&self.with_headers(UntypedCall::new(target, arguments)).redactor());
        }
        all
    }

    fn with_headers(&self, call: UntypedCall) -> UntypedCall {
        self.headers.iter().fold(call, |call, (name, value)| call.header(name, value))
    }

    fn id(&self) -> &'static str {
        self.operation.id
    }

    const fn service(&self) -> &'static Service {
        self.operation.service
    }

    fn field(&self, name: &str) -> Option<&'static Field> {
        self.operation.input.fields.iter().find(|field| field.name == name)
    }

    /// Returns the message about an unknown parameter.
    fn no_parameter(&self, name: &str) -> String {
        if let Some(field) = parameter_with_member(self.operation, |member| member == name) {
            return format!("`{name}` is no parameter, but a member of the parameter `{}`", field.name);
        }
        let known: Vec<&str> = self.operation.input.fields.iter().map(|field| field.name).collect();
        unknown_name_message("parameter", name, &known)
    }

    /// Sets a parameter, and collects its misfits.
    fn set(&mut self, name: &str, json: &RawJson) {
        let Some(field) = self.field(name) else {
            self.wrong.push(misfit_of_arguments(self.no_parameter(name)));
            return;
        };
        let value: Option<serde_json::Value> = serde_json::from_str(json.as_str()).ok();
        self.wrong.extend(value.iter().flat_map(|value| misfits(field, value)));
        let with_constants = value.and_then(|value| with_constants(field.ty, value));
        let set = self.arguments.set(name, with_constants.as_ref().unwrap_or(json));
        self.keep(name, set);
    }

    /// Collects the errors of setting a parameter.
    fn keep(&mut self, name: &str, set: Result<(), chainloom_runtime::Error>) {
        if let Err(error) = set {
            let texts = error.broken_rules().iter().cloned();
            self.wrong.extend(texts.map(|text| Misfit { place: name.to_owned(), text }));
        }
    }

    /// Returns the target and the arguments, unless they have mistakes.
    fn checked_arguments(&self) -> Result<(Target, Arguments), Error> {
        if !self.wrong.is_empty() {
            let texts = self.problems().into_iter().map(|problem| problem.text).collect();
            return Err(Error::all(Class::Parameter, texts));
        }
        self.caller.check_destination(self.service())?;
        self.check_settings()?;
        let target = Target::new(self.client()?).endpoint(self.endpoint);
        let of_profile = self.service().vars.iter().filter_map(|var| {
            let value = self.caller.profile().var(self.service().client.name, var.name)?;
            Some((var.name, value.clone()))
        });
        let vars: Vec<(&str, String)> = of_profile.chain(self.vars.iter().cloned()).collect();
        let target = vars.into_iter().fold(target, |target, (name, value)| target.var(name, value));
        self.check_vars(&target)?;
        Ok((target, self.arguments.clone()))
    }
}

/// Creates a misfit in the texts of a parameter.
fn misfit_of(field: &Field, text: String) -> Misfit {
    Misfit { place: field.name.to_owned(), text }
}

/// Creates a misfit of the arguments that belongs to no parameter.
const fn misfit_of_arguments(text: String) -> Misfit {
    Misfit { place: String::new(), text }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("operation", &self.id()).finish_non_exhaustive()
    }
}

/// Returns the parameter that is an object with a member of a name.
#[must_use]
pub fn parameter_with_member(operation: &'static Operation, is_named: impl Fn(&str) -> bool) -> Option<&'static Field> {
    let has_member = |field: &&Field| match field.ty.bare() {
        Type::Record(record) => record.fields.iter().any(|member| is_named(member.name)),
        _ => false,
    };
    operation.input.fields.iter().find(has_member)
}
