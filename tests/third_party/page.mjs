// The reference page in a browser: served by the sandbox, and as files on a disk.
// node page.mjs <node_modules> <Chromium> <URL of the sandbox> <folder of pages> <URL of a sandbox of a hostile spec> <folder of its pages> <folder for pictures>
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Checks, packages } from "./shared.mjs";

const [modules, executablePath, url, folder, hostileUrl, hostile, pictures] = process.argv.slice(2);
const loaded = await packages(modules).load("playwright-core");
const { chromium } = loaded.default ?? loaded;
const axe = readFileSync(createRequire(join(resolve(modules), "from-here.js")).resolve("axe-core"), "utf8");
const questions = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8"));
// Nothing of the browser itself asks for hosts of its maker.
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const onDisk = (path, root = folder) => pathToFileURL(join(root, path)).href;
const files = (root) => ["index.html", ...readdirSync(join(root, "reference")).filter((name) => name.endsWith(".html")).map((name) => `reference/${name}`)];

// A page that reports what it complains of and what it asks the network for.
async function opened(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.complaints = [];
  page.asked = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("dialog", (dialog) => { page.complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => page.asked.push(request.url()));
  await page.goto(address);
  return page;
}

const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => window.axe.run());
  return found.map((one) => `${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html).join(" ")}`);
}

const checks = new Checks("reference page", 10);

await checks.run("the page on a disk loads its own files only, without complaint", async () => {
  const page = await opened(onDisk("index.html"));
  for (const file of files(folder)) await page.goto(onDisk(file));
  assert.deepEqual(page.complaints, []);
  assert(page.asked.every((one) => one.startsWith("file:") || one === "data:,"), page.asked.find((one) => !one.startsWith("file:")));
  return `${files(folder).length} pages`;
});

await checks.run("each operation is found by its ID, in less than 50 ms", async () => {
  const page = await opened(onDisk("index.html"));
  const { slowest, missed, count } = await page.evaluate(async () => {
    const field = document.getElementById("search");
    const ids = window.referenceSearch.entries.flatMap(([, lines]) => lines.filter(([kind]) => kind === "operation").map(([, title]) => title));
    const took = [];
    const missed = [];
    for (const id of ids) {
      // The fastest of three searches counts, since another program may delay one of them.
      const times = [1, 2, 3].map(() => {
        const began = performance.now();
        field.value = id;
        field.dispatchEvent(new Event("input"));
        document.getElementById("results").getBoundingClientRect();
        return performance.now() - began;
      });
      took.push(Math.min(...times));
      if (document.querySelector("#results .title").textContent !== id) missed.push(id);
    }
    return { slowest: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)], missed, count: ids.length };
  });
  assert.deepEqual(missed, []);
  assert(slowest < 50, `${slowest} ms`);
  return `${count} operations, 99 of 100 within ${Math.ceil(slowest)} ms`;
});

await checks.run("questions and misspelt names find their operations", async () => {
  const page = await opened(onDisk("index.html"));
  const first = (text) => page.evaluate((text) => {
    const field = document.getElementById("search");
    field.value = text;
    field.dispatchEvent(new Event("input"));
    return [...document.querySelectorAll("#results .title")].slice(0, 3).map((one) => one.textContent);
  }, text);
  const missed = [];
  for (const [question, wanted] of questions) {
    const found = await first(question);
    if (!found.some((id) => wanted.includes(id))) missed.push(`${question}: ${found}`);
  }
  assert(missed.length <= 2, missed.join("\n"));
  assert.equal((await first("eth_getBlance"))[0], "evm.getBalance");
  assert((await first("list erc20 blances")).some((id) => id.includes("Erc20Balances")));
  return `${questions.length - missed.length} of ${questions.length}`;
});

