import type { StreamName } from "../../../shared/kernel/events";
import { gapTimeoutMs } from "../../../shared/kernel/streams";
import { connectFakeLive, FakeLiveServer, type FakeSocket, followFakeStream } from "./live.fake";
import { LiveConnection, retryLoadMs, offlineAfterMs } from "./live-connection";
import { resetRetryMs } from "./live-stream";
import { responseTimeoutMs } from "./response-timeout";

const board: StreamName = "project:12";
const own: StreamName = "user:1";
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Settles promises without advancing the time. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("each event is applied once and in order", async () => {
  const { live, server } = await connectFakeLive();
  const { revisions } = followFakeStream(live);
  for (let n = 0; n < 5; n++) server.emit(board);
  server.deliver((frames) => [...frames, ...frames].toReversed());
  expect(revisions).toEqual(upTo(5));
  expect(live.status$.value).toBe("live");
});

test("missing events are requested again", async () => {
  const { live, server } = await connectFakeLive();
  const { revisions } = followFakeStream(live);
  for (let n = 0; n < 4; n++) server.emit(board);
  server.deliver((frames) => frames.filter((_, index) => index !== 1));
  expect(revisions).toEqual([1]);
  await jest.advanceTimersByTimeAsync(gapTimeoutMs);
  expect(revisions).toEqual(upTo(4));
});

test("the user's own stream includes events from before the connection", async () => {
  const server = new FakeLiveServer();
  server.emit(own);
  const { live, received } = await connectFakeLive(server);
  expect(received).toEqual([`${own} 1`]);
  expect(live.status$.value).toBe("live");
});

test("a follower without a revision is notified of the join once", async () => {
  const { live, server } = await connectFakeLive();
  const onJoined = jest.fn();
  server.emit(board);
  server.silent = true;
  const { revisions } = followFakeStream(live, { since: null, onJoined });
  expect(onJoined).not.toHaveBeenCalled();
  server.silent = false;
  server.socket?.drop();
  server.socket?.connect();
  expect(onJoined).toHaveBeenCalledTimes(1);
  server.emit(board);
  server.deliver();
  server.socket?.drop();
  server.socket?.connect();
  expect([revisions, onJoined.mock.calls.length]).toEqual([[2], 1]);
});

test("a follower catches up from its last revision after a disconnect", async () => {
  const { live, server } = await connectFakeLive();
  const { revisions } = followFakeStream(live);
  server.emit(board);
  server.deliver();
  server.socket?.drop();
  expect(live.status$.value).toBe("reconnecting");
  server.emit(board);
  server.emit(board);
  server.socket?.connect();
  expect(revisions).toEqual(upTo(3));
  expect(server.heard.filter(({ event }) => event === "subscribe").at(-1)?.payload).toEqual({
    stream: board,
    since: 1,
    epoch: "first",
  });
  expect(live.status$.value).toBe("live");
});

test("a follower resumes from its own revision despite a new follower", async () => {
  const { live, server } = await connectFakeLive();
  const { revisions } = followFakeStream(live);
  server.emit(board);
  server.deliver();
  server.silent = true;
  followFakeStream(live, { since: null });
  server.silent = false;
  server.socket?.drop();
  server.emit(board);
  server.socket?.connect();
  const subscription = server.heard.filter(({ event }) => event === "subscribe").at(-1);
  expect([subscription?.payload, revisions]).toEqual([{ stream: board, since: 1, epoch: "first" }, [1, 2]]);
});

test("a reset reloads the state and skips the events that it includes", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connectFakeLive(server);
  let finish: (revision: number) => void = () => undefined;
  const onReset = jest.fn(() => new Promise<number>((resolve) => (finish = resolve)));
  const { revisions } = followFakeStream(live, { onReset });
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(board);
  server.socket?.connect();
  expect(onReset).toHaveBeenCalledWith(9);
  server.emit(board);
  server.emit(board);
  server.deliver();
  expect(revisions).toEqual([]); // the state is still loading
  finish(10);
  await settle();
  expect(revisions).toEqual([11]);
  server.emit(board);
  server.deliver();
  expect(revisions).toEqual([11, 12]);
});

