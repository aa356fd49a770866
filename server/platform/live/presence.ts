import { randomUUID } from "node:crypto";
import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { PresentUser } from "../../../shared/kernel/streams";
import { roomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";
import { busiestOfEach, firstOf, mostNamed } from "./presence-names";
import { isGrid, slotOf, slotPatienceMs } from "./slots";

interface Place {
  tenantId: number;
  stream: StreamName;
}

/** Something happened here or elsewhere; or another server asks, as it does each time its room was empty, many times a second if one likes. */
type Why = "ours" | "theirs" | "asked";

/** What servers tell each other. Names and focus only: whatever else a connection knows stays where it is. */
export interface PresenceMessages {
  /** The people of one server in a room; nobody when the last one left. */
  "presence-here": (message: Place & { server: string; users: PresentUser[] }) => void;
  /** Somebody came into a room that was empty on their server: who else is there? */
  "presence-who": (message: Place) => void;
  "presence-alive": (message: { server: string }) => void;
  "presence-gone": (message: { server: string }) => void;
}

/** A crowd is told less often. */
const calmMs = (people: number) => Math.min(60 + people * 4, 1_500);
/** After it was told once, who else comes or goes waits for longer: all come within seconds when a server starts anew. */
const stepMs = (people: number) => Math.min(people * 20, 1_500);
/**
 * Names that go to one organisation's connections in its crowded rooms, at most: some 5 MB/s. One room of a thousand is told of
 * every second then, thirty of them each every half minute, however often somebody in them says that they look elsewhere. To its small
 * rooms, all together, as many: few notice. Whoever is in three hundred of them with fifty connections of their own would otherwise have
 * fifty thousand messages a second sent.
 */
const namesPerSecond = 50_000;
/** A message costs as much as so many names in it. */
const namesOfMessage = 10;
const aliveEveryMs = 3_000;
/** A server that was killed says no goodbye. */
const goneAfterMs = 10_000;

/**
 * Who looks at what. Nothing is stored: each server knows its own connections, tells the others when that changes, and
 * forgets the people of a server it no longer hears from.
 */
export class Presence {
  private readonly server = randomUUID();
  private readonly planned = new Map<string, { timer: NodeJS.Timeout; due: number; inTurn?: boolean }>();
  /** Until when what an organisation's rooms are told is spread already, of crowded ones and of small ones. */
  private readonly spreadUntil = { crowded: new Map<number, number>(), small: new Map<number, number>() };
  /** When each room was last told of by this server. */
  private readonly toldAt = new Map<string, number>();
  /** Room → server → its people there. Only for rooms that somebody here is in. */
  private readonly elsewhere = new Map<string, { place: Place; users: Map<string, PresentUser[]> }>();
  private readonly heard = new Map<string, number>();
  /** Grids on which somebody was shown last. */
  private readonly filledIn = new Set<string>();
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
      if (this.size(place) > 0) this.plan(place, "asked");
    });
    io.on("presence-alive", ({ server }) => this.heard.set(server, Date.now()));
    io.on("presence-gone", ({ server }) => this.forget(server));
  }

  /** Somebody of this server came, went or looks elsewhere. */
  changed(tenantId: number, stream: StreamName): void {
    this.plan({ tenantId, stream }, "ours");
  }

  joined(socket: LiveSocket, stream: StreamName): void {
    const place = { tenantId: socket.data.tenantId, stream };
    if (!showsPeople(stream) || !socket.rooms.has(roomOf(place.tenantId, stream))) return;
    if (!this.alone) this.ask(place);
    this.plan(place, "ours", this.nextStep(place));
  }

  left(socket: LiveSocket): void {
    for (const place of placesOf(socket)) this.plan(place, "ours", this.nextStep(place));
  }

  /** What was said while Redis was away is lost, in both directions. */
  refresh(): void {
    const places = new Map<string, Place>();
    for (const socket of this.io.of("/").sockets.values()) {
      for (const place of placesOf(socket)) places.set(roomOf(place.tenantId, place.stream), place);
    }
    for (const place of places.values()) {
      this.elsewhere.delete(roomOf(place.tenantId, place.stream));
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

  private size({ tenantId, stream }: Place): number {
    return this.io.of("/").adapter.rooms.get(roomOf(tenantId, stream))?.size ?? 0;
  }

  private nextStep(place: Place): number {
    return (this.toldAt.get(roomOf(place.tenantId, place.stream)) ?? 0) + stepMs(this.size(place));
  }

  /** Soon, and once for everything that happens until then; what can wait until `notBefore` comes along with what can't. */
  private plan(place: Place, why: Why, notBefore: number = 0): void {
    const room = roomOf(place.tenantId, place.stream);
    const key = `${why} ${room}`;
    const due = Math.max(Date.now() + calmMs(this.size(place)), notBefore);
    const known = this.planned.get(key);
    if (this.stopped || (known && (known.inTurn || known.due <= due))) return;
    clearTimeout(known?.timer);
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

  /** When a room may be told; its organisation's next one of that size has its turn after that. */
  private turnOf(place: Place): number {
    const now = Date.now();
    const size = this.size(place);
    const until = this.spreadUntil[size > mostNamed ? "crowded" : "small"];
    const names = Math.max(Math.min(this.people(place).length, mostNamed), namesOfMessage);
    const turn = Math.max(until.get(place.tenantId) ?? 0, now);
    until.set(place.tenantId, turn + ((size * names) / namesPerSecond) * 1_000);
    return turn;
  }

  private announce(place: Place): void {
    this.io.serverSideEmit("presence-here", { ...place, server: this.server, users: this.here(place) });
  }

  private tell(place: Place): void {
    const room = roomOf(place.tenantId, place.stream);
    if (this.size(place) === 0) {
      this.toldAt.delete(room);
      this.elsewhere.delete(room);
      this.filledIn.delete(room);
      return;
    }
    const users = this.people(place);
    // Who looks at a grid isn't shown: nothing is said as long as nobody fills in a time.
    if (isGrid(place.stream) && users.length === 0 && !this.filledIn.delete(room)) return;
    if (isGrid(place.stream) && users.length > 0) this.filledIn.add(room);
    this.toldAt.set(room, Date.now());
    const named = firstOf(users);
    const more = users.length - named.length;
    this.io.local.to(room).emit("presence", { stream: place.stream, users: named, ...(more > 0 && { more }) });
  }

  private people(place: Place): PresentUser[] {
    const others = this.elsewhere.get(roomOf(place.tenantId, place.stream))?.users.values() ?? [];
    return busiestOfEach([...this.here(place), ...[...others].flat()]);
  }

  /** The people of this server's own connections. */
  private here(place: Place): PresentUser[] {
    const { tenantId, stream } = place;
    const { adapter, sockets } = this.io.of("/");
    const ids = adapter.rooms.get(roomOf(tenantId, stream)) ?? [];
    const shown = [...ids].flatMap((id) => {
      const data = sockets.get(id)?.data;
      if (!data || data.viewing) return [];
      if (isGrid(stream)) {
        const slot = slotOf(data.focus[stream], Date.now());
        return slot ? [{ ...data.person, focus: null, dragging: false, over: null, slot }] : [];
      }
      const { taskId, dragging, over } = data.focus[stream] ?? { taskId: null, dragging: false, over: null };
      return [{ ...data.person, focus: taskId, dragging, over }];
    });
    if (isGrid(stream) && shown.length > 0) this.planLapse(place);
    return busiestOfEach(shown);
  }

  /** Looks again once what is filled in may have been left open. */
  private planLapse(place: Place): void {
    const key = `lapse ${roomOf(place.tenantId, place.stream)}`;
    if (this.stopped || this.planned.has(key)) return;
    const timer = setTimeout(() => {
      this.planned.delete(key);
      this.plan(place, "ours");
    }, slotPatienceMs).unref();
    this.planned.set(key, { timer, due: 0 });
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
    this.plan(place, "theirs");
  }

  private beat(): void {
    this.io.serverSideEmit("presence-alive", { server: this.server });
    for (const [server, at] of this.heard) if (Date.now() - at > goneAfterMs) this.forget(server);
  }

  private forget(server: string): void {
    this.heard.delete(server);
    for (const { place, users } of this.elsewhere.values()) if (users.delete(server)) this.plan(place, "theirs");
  }
}

const showsPeople = (stream: unknown): boolean => parseStream(stream)?.kind === "project" || isGrid(stream);

function placesOf({ data, rooms }: LiveSocket): Place[] {
  const prefix = `${data?.tenantId}/`;
  return [...rooms]
    .filter((room) => room.startsWith(prefix) && showsPeople(room.slice(prefix.length)))
    .map((room) => ({ tenantId: data.tenantId, stream: room.slice(prefix.length) as StreamName }));
}
