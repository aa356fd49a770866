import { OfflineError, ProblemError } from "../platform/problem-error";
import {
  clearHistory,
  history$,
  redoLast,
  rememberStep,
  type UndoStep,
  undoLast,
  type UndoNotice,
  undoNotices$,
  undoStep,
} from "./history";
import { undoDirection } from "./Undo";

let value = "";
let news: UndoNotice[] = [];
const listening = undoNotices$.subscribe((notice) => news.push(notice));
afterAll(() => listening());

beforeEach(() => {
  clearHistory();
  value = "";
  news = [];
});

function write(letter: string): UndoStep {
  const before = value;
  value += letter;
  return swap(letter, before);
}

function swap(text: string, to: string): UndoStep {
  return {
    text,
    undo: async () => {
      const now = value;
      await Promise.resolve();
      value = to;
      return swap(text, now);
    },
  };
}

const refusing = (error: Error): UndoStep => ({ text: "refusing", undo: () => Promise.reject(error) });
const texts = (steps: readonly UndoStep[]) => steps.map((step) => step.text);

test("five concurrently requested undos run sequentially and can be redone", async () => {
  for (const letter of "abcde") rememberStep(write(letter));
  await Promise.all(Array.from({ length: 5 }, () => undoLast()));
  expect(value).toBe("");
  expect(texts(history$.value.redo)).toEqual(["e", "d", "c", "b", "a"]);
  await Promise.all(Array.from({ length: 3 }, () => redoLast()));
  expect(value).toBe("abc");
  await undoLast();
  expect(value).toBe("ab");
  expect(history$.value.busy).toBe(false);
});

test("two clicks on the undo of one step leave the step before it", async () => {
  rememberStep(write("a"));
  const step = write("b");
  rememberStep(step);
  await Promise.all([undoStep(step), undoStep(step)]);
  expect([value, texts(history$.value.undo)]).toEqual(["a", ["a"]]);
});

test("a new change clears the redo stack", async () => {
  rememberStep(write("a"));
  await undoLast();
  rememberStep(write("b"));
  await redoLast();
  expect(value).toBe("b");
  expect(history$.value.redo).toEqual([]);
});

test("a rejected step is dropped with its reason, the previous one stays", async () => {
  rememberStep(write("a"));
  rememberStep(
    refusing(new ProblemError(409, "task.stale", "Changed", {}, null, null, { id: 2, fullname: "Mia", image: null })),
  );
  await undoLast();
  expect(news).toMatchObject([{ type: "refused", problem: { by: { fullname: "Mia" } } }]);
  expect(texts(history$.value.undo)).toEqual(["a"]);
  await undoLast();
  expect(value).toBe("");
});

test("an undo while offline is reported and keeps the step", async () => {
  rememberStep(refusing(new OfflineError()));
  await undoLast();
  expect(news).toMatchObject([{ type: "offline" }]);
  expect(texts(history$.value.undo)).toEqual(["refusing"]);
});

test("a forgotten step is removed, and a toast undoes exactly its own step", async () => {
  const forget = rememberStep(write("a"));
  const step = write("b");
  rememberStep(step, { offer: true });
  rememberStep(write("c"));
  forget();
  expect(texts(history$.value.undo)).toEqual(["b", "c"]);
  await undoStep(step);
  expect(texts(history$.value.undo)).toEqual(["c"]);
  expect(news.map((notice) => notice.type)).toEqual(["offered", "forgotten", "undone"]);
});

test("a new user starts with an empty history, even during an undo", async () => {
  rememberStep(write("a"));
  const going = undoLast();
  clearHistory();
  await going;
  expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
  expect(news).toEqual([]);
});

test("undos queued at sign-out don't affect the next user's changes", async () => {
  const undoneSteps: string[] = [];
  const step = (text: string): UndoStep => ({ text, undo: async () => (undoneSteps.push(text), step(text)) });
  rememberStep(step("one"));
  rememberStep(step("two"));
  const going = [undoLast(), undoLast()];
  clearHistory();
  rememberStep(step("theirs"));
  await Promise.all(going);
  expect(undoneSteps).not.toContain("theirs");
  expect(texts(history$.value.undo)).toEqual(["theirs"]);
});

test("the history contains at most fifty steps", () => {
  for (let count = 0; count < 60; count++) rememberStep(swap(String(count), ""));
  expect(texts(history$.value.undo)).toHaveLength(50);
  expect(history$.value.undo[0]?.text).toBe("10");
});

test.each([
  [{ key: "z", code: "KeyY", ctrlKey: true }, "undo"],
  [{ key: "Z", code: "KeyZ", metaKey: true, shiftKey: true }, "redo"],
  [{ key: "y", code: "KeyZ", ctrlKey: true }, "redo"],
  [{ key: "ئ", code: "KeyZ", ctrlKey: true }, "undo"],
  [{ key: "ㅋ", code: "KeyZ", ctrlKey: true, shiftKey: true }, "redo"],
  [{ key: "z", code: "KeyZ" }, null],
  [{ key: "z", code: "KeyZ", ctrlKey: true, altKey: true }, null],
])("the keys %j mean %s", (pressed, direction) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(undoDirection({ ...none, ...pressed })).toBe(direction);
});

test("the history is busy only during an undo", async () => {
  let done = (_: null) => {};
  rememberStep({ text: "slow", undo: () => new Promise<null>((resolve) => (done = resolve)) });
  const turning = undoLast();
  await Promise.resolve();
  expect(history$.value.busy).toBe(true);
  done(null);
  await turning;
  expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
});
