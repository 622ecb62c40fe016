// The operator's own SDK against the sandbox. The SDK calls every operation of our documents as the examples of the documents
// do. It requests what the documents say, its schemas accept each response, and its iterators read all pages.
// node chainkit.mjs <node_modules> <data.openapi.json> <metrics.openapi.json> <sandbox URL>...
import { strict as assert } from "node:assert";
import { LEFT_OUT, differences } from "./chainkit_differences.mjs";
import { checkPage, operations, readTable } from "./chainkit_page.mjs";
import { Checks, packages } from "./shared.mjs";

const [modules, data, metrics, ...urls] = process.argv.slice(2);
const sdk = (name) => packages(modules).load(`@avalanche-sdk/chainkit${name}`);
const { Avalanche } = await sdk("");
const { HTTPClient } = await sdk("/lib/http.js");
const DIFFERENCES = differences(await sdk("/models/components"));
const table = readTable();
const checks = new Checks("chainkit", 5);
const met = new Set();

/** The members by which the SDK takes the body of a request that also has parameters. */
const BODIES = {
  "data.addAddressesToWebhook": "addressesChangeRequest",
  "data.aggregateSignatures": "signatureAggregatorRequest",
  "data.getLastActivityTimestampByAddressesV2": "primaryNetworkAddressesBodyDto",
  "data.getUtxosByAddressesV2": "primaryNetworkAddressesBodyDto",
  "data.removeAddressesFromWebhook": "addressesChangeRequest",
  "data.updateWebhook": "updateWebhookRequest",
};
/** Items of a page, so that each list has several pages. */
const PAGE_SIZE = 10;

/** The requests of the examples of an operation, as the SDK takes them. */
function requests({ id, parameters = [], requestBody, paging }) {
  const bodies = requestBody?.content["application/json"].examples ?? {};
  const names = new Set([...parameters, { examples: bodies }].flatMap(({ examples = {} }) => Object.keys(examples)));
  return (names.size ? [...names] : ["no parameters"]).map((name) => {
    const given = parameters.filter(({ examples }) => examples?.[name]);
    const request = Object.fromEntries(given.map((parameter) => [parameter.name, joined(parameter, parameter.examples[name].value)]));
    const body = bodies[name]?.value;
    return { ...request, ...(BODIES[id] ? { [BODIES[id]]: body } : body), ...(paging?.size && { [paging.size]: PAGE_SIZE }) };
  });
}

/** The SDK takes lists as texts, where the documents write them so. */
const joined = (parameter, value) => (parameter["x-join"] ? value.join(parameter["x-join"]) : value);

/** The paths of all functions of the SDK, from an object of it. */
function functions(from, path = []) {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(from)));
  return members.flatMap(([name, { get }]) => {
    if (name === "constructor") return [];
    return get ? functions(from[name], [...path, name]) : [[...path, name].join(".")];
  });
}

/** What the SDK returns for a request; without parameters it wants options in their place. */
function call(client, path, request) {
  const names = path.split(".");
  const name = names.pop();
  const of = names.reduce((object, name) => object[name], client);
  return Object.keys(request).length ? of[name](request) : of[name]();
}

/** A value of the sandbox as the SDK takes it. */
const revised = (id) => (_, value) => {
  const of = DIFFERENCES.filter((difference) => !difference.in || difference.in.includes(id));
  return of.reduce((value, difference) => {
    if (!value || typeof value !== "object" || !difference.holds(value)) return value;
    met.add(difference);
    return difference.as(value);
  }, value);
};

/** A client of the SDK, whose requests all go to the sandbox, and what it exchanged. */
function client(url, { id }) {
  const exchanged = [];
  const fetcher = async (request) => {
    const { pathname, search } = new URL(request.url);
    const response = await fetch(new Request(new URL(pathname + search, url), request));
    const { status, headers } = response;
    const text = await response.text();
    const body = text && JSON.parse(text, revised(id));
    exchanged.push({ method: request.method, pathname, body });
    return new Response(text && JSON.stringify(body), { status, headers });
  };
  // The functions of the SDK have servers of their own, which no setting changes.
  const settings = { apiKey: "k", enableTelemetry: false, retryConfig: { strategy: "none" } };
  return { exchanged, of: new Avalanche({ ...settings, httpClient: new HTTPClient({ fetcher }) }) };
}

