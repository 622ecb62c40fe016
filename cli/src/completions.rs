//! The command `completions`: a script that asks this program for completions.
//!
//! Input: a shell, or the words of a command line that the shell hands over. Output: the script, or
//! completions. A script with all operations and flags in it would have a megabyte, and would not know
//! another spec.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use chainloom_caller::Profiles;
use chainloom_codegen::NamedModel;
use chainloom_codegen::diagnostic::TABLE;
use chainloom_codegen::sentences::summary;
use chainloom_command::{Report, document_operations};
use chainloom_interpret::Api;
use chainloom_reference::{Client, Item, Named, Operation, Protocol, Reference, Service, Variable};
use chainloom_runtime::schema;
use clap::{Arg, Command, CommandFactory as _, ValueEnum};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_complete::env::{CompleteEnv, Shells};

use crate::call::value_of;
use crate::failure::mistake;
use crate::spec::SpecArg;

/// The variable by which the script asks for completions.
const VARIABLE: &str = "CHAINLOOM_COMPLETE";

/// Prints a completion script; it completes operations and their flags, too
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Shells that can ask a program.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let name = format!("{:?}", args.shell).to_lowercase();
    let mut out = Vec::new();
    let shells = Shells::builtins();
    let written = match shells.completer(&name) {
        Some(shell) => shell.write_registration(VARIABLE, "chainloom", "chainloom", "chainloom", &mut out),
        None => Ok(()),
    };
    match written {
        Ok(()) => Report { stdout: String::from_utf8_lossy(&out).into_owned(), ..Report::default() }.print(),
        Err(error) => mistake(error).print(),
    }
}

/// Answers the script, and ends the process, if it is the script that asks.
pub(crate) fn answer() {
    if env::var_os(VARIABLE).is_some() {
        CompleteEnv::with_factory(completed).var(VARIABLE).complete();
    }
}

/// Returns the commands, with a command for each operation below the commands that take one.
fn completed() -> Command {
    let (commands, line) = (crate::Cli::command(), Line::of_process());
    let name = line.name(&commands);
    let known = Arc::new(Known { line, name, spec: OnceLock::new() });
    let commands = match known.line.words.first().map(String::as_str) {
        Some("call") => known.with_operations(commands, options_of_call()),
        Some("subscribe") => known.with_operations(commands, crate::subscribe::options()),
        Some("describe") if known.name.is_none() => {
            commands.mut_subcommand("describe", |describe| describe.subcommands(known.describable_items()))
        }
        _ => commands,
    };
    with_values(commands, &known)
}

fn options_of_call() -> Command {
    crate::call::options("call", "Calls an operation and prints its result")
}

/// Command line to complete: the words before the cursor, without the program, and the word at the cursor.
struct Line {
    words: Vec<String>,
    current: String,
}

impl Line {
    /// Reads what the completion script passes: the words after `--`, and the index of the word at the cursor.
    fn of_process() -> Self {
        let mut words: Vec<String> = env::args().skip_while(|word| word != "--").skip(2).collect();
        let index = env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse::<usize>().ok());
        let at = index.unwrap_or(words.len()).saturating_sub(1);
        // A new word is not among them.
        let current = words.get(at).cloned().unwrap_or_default();
        words.truncate(at);
        Self { words, current }
    }

    /// Returns the first word after the commands that is neither an option nor its value: the operation of `call`, or
    /// the document of `import`.
    fn name(&self, commands: &Command) -> Option<String> {
        let mut command = commands;
        while let Some(below) = self.words.iter().find_map(|word| command.find_subcommand(word)) {
            command = below;
        }
        let behind = self.behind(command.get_name());
        let name = |options: &Command| chainloom_console::operation_name(options, behind).0;
        match command.get_name() {
            "call" => name(&options_of_call()),
            "subscribe" => name(&crate::subscribe::options()),
            _ => name(command),
        }
    }

    /// Returns the words after a command.
    fn behind(&self, command: &str) -> Vec<OsString> {
        self.words.iter().skip_while(|word| *word != command).skip(1).map(OsString::from).collect()
    }
}

/// The line to complete, and the spec that completions are taken from.
struct Known {
    line: Line,
    /// Operation of `call`, or document of `import`.
    name: Option<String>,
    spec: OnceLock<Option<Spec>>,
}

/// A spec with its description.
struct Spec {
    reference: Reference,
    named: NamedModel,
}

impl Known {
    /// Returns the spec that the command line names. It is loaded at the first call.
    fn spec(&self) -> Option<&Spec> {
        let read = || {
            let words: Vec<String> = env::args().collect();
            let is_import = self.line.words.first().is_some_and(|word| word == "import");
            let spec = value_of(&words, if is_import { "--into" } else { "--spec" }).map(PathBuf::from);
            let named = (SpecArg { spec }).load().ok()?;
            Some(Spec { reference: Reference::of(&named), named })
        };
        self.spec.get_or_init(read).as_ref()
    }

