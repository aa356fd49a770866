import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Finds all locks in the code, by their SQL keywords: statements that let the second of two transactions wait for the first, or return
 * the first one's row. New locks therefore can't be overlooked.
 *
 * @typedef {"row" | "advisory" | "conflict"} Kind
 * @typedef {{ id: string, file: string, line: number, kind: Kind, from: number, to: number, text: string }} Lock
 */

/** @type {[Kind, RegExp][]} */
const shapes = [
  ["row", /\bFOR (?:NO KEY UPDATE|KEY SHARE|UPDATE|SHARE)\b(?: OF \w+(?:, \w+)*)?(?: SKIP LOCKED| NOWAIT)?/g],
  ["row", /\bLOCK TABLE\b|\bsetLock\(|\bpessimistic_\w+/g],
  ["advisory", /\bpg_(?:try_)?advisory(?:_xact)?_lock(?:_shared)?\(/g],
  [
    "conflict",
    /\bON CONFLICT\b(?:[^`"](?!RETURNING\b|ORDER BY\b))*?DO (?:NOTHING|UPDATE\b(?:(?!\bRETURNING\b|\n {3}\)|\n {3}FROM )[^`"])*)/g,
  ],
];

export function locksIn(/** @type {string} */ file, /** @type {string} */ source) {
  const code = withoutComments(source);
  const owners = [...code.matchAll(/^(?:export )?(?:async )?(?:const|function|class) (\w+)/gm)];
  /** @type {Map<string, number>} */
  const lockCountByOwner = new Map();
  const found = shapes
    .flatMap(([kind, shape]) => [...code.matchAll(shape)].map((match) => ({ kind, from: match.index, text: match[0] })))
    .sort((a, b) => a.from - b.from);
  return found.map(({ kind, from, text }) => {
    const owner = owners.filter((each) => each.index <= from).at(-1)?.[1] ?? "top";
    const nth = (lockCountByOwner.get(owner) ?? 0) + 1;
    lockCountByOwner.set(owner, nth);
    const id = `${file}#${owner}${nth > 1 ? `.${nth}` : ""}`;
    return { id, file, line: code.slice(0, from).split("\n").length, kind, from, to: from + text.length, text };
  });
}

/**
 * Returns the source without this lock.
 * @param {string} source
 * @param {Lock} lock
 */
export function removeLock(source, lock) {
  const instead = lock.kind === "advisory" ? "pg_typeof(" : "";
  return source.slice(0, lock.from) + instead + source.slice(lock.to);
}

/**
 * All locks in the code of the server and the workers. tests/platform/locks.test.ts covers locks in database triggers.
 * @param {string} root
 */
export function allLocks(root) {
  return ["server", "workers"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .flatMap((file) => locksIn(file, readFileSync(path.join(root, file), "utf8")));
}

/** Replaces comments with blanks, as they mention locks too; offsets stay the same. */
function withoutComments(/** @type {string} */ source) {
  return source.replace(/^\s*(?:\/\/|\/?\*).*$|\/\/ .*$/gm, (comment) => comment.replace(/\S/g, " "));
}
