import type { PresentUser } from "../../../shared/kernel/streams";
import { projectStream, type StreamName } from "../../../shared/kernel/events";
import "../../features";
import { streamRoomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";
import { readFocus } from "./focus";
import { PresenceTracker } from "./presence";
import { slotTimeoutMs } from "./slots";

/** Simulates servers that exchange presence, without sockets and with a fake clock. tests/live/presence.test.ts covers real sockets. */
const stream = projectStream(7);
const place = { tenantId: 1, stream };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Handler = (message: never) => void;

const onBoard = { board: true, taskId: null, dragging: false, over: null };

interface Node {
  cut: boolean;
  handlers: Map<string, Handler>;
  usersSent: PresentUser[][];
  remainders: (number | undefined)[];
  said: string[];
  presence: PresenceTracker;
  come: (id: number, focus?: object, connection?: string) => LiveSocket;
  go: (socket: LiveSocket) => void;
  sockets: Map<string, LiveSocket>;
  tellings: string[];
  fill: (tenantId: number, followed: StreamName, people: number) => void;
}

/** Servers with immediate delivery; a `cut` server neither sends nor receives. */
function network() {
  const nodes: Node[] = [];
  function node(alone = false, followed: StreamName = stream): Node {
    const room = streamRoomOf(1, followed);
    const handlers = new Map<string, Handler>();
    const sockets = new Map<string, LiveSocket>();
    const rooms = new Map<string, Set<string>>();
    const usersSent: PresentUser[][] = [];
    const remainders: (number | undefined)[] = [];
    const sent: string[] = [];
    const tellings: string[] = [];
    const emit = (_: string, message: { users: PresentUser[]; more?: number }) => {
      usersSent.push(message.users);
      remainders.push(message.more);
    };
    const self: Node = {
      cut: false,
      handlers,
      sockets,
      usersSent,
      remainders,
      said: sent,
      presence: null as unknown as PresenceTracker,
      come,
      go,
      fill,
      tellings,
    };
    const io = {
      on: (name: string, handler: Handler) => handlers.set(name, handler),
      serverSideEmit: (name: string, message: never) => {
        sent.push(name);
        for (const other of nodes) if (other !== self && !self.cut && !other.cut) other.handlers.get(name)?.(message);
      },
      of: () => ({ adapter: { rooms }, sockets }),
      local: {
        to: (to: string) => {
          tellings.push(to);
          return { emit };
        },
      },
    };
    self.presence = new PresenceTracker(io as unknown as LiveServer, alone);
    nodes.push(self);

    function come(id: number, focus: object = {}, connection = `${id}`) {
      const data = {
        tenantId: 1,
        person: { id, fullname: `P${id}`, image: null },
        focus: { [followed]: { ...onBoard, ...focus } },
      };
      const socket = { id: connection, data, rooms: new Set([connection, room]) } as unknown as LiveSocket;
      sockets.set(connection, socket);
      rooms.set(room, (rooms.get(room) ?? new Set()).add(connection));
      self.presence.joined(socket, followed);
      return socket;
    }
    function fill(tenantId: number, filled: StreamName, people: number) {
      const ids = Array.from({ length: people }, (_, at) => `${tenantId}/${at + 1}`);
      for (const [at, id] of ids.entries()) {
        const data = {
          tenantId,
          person: { id: at + 1, fullname: `P${at}`, image: null },
          focus: { ...sockets.get(id)?.data.focus, [filled]: onBoard },
        };
        sockets.set(id, { id, data, rooms: new Set() } as unknown as LiveSocket);
      }
      rooms.set(streamRoomOf(tenantId, filled), new Set(ids));
    }
    function go(socket: LiveSocket) {
      rooms.get(room)?.delete(socket.id);
      sockets.delete(socket.id);
      self.presence.left(socket);
    }
    return self;
  }
  return node;
}
const seenBy = (node: Node) => node.usersSent.at(-1)?.map(({ id }) => id);
const thereFor = (node: Node) => (node.usersSent.at(-1)?.length ?? 0) + (node.remainders.at(-1) ?? 0);
const soon = () => jest.advanceTimersByTime(2_000);

test("emits arrivals together after a delay of 64 ms", () => {
  const a = network()(true);
  a.come(1);
  a.come(2);
  jest.advanceTimersByTime(63);
  expect(a.usersSent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(a.usersSent.map((users) => users.map(({ id }) => id))).toEqual([[1, 2]]);
  soon();
  expect(a.usersSent).toHaveLength(1);
  expect(a.said).toEqual([]); // there is no other server
});

test("many reconnects cause few presence updates", () => {
  const a = network()(true);
  const updatesWhileJoining = (first: number, last: number) => {
    const before = a.usersSent.length;
    for (let id = first; id <= last; id++) {
      a.come(id);
      jest.advanceTimersByTime(40);
    }
    return a.usersSent.length - before;
  };
  expect(updatesWhileJoining(1, 50)).toBeLessThanOrEqual(7); // in two seconds; without the limit it would be thirteen
  soon();
  expect(thereFor(a)).toBe(50);
  const moving = a.come(51); // immediate, since there was no recent update
  jest.advanceTimersByTime(60 + 51 * 4);
  expect(thereFor(a)).toBe(51);
  a.come(52);
  jest.advanceTimersByTime(500);
  expect(thereFor(a)).toBe(51);
  moving.data.focus[stream] = { taskId: 3, dragging: true, over: null, saidAt: 0 };
  a.presence.changed(1, stream);
  jest.advanceTimersByTime(60 + 52 * 4);
  expect(thereFor(a)).toBe(52);
  expect(a.usersSent.at(-1)?.find(({ id }) => id === 51)).toMatchObject({ focus: 3, dragging: true });
  const tellings = a.usersSent.length;
  soon();
  expect(a.usersSent).toHaveLength(tellings); // includes the delayed arrivals
  a.go(moving);
  jest.advanceTimersByTime(60 + 51 * 4);
  expect(thereFor(a)).toBe(51);
});

test("updates of larger rooms are delayed longer, by at most 1.5 seconds", () => {
  const a = network()(true);
  for (let id = 1; id <= 500; id++) a.come(id);
  soon();
  a.usersSent.length = 0;
  a.presence.changed(1, stream);
  jest.advanceTimersByTime(1_499);
  expect(a.usersSent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(a.usersSent).toHaveLength(1);
});

test("lists fifty users of a crowded room, active users first", () => {
  const node = network();
  const [a, b] = [node(), node()];
  const idle = { taskId: null, dragging: false, over: null };
  for (let id = 1; id <= 50; id++) a.come(id, idle);
  soon();
  expect([seenBy(a)?.length, a.remainders.at(-1)]).toEqual([50, undefined]);
  for (let id = 51; id <= 70; id++) a.come(id, idle);
  b.come(71, { taskId: 4, dragging: true, over: null });
  b.come(72, idle);
  b.come(60, { taskId: 5, dragging: false, over: null });
  soon();
  soon();
  const firstOnes = Array.from({ length: 48 }, (_, at) => at + 1);
  for (const each of [a, b]) {
    expect(seenBy(each)).toEqual([...firstOnes, 60, 71]);
    expect(each.remainders.at(-1)).toBe(72 - 50);
  }
});

test("crowded rooms of a tenant are updated sequentially, small rooms immediately", () => {
  const a = network()(true);
  const crowds = Array.from({ length: 10 }, (_, at) => projectStream(100 + at));
  const published = a.tellings;
  for (const crowd of crowds) a.fill(1, crowd, 1_000);
  a.fill(1, projectStream(200), 10);
  a.fill(2, projectStream(300), 1_000);
  const small = streamRoomOf(1, projectStream(200));
  const another = streamRoomOf(2, projectStream(300));
  for (let ms = 0; ms < 30_000; ms += 50) {
    for (const crowd of crowds) a.presence.changed(1, crowd);
    a.presence.changed(1, projectStream(200));
    a.presence.changed(2, projectStream(300));
    jest.advanceTimersByTime(50);
  }
  const times = (room: string) => published.filter((each) => each === room).length;
  // A thousand connections times fifty names use up the limit of one second: thirty updates in thirty seconds, three per room.
  const ofEach = crowds.map((crowd) => times(streamRoomOf(1, crowd)));
  for (const each of ofEach) expect([2, 3]).toContain(each);
  expect(times(small)).toBeGreaterThan(30_000 / 160);
  expect(times(another)).toBeGreaterThanOrEqual(11); // the other tenant's room doesn't wait for the first tenant's rooms
});

test("limits the updates of all small rooms of a tenant together", () => {
  const a = network()(true);
  const rooms = Array.from({ length: 300 }, (_, at) => projectStream(100 + at));
  for (const room of rooms) a.fill(1, room, 50);
  for (const [id, socket] of a.sockets) socket.data.person.id = Number(id.split("/")[0]); // all connections belong to one user
  for (let ms = 0; ms < 10_000; ms += 50) {
    for (const room of rooms) a.presence.changed(1, room);
    jest.advanceTimersByTime(50);
  }
  expect(a.tellings.length * 50).toBeLessThan(10 * 5_500);
  expect(a.tellings.length * 50).toBeGreaterThan(10 * 4_500);
  expect(new Set(a.tellings).size).toBe(300);
});

test("two servers show each other's users and remove those who left", () => {
  const node = network();
  const [a, b] = [node(), node()];
  const one = a.come(1);
  soon();
  b.come(2);
  soon();
  expect([seenBy(a), seenBy(b)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  a.go(one);
  soon();
  expect(seenBy(b)).toEqual([2]);
});

test("users of another server appear as soon as those of the same server", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1);
  b.come(2);
  soon();
  a.usersSent.length = 0;
  b.come(3);
  jest.advanceTimersByTime(68 + 64); // delays until b sends the change, and until a shows it
  expect(seenBy(a)).toEqual([1, 2, 3]);
});

test("forgets a stopped server immediately, and a killed one after ten seconds", () => {
  const node = network();
  const [a, b, c] = [node(), node(), node()];
  for (const [id, each] of [a, b, c].entries()) each.come(id + 1);
  soon();
  expect(seenBy(a)).toEqual([1, 2, 3]);
  b.presence.stop();
  soon();
  expect(seenBy(a)).toEqual([1, 3]);
  c.cut = true;
  jest.advanceTimersByTime(6_000);
  expect(seenBy(a)).toEqual([1, 3]);
  jest.advanceTimersByTime(9_000);
  expect(seenBy(a)).toEqual([1]);
  c.cut = false;
  jest.advanceTimersByTime(60_000);
  expect(seenBy(a)).toEqual([1]); // servers send their users again on the next change
  c.presence.changed(1, stream);
  soon();
  expect(seenBy(a)).toEqual([1, 3]);
});

test("keeps a live server without changes for two minutes", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1);
  b.come(2);
  jest.advanceTimersByTime(120_000);
  a.presence.changed(1, stream);
  soon();
  expect(seenBy(a)).toEqual([1, 2]);
});

test("requests presence again after a lost connection between servers", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1);
  b.come(2);
  soon();
  b.cut = true;
  b.come(3);
  soon();
  expect(seenBy(a)).toEqual([1, 2]);
  b.cut = false;
  a.presence.refresh();
  soon();
  expect(seenBy(a)).toEqual([1, 2, 3]);
});

