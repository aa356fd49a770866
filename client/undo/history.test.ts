import { OfflineError, ProblemError } from "../platform/problem-error";
import {
  clearHistory,
  history$,
  redoLast,
  remember,
  type Step,
  undoLast,
  type UndoNews,
  undoNews$,
  undoStep,
} from "./history";
import { wayOf } from "./keys";

let value = "";
let news: UndoNews[] = [];
const listening = undoNews$.subscribe((said) => news.push(said));
afterAll(() => listening.unsubscribe());

beforeEach(() => {
  clearHistory();
  value = "";
  news = [];
});

/** Writes a letter; taking it back restores what was there. */
function write(letter: string): Step {
  const before = value;
  value += letter;
  return swap(letter, before);
}

function swap(text: string, to: string): Step {
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

const refusing = (error: Error): Step => ({ text: "refusing", undo: () => Promise.reject(error) });
const texts = (steps: readonly Step[]) => steps.map((step) => step.text);

test("five steps are taken back one after the other, also when asked for all at once, and done again", async () => {
  for (const letter of "abcde") remember(write(letter));
  await Promise.all(Array.from({ length: 5 }, () => undoLast()));
  expect(value).toBe("");
  expect(texts(history$.value.redo)).toEqual(["e", "d", "c", "b", "a"]);
  await Promise.all(Array.from({ length: 3 }, () => redoLast()));
  expect(value).toBe("abc");
  await undoLast();
  expect(value).toBe("ab");
  expect(history$.value.busy).toBe(false);
});

test("a new change ends what could be done again", async () => {
  remember(write("a"));
  await undoLast();
  remember(write("b"));
  await redoLast();
  expect(value).toBe("b");
  expect(history$.value.redo).toEqual([]);
});

test("a refused step is dropped and says why; the one before is still there", async () => {
  remember(write("a"));
  remember(
    refusing(new ProblemError(409, "task.stale", "Changed", {}, null, null, { id: 2, fullname: "Mia", image: null })),
  );
  await undoLast();
  expect(news).toMatchObject([{ type: "refused", problem: { by: { fullname: "Mia" } } }]);
  expect(texts(history$.value.undo)).toEqual(["a"]);
  await undoLast();
  expect(value).toBe("");
});

test("offline it says so and keeps the step", async () => {
  remember(refusing(new OfflineError()));
  await undoLast();
  expect(news).toMatchObject([{ type: "offline" }]);
  expect(texts(history$.value.undo)).toEqual(["refusing"]);
});

test("what turned out to be refused can be forgotten; what a toast offers is that step and no other", async () => {
  const forget = remember(write("a"));
  const step = write("b");
  remember(step, { offer: true });
  remember(write("c"));
  forget();
  expect(texts(history$.value.undo)).toEqual(["b", "c"]);
  await undoStep(step);
  expect(texts(history$.value.undo)).toEqual(["c"]);
  expect(news.map((said) => said.type)).toEqual(["offered", "forgotten", "undone"]);
});

test("another person begins with nothing, also if a step was on its way", async () => {
  remember(write("a"));
  const going = undoLast();
  clearHistory();
  await going;
  expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
  expect(news).toEqual([]);
});

test("what waits for its turn to be taken back at sign-out doesn't take back the next person's change", async () => {
  const taken: string[] = [];
  const step = (text: string): Step => ({ text, undo: async () => (taken.push(text), step(text)) });
  remember(step("one"));
  remember(step("two"));
  const going = [undoLast(), undoLast()];
  clearHistory();
  remember(step("theirs"));
  await Promise.all(going);
  expect(taken).not.toContain("theirs");
  expect(texts(history$.value.undo)).toEqual(["theirs"]);
});

test("it remembers fifty", () => {
  for (let count = 0; count < 60; count++) remember(swap(String(count), ""));
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
])("the keys %j mean %s", (pressed, way) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(wayOf({ ...none, ...pressed })).toBe(way);
});

test("it is busy while a step is being taken back, and not after", async () => {
  let done = (_: null) => {};
  remember({ text: "slow", undo: () => new Promise<null>((resolve) => (done = resolve)) });
  const turning = undoLast();
  await Promise.resolve();
  expect(history$.value.busy).toBe(true);
  done(null);
  await turning;
  expect(history$.value).toEqual({ undo: [], redo: [], busy: false });
});
