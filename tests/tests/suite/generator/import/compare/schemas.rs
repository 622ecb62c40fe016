//! Compares schemas: kinds, null, values, members and alternatives.
//!
//! Input: the places of a schema in both documents. Output: differences.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value as Json;

use super::Difference;
use super::view::{Placed, View, kind_of};

/// Which way a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    Sent,
    /// In the body of a PATCH, where null clears a member.
    Patched,
    Received,
}

/// Both documents, and what differs between them.
pub(super) struct Comparison<'d> {
    pub(super) theirs: &'d Json,
    pub(super) ours: &'d Json,
    pub(super) found: Vec<Difference>,
    /// Pairs that were compared, so that each is compared once.
    seen: HashSet<(Vec<String>, Vec<String>, Way)>,
}

/// Several schemas that hold together.
type Parts<'d> = Vec<Placed<'d>>;

impl<'d> Comparison<'d> {
    pub(super) fn new(theirs: &'d Json, ours: &'d Json) -> Self {
        Self { theirs, ours, found: Vec::new(), seen: HashSet::new() }
    }

    pub(super) fn differs(&mut self, what: impl Into<String>, places: &[String]) {
        self.found.push(Difference { what: what.into(), places: places.to_vec() });
    }

    /// Compares two schemas. `around` are places that may speak of the schema as well.
    pub(super) fn schemas(&mut self, theirs: &Parts<'d>, ours: &Parts<'d>, around: &[String], way: Way) {
        let (theirs, ours) = (View::of(self.theirs, theirs), View::of(self.ours, ours));
        self.views(theirs, ours, around, way);
    }

    fn views(&mut self, mut theirs: View<'d>, ours: View<'d>, around: &[String], way: Way) {
        if !self.seen.insert((theirs.places.clone(), ours.places.clone(), way)) {
            return;
        }
        theirs.places.extend(around.iter().cloned());
        let places = theirs.places.clone();
        if theirs.is_any() || ours.is_any() {
            if theirs.is_any() != ours.is_any() && !is_bare_object(&theirs, &ours) {
                self.differs(format!("the type: {} for {}", kinds(&ours), kinds(&theirs)), &places);
            }
            return;
        }
        if theirs.arms.is_empty() && ours.arms.is_empty() {
            return self.plain(&theirs, &ours, way);
        }
        let are_scalars = |view: &View<'d>, root: &'d Json| {
            view.arms.iter().all(|arm| {
                let arm = View::of(root, std::slice::from_ref(arm));
                arm.members.is_empty() && arm.arms.is_empty() && arm.items.is_none() && arm.kinds.is_some()
            })
        };
        if ours.arms.is_empty() && theirs.members.is_empty() && are_scalars(&theirs, self.theirs) {
            return self.scalars(&theirs, &ours);
        }
        self.unions(&theirs, &ours, way);
    }

    /// Schemas without alternatives.
    fn plain(&mut self, theirs: &View<'d>, ours: &View<'d>, way: Way) {
        // Numbers of which all values are whole are whole numbers.
        let are_same_values = theirs.values.is_some() && theirs.values == ours.values;
        if theirs.kinds != ours.kinds && !are_same_values {
            return self.differs(format!("the kind: {} for {}", kinds(ours), kinds(theirs)), &theirs.places);
        }
        if theirs.values != ours.values {
            let what = format!("the values: {:?} for {:?}", ours.values, theirs.values);
            self.differs(what, &theirs.places);
        }
        self.members(theirs, ours, way);
        match (&theirs.items, &ours.items) {
            (Some(item), Some(own)) => self.schemas(&vec![item.clone()], &vec![own.clone()], &theirs.places, way),
            (Some(item), None)
                if ours.tuple.is_empty() && !View::of(self.theirs, std::slice::from_ref(item)).is_any() =>
            {
                self.differs("the items", &theirs.places);
            }
            _ => {}
        }
        if theirs.tuple.len() != ours.tuple.len() {
            self.differs("the items of a tuple", &theirs.places);
        }
        for (item, own) in theirs.tuple.clone().into_iter().zip(ours.tuple.clone()) {
            self.schemas(&vec![item], &vec![own], &theirs.places, way);
        }
        match (&theirs.others, &ours.others) {
            (Some(others), Some(own)) => self.schemas(&vec![others.clone()], &vec![own.clone()], &theirs.places, way),
            (Some(others), None) if !View::of(self.theirs, std::slice::from_ref(others)).is_any() => {
                self.differs("the type of further members", &theirs.places);
            }
            _ => {}
        }
    }

