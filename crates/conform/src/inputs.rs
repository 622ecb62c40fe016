//! Parameters of test calls: from examples, and from values in earlier responses.
//!
//! Input: a call of the spec, and the pool of values. Output: sets of parameters to try, the most
//! promising first, or the name of a missing parameter.

use chainloom_codegen::model::{
    Arm, ArmBody, CallView, Discriminator, Field, Model, Place, Type, TypeId, TypeKind, to_json,
};
use serde_json::{Map, Value};

use crate::pool::{Pool, Wanted};

/// Maximum number of sets of parameters per operation.
pub(crate) const MAX_INPUT_SETS: usize = 4;

/// Parameters of a call as a JSON object.
pub(crate) type Input = Map<String, Value>;

/// Source of parameters for the calls of an operation.
pub(crate) struct Inputs<'m> {
    pub(crate) model: &'m Model,
    pub(crate) pool: &'m Pool,
    pub(crate) client: &'m str,
    pub(crate) call: CallView<'m>,
    /// Parameter that takes the token of a page, which only an earlier page provides, so that its
    /// examples are useless. `None` if there is none.
    pub(crate) token: Option<String>,
}

impl<'m> Inputs<'m> {
    /// Returns the sets of parameters to try, at most [`MAX_INPUT_SETS`].
    ///
    /// # Errors
    ///
    /// There is no set, because no value is known for a required parameter; the error is its name.
    pub(crate) fn input_sets(&self) -> Result<Vec<Input>, String> {
        let examples = self.examples();
        let bases = if examples.is_empty() { vec![Input::new()] } else { examples.clone() };
        let (mut inputs, mut missing) = (Vec::new(), None);
        for round in 0..2 {
            for base in &bases {
                match self.input_from_responses(base, round) {
                    Ok(input) => inputs.push(input),
                    Err(name) => missing = missing.or(Some(name)),
                }
            }
        }
        // Examples follow as they are, after the sets with values of this service.
        inputs.extend(examples.into_iter().filter(|input| self.missing_parameter(input).is_none()));
        let mut different: Vec<Input> = Vec::new();
        for input in inputs {
            if !different.contains(&input) {
                different.push(input);
            }
        }
        different.truncate(MAX_INPUT_SETS);
        match (different.is_empty(), missing) {
            (true, Some(name)) => Err(name),
            _ => Ok(different),
        }
    }

    /// Returns whether the pool has a value for each required parameter whose values only a
    /// response can provide.
    pub(crate) fn is_ready(&self) -> bool {
        self.params().filter(|field| field.is_demanded()).all(|field| {
            let ty = &field.ty;
            !self.needs_response(ty) || !self.pool_values(ty, &field.name).is_empty()
        })
    }

