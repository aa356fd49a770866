import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadLazily } from "./lazy-packages.mjs";
import { packClient } from "./pack-client.mjs";
import { root } from "./processes.mjs";

/**
 * Builds outdated targets into `.build`: `client/` with Vite, and one file each for the server, the worker, the commands and the child
 * processes with esbuild. Names, sizes and modification times decide what is outdated.
 */
const entries = {
  server: "server/main.ts",
  worker: "workers/main.ts",
  tenant: "server/tenant-command.ts",
  backup: "server/backup-command.ts",
  restore: "server/restore-command.ts",
  doctor: "server/doctor-command.ts",
  operator: "server/operator-command.ts",
  child: "server/child.ts",
};

/** @type {Record<string, { sources: string[], build: () => Promise<unknown> }>} */
const targets = {
  node: { sources: ["server", "workers", "shared", "migrations"], build: () => buildNode(entries) },
  // A separate target for development, where everything except the child processes runs from source.
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
    if (!target) throw new Error(`Unknown build target "${name}".`);
    // Computed before building, so that a file edited during the build is built again next time.
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
    keepNames: true, // class names are used as table names and in logs
    minifyWhitespace: true, // the source text of a program stays in memory while it runs
    legalComments: "none",
    sourcemap: true, // needed by server/platform/source-stack.ts
    sourcesContent: false,
    logLevel: "warning",
    plugins: [loadLazily, onlyAscii],
  });
  // Read by server/platform/text.ts, which loads one language at a time.
  cpSync(path.join(root, "shared/locales"), path.join(buildFolder, "locales"), { recursive: true });
  // Read by migrations/0001-baseline.ts.
  cpSync(path.join(root, "migrations/baseline"), path.join(buildFolder, "baseline"), { recursive: true });
}

/**
 * Escapes all characters outside ASCII: with a single one, V8 stores the whole program in two bytes per character. esbuild escapes only
 * strings.
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

/** Build scripts count as sources of every target. */
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
    return {}; // never built, or unreadable: every target counts as outdated
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const namedTargets = process.argv.slice(2).filter((word) => word !== "--stale");
  const stale = staleTargets();
  try {
    // Builds all stale targets, the named targets, or with --stale the named targets that are stale.
    if (namedTargets.length === 0) await build(stale);
    else
      await build(
        process.argv.includes("--stale") ? namedTargets.filter((name) => stale.includes(name)) : namedTargets,
      );
  } catch (error) {
    // Both bundlers have already printed the location; their stack traces do not help.
    console.error(`Build failed: ${/** @type {Error} */ (error).message}`);
    process.exit(1);
  }
}
