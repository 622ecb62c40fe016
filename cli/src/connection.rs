//! Options that set the destination of calls, and the profile that they make with the environment and the file of
//! profiles.
//!
//! Input: flags. Output: a caller.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use chainloom_caller::{Caller, Prepared, Profile, Profiles, Secret, from_environment, may_hold_key};
use chainloom_interpret::Api;
use chainloom_runtime::catalog::secret_variable;
use chainloom_runtime::schema::Operation;

use crate::failure::{Failure, mistake, note, of_error, usage};

/// Where calls go.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Where calls go")]
pub(crate) struct Connection {
    /// Profile of the file of profiles
    #[arg(long, value_name = "NAME", env = "CHAINLOOM_PROFILE", hide_env = true)]
    pub(crate) profile: Option<String>,
    /// Deployment of the spec, which sets base URLs and other variables
    #[arg(long, value_name = "NAME")]
    pub(crate) deployment: Option<String>,
    /// Base URL, such as that of a sandbox
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Whole URL of a service, as a provider gives it; `SERVICE=@FILE` reads it from a file. For a
    /// call also the name of one of several endpoints of the service
    #[arg(long = "endpoint", value_name = "SERVICE=URL")]
    pub(crate) endpoints: Vec<String>,
    /// Timeout of an attempt, such as `10s`
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) timeout: Option<Duration>,
    /// Time for a call with all of its attempts
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) deadline: Option<Duration>,
    /// Number of times that a call is tried again; 0 tries once
    #[arg(long, value_name = "N")]
    pub(crate) retries: Option<u32>,
    /// Variable of the client or the service
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) vars: Vec<(String, String)>,
    /// Secret; `NAME=@FILE` reads it from a file. The environment is safer, see `--curl`
    #[arg(long = "secret", value_name = "NAME=VALUE", value_parser = |text: &str| unshown(pair, text))]
    pub(crate) secrets: Vec<Unshown>,
}

/// What is set for one call, beside its parameters.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Where calls go")]
pub(crate) struct OneCall {
    /// Header of the request; for a subscription, of the handshake of its websocket
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = |text: &str| unshown(header, text))]
    headers: Vec<Unshown>,
}

impl OneCall {
    /// Adds the settings to a call.
    pub(crate) fn put(&self, call: &mut Prepared<'_>, connection: &Connection) -> Result<(), Failure> {
        if let Some(name) = connection.endpoints.iter().rfind(|text| !text.contains('=')) {
            call.endpoint(name);
        }
        for header in &self.headers {
            let (name, value) = header.as_ref().map_err(|why| usage(format_args!("`--header`: {why}")))?;
            call.header(name, value);
        }
        Ok(())
    }
}

fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "it looks like `500ms`, `10s` or `2m`".to_owned())
}

/// Name and value of an argument that may hold a secret. Errors of the parser of arguments quote the argument, so its
/// mistake is reported later.
type Unshown = Result<(String, String), String>;

