// chainloom-reference
//
// The script of the reference page: theme, menu, search, and calls from the browser.
//
// It needs no other script, sets text and never HTML, and keeps secrets in the fields of the page only. The
// server of the page decides what a value is and what is sent: it answers dry runs.
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
  const ITEMS = ["operation", "subscription", "webhooks"];
  const PART = 3;
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
        kind, title, shown, address: `${file}#${fragment || title}`, names, text, lower, wire: kind === "operation" ? others[0] : "",
        plain: names.map(letters), all: [...lower, text].join("\n"),
      };
    }));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const telling = words.filter((word) => !data().words.stop.includes(word));
    const terms = (telling.length ? telling : words).map(forms);
    if (!terms.length) return { found: [], isNear: false };
    const joined = letters(words.join(""));
    const has = (term) => entries.some((entry) => term.some((form) => entry.all.includes(form)));
    const isMisspelt = terms.map((term) => !has(term));
    isMisspelt.forEach((isIt, index) => { if (isIt) terms[index].push(...namesLike(terms[index][0])); });
    const each = entries.map((entry) => terms.map((term) => Math.max(...term.map((form) => pointsOfForm(entry, form)))));
    // What is not called itself counts for less; its parts count for an operation, behind which they stand.
    let item = 0;
    entries.forEach(({ kind }, index) => {
      if (ITEMS.includes(kind)) {
        item = index;
        return;
      }
      each[index] = each[index].map((points) => Math.floor(points / PART));
      if (kind === "parameter" || kind === "error") each[item] = each[item].map((points, term) => Math.max(points, each[index][term]));
    });
    const weights = terms.map((_, term) => Math.log(1 + (1 + entries.length) / (1 + each.filter((points) => points[term]).length)));
    const ranked = entries.map((entry, index) => {
      const sum = each[index].reduce((sum, points, term) => sum + points * weights[term], 0);
      const more = (OF_KIND[entry.kind] || 0) + (entry.plain.includes(joined) ? WHOLE : 0);
      return { entry, sum: sum && sum + more, hasAll: !each[index].includes(0) };
    }).filter((one) => one.sum > 0).sort((one, other) => other.sum - one.sum);
    let few = FEW;
    const found = ranked.filter((one) => one.hasAll || few-- > 0);
    return { found: found.map((one) => one.entry), isNear: isMisspelt.includes(true) || !found.some((one) => one.hasAll) };
  }

  // Names, and words of names, that differ from a word in at most two letters.
  function namesLike(word) {
    const names = new Set(entries.flatMap((entry) => entry.names.flatMap((name) => [name, ...name.split(/[._-]|(?=\p{Lu})/u)])).map((name) => name.toLowerCase()));
    return word.length < 5 ? [] : [...names].filter((name) => name.length > 3 && Math.abs(name.length - word.length) < 3 && distance(name, word) < 3);
  }

  // How many letters are to be changed, added or taken away to make one text of another.
  function distance(one, other) {
    let row = [...other, ""].map((_, at) => at);
    [...one].forEach((letter, index) => {
      const next = [index + 1];
      [...other].forEach((wanted, at) => next.push(Math.min(row[at] + (letter === wanted ? 0 : 1), row[at + 1] + 1, next[at] + 1)));
      row = next;
    });
    return row.at(-1);
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
      element("span", { className: "text", textContent: entry.wire ? `${entry.wire}: ${entry.shown}` : entry.shown })));
      list.replaceChildren(...shown);
      const some = found.length > MOST ? `The best ${MOST} of ${found.length} results` : `${found.length} ${found.length === 1 ? "result" : "results"}`;
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

  // ---- Requests: the server of the page makes them, with placeholders for what the page keeps. ----

  async function dryRun(question) {
    const response = await fetch(root.dataset.dryRun, {
      method: "POST", headers: [["content-type", "application/json"]], body: JSON.stringify(question), credentials: "omit", cache: "no-store",
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  const ENCODINGS = {
    plain: (text) => text,
    percent: encodeURIComponent,
    json: (text) => JSON.stringify(text).slice(1, -1),
    base64: (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
  };

  // Sends a request; `kept` gives the text of a placeholder.
  async function send({ method, url, headers, body }, kept) {
    const filled = (pieces) => pieces.map((piece) => (typeof piece === "string" ? piece : ENCODINGS[piece.encoding](kept(piece)))).join("");
    const began = performance.now();
    const response = await fetch(filled(url), {
      method, headers: headers.map(([name, value]) => [name, filled(value)]), body: body ? filled(body) : undefined,
      credentials: "omit", redirect: "error", referrerPolicy: "no-referrer", cache: "no-store",
    });
    const text = await response.text();
    return { status: response.status, text, time: Math.round(performance.now() - began) };
  }

  // ---- Responses ----

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

  // Whether the response of a JSON-RPC call is an error.
  function isRpcError(call, text) {
    if (!call.isRpc) return false;
    try {
      const response = JSON.parse(text);
      return response !== null && typeof response.error === "object" && response.error !== null && (response.result ?? null) === null;
    } catch {
      return false;
    }
  }

  // ---- Fields ----

  let unique = 0;
  function labelled(name, note, field) {
    field.id = `field-${++unique}`;
    const label = element("label", { for: field.id }, name);
    if (note) label.append(" ", element("span", { className: "type", textContent: note }));
    return [label, field];
  }

  // What all calls of the page share; the fields of all calls show the same.
  const shared = { deployment: root.dataset.deployment || "", url: location.origin, endpoint: "", variables: table(), secrets: table() };

  function sharedField(of, name, properties, options) {
    const field = element(options ? "select" : "input", { spellcheck: false, autocomplete: "off", ...properties });
    field.append(...(options || []).map(([value, textContent]) => element("option", { value, textContent })));
    const show = () => { if (field.value !== (of[name] ?? "")) field.value = of[name] ?? ""; };
    show();
    field.addEventListener("input", () => { of[name] = field.value; document.dispatchEvent(new Event("settings")); });
    document.addEventListener("settings", show);
    return field;
  }

  function settingsFields(service) {
    const set = element("fieldset", {}, element("legend", { textContent: "Where to" }));
    const choice = (title, name, options) => set.append(...labelled(title, "", sharedField(shared, name, {}, options)));
    if (service.deployments.length) choice("Deployment", "deployment", [["", "none"], ...service.deployments.map((name) => [name, name])]);
    set.append(...labelled("Base URL", "", sharedField(shared, "url", { type: "url", placeholder: "that of the deployment" })));
    if (service.endpoints.length > 1) choice("Endpoint", "endpoint", service.endpoints.map((name) => [name, name]));
    service.variables.forEach(({ name, shown }) => set.append(...labelled(name, "variable", sharedField(shared.variables, name, { placeholder: shown }))));
    service.secrets.forEach(({ name, optional }) => {
      const field = sharedField(shared.secrets, name, { type: "password", autocomplete: "new-password" });
      set.append(...labelled(name, optional ? "secret, optional" : "secret", field));
    });
    return set;
  }

  function paramField(param) {
    const value = param.value ?? "";
    if (param.values) {
      const values = param.values.includes(value) || !value ? param.values : [value, ...param.values];
      const field = element("select", {}, element("option", { value: "", textContent: param.required ? "choose" : "left out" }));
      field.append(...values.map((one) => element("option", { value: one, textContent: one })));
      field.value = value;
      return field;
    }
    const isLong = value.length > 60 || param.isObject;
    const field = element(isLong ? "textarea" : "input", { value, spellcheck: false, autocomplete: "off" });
    if (isLong) field.rows = Math.min(10, 2 + Math.floor(value.length / 70));
    else field.type = param.secret ? "password" : "text";
    return field;
  }

  // ---- Calls ----

  // Puts the texts of a call into tabs: `refresh` shows the text of the kind that is chosen.
  function tabsOf(place, id, refresh) {
    const snippets = [...place.querySelectorAll(".snippet")];
    const code = element("code");
    const tabs = snippets.map((snippet, index) => element("button", {
      type: "button", textContent: snippet.querySelector(".label").textContent, role: "tab", id: `tab-${++unique}`, "aria-selected": String(index === 0), tabIndex: index ? -1 : 0,
    }));
    const panel = element("div", { role: "tabpanel", id: `panel-${unique}`, tabIndex: 0, "aria-labelledby": tabs[0].id }, element("pre", {}, code));
    let chosen = 0;
    function choose(index) {
      chosen = (index + tabs.length) % tabs.length;
      tabs.forEach((one, at) => { one.setAttribute("aria-selected", String(at === chosen)); one.tabIndex = at === chosen ? 0 : -1; });
      panel.setAttribute("aria-labelledby", tabs[chosen].id);
      refresh();
    }
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-controls", panel.id);
      tab.addEventListener("click", () => choose(index));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        choose(index + step);
        tabs[chosen].focus();
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
    const list = element("div", { role: "tablist", "aria-label": `Call of ${id} as` }, ...tabs);
    list.className = "tabs";
    snippets.forEach((snippet) => snippet.remove());
    place.prepend(element("div", { className: "tabs" }, list, copy), panel);
    return { kind: () => snippets[chosen].dataset.kind, made: () => snippets[chosen].querySelector("pre").textContent, show: (text) => { code.textContent = text; } };
  }

  function setUpCall(place, service) {
    const { id } = place.closest("section");
    const tabs = tabsOf(place, id, () => refresh());
    const call = JSON.parse(place.querySelector(".call-data")?.textContent || "null");
    const fields = new Map((call?.params || []).map((param) => [param.name, paramField(param)]));
    const isFirst = () => !call || call.params.every((param) => fields.get(param.name).value === (param.value ?? ""));
    let asked = 0;

    // The answer of the server, which is shown; `null` where a later question was asked. Secrets stay here.
    async function answer(isTold) {
      const turn = ++asked;
      const given = (all) => Object.fromEntries(Object.entries(all).filter(([, text]) => text));
      // An empty field leaves its parameter out, unless the example has an empty text.
      const parameters = table(call.params.filter((param) => fields.get(param.name).value !== "" || param.value === "")
        .map((param) => [param.name, param.secret ? null : fields.get(param.name).value]));
      const { deployment, url, endpoint, variables, secrets } = shared;
      const known = service.secrets.map((secret) => secret.name).filter((name) => secrets[name]);
      let answered;
      try {
        answered = await dryRun({
          operation: id, parameters, secrets: known, variables: given(variables), deployment: deployment || null, url: url.trim() || null, endpoint: endpoint || null,
        });
      } catch (error) {
        answered = { problems: [{ parameters: [], text: `The server of this page does not answer: ${error.message}` }] };
      }
      if (turn !== asked) return null;
      tell(answered.problems, isTold);
      const problems = answered.problems.map((one) => `# ${one.text}`).join("\n");
      tabs.show((isFirst() && tabs.made()) || (answered.snippets?.[tabs.kind()] ?? problems));
      return answered;
    }

    // Shows problems below their fields; while somebody types, only takes away those that are gone.
    function tell(problems, isTold) {
      fields.forEach((field, name) => {
        const note = field.id && document.getElementById(`${field.id}-wrong`);
        const mistake = problems.filter((one) => one.parameters.includes(name)).map((one) => one.text).join("; ");
        if (!note || (mistake && !isTold)) return;
        field.setAttribute("aria-invalid", String(Boolean(mistake)));
        note.textContent = mistake;
        note.hidden = !mistake;
      });
    }

    function refresh() {
      if (!isFirst() || !tabs.made()) return answer(false);
      asked++;
      tell([], false);
      tabs.show(tabs.made());
    }

    function form() {
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
      set.addEventListener("input", refresh);
      made.addEventListener("submit", async (event) => {
        event.preventDefault();
        button.disabled = true;
        await submit(outcome);
        button.disabled = false;
      });
      return made;
    }

    async function submit(outcome) {
      const say = (className, text, ...more) => outcome.replaceChildren(element("p", { className, textContent: text }), ...more);
      say("", "Waiting…");
      const answered = await answer(true);
      if (!answered) return say("bad", "The call was changed: send it again");
      if (!answered.request) return say("bad", answered.problems.map((one) => one.text).join("; "));
      const { origin } = new URL(answered.request.url[0]);
      if (call.writes && !confirm(`${id} changes something at ${origin}. Send it?`)) return say("", "Not sent");
      try {
        const { status, text, time } = await send(answered.request, ({ secret, parameter }) => (parameter ? fields.get(parameter).value : shared.secrets[secret]));
        const [shown, note] = shownResponse(text);
        const pre = element("pre", { tabIndex: 0, "aria-label": "Response" }, element("code", { textContent: shown || "(no body)" }));
        pre.setAttribute("role", "region");
        const notes = note ? [element("p", { className: "hint", textContent: note })] : [];
        say(status >= 400 || isRpcError(call, text) ? "bad" : "good", `Status ${status} in ${time} ms`, ...notes, pre);
      } catch {
        say("bad", `No response from ${origin}. It is not there, redirects, or does not allow calls from this page (CORS).`);
      }
    }

    refresh();
    if (!call) return;
    document.addEventListener("settings", refresh);
    if (call.sensitive) return;
    const opener = element("details", {}, element("summary", { textContent: "Try it" }));
    place.append(opener);
    opener.addEventListener("toggle", () => { if (opener.open && opener.children.length === 1) opener.append(form()); });
  }

  function setUpCalls() {
    const service = JSON.parse(document.querySelector(".service-data")?.textContent || "null");
    service?.variables.forEach(({ name, value }) => { shared.variables[name] = value; });
    if (service?.endpoints.length > 1) [shared.endpoint] = service.endpoints;
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