    fn reference(&self) -> Option<&Reference> {
        self.spec().map(|spec| &spec.reference)
    }

    /// Adds a subcommand per operation to a command. If the line names an operation, adds only this operation.
    fn with_operations(&self, commands: Command, options: Command) -> Command {
        let Some(spec) = self.spec() else { return commands };
        let name = options.get_name().to_owned();
        let is_call = name == "call";
        let options = options.no_binary_name(false);
        let below: Vec<Command> = match (&self.name, self.named_item()) {
            (Some(_), Some(item)) => self.with_flags(spec, &options, item).into_iter().collect(),
            (Some(_), None) => Vec::new(),
            (None, _) => spec
                .reference
                .items()
                .filter(|item| match item {
                    Item::Operation(_) => is_call,
                    Item::Subscription(_) => !is_call,
                    Item::Webhooks(_) => false,
                })
                .map(|item| self.item_command(&spec.reference, item))
                .collect(),
        };
        commands.mut_subcommand(name, |_| options.subcommands(below))
    }

    /// Returns the operation or subscription that the line calls.
    fn named_item(&self) -> Option<Item<'_>> {
        let calls = self.line.words.first().is_some_and(|word| ["call", "subscribe"].contains(&word.as_str()));
        self.reference()?.find(self.name.as_deref().filter(|_| calls)?).ok()
    }

    /// Returns the command of the operation that the line names, with its flags.
    fn with_flags(&self, spec: &Spec, options: &Command, item: Item<'_>) -> Option<Command> {
        let rest = chainloom_console::operation_name(options, self.line.behind(options.get_name())).1;
        let operation = spec.table(item.id())?;
        let command = crate::call::command_of(options, item, operation).no_binary_name(false);
        let command = chainloom_console::with_values(command, operation, &rest).name(self.name.clone()?);
        let variables = self.services().flat_map(|service| &service.variables).filter(|one| !one.values.is_empty());
        Some(variables.fold(command, |command, one| {
            let candidates = one.values.clone();
            command.mut_arg(format!("var:{}", one.name), |arg| offering(arg, move || candidates.clone()))
        }))
    }

    /// Returns operations, subscriptions and webhooks, and types once a letter is typed.
    fn describable_items(&self) -> Vec<Command> {
        let (Some(reference), current) = (self.reference(), &self.line.current) else { return Vec::new() };
        let mut known: Vec<Command> = reference.items().map(|item| self.item_command(reference, item)).collect();
        let is_one = |name: &str| matches!(reference.find_named(name), Ok(Named::Type(_)));
        let types = reference.types.iter().filter(|_| !current.is_empty());
        let names =
            types.flat_map(|one| [&one.name, &one.id].into_iter().chain(&one.reexports).map(|name| (name, &one.doc)));
        let names = names.filter(|(name, _)| name.starts_with(current.as_str()) && is_one(name));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names.dedup_by_key(|(name, _)| *name);
        known.extend(names.into_iter().map(|(name, doc)| Command::new(name.clone()).about(summary(doc))));
        known
    }

    /// Creates a command with the ID of an operation. Once another of its names is typed, the name stands next to the
    /// ID.
    fn item_command(&self, reference: &Reference, item: Item<'_>) -> Command {
        let (id, current) = (item.id(), self.line.current.as_str());
        let short = id.rsplit('.').next().unwrap_or_default();
        let other = match item {
            Item::Operation(Operation { protocol: Protocol::Rest { path, .. }, .. }) => path.clone(),
            _ => format!("{}.{}", item.service().unwrap_or_default(), item.wire_name()),
        };
        let is_its = |name: &str| reference.find(name).is_ok_and(|found| found.id() == id);
        let is_typed = |name: &&str| !current.is_empty() && name.starts_with(current) && !name.contains(' ');
        let names = [short, item.wire_name(), &other].into_iter().filter(|name| *name != id).filter(is_typed);
        let mut names: Vec<String> = names.filter(|name| is_its(name)).map(str::to_owned).collect();
        names.dedup();
        Command::new(id.to_owned()).about(item.summary().to_owned()).visible_aliases(names)
    }

    /// Returns the service of the operation that the line calls, or all services.
    fn services(&self) -> impl Iterator<Item = &Service> {
        let named = self.named_item().and_then(Item::service);
        let all = self.reference().into_iter().flat_map(|reference| &reference.services);
        all.filter(move |service| named.is_none_or(|name| service.name == name))
    }

    /// Returns the clients of [`Known::services`].
    fn clients(&self) -> impl Iterator<Item = &Client> {
        let used: Vec<&str> = self.services().map(|service| service.client.as_str()).collect();
        let all = self.reference().into_iter().flat_map(|reference| &reference.clients);
        all.filter(move |client| used.contains(&client.name.as_str()))
    }

    /// Returns the names of parts of the spec.
    fn names<T>(&self, parts: fn(&Reference) -> &Vec<T>, name: fn(&T) -> &String) -> Vec<String> {
        self.reference().into_iter().flat_map(parts).map(|part| name(part).clone()).collect()
    }

    /// Returns the IDs of operations that fit a condition.
    fn operations(&self, fits: impl Fn(&Operation) -> bool) -> Vec<String> {
        let all = self.reference().into_iter().flat_map(|reference| &reference.operations);
        all.filter(|one| fits(one)).map(|one| one.id.clone()).collect()
    }

    /// Returns the values of `--endpoint`: services that take a whole URL, and the names among which an
    /// operation has a choice.
    fn endpoints(&self) -> Vec<String> {
        let (single, several): (Vec<_>, Vec<_>) = self.services().partition(|service| service.endpoints.len() < 2);
        let has_choice = self.named_item().is_some();
        let chosen = several.iter().filter(|_| has_choice).flat_map(|service| &service.endpoints);
        let whole = single.iter().map(|service| format!("{}=", service.name));
        whole.chain(chosen.map(|endpoint| endpoint.name.clone())).collect()
    }

    /// Returns the values of `--var`: each variable with the values that the spec lists.
    fn variables(&self) -> Vec<String> {
        let of_clients = self.clients().flat_map(|client| &client.variables);
        let all = of_clients.chain(self.services().flat_map(|service| &service.variables));
        let texts = all.flat_map(|Variable { name, values, .. }| match values.as_slice() {
            [] => vec![format!("{name}=")],
            values => values.iter().map(|value| format!("{name}={value}")).collect(),
        });
        let mut texts: Vec<String> = texts.collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Returns the values of `--secret`, which only an operation takes.
    fn secrets(&self) -> Vec<String> {
        let clients = self.clients().filter(|_| self.named_item().is_some());
        clients.flat_map(|client| &client.secrets).map(|secret| format!("{}=", secret.name)).collect()
    }
}

