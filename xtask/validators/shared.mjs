// What the scripts share: packages from the folder that `cargo xtask` fetched, problems told one by one.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The packages of a `node_modules` that is not beside the scripts: `require` as if from there, `load` for ES modules. */
export function packages(modules) {
  const require = createRequire(join(resolve(modules), "from-here.js"));
  return { require, load: (name) => import(pathToFileURL(require.resolve(name))) };
}

/** A package's one export, whether it was written for `import` or for `require`. */
export const only = (module) => module.default ?? module;

export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Gathers problems, so that one run tells all of them. */
export class Problems {
  #count = 0;

  add(file, where, what) {
    this.#count += 1;
    console.error(`${basename(file)}: ${where || "/"}: ${what}`);
  }

  /** The errors that ajv left at a function. A value that fits no arm of a union has one for each arm, so only some are shown. */
  addAll(file, errors, shown = 8) {
    for (const error of (errors ?? []).slice(0, shown)) {
      const extra = error.params?.additionalProperty ?? error.params?.allowedValues ?? "";
      this.add(file, error.instancePath, `${error.message} ${extra}`);
    }
  }

  close(summary) {
    console.error(`${summary}: ${this.#count === 0 ? "ok" : `${this.#count} problems`}`);
    process.exitCode = this.#count === 0 ? 0 : 1;
  }
}
