//! Calls any operation of a spec that was loaded at run time, without its types.
//!
//! Input: a loaded spec, a [`Profile`] that determines the destination of calls, and arguments as JSON or as texts.
//! Output: results, pages and events as JSON, and an [`Error`] whose [`Class`] a program can act on. Calls are made by
//! the runtime: nothing of retries, limits, pages, masks or events is decided here, and nothing is printed.
//!
//! ```no_run
//! use chainloom_caller::{Caller, Profile};
//! # async fn sample(api: chainloom_interpret::Api) -> Result<(), chainloom_caller::Error> {
//! let profile = Profile { url: Some("http://127.0.0.1:4010".to_owned()), ..Profile::default() };
//! let caller = Caller::new(api, profile)?;
//! let mut call = caller.prepare("books.findBook")?;
//! call.texts("id", &["7".to_owned()]);
//! println!("{:?}", call.send().await?);
//! # Ok(()) }
//! ```

mod caller;
mod constants;
mod deep;
mod doctor;
mod dry_runs;
mod error;
mod events;
mod exposure;
mod first_page;
mod misfits;
mod output;
mod page_request;
mod parts;
mod place;
mod prepared;
mod present;
mod problems;
mod profile;
mod profiles;
mod settings;
mod snippets;
mod texts;
mod unfit;
mod unknown_names;
mod webhooks;

pub use caller::Caller;
pub use deep::read_deep;
pub use doctor::{Checkup, Diagnosis, Finding};
pub use dry_runs::answer_dry_run;
pub use error::{Class, Error, Missing};
pub use events::EventStream;
pub use exposure::may_hold_key;
pub use output::Output;
pub use prepared::{Prepared, parameter_with_member};
pub use problems::Problem;
pub use profile::{ClientProfile, Profile, Secret};
pub use profiles::{Profiles, from_environment};
pub use snippets::{Snippets, example_snippets};
pub use texts::{Wanted, json_of};
pub use webhooks::{delivery_json, verify_examples, webhooks};
