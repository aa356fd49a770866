import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { programs, root, runNode } from "../processes.mjs";
import { isTried } from "./syntax.mjs";

/** @typedef {{ tests: Record<string, { seconds: number, places: string[] } | undefined> }} Reach where each test file comes to */

export const folder = path.join(root, ".build", "faults");
const file = path.join(folder, "reach.json");

/** What was written down last: of the folders that were asked for, or of nothing yet. */
export function knownReach() {
  if (!existsSync(file)) return { at: 0, tests: {} };
  return { at: statSync(file).mtimeMs, .../** @type {Reach} */ (JSON.parse(readFileSync(file, "utf8"))) };
}

/**
 * Runs the unit and database parts, or those of some folders, lets each place write down which test file comes to it, and
 * prints every refusal that none came to. What unreached.json names, with its why, isn't told.
 * @param {string[]} paths
 * @param {{ file: string, places: import("./places.mjs").Place[] }[]} all
 */
export async function writeReach(paths, all) {
  mkdirSync(folder, { recursive: true });
  const inFolder = (/** @type {string} */ name) => path.join(folder, name);
  const list = inFolder("places.json");
  const to = inFolder("reached.txt");
  const report = inFolder("reach-run.json");
  writeFileSync(list, JSON.stringify(Object.fromEntries(all.map(({ file: name, places }) => [name, places]))));
  writeFileSync(to, "");
  rmSync(report, { force: true });
  // A folder's name is that of its feature: its unit tests stand beside the source.
  const features = paths.map((one) => one.replace(/^tests\//, "").split("/")[0] ?? "");
  const beside = features.map((feature) => `/(server|shared|workers|client)/${feature}/`);
  const args = [...paths, ...beside, "--selectProjects", "unit", "database", "--json", `--outputFile=${report}`];
  const env = { ...process.env, REACH_PLACES: list, REACH_TO: to };
  await runNode(programs.jest, args, { env, stdio: ["inherit", "ignore", "inherit"] });
  // A run that was stopped says nothing of the files it came to.
  if (!existsSync(report)) throw new Error("The run had no end: nothing is known that wasn't before");

  const reach = knownReach().tests;
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  for (const { name, startTime, endTime } of testResults)
    reach[relative(name)] = { seconds: (endTime - startTime) / 1000, places: [] };
  for (const line of readFileSync(to, "utf8").split("\n")) {
    const [test = "", id = ""] = line.split("\t");
    if (id) reach[relative(test)]?.places.push(id);
  }
  rmSync(to);
  writeFileSync(file, JSON.stringify({ tests: reach }));
  tellUntried(features, all, new Set(Object.values(reach).flatMap((each) => each?.places ?? [])));
}

const relative = (/** @type {string} */ name) => path.relative(root, name).split(path.sep).join("/");

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
