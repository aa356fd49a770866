import { EventEmitter } from "node:events";
import { limits } from "./limits";
import type { SocketUser } from "./socket-limits";
import { SlowReaders, type WatchedConnection } from "./slow-readers";

/** Simulated engine.io connections: a write goes to the transport immediately, or as soon as the previous write has finished. */
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
    readers.watch(conn as unknown as WatchedConnection);
    const reader = readers.admit(conn as unknown as WatchedConnection, { tenantId, person: { id } } as SocketUser);
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
      ...reader,
      write,
      read,
      close: () => conn.emit("close"),
      ended: () => ended,
    };
  };
  return { readers, connect, pass: (ms: number) => (time += ms) };
}

const long = 4_000_000;

test("a user has room for replays until too much is unread over all connections", () => {
  const { connect } = newScene();
  const [one, two, three] = [connect(1, 7), connect(1, 7), connect(1, 7)];
  one.write(long);
  one.write(1_000); // queued
  expect([one.unread(), three.hasRoom()]).toEqual([long + 1_000, true]);
  two.write(long);
  expect(three.hasRoom()).toBe(false);
  expect(connect(1, 8).hasRoom()).toBe(true);
  expect(connect(2, 7).hasRoom()).toBe(true); // another tenant's user of the same id
  one.read();
  expect([one.unread(), three.hasRoom()]).toEqual([1_000, true]);
  one.read();
  one.write(long);
  expect(three.hasRoom()).toBe(false);
  two.close();
  expect(three.hasRoom()).toBe(true);
});

test("no user has room for replays when too much is unread in total", () => {
  const { connect } = newScene();
  const count = limits.slowReaders.all / long;
  const crowd = Array.from({ length: count }, (_, id) => connect(1, id));
  for (const one of crowd) one.write(long);
  const other = connect(2, 1);
  expect(other.hasRoom()).toBe(false);
  crowd[0]?.read();
  expect(other.hasRoom()).toBe(true);
});

test("disconnects slow readers after 30 seconds, for long messages later", () => {
  const { readers, connect, pass } = newScene();
  const [quiet, short, replayed, reading] = [connect(1, 1), connect(1, 2), connect(1, 3), connect(1, 4)];
  short.write(100);
  replayed.write(long);
  reading.write(100);
  pass(31_000);
  reading.read();
  readers.look();
  expect([quiet, short, replayed, reading].map(({ ended }) => ended())).toEqual([false, true, false, false]);
  pass(long / 50);
  readers.look();
  expect([quiet, replayed, reading].map(({ ended }) => ended())).toEqual([false, true, false]);
});

test("limits the characters queued for a user over all connections", () => {
  const { connect } = newScene();
  const [part, count] = [1_000_000, 2 * 20];
  const crowd = Array.from({ length: count }, () => connect(1, 7));
  for (const one of crowd) one.write(1);
  for (const one of crowd) one.write(part);
  const other = connect(1, 8);
  other.write(1);
  other.write(part);
  const ended = crowd.filter((one) => one.ended()).length;
  expect(ended).toBe(count - limits.slowReaders.unreadPerUser / part);
  expect(other.ended()).toBe(false);
});
