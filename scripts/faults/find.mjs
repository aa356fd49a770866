import { SyntaxKind } from "typescript/unstable/ast";
import { locksIn } from "../locks/find.mjs";
import { eachNode, lineOf, namer } from "./syntax.mjs";
import { inSql } from "./sql.mjs";

/**
 * A change that a person makes by mistake: between `from` and `to` stands `after` instead.
 * @typedef {{ id: string, kind: string, file: string, line: number, from: number, to: number, after: string }} Fault
 * @typedef {{ kind: string, from: number, to: number, after: string }} Change
 * @typedef {import("./syntax.mjs").Node} Node
 */

/** How often each kind is drawn, for a hundred; one that a feature hasn't got leaves its turn to the others. */
export const weights = {
  guard: 14,
  comparison: 14,
  where: 14,
  line: 11,
  condition: 9,
  logic: 8,
  constant: 8,
  list: 5,
  default: 5,
  event: 5,
  lock: 4,
  catch: 3,
};

const turned = new Map([
  [SyntaxKind.LessThanToken, ["<=", ">="]],
  [SyntaxKind.LessThanEqualsToken, ["<", ">"]],
  [SyntaxKind.GreaterThanToken, [">=", "<="]],
  [SyntaxKind.GreaterThanEqualsToken, [">", "<"]],
  [SyntaxKind.EqualsEqualsEqualsToken, ["!=="]],
  [SyntaxKind.ExclamationEqualsEqualsToken, ["==="]],
]);
const joined = new Map([
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
]);
const conditional = [SyntaxKind.IfStatement, SyntaxKind.ConditionalExpression, SyntaxKind.WhileStatement];
const texts = [SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateExpression];
const telling = /(?:^|\.)(?:\w*(?:append|emit|notif|publish|tell|broadcast|raise|deliver|mail)\w*)\($/i;
const logging = /(?:^|\.)(?:log|console)\./;

/** Every fault that can be put into a file, in its order. */
export function faultsIn(/** @type {string} */ file, /** @type {import("./syntax.mjs").SourceFile} */ tree) {
  const text = tree.text;
  /** @type {Change[]} */
  const found = locksIn(file, text).map(({ from, to, kind }) => ({
    kind: "lock",
    from,
    to,
    after: kind === "advisory" ? "pg_typeof(" : "",
  }));
  eachNode(tree, (node) => {
    found.push(...changesOf(node, text));
  });
  const name = namer(file, tree);
  return found
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((change) => ({ id: name(change.kind, change.from), file, line: lineOf(text, change.from), ...change }));
}

/** @returns {Change[]} */
function changesOf(/** @type {Node} */ given, /** @type {string} */ text) {
  // The kinds of nodes have no common type: what a kind has is looked at, where its kind says that it is there.
  const node = /** @type {Node & Record<string, any>} */ (given);
  const at = (/** @type {Node} */ each) => ({ from: each.getStart(), to: each.end });
  /** @type {Change[]} */
  const changes = [];
  const add = (/** @type {string} */ kind, /** @type {Node} */ each, /** @type {string} */ after) =>
    changes.push({ kind, ...at(each), after });

  if (node.kind === SyntaxKind.IfStatement && !node.elseStatement && leaves(node.thenStatement))
    add("guard", node, ";");
  if (conditional.includes(node.kind)) {
    const condition = node.expression ?? node.condition;
    add("condition", condition, negated(condition, text));
  }
  if (node.kind === SyntaxKind.BinaryExpression) {
    for (const sign of turned.get(node.operatorToken.kind) ?? []) add("comparison", node.operatorToken, sign);
    const other = joined.get(node.operatorToken.kind);
    if (other) add("logic", node, `${part(node.left, text)} ${other} ${part(node.right, text)}`);
    if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) {
      const instead = anotherValue(node.right, text);
      if (instead) add("default", node.right, instead);
    }
  }
  if ([SyntaxKind.Parameter, SyntaxKind.BindingElement].includes(node.kind) && node.initializer) {
    const instead = anotherValue(node.initializer, text);
    if (instead) add("default", node.initializer, instead);
  } else {
    const instead = isPlainValue(node) ? anotherValue(node, text) : "";
    if (instead) add("constant", node, instead);
  }
  if (node.kind === SyntaxKind.ExpressionStatement) changes.push(...ofStatement(node, text));
  if (node.kind === SyntaxKind.CatchClause && node.block.statements.length > 0) add("catch", node.block, "{}");
  if (node.kind === SyntaxKind.TryStatement && node.finallyBlock?.statements.length > 0)
    add("catch", node.finallyBlock, "{}");
  if (node.kind === SyntaxKind.CallExpression) changes.push(...ofCall(node, text));
  if (texts.includes(node.kind)) changes.push(...inSql(text, node.getStart(), node.end));
  return changes;
}

