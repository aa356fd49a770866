import { io, type Socket } from "socket.io-client";
import type { LiveEvent } from "../../shared/kernel/events";
import { projectStream } from "../../shared/kernel/events";
import { type EventBatch, protocolVersion, type SubscribeAck } from "../../shared/kernel/streams";
import type { SeededProject } from "../support/seed";
import type { Site } from "./jobs";

/** A screen reduced to its socket: it hears, and says when. */
export interface Watcher {
  socket: Socket;
  close(): void;
}

export async function watch(
  site: Site,
  person: number,
  project: SeededProject,
  heard: (event: LiveEvent) => void,
): Promise<Watcher> {
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

/** A few at a time: a crowd that arrives in one moment is another measurement. */
export async function watchers(count: number, open: (at: number) => Promise<Watcher>): Promise<Watcher[]> {
  const list: Watcher[] = [];
  for (let at = 0; at < count; at += 10) {
    const few = Array.from({ length: Math.min(10, count - at) }, (_, index) => open(at + index));
    list.push(...(await Promise.all(few)));
  }
  return list;
}
