import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../processes.mjs";
import { drawn, featureOf } from "./draw.mjs";
import { faultsIn } from "./find.mjs";
import { isGreen } from "./green.mjs";
import { testFiles, testsFor } from "./nearest.mjs";
import { placesIn } from "./places.mjs";
import { folder, writeReach } from "./reach.mjs";
import { runFiles, warmPostgres } from "./run.mjs";
import { sources } from "./syntax.mjs";
import { tell, wordsOf } from "./tell.mjs";

/**
 * `npm run faults -- --seed 7 --count 100 [folder…]` draws faults and puts them in one by one, in memory only; tells which the
 * tests catch. It goes on where it was stopped. `--again` tries those once more that survived; `--list` prints what is known of
 * the draw. `--reach [folder…]` finds out first which test comes where; tests/README.md says more.
 *
 * @typedef {import("./find.mjs").Fault} Fault
 * @typedef {import("./tell.mjs").Tried} Tried
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "100" },
    again: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    draw: { type: "boolean", default: false },
    reach: { type: "boolean", default: false },
    nice: { type: "string", default: "10" },
    files: { type: "string", default: "6" },
    unit: { type: "string", default: "40" },
    matrix: { type: "string", default: "12" },
    work: { type: "string", default: "90" },
    only: { type: "string", default: "" },
    tests: { type: "string", default: "" },
  },
});

/**
 * What one fault may take, and how many files are asked about it: those that stand nearest, and of all others that come to it
 * as many as take so many seconds of work when all is well.
 */
const limits = {
  seconds: 150,
  work: Number(options.work),
  database: Number(options.files),
  unit: Number(options.unit),
  matrix: Number(options.matrix),
};

/** Several can run beside each other, each with its own part of the draw. */
const only = new RegExp(options.only);

setPriority(Number(options.nice));
mkdirSync(folder, { recursive: true });
const all = sources().map(({ file, tree }) => ({ file, tree, places: placesIn(file, tree) }));
if (options.reach) await writeReach(positionals, all, testFiles());
else if (options.list) tell(known());
else if (options.draw)
  for (const { kind, line, id, before, now } of draw())
    console.log(`${kind} ${id} ${line}\n    - ${before}\n    + ${now}`);
else await tryAll();
// TypeScript's own process would go on.
process.exit();

async function tryAll() {
  const done = known();
  const tried = new Map(done.map((each) => [each.id, each.result]));
  const isWanted = (/** @type {string} */ id) =>
    options.again ? ["survived", "late"].includes(tried.get(id) ?? "") : !tried.has(id);
  const sample = draw().filter(({ id }) => only.test(id) && isWanted(id));
  if (sample.length === 0) return tell(done);
  const postgres = await warmPostgres();
  for (const [index, fault] of sample.entries()) {
    // A fault's place is one in the text that was read when this began.
    if (!isAsRead(fault.file)) {
      console.log(`changed since  ${fault.id}`);
      continue;
    }
    const tried = await tryOne(fault, postgres.url);
    appendFileSync(resultsFile(), `${JSON.stringify(tried)}\n`);
    console.log(`${index + 1}/${sample.length} ${wordsOf(tried)}`);
  }
  postgres.end();
  tell(known());
}

/** The draw is written down: what is mended in between doesn't change it, only where its lines are. */
function draw() {
  const faults = all.flatMap(({ file, tree }) => faultsIn(file, tree));
  const file = path.join(folder, `seed-${options.seed}.json`);
  if (!existsSync(file)) {
    const wanted = faults.filter(
      (fault) => positionals.length === 0 || positionals.some((one) => fault.file.startsWith(one)),
    );
    /** @type {Map<string, number>} */
    const lines = new Map();
    for (const { file: name, tree } of all) {
      const feature = featureOf(name);
      lines.set(feature, (lines.get(feature) ?? 0) + tree.text.split("\n").length);
    }
    const sample = drawn(wanted, lines, { seed: Number(options.seed), count: Number(options.count) });
    writeFileSync(file, JSON.stringify(sample.map((fault) => ({ ...fault, ...seenIn(fault) }))));
  }
  /** @type {(Fault & { before: string, now: string })[]} */
  const sample = JSON.parse(readFileSync(file, "utf8"));
  return sample.flatMap((one) => {
    const sames = faults.filter((fault) => fault.file === one.file && seenIn(fault).before === one.before);
    const same =
      sames.find((fault) => fault.id === one.id && seenIn(fault).now === one.now) ??
      sames.find((fault) => seenIn(fault).now === one.now);
    return same ? [{ ...one, ...same, id: one.id }] : [];
  });
}

function isAsRead(/** @type {string} */ name) {
  const whole = path.join(root, name);
  return existsSync(whole) && readFileSync(whole, "utf8") === all.find(({ file }) => file === name)?.tree.text;
}

/** The line as it is, and with the fault. @param {Fault} fault */
function seenIn({ file, from, to, after }) {
  const text = all.find((each) => each.file === file)?.tree.text ?? "";
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to) < 0 ? text.length : text.indexOf("\n", to);
  const flat = (/** @type {string} */ lines) => lines.replace(/\s+/g, " ").trim();
  return { before: flat(text.slice(begin, end)), now: flat(text.slice(begin, from) + after + text.slice(to, end)) };
}

/** @param {Fault} fault @param {string} url @returns {Promise<Tried>} */
async function tryOne(fault, url) {
  const { tests, of } = options.tests ? { tests: options.tests.split(","), of: 0 } : testsFor(fault, all, limits);
  const seen = { ...fault, ...seenIn(fault), of, run: tests.length };
  const args = ["--testSequencer", path.join(import.meta.dirname, "nearest-first.cjs")];
  const report = path.join(folder, `run-${process.pid}.json`);
  /** Those that are red without it too say nothing. @type {string[]} */
  const red = [];
  for (;;) {
    const asked = tests.filter((test) => !red.includes(test));
    if (asked.length === 0) return { ...seen, result: "survived", by: "no test comes to it" };
    const env = { FAULT: JSON.stringify(fault), FAULT_TESTS: JSON.stringify(asked) };
    const { results, isLate } = await runFiles(asked, { url, report, seconds: limits.seconds, args, env });
    if (isLate) return { ...seen, result: "late", by: `no end within ${limits.seconds} s` };
    if (results.length === 0) return { ...seen, result: "caught", by: "nothing could be run" };
    const first = results.find(({ isRed }) => isRed);
    if (!first) return { ...seen, result: "survived", by: "" };
    if (await isGreen(first.name, all, url)) return { ...seen, ...judged(first) };
    red.push(first.name);
  }
}

/** @param {import("./run.mjs").FileResult} red */
function judged({ name, failed, why }) {
  const isInvalid =
    /syntax error at or near|Syntax Error|invalid reference to FROM-clause|could not determine data type/.test(why);
  return { result: isInvalid ? "invalid" : "caught", by: `${name} › ${failed}`, why: why.slice(0, 600) };
}

function resultsFile() {
  return path.join(folder, `seed-${options.seed}.results.jsonl`);
}

/** What was found out last of each. @returns {Tried[]} */
function known() {
  const lines = existsSync(resultsFile()) ? readFileSync(resultsFile(), "utf8").split("\n").filter(Boolean) : [];
  return [...new Map(lines.map((line) => JSON.parse(line)).map((tried) => [tried.id, tried])).values()];
}
