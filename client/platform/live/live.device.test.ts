/** @jest-environment jsdom */
import type { StreamName } from "../../../shared/kernel/events";
import { connectFakeLive, followFakeStream } from "./live.fake";
import { offlineAfterMs } from "./live-connection";
import { responseTimeoutMs } from "./response-timeout";

const board: StreamName = "project:12";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Server = Awaited<ReturnType<typeof connectFakeLive>>["server"];
const sentCount = (server: Server, event: string) => server.heard.filter((one) => one.event === event).length;

function device(name: "onLine" | "hidden", value: boolean) {
  const [owner, event] = name === "onLine" ? [navigator, value ? "online" : "offline"] : [document, "visibilitychange"];
  Object.defineProperty(owner, name, { value, configurable: true });
  (name === "onLine" ? window : document).dispatchEvent(new Event(event as string));
}
afterEach(() => {
  device("onLine", true);
  device("hidden", false);
});

test("the status is live only once every stream has caught up", async () => {
  const { live, server } = await connectFakeLive();
  expect(live.status$.value).toBe("live");
  server.silent = true;
  server.socket?.drop();
  server.socket?.connect();
  server.silent = false;
  followFakeStream(live); // acknowledged, unlike the user's own streams
  expect(live.status$.value).toBe("reconnecting");
  await jest.advanceTimersByTimeAsync(responseTimeoutMs);
  expect(live.status$.value).toBe("live");
  await jest.advanceTimersByTimeAsync(offlineAfterMs * 2);
  expect(live.status$.value).toBe("live");
});

test("closing the last follower unsubscribes from the stream once", async () => {
  const { live, server } = await connectFakeLive();
  const { following } = followFakeStream(live);
  following.close();
  following.close();
  expect(sentCount(server, "unsubscribe")).toBe(1);
  live.stop();
  expect(sentCount(server, "unsubscribe")).toBe(1);
});

test.each(["cars:1", "rooms:1", "directory:1"] as const)("closing a page unsubscribes from %s", async (stream) => {
  const { live, server } = await connectFakeLive();
  live.follow(stream, { since: 0 }).close();
  expect(server.heard.at(-1)).toEqual({ event: "unsubscribe", payload: { stream } });
});

test("the user's own streams are never unsubscribed", async () => {
  const { live, server } = await connectFakeLive();
  live.follow("tenant:1", { since: 0 }).close();
  live.follow("user:7", { since: 0 }).close();
  expect(sentCount(server, "unsubscribe")).toBe(0);
});

test("closing a revoked subscription doesn't end a newer one", async () => {
  const { live, server } = await connectFakeLive();
  const before = followFakeStream(live);
  server.send("revoked", { stream: board });
  server.deliver();
  const since = followFakeStream(live);
  before.following.close();
  server.emit(board);
  server.deliver();
  expect(since.revisions).toEqual([1]);
  since.following.close();
  expect(sentCount(server, "unsubscribe")).toBe(2); // one for the revoked subscription and one for the closed subscription
});

test("without a network the status is offline, and streams resume when it returns", async () => {
  const { live, server } = await connectFakeLive();
  device("onLine", false);
  expect(live.status$.value).toBe("offline");
  const before = sentCount(server, "subscribe");
  device("onLine", true);
  expect(live.status$.value).toBe("live");
  expect(sentCount(server, "subscribe")).toBe(before + 2); // the user's own two streams
});

test("a lost connection reconnects as soon as the network is back", async () => {
  const { live, server } = await connectFakeLive();
  server.socket?.drop();
  device("onLine", true);
  expect([server.socket?.connected, live.status$.value]).toEqual([true, "live"]);
});

test("a page hidden for long requests its streams again when shown", async () => {
  const { server } = await connectFakeLive();
  const requestsWithin = async (ms: number) => {
    const before = sentCount(server, "subscribe");
    device("hidden", true);
    await jest.advanceTimersByTimeAsync(ms);
    device("hidden", false);
    return sentCount(server, "subscribe") - before;
  };
  expect([await requestsWithin(15_000), await requestsWithin(15_001)]).toEqual([0, 2]);
});

test("device events are ignored after stop", async () => {
  const { live, server } = await connectFakeLive();
  live.stop();
  const before = server.heard.length;
  device("onLine", false);
  device("onLine", true);
  expect([live.status$.value, server.heard.length]).toEqual(["reconnecting", before]);
});

test("a batch of a stream without followers is dropped", async () => {
  const { live, server, received } = await connectFakeLive();
  const { following } = followFakeStream(live);
  server.emit(board);
  following.close();
  server.deliver();
  expect(received).toEqual([]);
});
