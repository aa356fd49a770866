import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Every lock of the code: what makes the second of two wait for the first, or end up with the first one's row. Found by
 * its words in the SQL, so that none can be added unseen.
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

/** The locks of one file, in their order. */
export function locksIn(/** @type {string} */ file, /** @type {string} */ source) {
  const code = withoutComments(source);
  const owners = [...code.matchAll(/^(?:export )?(?:async )?(?:const|function|class) (\w+)/gm)];
  /** @type {Map<string, number>} */
  const seen = new Map();
  const found = shapes
    .flatMap(([kind, shape]) => [...code.matchAll(shape)].map((match) => ({ kind, from: match.index, text: match[0] })))
    .sort((a, b) => a.from - b.from);
  return found.map(({ kind, from, text }) => {
    const owner = owners.filter((each) => each.index <= from).at(-1)?.[1] ?? "top";
    const nth = (seen.get(owner) ?? 0) + 1;
    seen.set(owner, nth);
    const id = `${file}#${owner}${nth > 1 ? `.${nth}` : ""}`;
    return { id, file, line: code.slice(0, from).split("\n").length, kind, from, to: from + text.length, text };
  });
}

/**
 * The source as if the lock had been forgotten.
 * @param {string} source
 * @param {Lock} lock
 */
export function withoutLock(source, lock) {
  const instead = lock.kind === "advisory" ? "pg_typeof(" : "";
  return source.slice(0, lock.from) + instead + source.slice(lock.to);
}

/**
 * All of the server's and the workers' locks. Those of triggers are in the database: see tests/platform/locks.test.ts.
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

/** Comments speak of locks as well. They become blanks, so that places stay what they are. */
function withoutComments(/** @type {string} */ source) {
  return source.replace(/^\s*(?:\/\/|\/?\*).*$|\/\/ .*$/gm, (comment) => comment.replace(/\S/g, " "));
}
