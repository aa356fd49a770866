import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { told } from "./places.mjs";

/**
 * Compiles as always, but for the one fault in FAULT, which is put into its file in memory; or, where REACH_PLACES names a
 * list of places, tells of each that a test came to it. See try.mjs and reach.mjs.
 */
const root = path.resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const seen = path.join(import.meta.dirname, "seen.cjs");
/** @type {import("./find.mjs").Fault | null} */
const fault = JSON.parse(process.env.FAULT ?? "null");
/** @type {Record<string, import("./places.mjs").Place[]>} */
const places = process.env.REACH_PLACES ? JSON.parse(readFileSync(process.env.REACH_PLACES, "utf8")) : {};

function changed(/** @type {string} */ source, /** @type {string} */ filename) {
  const file = path.relative(root, filename).split(path.sep).join("/");
  if (fault?.file === file) return source.slice(0, fault.from) + fault.after + source.slice(fault.to);
  const own = places[file];
  return own ? told(source, own, seen) : source;
}

export default {
  createTransformer(/** @type {object} */ options) {
    const swc = require("@swc/jest").createTransformer(options);
    return {
      canInstrument: swc.canInstrument,
      getCacheKey: (/** @type {string} */ source, /** @type {string} */ filename, /** @type {object} */ rest) =>
        swc.getCacheKey(changed(source, filename), filename, rest),
      process: (/** @type {string} */ source, /** @type {string} */ filename, /** @type {object} */ rest) =>
        swc.process(changed(source, filename), filename, rest),
    };
  },
};
