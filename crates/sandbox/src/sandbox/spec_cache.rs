//! Cache of loaded specs: many sandboxes of one spec, as tests start them, load it once.
//!
//! Input: the files of a spec. Output: the loaded spec. The tables of a spec are never freed, so
//! the cache extends no lifetime.

use std::sync::{Arc, Mutex, PoisonError};

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::{NamedModel, Package, SourceFile, name};
use chainloom_interpret::Api;

use crate::synthesis::Facts;

static CACHE: Mutex<Vec<CachedSpec>> = Mutex::new(Vec::new());

/// Loaded spec, with the files from which it was loaded.
struct CachedSpec {
    sources: Vec<SourceFile>,
    packages: Vec<Package>,
    api: Arc<Api>,
    facts: &'static Facts,
    named: Arc<NamedModel>,
}

/// Loaded spec: the tables for the server, the facts for synthetic values, and the model for the
/// reference page.
pub(crate) type Loaded = (Arc<Api>, &'static Facts, Arc<NamedModel>);

/// Returns a loaded spec from the cache, or loads it. The error holds the mistakes of the spec.
pub(crate) fn api(sources: &[SourceFile], packages: &[Package]) -> Result<Loaded, Diagnostics> {
    // Other threads wait here meanwhile, because they mostly load the same spec.
    let mut all = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| known.sources == sources && known.packages == packages) {
        return Ok((Arc::clone(&known.api), known.facts, Arc::clone(&known.named)));
    }
    let (api, facts, named) = loaded(name(sources, packages)?);
    all.push(CachedSpec {
        sources: sources.to_vec(),
        packages: packages.to_vec(),
        api: Arc::clone(&api),
        facts,
        named: Arc::clone(&named),
    });
    Ok((api, facts, named))
}

/// Loads a spec that was checked before.
pub(crate) fn loaded(named: NamedModel) -> Loaded {
    let api = Arc::new(Api::of(&named));
    let facts = Facts::of(&api);
    (api, facts, Arc::new(named))
}
