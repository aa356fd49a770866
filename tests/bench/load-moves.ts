import { setTimeout as delay } from "node:timers/promises";
import type { LiveEvent } from "../../shared/kernel/events";
import type { SeededProject } from "../support/seed";
import { percentilesOf } from "./figures";
import type { JobTypes, TestSite } from "./jobs";
import { RawConnection } from "./raw-http";
import { type BoardSocket, watchBoard, openWatchers } from "./sockets";

export interface MovedTask {
  id: number;
  version: number;
}

export const moveKeyOf = ({ id, version }: MovedTask) => id * 1_000_000 + version;

export async function moveTaskOnce(
  connection: RawConnection,
  project: SeededProject,
  turn: number,
): Promise<MovedTask | null> {
  const tasks = project.taskIds.flat();
  const id = tasks[(turn * 7) % tasks.length] as number;
  const near = tasks[(turn * 13 + 5) % tasks.length] as number;
  const column = project.columnIds[turn % project.columnIds.length] as number;
  const place = turn % 3 === 0 ? "" : turn % 3 === 1 ? `,"after_id":${near}` : `,"before_id":${near}`;
  const answer = await connection.request("PUT", `/task/${id}/status-update`, `{"task_status_id":${column}${place}}`);
  if (answer.status !== 200) return null;
  return (JSON.parse(answer.body.toString()) as { data: MovedTask }).data;
}

export async function measurePropagation(
  site: TestSite,
  input: JobTypes["propagation"]["input"],
): Promise<JobTypes["propagation"]["output"]> {
  const sentAt = new Map<number, number>();
  const heardAt: { key: number; at: number }[] = [];
  const hear = (event: LiveEvent) => {
    if (event.type === "task.moved") heardAt.push({ key: moveKeyOf(event.data as MovedTask), at: performance.now() });
  };
  const crowd = await openWatchers(input.watchers, (at) => watchBoard(site, at, input.project, hear));
  const connections = Array.from({ length: 4 }, (_, at) =>
    RawConnection.for(site.port, site.host, (site.people[at] as { token: string }).token),
  );
  for (let warm = 0; warm < 20; warm++) await moveTaskOnce(connections[warm % 4] as RawConnection, input.project, warm);
  await delay(1_000);
  heardAt.length = 0;

  const began = performance.now();
  const moves = Math.round(input.rate * input.seconds);
  const pending: Promise<unknown>[] = [];
  for (let turn = 0; turn < moves; turn++) {
    await delay(Math.max(0, began + (turn * 1_000) / input.rate - performance.now()));
    const at = performance.now();
    pending.push(
      moveTaskOnce(connections[turn % 4] as RawConnection, input.project, turn + 100).then((moved) => {
        if (moved) sentAt.set(moveKeyOf(moved), at);
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
  // A move to the card's current slot is answered but emits no event.
  const received = new Set(heardAt.map(({ key }) => key)).size;
  return { ...percentilesOf(samples), lost: received * input.watchers - samples.length };
}

export async function measureThroughput(
  site: TestSite,
  input: JobTypes["throughput"]["input"],
): Promise<JobTypes["throughput"]["output"]> {
  let deliveries = 0;
  const first = input.projects[0] as SeededProject;
  let heard = new Map<number, number>();
  const crowd = await openWatchers(input.watchers, (at) =>
    watchBoard(site, at, first, (event) => {
      deliveries += 1;
      if (at === 0) heard.set(moveKeyOf(event.data as MovedTask), performance.now());
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
      const moved = await moveTaskOnce(connection, project, turn++);
      moves += 1;
      // Excludes moves sent before measuring began: their events may have arrived before as well.
      if (!measuring || !counts) continue;
      if (!moved) errors += 1;
      else {
        answers.push(performance.now() - began);
        if (project === first) promised.set(moveKeyOf(moved), began);
      }
    }
  });
  await delay(2_000); // warm-up: prepares statements, compiles code
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
    answer: percentilesOf(answers),
    undelivered,
    moves,
    delivered: percentilesOf(delays),
  };
}

let heldConnections: BoardSocket[] = [];

export async function openIdleConnections(
  site: TestSite,
  input: JobTypes["sitting"]["input"],
): Promise<JobTypes["sitting"]["output"]> {
  for (const watcher of heldConnections) watcher.close();
  heldConnections = await openWatchers(input.sockets, (at) => watchBoard(site, at, input.project, () => {}));
  return { connected: heldConnections.filter(({ socket }) => socket.connected).length };
}

function end(crowd: readonly BoardSocket[], connections: readonly RawConnection[]): void {
  for (const watcher of crowd) watcher.close();
  for (const connection of connections) connection.close();
}
