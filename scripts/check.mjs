import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { planCheck } from "./check/plan.mjs";
import { installMissingPackages } from "./install.mjs";
import { programs, root, runNode, typeAware } from "./processes.mjs";
import { runProgram, runTests } from "./run-tests.mjs";
import { jestResult, playwrightResult, summary } from "./test-results.mjs";

/**
 * `npm run check [-- --since <commit>]` runs the checks that a change can affect, in a minute or two. The change is what differs from the
 * given commit, or from the last common commit with the upstream branch. `npm test` remains necessary before a landing.
 */

/** @typedef {import("./test-results.mjs").Result} Result */

const { values } = parseArgs({ options: { since: { type: "string" } } });

/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
/** @param {string} text */
const linesOf = (text) => text.split("\n").filter((line) => line !== "");

function firstCommit() {
  if (values.since !== undefined) return values.since;
  try {
    return git("merge-base", "HEAD", "@{upstream}");
  } catch {
    return "HEAD"; // without an upstream branch: what isn't committed
  }
}

const since = firstCommit();
const changed = [
  ...linesOf(git("diff", "--name-only", "--diff-filter=d", since)),
  ...linesOf(git("ls-files", "--others", "--exclude-standard")),
];
if (changed.length === 0) {
  console.log(`Nothing has changed since ${since}.`);
  process.exit(0);
}
await installMissingPackages();

const plan = planCheck({
  changed,
  files: linesOf(git("ls-files", "--cached", "--others", "--exclude-standard")),
  read: (file) => readFileSync(path.join(root, file), "utf8"),
});

console.log(
  `${changed.length} changed files since ${since.slice(0, 12)}; features: ${plan.features.join(", ") || "none"}.`,
);
if (plan.base.length > 0)
  console.log(
    `All features depend on ${plan.base.slice(0, 5).join(", ")}${plan.base.length > 5 ? ", …" : ""}: run npm test.`,
  );

/** @type {(Result & { name: string, seconds: number })[]} */
const rows = [];

/** @param {string} name @param {boolean} isNeeded @param {() => Promise<Result>} runPart */
async function part(name, isNeeded, runPart) {
  if (!isNeeded) return;
  console.log(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}`);
  const begun = Date.now();
  rows.push({ name, ...(await runPart()), seconds: Math.round((Date.now() - begun) / 100) / 10 });
}

const sources = plan.changed.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
/** @param {string} project @param {string[]} args */
const jest = (project, args) => (/** @type {string} */ report) =>
  runNode(programs.jest, [`--selectProjects=${project}`, "--json", `--outputFile=${report}`, ...args]);

await part("format", true, () =>
  runProgram("format", programs.biome, ["format", "--no-errors-on-unmatched", ...plan.changed]),
);
await part("lint", sources.length > 0, () => runProgram("lint", "scripts/lint/run.mjs", ["--format=unix", ...sources]));
await part("types", sources.length > 0, () => {
  const incremental = ["--incremental", "--tsBuildInfoFile", path.join(root, ".build", "types.tsbuildinfo")];
  return runProgram("types", programs.tsc, ["--checkers", "1", ...incremental], typeAware);
});
await part("unit", true, () =>
  runTests(
    "check-unit",
    jestResult,
    jest("unit", plan.unit === "all" ? [] : ["--passWithNoTests", "--findRelatedTests", ...plan.changed]),
    { mayBeEmpty: plan.unit === "related" },
  ),
);
await part("database", plan.database.length > 0, () =>
  runTests("check-database", jestResult, jest("database", ["--runTestsByPath", ...plan.database])),
);
await part("matrix", plan.calls.length > 0, () => {
  const matrix = ["events", "answers", "refusals", "input"].map((name) => `tests/matrix/${name}.test.ts`);
  const ofCalls = `^(?:${plan.calls.join("|")})\\.`;
  return runTests("check-matrix", jestResult, jest("database", ["-t", ofCalls, "--runTestsByPath", ...matrix]));
});
await part("browser", plan.browser.length > 0, async () => {
  if ((await runNode("scripts/build.mjs", ["--stale", "node", "client"])) !== 0) process.exit(1);
  return runTests("check-browser", playwrightResult, (report) =>
    runNode(programs.playwright, ["test", ...plan.browser], { env: { ...process.env, E2E_REPORT: report } }),
  );
});

for (const reason of plan.leftOut) console.log(`Left out: ${reason}.`);
console.log(`Left out: all other features; run npm test before a landing.`);
console.log(summary(rows));
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