describe("after a restore", () => {
  /** A client that has applied five events, and a server that reaches the same revision with other events. */
  async function restored() {
    const server = new FakeLiveServer();
    const { live, received } = await connectFakeLive(server);
    const onReset = jest.fn(() => Promise.resolve(5));
    const { revisions } = followFakeStream(live, { onReset });
    for (let n = 0; n < 5; n++) server.emit(board);
    server.deliver();
    const putBack = () => {
      server.log.set(board, server.log.get(board)?.slice(0, 3) ?? []);
      server.epoch = "second";
    };
    return { server, onReset, revisions, received, live, putBack };
  }

  test("a client at the same revision reads the state again when it reconnects", async () => {
    const { server, onReset, revisions, received, putBack } = await restored();
    server.socket?.drop();
    putBack();
    for (let n = 0; n < 2; n++) server.emit(board);
    server.socket?.connect();
    expect(onReset).toHaveBeenCalledTimes(1);
    await settle();
    server.emit(board);
    server.deliver();
    expect([revisions.at(-1), received.at(-1)]).toEqual([6, "project:12 6"]);
  });

  test("a connected client reads the state again at the first event", async () => {
    const { server, onReset, revisions, putBack } = await restored();
    putBack();
    for (let n = 0; n < 3; n++) server.emit(board);
    server.deliver();
    expect(onReset).toHaveBeenCalledTimes(1);
    expect(revisions).toEqual(upTo(5));
    await settle();
    expect(revisions).toEqual(upTo(6));
  });

  test("all streams of a connected client are read again at the first event of any", async () => {
    const { server, onReset, putBack } = await restored();
    putBack();
    for (let n = 0; n < 2; n++) server.emit(board);
    server.onTheWay.length = 0;
    server.emit("tenant:1");
    server.deliver();
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  test("a late event from before the restore isn't applied", async () => {
    const { server, onReset, revisions, putBack } = await restored();
    const late = { ...server.emit(board), data: "late" };
    server.onTheWay.length = 0;
    putBack();
    server.emit(board);
    server.deliver();
    await settle();
    server.emit(board);
    server.send("events", { stream: board, epoch: "first", events: [late] });
    server.deliver();
    await settle();
    expect(onReset).toHaveBeenCalledTimes(1);
    expect(revisions).toEqual(upTo(5));
  });

  test("only a follower whose cached state is from before the restore reads it again", async () => {
    const { server, onReset, live, putBack } = await restored();
    putBack();
    for (let n = 0; n < 2; n++) server.emit(board);
    server.deliver();
    await settle();
    const stale = jest.fn(() => Promise.resolve(5));
    followFakeStream(live, { since: 5, epoch: "first", onReset: stale });
    expect([onReset.mock.calls.length, stale.mock.calls.length]).toEqual([1, 1]);
  });
});

test("a gap in an own stream is reported as a reset", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live, received } = await connectFakeLive(server);
  const resets: StreamName[] = [];
  live.resets$.subscribe((stream) => resets.push(stream));
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(own);
  server.socket?.connect();
  await settle();
  expect(resets).toEqual([own]);
  server.emit(own);
  server.deliver();
  expect(received).toEqual([`${own} 10`]);
});

test("after the server is restored from a backup, clients reload and continue", async () => {
  const { live, server, received } = await connectFakeLive();
  const onReset = jest.fn((revision: number) => Promise.resolve(revision));
  const { revisions } = followFakeStream(live, { onReset });
  for (let n = 0; n < 9; n++) server.emit(board);
  server.deliver();
  server.socket?.drop();
  server.log.set(board, (server.log.get(board) ?? []).slice(0, 4));
  server.socket?.connect();
  await settle();
  expect(onReset).toHaveBeenCalledWith(4);
  server.emit(board);
  server.deliver();
  expect(revisions).toEqual([...upTo(9), 5]);
  expect(received.at(-1)).toBe(`${board} 5`);
});

test("a failed reset is repeated with the next connection", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connectFakeLive(server);
  const onReset = jest.fn<Promise<number>, [number]>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(9);
  const { revisions } = followFakeStream(live, { onReset });
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
  expect(revisions).toEqual([10]);
});

