//! Run: compares all operations of a service with its spec.
//!
//! Input: a spec, a caller, options. Output: a report. Operations that need no values of other
//! responses are called first; the operations that their results enable follow, in rounds. The
//! report is in the order of the spec.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::time::Duration;

use chainloom_caller::{Caller, Class, Profile};
use chainloom_codegen::diagnostic::near_name;
use chainloom_codegen::model::{CallView, Effect, Model, PageBy, ResponseBody, Service};
use chainloom_codegen::{NamedModel, SourceFile};
use chainloom_interpret::Api;
use chainloom_runtime::schema;
use futures_util::{StreamExt as _, stream};
use serde_json::Value;
use tokio::time::Instant;

use crate::attempts::{Outcome, SharedAttempts};
use crate::compare::{About, Finding, MAX_PER_RESPONSE};
use crate::drift::{Drift, Kind, Suggestion};
use crate::errors::CallContext;
use crate::exceptions::Exceptions;
use crate::inputs::Inputs;
use crate::mask::printable;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::report::{OperationReport, Report, ServiceReport, State};
use crate::suggest::Files;
use crate::words::fits;

/// Maximum number of drifts that are kept in a report.
const MAX_DRIFTS: usize = 500;
/// Number of characters above which a text of a drift is cut.
const MAX_DRIFT_CHARS: usize = 400;

/// A checked spec, with the texts of its files.
#[derive(Debug)]
pub struct Spec {
    named: NamedModel,
    sources: Vec<SourceFile>,
}

impl Spec {
    /// Creates a spec from its checked model and its files. The files must have the order in which
    /// the model was read.
    #[must_use]
    pub const fn new(named: NamedModel, sources: Vec<SourceFile>) -> Self {
        Self { named, sources }
    }

    /// Returns the tables of the spec for a caller.
    #[must_use]
    pub fn api(&self) -> Api {
        Api::of(&self.named)
    }

    /// Returns the model of the spec.
    #[must_use]
    pub const fn model(&self) -> &Model {
        self.named.model()
    }
}

/// Choice of calls, and limits on their number and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Names of the services to compare; empty for all services.
    pub services: Vec<String>,
    /// Whether operations with an effect other than reading are called as well.
    pub allow_writes: bool,
    /// IDs of sensitive operations to call, which use keys, reveal them or spend.
    pub allow_sensitive: Vec<String>,
    /// Maximum number of simultaneous calls.
    pub concurrency: usize,
    /// Maximum number of calls per second.
    pub rate: u32,
    /// Time for all calls together.
    pub within: Duration,
    /// Known drift, which does not fail the comparison.
    pub exceptions: Exceptions,
}

impl Default for Options {
    fn default() -> Self {
        let exceptions = Exceptions::default();
        Self {
            services: Vec::new(),
            allow_writes: false,
            allow_sensitive: Vec::new(),
            concurrency: 4,
            rate: 20,
            within: Duration::from_secs(300),
            exceptions,
        }
    }
}

