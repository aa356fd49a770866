import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../../shared/kernel/events";
import type { SubscribeAck } from "../../../shared/kernel/streams";
import type { SeededPerson, SeededProject, SeededTenant } from "../../support/seed";
import { type Cpu, cpuPer } from "../cpu";
import { type Spread, spreadOf } from "../figures";
import { Generator } from "../generator";
import { move } from "../load-moves";
import { RawConnection } from "../raw-http";
import { watch } from "../sockets";
import type { Stage } from "../stage";
import { seedEvents } from "./event-rows";

interface Cost {
  answer: Spread;
  /** Of one, above what the product takes when nobody asks for anything. */
  cpu: Cpu;
}

/** What one thing costs when there is so much of another. */
export interface Grown {
  with: "cards" | "watchers" | "events";
  size: number;
  /** Twenty a second. */
  move: Cost;
  /** Until the watchers have heard of it. */
  heard: Spread | null;
  /** Of the board, after it has changed. */
  read: Cost;
  /** Of 200 missed events. */
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

/** How a move, a board's read and a replay grow by cards of the board, by those who watch it, and by its log. */
export async function measureGrowth(stage: Stage, seconds: number): Promise<Grown[]> {
  const { cards, watchers, events } = seconds >= 10 ? sizes : quickSizes;
  const grown: Grown[] = [];
  const note = async (by: Grown["with"], size: number, project: SeededProject, heard: Spread | null = null) => {
    const one: Grown = { with: by, size, heard, ...(await costsOf(stage, project, seconds)) };
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
    for (let turn = 0; turn < 5; turn++) await move(connection, project, turn);
    connection.close();
    await delay(5_000); // they are worked on, and analytics knows the project
    await seedEvents(stage.seed, project, size);
    await stage.settle();
    await note("events", size, project);
  }
  return grown;
}

/** Everybody a second time: one session has twenty sockets at most. */
async function manySessions({ seed, site }: Stage): Promise<SeededPerson[]> {
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [
    site.people[0]?.id,
  ]);
  const again: SeededPerson[] = [];
  for (const person of site.people)
    again.push({ ...person, ...(await seed.session({ id: Number(tenant?.id) } as SeededTenant, person.id)) });
  return [...site.people, ...again];
}

async function costsOf(
  stage: Stage,
  project: SeededProject,
  seconds: number,
): Promise<Omit<Grown, "with" | "size" | "heard">> {
  const { site } = stage;
  const [mover, reader] = site.people as [SeededPerson, SeededPerson];
  const connection = RawConnection.for(site.port, site.host, mover.token);
  const watcher = await watch(site, 1, project, () => {});
  const stream = projectStream(project.id);
  const ask = async (since: number | null) =>
    (await watcher.socket.timeout(20_000).emitWithAck("subscribe", { stream, since })) as SubscribeAck;
  const reading = RawConnection.for(site.port, site.host, reader.token);
  let turn = 0;
  const moved = async () => {
    if (!(await move(connection, project, turn++))) throw new Error("A move was refused");
  };
  const read = async () => {
    const { status } = await reading.request("GET", `/project/${project.id}/task_tatus`);
    if (status !== 200) throw new Error(`The board answers ${status}`);
  };
  for (let warm = 0; warm < missed + 40; warm++) await moved(); // some are to where the card stands, and no event
  for (let warm = 0; warm < 5; warm++) await read();
  await delay(2_000);
  const idle = await cpuPer(
    stage,
    () => delay(3_000),
    () => 3,
  );
  const cost = async (run: () => Promise<number[]>, besides: Cpu | null = null): Promise<Cost> => {
    const began = performance.now();
    const { result, cpu } = await cpuPer(stage, run, (samples) => samples.length);
    const each = (performance.now() - began) / 1_000 / result.length;
    const own = (part: keyof Cpu) =>
      Math.round((cpu[part] - idle.cpu[part] * each - (besides?.[part] ?? 0)) * 100) / 100;
    return { answer: spreadOf(result), cpu: { product: own("product"), database: own("database") } };
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

/** Twenty a second. */
async function paced(run: () => Promise<void>, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < seconds * perSecond; turn++) {
    await delay(Math.max(0, began + (turn * 1_000) / perSecond - performance.now()));
    samples.push(await timed(run));
  }
  return samples;
}

/** One after the other for so long, ten at least, each after what isn't timed. */
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