    fn members(&mut self, theirs: &View<'d>, ours: &View<'d>, way: Way) {
        for (name, parts) in &theirs.members {
            let at: Vec<String> = parts.iter().map(|(_, place)| place.clone()).collect();
            let Some(own) = ours.members.get(name) else {
                let around: Vec<String> = at.into_iter().chain(theirs.places.iter().cloned()).collect();
                self.differs(format!("the member `{name}` is not there"), &around);
                continue;
            };
            let (mut member, own) = (View::of(self.theirs, parts), View::of(self.ours, own));
            member.places.extend(at);
            let required = theirs.required.contains(name);
            if required != ours.required.contains(name) {
                let word = if required { "optional" } else { "required" };
                self.differs(format!("the member `{name}` is {word}"), &member.places);
            }
            if (member.read_only, member.write_only) != (own.read_only, own.write_only) {
                self.differs(format!("the direction of the member `{name}`"), &member.places);
            }
            let is_required = required && ours.required.contains(name);
            self.null(&member, &own, is_required, way, name);
            self.views(member, own, &[], way);
        }
        for name in ours.members.keys().filter(|name| !theirs.members.contains_key(*name)) {
            self.differs(format!("the member `{name}` is new"), &theirs.places);
        }
    }

    /// A member that may be absent may be null in our documents, except where the two differ.
    fn null(&mut self, theirs: &View<'d>, ours: &View<'d>, required: bool, way: Way, name: &str) {
        if theirs.is_any() || ours.is_any() {
            return;
        }
        let has_three = ours.description.contains("Absent and null have different meanings.");
        let is_sent = way != Way::Received && !theirs.read_only;
        let is_lost = theirs.nullable && (!ours.nullable || (!required && is_sent && !has_three));
        let is_new = ours.nullable && !theirs.nullable && required;
        if is_lost || is_new {
            self.differs(format!("null of the member `{name}`"), &theirs.places);
        }
    }

    /// Alternatives of values that are no objects and no lists, for one kind of value.
    fn scalars(&mut self, theirs: &View<'d>, ours: &View<'d>) {
        let arms: Vec<View<'d>> =
            theirs.arms.iter().map(|arm| View::of(self.theirs, std::slice::from_ref(arm))).collect();
        let mut wanted: BTreeSet<String> = arms.iter().filter_map(|arm| arm.kinds.clone()).flatten().collect();
        if let (Some(outer), true) = (&theirs.kinds, wanted.is_empty()) {
            wanted.clone_from(outer);
        }
        if wanted.contains("number") {
            wanted.remove("integer");
        }
        if ours.kinds.as_ref() != Some(&wanted) {
            return self.differs(format!("the kind: {} for {wanted:?}", kinds(ours)), &theirs.places);
        }
        let values: BTreeSet<String> = arms.iter().filter_map(|arm| arm.values.clone()).flatten().collect();
        if ours.values.clone().unwrap_or_default() != values {
            self.differs(format!("the values: {:?} for {values:?}", ours.values), &theirs.places);
        }
    }

    /// Alternatives of objects, and of values of several kinds.
    fn unions(&mut self, theirs: &View<'d>, ours: &View<'d>, way: Way) {
        let (theirs_arms, ours_arms) = (self.spread(self.theirs, theirs), self.spread(self.ours, ours));
        if ours.arms.is_empty() && !theirs.arms.is_empty() {
            return self.differs("the alternatives", &theirs.places);
        }
        for arm in &with_joined_values(theirs_arms.clone()) {
            let Some(own) = ours_arms.iter().max_by_key(|own| self.likeness(arm, own)) else { continue };
            if self.likeness(arm, own) == 0 {
                if theirs_arms.iter().any(|other| is_among(arm, other)) {
                    continue;
                }
                self.differs(
                    format!("the alternative {}", kinds(arm)),
                    &[arm.places.clone(), theirs.places.clone()].concat(),
                );
                continue;
            }
            let (mut arm, mut own) = (arm.clone(), own.clone());
            // The tag tells the alternative, whether or not its record says so.
            for tag in theirs.tag.iter().chain(&arm.tag.clone()) {
                for view in [&mut arm, &mut own] {
                    view.members.remove(tag);
                    view.required.remove(tag);
                }
            }
            self.views(arm, own, &theirs.places, way);
        }
    }

