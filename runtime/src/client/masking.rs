//! Masking: redacts the secrets of a client in texts.
//!
//! Input: the settings of a client, the headers that a call adds, and its secret parameters.
//! Output: texts and parts of bodies with masked secrets. `secret_forms` decides what a secret
//! looks like; which texts are shown is decided elsewhere.

use crate::{
    client::{
        Client,
        endpoints::EndpointState,
        options::Options,
        secret_forms::{Finder, MIN_KEY_LENGTH, MIN_WORD_LENGTH, SecretForms},
        settings::Settings,
        url_keys::keys_in,
    },
    encode::{self, Members},
    schema::{Field, Operation},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderValue};
use serde_json::{Map, Value};
use std::{fmt, sync::Arc};

/// Mark that replaces a secret.
pub(crate) const HIDDEN: &str = "[secret]";

/// Set of secrets, which masks them in texts and JSON: in every encoding in which a service, a program or a file may
/// repeat a secret.
///
/// [`Client::redactor`] returns one with the secrets of a client. A secret of fewer than eight letters is masked as a
/// separate word only, and one of fewer than four as a whole value only: anywhere else, it would hide text that is not
/// a secret.
///
/// ```
/// let mut redactor = chainloom_runtime::catalog::Redactor::default();
/// redactor.add("p/w with spaces");
/// redactor.add("ab");
/// assert_eq!(redactor.text("?k=p%2fw%20with+spaces&lab=ab".to_owned()), "?k=[secret]&lab=[secret]");
/// ```
#[derive(Clone, Default)]
pub struct Redactor(Vec<Arc<SecretForms>>);

impl Redactor {
    /// Adds a secret.
    pub fn add(&mut self, secret: &str) {
        self.push(Arc::new(SecretForms::new(secret)));
    }

    /// Adds `user:password`, and the password itself.
    pub fn add_login(&mut self, login: &str) {
        self.push(Arc::new(SecretForms::login(login)));
    }

    /// Adds the secrets of another redactor.
    pub fn extend(&mut self, other: &Self) {
        for secret in &other.0 {
            self.push(Arc::clone(secret));
        }
    }

    /// Adds what may be a key in a URL: the user and the password, and parts of the path and the
    /// query.
    pub fn add_url(&mut self, url: &str) {
        let keys = url::Url::parse(url).map(|url| keys_in(&url)).unwrap_or_default();
        keys.into_iter().for_each(|key| self.push(Arc::new(key)));
    }

    /// Adds what the value of a header holds that is long enough to be a key, and what a header of
    /// basic authentication holds.
    pub fn add_header(&mut self, value: &str) {
        let words = value.split_whitespace().chain(value.split([' ', ';', ',', '=', '"']));
        words.filter(|word| word.len() >= MIN_KEY_LENGTH).for_each(|word| self.add(word));
        let login = value.strip_prefix("Basic ").and_then(|coded| STANDARD.decode(coded).ok());
        if let Some(login) = login.and_then(|login| String::from_utf8(login).ok()) {
            self.add_login(&login);
        }
    }

    /// Adds those parameters of a call that the spec marks as secrets.
    pub fn add_parameters(&mut self, operation: &Operation, parameters: &Map<String, Value>) {
        let json = |field: &Field| Some(parameters.get(field.name)?.to_string().into_bytes());
        let members: Members = operation.input.fields.iter().map(json).collect();
        encode::secret_texts(operation, &members).iter().for_each(|secret| self.add(secret));
    }

    /// Returns the number of secrets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the set has no secrets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a secret, unless it is empty or known.
    fn push(&mut self, secret: Arc<SecretForms>) {
        if !secret.text().is_empty() && !self.0.iter().any(|known| known.text() == secret.text()) {
            self.0.push(secret);
        }
    }

    /// Returns a text with `[secret]` in place of each secret.
    #[must_use]
    pub fn text(&self, text: String) -> String {
        text_without(&self.finder(), text, false)
    }

    /// Returns bytes with asterisks in place of each secret; their number stays.
    #[must_use]
    pub fn bytes(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        self.mask_secrets(&mut bytes);
        bytes
    }

    /// Returns JSON with `[secret]` in place of each secret: in names, texts and numbers.
    #[must_use]
    pub fn json(&self, value: Value) -> Value {
        if self.is_empty() { value } else { json_without(&self.finder(), value) }
    }

    /// Returns whether a text contains a secret.
    pub(crate) fn is_in(&self, text: &[u8]) -> bool {
        !self.finder().find(text, false).is_empty()
    }

    /// Overwrites the secrets in a part of a body, and returns whether there were any.
    pub(crate) fn mask_secrets(&self, part: &mut [u8]) -> bool {
        let found = self.finder().find(part, false);
        for (place, _) in &found {
            part.get_mut(place.clone()).unwrap_or_default().fill(b'*');
        }
        !found.is_empty()
    }

    fn finder(&self) -> Finder<'_> {
        Finder::new(self.0.iter().map(AsRef::as_ref))
    }

    /// Adds what sensitive headers hold that is long enough to be a key.
    pub(crate) fn add_headers<'h>(&mut self, values: impl Iterator<Item = &'h HeaderValue>) {
        for value in values.filter(|value| value.is_sensitive()).filter_map(|value| value.to_str().ok()) {
            self.add_header(value);
        }
    }

    pub(crate) fn into_secrets(self) -> impl Iterator<Item = Arc<SecretForms>> {
        self.0.into_iter()
    }
}

/// Shows no secret.
impl fmt::Debug for Redactor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Redactor").field("secrets", &self.0.len()).finish()
    }
}

