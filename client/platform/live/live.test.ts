import type { StreamName } from "../../../shared/kernel/events";
import { gapPatienceMs } from "../../../shared/kernel/streams";
import { connected, FakeLiveServer, type FakeSocket, follow } from "./live.fake";
import { LiveConnection, loadAgainMs, offlineAfterMs } from "./live-connection";
import { resetAgainMs } from "./live-stream";
import { answerPatienceMs } from "./patience";

const board: StreamName = "project:12";
const own: StreamName = "user:1";
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Promises settle; time doesn't pass. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("applies each event once, in order", async () => {
  const { live, server } = await connected();
  const { seen } = follow(live);
  for (let n = 0; n < 5; n++) server.emit(board);
  server.deliver((frames) => [...frames, ...frames].toReversed());
  expect(seen).toEqual(upTo(5));
  expect(live.status$.value).toBe("live");
});

test("asks again for what doesn't come", async () => {
  const { live, server } = await connected();
  const { seen } = follow(live);
  for (let n = 0; n < 4; n++) server.emit(board);
  server.deliver((frames) => frames.filter((_, index) => index !== 1));
  expect(seen).toEqual([1]);
  await jest.advanceTimersByTimeAsync(gapPatienceMs);
  expect(seen).toEqual(upTo(4));
});

test("one's own stream begins where it was read who one is: what happened before the connection was made comes", async () => {
  const server = new FakeLiveServer();
  server.emit(own);
  const { live, told } = await connected(server);
  expect(told).toEqual([`${own} 1`]);
  expect(live.status$.value).toBe("live");
});

test("who follows from now on is told once when now is, to read what may have been missed", async () => {
  const { live, server } = await connected();
  const onJoined = jest.fn();
  server.emit(board);
  server.silent = true;
  const { seen } = follow(live, { since: null, onJoined });
  expect(onJoined).not.toHaveBeenCalled();
  server.silent = false;
  server.socket?.drop();
  server.socket?.connect();
  expect(onJoined).toHaveBeenCalledTimes(1);
  server.emit(board);
  server.deliver();
  server.socket?.drop();
  server.socket?.connect();
  expect([seen, onJoined.mock.calls.length]).toEqual([[2], 1]);
});

test("catches up after a break, from where it was", async () => {
  const { live, server } = await connected();
  const { seen } = follow(live);
  server.emit(board);
  server.deliver();
  server.socket?.drop();
  expect(live.status$.value).toBe("reconnecting");
  server.emit(board);
  server.emit(board);
  server.socket?.connect();
  expect(seen).toEqual(upTo(3));
  expect(server.heard.filter(({ event }) => event === "subscribe").at(-1)?.payload).toEqual({
    stream: board,
    since: 1,
  });
  expect(live.status$.value).toBe("live");
});

test("after a break it goes on from where who follows has come, also while another waits to be told when now is", async () => {
  const { live, server } = await connected();
  const { seen } = follow(live);
  server.emit(board);
  server.deliver();
  server.silent = true;
  follow(live, { since: null });
  server.silent = false;
  server.socket?.drop();
  server.emit(board);
  server.socket?.connect();
  const asked = server.heard.filter(({ event }) => event === "subscribe").at(-1);
  expect([asked?.payload, seen]).toEqual([{ stream: board, since: 1 }, [1, 2]]);
});

test("a reset reads the state again and goes on from there, without what that state already holds", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connected(server);
  let finish: (revision: number) => void = () => undefined;
  const onReset = jest.fn(() => new Promise<number>((resolve) => (finish = resolve)));
  const { seen } = follow(live, { onReset });
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(board);
  server.socket?.connect();
  expect(onReset).toHaveBeenCalledWith(9);
  server.emit(board);
  server.emit(board);
  server.deliver();
  expect(seen).toEqual([]); // the state is being read
  finish(10);
  await settle();
  expect(seen).toEqual([11]);
  server.emit(board);
  server.deliver();
  expect(seen).toEqual([11, 12]);
});

test("one's own stream that can't be caught up with is told as a reset: what is shown is read again", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live, told } = await connected(server);
  const resets: StreamName[] = [];
  live.resets$.subscribe((stream) => resets.push(stream));
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(own);
  server.socket?.connect();
  await settle();
  expect(resets).toEqual([own]);
  server.emit(own);
  server.deliver();
  expect(told).toEqual([`${own} 10`]);
});

