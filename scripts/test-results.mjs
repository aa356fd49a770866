import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./processes.mjs";

/**
 * `file` is relative to the project and empty for a failure outside any test. `error` is the first line of the error.
 * @typedef {{ file: string, line: number, title: string, error: string }} Failure
 * @typedef {{ passed: number, skipped: number, failures: Failure[], unstable?: Failure[] }} Result
 */

/** With more failures than this, the cause is a change rather than chance, and nothing is retried. */
const retriedAtMost = 20;

/** @param {string} text */
const firstLine = (text) =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line.length > 0 && line !== "● Test suite failed to run") ?? "";

/** @param {string} title @param {string} error @returns {Failure} */
export const failureOutsideTests = (title, error) => ({ file: "", line: 0, title, error });

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} JestAssertion
 * @typedef {{ name: string, status: string, message: string, assertionResults: JestAssertion[] }} JestFile
 * @param {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: JestFile[] }} report of `jest --json`
 * @returns {Result}
 */
export function jestResult(report) {
  const failures = report.testResults.flatMap((each) => {
    const file = path.relative(root, each.name);
    const failed = each.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages: [message = ""] }) => ({
        file,
        line: lineIn(each.name, message),
        title: fullName,
        error: firstLine(message),
      }));
    if (failed.length > 0 || each.status !== "failed") return failed;
    return [{ file, line: lineIn(each.name, each.message), title: "the whole file", error: firstLine(each.message) }];
  });
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failures };
}

/**
 * Finds the line of a test file in an error with its stack.
 * @param {string} file
 * @param {string} error
 */
function lineIn(file, error) {
  const names = [file, path.relative(root, file)];
  const places = names.flatMap((name) => error.split(`${name}:`).slice(1, 2));
  return Number.parseInt(places[0] ?? "", 10) || 1;
}

/**
 * @typedef {{ status: string, results: { errors?: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, file?: string, suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @param {{ config: { rootDir: string }, errors: { message?: string }[], suites: PlaywrightSuite[], stats: { expected: number, skipped: number } }} report
 * @returns {Result}
 */
export function playwrightResult({ config, errors, suites, stats }) {
  /** @type {(suite: PlaywrightSuite, titles: string[]) => Failure[]} */
  const failuresOf = ({ suites: inner = [], specs = [] }, titles) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ results }) => ({
          file: path.relative(root, path.join(config.rootDir, file)),
          line,
          title: [...titles, title].join(" › "),
          error: firstLine(results.flatMap((result) => result.errors ?? [])[0]?.message ?? ""),
        })),
    ),
    ...inner.flatMap((suite) => failuresOf(suite, [...titles, suite.title])),
  ];
  const failures = suites.flatMap((suite) => failuresOf(suite, []));
  const outside = errors.map(({ message = "" }) => failureOutsideTests("browser", firstLine(message)));
  return { passed: stats.expected, skipped: stats.skipped, failures: [...failures, ...outside] };
}

/**
 * Whether the failed tests run again: all failures belong to a file, and they are few.
 * @param {readonly Result[]} results of all parts that can be retried
 */
export function isRetried(results) {
  const failures = results.flatMap((result) => result.failures);
  return failures.length <= retriedAtMost && failures.every(({ file }) => file !== "");
}

/**
 * Combines the results of a part and of its failed tests, which ran again by themselves.
 * @param {Result} first
 * @param {Result} again
 * @returns {Result} `unstable` has the failures of the first run that passed in the second
 */
export function afterRetry(first, again) {
  if (again.failures.some(({ file }) => file === ""))
    return { ...first, failures: [...first.failures, ...again.failures] };
  const name = (/** @type {Failure} */ { file, title }) => `${file} ${title}`;
  const failedAgain = new Set(again.failures.map(name));
  const unstable = first.failures.filter((failure) => !failedAgain.has(name(failure)));
  return { ...first, passed: first.passed + unstable.length, failures: again.failures, unstable };
}

/**
 * The last lines of the output: failed tests, unstable tests, a line per part, and the sum. At most 80 lines.
 * @param {readonly (Result & { name: string, seconds: number })[]} rows
 * @returns {string}
 */
export function summary(rows) {
  const place = (/** @type {Failure} */ { file, line }) => (file === "" ? "" : ` ${file}:${line}`);
  const failed = rows.flatMap(({ name, failures }) =>
    failures.flatMap((failure) => [
      `✗ ${name}${place(failure)} ${failure.title}`,
      ...failure.error.split("\n").map((line) => `    ${line}`),
    ]),
  );
  const unstable = rows.flatMap((row) =>
    (row.unstable ?? []).map((failure) => `unstable:${place(failure)} ${failure.title}, ${failure.error}`),
  );
  const counts = ({ passed = 0, skipped = 0, failures = /** @type {readonly Failure[]} */ ([]) }) =>
    `${passed} passed, ${failures.length} failed, ${skipped} skipped`;
  const parts = rows.map(
    (row) => `${row.failures.length > 0 ? "✗" : "✓"} ${row.name.padEnd(9)} ${counts(row)} (${row.seconds} s)`,
  );
  const sum = {
    passed: rows.reduce((total, { passed }) => total + passed, 0),
    skipped: rows.reduce((total, { skipped }) => total + skipped, 0),
    failures: rows.flatMap(({ failures }) => failures),
  };
  return ["", ...shortened(failed, 40), ...shortened(unstable, 20), "", ...parts, "", counts(sum)].join("\n");
}

/**
 * @param {string[]} lines
 * @param {number} most
 */
function shortened(lines, most) {
  return lines.length <= most ? lines : [...lines.slice(0, most), `(${lines.length - most} more lines)`];
}
