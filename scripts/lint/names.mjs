import { ruleFor } from "./rule.mjs";

/** Names that need the sentence around them: the reader has to look up what was known, shown or asked. */
const VAGUE_NAMES = new Set(["known", "shown", "more", "made", "wanted", "named", "kept", "gone", "asked", "held"]);

/**
 * Names of variables, parameters and SQL statements. Fields that come from elsewhere keep their names: a destructured `{ shown }` isn't
 * checked.
 */
export const noVagueNames = ruleFor(/^(client|server|shared|workers)\//, (context) => {
  const check = (/** @type {any} */ node) => {
    if (node?.type !== "Identifier" || !VAGUE_NAMES.has(node.name)) return;
    const message = `"${node.name}" doesn't say what it is. Name the thing and its kind, as in existingIds, visibleRows or requestedTotal; a boolean gets a predicate, as in isVisible.`;
    context.report({ node, message });
  };
  const checkParameters = (/** @type {any} */ node) => {
    for (const parameter of node.params) check(parameter.type === "AssignmentPattern" ? parameter.left : parameter);
  };
  return {
    VariableDeclarator({ id, init }) {
      for (const each of id.type === "ArrayPattern" ? id.elements : [id]) check(each);
      const isStatement = init?.type === "CallExpression" && init.callee.name === "sql";
      if (!isStatement || id.type !== "Identifier" || !/^[a-z]+$/.test(id.name)) return;
      const message = `The statement "${id.name}" says nothing where it is run. Name it by verb and object, as in selectPersonFiles or lockRequest.`;
      context.report({ node: id, message });
    },
    ArrowFunctionExpression: checkParameters,
    FunctionDeclaration: checkParameters,
    FunctionExpression: checkParameters,
  };
});
