//! Assigns the response to a batch to its calls.
//!
//! Input: the response to a request that holds calls. Output: for each call the place of its
//! result, or its error; replies that belong to no call; or one error for all calls. Replies are
//! matched by their IDs alone.

use crate::{
    Error, Fill, RawReply, Reader, Request, Target,
    batch::limits::BatchLimits,
    client::Masking,
    error::{Failure, shorten},
    request,
    response::{UnreadResponse, content, into, trace_halves},
    rpc::{self, Ids, Replies, ReplyPiece},
    schema::Operation,
};
use bytes::Bytes;
use http::{Response, StatusCode};
use std::{ops::Range, sync::Arc};

/// JSON-RPC error code of an invalid request. Such an error concerns the whole batch, even if it has the id of
/// a call.
const INVALID_REQUEST: i64 = -32600;

/// The response to a request that holds calls.
pub(crate) struct Chunk {
    masking: Masking,
    target: Target,
    /// Without its body.
    request: Request,
    ids: Ids,
    operations: Arc<[&'static Operation]>,
    response: Response<Bytes>,
}

/// Replies of a batch response, assigned to the calls of its request.
pub(crate) struct ChunkReplies {
    /// Place of the reply to each call, or the error of the call, in the order of the request.
    pub(crate) replies: Vec<Result<ReplyPlace, Error>>,
    /// Replies that belong to no call.
    pub(crate) strays: Vec<Error>,
}

/// The place of a reply that holds a result.
pub(crate) struct ReplyPlace {
    /// The response that the reply is a part of.
    pub(crate) chunk: Arc<Chunk>,
    /// Index of the call in the request.
    pub(crate) place: usize,
    /// Byte range of the whole reply in the body.
    pub(crate) all: Range<usize>,
    /// Byte range of the reply's `result` in the body.
    pub(crate) result: Range<usize>,
}

/// The replies that came for a call.
#[derive(Clone, Copy)]
enum RepliesOfCall<'p> {
    None,
    One(&'p ReplyPiece),
    More,
}

impl Chunk {
    pub(crate) fn new(
        masking: Masking,
        target: &Target,
        (request, ids): (Request, Ids),
        operations: Arc<[&'static Operation]>,
        response: Response<Bytes>,
    ) -> Self {
        Self { masking, target: target.clone(), request, ids, operations, response }
    }

    fn body(&self) -> &Bytes {
        self.response.body()
    }

    /// Returns the name of the service of the calls.
    fn service(&self) -> &'static str {
        self.operations.first().map_or("", |operation| operation.service.name)
    }

    /// Returns the response to a single call, as if `body` were its whole body. It copies the headers, so it is
    /// used for errors only.
    fn as_response(&self, operation: &'static Operation, place: Option<usize>, body: Bytes) -> UnreadResponse {
        let mut response = Response::new(body);
        *response.status_mut() = self.response.status();
        response.headers_mut().clone_from(self.response.headers());
        let settings = self.masking.client().settings();
        let method = || request::method_of(settings, operation, &self.target).unwrap_or_default();
        let rpc = place.map(|place| (self.ids.id(place), method()));
        let request = Box::new(Request { rpc, ..self.request.clone() });
        UnreadResponse { masking: self.masking.clone(), operation, request, response }
    }

    /// Returns the reply at the byte range `all` as the response to the call at `place`.
    fn of_piece(&self, operation: &'static Operation, place: usize, all: Range<usize>) -> UnreadResponse {
        // A copy, since a slice would keep the whole body alive.
        let text = self.body().get(all).unwrap_or_default();
        self.as_response(operation, Some(place), Bytes::copy_from_slice(text))
    }

    /// Returns the error of a reply that holds no result.
    fn failure(&self, operation: &'static Operation, place: usize, piece: &ReplyPiece) -> Error {
        let answered = self.of_piece(operation, place, piece.all.clone());
        if !content::is_described(operation, self.response.status()) {
            return answered.undescribed_status();
        }
        match answered.read_by(&mut |reader: &mut Reader<'_>| reader.skip()) {
            Err(error) => error,
            Ok(_) => self.protocol(operation, "it is ambiguous whether it holds a result".to_owned()),
        }
    }

    /// Returns the error that a reply reports, whatever its id is; `None` if it reports none.
    fn reported_error(&self, operation: &'static Operation, piece: &ReplyPiece) -> Option<Error> {
        let text = self.body().get(piece.all.clone()).filter(|_| piece.has_error)?;
        let failure = rpc::reported_failure(text)?;
        Some(self.of_piece(operation, 0, piece.all.clone()).rpc_error(failure))
    }

    /// Returns the error of a response that is not a valid response to a batch; `text` states why.
    fn protocol(&self, operation: &'static Operation, text: String) -> Error {
        self.as_response(operation, None, Bytes::new()).error(Failure::Protocol(self.masking.redact(text)))
    }

