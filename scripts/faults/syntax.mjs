import { readdirSync } from "node:fs";
import path from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { root } from "../processes.mjs";

/** @typedef {import("typescript/unstable/ast").Node} Node */
/** @typedef {import("typescript/unstable/ast").SourceFile} SourceFile */

/** What the product decides with: no screens, styles, texts, tables of columns, demo data, nor what only starts it. */
export function isTried(/** @type {string} */ file) {
  if (!/^(?:server|workers|shared|client)\/.*(?<!\.test|\.test-helper|\.d|\.entity|\.steps)\.ts$/.test(file))
    return false;
  if (/^server\/demo\/|\/locales\/|\/(?:main|index)\.ts$|\/event-kinds\.ts$/.test(file)) return false;
  return !/^client\/(?:.*\/)?use[A-Z][^/]*$|^client\/.*\.(?:icons|styles|messages)\.ts$/.test(file);
}

/** Every such file with its syntax tree, as TypeScript itself reads them. */
export function sources() {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProject: path.join(root, "tsconfig.json") }).getProjects();
  return files().flatMap((file) => {
    const tree = project?.program.getSourceFile(path.join(root, file));
    // What draws with React is a screen: the stories in a browser ask it.
    const isScreen = file.startsWith("client/") && /from "(?:react|@xstate\/react)"/.test(tree?.text ?? "");
    return tree && !isScreen ? [{ file, tree }] : [];
  });
}

function files() {
  return ["server", "workers", "shared", "client"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .map((name) => name.split(path.sep).join("/"))
    .filter(isTried)
    .sort();
}

/** Calls with each node but those of types, the outer before the inner. */
export function eachNode(/** @type {Node} */ node, /** @type {(node: Node) => void} */ visit) {
  if (isType(node)) return;
  visit(node);
  node.forEachChild((child) => eachNode(child, visit));
}

function isType(/** @type {Node} */ { kind }) {
  return (
    (kind >= SyntaxKind.FirstTypeNode && kind <= SyntaxKind.LastTypeNode) ||
    [SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration, SyntaxKind.ImportDeclaration].includes(kind)
  );
}

/** The line of a place, from 1. */
export const lineOf = (/** @type {string} */ text, /** @type {number} */ at) => text.slice(0, at).split("\n").length;

/** The names that a statement on the top of a file gives; what is told of inside of it has the first of them. */
export function namesOf(/** @type {Node} */ statement) {
  /** @type {string[]} */
  const names = [];
  const own = /** @type {{ name?: Node }} */ (/** @type {unknown} */ (statement)).name;
  if (own?.kind === SyntaxKind.Identifier) names.push(own.getText());
  if (statement.kind !== SyntaxKind.VariableStatement) return names;
  eachNode(statement, (node) => {
    const { name } = /** @type {{ name?: Node }} */ (/** @type {unknown} */ (node));
    if (node.kind === SyntaxKind.VariableDeclaration && node.parent?.parent === statement && name)
      for (const [word] of name.getText().matchAll(/\w+/g)) names.push(word);
  });
  return names;
}

/** Gives each found thing of a file a name that outlives a change of lines: its declaration's, its kind, its number. */
export function namer(/** @type {string} */ file, /** @type {SourceFile} */ tree) {
  const owners = tree.statements.map((each) => ({ to: each.end, name: namesOf(each)[0] ?? "top" }));
  /** @type {Map<string, number>} */
  const seen = new Map();
  return (/** @type {string} */ kind, /** @type {number} */ at) => {
    const name = `${file}#${owners.find(({ to }) => at < to)?.name ?? "top"}:${kind}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth > 1 ? `${name}.${nth}` : name;
  };
}