await checks.run("the keyboard searches, chooses, opens and leaves", async () => {
  const page = await opened(onDisk("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("balance erc20");
  await page.waitForSelector("#results a[aria-selected=true]");
  await picture(page, "search");
  const first = await page.getAttribute("#search", "aria-activedescendant");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.getAttribute("#search", "aria-activedescendant"), first);
  await page.keyboard.press("Escape");
  assert(await page.isHidden("#results"));
  await page.keyboard.press("Escape");
  assert.equal(await page.inputValue("#search"), "");
  await page.keyboard.press("/");
  await page.keyboard.type("listErc20Balances");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#data\.listErc20Balances$/);
  assert(await page.locator("section[id='data.listErc20Balances'] > h2").isVisible());
});

const section = (page, id) => page.locator(`section[id='${id}']`);

await checks.run("on a wide screen the call stands beside the description, and the side marks the operation", async () => {
  const page = await opened(`${url}/reference/service-data.html#data.listErc20Balances`, { viewport: { width: 1440, height: 760 } });
  const operation = section(page, "data.listErc20Balances");
  const [said, beside] = [await operation.locator(".said").boundingBox(), await operation.locator(".beside").boundingBox()];
  assert(beside.x >= said.x + said.width && Math.abs(beside.y - said.y) < 40, JSON.stringify([said, beside]));
  const marked = page.locator(".side a[aria-current=location]");
  assert.deepEqual(await marked.allTextContents(), ["listErc20Balances"]);
  const { y } = await marked.boundingBox();
  assert(y > 0 && y < 760, `the marked link is at ${y}`);
  // The picture of the README.
  await page.screenshot({ path: join(pictures, "wide.jpg"), type: "jpeg", quality: 70 });
  await page.evaluate(() => { location.hash = "#data.getChainInfo"; });
  await page.waitForFunction(() => document.querySelector(".side a[aria-current=location]")?.hash !== "#data.listErc20Balances");
  await page.setViewportSize({ width: 1000, height: 900 });
  const [above, below] = [await operation.locator(".said").boundingBox(), await operation.locator(".beside").boundingBox()];
  assert(below.y >= above.y + above.height, "a narrow screen has one column");
});

async function tried(page, id) {
  await section(page, id).locator(".call").scrollIntoViewIfNeeded();
  await section(page, id).locator(".call summary").click();
  const form = section(page, id).locator("form");
  // The script makes it after the click; who asks for all of its fields would get those of now.
  await form.getByRole("button", { name: "Send" }).waitFor();
  return form;
}

await checks.run("a call to the sandbox that serves the page, with a key that stays in memory", async () => {
  const page = await opened(`${url}/reference/service-data.html#data.listErc20Balances`);
  const form = await tried(page, "data.listErc20Balances");
  const key = "key-in-memory-only";
  await form.getByLabel("apiKey secret").fill(key);
  const sent = page.waitForRequest((request) => request.url().includes("listErc20"));
  await form.getByRole("button", { name: "Send" }).click();
  assert.equal((await sent).headers()["x-data-api-key"], key);
  await form.locator(".outcome .good").waitFor();
  assert((await form.locator(".outcome pre").textContent()).includes("erc20TokenBalances"));
  await form.locator(".outcome").scrollIntoViewIfNeeded();
  await picture(page, "try");
  for (const kind of ["curl", "Command line", "Rust"]) {
    await section(page, "data.listErc20Balances").getByRole("tab", { name: kind }).click();
    await section(page, "data.listErc20Balances").getByRole("button", { name: "Copy" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert(copied && !copied.includes(key), copied);
  }
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]));
  assert(!kept.includes(key), kept);
  assert.deepEqual(page.complaints, []);
  await page.reload();
  assert(!(await page.content()).includes(key));
});

await checks.run("a value that the client refuses is told at its field, and nothing is sent", async () => {
  const page = await opened(`${url}/reference/service-data.html#data.listErc20Balances`);
  const form = await tried(page, "data.listErc20Balances");
  const calls = () => page.asked.filter((one) => one.includes("listErc20"));
  const told = async (field) => page.locator(`[id='${await field.getAttribute("aria-describedby")}']`);
  const [size, chain] = [form.getByLabel(/^pageSize /), form.getByLabel(/^chainId /)];
  await size.fill("1000");
  await chain.fill("");
  await form.getByRole("button", { name: "Send" }).click();
  await form.locator(".outcome .bad").waitFor();
  assert.match(await (await told(size)).textContent(), /`pageSize` must be at most 500/);
  assert.match(await (await told(chain)).textContent(), /`chainId` is required/);
  assert.equal(await size.getAttribute("aria-invalid"), "true");
  assert.deepEqual(calls(), []);
  await section(page, "data.listErc20Balances").getByRole("tab", { name: "curl" }).click();
  await section(page, "data.listErc20Balances").getByText("# `pageSize` must be").waitFor();
  await size.fill("100");
  await chain.fill("43114");
  await form.getByRole("button", { name: "Send" }).click();
  await form.locator(".outcome .good").waitFor();
  assert(await (await told(size)).isHidden() && await (await told(chain)).isHidden());
  assert.equal(calls().length, 1);
});

