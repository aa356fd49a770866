/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ProblemError } from "../../platform/problem-error";
import { useDraft, useAutosave } from "./draft";

interface Letter {
  text: string;
  file?: File;
}
interface Call {
  does: "create" | "update";
  text: string;
  draft: boolean;
  version: number | null;
  key: string | null;
  answer(version: number): Promise<void>;
  refuse(error: Error): Promise<void>;
}

let calls: Call[];
let begun: boolean[];
let root: Root;
let draft: ReturnType<typeof useLetter>;
const settle = () => act(() => Promise.resolve());

function called(
  does: Call["does"],
  { text }: Letter,
  how: { draft: boolean },
  key: string | null,
  version: number | null,
) {
  return new Promise<{ data: { id: number; version: number } }>((resolve, reject) => {
    calls.push({
      does,
      text,
      draft: how.draft,
      version,
      key,
      answer: (next) => {
        resolve({ data: { id: 7, version: next } });
        return settle();
      },
      refuse: (error) => {
        reject(error);
        return settle();
      },
    });
  });
}

function useLetter(letter: Letter) {
  const draft = useDraft<Letter, { data: { id: number; version: number } }>(
    null,
    {
      create: (content, how) => called("create", content, how, how.idempotencyKey, null),
      update: ({ version }, content, how) => called("update", content, how, null, version),
      written: ({ text }) => text,
      onSaved: (_, how) => begun.push(how.begun),
    },
    { text: "" },
  );
  const save = () => draft.save(letter, { draft: true }).catch(() => undefined);
  useAutosave(letter.text, !draft.has(letter), save, { whenLeft: letter.text !== "asks before it is left" });
  return draft;
}

interface ScreenProps {
  letter: Letter;
  show: (draft: ReturnType<typeof useLetter>) => void;
}
const Screen = ({ letter, show }: ScreenProps) => {
  show(useLetter(letter));
  return null;
};
const show = (now: typeof draft) => {
  draft = now;
};
const write = (letter: Letter) => act(() => root.render(createElement(Screen, { letter, show })));
const rest = async () => {
  act(() => jest.advanceTimersByTime(900));
  await settle();
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  jest.useFakeTimers({ doNotFake: ["queueMicrotask"] });
  calls = [];
  begun = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  write({ text: "" });
});
afterEach(() => {
  act(() => root.unmount());
  jest.useRealTimers();
});

test("typed content is saved after a pause; initial content isn't saved", async () => {
  await rest();
  write({ text: "D" });
  act(() => jest.advanceTimersByTime(899));
  write({ text: "De" });
  act(() => jest.advanceTimersByTime(899));
  expect(calls).toEqual([]);
  await rest();
  expect(calls).toMatchObject([{ does: "create", text: "De", draft: true }]);
  expect(draft.state).toEqual({ is: "saving" });
  await calls[0]?.answer(1);
  expect(draft.state.is).toBe("saved");
  expect([draft.record, begun]).toEqual([{ id: 7, version: 1 }, [true]]);
  await rest();
  expect(calls).toHaveLength(1);
});

test("saves run sequentially, each with the version of the previous one", async () => {
  const first = draft.save({ text: "one" }, { draft: true });
  const secondSave = draft.save({ text: "two" }, { draft: false });
  await settle();
  expect(calls).toHaveLength(1);
  await calls[0]?.answer(3);
  expect(calls[1]).toMatchObject({ does: "update", text: "two", draft: false, version: 3 });
  await calls[1]?.answer(4);
  await Promise.all([first, secondSave]);
  expect(begun).toEqual([true, false]);
});

test("a retry keeps its key, changed text or files get a new one", async () => {
  const [one, two] = [new File(["1"], "1.pdf", { lastModified: 1 }), new File(["22"], "1.pdf", { lastModified: 1 })];
  const keys: (string | null | undefined)[] = [];
  for (const letter of [
    { text: "a" },
    { text: "a" },
    { text: "b" },
    { text: "b", file: one },
    { text: "b", file: two },
  ]) {
    const saving = draft.save(letter, { draft: true });
    await settle();
    keys.push(calls.at(-1)?.key);
    const refused = saving.catch((error: Error) => error.message);
    await calls.at(-1)?.refuse(new Error("away"));
    expect(await refused).toBe("away");
  }
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
});

test("a failed save shows the reason, a failed submission keeps the draft", async () => {
  const refusal = new ProblemError(422, "request.invalid", "Too long");
  write({ text: "long" });
  await rest();
  await calls[0]?.refuse(refusal);
  expect(draft.state).toEqual({ is: "unsaved", why: refusal.message });
  write({ text: "short" });
  await rest();
  await calls[1]?.answer(1);
  const nextSave = draft.save({ text: "short" }, { draft: false });
  const refused = nextSave.catch((error: unknown) => error);
  await settle();
  await calls[2]?.refuse(refusal);
  expect(await refused).toBe(refusal);
  expect(draft.state.is).toBe("saved");
});

test("a conflicting version is overwritten only after confirmation", async () => {
  write({ text: "mine" });
  await rest();
  await calls[0]?.answer(1);
  act(() => draft.takeOver(5));
  write({ text: "mine, again" });
  await rest();
  expect(calls[1]).toMatchObject({ does: "update", version: 5 });
});

test("a refused version is a conflict until it is adopted; a later own one stays", async () => {
  const stale = new ProblemError(409, "request.stale", "Changed", {}, { id: 7, version: 5 });
  write({ text: "mine" });
  await rest();
  await calls[0]?.answer(1);
  expect(draft.conflict).toBeNull();
  write({ text: "mine, again" });
  await rest();
  await calls[1]?.refuse(stale);
  expect(draft.conflict).toEqual({ message: "Changed", version: 5, draft: true });
  act(() => draft.takeOver(5));
  expect([draft.conflict, draft.record?.version]).toEqual([null, 5]);
  const nextSave = draft.save({ text: "mine, again" }, { draft: false }).catch((error: unknown) => error);
  await settle();
  expect(calls[2]).toMatchObject({ version: 5 });
  await calls[2]?.refuse(new ProblemError(422, "request.invalid", "Too long"));
  await nextSave;
  expect(draft.conflict).toBeNull();
  act(() => draft.takeOver(2));
  expect(draft.record?.version).toBe(5);
});

test.each([
  ["typed but unsaved text is saved when the user leaves", "half a sen", 1],
  ["a form that asks before leaving isn't saved silently", "asks before it is left", 0],
  ["nothing typed", "", 0],
])("%s", async (_, text, saved) => {
  write({ text });
  act(() => root.unmount());
  await settle();
  expect(calls.map((call) => call.text)).toEqual(saved ? [text] : []);
  root = createRoot(document.body);
});
