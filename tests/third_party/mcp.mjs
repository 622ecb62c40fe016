// The official SDK of the Model Context Protocol on `chainloom mcp`, over standard input and output.
// node mcp.mjs <node_modules> <items of each list> <program and its arguments>
import { strict as assert } from "node:assert";
import { Checks, packages } from "./shared.mjs";

const [modules, items, command, ...args] = process.argv.slice(2);
const load = packages(modules).load;
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");

const transport = new StdioClientTransport({ command, args, stderr: "inherit" });
const client = new Client({ name: "chainloom-third-party", version: "1.0.0" });
// The SDK reports what is no message of the protocol here.
const noise = [];
client.onerror = (error) => noise.push(error.message);
await client.connect(transport);

const use = async (name, asked) => {
  const result = await client.callTool({ name, arguments: asked });
  assert(result.content.length === 1 && result.content[0].type === "text");
  return { isError: result.isError === true, text: result.content[0].text };
};
const call = async (asked) => {
  const { isError, text } = await use("call", asked);
  assert(!isError, text);
  return JSON.parse(text);
};
const refused = async (asked) => {
  const { isError, text } = await use("call", asked);
  assert(isError, `it was not refused: ${text}`);
  return JSON.parse(text).error;
};
const example = async (name) => {
  const { text } = await use("describe", { name });
  return JSON.parse(text.match(/^Example of `call`: (.*)$/m)[1]);
};

const checks = new Checks("mcp");
await checks.run("the tools", async () => {
  assert.equal(client.getServerVersion().name, "chainloom");
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["find", "describe", "call"]);
  assert(tools.every((tool) => tool.inputSchema.type === "object" && tool.annotations.readOnlyHint === true));
  const tokens = (JSON.stringify(tools).length + client.getInstructions().length) / 4;
  assert(tokens < 1500, `${tokens} tokens`);
  return `${Math.ceil(tokens)} tokens`;
});
await checks.run("find", async () => {
  const { text } = await use("find", { query: "eth_getBalance" });
  assert.match(text, /^evm\.getBalance \| eth_getBalance \| read \| /);
});
await checks.run("describe", async () => {
  const { text } = await use("describe", { name: "listErc20Balances" });
  assert.match(text, /- pageSize\? \(int64\): .* Range: 1 to 500\./);
});
await checks.run("call", async () => {
  const { result } = await call(await example("evm.getBalance"));
  assert.match(result, /^0x[0-9a-f]+$/);
});
await checks.run("pages to the end", async () => {
  const asked = await example("data.listErc20Balances");
  asked.arguments.pageSize = 10;
  let [count, calls, position] = [0, 0, undefined];
  do {
    const answer = await call({ ...asked, limit: 7, ...(position && { position }) });
    assert(answer.items.length <= 7);
    count += answer.items.length;
    calls += 1;
    position = answer.position;
  } while (position && calls < 50);
  assert.equal(count, Number(items));
  return `${count} items in ${calls} calls`;
});
await checks.run("a part of a result", async () => {
  const asked = await example("data.getChainInfo");
  const { result } = await call(asked);
  const { selected } = await call({ ...asked, select: "/result/chainId" });
  assert.equal(selected, result.chainId);
});
await checks.run("wrong arguments", async () => {
  const asked = await example("data.listErc20Balances");
  const error = await refused({ ...asked, arguments: { ...asked.arguments, pageSize: 501 } });
  assert.equal(error.class, "parameter");
  assert.match(error.messages.join(), /`pageSize` must be at most 500/);
});
await checks.run("an unknown operation", async () => {
  const error = await refused({ operation: "evm.getBalence" });
  assert.match(error.messages.join(), /did you mean `evm\.getBalance`/);
});
await checks.run("it cannot write", async () => {
  const error = await refused(await example("evm.sendRawTransaction"));
  assert.equal(error.class, "not-allowed");
  assert.match(error.hint, /--allow-writes evm\.sendRawTransaction/);
});
await checks.run("calls at the same time", async () => {
  const asked = await example("evm.getBalance");
  const answers = await Promise.all(Array.from({ length: 12 }, () => call(asked)));
  assert.equal(answers.length, 12);
});
await checks.run("nothing but the protocol on standard output", async () => assert.deepEqual(noise, []));
await client.close();
checks.close();
