import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadLazily } from "./lazy-packages.mjs";
import { packClient } from "./pack-client.mjs";
import { root } from "./processes.mjs";

/**
 * Builds into `.build` what is out of date: `client/` by Vite, and one file each for the server, the worker, the tenant
 * command and the child processes by esbuild. Out of date is decided by names, sizes and times, which takes a few milliseconds.
 */
const entries = {
  server: "server/main.ts",
  worker: "workers/main.ts",
  tenant: "server/tenants/tenant.command.ts",
  child: "server/child.ts",
};

/** @type {Record<string, { sources: string[], build: () => Promise<unknown> }>} */
const targets = {
  node: { sources: ["server", "workers", "shared", "migrations"], build: () => buildNode(entries) },
  // Alone, for development: it runs everything else from its sources, but a child process can't.
  child: { sources: ["server", "shared"], build: () => buildNode({ child: entries.child }) },
  client: { sources: ["client", "shared", "vite.config.mts"], build: buildClient },
};

const buildFolder = path.join(root, ".build");
const stampFile = path.join(buildFolder, "fingerprints.json");

/** @returns {string[]} the names of the targets whose sources have changed since they were built */
export function staleTargets() {
  const stamps = readStamps();
  return Object.entries(targets)
    .filter(([name, { sources }]) => stamps[name] !== fingerprint(sources))
    .map(([name]) => name);
}

/** @param {string[]} names */
export async function build(names) {
  for (const name of names) {
    const target = targets[name];
    if (!target) throw new Error(`There is nothing called "${name}" to build.`);
    // Taken before: what is edited during the build is built again next time.
    const stamp = fingerprint(target.sources);
    await target.build();
    mkdirSync(buildFolder, { recursive: true });
    writeFileSync(stampFile, JSON.stringify({ ...readStamps(), [name]: stamp }, null, 2));
  }
}

/** @param {Record<string, string>} programs */
async function buildNode(programs) {
  const esbuild = await import("esbuild");
  const present = Object.entries(programs).filter(([, file]) => existsSync(path.join(root, file)));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: ".build",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    keepNames: true, // class names are table names and log lines
    minifyWhitespace: true, // a program's own text stays in memory as long as it runs
    legalComments: "none",
    sourcemap: true, // for server/platform/source-stack.ts
    sourcesContent: false,
    logLevel: "warning",
    plugins: [loadLazily, onlyAscii],
  });
  // Read by server/platform/text.ts, one language at a time.
  cpSync(path.join(root, "shared/locales"), path.join(buildFolder, "locales"), { recursive: true });
}

/**
 * One letter beyond ASCII, in a pattern say, and V8 keeps the whole program in two bytes per letter. esbuild escapes what
 * stands in strings; the rest means the same when it's escaped.
 * @type {import("esbuild").Plugin}
 */
const onlyAscii = {
  name: "only-ascii",
  setup(build) {
    build.onEnd(() => {
      const folder = path.join(root, build.initialOptions.outdir ?? "");
      for (const name of Object.keys(build.initialOptions.entryPoints ?? {})) {
        const file = path.join(folder, `${name}.js`);
        if (!existsSync(file)) continue;
        const code = readFileSync(file, "utf8");
        const escaped = code.replace(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        if (escaped !== code) writeFileSync(file, escaped);
      }
    });
  },
};

async function buildClient() {
  if (!existsSync(path.join(root, "client", "index.html"))) return;
  const vite = await import("vite");
  await vite.build({
    root: path.join(root, "client"),
    configFile: path.join(root, "vite.config.mts"),
    logLevel: "warn",
  });
  await packClient(path.join(buildFolder, "client"));
}

/** What builds, beside the sources. */
const builders = ["build", "lazy-packages", "pack-client"].map((name) => `scripts/${name}.mjs`);

/** @param {string[]} sources */
function fingerprint(sources) {
  const hash = createHash("sha256");
  const parts = [...sources, "package-lock.json", "tsconfig.json", ...builders];
  for (const part of parts) addToHash(hash, path.join(root, part));
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} file
 */
function addToHash(hash, file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(file).sort()) {
    if (!/\.test\.tsx?$/.test(name)) addToHash(hash, path.join(file, name));
  }
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return {}; // never built, or a build folder that was tampered with: everything is built
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const named = process.argv.slice(2).filter((word) => word !== "--stale");
  const stale = staleTargets();
  try {
    // All that is stale; what is named; or what is named and stale.
    if (named.length === 0) await build(stale);
    else await build(process.argv.includes("--stale") ? named.filter((name) => stale.includes(name)) : named);
  } catch (error) {
    // Both bundlers have shown the place already; a stack of theirs says nothing about our code.
    console.error(`Building failed. ${/** @type {Error} */ (error).message}`);
    process.exit(1);
  }
}