await checks.run("secrets are in no dry run, and in the call where the API wants them", async () => {
  const [id, parameter] = ["data.getSubnetRpcUsageMetrics", "rlBypassApiToken"];
  const page = await opened(`${url}/reference/service-data.html#${id}`);
  const questions = [];
  page.on("request", (request) => request.url().endsWith("/dry-run") && questions.push(request.postData()));
  const form = await tried(page, id);
  const [key, token] = ["key/with&every=\"sign", "token/with&every=\"sign"];
  await form.getByLabel("apiKey secret").fill(key);
  await form.getByLabel(new RegExp(`^${parameter} `)).fill(token);
  const sent = page.waitForRequest((request) => request.url().includes("/v1/subnetRpcUsageMetrics"));
  await form.getByRole("button", { name: "Send" }).click();
  assert.equal((await sent).headers()["x-data-api-key"], key);
  assert.equal(new URL((await sent).url()).searchParams.get(parameter), token);
  await form.locator(".outcome .good").waitFor();
  await section(page, id).getByRole("tab", { name: "curl" }).click();
  await section(page, id).getByText("${DATA_API_KEY}").waitFor();
  assert(questions.length > 1);
  for (const question of questions) assert(!/every/.test(question), question);
  assert(questions.some((question) => JSON.parse(question).secrets.includes("apiKey")));
});

