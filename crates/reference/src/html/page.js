// chainloom-reference
//
// The script of the reference page: theme, menu, search, and calls from the browser.
//
// It needs no other script, sets text and never HTML, and keeps secrets in the fields of the page only.
"use strict";
(() => {
  const root = document.documentElement;

  // ---- Theme: that of the system, or the one that was chosen before. ----

  const store = (work) => { try { return work(localStorage); } catch { return null; } };
  const chosen = store((storage) => storage.getItem("reference-theme"));
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  function switchTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    store((storage) => storage.setItem("reference-theme", root.dataset.theme));
  }

  // ---- Elements ----

  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
      else made[key] = value;
    }
    made.append(...children);
    return made;
  }

  // ---- Search: the ranks of `search.rs`, over the same entries. ----

  const POINTS = [100, 60, 40, 20, 8, 3];
  const WHOLE = 500;
  const OF_KIND = { operation: 6, subscription: 6, webhooks: 6, type: 4, error: 2, serviceerror: 2, status: 2 };
  const KINDS = { serviceerror: "error code", error: "error code", status: "HTTP status" };
  const MOST = 40;
  const FEW = 5;
  const isStart = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
  const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

  function rankOfName(name, lower, word) {
    if (lower === word) return 0;
    let best = 6;
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      const begins = isStart(lower, at) || /\p{Lu}/u.test(name[at] || "");
      best = Math.min(best, at === 0 ? 1 : begins ? 2 : 3);
    }
    return best;
  }

  function pointsOfForm(entry, form) {
    // Most entries have it nowhere.
    if (!entry.all.includes(form)) return 0;
    let best = 6;
    entry.names.forEach((name, index) => { best = Math.min(best, rankOfName(name, entry.lower[index], form)); });
    for (let at = entry.text.indexOf(form); at >= 0 && best > 4; at = entry.text.indexOf(form, at + 1)) {
      best = Math.min(best, isStart(entry.text, at) ? 4 : 5);
    }
    return best === 6 ? 0 : POINTS[best];
  }

  // Another script has them, which is loaded after this one.
  const data = () => window.referenceSearch || { words: { stop: [], endings: [], least: 4, synonyms: [] }, entries: [] };

  function stem(word) {
    const { endings, least: fewest } = data().words;
    for (const ending of endings) {
      const left = word.slice(0, word.length - ending.length);
      const least = ending.length === 1 ? fewest - 1 : fewest;
      if (word.endsWith(ending) && left.length >= least && /\p{L}$/u.test(left)) return left;
    }
    return word;
  }

  function forms(word) {
    const isSame = (other) => other === word || stem(other) === stem(word);
    return [word, stem(word), ...data().words.synonyms.filter((group) => group.some(isSame)).flat()];
  }

  let entries = null;
  // The entries that have all words, and a few of those that have some; a rare word counts for more.
  function search(text) {
    entries ??= data().entries.flatMap(([file, lines]) => lines.map(([kind, title, shown, fragment, ...others]) => {
      const isCode = ["error", "serviceerror", "status"].includes(kind);
      const own = isCode ? [] : [title.slice(title.lastIndexOf(".") + 1)];
      if (kind === "operation" || kind === "subscription") own.push(title);
      const names = [...own, ...others];
      const [text, lower] = [shown.toLowerCase(), names.map((name) => name.toLowerCase())];
      return {
        kind, title, shown, address: `${file}#${fragment || title}`, names, text, lower,
        plain: names.map(letters), all: [...lower, text].join("\n"),
      };
    }));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const telling = words.filter((word) => !data().words.stop.includes(word));
    const terms = (telling.length ? telling : words).map(forms);
    if (!terms.length) return { found: [], isNear: false };
    const joined = letters(words.join(""));
    const each = entries.map((entry) => terms.map((term) => Math.max(...term.map((form) => pointsOfForm(entry, form)))));
    const weights = terms.map((_, term) => Math.log(1 + (1 + entries.length) / (1 + each.filter((points) => points[term]).length)));
    const ranked = entries.map((entry, index) => {
      const sum = each[index].reduce((sum, points, term) => sum + points * weights[term], 0);
      const more = (OF_KIND[entry.kind] || 0) + (entry.plain.includes(joined) ? WHOLE : 0);
      return { entry, sum: sum && sum + more, hasAll: !each[index].includes(0) };
    }).filter((one) => one.sum > 0).sort((one, other) => other.sum - one.sum);
    let few = FEW;
    const found = ranked.filter((one) => one.hasAll || few-- > 0);
    return { found: found.map((one) => one.entry), isNear: !found.some((one) => one.hasAll) };
  }

  function setUpSearch() {
    const field = document.getElementById("search");
    const list = document.getElementById("results");
    const said = document.getElementById("found");
    let selected = -1;
    const options = () => [...list.querySelectorAll("a")];

    function select(index) {
      const all = options();
      selected = all.length ? (index + all.length) % all.length : -1;
      all.forEach((option, at) => option.setAttribute("aria-selected", String(at === selected)));
      if (selected >= 0) {
        field.setAttribute("aria-activedescendant", all[selected].id);
        all[selected].scrollIntoView({ block: "nearest" });
      } else {
        field.removeAttribute("aria-activedescendant");
      }
    }

    function show(isOpen) {
      list.hidden = !isOpen;
      field.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) select(-1);
    }

    function update() {
      const { found, isNear } = search(field.value);
      const shown = found.slice(0, MOST).map((entry, index) => element("a", {
        id: `result-${index}`, href: root.dataset.root + entry.address, role: "option", tabIndex: -1, "aria-selected": "false",
      },
      element("span", { className: "kind", textContent: KINDS[entry.kind] || entry.kind }),
      element("span", { className: "title", textContent: entry.title }),
      element("span", { className: "text", textContent: entry.shown })));
      list.replaceChildren(...shown);
      const some = found.length > MOST ? `The best ${MOST} of ${found.length} results` : `${found.length} results`;
      const count = isNear && found.length ? "No results; near:" : some;
      said.textContent = field.value.trim() ? count : "";
      said.classList.toggle("hidden", !isNear || !found.length);
      show(shown.length > 0);
      if (shown.length) select(0);
    }

    field.addEventListener("input", update);
    field.addEventListener("focus", () => { if (field.value) update(); });
    field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.hidden) update();
        else select(selected + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter" && selected >= 0) {
        event.preventDefault();
        options()[selected].click();
      } else if (event.key === "Escape") {
        event.preventDefault();
        if (list.hidden) { field.value = ""; field.blur(); } else show(false);
      }
    });
    list.addEventListener("click", (event) => { if (event.target.closest("a")) { show(false); field.blur(); } });
    document.addEventListener("click", (event) => { if (!event.target.closest(".search")) show(false); });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest?.("input, textarea, select");
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.focus();
        field.select();
      }
    });
  }

  // A table by names of a spec: no name, such as `constructor` or `__proto__`, is there unless it was put.
  function table(pairs = []) {
    const made = Object.create(null);
    for (const [name, value] of pairs) made[name] = value;
    return made;
  }

  // ---- Values: fields hold text, requests hold JSON as it is written, so that no digit is lost. ----

  // JSON of a text in a field; throws a sentence.
  function jsonOf(text, param) {
    const trimmed = text.trim();
    const kinds = param.kinds;
    const opened = { "{": "object", "[": "array", '"': "string" }[trimmed[0]];
    const word = { true: "boolean", false: "boolean", null: "null" }[trimmed];
    const isNumber = kinds.includes("number") && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed);
    const isJson = isNumber || !kinds.includes("string") || kinds.includes(opened) || kinds.includes(word);
    if (!isJson) return JSON.stringify(text);
    try {
      JSON.parse(trimmed);
    } catch {
      throw new Error(`${param.name} is not JSON`);
    }
    return trimmed;
  }

  // Members of a JSON object or items of an array, as they are written.
  function parts(json) {
    const found = [];
    const isObject = json.trim()[0] === "{";
    const inner = json.trim().slice(1, -1);
    let depth = 0, start = 0, inText = false;
    const take = (end) => { if (inner.slice(start, end).trim()) found.push(inner.slice(start, end).trim()); start = end + 1; };
    for (let at = 0; at < inner.length; at++) {
      const letter = inner[at];
      if (inText) { if (letter === "\\") at++; else if (letter === '"') inText = false; }
      else if (letter === '"') inText = true;
      else if ("{[".includes(letter)) depth++;
      else if ("}]".includes(letter)) depth--;
      else if (letter === "," && depth === 0) take(at);
    }
    take(inner.length);
    if (!isObject) return found;
    return found.map((member) => {
      const name = /^"(?:[^"\\]|\\.)*"/.exec(member)[0];
      return [JSON.parse(name), member.slice(name.length).replace(/^\s*:\s*/, "")];
    });
  }

  const isList = (json) => json.trim()[0] === "[";
  const isObject = (json) => json.trim()[0] === "{";
  // A value outside of JSON: a text without quotes.
  const plain = (json) => (json[0] === '"' ? JSON.parse(json) : json);
  const object = (members) => `{${members.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(", ")}}`;

  // Pairs of a query or a form, as the runtime writes them.
  function pairs(name, json, param) {
    if (param.style === "json") return [[name, json]];
    if (param.style === "joined") return oneText(param, json).map((text) => [name, text]);
    if (!isList(json) && !isObject(json)) return [[name, plain(json)]];
    if (isList(json)) {
      const items = parts(json);
      if (param.join) return [[name, joined(param, items, param.join)]];
      return items.flatMap((item, index) => {
        const single = !isList(item) && !isObject(item);
        if (single && param.style === "brackets") return [[`${name}[]`, plain(item)]];
        if (single && param.style !== "indices") return [[name, plain(item)]];
        return pairs(param.style === "dots" ? `${name}.${index}` : `${name}[${index}]`, item, param);
      });
    }
    return parts(json).flatMap(([member, value]) => pairs(param.style === "dots" ? `${name}.${member}` : `${name}[${member}]`, value, param));
  }

  // Texts of the items of a list in one text. An item cannot hold the separator.
  function joined(param, items, separator, write = (text) => text) {
    return texts(param, items, separator).map(write).join(separator);
  }

  function texts(param, items, separator) {
    const all = items.map(plain);
    const divided = all.find((text) => text.includes(separator));
    if (divided !== undefined) throw new Error(`${param.name} holds the item ${divided}, but ${separator} separates the items`);
    return all;
  }

  // A value as one text, as the runtime writes it; none for an empty list or object.
  function oneText(param, json, write = (text) => text) {
    if (param.style === "json") return [write(json)];
    const separator = (param.explode && { label: ".", matrix: ";" }[param.style]) || param.join || ",";
    const named = (text) => `${write(param.name)}=${text}`;
    let all = [plain(json)].map(write);
    if (isList(json)) {
      all = texts(param, parts(json), separator).map(write);
      if (param.style === "matrix" && param.explode) all = all.map(named);
    } else if (isObject(json)) {
      const members = parts(json).map(([name, value]) => texts(param, [JSON.stringify(name), value], separator).map(write));
      all = members.map(([name, value]) => [name, value].join(param.explode ? "=" : separator));
    } else if (param.style === "matrix" && param.explode) {
      all = all.map(named);
    }
    if (!all.length) return [];
    const text = all.join(separator);
    if (param.style === "label") return [`.${text}`];
    if (param.style === "matrix") return [`;${param.explode ? text : named(text)}`];
    return [text];
  }

  // A response as it is shown, with a note where that is not all of it with line breaks.
  const MOST_SHOWN = 1_000_000;
  const DEEPEST_SHOWN = 64;
  function shownResponse(text) {
    if (text.length > MOST_SHOWN) {
      return [text.slice(0, MOST_SHOWN), `The response has ${text.length} characters: the first ${MOST_SHOWN} are shown, as they came.`];
    }
    try { JSON.parse(text); } catch { return [text, ""]; }
    const broken = pretty(text.trim());
    return broken === null ? [text, `The response is nested more than ${DEEPEST_SHOWN} times: it is shown as it came.`] : [broken, ""];
  }

  // Line breaks for JSON in one pass, without reading its numbers; null where it is nested too deeply.
  function pretty(json) {
    const out = [];
    const ends = [];
    const line = () => `\n${"  ".repeat(ends.length)}`;
    // White space outside of texts goes, then comes again as it is read best.
    const tokens = json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g);
    let open = false;
    for (const { 0: token, index } of tokens) {
      const isEmpty = open && "}]".includes(token);
      if (open && !isEmpty) out.push(line());
      open = false;
      if (token === "{" || token === "[") {
        const flat = flatAt(json, index);
        if (ends.length >= DEEPEST_SHOWN) return null;
        ends.push(flat);
        out.push(token);
        open = !flat;
      } else if (token === "}" || token === "]") {
        if (ends.pop() || isEmpty) out.push(token);
        else out.push(line(), token);
      } else if (token === ",") {
        out.push(ends.at(-1) ? ", " : `,${line()}`);
      } else {
        out.push(token === ":" ? ": " : token);
      }
    }
    return out.join("");
  }

  // Whether a list or an object is short and holds nothing nested, so that it stays on one line.
  function flatAt(json, start) {
    return /^(?:"(?:[^"\\]|\\.)*"|[^"{}[\]])*[}\]]/.test(json.slice(start + 1, start + 73));
  }

  // ---- Requests ----

  // One segment of a path. What names another path is refused, as by the client: a browser would follow it.
  function segment(name, text) {
    if (text === "") throw new Error(`${name} is empty, and a part of a path must not be`);
    if (text === "." || text === "..") throw new Error(`${name} is ${text}, which names another path`);
    return encodeURIComponent(text);
  }

  function pathText(param, json) {
    const write = (text) => (param.keepsSlashes ? text.split("/").map((part) => segment(param.name, part)).join("/") : segment(param.name, text));
    const [text = write("")] = oneText(param, json, write);
    return text === "." || text === ".." ? segment(param.name, text) : text;
  }

  // The request of a call: `values` is JSON by parameter, `settings` what the page was told beside.
  function requestOf(service, call, values, settings) {
    const filled = (template, known, write = segment) => template.replace(/\{([^{}]+)\}/g, (whole, name) => {
      if (name in known) return known[name];
      const variable = settings.variables[name];
      if (variable === undefined || variable === "") throw new Error(`The variable ${name} has no value`);
      return write(name, variable);
    });
    const given = call.params.filter((param) => values[param.name] !== undefined).map((param) => [param, values[param.name]]);
    const all = [...given, ...call.fixed.map(([name, place, json]) => [{ name, place, kinds: [] }, json])];
    const at = (place) => all.filter(([param]) => param.place === place);
    const headers = service.headers.map(([name, value]) => [name, filled(value, table(), (_, text) => encodeURIComponent(text))]);
    at("header").forEach(([param, json]) => oneText(param, json).forEach((text) => headers.push([param.name, text])));
    const cookies = at("cookie").flatMap(([param, json]) => oneText(param, json, encodeURIComponent).map((text) => `${param.name}=${text}`));
    if (cookies.length) headers.push(["cookie", cookies.join("; ")]);
    const query = at("query").flatMap(([param, json]) => pairs(param.name, json, param));
    const path = table(at("path").map(([param, json]) => [param.name, pathText(param, json)]));
    const base = settings.base.replace(/\/+$/, "");
    if (!/^https?:\/\//i.test(base)) throw new Error("The base URL must begin with http:// or https://");
    const request = { method: call.verb || "POST", url: base, headers, query, body: null };
    if (call.verb) {
      request.url += filled(call.path, path);
      body(request, call, at);
    } else {
      request.url += filled(settings.endpoint, table());
      request.headers.push(["content-type", "application/json"]);
      const id = service.textIds ? '"1"' : "1";
      const method = JSON.stringify(call.path.replace(/\{([^{}]+)\}/g, (whole, name) => settings.variables[name] ?? whole));
      request.body = `{"jsonrpc": "2.0", "id": ${id}, "method": ${method}, "params": ${rpcParams(service, call, all)}}`;
    }
    return request;
  }

  function rpcParams(service, call, all) {
    const members = all.filter(([param]) => param.place === "rpc").map(([param, json]) => [param.name, json]);
    if (service.params === "named") return object(members);
    if (service.params === "object-in-array") return `[${object(members)}]`;
    // A parameter that is left out before one that is given is null.
    const known = new Map(members);
    const last = call.order.reduce((found, name, index) => (known.has(name) ? index : found), -1);
    return `[${call.order.slice(0, last + 1).map((name) => known.get(name) ?? "null").join(", ")}]`;
  }

  function body(request, call, at) {
    const media = (type) => request.headers.push(["content-type", type]);
    const members = at("body");
    const [whole, lines, raw, form, multipart] = [at("whole")[0], at("lines")[0], at("raw")[0], [...at("form"), ...at("whole-form")], at("part")];
    if (members.length) {
      request.body = object(members.map(([param, json]) => [param.name, json]));
      media(call.media || "application/json");
    } else if (whole) {
      request.body = whole[1];
      media(call.media || "application/json");
    } else if (lines) {
      request.body = parts(lines[1]).map((line) => `${line}\n`).join("");
      media(call.media || "application/jsonl");
    } else if (raw) {
      request.body = plain(raw[1]);
      media(call.media || "application/octet-stream");
    } else if (form.length) {
      const fields = form.flatMap(([param, json]) => (param.place === "whole-form" ? parts(json).flatMap(([name, value]) => pairs(name, value, param)) : pairs(param.name, json, param)));
      request.body = new URLSearchParams(fields).toString();
      media("application/x-www-form-urlencoded");
    } else if (multipart.length) {
      request.parts = multipart.flatMap(([param, json]) => pairs(param.name, json, param).map(([name, value]) => [name, value, param.media]));
    } else if (call.params.some((param) => param.place === "body")) {
      request.body = "{}";
      media(call.media || "application/json");
    }
  }

  // The secrets that a call carries: the first alternative that is complete, or all that are there.
  function secretsOf(service, call, given) {
    const ways = call.security;
    const way = ways ? ways.find((names) => names.every((name) => given[name])) || [] : service.secrets.map((secret) => secret.name);
    return service.secrets.filter((secret) => way.includes(secret.name) && given[secret.name]);
  }

  function withSecret(request, secret, value) {
    switch (secret.place) {
      case "header": return request.headers.push([secret.key, secret.prefix + value]);
      case "bearer": return request.headers.push(["authorization", (secret.prefix || "Bearer ") + value]);
      case "basic": return request.headers.push(["authorization", value.startsWith("$") ? `Basic ${value}` : `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`]);
      case "query": return request.query.push([secret.key, value]);
      default: throw new Error(`A browser does not send ${secret.name}: it is a cookie`);
    }
  }

  const queryText = (query) => (query.length ? `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")}` : "");

  async function send(request) {
    if (request.headers.some(([name]) => name === "cookie")) throw new Error("A browser does not send cookies from this page: copy the call");
    let content = request.body ?? undefined;
    if (request.parts) {
      content = new FormData();
      request.parts.forEach(([name, value, type]) => content.append(name, type ? new Blob([value], { type }) : value));
    }
    const began = performance.now();
    const response = await fetch(request.url + queryText(request.query), {
      method: request.method, headers: request.headers, body: content,
      credentials: "omit", redirect: "error", referrerPolicy: "no-referrer", cache: "no-store",
    });
    const text = await response.text();
    return { status: response.status, text, time: Math.round(performance.now() - began) };
  }

  // Whether the response of a JSON-RPC call is an error.
  function isRpcError(call, text) {
    if (call.verb) return false;
    try {
      const response = JSON.parse(text);
      return response !== null && typeof response.error === "object" && response.error !== null && (response.result ?? null) === null;
    } catch {
      return false;
    }
  }

  // ---- Text to copy ----

  const quoted = (text) => (/^[\w./:,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  // Variables stay outside of the quotes.
  const shell = (text) => text.split(/(\$\{\w+\})/).map((part, at) => (at % 2 ? `"${part}"` : part && quoted(part))).join("") || "''";

  function curl(request) {
    const words = ["curl"];
    if (request.method === "HEAD") words.push("--head");
    else if (request.method !== (request.body === null && !request.parts ? "GET" : "POST")) words.push(`-X ${request.method}`);
    // Otherwise these characters stand for several URLs.
    if (/[[\]{}]/.test(request.url.replace(/\$\{\w+\}/g, ""))) words.push("-g");
    // A header without a value is written with a semicolon.
    request.headers.forEach(([name, value]) => words.push(`-H ${value === "" ? quoted(`${name};`) : shell(`${name}: ${value}`)}`));
    // With `-F`, a value that begins with `@` or `<` would be the name of a file.
    (request.parts || []).forEach(([name, value, type]) => {
      if (name.includes("=")) throw new Error(`curl cannot send the part ${name}: its name has =`);
      if (type) words.push(`-F ${quoted(`${name}="${value.replace(/["\\]/g, "\\$&")}";type=${type}`)}`);
      else words.push(`--form-string ${quoted(`${name}=${value}`)}`);
    });
    if (request.body !== null) words.push(`--data-raw ${quoted(request.body)}`);
    const query = request.query.map(([name, value]) => `${encodeURIComponent(name)}=${/^\$\{\w+\}$/.test(value) ? value : encodeURIComponent(value)}`).join("&");
    words.push(shell(request.url + (query ? `?${query}` : "")));
    return words.join(words.length > 3 ? " \\\n  " : " ");
  }

  function commandLine(service, call, members) {
    const words = ["chainloom", "call", call.id];
    if (members.length) words.push(quoted(object(members)));
    if (shared.deployment) words.push("--deployment", quoted(shared.deployment));
    if (shared.base) words.push("--url", quoted(shared.base));
    const known = valuesOf(service, shared.deployment);
    Object.entries(shared.variables).filter(([name, value]) => value && value !== known[name])
      .forEach(([name, value]) => words.push("--var", quoted(`${name}=${value}`)));
    return words.join(" ");
  }

  function untypedRust(service, call, members) {
    const json = object(members);
    const marks = "#".repeat(1 + Math.max(0, ...[...json.matchAll(/"(#*)/g)].map((found) => found[1].length)));
    return [
      `use ${service.crateName || "crate"}::runtime::catalog::Target;`, "",
      `let entry = ${service.catalog}.iter().find(|entry| entry.operation().id == ${JSON.stringify(call.id)});`,
      `let target = Target::new(client);`,
      `let response = entry.ok_or("no such operation")?.call(target, r${marks}"${json}"${marks}.as_bytes()).await?;`,
    ].join("\n");
  }

  // ---- The fields of a call ----

  let unique = 0;
  function labelled(name, note, field) {
    field.id = `field-${++unique}`;
    const label = element("label", { for: field.id }, name);
    if (note) label.append(" ", element("span", { className: "type", textContent: note }));
    return [label, field];
  }

  // What all calls of the page share; the fields of all calls show the same.
  const shared = { base: "", secrets: table(), variables: table(), endpoint: 0, deployment: "" };

  const valuesOf = (service, deployment) => {
    const [, values] = service.deployments.find(([known]) => known === deployment) || ["", {}];
    return table([...service.variables.map((one) => [one.name, one.default]), ...Object.entries(values)]);
  };

  // Takes the variables of a deployment, and its base URL unless the page has one of its own.
  function deploy(service, name) {
    const values = valuesOf(service, name);
    shared.deployment = name;
    shared.variables = table(service.variables.map((one) => [one.name, values[one.name] ?? one.values[0] ?? ""]));
    if (root.dataset.baseMode === "own" || root.dataset.base) return;
    const base = service.base.replace(/\{([^{}]+)\}/g, (whole, variable) => values[variable] ?? whole);
    shared.base = base.includes("{") ? "" : base;
  }

  function sharedField(read, write, properties, kind = "input") {
    const field = element(kind, { spellcheck: false, autocomplete: "off", ...properties });
    field.value = read();
    field.addEventListener("input", () => { write(field.value); document.dispatchEvent(new Event("settings")); });
    document.addEventListener("settings", () => { if (field.value !== read()) field.value = read(); });
    return field;
  }

  function settingsFields(service) {
    const set = element("fieldset", {}, element("legend", { textContent: "Where to" }));
    if (service.deployments.length) {
      const choice = sharedField(() => shared.deployment, (name) => deploy(service, name), {}, "select");
      choice.append(element("option", { value: "", textContent: "none" }));
      service.deployments.forEach(([name]) => choice.append(element("option", { value: name, textContent: name })));
      choice.value = shared.deployment;
      set.append(...labelled("Deployment", "", choice));
    }
    set.append(...labelled("Base URL", "", sharedField(() => shared.base, (value) => { shared.base = value.trim(); }, { type: "url", placeholder: "http://127.0.0.1:4010" })));
    if (service.endpoints.length > 1) {
      const choice = sharedField(() => String(shared.endpoint), (value) => { shared.endpoint = Number(value); }, {}, "select");
      service.endpoints.forEach(([name], index) => choice.append(element("option", { value: String(index), textContent: name })));
      choice.value = String(shared.endpoint);
      set.append(...labelled("Endpoint", "", choice));
    }
    service.variables.forEach((variable) => {
      const field = sharedField(() => shared.variables[variable.name], (value) => { shared.variables[variable.name] = value; }, {});
      set.append(...labelled(variable.name, "variable", field));
    });
    service.secrets.filter((secret) => secret.place !== "cookie").forEach((secret) => {
      const field = sharedField(() => shared.secrets[secret.name] || "", (value) => { shared.secrets[secret.name] = value; }, { type: "password", autocomplete: "new-password" });
      set.append(...labelled(secret.name, secret.optional ? "secret, optional" : "secret", field));
    });
    return set;
  }

  function paramField(param) {
    if (param.values && !param.kinds.includes("array") && !param.kinds.includes("object")) {
      const field = element("select", {}, element("option", { value: "", textContent: param.required ? "choose" : "left out" }));
      const values = param.values.includes(param.value) || !param.value ? param.values : [param.value, ...param.values];
      values.forEach((value) => field.append(element("option", { value, textContent: value })));
      field.value = param.value;
      return field;
    }
    const isLong = param.value.length > 60 || param.kinds.includes("object") && param.kinds.length === 1;
    const field = element(isLong ? "textarea" : "input", { value: param.value, spellcheck: false, autocomplete: "off" });
    if (isLong) field.rows = Math.min(10, 2 + Math.floor(param.value.length / 70));
    else field.type = param.secret ? "password" : "text";
    return field;
  }

  function setUpCall(place, service) {
    const data = place.querySelector(".call-data");
    const call = JSON.parse(data.textContent);
    const typed = place.querySelector("pre").textContent;
    const fields = new Map(call.params.map((param) => [param.name, paramField(param)]));
    const first = () => call.params.every((param) => fields.get(param.name).value === param.value);

    // Values by name as JSON; the mistakes are shown below their fields.
    function read(isShown) {
      const values = table();
      const wrong = [];
      for (const param of call.params) {
        const field = fields.get(param.name);
        let mistake = "";
        if (field.value !== "") {
          try { values[param.name] = jsonOf(field.value, param); } catch (error) { mistake = error.message; }
        } else if (param.required) {
          mistake = `${param.name} is required`;
        }
        if (mistake) wrong.push(mistake);
        const note = field.id && document.getElementById(`${field.id}-wrong`);
        if (note && (isShown || !mistake)) {
          field.setAttribute("aria-invalid", String(Boolean(mistake)));
          note.textContent = mistake;
          note.hidden = !mistake;
        }
      }
      return { values, wrong };
    }

    function settings() {
      const [, endpoint] = service.endpoints[shared.endpoint] || ["", ""];
      return { base: shared.base, endpoint, variables: shared.variables };
    }

    // The text of a snippet, with variables in the place of secrets.
    function snippet(kind) {
      const { values, wrong } = read(false);
      const members = call.params.filter((param) => values[param.name] !== undefined).map((param) => [param.name, param.secret ? '"…"' : values[param.name]]);
      if (kind === "Rust") return first() ? typed : untypedRust(service, call, members);
      if (kind === "Command line") return commandLine(service, call, members);
      try {
        const request = requestOf(service, call, table(members), { ...settings(), base: shared.base || "http://127.0.0.1:4010" });
        const names = table(service.secrets.map((secret) => [secret.name, `\${${secret.variable}}`]));
        // A secret that calls work without is there once it was given.
        const carried = secretsOf(service, call, names).filter((secret) => !secret.optional || shared.secrets[secret.name] || call.security);
        carried.filter((secret) => secret.place !== "cookie" && secret.place !== "basic").forEach((secret) => withSecret(request, secret, names[secret.name]));
        const basic = carried.find((secret) => secret.place === "basic");
        const text = curl(request);
        return basic ? text.replace(/^curl/, `curl \\\n  -u "\${${basic.variable}}"`) : text;
      } catch (error) {
        return `# ${wrong[0] || error.message}`;
      }
    }

    const code = element("code");
    const tabs = ["Rust", "curl", "Command line"].map((kind, index) => element("button", {
      type: "button", textContent: kind, role: "tab", id: `tab-${++unique}`, "aria-selected": String(index === 0), tabIndex: index ? -1 : 0,
    }));
    const panel = element("div", { role: "tabpanel", id: `panel-${unique}`, tabIndex: 0, "aria-labelledby": tabs[0].id }, element("pre", {}, code));
    tabs.forEach((tab) => tab.setAttribute("aria-controls", panel.id));
    const kind = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true").textContent;
    const refresh = () => { code.textContent = snippet(kind()); };
    function choose(tab) {
      tabs.forEach((one) => { one.setAttribute("aria-selected", String(one === tab)); one.tabIndex = one === tab ? 0 : -1; });
      panel.setAttribute("aria-labelledby", tab.id);
      refresh();
    }
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        choose(next);
        next.focus();
      });
    });
    const copy = element("button", { type: "button", className: "copy", textContent: "Copy" });
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        copy.textContent = "Selected";
      }
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    const list = element("div", { role: "tablist", "aria-label": `Call of ${call.id} as` }, ...tabs);
    list.className = "tabs";
    place.replaceChildren(data, element("div", { className: "tabs" }, list, copy), panel);

    const opener = element("details", {}, element("summary", { textContent: "Try it" }));
    place.append(opener);
    opener.addEventListener("toggle", () => {
      if (opener.open && opener.children.length === 1) opener.append(form());
    });

    function form() {
      if (call.sensitive) {
        return element("p", { className: "hint", textContent: "This page does not send it: it uses keys, gives them away or spends. Copy one of the commands." });
      }
      const set = element("fieldset", {}, element("legend", { textContent: "Parameters" }));
      call.params.forEach((param) => {
        const field = fields.get(param.name);
        set.append(...labelled(param.name, `${param.ty}${param.required ? "" : ", optional"}`, field));
        field.setAttribute("aria-describedby", `${field.id}-wrong`);
        set.append(element("p", { className: "wrong", id: `${field.id}-wrong`, hidden: true }));
      });
      const outcome = element("div", { className: "outcome", role: "status" });
      const button = element("button", { type: "submit", className: "send", textContent: "Send" });
      const made = element("form", { className: "form", noValidate: true }, settingsFields(service), call.params.length ? set : "", button, outcome);
      if (call.writes) button.after(" ", element("span", { className: "hint", textContent: "Changes something: asks before it sends." }));
      made.addEventListener("input", refresh);
      made.addEventListener("submit", (event) => { event.preventDefault(); submit(outcome, button); });
      return made;
    }

    async function submit(outcome, button) {
      const { values, wrong } = read(true);
      const say = (className, text, ...more) => outcome.replaceChildren(element("p", { className, textContent: text }), ...more);
      if (wrong.length) return say("bad", wrong.join("; "));
      let request;
      try {
        if (!shared.base) throw new Error("Choose a base URL first");
        request = requestOf(service, call, values, settings());
        secretsOf(service, call, shared.secrets).forEach((secret) => withSecret(request, secret, shared.secrets[secret.name]));
      } catch (error) {
        return say("bad", error.message);
      }
      if (call.writes && !confirm(`${call.id} changes something at ${shared.base}. Send it?`)) return;
      button.disabled = true;
      say("", "Waiting…");
      try {
        const { status, text, time } = await send(request);
        const [shown, note] = shownResponse(text);
        const pre = element("pre", { tabIndex: 0, "aria-label": "Response" }, element("code", { textContent: shown || "(no body)" }));
        pre.setAttribute("role", "region");
        const notes = note ? [element("p", { className: "hint", textContent: note })] : [];
        say(status >= 400 || isRpcError(call, text) ? "bad" : "good", `Status ${status} in ${time} ms`, ...notes, pre);
      } catch {
        say("bad", `No response from ${shared.base}. It is not there, redirects, or does not allow calls from this page (CORS).`);
      } finally {
        button.disabled = false;
      }
    }

    document.addEventListener("settings", refresh);
    refresh();
  }

  function setUpCalls() {
    const data = document.querySelector(".service-data");
    if (!data) return;
    const service = JSON.parse(data.textContent);
    shared.base = root.dataset.baseMode === "own" ? location.origin : root.dataset.base;
    deploy(service, root.dataset.deployment || "");
    // Those that come into view are made first: a page may have a hundred of them.
    const watch = new IntersectionObserver((seen) => seen.filter((one) => one.isIntersecting).forEach((one) => {
      watch.unobserve(one.target);
      setUpCall(one.target, service);
    }), { rootMargin: "600px" });
    document.querySelectorAll(".call").forEach((place) => watch.observe(place));
  }

  // ---- Links to what is folded ----

  function openTarget() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* It is a fragment of another page. */ }
    const target = name && document.getElementById(name);
    for (let around = target; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
    markPlace();
    if (target) target.scrollIntoView();
  }

  // Marks the link of the side to the item of the address, and keeps it in view.
  function markPlace() {
    document.querySelectorAll(".side a[href^='#']").forEach((link) => {
      const isHere = link.getAttribute("href") === location.hash;
      if (!isHere) return link.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      link.scrollIntoView({ block: "nearest" });
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", switchTheme);
    const menu = document.getElementById("menu");
    const side = document.querySelector(".side");
    menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(side.classList.toggle("open"))));
    side.addEventListener("click", (event) => { if (event.target.closest("a")) { side.classList.remove("open"); menu.setAttribute("aria-expanded", "false"); } });
    setUpSearch();
    setUpCalls();
    addEventListener("hashchange", openTarget);
    if (location.hash) openTarget();
  });
})();
