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

struct CachedSpec {
    sources: Vec<SourceFile>,
    packages: Vec<Package>,
    api: Arc<Api>,
    facts: &'static Facts,
    named: Arc<NamedModel>,
}

/// What a spec describes, for the server, for values, and for people.
pub(crate) type Loaded = (Arc<Api>, &'static Facts, Arc<NamedModel>);

/// Loads a spec, unless it was loaded before.
pub(crate) fn api(sources: &[SourceFile], packages: &[Package]) -> Result<Loaded, Diagnostics> {
    // Others wait meanwhile, because they mostly load the same spec.
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

/// Loads a checked spec.
pub(crate) fn loaded(named: NamedModel) -> Loaded {
    let api = Arc::new(Api::of(&named));
    let facts = Facts::of(&api);
    (api, facts, Arc::new(named))
}