/// Reason why no operation was compared.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The spec has no services with these names; with the service whose name is most similar to the first of them.
    UnknownServices(Vec<String>, Option<String>),
    /// No service answered: the class of the errors, and the message of the first one.
    Silence(Class, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownServices(names, near) => {
                let question = near.iter().map(|near| format!("; did you mean `{near}`?")).collect::<String>();
                write!(f, "the spec has no service `{}`{question}", names.join("`, `"))
            }
            Self::Silence(_, why) => write!(f, "no service answered: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Compares the services that a caller reaches with their spec, and returns a report.
///
/// # Errors
///
/// A name of a service is unknown, or no service answered.
pub async fn conform(spec: &Spec, caller: &Caller, options: &Options) -> Result<Report, Failure> {
    let model = spec.model();
    let unknown = options.services.iter().filter(|name| !model.services.iter().any(|service| service.name == **name));
    let unknown: Vec<String> = unknown.cloned().collect();
    if let Some(first) = unknown.first() {
        let near = near_name(first, model.services.iter().map(|service| service.name.as_str())).map(str::to_owned);
        return Err(Failure::UnknownServices(unknown, near));
    }
    let until = Instant::now() + options.within;
    let shared = SharedAttempts { caller, pace: Pace::new(options.rate), until, services: &options.services };
    let mut jobs = jobs(model, caller, options, until);
    rounds(&shared, &mut jobs, options).await;
    if let Some((class, why)) = connection_error(&jobs) {
        return Err(Failure::Silence(class, why));
    }
    Ok(report(Files { sources: &spec.sources, until }, jobs, options))
}

/// Call of the spec, with its outcome so far.
struct Job<'m> {
    context: CallContext<'m>,
    id: String,
    table: Option<&'static schema::Operation>,
    /// Reason why the operation must not be called; `None` if it may be.
    skipped: Option<String>,
    outcome: Outcome<'m>,
}

/// Returns a job for each call of the services to compare.
fn jobs<'m>(model: &'m Model, caller: &Caller, options: &Options, until: Instant) -> Vec<Job<'m>> {
    let mut jobs = Vec::new();
    for call in model.typed_calls() {
        let service = &model.services[call.operation.service.0];
        let client = &model.clients[service.client.0];
        if !options.services.is_empty() && !options.services.contains(&service.name) {
            continue;
        }
        let (context, id) = (CallContext { model, client, service, call, until }, call.id_of(service));
        let table = caller.api().operation(&id).map(|operation| operation.schema);
        let is_named = options.allow_sensitive.contains(&id);
        let skipped = if call.operation.sensitive && !is_named {
            Some(format!(
                "the operation uses or reveals secret keys, or spends funds; to call it, pass `--allow-sensitive {id}`"
            ))
        } else {
            skip_reason(model, call, caller.profile(), options)
        };
        jobs.push(Job { context, id, table, skipped, outcome: Outcome::default() });
    }
    jobs
}

/// Returns the reason why an operation must not be called, or `None`.
fn skip_reason(model: &Model, call: CallView<'_>, profile: &Profile, options: &Options) -> Option<String> {
    let operation = call.operation;
    let word = match operation.effect {
        Effect::Read => None,
        Effect::Idempotent => Some("idempotent"),
        Effect::Once => Some("once"),
        Effect::Write => Some("write"),
    };
    if let Some(word) = word.filter(|_| !options.allow_writes) {
        return Some(format!("the effect of the operation is `{word}`; to call it, pass `--allow-writes`"));
    }
    if call.own.response.body == ResponseBody::Events {
        return Some("its response is a stream of events".to_owned());
    }
    let deployment = model.deployments.iter().find(|one| Some(&one.name) == profile.deployment.as_ref())?;
    let name = operation.wire_name();
    let is_missing = deployment.missing.iter().any(|pattern| fits(pattern, &name));
    is_missing.then(|| format!("the deployment `{}` does not serve it", deployment.name))
}

impl<'m> Job<'m> {
    /// Returns the source of parameters for the operation.
    fn inputs<'p>(&self, pool: &'p Pool) -> Inputs<'p>
    where
        'm: 'p,
    {
        let token = self.context.call.operation.paginate.as_ref().and_then(|paginate| match &paginate.by {
            PageBy::Token { into, .. } => Some(into.clone()),
            _ => None,
        });
        Inputs { model: self.context.model, pool, client: &self.context.client.name, call: self.context.call, token }
    }

    fn is_ready(&self, pool: &Pool) -> bool {
        self.inputs(pool).is_ready()
    }

    /// Calls the operation with sets of parameters that were not sent before.
    async fn run(&self, shared: &SharedAttempts<'_>, pool: &Pool) -> Outcome<'m> {
        let inputs = self.inputs(pool);
        let untried = |why: String| Outcome { reason: why, ..Outcome::default() };
        if let Some(name) = inputs.bytes_parameter() {
            return untried(format!("the parameter `{name}` takes bytes"));
        }
        match inputs.input_sets() {
            Ok(mut all) => {
                all.retain(|input| !self.outcome.inputs.contains(input));
                shared.call(self.context, &self.id, all).await
            }
            Err(name) => untried(format!("no example and no response gives the parameter `{name}`")),
        }
    }

    /// Returns whether the operation should be called again, because values from later responses
    /// may give a result.
    fn is_open(&self) -> bool {
        let outcome = &self.outcome;
        let is_quiet = outcome.last_error.is_none_or(|class| class == Class::Parameter);
        self.skipped.is_none()
            && outcome.results.is_empty()
            && outcome.findings.is_empty()
            && outcome.unserved.is_none()
            && is_quiet
    }
}

