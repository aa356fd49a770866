import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { programs, root, runNode } from "../processes.mjs";
import { allGuards } from "./find.mjs";

/**
 * `npm run guards`: runs the unit and database parts, lets each guard write down that a test came to it, and prints every
 * refusal that none came to. `npm run guards -- tests/leave` runs one folder, and tells of that feature alone; with `--ifs` it
 * prints the conditions as well that were never true or never false. What unreached.json names, with its why, isn't told.
 */
const given = process.argv.slice(2);
const paths = given.filter((one) => one !== "--ifs");
const file = path.join(tmpdir(), `guards-${process.pid}.txt`);
const env = { ...process.env, GUARDS_SEEN: file };
/** @type {Record<string, string>} */
const unreached = JSON.parse(readFileSync(path.join(import.meta.dirname, "unreached.json"), "utf8"));

// A folder's name is that of its feature: its unit tests stand beside the source.
const features = paths.map((one) => one.replace(/^tests\//, "").split("/")[0] ?? "");
const beside = features.map((feature) => `/(server|shared|workers)/${feature}/`);
const args = [...paths, ...beside, "--selectProjects", "unit", "database"];
const red = await runNode(programs.jest, args, { env });

const seen = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
rmSync(file, { force: true });
const guards = allGuards(root).filter(
  (guard) => features.length === 0 || features.includes(guard.file.split("/")[1] ?? ""),
);
const refusals = guards.filter(({ kind }) => kind === "throw");
const untried = refusals.filter(({ id }) => !seen.has(`${id} reached`) && !unreached[id]);
for (const { id, line, text } of untried) console.log(`no test comes to  ${id} (${line})\n    ${text}`);
if (given.includes("--ifs"))
  for (const { id, line, kind, text } of guards) {
    const missing = kind === "if" ? ["true", "false"].filter((value) => !seen.has(`${id} ${value}`)) : [];
    if (missing.length > 0) console.log(`never ${missing.join(", never ")}  ${id} (${line})\n    ${text}`);
  }
console.log(`${refusals.length - untried.length} of ${refusals.length} refusals are made in a test, or say why not.`);
process.exitCode = untried.length > 0 ? 1 : red;
