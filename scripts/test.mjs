import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { installWhatIsMissing } from "./install.mjs";
import { programs, root, runNode } from "./processes.mjs";

/**
 * Every check there is, one after the other: `npm test`. Or some of them: `npm test -- unit database`.
 * The last line is `N passed, N failed`; the exit code isn't zero if anything failed or nothing ran.
 */

/** @typedef {{ passed: number, failed: number }} Count */

const reports = path.join(root, ".build", "reports");

/** @type {Record<string, () => Promise<Count>>} */
const parts = {
  types: () => one(runNode(programs.tsc)),
  lint: () => one(runNode("scripts/lint/run.mjs")),
  format: () => one(runNode(programs.biome, ["format", "."])),
  unit: () => jest("unit"),
  database: () => jest("database"),
  browser,
  chaos,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(", ")}. Known are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

await installWhatIsMissing();
mkdirSync(reports, { recursive: true });
const rows = [];
for (const [name, runPart] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (name === "chaos" && !existsSync(path.join(root, "tests", "chaos", "main.ts"))) continue;
  console.log(`\n── ${name} ${"─".repeat(70 - name.length)}`);
  const begun = Date.now();
  const count = await runPart();
  rows.push({ name, ...count, seconds: Math.round((Date.now() - begun) / 100) / 10 });
}

console.log("");
for (const { name, passed, failed, seconds } of rows) {
  console.log(`${failed > 0 ? "✗" : "✓"} ${name.padEnd(9)} ${passed} passed, ${failed} failed (${seconds} s)`);
}
const passed = rows.reduce((sum, row) => sum + row.passed, 0);
const failed = rows.reduce((sum, row) => sum + row.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** @param {Promise<number>} exitCode */
async function one(exitCode) {
  const ok = (await exitCode) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** @param {string} project */
async function jest(project) {
  const report = freshReport(project);
  const args = [`--selectProjects=${project}`, "--json", `--outputFile=${report}`, "--passWithNoTests"];
  const code = await runNode(programs.jest, args);
  const result = readReport(report);
  if (!result) return { passed: 0, failed: 1 };
  // A file that can't even be loaded has no tests to count, and is a failure all the same.
  const broken = result.numRuntimeErrorTestSuites;
  return atLeastOneFailure({ passed: result.numPassedTests, failed: result.numFailedTests + broken }, code);
}

async function browser() {
  const report = freshReport("browser");
  const code = await runNode(programs.playwright, ["test"], { env: { ...process.env, E2E_REPORT: report } });
  const stats = readReport(report)?.stats;
  if (!stats) return { passed: 0, failed: 1 };
  // Flaky is failed here: what passes the second time only, fails some day.
  return atLeastOneFailure({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, code);
}

function chaos() {
  return one(runNode(programs.tsx, ["tests/chaos/main.ts", "--short"]));
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
