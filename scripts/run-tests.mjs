import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root, runNode } from "./processes.mjs";
import { failureOutsideTests } from "./test-results.mjs";

/** @typedef {import("./test-results.mjs").Result} Result */

const reports = path.join(root, ".build", "reports");
mkdirSync(reports, { recursive: true });

/**
 * Runs a program that checks files, such as a formatter. The failure contains the beginning of its output.
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @param {Parameters<typeof runNode>[2]} [options]
 * @returns {Promise<Result>}
 */
export async function runProgram(name, file, args, options) {
  const log = path.join(reports, `${name}.log`);
  const output = openSync(log, "w");
  const code = await runNode(file, args, { ...options, stdio: ["ignore", output, output] });
  closeSync(output);
  const text = readFileSync(log, "utf8");
  process.stdout.write(text);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return code === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : { passed: 0, skipped: 0, failures: [failureOutsideTests(name, lines.slice(0, 8).join("\n"))] };
}

/**
 * Runs tests that write a report. A run that ends badly without a failed test, or in which no test ran, has failed.
 * @template Report
 * @param {string} name
 * @param {(report: Report) => Result} read
 * @param {(report: string) => Promise<number>} start gets the path of the report and resolves with the exit code
 * @param {{ mayBeEmpty?: boolean }} [options] whether a run without tests is fine
 * @returns {Promise<Result>}
 */
export async function runTests(name, read, start, { mayBeEmpty = false } = {}) {
  const file = path.join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const code = await start(file);
  const result = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, skipped: 0, failures: [] };
  if (result.failures.length > 0 || (code === 0 && (mayBeEmpty || result.passed > 0))) return result;
  const error = code === 0 ? "No test ran." : `Ended with exit code ${code}, although no test failed.`;
  return { ...result, failures: [failureOutsideTests(name, error)] };
}
