//! Reads the items of a list of many pages.
//!
//! Input: a contender, the number of pages of 100 items, and the address of the server. Output: a
//! failure for a missing item, and the peak memory on stdout.

use chainloom::runtime::Text;

use crate::bodies::{PAGE, WALLET};
use crate::hand::Balances;
use crate::{Done, expect, unknown};

pub const CONTENDERS: &[&str] = &["loop", "chainloom", "reqwest"];

pub async fn run(contender: &str, count: usize, address: &str) -> Done {
    let base = format!("http://{address}");
    let items = match contender {
        "loop" => by_loop(&base, count).await,
        "chainloom" => by_chainloom(&base, count).await,
        "reqwest" => by_reqwest(&base, count).await,
        other => return unknown(other),
    };
    println!("{}", most_memory()?);
    expect(items? == count * PAGE, "the items of all pages")
}

/// The most memory that the process had, in KiB.
fn most_memory() -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.unwrap_or_default().trim().to_owned())
}

type Counted = Result<usize, Box<dyn std::error::Error + Send + Sync>>;

/// Page after page by the same client.
async fn by_loop(base: &str, count: usize) -> Counted {
    let client = chainloom::data::Client::new(base)?;
    let (mut items, mut next) = (0, None::<Text>);
    loop {
        let mut call = client.list_erc20_balances(count.to_string(), WALLET).page_size(100);
        if let Some(token) = &next {
            call = call.page_token(token.as_str());
        }
        let page = call.await?;
        for item in page.erc20_token_balances {
            items += usize::from(item.decimals == 18);
        }
        match page.next_page_token {
            Some(token) => next = Some(token),
            None => return Ok(items),
        }
    }
}

async fn by_chainloom(base: &str, count: usize) -> Counted {
    let client = chainloom::data::Client::new(base)?;
    let mut found = client.list_erc20_balances(count.to_string(), WALLET).page_size(100).items();
    let mut items = 0;
    while let Some(item) = found.try_next().await? {
        items += usize::from(item.decimals == 18);
    }
    Ok(items)
}

/// Page after page without a client of ours, into structs of texts.
async fn by_reqwest(base: &str, count: usize) -> Counted {
    let client = reqwest::Client::new();
    let (mut items, mut next) = (0, None::<String>);
    loop {
        let url = format!("{base}/v1/chains/{count}/addresses/{WALLET}/balances:listErc20");
        let mut call = client.get(url).query(&[("pageSize", "100")]);
        if let Some(token) = &next {
            call = call.query(&[("pageToken", token)]);
        }
        let page: Balances = call.send().await?.error_for_status()?.json().await?;
        items += page.erc20_token_balances.iter().filter(|item| item.decimals == 18).count();
        match page.next_page_token {
            Some(token) => next = Some(token),
            None => return Ok(items),
        }
    }
}
