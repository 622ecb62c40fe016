//! Files that hold what is expected, and how they are written anew.
//!
//! Input: what is made now, beside the file that holds what is expected. Output: one failure that
//! shows every difference. With `CHAINLOOM_BLESS=1` the files are written; the test then fails too,
//! saying which ones, and passes at the next run: nobody can take a test that wrote what it
//! compares with for one that has looked at something.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// So many lines are shown around the first difference.
const AROUND: usize = 3;
/// A text of this many lines is shown whole.
const SHORT: usize = 40;

/// The files of one test.
#[derive(Debug)]
pub struct Expected {
    is_blessing: bool,
    written: Vec<String>,
    wrong: Vec<String>,
}

/// Whether files are to be written anew.
pub fn is_blessing() -> bool {
    std::env::var_os("CHAINLOOM_BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

impl Default for Expected {
    fn default() -> Self {
        Self::new(is_blessing())
    }
}

impl Expected {
    /// Compares, or writes.
    pub fn new(is_blessing: bool) -> Self {
        Self { is_blessing, written: Vec::new(), wrong: Vec::new() }
    }

    /// The file must hold this text. Line ends of Windows are no difference.
    pub fn file(&mut self, file: &Path, actual: &str) {
        let wanted = fs::read_to_string(file).map(|text| text.replace("\r\n", "\n"));
        if wanted.as_deref().ok() == Some(actual) {
            return;
        }
        let shown = file.display().to_string();
        if !self.is_blessing {
            self.wrong.push(format!("--- {shown}\n{}", difference(wanted.as_deref().ok(), actual)));
        } else if let Err(error) = write(file, actual) {
            self.wrong.push(format!("--- {shown}: {error}"));
        } else {
            self.written.push(shown);
        }
    }

    /// The folder must have no other files of this ending.
    pub fn only(&mut self, folder: &Path, ending: &str, names: &BTreeSet<String>) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.ends_with(ending) || names.contains(&name) {
                continue;
            }
            match self.is_blessing {
                true if fs::remove_file(&path).is_ok() => self.written.push(format!("{} (removed)", path.display())),
                _ => self.wrong.push(format!("--- {} is there, but nothing makes it", path.display())),
            }
        }
    }

    /// Ends the test.
    ///
    /// # Panics
    ///
    /// A file does not hold what it must, or was written just now.
    pub fn close(self) {
        let Self { written, wrong, .. } = self;
        assert!(wrong.is_empty(), "run with CHAINLOOM_BLESS=1 if this is right:\n{}", wrong.join("\n"));
        let list = written.join("\n  ");
        assert!(written.is_empty(), "written anew, read what is in them and run again:\n  {list}");
    }
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
    fs::write(file, text)
}

/// The place where the texts part, or the whole text where it is short.
fn difference(wanted: Option<&str>, actual: &str) -> String {
    let lines: Vec<&str> = actual.lines().collect();
    let Some(wanted) = wanted else { return format!("there is no such file; it would be\n{actual}") };
    if lines.len() <= SHORT {
        return actual.to_owned();
    }
    let old: Vec<&str> = wanted.lines().collect();
    let same = lines.iter().zip(&old).take_while(|(new, old)| new == old).count();
    let part = |lines: &[&str], mark: &str| -> String {
        let until = lines.len().min(same + AROUND);
        lines.iter().take(until).skip(same.saturating_sub(AROUND)).map(|line| format!("{mark}{line}\n")).collect()
    };
    format!("they part at line {}\n{}{}", same + 1, part(&old, "- "), part(&lines, "+ "))
}