/** The pages of a list, by the iterator of the SDK, or by tokens where it has none. */
async function pages(of, { id, path, paging }, request) {
  const answer = await call(of, path, request);
  const iterates = Symbol.asyncIterator in Object(answer);
  if (!paging) return [answer];
  assert.equal(iterates, !table.withoutIterator.includes(id), "`withoutIterator` of chainkit.json says the contrary");
  const read = [];
  if (iterates) for await (const page of answer) read.push(page.result);
  else for (let page = answer; page; page = await next(page)) read.push(page);
  return read;
  async function next({ [paging.next]: token }) {
    return token && call(of, path, { ...request, [paging.into]: token });
  }
}

/** The paths of the members of a response that a value of the SDK lacks. */
function lacking(sent, read, path = "") {
  if (Array.isArray(sent)) return sent.flatMap((item, at) => lacking(item, read?.[at], `${path}[]`));
  if (!sent || typeof sent !== "object") return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name;
    return name in Object(read) ? lacking(value, read[name], at) : [at];
  });
}

/** Fails for a member that the SDK left out without a reason. */
function checkMembers({ id }, sent, read) {
  const without = new Set(lacking(sent, read).filter((path) => {
    const known = LEFT_OUT.filter(({ members }) => members.some((member) => `${id}: ${path}`.endsWith(member)));
    known.forEach((one) => met.add(one));
    return known.length === 0;
  }));
  assert.deepEqual([...without], [], "members that the SDK leaves out of what it reads");
}

/** Fails unless all pages were read to the end, and a list has several. */
function checkPages({ paging }, exchanged, read) {
  const items = (pages) => pages.map((page) => page[paging.items].length);
  assert.deepEqual(items(read), items(exchanged.map(({ body }) => body)), "items of each page, read and sent");
  assert(read.length > 1, "the list has one page only");
  assert(!exchanged.at(-1).body[paging.next], "there is another page");
}

async function check(operation, url) {
  let count = 0;
  for (const request of requests(operation)) {
    const { exchanged, of } = client(url, operation);
    const read = await pages(of, operation, request);
    for (const { method, pathname } of exchanged) {
      assert.equal(method, operation.method);
      assert.match(pathname, operation.pathname, "the SDK requests another operation");
    }
    exchanged.forEach(({ body }, at) => checkMembers(operation, body, read[at]));
    if (operation.paging) checkPages(operation, exchanged, read);
    count += read.length;
  }
  return `responses: ${count}`;
}

const all = [data, metrics].flatMap(operations).map((operation) => ({ ...operation, path: table.functions[operation.id] }));
const known = all.map(({ id }) => id);
const listed = [...Object.values(table.functions), ...Object.keys(table.withoutOperation)];
const there = functions(new Avalanche());
for (const { id, path } of all) if (!path && !table.withoutFunction[id]) checks.fail(id, "chainkit.json has no function, and no reason");
for (const id of Object.keys({ ...table.functions, ...table.withoutFunction })) if (!known.includes(id)) checks.fail(id, "the documents lack it");
for (const path of there) if (!listed.includes(path)) checks.fail(path, "chainkit.json has no operation for this function of the SDK");
for (const path of listed) if (!there.includes(path)) checks.fail(path, "the SDK has no such function");
await checks.run("docs/typescript-sdk.md", checkPage);
for (const [at, url] of urls.entries()) {
  for (const operation of all.filter(({ path }) => path && there.includes(path))) {
    await checks.run(`${operation.id}, sandbox ${at}`, () => check(operation, url));
  }
}
for (const one of [...DIFFERENCES, ...LEFT_OUT]) {
  if (met.has(one)) checks.note(`accepted: ${one.why}`);
  else checks.fail(one.why, "no response has this difference; remove it");
}
for (const [id, why] of Object.entries(table.withoutFunction)) checks.note(`not called: ${id}: ${why}`);
checks.close();
