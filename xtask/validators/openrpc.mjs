// OpenRPC documents: by the meta-schema, by what its specification adds in words, and each example by its schemas.
// node openrpc.mjs <node_modules> <document>...
import { Problems, only, packages, readJson } from "./shared.mjs";

const [modules, ...files] = process.argv.slice(2);
const { require } = packages(modules);
const Ajv = only(require("ajv"));
const formats = only(require("ajv-formats"));
const problems = new Problems();

const meta = new Ajv({ strict: false, validateSchema: false });
// In the form in which OpenRPC's own tools check a `uri`: braces may be in it, a scheme must.
formats(meta, { mode: "fast" });
meta.addSchema(only(require("@json-schema-tools/meta-schema")), "https://meta.json-schema.tools");
const isDocument = meta.compile(require("@open-rpc/meta-schema").openrpcDocument);

for (const file of files) {
  const document = readJson(file);
  if (isDocument(document)) {
    checkMethods(file, document);
    checkValues(file, document);
  } else {
    problems.addAll(file, isDocument.errors);
  }
}
problems.close(`${files.length} OpenRPC documents by the meta-schema`);

/** What the specification says in words only. */
function checkMethods(file, { methods }) {
  const twice = (names) => names.filter((name, at) => names.indexOf(name) !== at);
  for (const name of twice(methods.map((method) => method.name))) {
    problems.add(file, "/methods", `${name} is there twice`);
  }
  for (const { name, params, paramStructure } of methods) {
    for (const param of twice(params.map((param) => param.name))) {
      problems.add(file, name, `the parameter ${param} is there twice`);
    }
    const optional = params.findIndex((param) => !param.required);
    if (paramStructure !== "by-name" && optional >= 0 && params.slice(optional).some((param) => param.required)) {
      problems.add(file, name, "a parameter that must be given follows one that may be left out");
    }
  }
}

/** Every schema can be compiled, which follows its references, and every example fits the schemas that it is for. */
function checkValues(file, document) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats(ajv);
  // Names of widths are no formats of JSON Schema; the bounds beside them say it too.
  ["uint8", "uint16", "uint32", "uint64"].forEach((name) => ajv.addFormat(name, true));
  ajv.addSchema({ $id: "document", components: document.components }, "document");
  const compile = (where, schema) => {
    try {
      const here = JSON.parse(JSON.stringify(schema), (key, value) =>
        key === "$ref" && typeof value === "string" && value.startsWith("#") ? `document${value}` : value);
      return ajv.compile(here);
    } catch (error) {
      problems.add(file, where, error.message);
      return () => true;
    }
  };
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    compile(`/components/schemas/${name}`, schema);
  }
  for (const method of document.methods) {
    const fits = (descriptor, example) => {
      const check = compile(`${method.name} ${descriptor.name}`, descriptor.schema);
      if (!check(example.value)) {
        problems.addAll(file, check.errors.map((error) => ({
          ...error, instancePath: `${method.name} ${descriptor.name}${error.instancePath}`,
        })));
      }
    };
    for (const param of method.params) {
      compile(`${method.name} ${param.name}`, param.schema);
    }
    for (const { params, result } of method.examples ?? []) {
      for (const example of params) {
        const param = method.params.find(({ name }) => name === example.name);
        param ? fits(param, example) : problems.add(file, method.name, `an example has the unknown ${example.name}`);
      }
      fits(method.result, result);
    }
  }
}
