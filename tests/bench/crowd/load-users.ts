import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../../shared/kernel/events";
import type { SeededPerson } from "../../support/seed";
import type { CrowdBoard, JobTypes, TestSite } from "../jobs";
import { moveKeyOf, moveTaskOnce, type MovedTask } from "../load-moves";
import { RawConnection } from "../raw-http";
import { RawSocket } from "./raw-socket";

interface WatchedBoard extends CrowdBoard {
  sockets: RawSocket[];
  mover: RawConnection;
  turn: number;
}

let watched: WatchedBoard[] = [];
let heardAt: { key: number; at: number }[] = [];

const connectConcurrency = 10;

export async function connectUsers(
  site: TestSite,
  { boards }: JobTypes["usersCome"]["input"],
): Promise<JobTypes["usersCome"]["output"]> {
  const addedBoards = boards.map((board): WatchedBoard => {
    const { token } = board.people[0] as SeededPerson;
    return { ...board, sockets: [], mover: RawConnection.for(site.port, site.host, token), turn: 0 };
  });
  const queue = addedBoards.flatMap((board) => board.people.map((person) => ({ board, person }))).values();
  const coming = async () => {
    for (const { board, person } of queue) board.sockets.push(await follow(site, board, person));
  };
  await Promise.all(Array.from({ length: connectConcurrency }, coming));
  watched.push(...addedBoards);
  return { sockets: watched.flatMap(({ sockets }) => sockets).filter(({ ended }) => !ended).length };
}

/** Retries a refused connection, as a browser would: the server limits the calls per address within ten seconds. */
async function follow(site: TestSite, { project }: CrowdBoard, { token }: SeededPerson): Promise<RawSocket> {
  const heard = (event: { type: string; data: unknown }) => {
    if (event.type === "task.moved") heardAt.push({ key: moveKeyOf(event.data as MovedTask), at: performance.now() });
  };
  const followed = { token, stream: projectStream(project.id), heard };
  for (let attempt = 0; attempt < 8; attempt++) {
    const socket = await RawSocket.open(site, followed).catch(() => null);
    if (socket) return socket;
    await delay(2_000);
  }
  return RawSocket.open(site, followed);
}

export async function moveAmongUsers(
  _site: TestSite,
  { seconds, everyMs }: JobTypes["usersMove"]["input"],
): Promise<JobTypes["usersMove"]["output"]> {
  for (const board of watched.slice(0, 20)) await moveTaskOnce(board.mover, board.project, board.turn++);
  await delay(1_000);
  heardAt = [];
  const sentAt = new Map<number, { at: number; watchers: number }>();
  const end = performance.now() + seconds * 1_000;
  const counts = { moves: 0, errors: 0 };
  await Promise.all(
    watched.map(async (board, place) => {
      const begin = end - seconds * 1_000 + (place / watched.length) * everyMs;
      for (let at = begin; at < end; at += everyMs) {
        await delay(Math.max(0, at - performance.now()));
        const sent = performance.now();
        const moved = await moveTaskOnce(board.mover, board.project, board.turn++).catch(() => null);
        counts.moves += 1;
        if (moved) sentAt.set(moveKeyOf(moved), { at: sent, watchers: board.sockets.length });
        else counts.errors += 1;
      }
    }),
  );
  await delay(2_000);
  const samples: number[] = [];
  const watchersByKey = new Map<number, number>();
  for (const { key, at } of heardAt) {
    const sent = sentAt.get(key);
    if (!sent) continue;
    samples.push(at - sent.at);
    watchersByKey.set(key, sent.watchers);
  }
  // A move to the card's current slot is answered but emits no event.
  const lost = [...watchersByKey.values()].reduce((sum, watchers) => sum + watchers, 0) - samples.length;
  return { samples, ...counts, lost };
}

export async function disconnectAll(): Promise<null> {
  for (const { sockets, mover } of watched) {
    for (const socket of sockets) socket.close();
    mover.close();
  }
  watched = [];
  return null;
}