    /// Returns the parameters whose values can be chosen.
    fn params(&self) -> impl Iterator<Item = &'m Field> {
        let free = self.call.free_params().map(|param| param.field);
        free.filter(|field| field.constant.is_none())
    }

    /// Returns the name of a parameter that takes bytes or files, or `None` if there is none.
    pub(crate) fn bytes_parameter(&self) -> Option<&'m str> {
        let is_bytes = |place: Place, ty: &Type| place == Place::Raw || ty.is_of_files();
        self.call
            .free_params()
            .find(|param| is_bytes(param.place, &param.field.ty))
            .map(|param| param.field.name.as_str())
    }

    /// Returns the parameters of all examples, without the token of a page.
    fn examples(&self) -> Vec<Input> {
        let is_free = |name: &str| self.params().any(|field| field.name == name);
        let is_needed = |name: &str| self.params().any(|field| field.name == name && field.is_demanded());
        let is_token = |name: &str| self.token.as_deref() == Some(name) && !is_needed(name);
        let of_one = |request: &[(String, chainloom_codegen::model::Value)]| -> Input {
            let kept = request.iter().filter(|(name, _)| is_free(name) && !is_token(name));
            kept.map(|(name, value)| (name.clone(), to_json(value))).collect()
        };
        self.call.own.examples.iter().map(|example| of_one(&example.request)).collect()
    }

    /// Returns a set of parameters with values from responses. In round 0 they are the best values,
    /// in round 1 the second best. `base` are the parameters of an example. The error is the name
    /// of a required parameter without a value.
    fn input_from_responses(&self, base: &Input, round: usize) -> Result<Input, String> {
        let mut input = Input::new();
        for field in self.params() {
            let given = base.get(&field.name);
            if given.is_none() && !field.is_demanded() {
                continue;
            }
            match self.value(&field.ty, given, field, round, &[]) {
                Some(value) => drop(input.insert(field.name.clone(), value)),
                None if field.is_demanded() => return Err(field.name.clone()),
                None => {}
            }
        }
        Ok(input)
    }

    /// Returns a value of a type: one from a response, or `given` with such values in it, or an
    /// example. Recursion ends at a type that is among its ancestors in `above`: with null, an
    /// empty list, or `None`.
    fn value(
        &self,
        ty: &'m Type,
        given: Option<&Value>,
        field: &Field,
        round: usize,
        above: &[TypeId],
    ) -> Option<Value> {
        let (name, is_end) = (field.name.as_str(), given.is_none() && self.leads_to(ty, above));
        let found = self.pool_values(ty, name);
        if let Some(value) = found.get(round).or(found.first()) {
            return Some((*value).clone());
        }
        let said = || field.example.as_ref().or(field.default.as_ref()).map(to_json);
        match (ty, given) {
            (Type::Bounded(bounded), given) => self.value(&bounded.ty, given, field, round, above),
            (Type::Nullable(_), None) if is_end => Some(Value::Null),
            (Type::Nullable(inner), given) => self.value(inner, given, field, round, above),
            (Type::List(_), None) if is_end => Some(Value::Array(Vec::new())),
            (Type::Named(_), None) if is_end => None,
            (Type::List(list), Some(Value::Array(items))) => {
                let linked = items.iter().map(|item| self.value(&list.item, Some(item), field, round, above));
                let mut linked: Vec<Value> = linked.collect::<Option<_>>()?;
                linked.dedup();
                Some(Value::Array(linked))
            }
            (Type::List(list), None) => {
                self.value(&list.item, None, field, round, above).map(|item| Value::Array(vec![item]))
            }
            (Type::Named(id), given) => match &self.model.types.get(id.0)?.kind {
                TypeKind::Alias(target) => self.value(target, given, field, round, above),
                TypeKind::Record(record) => self.record_value(&record.fields, given, round, &[above, &[*id]].concat()),
                TypeKind::Enum(listed) if given.is_none() => {
                    said().or_else(|| Some(to_json(&listed.wire(&listed.values.first()?.name))))
                }
                TypeKind::Union(union) if union.discriminator == Discriminator::Form => {
                    self.arm_value(&union.arms, name, round).or_else(|| given.cloned()).or_else(said)
                }
                _ => given.cloned().or_else(said),
            },
            (_, given) => given.cloned().or_else(said),
        }
    }

    /// Returns a value of an arm of a union by form: in round 0 a value from a response, in round 1
    /// a word of an enumeration, such as `latest`.
    fn arm_value(&self, arms: &'m [Arm], name: &str, round: usize) -> Option<Value> {
        let types = || {
            arms.iter().filter_map(|arm| match &arm.body {
                ArmBody::Value(ty) => Some(ty),
                _ => None,
            })
        };
        let word = |ty: &'m Type| match ty {
            Type::Named(id) => match &self.model.types.get(id.0)?.kind {
                TypeKind::Enum(listed) => Some(to_json(&listed.wire(&listed.values.first()?.name))),
                _ => None,
            },
            _ => None,
        };
        let linked = || {
            types()
                .filter(|ty| !matches!(ty, Type::Text))
                .find_map(|ty| Some(self.pool_values(ty, name).into_iter().next()?.clone()))
        };
        match round {
            0 => linked(),
            _ => types().find_map(word).or_else(linked),
        }
    }

    /// Returns whether a type leads to one of `above`, through aliases, nullability and lists.
    fn leads_to(&self, ty: &Type, above: &[TypeId]) -> bool {
        match ty {
            Type::Bounded(bounded) => self.leads_to(&bounded.ty, above),
            Type::Nullable(inner) => self.leads_to(inner, above),
            Type::List(list) => self.leads_to(&list.item, above),
            Type::Named(id) => match self.model.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Alias(target)) => self.leads_to(target, above),
                _ => above.contains(id),
            },
            _ => false,
        }
    }

    /// Returns an object with the required and the given members of a record. `None` if a required
    /// member has no value.
    fn record_value(
        &self,
        fields: &'m [Field],
        given: Option<&Value>,
        round: usize,
        above: &[TypeId],
    ) -> Option<Value> {
        let mut out = Input::new();
        for field in fields {
            let of_field = given.and_then(|given| given.get(&field.name));
            if of_field.is_none() && !field.is_demanded() {
                continue;
            }
            let constant = field.constant.as_ref().map(to_json);
            match constant.or_else(|| self.value(&field.ty, of_field, field, round, above)) {
                Some(value) => drop(out.insert(field.name.clone(), value)),
                None if field.is_demanded() => return None,
                None => {}
            }
        }
        Some(Value::Object(out))
    }

    /// Returns the values of the pool that fit a parameter or member, beginning with the best.
    fn pool_values(&self, ty: &Type, name: &str) -> Vec<&'m Value> {
        let wanted = Wanted { client: self.client, name, operation: &self.call.own.name };
        self.pool.find(self.model, ty, &wanted)
    }

    /// Returns whether only responses provide the values of a type, because it is a scalar that is not a number, such
    /// as an ID.
    fn needs_response(&self, ty: &Type) -> bool {
        match ty {
            Type::Bounded(bounded) => self.needs_response(&bounded.ty),
            Type::Nullable(inner) => self.needs_response(inner),
            Type::Named(id) => match self.model.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Scalar(scalar)) => !scalar.form.is_numeric(),
                Some(TypeKind::Alias(target)) => self.needs_response(target),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the name of a required parameter that a set lacks.
    fn missing_parameter(&self, input: &Input) -> Option<&'m str> {
        self.params()
            .find(|field| field.is_demanded() && !input.contains_key(&field.name))
            .map(|field| field.name.as_str())
    }
}
