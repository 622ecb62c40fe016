//! Flags of an operation.
//!
//! Input: the description of an operation, and the options of a command. Output: a command of clap
//! whose flags are the parameters, and the arguments of a call from the matches.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use chainloom_caller::{Prepared, parameter_with_member};
use chainloom_forms::shell;
use chainloom_reference::{Item, Member};
use chainloom_runtime::schema::{Field, Operation, Type};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};
use heck::ToKebabCase as _;
use serde_json::Value;

use crate::cells::cell;
use crate::table::WIDTH;

/// Heading of the flags for parameters.
const PARAMETERS: &str = "Parameters";
/// Heading of the flags for variables of the service.
const VARIABLES: &str = "Variables of the service";
/// Maximum width of a help text, in columns.
const WIDEST: usize = 100;
/// Maximum number of enumeration values that are listed.
const LISTED: usize = 12;
/// ID of the arguments without flags.
const WORDS: &str = "arguments of the operation";

/// Removes the name of the operation from the words after a command: the first word that is neither an option nor its
/// value. `options` are the options of the command. Returns the name, `None` if absent, and the other words.
#[must_use]
pub fn operation_name(options: &Command, mut words: Vec<OsString>) -> (Option<String>, Vec<OsString>) {
    let takes_value = |word: &str| {
        options.get_arguments().any(|arg| {
            let is_named = word.strip_prefix("--").is_some_and(|name| arg.get_long() == Some(name))
                || word
                    .strip_prefix('-')
                    .is_some_and(|name| arg.get_short().is_some_and(|short| name == short.to_string()));
            is_named && arg.get_action().takes_values()
        })
    };
    let mut at = 0;
    while let Some(word) = words.get(at).map(|word| word.to_string_lossy().into_owned()) {
        if !word.starts_with('-') {
            return (Some(words.remove(at).to_string_lossy().into_owned()), words);
        }
        at += if takes_value(&word) { 2 } else { 1 };
    }
    (None, words)
}

/// Returns a command with the parameters of an operation as flags before the options of `options`.
#[must_use]
pub fn command(options: &Command, item: Item<'_>, operation: &'static Operation) -> Command {
    let mut taken: Vec<String> = options.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
    taken.push("help".to_owned());
    let (parameters, doc) = match item {
        Item::Operation(one) => (one.parameters.as_slice(), &one.doc),
        Item::Subscription(one) => (one.parameters.as_slice(), &one.doc),
        Item::Webhooks(one) => (Default::default(), &one.doc),
    };
    let about = format!("{}\n\nOn the wire: {}", doc.trim_end(), item.wire_name());
    let name = format!("{} {}", options.get_name(), item.id());
    let usage = format!("chainloom {name} [ARGUMENTS]... [OPTIONS]");
    let mut command = Command::new(name).about(about).override_usage(usage).no_binary_name(true).max_term_width(WIDEST);
    let words = Arg::new(WORDS).value_name("ARGUMENTS").num_args(0..).allow_negative_numbers(true);
    let help = "Parameters in the order of their flags, or all of them as JSON: text, `@FILE`, or `-` for stdin";
    command = command.arg(words.help(help));
    let mut flags = Vec::new();
    for field in operation.input.fields.iter().filter(|field| field.constant.is_none()) {
        let member = parameters.iter().find(|member| member.name == field.name);
        let arg = with_long(parameter(field, member).help_heading(PARAMETERS), field.name, &mut taken);
        flags.push((field.name, arg.get_long().unwrap_or_default().to_owned()));
        command = command.arg(arg);
    }
    for var in operation.service.vars {
        let help = match var.default {
            Some(default) => format!("[default: {default}]"),
            None => "[required]".to_owned(),
        };
        let arg = Arg::new(format!("var:{}", var.name)).value_name("TEXT").help(help).help_heading(VARIABLES);
        command = command.arg(with_long(arg, var.name, &mut taken));
    }
    let about = format!("{}`chainloom describe {}` says more.", example(item, &flags), item.id());
    command.args(options.get_arguments()).groups(options.get_groups().cloned()).after_help(about)
}

/// Suggests the parameter that is an object with the member that an unknown flag names.
#[must_use]
pub fn with_parameter(mut error: clap::Error, command: &Command, operation: &'static Operation) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => flag.clone(),
        _ => return error,
    };
    let name = unknown.trim_start_matches('-').split('=').next().unwrap_or_default();
    let is_named = |member: &str| member == name || member.to_kebab_case() == name;
    let Some(field) = parameter_with_member(operation, is_named) else { return error };
    let id = parameter_id(field);
    let flag = command.get_arguments().find(|arg| arg.get_id().as_str() == id).and_then(Arg::get_long);
    let tip = format!("`{name}` is a member of `{}`: --{} '{{…}}'", field.name, flag.unwrap_or(field.name));
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    error
}

