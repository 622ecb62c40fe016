//! Files with secrets that other users of the machine can reach.
//!
//! Input: profiles, and the files that they name. Output: a warning for each file, with its remedy.
//! Systems without modes of files have no warnings.

use std::path::Path;

use chainloom_runtime::catalog::Redactor;

use crate::profile::{Profile, Secret};
use crate::profiles::Profiles;

/// Minimum length of a header value that may be a key.
const MIN_KEY_LENGTH: usize = 8;

impl Profiles {
    /// Returns why the file at `path`, from which these profiles were read, is not safe: others can write it, or
    /// it holds a secret and others can read it.
    #[must_use]
    pub fn exposure(&self, path: &Path) -> Option<String> {
        exposure(path, self.profiles.values().any(Profile::holds_secrets))
    }
}

impl Profile {
    /// Returns why files of secrets that the profile names are not safe, one text for each.
    #[must_use]
    pub fn exposures(&self) -> Vec<String> {
        let secrets = self.clients.values().flat_map(|client| client.secrets.values());
        let secrets = secrets.chain(self.endpoints.values().flatten());
        secrets.filter_map(Secret::path).filter_map(|path| exposure(&path, true)).collect()
    }

    /// Returns whether the profile itself contains a secret: as such, in a header, or in a URL.
    fn holds_secrets(&self) -> bool {
        // A login, or a query, which may hold a key.
        let may_be_secret = |url: &String| url.contains(['@', '?']);
        let of_client = self.clients.values().any(|client| {
            let is_text = |secret: &Secret| matches!(secret, Secret::Text(_));
            client.headers.values().any(|value| value.len() >= MIN_KEY_LENGTH)
                || client.secrets.values().any(is_text)
                || client.url.iter().chain(client.servers.values()).chain(client.vars.values()).any(may_be_secret)
        });
        let has_key = |url: &Secret| matches!(url, Secret::Text(url) if may_hold_key(url));
        of_client
            || self.endpoints.values().flatten().any(has_key)
            || self.url.iter().chain(self.vars.values()).any(may_be_secret)
    }
}

/// Returns whether the URL of a service has a part that may be a key.
#[must_use]
pub fn may_hold_key(url: &str) -> bool {
    let mut keys = Redactor::default();
    keys.add_url(url);
    !keys.is_empty()
}

/// Returns a warning if other users can write or replace the file, or can read its secret.
#[cfg(unix)]
fn exposure(path: &Path, holds_secrets: bool) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode_of = |path: &Path| Some(std::fs::metadata(path).ok()?.permissions().mode());
    let mode = mode_of(path)?;
    let what = match (mode & 0o022 != 0, mode & 0o044 != 0) {
        (true, _) => "write",
        (false, true) if holds_secrets => "read",
        _ => {
            // In a folder with the sticky bit, only the owner replaces a file.
            let folder =
                path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
            let folder = folder.filter(|folder| mode_of(folder).is_some_and(|mode| mode & 0o1002 == 0o002))?.display();
            let path = path.display();
            return Some(format!("other users can replace `{path}` in its folder\n  = help: `chmod go-w {folder}`"));
        }
    };
    let holds = if holds_secrets { ", which holds a secret" } else { ", which says where keys are sent" };
    let path = path.display();
    Some(format!("other users can {what} `{path}`{holds}\n  = help: `chmod go-rwx {path}`"))
}

#[cfg(not(unix))]
const fn exposure(_: &Path, _: bool) -> Option<String> {
    None
}
