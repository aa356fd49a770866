import path from "node:path";
import { isBuiltin } from "node:module";
import { clientBases, featureOf, mayImport } from "./domains.mjs";
import { projectPath } from "./rule.mjs";

/**
 * Enforces the directions of docs/architecture.md: which tree, layer, domain and feature may import which. Types count. Each function
 * checks one import, given as project paths without extension, and returns an error message or undefined.
 */

/** Files of a server feature that only this feature imports: calls reach its routes, and others use its functions, not its statements. */
const PRIVATE = /\.(routes|sql)$/;

/** @type {Record<string, (from: string, to: string) => string | undefined>} */
const trees = {
  client(_from, to) {
    if (treeOf(to) === "shared" || treeOf(to) === "client") return undefined;
    return `Client code can't import ${to}: a browser loads client/ and shared/ only. Put what both sides need into shared/, or ask the server for it through an endpoint.`;
  },
  server(from, to) {
    if (treeOf(to) === "server" || treeOf(to) === "shared") return undefined;
    if (treeOf(to) === "migrations" && from.startsWith("server/platform/")) return undefined;
    // By default the server and the worker run in one process; only this file may import both.
    if (from === "server/main" && to === "workers/work") return undefined;
    return `Server code can't import ${to}. Rules and types for both sides belong into shared/; work to be done later is started by a domain event that a worker consumes.`;
  },
  workers(_from, to) {
    if (["workers", "server", "shared"].includes(treeOf(to))) return undefined;
    return `Workers can't import ${to}. They may use workers/, server/ and shared/.`;
  },
  shared(_from, to) {
    if (treeOf(to) === "shared") return undefined;
    return `shared/ can't import ${to}: it runs in the browser and on the server and knows neither. Let the other side import this, or pass the value in.`;
  },
  migrations(_from, to) {
    if (treeOf(to) === "migrations") return undefined;
    return `A migration can't import ${to}: it must do the same in a year, whatever the code has become. Write down here what it needs.`;
  },
};

/**
 * Assembling files that features may import: the configuration, and the permissions and plan features of all features, which roles, tokens
 * and plans are about.
 */
const open = new Set(["server/config", "shared/access"]);

/** @param {string} from @param {string} to */
function layers(from, to) {
  const [own, other] = [featureOf(from), featureOf(to)];
  if (isAssembly(from) || treeOf(to) === "migrations") return undefined;
  if (isAssembly(to)) {
    return open.has(to)
      ? undefined
      : `${to} puts features together and imports them all, so no feature can import it. Move what is needed from it to the feature or the base layer that owns it.`;
  }
  if (!own) return other ? baseToFeature(from, to) : clientBase(from, to);
  if (!other) return undefined;
  if (own !== other && PRIVATE.test(to)) {
    return `${to} is private to ${other}. Call a function of a service, policy or presenter of that feature, or add one.`;
  }
  if (mayImport(own, other)) return undefined;
  return `${own} can't import ${to}, because ${other} comes after it (scripts/lint/domains.mjs). Let ${other} register what is needed through its manifest, react to an event, or move what both need to the lower feature or a base layer.`;
}

/** @param {string} from @param {string} to */
const baseToFeature = (from, to) =>
  `${from} belongs to a base layer, which knows no feature and can't import ${to}. Let the feature register what is needed through its manifest, or pass it in.`;

/** @param {string} from @param {string} to */
function clientBase(from, to) {
  const [own, other] = [from, to].map((file) => (treeOf(file) === "client" ? clientBases.indexOf(layerOf(file)) : -1));
  if (own === undefined || other === undefined || other <= own) return undefined;
  return `client/${layerOf(from)} can't import ${to}: of client/ it may use only ${clientBases.slice(0, own + 1).join(", ")}. Pass in what is needed from above.`;
}

/** Files and folders that put features together; they may import everything. @param {string} file */
const isAssembly = (file) => file.split("/").length === 2 || /^(client\/app|server\/demo)\//.test(file);

export const importBoundaries = {
  create(/** @type {any} */ context) {
    const from = withoutExtension(projectPath(context));
    const tree = trees[treeOf(from)];
    const isTest = from.endsWith(".test");
    if (!tree) return {};

    const check = (/** @type {any} */ node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = specifier.startsWith(".")
        ? ofFile(withoutExtension(path.posix.join(path.posix.dirname(from), specifier)))
        : ofPackage(specifier);
      if (message) context.report({ node: node.source, message });
    };
    const ofFile = (/** @type {string} */ to) => {
      // Tests next to the source may use the shared test helpers and features of any domain.
      if (isTest) return treeOf(to) === "tests" ? undefined : tree(from, to);
      return tree(from, to) ?? layers(from, to);
    };
    const ofPackage = (/** @type {string} */ specifier) => {
      if (isTest || !isBuiltin(specifier) || !/^(client|shared)\//.test(from)) return undefined;
      return `There is no "${specifier}" in a browser, where ${treeOf(from)}/ runs. Use what browsers have too (crypto.randomUUID, URL, TextEncoder), or do this in server/.`;
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const treeOf = (/** @type {string} */ file) => file.split("/")[0] ?? "";
const layerOf = (/** @type {string} */ file) => file.split("/")[1] ?? "";
const withoutExtension = (/** @type {string} */ file) => file.replace(/\.(tsx?|mjs|css|json)$/, "");
