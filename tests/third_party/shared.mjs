// What the scripts share: packages from the folder that `cargo xtask` fetched, and one line for each check.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The packages of a `node_modules` that is not beside the scripts. */
export function packages(modules) {
  const require = createRequire(join(resolve(modules), "from-here.js"));
  return { load: (name) => import(pathToFileURL(require.resolve(name))) };
}

export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Checks one by one; a failed one ends nothing. */
export class Checks {
  #failed = 0;
  #passed = 0;

  constructor(name, minutes = 2) {
    this.name = name;
    setTimeout(() => this.fail("all checks", `they took more than ${minutes} minutes`) ?? this.close(), minutes * 60_000).unref();
  }

  async run(what, check) {
    try {
      const told = await check();
      this.#passed += 1;
      console.error(`${this.name}: ${what}: ok${told ? ` (${told})` : ""}`);
    } catch (error) {
      this.fail(what, error.pretty?.() ?? error.shortMessage ?? error.stack ?? error);
    }
  }

  note(what) {
    console.error(`${this.name}: ${what}`);
  }

  fail(what, why) {
    this.#failed += 1;
    console.error(`${this.name}: ${what}: FAILED: ${why}`);
  }

  close() {
    console.error(`${this.name}: ${this.#passed} passed, ${this.#failed} failed`);
    // Clients may hold timers and sockets, which would keep the program.
    process.exit(this.#failed === 0 ? 0 : 1);
  }
}
