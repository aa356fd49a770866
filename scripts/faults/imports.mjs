import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../processes.mjs";

/** Files by what they import of ours: each file's importers. What is imported as a type only runs nowhere. */
export function importers() {
  const args = ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file && existsSync(path.join(root, file)));
  const known = new Set(files);
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), "utf8").replace(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, name = ""] of text.matchAll(/(?:from |import |import\(|require\()\s*"(\.[^"]*)"/g)) {
      const imported = resolved(path.posix.join(path.posix.dirname(file), name), known);
      if (imported) found.set(imported, (found.get(imported) ?? new Set()).add(file));
    }
  }
  return found;
}

const resolved = (/** @type {string} */ name, /** @type {Set<string>} */ known) =>
  [name, `${name}.ts`, `${name}.tsx`, `${name}/index.ts`].find((each) => known.has(each));

/**
 * How many imports away from a file each of those is that load it, the file itself not among them.
 * @param {string} file
 * @param {Map<string, Set<string>>} from
 */
export function loadedBy(file, from) {
  /** @type {Map<string, number>} */
  const steps = new Map([[file, 0]]);
  for (const [each, step] of steps)
    for (const importer of from.get(each) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  steps.delete(file);
  return steps;
}
