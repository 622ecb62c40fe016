//! Profiles from a file, and what the environment sets.
//!
//! Input: a file of TOML, and variables of the environment. Output: profiles. The path of the file
//! follows the convention of the system.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chainloom_interpret::Api;
use chainloom_runtime::catalog::secret_variable;
use etcetera::BaseStrategy as _;
use serde::Deserialize;

use crate::error::{Class, Error};
use crate::profile::{Profile, Secret};
use crate::unknown_names::unknown_name_message;

/// The profiles of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profiles {
    /// The profile that is used where none is named.
    pub default: Option<String>,
    /// The profiles, by their names.
    pub profiles: BTreeMap<String, Profile>,
}

impl Profiles {
    /// Returns the path of the file: `chainloom/profiles.toml` in the folder for configuration, or
    /// what `CHAINLOOM_CONFIG` names. `None` where the system has no such folder.
    #[must_use]
    pub fn path(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let own = env("CHAINLOOM_CONFIG").filter(|path| !path.is_empty()).map(PathBuf::from);
        own.or_else(|| Some(etcetera::choose_base_strategy().ok()?.config_dir().join("chainloom/profiles.toml")))
    }

    /// Reads a file. One that does not exist has no profiles.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not TOML of profiles.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::new(Class::Setup, format!("{}: {error}", path.display()));
        match fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|error| wrong(&without_values(&error, &text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(wrong(&error)),
        }
    }

    /// Returns a profile by its name, or the default one. Without both, it is empty.
    ///
    /// # Errors
    ///
    /// There is no profile of that name.
    pub fn get(mut self, name: Option<&str>) -> Result<Profile, Error> {
        let Some(name) = name.map(str::to_owned).or(self.default) else { return Ok(Profile::default()) };
        self.profiles.remove(&name).ok_or_else(|| {
            let known: Vec<&str> = self.profiles.keys().map(String::as_str).collect();
            Error::new(Class::Setup, unknown_name_message("profile", &name, &known))
        })
    }
}

/// Returns the message and the line of an error. The text of the line is not shown: it may be a secret.
fn without_values(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().and_then(|span| Some(text.get(..span.start)?.matches('\n').count() + 1));
    let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
    format!("{line}{}", error.message())
}

/// Returns what the environment sets: the deployment, the base URL, and secrets by the names that
/// dry runs show, such as `DATA_API_KEY`.
#[must_use]
pub fn from_environment(api: &Api, env: &dyn Fn(&str) -> Option<OsString>) -> Profile {
    let text = |name: &str| env(name).and_then(|value| value.into_string().ok()).filter(|value| !value.is_empty());
    let mut profile =
        Profile { deployment: text("CHAINLOOM_DEPLOYMENT"), url: text("CHAINLOOM_URL"), ..Profile::default() };
    for client in &api.clients {
        for secret in client.auth {
            if let Some(value) = text(&secret_variable(client.name, secret.name)) {
                let own = profile.clients.entry(client.name.to_owned()).or_default();
                own.secrets.insert(secret.name.to_owned(), Secret::Text(value));
            }
        }
    }
    profile
}
