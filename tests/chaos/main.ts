import { parseArgs } from "node:util";
import { buildPrograms } from "../support/programs";
import { randomOf } from "../support/random";
import { hasRedis, inCi } from "../support/redis";
import { Embedded, type EmbeddedFault, embeddedFaults } from "./embedded";
import { Older, olderFaults } from "./older";
import { type Fault, faults, Scaled } from "./scaled";
import { manyStarts } from "./starts";
import { type Row, Trial } from "./trial";

/** Nothing is wrong, and not everything was run: known to scripts/test.mjs. */
const halfSkipped = 75;
/** Longer than a lock of a job lasts, and than a socket waits for a sign of life. */
const longPauseMs = 30_000;
/** What `npm test` has the time for. */
const shortPauseMs = 2_500;

interface Run {
  rounds: number;
  pauseMs: number;
}

/**
 * Kills parts of the running product under load, or makes them stand still, one after the other, and looks each time
 * whether anything that was acknowledged is lost, doubled or shown wrongly.
 *
 *   npm run chaos -- [--rounds 1] [--seed 1] [--only server] [--short]
 *   npm run chaos -- --starts 100     the whole tree is killed and started again, so many times, and nothing else
 *
 * A round is one of each fault, in an order that the seed decides. When what is like that: the seed fixes every choice
 * that is made here, and the machine when each of them happens.
 */
async function main(): Promise<void> {
  const options = {
    rounds: { type: "string", default: "1" },
    seed: { type: "string" },
    short: { type: "boolean", default: false },
    only: { type: "string" },
    starts: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const rounds = values.short ? 1 : Number(values.rounds);
  console.log(`Chaos with seed ${seed}, ${rounds} ${rounds === 1 ? "round" : "rounds"}`);
  if (values.starts) {
    await buildPrograms();
    process.exit((await manyStarts(Number(values.starts), randomOf(seed))) > 0 ? 1 : 0);
  }
  const pauseMs = values.short ? shortPauseMs : longPauseMs;
  const known: readonly string[] = [...faults, ...olderFaults, ...embeddedFaults];
  if (values.only && !known.includes(values.only))
    throw new Error(`There is no fault called ${values.only}. Known are ${known.join(", ")}.`);
  const chosen = <Name extends string>(names: readonly Name[]) =>
    names.filter((n) => !values.only || n === values.only);
  const skipped = !hasRedis && chosen(faults).length + chosen(olderFaults).length > 0;
  await buildPrograms();
  const rows: Row[] = [];
  if (!hasRedis) console.log("Not run, because there is no redis-server here: two servers and two workers.");
  else if (chosen(faults).length > 0) rows.push(...(await scaled({ rounds, pauseMs }, randomOf(seed), chosen(faults))));
  if (hasRedis && chosen(olderFaults).length > 0) rows.push(...(await older(pauseMs, randomOf(seed + 2))));
  if (chosen(embeddedFaults).length > 0)
    rows.push(...(await embedded({ rounds, pauseMs }, randomOf(seed + 1), chosen(embeddedFaults))));

  const broken = rows.filter((row) => row.faults.length > 0);
  const changes = rows.reduce((sum, row) => sum + row.changes, 0);
  const slowest = Math.max(...rows.map((row) => row.freshMs).filter((ms) => !Number.isNaN(ms)));
  console.log(
    `\n${changes} acknowledged changes, ${rows.length} times something was killed, all screens fresh after at most ${Math.round(slowest)} ms.`,
  );
  console.log(
    broken.length === 0
      ? "PASSED: nothing lost, nothing doubled, no gaps, all screens equal."
      : `FAILED: ${broken.length} of ${rows.length}; seed ${seed}`,
  );
  process.exit(broken.length > 0 || (skipped && inCi) ? 1 : skipped || leftOut ? halfSkipped : 0);
}

async function scaled({ rounds, pauseMs }: Run, chance: () => number, kinds: readonly Fault[]): Promise<Row[]> {
  const stage = await Scaled.start(pauseMs);
  const trial = await Trial.open(stage.bases, stage.databaseUrl, chance);
  heading("two servers, two workers, PostgreSQL, Redis");
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const fault of shuffled(
      kinds.filter((kind) => stage.can(kind)),
      chance,
    )) {
      const which = chance() < 0.5 ? 0 : 1;
      const name = /^(server|worker)/.test(fault) ? `${fault} ${which}` : fault;
      rows.push(
        told(
          await trial.suffer(
            name,
            (wait) => stage.strike(fault, which, wait),
            () => stage.died(),
          ),
        ),
      );
    }
  }
  await trial.close();
  const unclean = await stage.stop();
  if (unclean.length > 0) rows.push(told({ ...emptyRow("shutdown"), faults: unclean }));
  noteLeftOut(kinds, (kind) => stage.can(kind));
  return rows;
}

