//! Human-readable reference of a spec: its operations, subscriptions, types and error codes as plain data.
//!
//! Input: a spec, checked and named. Output: a [`Reference`], which can be serialized; text for a
//! terminal ([`text`]). Programs find an operation by any of its names, and search for words.
//!
//! ```
//! use chainloom_codegen::{SourceFile, name};
//! use chainloom_reference::{Item, Reference};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let spec = r#"
//! # chainloom: 1
//! # doc: Books.
//! # client: { baseUrl: "{url}", vars: { url: { doc: Base URL. } } }
//! # operations:
//! #   findBook: { doc: Finds a book., get: "/books/{isbn}", path: { isbn: { type: string, doc: Number. } }, response: string, examples: [{ request: { isbn: "1" }, response: A }] }
//! # "#;
//! # let file = SourceFile { path: "spec/books.yaml".to_owned(), module: "books".to_owned(), text: spec.to_owned() };
//! # let sources = vec![file];
//! let reference = Reference::of(&name(&sources, &[]).map_err(|mistakes| mistakes.render(&sources, false))?);
//! for name in ["books.findBook", "GET /books/{isbn}", "find_book"] {
//!     assert!(matches!(reference.find(name)?, Item::Operation(operation) if operation.summary == "Finds a book"));
//! }
//! assert_eq!(reference.search("finds book")[0].title, "books.findBook");
//! # Ok(())
//! # }
//! ```

mod build;
mod data;
mod find;
pub mod html;
mod index;
mod search;
mod sections;
pub mod text;

pub use chainloom_codegen::sentences::Topic;
pub use data::*;
pub use find::{Item, Named, NotFound};
pub use index::{Entry, EntryKind};
pub use sections::{Body, Part, Section};

use chainloom_codegen::NamedModel;

impl Reference {
    /// Creates the reference of a spec.
    #[must_use]
    pub fn of(named: &NamedModel) -> Self {
        build::reference(named)
    }

    /// Returns an operation by its ID, such as `books.findBook`; `None` if unknown.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// Returns a type by its ID, such as `books::Book`; `None` if unknown.
    #[must_use]
    pub fn type_entry(&self, id: &str) -> Option<&TypeEntry> {
        self.types.iter().find(|entry| entry.id == id)
    }

    /// Returns a service by name; `None` if unknown.
    #[must_use]
    pub fn service(&self, name: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.name == name)
    }

    /// Returns a client by name; `None` if unknown.
    #[must_use]
    pub fn client(&self, name: &str) -> Option<&Client> {
        self.clients.iter().find(|client| client.name == name)
    }
}
