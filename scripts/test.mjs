import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installWhatIsMissing } from "./install.mjs";
import { programs, root, runNode, typeAware } from "./processes.mjs";

/**
 * What one runs after every change: `npm test`. Or some of it: `npm test -- unit database`. `--full` leaves nothing out, as
 * `.ci/run` has it before anything lands; `--all` repeats it in other languages and many times, each night (tests/README.md names
 * what waits for which): `npm test -- --full`, `npm test -- --all browser`.
 * The last line is `N passed, N failed, N skipped`; the exit code isn't zero if anything failed, or nothing ran. Skipped is
 * what needs a Redis where there is none; with CI set it fails instead.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const reports = path.join(root, ".build", "reports");

/**
 * As `npm run types`: several checkers at once each learn all types for themselves, which costs memory and, on two cores, time. After a
 * change only what it can reach is checked again; before landing, all.
 */
const typesArgs = () => [
  "--checkers",
  "1",
  ...(full ? [] : ["--incremental", "--tsBuildInfoFile", path.join(root, ".build", "types.tsbuildinfo")]),
];

/** The chaos run's scaled half doesn't run without Redis, and says so by this exit code. */
const halfSkipped = 75;

/** Of what others don't wait for: it has what they leave, a ninth of two cores while they wait for the database. */
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
 * What runs beside others, and what it says comes after them: chaos mostly waits for what it has killed, and has the
 * time until browsers are started; types and lint have what tests leave of the processor.
 * @type {Record<string, readonly string[]>}
 */
const beside = {
  chaos: ["types", "lint", "format", "unit", "database"],
  types: ["lint", "unit", "database"],
  lint: ["unit", "database"],
};

/** Not after every change, unless it is named. */
const onlyInFull = ["chaos"];

const given = process.argv.slice(2);
const sizes = ["--full", "--all"];
const wanted = given.filter((name) => !sizes.includes(name));
const everything = given.includes("--all");
const full = everything || given.includes("--full");
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(", ")}. Known are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}
// Read by tests/everything.ts, in whatever process the tests run.
if (everything) process.env.TEST_ALL = "1";
if (full) process.env.TEST_FULL = "1";
// Read by the configurations of Jest and Playwright, which run alone whatever they are asked for.
else process.env.TEST_QUICK = "1";

await installWhatIsMissing();
// Once: parts that run beside each other would write the same programs, and start what is half written.
if ((await runNode("scripts/build.mjs", ["--stale", "node"])) !== 0) process.exit(1);
mkdirSync(reports, { recursive: true });
/** @type {(Count & { name: string, seconds: number })[]} */
const rows = [];
const names = Object.keys(parts).filter((name) =>
  wanted.length > 0 ? wanted.includes(name) : full || !onlyInFull.includes(name),
);
const inTurn = names.filter((name) => !beside[name]?.some((other) => names.includes(other)));
const running = names.filter((name) => !inTurn.includes(name)).map((name) => ({ name, tell: runBeside(name) }));
for (const name of inTurn) {
  await runAlone(name);
  // Whoever has had all there is to run beside isn't to be in the way of what comes next.
  for (const { name: other, tell } of running) if (isLastBeside(other, name)) (await tell)();
}

console.log("");
const words = (/** @type {Count} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
for (const { name, seconds, ...count } of rows.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))) {
  console.log(`${count.failed > 0 ? "✗" : "✓"} ${name.padEnd(9)} ${words(count)} (${seconds} s)`);
}
const sumOf = (/** @type {keyof Count} */ key) => rows.reduce((sum, row) => sum + row[key], 0);
const [passed, failed] = [sumOf("passed"), sumOf("failed")];
console.log(`\n${words({ passed, failed, skipped: sumOf("skipped") })}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {string} other
 */
function isLastBeside(name, other) {
  return beside[name]?.filter((each) => inTurn.includes(each)).at(-1) === other;
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
 * Runs a part whose words wait until there is room for them.
 * @param {string} name
 * @returns {Promise<() => void>} what prints them
 */
async function runBeside(name) {
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
  // A file that can't even be loaded has no tests to count, and is a failure all the same.
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
  // Flaky is failed here: what passes the second time only, fails some day.
  const failed = stats.unexpected + stats.flaky;
  return atLeastOneFailure({ passed: stats.expected, failed, skipped: stats.skipped }, code);
}

/** @param {import("node:child_process").StdioOptions} stdio */
async function chaos(stdio) {
  const code = await runNode(programs.tsx, ["tests/chaos/main.ts", "--short"], { stdio });
  return code === halfSkipped ? { passed: 1, failed: 0, skipped: 1 } : one(Promise.resolve(code));
}

/**
 * A run that broke down before or after its tests has failed, whatever it counted.
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
