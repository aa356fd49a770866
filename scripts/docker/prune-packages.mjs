import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { root } from "../processes.mjs";

/**
 * Deletes packages from node_modules that the built programs do not load. Client packages are already bundled, and the image needs neither
 * bundlers nor the embedded PostgreSQL, as DATABASE_URL is set. Irreversible; only for the image.
 */
const buildFolder = path.join(root, ".build");
const keep = new Set();
const programs = readdirSync(buildFolder).filter((name) => name.endsWith(".js"));
for (const name of programs) {
  const code = readFileSync(path.join(buildFolder, name), "utf8");
  for (const [, specifier = ""] of code.matchAll(/\b(?:require|import)\("([^".][^"]*)"\)/g)) {
    const name = packageName(specifier);
    if (!specifier.startsWith("node:") && !builtinModules.includes(name)) keepWithDependencies(root, name);
  }
}

const removed = prune(path.join(root, "node_modules"));
console.log(`Kept ${keep.size} packages, removed ${removed}.`);

/**
 * @param {string} from folder of the requiring package
 * @param {string} name
 */
function keepWithDependencies(from, name) {
  const folder = find(from, name);
  // Optional packages for other platforms and optional peers are not installed.
  if (!folder || keep.has(folder)) return;
  keep.add(folder);
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    keepWithDependencies(folder, each);
  }
}

/**
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined} the package's folder, resolved as Node does: from the folder `from` upward
 */
function find(from, name) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (existsSync(path.join(candidate, "package.json"))) return candidate;
    if (folder === root || folder === path.dirname(folder)) return undefined;
  }
}

/** @param {string} folder a node_modules folder, or a scope in it */
function prune(folder) {
  let count = 0;
  for (const name of readdirSync(folder)) {
    const each = path.join(folder, name);
    if (name.startsWith("@")) {
      count += prune(each);
    } else if (!keep.has(each)) {
      rmSync(each, { recursive: true, force: true });
      count++;
    } else if (existsSync(path.join(each, "node_modules"))) {
      count += prune(path.join(each, "node_modules"));
    }
  }
  return count;
}

/** @param {string} specifier */
function packageName(specifier) {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}
