/** @jest-environment jsdom */
import { setUnreadCount, unreadCount } from "./api";
import { ProblemError } from "./problem-error";
import { storedKeys, writeStored } from "./stored";
import { whoIsIn } from "./who-is-in";

/** Each token's person, or what is wrong with it; `meanwhile` is what happens while the first is asked for. */
function server(people: Record<string, { status: number; id?: number; unread?: number }>, meanwhile: () => void) {
  const asked: string[] = [];
  globalThis.fetch = ((_url: string, { headers }: { headers: Record<string, string> }) => {
    const token = String(headers.authorization).slice("Bearer ".length);
    if (asked.push(token) === 1) meanwhile();
    const { status, id, unread } = people[token] ?? { status: 401 };
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: (name: string) => (name === "x-unread-notifications" ? String(unread) : null) },
      text: () =>
        Promise.resolve(JSON.stringify({ code: "session.required", data: { id, unread_notifications: unread } })),
    });
  }) as unknown as typeof fetch;
  return asked;
}

const signal = new AbortController().signal;
const otherTab = (token: string | null) => () => writeStored(storedKeys.token, token);

beforeEach(() => writeStored(storedKeys.token, "amira"));

test.each([
  ["still good", 200],
  ["ended", 401],
])("another tab signed in as somebody else meanwhile, the first session %s: it is them", async (_, status) => {
  const asked = server({ amira: { status, id: 1 }, omar: { status: 200, id: 2 } }, otherTab("omar"));
  expect(await whoIsIn(signal)).toMatchObject({ id: 2 });
  expect(asked).toEqual(["amira", "omar"]);
});

test("another tab signed out meanwhile: what the answer says stands", async () => {
  server({ amira: { status: 401 } }, otherTab(null));
  await expect(whoIsIn(signal)).rejects.toBeInstanceOf(ProblemError);
});

test("nothing else happened: one question, and its refusal is one", async () => {
  const asked = server({ amira: { status: 503 } }, () => {});
  await expect(whoIsIn(signal)).rejects.toMatchObject({ status: 503 });
  expect(asked).toEqual(["amira"]);
});

test("how much is unread comes with it, unless a live event was faster", async () => {
  server({ amira: { status: 200, id: 1, unread: 3 } }, () => {});
  await whoIsIn(signal);
  expect(unreadCount.value).toBe(3);
  server({ amira: { status: 200, id: 1, unread: 3 } }, () => setUnreadCount(4));
  await whoIsIn(signal);
  expect(unreadCount.value).toBe(4);
});
