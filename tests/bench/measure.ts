import type { InBrowser } from "./browser";
import type { GridInBrowser } from "./browser-grid";
import type { Bookings } from "./bookings";
import type { People } from "./people";
import type { Bulk } from "./bulk";
import { type Cpu, cpuPer } from "./cpu";
import type { Crowd } from "./crowd/crowd";
import type { Requests } from "./requests";
import type { Starving } from "./starving";
import type { Generator } from "./generator";
import type { Grown } from "./growth/growth";
import type { Jobs } from "./jobs";
import type { ScriptSize } from "./scripts";
import type { SlowReading } from "./slow/slow";
import { memoryOf, peakMemoryOf, type Stage } from "./stage";
import type { Startup } from "./startup";

type Output<Name extends keyof Jobs> = Jobs[Name]["output"];

export interface Reads {
  cards: number;
  plain: Output<"reading">;
  /** Of one plain read. */
  cpu: Cpu;
  /** As a browser asks for it. */
  compressed: Output<"reading">;
}

export interface Memory {
  rest: number;
  watched: number;
}

export interface LoadResults {
  peakMemory: number;
  propagation: { watchers: number; rate: number; result: Output<"propagation"> }[];
  /** `cpu` of one move. */
  throughput: { movers: number; watchers: number; projects: number; result: Output<"throughput">; cpu: Cpu }[];
}

export interface Truth {
  fullSpeed: Output<"fullSpeed">;
  opening: Output<"opening">;
  topOfColumn: Output<"topOfColumn">;
  away: Output<"away">;
}

export interface Backend {
  name: string;
  memory: Memory;
  reads: Reads[];
  load: LoadResults;
  truth: Truth;
  bulk: Bulk;
  requests: Requests;
  starving: Starving;
}

export interface Results {
  startup: Startup | null;
  scripts: ScriptSize[];
  backends: Backend[];
  crowds: Crowd[];
  /** Over the embedded form, as the next. */
  bookings: Bookings | null;
  people: People | null;
  /** Over the embedded form. */
  browser: InBrowser | null;
  grid: GridInBrowser | null;
  slow: SlowReading[];
  growth: Grown[];
}

const say = (what: string, figures: unknown) => console.log(`  ${what}: ${JSON.stringify(figures)}`);
const thirds = (cards: number) => [Math.ceil(cards / 3), Math.ceil(cards / 3), cards - 2 * Math.ceil(cards / 3)];

/** Before anything else was asked of it. */
export async function measureMemory(stage: Stage, generator: Generator): Promise<Memory> {
  const project = await stage.project([70, 70, 60]);
  await generator.run("sitting", { project, sockets: 1 });
  const rest = memoryOf(stage.programs);
  await generator.run("sitting", { project, sockets: 200 });
  const watched = memoryOf(stage.programs);
  await generator.run("sitting", { project, sockets: 0 });
  say("memory (MB)", { rest, watched });
  return { rest, watched };
}

export async function measureReads(stage: Stage, generator: Generator, seconds: number): Promise<Reads[]> {
  const projects = [];
  for (const cards of [200, 1_000, 5_000]) projects.push({ cards, project: await stage.project(thirds(cards)) });
  await stage.settle();
  const reads: Reads[] = [];
  for (const { cards, project } of projects) {
    // Something has happened on it, as on every board: only then a server knows its cards from one read to the next.
    await generator.run("propagation", { project, watchers: 0, rate: 1, seconds: 1 });
    const { result: plain, cpu } = await cpuPer(
      stage,
      () => generator.run("reading", { project, seconds: seconds / 2, encoding: "" }),
      ({ reads }) => reads,
    );
    const compressed = await generator.run("reading", { project, seconds: seconds / 2, encoding: "gzip, deflate, br" });
    say(`board of ${cards}`, { plain, cpu, compressed });
    reads.push({ cards, plain, cpu, compressed });
  }
  return reads;
}

export async function measureLoad(stage: Stage, generator: Generator, seconds: number): Promise<LoadResults> {
  const project = await stage.project([70, 70, 60]);
  const ten = [project];
  while (ten.length < 10) ten.push(await stage.project([70, 70, 60]));
  await stage.settle();
  const propagation: LoadResults["propagation"] = [];
  for (const [watchers, rate] of [
    [1, 5],
    [50, 5],
    [200, 5],
    [50, 20],
  ] as const) {
    const result = await generator.run("propagation", { project, watchers, rate, seconds });
    say(`${watchers} watchers, ${rate} moves/s`, result);
    propagation.push({ watchers, rate, result });
  }
  const throughput: LoadResults["throughput"] = [];
  for (const [movers, watchers, projects] of [
    [8, 0, 1],
    [32, 50, 1],
    [32, 0, 10],
  ] as const) {
    const input = { projects: ten.slice(0, projects), movers, watchers, seconds };
    const { result, cpu } = await cpuPer(
      stage,
      () => generator.run("throughput", input),
      ({ moves }) => moves,
    );
    say(`${movers} movers, ${watchers} watchers, ${projects} projects`, { ...result, cpu });
    throughput.push({ movers, watchers, projects, result, cpu });
  }
  return { peakMemory: peakMemoryOf(stage.programs), propagation, throughput };
}

export async function measureTruth(stage: Stage, generator: Generator, seconds: number): Promise<Truth> {
  const project = await stage.project([40, 40, 40]);
  await stage.settle();
  const fullSpeed = await generator.run("fullSpeed", { project, clients: 20, seconds });
  say("20 clients at full speed", fullSpeed);
  const opening = await generator.run("opening", { project, clients: 60, rate: 20 });
  say("60 clients opening", opening);
  const topOfColumn = await generator.run("topOfColumn", { project, clients: 20 });
  say("20 at once on top", topOfColumn);
  const away = await generator.run("away", { project, seconds: 10, rate: 20 });
  say("10 s without a connection", away);
  return { fullSpeed, opening, topOfColumn, away };
}
