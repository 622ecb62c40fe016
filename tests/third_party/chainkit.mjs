// The operator's own SDK against the sandbox: each response is accepted by the SDK's schemas, pages by its iterators.
// node chainkit.mjs <node_modules> <data.openapi.json> <sandbox URL>...
import { Checks, packages, readJson } from "./shared.mjs";

const [modules, document, ...urls] = process.argv.slice(2);
const { Avalanche } = await packages(modules).load("@avalanche-sdk/chainkit");
const { HTTPClient } = await packages(modules).load("@avalanche-sdk/chainkit/lib/http.js");

/** Where the documents and the SDK differ: what the sandbox sends by the documents, as the SDK wants it. */
const DIFFERENCES = [
  {
    why: "prices: text in the documents, numbers from the service",
    holds: (value) => value?.currencyCode && typeof value.value === "string",
    as: (price) => ({ ...price, value: Number(price.value) }),
  },
  {
    why: "index status: lower case in the documents, upper case from the service",
    holds: (value) => value?.indexStatus === "indexed",
    as: (metadata) => ({ ...metadata, indexStatus: "INDEXED" }),
  },
  {
    why: "usage: the SDK has no call for the Primary Network; that for a chain answers with `chainId` in place of `network`",
    holds: (value) => value?.aggregateDuration,
    as: ({ network, ...usage }) => ({ ...usage, chainId: network }),
  },
];
/** The SDK's path of the usage of a chain, and that of the documents. */
const USAGE = ["/v1/rpcUsageMetrics", "/v1/primaryNetworkRpcUsageMetrics"];

const chain = { chainId: "43114" };
const wallet = { address: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F" };
const contract = { address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E" };
const network = { network: "mainnet" };
const page = { pageSize: 10 };
const signatureAggregatorRequest = { message: "0x00000000000000", quorumPercentage: 67 };

/** How the SDK calls each operation of the document. */
const CALLS = {
  listErc20Balances: (data) => data.evm.address.balances.listErc20({ ...chain, ...wallet, ...page, currency: "usd" }),
  getLatestBlocks: (data) => data.evm.blocks.listLatest({ ...chain, ...page }),
  supportedChains: (data) => data.evm.chains.list({ ...network, feature: "nftIndexing" }),
  getChainInfo: (data) => data.evm.chains.get(chain),
  listAddressChains: (data) => data.evm.address.chains.list(wallet),
  getDeploymentTransaction: (data) => data.evm.contracts.getDeploymentTransaction({ ...chain, ...contract, currency: "usd" }),
  listIcmMessages: (data) => data.icm.list({ ...network, ...page }),
  listIcmMessagesByAddress: (data) => byToken((pageToken) => data.icm.listByAddress({ ...wallet, ...network, ...page, pageToken })),
  aggregateSignatures: (data) => data.signatureAggregator.aggregate({ ...network, signatureAggregatorRequest }),
  getAggregatedSignatures: (data) =>
    data.signatureAggregator.get({ ...network, txHash: "3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP" }),
  listValidators: (data) => data.primaryNetwork.listValidators({ ...network, ...page }),
  listDelegators: (data) => data.primaryNetwork.listDelegators({ ...network, ...page }),
  listErc1155Transactions: (data) => data.evm.address.transactions.listErc1155({ ...chain, ...wallet, ...page }),
  listNativeTransactions: (data) => data.evm.address.transactions.listNative({ ...chain, ...wallet, ...page }),
  getPrimaryNetworkRpcUsageMetrics: (data) => data.usageMetrics.getRpcUsageMetrics({ timeInterval: "daily" }),
};

/** Pages of a list for which the SDK has no iterator. */
async function* byToken(get) {
  for (let token, isFirst = true; isFirst || token; isFirst = false) {
    const result = await get(token);
    token = result.nextPageToken;
    yield { result };
  }
}

const revised = (_, value) => DIFFERENCES.reduce((value, difference) => (difference.holds(value) ? difference.as(value) : value), value);

/** A client of the SDK, whose requests all go to the sandbox. */
function client(url) {
  const fetcher = async (request) => {
    let { pathname, search } = new URL(request.url);
    if (pathname === USAGE[0]) [pathname, search] = [USAGE[1], `${search}&network=mainnet`];
    const response = await fetch(new Request(new URL(pathname + search, url), request));
    const { status, headers } = response;
    return new Response(JSON.stringify(JSON.parse(await response.text(), revised)), { status, headers });
  };
  return new Avalanche({ serverURL: url, apiKey: "k", enableTelemetry: false, httpClient: new HTTPClient({ fetcher }) });
}

/** The number of pages of a response. */
async function pages(call) {
  const answer = await call;
  if (!answer[Symbol.asyncIterator]) return 1;
  let count = 0;
  for await (const page of answer) count += page ? 1 : 0;
  return count;
}

const checks = new Checks("chainkit");
const operations = Object.values(readJson(document).paths).flatMap(Object.values).map((operation) => operation.operationId);
for (const id of operations.filter((id) => !CALLS[id])) checks.fail(id, "the script does not call it");
for (const [at, url] of urls.entries()) {
  const { data } = client(url);
  for (const id of operations.filter((id) => CALLS[id])) {
    await checks.run(`${id}, sandbox ${at}`, async () => `pages: ${await pages(CALLS[id](data))}`);
  }
}
for (const { why } of DIFFERENCES) checks.note(`accepted: ${why}`);
checks.close();
