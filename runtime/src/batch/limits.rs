//! Limits of a request that holds a batch.
//!
//! Input: the table of a service, a target, and the user's settings of a batch. Output: the
//! maximum number of calls and bytes.

use crate::{
    Error,
    client::Target,
    encode::template,
    schema::{Operation, Quantity},
};

/// Maximum number of calls and bytes of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchLimits {
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
}

impl BatchLimits {
    /// Returns the limits of a batch whose first call is of `first`. `own` is the maximum number of calls that
    /// the user sets.
    pub(crate) fn of(target: &Target, own: Option<usize>, first: &'static Operation) -> Result<Self, Error> {
        let service = first.service;
        // Rates are left to the limiters, and limits of a tier do not hold for each user.
        let limits = service.limits.iter().chain(service.client.limits);
        let limits = limits.filter(|limit| limit.per.is_none() && limit.tier.is_none());
        let of = |quantity: Quantity| {
            let known = limits.clone().filter(move |limit| limit.of == quantity).map(|limit| limit.max).min();
            usize::try_from(known.unwrap_or(u64::MAX)).unwrap_or(usize::MAX)
        };
        let deployed = service.rpc.and_then(|rpc| rpc.batch_max).map(|most| {
            let value = |name: &str| target.value_in(target.client().settings(), service, name).map(str::to_owned);
            let text = template::fill(most, value)?;
            let number = text.trim().parse::<usize>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| {
                format!("the maximum number of calls in a batch is set to `{text}`, which is not a number above 0")
            })
        });
        let deployed = match (deployed, own) {
            (Some(Err(text)), None) => return Err(Error::building(text)),
            (Some(Ok(number)), own) => number.min(own.unwrap_or(number)),
            (_, own) => own.unwrap_or(usize::MAX),
        };
        Ok(Self { calls: deployed.min(of(Quantity::Batch)).max(1), bytes: of(Quantity::Bytes) })
    }
}
