import path from "node:path";
import { killedTests } from "../jest.config.mjs";
import { installMissingPackages } from "./install.mjs";
import { programs, root, runNode, typeAware } from "./processes.mjs";
import { runProgram, runTests } from "./run-tests.mjs";
import { afterRetry, failureOutsideTests, isRetried, jestResult, playwrightResult, summary } from "./test-results.mjs";

/**
 * `npm test` runs the checks required after every change, as `.ci/run` does; `npm test -- unit database` runs selected parts. `--full` runs
 * every test once, `-- --full browser` one part of it, before an issue is resolved; `--all` (nightly) also repeats tests many times and in other languages (tests/README.md).
 *
 * Failed Jest files and browser tests run once more, by themselves. Those that pass then are printed as unstable and don't fail the run.
 * The last line is `N passed, N failed, N skipped`; the exit code is non-zero if a test failed or a part ran none. Tests that need Redis
 * are skipped without it; with CI set they fail.
 */

/** @typedef {import("./test-results.mjs").Failure} Failure */
/** @typedef {import("./test-results.mjs").Result} Result */

/** Exit code of the chaos run if Redis is missing and the half that uses several servers was skipped. */
const halfSkipped = 75;

/**
 * Parts that fail soonest run first. A part that gets failures runs only those tests.
 * @type {Record<string, (failures?: readonly Failure[]) => Promise<Result>>}
 */
const parts = {
  format: () => runProgram("format", programs.biome, ["format", "."]),
  lint: () => runProgram("lint", "scripts/lint/run.mjs", ["--format=unix"]),
  types: () => runProgram("types", programs.tsc, typesArgs(), typeAware),
  unit: (failures) => jest("unit", failures),
  database: (failures) => jest("database", failures),
  killed: (failures) => jest("killed", failures),
  chaos,
  browser,
};

const retriedParts = ["unit", "database", "killed", "browser"];
const onlyInFull = ["killed", "chaos"];
/** Programs that run at the same time. */
const checkParts = ["format", "lint", "types"];

const commandArguments = process.argv.slice(2);
const sizes = ["--full", "--all"];
const selectedParts = commandArguments.filter((name) => !sizes.includes(name));
const everything = commandArguments.includes("--all");
const full = everything || commandArguments.includes("--full");
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
if ((await runNode("scripts/build.mjs", ["--stale", "node"])) !== 0) process.exit(1);

/** @type {(Result & { name: string, seconds: number })[]} */
const rows = [];
const names = Object.keys(parts).filter((name) =>
  selectedParts.length > 0 ? selectedParts.includes(name) : full || !onlyInFull.includes(name),
);
// Lint and types each use one core, and print at their end.
const checks = names.filter((name) => checkParts.includes(name));
if (checks.length > 0) printHeading(checks.join(", "));
rows.push(...(await Promise.all(checks.map(runTimed))));
for (const name of names.filter((other) => !checkParts.includes(other))) {
  printHeading(name);
  rows.push(await runTimed(name));
}

/** @param {string} name */
async function runTimed(name) {
  const begun = Date.now();
  const result = await /** @type {() => Promise<Result>} */ (parts[name])();
  return { name, ...result, seconds: Math.round((Date.now() - begun) / 100) / 10 };
}

const retryable = rows.filter(({ name }) => retriedParts.includes(name));
if (isRetried(retryable)) {
  for (const row of retryable) {
    if (row.failures.length === 0) continue;
    printHeading(`${row.name}, failed tests again`);
    const again = await parts[row.name]?.(row.failures);
    if (again) Object.assign(row, afterRetry(row, again));
  }
}
console.log(summary(rows));
process.exitCode = rows.some(({ failures }) => failures.length > 0) || rows.length === 0 ? 1 : 0;

/** @param {string} name */
function printHeading(name) {
  console.log(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}`);
}

/** Uses one checker, as in `npm run types`, because each checker loads all types. The check is incremental unless --full is set. */
function typesArgs() {
  const incremental = ["--incremental", "--tsBuildInfoFile", path.join(root, ".build", "types.tsbuildinfo")];
  return ["--checkers", "1", ...(full ? [] : incremental)];
}

/**
 * @param {"unit" | "database" | "killed"} part
 * @param {readonly Failure[]} [failures] runs only their files, one after the other
 */
async function jest(part, failures) {
  const failed = failures && [...new Set(failures.map(({ file }) => file))];
  const files = failed ?? (part === "killed" ? killedTests : null);
  const selection = files ? ["--runTestsByPath", ...files] : [];
  const project = part === "unit" ? "unit" : "database";
  const env = part === "killed" ? process.env : { ...process.env, TEST_WITHOUT_KILLED: "1" };
  return runTests(failed ? `${part}-again` : part, jestResult, (report) =>
    runNode(
      programs.jest,
      [
        `--selectProjects=${project}`,
        "--json",
        `--outputFile=${report}`,
        ...(failed ? ["--runInBand"] : []),
        ...selection,
      ],
      { env },
    ),
  );
}

/** @param {readonly Failure[]} [failures] runs only these, one after the other and with a trace */
async function browser(failures) {
  const places = failures?.map(({ file, line }) => `${file}:${line}`);
  const alone = places && ["--workers=1", "--trace=on", "--output=test-results/again", ...new Set(places)];
  return runTests(alone ? "browser-again" : "browser", playwrightResult, (report) =>
    runNode(programs.playwright, ["test", ...(alone ?? [])], { env: { ...process.env, E2E_REPORT: report } }),
  );
}

/** @returns {Promise<Result>} */
async function chaos() {
  const code = await runNode(programs.tsx, ["tests/chaos/main.ts", "--short"]);
  const ok = code === 0 || code === halfSkipped;
  return {
    passed: ok ? 1 : 0,
    skipped: code === halfSkipped ? 1 : 0,
    failures: ok ? [] : [failureOutsideTests("chaos", `Ended with exit code ${code}; its output says why.`)],
  };
}
