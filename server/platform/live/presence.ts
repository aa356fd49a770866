import { randomUUID } from "node:crypto";
import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { Over, PresentUser } from "../../../shared/kernel/streams";
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
      over:
        over && isId(over.task_status_id)
          ? { task_status_id: over.task_status_id, before_id: isId(over.before_id) ? over.before_id : null }
          : null,
    },
  };
}

interface Place {
  tenantId: number;
  stream: StreamName;
}

/** What servers tell each other. Names and focus only: whatever else a connection knows stays where it is. */
export interface PresenceMessages {
  /** The people of one server in a room; nobody when the last one left. */
  "presence-here": (message: Place & { server: string; users: PresentUser[] }) => void;
  /** Somebody came into a room that was empty on their server: who else is there? */
  "presence-who": (message: Place) => void;
  "presence-alive": (message: { server: string }) => void;
  "presence-gone": (message: { server: string }) => void;
}

/** A crowd is told less often: each telling costs people × people. */
const calmMs = (people: number) => Math.min(60 + people * 4, 1_500);
const aliveEveryMs = 3_000;
/** A server that was killed says no goodbye. */
const goneAfterMs = 10_000;

/**
 * Who looks at what. Nothing is stored: each server knows its own connections, tells the others when that changes, and
 * forgets the people of a server it no longer hears from.
 */
export class Presence {
  private readonly server = randomUUID();
  private readonly planned = new Map<string, NodeJS.Timeout>();
  /** Room → server → its people there. Only for rooms that somebody here is in. */
  private readonly elsewhere = new Map<string, { place: Place; users: Map<string, PresentUser[]> }>();
  private readonly heard = new Map<string, number>();
  private readonly pulse: NodeJS.Timeout | null;
  private stopped = false;

  /** `alone`: there are no other servers. */
  constructor(
    private readonly io: LiveServer,
    private readonly alone: boolean,
  ) {
    this.pulse = alone ? null : setInterval(() => this.beat(), aliveEveryMs).unref();
    if (alone) return;
    io.on("presence-here", ({ server, users, ...place }) => {
      this.heard.set(server, Date.now());
      this.note(place, server, users);
    });
    io.on("presence-who", (place) => {
      if (this.size(place) > 0) this.announce(place);
    });
    io.on("presence-alive", ({ server }) => this.heard.set(server, Date.now()));
    io.on("presence-gone", ({ server }) => this.forget(server));
  }

  /** Somebody of this server came, went or looks elsewhere. */
  changed(tenantId: number, stream: StreamName): void {
    this.plan({ tenantId, stream }, true);
  }

  joined(socket: LiveSocket, stream: StreamName): void {
    const place = { tenantId: socket.data.tenantId, stream };
    if (parseStream(stream)?.kind !== "project" || !socket.rooms.has(roomOf(place.tenantId, stream))) return;
    if (!this.alone) this.ask(place);
    this.plan(place, true);
  }

  left(socket: LiveSocket): void {
    for (const place of projectsOf(socket)) this.plan(place, true);
  }

  /** What was said while Redis was away is lost, in both directions. */
  refresh(): void {
    const places = new Map<string, Place>();
    for (const socket of this.io.of("/").sockets.values()) {
      for (const place of projectsOf(socket)) places.set(roomOf(place.tenantId, place.stream), place);
    }
    for (const place of places.values()) {
      this.elsewhere.delete(roomOf(place.tenantId, place.stream));
      this.ask(place);
      this.plan(place, true);
    }
  }

  stop(): void {
    this.stopped = true;
    if (this.pulse) clearInterval(this.pulse);
    for (const timer of this.planned.values()) clearTimeout(timer);
    this.planned.clear();
    if (!this.alone) this.io.serverSideEmit("presence-gone", { server: this.server });
  }

  private size({ tenantId, stream }: Place): number {
    return this.io.of("/").adapter.rooms.get(roomOf(tenantId, stream))?.size ?? 0;
  }

  /** Soon, and once for everything that happens until then. */
  private plan(place: Place, ours: boolean): void {
    const room = roomOf(place.tenantId, place.stream);
    const key = `${ours ? "ours" : "theirs"} ${room}`;
    if (this.stopped || this.planned.has(key)) return;
    const timer = setTimeout(
      () => {
        this.planned.delete(key);
        if (ours && !this.alone) this.announce(place);
        this.tell(place);
      },
      calmMs(this.size(place)),
    );
    this.planned.set(key, timer);
  }

  private announce(place: Place): void {
    this.io.serverSideEmit("presence-here", { ...place, server: this.server, users: this.here(place) });
  }

  private tell(place: Place): void {
    const room = roomOf(place.tenantId, place.stream);
    if (this.size(place) === 0) {
      this.elsewhere.delete(room);
      return;
    }
    const others = [...(this.elsewhere.get(room)?.users.values() ?? [])].flat();
    const users = busiestOfEach([...this.here(place), ...others]);
    this.io.local.to(room).emit("presence", { stream: place.stream, users });
  }

  /** The people of this server's own connections. */
  private here({ tenantId, stream }: Place): PresentUser[] {
    const { adapter, sockets } = this.io.of("/");
    const ids = adapter.rooms.get(roomOf(tenantId, stream)) ?? [];
    const shown = [...ids].flatMap((id) => {
      const data = sockets.get(id)?.data;
      if (!data) return [];
      const { taskId, dragging, over } = data.focus[stream] ?? { taskId: null, dragging: false, over: null };
      return [{ ...data.person, focus: taskId, dragging, over }];
    });
    return busiestOfEach(shown);
  }

  /** Once for as long as somebody here is in the room; from then on the others tell of themselves. */
  private ask(place: Place): void {
    const room = roomOf(place.tenantId, place.stream);
    if (this.elsewhere.has(room)) return;
    this.elsewhere.set(room, { place, users: new Map() });
    this.io.serverSideEmit("presence-who", place);
  }

  private note(place: Place, server: string, users: PresentUser[]): void {
    const known = this.elsewhere.get(roomOf(place.tenantId, place.stream));
    if (!known) return; // asked for when somebody comes
    if (users.length > 0) known.users.set(server, users);
    else known.users.delete(server);
    this.plan(place, false);
  }

  private beat(): void {
    this.io.serverSideEmit("presence-alive", { server: this.server });
    for (const [server, at] of this.heard) if (Date.now() - at > goneAfterMs) this.forget(server);
  }

  private forget(server: string): void {
    this.heard.delete(server);
    for (const { place, users } of this.elsewhere.values()) if (users.delete(server)) this.plan(place, false);
  }
}

function projectsOf({ data, rooms }: LiveSocket): Place[] {
  const prefix = `${data?.tenantId}/`;
  return [...rooms]
    .filter((room) => room.startsWith(`${prefix}project:`))
    .map((room) => ({ tenantId: data.tenantId, stream: room.slice(prefix.length) as StreamName }));
}

/** Of several screens of one person the busiest counts: one that drags, then one with a task open. */
function busiestOfEach(shown: readonly PresentUser[]): PresentUser[] {
  const busy = (user: PresentUser) => (user.dragging ? 2 : user.focus !== null ? 1 : 0);
  const users = new Map<number, PresentUser>();
  for (const user of shown) {
    const known = users.get(user.id);
    if (!known || busy(user) > busy(known)) users.set(user.id, user);
  }
  return [...users.values()].sort((a, b) => a.id - b.id);
}
