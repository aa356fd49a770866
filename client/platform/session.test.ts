/** @jest-environment jsdom */
import { Subject } from "rxjs";
import { waitFor } from "xstate";
import { live } from "./live/live";
import { session, startSession } from "./session";
import { readStored, storedKeys, writeStored } from "./stored";

jest.mock("./live/live", () => ({ live: { start: jest.fn(), stop: jest.fn(), events$: null, resets$: null } }));

const people: Record<string, { id: number }> = { amiras: { id: 1 }, omars: { id: 2 } };
const about = (id: number) => ({
  id,
  unread_notifications: 0,
  second_factor_missing: false,
  tenant: { id: 1 },
  revisions: { user: 0, tenant: 0 },
});

/** A server that knows whose each token is. */
globalThis.fetch = ((url: string, { headers }: { headers: Record<string, string> }) => {
  const person = people[String(headers.authorization).slice("Bearer ".length)];
  const known = url.includes("check") || url.includes("tenant") || person !== undefined;
  return Promise.resolve({
    ok: known,
    status: known ? 200 : 401,
    headers: { get: () => null },
    text: () => Promise.resolve(JSON.stringify({ data: about(person?.id ?? 0), code: "session.required" })),
  });
}) as unknown as typeof fetch;

/** Another tab has done something; this one hears of it now. */
const heard = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key: storedKeys.token, newValue }));
const isIn = (id: number) =>
  waitFor(session, (now) => now.matches("signedIn") && now.context.user?.id === id, { timeout: 2_000 });
const latest = () => jest.mocked(live.start).mock.lastCall?.[0];

beforeAll(async () => {
  Object.assign(live, { events$: new Subject(), resets$: new Subject() });
  writeStored(storedKeys.token, "amiras");
  startSession(() => new Promise(() => {}));
  await isIn(1);
});

test("a tab that was frozen hears of a sign-out after the sign-in that followed it: it becomes them, and nobody is signed out", async () => {
  writeStored(storedKeys.token, "omars");
  heard(null);
  heard("omars");
  await isIn(2);
  // What the other tab reads, not what this one remembers.
  expect([localStorage.getItem(storedKeys.token), latest()?.token]).toEqual(["omars", "omars"]);
});

test("a connection that is refused for a session that isn't this browser's any more ends nothing", async () => {
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
