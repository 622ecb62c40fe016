// A second opinion on OpenAPI documents: the schema that the OpenAPI Initiative publishes, all references followed.
// node openapi.mjs <node_modules> <document>...
import { Problems, packages } from "./shared.mjs";

const [modules, ...files] = process.argv.slice(2);
const { Validator } = await packages(modules).load("@seriousme/openapi-schema-validator");
const problems = new Problems();
for (const file of files) {
  const validator = new Validator();
  const result = await validator.validate(file);
  if (!result.valid) {
    const errors = typeof result.errors === "string" ? [{ instancePath: "", message: result.errors }] : result.errors;
    problems.addAll(file, errors);
  }
  if (!String(validator.version).startsWith("3.1")) {
    problems.add(file, "/openapi", `the version is ${validator.version}, not 3.1`);
  }
  try {
    validator.resolveRefs();
  } catch (error) {
    problems.add(file, "", error.message);
  }
}
problems.close(`${files.length} OpenAPI documents by the published schema`);