test("shows only connections that have the board or a task on screen", () => {
  const a = network()(true);
  a.come(1);
  a.come(2, { board: false });
  a.come(3, { board: false, taskId: 5 });
  a.come(4, { board: false }, "my work");
  a.come(4, {}, "board");
  soon();
  expect(a.usersSent.at(-1)).toEqual([
    expect.objectContaining({ id: 1, board: true }),
    expect.not.objectContaining({ board: true }),
    expect.objectContaining({ id: 4, board: true }),
  ]);
  expect(seenBy(a)).toEqual([1, 3, 4]);
});

test("shows the most active of a user's screens across servers", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1, { taskId: null, dragging: false, over: null }, "idle");
  a.come(1, { taskId: 5, dragging: false, over: null }, "open");
  b.come(1, { taskId: 6, dragging: true, over: null }, "drags");
  soon();
  expect(a.usersSent.at(-1)).toMatchObject([{ id: 1, focus: 6, dragging: true, board: true }]);
});

test("a server without viewers of a room requests and stores no presence", () => {
  const node = network();
  const [a, b] = [node(), node()];
  const one = a.come(1);
  soon();
  expect(b.usersSent).toEqual([]);
  a.go(one);
  soon();
  b.come(2);
  soon();
  expect(seenBy(b)).toEqual([2]);
  expect(b.said.filter((name) => name === "presence-who")).toHaveLength(1);
  b.come(3);
  soon();
  expect(b.said.filter((name) => name === "presence-who")).toHaveLength(1);
});

