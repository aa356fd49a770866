/** @jest-environment jsdom */
import { Emitter } from "../../platform/store";
import { waitFor } from "xstate";
import { liveClient } from "../../platform/live/live";
import { session, startSession } from "./session";
import { readStored, storedKeys, writeStored } from "../../platform/browser-storage";

jest.mock("../../platform/live/live", () => ({
  liveClient: { start: jest.fn(), stop: jest.fn(), events$: null, resets$: null },
}));

const people: Record<string, { id: number }> = { amiras: { id: 1 }, omars: { id: 2 } };
const about = (id: number) => ({
  id,
  unread_notifications: 0,
  second_factor_missing: false,
  tenant: { id: 1 },
  revisions: { user: 0, tenant: 0 },
});

globalThis.fetch = ((url: string, { headers }: { headers: Record<string, string> }) => {
  const person = people[String(headers.authorization).slice("Bearer ".length)];
  const isAllowed = url.includes("check") || url.includes("tenant") || person !== undefined;
  return Promise.resolve({
    ok: isAllowed,
    status: isAllowed ? 200 : 401,
    headers: { get: () => null },
    text: () => Promise.resolve(JSON.stringify({ data: about(person?.id ?? 0), code: "session.required" })),
  });
}) as unknown as typeof fetch;

const heard = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key: storedKeys.token, newValue }));
const isIn = (id: number) =>
  waitFor(session, (now) => now.matches("signedIn") && now.context.user?.id === id, { timeout: 2_000 });
const latest = () => jest.mocked(liveClient.start).mock.lastCall?.[0];

beforeAll(async () => {
  Object.assign(liveClient, { events$: new Emitter(), resets$: new Emitter() });
  writeStored(storedKeys.token, "amiras");
  startSession(() => new Promise(() => {}));
  await isIn(1);
});

test("a resumed tab that gets a stale sign-out follows the newer sign-in", async () => {
  writeStored(storedKeys.token, "omars");
  heard(null);
  heard("omars");
  await isIn(2);
  // Reads the storage itself, because the module also keeps values in memory.
  expect([localStorage.getItem(storedKeys.token), latest()?.token]).toEqual(["omars", "omars"]);
});

test("a rejected connection of an earlier session doesn't end the current one", async () => {
  await isIn(2);
  const refused = latest()?.onRefused;
  writeStored(storedKeys.token, "amiras");
  refused?.("unauthenticated");
  expect(session.getSnapshot().matches("signedIn")).toBe(true);
  heard("amiras");
  await isIn(1);
  latest()?.onRefused("unauthenticated");
  expect(session.getSnapshot().matches("expired")).toBe(true);
  expect(readStored(storedKeys.token)).toBeNull();
});
