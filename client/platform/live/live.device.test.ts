/** @jest-environment jsdom */
import type { StreamName } from "../../../shared/kernel/events";
import { connected, follow } from "./live.fake";
import { offlineAfterMs } from "./live-connection";
import { answerPatienceMs } from "./patience";

/** What the device says of itself, who leaves what, and when the page may call itself live. */
const board: StreamName = "project:12";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Server = Awaited<ReturnType<typeof connected>>["server"];
const said = (server: Server, event: string) => server.heard.filter((one) => one.event === event).length;

function device(name: "onLine" | "hidden", value: boolean) {
  const [owner, event] = name === "onLine" ? [navigator, value ? "online" : "offline"] : [document, "visibilitychange"];
  Object.defineProperty(owner, name, { value, configurable: true });
  (name === "onLine" ? window : document).dispatchEvent(new Event(event as string));
}
afterEach(() => {
  device("onLine", true);
  device("hidden", false);
});

test("it is live once every stream is caught up, not one of them", async () => {
  const { live, server } = await connected();
  expect(live.status$.value).toBe("live");
  server.silent = true;
  server.socket?.drop();
  server.socket?.connect();
  server.silent = false;
  follow(live); // this one is answered, one's own streams aren't
  expect(live.status$.value).toBe("reconnecting");
  await jest.advanceTimersByTimeAsync(answerPatienceMs);
  expect(live.status$.value).toBe("live");
  await jest.advanceTimersByTimeAsync(offlineAfterMs * 2);
  expect(live.status$.value).toBe("live");
});

test("a stream is left once, by its last follower; one's own are never left by name", async () => {
  const { live, server } = await connected();
  const { following } = follow(live);
  following.close();
  following.close();
  expect(said(server, "unsubscribe")).toBe(1);
  live.stop();
  expect(said(server, "unsubscribe")).toBe(1);
});

test("who closes what was taken away long ago doesn't end what is followed since", async () => {
  const { live, server } = await connected();
  const before = follow(live);
  server.send("revoked", { stream: board });
  server.deliver();
  const since = follow(live);
  before.following.close();
  server.emit(board);
  server.deliver();
  expect(since.seen).toEqual([1]);
  since.following.close();
  expect(said(server, "unsubscribe")).toBe(2); // what was taken away, and what was left
});

test("a device without a network is offline at once, and asks anew as soon as it has one", async () => {
  const { live, server } = await connected();
  device("onLine", false);
  expect(live.status$.value).toBe("offline");
  const before = said(server, "subscribe");
  device("onLine", true);
  expect(live.status$.value).toBe("live");
  expect(said(server, "subscribe")).toBe(before + 2); // one's own two
});

test("one that lost its connection tries again as soon as there is a network", async () => {
  const { live, server } = await connected();
  server.socket?.drop();
  device("onLine", true);
  expect([server.socket?.connected, live.status$.value]).toEqual([true, "live"]);
});

test("a page that was hidden for long asks whether it missed anything; one that was hidden for a moment doesn't", async () => {
  const { server } = await connected();
  const asked = async (ms: number) => {
    const before = said(server, "subscribe");
    device("hidden", true);
    await jest.advanceTimersByTimeAsync(ms);
    device("hidden", false);
    return said(server, "subscribe") - before;
  };
  expect([await asked(15_000), await asked(15_001)]).toEqual([0, 2]);
});

test("after stopping nothing that the device says is heard", async () => {
  const { live, server } = await connected();
  live.stop();
  const before = server.heard.length;
  device("onLine", false);
  device("onLine", true);
  expect([live.status$.value, server.heard.length]).toEqual(["reconnecting", before]);
});

test("a batch of a stream that nobody follows any more is let go", async () => {
  const { live, server, told } = await connected();
  const { following } = follow(live);
  server.emit(board);
  following.close();
  server.deliver();
  expect(told).toEqual([]);
});
