import { io, type Socket } from "socket.io-client";
import type { LiveEvent } from "../../shared/kernel/events";
import { projectStream } from "../../shared/kernel/events";
import { type EventBatch, protocolVersion, type SubscribeAck } from "../../shared/kernel/streams";
import type { SeededProject } from "../support/seed";
import type { TestSite } from "./jobs";

export interface BoardSocket {
  socket: Socket;
  close(): void;
}

export async function watchBoard(
  site: TestSite,
  person: number,
  project: SeededProject,
  heard: (event: LiveEvent) => void,
): Promise<BoardSocket> {
  const { token } = site.people[person % site.people.length] as { token: string };
  const socket = io(`http://127.0.0.1:${site.port}`, {
    path: "/socket.io",
    transports: ["websocket"],
    auth: { token, protocol: protocolVersion },
    extraHeaders: { host: site.host },
    forceNew: true,
    reconnection: false,
  });
  const stream = projectStream(project.id);
  socket.on("events", (batch: EventBatch) => {
    if (batch.stream === stream) for (const event of batch.events) heard(event);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  const ack = (await socket.timeout(20_000).emitWithAck("subscribe", { stream, since: null })) as SubscribeAck;
  if (ack.status !== "live") throw new Error(`A watcher is ${ack.status}`);
  return { socket, close: () => socket.disconnect() };
}

/** Opens ten sockets at a time: the simultaneous arrival of all watchers is a separate measurement. */
export async function openWatchers(count: number, open: (at: number) => Promise<BoardSocket>): Promise<BoardSocket[]> {
  const list: BoardSocket[] = [];
  for (let at = 0; at < count; at += 10) {
    const few = Array.from({ length: Math.min(10, count - at) }, (_, index) => open(at + index));
    list.push(...(await Promise.all(few)));
  }
  return list;
}
