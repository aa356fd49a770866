import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { programs, root } from "../processes.mjs";
import { drawn, featureOf } from "./draw.mjs";
import { faultsIn } from "./find.mjs";
import { testsFor } from "./nearest.mjs";
import { placesIn } from "./places.mjs";
import { folder, writeReach } from "./reach.mjs";
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
    only: { type: "string", default: "" },
  },
});

/** What one fault may take, and how many files are asked about it: those that stand nearest. */
const limits = {
  seconds: 300,
  database: Number(options.files),
  unit: Number(options.unit),
  matrix: Number(options.matrix),
};

setPriority(Number(options.nice));
mkdirSync(folder, { recursive: true });
const all = sources().map(({ file, tree }) => ({ file, tree, places: placesIn(file, tree) }));
if (options.reach) await writeReach(positionals, all);
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
  const sample = draw().filter(({ id }) => id.includes(options.only) && isWanted(id));
  if (sample.length === 0) return tell(done);
  const postgres = await warmPostgres();
  for (const [index, fault] of sample.entries()) {
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

/** The line as it is, and with the fault. @param {Fault} fault */
function seenIn({ file, from, to, after }) {
  const text = all.find((each) => each.file === file)?.tree.text ?? "";
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to) < 0 ? text.length : text.indexOf("\n", to);
  const flat = (/** @type {string} */ lines) => lines.replace(/\s+/g, " ").trim();
  return { before: flat(text.slice(begin, end)), now: flat(text.slice(begin, from) + after + text.slice(to, end)) };
}

/** @param {Fault} fault @param {string} postgresUrl @returns {Promise<Tried>} */
async function tryOne(fault, postgresUrl) {
  const { tests, of } = testsFor(fault, all, limits);
  const seen = { ...fault, ...seenIn(fault), of, run: tests.length };
  if (tests.length === 0) return { ...seen, result: "survived", by: "no test comes to it" };
  await dropWorkers(postgresUrl);
  const report = path.join(folder, "run.json");
  rmSync(report, { force: true });
  const given = ["--runTestsByPath", ...tests, "--selectProjects", "unit", "database"];
  const order = ["--testSequencer", path.join(import.meta.dirname, "nearest-first.cjs")];
  const once = ["--runInBand", "--bail=1", "--json", `--outputFile=${report}`, "--forceExit"];
  const args = [path.join(root, programs.jest), ...given, ...order, ...once];
  const env = {
    ...process.env,
    TEST_POSTGRES_URL: postgresUrl,
    FAULT: JSON.stringify(fault),
    FAULT_TESTS: JSON.stringify(tests),
  };
  const ended = await endOf(args, env);
  if (!ended) return { ...seen, result: "late", by: `no end within ${limits.seconds} s` };
  return { ...seen, ...judged(report) };
}

/** @param {string} report */
function judged(report) {
  if (!existsSync(report)) return { result: "caught", by: "nothing could be run" };
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== "failed") continue;
    const failed = assertionResults.find((/** @type {{ status: string }} */ each) => each.status === "failed");
    const why = `${failed?.failureMessages?.[0] ?? message}`;
    const isInvalid =
      /syntax error at or near|Syntax Error|invalid reference to FROM-clause|could not determine data type/.test(why);
    const by = `${path.relative(root, name)} › ${failed?.fullName ?? "couldn't be loaded"}`;
    return { result: isInvalid ? "invalid" : "caught", by, why: why.slice(0, 600) };
  }
  return { result: "survived", by: "" };
}

/** Whether it came to its end by itself. Nobody else's processes are touched: it leads a group of its own. */
function endOf(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "ignore", detached: true });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
      resolve(false);
    }, limits.seconds * 1000);
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(late);
      resolve(true);
    });
  });
}

async function warmPostgres() {
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

/** The template stays; what a faulty run has left in its copy doesn't. */
async function dropWorkers(/** @type {string} */ url) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("DROP DATABASE IF EXISTS worker_1 WITH (FORCE)").finally(() => client.end());
}

function resultsFile() {
  return path.join(folder, `seed-${options.seed}.results.jsonl`);
}

/** What was found out last of each. @returns {Tried[]} */
function known() {
  const lines = existsSync(resultsFile()) ? readFileSync(resultsFile(), "utf8").split("\n").filter(Boolean) : [];
  return [...new Map(lines.map((line) => JSON.parse(line)).map((tried) => [tried.id, tried])).values()];
}
