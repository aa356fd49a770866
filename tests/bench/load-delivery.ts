import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Board, boardFromReply, taskById } from "../../shared/work/tasks/tasks.board";
import type { BoardReply } from "../../shared/work/tasks/tasks.contract";
import { BoardWatcher } from "../support/board-watcher";
import { Caller } from "../support/http";
import type { SeededPerson, SeededProject } from "../support/seed";
import { percentilesOf } from "./figures";
import type { JobTypes, TestSite } from "./jobs";

/** Checks that every screen ends in the correct state. Screens use the client's own code. */
class Client {
  readonly http: Caller;
  screen: BoardWatcher | null = null;

  constructor(
    private readonly site: TestSite,
    private readonly person: SeededPerson,
    private readonly project: SeededProject,
  ) {
    this.http = new Caller(`http://127.0.0.1:${site.port}`, site.host, person.token, 2);
  }

  async read(): Promise<BoardReply> {
    return (await this.http.send<BoardReply>("GET", `/project/${this.project.id}/task_tatus`)).body;
  }

  async open(): Promise<BoardWatcher> {
    const { site, person, project } = this;
    const screen = {
      base: this.http.base,
      host: site.host,
      token: person.token,
      userId: person.id,
      read: () => this.read(),
    };
    this.screen = await BoardWatcher.open(screen, project.id);
    return this.screen;
  }

  async move(turn: number): Promise<boolean> {
    const tasks = this.project.taskIds.flat();
    const id = tasks[(turn * 7) % tasks.length];
    const body = {
      task_status_id: this.project.columnIds[turn % this.project.columnIds.length],
      after_id: tasks[(turn * 13 + 5) % tasks.length],
    };
    return (await this.http.send("PUT", `/task/${id}/status-update`, body)).status === 200;
  }

  close(): void {
    this.screen?.close();
    this.http.close();
  }
}

const clientsFor = (site: TestSite, project: SeededProject, count: number) =>
  Array.from(
    { length: count },
    (_, at) => new Client(site, site.people[at % site.people.length] as SeededPerson, project),
  );

async function countStaleScreens(clients: readonly Client[]): Promise<{ wrong: number; fresh: Board }> {
  const fresh = boardFromReply(await (clients[0] as Client).read());
  await Promise.allSettled(clients.map(async ({ screen }) => screen?.reaches(fresh.revision, 10_000)));
  const wrong = clients.filter(
    ({ screen }) => screen && (!isDeepStrictEqual(screen.board, fresh) || screen.faults.length > 0),
  ).length;
  return { wrong, fresh };
}

export async function measureDeliveryAtFullSpeed(
  site: TestSite,
  input: JobTypes["fullSpeed"]["input"],
): Promise<JobTypes["fullSpeed"]["output"]> {
  const clients = clientsFor(site, input.project, input.clients);
  await Promise.all(clients.map((client) => client.open()));
  const end = performance.now() + input.seconds * 1_000;
  let moves = 0;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = at; performance.now() < end; turn += clients.length) if (await client.move(turn)) moves += 1;
    }),
  );
  const began = performance.now();
  const { wrong } = await countStaleScreens(clients);
  const settledMs = Math.round(performance.now() - began);
  for (const client of clients) client.close();
  return { moves, wrong, settledMs };
}

function steadily(client: Client, rate: number): { stop(): Promise<number> } {
  let running = true;
  let moves = 0;
  const life = (async () => {
    const began = performance.now();
    for (let turn = 0; running; turn++) {
      await delay(Math.max(0, began + (turn * 1_000) / rate - performance.now()));
      if (await client.move(turn)) moves += 1;
    }
  })();
  return {
    async stop() {
      running = false;
      await life;
      return moves;
    },
  };
}

export async function measureBoardOpening(
  site: TestSite,
  input: JobTypes["opening"]["input"],
): Promise<JobTypes["opening"]["output"]> {
  const [mover, ...clients] = clientsFor(site, input.project, input.clients + 1) as [Client, ...Client[]];
  const moving = steadily(mover, input.rate);
  const opened: number[] = [];
  for (const client of clients) {
    const began = performance.now();
    await client.open();
    opened.push(performance.now() - began);
    await delay(20);
  }
  await delay(500);
  const moves = await moving.stop();
  const { wrong } = await countStaleScreens(clients);
  for (const client of [mover, ...clients]) client.close();
  return { wrong, moves, opened: percentilesOf(opened) };
}

export async function measureConcurrentColumnMoves(
  site: TestSite,
  input: JobTypes["topOfColumn"]["input"],
): Promise<JobTypes["topOfColumn"]["output"]> {
  const { project } = input;
  const clients = clientsFor(site, project, input.clients);
  await Promise.all(clients.map((client) => client.open()));
  const target = project.columnIds[1] as number;
  const before = boardFromReply(await (clients[0] as Client).read());
  const top = before.order[target]?.[0];
  const others = project.taskIds.flat().filter((id) => taskById(before, id)?.task_status_id !== target);
  const answers = await Promise.all(
    clients.map(({ http }, at) =>
      http.send("PUT", `/task/${others[at]}/status-update`, { task_status_id: target, after_id: top }),
    ),
  );
  const { wrong, fresh } = await countStaleScreens(clients);
  const ranks = (fresh.order[target] ?? []).map((id) => taskById(fresh, id)?.rank);
  for (const client of clients) client.close();
  return {
    shared: ranks.length - new Set(ranks).size,
    wrong,
    refused: answers.filter(({ status }) => status !== 200).length,
  };
}

export async function measureOfflineReplay(
  site: TestSite,
  input: JobTypes["away"]["input"],
): Promise<JobTypes["away"]["output"]> {
  const [mover, client] = clientsFor(site, input.project, 2) as [Client, Client];
  const screen = await client.open();
  const moving = steadily(mover, input.rate);
  await delay(1_000);
  screen.cut();
  const [left, events] = [screen.revision, screen.events];
  await delay(input.seconds * 1_000);
  const revision = (await client.read()).revision;
  const began = performance.now();
  screen.mend();
  await screen.reaches(revision);
  const caughtUpMs = Math.round(performance.now() - began);
  const [missed, replayed] = [revision - left, screen.events - events];
  await moving.stop();
  const { wrong } = await countStaleScreens([client]);
  const output = { missed, replayed, readAgain: screen.reads - 1, wrong, caughtUpMs };
  for (const each of [mover, client]) each.close();
  return output;
}