    /// Reads the result of a reply.
    pub(crate) fn read(
        &self,
        operation: &'static Operation,
        found: &ReplyPlace,
        value: &mut dyn Fill,
    ) -> Result<(), Error> {
        let mut reading = into(value, operation.output);
        let result = self.body().get(found.result.clone());
        let text = result.and_then(|result| std::str::from_utf8(result).ok());
        let limits = self.masking.client().settings().read_limits();
        if let (Some(text), true) = (text, operation.output.is_some()) {
            let mut reader = Reader::within(text, limits);
            if reading(&mut reader).is_ok() {
                trace_halves(operation, reader.halves());
                return Ok(());
            }
        }
        // The whole reply is read again, so that the error is worded as for a single call.
        self.of_piece(operation, found.place, found.all.clone()).read_by(&mut reading).map(drop)
    }

    /// Converts a reply to the response of its call.
    pub(crate) fn reply(&self, operation: &'static Operation, found: &ReplyPlace) -> RawReply {
        let (all, result) = (found.all.clone(), &found.result);
        let within = |at: usize| at.saturating_sub(all.start);
        let result = within(result.start)..within(result.end);
        RawReply {
            status: self.response.status(),
            headers: self.response.headers().clone(),
            raw: self.body().slice(all),
            result,
            operation,
            masking: self.masking.clone(),
            endpoint: self.request.client_endpoint,
            written: None,
        }
    }
}

/// Assigns the parts of a response to calls.
pub(crate) fn replies_of(chunk: Chunk, most: &BatchLimits) -> Result<ChunkReplies, Error> {
    let Some(first) = chunk.operations.first().copied() else {
        return Ok(ChunkReplies { replies: Vec::new(), strays: Vec::new() });
    };
    let pieces = pieces(&chunk, first).map_err(|error| match chunk.response.status() {
        StatusCode::PAYLOAD_TOO_LARGE => error.with_hints(hint(&chunk, most)),
        _ => error,
    })?;
    let (came, strays) = sort(chunk.ids, &pieces);
    if let Some(error) = error_of_all_calls(&chunk, first, &pieces, &came, most) {
        return Err(error);
    }
    let chunk = Arc::new(chunk);
    let nameless = strays.iter().copied().find(|piece| is_nameless_error(piece));
    let is_success = content::is_described(first, chunk.response.status());
    let open = chunk.operations.iter().zip(&came).enumerate();
    let replies = open.map(|(place, (operation, own))| match own {
        RepliesOfCall::One(piece) => match piece.result.clone().filter(|_| is_success) {
            Some(result) => Ok(ReplyPlace { chunk: Arc::clone(&chunk), place, all: piece.all.clone(), result }),
            None => Err(chunk.failure(operation, place, piece)),
        },
        RepliesOfCall::More => {
            let text = "it has more than one reply, so its result is ambiguous";
            Err(chunk.protocol(operation, text.to_owned()))
        }
        RepliesOfCall::None => Err(match nameless {
            Some(piece) => chunk.failure(operation, place, piece),
            None => missing(&chunk, (operation, place), &came, &strays, most),
        }),
    });
    let replies = replies.collect();
    Ok(ChunkReplies { replies, strays: strays.iter().map(|piece| stray_reply(&chunk, first, piece)).collect() })
}

/// Returns the replies in a body. If the status is not a success, only errors are read from the body.
fn pieces(chunk: &Chunk, first: &'static Operation) -> Result<Vec<ReplyPiece>, Error> {
    let (body, is_success) = (chunk.body(), content::is_described(first, chunk.response.status()));
    let whole = || chunk.as_response(first, None, body.clone());
    if content::compression(chunk.response.headers(), body, &chunk.masking).is_some() {
        whole().check_compression()?;
    }
    match rpc::find(body, chunk.ids) {
        Ok(replies) => {
            let pieces = match replies {
                Replies::Many(pieces) => pieces,
                Replies::One(piece) => vec![piece],
            };
            match is_success || pieces.iter().any(|piece| piece.has_error) {
                true => Ok(pieces),
                false => Err(whole().undescribed_status()),
            }
        }
        Err(_) if !is_success => Err(whole().undescribed_status()),
        Err(_) if body.trim_ascii().is_empty() => Err(whole().error(Failure::Protocol(whole().no_body()))),
        Err(text) => Err(whole().error(Failure::Protocol(without_secrets(chunk, text)))),
    }
}

/// Redacts an error text. The text may quote the body up to the middle of a secret, so it is created again from
/// the redacted body.
fn without_secrets(chunk: &Chunk, text: String) -> String {
    let mut body = chunk.body().to_vec();
    if !chunk.masking.mask(&mut body) {
        return text;
    }
    rpc::find(&body, chunk.ids).err().unwrap_or_else(|| "the body holds a secret, so it is not shown".to_owned())
}

/// Sorts replies by their ids: the replies to each call, and the replies to no call.
fn sort(ids: Ids, pieces: &[ReplyPiece]) -> (Vec<RepliesOfCall<'_>>, Vec<&ReplyPiece>) {
    let (mut came, mut strays) = (vec![RepliesOfCall::None; ids.count], Vec::new());
    for piece in pieces {
        match piece.place.and_then(|place| came.get_mut(place)) {
            Some(place @ RepliesOfCall::None) => *place = RepliesOfCall::One(piece),
            Some(place) => *place = RepliesOfCall::More,
            None => strays.push(piece),
        }
    }
    (came, strays)
}

/// Returns the ID of a reply, as JSON.
fn id<'c>(chunk: &'c Chunk, piece: &ReplyPiece) -> Option<&'c str> {
    chunk.body().get(piece.id.clone()?).and_then(|id| std::str::from_utf8(id).ok())
}

