import { storedKeys, writeStored } from "../browser-storage";
import { liveClient } from "../live/live";
import { OfflineError, ProblemError } from "../problem-error";
import { unsentChanges$ } from "../unsent-changes";
import { acknowledgeChange, newPendingState, type PendingState } from "./pending";
import { clearPendingChanges, PendingQueue, sendChangesWith } from "./pending-queue";
import { patienceMs, retryMs } from "./send-failure";

interface Edit extends PendingState {
  task: number;
  version: number;
  reply: number | null;
}

interface Sent {
  pending: Edit;
  accept: (version: number) => void;
  fail: (error: Error) => void;
}

const stale = new ProblemError(409, "task.stale", "Changed");
let sent: Sent[] = [];
let queue: PendingQueue<Edit, number>;
const flush = () => jest.advanceTimersByTimeAsync(0);
const add = (task: number, id = `${task}`, options: { waits?: boolean } = {}) => {
  queue.push({ ...newPendingState, id, task, version: 1, reply: null }, options);
  return queue.outcomeOf(id);
};
/** Adds a change whose outcome the test doesn't need. */
function start(...change: Parameters<typeof add>): void {
  add(...change).catch(() => undefined);
}
const states = () => queue.changes.value.map(({ id, state }) => `${id} ${state}`);

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  queue = new PendingQueue<Edit, number>("test", {
    send: (pending) => new Promise((accept, fail) => sent.push({ pending, accept, fail })),
    accept: (changes, id, reply) =>
      acknowledgeChange(
        changes,
        id,
        (done) => ({ ...done, reply }),
        (later, done) => (later.task === done.task ? { ...later, version: reply } : later),
      ),
    appliedBefore: ({ attempts }, error) => (attempts > 1 && error === stale ? 9 : null),
    label: ({ id }) => id,
  });
});

afterEach(() => {
  clearPendingChanges();
  liveClient.status$.set("reconnecting");
  jest.useRealTimers();
});

test("changes are sent in order, with the version that an earlier one returned", async () => {
  const replies = [add(1, "a"), add(1, "b"), add(2, "c")];
  expect(sent.map(({ pending }) => pending.id)).toEqual(["a"]);
  sent[0]?.accept(5);
  await flush();
  expect(sent[1]?.pending).toMatchObject({ task: 1, version: 5 });
  sent[1]?.accept(6);
  await flush();
  expect(sent[2]?.pending).toMatchObject({ task: 2, version: 1 });
  sent[2]?.accept(2);
  expect(await Promise.all(replies)).toEqual([5, 6, 2]);
  expect(states()).toEqual([]);
});

test("an accepted change stays until every screen shows it", async () => {
  let version = 1;
  const leave = queue.view(({ reply }) => version >= (reply ?? 0));
  const other = queue.view(() => true);
  start(1);
  sent[0]?.accept(2);
  await flush();
  expect(states()).toEqual(["1 done"]);
  version = 2;
  queue.settle();
  expect(states()).toEqual([]);
  leave();
  other();
});

test("an accepted change is dropped when the last screen closes", async () => {
  const leave = queue.view(() => false);
  start(1);
  sent[0]?.accept(2);
  await flush();
  leave();
  expect(states()).toEqual([]);
});

test("a refused change is taken back with the reason, and later ones are sent", async () => {
  const refused = add(1);
  start(2);
  sent[0]?.fail(stale);
  await expect(refused).rejects.toBe(stale);
  expect(states()).toEqual(["2 sent"]);
});

test("changes that are dropped with a refused one are rejected, too", async () => {
  queue.options.refuse = (changes, id) => {
    const task = changes.find((one) => one.id === id)?.task;
    return changes.filter((one) => one.task !== task);
  };
  const [first, second] = [add(1, "a"), add(1, "b")];
  start(2);
  sent[0]?.fail(stale);
  await expect(first).rejects.toBe(stale);
  await expect(second).rejects.toBe(stale);
  expect(states()).toEqual(["2 sent"]);
});

test("the outcomes of cleared changes are null", async () => {
  const outcomes = [add(1), add(2)];
  clearPendingChanges();
  expect(await Promise.all(outcomes)).toEqual([null, null]);
});