test("a server whose log came back from a backup is believed: the state is read again, and goes on from there", async () => {
  const { live, server, told } = await connected();
  const onReset = jest.fn((revision: number) => Promise.resolve(revision));
  const { seen } = follow(live, { onReset });
  for (let n = 0; n < 9; n++) server.emit(board);
  server.deliver();
  server.socket?.drop();
  server.log.set(board, (server.log.get(board) ?? []).slice(0, 4));
  server.socket?.connect();
  await settle();
  expect(onReset).toHaveBeenCalledWith(4);
  server.emit(board);
  server.deliver();
  expect(seen).toEqual([...upTo(9), 5]);
  expect(told.at(-1)).toBe(`${board} 5`);
});

test("a reset whose reading fails comes again with the next connection", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connected(server);
  const onReset = jest.fn<Promise<number>, [number]>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(9);
  const { seen } = follow(live, { onReset });
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(board);
  server.socket?.connect();
  await settle();
  server.socket?.drop();
  server.socket?.connect();
  await settle();
  expect(onReset).toHaveBeenCalledTimes(2);
  server.emit(board);
  server.deliver();
  expect(seen).toEqual([10]);
});

test("a reset whose reading fails is tried again while the connection stays", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connected(server);
  const onReset = jest.fn<Promise<number>, [number]>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(9);
  const { seen, following } = follow(live, { onReset });
  const gone = follow(live, { onReset: jest.fn().mockRejectedValue(new Error("offline")) });
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(board);
  server.socket?.connect();
  await settle();
  server.emit(board);
  server.deliver();
  gone.following.close();
  await jest.advanceTimersByTimeAsync(resetAgainMs);
  expect([seen, onReset.mock.calls.length, following.revision, gone.seen]).toEqual([[10], 2, 10, []]);
});

test("one that follows from now on gets nothing older", async () => {
  const { live, server } = await connected();
  server.emit(board);
  server.deliver();
  const { seen, following } = follow(live, { since: null });
  expect(following.revision).toBe(1);
  server.emit(board);
  server.deliver();
  expect(seen).toEqual([2]);
});

test("several followers share one subscription, each with its own place; others are told once", async () => {
  const { live, server, told } = await connected();
  const early = follow(live, { since: 0 });
  for (let n = 0; n < 3; n++) server.emit(board);
  server.deliver();
  const late = follow(live, { since: 2 });
  expect(late.seen).toEqual([3]);
  server.emit(board);
  server.deliver();
  expect(early.seen).toEqual(upTo(4));
  expect(late.seen).toEqual([3, 4]);
  expect(told.filter((line) => line.startsWith(board))).toEqual(upTo(4).map((revision) => `${board} ${revision}`));
  early.following.close();
  expect(server.heard.some(({ event }) => event === "unsubscribe")).toBe(false);
  late.following.close();
  expect(server.heard.at(-1)).toEqual({ event: "unsubscribe", payload: { stream: board } });
});

test("after a break it catches up from where the slowest follower is", async () => {
  const { live, server } = await connected();
  const early = follow(live);
  for (let n = 0; n < 3; n++) server.emit(board);
  server.deliver();
  server.silent = true;
  const late = follow(live, { since: 1 });
  server.socket?.drop();
  server.silent = false;
  server.socket?.connect();
  expect(late.seen).toEqual([2, 3]);
  expect(early.seen).toEqual(upTo(3)); // and nobody twice
});

test("forbidden and revoked end it, for everyone who follows", async () => {
  const { live, server } = await connected();
  const onRevoked = jest.fn();
  server.forbidden.add("project:99");
  follow(live, { onRevoked }, "project:99");
  expect(onRevoked).toHaveBeenCalledTimes(1);

  const { seen } = follow(live, { onRevoked });
  server.send("revoked", { stream: board });
  server.emit(board);
  server.deliver();
  expect(onRevoked).toHaveBeenCalledTimes(2);
  expect(seen).toEqual([]);
  expect(live.status$.value).toBe("live");
});

test("presence is shown, said again after a break, and unknown meanwhile", async () => {
  const { live, server } = await connected();
  const { following } = follow(live);
  const here: number[][] = [];
  following.presence$.subscribe((users) => here.push(users.map((user) => user.id)));
  const minji = { id: 7, fullname: "Minji Park", image: null, focus: 3, dragging: false, over: null };
  server.presence(board, [minji], 12);
  server.deliver();
  expect(following.unnamed).toBe(12);
  following.focus({ taskId: 3, dragging: false });
  server.socket?.drop();
  server.socket?.connect();
  expect(here).toEqual([[], [7], []]);
  expect(following.unnamed).toBe(0);
  expect(server.heard.filter(({ event }) => event === "focus")).toHaveLength(2);
});

