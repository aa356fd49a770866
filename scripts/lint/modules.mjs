import { ruleFor } from "./rule.mjs";

const OWN = /^(client|server|workers|shared|migrations|tests|scripts)\//;

/** Lists of features are one line per feature: an import and an entry in a list would be two. */
export const noBarrel = ruleFor(
  /^(client|server|workers|shared|migrations|tests|scripts)\/(?!(app\/)?(features|access|child)\.list)/,
  (context) => {
    const check = (/** @type {any} */ node) => {
      if (!node.source) return;
      const message =
        "This passes on what another file exports: two addresses for one thing, and imports that load more than they need. Import it from where it is written.";
      context.report({ node, message });
    };
    return { ExportAllDeclaration: check, ExportNamedDeclaration: check };
  },
);

export const noGenericFileNames = ruleFor(
  /(^|\/)(index|utils?|helpers?|types|constants|common|misc)\.[cm]?[jt]sx?$/,
  (context, file) => ({
    Program(node) {
      const message = `"${file}" says nothing about what is in it, so anything ends up there. Name the file after its noun and role, as in tasks.rules.ts.`;
      context.report({ node, message });
    },
  }),
);

export const noDefaultExport = ruleFor(OWN, (context) => ({
  ExportDefaultDeclaration(node) {
    const message =
      "A default export has another name in every file that imports it, and can't be searched for. Export it by its name.";
    context.report({ node, message });
  },
}));

export const noEnvironmentAccess = ruleFor(
  /^(client|server|workers|shared|migrations)\/(?!.*\.test\.tsx?$)/,
  (context, file) => ({
    MemberExpression(node) {
      const isEnvironment =
        node.object.type === "Identifier" && node.object.name === "process" && node.property.name === "env";
      if (!isEnvironment || file === "server/config.ts") return;
      const message =
        "Only server/config.ts reads the environment: there a variable is checked at the start and described. Add it there, and pass the value on.";
      context.report({ node, message });
    },
  }),
);

const SCALARS = new Set(["string", "number", "boolean", "bool", "date"]);

export const noYupScalars = ruleFor(/^(client|server|shared|workers)\/(?!.*\.test\.tsx?$)/, (context, file) => ({
  ImportDeclaration(node) {
    if (node.source.value !== "yup" || node.importKind === "type" || file === "shared/kernel/schemas.ts") return;
    for (const each of node.specifiers) {
      const isNamedImport = each.type === "ImportSpecifier";
      if (isNamedImport && (each.importKind === "type" || !SCALARS.has(each.imported.name))) continue;
      const message =
        "Yup's own scalars ask a value for its text, and throw at what comes from outside ({toString: ''}): a 500 where a 422 belongs. Import string, number and boolean from shared/kernel/schemas.ts, or a field from shared/kernel/fields.ts.";
      context.report({ node: each, message });
    }
  },
}));

const TEST_CALLS = new Set(["test", "it", "describe"]);

export const noSkippedTests = ruleFor(/\.(test|spec)\.tsx?$/, (context) => ({
  MemberExpression(node) {
    const name = node.property.name;
    if (!["only", "skip", "fixme", "todo", "failing"].includes(name) || !TEST_CALLS.has(rootName(node.object))) return;
    const message = `".${name}" lets tests pass unseen. Remove it; a test that can't run here says so by itself (see describeWithRedis in tests/support/redis.ts).`;
    context.report({ node, message });
  },
  CallExpression(node) {
    if (!/^([fx](it|test|describe))$/.test(node.callee.name ?? "")) return;
    context.report({
      node,
      message: `"${node.callee.name}" lets tests pass unseen. Write it without its first letter.`,
    });
  },
}));

export const noFallbackInExpect = ruleFor(/^tests\/|\.(test|spec)\.tsx?$/, (context) => ({
  CallExpression(node) {
    const value = node.arguments[0];
    if (node.callee.name !== "expect" || value?.type !== "LogicalExpression" || value.operator !== "??") return;
    const message =
      '"expect(a ?? b)" is true of b where there is no a, so that what is missing passes. Expect of a what it should be.';
    context.report({ node, message });
  },
}));

/** Modules that implement calendar days and elapsed time for all others. */
const DAY_MODULES = /^shared\/kernel\/(day-number|days|elapsed-time|local-span|wall-clock)\.ts$/;
const DAY_LENGTHS = new Set([86_400, 86_400_000]);

export const noDayLengths = ruleFor(/^(client|server|shared|workers)\/(?!.*\.test\.tsx?$)/, (context, file) => {
  if (DAY_MODULES.test(file)) return {};
  const report = (/** @type {any} */ node) => {
    const message =
      "Calendar days have 23 to 25 hours when the clock changes. Count days with addDays and dayNumber, and times of people with addDaysAtLocalTime, moveSpanByDays and spanAtLocalTime (shared/kernel/local-span.ts). For lifetimes of data use elapsedDayMs (shared/kernel/elapsed-time.ts).";
    context.report({ node, message });
  };
  return {
    Literal(node) {
      if (DAY_LENGTHS.has(node.value)) report(node);
    },
    BinaryExpression(node) {
      if (node.operator !== "*" || node.parent?.operator === "*") return;
      const factors = factorsOf(node);
      const product = factors.reduce((all, each) => all * (each.type === "Literal" ? Number(each.value) : 1), 1);
      const hours = factors.some((each) => each.type === "Identifier" && /^hours?(Ms|Seconds)?$/i.test(each.name));
      if (factors.some(({ value }) => DAY_LENGTHS.has(value))) return;
      if (hours ? product >= 24 && product % 24 === 0 : product >= 86_400 && product % 86_400 === 0) report(node);
    },
  };
});

/** @returns {any[]} the factors of a product */
function factorsOf(/** @type {any} */ node) {
  if (node.type !== "BinaryExpression" || node.operator !== "*") return [node];
  return [...factorsOf(node.left), ...factorsOf(node.right)];
}

/** @returns {string} the leftmost name of a member expression, for example `test` for `test.describe.only` */
function rootName(/** @type {any} */ node) {
  return node.type === "MemberExpression" ? rootName(node.object) : (node.name ?? "");
}
