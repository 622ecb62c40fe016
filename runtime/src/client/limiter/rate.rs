//! Rates: limits as users and specs state them.
//!
//! Input: numbers of a user, or the limits of a spec with the tier of the user. Output:
//! rates, and maximum numbers of open requests.

use crate::{
    Error,
    client::runtime::countable,
    schema::{self, Limit, Quantity},
};
use std::time::Duration;

/// Maximum number of requests, or units of cost, in a period; see [`Builder::limit`](crate::Builder::limit).
///
/// ```
/// use chainloom_runtime::Rate;
/// use std::time::Duration;
///
/// let slow = Rate::requests(10, Duration::from_secs(1));
/// let cheap = Rate::cost(6000, Duration::from_secs(60));
/// assert_ne!(slow, cheap);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Rate {
    pub(crate) is_cost: bool,
    pub(crate) max: u64,
    pub(crate) per: Duration,
}

impl Rate {
    /// Creates a limit of `max` requests in any period of this length. A batch is one request.
    pub const fn requests(max: u64, per: Duration) -> Self {
        Self { is_cost: false, max, per: countable(per) }
    }

    /// Creates a limit of `max` units of cost in any period of this length. The cost of a call is
    /// [`Operation::cost`](crate::schema::Operation::cost), or 1 where it is not known.
    pub const fn cost(max: u64, per: Duration) -> Self {
        Self { is_cost: true, max, per: countable(per) }
    }
}

/// Returns the limits of a spec that hold for a tier and that a client can keep to: rates, and the number of
/// open requests.
pub(crate) fn of_spec(limits: &[Limit], tier: Option<&str>) -> (Vec<Rate>, Option<usize>) {
    let (mut rates, mut open) = (Vec::new(), None);
    for limit in limits.iter().filter(|limit| limit.tier.is_none() || limit.tier == tier) {
        let per = limit.per.map(Duration::from_secs);
        match (limit.of, per) {
            (Quantity::Requests, Some(per)) => rates.push(Rate::requests(limit.max.max(1), per)),
            (Quantity::Cost, Some(per)) => rates.push(Rate::cost(limit.max.max(1), per)),
            (Quantity::Open, None) => open = Some(usize::try_from(limit.max.max(1)).unwrap_or(usize::MAX)),
            _ => {}
        }
    }
    (rates, open)
}

/// Checks that the spec has limits for the user's tier. Without a tier, the limits must not depend on the tier.
pub(crate) fn check_tier(description: &schema::Client, of_spec: bool, tier: Option<&str>) -> Result<(), Error> {
    let mut tiers: Vec<&str> = description.limits.iter().filter_map(|limit| limit.tier).collect();
    tiers.dedup();
    let names = || tiers.iter().map(|tier| format!("\"{tier}\"")).collect::<Vec<_>>().join(", ");
    match tier {
        Some(tier) if !tiers.is_empty() && !tiers.contains(&tier) => {
            let tier = crate::error::shorten(tier, 40);
            Err(Error::building(format!("the spec has no limits for the tier \"{tier}\"; its tiers are: {}", names())))
        }
        None if of_spec && !tiers.is_empty() => {
            let how = "call `.limits_of_tier(…)` with one of the tiers in place of `.limits_of_spec()`";
            Err(Error::building(format!("the limits in the spec differ by tier ({}): {how}", names())))
        }
        _ => Ok(()),
    }
}