test("a withdrawn change isn't sent", async () => {
  start(1);
  const second = add(2);
  queue.withdraw("1", "2");
  expect(await second).toBeNull();
  expect(states()).toEqual(["1 sent"]);
});

test("changes wait while the server can't be reached and keep their keys", async () => {
  const first = add(1);
  start(2);
  sent[0]?.fail(new OfflineError());
  await flush();
  expect(states()).toEqual(["1 waiting", "2 waiting"]);
  expect(unsentChanges$.value.map(({ id }) => id)).toEqual(["1", "2"]);
  liveClient.status$.set("live");
  await flush();
  expect(sent[1]?.pending).toMatchObject({ id: "1", attempts: 2 });
  sent[1]?.accept(2);
  expect(await first).toBe(2);
  expect(unsentChanges$.value).toEqual([]);
});

test.each([503, 401])("a response with status %i is retried after a delay", async (status) => {
  start(1);
  sent[0]?.fail(new ProblemError(status, "unreadable", ""));
  await jest.advanceTimersByTimeAsync(retryMs);
  expect(sent).toHaveLength(2);
});

test("a change whose first response was lost is accepted", async () => {
  const first = add(1);
  sent[0]?.fail(new OfflineError());
  await jest.advanceTimersByTimeAsync(retryMs);
  sent[1]?.fail(stale);
  expect(await first).toBe(9);
});

test("a change that doesn't wait is taken back while offline", async () => {
  const undo = add(1, "undo", { waits: false });
  sent[0]?.fail(new OfflineError());
  await expect(undo).rejects.toThrow(OfflineError);
  start(2);
  sent[1]?.fail(new OfflineError());
  await flush();
  await expect(add(3, "3", { waits: false })).rejects.toThrow(OfflineError);
  expect(states()).toEqual(["2 waiting"]);
});

test("changes are listed as waiting when a response takes long", async () => {
  start(1);
  expect(queue.waiting.value).toBe(false);
  await jest.advanceTimersByTimeAsync(patienceMs);
  expect(unsentChanges$.value).toHaveLength(1);
  sent[0]?.accept(2);
  await flush();
  expect(queue.waiting.value).toBe(false);
});

describe("the session ends", () => {
  const signIn = (userId: number) => {
    writeStored(storedKeys.token, `token of ${userId}`);
    sendChangesWith({ userId, token: `token of ${userId}` });
  };
  beforeEach(() => signIn(1));
  afterEach(() => writeStored(storedKeys.token, null));

  test.each([401, 402, 423])("changes refused with %i are sent when the same user signs in again", async (status) => {
    const first = add(1);
    start(2);
    sent[0]?.fail(new ProblemError(status, "session.required", ""));
    sendChangesWith(null);
    await jest.advanceTimersByTimeAsync(retryMs * 3);
    expect([sent.length, states()]).toEqual([1, ["1 waiting", "2 waiting"]]);
    signIn(1);
    await jest.advanceTimersByTimeAsync(retryMs);
    expect(sent[1]?.pending).toMatchObject({ id: "1", attempts: 2 });
    sent[1]?.accept(2);
    expect(await first).toBe(2);
  });

  test("another user neither sends nor sees the changes", async () => {
    const first = add(1);
    sent[0]?.fail(new ProblemError(401, "session.required", ""));
    sendChangesWith(null);
    await flush();
    signIn(2);
    await jest.advanceTimersByTimeAsync(retryMs);
    expect([sent.length, states(), await first]).toEqual([1, [], null]);
  });

  test("no change is sent with the token of another tab's user", async () => {
    start(1);
    start(2);
    writeStored(storedKeys.token, "token of 2");
    sent[0]?.accept(2);
    await jest.advanceTimersByTimeAsync(retryMs * 2);
    expect(sent).toHaveLength(1);
  });

  test("an undo isn't delayed until the next session", async () => {
    sendChangesWith(null);
    await expect(add(1, "undo", { waits: false })).rejects.toThrow(OfflineError);
  });
});

test("signing out drops all pending changes", () => {
  start(1);
  start(2);
  clearPendingChanges();
  expect(states()).toEqual([]);
});
