// The schema of the spec language is a valid JSON Schema of the version it names, and every file of a spec fits it.
// node spec.mjs <node_modules> <schema> <folder of the spec>
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Problems, only, packages, readJson } from "./shared.mjs";

const [modules, schemaFile, folder] = process.argv.slice(2);
const { require } = packages(modules);
const Ajv = only(require("ajv/dist/2020"));
const yaml = require("yaml");
const problems = new Problems();

const schema = readJson(schemaFile);
// Strict as to unknown words; loose where a good schema may still repeat itself over its arms.
const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
only(require("ajv-formats"))(ajv);
if (schema.$schema !== "https://json-schema.org/draft/2020-12/schema") {
  problems.add(schemaFile, "/$schema", `${schema.$schema} is not 2020-12`);
}
const fits = ajv.compile(schema);

const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".yaml"));
for (const name of files.sort()) {
  // Version 1.2 and no merge keys: what the language takes.
  const document = yaml.parseDocument(readFileSync(join(folder, name), "utf8"), { version: "1.2", merge: false });
  for (const error of document.errors) {
    problems.add(name, "", error.message);
  }
  if (!fits(document.toJS())) {
    problems.addAll(name, fits.errors);
  }
}
if (files.length === 0) {
  problems.add(folder, "", "there is no file of a spec");
}
problems.close(`${files.length} files of the spec by its schema`);