/** @returns {Change[]} A line that isn't there. That a promise is waited for is for lint to see. */
function ofStatement(/** @type {Node & Record<string, any>} */ node, /** @type {string} */ text) {
  const [from, to] = [node.getStart(), node.end];
  const source = text.slice(from, to);
  if (/^super\(|^"use/.test(source) || logging.test(source.slice(0, source.indexOf("(")))) return [];
  const called = source.slice(0, source.indexOf("(") + 1).replace(/^(?:await|void|return) /, "");
  const kind = telling.test(called) ? "event" : "line";
  return [{ kind, from, to, after: ";" }];
}

const others = new Map(Object.entries({ some: "every", every: "some", max: "min", min: "max" }));

/** @returns {Change[]} Lists that are cut, ordered and asked otherwise; what is done with an error. */
function ofCall(/** @type {Node & Record<string, any>} */ node, /** @type {string} */ text) {
  const callee = node.expression;
  if (callee.kind !== SyntaxKind.PropertyAccessExpression) return [];
  const name = callee.name.getText();
  const [from, to] = [callee.expression.end, node.end];
  if (name === "filter" || name === "sort" || name === "toSorted" || name === "reverse")
    return [{ kind: "list", from, to, after: name === "filter" ? ".slice()" : "" }];
  if (name === "catch") {
    const swallows = /^\.catch\(\(\) => (?:\{\}|undefined)\)$/.test(text.slice(from, to));
    return [{ kind: "catch", from, to, after: swallows ? "" : ".catch(() => {})" }];
  }
  const other = others.get(name);
  if (!other) return [];
  return [{ kind: "list", from: callee.name.getStart(), to: callee.name.end, after: other }];
}

/** Whether a branch ends the function or the turn. */
function leaves(/** @type {Node & Record<string, any>} */ node) {
  const last = node.kind === SyntaxKind.Block ? node.statements.at(-1) : node;
  return [SyntaxKind.ThrowStatement, SyntaxKind.ReturnStatement, SyntaxKind.ContinueStatement].includes(last?.kind);
}

function negated(/** @type {Node & Record<string, any>} */ node, /** @type {string} */ text) {
  const source = text.slice(node.getStart(), node.end);
  const isNot = node.kind === SyntaxKind.PrefixUnaryExpression && source.startsWith("!");
  return isNot ? source.slice(1) : `!(${source})`;
}

const part = (/** @type {Node} */ node, /** @type {string} */ text) => `(${text.slice(node.getStart(), node.end)})`;

/** A number or a yes or no that is used, not one that is only a name of something. */
function isPlainValue(/** @type {Node & Record<string, any>} */ node) {
  const kinds = [SyntaxKind.NumericLiteral, SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword];
  if (!kinds.includes(node.kind)) return false;
  const parent = /** @type {Node & Record<string, any>} */ (node.parent);
  if (parent.kind === SyntaxKind.LiteralType || parent.kind === SyntaxKind.ElementAccessExpression) return false;
  // Those of a default are faults of that kind.
  const isDefault =
    ([SyntaxKind.Parameter, SyntaxKind.BindingElement].includes(parent.kind) && parent.initializer === node) ||
    (parent.kind === SyntaxKind.BinaryExpression &&
      parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken &&
      parent.right === node);
  return !isDefault;
}

function anotherValue(/** @type {Node} */ node, /** @type {string} */ text) {
  const source = text.slice(node.getStart(), node.end);
  if (node.kind === SyntaxKind.TrueKeyword) return "false";
  if (node.kind === SyntaxKind.FalseKeyword) return "true";
  if (node.kind === SyntaxKind.NumericLiteral) return source === "0" ? "1" : `(${source} + 1)`;
  if (node.kind === SyntaxKind.StringLiteral && source.length === 2) return '"other"';
  return "";
}
