//! Receives events of a subscription over a websocket, in one burst.
//!
//! Input: a contender, the number of events, and the address of the server. Output: a failure for a
//! lost event. All contenders have a buffer for all events.

use alloy_provider::{Provider, ProviderBuilder, WsConnect};
use alloy_rpc_types_eth::Filter;
use chainloom::node::evm::LogFilter;
use chainloom::runtime::Incoming;
use futures_util::{SinkExt, StreamExt};
use jsonrpsee::core::client::SubscriptionClientT;
use jsonrpsee::{rpc_params, ws_client::WsClientBuilder};
use serde::de::DeserializeOwned;
use tokio_tungstenite::{connect_async, tungstenite::Message};

use crate::hand::{Head, Log, Notification, Request, TextHead, TextLog};
use crate::{Done, expect, unknown};

pub const CONTENDERS: &[&str] = &["tungstenite", "tungstenite-texts", "chainloom", "alloy", "jsonrpsee"];

/// What may wait for its reader, in bytes.
const BYTES: usize = 1 << 30;

pub async fn heads(contender: &str, count: usize, address: &str) -> Done {
    let url = format!("ws://{address}/ext/bc/{count}/ws");
    match contender {
        "tungstenite" => by_tungstenite::<Head>(&url, count, "newHeads").await,
        "tungstenite-texts" => by_tungstenite::<TextHead>(&url, count, "newHeads").await,
        "jsonrpsee" => by_jsonrpsee::<Head>(&url, count, "newHeads").await,
        "chainloom" => {
            let evm = chainloom::node::Client::new(format!("http://{address}"))?.evm(count.to_string());
            let mut heads = evm.new_heads().configure(|all| all.buffer(count, BYTES)).await?;
            read(count, async || Ok(matches!(heads.try_next().await?, Some(Incoming::Event(_))))).await
        }
        "alloy" => {
            let provider = ProviderBuilder::new().connect_ws(WsConnect::new(url)).await?;
            let mut heads = provider.subscribe_blocks().channel_size(count).await?;
            read(count, async || Ok(heads.recv().await.map(|head| head.number)? < count as u64)).await
        }
        other => unknown(other),
    }
}

pub async fn logs(contender: &str, count: usize, address: &str) -> Done {
    let url = format!("ws://{address}/ext/bc/{count}/ws");
    match contender {
        "tungstenite" => by_tungstenite::<Log>(&url, count, "logs").await,
        "tungstenite-texts" => by_tungstenite::<TextLog>(&url, count, "logs").await,
        "jsonrpsee" => by_jsonrpsee::<Log>(&url, count, "logs").await,
        "chainloom" => {
            let evm = chainloom::node::Client::new(format!("http://{address}"))?.evm(count.to_string());
            let mut logs = evm.logs(LogFilter::new()).configure(|all| all.buffer(count, BYTES)).await?;
            read(count, async || Ok(matches!(logs.try_next().await?, Some(Incoming::Event(_))))).await
        }
        "alloy" => {
            let provider = ProviderBuilder::new().connect_ws(WsConnect::new(url)).await?;
            let mut logs = provider.subscribe_logs(&Filter::new()).channel_size(count).await?;
            read(count, async || Ok(logs.recv().await?.log_index == Some(7))).await
        }
        other => unknown(other),
    }
}

/// Reads all events.
async fn read(
    count: usize,
    mut next: impl AsyncFnMut() -> Result<bool, Box<dyn std::error::Error + Send + Sync>>,
) -> Done {
    for _ in 0..count {
        expect(next().await?, "an event is missing")?;
    }
    Ok(())
}

async fn by_tungstenite<T: DeserializeOwned>(url: &str, count: usize, kind: &str) -> Done {
    let (mut socket, _) = connect_async(url).await?;
    let call = Request::new(1, "eth_subscribe", [kind]);
    socket.send(Message::text(serde_json::to_string(&call)?)).await?;
    socket.next().await.ok_or("the connection is closed")??;
    read(count, async || {
        let message = socket.next().await.ok_or("the connection is closed")??;
        let _: Notification<T> = serde_json::from_str(message.to_text()?)?;
        Ok(true)
    })
    .await
}

async fn by_jsonrpsee<T: DeserializeOwned>(url: &str, count: usize, kind: &str) -> Done {
    let client = WsClientBuilder::default().max_buffer_capacity_per_subscription(count).build(url).await?;
    let mut events = client.subscribe::<T, _>("eth_subscribe", rpc_params![kind], "eth_unsubscribe").await?;
    read(count, async || Ok(events.next().await.ok_or("the subscription is closed")?.is_ok())).await
}
