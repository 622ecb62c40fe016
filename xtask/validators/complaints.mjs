// What a JSON Schema (2020-12) says against each of many values.
// node complaints.mjs <node_modules>, with { schema, values } on stdin; a list of texts for each value on stdout.
import { readFileSync } from "node:fs";
import { only, packages } from "./shared.mjs";

const { require } = packages(process.argv[2]);
const Ajv = only(require("ajv/dist/2020"));
const { schema, values } = JSON.parse(readFileSync(0, "utf8"));
// What is no number or text in JSON Schema's eyes is for `spec.mjs` to see; here, only what is said of values counts.
const ajv = new Ajv({ strict: false, allErrors: false });
only(require("ajv-formats"))(ajv);
const fits = ajv.compile(schema);
const said = values.map((value) => (fits(value) ? [] : fits.errors.map((one) => `${one.instancePath}: ${one.message}`)));
process.stdout.write(JSON.stringify(said));