test("own streams come without asking, and are caught up on after a break", async () => {
  const { server, told } = await connected();
  server.emit(own);
  server.deliver();
  server.socket?.drop();
  server.emit(own);
  server.socket?.connect();
  expect(told).toEqual([`${own} 1`, `${own} 2`]);
});

test("a connection that answers nothing is given up and made anew, with more patience each time", async () => {
  const { live, server } = await connected();
  const asks = () => server.heard.filter(({ event }) => event === "subscribe").length;
  server.silent = true;
  follow(live);
  const asked = asks();
  await jest.advanceTimersByTimeAsync(answerPatienceMs);
  expect([live.status$.value, asks() > asked]).toEqual(["reconnecting", true]);
  const again = asks();
  await jest.advanceTimersByTimeAsync(2 * answerPatienceMs - 1);
  expect(asks()).toBe(again);
  server.silent = false;
  await jest.advanceTimersByTimeAsync(1);
  expect(live.status$.value).toBe("live");
});

test("what was asked over a connection that broke is no reason to give up the next one", async () => {
  const { live, server } = await connected();
  server.silent = true;
  follow(live);
  server.silent = false;
  server.socket?.drop();
  server.socket?.connect();
  const told: string[] = [];
  live.status$.subscribe((status) => told.push(status));
  await jest.advanceTimersByTimeAsync(answerPatienceMs);
  expect(told).toEqual(["live"]);
});

test("a server that is slow and answers one after the other isn't given up", async () => {
  const { live, server } = await connected();
  const { socket } = server;
  const answers: ((answer: never) => void)[] = [];
  jest.spyOn(socket as FakeSocket, "emit").mockImplementation((_event, _payload, acknowledge) => {
    if (acknowledge) answers.push(acknowledge);
  });
  const streams = [1, 2, 3] as const;
  for (const id of streams) follow(live, {}, `project:${id}`);
  for (const _ of streams) {
    await jest.advanceTimersByTimeAsync(answerPatienceMs - 1);
    answers.shift()?.({ status: "live", revision: 0 } as never);
  }
  expect([socket?.connected, live.status$.value]).toEqual([true, "live"]);
});

test("what connects couldn't be loaded: tried again until it is there, for whoever is signed in then", async () => {
  const server = new FakeLiveServer();
  const load = jest.fn(async (_token: string) => server.connect());
  load.mockRejectedValueOnce(new Error("chunk")).mockRejectedValueOnce(new Error("chunk"));
  const live = new LiveConnection(load);
  live.start({ token: "first", streams: [], onRefused: () => {} });
  await settle();
  expect(live.status$.value).toBe("reconnecting");
  live.start({ token: "second", streams: [{ name: own, since: 0 }], onRefused: () => {} });
  await jest.advanceTimersByTimeAsync(loadAgainMs);
  expect(live.status$.value).toBe("live");
  expect(load.mock.calls.map(([token]) => token)).toEqual(["first", "second", "second"]);
  live.stop();
});

test("is called offline after a while without it, and still comes back", async () => {
  const { live, server } = await connected();
  server.socket?.drop();
  await jest.advanceTimersByTimeAsync(offlineAfterMs - 1);
  expect(live.status$.value).toBe("reconnecting");
  await jest.advanceTimersByTimeAsync(1);
  expect(live.status$.value).toBe("offline");
  server.socket?.connect();
  expect(live.status$.value).toBe("live");
});

test("a server that hangs up is asked why", async () => {
  const { server, refused } = await connected();
  server.refusal = "unauthenticated";
  server.socket?.drop("io server disconnect");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(refused).toEqual(["unauthenticated"]);
});

test("a page that is older than its server says so until it is let in again", async () => {
  const { live, server, refused } = await connected();
  server.refusal = "outdated";
  server.socket?.drop("io server disconnect");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(live.status$.value).toBe("outdated");
  await jest.advanceTimersByTimeAsync(offlineAfterMs);
  expect(live.status$.value).toBe("outdated");
  expect(refused).toEqual([]);
  server.refusal = null;
  server.socket?.connect();
  expect(live.status$.value).toBe("live");
});

test("after stopping nothing is heard any more", async () => {
  const { live, server, told } = await connected();
  const { socket } = server;
  live.stop();
  socket?.receive("events", { stream: own, events: [server.emit(own)] });
  expect(told).toEqual([]);
  expect(socket?.connected).toBe(false);
});
