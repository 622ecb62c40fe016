//! Bodies of responses of the server, generated and equal on each run.

/// Chains of an address, 170 bytes.
pub const CHAINS: &str = r#"{"indexedChains":[],"unindexedChains":["2D8RG4UpSXbPbvPCAWppNJyqTG2i2CAXSkTgmTBBvs7GKNZjsY","yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp","8021","8022","8023"]}"#;

/// How many chains that are.
pub const CHAIN_COUNT: usize = 5;

/// The address that is asked for.
pub const WALLET: &str = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";

/// The number of the latest block.
pub const HEIGHT: u64 = 0x4b7_31c9;

/// The balance of each wallet, in wei.
pub const BALANCE: u128 = 0x1b1a_e4d6_e2ef_5000;

/// Items of a page.
pub const PAGE: usize = 100;

/// The header of a block, with a number of its own.
pub fn head(number: usize) -> String {
    let hash = |digit: char| format!("0x{}", digit.to_string().repeat(64));
    let bloom = format!("0x{}", "00a0040000200000".repeat(32));
    format!(
        r#"{{"hash":"{}","parentHash":"{}","sha3Uncles":"{}","miner":"0x0100000000000000000000000000000000000000","stateRoot":"{}","transactionsRoot":"{}","receiptsRoot":"{}","logsBloom":"{bloom}","difficulty":"0x1","number":"{number:#x}","gasLimit":"0xe4e1c0","gasUsed":"0x2dc6c1","timestamp":"0x67e5a3b1","extraData":"0x000000000006d23200000000000a1b2c","mixHash":"{}","nonce":"0x0000000000000000","baseFeePerGas":"0x5d21dba00","blobGasUsed":"0x0","excessBlobGas":"0x0","parentBeaconBlockRoot":"{}"}}"#,
        hash('1'),
        hash('2'),
        hash('3'),
        hash('4'),
        hash('5'),
        hash('6'),
        hash('0'),
        hash('7')
    )
}

/// A transfer of a token, as a log.
pub fn log(number: usize) -> String {
    let hash = |digit: char| format!("0x{}", digit.to_string().repeat(64));
    format!(
        r#"{{"address":"0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e","topics":["{}","{}","{}"],"data":"0x0000000000000000000000000000000000000000000000000000000005f5e100","blockNumber":"{number:#x}","transactionHash":"{}","transactionIndex":"0x2","blockHash":"{}","logIndex":"0x7","removed":false}}"#,
        hash('d'),
        hash('a'),
        hash('b'),
        hash('c'),
        hash('e')
    )
}

/// A page of token balances, with the token of the next page, unless it is the last. No two pages
/// are the same.
pub fn balances(page: usize, next: Option<usize>) -> String {
    let item = |n: usize| {
        let id = page * PAGE + n;
        format!(
            r#"{{"address":"0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9{id:06x}","name":"Coin {n}","symbol":"C{n}","decimals":18,"logoUri":"https://images.example.com/{n}.png","ercType":"ERC-20","price":{{"currencyCode":"usd","value":"1.0{n}"}},"chainId":"43114","balance":"{id}5000000000000000","balanceValue":{{"currencyCode":"usd","value":"15.{n}"}},"tokenReputation":null}}"#
        )
    };
    let items: Vec<String> = (0..PAGE).map(item).collect();
    let next = next.map(|page| format!(r#""nextPageToken":"{page}","#)).unwrap_or_default();
    format!(r#"{{{next}"erc20TokenBalances":[{}]}}"#, items.join(","))
}
