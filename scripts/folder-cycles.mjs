import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `node scripts/folder-cycles.mjs` prints the import cycles between folders of the product code: sets of sibling folders whose files import
 * each other in a circle. Type imports count. oxlint reports cycles between files; a cycle between folders also exists without one.
 */
const trees = ["client", "server", "shared", "workers"];
const root = path.join(import.meta.dirname, "..");

/** @returns {string[]} each cycle as `parent: a, b, c` */
export function findFolderCycles() {
  const files = new Set(trees.flatMap((tree) => sourcesIn(tree)));
  files.delete("server/main.ts"); // runs the worker in its own process by default
  /** Imports between sibling folders, by their parent. @type {Map<string, Map<string, Set<string>>>} */
  const graphs = new Map();
  for (const file of files) {
    for (const target of importsOf(file, files)) {
      const [from, to] = [file, target].map((each) => path.posix.dirname(each).split("/"));
      if (!from || !to) continue;
      const shared = from.findIndex((part, index) => part !== to[index]);
      const [own, other] = [from[shared], to[shared]];
      if (shared < 0 || own === undefined || other === undefined) continue;
      const parent = from.slice(0, shared).join("/") || ".";
      const graph = graphs.get(parent) ?? new Map();
      graphs.set(parent, graph.set(own, (graph.get(own) ?? new Set()).add(other)));
    }
  }
  return [...graphs].flatMap(([parent, graph]) => cyclesOf(graph).map((cycle) => `${parent}: ${cycle.join(", ")}`));
}

/** @param {string} tree */
const sourcesIn = (tree) =>
  readdirSync(path.join(root, tree), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => `${tree}/${file.split(path.sep).join("/")}`);

/** @param {string} file @param {Set<string>} files */
function importsOf(file, files) {
  const source = readFileSync(path.join(root, file), "utf8");
  return [...source.matchAll(/(?:\bfrom|^import|\bimport\()\s*"(\.[^"]+)"/gm)].flatMap(([, specifier = ""]) => {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return [`${target}.ts`, `${target}.tsx`].filter((each) => files.has(each));
  });
}

/** Folders that reach each other. @param {Map<string, Set<string>>} graph */
function cyclesOf(graph) {
  /** @param {string} start */
  const reachable = (start) => {
    const reachableFolders = new Set();
    const next = [...(graph.get(start) ?? [])];
    for (let each = next.pop(); each !== undefined; each = next.pop()) {
      if (!reachableFolders.has(each)) next.push(...(graph.get(each) ?? []));
      reachableFolders.add(each);
    }
    return reachableFolders;
  };
  const reached = new Map([...graph.keys()].map((folder) => [folder, reachable(folder)]));
  /** @type {Set<string>} */
  const done = new Set();
  return [...reached].flatMap(([folder, others]) => {
    if (done.has(folder) || !others.has(folder)) return [];
    const cycle = [...others].filter((other) => reached.get(other)?.has(folder));
    for (const each of cycle) done.add(each);
    return [cycle];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const cycle of findFolderCycles()) console.log(cycle);
}
