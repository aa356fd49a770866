import type { PresentUser } from "../../../shared/kernel/streams";
import { projectStream, roomsStream, type StreamName } from "../../../shared/kernel/events";
import { roomOf } from "./broadcast";
import type { LiveServer, LiveSocket } from "./live";
import { readFocus } from "./focus";
import { Presence } from "./presence";
import { slotPatienceMs } from "./slots";

/**
 * Servers that tell each other who is there, without sockets and with a clock that waits for nobody. What goes over real ones
 * stands in tests/live/presence.test.ts.
 */
const stream = projectStream(7);
const place = { tenantId: 1, stream };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Handler = (message: never) => void;

interface Node {
  cut: boolean;
  handlers: Map<string, Handler>;
  /** What its own connections were shown, and what it said to other servers. */
  shown: PresentUser[][];
  /** How many more there were than those, each time. */
  more: (number | undefined)[];
  said: string[];
  presence: Presence;
  come: (id: number, focus?: object, connection?: string) => LiveSocket;
  go: (socket: LiveSocket) => void;
  /** Its connections. */
  sockets: Map<string, LiveSocket>;
  /** Rooms in the order in which they were told. */
  tellings: string[];
  /** So many connections of different people are in a room, and nobody was told yet. */
  fill: (tenantId: number, followed: StreamName, people: number) => void;
}