    /// The alternatives of a schema and of its alternatives, each with the members beside them.
    fn spread(&self, root: &'d Json, view: &View<'d>) -> Vec<View<'d>> {
        let mut out = Vec::new();
        let mut open: Vec<(View<'d>, usize)> = vec![(view.clone(), 0)];
        while let Some((view, depth)) = open.pop() {
            if view.arms.is_empty() || depth > 6 {
                out.push(view);
                continue;
            }
            let mut outer = view.clone();
            outer.arms.clear();
            for arm in view.arms.iter().rev() {
                let mut arm = View::of(root, std::slice::from_ref(arm));
                arm.kinds = arm.kinds.or_else(|| outer.kinds.clone());
                arm.required.extend(outer.required.iter().cloned());
                arm.tag = arm.tag.or_else(|| outer.tag.clone());
                for (name, parts) in &outer.members {
                    arm.members.entry(name.clone()).or_default().extend(parts.iter().cloned());
                }
                open.push((arm, depth + 1));
            }
        }
        out
    }

    /// How much two alternatives have in common; 0 for none of one kind.
    fn likeness(&self, theirs: &View<'d>, ours: &View<'d>) -> usize {
        if theirs.kinds.is_some() && ours.kinds.is_some() && theirs.kinds != ours.kinds {
            return 0;
        }
        let constants = |view: &View<'d>, root: &'d Json| -> BTreeMap<String, BTreeSet<String>> {
            let values =
                view.members.iter().filter_map(|(name, parts)| Some((name.clone(), View::of(root, parts).values?)));
            values.collect()
        };
        let (known, own) = (constants(theirs, self.theirs), constants(ours, self.ours));
        let same = known
            .iter()
            .filter(|(name, values)| own.get(*name).is_some_and(|own| own.is_subset(values) || values.is_subset(own)));
        let other = known.iter().filter(|(name, values)| own.get(*name).is_some_and(|own| own.is_disjoint(values)));
        let members = theirs.members.keys().filter(|name| ours.members.contains_key(*name)).count();
        let extra = ours.members.keys().filter(|name| !theirs.members.contains_key(*name)).count();
        let lists = theirs.items.is_some() == ours.items.is_some() && theirs.values.is_some() == ours.values.is_some();
        // A shared constant says more than members, and a shared member more than further ones. An
        // alternative that needs a member of its own is another.
        let needed = ours.required.iter().filter(|name| !theirs.members.contains_key(*name)).count();
        let score = 1_000_000_000 + same.count() * 1_000_000 + members * 1_000 + usize::from(lists);
        score.saturating_sub(other.count() * 100_000_000 + needed * 500_000 + extra).max(1)
    }
}

/// Alternatives that list values of one kind, as one that lists all of them.
fn with_joined_values(arms: Vec<View<'_>>) -> Vec<View<'_>> {
    let mut joined: Vec<View<'_>> = Vec::new();
    for arm in arms {
        let is_alike = |other: &&mut View<'_>| other.kinds == arm.kinds && other.values.is_some();
        match (&arm.values, joined.iter_mut().find(is_alike)) {
            (Some(values), Some(View { values: Some(known), places, .. })) => {
                known.extend(values.iter().cloned());
                places.extend(arm.places);
            }
            _ => joined.push(arm),
        }
    }
    joined
}

/// Whether an alternative of whole numbers adds nothing to another of all numbers.
fn is_among(arm: &View<'_>, other: &View<'_>) -> bool {
    let is_of =
        |view: &View<'_>, kind: &str| view.kinds.as_ref().is_some_and(|kinds| kinds.len() == 1 && kinds.contains(kind));
    is_of(arm, "integer") && is_of(other, "number") && other.values.is_none()
}

/// Whether an object without members is one of any members, a map of any values.
fn is_bare_object(theirs: &View<'_>, ours: &View<'_>) -> bool {
    let is_bare = |view: &View<'_>| {
        let is_object = view.kinds.as_ref().is_some_and(|kinds| kinds.iter().all(|kind| kind == "object"));
        is_object && view.members.is_empty() && view.arms.is_empty() && view.others.is_none()
    };
    is_bare(theirs) && is_bare(ours)
}

fn kinds(view: &View<'_>) -> String {
    if !view.arms.is_empty() {
        return format!("{} alternatives", view.arms.len());
    }
    let of_values = || view.values.iter().flatten().map(|value| kind_of(value).to_owned()).collect();
    let kinds: BTreeSet<String> = view.kinds.clone().unwrap_or_else(of_values);
    if kinds.is_empty() { "any value".to_owned() } else { kinds.into_iter().collect::<Vec<_>>().join(" or ") }
}
