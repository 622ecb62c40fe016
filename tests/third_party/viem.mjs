// A public client on the sandbox's EVM endpoint, over HTTP, in a batch, and over its websocket.
// node viem.mjs <node_modules> <HTTP URL> <websocket URL>
import { strict as assert } from "node:assert";
import { Checks, packages } from "./shared.mjs";

const [modules, url, socket] = process.argv.slice(2);
const { createPublicClient, http, isAddress, isHash, webSocket } = await packages(modules).load("viem");
const address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const hash = `0x${"aa".repeat(32)}`;

let posts = 0;
const fetchFn = (...asked) => {
  posts += 1;
  return fetch(...asked);
};
const plain = createPublicClient({ cacheTime: 0, transport: http(url, { fetchFn, retryCount: 0 }) });
const batched = createPublicClient({ cacheTime: 0, transport: http(url, { fetchFn, retryCount: 0, batch: true }) });

const checks = new Checks("viem");
await checks.run("eth_chainId", async () => assert(Number.isSafeInteger(await plain.getChainId())));
await checks.run("eth_blockNumber", async () => assert.equal(typeof (await plain.getBlockNumber()), "bigint"));
await checks.run("eth_getBalance", async () => assert.equal(typeof (await plain.getBalance({ address })), "bigint"));
await checks.run("eth_getBlockByNumber", async () => {
  const block = await plain.getBlock({ blockNumber: 7n });
  assert(typeof block.gasLimit === "bigint" && isHash(block.parentHash) && Array.isArray(block.transactions));
});
await checks.run("eth_getBlockByNumber, transactions", async () => {
  const block = await plain.getBlock({ blockNumber: 7n, includeTransactions: true });
  assert(block.transactions.every((transaction) => isAddress(transaction.from) && typeof transaction.value === "bigint"));
});
await checks.run("eth_getTransactionReceipt", async () => {
  const receipt = await plain.getTransactionReceipt({ hash });
  assert(isHash(receipt.transactionHash) && typeof receipt.gasUsed === "bigint");
  assert(receipt.logs.every((log) => isHash(log.transactionHash)));
});
await checks.run("eth_getLogs", async () => {
  const logs = await plain.getLogs({ address, fromBlock: 1n, toBlock: 9n });
  assert(logs.every((log) => isAddress(log.address) && typeof log.logIndex === "number"));
});
await checks.run("a batch", async () => {
  posts = 0;
  const [chain, number, balance] = await Promise.all([batched.getChainId(), batched.getBlockNumber(), batched.getBalance({ address })]);
  assert.equal(chain, await plain.getChainId());
  assert(number <= await plain.getBlockNumber(), "heights grow");
  assert.equal(typeof balance, "bigint");
  assert.equal(posts, 3, "one request for the batch, and one for each other call");
});
await checks.run("a refusal", async () => {
  const refused = await plain.request({ method: "eth_nothing" }).catch((error) => error);
  assert.equal(refused.code, -32601);
});
const live = createPublicClient({ transport: webSocket(socket, { reconnect: false, retryCount: 0 }) });
await checks.run("a call over the websocket", async () => assert.equal(await live.getChainId(), await plain.getChainId()));
await checks.run("eth_subscribe", () => new Promise((done, fail) => {
  const onBlockNumber = (number) => done(`block ${number}`, end());
  const end = live.watchBlockNumber({ onBlockNumber, onError: fail, poll: false });
  setTimeout(() => fail(new Error("no block came within 10 s")), 10_000).unref();
}));
checks.close();