/// Calls all operations: first those whose parameters are known, then those that earlier results
/// enable.
async fn rounds(shared: &SharedAttempts<'_>, jobs: &mut [Job<'_>], options: &Options) {
    let mut pool = Pool::default();
    let mut pending: Vec<usize> = (0..jobs.len()).filter(|at| jobs[*at].skipped.is_none()).collect();
    while !pending.is_empty() {
        let (ready, later): (Vec<usize>, Vec<usize>) = pending.iter().partition(|at| jobs[**at].is_ready(&pool));
        // If no operation is ready, all of them are called: an example may have the missing values.
        let (now, rest) = if ready.is_empty() { (later, Vec::new()) } else { (ready, later) };
        round(shared, jobs, &now, &mut pool, options).await;
        pending = rest;
    }
    let open: Vec<usize> = (0..jobs.len()).filter(|at| jobs[*at].is_open()).collect();
    round(shared, jobs, &open, &mut pool, options).await;
}

/// Calls some operations, and adds the values of their results to the pool.
async fn round(shared: &SharedAttempts<'_>, jobs: &mut [Job<'_>], now: &[usize], pool: &mut Pool, options: &Options) {
    let width = options.concurrency.max(1);
    for part in now.chunks(width * 4) {
        let silent = silent_clients(jobs);
        let all = part.iter().map(|at| {
            let (job, silent, pool) = (&jobs[*at], &silent, &*pool);
            async move {
                match silent.get(&job.context.client.name) {
                    Some((class, why)) => {
                        Outcome { last_error: Some(*class), reason: why.clone(), ..Outcome::default() }
                    }
                    None => job.run(shared, pool).await,
                }
            }
        });
        let done: Vec<Outcome<'_>> = stream::iter(all).buffered(width).collect().await;
        for (at, outcome) in part.iter().zip(done) {
            let (job, mut outcome) = (&mut jobs[*at], outcome);
            for (result, ty) in
                outcome.results.iter().filter_map(|result| Some((result, job.context.call.own.result.as_ref()?)))
            {
                pool.add_values(job.context.model, &job.context.client.name, &job.context.call.own.name, ty, result);
            }
            // The pool has the values now, so only the number of results is still needed.
            outcome.results.iter_mut().for_each(|result| *result = Value::Null);
            job.add(outcome);
        }
    }
}

impl<'m> Job<'m> {
    /// Adds the outcome of further calls.
    fn add(&mut self, outcome: Outcome<'m>) {
        let own = &mut self.outcome;
        own.calls += outcome.calls;
        own.results.extend(outcome.results);
        own.findings.extend(outcome.findings);
        own.left_out += outcome.left_out;
        own.is_cut |= outcome.is_cut;
        own.inputs.extend(outcome.inputs);
        own.unserved = outcome.unserved.or(own.unserved.take());
        own.last_error = outcome.last_error;
        if !outcome.reason.is_empty() {
            own.reason = outcome.reason;
        }
    }
}