/// Redacts an id, then shortens it. A secret that is cut before could not be found.
fn redact_id(chunk: &Chunk, id: &str) -> String {
    shorten(&chunk.masking.redact(id.to_owned()), 40)
}

/// Returns whether a reply is an error without an ID.
const fn is_nameless_error(piece: &ReplyPiece) -> bool {
    piece.has_error && piece.id.is_none()
}

/// Returns the error of the whole request, if there is one: an error without an id, errors that all have one id, or one
/// error that states that the request is invalid.
fn error_of_all_calls(
    chunk: &Chunk,
    first: &'static Operation,
    pieces: &[ReplyPiece],
    came: &[RepliesOfCall<'_>],
    most: &BatchLimits,
) -> Option<Error> {
    let is_answered = came.iter().any(|came| !matches!(came, RepliesOfCall::None));
    let nameless = pieces.iter().find(|piece| !is_answered && is_nameless_error(piece));
    let piece = nameless.or_else(|| common_error(chunk, pieces))?;
    let error = chunk.reported_error(first, piece)?;
    // One error under the id of a call is that of the call.
    let is_lone = pieces.len() == 1 && is_answered;
    let is_whole = !is_lone || error.rpc_code() == Some(INVALID_REQUEST);
    is_whole.then(|| error.with_hints(hint(chunk, most)))
}

/// If all replies are errors with the same id, returns the first. One id cannot belong to each of several
/// calls.
fn common_error<'p>(chunk: &Chunk, pieces: &'p [ReplyPiece]) -> Option<&'p ReplyPiece> {
    let first = pieces.first().filter(|_| is_reply_to_many(chunk))?;
    let is_alike = |piece: &ReplyPiece| piece.has_error && id(chunk, piece) == id(chunk, first);
    pieces.iter().all(is_alike).then_some(first)
}

/// Returns whether the request held several calls.
const fn is_reply_to_many(chunk: &Chunk) -> bool {
    chunk.ids.count > 1
}

/// Returns the hint for one error that several calls share.
fn hint(chunk: &Chunk, most: &BatchLimits) -> Vec<String> {
    let count = chunk.ids.count;
    let known = match most.calls {
        usize::MAX => "The client knows no limit".to_owned(),
        limit => format!("The limit that the client keeps to is {limit}"),
    };
    let hint = format!(
        "The request held {count} calls. {known}; where the service takes fewer, set `.max_calls(…)` on the batch"
    );
    if is_reply_to_many(chunk) { vec![hint] } else { Vec::new() }
}

/// Returns the error of a call without a reply.
fn missing(
    chunk: &Chunk,
    (operation, place): (&'static Operation, usize),
    came: &[RepliesOfCall<'_>],
    strays: &[&ReplyPiece],
    most: &BatchLimits,
) -> Error {
    let mut text = format!("there is no reply with its id, {}", chunk.ids.id(place));
    if let Some((piece, found)) = strays.iter().find_map(|piece| Some((piece, id(chunk, piece)?))) {
        text.push_str(&format!(", but one with the id {}, which no call has", redact_id(chunk, found)));
        let reported = chunk.reported_error(operation, piece);
        reported.into_iter().for_each(|error| text.push_str(&format!(": {}", error.reason())));
    }
    let mut answered = came.iter().enumerate().filter(|(_, came)| !matches!(came, RepliesOfCall::None));
    match (answered.next(), answered.next()) {
        (Some((place, RepliesOfCall::One(piece))), None) if piece.has_error => {
            let only = chunk.failure(operation, place, piece);
            text.push_str(&format!("; the only reply is to the call with the id {}: ", chunk.ids.id(place)));
            text.push_str(&only.reason());
            chunk.protocol(operation, text).with_hints(hint(chunk, most))
        }
        _ => chunk.protocol(operation, text),
    }
}

/// Returns the error for a reply that belongs to no call.
fn stray_reply(chunk: &Chunk, first: &'static Operation, piece: &ReplyPiece) -> Error {
    let error = match id(chunk, piece) {
        Some(found) => {
            let text = format!("a reply has the id {}, which no call of the batch has", redact_id(chunk, found));
            chunk.protocol(first, text)
        }
        None if piece.has_error => chunk.failure(first, 0, piece),
        None => chunk.protocol(first, "a reply has no id".to_owned()),
    };
    error.of_batch(chunk.service(), chunk.ids.count)
}