/** Servers between which everything arrives at once; one that was cut off hears and says nothing. */
function network() {
  const nodes: Node[] = [];
  function node(alone = false, followed: StreamName = stream): Node {
    const room = roomOf(1, followed);
    const handlers = new Map<string, Handler>();
    const sockets = new Map<string, LiveSocket>();
    const rooms = new Map<string, Set<string>>();
    const shown: PresentUser[][] = [];
    const more: (number | undefined)[] = [];
    const said: string[] = [];
    const tellings: string[] = [];
    const emit = (_: string, message: { users: PresentUser[]; more?: number }) => {
      shown.push(message.users);
      more.push(message.more);
    };
    const self: Node = {
      cut: false,
      handlers,
      sockets,
      shown,
      more,
      said,
      presence: null as unknown as Presence,
      come,
      go,
      fill,
      tellings,
    };
    const io = {
      on: (name: string, handler: Handler) => handlers.set(name, handler),
      serverSideEmit: (name: string, message: never) => {
        said.push(name);
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
    self.presence = new Presence(io as unknown as LiveServer, alone);
    nodes.push(self);

    function come(id: number, focus: object = {}, connection = `${id}`) {
      const data = { tenantId: 1, person: { id, fullname: `P${id}`, image: null }, focus: { [followed]: focus } };
      const socket = { id: connection, data, rooms: new Set([connection, room]) } as unknown as LiveSocket;
      sockets.set(connection, socket);
      rooms.set(room, (rooms.get(room) ?? new Set()).add(connection));
      self.presence.joined(socket, followed);
      return socket;
    }
    function fill(tenantId: number, filled: StreamName, people: number) {
      const ids = Array.from({ length: people }, (_, at) => `${tenantId}/${at + 1}`);
      for (const [at, id] of ids.entries()) {
        const data = { tenantId, person: { id: at + 1, fullname: `P${at}`, image: null }, focus: {} };
        sockets.set(id, { id, data, rooms: new Set() } as unknown as LiveSocket);
      }
      rooms.set(roomOf(tenantId, filled), new Set(ids));
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
const seenBy = (node: Node) => node.shown.at(-1)?.map(({ id }) => id);
const thereFor = (node: Node) => (node.shown.at(-1)?.length ?? 0) + (node.more.at(-1) ?? 0);
const soon = () => jest.advanceTimersByTime(2_000);

test("who comes is told soon, once for everybody who came until then, and nobody is told before", () => {
  const a = network()(true);
  a.come(1);
  a.come(2);
  jest.advanceTimersByTime(63);
  expect(a.shown).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(a.shown.map((users) => users.map(({ id }) => id))).toEqual([[1, 2]]);
  soon();
  expect(a.shown).toHaveLength(1);
  expect(a.said).toEqual([]); // there is no other server
});

test("who comes back to a crowd is told of in a few steps, and whoever looks elsewhere meanwhile is told of soon", () => {
  const a = network()(true);
  const told = (first: number, last: number) => {
    const before = a.shown.length;
    for (let id = first; id <= last; id++) {
      a.come(id);
      jest.advanceTimersByTime(40);
    }
    return a.shown.length - before;
  };
  expect(told(1, 50)).toBeLessThanOrEqual(7); // in two seconds; it were thirteen
  soon();
  expect(thereFor(a)).toBe(50);
  const moving = a.come(51); // nothing was told for a while: at once, as ever
  jest.advanceTimersByTime(60 + 51 * 4);
  expect(thereFor(a)).toBe(51);
  a.come(52);
  jest.advanceTimersByTime(500);
  expect(thereFor(a)).toBe(51);
  moving.data.focus[stream] = { taskId: 3, dragging: true, over: null, saidAt: 0 };
  a.presence.changed(1, stream);
  jest.advanceTimersByTime(60 + 52 * 4);
  expect(thereFor(a)).toBe(52);
  expect(a.shown.at(-1)?.find(({ id }) => id === 51)).toMatchObject({ focus: 3, dragging: true });
  const tellings = a.shown.length;
  soon();
  expect(a.shown).toHaveLength(tellings); // what was waited for came along
  a.go(moving);
  jest.advanceTimersByTime(60 + 51 * 4);
  expect(thereFor(a)).toBe(51);
});

test("the more there are, the later it is told, and never later than a second and a half", () => {
  const a = network()(true);
  for (let id = 1; id <= 500; id++) a.come(id);
  soon();
  a.shown.length = 0;
  a.presence.changed(1, stream);
  jest.advanceTimersByTime(1_499);
  expect(a.shown).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(a.shown).toHaveLength(1);
});

test("of a crowd fifty are named, those who do something first, and the others are counted; of few nobody is", () => {
  const node = network();
  const [a, b] = [node(), node()];
  const idle = { taskId: null, dragging: false, over: null };
  for (let id = 1; id <= 50; id++) a.come(id, idle);
  soon();
  expect([seenBy(a)?.length, a.more.at(-1)]).toEqual([50, undefined]);
  for (let id = 51; id <= 70; id++) a.come(id, idle);
  b.come(71, { taskId: 4, dragging: true, over: null });
  b.come(72, idle);
  b.come(60, { taskId: 5, dragging: false, over: null });
  soon();
  soon();
  const firstOnes = Array.from({ length: 48 }, (_, at) => at + 1);
  for (const each of [a, b]) {
    expect(seenBy(each)).toEqual([...firstOnes, 60, 71]);
    expect(each.more.at(-1)).toBe(72 - 50);
  }
});

test("crowded rooms of one organisation are told in turn, however often somebody looks elsewhere; small ones and others at once", () => {
  const a = network()(true);
  const crowds = Array.from({ length: 10 }, (_, at) => projectStream(100 + at));
  const told = a.tellings;
  for (const crowd of crowds) a.fill(1, crowd, 1_000);
  a.fill(1, projectStream(200), 10);
  a.fill(2, projectStream(300), 1_000);
  const small = roomOf(1, projectStream(200));
  const another = roomOf(2, projectStream(300));
  for (let ms = 0; ms < 30_000; ms += 50) {
    for (const crowd of crowds) a.presence.changed(1, crowd);
    a.presence.changed(1, projectStream(200));
    a.presence.changed(2, projectStream(300));
    jest.advanceTimersByTime(50);
  }
  const times = (room: string) => told.filter((each) => each === room).length;
  // A thousand times fifty names are a second's worth: thirty tellings in thirty seconds, three of each.
  const ofEach = crowds.map((crowd) => times(roomOf(1, crowd)));
  for (const each of ofEach) expect([2, 3]).toContain(each);
  expect(times(small)).toBeGreaterThan(30_000 / 160);
  expect(times(another)).toBeGreaterThanOrEqual(11); // of the second crowd nobody waits for the first
});

test("small rooms have an end all together: nobody makes tens of thousands of messages by being in hundreds of them", () => {
  const a = network()(true);
  const rooms = Array.from({ length: 300 }, (_, at) => projectStream(100 + at));
  for (const room of rooms) a.fill(1, room, 50);
  for (const [id, socket] of a.sockets) socket.data.person.id = Number(id.split("/")[0]); // one person's
  for (let ms = 0; ms < 10_000; ms += 50) {
    for (const room of rooms) a.presence.changed(1, room);
    jest.advanceTimersByTime(50);
  }
  expect(a.tellings.length * 50).toBeLessThan(10 * 5_500);
  expect(a.tellings.length * 50).toBeGreaterThan(10 * 4_500);
  expect(new Set(a.tellings).size).toBe(300);
});

test("two servers show each other's people, whoever came first, and miss those who left", () => {
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

test("what is told of another server is told as soon as what happens here", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1);
  b.come(2);
  soon();
  a.shown.length = 0;
  b.come(3);
  jest.advanceTimersByTime(68 + 64); // there until it is said, and here until it is shown
  expect(seenBy(a)).toEqual([1, 2, 3]);
});

test("a server that says goodbye is forgotten at once; one that was killed after ten seconds of silence", () => {
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
  expect(seenBy(a)).toEqual([1]); // it tells again when something happens there
  c.presence.changed(1, stream);
  soon();
  expect(seenBy(a)).toEqual([1, 3]);
});

test("a living server isn't forgotten, however quiet it is", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1);
  b.come(2);
  jest.advanceTimersByTime(120_000);
  a.presence.changed(1, stream);
  soon();
  expect(seenBy(a)).toEqual([1, 2]);
});

test("what was missed while the connection between them was away is asked for again", () => {
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

test("of several screens of one person, here and elsewhere, the busiest is shown", () => {
  const node = network();
  const [a, b] = [node(), node()];
  a.come(1, { taskId: null, dragging: false, over: null }, "idle");
  a.come(1, { taskId: 5, dragging: false, over: null }, "open");
  b.come(1, { taskId: 6, dragging: true, over: null }, "drags");
  soon();
  expect(a.shown.at(-1)).toMatchObject([{ id: 1, focus: 6, dragging: true }]);
});

test("a server that nobody looks from asks nothing and keeps nothing", () => {
  const node = network();
  const [a, b] = [node(), node()];
  const one = a.come(1);
  soon();
  expect(b.shown).toEqual([]);
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

test("after the end nothing is told any more", () => {
  const a = network()(false);
  a.come(1);
  a.presence.stop();
  a.presence.changed(1, place.stream);
  jest.advanceTimersByTime(60_000);
  expect(a.shown).toEqual([]);
  expect(a.said.filter((name) => name !== "presence-who")).toEqual(["presence-gone"]);
});

describe("on a grid of times", () => {
  const grid = roomsStream(7);
  const slot = { kind: "room", resource_id: 3, from: 1_000, until: 2_000 };

  test("what isn't a time is none, and no more than a year is believed", () => {
    const read = (given: unknown) => readFocus({ stream: grid, slot: given })?.state.slot;
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

  test("who only looks isn't shown; who fills in a time is, until they left the form for some minutes", () => {
    const a = network()(true, grid);
    const idle = a.come(1);
    const busy = a.come(2);
    soon();
    expect(a.shown).toEqual([]); // nobody is told that nobody does anything
    busy.data.focus[grid] = readFocus({ stream: grid, slot })?.state as never;
    a.presence.changed(1, grid);
    soon();
    expect(a.shown.at(-1)).toEqual([
      { id: 2, fullname: "P2", image: null, focus: null, dragging: false, over: null, slot },
    ]);
    jest.advanceTimersByTime(slotPatienceMs);
    expect(a.shown.at(-1)).toEqual([]);
    expect(a.shown).toHaveLength(2);
    a.go(idle);
    soon();
    expect(a.shown).toHaveLength(2);
  });

  test("goes with its connection, on every server", () => {
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
