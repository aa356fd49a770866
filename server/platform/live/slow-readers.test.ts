import { EventEmitter } from "node:events";
import type { Connection } from "./frames";
import type { SocketData } from "./live";
import { mostOfPerson, replayLimits, SlowReaders } from "./slow-readers";

/** Connections as engine.io has them: what is written goes to the transport at once, or when that is through with what it has. */
function newScene() {
  let time = 0;
  const readers = new SlowReaders(
    () => {},
    () => time,
  );
  readers.stop();
  const connect = (tenantId: number, id: number) => {
    let ended = false;
    const transport = Object.assign(new EventEmitter(), { writable: true });
    const request = { socket: { destroy: () => (ended = true) } };
    const conn = Object.assign(new EventEmitter(), { transport, request });
    readers.watch(conn as unknown as Connection);
    const reader = readers.letIn(conn as unknown as Connection, { tenantId, person: { id } } as SocketData);
    let waits = false;
    const handOn = () => {
      waits = false;
      transport.writable = false;
      conn.emit("drain");
    };
    const write = (length: number) => {
      conn.emit("packetCreate", { data: "x".repeat(length) });
      waits = true;
      if (transport.writable) handOn();
    };
    const read = () => {
      transport.emit("drain");
      transport.writable = true;
      if (waits) handOn();
    };
    return {
      hasRoom: reader.hasRoom,
      write,
      replay: (length: number) => reader.sends(() => write(length)),
      read,
      close: () => conn.emit("close"),
      ended: () => ended,
    };
  };
  return { readers, connect, pass: (ms: number) => (time += ms) };
}

const long = 4_000_000;

test("a person has so much of replays that nobody reads, over all of their connections, until it was read or they are gone", () => {
  const { connect } = newScene();
  const [one, two, three] = [connect(1, 7), connect(1, 7), connect(1, 7)];
  one.replay(long);
  expect(three.hasRoom()).toBe(true);
  two.replay(long);
  expect(three.hasRoom()).toBe(false);
  expect(connect(1, 8).hasRoom()).toBe(true);
  expect(connect(2, 7).hasRoom()).toBe(true); // another organisation's of the same number
  one.read();
  expect(three.hasRoom()).toBe(true);
  one.replay(long);
  expect(three.hasRoom()).toBe(false);
  two.close();
  expect(three.hasRoom()).toBe(true);
});

test("what stands behind something else counts until that and itself were read; what many are told counts for nobody's replays", () => {
  const { connect } = newScene();
  const [one, other] = [connect(1, 7), connect(1, 7)];
  one.write(1_000);
  one.replay(long);
  one.replay(long);
  expect(other.hasRoom()).toBe(false);
  one.read();
  expect(other.hasRoom()).toBe(false);
  one.read();
  expect(other.hasRoom()).toBe(true);
  other.write(2 * long);
  expect(connect(1, 7).hasRoom()).toBe(true);
});

test("an organisation has so much as well, and all together: whoever has none of it gets in for longer", () => {
  const { connect } = newScene();
  const crowd = (tenant: number, people: number) => {
    for (let id = 1; id <= people; id++) connect(tenant, id).replay(long);
  };
  const { tenant, all } = replayLimits;
  crowd(1, tenant / long);
  expect(connect(1, 1).hasRoom()).toBe(false); // has half of what a person may have
  expect(connect(1, 1_000).hasRoom()).toBe(true);
  crowd(1, (3 * tenant) / long);
  expect(connect(1, 1_000).hasRoom()).toBe(false);
  expect(connect(2, 1).hasRoom()).toBe(true);
  crowd(2, (4 * tenant) / long);
  crowd(3, 1);
  expect(2 * 4 * tenant).toBeGreaterThanOrEqual(all);
  expect(connect(3, 2).hasRoom()).toBe(false);
  expect(connect(4, 1).hasRoom()).toBe(true);
});

test("whoever doesn't take in time what is sent to them is ended: half a minute, and longer for what is long", () => {
  const { readers, connect, pass } = newScene();
  const [quiet, short, replayed, reading] = [connect(1, 1), connect(1, 2), connect(1, 3), connect(1, 4)];
  short.write(100);
  replayed.replay(long);
  reading.write(100);
  pass(31_000);
  reading.read();
  readers.look();
  expect([quiet, short, replayed, reading].map(({ ended }) => ended())).toEqual([false, true, false, false]);
  pass(long / 50);
  readers.look();
  expect([quiet, replayed, reading].map(({ ended }) => ended())).toEqual([false, true, false]);
});

test("what waits for a person has an end over all of their connections, however little waits for each", () => {
  const { connect } = newScene();
  const [part, count] = [1_000_000, 2 * 20];
  const crowd = Array.from({ length: count }, () => connect(1, 7));
  for (const one of crowd) one.write(1);
  for (const one of crowd) one.write(part);
  const other = connect(1, 8);
  other.write(1);
  other.write(part);
  const ended = crowd.filter((one) => one.ended()).length;
  expect(ended).toBe(count - mostOfPerson / part);
  expect(other.ended()).toBe(false);
});
