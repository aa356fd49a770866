/** @jest-environment jsdom */
import { deletePushSubscription, pushOwnerKey, transferPush } from "./push";
import { readStored, writeStored } from "../../platform/browser-storage";

function browser(registeredEndpoints: string[] = []) {
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
    const body = { message: "", data: { push: { endpoints: registeredEndpoints } } };
    return { ok: true, status: 200, headers: { get: () => null }, text: async () => JSON.stringify(body) };
  }) as unknown as typeof fetch;
  return { subscription, posts };
}

test("the same user's next sign-in keeps the push subscription", async () => {
  writeStored(pushOwnerKey, "7");
  const { subscription, posts } = browser();
  await transferPush(7);
  expect(posts).toEqual([{ endpoint: "https://push.test/one", keys: { p256dh: "p", auth: "a" } }]);
  expect(subscription.unsubscribe).not.toHaveBeenCalled();
});

test("another user's push subscription is ended in this browser", async () => {
  writeStored(pushOwnerKey, "7");
  const { subscription, posts } = browser(["https://push.test/one"]);
  await transferPush(8);
  expect(posts).toEqual([]);
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
});

test("without a stored owner the server decides who owns the subscription", async () => {
  writeStored(pushOwnerKey, null);
  const own = browser(["https://push.test/one"]);
  await transferPush(7);
  expect(own.subscription.unsubscribe).not.toHaveBeenCalled();
  expect(readStored(pushOwnerKey)).toBe("7");
  writeStored(pushOwnerKey, null);
  const foreign = browser([]);
  await transferPush(7);
  expect(foreign.subscription.unsubscribe).toHaveBeenCalledTimes(1);
});

test("signing out ends the push subscription", async () => {
  writeStored(pushOwnerKey, "7");
  const { subscription } = browser();
  await deletePushSubscription();
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
  expect(readStored(pushOwnerKey)).toBeNull();
});
