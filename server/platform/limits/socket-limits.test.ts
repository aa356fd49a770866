import { SocketLimits, type SocketUser } from "./socket-limits";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const session = (sessionId: number, id = 1, viewer?: number) =>
  ({ tenantId: 1, sessionId, person: { id }, viewing: viewer ? { viewer: { id: viewer } } : null }) as SocketUser;
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test("allows 20 sockets per session and 60 per user", () => {
  const limits = new SocketLimits();
  const openAll = (user: SocketUser) => Array.from({ length: 25 }, () => limits.opened(user)).filter(Boolean).length;
  expect([1, 2, 3, 4].map((n) => openAll(session(n)))).toEqual([20, 20, 20, 0]);
  expect(openAll(session(5, 2))).toBe(20);
  limits.closed(session(2));
  expect(openAll(session(4))).toBe(1);
});

test("counts messages per user over all sessions, including viewing as another user", async () => {
  const limits = new SocketLimits();
  for (let n = 0; n < 1_000; n++) expect(await limits.heard(session(n % 20))).toBe(true);
  expect(await limits.heard(session(99))).toBe(false);
  expect(await limits.heard(session(100, 2, 1))).toBe(false);
  expect(await limits.heard(session(101, 2))).toBe(true);
});

test("a user's subscriptions run sequentially, with a delay after a long replay", async () => {
  const limits = new SocketLimits();
  const order: string[] = [];
  const ask = (name: string, user: SocketUser) =>
    limits.turnToSubscribe(user).then((done) => {
      order.push(name);
      return done;
    });
  const first = await ask("first", session(1));
  const second = ask("second", session(2));
  const third = ask("third", session(3));
  await ask("another's", session(4, 2));
  await settled();
  expect(order).toEqual(["first", "another's"]);
  first(5_000);
  (await second)(4_000_000);
  await settled();
  expect(order).toEqual(["first", "another's", "second"]);
  jest.advanceTimersByTime(1_999);
  await settled();
  expect(order).toHaveLength(3);
  jest.advanceTimersByTime(1);
  (await third)(0);
  expect(order).toHaveLength(4);
});
