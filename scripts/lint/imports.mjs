import { readdirSync } from "node:fs";
import path from "node:path";
import { isBuiltin } from "node:module";
import { projectPath } from "./rule.mjs";

/**
 * The import table of docs/architecture.md. Each function looks at one import, both ends as project paths without
 * extension, and returns what is wrong with it, or nothing.
 */
const SERVER_FACES = /\.(service|policy|present|entity)$/;

/** What features stand on, from below: each may use those before it, and none knows a feature. `app` is the roof. */
const BASES = ["locales", "platform", "ui", "undo"];

/** The engine that families of requests stand on, and the room above them that joins them. */
const ENGINE = "approvals";
const JOINED = "requests";
/** What of that room is plain data, for everybody. */
const FAMILY_DATA = /^shared\/requests\/(define-|families$|request-paths\.rules$)/;

/** Folders with a definition of their own: `shared/leave/leave.family.ts`. */
const families = new Set(
  readdirSync(path.join(import.meta.dirname, "../../shared"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".family.ts"))
    .map((file) => file.split(path.sep)[0]),
);

/** The engine knows no family, a family no other, and neither what joins them. @param {string} from @param {string} to */
function familyArrow(from, to) {
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine === null || theirs === null || mine === theirs) return undefined;
  if (mine !== ENGINE && !families.has(mine)) return undefined;
  if (families.has(theirs)) {
    return mine === ENGINE
      ? `The engine can't import ${to}: it knows no family. Say what it needs in FamilyService or FamilyCalls, and let "${theirs}" bring it.`
      : `"${mine}" can't import ${to}: families know nothing of each other. What several need belongs into ${ENGINE}, what joins them into ${JOINED}.`;
  }
  if (theirs !== JOINED || FAMILY_DATA.test(to) || areaOf(from) !== areaOf(to)) return undefined;
  return `"${mine}" can't import ${to}: "${JOINED}" stands above the families and joins them. Move what both need into ${ENGINE}.`;
}

/** @type {Record<string, (from: string, to: string) => string | undefined>} */
const table = {
  client(from, to) {
    if (areaOf(to) === "shared") return undefined;
    if (areaOf(to) !== "client") {
      return `Client code can't import ${to}: a browser loads client/ and shared/ only. Put what both sides need into shared/, or ask the server for it through an endpoint.`;
    }
    return clientFeatures(from, to);
  },

  server(from, to) {
    if (areaOf(to) === "shared") return undefined;
    if (areaOf(to) === "migrations" && featureOf(from) === "platform") return undefined;
    // The embedded default runs both in one process, and this is the only place that knows.
    if (from === "server/main" && to === "workers/work") return undefined;
    if (areaOf(to) !== "server") {
      return `Server code can't import ${to}. Rules and types for both sides belong into shared/; work to be done later is started by a domain event that a worker consumes.`;
    }
    return serverFeatures(from, to);
  },

  workers(_from, to) {
    const feature = featureOf(to);
    if (areaOf(to) === "workers" || areaOf(to) === "shared" || to.startsWith("server/platform/")) return undefined;
    if (areaOf(to) === "server" && (feature === null || SERVER_FACES.test(to))) return undefined;
    return `Workers can't import ${to}. They may use shared/, server/platform/ and a feature's service, policy, present or entity: move what is needed into one of these.`;
  },

  shared(_from, to) {
    if (areaOf(to) === "shared") return undefined;
    return `shared/ can't import ${to}: it runs in the browser and on the server and knows neither. Turn it round: let the other side import this, or pass the value in.`;
  },

  migrations(_from, to) {
    if (areaOf(to) === "migrations") return undefined;
    return `A migration can't import ${to}: it must do the same in a year, whatever the code has become. Write down here what it needs.`;
  },
};

/** @param {string} from @param {string} to */
function serverFeatures(from, to) {
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  // The files that put the application together know every feature.
  if (mine === null || mine === theirs || theirs === null || theirs === "platform") return undefined;
  if (SERVER_FACES.test(to)) return undefined;
  return `"${mine}" can't reach into ${to}. A feature offers itself through its service (and its policy, entity and present): call ${theirs}.service, or add there what is missing.`;
}

/** @param {string} from @param {string} to */
function clientFeatures(from, to) {
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine === null || mine === "app" || mine === theirs || theirs === null) return undefined;
  if (theirs === "app") {
    return `Only client/app can import ${to}: it is the roof, with the router, the layouts and the menu. Move what others need to client/platform or client/ui.`;
  }
  const [floor, below] = [BASES.indexOf(mine), BASES.indexOf(theirs)];
  if (floor >= 0 && !from.endsWith(".test") && (below < 0 || below > floor)) {
    return `client/${mine} can't import ${to}: features stand on it, and it on nothing but ${["shared", ...BASES.slice(0, floor)].join(", ")}. Hand in what is needed from above.`;
  }
  if (below >= 0) return undefined;
  // The table of families takes each one's own part; who stands above them takes the table.
  if (from === "client/requests/families" && to.endsWith(".family")) return undefined;
  const name = path.posix.basename(to);
  if (/^famil(ies|y-screens)$/.test(name) && theirs === JOINED) return undefined;
  if (/^[A-Z][A-Za-z0-9]*$/.test(name) || /^use[A-Z]/.test(name)) return undefined;
  return `"${mine}" can't reach into ${to}. A feature offers components (PascalCase) and hooks (use…) to others: wrap what is needed in one, or move it to client/ui or client/platform.`;
}

export const imports = {
  create(/** @type {any} */ context) {
    const from = withoutExtension(projectPath(context));
    const rule = table[areaOf(from)];
    const isTest = from.endsWith(".test");
    if (!rule) return {};

    const check = (/** @type {any} */ node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = specifier.startsWith(".")
        ? ofFile(path.posix.join(path.posix.dirname(from), specifier))
        : ofPackage(specifier);
      if (message) context.report({ node: node.source, message });
    };
    const ofFile = (/** @type {string} */ target) => {
      const to = withoutExtension(target);
      // A test beside the source may use what all tests use.
      if (isTest && areaOf(to) === "tests") return undefined;
      return rule(from, to) ?? (isTest ? undefined : familyArrow(from, to));
    };
    const ofPackage = (/** @type {string} */ specifier) => {
      if (isTest || !isBuiltin(specifier) || !/^(client|shared)\//.test(from)) return undefined;
      return `There is no "${specifier}" in a browser, where ${areaOf(from)}/ runs. Use what browsers have too (crypto.randomUUID, URL, TextEncoder), or do this in server/.`;
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const areaOf = (/** @type {string} */ file) => file.split("/")[0] ?? "";

/** The folder under client/ or server/; null for the files that lie there themselves. */
const featureOf = (/** @type {string} */ file) => {
  const parts = file.split("/");
  return parts.length > 2 ? (parts[1] ?? null) : null;
};

const withoutExtension = (/** @type {string} */ file) => file.replace(/\.(tsx?|mjs|css|json)$/, "");
