import { randomUUID } from "node:crypto";
import type { StreamName } from "../../../shared/kernel/events";
import type { PresentUser } from "../../../shared/kernel/streams";
import { streamRoomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";
import { isGridStream, activeSlotOf, slotTimeoutMs } from "./slots";
import { presenceOn } from "./stream-definitions";

/** Number of users listed by name in a crowded room; all others are only counted. Otherwise each update would cost users × users. */
const maxNamed = 50;

const busy = (user: PresentUser) => (user.dragging || user.slot ? 2 : user.focus !== null ? 1 : 0);

/** Prefers active users to viewers, then lower ids; the result is sorted by id. */
function firstPresentUsers(users: PresentUser[]): PresentUser[] {
  if (users.length <= maxNamed) return users;
  const first = users.toSorted((a, b) => busy(b) - busy(a) || a.id - b.id).slice(0, maxNamed);
  return first.sort((a, b) => a.id - b.id);
}

/** Merges several screens of one user into the most active (dragging, then an open task). `board` is set if any screen shows the board. */
function busiestPerUser(screens: readonly PresentUser[]): PresentUser[] {
  const users = new Map<number, PresentUser>();
  for (const user of screens) {
    const busiestSoFar = users.get(user.id);
    const busiest = !busiestSoFar || busy(user) > busy(busiestSoFar) ? user : busiestSoFar;
    users.set(user.id, user.board || busiestSoFar?.board ? { ...busiest, board: true } : busiest);
  }
  return [...users.values()].sort((a, b) => a.id - b.id);
}

interface PresenceRoom {
  tenantId: number;
  stream: StreamName;
}

/**
 * Cause of an update: a change on this server, a change on another server, or a request by another server. A server sends a request each
 * time its part of the room was empty, possibly many times a second.
 */
type PresenceCause = "ours" | "theirs" | "asked";

/** Messages between servers. They contain only names and focus; other connection data stays local. */
export interface PresenceMessages {
  /** Users of one server in a room; empty when the last user has left. */
  "presence-here": (message: PresenceRoom & { server: string; users: PresentUser[] }) => void;
  /** A user joined a room that was empty on the sending server; requests the users of all other servers. */
  "presence-who": (message: PresenceRoom) => void;
  "presence-alive": (message: { server: string }) => void;
  "presence-gone": (message: { server: string }) => void;
}

/** Delay of an update in milliseconds, longer for larger rooms. */
const throttleMs = (people: number) => Math.min(60 + people * 4, 1_500);
/** Minimum interval in milliseconds after an update for arrivals and departures: after a restart all clients reconnect within seconds. */
const backoffMs = (people: number) => Math.min(people * 20, 1_500);
/**
 * Limit of names sent per second to one tenant's connections in crowded rooms, about 5 MB/s: a room of a thousand is updated every second,
 * thirty such rooms every half minute. The small rooms of a tenant share a second limit of the same size, which is rarely reached: a user
 * in three hundred rooms with fifty connections would otherwise cause 50,000 messages per second.
 */
const namesPerSecond = 50_000;
/** Fixed cost of a message, expressed as a number of names. */
const namesOfMessage = 10;
const heartbeatMs = 3_000;
/** Timeout in milliseconds for a server that was killed without sending `presence-gone`. */
const serverTimeoutMs = 10_000;

/**
 * Tracks which user views which task or board. Nothing is stored: each server tracks its own connections, notifies the other servers of
 * changes, and removes the users of a server that sends no more heartbeats.
 */
export class PresenceTracker {
  private readonly server = randomUUID();
  private readonly planned = new Map<string, { timer: NodeJS.Timeout; due: number; inTurn?: boolean }>();
  /** Per tenant, the time until which updates are already scheduled; separate for crowded and small rooms. */
  private readonly spreadUntil = { crowded: new Map<number, number>(), small: new Map<number, number>() };
  private readonly toldAt = new Map<string, number>();
  /** Users by room and server. Only for rooms with local connections. */
  private readonly elsewhere = new Map<string, { place: PresenceRoom; users: Map<string, PresentUser[]> }>();
  private readonly heard = new Map<string, number>();
  private readonly filledIn = new Set<string>();
  private readonly pulse: NodeJS.Timeout | null;
  private stopped = false;

  /** `alone`: no other servers exist. */
  constructor(
    private readonly io: LiveServer,
    private readonly alone: boolean,
  ) {
    this.pulse = alone ? null : setInterval(() => this.beat(), heartbeatMs).unref();
    if (alone) return;
    io.on("presence-here", ({ server, users, ...place }) => {
      this.heard.set(server, Date.now());
      this.note(place, server, users);
    });
    io.on("presence-who", (place) => {
      if (this.size(place) > 0) this.plan(place, "asked");
    });
    io.on("presence-alive", ({ server }) => this.heard.set(server, Date.now()));
    io.on("presence-gone", ({ server }) => this.forget(server));
  }

  changed(tenantId: number, stream: StreamName): void {
    this.plan({ tenantId, stream }, "ours");
  }

  joined(socket: LiveSocket, stream: StreamName): void {
    const place = { tenantId: socket.data.tenantId, stream };
    if (!showsPeople(stream) || !socket.rooms.has(streamRoomOf(place.tenantId, stream))) return;
    if (!this.alone) this.ask(place);
    this.plan(place, "ours", this.nextStep(place));
  }

  left(socket: LiveSocket): void {
    for (const place of presenceRoomsOf(socket)) this.plan(place, "ours", this.nextStep(place));
  }

  /** Sends and requests presence again, because messages sent while Redis was unavailable are lost in both directions. */
  refresh(): void {
    const places = new Map<string, PresenceRoom>();
    for (const socket of this.io.of("/").sockets.values()) {
      for (const place of presenceRoomsOf(socket)) places.set(streamRoomOf(place.tenantId, place.stream), place);
    }
    for (const place of places.values()) {
      this.elsewhere.delete(streamRoomOf(place.tenantId, place.stream));
      this.ask(place);
      this.plan(place, "ours");
    }
  }

  stop(): void {
    this.stopped = true;
    if (this.pulse) clearInterval(this.pulse);
    for (const { timer } of this.planned.values()) clearTimeout(timer);
    this.planned.clear();
    if (!this.alone) this.io.serverSideEmit("presence-gone", { server: this.server });
  }

  private size({ tenantId, stream }: PresenceRoom): number {
    return this.io.of("/").adapter.rooms.get(streamRoomOf(tenantId, stream))?.size ?? 0;
  }

  private nextStep(place: PresenceRoom): number {
    return (this.toldAt.get(streamRoomOf(place.tenantId, place.stream)) ?? 0) + backoffMs(this.size(place));
  }

  /**
   * Schedules one update for all changes until then. Changes that may wait until `notBefore` are included in an earlier update if one is
   * already scheduled.
   */
  private plan(place: PresenceRoom, why: PresenceCause, notBefore: number = 0): void {
    const room = streamRoomOf(place.tenantId, place.stream);
    const key = `${why} ${room}`;
    const due = Math.max(Date.now() + throttleMs(this.size(place)), notBefore);
    const planned = this.planned.get(key);
    if (this.stopped || (planned && (planned.inTurn || planned.due <= due))) return;
    clearTimeout(planned?.timer);
    const run = () => {
      this.planned.delete(key);
      if (why !== "theirs" && !this.alone) this.announce(place);
      if (why !== "asked") this.tell(place);
    };
    const runInTurn = () => {
      const turn = this.turnOf(place);
      if (turn <= Date.now()) run();
      else this.planned.set(key, { timer: setTimeout(run, turn - Date.now()), due: turn, inTurn: true });
    };
    this.planned.set(key, { timer: setTimeout(runInTurn, due - Date.now()), due });
  }

  /** Earliest time at which a room may be updated; the tenant's next update of a room of the same size class is scheduled after it. */
  private turnOf(place: PresenceRoom): number {
    const now = Date.now();
    const size = this.size(place);
    const until = this.spreadUntil[size > maxNamed ? "crowded" : "small"];
    const names = Math.max(Math.min(this.people(place).length, maxNamed), namesOfMessage);
    const turn = Math.max(until.get(place.tenantId) ?? 0, now);
    until.set(place.tenantId, turn + ((size * names) / namesPerSecond) * 1_000);
    return turn;
  }

  private announce(place: PresenceRoom): void {
    this.io.serverSideEmit("presence-here", { ...place, server: this.server, users: this.here(place) });
  }

  private tell(place: PresenceRoom): void {
    const room = streamRoomOf(place.tenantId, place.stream);
    if (this.size(place) === 0) {
      this.toldAt.delete(room);
      this.elsewhere.delete(room);
      this.filledIn.delete(room);
      return;
    }
    const users = this.people(place);
    // Users who only view a grid aren't shown, so there is no update while no user fills in a time slot.
    if (isGridStream(place.stream) && users.length === 0 && !this.filledIn.delete(room)) return;
    if (isGridStream(place.stream) && users.length > 0) this.filledIn.add(room);
    this.toldAt.set(room, Date.now());
    const firstUsers = firstPresentUsers(users);
    const onBoard = (list: readonly PresentUser[]) => list.filter(({ board }) => board).length;
    const remainingCount = onBoard(users) - onBoard(firstUsers);
    this.io.local.to(room).emit("presence", {
      stream: place.stream,
      users: firstUsers,
      ...(remainingCount > 0 && { more: remainingCount }),
    });
  }

  private people(place: PresenceRoom): PresentUser[] {
    const others = this.elsewhere.get(streamRoomOf(place.tenantId, place.stream))?.users.values() ?? [];
    return busiestPerUser([...this.here(place), ...[...others].flat()]);
  }

  private here(place: PresenceRoom): PresentUser[] {
    const { tenantId, stream } = place;
    const { adapter, sockets } = this.io.of("/");
    const ids = adapter.rooms.get(streamRoomOf(tenantId, stream)) ?? [];
    const presentUsers = [...ids].flatMap((id): PresentUser[] => {
      const data = sockets.get(id)?.data;
      if (!data || data.viewing) return [];
      if (isGridStream(stream)) {
        const slot = activeSlotOf(data.focus[stream], Date.now());
        return slot ? [{ ...data.person, focus: null, dragging: false, over: null, slot }] : [];
      }
      // Screens that only follow the project's events aren't shown as present on its board.
      const state = data.focus[stream];
      if (!state || (!state.board && state.taskId === null)) return [];
      const { taskId, dragging, over, board, editing } = state;
      return [{ ...data.person, focus: taskId, dragging, over, ...(board && { board }), ...(editing && { editing }) }];
    });
    if (isGridStream(stream) && presentUsers.length > 0) this.planLapse(place);
    return busiestPerUser(presentUsers);
  }

  /** Schedules an update for when the time slots of idle forms expire. */
  private planLapse(place: PresenceRoom): void {
    const key = `lapse ${streamRoomOf(place.tenantId, place.stream)}`;
    if (this.stopped || this.planned.has(key)) return;
    const timer = setTimeout(() => {
      this.planned.delete(key);
      this.plan(place, "ours");
    }, slotTimeoutMs).unref();
    this.planned.set(key, { timer, due: 0 });
  }

  /** Requests other servers' users once while the room has local connections; afterwards those servers send their changes. */
  private ask(place: PresenceRoom): void {
    const room = streamRoomOf(place.tenantId, place.stream);
    if (this.elsewhere.has(room)) return;
    this.elsewhere.set(room, { place, users: new Map() });
    this.io.serverSideEmit("presence-who", place);
  }

  private note(place: PresenceRoom, server: string, users: PresentUser[]): void {
    const roomUsers = this.elsewhere.get(streamRoomOf(place.tenantId, place.stream));
    if (!roomUsers) return; // presence of the room is requested once a local user joins
    if (users.length > 0) roomUsers.users.set(server, users);
    else roomUsers.users.delete(server);
    this.plan(place, "theirs");
  }

  private beat(): void {
    this.io.serverSideEmit("presence-alive", { server: this.server });
    for (const [server, at] of this.heard) if (Date.now() - at > serverTimeoutMs) this.forget(server);
  }

  private forget(server: string): void {
    this.heard.delete(server);
    for (const { place, users } of this.elsewhere.values()) if (users.delete(server)) this.plan(place, "theirs");
  }
}

const showsPeople = (stream: unknown): boolean => presenceOn(stream) !== undefined;

function presenceRoomsOf({ data, rooms }: LiveSocket): PresenceRoom[] {
  const prefix = `${data?.tenantId}/`;
  return [...rooms]
    .filter((room) => room.startsWith(prefix) && showsPeople(room.slice(prefix.length)))
    .map((room) => ({ tenantId: data.tenantId, stream: room.slice(prefix.length) as StreamName }));
}
