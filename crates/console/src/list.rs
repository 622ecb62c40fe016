//! Items of all pages of a list.
//!
//! Input: pages. Output: items on stdout as they arrive, progress on stderr, and the position at
//! which the list continues if it did not end.

use std::fmt;
use std::future::Future;
use std::io;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::task::Poll;

use chainloom_caller::{Error, Output};
use chainloom_reference::text::counted;
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::{UntypedPage, UntypedPages};

use crate::output::{Format, Out};
use crate::progress::Bar;

/// Options for printing a list.
#[derive(Clone, Copy)]
pub struct ListOptions<'o> {
    /// Maximum number of items; `None` for all.
    pub limit: Option<u64>,
    /// Checks the result of the call for a page, before its items are printed.
    pub check: &'o dyn Fn(&RawJson) -> Result<(), Error>,
    /// Formats an item of a table on a terminal for display.
    pub present: &'o dyn Fn(&RawJson) -> RawJson,
}

impl fmt::Debug for ListOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListOptions").field("limit", &self.limit).finish_non_exhaustive()
    }
}

/// Reason why a list ended early.
#[derive(Debug)]
pub enum StopReason {
    /// The maximum number of items was printed.
    Limit,
    /// The command was interrupted.
    Interrupt,
    /// A page could not be read.
    Failed(Box<Error>),
    /// An item could not be written.
    Unwritten(io::Error),
}

/// Outcome of printing a list.
#[derive(Debug)]
pub struct Progress {
    /// Number of printed items.
    pub items: u64,
    /// Position at which the list continues; `None` at its end, or if the position contains a
    /// secret.
    pub position: Option<String>,
    /// Reason for an early end; `None` at the end of the list, or after a closed pipe.
    pub stopped: Option<StopReason>,
}

/// Prints the items of pages until the list ends, `interrupt` completes, or the limit is reached.
pub async fn print_list(
    pages: UntypedPages,
    options: ListOptions<'_>,
    out: &mut Out,
    interrupt: impl Future<Output = ()>,
) -> Progress {
    let mut printing = Printing {
        position: None,
        pages,
        options,
        items: Items::new(out, options.present),
        bar: Bar::spinner("the first page is requested"),
        count: 0,
    };
    printing.position = printing.behind();
    let mut interrupt = pin!(interrupt);
    let mut stopped = loop {
        let next = either(pin!(printing.pages.try_next()), interrupt.as_mut()).await;
        let done = match next {
            None => ControlFlow::Break(Some(StopReason::Interrupt)),
            Some(Ok(None)) => {
                printing.position = None;
                ControlFlow::Break(None)
            }
            Some(Ok(Some(page))) => printing.print(&page),
            Some(Err(error)) => {
                printing.position = printing.behind();
                ControlFlow::Break(Some(StopReason::Failed(Box::new(error.into()))))
            }
        };
        if let ControlFlow::Break(stopped) = done {
            break stopped;
        }
    };
    drop(printing.bar);
    let (items, position) = (printing.items.count, printing.position);
    if let Err(error) = printing.items.end() {
        stopped = Some(StopReason::Unwritten(error));
    }
    Progress { items, position, stopped }
}

/// A list being printed.
struct Printing<'o> {
    pages: UntypedPages,
    items: Items<'o>,
    options: ListOptions<'o>,
    /// Position after the printed items.
    position: Option<String>,
    bar: Bar,
    /// Number of printed pages.
    count: u64,
}

impl Printing<'_> {
    /// Returns the position after the received pages.
    fn behind(&self) -> Option<String> {
        self.pages.position().map(|position| position.to_string())
    }

    /// Prints a page, up to the limit.
    fn print(&mut self, page: &UntypedPage) -> ControlFlow<Option<StopReason>> {
        if let Err(error) = (self.options.check)(page.body()) {
            return ControlFlow::Break(Some(StopReason::Failed(Box::new(error))));
        }
        let mut given = 0;
        for item in page.items() {
            if self.options.limit.is_some_and(|limit| self.items.count >= limit) {
                break;
            }
            if let Err(error) = self.items.push(item) {
                self.position = within(page, given);
                return ControlFlow::Break(Some(StopReason::Unwritten(error)));
            }
            given += 1;
        }
        let is_whole = given == page.items().len() as u64;
        self.position = if is_whole { self.behind() } else { within(page, given) };
        if self.items.out.is_closed() {
            return ControlFlow::Break(None);
        }
        self.count += 1;
        self.bar.message(format!("{}, {}", counted(self.items.count, "item"), counted(self.count, "page")));
        match self.options.limit.is_some_and(|limit| self.items.count >= limit) {
            true => ControlFlow::Break((!is_whole || !self.pages.is_complete()).then_some(StopReason::Limit)),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Returns the position after the first `given` items of a page.
fn within(page: &UntypedPage, given: u64) -> Option<String> {
    page.position(given).map(|position| position.to_string())
}

/// Returns the value of the first future; `None` if the second one completes first.
async fn either<T>(
    mut first: Pin<&mut impl Future<Output = T>>,
    mut second: Pin<&mut impl Future<Output = ()>>,
) -> Option<T> {
    std::future::poll_fn(|context| {
        if let Poll::Ready(value) = first.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        second.as_mut().poll(context).map(|()| None)
    })
    .await
}

/// Printer of items: as JSON immediately, as a table at the end.
struct Items<'o> {
    out: &'o mut Out,
    present: &'o dyn Fn(&RawJson) -> RawJson,
    count: u64,
    kept: Vec<String>,
}

impl<'o> Items<'o> {
    const fn new(out: &'o mut Out, present: &'o dyn Fn(&RawJson) -> RawJson) -> Self {
        Self { out, present, count: 0, kept: Vec::new() }
    }

    fn push(&mut self, item: &RawJson) -> io::Result<()> {
        match self.out.format() {
            Format::Ndjson => self.out.line(item)?,
            Format::Json => {
                let before = if self.count == 0 { "[\n" } else { ",\n" };
                let text = self.out.painted(&crate::output::pretty(&self.out.shown(item))).replace('\n', "\n  ");
                self.out.write(format!("{before}  {text}").as_bytes())?;
            }
            Format::Table if self.out.is_for_people() => {
                self.kept.push((self.present)(&self.out.shown(item)).as_str().to_owned());
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
