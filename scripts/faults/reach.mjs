import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../processes.mjs";
import { runFiles, warmPostgres } from "./run.mjs";
import { isTried } from "./syntax.mjs";

/**
 * Where each test file comes to, as it stood when `text` was its digest, and whether it was red by itself.
 * @typedef {{ text: string, seconds: number, isRed: boolean, places: string[] }} Reached
 */

export const folder = path.join(root, ".build", "faults");
const file = path.join(folder, "reach.json");
/** So many files are run at once: a run that is stopped loses no more. */
const atOnce = 20;
const patience = 420;

/** What was written down last of each test file, if it is still the same. @returns {Record<string, Reached>} */
export function knownReach() {
  /** @type {Record<string, Reached>} */
  const all = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return Object.fromEntries(Object.entries(all).filter(([test, { text }]) => text === digestOf(test)));
}

/** What a file's text comes down to; nothing where there is none. */
export function digestOf(/** @type {string} */ name) {
  const whole = path.join(root, name);
  return existsSync(whole) ? createHash("sha1").update(readFileSync(whole)).digest("hex") : "";
}

/**
 * Runs the unit and database parts, or those of some folders, lets each place write down which test file comes to it, and
 * prints every refusal that none came to. What unreached.json names, with its why, isn't told. Files that are known aren't run
 * again, so it goes on where it was stopped.
 * @param {string[]} paths
 * @param {{ file: string, places: import("./places.mjs").Place[] }[]} all
 * @param {string[]} tests every test file
 */
export async function writeReach(paths, all, tests) {
  mkdirSync(folder, { recursive: true });
  const list = path.join(folder, "places.json");
  writeFileSync(list, JSON.stringify(Object.fromEntries(all.map(({ file: name, places }) => [name, places]))));
  // A folder's name is that of its feature: its unit tests stand beside the source.
  const features = paths.map((one) => one.replace(/^tests\//, "").split("/")[0] ?? "");
  const isWanted = (/** @type {string} */ name) =>
    paths.length === 0 ||
    paths.some((one) => name.startsWith(one)) ||
    (isBeside(name) && features.includes(name.split("/")[1] ?? ""));
  const known = knownReach();
  const wanted = tests.filter((name) => isWanted(name) && !known[name]);
  const postgres = await warmPostgres();
  // Those of the database take longest: nearly all is known soon when they come last.
  const rest = [...wanted.filter(isBeside), ...wanted.filter((name) => !isBeside(name))];
  while (rest.length > 0) {
    const next = rest.splice(0, atOnce);
    const { found, isLate } = await reachedBy(next, list, postgres.url);
    writeFileSync(file, JSON.stringify({ ...knownReach(), ...found }));
    console.log(`${next[0]} … ${next.at(-1)}`);
    for (const [name, { isRed }] of Object.entries(found)) if (isRed) console.log(`red by itself  ${name}`);
    const without = next.filter((name) => !found[name]);
    // What had no end in time is left alone; what would have come after it is for later.
    if (isLate) console.log(`no end  ${without.shift()}`);
    if (without.length < next.length) rest.push(...without);
  }
  postgres.end();
  tellUntried(features, all, new Set(Object.values(knownReach()).flatMap(({ places }) => places)));
}

const isBeside = (/** @type {string} */ name) => !name.startsWith("tests/");

/** @param {string[]} tests @param {string} list @param {string} url */
async function reachedBy(tests, list, url) {
  const to = path.join(folder, "reached.txt");
  writeFileSync(to, "");
  const env = { REACH_PLACES: list, REACH_TO: to };
  const how = { url, report: path.join(folder, "reach-run.json"), seconds: patience, env };
  const { results, isLate } = await runFiles(tests, how);
  /** @type {Record<string, Reached>} */
  const found = {};
  for (const { name, seconds, isRed } of results) found[name] = { text: digestOf(name), seconds, isRed, places: [] };
  for (const line of readFileSync(to, "utf8").split("\n")) {
    const [test = "", id = ""] = line.split("\t");
    if (id) found[path.relative(root, test).split(path.sep).join("/")]?.places.push(id);
  }
  return { found, isLate };
}

/**
 * @param {string[]} features
 * @param {{ file: string, places: import("./places.mjs").Place[] }[]} all
 * @param {Set<string>} seen
 */
function tellUntried(features, all, seen) {
  /** @type {Record<string, string>} */
  const unreached = JSON.parse(readFileSync(path.join(import.meta.dirname, "unreached.json"), "utf8"));
  const refusals = all
    .filter(({ file: name }) => !name.startsWith("client/") && isTried(name))
    .filter(({ file: name }) => features.length === 0 || features.includes(name.split("/")[1] ?? ""))
    .flatMap(({ places }) => places.filter(({ kind }) => kind === "throw"));
  const untried = refusals.filter(({ id }) => !seen.has(id) && !unreached[id]);
  for (const { id, line } of untried) console.log(`no test comes to  ${id} (${line})`);
  console.log(`${refusals.length - untried.length} of ${refusals.length} refusals are made in a test, or say why not.`);
}
