//! Places: destinations of calls, and the endpoints of each.
//!
//! Input: the endpoints that the builder has checked. Output: the endpoints of a call, as indices.
//! A place is the base URL, another server of the spec, or the full URLs of one service,
//! over HTTP or for its websocket.

use crate::{
    client::endpoints::{self, Chosen, EndpointState},
    error::Failure,
    schema::{Effect, Operation, Service},
};
use std::{ops::Range, time::Duration};

/// Place of a call, as in the spec.
#[derive(Clone, Copy)]
pub(crate) struct CallPlace {
    /// Index of a server of the spec; `None` for the base URL.
    server: Option<usize>,
    /// Service whose whole URLs take precedence over the server. `None` for an operation with a separate server.
    service: Option<&'static str>,
    is_websocket: bool,
}

impl CallPlace {
    /// Returns the place of the calls of an operation.
    pub(crate) fn of_operation(operation: &'static Operation, is_over_websocket: bool) -> Self {
        let service = operation.server.is_none().then_some(operation.service.name);
        Self { server: operation.server_index(), service, is_websocket: is_over_websocket }
    }

    /// Returns the place of the websocket of a service.
    pub(crate) const fn of_websocket(service: &'static Service) -> Self {
        Self { server: service.server, service: Some(service.name), is_websocket: true }
    }
}

/// The endpoints of a client, by their places.
pub(crate) struct Places {
    /// Endpoints of the base URL, then of the servers, then the whole URLs of services. The error is the reason why
    /// calls cannot go there.
    endpoints: Vec<Result<EndpointState, String>>,
    /// The number of endpoints of the base URL.
    base: usize,
    /// The number of servers.
    servers: usize,
    /// The whole URLs of services, each at its index.
    whole: Vec<WholeUrls>,
}

/// The whole URLs of a service over HTTP, or of its websocket.
struct WholeUrls {
    service: &'static str,
    is_websocket: bool,
    range: Range<usize>,
}

/// A whole URL of a service.
pub(crate) struct WholeUrl {
    pub(crate) service: &'static str,
    pub(crate) is_websocket: bool,
    /// The error is the reason why calls cannot use the endpoint.
    pub(crate) endpoint: Result<EndpointState, String>,
}

impl Places {
    pub(crate) fn new(
        base: Result<EndpointState, String>,
        others: Vec<EndpointState>,
        servers: Vec<Result<EndpointState, String>>,
        mut urls: Vec<WholeUrl>,
    ) -> Self {
        let (bases, count) = (1 + others.len(), servers.len());
        let mut endpoints: Vec<_> = std::iter::once(base).chain(others.into_iter().map(Ok)).chain(servers).collect();
        let mut whole: Vec<WholeUrls> = Vec::new();
        // The sort is stable, so URLs of one place keep their order.
        urls.sort_by_key(|url| (url.service, url.is_websocket));
        for WholeUrl { service, is_websocket, endpoint } in urls {
            let at = endpoints.len();
            match whole.last_mut() {
                Some(last) if (last.service, last.is_websocket) == (service, is_websocket) => last.range.end = at + 1,
                _ => whole.push(WholeUrls { service, is_websocket, range: at..at + 1 }),
            }
            endpoints.push(endpoint);
        }
        Self { endpoints, base: bases, servers: count, whole }
    }

    /// Returns all endpoints with a valid URL.
    pub(crate) fn all(&self) -> impl Iterator<Item = &EndpointState> {
        self.endpoints.iter().flatten()
    }

    /// Returns the endpoint with this index; `None` if there is none, or if its URL is missing or invalid.
    pub(crate) fn endpoint(&self, index: usize) -> Option<&EndpointState> {
        self.endpoints.get(index)?.as_ref().ok()
    }

    /// Returns the endpoint of the base URL, if it is known.
    pub(crate) fn base(&self) -> Option<&EndpointState> {
        self.endpoint(0)
    }

