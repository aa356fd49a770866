import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "../processes.mjs";
import { placesOf } from "./places.mjs";
import { knownReach } from "./reach.mjs";

/** @typedef {import("./find.mjs").Fault} Fault */

/**
 * The test files that are asked about a fault, the nearest first: beside it, then those of its feature, those that speak of it most
 * before the others. Where `--reach` has found out which come to it, only those, and those of other features as well.
 * @param {Fault} fault
 * @param {Parameters<typeof placesOf>[1]} all
 * @param {{ database: number, unit: number }} most
 */
export function testsFor(fault, all, most) {
  const { tests, at } = knownReach();
  const features = path.dirname(fault.file).split("/").slice(1);
  // What all calls have in common is asked of all calls.
  if (features.includes("kernel") || features.includes("http")) features.push("matrix");
  const ids = new Set(placesOf(fault, all));
  const words = wordsAbout(fault);
  const near = (/** @type {string} */ file) => {
    if (path.dirname(file) === path.dirname(fault.file)) return 0;
    // What a call takes is asked of all calls at once.
    if (
      /\.(?:schema|contract|fields?)\.ts$|kernel\/fields\.ts$/.test(fault.file) &&
      file.startsWith("shared/contract.")
    )
      return 0;
    // What events make old is asked of all events at once.
    if (/live-queries|\.live\.ts$/.test(fault.file) && file === "client/requests/live-answers.test.ts") return 0;
    return features.includes(file.split("/")[1] ?? "") ? 1 : 2;
  };
  const comes = (/** @type {string} */ file) => {
    const known = tests[file];
    // What runs in a browser no call comes to.
    if (fault.file.startsWith("client/") && file.startsWith("tests/")) return false;
    const isNew = statSync(path.join(root, file)).mtimeMs > at;
    return known?.places.some((id) => ids.has(id)) || (near(file) < 2 && (!known || isNew));
  };
  const found = testFiles()
    .filter(comes)
    .map((file) => ({ file, near: near(file), talk: talkOf(file, words) }))
    .sort((a, b) => a.near - b.near || b.talk - a.talk)
    .map(({ file }) => file);
  const unit = found.filter((file) => !file.startsWith("tests/")).slice(0, most.unit);
  const database = found.filter((file) => file.startsWith("tests/")).slice(0, most.database);
  return { tests: [...unit, ...database], of: found.length };
}

function testFiles() {
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
