import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Every guard of the code: each `throw`, and each condition of an `if`. Found by their words, so that none can be added
 * unseen.
 *
 * @typedef {{ id: string, file: string, line: number, kind: "throw" | "if", from: number, to: number, text: string }} Guard
 */

/** The guards of one file, in their order. Their names are those of the functions around them, not of lines. */
export function guardsIn(/** @type {string} */ file, /** @type {string} */ source) {
  const code = withoutComments(source);
  const owners = [...code.matchAll(/^(?:export )?(?:default )?(?:async )?(?:const|function|class) (\w+)/gm)];
  /** @type {Map<string, number>} */
  const seen = new Map();
  return [...code.matchAll(/\b(throw) (?=[\w(])|\bif \(/g)].map((match) => {
    const kind = match[1] === "throw" ? /** @type {const} */ ("throw") : /** @type {const} */ ("if");
    const from = match.index + match[0].length;
    const to = kind === "if" ? closing(code, from) : from;
    const owner = owners.filter((each) => each.index <= from).at(-1)?.[1] ?? "top";
    const name = `${file}#${owner}:${kind}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const line = code.slice(0, from).split("\n").length;
    const id = nth > 1 ? `${name}.${nth}` : name;
    return { id, file, line, kind, from, to, text: (source.split("\n")[line - 1] ?? "").trim() };
  });
}

/** The source, telling `seen(id, value)` of each guard that is come to. Types aren't checked in it. */
export function counted(/** @type {string} */ file, /** @type {string} */ source, /** @type {string} */ seen) {
  let result = source;
  for (const { id, kind, from, to } of guardsIn(file, source).reverse()) {
    const call = `require(${JSON.stringify(seen)})(${JSON.stringify(id)}`;
    result =
      kind === "throw"
        ? `${result.slice(0, from)}${call}), ${result.slice(from)}`
        : `${result.slice(0, from)}${call}, !!(${result.slice(from, to)}))${result.slice(to)}`;
  }
  return result;
}

/** Those of the server, the workers, and of what they share with the client. */
export function allGuards(/** @type {string} */ root) {
  return filesOf(root).flatMap((file) => guardsIn(file, readFileSync(path.join(root, file), "utf8")));
}

/** Contracts and tables included: what has no guard has none. The demo's own data is not the product. */
export function isGuarded(/** @type {string} */ file) {
  return /^(?:server|workers|shared)\/(?!demo\/).*(?<!\.test|\.d)\.ts$/.test(file);
}

function filesOf(/** @type {string} */ root) {
  return ["server", "workers", "shared"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .map((name) => name.split(path.sep).join("/"))
    .filter(isGuarded)
    .sort();
}

/** Where the parenthesis is closed that was opened just before `from`. */
function closing(/** @type {string} */ code, /** @type {number} */ from) {
  let depth = 1;
  for (const match of code
    .slice(from)
    .matchAll(/"(?:[^"\\\n]|\\.)*"|\/(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\/[a-z]*\.test|[()]/g)) {
    if (match[0] === "(") depth += 1;
    if (match[0] === ")") depth -= 1;
    if (depth === 0) return from + match.index;
  }
  throw new Error("A condition has no end");
}

/** Comments speak of throwing as well. They become blanks, so that places stay what they are. */
function withoutComments(/** @type {string} */ source) {
  return source.replace(/^\s*(?:\/\/|\/?\*).*$|\/\/ .*$/gm, (comment) => comment.replace(/\S/g, " "));
}
