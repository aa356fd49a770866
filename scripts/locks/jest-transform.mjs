import { createRequire } from "node:module";
import path from "node:path";
import { locksIn, removeLock } from "./find.mjs";

/**
 * Compiles as usual, but omits the lock named by WITHOUT_LOCK. `scripts/locks/try.mjs` uses it to check that a test fails without the lock.
 */
const missing = process.env.WITHOUT_LOCK ?? "";
const root = path.resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);

export default {
  createTransformer(/** @type {object} */ options) {
    const swc = require("@swc/jest").createTransformer(options);
    const changed = (/** @type {string} */ source, /** @type {string} */ filename) => {
      const file = path.relative(root, filename).split(path.sep).join("/");
      if (file !== missing.split("#")[0]) return source;
      const lock = locksIn(file, source).find(({ id }) => id === missing);
      if (!lock) throw new Error(`There is no lock ${missing}`);
      return removeLock(source, lock);
    };
    return {
      canInstrument: swc.canInstrument,
      getCacheKey: (/** @type {string} */ source, /** @type {string} */ filename, /** @type {object} */ rest) =>
        swc.getCacheKey(changed(source, filename), filename, rest),
      process: (/** @type {string} */ source, /** @type {string} */ filename, /** @type {object} */ rest) =>
        swc.process(changed(source, filename), filename, rest),
    };
  },
};
