import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../processes.mjs";
import { locksIn } from "../locks/find.mjs";
import { importers, loadedBy } from "./imports.mjs";
import { placesOf } from "./places.mjs";
import { knownReach } from "./reach.mjs";

/** @typedef {import("./find.mjs").Fault} Fault */

/** How far a feature's lines are followed: what imports a rule is a service, and what imports that are its calls. */
const farFeatures = 2;

/** What is asked of a file that hasn't been timed, in seconds. */
const usual = 3;

/**
 * The test files that are asked about a fault, those that are likeliest to catch it first. Of the unit part: those that load its
 * file, by how many imports they are away. Of the database part: those that import it themselves, those of its feature and of the
 * features whose files import it, those that speak of it most before the others; then the matrix, which asks all calls at once;
 * then whatever else comes to it. Where `--reach` has found out which do, those that don't aren't asked.
 * @param {Fault} fault
 * @param {Parameters<typeof placesOf>[1]} all
 * @param {{ database: number, unit: number, matrix: number, work: number }} most
 */
export function testsFor(fault, all, most) {
  from ??= importers();
  reach ??= knownReach();
  const known = reach;
  const steps = loadedBy(fault.file, from);
  const ids = new Set(placesOf(fault, all));
  const words = wordsAbout(fault);
  const own = featuresOf(fault.file);
  const others = new Set([...steps].filter(([, step]) => step <= farFeatures).flatMap(([file]) => featuresOf(file)));
  /** @returns {boolean | undefined} nothing where it isn't known */
  const cameBy = (/** @type {string} */ file) => known[file]?.places.some((id) => ids.has(id));
  const files = testFiles().filter(
    (file) => !known[file]?.isRed && (asksAll(file, fault.file) || cameBy(file) !== false),
  );
  const unit = files
    .filter((file) => /^(?!tests|scripts)/.test(file) && (steps.has(file) || asksAll(file, fault.file)))
    .map((file) => ({ file, far: asksAll(file, fault.file) ? 1 : (steps.get(file) ?? 0), talk: talkOf(file, words) }))
    .sort((a, b) => a.far - b.far || b.talk - a.talk)
    .map(({ file }) => file);
  const database = files
    .filter((file) => file.startsWith("tests/") && !file.startsWith("tests/matrix/"))
    .map((file) => {
      const feature = file.split("/")[1] ?? "";
      const far = steps.get(file) === 1 ? 0 : own.includes(feature) ? 1 : others.has(feature) ? 2 : 3;
      return { file, far, talk: talkOf(file, words) };
    })
    // What runs in a browser no call comes to.
    .filter(({ file, far }) => cameBy(file) || (fault.file.startsWith("client/") ? steps.has(file) : far < 3))
    .sort((a, b) => a.far - b.far || b.talk - a.talk);
  const near = database.slice(0, most.database).map(({ file }) => file);
  const beside = database.filter(({ file, far }) => far > 1 && !near.includes(file));
  const far = beside.slice(0, Math.ceil(most.database / 2)).map(({ file }) => file);
  const matrix = matrixFor(fault.file, files).slice(0, most.matrix);
  const first = new Set([...unit.slice(0, most.unit), ...near.slice(0, 2), ...matrix.slice(0, 2), ...near, ...matrix]);
  const secondsOf = (/** @type {string} */ file) => known[file]?.seconds ?? usual;
  const last = files.filter((file) => cameBy(file)).sort((a, b) => secondsOf(a) - secondsOf(b));
  const race = raceOf(fault, all.find(({ file }) => file === fault.file)?.tree.text ?? "");
  const inOrder = [...new Set([...race, ...first, ...far, ...last])];
  const chosen = withinWork(inOrder, secondsOf, most.work);
  return { tests: chosen, of: new Set([...inOrder, ...unit, ...database.map(({ file }) => file)]).size };
}

