//! The server: REST operations of baskets, and JSON-RPC of rows.
//!
//! Input: requests on loopback. Output: responses. It is written with axum and serde alone and
//! knows nothing of the client, so they share only the wire. Unexpected requests are refused.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Json, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Router, serve as serve_router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::rows::{self, Tree};

/// State of the orchard.
#[derive(Default)]
pub(crate) struct Orchard {
    pub(crate) trees: Vec<Tree>,
    baskets: Vec<Basket>,
}

#[derive(Clone, Serialize)]
struct Basket {
    number: u32,
    species: String,
    weight: String,
}

type Shared = Arc<Mutex<Orchard>>;
type Response = (StatusCode, Json<Value>);

/// Starts the orchard on a free port of this machine, and tells where. It lives as long as the
/// program.
///
/// # Errors
///
/// When there is no port to have.
pub async fn serve() -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let router = Router::new()
        .route("/rows/{row}/rpc", post(call))
        .route("/rows/{row}/baskets", get(list_baskets).post(pack_basket))
        .route("/baskets/{number}", get(get_basket).delete(sell_basket))
        .with_state(Shared::default());
    tokio::spawn(async move { serve_router(listener, router).await });
    Ok(url)
}

/// A panic elsewhere does not make the orchard unreadable.
fn lock(shared: &Shared) -> MutexGuard<'_, Orchard> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A JSON-RPC request becomes a JSON-RPC response, be it an error.
async fn call(
    State(shared): State<Shared>,
    Path(row): Path<String>,
    Json(request): Json<rows::Request>,
) -> Json<Value> {
    let id = request.id.clone();
    Json(match rows::respond(&mut lock(&shared), &row, request) {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(refusal) => json!({
            "jsonrpc": "2.0", "id": id, "error": { "code": refusal.code, "message": refusal.message }
        }),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    species: String,
    least: Option<String>,
    most: Option<String>,
}

async fn pack_basket(State(shared): State<Shared>, Path(row): Path<String>, Json(wish): Json<Wish>) -> Response {
    let mut orchard = lock(&shared);
    let number = u32::try_from(orchard.baskets.len()).unwrap_or(u32::MAX).saturating_add(1);
    // A weight travels as text; a number in its place is refused before this is reached.
    let Some(weight) = wish.least.or(wish.most).filter(|weight| weight.parse::<u64>().is_ok()) else {
        return refuse(StatusCode::CONFLICT, number, "nobody said how heavy it shall be");
    };
    if row != "north" || !orchard.trees.iter().any(|tree| tree.species() == wish.species) {
        return refuse(StatusCode::CONFLICT, number, "nothing of that kind grows in the row");
    }
    let basket = Basket { number, species: wish.species, weight };
    orchard.baskets.push(basket.clone());
    (StatusCode::CREATED, Json(json!(basket)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    species: Option<String>,
    after: Option<u32>,
    count: Option<usize>,
}

async fn list_baskets(State(shared): State<Shared>, Path(row): Path<String>, Query(page): Query<Page>) -> Json<Value> {
    let orchard = lock(&shared);
    let is_wanted = |basket: &&Basket| {
        let species = page.species.as_ref().is_none_or(|species| *species == basket.species);
        row == "north" && species && basket.number > page.after.unwrap_or_default()
    };
    let found: Vec<&Basket> = orchard.baskets.iter().filter(is_wanted).collect();
    let shown = &found[..found.len().min(page.count.unwrap_or(2))];
    match shown.last() {
        Some(last) if shown.len() < found.len() => Json(json!({ "baskets": shown, "last": last.number })),
        _ => Json(json!({ "baskets": shown })),
    }
}

async fn get_basket(State(shared): State<Shared>, Path(number): Path<u32>) -> Response {
    match lock(&shared).baskets.iter().find(|basket| basket.number == number) {
        Some(basket) => (StatusCode::OK, Json(json!(basket))),
        None => refuse(StatusCode::NOT_FOUND, number, "no such basket"),
    }
}

async fn sell_basket(State(shared): State<Shared>, Path(number): Path<u32>, headers: HeaderMap) -> Response {
    let mut orchard = lock(&shared);
    let Some(at) = orchard.baskets.iter().position(|basket| basket.number == number) else {
        return refuse(StatusCode::NOT_FOUND, number, "no such basket");
    };
    if headers.get("x-buyer").is_none_or(|buyer| buyer.is_empty()) {
        return refuse(StatusCode::CONFLICT, number, "nobody takes it");
    }
    (StatusCode::OK, Json(json!(orchard.baskets.remove(at))))
}

fn refuse(status: StatusCode, basket: u32, reason: &str) -> Response {
    (status, Json(json!({ "reason": reason, "basket": basket })))
}