impl Spec {
    /// Makes the tables of the spec, and returns the table of an operation or a subscription.
    fn table(&self, id: &str) -> Option<&'static schema::Operation> {
        let api = Api::of(&self.named);
        let subscription = || api.subscriptions.iter().find(|table| table.id == id).map(|table| &table.call);
        api.operation(id).map(|operation| operation.schema).or_else(subscription)
    }
}

/// Function that returns the possible values of an argument.
type CompleteValues = fn(&Known) -> Vec<String>;

/// Completion functions, keyed by clap argument ID.
const COMPLETIONS: [(&str, CompleteValues); 14] = [
    ("deployment", |known| known.names(|reference| &reference.deployments, |one| &one.name)),
    ("services", |known| known.names(|reference| &reference.services, |one| &one.name)),
    ("service", |known| known.names(|reference| &reference.services, |one| &one.name)),
    ("clients", |known| known.names(|reference| &reference.clients, |one| &one.name)),
    ("reuse", |known| known.names(|reference| &reference.types, |one| &one.name)),
    ("webhook_file", |known| known.names(|reference| &reference.webhooks, |one| &one.name)),
    ("endpoints", Known::endpoints),
    ("vars", Known::variables),
    ("secrets", Known::secrets),
    ("allow_writes", |known| known.operations(|one| one.effect != "read" || one.is_sensitive())),
    ("allow_sensitive", |known| known.operations(|one| one.is_sensitive())),
    ("only", |known| known.name.as_deref().map(|file| document_operations(Path::new(file))).unwrap_or_default()),
    ("profile", |_| {
        let path = Profiles::path(&|name| env::var_os(name));
        let profiles = path.and_then(|path| Profiles::read(&path).ok()).unwrap_or_default();
        profiles.profiles.into_keys().collect()
    }),
    ("code", |_| TABLE.iter().map(|info| info.name.to_owned()).collect()),
];

/// Adds values to the arguments of a command and its subcommands. They are computed when they are completed.
fn with_values(command: Command, known: &Arc<Known>) -> Command {
    let command = command.mut_args(|arg| {
        let values = COMPLETIONS.iter().find(|(id, _)| arg.get_id() == id).filter(|_| arg.get_action().takes_values());
        let Some((_, values)) = values else { return arg };
        let known = Arc::clone(known);
        offering(arg, move || values(&known))
    });
    command.mut_subcommands(|below| with_values(below, known))
}

/// Adds values to an argument.
fn offering(arg: Arg, values: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Arg {
    arg.add(ArgValueCandidates::new(move || values().into_iter().map(CompletionCandidate::new).collect()))
}
