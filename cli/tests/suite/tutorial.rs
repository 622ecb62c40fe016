//! `docs/tutorial.md`: a folder with the files of the page, and the commands of the page with what
//! they print.

use chainloom_bounded::Bounded as _;

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Stdio};

use crate::common::{Project, repository, text, words};

/// Address of the sandbox on the page. The test takes a free port.
const ADDRESS: &str = "http://127.0.0.1:4010";

/// Returns the code blocks of a page that are marked with a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n')).collect()
}

/// Commands of a block, each with the lines below it.
fn commands(block: &str) -> impl Iterator<Item = (&str, &str)> {
    let commands = block.strip_prefix("$ ").unwrap().split("\n$ ");
    commands.map(|command| command.trim_end().split_once('\n').unwrap_or((command.trim_end(), "")))
}

/// Sandbox as a separate process. It ends with its value.
struct Server {
    process: Child,
    output: BufReader<ChildStdout>,
    first_line: String,
    url: String,
}

impl Server {
    fn start(project: &Project, arguments: &[String]) -> Self {
        let mut command = project.plain_command(arguments);
        let mut process = command.args(["--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut first_line = String::new();
        output.read_line(&mut first_line).unwrap();
        let url = first_line.split(' ').find(|word| word.starts_with("http://")).expect(&first_line);
        let url = url.trim_end_matches(';').to_owned();
        Self { process, output, first_line, url }
    }

    /// Ends the sandbox, and returns all that it printed.
    fn end(mut self) -> String {
        self.process.kill().unwrap();
        let mut printed = std::mem::take(&mut self.first_line);
        self.output.read_to_string(&mut printed).unwrap();
        printed.replace(&self.url, ADDRESS)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
    }
}

#[test]
fn the_page_prints_what_it_says() {
    let page = std::fs::read_to_string(repository().join("docs/tutorial.md")).unwrap();
    let project = Project::new();
    for file in blocks(&page, "yaml") {
        project.write(file.lines().next().unwrap().strip_prefix("# ").unwrap(), file);
    }
    let (mut server, mut banner, mut variables, mut count) = (None::<Server>, "", Vec::new(), 0);
    for (command, expected) in blocks(&page, "console").into_iter().flat_map(commands) {
        count += 1;
        let url = server.as_ref().map_or("", |server| server.url.as_str());
        if let Some((name, value)) = command.strip_prefix("export ").and_then(|set| set.split_once('=')) {
            variables.push((name, value.replace(ADDRESS, url)));
            continue;
        }
        let (_, arguments) = words(command);
        if arguments[0] == "sandbox" {
            (server, banner) = (Some(Server::start(&project, &arguments)), expected);
            continue;
        }
        let mut process = project.plain_command(&arguments);
        let output = process.envs(variables.iter().map(|(name, value)| (*name, value))).bounded_output().unwrap();
        let printed = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(printed.trim_end(), expected, "$ {command}");
        let code = output.status.code().unwrap();
        let stated = if expected.contains("404") {
            8
        } else if expected.contains("error: ") {
            3
        } else {
            0
        };
        assert_eq!(code, stated, "$ {command}");
    }
    assert!(count > 10, "{count} commands");
    assert_eq!(server.unwrap().end().trim_end(), banner);
}

#[test]
fn the_mistake_of_the_page_is_reported_as_it_says() {
    let page = std::fs::read_to_string(repository().join("docs/tutorial.md")).unwrap();
    let project = Project::new();
    for file in blocks(&page, "yaml") {
        let path = file.lines().next().unwrap().strip_prefix("# ").unwrap();
        project.write(path, file.replace("color: Color\n", "color: Colour\n"));
    }
    let expected = blocks(&page, "text").into_iter().find(|block| block.starts_with("error[")).unwrap();
    let run = project.run(&["codegen", "--spec", "spec", "--out", "client"]);
    assert_eq!((run.status.code(), text(&run.stderr).as_str()), (Some(1), expected));
}
