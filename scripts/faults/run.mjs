import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { programs, root } from "../processes.mjs";

/**
 * One PostgreSQL for many runs of Jest, until `end()`.
 * @returns {Promise<{ url: string, end: () => void }>}
 */
export async function warmPostgres() {
  const child = spawn(process.execPath, [path.join(root, programs.tsx), "scripts/faults/warm-postgres.ts"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("PostgreSQL couldn't be started")));
    child.stdout.on("data", (data) => {
      const found = /^postgres\S+/m.exec(String(data));
      if (found) resolve(found[0]);
    });
  });
  return { url: /** @type {string} */ (url), end: () => child.stdin.end() };
}

/** @typedef {{ name: string, isRed: boolean, seconds: number, failed: string, why: string }} FileResult */

/**
 * Runs test files one after the other, in one process, on a database that is new; with a fault until one is red.
 * @param {string[]} tests
 * @param {{ url: string, report: string, seconds: number, args?: string[], env?: NodeJS.ProcessEnv }} how
 * @returns {Promise<{ results: FileResult[], isLate: boolean }>}
 */
export async function runFiles(tests, { url, report, seconds, args = [], env = {} }) {
  await dropWorkers(url);
  rmSync(report, { force: true });
  const given = ["--runTestsByPath", ...tests, "--selectProjects", "unit", "database"];
  const reporter = ["--reporters", path.join(import.meta.dirname, "report.cjs")];
  const all = [path.join(root, programs.jest), ...given, "--runInBand", "--forceExit", ...reporter, ...args];
  const ended = await endOf(all, { ...process.env, TEST_POSTGRES_URL: url, REPORT_TO: report, ...env }, seconds);
  const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : [];
  for (const result of results) result.name = path.relative(root, result.name).split(path.sep).join("/");
  return { results, isLate: !ended };
}

/** Whether it came to its end by itself. Nobody else's processes are touched: it leads a group of its own. */
function endOf(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env, /** @type {number} */ seconds) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "ignore", detached: true });
  const endAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has left nobody behind.
    }
  };
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      endAll();
      resolve(false);
    }, seconds * 1000);
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(late);
      endAll();
      resolve(true);
    });
  });
}

/** The template stays; what a faulty run has left in its copy doesn't. */
async function dropWorkers(/** @type {string} */ url) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("DROP DATABASE IF EXISTS worker_1 WITH (FORCE)").finally(() => client.end());
}