    /// Returns the further endpoints of the base URL.
    pub(crate) fn others(&self) -> impl Iterator<Item = &EndpointState> {
        self.endpoints.iter().take(self.base).skip(1).flatten()
    }

    /// Returns the servers of the spec.
    pub(crate) fn servers(&self) -> impl Iterator<Item = &EndpointState> {
        self.endpoints.iter().skip(self.base).take(self.servers).flatten()
    }

    /// Returns the whole URLs of services, each with the name of its service.
    pub(crate) fn whole(&self) -> impl Iterator<Item = (&'static str, &EndpointState)> {
        let of = |urls: &WholeUrls| {
            let service = urls.service;
            urls.range.clone().map(move |index| (service, index))
        };
        self.whole.iter().flat_map(of).filter_map(|(service, index)| Some((service, self.endpoint(index)?)))
    }

    /// Returns whether calls may go to several origins.
    pub(crate) fn are_several(&self) -> bool {
        self.endpoints.len() > 1
    }

    /// Returns whether any place has several endpoints.
    pub(crate) fn has_alternatives(&self) -> bool {
        self.base > 1 || self.whole.iter().any(|urls| urls.range.len() > 1)
    }

    /// Returns the indices of the endpoints of a place.
    fn range(&self, place: CallPlace) -> Result<Range<usize>, Failure> {
        let mut of_service = self.whole.iter().filter(|urls| Some(urls.service) == place.service).peekable();
        if let Some(service) = of_service.peek().map(|urls| urls.service) {
            let found = of_service.find(|urls| urls.is_websocket == place.is_websocket);
            return found.map(|urls| urls.range.clone()).ok_or_else(|| without_url(service, place.is_websocket));
        }
        Ok(match place.server {
            None => 0..self.base,
            Some(index) => self.base + index..self.base + index + 1,
        })
    }

    /// Returns the first endpoint of a place, with its index.
    pub(crate) fn first(&self, place: CallPlace) -> Result<(usize, &EndpointState), Failure> {
        let index = self.range(place)?.start;
        match self.endpoints.get(index) {
            Some(Ok(state)) => Ok((index, state)),
            Some(Err(why)) => Err(Failure::Building(why.clone())),
            None => Err(Failure::Building(format!("there is no endpoint with the index {index}"))),
        }
    }

    /// Returns the rest of the endpoints of a place: zero if one is healthy. `None` if the place has only one endpoint.
    pub(crate) fn resting_time(&self, place: CallPlace) -> Option<Duration> {
        self.several(place).map(|range| endpoints::wait(range.filter_map(|index| self.endpoint(index))))
    }

    /// Returns the endpoint of a place that an attempt goes to, with its index.
    pub(crate) fn choose(&self, place: CallPlace, effect: Effect) -> Result<Chosen<'_>, Failure> {
        let states = |range: Range<usize>| range.filter_map(|index| Some((index, self.endpoint(index)?)));
        match self.several(place).and_then(|range| endpoints::choose(states(range), effect)) {
            Some(chosen) => Ok(chosen),
            None => self.first(place).map(|(index, state)| (index, state, None)),
        }
    }

    /// Returns the indices of the endpoints of a place that has more than one.
    fn several(&self, place: CallPlace) -> Option<Range<usize>> {
        self.range(place).ok().filter(|range| range.len() > 1)
    }
}

/// Returns the error of a service that has whole URLs, but none for this kind of call.
fn without_url(service: &str, is_websocket: bool) -> Failure {
    let add = |scheme: &str| format!("call `.service_endpoint(\"{service}\", \"{scheme}://…\")` on the builder");
    Failure::Building(match is_websocket {
        true => format!("the service `{service}` has a whole URL, but none for its websocket: {} too", add("wss")),
        false => format!(
            "the service `{service}` has a whole URL for its websocket only: {} too, or open the websocket first, so \
             that calls go over it",
            add("https")
        ),
    })
}