/// Adds the values of enumerations to the flags of an operation, for shell completion, and to the
/// next argument without a flag. `before` are the words between the operation and the completed
/// word. Calls accept other values, too, and report invalid ones.
#[must_use]
pub fn with_values(command: Command, operation: &'static Operation, before: &[OsString]) -> Command {
    let offer = |command: Command, id: String, field: &Field| match values(field.ty) {
        values if values.is_empty() => command,
        values => command.mut_arg(id, |arg| arg.value_parser(PossibleValuesParser::new(values))),
    };
    let at_hand = at_hand(&command, operation, before);
    let free = operation.input.fields.iter().filter(|field| field.constant.is_none());
    let command = free.fold(command, |command, field| offer(command, parameter_id(field), field));
    at_hand.into_iter().fold(command, |command, field| offer(command, WORDS.to_owned(), field))
}

/// Returns the parameter of the argument without a flag that follows the words.
fn at_hand(command: &Command, operation: &'static Operation, before: &[OsString]) -> Option<&'static Field> {
    let (mut count, mut at, mut given) = (0, 0, Vec::new());
    while let Some(word) = before.get(at).map(|word| word.to_string_lossy()) {
        at += 1;
        let Some(flag) = word.strip_prefix("--") else {
            count += 1;
            continue;
        };
        let name = flag.split('=').next().unwrap_or_default();
        let is_named = |arg: &&Arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            arg.get_long() == Some(name) || aliases.contains(&name)
        };
        let Some(arg) = command.get_arguments().find(is_named) else { continue };
        given.push(arg.get_id().to_string());
        at += usize::from(name == flag && arg.get_action().takes_values() && !arg.is_require_equals_set());
    }
    let free = operation.input.fields.iter().filter(|field| field.constant.is_none());
    free.filter(|field| !given.contains(&parameter_id(field))).nth(count)
}

/// Returns the values of an enumeration, or of an enumeration in a list.
fn values(ty: Type) -> Vec<PossibleValue> {
    match ty.bare() {
        Type::Enum(listed) => listed.values.iter().map(|value| PossibleValue::new((*value).to_owned())).collect(),
        Type::IntegerEnum(listed) => listed.values.iter().map(|value| PossibleValue::new(value.to_string())).collect(),
        Type::List(list) => values(list.item),
        _ => Vec::new(),
    }
}

/// Returns the ID of the flag of a parameter.
fn parameter_id(field: &Field) -> String {
    format!("param:{}", field.name)
}

/// Returns the flag of a parameter that has the name of an option.
#[must_use]
pub fn flag_next_to_option(name: &str) -> String {
    format!("arg-{name}")
}

/// Sets the name of a parameter as the flag of an argument, and the exact name as an alias.
fn with_long(arg: Arg, name: &str, taken: &mut Vec<String>) -> Arg {
    let kebab = name.to_kebab_case();
    let plain = if kebab.is_empty() { name.to_owned() } else { kebab };
    let long = if taken.contains(&plain) { flag_next_to_option(&plain) } else { plain };
    taken.push(long.clone());
    let arg = arg.long(long);
    if taken.iter().any(|other| other == name) {
        return arg;
    }
    taken.push(name.to_owned());
    arg.alias(name.to_owned())
}

/// Creates the flag of a parameter. `member` describes its type.
fn parameter(field: &'static Field, member: Option<&Member>) -> Arg {
    let has_hyphens = match field.ty.bare() {
        Type::Enum(listed) => listed.values.iter().any(|value| value.starts_with('-')),
        _ => false,
    };
    let arg = Arg::new(parameter_id(field)).allow_negative_numbers(true).allow_hyphen_values(has_hyphens);
    let ty = member.map_or_else(|| "VALUE".to_owned(), |member| member.ty.to_string());
    let booleans = ["true", "false"].into_iter().chain(matches!(field.ty.plain(), Type::Nullable(_)).then_some("null"));
    let arg = match field.ty.bare() {
        Type::Boolean => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(PossibleValuesParser::new(booleans))
            .hide_possible_values(true)
            .value_name("BOOL"),
        Type::List(_) => arg.action(ArgAction::Append).value_name(ty),
        Type::Union(union) if union.discriminator.holds_values() => arg.action(ArgAction::Append).value_name(ty),
        _ => arg.value_name(ty),
    };
    arg.help(help(field, member))
}

