import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../../shared/kernel/events";
import type { SubscribeAck } from "../../../shared/kernel/streams";
import type { SeededPerson, SeededProject, SeededTenant } from "../../support/seed";
import { type CpuTime, cpuPer } from "../cpu";
import { type Percentiles, percentilesOf } from "../figures";
import { Generator } from "../generator";
import { moveTaskOnce } from "../load-moves";
import { RawConnection } from "../raw-http";
import { watchBoard } from "../sockets";
import type { BenchServer } from "../bench-server";
import { seedEvents } from "./event-rows";

interface Cost {
  answer: Percentiles;
  /** Cost of one operation, above the idle load of the product. */
  cpu: CpuTime;
}

export interface GrowthResult {
  with: "cards" | "watchers" | "events";
  size: number;
  move: Cost;
  heard: Percentiles | null;
  read: Cost;
  replay: Cost;
}

const missed = 200;
const perSecond = 20;
const quickSizes = { cards: [200, 1_000, 5_000], watchers: [1, 10, 100], events: [1_000, 100_000] };
const sizes = {
  cards: [200, 1_000, 5_000, 20_000],
  watchers: [1, 10, 100, 1_000],
  events: [1_000, 100_000, 1_000_000],
};

/** Measures how a move, a board read and a replay scale with the board's cards, its watchers and its event log. */
export async function measureGrowth(stage: BenchServer, seconds: number): Promise<GrowthResult[]> {
  const { cards, watchers, events } = seconds >= 10 ? sizes : quickSizes;
  const grown: GrowthResult[] = [];
  const note = async (
    by: GrowthResult["with"],
    size: number,
    project: SeededProject,
    heard: Percentiles | null = null,
  ) => {
    const one: GrowthResult = { with: by, size, heard, ...(await costsOf(stage, project, seconds)) };
    console.log(`  ${size} ${by}: ${JSON.stringify(one)}`);
    grown.push(one);
  };
  for (const size of cards) {
    const project = await stage.project([Math.ceil(size / 3), Math.ceil(size / 3), size - 2 * Math.ceil(size / 3)]);
    await stage.settle();
    await note("cards", size, project);
  }
  const watched = await stage.project([70, 70, 60]);
  await stage.settle();
  const generator = await Generator.start({ ...stage.site, people: await manySessions(stage) });
  for (const size of watchers) {
    const input = { project: watched, watchers: size, rate: perSecond, seconds: seconds / 2 };
    const heard = await generator.run("propagation", input);
    await generator.run("sitting", { project: watched, sockets: size });
    await note("watchers", size, watched, heard);
    await generator.run("sitting", { project: watched, sockets: 0 });
  }
  await generator.stop();
  for (const size of events) {
    const project = await stage.project([70, 70, 60]);
    const connection = RawConnection.for(
      stage.site.port,
      stage.site.host,
      (stage.site.people[0] as SeededPerson).token,
    );
    for (let turn = 0; turn < 5; turn++) await moveTaskOnce(connection, project, turn);
    connection.close();
    await delay(5_000); // the worker and analytics have processed the events
    await seedEvents(stage.seed, project, size);
    await stage.settle();
    await note("events", size, project);
  }
  return grown;
}

/** Signs in every user a second time: a session is limited to twenty sockets. */
async function manySessions({ seed, site }: BenchServer): Promise<SeededPerson[]> {
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [
    site.people[0]?.id,
  ]);
  const again: SeededPerson[] = [];
  for (const person of site.people)
    again.push({ ...person, ...(await seed.session({ id: Number(tenant?.id) } as SeededTenant, person.id)) });
  return [...site.people, ...again];
}

async function costsOf(
  stage: BenchServer,
  project: SeededProject,
  seconds: number,
): Promise<Omit<GrowthResult, "with" | "size" | "heard">> {
  const { site } = stage;
  const [mover, reader] = site.people as [SeededPerson, SeededPerson];
  const connection = RawConnection.for(site.port, site.host, mover.token);
  const watcher = await watchBoard(site, 1, project, () => {});
  const stream = projectStream(project.id);
  const ask = async (since: number | null) =>
    (await watcher.socket.timeout(20_000).emitWithAck("subscribe", { stream, since })) as SubscribeAck;
  const reading = RawConnection.for(site.port, site.host, reader.token);
  let turn = 0;
  const moved = async () => {
    if (!(await moveTaskOnce(connection, project, turn++))) throw new Error("A move was refused");
  };
  const read = async () => {
    const { status } = await reading.request("GET", `/project/${project.id}/task_tatus`);
    if (status !== 200) throw new Error(`The board answers ${status}`);
  };
  for (let warm = 0; warm < missed + 40; warm++) await moved(); // moves to the card's current slot emit no event
  for (let warm = 0; warm < 5; warm++) await read();
  await delay(2_000);
  const idle = await cpuPer(
    stage,
    () => delay(3_000),
    () => 3,
  );
  const cost = async (run: () => Promise<number[]>, besides: CpuTime | null = null): Promise<Cost> => {
    const began = performance.now();
    const { result, cpu } = await cpuPer(stage, run, (samples) => samples.length);
    const each = (performance.now() - began) / 1_000 / result.length;
    const own = (part: keyof CpuTime) =>
      Math.round((cpu[part] - idle.cpu[part] * each - (besides?.[part] ?? 0)) * 100) / 100;
    return { answer: percentilesOf(result), cpu: { product: own("product"), database: own("database") } };
  };
  const moving = await cost(() => paced(moved, seconds));
  const together = await cost(() => lasting(seconds / 4, read, moved), moving.cpu);
  const now = await ask(null);
  if (now.status !== "live") throw new Error(`A reader is ${now.status}`);
  const replayed = await cost(() =>
    lasting(seconds / 4, async () => {
      const ack = await ask(now.revision - missed);
      if (ack.status !== "replay") throw new Error(`A replay is ${ack.status}`);
    }),
  );
  watcher.close();
  connection.close();
  reading.close();
  return { move: moving, read: together, replay: replayed };
}

async function paced(run: () => Promise<void>, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < seconds * perSecond; turn++) {
    await delay(Math.max(0, began + (turn * 1_000) / perSecond - performance.now()));
    samples.push(await timed(run));
  }
  return samples;
}

async function lasting(seconds: number, run: () => Promise<void>, before = async () => {}): Promise<number[]> {
  const samples: number[] = [];
  const until = performance.now() + seconds * 1_000;
  while (samples.length < 10 || performance.now() < until) {
    await before();
    samples.push(await timed(run));
  }
  return samples;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
