/** @jest-environment jsdom */
import { setUnreadCount, unreadCount } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { storedKeys, writeStored } from "../../platform/browser-storage";
import { fetchCurrentUser } from "./session.effects";

function server(people: Record<string, { status: number; id?: number; unread?: number }>, meanwhile: () => void) {
  const requests: string[] = [];
  globalThis.fetch = ((_url: string, { headers }: { headers: Record<string, string> }) => {
    const token = String(headers.authorization).slice("Bearer ".length);
    if (requests.push(token) === 1) meanwhile();
    const { status, id, unread } = people[token] ?? { status: 401 };
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: (name: string) => (name === "x-unread-notifications" ? String(unread) : null) },
      text: () =>
        Promise.resolve(JSON.stringify({ code: "session.required", data: { id, unread_notifications: unread } })),
    });
  }) as unknown as typeof fetch;
  return requests;
}

const signal = new AbortController().signal;
const otherTab = (token: string | null) => () => writeStored(storedKeys.token, token);

beforeEach(() => writeStored(storedKeys.token, "amira"));

test.each([
  ["still good", 200],
  ["ended", 401],
])("the new user is returned if another tab signed in and the first session %s", async (_, status) => {
  const requests = server({ amira: { status, id: 1 }, omar: { status: 200, id: 2 } }, otherTab("omar"));
  expect(await fetchCurrentUser(signal)).toMatchObject({ id: 2 });
  expect(requests).toEqual(["amira", "omar"]);
});

test("an error response is thrown if another tab signed out meanwhile", async () => {
  server({ amira: { status: 401 } }, otherTab(null));
  await expect(fetchCurrentUser(signal)).rejects.toBeInstanceOf(ProblemError);
});

test("without a change of user an error is thrown after a single call", async () => {
  const requests = server({ amira: { status: 503 } }, () => {});
  await expect(fetchCurrentUser(signal)).rejects.toMatchObject({ status: 503 });
  expect(requests).toEqual(["amira"]);
});

test("the unread count is set unless a live event was faster", async () => {
  server({ amira: { status: 200, id: 1, unread: 3 } }, () => {});
  await fetchCurrentUser(signal);
  expect(unreadCount.value).toBe(3);
  server({ amira: { status: 200, id: 1, unread: 3 } }, () => setUnreadCount(4));
  await fetchCurrentUser(signal);
  expect(unreadCount.value).toBe(4);
});
