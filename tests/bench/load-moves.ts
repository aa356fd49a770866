import { setTimeout as delay } from "node:timers/promises";
import type { LiveEvent } from "../../shared/kernel/events";
import type { SeededProject } from "../support/seed";
import { spreadOf } from "./figures";
import type { Jobs, Site } from "./jobs";
import { RawConnection } from "./raw-http";
import { type Watcher, watch, watchers } from "./sockets";

export interface Moved {
  id: number;
  version: number;
}

export const keyOf = ({ id, version }: Moved) => id * 1_000_000 + version;

/** Moves a card to another column, above or below a card there. @returns what the server promised. */
export async function move(connection: RawConnection, project: SeededProject, turn: number): Promise<Moved | null> {
  const tasks = project.taskIds.flat();
  const id = tasks[(turn * 7) % tasks.length] as number;
  const near = tasks[(turn * 13 + 5) % tasks.length] as number;
  const column = project.columnIds[turn % project.columnIds.length] as number;
  const place = turn % 3 === 0 ? "" : turn % 3 === 1 ? `,"after_id":${near}` : `,"before_id":${near}`;
  const answer = await connection.request("PUT", `/task/${id}/status-update`, `{"task_status_id":${column}${place}}`);
  if (answer.status !== 200) return null;
  return (JSON.parse(answer.body.toString()) as { data: Moved }).data;
}

export async function measurePropagation(
  site: Site,
  input: Jobs["propagation"]["input"],
): Promise<Jobs["propagation"]["output"]> {
  const sentAt = new Map<number, number>();
  const heardAt: { key: number; at: number }[] = [];
  const hear = (event: LiveEvent) => {
    if (event.type === "task.moved") heardAt.push({ key: keyOf(event.data as Moved), at: performance.now() });
  };
  const crowd = await watchers(input.watchers, (at) => watch(site, at, input.project, hear));
  const connections = Array.from({ length: 4 }, (_, at) =>
    RawConnection.for(site.port, site.host, (site.people[at] as { token: string }).token),
  );
  for (let warm = 0; warm < 20; warm++) await move(connections[warm % 4] as RawConnection, input.project, warm);
  await delay(1_000);
  heardAt.length = 0;

  const began = performance.now();
  const moves = Math.round(input.rate * input.seconds);
  const pending: Promise<unknown>[] = [];
  for (let turn = 0; turn < moves; turn++) {
    await delay(Math.max(0, began + (turn * 1_000) / input.rate - performance.now()));
    const at = performance.now();
    pending.push(
      move(connections[turn % 4] as RawConnection, input.project, turn + 100).then((moved) => {
        if (moved) sentAt.set(keyOf(moved), at);
      }),
    );
  }
  await Promise.all(pending);
  await delay(1_500);
  const samples = heardAt.flatMap(({ key, at }) => {
    const sent = sentAt.get(key);
    return sent === undefined ? [] : [at - sent];
  });
  end(crowd, connections);
  // A move to where the card stands already is answered and not told.
  const told = new Set(heardAt.map(({ key }) => key)).size;
  return { ...spreadOf(samples), lost: told * input.watchers - samples.length };
}

export async function measureThroughput(
  site: Site,
  input: Jobs["throughput"]["input"],
): Promise<Jobs["throughput"]["output"]> {
  let deliveries = 0;
  const first = input.projects[0] as SeededProject;
  let heard = new Map<number, number>();
  const crowd = await watchers(input.watchers, (at) =>
    watch(site, at, first, (event) => {
      deliveries += 1;
      if (at === 0) heard.set(keyOf(event.data as Moved), performance.now());
    }),
  );
  const connections = Array.from({ length: input.movers }, (_, at) =>
    RawConnection.for(site.port, site.host, (site.people[at % site.people.length] as { token: string }).token),
  );
  let turn = 0;
  let measuring = false;
  let running = true;
  const answers: number[] = [];
  let errors = 0;
  let moves = 0;
  const promised = new Map<number, number>();
  const lives = connections.map(async (connection, at) => {
    const project = input.projects[at % input.projects.length] as SeededProject;
    while (running) {
      const [began, counts] = [performance.now(), measuring];
      const moved = await move(connection, project, turn++);
      moves += 1;
      // What was sent before may have been heard before as well.
      if (!measuring || !counts) continue;
      if (!moved) errors += 1;
      else {
        answers.push(performance.now() - began);
        if (project === first) promised.set(keyOf(moved), began);
      }
    }
  });
  await delay(2_000); // statements prepared, code compiled
  measuring = true;
  heard = new Map();
  deliveries = 0;
  const began = performance.now();
  await delay(input.seconds * 1_000);
  measuring = false;
  const seconds = (performance.now() - began) / 1_000;
  const delivered = deliveries;
  running = false;
  await Promise.all(lives);
  await delay(2_000);
  end(crowd, connections);
  const undelivered = input.watchers === 0 ? 0 : [...promised.keys()].filter((key) => !heard.has(key)).length;
  const delays = [...promised].flatMap(([key, sent]) => {
    const at = heard.get(key);
    return at === undefined ? [] : [at - sent];
  });
  return {
    perSecond: Math.round(answers.length / seconds),
    errors,
    deliveries: Math.round(delivered / seconds),
    answer: spreadOf(answers),
    undelivered,
    moves,
    delivered: spreadOf(delays),
  };
}

let sitting: Watcher[] = [];

export async function sit(site: Site, input: Jobs["sitting"]["input"]): Promise<Jobs["sitting"]["output"]> {
  for (const watcher of sitting) watcher.close();
  sitting = await watchers(input.sockets, (at) => watch(site, at, input.project, () => {}));
  return { connected: sitting.filter(({ socket }) => socket.connected).length };
}

function end(crowd: readonly Watcher[], connections: readonly RawConnection[]): void {
  for (const watcher of crowd) watcher.close();
  for (const connection of connections) connection.close();
}
