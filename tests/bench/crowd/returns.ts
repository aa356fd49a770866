import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type Cpu, cpuSince } from "../cpu";
import { rounded, type Spread } from "../figures";
import type { CrowdBoard } from "../jobs";
import { type Compared, compare } from "./dropping";
import { Elsewhere } from "./elsewhere";
import { Moving } from "./moving";
import { revisionsOf, type Scene, sum } from "./scene";

/** What was gone and is back. Times in milliseconds. */
export interface Returned extends Compared {
  clients: number;
  /** From the signal to the first answer of the new process. */
  downMs: number;
  /** From its first answer until every screen shows what was moved since, on each board something. */
  freshMs: number;
  /** Screens that never did. */
  late: number;
  /** Calls of somebody of another tenant: before, and those sent from the first answer on until a second after all are fresh. */
  calm: Spread;
  calls: Spread;
  errors: number;
  /** Calls of theirs while nobody listened: they find nobody, at once, and are in neither of the two. */
  unanswered: number;
  /** Percent of one core that the load generators took since the signal, and the machine's load at the end. */
  generators: number;
  load: number;
  /** Milliseconds of processor time for each client, from the first answer until all are fresh. */
  each: Cpu & { generators: number };
}

const calmMs = 3_000;
const rate = 20;

/** The process that holds the sockets is asked to end, and a new one started on its port. */
export const measureRestart = (scene: Scene, boards: readonly CrowdBoard[]): Promise<Returned> =>
  measureReturn("the server restarted", scene, boards, () => scene.stage.restart());

/** Everything is killed at one moment, and started again. */
export const measureCrash = (scene: Scene, boards: readonly CrowdBoard[]): Promise<Returned> =>
  measureReturn("everything killed", scene, boards, () => scene.stage.crash());

async function measureReturn(
  what: string,
  scene: Scene,
  boards: readonly CrowdBoard[],
  strike: () => Promise<number>,
): Promise<Returned> {
  const { crew, stage, site } = scene;
  const clients = sum((await crew.boards("crowdOpens", boards)).map((each) => each.clients));
  const elsewhere = await Elsewhere.start(stage);
  const moving = new Moving(site, boards);
  const moves = moving.steadily(rate); // until it is struck: what was answered must be there afterwards
  const calmFrom = performance.now();
  await delay(calmMs);

  const [struckAt, cpuBefore] = [performance.now(), crew.cpuMs];
  const stopped = moving.stop();
  const readyAt = await strike();
  const [since, generatorsBefore] = [await cpuSince(stage), crew.cpuMs];
  await Promise.all([stopped, moves]);
  await moving.onEach();
  const revisions = await revisionsOf(scene, boards);
  const late = sum((await crew.all("crowdReaches", { revisions })).map((each) => each.late));
  const freshAt = performance.now();
  const each = { ...since(clients), generators: rounded((crew.cpuMs - generatorsBefore) / clients) };
  const generators = Math.round(((crew.cpuMs - cpuBefore) / (freshAt - struckAt)) * 100);
  await delay(1_000);
  const until = performance.now();
  await elsewhere.stop();

  const compared = await compare(scene);
  await crew.all("crowdLeaves", null);
  moving.close();
  const { errors, unanswered } = elsewhere;
  const figures = {
    clients,
    downMs: Math.round(readyAt - struckAt),
    freshMs: Math.round(freshAt - readyAt),
    late,
    calm: elsewhere.between(calmFrom, struckAt),
    calls: elsewhere.between(readyAt, until),
    errors,
    unanswered,
    ...compared,
    generators,
    load: rounded(loadavg()[0] as number),
    each,
  };
  console.log(`  ${what} under ${clients} clients: ${JSON.stringify(figures)}`);
  return figures;
}
