import { readdirSync } from "node:fs";
import path from "node:path";

/** Checks that nobody has to look through long folders. */

const AREAS = ["client", "server", "shared", "workers", "tests", "scripts"];
const MOST = 40;

/**
 * @param {string} root the project's folder
 * @returns {string[]} one line per finding
 */
export function checkFolders(root) {
  const files = AREAS.flatMap((area) =>
    readdirSync(path.join(root, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
  );
  return crowded(files);
}

/**
 * @param {readonly string[]} files paths from the project's folder
 * @returns {string[]} one line per folder that holds too many of them
 */
export function crowded(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST)
    .map(
      ([folder, count]) =>
        `${folder}  ${count} files: what one looks for is lost among them. Give parts that belong together a folder of their own (at most ${MOST} files).`,
    );
}