test("a failed reset is retried while the connection stays open", async () => {
  const server = new FakeLiveServer();
  server.replayLimit = 2;
  const { live } = await connectFakeLive(server);
  const onReset = jest.fn<Promise<number>, [number]>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(9);
  const { revisions, following } = followFakeStream(live, { onReset });
  const closedFollower = followFakeStream(live, { onReset: jest.fn().mockRejectedValue(new Error("offline")) });
  server.socket?.drop();
  for (let n = 0; n < 9; n++) server.emit(board);
  server.socket?.connect();
  await settle();
  server.emit(board);
  server.deliver();
  closedFollower.following.close();
  await jest.advanceTimersByTimeAsync(resetRetryMs);
  expect([revisions, onReset.mock.calls.length, following.revision, closedFollower.revisions]).toEqual([
    [10],
    2,
    10,
    [],
  ]);
});

test("a follower without a revision gets no older events", async () => {
  const { live, server } = await connectFakeLive();
  server.emit(board);
  server.deliver();
  const { revisions, following } = followFakeStream(live, { since: null });
  expect(following.revision).toBe(1);
  server.emit(board);
  server.deliver();
  expect(revisions).toEqual([2]);
});

test("followers share one subscription but have their own revision", async () => {
  const { live, server, received } = await connectFakeLive();
  const early = followFakeStream(live, { since: 0 });
  for (let n = 0; n < 3; n++) server.emit(board);
  server.deliver();
  const late = followFakeStream(live, { since: 2 });
  expect(late.revisions).toEqual([3]);
  server.emit(board);
  server.deliver();
  expect(early.revisions).toEqual(upTo(4));
  expect(late.revisions).toEqual([3, 4]);
  expect(received.filter((line) => line.startsWith(board))).toEqual(upTo(4).map((revision) => `${board} ${revision}`));
  early.following.close();
  expect(server.heard.some(({ event }) => event === "unsubscribe")).toBe(false);
  late.following.close();
  expect(server.heard.at(-1)).toEqual({ event: "unsubscribe", payload: { stream: board } });
});

test("after a disconnect the stream catches up from the slowest follower's revision", async () => {
  const { live, server } = await connectFakeLive();
  const early = followFakeStream(live);
  for (let n = 0; n < 3; n++) server.emit(board);
  server.deliver();
  server.silent = true;
  const late = followFakeStream(live, { since: 1 });
  server.socket?.drop();
  server.silent = false;
  server.socket?.connect();
  expect(late.revisions).toEqual([2, 3]);
  expect(early.revisions).toEqual(upTo(3)); // no follower gets an event twice
});

test("a forbidden or revoked stream ends for every follower", async () => {
  const { live, server } = await connectFakeLive();
  const onRevoked = jest.fn();
  server.forbidden.add("project:99");
  followFakeStream(live, { onRevoked }, "project:99");
  expect(onRevoked).toHaveBeenCalledTimes(1);

  const { revisions } = followFakeStream(live, { onRevoked });
  server.send("revoked", { stream: board });
  server.emit(board);
  server.deliver();
  expect(onRevoked).toHaveBeenCalledTimes(2);
  expect(revisions).toEqual([]);
  expect(live.status$.value).toBe("live");
});

test("presence is unknown during a disconnect and reported again afterwards", async () => {
  const { live, server } = await connectFakeLive();
  const { following } = followFakeStream(live);
  const presentIds: number[][] = [];
  following.presence$.subscribe((users) => presentIds.push(users.map((user) => user.id)));
  const minji = { id: 7, fullname: "Minji Park", image: null, focus: 3, dragging: false, over: null };
  server.presence(board, [minji], 12);
  server.deliver();
  expect(following.unnamed).toBe(12);
  following.focus({ taskId: 3, dragging: false });
  server.socket?.drop();
  server.socket?.connect();
  expect(presentIds).toEqual([[], [7], []]);
  expect(following.unnamed).toBe(0);
  expect(server.heard.filter(({ event }) => event === "focus")).toHaveLength(2);
});