await checks.run("the page on a disk shows commands, has no form, and says where calls can be tried", async () => {
  const page = await opened(onDisk("reference/service-evm.html") + "#evm.getBalance");
  const place = section(page, "evm.getBalance").locator(".call");
  await place.getByText("chainloom sandbox").waitFor();
  for (const [kind, text] of [["Rust", /get_balance\(/], ["curl", /^curl .*eth_getBalance/], ["Command line", /^chainloom call evm\.getBalance /]]) {
    await place.getByRole("tab", { name: kind }).click();
    assert.match(await place.getByRole("tabpanel").textContent(), text);
  }
  assert.equal(await page.locator("form").count() + await page.locator(".call-data").count(), 0);
  assert.deepEqual(page.asked.filter((one) => one.startsWith("http")), []);
});

await checks.run("a call to another base URL of choice", async () => {
  const page = await opened(`${url}/reference/service-evm.html#evm.getBalance`);
  const form = await tried(page, "evm.getBalance");
  const other = url.replace("127.0.0.1", "localhost");
  await form.getByLabel("Base URL").fill("ftp://127.0.0.1");
  await form.getByRole("button", { name: "Send" }).click();
  assert.match(await form.locator(".outcome .bad").textContent(), /http/);
  await form.getByLabel("Base URL").fill(other);
  await form.getByLabel("block BlockId").fill("");
  await form.getByRole("button", { name: "Send" }).click();
  await form.locator(".outcome").getByText("`block` is required").waitFor();
  await form.getByLabel("block BlockId").fill("latest");
  await form.getByRole("button", { name: "Send" }).click();
  await form.locator(".outcome .good").waitFor();
  assert.equal(page.asked.filter((one) => one.startsWith(other)).length, 1);
});

await checks.run("what is copied works in a shell", async () => {
  const page = await opened(`${url}/reference/service-evm.html#evm.getBalance`);
  const place = section(page, "evm.getBalance");
  await place.getByRole("tab", { name: "curl" }).click();
  await place.getByText("curl 'http").waitFor();
  const command = await place.getByRole("tabpanel").textContent();
  const answer = execFileSync("sh", ["-c", `${command} --silent --show-error`], { encoding: "utf8" });
  assert.match(JSON.parse(answer).result, /^0x/);
  await place.getByRole("tab", { name: "Command line" }).click();
  await place.getByText(/^chainloom call evm\.getBalance .*--url/).waitFor();
  await place.getByRole("tab", { name: "Rust" }).click();
  const typed = await place.getByRole("tabpanel").textContent();
  assert.match(typed, /get_balance\(/);
  const form = await tried(page, "evm.getBalance");
  await form.getByLabel("block BlockId").fill("earliest");
  await place.getByText(/operations\(\)[^]*"earliest"/).waitFor();
});

await checks.run("the first example of each operation is answered by the sandbox, and sensitive ones are not sent", async () => {
  const failed = [];
  let count = 0;
  let refused = 0;
  for (const file of files(folder).filter((name) => name.includes("service-"))) {
    const page = await opened(`${url}/${file}`);
    page.removeAllListeners("dialog");
    page.on("dialog", (dialog) => dialog.accept());
    const calls = await page.$$eval("section:has(.call)", (all) => all.map((one) => [one.id, JSON.parse(one.querySelector(".call-data").textContent).sensitive]));
    for (const [id, isSensitive] of calls) {
      if (isSensitive) {
        const call = section(page, id).locator(".call");
        await call.scrollIntoViewIfNeeded();
        await call.getByText("This page does not send it").waitFor();
        await call.getByRole("tab", { name: "curl" }).click();
        await call.locator("code", { hasText: "curl " }).waitFor();
        assert.equal(await call.locator("form, summary").count(), 0, `${id} can be sent`);
        refused += 1;
        continue;
      }
      const form = await tried(page, id);
      // A chain that only users know.
      for (const field of await form.getByLabel(/ variable$/).all()) if (!(await field.inputValue() || await field.getAttribute("placeholder"))) await field.fill("2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC");
      await form.getByRole("button", { name: "Send" }).click();
      const outcome = form.locator(".outcome .good, .outcome .bad");
      await outcome.first().waitFor();
      const [name, text] = await outcome.first().evaluate((one) => [one.className, one.parentElement.textContent.slice(0, 300)]);
      count += 1;
      if (name !== "good") failed.push(`${id}: ${text}`);
    }
    await page.context().close();
  }
  assert.deepEqual(failed, []);
  assert(refused > 0, "no operation is sensitive");
  return `${count} operations, ${refused} sensitive ones refused`;
});

await checks.run("nothing of a hostile spec becomes markup or script", async () => {
  for (const address of files(hostile).flatMap((file) => [onDisk(file, hostile), `${hostileUrl}/${file}`])) {
    const page = await opened(address);
    await page.waitForTimeout(50);
    const found = await page.evaluate(() => ({
      ran: window.pwned ?? null,
      scripts: [...document.scripts].filter((one) => !one.src && one.type !== "application/json").length,
      images: document.images.length,
      links: [...document.links].map((one) => one.protocol).filter((one) => !["file:", "http:", "https:", "mailto:"].includes(one)),
      handlers: document.querySelectorAll("[onclick], [onerror], [onload], [style]").length,
    }));
    assert.deepEqual(found, { ran: null, scripts: 0, images: 0, links: [], handlers: 0 }, address);
    assert.deepEqual(page.complaints, [], address);
    await page.context().close();
  }
});

await checks.run("values of a call lead to no other path and read no file, and meet no name of JavaScript", async () => {
  const page = await opened(`${hostileUrl}/reference/service-hostile.html`);
  const sent = [];
  let response = "{}";
  await page.route("http://127.0.0.1:9/**", (route) => {
    sent.push(`${route.request().method()} ${route.request().url()}`);
    return route.fulfill({ body: response, headers: { "access-control-allow-origin": "*", "access-control-allow-methods": "*", "access-control-allow-headers": "*" } });
  });
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => dialog.accept());
  const form = await tried(page, "hostile.constructor");
  await form.getByLabel("Base URL").fill("http://127.0.0.1:9");
  await form.getByLabel("key secret").fill("k");
  const outcome = async () => {
    await form.getByRole("button", { name: "Send" }).click();
    const told = form.locator(".outcome .good, .outcome .bad");
    await told.first().waitFor();
    return told.first().textContent();
  };
  for (const odd of [".", ".."]) {
    await form.getByLabel("id string").fill(odd);
    assert.match(await outcome(), /which names another path/);
    assert.match(await form.locator(".wrong:visible").textContent(), /^`id` is/);
    await section(page, "hostile.constructor").getByRole("tab", { name: "curl" }).click();
    await section(page, "hostile.constructor").getByText("# `id` is").waitFor();
  }
  assert.deepEqual(sent, []);
  await form.getByLabel("id string").fill("a/..");
  assert.match(await outcome(), /^Status 200/);
  await form.getByLabel("__proto__ string").fill("p");
  await form.getByLabel("constructor string").fill("c");
  assert.match(await outcome(), /^Status 200/);
  const urls = sent.filter((one) => one.startsWith("DELETE"));
  assert.deepEqual(urls, ["DELETE http://127.0.0.1:9/things/a%2F..", "DELETE http://127.0.0.1:9/things/a%2F..?constructor=c&__proto__=p"]);
  for (const [body, note] of [[`[${"[".repeat(3000)}"${"x".repeat(900_000)}"${"]".repeat(3000)}]`, /nested more than/], [`"${"x".repeat(3_000_000)}"`, /the first 1000000 are shown/]]) {
    response = body;
    const began = Date.now();
    await outcome();
    assert(Date.now() - began < 5_000, `${Date.now() - began} ms`);
    assert.match(await form.locator(".outcome .hint").textContent(), note);
  }
  await tried(page, "hostile.upload");
  const upload = section(page, "hostile.upload");
  await upload.getByRole("tab", { name: "curl" }).click();
  await upload.locator("code", { hasText: "curl " }).waitFor();
  const command = await upload.getByRole("tabpanel").textContent();
  assert(command.includes("@/etc/hostname") && command.includes("--data-raw") && !/ (-F|--form|--data-binary) /.test(command), command);
  assert.deepEqual(page.complaints, []);
});

await checks.run("axe finds nothing, light and dark, wide and narrow", async () => {
  const found = [];
  let count = 0;
  for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [1600, "light"], [375, "light"]]) {
    const page = await opened(onDisk("index.html"), { viewport: { width, height: 800 }, colorScheme });
    const all = files(folder);
    const some = colorScheme === "light" && width === 1280 ? all : all.filter((name) => /index\.html|service-data|types-data\.html/.test(name));
    // Calls are tried on pages of the sandbox, and shown on those of a disk, one of which is enough.
    const services = some.filter((name) => name.includes("service-"));
    const shown = some.filter((name) => !services.includes(name) || name.includes("service-data"));
    for (const address of [...shown.map((name) => onDisk(name)), ...services.map((name) => `${url}/${name}`)]) {
      await page.goto(address);
      if (address.startsWith(url) && await page.locator(".call").count()) {
        const id = await page.locator("section:has(.call)").first().getAttribute("id");
        await tried(page, id);
      }
      found.push(...(await violations(page)).map((one) => `${address}, ${width}, ${colorScheme}: ${one}`));
      count += 1;
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) found.push(`${address} is ${wide} wide at ${width}`);
    }
    await page.goto(onDisk("index.html"));
    await page.keyboard.press("/");
    await page.keyboard.type("chain");
    await page.waitForSelector("#results a");
    found.push(...(await violations(page)).map((one) => `results, ${width}, ${colorScheme}: ${one}`));
    await picture(page, `results-${width}-${colorScheme}`);
    await page.context().close();
  }
  assert.deepEqual(found, []);
  return `${count} pages`;
});

await checks.run("axe can find something", async () => {
  const page = await opened(onDisk("index.html"));
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  assert.match((await violations(page)).join(), /button-name/);
});

await checks.run("the page follows the system, and the button switches", async () => {
  const page = await opened(onDisk("reference/service-data.html"), { colorScheme: "dark" });
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await back();
  await picture(page, "dark");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  const light = await back();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await back(), light, "the choice is kept");
});

await checks.run("the menu of a phone", async () => {
  const page = await opened(onDisk("index.html"), { viewport: { width: 375, height: 800 } });
  assert(await page.locator(".side").isHidden());
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".side a", { hasText: "evm" }).first().click();
  await page.waitForURL(/service-evm/);
  await picture(page, "phone");
});

await browser.close();
checks.close();
