/** @jest-environment jsdom */
import { endPush, movePushOn } from "./push";
import { readStored, storedKeys, writeStored } from "./stored";

/** A browser with one subscription, and a server that knows these endpoints. */
function browser(known: string[] = []) {
  const subscription = {
    endpoint: "https://push.test/one",
    toJSON: () => ({ endpoint: "https://push.test/one", keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: jest.fn(async () => true),
  };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  Object.assign(window, { isSecureContext: true, PushManager: class {}, Notification: class {} });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
  const posts: unknown[] = [];
  globalThis.fetch = (async (_: string, init: RequestInit) => {
    if (init.method === "POST") posts.push(JSON.parse(init.body as string));
    const body = { message: "", data: { push: { endpoints: known } } };
    return { ok: true, status: 200, headers: { get: () => null }, text: async () => JSON.stringify(body) };
  }) as unknown as typeof fetch;
  return { subscription, posts };
}

test("the same person's next sign-in takes the subscription along", async () => {
  writeStored(storedKeys.pushOf, "7");
  const { subscription, posts } = browser();
  await movePushOn(7);
  expect(posts).toEqual([{ endpoint: "https://push.test/one", keys: { p256dh: "p", auth: "a" } }]);
  expect(subscription.unsubscribe).not.toHaveBeenCalled();
});

test("what somebody else had subscribed to ends at this browser", async () => {
  writeStored(storedKeys.pushOf, "7");
  const { subscription, posts } = browser(["https://push.test/one"]);
  await movePushOn(8);
  expect(posts).toEqual([]);
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
});

test("where nothing is noted the server is asked whose it is", async () => {
  writeStored(storedKeys.pushOf, null);
  const own = browser(["https://push.test/one"]);
  await movePushOn(7);
  expect(own.subscription.unsubscribe).not.toHaveBeenCalled();
  expect(readStored(storedKeys.pushOf)).toBe("7");
  writeStored(storedKeys.pushOf, null);
  const foreign = browser([]);
  await movePushOn(7);
  expect(foreign.subscription.unsubscribe).toHaveBeenCalledTimes(1);
});

test("signing out ends it", async () => {
  writeStored(storedKeys.pushOf, "7");
  const { subscription } = browser();
  await endPush();
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
  expect(readStored(storedKeys.pushOf)).toBeNull();
});