/// Masks secrets in a text; `is_cut` states whether the text is cut.
fn text_without(secrets: &Finder<'_>, text: String, is_cut: bool) -> String {
    // A character that was cut has become U+FFFD.
    let shown = if is_cut { text.trim_end_matches(char::REPLACEMENT_CHARACTER) } else { &text };
    let found = secrets.find(shown.as_bytes(), is_cut);
    if found.is_empty() {
        return text;
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (place, _) in found {
        out.push_str(shown.get(at..place.start).unwrap_or_default());
        out.push_str(HIDDEN);
        at = place.end;
    }
    out.push_str(shown.get(at..).unwrap_or_default());
    out
}

/// Masks secrets in all texts, names and numbers of a value.
fn json_without(secrets: &Finder<'_>, value: Value) -> Value {
    let text = |text| text_without(secrets, text, false);
    match value {
        Value::String(own) => text(own).into(),
        Value::Array(items) => items.into_iter().map(|item| json_without(secrets, item)).collect(),
        Value::Object(members) => {
            let member = |(name, value)| (text(name), json_without(secrets, value));
            Value::Object(members.into_iter().map(member).collect())
        }
        // A key of digits may come back as a number.
        Value::Number(number) => {
            let plain = number.to_string();
            let is_secret = plain.len() >= MIN_WORD_LENGTH && !secrets.find(plain.as_bytes(), false).is_empty();
            if is_secret { HIDDEN.into() } else { number.into() }
        }
        other => other,
    }
}

/// Masks the secrets of a client, and those that a call adds.
#[derive(Clone)]
pub(crate) struct Masking {
    client: Client,
    /// The sensitive headers that the call adds.
    headers: Arc<[HeaderValue]>,
    /// Secret texts among the parameters of the call.
    secrets: Arc<[String]>,
    /// Index of the endpoint of the client to which the request goes.
    endpoint: usize,
}

impl Masking {
    /// Creates the masking of a request to the endpoint with this index: `headers` are the headers of the request,
    /// `secrets` its parameters that are never shown.
    pub(crate) fn new(client: Client, endpoint: usize, headers: &HeaderMap, secrets: &[String]) -> Self {
        let known = client.settings().endpoint(endpoint).map(|endpoint| &endpoint.headers);
        let is_added = |name, value: &_| known.and_then(|known| known.get(name)) != Some(value);
        let added = headers.iter().filter(|(name, value)| value.is_sensitive() && is_added(*name, *value));
        let headers = added.map(|(_, value)| value.clone()).collect();
        Self { client, headers: share_list(headers), secrets: share_list(secrets.to_vec()), endpoint }
    }

    /// Creates the masking of a call, before its requests are built.
    pub(crate) fn of_call(client: Client, options: &Options, secrets: &[String]) -> Self {
        let headers = options.headers().cloned().unwrap_or_default();
        Self::new(client, 0, &headers, secrets)
    }

    /// Creates the masking of texts to which no call adds secrets.
    pub(crate) fn of_client(client: Client) -> Self {
        Self::new(client, 0, &HeaderMap::new(), &[])
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the index of the endpoint that the request went to.
    pub(crate) const fn endpoint(&self) -> usize {
        self.endpoint
    }

    /// Masks the secrets in a text, for texts into which a server may have put them.
    pub(crate) fn redact(&self, text: String) -> String {
        self.redactor().text(text)
    }

    /// Returns whether a text contains a secret.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.redactor().is_in(text.as_bytes())
    }

    /// Returns the beginning of a body as text without the secrets, including a secret across the cut.
    pub(crate) fn beginning(&self, body: &[u8], most: usize) -> String {
        let part = body.get(..most).unwrap_or(body);
        text_without(&self.redactor().finder(), String::from_utf8_lossy(part).into_owned(), part.len() < body.len())
    }

    /// Overwrites the secrets in a part of a body, and returns whether there were any.
    pub(crate) fn mask(&self, part: &mut [u8]) -> bool {
        self.redactor().mask_secrets(part)
    }

    /// Returns the origin of the endpoint that the request went to.
    pub(crate) fn origin(&self) -> &str {
        self.client.settings().endpoint(self.endpoint).map_or("", EndpointState::origin)
    }

    /// Returns the secrets of the client and of the call.
    pub(crate) fn redactor(&self) -> Redactor {
        let mut all = self.client.redactor();
        all.add_headers(self.headers.iter());
        self.secrets.iter().for_each(|secret| all.add(secret));
        all
    }
}

/// Shares a list. An empty one, which most calls have, is not allocated.
fn share_list<T>(list: Vec<T>) -> Arc<[T]>
where
    Arc<[T]>: Default,
{
    if list.is_empty() { Arc::default() } else { list.into() }
}

impl fmt::Debug for Masking {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(out)
    }
}

/// Masks the secrets of a client in a text.
pub(crate) fn masked(settings: &Settings, text: String) -> String {
    redactor(settings).text(text)
}

/// Returns current and earlier secrets, possible keys in the URLs of the user, and the headers of the user.
fn redactor(settings: &Settings) -> Redactor {
    let mut all = settings.keys.clone();
    all.0.extend(settings.url_keys.iter().cloned());
    all.0.extend(settings.all_endpoints().flat_map(EndpointState::credentials).map(|credential| credential.hidden()));
    all
}

impl Client {
    /// Returns the secrets of the client, for programs that hand responses on: a service may send
    /// back what it was sent.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        redactor(self.settings())
    }
}
