import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { programs, root } from "../processes.mjs";
import { allLocks } from "./find.mjs";

/**
 * `node scripts/locks/try.mjs [part of an id]`: omits one lock at a time and runs the test that covers it, which must fail. Prints the
 * tests that still pass; their number is the exit code.
 */
/** @type {{ missedBy: Record<string, { file: string, test: string }>, withoutRace: Record<string, string> }} */
const { missedBy, withoutRace } = JSON.parse(readFileSync(path.join(import.meta.dirname, "races.json"), "utf8"));
const idPart = process.argv[2] ?? "";
const locks = allLocks(root).filter(({ id }) => id.includes(idPart) && !withoutRace[id]);
const unmissed = [];
for (const { id } of locks) {
  const race = missedBy[id];
  const missed = race !== undefined && failsWithout(id, race);
  console.log(`${missed ? "missed" : race ? "NOT MISSED" : "NO TEST"}  ${id}`);
  if (!missed) unmissed.push(id);
}
console.log(`${locks.length - unmissed.length} of ${locks.length} locks are missed by their test when they are gone.`);
process.exitCode = unmissed.length > 0 ? 1 : 0;

/**
 * Whether the test fails without the lock.
 * @param {string} id
 * @param {{ file: string, test: string }} race
 */
function failsWithout(id, { file, test }) {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const args = [path.join(root, programs.jest), file, "-t", name, "--selectProjects=database", "--json"];
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, WITHOUT_LOCK: id },
    encoding: "utf8",
  });
  try {
    const { numFailedTests, numPassedTests } = JSON.parse(run.stdout);
    return numFailedTests > 0 && numFailedTests + numPassedTests > 0;
  } catch {
    throw new Error(`${file} couldn't be run without ${id}:\n${run.stderr}`);
  }
}