test("own streams catch up after a disconnect without a request", async () => {
  const { server, received } = await connectFakeLive();
  server.emit(own);
  server.deliver();
  server.socket?.drop();
  server.emit(own);
  server.socket?.connect();
  expect(received).toEqual([`${own} 1`, `${own} 2`]);
});

test("an unresponsive connection is replaced, with a longer timeout each time", async () => {
  const { live, server } = await connectFakeLive();
  const asks = () => server.heard.filter(({ event }) => event === "subscribe").length;
  server.silent = true;
  followFakeStream(live);
  const subscriptions = asks();
  await jest.advanceTimersByTimeAsync(responseTimeoutMs);
  expect([live.status$.value, asks() > subscriptions]).toEqual(["reconnecting", true]);
  const again = asks();
  await jest.advanceTimersByTimeAsync(2 * responseTimeoutMs - 1);
  expect(asks()).toBe(again);
  server.silent = false;
  await jest.advanceTimersByTimeAsync(1);
  expect(live.status$.value).toBe("live");
});

test("unanswered requests of a broken connection don't time out the next one", async () => {
  const { live, server } = await connectFakeLive();
  server.silent = true;
  followFakeStream(live);
  server.silent = false;
  server.socket?.drop();
  server.socket?.connect();
  const received: string[] = [];
  live.status$.subscribe((status) => received.push(status));
  await jest.advanceTimersByTimeAsync(responseTimeoutMs);
  expect([live.status$.value, received]).toEqual(["live", []]);
});

test("a slow server that answers requests one by one keeps its connection", async () => {
  const { live, server } = await connectFakeLive();
  const { socket } = server;
  const answers: ((answer: never) => void)[] = [];
  jest.spyOn(socket as FakeSocket, "emit").mockImplementation((_event, _payload, acknowledge) => {
    if (acknowledge) answers.push(acknowledge);
  });
  const streams = [1, 2, 3] as const;
  for (const id of streams) followFakeStream(live, {}, `project:${id}`);
  for (const _ of streams) {
    await jest.advanceTimersByTimeAsync(responseTimeoutMs - 1);
    answers.shift()?.({ status: "live", revision: 0 } as never);
  }
  expect([socket?.connected, live.status$.value]).toEqual([true, "live"]);
});

test("a failed load of the connection code is retried for the current user", async () => {
  const server = new FakeLiveServer();
  const load = jest.fn(async (_token: string) => server.connect());
  load.mockRejectedValueOnce(new Error("chunk")).mockRejectedValueOnce(new Error("chunk"));
  const live = new LiveConnection(load);
  live.start({ token: "first", streams: [], onRefused: () => {} });
  await settle();
  expect(live.status$.value).toBe("reconnecting");
  live.start({ token: "second", streams: [{ name: own, since: 0 }], onRefused: () => {} });
  await jest.advanceTimersByTimeAsync(retryLoadMs);
  expect(live.status$.value).toBe("live");
  expect(load.mock.calls.map(([token]) => token)).toEqual(["first", "second", "second"]);
  live.stop();
});

test('a longer disconnect becomes "offline", and reconnect attempts continue', async () => {
  const { live, server } = await connectFakeLive();
  server.socket?.drop();
  await jest.advanceTimersByTimeAsync(offlineAfterMs - 1);
  expect(live.status$.value).toBe("reconnecting");
  await jest.advanceTimersByTimeAsync(1);
  expect(live.status$.value).toBe("offline");
  server.socket?.connect();
  expect(live.status$.value).toBe("live");
});

test("a disconnect by the server is followed by a reconnect that shows why", async () => {
  const { server, refused } = await connectFakeLive();
  server.refusal = "unauthenticated";
  server.socket?.drop("io server disconnect");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(refused).toEqual(["unauthenticated"]);
});

test('an outdated page stays "outdated" until the server accepts it again', async () => {
  const { live, server, refused } = await connectFakeLive();
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

test("no event is emitted after stop", async () => {
  const { live, server, received } = await connectFakeLive();
  const { socket } = server;
  live.stop();
  socket?.receive("events", { stream: own, events: [server.emit(own)] });
  expect(received).toEqual([]);
  expect(socket?.connected).toBe(false);
});
