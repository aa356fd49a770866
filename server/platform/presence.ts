import type { Logger } from "pino";
import { parseStream, type StreamName } from "../../shared/kernel/events";
import type { Over, PresentUser } from "../../shared/kernel/streams";
import { roomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";

export interface FocusState {
  taskId: number | null;
  dragging: boolean;
  over: Over | null;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** What a client says it shows, or null when it isn't well-formed. */
export function readFocus(message: unknown): { stream: StreamName; state: FocusState } | null {
  const raw = (message ?? {}) as { stream?: unknown; taskId?: unknown; dragging?: unknown; over?: unknown };
  if (parseStream(raw.stream)?.kind !== "project") return null;
  const over = raw.over as { task_status_id?: unknown; before_id?: unknown } | null | undefined;
  return {
    stream: raw.stream as StreamName,
    state: {
      taskId: isId(raw.taskId) ? raw.taskId : null,
      dragging: raw.dragging === true && isId(raw.taskId),
      over: over && isId(over.task_status_id) ? { task_status_id: over.task_status_id, before_id: isId(over.before_id) ? over.before_id : null } : null,
    },
  };
}

/** A crowd is told less often: each telling costs people × people. */
const calmMs = (people: number) => Math.min(60 + people * 4, 1_500);

/**
 * Who looks at what. Nothing is stored: presence is asked of the connections themselves, on all servers, whenever one
 * comes, goes or looks elsewhere. A killed server's people are gone with its connections.
 */
export function followPresence(io: LiveServer, log: Logger) {
  const planned = new Map<string, NodeJS.Timeout>();

  async function tell(tenantId: number, stream: StreamName): Promise<void> {
    const room = roomOf(tenantId, stream);
    const sockets = await io.in(room).fetchSockets();
    const users = new Map<number, PresentUser>();
    for (const socket of sockets) {
      const { data } = socket;
      const focus = data.focus[stream] ?? { taskId: null, dragging: false, over: null };
      const known = users.get(data.person.id);
      // Of several tabs of one person the busiest counts.
      if (known && (known.dragging || (known.focus !== null && !focus.dragging))) continue;
      users.set(data.person.id, { ...data.person, focus: focus.taskId, dragging: focus.dragging, over: focus.over });
    }
    io.to(room).emit("presence", { stream, users: [...users.values()].sort((a, b) => a.id - b.id) });
  }

  function changed(tenantId: number, stream: StreamName): void {
    const room = roomOf(tenantId, stream);
    if (planned.has(room)) return;
    const people = io.of("/").adapter.rooms.get(room)?.size ?? 0;
    const timer = setTimeout(() => {
      planned.delete(room);
      tell(tenantId, stream).catch((error) => log.warn({ err: error }, "presence"));
    }, calmMs(people));
    planned.set(room, timer);
  }

  return {
    changed,
    joined(socket: LiveSocket, message: unknown): void {
      const stream = (message as { stream?: StreamName } | null)?.stream as StreamName;
      if (parseStream(stream)?.kind === "project" && socket.rooms.has(roomOf(socket.data.tenantId, stream))) {
        changed(socket.data.tenantId, stream);
      }
    },
    left(socket: LiveSocket): void {
      const prefix = `${socket.data?.tenantId}/`;
      for (const room of socket.rooms) {
        if (room.startsWith(`${prefix}project:`)) changed(socket.data.tenantId, room.slice(prefix.length) as StreamName);
      }
    },
    stop(): void {
      for (const timer of planned.values()) clearTimeout(timer);
      planned.clear();
    },
  };
}