/** As many as there is time for; what takes longer than is left is left out, unless nothing else comes to it. */
function withinWork(
  /** @type {string[]} */ files,
  /** @type {(file: string) => number} */ secondsOf,
  /** @type {number} */ most,
) {
  let left = most;
  const chosen = files.filter((file) => {
    const isShort = secondsOf(file) <= left;
    if (isShort) left -= secondsOf(file);
    return isShort;
  });
  return chosen.length > 0 ? chosen : files.slice(0, 1);
}

/** The test that says of itself that it misses this lock. @param {Fault} fault @param {string} text */
function raceOf({ file, from, kind }, text) {
  const id = kind === "lock" ? locksIn(file, text).find((lock) => lock.from === from)?.id : undefined;
  /** @type {{ missedBy: Record<string, { file: string } | undefined> }} */
  const { missedBy } = JSON.parse(readFileSync(path.join(root, "scripts/locks/races.json"), "utf8"));
  const race = id ? missedBy[id]?.file : undefined;
  return race ? [race] : [];
}

/** @type {ReturnType<typeof knownReach> | undefined} */
let reach;
/** @type {Map<string, Set<string>> | undefined} */
let from;

const featuresOf = (/** @type {string} */ file) => path.dirname(file).split("/").slice(1);

/** What a call takes, and what events make old, is asked of all of them in one file each. */
function asksAll(/** @type {string} */ test, /** @type {string} */ file) {
  if (/\.(?:schema|contract|fields?)\.ts$|kernel\/fields\.ts$/.test(file)) return test.startsWith("shared/contract.");
  return /live-queries|\.live\.ts$/.test(file) && test === "client/requests/live-answers.test.ts";
}

/** What is asked of all calls at once: of a feature's lines what changes and what is shown, of what all calls go through everything. */
function matrixFor(/** @type {string} */ file, /** @type {string[]} */ files) {
  const named = matrixNamed(file).map((name) => `tests/matrix/${name}.test.ts`);
  return named.filter((each) => files.includes(each));
}

/** @returns {string[]} */
function matrixNamed(/** @type {string} */ file) {
  if (file.startsWith("client/")) return [];
  // What consumers make of events stands among the effects of the calls that tell them.
  if (file.startsWith("workers/")) return ["events"];
  const nearest = ["kept-answers.filled", "kept-answers.refusals", "kept-answers", "events", "neighbours", "filters"];
  const all = [...nearest, "can", "refusals", "answers", "input", "disguised"];
  if (/^shared\/kernel|^server\/platform\/http/.test(file)) return all;
  if (/\.(?:schema|contract)\.ts$/.test(file)) return ["kept-answers.filled", "kept-answers", "input", "disguised"];
  if (file.startsWith("server/platform/")) return ["answers", "refusals"];
  if (file.endsWith(".policy.ts")) return all.slice(0, 8);
  return /\.(?:routes|sql|read|search)\.ts$/.test(file) ? nearest : all.slice(0, 7);
}

export function testFiles() {
  const args = ["ls-files", "-co", "--exclude-standard", "*.test.ts", "*.test.tsx"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return files.filter((file) => file && existsSync(path.join(root, file)));
}

/** The words of its file's and its declaration's names. @param {Fault} fault */
function wordsAbout({ file, id }) {
  const name = `${path.basename(file)} ${/#(\w+)/.exec(id)?.[1] ?? ""}`;
  const words = name.split(/[^A-Za-z]+|(?=[A-Z])/).map((word) => word.toLowerCase().replace(/e?s$/, ""));
  return words.filter((word) => word.length > 2 && !["sql", "rule", "service", "set", "get"].includes(word));
}

/** How much a test file speaks of them; its own name says most. */
function talkOf(/** @type {string} */ file, /** @type {string[]} */ words) {
  const text = readFileSync(path.join(root, file), "utf8").toLowerCase();
  const count = (/** @type {string} */ word) => Math.min(10, text.split(word).length - 1);
  return words.reduce((sum, word) => sum + count(word) + (path.basename(file).includes(word) ? 15 : 0), 0);
}