test("emits nothing after stop", () => {
  const a = network()(false);
  a.come(1);
  a.presence.stop();
  a.presence.changed(1, place.stream);
  jest.advanceTimersByTime(60_000);
  expect(a.usersSent).toEqual([]);
  expect(a.said.filter((name) => name !== "presence-who")).toEqual(["presence-gone"]);
});

describe("presence on booking grids", () => {
  const grid: StreamName = "rooms:7";
  const slot = { kind: "room", resource_id: 3, from: 1_000, until: 2_000 };

  test("ignores an invalid time slot or one longer than a year", () => {
    const read = (slotText: unknown) => readFocus({ stream: grid, slot: slotText })?.state.slot;
    expect(read(slot)).toEqual(slot);
    for (const wrong of [
      null,
      "now",
      { ...slot, kind: "Room 3" },
      { ...slot, kind: undefined },
      { ...slot, resource_id: 0 },
      { ...slot, resource_id: "3" },
      { ...slot, until: slot.from },
      { ...slot, until: Number.POSITIVE_INFINITY },
      { ...slot, until: slot.from + 400 * 86_400_000 },
    ]) {
      expect(read(wrong)).toBeNull();
    }
    expect(readFocus({ stream: "tenant:7", slot })).toBeNull();
  });

  test("shows users who fill in a time slot until they have been idle for minutes", () => {
    const a = network()(true, grid);
    const idle = a.come(1);
    const busy = a.come(2);
    soon();
    expect(a.usersSent).toEqual([]); // no update for users who only view
    busy.data.focus[grid] = readFocus({ stream: grid, slot })?.state as never;
    a.presence.changed(1, grid);
    soon();
    expect(a.usersSent.at(-1)).toEqual([
      { id: 2, fullname: "P2", image: null, focus: null, dragging: false, over: null, slot },
    ]);
    jest.advanceTimersByTime(slotTimeoutMs);
    expect(a.usersSent.at(-1)).toEqual([]);
    expect(a.usersSent).toHaveLength(2);
    a.go(idle);
    soon();
    expect(a.usersSent).toHaveLength(2);
  });

  test("a time slot disappears with its connection on every server", () => {
    const node = network();
    const [a, b] = [node(false, grid), node(false, grid)];
    const busy = a.come(1, readFocus({ stream: grid, slot })?.state as object);
    b.come(2);
    soon();
    expect(seenBy(b)).toEqual([1]);
    a.go(busy);
    soon();
    expect(seenBy(b)).toEqual([]);
  });
});
