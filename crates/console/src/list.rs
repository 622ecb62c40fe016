//! The items of all pages of a list.
//!
//! Input: pages. Output: items on stdout as they come, progress on stderr, and where to go on if the
//! list did not end.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use chainloom_caller::{Error, Output};
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::UntypedPages;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Format, Out};

/// How a list is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListOptions {
    /// The most items.
    pub limit: Option<u64>,
}

/// Why a list ended early.
#[derive(Debug)]
pub enum Stopped {
    /// All that was asked for was printed.
    Limit,
    /// An interrupt came.
    Interrupt,
    /// A page could not be read.
    Failed(Box<Error>),
    /// It could not be written.
    Unwritten(io::Error),
}

/// How far a list was printed.
#[derive(Debug)]
pub struct Progress {
    /// How many items were printed.
    pub items: u64,
    /// Where the list goes on; `None` at its end.
    pub position: Option<String>,
    /// Why it ended early; `None` at its end, or where nobody reads any more.
    pub stopped: Option<Stopped>,
}

/// Prints the items of pages until the list ends, `interrupt` is done, or the limit is reached.
pub async fn print_list(
    mut pages: UntypedPages,
    options: ListOptions,
    out: &mut Out,
    interrupt: impl Future<Output = ()>,
) -> Progress {
    let bar = bar();
    let (mut items, mut numbers) = (Items::new(out), 0_u64);
    let mut interrupt = pin!(interrupt);
    // Where the list goes on behind what was printed.
    let mut position = pages.position().map(|position| position.to_string());
    let stopped = loop {
        let page = {
            let next = pin!(pages.try_next());
            match either(next, interrupt.as_mut()).await {
                Some(page) => page,
                None => break Some(Stopped::Interrupt),
            }
        };
        let page = match page {
            Ok(Some(page)) => page,
            Ok(None) => break None,
            Err(error) => {
                position = pages.position().map(|position| position.to_string());
                break Some(Stopped::Failed(Box::new(error.into())));
            }
        };
        let room = options.limit.map_or(u64::MAX, |limit| limit - items.count);
        let taken = page.items().iter().take(usize::try_from(room).unwrap_or(usize::MAX));
        let mut given = 0;
        let mut failed = None;
        for item in taken {
            if let Err(error) = items.push(item) {
                failed = Some(error);
                break;
            }
            given += 1;
        }
        position = match given < page.items().len() as u64 {
            true => Some(page.position(given).to_string()),
            false => pages.position().map(|position| position.to_string()),
        };
        if let Some(error) = failed {
            break Some(Stopped::Unwritten(error));
        }
        if items.out.is_closed() {
            break None;
        }
        numbers += 1;
        bar.set_message(format!("{} items, {numbers} pages", items.count));
        bar.tick();
        if options.limit.is_some_and(|limit| items.count >= limit) {
            break position.is_some().then_some(Stopped::Limit);
        }
    };
    bar.finish_and_clear();
    let count = items.count;
    match items.end() {
        Err(error) => Progress { items: count, position, stopped: Some(Stopped::Unwritten(error)) },
        Ok(()) => Progress { items: count, position, stopped },
    }
}

/// The value of the first future, unless the second one is done before.
async fn either<T>(
    mut first: std::pin::Pin<&mut impl Future<Output = T>>,
    mut second: std::pin::Pin<&mut impl Future<Output = ()>>,
) -> Option<T> {
    std::future::poll_fn(|context| {
        if let std::task::Poll::Ready(value) = first.as_mut().poll(context) {
            return std::task::Poll::Ready(Some(value));
        }
        second.as_mut().poll(context).map(|()| None)
    })
    .await
}

/// Shown on a terminal only.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Items as they are printed: at once as JSON, in the end as a table.
struct Items<'o> {
    out: &'o mut Out,
    count: u64,
    kept: Vec<String>,
}

impl<'o> Items<'o> {
    const fn new(out: &'o mut Out) -> Self {
        Self { out, count: 0, kept: Vec::new() }
    }

    fn push(&mut self, item: &RawJson) -> io::Result<()> {
        match self.out.format() {
            Format::Ndjson => self.out.line(item)?,
            Format::Json => {
                let before = if self.count == 0 { "[\n" } else { ",\n" };
                let text = crate::output::pretty(item).replace('\n', "\n  ");
                self.out.write(format!("{before}  {text}").as_bytes())?;
            }
            Format::Table => self.kept.push(item.as_str().to_owned()),
        }
        self.count += 1;
        Ok(())
    }

    fn end(self) -> io::Result<()> {
        match self.out.format() {
            Format::Ndjson => Ok(()),
            Format::Json if self.count == 0 => self.out.write(b"[]\n"),
            Format::Json => self.out.write(b"\n]\n"),
            Format::Table => {
                let list = format!("[{}]", self.kept.join(","));
                let list = RawJson::parse(&list).map_err(io::Error::other)?;
                self.out.result(&Output::Json(list))
            }
        }
    }
}