/** Faults that can't be brought about on this computer. */
let leftOut = false;

function noteLeftOut<Name extends string>(kinds: readonly Name[], can: (kind: Name) => boolean): void {
  if (kinds.every(can)) return;
  leftOut = true;
  console.log("Not run, because no disk can be mounted here, which takes root's rights: a full disk.");
}

/** Both of its faults, one after the other and once: an update happens once. */
async function older(pauseMs: number, chance: () => number): Promise<Row[]> {
  const stage = await Older.start(pauseMs);
  if (!stage) {
    leftOut = true;
    console.log("\nNot run, because git has no version before this one here that builds: an older worker.");
    return [];
  }
  const trial = await Trial.open(stage.bases, stage.databaseUrl, chance);
  heading("a worker of the version before, two servers of this one");
  const rows: Row[] = [];
  for (const what of olderFaults) {
    const row = await trial.suffer(
      what,
      () => stage.strike(what),
      () => stage.died(),
    );
    rows.push(told(row));
  }
  await trial.close();
  const unclean = await stage.stop();
  if (unclean.length > 0) rows.push(told({ ...emptyRow("shutdown"), faults: unclean }));
  return rows;
}

async function embedded(
  { rounds, pauseMs }: Run,
  chance: () => number,
  kinds: readonly EmbeddedFault[],
): Promise<Row[]> {
  const stage = await Embedded.start(pauseMs);
  const trial = await Trial.open(stage.bases, await stage.databaseUrl(), chance);
  heading("one process with its database");
  const rows: Row[] = [];
  const possible = kinds.filter((kind) => stage.can(kind));
  for (const what of Array.from({ length: rounds }, () => possible).flat()) {
    const row = await trial.suffer(
      what,
      (wait) => stage.strike(what, wait),
      () => stage.died(),
    );
    rows.push(told(row));
  }
  await trial.close();
  const unclean = await stage.stop();
  if (unclean.length > 0) rows.push(told({ ...emptyRow("shutdown"), faults: unclean }));
  noteLeftOut(kinds, (kind) => stage.can(kind));
  return rows;
}

const emptyRow = (what: string): Row => ({
  what,
  changes: 0,
  unanswered: 0,
  freshMs: Number.NaN,
  silenceMs: Number.NaN,
  pulseMs: Number.NaN,
  faults: [],
});

function shuffled(list: readonly Fault[], chance: () => number): Fault[] {
  return list
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const columns = [24, 10, 12, 14, 14, 12] as const;

function heading(title: string): void {
  console.log(`\n${title}`);
  console.log(line(["killed", "changes", "unanswered", "silence (ms)", "fresh (ms)", "pulse (ms)"]));
}

function told(row: Row): Row {
  const number = (value: number) => (Number.isNaN(value) ? "-" : String(Math.round(value)));
  const figures = [row.changes, row.unanswered, row.silenceMs, row.freshMs, row.pulseMs];
  const cells = [row.what, ...figures.map(number)];
  console.log(`${line(cells)}  ${row.faults.length === 0 ? "ok" : "FAILED"}`);
  for (const fault of row.faults.slice(0, 8)) console.log(`    ${fault}`);
  return row;
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[at] as number) : cell.padStart(columns[at] as number)))
    .join("");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
