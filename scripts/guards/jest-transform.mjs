import { createRequire } from "node:module";
import path from "node:path";
import { counted, isGuarded } from "./find.mjs";

/** Compiles as always, but each guard writes down in GUARDS_SEEN that it was come to. See scripts/guards/try.mjs. */
const root = path.resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const seen = path.join(import.meta.dirname, "seen.cjs");

export default {
  createTransformer(/** @type {object} */ options) {
    const swc = require("@swc/jest").createTransformer(options);
    const changed = (/** @type {string} */ source, /** @type {string} */ filename) => {
      const file = path.relative(root, filename).split(path.sep).join("/");
      return isGuarded(file) ? counted(file, source, seen) : source;
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
