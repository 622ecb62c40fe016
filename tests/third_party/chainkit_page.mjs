// `chainkit.json`, which names the function of the operator's SDK for each operation of our documents, and the tables that
// `docs/typescript-sdk.md` makes of it.
// node chainkit_page.mjs            compares the page, and exits with 1 if it is not what the tables say
// node chainkit_page.mjs --write    writes it
import { strict as assert } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readJson } from "./shared.mjs";

const root = new URL("../../", import.meta.url);
const PAGE = new URL("docs/typescript-sdk.md", root);
const MARK = "<!-- What follows is written by `node tests/third_party/chainkit_page.mjs --write`. -->\n";
const WRITE = "run `node tests/third_party/chainkit_page.mjs --write`";

export const readTable = () => readJson(new URL("chainkit.json", import.meta.url));

/** The operations of a document, with their IDs, requests and pages. */
export function operations(document) {
  const { paths, "x-chainloom": spec } = readJson(document);
  const items = Object.entries(paths);
  const files = Object.values(spec);
  const nodes = Object.assign({}, ...files.map((file) => file.operations));
  const shared = files.find((file) => file.client)?.client.paging;
  const paging = ({ paginate }) => paginate && { ...shared, ...paginate };
  return items.flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({
    ...operation,
    id: operation["x-id"],
    paging: paging(nodes[operation["x-id"].split(".")[1]]),
    method: method.toUpperCase(),
    template: path,
    pathname: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  })));
}

/** Fails unless the page is what the table and the documents say. */
export function checkPage() {
  assert.equal(readFileSync(PAGE, "utf8"), page(), `the page is stale: ${WRITE}`);
}

/** The page: what people wrote, and the tables. */
function page() {
  const [text, tables] = readFileSync(PAGE, "utf8").split(MARK);
  assert(tables !== undefined, `docs/typescript-sdk.md lacks the line ${MARK}`);
  return text + MARK + sections().map((lines) => `\n${lines.join("\n")}\n`).join("");
}

/** The sections that are made of the table, each as lines. */
function sections() {
  const table = readTable();
  const documents = ["data", "metrics"].map((name) => new URL(`generated/docs/${name}.openapi.json`, root));
  const ours = new Map(documents.flatMap(operations).map((operation) => [operation.id, operation]));
  const methods = rustMethods();
  const method = (id) => `\`${methods.get(id)}${ours.get(id).paging ? ".items()" : ""}\``;
  const request = ({ method, template, deprecated }) => `\`${method} ${template}\`${deprecated ? ", deprecated" : ""}`;
  const onePage = (id) => (table.withoutIterator.includes(id) ? ", one page" : "");
  const row = ([id, path]) => `| \`${path}\`${onePage(id)} | ${method(id)} | ${request(ours.get(id))} |`;
  const rowWithout = ([id, why]) => `| ${method(id)} | ${request(ours.get(id))} | ${why} |`;
  const rows = Object.entries(table.functions).toSorted(([, one], [, other]) => (one < other ? -1 : 1));
  const areas = [...new Set(rows.map(([, path]) => area(path)))];
  return [
    ["## Functions and methods"],
    ["`data` is a `data::Client`, `metrics` a `metrics::Client`. Empty parentheses mean that there are no required parameters."],
    ...areas.flatMap((name) => [
      [`### \`${name}\``],
      ["| the SDK | chainloom | request |", "|---|---|---|", ...rows.filter(([, path]) => area(path) === name).map(row)],
    ]),
    ["## What the SDK does not have"],
    ["| chainloom | request | why |", "|---|---|---|", ...Object.entries(table.withoutFunction).map(rowWithout)],
    ["Nodes are no part of `chainkit`. Their interfaces are in `node::Client` here."],
    ["## What is no request"],
    ["| the SDK | what it does |", "|---|---|", ...Object.entries(table.withoutOperation).map(([path, what]) => `| \`${path}\` | ${what} |`)],
  ];
}

/** The area of a function: its first name, but two names for the largest areas. */
const area = (path) => /^data\.(evm|primaryNetwork)(?=\.)/.exec(path)?.[0] ?? path.split(".")[0];

/** The methods of the clients in Rust, by the IDs of operations. */
function rustMethods() {
  const inventory = readJson(new URL("generated/docs/inventory.json", root));
  return new Map(inventory.filter(({ protocol }) => protocol === "rest").map(({ id, operation }) => [id, rustMethod(operation)]));
}

/** The method of an operation such as `chainloom::data::blocks::calls::GetBlock`: `data.get_block(…)`. */
function rustMethod(operation) {
  const modules = operation.split("::").slice(1, -2);
  const name = operation.split("::").at(-1);
  const method = name.replace(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, "_$&").toLowerCase();
  const source = readFileSync(new URL(`generated/src/${modules.join("/")}.rs`, root), "utf8");
  const begin = new RegExp(`pub fn ${method}(?:<[^>]*>)?\\(\\s*&self,?\\s*(\\))?`).exec(source);
  assert(begin, `generated/src/${modules.join("/")}.rs has no method \`${method}\``);
  return `${modules[0]}.${method}(${begin[1] ? "" : "…"})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "--write") writeFileSync(PAGE, page());
  else if (readFileSync(PAGE, "utf8") !== page()) {
    console.error(`docs/typescript-sdk.md is stale: ${WRITE}`);
    process.exit(1);
  }
}