/// Parses an argument that may hold a secret.
#[expect(clippy::unnecessary_wraps, reason = "the form of a parser of arguments")]
fn unshown(parse: fn(&str) -> Unshown, text: &str) -> Result<Unshown, String> {
    Ok(parse(text))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it looks like `NAME=VALUE`")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("it looks like `NAME: VALUE`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Connection {
    /// Returns a caller of a spec. Secrets of flags are for the operation's client.
    pub(crate) fn caller(&self, api: Api, operation: Option<&str>) -> Result<Caller, Failure> {
        let operation = operation.and_then(|id| table_of_call(&api, id));
        let flags = self.flags(operation)?;
        let environment = from_environment(&api, &|name| env::var_os(name));
        let file = match Profiles::path(&|name| env::var_os(name)) {
            Some(path) => self.profile_of(&path, operation)?,
            None => Profile::default(),
        };
        let profile = flags.or(environment).or(file);
        profile.exposures().iter().for_each(|text| note(format_args!("warning: {text}")));
        Caller::new(api, profile).map_err(|error| of_error(&error, operation))
    }

    fn profile_of(&self, path: &Path, operation: Option<&Operation>) -> Result<Profile, Failure> {
        let read = Profiles::read(path).and_then(|profiles| {
            profiles.exposure(path).iter().for_each(|text| note(format_args!("warning: {text}")));
            profiles.get(self.profile.as_deref())
        });
        read.map_err(|error| {
            let mut failure = of_error(&error, operation);
            if self.profile.is_some() {
                failure.stderr = format!("{}  = note: profiles are in {}\n", failure.stderr, path.display());
            }
            failure
        })
    }

    /// Returns the profile that the flags set.
    fn flags(&self, operation: Option<&Operation>) -> Result<Profile, Failure> {
        let mut profile = Profile {
            deployment: self.deployment.clone(),
            url: self.url.clone(),
            vars: self.vars.iter().cloned().collect(),
            timeout: self.timeout,
            deadline: self.deadline,
            retries: self.retries,
            ..Profile::default()
        };
        for secret_pair in &self.secrets {
            let (name, value) = secret_pair.as_ref().map_err(|why| usage(format_args!("`--secret`: {why}")))?;
            if operation.is_none() {
                return Err(usage(format_args!(
                    "`--secret {name}=…` needs an operation: use a profile or the environment"
                )));
            }
            let variable = operation.map(|operation| secret_variable(operation.service.client.name, name));
            let help = format!("set the variable `{}`, or use `--secret {name}=@FILE`", variable.unwrap_or_default());
            let secret = secret(value, |_| true, &help);
            let client = operation.map(|operation| operation.service.client.name).unwrap_or_default();
            profile.clients.entry(client.to_owned()).or_default().secrets.insert(name.clone(), secret);
        }
        self.whole_urls(&mut profile, operation)?;
        Ok(profile)
    }

    /// Puts the whole URLs of services into a profile.
    fn whole_urls(&self, profile: &mut Profile, operation: Option<&Operation>) -> Result<(), Failure> {
        for text in &self.endpoints {
            if is_bare(text) {
                let service = operation.map_or("SERVICE", |operation| operation.service.name);
                return Err(usage(format_args!("a whole URL is given to a service by `--endpoint {service}=URL`")));
            }
            let Some((service, url)) = text.split_once('=') else {
                if operation.is_some() {
                    continue;
                }
                return Err(usage(format_args!("`--endpoint {text}`: it looks like `SERVICE=URL`")));
            };
            let help = format!("use a profile, or `--endpoint {service}=@FILE`");
            let urls = profile.endpoints.entry(service.trim().to_owned()).or_default();
            urls.push(secret(url.trim(), may_hold_key, &help));
        }
        Ok(())
    }
}

/// Returns whether an endpoint is a URL or a file without its service. It may hold a key, and is not printed.
fn is_bare(endpoint: &str) -> bool {
    let before = endpoint.split_once('=').map_or(endpoint, |(before, _)| before);
    before.starts_with('@') || before.contains("://")
}

/// Reads a secret of a flag, or the file that holds it. A secret in the flag itself causes a warning.
fn secret(value: &str, may_be_key: impl Fn(&str) -> bool, help: &str) -> Secret {
    if let Some(file) = value.strip_prefix('@') {
        return Secret::File { file: PathBuf::from(file) };
    }
    if may_be_key(value) {
        note(format_args!(
            "warning: a secret in an argument is visible to others, and stays in the shell's history\n  = help: {help}"
        ));
    }
    Secret::Text(value.to_owned())
}

fn table_of_call(api: &Api, id: &str) -> Option<&'static Operation> {
    let subscription = || api.subscriptions.iter().find(|subscription| subscription.id == id).map(|one| &one.call);
    api.operation(id).map(|operation| operation.schema).or_else(subscription)
}

/// Runs a command that makes calls, on a separate runtime, which ends with it.
pub(crate) fn block_on(command: impl Future<Output = Result<(), Failure>>) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let done = match runtime {
        Ok(runtime) => {
            let done = runtime.block_on(command);
            runtime.shutdown_background();
            done
        }
        Err(error) => Err(mistake(error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(),
    }
}

/// Waits for an interrupt.
pub(crate) async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without support of the system, an interrupt ends the process.
        std::future::pending::<()>().await;
    }
}
