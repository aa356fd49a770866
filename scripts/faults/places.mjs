import { SyntaxKind } from "typescript/unstable/ast";
import { eachNode, lineOf, namer, namesOf } from "./syntax.mjs";

/**
 * Where a test can come to: a function, a `throw`, or a file as it is loaded. `from` and `to` are what it reaches over; what is
 * written down stands at `at`, and in an expression it is closed at `to`.
 * @typedef {{ id: string, kind: "file" | "function" | "throw", file: string, line: number, from: number, to: number,
 *   at: number, isExpression: boolean }} Place
 * @typedef {import("./syntax.mjs").Node} Node
 */

/** The places of one file, the outer before the inner. */
export function placesIn(/** @type {string} */ file, /** @type {import("./syntax.mjs").SourceFile} */ tree) {
  const text = tree.text;
  const name = namer(file, tree);
  /** @type {Place[]} */
  const places = [
    { id: `${file}#:file`, kind: "file", file, line: 1, from: 0, to: text.length, at: 0, isExpression: false },
  ];
  eachNode(tree, (given) => {
    const node = /** @type {Node & Record<string, any>} */ (given);
    const from = node.getStart();
    const line = lineOf(text, from);
    if (node.kind === SyntaxKind.ThrowStatement) {
      const at = node.expression.getStart();
      places.push({
        id: name("throw", from),
        kind: "throw",
        file,
        line,
        from,
        to: node.expression.end,
        at,
        isExpression: true,
      });
    }
    if (!isFunction(node) || !node.body) return;
    const isExpression = node.body.kind !== SyntaxKind.Block;
    const at = node.body.getStart() + (isExpression ? 0 : 1);
    places.push({ id: name("function", from), kind: "function", file, line, from, to: node.end, at, isExpression });
  });
  return places;
}

function isFunction(/** @type {Node} */ { kind }) {
  return [
    SyntaxKind.FunctionDeclaration,
    SyntaxKind.FunctionExpression,
    SyntaxKind.ArrowFunction,
    SyntaxKind.MethodDeclaration,
    SyntaxKind.Constructor,
    SyntaxKind.GetAccessor,
    SyntaxKind.SetAccessor,
  ].includes(kind);
}

/** The source, telling `seen(id)` of each place that is come to. Types aren't checked in it, and lines stay what they are. */
export function told(/** @type {string} */ source, /** @type {Place[]} */ places, /** @type {string} */ seen) {
  const parts = places.flatMap(({ id, at, to, isExpression }) => {
    const call = `__seen(${JSON.stringify(id)})`;
    if (!isExpression) return [{ at, text: `${call};` }];
    return [
      { at, text: `(${call}, ` },
      { at: to, text: ")" },
    ];
  });
  // Of those at one place, what closes stands before what opens, and the outer opens first.
  parts.sort((a, b) => a.at - b.at || Number(b.text === ")") - Number(a.text === ")"));
  let result = `const __seen = require(${JSON.stringify(seen)});`;
  let last = 0;
  for (const { at, text } of parts) {
    result += source.slice(last, at) + text;
    last = at;
  }
  return result + source.slice(last);
}

/**
 * The places that a fault is come to by: the function around it, or, if it stands on the top of its file, every function that
 * names what it is part of, by way of other constants as well.
 * @param {{ file: string, from: number }} fault
 * @param {{ file: string, tree: import("./syntax.mjs").SourceFile, places: Place[] }[]} all
 */
export function placesOf(fault, all) {
  const own = all.find(({ file }) => file === fault.file);
  const within = own?.places.filter(
    ({ kind, from, to }) => kind === "function" && from <= fault.from && fault.from < to,
  );
  const inner = within?.at(-1);
  if (inner) return [inner.id];
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {Map<string, { name: string, file: string | null }>} */
  const names = new Map();
  const ask = (/** @type {typeof own} */ within, /** @type {number} */ at) => {
    for (const each of namesAt(within, at)) if (!names.has(keyOf(each))) names.set(keyOf(each), each);
  };
  ask(own, fault.from);
  // What is found on the way is asked for in its turn.
  for (const { name, file } of names.values())
    for (const each of all.filter((one) => file === null || one.file === file))
      for (const { index } of each.tree.text.matchAll(new RegExp(`\\b${name}\\b`, "g"))) {
        const around = each.places
          .filter(({ kind, from, to }) => kind === "function" && from <= index && index < to)
          .at(-1);
        if (around) found.add(around.id);
        else ask(each, index);
      }
  return found.size > 0 ? [...found] : [`${fault.file}#:file`];
}

const keyOf = (/** @type {{ name: string, file: string | null }} */ { name, file }) => `${file} ${name}`;

/** The names of what stands there, and the file that alone knows them where they aren't exported. */
function namesAt(
  /** @type {{ file: string, tree: import("./syntax.mjs").SourceFile } | undefined} */ within,
  /** @type {number} */ at,
) {
  const statement = within?.tree.statements.find((each) => each.pos <= at && at < each.end);
  if (!within || !statement) return [];
  const isExported = /^export\b/.test(within.tree.text.slice(statement.getStart()));
  return namesOf(statement).map((name) => ({ name, file: isExported ? null : within.file }));
}
