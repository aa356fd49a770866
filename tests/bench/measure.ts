import type { Percentiles } from "./figures";
import type { BrowserResults } from "./browser";
import type { BrowserCalendarResult } from "./browser-calendar";
import type { BrowserGridResult } from "./browser-grid";
import type { BookingResults } from "./bookings";
import type { PeopleResults } from "./people";
import type { SearchResults } from "./search";
import type { BulkResult } from "./bulk";
import { type CpuTime, cpuPer } from "./cpu";
import type { CrowdResults } from "./crowd/crowd";
import type { RequestResults } from "./requests";
import type { StarvingResult } from "./starving";
import type { Generator } from "./generator";
import type { GrowthResult } from "./growth/growth";
import type { JobTypes } from "./jobs";
import type { ScriptSize } from "./scripts";
import type { SlowReading } from "./slow/slow";
import { memoryOf, peakMemoryOf, type BenchServer } from "./bench-server";
import type { StartupTimes } from "./startup";

type Output<Name extends keyof JobTypes> = JobTypes[Name]["output"];

export interface ReadResults {
  cards: number;
  plain: Output<"reading">;
  cpu: CpuTime;
  /** Reads with the encoding that a browser requests. */
  compressed: Output<"reading">;
}

export interface MemoryResults {
  rest: number;
  watched: number;
}

export interface LoadResults {
  peakMemory: number;
  propagation: { watchers: number; rate: number; result: Output<"propagation"> }[];
  /** `cpu` is the processor time per move. */
  throughput: { movers: number; watchers: number; projects: number; result: Output<"throughput">; cpu: CpuTime }[];
}

export interface DeliveryResults {
  fullSpeed: Output<"fullSpeed">;
  opening: Output<"opening">;
  topOfColumn: Output<"topOfColumn">;
  away: Output<"away">;
}

export interface Backend {
  name: string;
  memory: MemoryResults;
  reads: ReadResults[];
  load: LoadResults;
  truth: DeliveryResults;
  bulk: BulkResult;
  requests: RequestResults;
  starving: StarvingResult;
}

export interface BenchmarkResults {
  startup: StartupTimes | null;
  scripts: ScriptSize[];
  backends: Backend[];
  crowds: CrowdResults[];
  /** Measured on the embedded backend, like `people`. */
  bookings: BookingResults | null;
  people: PeopleResults | null;
  search: SearchResults | null;
  palette: Percentiles | null;
  browser: BrowserResults | null;
  calendar: BrowserCalendarResult | null;
  grid: BrowserGridResult | null;
  slow: SlowReading[];
  growth: GrowthResult[];
}

const say = (label: string, figures: unknown) => console.log(`  ${label}: ${JSON.stringify(figures)}`);
const thirds = (cards: number) => [Math.ceil(cards / 3), Math.ceil(cards / 3), cards - 2 * Math.ceil(cards / 3)];

/** Must run before any other load. */
export async function measureMemory(stage: BenchServer, generator: Generator): Promise<MemoryResults> {
  const project = await stage.project([70, 70, 60]);
  await generator.run("sitting", { project, sockets: 1 });
  const rest = memoryOf(stage.programs);
  await generator.run("sitting", { project, sockets: 200 });
  const watched = memoryOf(stage.programs);
  await generator.run("sitting", { project, sockets: 0 });
  say("memory (MB)", { rest, watched });
  return { rest, watched };
}

export async function measureReads(stage: BenchServer, generator: Generator, seconds: number): Promise<ReadResults[]> {
  const projects = [];
  for (const cards of [200, 1_000, 5_000]) projects.push({ cards, project: await stage.project(thirds(cards)) });
  await stage.settle();
  const reads: ReadResults[] = [];
  for (const { cards, project } of projects) {
    // Makes one change first, as on every real board: the server caches a board's cards only after an event.
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

export async function measureLoad(stage: BenchServer, generator: Generator, seconds: number): Promise<LoadResults> {
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

export async function measureDelivery(
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<DeliveryResults> {
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
