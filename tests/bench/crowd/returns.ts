import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { type CpuTime, cpuSince } from "../cpu";
import { roundToTenth, type Percentiles } from "../figures";
import type { CrowdBoard } from "../jobs";
import { type BoardComparison, compareBoards } from "./dropping";
import { OtherTenant } from "./other-tenant";
import { BoardMover } from "./board-mover";
import { revisionsOf, type CrowdContext, sumNumbers } from "./crowd-context";

export interface RestartResult extends BoardComparison {
  clients: number;
  /** Time between the signal and the first answer of the new process. */
  downMs: number;
  /** Time after the first answer until every screen shows the moves made in between, at least one per board. */
  freshMs: number;
  late: number;
  /**
   * Calls of a user of another tenant: `calm` before the signal, `calls` from the first answer until a second after all screens are fresh.
   */
  calm: Percentiles;
  calls: Percentiles;
  errors: number;
  /** Calls of that user while the server was down; they are included in neither `calm` nor `calls`. */
  unanswered: number;
  /** Processor time of the load generators since the signal in percent of one core, and the machine's load at the end. */
  generators: number;
  load: number;
  /** Milliseconds of processor time per client, from the first answer until all screens are fresh. */
  each: CpuTime & { generators: number };
}

const calmMs = 3_000;
const rate = 20;

export const measureRestart = (scene: CrowdContext, boards: readonly CrowdBoard[]): Promise<RestartResult> =>
  measureReturn("the server restarted", scene, boards, () => scene.stage.restart());

export const measureCrash = (scene: CrowdContext, boards: readonly CrowdBoard[]): Promise<RestartResult> =>
  measureReturn("everything killed", scene, boards, () => scene.stage.crash());

async function measureReturn(
  what: string,
  scene: CrowdContext,
  boards: readonly CrowdBoard[],
  strike: () => Promise<number>,
): Promise<RestartResult> {
  const { crew, stage, site } = scene;
  const clients = sumNumbers((await crew.boards("crowdOpens", boards)).map((each) => each.clients));
  const elsewhere = await OtherTenant.start(stage);
  const moving = new BoardMover(site, boards);
  const moves = moving.steadily(rate); // runs until the signal: every answered move must survive it
  const calmFrom = performance.now();
  await delay(calmMs);

  const [struckAt, cpuBefore] = [performance.now(), crew.cpuMs];
  const stopped = moving.stop();
  const readyAt = await strike();
  const [since, generatorsBefore] = [await cpuSince(stage), crew.cpuMs];
  await Promise.all([stopped, moves]);
  await moving.onEach();
  const revisions = await revisionsOf(scene, boards);
  const late = sumNumbers((await crew.all("crowdReaches", { revisions })).map((each) => each.late));
  const freshAt = performance.now();
  const each = { ...since(clients), generators: roundToTenth((crew.cpuMs - generatorsBefore) / clients) };
  const generators = Math.round(((crew.cpuMs - cpuBefore) / (freshAt - struckAt)) * 100);
  await delay(1_000);
  const until = performance.now();
  await elsewhere.stop();

  const compared = await compareBoards(scene);
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
    load: roundToTenth(loadavg()[0] as number),
    each,
  };
  console.log(`  ${what} under ${clients} clients: ${JSON.stringify(figures)}`);
  return figures;
}
