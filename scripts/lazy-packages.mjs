import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./processes.mjs";

/**
 * Packages that a built program loads when it first uses something of them, and not when it starts: most processes never
 * make a PDF, see a passkey or an invoice, and each of these stays in memory once it's there. Sources import them as any
 * other; what they may not do is use one while they are being loaded themselves (`lazy-packages.test.ts` watches it).
 */
export const lazyPackages = [
  "@js-temporal/polyfill",
  "@node-rs/argon2",
  "@simplewebauthn/server",
  "@zxcvbn-ts/language-common",
  "csv-parse/sync",
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
 * In a package's place stands an object with the same names, each of which asks for the package when it is read.
 * @type {import("esbuild").Plugin}
 */
export const loadLazily = {
  name: "load-lazily",
  setup(build) {
    const named = new Set(lazyPackages);
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind, namespace: from }) => {
      if (from === namespace) return { path: name, external: true };
      return named.has(name) && kind === "import-statement" ? { path: name, namespace } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({ contents: standIn(name), resolveDir: root }));
  },
};

/** What every function has, and a module of modules. */
const nobodysNames = new Set([...Object.getOwnPropertyNames(function () {}), "default", "__esModule"]);

/** @param {string} name */
function standIn(name) {
  // Also those that can't be enumerated: a package may be a function that has its names by getters.
  const names = Object.getOwnPropertyNames(requireHere(name)).filter((each) => !nobodysNames.has(each));
  return `
    let loaded;
    const load = () => (loaded ??= require(${JSON.stringify(name)}));
    const name = (name, get) => Object.defineProperty(exports, name, { enumerable: true, get });
    Object.defineProperty(exports, "__esModule", { value: true });
    name("default", () => (load().__esModule ? load().default : load()));
    for (const each of ${JSON.stringify(names)}) name(each, () => load()[each]);
  `;
}