/// Returns the help text of a parameter, with its bounds.
fn help(field: &Field, member: Option<&Member>) -> String {
    let Some(member) = member else { return String::new() };
    let required = if field.required { "[required]" } else { "" };
    let values = match field.ty.bare() {
        Type::Enum(listed) if listed.values.len() <= LISTED => format!("Values: {}.", listed.values.join(", ")),
        _ => String::new(),
    };
    let said = [member.doc.as_str(), member.deprecated.as_deref().unwrap_or_default()];
    let said = said.into_iter().chain(member.facts.iter().map(String::as_str)).chain([values.as_str(), required]);
    said.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the first example of an operation as a command line; a long one has several lines.
fn example(item: Item<'_>, flags: &[(&str, String)]) -> String {
    let Item::Operation(one) = item else { return String::new() };
    let Some(example) = one.examples.first() else { return String::new() };
    let mut words = vec![format!("chainloom call {}", one.id)];
    for (name, value) in &example.request {
        let Some((_, flag)) = flags.iter().find(|(known, _)| known == name) else { continue };
        match value {
            Value::Bool(true) => words.push(format!("--{flag}")),
            Value::Bool(false) => words.push(format!("--{flag}=false")),
            Value::Array(items)
                if !items.is_empty() && items.iter().all(|item| !item.is_array() && !item.is_object()) =>
            {
                words.extend(items.iter().map(|item| format!("--{flag} {}", shell::word(&cell(item)))));
            }
            Value::String(text) => words.push(format!("--{flag} {}", shell::word(text))),
            other => words.push(format!("--{flag} {}", shell::word(&other.to_string()))),
        }
    }
    let line = words.join(" ");
    let text = if line.len() + 2 <= WIDTH { line } else { words.join(" \\\n    ") };
    format!("Example:\n  {text}\n\n")
}

/// Sets the matched arguments in a call.
///
/// # Errors
///
/// A file cannot be read, or the words outnumber the parameters.
pub fn fill(matches: &ArgMatches, call: &mut Prepared<'_>) -> Result<(), String> {
    let operation = call.operation();
    let fields = operation.input.fields.iter().filter(|field| field.constant.is_none());
    let flags: Vec<(&Field, Vec<String>)> =
        fields.map(|field| (field, flag_values(matches, &parameter_id(field)))).collect();
    let mut words = flag_values(matches, WORDS).into_iter().peekable();
    if let Some(word) = words.next_if(|word| word == "-" || word.starts_with(['@', '{']) && !word.starts_with("@@")) {
        let json = if word.starts_with('{') { word } else { text(Path::new(word.trim_start_matches('@')))? };
        call.json(&json);
    }
    let mut unset = flags.iter().filter(|(_, texts)| texts.is_empty()).map(|(field, _)| field.name);
    for word in words {
        let Some(name) = unset.next() else {
            return Err(format!("there is no further parameter for the argument `{word}`"));
        };
        put(call, name, &[word])?;
    }
    for (field, texts) in flags.iter().filter(|(_, texts)| !texts.is_empty()) {
        put(call, field.name, texts)?;
    }
    for var in operation.service.vars {
        for value in flag_values(matches, &format!("var:{}", var.name)) {
            call.var(var.name, value);
        }
    }
    Ok(())
}

fn flag_values(matches: &ArgMatches, id: &str) -> Vec<String> {
    matches.get_many::<String>(id).map(|all| all.cloned().collect()).unwrap_or_default()
}

/// Sets a parameter of a call to the texts of its flag. The error is the reason why a text cannot
/// be read.
fn put(call: &mut Prepared<'_>, name: &str, texts: &[String]) -> Result<(), String> {
    if call.is_bytes(name) {
        if let Some(text) = texts.last() {
            let (file, content) = content_of(text)?;
            call.bytes(name, &file, content);
        }
        return Ok(());
    }
    if call.is_files(name) {
        let files: Result<Vec<_>, String> = texts.iter().map(|text| content_of(text)).collect();
        call.files(name, files?);
        return Ok(());
    }
    let texts: Result<Vec<String>, String> = texts
        .iter()
        .map(|given| match parse_file_reference(given) {
            Some(path) => text(path),
            None => Ok(plain(given).to_owned()),
        })
        .collect();
    call.texts(name, &texts?);
    Ok(())
}

/// Returns the name and the content of the referenced file, or the value itself as content.
fn content_of(value: &str) -> Result<(String, Vec<u8>), String> {
    let usual = || "file".to_owned();
    let Some(path) = parse_file_reference(value) else { return Ok((usual(), plain(value).as_bytes().to_vec())) };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok((name.unwrap_or_else(usual), bytes(path)?))
}

/// Returns the path after `@`; `None` if the value is not a file reference.
fn parse_file_reference(value: &str) -> Option<&Path> {
    value.strip_prefix('@').filter(|rest| !rest.starts_with('@') && !rest.is_empty()).map(Path::new)
}

/// Removes one `@` from a value that begins with two: the escape of a leading `@`.
fn plain(value: &str) -> &str {
    if value.starts_with("@@") { &value[1..] } else { value }
}

/// Reads the text of a file, without line breaks at its end; `-` is standard input.
fn text(path: &Path) -> Result<String, String> {
    let text = String::from_utf8(bytes(path)?).map_err(|_| format!("{}: is not UTF-8", path.display()))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// Reads a file, or standard input for `-`.
fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    if path != Path::new("-") {
        return fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    }
    let mut all = Vec::new();
    io::stdin().read_to_end(&mut all).map_err(|error| format!("standard input: {error}"))?;
    Ok(all)
}
