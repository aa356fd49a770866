import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./processes.mjs";

/**
 * Packages that a built program loads on first use instead of at start: most processes never render a PDF or verify a passkey, and a loaded
 * package stays in memory. Sources import them normally, but must not use them while modules are being loaded (checked by
 * `lazy-packages.test.ts`).
 */
export const lazyPackages = [
  "@js-temporal/polyfill",
  "@node-rs/argon2",
  "@simplewebauthn/server",
  "@zxcvbn-ts/language-common",
  "csv-parse/sync",
  "date-holidays",
  "fontkit",
  "ical.js",
  "intl-messageformat",
  "nodemailer",
  "openid-client",
  "otplib",
  "pdfkit",
  "rrule-temporal",
  "sanitize-html",
  "scimmy",
  "stripe",
  "web-push",
  "write-excel-file/universal",
  "yauzl",
  "yazl",
];

const namespace = "lazily";
const requireHere = createRequire(path.join(root, "package.json"));

/**
 * Replaces a package by an object with the same property names, which loads the package when a property is read.
 * @type {import("esbuild").Plugin}
 */
export const loadLazily = {
  name: "load-lazily",
  setup(build) {
    const packageNames = new Set(lazyPackages);
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind, namespace: from }) => {
      if (from === namespace) return { path: name, external: true };
      return packageNames.has(name) && kind === "import-statement" ? { path: name, namespace } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({ contents: standIn(name), resolveDir: root }));
  },
};

/** Properties of every function, and those added by module interop. */
const ignoredNames = new Set([...Object.getOwnPropertyNames(function () {}), "default", "__esModule"]);

/** @param {string} name */
function standIn(name) {
  // Includes non-enumerable names: a package may be a function with getters.
  const names = Object.getOwnPropertyNames(requireHere(name)).filter((each) => !ignoredNames.has(each));
  return `
    let loaded;
    const load = () => (loaded ??= require(${JSON.stringify(name)}));
    const name = (name, get) => Object.defineProperty(exports, name, { enumerable: true, get });
    Object.defineProperty(exports, "__esModule", { value: true });
    name("default", () => (load().__esModule ? load().default : load()));
    for (const each of ${JSON.stringify(names)}) name(each, () => load()[each]);
  `;
}