/// Returns the clients whose calls all ended in a connection error or a timeout, each with its last
/// error. Further calls to them are useless.
fn silent_clients(jobs: &[Job<'_>]) -> HashMap<String, (Class, String)> {
    let mut counts: HashMap<String, (usize, Option<(Class, String)>)> = HashMap::new();
    for job in jobs.iter().filter(|job| job.outcome.calls > 0) {
        let entry = counts.entry(job.context.client.name.clone()).or_default();
        match job.outcome.last_error {
            Some(class @ (Class::Connection | Class::Timeout)) => entry.1 = Some((class, job.outcome.reason.clone())),
            _ => entry.0 += 1,
        }
    }
    counts
        .into_iter()
        .filter_map(|(name, (answered, error))| error.filter(|_| answered == 0).map(|error| (name, error)))
        .collect()
}

/// Returns the first error, if the calls of all operations ended in a connection error or a
/// timeout.
fn connection_error(jobs: &[Job<'_>]) -> Option<(Class, String)> {
    let mut called = jobs.iter().filter(|job| job.outcome.calls > 0).peekable();
    called.peek()?;
    let errors: Option<Vec<(Class, String)>> = called
        .map(|job| match job.outcome.last_error? {
            class @ (Class::Connection | Class::Timeout) => Some((class, job.outcome.reason.clone())),
            _ => None,
        })
        .collect();
    errors?.into_iter().next()
}

/// Builds the report from the outcomes of all operations.
fn report(files: Files<'_>, jobs: Vec<Job<'_>>, options: &Options) -> Report {
    let (mut report, mut reported) = (Report::default(), ReportedDrift { known: BTreeMap::new(), room: MAX_DRIFTS });
    let mut used = vec![false; options.exceptions.except.len()];
    for (service, own) in by_service(jobs) {
        let is_named = options.services.contains(&service.name);
        let called: Vec<&Job<'_>> = own.iter().filter(|job| job.outcome.calls > 0).collect();
        let is_absent = !is_named && !called.is_empty() && called.iter().all(|job| job.outcome.unserved.is_some());
        report.calls += own.iter().map(|job| job.outcome.calls).sum::<usize>();
        let client = own[0].context.client.name.clone();
        let operations = own.into_iter().map(|job| operation_report(files, job, is_absent, &mut reported));
        let mut operations: Vec<OperationReport> = operations.collect();
        for drift in operations.iter_mut().flat_map(|operation| &mut operation.drifts) {
            for (exception, used) in options.exceptions.except.iter().zip(&mut used) {
                *used |= exception.explains(drift);
            }
            drift.explained = options.exceptions.find(drift).map(|exception| exception.why.clone());
        }
        for operation in &mut operations {
            let is_explained =
                operation.left_out == 0 && operation.drifts.iter().all(|drift| drift.explained.is_some());
            if operation.state == State::Drifts && is_explained {
                operation.state = State::Conforms;
            }
        }
        report.services.push(ServiceReport::new(&service.name, &client, operations, is_absent));
    }
    let unused = options.exceptions.except.iter().zip(used).filter(|(_, used)| !used);
    report.unused_exceptions = unused.map(|(exception, _)| exception.why.clone()).collect();
    report
}

/// Groups jobs by service. Several files may describe one service.
fn by_service(jobs: Vec<Job<'_>>) -> Vec<(&Service, Vec<Job<'_>>)> {
    let mut services: Vec<(&Service, Vec<Job<'_>>)> = Vec::new();
    for job in jobs {
        let service = job.context.service;
        match services.iter_mut().find(|(known, _)| known.name == service.name) {
            Some((_, own)) => own.push(job),
            None => services.push((service, vec![job])),
        }
    }
    services
}

/// Identity of a drift: kind, file, line, and the name of the member with a new value. Drifts with
/// equal keys are reported once.
type DriftKey = (&'static str, String, usize, String);

/// Drift that was reported already, with the ID of its operation, and the number of drifts that
/// still have room.
struct ReportedDrift {
    known: BTreeMap<DriftKey, String>,
    room: usize,
}

/// Builds the report of an operation from the outcome of its calls.
fn operation_report(files: Files<'_>, job: Job<'_>, is_absent: bool, reported: &mut ReportedDrift) -> OperationReport {
    let ReportedDrift { known, room } = reported;
    let mut outcome = job.outcome;
    let mut reason = job.skipped.unwrap_or_default();
    if let Some(said) = outcome.unserved.take().filter(|_| outcome.results.is_empty()) {
        match conditions(&job.context, job.table) {
            _ if is_absent => reason = format!("not served: {said}"),
            Some(condition) => reason = format!("not served: {said}. The spec says: {condition}"),
            None => {
                let text = "the service does not have the operation".to_owned();
                outcome.findings.push(job.context.finding(
                    Kind::NotServed,
                    "$",
                    text,
                    &said,
                    job.context.call.operation.span,
                ));
            }
        }
    }
    let mut drifts: Vec<Drift> = Vec::new();
    let mut shapes: HashMap<(Kind, String), usize> = HashMap::new();
    for finding in outcome.findings {
        match shapes.entry((finding.kind, finding.shape.clone())) {
            Entry::Occupied(known) => drifts[*known.get()].times += finding.times,
            Entry::Vacant(_) if drifts.len() >= MAX_PER_RESPONSE.min(*room) => outcome.left_out += 1,
            Entry::Vacant(new) => {
                new.insert(drifts.len());
                drifts.push(drift(files, &job.id, finding, known));
            }
        }
    }
    *room -= drifts.len();
    if outcome.is_cut {
        reason = "the time ended before all of its response was compared".to_owned();
    }
    let state = match (drifts.is_empty() && outcome.left_out == 0, outcome.results.is_empty() || outcome.is_cut) {
        (false, _) => State::Drifts,
        (true, false) => State::Conforms,
        (true, true) => State::Untried,
    };
    if reason.is_empty() && state == State::Untried {
        reason = outcome.reason;
    }
    OperationReport {
        id: job.id,
        state,
        reason: printable(&reason, MAX_DRIFT_CHARS),
        calls: outcome.calls,
        drifts,
        left_out: outcome.left_out,
    }
}

/// Returns the versions and conditions under which an operation is available by the spec. `None` if it states none.
fn conditions(context: &CallContext<'_>, table: Option<&'static schema::Operation>) -> Option<String> {
    let facts = context.call.facts();
    let since = facts.since.map(|version| format!("since {version}"));
    let until = facts.until.map(|version| format!("until {version}"));
    let available = table.into_iter().flat_map(|table| table.available.iter().chain(table.service.available));
    let available = available.filter(|one| !one.of_data).map(|one| one.text.trim_end_matches('.').to_owned());
    let all: Vec<String> = since.into_iter().chain(until).chain(available).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Builds the drift of a finding. `known` are the drifts that were reported already.
fn drift(files: Files<'_>, id: &str, finding: Finding<'_>, known: &mut BTreeMap<DriftKey, String>) -> Drift {
    let place = files.place(finding.span);
    let last = finding.shape.rsplit('.').next().unwrap_or_default();
    let key = (
        finding.kind.name(),
        place.file.clone(),
        place.line,
        format!("{last} {}", if depends_on_value(&finding.about) { &finding.came } else { "" }),
    );
    let same_as = known.get(&key).cloned();
    let suggestion = if same_as.is_some() { None } else { suggestion(files, &finding) };
    known.entry(key).or_insert_with(|| id.to_owned());
    Drift {
        operation: id.to_owned(),
        kind: finding.kind,
        path: printable(&finding.path, MAX_DRIFT_CHARS),
        message: printable(&finding.message, MAX_DRIFT_CHARS),
        came: printable(&finding.came, MAX_DRIFT_CHARS),
        times: finding.times,
        place,
        suggestion,
        same_as,
        explained: None,
    }
}

/// Returns whether drifts at one place are reported separately if their values differ.
const fn depends_on_value(about: &About<'_>) -> bool {
    matches!(about, About::NewValue { .. } | About::NewArm { .. })
}

/// Suggests a change of the spec for a finding. `None` if there is none.
fn suggestion(files: Files<'_>, finding: &Finding<'_>) -> Option<Suggestion> {
    match finding.kind {
        Kind::UndescribedError => {
            let code = finding.came.split(' ').next()?;
            let name = code.replace('-', "");
            let line = format!("{code}: {{ name: Undocumented{name}, seen: true, doc: Not documented. }}");
            Some(files.under(finding.span, &["errors"], line))
        }
        Kind::UndescribedStatus => {
            let status = &finding.came;
            Some(files.with_key(finding.span, format!("status: {{ {status}: {{ seen: true }} }}")))
        }
        Kind::NotServed => {
            let line =
                "available: [{ flag: --name-of-the-flag, doc: Condition under which it is served., seen: true }]";
            Some(files.with_key(finding.span, line.to_owned()))
        }
        _ => files.suggest(&finding.about, finding.span),
    }
}
