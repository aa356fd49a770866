import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installMissingPackages } from "./install.mjs";
import { programs, root, runNode, typeAware } from "./processes.mjs";

/**
 * `npm test` runs the checks required after every change; `npm test -- unit database` runs selected parts. `--full` runs everything, as
 * `.ci/run` does before a merge; `--all` (nightly) also repeats tests many times and in other languages (tests/README.md): `npm test --
 * --full`, `npm test -- --all browser`. The last line is `N passed, N failed, N skipped`; the exit code is non-zero if a test failed or
 * none ran. Tests that need Redis are skipped without it; with CI set they fail.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const reports = path.join(root, ".build", "reports");

/** Uses one checker, as in `npm run types`, because each checker loads all types. The check is incremental unless --full is set. */
const typesArgs = () => [
  "--checkers",
  "1",
  ...(full ? [] : ["--incremental", "--tsBuildInfoFile", path.join(root, ".build", "types.tsbuildinfo")]),
];

/** Exit code of the chaos run if Redis is missing and the half that uses several servers was skipped. */
const halfSkipped = 75;

/** Low priority for parts that run concurrently with others: they use the CPU while the other parts wait for the database. */
const priority = os.constants.priority.PRIORITY_LOW;

/** @type {Record<string, (stdio: import("node:child_process").StdioOptions) => Promise<Count>>} */
const parts = {
  types: (stdio) => one(runNode(programs.tsc, typesArgs(), { ...typeAware, stdio, priority })),
  lint: (stdio) => one(runNode("scripts/lint/run.mjs", [], { stdio, priority })),
  format: () => one(runNode(programs.biome, ["format", "."])),
  unit: () => jest("unit"),
  database: () => jest("database"),
  browser,
  chaos,
};

/**
 * Parts that run in the background of others; their output is printed afterwards. Chaos mostly waits for killed processes and must end
 * before the browsers start; types and lint use the CPU time that tests leave.
 * @type {Record<string, readonly string[]>}
 */
const concurrentWith = {
  chaos: ["types", "lint", "format", "unit", "database"],
  types: ["lint", "unit", "database"],
  lint: ["unit", "database"],
};

const onlyInFull = ["chaos"];

const given = process.argv.slice(2);
const sizes = ["--full", "--all"];
const selectedParts = given.filter((name) => !sizes.includes(name));
const everything = given.includes("--all");
const full = everything || given.includes("--full");
const unknown = selectedParts.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(", ")}. Parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}
// Read by tests/run-size.ts in every test process.
if (everything) process.env.TEST_ALL = "1";
if (full) process.env.TEST_FULL = "1";
// Read by the Jest and Playwright configurations, which otherwise skip no tests.
else process.env.TEST_QUICK = "1";

await installMissingPackages();
// Built once in advance: concurrent parts would write the same programs and start incomplete ones.
if ((await runNode("scripts/build.mjs", ["--stale", "node"])) !== 0) process.exit(1);
mkdirSync(reports, { recursive: true });
/** @type {(Count & { name: string, seconds: number })[]} */
const rows = [];
const names = Object.keys(parts).filter((name) =>
  selectedParts.length > 0 ? selectedParts.includes(name) : full || !onlyInFull.includes(name),
);
const sequential = names.filter((name) => !concurrentWith[name]?.some((other) => names.includes(other)));
const running = names
  .filter((name) => !sequential.includes(name))
  .map((name) => ({ name, tell: runConcurrently(name) }));
for (const name of sequential) {
  await runAlone(name);
  // Waits for concurrent parts that may not overlap with the next part, as they would slow it down.
  for (const { name: other, tell } of running) if (isLastConcurrentWith(other, name)) (await tell)();
}

console.log("");
const summaryOf = (/** @type {Count} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
for (const { name, seconds, ...count } of rows.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))) {
  console.log(`${count.failed > 0 ? "✗" : "✓"} ${name.padEnd(9)} ${summaryOf(count)} (${seconds} s)`);
}
const sumOf = (/** @type {keyof Count} */ key) => rows.reduce((sum, row) => sum + row[key], 0);
const [passed, failed] = [sumOf("passed"), sumOf("failed")];
console.log(`\n${summaryOf({ passed, failed, skipped: sumOf("skipped") })}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {string} other
 */
function isLastConcurrentWith(name, other) {
  return concurrentWith[name]?.filter((each) => sequential.includes(each)).at(-1) === other;
}

/** @param {string} name */
function heading(name) {
  console.log(`\n── ${name} ${"─".repeat(70 - name.length)}`);
}

/** @param {string} name */
async function runAlone(name) {
  heading(name);
  await runPart(name, "inherit");
}

/**
 * Runs a part in the background with its output in a log file.
 * @param {string} name
 * @returns {Promise<() => void>} prints the output
 */
async function runConcurrently(name) {
  const log = path.join(reports, `${name}.log`);
  const file = openSync(log, "w");
  try {
    await runPart(name, ["ignore", file, file]);
  } finally {
    closeSync(file);
  }
  return () => {
    heading(name);
    process.stdout.write(readFileSync(log));
  };
}

/**
 * @param {string} name
 * @param {import("node:child_process").StdioOptions} stdio
 */
async function runPart(name, stdio) {
  const begun = Date.now();
  const count = await parts[name]?.(stdio);
  if (count) rows.push({ name, ...count, seconds: Math.round((Date.now() - begun) / 100) / 10 });
}

/** @param {Promise<number>} exitCode */
async function one(exitCode) {
  const ok = (await exitCode) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** @param {string} project */
async function jest(project) {
  const report = freshReport(project);
  const args = [`--selectProjects=${project}`, "--json", `--outputFile=${report}`];
  const code = await runNode(programs.jest, args);
  const result = readReport(report);
  if (!result) return { passed: 0, failed: 1, skipped: 0 };
  // A file that fails to load has no tests to count, but is a failure.
  const broken = result.numRuntimeErrorTestSuites;
  const failed = result.numFailedTests + broken;
  return atLeastOneFailure({ passed: result.numPassedTests, failed, skipped: result.numPendingTests }, code);
}

async function browser() {
  const report = freshReport("browser");
  const env = { ...process.env, E2E_REPORT: report };
  const code = await runNode(programs.playwright, ["test"], { env });
  const stats = readReport(report)?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  // Flaky tests count as failed: a test that passes only on retry will fail eventually.
  const failed = stats.unexpected + stats.flaky;
  return atLeastOneFailure({ passed: stats.expected, failed, skipped: stats.skipped }, code);
}

/** @param {import("node:child_process").StdioOptions} stdio */
async function chaos(stdio) {
  const code = await runNode(programs.tsx, ["tests/chaos/main.ts", "--short"], { stdio });
  return code === halfSkipped ? { passed: 1, failed: 0, skipped: 1 } : one(Promise.resolve(code));
}

/**
 * A run that crashed outside its tests counts as failed.
 * @param {Count} count
 * @param {number} exitCode
 */
function atLeastOneFailure(count, exitCode) {
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** @param {string} name */
function freshReport(name) {
  const file = path.join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
